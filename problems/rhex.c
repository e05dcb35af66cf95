/* rhex.c - a planar RHex: a body on two two-link legs with point feet (seghete2012, section V).
 *
 *     q = (x, y, theta, hip_L, hip_R, knee_L, knee_R)
 *
 * (x, y) is the axis of both hips, theta the pitch of the body, counter-clockwise; hip angles are
 * relative to the body, knee angles to the upper links.  Both hips are on one axis: only so is
 * theta a symmetry at a double stance, as the source says.  With the absolute angles of the links
 *
 *     al_i = theta + hip_i,   be_i = al_i + knee_i,     a(al) = (sin al, -cos al) pointing down
 *
 * the body's centre of mass is `hang` below the axis, the links' are in their middles, and
 *
 *     foot_i = (x, y) + l1 a(al_i) + l2 a(be_i),        gap_i = y - l1 cos al_i - l2 cos be_i
 *
 * In the velocities w = (x', y', theta', al', be'), with S0 = m_b hang, S1 = (m1/2 + m2) l1,
 * S2 = m2 l2/2, C = m2 l1 l2/2, A = (m1/3 + m2) l1^2, B = m2 l2^2/3,
 *
 *     T = m (x'^2 + y'^2)/2 + (J + m_b hang^2) theta'^2/2
 *         + S0 theta' (cos theta x' + sin theta y')
 *         + sum_i A al'^2/2 + B be'^2/2 + C cos(al - be) al' be'
 *                 + al' S1 (cos al x' + sin al y') + be' S2 (cos be x' + sin be y')
 *     V = g (m y - S0 cos theta - sum_i S1 cos al + S2 cos be) + sum_i k (knee_i - knee_rest)^2/2
 *
 * and w = N q' with a constant N, so M = N' M_w N and h = N' h_w.  Knees have a damper c and
 * hips are driven by torques; their power is `power`.
 *
 * The gait (ours, after RHex): each leg turns clockwise once per period, slowly while it points
 * down and fast over the top.  The line from hip to foot of the leg at rest follows
 *
 *     psi(s) = -2 arctan(slow tan(pi s)),   s = t/period -+ 1/4 turns from pointing down
 *
 * half a turn of s apart for the two legs, so that they change over at psi = +-2 arctan(slow).  The
 * torque kp sin(psi - bend - al) + kd (psi' - al') at the hip holds the upper link to that clock;
 * it knows the pitch, and the body hangs from the hips as a pendulum.
 *
 * Start: the double stance with equal knees that the gait begins with, the right leg in front and
 * rolling over its foot at the clock's rate.  Where q0_hip_R, q0_knee_R
 * or q0_theta is changed and q0_hip_L, q0_knee_L, q0_y are left at their presets, these follow: the
 * left knee is the right one, the left leg the mirror image of the right one's line from hip to
 * foot, both feet on the ground.  Two numbers scan all such stances (the source's Figure 2), even
 * those in which the body is below the ground.
 *
 * Masses and lengths are not published; those here are of the robot's order: a body of 7 kg, legs
 * of 0.3 m and 0.4 kg.  The body's inertia is that of 7 kg at 0.34 m: less, and the torques of a
 * standing leg turn it over.
 */
#include "problems/family.h"
#include <math.h>
#include <stdio.h>

enum {
    BODY_MASS,
    BODY_INERTIA,
    HANG,
    LENGTH1,
    LENGTH2,
    MASS1,
    MASS2,
    KNEE_REST,
    KNEE_K,
    KNEE_C,
    GAIT,
    PERIOD,
    SLOW,
    KP,
    KD,
    GRAVITY,
    LAW
};
enum { GAIT_CLOCK, GAIT_NONE };

