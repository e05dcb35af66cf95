/* bouncing_ball.c - a point mass dropped on a floor (textbook).
 *
 *     q = y,  M = m,  h = -m g,  gap y >= 0,  Newton restitution e_n
 *
 * Flight k after the first contact lasts 2 e^k t_f, t_f = sqrt(2 height / g) for a drop from
 * rest; the impacts accumulate at t_f (1 + e)/(1 - e) and the ball rests from then on.  It
 * separates methods that locate impacts from those that step over them.
 */
#include "problems/family.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { HEIGHT, MASS, GRAVITY, RESTITUTION };

static const ss_option options[] = {
    [HEIGHT] = {"height", SS_REAL, 1.0, 0.0, 1e6, "m", "height that the ball is dropped from",
                NULL},
    [MASS] = {"mass", SS_REAL, 1.0, 1e-9, 1e9, "kg", "mass of the ball", NULL},
    [GRAVITY] = {"g", SS_REAL, 9.81, 1e-9, 1e6, "m/s^2", "gravity", NULL},
    SS_RESTITUTION_OPTIONS(RESTITUTION, 0.5),
    {0}};

static const char *const names[] = {"y"};

typedef struct ball {
    double q0[1], u0[1]; /* the start */
    double m, g;
    ss_law law;
} ball;

static int mass(const void *par, const ss_config *x, double *M)
{
    (void)x;
    M[0] = ((const ball *)par)->m;
    return 0;
}

static int force(const void *par, const ss_config *x, const double *u, double *h)
{
    const ball *b = par;
    (void)x, (void)u;
    h[0] = -b->m * b->g;
    return 0;
}

static int gap(const void *par, const ss_config *x, double *g)
{
    (void)par;
    g[0] = x->q[0];
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
    const ball *b = par;
    *kinetic = 0.5 * b->m * u[0] * u[0];
    *potential = b->m * b->g * x->q[0];
    return 0;
}

/* A flight from y with velocity v: it ends at (v + sqrt(v^2 + 2 g y))/g. */
static int exact(const void *par, double t, double *q, double *u)
{
    const ball *b = par;
    const double e = b->law.e_n;
    double y = b->q0[0], v = b->u0[0], s = t;

    for (;;) {
        const double down = sqrt(v * v + 2.0 * b->g * y), flight = (v + down) / b->g;
        if (s < flight) {
            q[0] = y + s * (v - 0.5 * b->g * s);
            u[0] = v - b->g * s;
            return 0;
        }
        s -= flight;
        y = 0.0;
        v = e * down;
        /* the rest of the flights lasts 2 v/(g (1 - e)) altogether */
        if (e < 1.0 && s >= 2.0 * v / (b->g * (1.0 - e))) break;
        if (v == 0.0) break;
    }
    q[0] = u[0] = 0.0;
    return 0;
}

static int draw(const void *par, const ss_config *x, const ss_pen *pen)
{
    const ball *b = par;
    const double r = 0.04 * fmax(b->q0[0], 1e-3), wide = 8.0 * r; /* a picture's size only */
    pen->line(pen->ctx, SS_INK_GROUND, -wide, 0.0, wide, 0.0);
    pen->arc(pen->ctx, SS_INK_BODY, 0.0, x->q[0] + r, r, r, 0.0, 0.0, 6.283185307179586);
    return 0;
}

static int frame(const void *par, const ss_config *x, int contact, ss_contact_frame *f)
{
    (void)par, (void)contact;
    *f = (ss_contact_frame){.p = {0.0, x->q[0]}, .n = {0.0, 1.0}, .t = {{1.0}}};
    return 0;
}

static ss_status build(const double *opt, ss_problem *out, char *why, size_t why_size)
{
    ball *b = malloc(sizeof *b);
    if (!b) return SS_ENOMEM;
    (void)why, (void)why_size;
    *b = (ball){.q0 = {opt[HEIGHT]},
                .m = opt[MASS],
                .g = opt[GRAVITY],
                .law = ss_restitution_from(opt + RESTITUTION)};
    *out = (ss_problem){
        .name = "bouncing-ball",
        .dims = {.nq = 1, .nu = 1, .nc = 1, .nt = 0},
        .traits = SS_MASS_CONSTANT | SS_MASS_DIAGONAL,
        .t_end = 2.0 * sqrt(opt[HEIGHT] > 0.0 ? opt[HEIGHT] : 1.0),
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
        .exact = exact,
        .draw = draw,
        .frame = frame,
    };
    return SS_OK;
}

static ss_status ready(ss_problem *p, char *why, size_t why_size)
{
    if (p->q0[0] >= 0.0) return SS_OK;
    snprintf(why, why_size, "q0_y=%g: the ball must start above the floor", p->q0[0]);
    return SS_EARG;
}

const ss_family ss_bouncing_ball = {
    .name = "bouncing-ball",
    .cite = "textbook",
    .says = "A point mass dropped on a floor; its impacts accumulate in finite time.",
    .options = options,
    .build = build,
    .ready = ready,
    .destroy = ss_family_free,
};
