/* chiaro_hopper.c - a one-legged hopping robot on a curved foot, driven by a torque in its knee
 * (giardina2013).
 *
 *     q = (x, y, phi_l, phi_u)    (x, y) the lower leg's centre of mass
 *
 * The lower leg's frame is turned by -phi_l, so that (a, b) in it is (a cos + b sin, -a sin +
 * b cos) in the world; the upper leg points along (cos phi_u, sin phi_u).  In the lower leg's
 * frame the middle of its tube lies at (l1, l2) from the centre of mass, the knee at p =
 * l1 - l_D along and l2 across.  With c, s of phi_l and C, S of phi_u the upper centre of mass is
 *
 *     X = x + p c + l2 s + l_u C      dX/dphi_l = A1 = l2 c - p s      dX/dphi_u = B1 = -l_u S
 *     Y = y - p s + l2 c + l_u S      dY/dphi_l = A2 = -p c - l2 s     dY/dphi_u = B2 = l_u C
 *
 * and since A1' = A2 phi_l', A2' = -A1 phi_l', B1' = -B2 phi_u', B2' = B1 phi_u', Lagrange's
 * equations of T = 1/2 m_l (x'^2 + y'^2) + 1/2 J_l phi_l'^2 + 1/2 m_u (X'^2 + Y'^2) + 1/2 J_u
 * phi_u'^2 and V = m_l g y + m_u g Y + 1/2 k (l_F - l_0)^2 give, with m = m_l + m_u,
 *
 *         [ m  0  m_u A1                  m_u B1            ]
 *     M = [    m  m_u A2                  m_u B2            ]
 *         [       J_l + m_u (p^2 + l2^2)  m_u (A1 B1 + A2 B2)]
 *         [                               J_u + m_u l_u^2   ]
 *
 *     h_x = -m_u (A2 phi_l'^2 - B2 phi_u'^2)          D = A1 B2 - A2 B1
 *     h_y =  m_u (A1 phi_l'^2 - B1 phi_u'^2) - m g
 *     h_l =  m_u D phi_u'^2 - m_u g A2 + Q
 *     h_u =  m_u D phi_l'^2 - m_u g B2 + Q
 *     Q   =  k (l_F - l_0) l_u l_h sin(phi_l + phi_u)/l_F + T_M - d (phi_l' + phi_u')
 *     l_F^2 = l_h^2 + l_u^2 + 2 l_u l_h cos(phi_l + phi_u),   l_0 its value at pi/2
 *     T_M = A_T sin(2 pi f_T t - pi)
 *
 * The foot is an arc of length s_f and radius R that is turned by beta against the leg and
 * sampled at n points; f_j is point j in the lower leg's frame, from the centre of mass:
 *
 *     f_j = (l1 + l_l/2, l2) + [cos be, -sin be; sin be, cos be] (R sin a_j, R (1 - cos a_j))
 *     a_j = (j - 1/2 - n/2) s_f/(n R),  j = 1..n
 *     gap_j = y - s f_x + c f_y,  wN = (0, 1, -c f_x - s f_y, 0),  wT = (1, 0, c f_y - s f_x, 0)
 *
 * beta may grow by beta_step every beta_every seconds until it passes beta_end, at once, as in
 * the source's last figure: gaps then jump, and a point that stands may be found inside the
 * ground by R beta_step sin a_j.
 *
 * The start is the equilibrium of the source's appendix B: the spring at rest, and the common
 * centre of mass below the centre of the arc.  The spring then gives way under the weight.
 *
 * published=1 is the source's program where it differs: the third row of its inertia terms has
 * phi_l'^2 where phi_u'^2 belongs, in the terms of l1 and l2 (a free flight gains or loses energy
 * at any step size); its equilibrium forgets to turn the foot's centre by beta; its foot points
 * are shifted along the foot by half a spacing but not raised with it; and the torque and friction
 * of its listing, (155/12) 0.131 0.38 N m and 0.33, stand where A_T, mu_s or mu_d are at their
 * presets, which are those of its tables.  published=2 leaves those as they are given.
 */