static const ss_option options[] = {
    [BODY_MASS] = {"body_mass", SS_REAL, 7.0, 1e-6, 1e6, "kg", "mass of the body", NULL},
    [BODY_INERTIA] = {"body_inertia", SS_REAL, 0.8, 1e-9, 1e6, "kg m^2",
                      "inertia of the body about its centre of mass", NULL},
    [HANG] = {"hang", SS_REAL, 0.15, -1e3, 1e3, "m",
              "depth of the body's centre of mass below the hips", NULL},
    [LENGTH1] = {"upper_length", SS_REAL, 0.15, 1e-6, 1e6, "m", "length of an upper link", NULL},
    [LENGTH2] = {"lower_length", SS_REAL, 0.15, 1e-6, 1e6, "m", "length of a lower link", NULL},
    [MASS1] = {"upper_mass", SS_REAL, 0.2, 1e-9, 1e6, "kg", "mass of an upper link", NULL},
    [MASS2] = {"lower_mass", SS_REAL, 0.2, 1e-9, 1e6, "kg", "mass of a lower link", NULL},
    [KNEE_REST] = {"knee_rest", SS_REAL, 0.6, -3.0, 3.0, "rad", "knee angle of the spring at rest",
                   NULL},
    [KNEE_K] = {"knee_k", SS_REAL, 30.0, 0.0, 1e9, "N m/rad", "stiffness of a knee", NULL},
    [KNEE_C] = {"knee_c", SS_REAL, 0.1, 0.0, 1e9, "N m s/rad", "damping of a knee", NULL},
    [GAIT] = {"gait", SS_CHOICE, GAIT_CLOCK, 0.0, 0.0, "", "what drives the hips", "clock|none"},
    [PERIOD] = {"period", SS_REAL, 0.9, 1e-3, 1e3, "s", "one turn of a leg", NULL},
    [SLOW] = {"slow", SS_REAL, 0.2, 1e-3, 1.0, "1", "rate of a leg that points down over the mean",
              NULL},
    [KP] = {"kp", SS_REAL, 80.0, 0.0, 1e6, "N m/rad", "stiffness of the hip drive", NULL},
    [KD] = {"kd", SS_REAL, 2.0, 0.0, 1e6, "N m s/rad", "damping of the hip drive", NULL},
    [GRAVITY] = {"g", SS_REAL, 9.81, 0.0, 1e6, "m/s^2", "gravity", NULL},
    SS_LAW_OPTIONS(LAW, 0.8, 0.8, 0.0),
    {0}};

static const char *const names[] = {"x", "y", "theta", "hip_L", "hip_R", "knee_L", "knee_R"};

enum { X, Y, THETA, HIP, KNEE = HIP + 2, NU = KNEE + 2, LEGS = 2 };
/* pose: sine and cosine of theta, then of al and be of each leg */
enum { SIN, COS, AL = 2, BE = AL + 2 * LEGS, NPOSE = BE + 2 * LEGS };

typedef struct rhex {
    double q0[NU], u0[NU], preset[NU];
    double m, J, S0, S1, S2, A, B, C; /* as in the head; J about the hips */
    double hang, l1, l2, g;
    double rest, k, c;
    double period, slow, kp, kd;
    double bend; /* from upper link to the line from hip to foot, knee at rest */
    int driven;
    ss_law law[LEGS];
} rhex;

static int pose(const void *par, double t, const double *q, double *c)
{
    (void)par, (void)t;
    c[SIN] = sin(q[THETA]);
    c[COS] = cos(q[THETA]);
    for (int i = 0; i < LEGS; i++) {
        const double al = q[THETA] + q[HIP + i], be = al + q[KNEE + i];
        c[AL + 2 * i] = sin(al), c[AL + 2 * i + 1] = cos(al);
        c[BE + 2 * i] = sin(be), c[BE + 2 * i + 1] = cos(be);
    }
    return 0;
}

/* sine or cosine (0 or 1) of the upper or lower link (0 or 2 LEGS) of leg i */
static inline double trig(const double *c, int link, int i, int which)
{
    return c[AL + link + 2 * i + which];
}
enum { UPPER = 0, LOWER = 2 * LEGS };

static inline double cos_knee(const double *c, int i)
{
    return trig(c, UPPER, i, COS) * trig(c, LOWER, i, COS) +
           trig(c, UPPER, i, SIN) * trig(c, LOWER, i, SIN);
}

static inline double sin_knee(const double *c, int i)
{
    return trig(c, LOWER, i, SIN) * trig(c, UPPER, i, COS) -
           trig(c, LOWER, i, COS) * trig(c, UPPER, i, SIN);
}

/* ---- inertia and forces --------------------------------------------------------------------- */

