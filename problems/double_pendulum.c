/* double_pendulum.c - two hinged bars whose tip strikes the floor (flickinger2011).
 *
 *     q = (q1, q2)     q1 from the horizontal, q2 of the second bar relative to the first;
 *                      both counter-clockwise, the second bar points along q1 + q2 = a2
 *     pivot at (0, height), bars of lengths l1, l2, masses m1, m2, width w
 *
 * With the inertia J_i = m_i (l_i^2 + w^2)/12 of a bar about its middle,
 *     A = J1 + m1 l1^2/4 + m2 l1^2,   B = J2 + m2 l2^2/4,   C = m2 l1 l2/2
 *     T = A q1'^2/2 + B a2'^2/2 + C cos(q2) q1' a2'
 *     V = g (m1 (height + l1 sin(q1)/2) + m2 (height + l1 sin q1 + l2 sin(a2)/2))
 * so that
 *     M = [ A + B + 2 C cos q2   B + C cos q2 ]      G1 = g (m1/2 + m2) l1,  G2 = g m2 l2/2
 *         [ B + C cos q2         B            ]
 *     h = [ C sin(q2) (2 q1' q2' + q2'^2) - G1 cos q1 - G2 cos a2 ]
 *         [ -C sin(q2) q1'^2                          - G2 cos a2 ]
 *
 * The tip is the only contact, on the floor y = 0:
 *     gap = height + l1 sin q1 + l2 sin a2
 *     wN = (l1 cos q1 + l2 cos a2, l2 cos a2),   wT = -(l1 sin q1 + l2 sin a2, l2 sin a2)
 *     zetaN = -l1 sin q1 q1'^2 - l2 sin a2 a2'^2, zetaT the same with cosines
 *
 * Source: steel bars 1 m x 0.05 m x 0.01 m of 4.04 kg (the depth enters the mass alone),
 * released at rest.  That q2 is relative is our reading: it gives the published time of the
 * first impact.  The hinge cannot reach the floor with the presets; if l1 > height it may pass
 * through, as no contact guards it.
 */
#include "problems/family.h"
#include <math.h>
#include <stdio.h>

enum { LENGTH1, LENGTH2, HEIGHT, WIDTH, MASS1, MASS2, GRAVITY, LAW };

static const ss_option options[] = {
    [LENGTH1] = {"length1", SS_REAL, 1.0, 1e-6, 1e6, "m", "length of the first bar", NULL},
    [LENGTH2] = {"length2", SS_REAL, 1.0, 1e-6, 1e6, "m", "length of the second bar", NULL},
    [HEIGHT] = {"height", SS_REAL, 1.5, -1e6, 1e6, "m", "height of the pivot over the floor", NULL},
    [WIDTH] = {"width", SS_REAL, 0.05, 0.0, 1e6, "m", "width of the bars, for their inertia", NULL},
    [MASS1] = {"mass1", SS_REAL, 4.04, 1e-9, 1e9, "kg", "mass of the first bar", NULL},
    [MASS2] = {"mass2", SS_REAL, 4.04, 1e-9, 1e9, "kg", "mass of the second bar", NULL},
    [GRAVITY] = {"g", SS_REAL, 9.81, 0.0, 1e6, "m/s^2", "gravity", NULL},
    SS_LAW_OPTIONS(LAW, 0.74, 0.57, 0.5),
    {0}};

static const char *const names[] = {"q1", "q2"};

enum { NU = 2 };
enum { C1, S1, C2, S2, NPOSE }; /* cosine and sine of q1 and of a2 = q1 + q2 */

typedef struct pendulum {
    double q0[NU], u0[NU];
    double l1, l2, height;
    double A, B, C;    /* inertias, as in the head */
    double G1, G2, V0; /* weights, and the potential with both bars level */
    ss_law law;
} pendulum;

static int pose(const void *par, double t, const double *q, double *c)
{
    (void)par, (void)t;
    c[C1] = cos(q[0]);
    c[S1] = sin(q[0]);
    c[C2] = cos(q[0] + q[1]);
    c[S2] = sin(q[0] + q[1]);
    return 0;
}

static double cos_q2(const double *c)
{
    return c[C2] * c[C1] + c[S2] * c[S1];
}

static double sin_q2(const double *c)
{
    return c[S2] * c[C1] - c[C2] * c[S1];
}

static int mass(const void *par, const ss_config *x, double *M)
{
    const pendulum *p = par;
    const double C = p->C * cos_q2(x->c);
    M[0] = p->A + p->B + 2.0 * C;
    M[1] = M[2] = p->B + C;
    M[3] = p->B;
    return 0;
}

static int force(const void *par, const ss_config *x, const double *u, double *h)
{
    const pendulum *p = par;
    const double C = p->C * sin_q2(x->c), second = p->G2 * x->c[C2];
    h[0] = C * u[1] * (2.0 * u[0] + u[1]) - p->G1 * x->c[C1] - second;
    h[1] = -C * u[0] * u[0] - second;
    return 0;
}