#include "problems/chiaro_hopper.h"
#include "problems/base/trig.h"
#include "problems/base/two.h"
#include "problems/family.h"
#include <math.h>
#include <stdio.h>

typedef ss_chiaro hopper;

static const double TABLE_TORQUE = 0.5, TABLE_FRICTION = 0.3;
static const double LISTING_TORQUE = 155.0 / 12.0 * 0.131 * 0.38, LISTING_FRICTION = 0.33;

enum {
    F_T,
    RADIUS,
    BETA,
    POINTS,
    PUBLISHED,
    A_T,
    STIFFNESS,
    DAMPING,
    BETA_STEP,
    BETA_EVERY,
    BETA_END,
    L_L,
    L_U,
    L_H,
    S_F,
    CAD_X,
    CAD_Y,
    M_L,
    M_U,
    J_L,
    J_U,
    GRAVITY,
    LAW
};

enum { MOST_POINTS = 200 };

static const ss_option options[] = {
    [F_T] = {"f_T", SS_REAL, 3.4, 0.0, 1e3, "Hz", "frequency of the knee torque", NULL},
    [RADIUS] = {"R", SS_REAL, 0.3, 1e-3, 1e3, "m", "radius of the foot", NULL},
    [BETA] = {"beta", SS_REAL, 1.05, -3.2, 3.2, "rad", "angle from the foot to the lower leg",
              NULL},
    [POINTS] = {"points", SS_INTEGER, 10, 1, MOST_POINTS, "1", "contact points on the foot", NULL},
    [PUBLISHED] = {"published", SS_INTEGER, 0, 0, 2, "1",
                   "1: the source's program with its slips, and its torque and friction where "
                   "those are at their presets; 2: with its slips alone",
                   NULL},
    [A_T] = {"A_T", SS_REAL, 0.5, 0.0, 1e3, "N m", "amplitude of the knee torque", NULL},
    [STIFFNESS] = {"k", SS_REAL, 3022.0, 0.0, 1e9, "N/m", "stiffness of the spring", NULL},
    [DAMPING] = {"d", SS_REAL, 0.06, 0.0, 1e6, "N m s", "damping of the knee", NULL},
    [BETA_STEP] = {"beta_step", SS_REAL, 0.05, -1.0, 1.0, "rad", "change of beta at a time", NULL},
    [BETA_EVERY] = {"beta_every", SS_REAL, 0.0, 0.0, 1e6, "s", "time between two changes; 0: none",
                    NULL},
    [BETA_END] = {"beta_end", SS_REAL, 1.1, -3.2, 3.2, "rad", "where beta stops changing", NULL},
    [L_L] = {"lower_length", SS_REAL, 0.2, 1e-6, 1e3, "m", "length of the lower leg", NULL},
    [L_U] = {"upper_length", SS_REAL, 0.16, 1e-6, 1e3, "m", "length of the upper leg", NULL},
    [L_H] = {"arm", SS_REAL, 0.05, 1e-6, 1e3, "m", "moment arm of the spring", NULL},
    [S_F] = {"foot_length", SS_REAL, 0.2, 1e-6, 1e3, "m", "length of the foot's arc", NULL},
    [CAD_X] = {"cad_x", SS_REAL, -0.0628469, -1e3, 1e3, "m",
               "lower centre of mass from the foot, along the ground at phi_l = beta = pi/4", NULL},
    [CAD_Y] = {"cad_y", SS_REAL, 0.044985, -1e3, 1e3, "m", "the same, upwards", NULL},
    [M_L] = {"lower_mass", SS_REAL, 0.239, 1e-9, 1e6, "kg", "mass of the lower leg", NULL},
    [M_U] = {"upper_mass", SS_REAL, 0.481, 1e-9, 1e6, "kg", "mass of the upper leg", NULL},
    [J_L] = {"lower_inertia", SS_REAL, 1471e-6, 1e-12, 1e6, "kg m^2", "inertia of the lower leg",
             NULL},
    [J_U] = {"upper_inertia", SS_REAL, 1579e-6, 1e-12, 1e6, "kg m^2", "inertia of the upper leg",
             NULL},
    [GRAVITY] = {"g", SS_REAL, 9.81, 0.0, 1e6, "m/s^2", "gravity", NULL},
    SS_LAW_OPTIONS(LAW, 0.3, 0.3, 0.0),
    {0}};

