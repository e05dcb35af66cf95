/* rocking_block.c - a tilted block that rocks from corner to corner (textbook: Housner).
 *
 *     q = (x, y, theta)      centre and angle of a uniform block, half-width b, half-height h
 *     M = m diag(1, 1, R^2/3),   R^2 = b^2 + h^2,   tan alpha = b/h,   V = m g y
 *
 * Corner sigma = -1 (left), +1 (right) is at r = (sigma b cos theta + h sin theta,
 * sigma b sin theta - h cos theta) from the centre, on the floor y = 0:
 *
 *     gap = y + r_y,  wN = (0, 1, r_x),  wT = (1, 0, -r_y),  zetaN = -r_y theta'^2,
 *     zetaT = -r_x theta'^2
 *
 * Exact, part 1: a swing on one corner without slip.  Let beta = alpha - |theta|, the lean of
 * the corner's diagonal from the vertical, and p^2 = 3 g/(4 R).  Then beta'' = p^2 sin beta and
 * (2/3) R beta'^2 + g cos beta is constant.  A turning point beta_t exists if the block does not
 * overturn; tau after it, with Jacobi's functions of p tau and the modulus k = cos(beta_t/2),
 *
 *     sin(beta/2) = k'/dn,   cos(beta/2) = k cn/dn,   beta' = 2 p k k' sn/dn,   k' = sin(beta_t/2)
 *
 * The corner's force stays in the cone if |R sin beta (p^2 cos beta - beta'^2)| <= mu (g -
 * (3/4) g sin^2 beta - R cos beta beta'^2) all along.
 *
 * Part 2: the impact at theta = 0.  The old corner leaves or stays (vN = 0 before), the new one
 * comes down, and both have one and the same tangential velocity, zero before.  With e = 0
 * and no slip afterwards the laws vN+ >= 0, LN >= 0, vN+ LN = 0 at both corners have one solution:
 *
 *     b^2 < 2 h^2:  LN = 0 at the old corner, which lifts, and |theta'| falls by Housner's ratio
 *                   1 - (3/2) sin^2 alpha; friction must bear mu >= (h/b) (1 - ratio)/(1 + ratio)
 *     else:         both corners stay and the block stops; mu >= h/b
 *
 * So the contact law of an LCP with e_n = 0 is Housner's for every block that rocks on.  The
 * swings shorten as the powers of the ratio and end in finite time.  `exact` is given when
 * all of this holds at the start and through the motion; where it does not, there is none.
 *
 * The start is `tilt` alpha to the left, on the left corner, at rest.  Where q0_theta or
 * u0_theta is changed and q0_x, q0_y, u0_x, u0_y are left at their presets, these follow, so
 * that the lower corner stays where it is.
 */
#include "problems/family.h"
#include <math.h>
#include <stdio.h>

enum { HALF_WIDTH, HALF_HEIGHT, MASS, TILT, GRAVITY, LAW };

static const ss_option options[] = {
    [HALF_WIDTH] = {"half_width", SS_REAL, 0.2, 1e-6, 1e6, "m", "half the width", NULL},
    [HALF_HEIGHT] = {"half_height", SS_REAL, 1.0, 1e-6, 1e6, "m", "half the height", NULL},
    [MASS] = {"mass", SS_REAL, 1.0, 1e-9, 1e9, "kg", "mass of the block", NULL},
    [TILT] = {"tilt", SS_REAL, 0.5, -1.0, 1.0, "1", "first angle over that of balance", NULL},
    [GRAVITY] = {"g", SS_REAL, 9.81, 1e-9, 1e6, "m/s^2", "gravity", NULL},
    SS_LAW_OPTIONS(LAW, 1.0, 1.0, 0.0),
    {0}};

static const char *const names[] = {"x", "y", "theta"};

enum { X, Y, THETA, NU, CORNERS = 2 };
enum { RX, RY, NPOSE = 2 * CORNERS }; /* r_x, r_y of each corner in turn */

static const double sigma[CORNERS] = {-1.0, 1.0};

typedef struct block {
    double q0[NU], u0[NU];
    double preset[2 * NU]; /* the start as built */
    double b, h, R, alpha, m, g;
    ss_law law[CORNERS];
    /* the exact motion, if there is one: where the block would rest, and the first swing, its
     * corner (side_of), its depth, and the time since its turning point (negative: until) */
    double x0, side, depth, since;
} block;

