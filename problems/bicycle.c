/* bicycle.c - two wheels pinned to the ends of a rod, dropped on a plane (flickinger2011).
 *
 *     q = (x, y, theta, phi1, phi2)     (x, y) the middle of the rod, angles absolute
 *     M = diag(m, m, J, I, I)           m = m_rod + 2 m_wheel
 *     J = m_rod L^2/12 + 2 m_wheel (L/2)^2,   I = m_wheel (d1^2 + d2^2)/4
 *     h = (0, -m g, 0, 0, 0)
 *
 * M is diagonal because the wheels are pinned at their centres of mass and (x, y) is the
 * common centre of mass.  The ground is the plane through the origin that falls towards +x
 * by the angle s; t = (cos s, -sin s) points downhill, n = (sin s, cos s) out of the ground.
 * Wheel i sits at c_i = (x, y) -+ L/2 (cos theta, sin theta), minus for the first, so with
 * sigma = -1, +1 and psi_i = phi_i + s
 *
 *     g_i = n.(x, y) + sigma L/2 sin(theta + s) - S(psi_i)
 *     S   = sqrt(d1^2 sin^2 psi + d2^2 cos^2 psi)   the ellipse's support height
 *     K   = dS/dpsi = (d1^2 - d2^2) sin psi cos psi / S
 *
 * The contact point is c_i - S n - K t: seen from the wheel's centre its moment arm is S
 * along the plane and -K across it, hence the rows
 *
 *     wN_i = (n, sigma L/2 cos(theta + s), -K at phi_i)
 *     wT_i = (t, -sigma L/2 sin(theta + s), S at phi_i)
 *
 * and, with K' = (d1^2 + d2^2 - 2 S^2 - K^2)/S,
 *
 *     zetaN_i = -sigma L/2 sin(theta + s) theta'^2 - K' phi_i'^2
 *     zetaT_i = -sigma L/2 cos(theta + s) theta'^2 + K  phi_i'^2
 *
 * A circle has S = d1, K = 0 and needs one sine and one cosine per configuration; it gets
 * functions of its own.
 *
 * Source: masses, lengths, friction and the starts are published.  Its circular runs start
 * with 2 m/s along x (the preset here), its elliptic ones (0.5, 0.25) at rest, with wheel angles
 * that it calls zero but does not define.  Here phi is the angle of the axis d1, and ellipses
 * start with it upright, phi = pi/2: only so do its facts come out (sticking infeasible at 45
 * degrees and feasible below, rolling on the wedge after 3.5 s); see papers/flickinger2011.
 * Where the wedge passes is not published: through the origin and downhill towards +x the start
 * (5, 5) is free for every published slope, which uphill is not at 45 degrees.  Its oblique
 * impacts use v_s = 1.4e-4 m/s, its pendulum 1e-5, the preset here.
 */
#include "problems/family.h"
#include <math.h>
#include <stdio.h>

enum { SLOPE, D1, D2, ROD_LENGTH, ROD_MASS, WHEEL_MASS, GRAVITY, LAW };

static const ss_option options[] = {
    [SLOPE] = {"slope", SS_REAL, 0.0, -1.5, 1.5, "rad", "fall of the ground towards +x", NULL},
    [D1] = {"d1", SS_REAL, 0.5, 1e-6, 1e6, "m", "semi-axis of the wheels along their angle", NULL},
    [D2] = {"d2", SS_REAL, 0.5, 1e-6, 1e6, "m", "the other semi-axis of the wheels", NULL},
    [ROD_LENGTH] = {"rod_length", SS_REAL, 1.0, 1e-6, 1e6, "m", "length of the rod", NULL},
    [ROD_MASS] = {"rod_mass", SS_REAL, 1.0, 1e-9, 1e9, "kg", "mass of the rod", NULL},
    [WHEEL_MASS] = {"wheel_mass", SS_REAL, 2.0, 1e-9, 1e9, "kg", "mass of each wheel", NULL},
    [GRAVITY] = {"g", SS_REAL, 9.81, 0.0, 1e6, "m/s^2", "gravity", NULL},
    SS_LAW_OPTIONS(LAW, 0.5, 0.25, 0.5),
    {0}};

static const char *const names[] = {"x", "y", "theta", "phi1", "phi2"};

enum { X, Y, THETA, PHI, NU = 5, WHEELS = 2 };

/* What pose() leaves: the rod's half along n and along t; of an ellipse, S and K of each wheel. */
enum { ROD_N, ROD_T, CIRCLE_POSE, SUPPORT = CIRCLE_POSE, ELLIPSE_POSE = SUPPORT + 2 * WHEELS };

typedef struct bicycle {
    double q0[NU], u0[NU];
    double M[NU];       /* the diagonal */
    double nx, ny;      /* n = (nx, ny), t = (ny, -nx) */
    double slope, half; /* half the rod */
    double d1, d2, g;
    ss_law law[WHEELS];
} bicycle;

static const double sigma[WHEELS] = {-1.0, 1.0};