static const char *const names[] = {"x", "y", "phi_l", "phi_u"};

/* Which beta it is: as many as there are multiples of `every` up to t, however t/every rounds. */
static double stage_at(const hopper *h, double t)
{
    double k = floor(t / h->every);
    if ((k + 1.0) * h->every <= t) k++;
    if (k * h->every > t) k--;
    return fmin(fmax(k, 0.0), h->stages - 1);
}

static double jump(const void *par, double t)
{
    const hopper *h = par;
    if (h->stages == 1) return INFINITY;
    const double next = stage_at(h, t) + 1.0;
    return next < h->stages ? next * h->every : INFINITY;
}

static int pose(const void *par, double t, const double *q, double *c)
{
    const hopper *h = par;
    double sine[2], cosine[2], drive, unused;

    ss_sincos_pair(q[LOWER], q[UPPER], sine, cosine);
    const double s = sine[0], co = cosine[0], S = sine[1], C = cosine[1];
    ss_sincos(h->omega * t, &drive, &unused);
    c[SL] = s;
    c[CL] = co;
    c[SU] = S;
    c[CU] = C;
    c[A1] = h->l2 * co - h->p * s;
    c[A2] = -h->p * co - h->l2 * s;
    c[B1] = -h->lu * S;
    c[B2] = h->lu * C;
    c[TORQUE] = -h->A * drive; /* sin(w t - pi) */
    c[STAGE] = h->stages > 1 ? stage_at(h, t) : 0.0;
    return 0;
}

static int mass(const void *par, const ss_config *x, double *M)
{
    const hopper *h = par;
    const double *c = x->c;

    M[0] = M[5] = h->m;
    M[1] = M[4] = 0.0;
    M[2] = M[8] = h->mu * c[A1];
    M[3] = M[12] = h->mu * c[B1];
    M[6] = M[9] = h->mu * c[A2];
    M[7] = M[13] = h->mu * c[B2];
    M[10] = h->M33;
    M[11] = M[14] = h->mu * (c[A1] * c[B1] + c[A2] * c[B2]);
    M[15] = h->M44;
    return 0;
}

/* sine and cosine of phi_l + phi_u, and the spring's length */
static double spring(const hopper *h, const double *c, double *sine)
{
    *sine = c[SL] * c[CU] + c[CL] * c[SU];
    const double cosine = c[CL] * c[CU] - c[SL] * c[SU];
    return sqrt(h->spring[0] + h->spring[1] * cosine);
}

/* The printed third row instead of m_u D phi_u'^2. */
static double printed_row(const hopper *h, const double *c, double ll, double uu)
{
    const double sine = c[SL] * c[CU] + c[CL] * c[SU], cosine = c[CL] * c[CU] - c[SL] * c[SU];
    return h->mu * h->lu * (ll * (h->l2 * cosine - h->l1 * sine) + uu * h->lD * sine);
}