static int mass(const void *par, const ss_config *x, double *M)
{
    const rhex *r = par;
    const double *c = x->c;

    for (int i = 0; i < NU * NU; i++) M[i] = 0.0;
#define AT(i, j) M[(i)*NU + (j)]
    AT(X, X) = AT(Y, Y) = r->m;
    AT(X, THETA) = r->S0 * c[COS];
    AT(Y, THETA) = r->S0 * c[SIN];
    AT(THETA, THETA) = r->J;
    for (int i = 0; i < LEGS; i++) {
        const int H = HIP + i, K = KNEE + i;
        const double C = r->C * cos_knee(c, i);
        const double low[2] = {r->S2 * trig(c, LOWER, i, COS), r->S2 * trig(c, LOWER, i, SIN)};
        const double all[2] = {low[0] + r->S1 * trig(c, UPPER, i, COS),
                               low[1] + r->S1 * trig(c, UPPER, i, SIN)};
        const double hip = r->A + r->B + 2.0 * C; /* of the leg about its hip */
        for (int a = X; a <= Y; a++) {
            AT(a, THETA) += all[a];
            AT(a, H) = all[a];
            AT(a, K) = low[a];
        }
        AT(THETA, THETA) += hip;
        AT(THETA, H) = AT(H, H) = hip;
        AT(THETA, K) = AT(H, K) = r->B + C;
        AT(K, K) = r->B;
    }
    for (int i = 0; i < NU; i++)
        for (int j = 0; j < i; j++) AT(i, j) = AT(j, i);
#undef AT
    return 0;
}

/* The clock: line from hip to foot, and its rate.  Angles fall: the robot walks towards +x. */
static double clock_angle(const rhex *r, double t, int leg, double *rate)
{
    const double turns = t / r->period + (leg == 0 ? 0.25 : -0.25), whole = round(turns);
    const double a = SS_PI * (turns - whole), c = cos(a), s = r->slow * sin(a);

    *rate = -SS_TWO_PI / r->period * r->slow / (c * c + s * s);
    return -2.0 * atan2(s, c) - SS_TWO_PI * whole;
}

static double hip_torque(const rhex *r, const ss_config *x, const double *u, int i)
{
    double rate;
    if (!r->driven) return 0.0;
    const double angle = clock_angle(r, x->t, i, &rate) - r->bend;
    const double late = angle - x->q[THETA] - x->q[HIP + i]; /* turns do not count */
    return r->kp * sin(late) + r->kd * (rate - u[THETA] - u[HIP + i]);
}

static int force(const void *par, const ss_config *x, const double *u, double *h)
{
    const rhex *r = par;
    const double *c = x->c, w = u[THETA];

    h[X] = r->S0 * c[SIN] * w * w;
    h[Y] = -r->S0 * c[COS] * w * w - r->m * r->g;
    h[THETA] = -r->g * r->S0 * c[SIN];
    for (int i = 0; i < LEGS; i++) {
        const double al = w + u[HIP + i], be = al + u[KNEE + i];
        const double C = r->C * sin_knee(c, i); /* sin(be - al) */
        const double up = C * be * be - r->g * r->S1 * trig(c, UPPER, i, SIN);
        const double low = -C * al * al - r->g * r->S2 * trig(c, LOWER, i, SIN);
        const double pull1 = r->S1 * al * al, pull2 = r->S2 * be * be;
        h[X] += pull1 * trig(c, UPPER, i, SIN) + pull2 * trig(c, LOWER, i, SIN);
        h[Y] -= pull1 * trig(c, UPPER, i, COS) + pull2 * trig(c, LOWER, i, COS);
        h[THETA] += up + low;
        h[HIP + i] = up + low + hip_torque(r, x, u, i);
        h[KNEE + i] = low - r->k * (x->q[KNEE + i] - r->rest) - r->c * u[KNEE + i];
    }
    return 0;
}

static int power(const void *par, const ss_config *x, const double *u, double *p)
{
    const rhex *r = par;

    *p = 0.0;
    for (int i = 0; i < LEGS; i++)
        *p += hip_torque(r, x, u, i) * u[HIP + i] - r->c * u[KNEE + i] * u[KNEE + i];
    return 0;
}

static int energy(const void *par, const ss_config *x, const double *u, double *kinetic,
                  double *potential)
{
    const rhex *r = par;
    const double *c = x->c;
    double T = 0.5 * r->m * (u[X] * u[X] + u[Y] * u[Y]) + 0.5 * r->J * u[THETA] * u[THETA] +
               r->S0 * u[THETA] * (c[COS] * u[X] + c[SIN] * u[Y]);
    double V = r->g * (r->m * x->q[Y] - r->S0 * c[COS]);

    for (int i = 0; i < LEGS; i++) {
        const double al = u[THETA] + u[HIP + i], be = al + u[KNEE + i];
        const double bend = x->q[KNEE + i] - r->rest;
        T += 0.5 * r->A * al * al + 0.5 * r->B * be * be + r->C * cos_knee(c, i) * al * be +
             al * r->S1 * (trig(c, UPPER, i, COS) * u[X] + trig(c, UPPER, i, SIN) * u[Y]) +
             be * r->S2 * (trig(c, LOWER, i, COS) * u[X] + trig(c, LOWER, i, SIN) * u[Y]);
        V += 0.5 * r->k * bend * bend -
             r->g * (r->S1 * trig(c, UPPER, i, COS) + r->S2 * trig(c, LOWER, i, COS));
    }
    *kinetic = T;
    *potential = V;
    return 0;
}