static int pose(const void *par, double t, const double *q, double *c)
{
    const block *b = par;
    const double co = cos(q[THETA]), si = sin(q[THETA]);
    (void)t;
    for (int i = 0; i < CORNERS; i++) {
        c[2 * i + RX] = sigma[i] * b->b * co + b->h * si;
        c[2 * i + RY] = sigma[i] * b->b * si - b->h * co;
    }
    return 0;
}

static int mass(const void *par, const ss_config *x, double *M)
{
    const block *b = par;
    (void)x;
    for (int i = 0; i < NU * NU; i++) M[i] = 0.0;
    M[0] = M[4] = b->m;
    M[8] = b->m * b->R * b->R / 3.0;
    return 0;
}

static int force(const void *par, const ss_config *x, const double *u, double *h)
{
    const block *b = par;
    (void)x, (void)u;
    h[X] = h[THETA] = 0.0;
    h[Y] = -b->m * b->g;
    return 0;
}

static int gap(const void *par, const ss_config *x, double *g)
{
    (void)par;
    for (int i = 0; i < CORNERS; i++) g[i] = x->q[Y] + x->c[2 * i + RY];
    return 0;
}

static int jac(const void *par, const ss_config *x, int contact, double *W)
{
    const double *r = x->c + 2 * contact;
    (void)par;
    W[X] = 0.0;
    W[Y] = 1.0;
    W[THETA] = r[RX];
    W[NU + X] = 1.0;
    W[NU + Y] = 0.0;
    W[NU + THETA] = -r[RY];
    return 0;
}

static int zeta(const void *par, const ss_config *x, const double *u, int contact, double *z)
{
    const double *r = x->c + 2 * contact, w2 = u[THETA] * u[THETA];
    (void)par;
    z[0] = -r[RY] * w2;
    z[1] = -r[RX] * w2;
    return 0;
}

static int energy(const void *par, const ss_config *x, const double *u, double *kinetic,
                  double *potential)
{
    const block *b = par;
    const double spin = b->R * u[THETA];
    *kinetic = 0.5 * b->m * (u[X] * u[X] + u[Y] * u[Y] + spin * spin / 3.0);
    *potential = b->m * b->g * x->q[Y];
    return 0;
}

/* ---- the exact motion -------------------------------------------------------------
 *
 * A swing is named by its depth D = sin^2(alpha/2) - k'^2 >= 0, which is (R/3g) theta'^2 at the
 * floor: an impact multiplies it by the ratio's square. */

/* Carlson's R_F(x, y, 1) by duplication; each pass quarters the spread of the arguments, and
 * the series' first term left out is of its sixth power. */
static double carlson_rf(double x, double y)
{
    double z = 1.0, mean, spread;
    do {
        const double lambda = sqrt(x * y) + sqrt(x * z) + sqrt(y * z);
        x = 0.25 * (x + lambda);
        y = 0.25 * (y + lambda);
        z = 0.25 * (z + lambda);
        mean = (x + y + z) / 3.0;
        spread = fmax(fabs(x - mean), fmax(fabs(y - mean), fabs(z - mean))) / mean;
    } while (spread > 2e-3); /* (2e-3)^6 is below the rounding */
    const double dx = 1.0 - x / mean, dy = 1.0 - y / mean, dz = -dx - dy;
    const double e2 = dx * dy - dz * dz, e3 = dx * dy * dz;
    return (1.0 - e2 / 10.0 + e3 / 14.0 + e2 * e2 / 24.0 - 3.0 * e2 * e3 / 44.0) / sqrt(mean);
}

/* sn, cn, dn of v for the complementary modulus kc, by the arithmetic-geometric mean. */
static void jacobi(double v, double kc, double *sn, double *cn, double *dn)
{
    enum { PASSES = 16 }; /* enough for any kc: it halves its exponent, then squares its error */
    double a = 1.0, b = kc, ratio[PASSES] = {0}, k2 = (1.0 - kc) * (1.0 + kc);
    int n = 0;
    for (; n < PASSES && fabs(a - b) > 2e-16 * a; n++) {
        const double half = 0.5 * (a - b), mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
        ratio[n] = half / mean;
    }
    double phi = ldexp(a * v, n);
    while (n-- > 0) phi = 0.5 * (phi + asin(ratio[n] * sin(phi)));
    *sn = sin(phi);
    *cn = cos(phi);
    *dn = sqrt(kc * kc + k2 * *cn * *cn);
}

/* Time from the turning point of a swing of modulus kc to the lean whose sine of the half, s, is
 * s^2 = kc^2 + rise. */
static double swing_time(const block *b, double kc2, double rise)
{
    const double k2 = 1.0 - kc2, s2 = kc2 + rise, sn2 = rise / (s2 * k2);
    const double p = sqrt(0.75 * b->g / b->R);
    return sqrt(sn2) * carlson_rf(fmax(1.0 - sn2, 0.0), kc2 / s2) / p;
}

