/* journal_pendulum.c - a pendulum whose cylindrical journal turns in a bearing of its own radius
 * (gomez2008, chapter 4).
 *
 *     q = (rx, ry, theta), centre of mass and angle of the rod from the horizontal
 *     M = diag(m, m, J),   h = (0, -m g, 0);   the journal's axis is at distance l
 *
 * The circle of contact, radius r, is sampled at n points, fixed to the journal at the angles
 * delta_i = 2 pi i / n from the rod.  With e the unit vector at theta + delta_i and e' that turned
 * by a right angle,
 *
 *     a = (r cos delta - l) (cos, sin) theta + r sin delta (-sin, cos) theta,    p = (rx, ry) + a
 *     gap = (r^2 - |p|^2) / (2 r)             a length, and the distance to the wall to first order
 *     wN = -(p, p x' a) / r,  wT = (e', e' x' a),   x' a: times (-a_y, a_x)
 *     zetaN = -(|p'|^2 - theta'^2 p.a) / r,   zetaT = -theta' e.p' - theta'^2 e'.a
 *
 * This mends the signs of (4.34) and (4.35).  On the circle wN = (-e, l sin delta) and the slip
 * velocity of every point is r theta'.  Points on opposite sides leave the axis no way to move:
 * only theta is free, and loads are redundant (n of them, rank 3).
 *
 * Without friction theta'' = -K^2 cos theta, K^2 = g / (l (1 + alpha)), alpha = J / (m l^2), with
 * a closed form in Jacobi's functions from any rest.  The source gives dimensionless results in
 * l and 1/K; this file is in SI.
 *
 * The start is at rest, the rod level.  Where q0_theta or u0_theta is changed and the rest is
 * left alone, it follows, so that the axis stays in its place.
 */
#include "problems/elliptic.h"
#include "problems/family.h"
#include "problems/pendulum_parts.h"
#include <stdio.h>
#include <string.h>

enum { MATERIAL, WASHERS, POINTS, GRAVITY, LAW };
enum { POINTS_MAX = 64 };

static const ss_option options[] = {
    [MATERIAL] = {"material", SS_CHOICE, 0.0, 0.0, 0.0, "", "what the journal is made of",
                  SS_PENDULUM_MATERIALS},
    [WASHERS] = {"washers", SS_INTEGER, 2.0, 1.0, 2.0, "1", "washers at the end of the rod", NULL},
    [POINTS] = {"points", SS_INTEGER, 16.0, 3.0, POINTS_MAX, "1",
                "points that sample the circle of contact", NULL},
    [GRAVITY] = {"g", SS_REAL, 9.80665, 1e-9, 1e6, "m/s^2", "gravity", NULL},
    /* what the source calibrated for brass with b = 0, the longest run */
    SS_LAW_OPTIONS(LAW, 0.16, 0.16, 0.0),
    {0}};

static const char *const names[] = {"rx", "ry", "theta"};

enum { RX, RY, THETA, NU };
enum { COS, SIN, NPOSE };

typedef struct pendulum {
    double q0[NU], u0[NU];
    ss_pendulum_parts part;
    int n; /* points */
    double g, K;
    double c[POINTS_MAX], s[POINTS_MAX]; /* cosine and sine of delta_i */
    ss_law law[POINTS_MAX];
} pendulum;

typedef struct point {
    double e[2], a[2], p[2]; /* outward, from the centre of mass, in the world */
} point;

static point point_at(const pendulum *b, const ss_config *x, int i)
{
    const double C = x->c[COS], S = x->c[SIN], r = b->part.r;
    point k = {.e = {C * b->c[i] - S * b->s[i], S * b->c[i] + C * b->s[i]}};

    k.a[0] = r * k.e[0] - b->part.l * C;
    k.a[1] = r * k.e[1] - b->part.l * S;
    k.p[0] = x->q[RX] + k.a[0];
    k.p[1] = x->q[RY] + k.a[1];
    return k;
}

static int pose(const void *par, double t, const double *q, double *c)
{
    (void)par, (void)t;
    c[COS] = cos(q[THETA]);
    c[SIN] = sin(q[THETA]);
    return 0;
}