static int force(const void *par, const ss_config *x, const double *u, double *f)
{
    const hopper *h = par;
    const double *c = x->c;
    const double ll = u[LOWER] * u[LOWER], uu = u[UPPER] * u[UPPER];
    const double D = h->mu * (c[A1] * c[B2] - c[A2] * c[B1]);
    double sine;
    const double lF = spring(h, c, &sine);
    const double Q =
        h->k * (lF - h->l0) * h->lu * h->lh * sine / lF + c[TORQUE] - h->d * (u[LOWER] + u[UPPER]);

    f[X] = h->mu * (c[B2] * uu - c[A2] * ll);
    f[Y] = h->mu * (c[A1] * ll - c[B1] * uu) - h->mg;
    f[LOWER] = (h->published ? printed_row(h, c, ll, uu) : D * uu) - h->mug * c[A2] + Q;
    f[UPPER] = D * ll - h->mug * c[B2] + Q;
    return 0;
}

static int gap(const void *par, const ss_config *x, double *restrict g)
{
    const hopper *h = par;
    const int n = h->n;
    const double *restrict fx = ss_chiaro_foot(h, x), *restrict fy = fx + n;
    const double y = x->q[Y], s = x->c[SL], c = x->c[CL];
    int j = 0;

#ifdef SS_HAS_TWO
    for (; j + 2 <= n; j += 2)
        ss_two_put(g + j, y - s * ss_two_get(fx + j) + c * ss_two_get(fy + j));
#endif
    for (; j < n; j++) g[j] = y - s * fx[j] + c * fy[j];
    return 0;
}

static int jac(const void *par, const ss_config *x, int contact, double *W)
{
    const hopper *h = par;
    const double *f = ss_chiaro_foot(h, x) + contact;
    const double fx = f[0], fy = f[h->n], s = x->c[SL], c = x->c[CL];

    W[0] = 0.0, W[1] = 1.0, W[2] = -c * fx - s * fy, W[3] = 0.0;
    W[4] = 1.0, W[5] = 0.0, W[6] = c * fy - s * fx, W[7] = 0.0;
    return 0;
}

static int zeta(const void *par, const ss_config *x, const double *u, int contact, double *z)
{
    const hopper *h = par;
    const double *f = ss_chiaro_foot(h, x) + contact;
    const double fx = f[0], fy = f[h->n], s = x->c[SL], c = x->c[CL];
    const double ll = u[LOWER] * u[LOWER];

    z[0] = (s * fx - c * fy) * ll;
    z[1] = -(c * fx + s * fy) * ll;
    return 0;
}

/* Velocity of the upper centre of mass. */
static void upper_velocity(const double *c, const double *u, double v[2])
{
    v[0] = u[X] + c[A1] * u[LOWER] + c[B1] * u[UPPER];
    v[1] = u[Y] + c[A2] * u[LOWER] + c[B2] * u[UPPER];
}

/* The upper centre of mass, from the lower one: (p c + l2 s + l_u C, l2 c - p s + l_u S). */
static void upper_place(const double *c, double r[2])
{
    r[0] = c[B2] - c[A2];
    r[1] = c[A1] - c[B1];
}

static int energy(const void *par, const ss_config *x, const double *u, double *kinetic,
                  double *potential)
{
    const hopper *h = par;
    double sine, v[2], r[2];
    const double stretch = spring(h, x->c, &sine) - h->l0;

    upper_velocity(x->c, u, v);
    upper_place(x->c, r);
    *kinetic = 0.5 * (h->ml * (u[X] * u[X] + u[Y] * u[Y]) + h->Jl * u[LOWER] * u[LOWER] +
                      h->mu * (v[0] * v[0] + v[1] * v[1]) + h->Ju * u[UPPER] * u[UPPER]);
    *potential = h->g * (h->m * x->q[Y] + h->mu * r[1]) + 0.5 * h->k * stretch * stretch;
    return 0;
}

static int power(const void *par, const ss_config *x, const double *u, double *p)
{
    const hopper *h = par;
    const double bend = u[LOWER] + u[UPPER];
    *p = (x->c[TORQUE] - h->d * bend) * bend;
    return 0;
}

