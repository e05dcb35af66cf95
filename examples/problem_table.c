/* problem_table.c - a plugin problem to copy: a ball on a table that moves up and down.
 *
 *     q = y,  M = m,  h = -m g,  table at z(t) = A sin(w t)
 *     g = y - z,   wN = 1,  chiN = -z',  zetaN = -z''
 *
 * The table does work on the ball through the contact, which methods take from chi.
 *
 *     cc -shared -fPIC $(pkg-config --cflags stickslip) -o table.so problem_table.c
 *     stickslip --plugin ./table.so run shaken-ball glocker-studer
 */
#include "problems/family.h"
#include "solvers/method.h"

enum { AMPLITUDE, OMEGA, MASS, GRAVITY, RESTITUTION };

static const ss_option options[] = {
    [AMPLITUDE] = {"amplitude", SS_REAL, 0.01, 0.0, 10.0, "m", "amplitude of the table", NULL},
    [OMEGA] = {"omega", SS_REAL, 40.0, 0.0, 1e4, "rad/s", "frequency of the table", NULL},
    [MASS] = {"mass", SS_REAL, 1.0, 1e-9, 1e9, "kg", "mass of the ball", NULL},
    [GRAVITY] = {"g", SS_REAL, 9.81, 0.0, 1e6, "m/s^2", "gravity", NULL},
    SS_RESTITUTION_OPTIONS(RESTITUTION, 0.5),
    {0}};

static const char *const names[] = {"y"};

typedef struct table {
    double q0[1], u0[1], A, w, m, g;
    ss_law law;
} table;

static int mass(const void *par, const ss_config *x, double *M)
{
    (void)x;
    M[0] = ((const table *)par)->m;
    return 0;
}

static int force(const void *par, const ss_config *x, const double *u, double *h)
{
    const table *b = par;
    (void)x, (void)u;
    h[0] = -b->m * b->g;
    return 0;
}

static int gap(const void *par, const ss_config *x, double *g)
{
    const table *b = par;
    g[0] = x->q[0] - b->A * sin(b->w * x->t);
    return 0;
}

static int jac(const void *par, const ss_config *x, int contact, double *W)
{
    (void)par, (void)x, (void)contact;
    W[0] = 1.0;
    return 0;
}

static int chi(const void *par, const ss_config *x, int contact, double *out)
{
    const table *b = par;
    (void)contact;
    out[0] = -b->A * b->w * cos(b->w * x->t);
    return 0;
}

static int zeta(const void *par, const ss_config *x, const double *u, int contact, double *z)
{
    const table *b = par;
    (void)u, (void)contact;
    z[0] = b->A * b->w * b->w * sin(b->w * x->t);
    return 0;
}

static int energy(const void *par, const ss_config *x, const double *u, double *kinetic,
                  double *potential)
{
    const table *b = par;
    *kinetic = 0.5 * b->m * u[0] * u[0];
    *potential = b->m * b->g * x->q[0];
    return 0;
}

static ss_status build(const double *opt, ss_problem *out, char *why, size_t why_size)
{
    table *b = malloc(sizeof *b);
    if (!b) return SS_ENOMEM;
    (void)why, (void)why_size;
    *b = (table){.A = opt[AMPLITUDE],
                 .w = opt[OMEGA],
                 .m = opt[MASS],
                 .g = opt[GRAVITY],
                 .law = ss_restitution_from(opt + RESTITUTION)};
    *out = (ss_problem){
        .name = "shaken-ball",
        .dims = {.nq = 1, .nu = 1, .nc = 1},
        .traits = SS_MASS_CONSTANT | SS_MASS_DIAGONAL,
        .t_end = 2.0,
        .q_name = names,
        .u_name = names,
        .q0 = b->q0,
        .u0 = b->u0,
        .law = &b->law,
        .par = b,
        .mass = mass,
        .force = force,
        .gap = gap,
        .jac = jac,
        .chi = chi,
        .zeta = zeta,
        .energy = energy,
    };
    return SS_OK;
}

static const ss_family shaken_ball = {
    .name = "shaken-ball",
    .cite = "ours",
    .says = "A ball on a table that moves up and down; an example of a plugin.",
    .options = options,
    .build = build,
    .destroy = ss_family_free,
};

static const ss_family *const families[] = {&shaken_ball, NULL};

extern const ss_plugin ss_plugin_entry;
const ss_plugin ss_plugin_entry = {
    .abi = SS_ABI,
    .method_size = sizeof(ss_method),
    .problem_size = sizeof(ss_problem),
    .families = families,
};