static double floor_level(const block *b) /* sin^2(alpha/2) */
{
    const double s = sin(0.5 * b->alpha);
    return s * s;
}

static double ratio_at_impact(const block *b)
{
    const double s2 = b->b * b->b / (b->R * b->R);
    return s2 < 2.0 / 3.0 ? 1.0 - 1.5 * s2 : 0.0;
}

/* The state at lean beta, leaning with beta' on the given side. */
static void at_lean(const block *b, double side, double beta, double rate, double *q, double *u)
{
    q[X] = b->x0 + side * (b->R * sin(beta) - b->b);
    q[Y] = b->R * cos(beta);
    q[THETA] = side * (b->alpha - beta);
    u[X] = side * b->R * cos(beta) * rate;
    u[Y] = -b->R * sin(beta) * rate;
    u[THETA] = -side * rate;
}

static int exact(const void *par, double t, double *q, double *u)
{
    const block *b = par;
    const double floor2 = floor_level(b), ratio = ratio_at_impact(b), ratio2 = ratio * ratio;
    double side = b->side, depth = b->depth, after = b->since + t; /* after the turning point */

    /* a swing of depth below the rounding of theta'^2 is rest */
    const double rest = 1e-32 * floor2;
    while (depth > rest) {
        const double kc2 = floor2 - depth, fall = swing_time(b, kc2, depth);
        if (after < fall) {
            const double p = sqrt(0.75 * b->g / b->R), kc = sqrt(kc2), k = sqrt(1.0 - kc2);
            double sn, cn, dn;
            jacobi(p * fabs(after), kc, &sn, &cn, &dn);
            at_lean(b, side, 2.0 * atan2(kc, k * cn), copysign(2.0 * p * k * kc * sn / dn, after),
                    q, u);
            return 0;
        }
        const double next = floor2 - ratio2 * depth; /* kc^2 of the swing on the other corner */
        after -= fall + (ratio2 * depth > rest ? swing_time(b, next, ratio2 * depth) : 0.0);
        side = -side;
        depth *= ratio2;
    }
    at_lean(b, 1.0, b->alpha, 0.0, q, u);
    q[THETA] = 0.0;
    return 0;
}

/* Does friction mu carry every swing of at most this depth, and N > 0?  For each lean the
 * demand is monotone in beta'^2, so its ends decide; 1000 leans sample a smooth function. */
static int stays_in_cone(const block *b, double depth)
{
    enum { LEANS = 1000 };
    const double mu = b->law[0].mu_s, floor2 = floor_level(b),
                 low = 2.0 * asin(sqrt(floor2 - depth));
    const double p2 = 0.75 * b->g / b->R;

    for (int i = 0; i <= LEANS; i++) {
        const double beta = low + (b->alpha - low) * i / LEANS, s = sin(beta), c = cos(beta);
        const double half = sin(0.5 * beta), most = 4.0 * p2 * (half * half - floor2 + depth);
        for (int fast = 0; fast < 2; fast++) {
            const double rate2 = fast ? fmax(most, 0.0) : 0.0;
            const double N = b->g * (1.0 - 0.75 * s * s) - b->R * c * rate2;
            if (N <= 0.0 || fabs(b->R * s * (p2 * c - rate2)) > mu * N) return 0;
        }
    }
    const double ratio = ratio_at_impact(b);
    return mu >= b->h / b->b * (1.0 - ratio) / (1.0 + ratio);
}

/* +1 on the left corner, -1 on the right: the lower one, or the one it is about to swing on. */
static double side_of(const double *q, const double *u)
{
    return q[THETA] < 0.0 || (q[THETA] == 0.0 && u[THETA] < 0.0) ? -1.0 : 1.0;
}