/* ---- feet ------------------------------------------------------------------------------------ */

static int gap(const void *par, const ss_config *x, double *g)
{
    const rhex *r = par;
    for (int i = 0; i < LEGS; i++)
        g[i] = x->q[Y] - r->l1 * trig(x->c, UPPER, i, COS) - r->l2 * trig(x->c, LOWER, i, COS);
    return 0;
}

static int jac(const void *par, const ss_config *x, int contact, double *W)
{
    const rhex *r = par;
    for (int k = 0; k < 2; k++) { /* heights go with sines, distances with cosines */
        double *row = W + k * NU;
        const double low = r->l2 * trig(x->c, LOWER, contact, k);
        const double all = low + r->l1 * trig(x->c, UPPER, contact, k);
        for (int j = 0; j < NU; j++) row[j] = 0.0;
        row[k == 0 ? Y : X] = 1.0;
        row[THETA] = row[HIP + contact] = all;
        row[KNEE + contact] = low;
    }
    return 0;
}

static int zeta(const void *par, const ss_config *x, const double *u, int contact, double *z)
{
    const rhex *r = par;
    const double al = u[THETA] + u[HIP + contact], be = al + u[KNEE + contact];
    const double pull1 = r->l1 * al * al, pull2 = r->l2 * be * be;
    z[0] = pull1 * trig(x->c, UPPER, contact, COS) + pull2 * trig(x->c, LOWER, contact, COS);
    z[1] = -pull1 * trig(x->c, UPPER, contact, SIN) - pull2 * trig(x->c, LOWER, contact, SIN);
    return 0;
}

static int frame(const void *par, const ss_config *x, int contact, ss_contact_frame *f)
{
    const rhex *r = par;
    double g[LEGS];
    gap(par, x, g);
    *f = (ss_contact_frame){.p = {x->q[X] + r->l1 * trig(x->c, UPPER, contact, SIN) +
                                      r->l2 * trig(x->c, LOWER, contact, SIN),
                                  g[contact]},
                            .n = {0.0, 1.0},
                            .t = {{1.0}}};
    return 0;
}

static int draw(const void *par, const ss_config *x, const ss_pen *pen)
{
    const rhex *r = par;
    const double reach = 5.0 * (r->l1 + r->l2), half = 0.25, px = x->q[X], py = x->q[Y];
    const double s = x->c[SIN], c = x->c[COS];

    pen->line(pen->ctx, SS_INK_GROUND, px - reach, 0.0, px + reach, 0.0);
    pen->line(pen->ctx, SS_INK_BODY, px - half * c, py - half * s, px + half * c, py + half * s);
    pen->line(pen->ctx, SS_INK_MARK, px, py, px + r->hang * s, py - r->hang * c);
    for (int i = 0; i < LEGS; i++) {
        const double kx = px + r->l1 * trig(x->c, UPPER, i, SIN);
        const double ky = py - r->l1 * trig(x->c, UPPER, i, COS);
        pen->line(pen->ctx, i ? SS_INK_BODY : SS_INK_SPRING, px, py, kx, ky);
        pen->line(pen->ctx, i ? SS_INK_BODY : SS_INK_SPRING, kx, ky,
                  kx + r->l2 * trig(x->c, LOWER, i, SIN), ky - r->l2 * trig(x->c, LOWER, i, COS));
    }
    return 0;
}

/* ---- building -------------------------------------------------------------------------------- */

/* From the upper link to the line from hip to foot; *length of that line. */
static double bend_of(const rhex *r, double knee, double *length)
{
    const double across = r->l2 * sin(knee), along = r->l1 + r->l2 * cos(knee);
    *length = hypot(across, along);
    return atan2(across, along);
}

