/* impact_oscillator.c - a mass on a spring that strikes a rigid stop (textbook).
 *
 *     q = x,  M = m,  h = -k x + F cos(w t);  gap x - stop >= 0, Newton restitution e_n
 *
 * Without forcing the motion between impacts is a circle in (x, x'/wn).  With S the height
 * at which it meets the stop, an impact turns S into e S and the next flight lasts
 * 2 atan2(S, stop)/wn: exactly pi/wn each when the stop is where the spring is slack; when
 * the spring presses the mass on the stop, stop > 0, ever shorter ones that accumulate.
 * With forcing there is no closed form for the times of impact, and none is offered.
 */
#include "problems/family.h"
#include "problems/sketch.h"
#include <float.h>
#include <stdio.h>

enum { MASS, STIFFNESS, STOP, FORCE, OMEGA, RESTITUTION };

static const ss_option options[] = {
    [MASS] = {"mass", SS_REAL, 1.0, 1e-9, 1e9, "kg", "oscillating mass", NULL},
    [STIFFNESS] = {"k", SS_REAL, 100.0, 1e-9, 1e12, "N/m", "stiffness of the spring", NULL},
    [STOP] = {"stop", SS_REAL, 0.0, -1e6, 1e6, "m", "where the stop is; the mass is right of it",
              NULL},
    [FORCE] = {"force", SS_REAL, 0.0, -1e9, 1e9, "N", "amplitude of the forcing", NULL},
    [OMEGA] = {"omega", SS_REAL, 25.0, 0.0, 1e6, "rad/s", "frequency of the forcing", NULL},
    SS_RESTITUTION_OPTIONS(RESTITUTION, 0.8),
    {0}};

static const char *const names[] = {"x"};

typedef struct oscillator {
    double q0[1], u0[1]; /* the start */
    double m, k, stop, F, w;
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
    const oscillator *b = par;
    (void)u;
    h[0] = b->F * cos(b->w * x->t) - b->k * x->q[0];
    return 0;
}

static int gap(const void *par, const ss_config *x, double *g)
{
    g[0] = x->q[0] - ((const oscillator *)par)->stop;
    return 0;
}

static int jac(const void *par, const ss_config *x, int contact, double *W)
{
    (void)par, (void)x, (void)contact;
    W[0] = 1.0;
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

static int power(const void *par, const ss_config *x, const double *u, double *p)
{
    const oscillator *b = par;
    *p = b->F * cos(b->w * x->t) * u[0];
    return 0;
}

/* In phases wn t: x = R cos th, x'/wn = -R sin th, and the stop is met at th = atan2(S, stop). */
static int exact(const void *par, double t, double *q, double *u)
{
    const oscillator *b = par;
    const double wn = sqrt(b->k / b->m), e = b->law.e_n, stop = b->stop;
    double left = wn * t, th = -atan2(b->u0[0] / wn, b->q0[0]);
    double R = hypot(b->q0[0], b->u0[0] / wn);
    double S = R > fabs(stop) ? sqrt((R - stop) * (R + stop)) : 0.0;

    for (;;) {
        const double meet = atan2(S, stop);
        if (S == 0.0 && stop >= 0.0) break; /* pressed on the stop, at rest */
        if (S == 0.0 || left < meet - th) { /* the stop is not met, or not yet */
            q[0] = R * cos(th + left);
            u[0] = -wn * R * sin(th + left);
            return 0;
        }
        left -= fmax(meet - th, 0.0);
        S *= e;
        R = hypot(stop, S);
        th = -atan2(S, stop);
        /* all flights to come last less than 2 S/(stop (1 - e)), since atan z < z */
        if (stop > 0.0 && 2.0 * S < stop * (1.0 - e) * DBL_EPSILON * wn * t) break;
    }
    q[0] = stop;
    u[0] = 0.0;
    return 0;
}

static int draw(const void *par, const ss_config *x, const ss_pen *pen)
{
    const oscillator *b = par;
    const double size = fmax(fmax(fabs(b->q0[0]), fabs(b->stop)), 1e-3); /* a picture's size */
    const double r = 0.2 * size, wall = fmax(b->stop, 0.0) + 4.0 * size;
    pen->line(pen->ctx, SS_INK_GROUND, b->stop, -2.0 * r, b->stop, 2.0 * r);
    pen->line(pen->ctx, SS_INK_GROUND, wall, -2.0 * r, wall, 2.0 * r);
    ss_sketch_spring(pen, x->q[0] + 2.0 * r, wall, 0.0, 0.4 * r);
    ss_sketch_box(pen, x->q[0] + r, 0.0, 1.0, 0.0, r, r);
    return 0;
}

static int frame(const void *par, const ss_config *x, int contact, ss_contact_frame *f)
{
    (void)par, (void)contact;
    *f = (ss_contact_frame){.p = {x->q[0]}, .n = {1.0}, .t = {{0.0, 1.0}, {0.0, 0.0, 1.0}}};
    return 0;
}

static ss_status build(const double *opt, ss_problem *out, char *why, size_t why_size)
{
    oscillator *b = malloc(sizeof *b);
    if (!b) return SS_ENOMEM;
    (void)why, (void)why_size;
    *b = (oscillator){.q0 = {fabs(opt[STOP]) + 0.1},
                      .m = opt[MASS],
                      .k = opt[STIFFNESS],
                      .stop = opt[STOP],
                      .F = opt[FORCE],
                      .w = opt[OMEGA],
                      .law = ss_restitution_from(opt + RESTITUTION)};
    *out = (ss_problem){
        .name = "impact-oscillator",
        .dims = {.nq = 1, .nu = 1, .nc = 1, .nt = 0},
        .traits = SS_MASS_CONSTANT | SS_MASS_DIAGONAL,
        .t_end = 6.0 * SS_PI * sqrt(b->m / b->k), /* six impacts on a slack spring */
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
        .zeta = ss_zeta_zero_normal,
        .energy = energy,
        .power = power,
        .exact = exact,
        .draw = draw,
        .frame = frame,
    };
    return SS_OK;
}

static ss_status ready(ss_problem *p, char *why, size_t why_size)
{
    const oscillator *b = p->par;
    if (p->q0[0] < b->stop) {
        snprintf(why, why_size, "q0_x=%g: the mass must start right of the stop at %g", p->q0[0],
                 b->stop);
        return SS_EARG;
    }
    if (b->F != 0.0) p->exact = NULL;
    return SS_OK;
}

const ss_family ss_impact_oscillator = {
    .name = "impact-oscillator",
    .cite = "textbook",
    .says = "A mass on a spring that strikes a rigid stop, with or without forcing.",
    .options = options,
    .build = build,
    .ready = ready,
    .destroy = ss_family_free,
};