static int mass(const void *par, const ss_config *x, double *M)
{
    const pendulum *b = par;
    (void)x;
    for (int i = 0; i < NU * NU; i++) M[i] = 0.0;
    M[0] = M[4] = b->part.m;
    M[8] = b->part.J;
    return 0;
}

static int force(const void *par, const ss_config *x, const double *u, double *h)
{
    const pendulum *b = par;
    (void)x, (void)u;
    h[RX] = h[THETA] = 0.0;
    h[RY] = -b->part.m * b->g;
    return 0;
}

/* With c the axis, p = c + r e and r^2 - |p|^2 = -(2 r e + c) c: free of the cancellation. */
static int gap(const void *par, const ss_config *x, double *g)
{
    const pendulum *b = par;
    const double cx = x->q[RX] - b->part.l * x->c[COS], cy = x->q[RY] - b->part.l * x->c[SIN];
    const double half = 0.5 * (cx * cx + cy * cy) / b->part.r;

    for (int i = 0; i < b->n; i++) {
        const double ex = x->c[COS] * b->c[i] - x->c[SIN] * b->s[i];
        const double ey = x->c[SIN] * b->c[i] + x->c[COS] * b->s[i];

        g[i] = -(ex * cx + ey * cy) - half;
    }
    return 0;
}

static int jac(const void *par, const ss_config *x, int contact, double *W)
{
    const pendulum *b = par;
    const point k = point_at(b, x, contact);
    const double r = b->part.r, t[2] = {-k.e[1], k.e[0]};

    W[RX] = -k.p[0] / r;
    W[RY] = -k.p[1] / r;
    W[THETA] = -(k.p[1] * k.a[0] - k.p[0] * k.a[1]) / r;
    W[NU + RX] = t[0];
    W[NU + RY] = t[1];
    W[NU + THETA] = t[1] * k.a[0] - t[0] * k.a[1];
    return 0;
}

static int zeta(const void *par, const ss_config *x, const double *u, int contact, double *z)
{
    const pendulum *b = par;
    const point k = point_at(b, x, contact);
    const double w = u[THETA], v[2] = {u[RX] - w * k.a[1], u[RY] + w * k.a[0]};

    z[0] = -(v[0] * v[0] + v[1] * v[1] - w * w * (k.p[0] * k.a[0] + k.p[1] * k.a[1])) / b->part.r;
    z[1] = -w * (k.e[0] * v[0] + k.e[1] * v[1]) - w * w * (k.e[0] * k.a[1] - k.e[1] * k.a[0]);
    return 0;
}

static int energy(const void *par, const ss_config *x, const double *u, double *kinetic,
                  double *potential)
{
    const pendulum *b = par;
    *kinetic =
        0.5 * b->part.m * (u[RX] * u[RX] + u[RY] * u[RY]) + 0.5 * b->part.J * u[THETA] * u[THETA];
    *potential = b->part.m * b->g * x->q[RY];
    return 0;
}

/* Centre of mass and velocities that keep the axis in its place. */
static void follow(const pendulum *b, double theta, double w, double *q, double *u)
{
    const double c = b->part.l * cos(theta), s = b->part.l * sin(theta);

    q[RX] = c, q[RY] = s, q[THETA] = theta;
    u[RX] = -s * w, u[RY] = c * w, u[THETA] = w;
}

/* From rest at phi0 = theta0 + pi/2 above the bottom: sin(phi/2) = k sn(K(k) - K t), with
 * k = sin(phi0/2). */
static int exact(const void *par, double t, double *q, double *u)
{
    const pendulum *b = par;
    const double k = sin(0.5 * (b->q0[THETA] + 0.5 * SS_PI)), size = fabs(k);
    double sn, cn;

    ss_elliptic_jacobi(ss_elliptic_K(size) - b->K * t, size, &sn, &cn);
    follow(b, 2.0 * asin(k * sn) - 0.5 * SS_PI, -2.0 * b->K * k * cn, q, u);
    return 0;
}