/* The source's program looks at the lower leg alone when it asks whether the robot fell. */
static int gait(const void *par, const ss_config *x, const double *u, ss_gait *out)
{
    const hopper *h = par;
    const double share = h->mu / h->m;
    double r[2], v[2];

    upper_place(x->c, r);
    upper_velocity(x->c, u, v);
    *out = (ss_gait){
        .mass = h->m,
        .weight = h->mg,
        .r = {x->q[X] + share * r[0], x->q[Y] + share * r[1]},
        .v = {u[X] + share * (v[0] - u[X]), u[Y] + share * (v[1] - u[Y])},
        .height = !h->published && r[1] < 0.0 ? x->q[Y] + r[1] : x->q[Y],
        .drive = x->c[TORQUE] * (u[LOWER] + u[UPPER]),
    };
    return 0;
}

/* ---- building ---------------------------------------------------------------------- */

/* Every beta of the run: 1 if it does not change. */
static int count_stages(const double *opt)
{
    const double span = opt[BETA_END] - opt[BETA], step = opt[BETA_STEP];
    if (opt[BETA_EVERY] == 0.0 || step == 0.0 || span * step <= 0.0) return 1;
    return 1 + (int)floor(span / step * (1.0 + 1e-9)); /* 0.3/0.05 may round to 5.999... */
}

static void place_foot(const hopper *h, double s_f, double beta, double *fx, double *fy)
{
    const double cb = cos(beta), sb = sin(beta), spacing = s_f / h->n;

    for (int j = 0; j < h->n; j++) {
        const double at = j - 0.5 * h->n + (h->published ? 0.0 : 0.5);
        const double a = at * spacing / h->R;
        const double kx = h->R * sin(a) + (h->published ? 0.5 * spacing : 0.0);
        const double ky = h->R * (1.0 - cos(a));
        fx[j] = h->l1 + h->half + cb * kx - sb * ky;
        fy[j] = h->l2 + sb * kx + cb * ky;
    }
}