static int pose_circle(const void *par, double t, const double *q, double *c)
{
    const bicycle *b = par;
    const double a = q[THETA] + b->slope;
    (void)t;
    c[ROD_N] = b->half * sin(a);
    c[ROD_T] = b->half * cos(a);
    return 0;
}

/* 2 S^2 = d1^2 + d2^2 - (d1^2 - d2^2) cos 2psi,  2 S K = (d1^2 - d2^2) sin 2psi */
static int pose_ellipse(const void *par, double t, const double *q, double *c)
{
    const bicycle *b = par;
    const double sum = 0.5 * (b->d1 * b->d1 + b->d2 * b->d2);
    const double diff = 0.5 * (b->d1 * b->d1 - b->d2 * b->d2);

    pose_circle(par, t, q, c);
    for (int i = 0; i < WHEELS; i++) {
        const double twice = 2.0 * (q[PHI + i] + b->slope);
        const double S = sqrt(sum - diff * cos(twice));
        c[SUPPORT + 2 * i] = S;
        c[SUPPORT + 2 * i + 1] = diff * sin(twice) / S;
    }
    return 0;
}

static int mass(const void *par, const ss_config *x, double *M)
{
    const bicycle *b = par;
    (void)x;
    for (int i = 0; i < NU * NU; i++) M[i] = 0.0;
    for (int i = 0; i < NU; i++) M[i * NU + i] = b->M[i];
    return 0;
}

static int force(const void *par, const ss_config *x, const double *u, double *h)
{
    const bicycle *b = par;
    (void)x, (void)u;
    h[X] = h[THETA] = h[PHI] = h[PHI + 1] = 0.0;
    h[Y] = -b->M[Y] * b->g;
    return 0;
}

static int gap_circle(const void *par, const ss_config *x, double *g)
{
    const bicycle *b = par;
    const double above = b->nx * x->q[X] + b->ny * x->q[Y] - b->d1;
    g[0] = above - x->c[ROD_N];
    g[1] = above + x->c[ROD_N];
    return 0;
}

static int gap_ellipse(const void *par, const ss_config *x, double *g)
{
    const bicycle *b = par;
    const double above = b->nx * x->q[X] + b->ny * x->q[Y];
    g[0] = above - x->c[ROD_N] - x->c[SUPPORT];
    g[1] = above + x->c[ROD_N] - x->c[SUPPORT + 2];
    return 0;
}

/* S and K of wheel i, for either shape. */
static double support(const bicycle *b, const ss_config *x, int i, double *K)
{
    if (b->d1 == b->d2) return *K = 0.0, b->d1;
    *K = x->c[SUPPORT + 2 * i + 1];
    return x->c[SUPPORT + 2 * i];
}

static inline void rows(const bicycle *b, const ss_config *x, int i, double S, double K, double *W)
{
    double *const N = W, *const T = W + NU;

    N[X] = b->nx;
    N[Y] = b->ny;
    N[THETA] = sigma[i] * x->c[ROD_T];
    N[PHI] = N[PHI + 1] = 0.0;
    T[X] = b->ny;
    T[Y] = -b->nx;
    T[THETA] = -sigma[i] * x->c[ROD_N];
    T[PHI] = T[PHI + 1] = 0.0;
    N[PHI + i] = -K;
    T[PHI + i] = S;
}

static int jac_circle(const void *par, const ss_config *x, int contact, double *W)
{
    const bicycle *b = par;
    rows(b, x, contact, b->d1, 0.0, W);
    return 0;
}

static int jac_ellipse(const void *par, const ss_config *x, int contact, double *W)
{
    rows(par, x, contact, x->c[SUPPORT + 2 * contact], x->c[SUPPORT + 2 * contact + 1], W);
    return 0;
}

static int zeta(const void *par, const ss_config *x, const double *u, int contact, double *z)
{
    const bicycle *b = par;
    const double turn = sigma[contact] * u[THETA] * u[THETA];
    const double spin = u[PHI + contact] * u[PHI + contact];
    double K, S = support(b, x, contact, &K);
    const double dK = (b->d1 * b->d1 + b->d2 * b->d2 - 2.0 * S * S - K * K) / S;

    z[0] = -turn * x->c[ROD_N] - dK * spin;
    z[1] = -turn * x->c[ROD_T] + K * spin;
    return 0;
}

static int energy(const void *par, const ss_config *x, const double *u, double *kinetic,
                  double *potential)
{
    const bicycle *b = par;
    double twice = 0.0;
    for (int i = 0; i < NU; i++) twice += b->M[i] * u[i] * u[i];
    *kinetic = 0.5 * twice;
    *potential = b->M[Y] * b->g * x->q[Y];
    return 0;
}

static void centre(const bicycle *b, const double *q, int i, double c[2])
{
    c[0] = q[X] + sigma[i] * b->half * cos(q[THETA]);
    c[1] = q[Y] + sigma[i] * b->half * sin(q[THETA]);
}