static int draw(const void *par, const ss_config *x, const ss_pen *pen)
{
    const pendulum *b = par;
    const double C = x->c[COS], S = x->c[SIN], r = b->part.r, end = 0.147;
    const double cx = x->q[RX] - b->part.l * C, cy = x->q[RY] - b->part.l * S;
    pen->arc(pen->ctx, SS_INK_GROUND, 0.0, 0.0, r, r, 0.0, 0.0, SS_TWO_PI);
    pen->arc(pen->ctx, SS_INK_BODY, cx, cy, r, r, 0.0, 0.0, SS_TWO_PI);
    pen->line(pen->ctx, SS_INK_BODY, cx, cy, cx + end * C, cy + end * S);
    pen->arc(pen->ctx, SS_INK_MARK, x->q[RX], x->q[RY], 0.3 * r, 0.3 * r, 0.0, 0.0, SS_TWO_PI);
    return 0;
}

static int frame(const void *par, const ss_config *x, int contact, ss_contact_frame *f)
{
    const point k = point_at(par, x, contact);
    *f = (ss_contact_frame){
        .p = {k.p[0], k.p[1]}, .n = {-k.e[0], -k.e[1]}, .t = {{-k.e[1], k.e[0]}, {0.0, 0.0, -1.0}}};
    return 0;
}

static ss_status build(const double *opt, ss_problem *out, char *why, size_t why_size)
{
    const int n = (int)opt[POINTS];
    pendulum *b = malloc(sizeof *b);
    if (!b) return SS_ENOMEM;
    (void)why, (void)why_size;

    *b = (pendulum){
        .n = n, .part = ss_pendulum_of((int)opt[MATERIAL], (int)opt[WASHERS]), .g = opt[GRAVITY]};
    b->K = sqrt(b->g / (b->part.l * (1.0 + b->part.J / (b->part.m * b->part.l * b->part.l))));
    for (int i = 0; i < n; i++) {
        b->c[i] = cos(SS_TWO_PI * i / n);
        b->s[i] = sin(SS_TWO_PI * i / n);
        b->law[i] = ss_law_from(opt + LAW);
    }
    follow(b, 0.0, 0.0, b->q0, b->u0);
    *out = (ss_problem){
        .name = "journal-pendulum",
        .dims = {.nq = NU, .nu = NU, .nc = n, .nt = 1, .npose = NPOSE},
        .traits = SS_MASS_CONSTANT | SS_MASS_DIAGONAL,
        .t_end = 2.75, /* s, as the source runs it */
        .q_name = names,
        .u_name = names,
        .q0 = b->q0,
        .u0 = b->u0,
        .law = b->law,
        .par = b,
        .pose = pose,
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
    const pendulum *b = p->par;
    double *q = p->q0, *u = p->u0, fq[NU], fu[NU];
    const double l = b->part.l;

    follow(b, q[THETA], u[THETA], fq, fu);
    if (q[RX] == l && q[RY] == 0.0) memcpy(q, fq, sizeof fq);
    if (u[RX] == 0.0 && u[RY] == 0.0) memcpy(u, fu, sizeof fu);
    /* typed with six digits */
    if (hypot(q[RX] - fq[RX], q[RY] - fq[RY]) > 1e-6 * l) {
        snprintf(why, why_size, "q0_rx=%g, q0_ry=%g: the journal would not be in its bearing",
                 q[RX], q[RY]);
        return SS_EARG;
    }
    const ss_law *law = p->law;
    const int plain = law->mu_s == 0.0 && law->mu_d == 0.0 && law->b == 0.0;
    if (!plain || u[THETA] != 0.0 || u[RX] != 0.0 || u[RY] != 0.0) p->exact = NULL;
    return SS_OK;
}

const ss_family ss_journal_pendulum = {
    .name = "journal-pendulum",
    .cite = "gomez2008",
    .says = "A pendulum whose journal turns in a bearing that touches it all around.",
    .options = options,
    .build = build,
    .ready = ready,
    .destroy = ss_family_free,
};
