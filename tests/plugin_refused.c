/* plugin_refused.c - a plugin that would load, but for the one promise that its build breaks.
 *
 * Makefile.am defines one of the words below otherwise.  What else it brings is whole, so that
 * a registry that takes a part of it is caught.
 */
#include "problems/family.h"
#include "solvers/method.h"

#ifndef ABI
#define ABI SS_ABI
#endif
#ifndef METHOD_SIZE
#define METHOD_SIZE sizeof(ss_method)
#endif
#ifndef PROBLEM_SIZE
#define PROBLEM_SIZE sizeof(ss_problem)
#endif
#ifndef METHOD_NAME
#define METHOD_NAME "refused-method"
#endif
#ifndef FAMILY_NAME
#define FAMILY_NAME "refused-problem"
#endif
#ifndef STEP
#define STEP step
#endif
#ifndef BUILD
#define BUILD build
#endif
#ifndef ENTRY
#define ENTRY ss_plugin_entry
#endif

static void layout(void *state, const ss_dims *d, const double *opt, ss_arena *a)
{
    (void)state, (void)d, (void)opt, (void)a;
}

static ss_status reset(void *state, ss_eval *e, const ss_setup *setup, const ss_point *x)
{
    (void)state, (void)e, (void)setup, (void)x;
    return SS_OK;
}

static ss_status step(void *state, ss_eval *e, double h, ss_point *x, ss_step_info *info)
{
    (void)state, (void)e, (void)h, (void)x, (void)info;
    return SS_ENOSOL;
}

static ss_status build(const double *opt, ss_problem *out, char *why, size_t why_size)
{
    (void)opt, (void)out, (void)why, (void)why_size;
    return SS_EARG;
}

static const ss_method good_method = {.name = "refused-first",
                                      .cite = "ours",
                                      .says = "Whole, and still not to be taken.",
                                      .layout = layout,
                                      .reset = reset,
                                      .step = step},
                       method = {.name = METHOD_NAME,
                                 .cite = "ours",
                                 .says = "Does nothing.",
                                 .layout = layout,
                                 .reset = reset,
                                 .step = STEP};
static const ss_family good_family = {.name = "refused-first-problem",
                                      .cite = "ours",
                                      .says = "Whole, and still not to be taken.",
                                      .build = build,
                                      .destroy = ss_family_free},
                       family = {.name = FAMILY_NAME,
                                 .cite = "ours",
                                 .says = "Is nothing.",
                                 .build = BUILD,
                                 .destroy = ss_family_free};

static const ss_method *const methods[] = {&good_method, &method, NULL};
static const ss_family *const families[] = {&good_family, &family, NULL};

extern const ss_plugin ENTRY;
const ss_plugin ENTRY = {.abi = ABI,
                         .method_size = METHOD_SIZE,
                         .problem_size = PROBLEM_SIZE,
                         .methods = methods,
                         .families = families};
