/* two_blocks_wall.c - a heavy block drives a light one against a wall (textbook; Galperin 2003)
 *
 *     q = (x1, x2),  M = diag(m1, m2),  h = 0,  no friction
 *     wall at x = 0, half widths b1, b2:  gap_0 = x1 - b1,  gap_1 = x2 - x1 - b1 - b2
 *
 * With the widths taken out, y1 = x1 - b1 and y2 = x2 - 2 b1 - b2, and lengths weighed by the
 * roots of the masses, P = (sqrt(m2) y2, sqrt(m1) y1) is a point that flies straight in the wedge
 *
 *     0 <= angle <= theta,   tan theta = sqrt(m1/m2)
 *
 * and is mirrored at its sides when e = 1: the wall is one side, the blocks' contact the other.
 * Unfolded, the flight is one straight line, and every multiple of theta that its angle passes
 * is a collision.  From the start with the light block at rest the line turns from below theta
 * to pi, so there are ceil(pi/theta) - 1 collisions: 3, 31, 314, 3141 ... for m2/m1 = 1, 100,
 * 10^4, 10^6.  Any start is solved the same way.
 */
#include "problems/family.h"
#include "problems/sketch.h"
#include <math.h>
#include <stdio.h>

enum { MASS1, MASS2, WIDTH1, WIDTH2, RESTITUTION };
enum { NU = 2 };

static const ss_option options[] = {
    [MASS1] = {"mass1", SS_REAL, 1.0, 1e-9, 1e12, "kg", "mass of the block at the wall", NULL},
    [MASS2] = {"mass2", SS_REAL, 100.0, 1e-9, 1e12, "kg", "mass of the block that comes in", NULL},
    [WIDTH1] = {"half_width1", SS_REAL, 0.1, 0.0, 1e6, "m", "half the first block's width", NULL},
    [WIDTH2] = {"half_width2", SS_REAL, 0.2, 0.0, 1e6, "m", "half the second block's width", NULL},
    SS_RESTITUTION_OPTIONS(RESTITUTION, 1.0),
    {0}};

static const char *const names[] = {"x1", "x2"};

typedef struct blocks {
    double q0[NU], u0[NU], m[NU], b[NU];
    ss_law law[NU];
} blocks;

static int mass(const void *par, const ss_config *x, double *M)
{
    const blocks *k = par;
    (void)x;
    M[0] = k->m[0];
    M[1] = M[2] = 0.0;
    M[3] = k->m[1];
    return 0;
}

static int force(const void *par, const ss_config *x, const double *u, double *h)
{
    (void)par, (void)x, (void)u;
    h[0] = h[1] = 0.0;
    return 0;
}

static int gap(const void *par, const ss_config *x, double *g)
{
    const blocks *k = par;
    g[0] = x->q[0] - k->b[0];
    g[1] = x->q[1] - x->q[0] - k->b[0] - k->b[1];
    return 0;
}

static int jac(const void *par, const ss_config *x, int contact, double *W)
{
    (void)par, (void)x;
    W[0] = contact ? -1.0 : 1.0;
    W[1] = contact ? 1.0 : 0.0;
    return 0;
}

static int zeta(const void *par, const ss_config *x, const double *u, int contact, double *z)
{
    (void)par, (void)x, (void)u, (void)contact;
    z[0] = 0.0;
    return 0;
}

static int energy(const void *par, const ss_config *x, const double *u, double *kinetic,
                  double *potential)
{
    const blocks *k = par;
    (void)x;
    *kinetic = 0.5 * (k->m[0] * u[0] * u[0] + k->m[1] * u[1] * u[1]);
    *potential = 0.0;
    return 0;
}

static int exact(const void *par, double t, double *q, double *u)
{
    const blocks *k = par;
    const double r1 = sqrt(k->m[0]), r2 = sqrt(k->m[1]), theta = atan2(r1, r2);
    const double shift1 = k->b[0], shift2 = 2.0 * k->b[0] + k->b[1];
    const double vx = r2 * k->u0[1], vy = r1 * k->u0[0];
    const double px = r2 * (k->q0[1] - shift2) + vx * t, py = r1 * (k->q0[0] - shift1) + vy * t;
    const double r = hypot(px, py), angle = atan2(py, px);
    if (!(r > 0.0)) return 1; /* into the corner: both at once, order open */

    /* fold back: an even number of mirrors turns, an odd one mirrors */
    const double n = floor(angle / theta);
    const int odd = fmod(fabs(n), 2.0) == 1.0;
    const double at = odd ? (n + 1.0) * theta - angle : angle - n * theta;
    const double out = (px * vx + py * vy) / r, around = (px * vy - py * vx) / r * (odd ? -1 : 1);
    const double c = cos(at), s = sin(at);
    q[0] = r * s / r1 + shift1;
    q[1] = r * c / r2 + shift2;
    u[0] = (out * s + around * c) / r1;
    u[1] = (out * c - around * s) / r2;
    return 0;
}

static int draw(const void *par, const ss_config *x, const ss_pen *pen)
{
    const blocks *k = par;
    for (int i = 0; i < NU; i++) ss_sketch_box(pen, x->q[i], k->b[i], 1.0, 0.0, k->b[i], k->b[i]);
    pen->line(pen->ctx, SS_INK_GROUND, 0.0, 0.0, 0.0, 3.0 * fmax(k->b[0], k->b[1]));
    pen->line(pen->ctx, SS_INK_GROUND, 0.0, 0.0, 2.0 * k->q0[1], 0.0);
    return 0;
}

static int frame(const void *par, const ss_config *x, int contact, ss_contact_frame *f)
{
    const blocks *k = par;
    const double at = contact ? x->q[0] + k->b[0] : 0.0;
    *f = (ss_contact_frame){.p = {at, k->b[0]}, .n = {1.0}, .t = {{0.0, 1.0}}};
    return 0;
}

static ss_status build(const double *opt, ss_problem *out, char *why, size_t why_size)
{
    blocks *k = malloc(sizeof *k);
    if (!k) return SS_ENOMEM;
    (void)why, (void)why_size;
    *k = (blocks){.m = {opt[MASS1], opt[MASS2]}, .b = {opt[WIDTH1], opt[WIDTH2]}};
    k->q0[0] = 1.0 + k->b[0];
    k->q0[1] = 2.0 + 2.0 * k->b[0] + k->b[1];
    k->u0[1] = -1.0;
    k->law[0] = k->law[1] = ss_restitution_from(opt + RESTITUTION);
    *out = (ss_problem){
        .name = "two-blocks-wall",
        .dims = {.nq = NU, .nu = NU, .nc = 2},
        .traits = SS_MASS_CONSTANT | SS_MASS_DIAGONAL,
        .t_end = 4.0,
        .q_name = names,
        .u_name = names,
        .q0 = k->q0,
        .u0 = k->u0,
        .law = k->law,
        .par = k,
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
    const ss_config x = {.q = p->q0};
    double g[NU];

    gap(p->par, &x, g);
    if (g[0] < 0.0 || g[1] < 0.0) {
        snprintf(why, why_size, "the blocks start %g m into the wall or each other",
                 -fmin(g[0], g[1]));
        return SS_EARG;
    }
    if (p->law[0].e_n != 1.0 || p->law[0].e_star != 1.0) p->exact = NULL;
    return SS_OK;
}

const ss_family ss_two_blocks_wall = {
    .name = "two-blocks-wall",
    .cite = "textbook",
    .says = "A heavy block drives a light one against a wall; elastic, the collisions count pi.",
    .options = options,
    .build = build,
    .ready = ready,
    .destroy = ss_family_free,
};