static int gap(const void *par, const ss_config *x, double *g)
{
    const pendulum *p = par;
    g[0] = p->height + p->l1 * x->c[S1] + p->l2 * x->c[S2];
    return 0;
}

static int jac(const void *par, const ss_config *x, int contact, double *W)
{
    const pendulum *p = par;
    (void)contact;
    W[1] = p->l2 * x->c[C2];
    W[0] = p->l1 * x->c[C1] + W[1];
    W[3] = -p->l2 * x->c[S2];
    W[2] = -p->l1 * x->c[S1] + W[3];
    return 0;
}

static int zeta(const void *par, const ss_config *x, const double *u, int contact, double *z)
{
    const pendulum *p = par;
    const double a2 = u[0] + u[1];
    const double pull1 = p->l1 * u[0] * u[0], pull2 = p->l2 * a2 * a2; /* towards the hinges */
    (void)contact;
    z[0] = -pull1 * x->c[S1] - pull2 * x->c[S2];
    z[1] = -pull1 * x->c[C1] - pull2 * x->c[C2];
    return 0;
}

static int energy(const void *par, const ss_config *x, const double *u, double *kinetic,
                  double *potential)
{
    const pendulum *p = par;
    const double a2 = u[0] + u[1];
    *kinetic = 0.5 * p->A * u[0] * u[0] + 0.5 * p->B * a2 * a2 + p->C * cos_q2(x->c) * u[0] * a2;
    *potential = p->V0 + p->G1 * x->c[S1] + p->G2 * x->c[S2];
    return 0;
}

static int draw(const void *par, const ss_config *x, const ss_pen *pen)
{
    const pendulum *p = par;
    const double reach = p->l1 + p->l2;
    const double ex = p->l1 * x->c[C1], ey = p->height + p->l1 * x->c[S1]; /* the hinge */
    pen->line(pen->ctx, SS_INK_GROUND, -reach, 0.0, reach, 0.0);
    pen->line(pen->ctx, SS_INK_BODY, 0.0, p->height, ex, ey);
    pen->line(pen->ctx, SS_INK_BODY, ex, ey, ex + p->l2 * x->c[C2], ey + p->l2 * x->c[S2]);
    return 0;
}

static int frame(const void *par, const ss_config *x, int contact, ss_contact_frame *f)
{
    const pendulum *p = par;
    double g;
    (void)contact;
    gap(par, x, &g);
    *f = (ss_contact_frame){
        .p = {p->l1 * x->c[C1] + p->l2 * x->c[C2], g}, .n = {0.0, 1.0}, .t = {{1.0}}};
    return 0;
}

static double bar_inertia(double m, double length, double width)
{
    return m * (length * length + width * width) / 12.0;
}

static ss_status build(const double *opt, ss_problem *out, char *why, size_t why_size)
{
    pendulum *p = malloc(sizeof *p);
    if (!p) return SS_ENOMEM;
    (void)why, (void)why_size;

    const double l1 = opt[LENGTH1], l2 = opt[LENGTH2], m1 = opt[MASS1], m2 = opt[MASS2];
    const double g = opt[GRAVITY];
    *p = (pendulum){.l1 = l1,
                    .l2 = l2,
                    .height = opt[HEIGHT],
                    .A = bar_inertia(m1, l1, opt[WIDTH]) + (0.25 * m1 + m2) * l1 * l1,
                    .B = bar_inertia(m2, l2, opt[WIDTH]) + 0.25 * m2 * l2 * l2,
                    .C = 0.5 * m2 * l1 * l2,
                    .G1 = g * (0.5 * m1 + m2) * l1,
                    .G2 = 0.5 * g * m2 * l2,
                    .V0 = g * (m1 + m2) * opt[HEIGHT],
                    .law = ss_law_from(opt + LAW)};
    *out = (ss_problem){
        .name = "double-pendulum",
        .dims = {.nq = NU, .nu = NU, .nc = 1, .nt = 1, .npose = NPOSE},
        .t_end = 10.0,
        .q_name = names,
        .u_name = names,
        .q0 = p->q0,
        .u0 = p->u0,
        .law = &p->law,
        .par = p,
        .pose = pose,
        .mass = mass,
        .force = force,
        .gap = gap,
        .jac = jac,
        .zeta = zeta,
        .energy = energy,
        .draw = draw,
        .frame = frame,
    };
    return SS_OK;
}

static ss_status ready(ss_problem *problem, char *why, size_t why_size)
{
    const pendulum *p = problem->par;
    double c[NPOSE], g;
    const ss_config x = {.q = problem->q0, .c = c};

    pose(p, 0.0, problem->q0, c);
    gap(p, &x, &g);
    if (g >= -1e-6 * (p->l1 + p->l2)) return SS_OK; /* a touching start typed with six digits */
    snprintf(why, why_size, "the tip starts %g m below the floor", -g);
    return SS_EARG;
}

const ss_family ss_double_pendulum = {
    .name = "double-pendulum",
    .cite = "flickinger2011",
    .says = "Two hinged steel bars whose tip strikes the floor, slips, sticks and comes to rest.",
    .options = options,
    .build = build,
    .ready = ready,
    .destroy = ss_family_free,
};
