/* particle_between_planes.c - a point mass that slides between a floor and a ceiling which both
 * touch it (gomez2008, 2.6).
 *
 *     q = (x, y),  M = m I,  h = (0, -m g)
 *     floor:    gap = y,   wN = (0, 1),   wT = (1, 0)
 *     ceiling:  gap = -y,  wN = (0, -1),  wT = (1, 0)
 *
 * The two normals oppose each other, so any pair of loads with N0 - N1 = m g holds the particle;
 * least constraint leaves the ceiling idle, N = (m g, 0), and the particle decelerates at mu g.
 */
#include "problems/dry.h"
#include "problems/family.h"
#include <stdio.h>

enum { MASS, GRAVITY, LAW };

static const ss_option options[] = {
    [MASS] = {"mass", SS_REAL, 1.0, 1e-9, 1e9, "kg", "mass of the particle", NULL},
    [GRAVITY] = {"g", SS_REAL, 9.81, 1e-9, 1e6, "m/s^2", "gravity", NULL},
    SS_LAW_OPTIONS(LAW, 0.5, 0.5, 0.0),
    {0}};

static const char *const names[] = {"x", "y"};

typedef struct particle {
    double q0[2], u0[2]; /* the start */
    double m, g;
    ss_law law[2];
} particle;

static int mass(const void *par, const ss_config *x, double *M)
{
    const particle *p = par;
    (void)x;
    M[0] = M[3] = p->m;
    M[1] = M[2] = 0.0;
    return 0;
}

static int force(const void *par, const ss_config *x, const double *u, double *h)
{
    const particle *p = par;
    (void)x, (void)u;
    h[0] = 0.0;
    h[1] = -p->m * p->g;
    return 0;
}

static int gap(const void *par, const ss_config *x, double *g)
{
    (void)par;
    g[0] = x->q[1];
    g[1] = -x->q[1];
    return 0;
}

static int jac(const void *par, const ss_config *x, int contact, double *W)
{
    (void)par, (void)x;
    W[0] = 0.0, W[1] = contact ? -1.0 : 1.0;
    W[2] = 1.0, W[3] = 0.0;
    return 0;
}

static int zeta(const void *par, const ss_config *x, const double *u, int contact, double *z)
{
    (void)par, (void)x, (void)u, (void)contact;
    z[0] = z[1] = 0.0;
    return 0;
}

static int energy(const void *par, const ss_config *x, const double *u, double *kinetic,
                  double *potential)
{
    const particle *p = par;
    *kinetic = 0.5 * p->m * (u[0] * u[0] + u[1] * u[1]);
    *potential = p->m * p->g * x->q[1];
    return 0;
}

static int exact(const void *par, double t, double *q, double *u)
{
    const particle *p = par;
    q[0] = p->q0[0], u[0] = p->u0[0];
    q[1] = u[1] = 0.0;
    ss_dry_slide(0.0, p->law[0].mu_s * p->g, p->law[0].mu_d * p->g, t, &q[0], &u[0]);
    return 0;
}

static int draw(const void *par, const ss_config *x, const ss_pen *pen)
{
    const double r = 0.02; /* m: a point that can be seen */
    (void)par;
    pen->line(pen->ctx, SS_INK_GROUND, -0.5, -r, 1.0, -r);
    pen->line(pen->ctx, SS_INK_GROUND, -0.5, r, 1.0, r);
    pen->arc(pen->ctx, SS_INK_BODY, x->q[0], x->q[1], r, r, 0.0, 0.0, SS_TWO_PI);
    return 0;
}

static int frame(const void *par, const ss_config *x, int contact, ss_contact_frame *f)
{
    (void)par;
    *f = (ss_contact_frame){
        .p = {x->q[0], 0.0}, .n = {0.0, contact ? -1.0 : 1.0}, .t = {{1.0}, {0.0, 0.0, -1.0}}};
    return 0;
}

static ss_status build(const double *opt, ss_problem *out, char *why, size_t why_size)
{
    const ss_law law = ss_law_from(opt + LAW);
    const double v0 = 1.0, brake = law.mu_d * opt[GRAVITY];
    particle *p = malloc(sizeof *p);
    if (!p) return SS_ENOMEM;
    (void)why, (void)why_size;
    *p = (particle){.u0 = {v0}, .m = opt[MASS], .g = opt[GRAVITY], .law = {law, law}};
    *out = (ss_problem){
        .name = "particle-between-planes",
        .dims = {.nq = 2, .nu = 2, .nc = 2, .nt = 1},
        .traits = SS_MASS_CONSTANT | SS_MASS_DIAGONAL,
        .t_end = brake > 0.0 ? 1.5 * v0 / brake : 1.0, /* the slide and some rest */
        .q_name = names,
        .u_name = names,
        .q0 = p->q0,
        .u0 = p->u0,
        .law = p->law,
        .par = p,
        .mass = mass,
        .force = force,
        .gap = gap,
        .jac = jac,
        .zeta = zeta,
        .energy = energy,
        .exact = exact,
        .draw = draw,
        .frame = frame,
    };
    return SS_OK;
}

static ss_status ready(ss_problem *p, char *why, size_t why_size)
{
    if (p->q0[1] != 0.0 || p->u0[1] != 0.0) {
        snprintf(why, why_size, "the planes leave no room: q0_y and u0_y must be 0");
        return SS_EARG;
    }
    if (!ss_law_is_dry(p->law)) p->exact = NULL;
    return SS_OK;
}

const ss_family ss_particle_between_planes = {
    .name = "particle-between-planes",
    .cite = "gomez2008",
    .says = "A point mass that slides between floor and ceiling, which both touch it.",
    .options = options,
    .build = build,
    .ready = ready,
    .destroy = ss_family_free,
};
