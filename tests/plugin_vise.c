/* plugin_vise.c - a problem that becomes impossible: a point between two walls that close in.
 *
 *     q = x,  M = 1,  h = 0;   g = (x + w, w - x),  w = 1 - t,  wN = (1, -1),  chiN = (-1, -1)
 *
 * At t = 1 the walls meet and no force keeps both gaps: the contact problem of the step has no
 * solution, whatever its length.  For tests of what happens then.
 */
#include "problems/family.h"
#include "solvers/method.h"

static const ss_option options[] = {{0}};
static const char *const names[] = {"x"};

typedef struct vise {
    double q0[1], u0[1];
    ss_law law[2];
} vise;

static int mass(const void *par, const ss_config *x, double *M)
{
    (void)par, (void)x;
    M[0] = 1.0;
    return 0;
}

static int force(const void *par, const ss_config *x, const double *u, double *h)
{
    (void)par, (void)x, (void)u;
    h[0] = 0.0;
    return 0;
}

static int gap(const void *par, const ss_config *x, double *g)
{
    (void)par;
    g[0] = x->q[0] + 1.0 - x->t;
    g[1] = 1.0 - x->t - x->q[0];
    return 0;
}

static int jac(const void *par, const ss_config *x, int contact, double *W)
{
    (void)par, (void)x;
    W[0] = contact ? -1.0 : 1.0;
    return 0;
}

static int chi(const void *par, const ss_config *x, int contact, double *out)
{
    (void)par, (void)x, (void)contact;
    out[0] = -1.0;
    return 0;
}

static int energy(const void *par, const ss_config *x, const double *u, double *kinetic,
                  double *potential)
{
    (void)par, (void)x;
    *kinetic = 0.5 * u[0] * u[0];
    *potential = 0.0;
    return 0;
}

static ss_status build(const double *opt, ss_problem *out, char *why, size_t why_size)
{
    vise *b = calloc(1, sizeof *b);
    if (!b) return SS_ENOMEM;
    (void)opt, (void)why, (void)why_size;
    *out = (ss_problem){
        .name = "vise",
        .dims = {.nq = 1, .nu = 1, .nc = 2},
        .traits = SS_MASS_CONSTANT | SS_MASS_DIAGONAL,
        .t_end = 2.0,
        .q_name = names,
        .u_name = names,
        .q0 = b->q0,
        .u0 = b->u0,
        .law = b->law,
        .par = b,
        .mass = mass,
        .force = force,
        .gap = gap,
        .jac = jac,
        .chi = chi,
        .zeta = ss_zeta_zero_normal,
        .energy = energy,
    };
    return SS_OK;
}

static const ss_family family = {
    .name = "vise",
    .cite = "ours",
    .says = "A point between two walls that close in until no motion is possible.",
    .options = options,
    .build = build,
    .destroy = ss_family_free,
};

static const ss_family *const families[] = {&family, NULL};

extern const ss_plugin ss_plugin_entry;
const ss_plugin ss_plugin_entry = {
    .abi = SS_ABI,
    .method_size = sizeof(ss_method),
    .problem_size = sizeof(ss_problem),
    .families = families,
};
