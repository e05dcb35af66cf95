/* plugin_bad.c - methods that misbehave, for tests of what survives them
 *
 *     crash    follows a null pointer in its tenth step
 *     hang     never returns from its tenth step
 *     nan      leaves velocities that are not numbers after its tenth step
 */
#include "solvers/method.h"
#include <math.h>

enum { WHEN = 10 };

typedef struct state {
    long n;
    volatile int *nowhere;
} state;

static void layout(void *vs, const ss_dims *d, const double *opt, ss_arena *a)
{
    (void)vs, (void)d, (void)opt, (void)a;
}

static ss_status reset(void *vs, ss_eval *e, const ss_setup *setup, const ss_point *x)
{
    state *s = vs;
    (void)e, (void)setup, (void)x;
    *s = (state){0};
    return SS_OK;
}

/* q moves on at constant velocity */
static ss_status drift(state *s, double h, ss_point *x, ss_step_info *info, int nq)
{
    for (int i = 0; i < nq; i++) x->q[i] += h * x->u[i];
    info->h_done = h;
    s->n++;
    return SS_OK;
}

static ss_status crash(void *vs, ss_eval *e, double h, ss_point *x, ss_step_info *info)
{
    state *s = vs;
    if (s->n == WHEN) *s->nowhere = 1;
    return drift(s, h, x, info, e->p->dims.nu);
}

static ss_status hang(void *vs, ss_eval *e, double h, ss_point *x, ss_step_info *info)
{
    state *s = vs;
    for (volatile int forever = s->n == WHEN; forever;) continue;
    return drift(s, h, x, info, e->p->dims.nu);
}

static ss_status not_a_number(void *vs, ss_eval *e, double h, ss_point *x, ss_step_info *info)
{
    state *s = vs;
    if (s->n == WHEN) x->u[0] = NAN;
    return drift(s, h, x, info, e->p->dims.nu);
}

#define BAD(method, key, what)                                                                     \
    static const ss_method method = {.name = key,                                                  \
                                     .cite = "ours",                                               \
                                     .says = "Misbehaves.",                                        \
                                     .can = ~0u,                                                   \
                                     .stepping = SS_FIXED,                                         \
                                     .impact = SS_IMPACT_NONE,                                     \
                                     .order = 1,                                                   \
                                     .state_size = sizeof(state),                                  \
                                     .layout = layout,                                             \
                                     .reset = reset,                                               \
                                     .step = what}
BAD(crashing, "crash", crash);
BAD(hanging, "hang", hang);
BAD(numberless, "nan", not_a_number);

static const ss_method *const methods[] = {&crashing, &hanging, &numberless, NULL};

extern const ss_plugin ss_plugin_entry;
const ss_plugin ss_plugin_entry = {.abi = SS_ABI,
                                   .method_size = sizeof(ss_method),
                                   .problem_size = sizeof(ss_problem),
                                   .methods = methods};