static int frame(const void *par, const ss_config *x, int contact, ss_contact_frame *f)
{
    const bicycle *b = par;
    double c[2], K, S = support(b, x, contact, &K);

    centre(b, x->q, contact, c);
    *f = (ss_contact_frame){
        .p = {c[0] - S * b->nx - K * b->ny, c[1] - S * b->ny + K * b->nx},
        .n = {b->nx, b->ny},
        .t = {{b->ny, -b->nx}},
    };
    return 0;
}

static int draw(const void *par, const ss_config *x, const ss_pen *pen)
{
    const bicycle *b = par;
    const double reach = 40.0 * (b->half + b->d1 + b->d2);  /* a picture's size only */
    const double along = b->ny * x->q[X] - b->nx * x->q[Y]; /* the foot below the rod */
    double c[WHEELS][2];

    pen->line(pen->ctx, SS_INK_GROUND, (along - reach) * b->ny, -(along - reach) * b->nx,
              (along + reach) * b->ny, -(along + reach) * b->nx);
    for (int i = 0; i < WHEELS; i++) {
        const double phi = x->q[PHI + i];
        centre(b, x->q, i, c[i]);
        pen->arc(pen->ctx, SS_INK_BODY, c[i][0], c[i][1], b->d1, b->d2, phi, 0.0, SS_TWO_PI);
        pen->line(pen->ctx, SS_INK_MARK, c[i][0], c[i][1], c[i][0] + b->d1 * cos(phi),
                  c[i][1] + b->d1 * sin(phi));
    }
    pen->line(pen->ctx, SS_INK_BODY, c[0][0], c[0][1], c[1][0], c[1][1]);
    return 0;
}

static ss_status build(const double *opt, ss_problem *out, char *why, size_t why_size)
{
    bicycle *b = malloc(sizeof *b);
    if (!b) return SS_ENOMEM;
    (void)why, (void)why_size;

    const double L = opt[ROD_LENGTH], m = opt[ROD_MASS] + 2.0 * opt[WHEEL_MASS];
    const double J = opt[ROD_MASS] * L * L / 12.0 + 0.5 * opt[WHEEL_MASS] * L * L;
    const double I = 0.25 * opt[WHEEL_MASS] * (opt[D1] * opt[D1] + opt[D2] * opt[D2]);
    const ss_law law = ss_law_from(opt + LAW);
    const int circle = opt[D1] == opt[D2];

    const double upright = circle ? 0.0 : 0.25 * SS_TWO_PI;

    *b = (bicycle){.q0 = {5.0, 5.0, 0.0, upright, upright},
                   .u0 = {circle ? 2.0 : 0.0},
                   .M = {m, m, J, I, I},
                   .nx = sin(opt[SLOPE]),
                   .ny = cos(opt[SLOPE]),
                   .slope = opt[SLOPE],
                   .half = 0.5 * L,
                   .d1 = opt[D1],
                   .d2 = opt[D2],
                   .g = opt[GRAVITY],
                   .law = {law, law}};
    *out = (ss_problem){
        .name = "bicycle",
        .dims = {.nq = NU,
                 .nu = NU,
                 .nc = WHEELS,
                 .nt = 1,
                 .npose = circle ? CIRCLE_POSE : ELLIPSE_POSE},
        .traits = SS_MASS_CONSTANT | SS_MASS_DIAGONAL,
        .t_end = 5.0,
        .q_name = names,
        .u_name = names,
        .q0 = b->q0,
        .u0 = b->u0,
        .law = b->law,
        .par = b,
        .pose = circle ? pose_circle : pose_ellipse,
        .mass = mass,
        .force = force,
        .gap = circle ? gap_circle : gap_ellipse,
        .jac = circle ? jac_circle : jac_ellipse,
        .zeta = zeta,
        .energy = energy,
        .draw = draw,
        .frame = frame,
    };
    return SS_OK;
}

/* A start typed with six digits may touch; a wheel that is plainly in the ground may not. */
static ss_status ready(ss_problem *p, char *why, size_t why_size)
{
    const bicycle *b = p->par;
    const double depth = 1e-6 * (b->d1 + b->d2 + fabs(p->q0[X]) + fabs(p->q0[Y]));
    double c[ELLIPSE_POSE], g[WHEELS];
    const ss_config x = {.q = p->q0, .c = c};

    p->pose(b, 0.0, p->q0, c);
    p->gap(b, &x, g);
    for (int i = 0; i < WHEELS; i++) {
        if (g[i] >= -depth) continue;
        snprintf(why, why_size, "wheel %d starts %g m inside the ground", i + 1, -g[i]);
        return SS_EARG;
    }
    return SS_OK;
}

const ss_family ss_bicycle = {
    .name = "bicycle",
    .cite = "flickinger2011",
    .says = "Two wheels on a rod, round or elliptic, dropped on a slope: two oblique impacts at "
            "once, then rolling.",
    .options = options,
    .build = build,
    .ready = ready,
    .destroy = ss_family_free,
};