static ss_status build(const double *opt, ss_problem *out, char *why, size_t why_size)
{
    const int n = (int)opt[POINTS], stages = count_stages(opt);
    const size_t per_law = (sizeof(ss_law) + sizeof(double) - 1) / sizeof(double);
    const size_t room = (size_t)stages * (1 + 2 * (size_t)n) + per_law * (size_t)n;
    hopper *h;

    if (opt[L_U] == opt[L_H]) {
        snprintf(why, why_size,
                 "upper_length and arm are equal: the spring could shrink to nothing");
        return SS_EARG;
    }
    if (!(h = malloc(sizeof *h + room * sizeof(double)))) return SS_ENOMEM;

    double *beta = h->room, *foot = beta + stages;
    ss_law *law = (ss_law *)(foot + (size_t)stages * 2 * (size_t)n);
    const double root = sqrt(0.5), mu = opt[M_U], lu = opt[L_U];
    /* the foot from the centre of mass, in the lower leg's frame; then the middle of the tube */
    const double foot_x = -root * (opt[CAD_X] - opt[CAD_Y]);
    const double l2 = -root * (opt[CAD_X] + opt[CAD_Y]), l1 = foot_x - 0.5 * opt[L_L];
    const double lD = 0.5 * opt[L_L] - opt[L_H], p = l1 - lD;
    const int published = opt[PUBLISHED] != 0.0;
    const int listing = opt[PUBLISHED] == 1.0; /* its values too */
    const double A = listing && opt[A_T] == TABLE_TORQUE ? LISTING_TORQUE : opt[A_T];
    ss_law one = ss_law_from(opt + LAW);
    if (listing && one.mu_s == TABLE_FRICTION) one.mu_s = LISTING_FRICTION;
    if (listing && one.mu_d == TABLE_FRICTION) one.mu_d = LISTING_FRICTION;

    *h = (hopper){.m = opt[M_L] + mu,
                  .ml = opt[M_L],
                  .mu = mu,
                  .g = opt[GRAVITY],
                  .M33 = opt[J_L] + mu * (p * p + l2 * l2),
                  .M44 = opt[J_U] + mu * lu * lu,
                  .Jl = opt[J_L],
                  .Ju = opt[J_U],
                  .p = p,
                  .l1 = l1,
                  .l2 = l2,
                  .lu = lu,
                  .lh = opt[L_H],
                  .lD = lD,
                  .half = 0.5 * opt[L_L],
                  .k = opt[STIFFNESS],
                  .d = opt[DAMPING],
                  .l0 = hypot(opt[L_H], lu),
                  .spring = {opt[L_H] * opt[L_H] + lu * lu, 2.0 * lu * opt[L_H]},
                  .mg = (opt[M_L] + mu) * opt[GRAVITY],
                  .mug = mu * opt[GRAVITY],
                  .A = A,
                  .omega = SS_TWO_PI * opt[F_T],
                  .every = opt[BETA_EVERY],
                  .R = opt[RADIUS],
                  .span = 0.5 * opt[S_F] / opt[RADIUS],
                  .n = n,
                  .stages = stages,
                  .published = published,
                  .beta = beta,
                  .foot = foot,
                  .law = law};
    for (int i = 0; i < n; i++) law[i] = one;
    for (int i = 0; i < stages; i++) {
        beta[i] = opt[BETA] + i * opt[BETA_STEP];
        place_foot(h, opt[S_F], beta[i], foot + (size_t)i * 2 * (size_t)n,
                   foot + (size_t)(2 * i + 1) * (size_t)n);
    }
    const ss_chiaro_stance stance = {
        .beta = opt[BETA],
        .R = opt[RADIUS],
        .foot = {foot_x, l2},
        .knee = {p, l2},
        .lu = lu,
        .share = mu / h->m,
        .cad = {opt[CAD_X], opt[CAD_Y]},
        .published = published,
    };
    ss_chiaro_start(&stance, h->q0);

    *out = (ss_problem){
        .name = "chiaro-hopper",
        .dims = {.nq = NU, .nu = NU, .nc = n, .nt = 1, .npose = NPOSE},
        .traits = stages > 1 ? SS_GAP_JUMPS : 0,
        .t_end = 5.0,
        .q_name = names,
        .u_name = names,
        .q0 = h->q0,
        .u0 = h->u0,
        .law = law,
        .par = h,
        .pose = pose,
        .mass = mass,
        .force = force,
        .gap = gap,
        .jac = jac,
        .zeta = zeta,
        .energy = energy,
        .power = power,
        .gait = gait,
        .jump = jump,
        .draw = ss_chiaro_draw,
        .frame = ss_chiaro_frame,
    };
    return SS_OK;
}

/* Points of the foot may not start in the ground; typed with six digits they may touch.  The
 * source's own start may: its foot points are off the arc by up to half a spacing (0.1 mm deep at
 * R = 0.2 m, beta = 0.95), and its program begins there. */
static ss_status ready(ss_problem *p, char *why, size_t why_size)
{
    const hopper *h = p->par;
    const double digits = 1e-6 * (h->R + fabs(p->q0[1]));
    double c[NPOSE], g[MOST_POINTS];

    if (h->published) return SS_OK;
    pose(h, 0.0, p->q0, c);
    gap(h, &(ss_config){.q = p->q0, .c = c}, g);
    for (int i = 0; i < h->n; i++) {
        if (g[i] >= -digits) continue;
        snprintf(why, why_size, "point %d of the foot starts %g m below the floor", i + 1, -g[i]);
        return SS_EARG;
    }
    return SS_OK;
}

const ss_family ss_chiaro_hopper = {
    .name = "chiaro-hopper",
    .cite = "giardina2013",
    .says = "One-legged robot with a curved foot that hops by a torque in its sprung knee.",
    .options = options,
    .build = build,
    .ready = ready,
    .destroy = ss_family_free,
};
