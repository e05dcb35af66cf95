/* coulomb_oscillator.c - a mass on a spring, braked by friction under a given load (textbook).
 *
 *     q = x,  M = m,  h = -k x;  isolated friction with normal load N, slip velocity x'
 *
 * Between two turning points friction is constant and the motion a cosine about -+mu_d N/k,
 * so that each half swing lasts pi sqrt(m/k) and costs 2 mu_d N/k of amplitude; the mass
 * stays at the first turning point where k |x| <= mu_s N.  It asks a method for stick at the
 * right place, without any unilateral contact.
 */
#include "problems/dry.h"
#include "problems/family.h"
#include "problems/sketch.h"

enum { MASS, STIFFNESS, LOAD, FRICTION };

static const ss_option options[] = {
    [MASS] = {"mass", SS_REAL, 1.0, 1e-9, 1e9, "kg", "oscillating mass", NULL},
    [STIFFNESS] = {"k", SS_REAL, 100.0, 1e-9, 1e12, "N/m", "stiffness of the spring", NULL},
    [LOAD] = {"load", SS_REAL, 10.0, 0.0, 1e9, "N", "normal load of the friction", NULL},
    SS_FRICTION_OPTIONS(FRICTION, 0.3, 0.3),
    {0}};

static const char *const names[] = {"x"};

typedef struct oscillator {
    double q0[1], u0[1]; /* the start */
    double m, k;
    ss_law law;
} oscillator;

static int mass(const void *par, const ss_config *x, double *M)
{
    (void)x;
    M[0] = ((const oscillator *)par)->m;
    return 0;
}

static int force(const void *par, const ss_config *x, const double *u, double *h)
{
    (void)u;
    h[0] = -((const oscillator *)par)->k * x->q[0];
    return 0;
}

static int gap(const void *par, const ss_config *x, double *g)
{
    (void)par, (void)x;
    g[0] = 0.0;
    return 0;
}

static int jac(const void *par, const ss_config *x, int contact, double *W)
{
    (void)par, (void)x, (void)contact;
    W[0] = 0.0;
    W[1] = 1.0;
    return 0;
}

static int energy(const void *par, const ss_config *x, const double *u, double *kinetic,
                  double *potential)
{
    const oscillator *b = par;
    *kinetic = 0.5 * b->m * u[0] * u[0];
    *potential = 0.5 * b->k * x->q[0] * x->q[0];
    return 0;
}

static int exact(const void *par, double t, double *q, double *u)
{
    const oscillator *b = par;
    const double reach = b->law.load / b->k; /* per unit friction */
    q[0] = b->q0[0];
    u[0] = b->u0[0];
    ss_dry_swing(sqrt(b->k / b->m), b->law.mu_s * reach, b->law.mu_d * reach, t, &q[0], &u[0]);
    return 0;
}

static int draw(const void *par, const ss_config *x, const ss_pen *pen)
{
    const oscillator *b = par;
    /* the swing fills the picture, the wall stands clear of it */
    const double size = fmax(fmax(fabs(b->q0[0]), fabs(b->u0[0]) * sqrt(b->m / b->k)), 1e-3);
    const double r = 0.2 * size, wall = -2.5 * size;
    pen->line(pen->ctx, SS_INK_GROUND, wall, -r, 2.0 * size, -r);
    pen->line(pen->ctx, SS_INK_GROUND, wall, -r, wall, 2.0 * r);
    ss_sketch_spring(pen, wall, x->q[0] - r, 0.0, 0.4 * r);
    ss_sketch_box(pen, x->q[0], 0.0, 1.0, 0.0, r, r);
    return 0;
}

static int frame(const void *par, const ss_config *x, int contact, ss_contact_frame *f)
{
    (void)par, (void)contact;
    *f = (ss_contact_frame){.p = {x->q[0]}, .n = {0.0, 1.0}, .t = {{1.0}, {0.0, 0.0, -1.0}}};
    return 0;
}

static ss_status build(const double *opt, ss_problem *out, char *why, size_t why_size)
{
    oscillator *b = malloc(sizeof *b);
    if (!b) return SS_ENOMEM;
    (void)why, (void)why_size;
    *b = (oscillator){.m = opt[MASS], .k = opt[STIFFNESS], .law = ss_friction_from(opt + FRICTION)};
    b->law.kind = SS_ISOLATED;
    b->law.load = opt[LOAD];

    /* 25/3 of what friction can hold: four half swings; then a quarter of a period at rest */
    const double hold = b->law.mu_d * opt[LOAD] / b->k;
    b->q0[0] = hold > 0.0 ? 25.0 / 3.0 * hold : 0.25;
    *out = (ss_problem){
        .name = "coulomb-oscillator",
        .dims = {.nq = 1, .nu = 1, .nc = 1, .nt = 1},
        .traits = SS_MASS_CONSTANT | SS_MASS_DIAGONAL,
        .t_end = 4.5 * SS_PI * sqrt(b->m / b->k),
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
        .zeta = ss_zeta_zero_planar,
        .energy = energy,
        .exact = exact,
        .draw = draw,
        .frame = frame,
    };
    return SS_OK;
}

static ss_status ready(ss_problem *p, char *why, size_t why_size)
{
    (void)why, (void)why_size;
    if (!ss_law_is_dry(p->law)) p->exact = NULL;
    return SS_OK;
}

const ss_family ss_coulomb_oscillator = {
    .name = "coulomb-oscillator",
    .cite = "textbook",
    .says = "A mass on a spring, braked by friction under a given load until it sticks.",
    .options = options,
    .build = build,
    .ready = ready,
    .destroy = ss_family_free,
};