/* What the right leg says about the left one and the height. */
static void stand(const rhex *r, double *q)
{
    double length;
    const double bend = bend_of(r, q[KNEE + 1], &length), line = q[THETA] + q[HIP + 1] + bend;

    q[KNEE] = q[KNEE + 1];
    q[HIP] = -line - bend - q[THETA];
    q[Y] = length * cos(line);
}

/* Velocities of the gait's start: the right foot is at rest, the left one leaves. */
static void roll(const rhex *r, const double *q, double *u)
{
    double length;
    const double line = q[HIP + 1] + bend_of(r, q[KNEE + 1], &length);

    for (int i = 0; i < LEGS; i++) clock_angle(r, 0.0, i, &u[HIP + i]);
    u[X] = -length * cos(line) * u[HIP + 1];
    u[Y] = -length * sin(line) * u[HIP + 1];
}

static ss_status build(const double *opt, ss_problem *out, char *why, size_t why_size)
{
    rhex *r = malloc(sizeof *r);
    if (!r) return SS_ENOMEM;
    (void)why, (void)why_size;

    const double l1 = opt[LENGTH1], l2 = opt[LENGTH2], m1 = opt[MASS1], m2 = opt[MASS2];
    const double mb = opt[BODY_MASS], hang = opt[HANG];
    const ss_law law = ss_law_from(opt + LAW);
    double length;

    *r = (rhex){.m = mb + 2.0 * (m1 + m2),
                .J = opt[BODY_INERTIA] + mb * hang * hang,
                .S0 = mb * hang,
                .S1 = (0.5 * m1 + m2) * l1,
                .S2 = 0.5 * m2 * l2,
                .A = (m1 / 3.0 + m2) * l1 * l1,
                .B = m2 * l2 * l2 / 3.0,
                .C = 0.5 * m2 * l1 * l2,
                .hang = hang,
                .l1 = l1,
                .l2 = l2,
                .g = opt[GRAVITY],
                .rest = opt[KNEE_REST],
                .k = opt[KNEE_K],
                .c = opt[KNEE_C],
                .period = opt[PERIOD],
                .slow = opt[SLOW],
                .kp = opt[KP],
                .kd = opt[KD],
                .driven = (int)opt[GAIT] == GAIT_CLOCK,
                .law = {law, law}};
    r->bend = bend_of(r, r->rest, &length);
    r->q0[HIP + 1] = 2.0 * atan(r->slow) - r->bend;
    r->q0[KNEE + 1] = r->rest;
    stand(r, r->q0);
    if (r->driven) roll(r, r->q0, r->u0);
    for (int i = 0; i < NU; i++) r->preset[i] = r->q0[i];
    *out = (ss_problem){
        .name = "rhex",
        .dims = {.nq = NU, .nu = NU, .nc = LEGS, .nt = 1, .npose = NPOSE},
        .t_end = 2.0 * opt[PERIOD], /* four steps */
        .q_name = names,
        .u_name = names,
        .q0 = r->q0,
        .u0 = r->u0,
        .law = r->law,
        .par = r,
        .pose = pose,
        .mass = mass,
        .force = force,
        .gap = gap,
        .jac = jac,
        .zeta = zeta,
        .energy = energy,
        .power = power,
        .draw = draw,
        .frame = frame,
    };
    return SS_OK;
}

static ss_status ready(ss_problem *p, char *why, size_t why_size)
{
    static const int follow[] = {Y, HIP, KNEE};
    const rhex *r = p->par;
    double q[NU], c[NPOSE], g[LEGS];

    for (int i = 0; i < NU; i++) q[i] = p->q0[i];
    stand(r, q);
    for (size_t i = 0; i < sizeof follow / sizeof *follow; i++)
        if (p->q0[follow[i]] == r->preset[follow[i]]) p->q0[follow[i]] = q[follow[i]];
    pose(r, 0.0, p->q0, c);
    gap(r, &(ss_config){.q = p->q0, .c = c}, g);
    for (int i = 0; i < LEGS; i++) {
        if (g[i] >= -1e-6 * (r->l1 + r->l2)) continue; /* a touching start typed with six digits */
        snprintf(why, why_size, "the %s foot starts %g m below the floor", i ? "right" : "left",
                 -g[i]);
        return SS_EARG;
    }
    return SS_OK;
}

const ss_family ss_rhex = {
    .name = "rhex",
    .cite = "seghete2012",
    .says = "A planar RHex on two springy legs that turn by a clock; both feet strike at once.",
    .options = options,
    .build = build,
    .ready = ready,
    .destroy = ss_family_free,
};