/* Is the start a swing on the lower corner without overturning?  Then note that swing. */
static int find_swing(block *b, const double *q, const double *u)
{
    const double side = side_of(q, u);
    const double beta = b->alpha - fabs(q[THETA]), rate = -side * u[THETA];
    const double half = sin(0.5 * beta), rise = b->R / (3.0 * b->g) * rate * rate;
    const double kc2 = half * half - rise;
    double Q[NU], U[NU];

    /* overturning, or so near balance (2e-6 rad) that rounding decides when it falls */
    if (beta <= 0.0 || kc2 <= 1e-12 || b->law[0].e_n != 0.0 || b->law[0].e_star != 0.0) return 0;
    b->side = side;
    b->x0 = 0.0;
    /* sin^2(alpha/2) - sin^2(beta/2), without cancellation, and what the motion adds */
    b->depth = sin(0.5 * (b->alpha + beta)) * sin(0.5 * fabs(q[THETA])) + rise;
    b->since = copysign(swing_time(b, kc2, rise), rate);
    at_lean(b, side, beta, rate, Q, U);
    b->x0 = q[X] - Q[X];

    const double close = 1e-12 * b->R, slow = 1e-12 * sqrt(b->g * b->R); /* rounding of the start */
    return fabs(Q[Y] - q[Y]) <= close && fabs(U[X] - u[X]) <= slow && fabs(U[Y] - u[Y]) <= slow &&
           stays_in_cone(b, b->depth);
}

/* ---- pictures and construction ---------------------------------------------------- */

static int draw(const void *par, const ss_config *x, const ss_pen *pen)
{
    const block *b = par;
    const double *q = x->q, *l = x->c, *r = x->c + 2, reach = 3.0 * b->R;
    const double px[] = {l[RX], r[RX], -l[RX], -r[RX]}, py[] = {l[RY], r[RY], -l[RY], -r[RY]};

    pen->line(pen->ctx, SS_INK_GROUND, q[X] - reach, 0.0, q[X] + reach, 0.0);
    for (int i = 0; i < 4; i++)
        pen->line(pen->ctx, SS_INK_BODY, q[X] + px[i], q[Y] + py[i], q[X] + px[(i + 1) % 4],
                  q[Y] + py[(i + 1) % 4]);
    return 0;
}

static int frame(const void *par, const ss_config *x, int contact, ss_contact_frame *f)
{
    const double *r = x->c + 2 * contact;
    (void)par;
    *f = (ss_contact_frame){.p = {x->q[X] + r[RX], x->q[Y] + r[RY]}, .n = {0.0, 1.0}, .t = {{1.0}}};
    return 0;
}

static ss_status build(const double *opt, ss_problem *out, char *why, size_t why_size)
{
    block *b = malloc(sizeof *b);
    if (!b) return SS_ENOMEM;
    (void)why, (void)why_size;

    const ss_law law = ss_law_from(opt + LAW);
    *b = (block){.b = opt[HALF_WIDTH],
                 .h = opt[HALF_HEIGHT],
                 .R = hypot(opt[HALF_WIDTH], opt[HALF_HEIGHT]),
                 .alpha = atan2(opt[HALF_WIDTH], opt[HALF_HEIGHT]),
                 .m = opt[MASS],
                 .g = opt[GRAVITY],
                 .law = {law, law}};
    at_lean(b, opt[TILT] < 0.0 ? -1.0 : 1.0, b->alpha * (1.0 - fabs(opt[TILT])), 0.0, b->q0, b->u0);
    for (int i = 0; i < NU; i++) {
        b->preset[i] = b->q0[i];
        b->preset[NU + i] = b->u0[i];
    }
    *out = (ss_problem){
        .name = "rocking-block",
        .dims = {.nq = NU, .nu = NU, .nc = CORNERS, .nt = 1, .npose = NPOSE},
        .traits = SS_MASS_CONSTANT | SS_MASS_DIAGONAL,
        .t_end = 12.0 * sqrt(b->R / b->g), /* several swings */
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
    block *b = (block *)p->par; /* ours: build() made it, nobody shares it yet */
    double *q = p->q0, *u = p->u0, Q[NU], U[NU], c[NPOSE], g[CORNERS];
    const double side = side_of(q, u);
    const ss_config x = {.q = q, .c = c};

    at_lean(b, side, b->alpha - fabs(q[THETA]), -side * u[THETA], Q, U);
    for (int i = X; i <= Y; i++) {
        if (q[i] == b->preset[i]) q[i] = Q[i];
        if (u[i] == b->preset[NU + i]) u[i] = U[i];
    }
    pose(b, 0.0, q, c);
    gap(b, &x, g);
    if (fmin(g[0], g[1]) < -1e-6 * b->R) { /* a touching start typed with six digits */
        snprintf(why, why_size, "a corner starts %g m below the floor", -fmin(g[0], g[1]));
        return SS_EARG;
    }
    if (!find_swing(b, q, u)) p->exact = NULL;
    return SS_OK;
}

const ss_family ss_rocking_block = {
    .name = "rocking-block",
    .cite = "textbook",
    .says = "A tilted block rocks from corner to corner until it rests, after Housner.",
    .options = options,
    .build = build,
    .ready = ready,
    .destroy = ss_family_free,
};
