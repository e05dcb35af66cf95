/* jumping_leg_planar.c - a four-link leg that lands on its flat foot and jumps (singh2018)
 *
 *     q = (x, y, q3, q4, q5, q6)   (x, y) the toe E, q3 the foot's angle, the others relative
 *     absolute angles a_1 = q3, a_j = a_(j-1) + q_(j+2): foot, tibia, femur, body
 *
 * The foot goes from the toe E to the heel F, which is the ankle; knee and hip follow.  With
 * e(a) = (cos a, sin a) the centre of mass of link i is r_i = E + sum_j c_ij e(a_j), where c_ij
 * is the whole length of the links before i and the distance to the centre for i itself.  With
 *
 *     S_j = sum_i m_i c_ij,   B_jk = sum_i m_i c_ij c_ik + (J_j if j = k),   m = sum_i m_i
 *
 * the equations in (x, y, a_1..a_4) are those of a chain:
 *
 *     M_xx = M_yy = m,  M_xj = -S_j sin a_j,  M_yj = S_j cos a_j,  M_jk = B_jk cos(a_j - a_k)
 *     h_x = sum_j S_j cos(a_j) a_j'^2,   h_y = sum_j S_j sin(a_j) a_j'^2 - m g
 *     h_j = -sum_k B_jk sin(a_j - a_k) a_k'^2 - S_j g cos a_j
 *
 * and sums over the links beyond a joint give those of the relative angles.
 *
 * Contacts, on the floor y = 0: toe E, gap y; heel F, gap y + L1 sin a_1.
 *
 * Controller (the source's 4.1.3): from t_on on, ramped up over t_ramp, the motors at ankle,
 * knee and hip give the accelerations
 *
 *     v' = kv (0 - v) + kp (x_des - x),   kv = sqrt(kp)
 *
 * to the centre of mass, and as the row that makes the Jacobian square to the body's angle, as if
 * the foot stood: gamma = M_r J^-1 (v' - J' q') - h_r, M_r and h_r those of the three joints.  From
 * t_off on they are ramped down, so that the leg flies freely.  Torques are limited to `torque`.
 *
 * Source: lengths, masses and the start are published; that the foot's first point is the toe is
 * our reading (else the leg's centre of mass is not above the foot).  Not published and ours:
 * links are slender rods with their centre in the middle, the body a disc with the hip on its
 * rim; friction and restitution; where the centre of mass shall go, gains, times and limits.
 */
#include "problems/family.h"
#include "problems/sketch.h"
#include <math.h>
#include <stdio.h>

enum { LINKS = 4, NU = 6, JOINTS = 3, POINTS = 2 };
enum { COM_X, COM_Y, TURN, GAIN, TURN_GAIN, T_ON, T_RAMP, T_OFF, TORQUE, GRAVITY, LAW };

static const ss_option options[] = {
    [COM_X] = {"com_x", SS_REAL, 0.12, -10.0, 10.0, "m", "wanted centre of mass, from the toe",
               NULL},
    [COM_Y] = {"com_y", SS_REAL, 1.9, 0.0, 10.0, "m", "wanted height of the centre of mass", NULL},
    [TURN] = {"turn", SS_REAL, 0.96, -7.0, 7.0, "rad", "wanted angle of the body", NULL},
    [GAIN] = {"kp", SS_REAL, 40.0, 0.0, 1e6, "1/s^2", "gain on the centre of mass", NULL},
    [TURN_GAIN] = {"kp_turn", SS_REAL, 20.0, 0.0, 1e6, "1/s^2", "gain on the body's angle", NULL},
    [T_ON] = {"t_on", SS_REAL, 0.1, 0.0, 1e6, "s", "when the motors begin", NULL},
    [T_RAMP] = {"t_ramp", SS_REAL, 0.05, 1e-6, 1e6, "s", "over which they reach their torque",
                NULL},
    [T_OFF] = {"t_off", SS_REAL, 0.16, 0.0, 1e6, "s", "when they end", NULL},
    [TORQUE] = {"torque", SS_REAL, 1000.0, 0.0, 1e9, "N m", "limit of each motor", NULL},
    [GRAVITY] = {"g", SS_REAL, 9.81, 0.0, 1e6, "m/s^2", "gravity", NULL},
    SS_LAW_OPTIONS(LAW, 0.9, 0.8, 0.0),
    {0}};

static const char *const names[] = {"x", "y", "q3", "q4", "q5", "q6"};
static const char *const torques[] = {"ankle", "knee", "hip", NULL}; /* N m */

typedef struct leg {
    double q0[NU], u0[NU];
    double L[LINKS], S[LINKS], B[LINKS][LINKS], m, g;
    double want[JOINTS], kp[JOINTS], t_on, t_ramp, t_off, torque;
    ss_law law[POINTS];
} leg;

/* pose: cosine and sine of every absolute angle, and the angle of the body */
enum { COS, SIN = LINKS, BODY = 2 * LINKS, NPOSE };

static int pose(const void *par, double t, const double *q, double *c)
{
    double a = 0.0;
    (void)par, (void)t;
    for (int j = 0; j < LINKS; j++) {
        a += q[2 + j];
        c[COS + j] = cos(a);
        c[SIN + j] = sin(a);
    }
    c[BODY] = a;
    return 0;
}

/* M over (x, y, absolute angles), then columns and rows summed over the links beyond a joint. */
static int mass(const void *par, const ss_config *x, double *M)
{
    const leg *k = par;
    const double *C = x->c + COS, *Z = x->c + SIN;

    for (int i = 0; i < NU * NU; i++) M[i] = 0.0;
    M[0] = M[NU + 1] = k->m;
    for (int j = 0; j < LINKS; j++) {
        M[2 + j] = M[(2 + j) * NU] = -k->S[j] * Z[j];
        M[NU + 2 + j] = M[(2 + j) * NU + 1] = k->S[j] * C[j];
        for (int l = 0; l < LINKS; l++)
            M[(2 + j) * NU + 2 + l] = k->B[j][l] * (C[j] * C[l] + Z[j] * Z[l]);
    }
    for (int r = 0; r < NU; r++)
        for (int c = NU - 2; c >= 2; c--) M[r * NU + c] += M[r * NU + c + 1];
    for (int r = NU - 2; r >= 2; r--)
        for (int c = 0; c < NU; c++) M[r * NU + c] += M[(r + 1) * NU + c];
    for (int r = 0; r < NU; r++) /* the two orders of summation round differently */
        for (int c = 0; c < r; c++) M[c * NU + r] = M[r * NU + c];
    return 0;
}

/* Gyroscopic and gravity forces, without motors. */
static void passive(const leg *k, const ss_config *x, const double *u, double *h)
{
    const double *C = x->c + COS, *Z = x->c + SIN;
    double w[LINKS], turns = 0.0;

    for (int j = 0; j < LINKS; j++) w[j] = turns += u[2 + j];
    h[0] = 0.0;
    h[1] = -k->m * k->g;
    for (int j = 0; j < LINKS; j++) {
        h[0] += k->S[j] * C[j] * w[j] * w[j];
        h[1] += k->S[j] * Z[j] * w[j] * w[j];
        h[2 + j] = -k->S[j] * k->g * C[j];
        for (int l = 0; l < LINKS; l++)
            h[2 + j] -= k->B[j][l] * (Z[j] * C[l] - C[j] * Z[l]) * w[l] * w[l];
    }
    for (int j = NU - 2; j >= 2; j--) h[j] += h[j + 1];
}

/* x = A^-1 b for three unknowns; nonzero where A is singular. */
static int solve3(double A[JOINTS][JOINTS], double b[JOINTS])
{
    for (int j = 0; j < JOINTS; j++) {
        int best = j;
        for (int i = j + 1; i < JOINTS; i++)
            if (fabs(A[i][j]) > fabs(A[best][j])) best = i;
        if (fabs(A[best][j]) < 1e-12) return 1;
        for (int l = 0; l < JOINTS; l++) {
            const double keep = A[j][l];
            A[j][l] = A[best][l];
            A[best][l] = keep;
        }
        const double keep = b[j];
        b[j] = b[best];
        b[best] = keep;
        for (int i = 0; i < JOINTS; i++) {
            const double f = A[i][j] / A[j][j];
            if (i == j) continue;
            for (int l = j; l < JOINTS; l++) A[i][l] -= f * A[j][l];
            b[i] -= f * b[j];
        }
    }
    for (int j = 0; j < JOINTS; j++) b[j] /= A[j][j];
    return 0;
}

/* From 0 to 1 over 0 <= s <= 1, twice differentiable. */
static double rise(double s)
{
    return s <= 0.0 ? 0.0 : s >= 1.0 ? 1.0 : s * s * s * (10.0 + s * (6.0 * s - 15.0));
}

/* How far the motors are turned up. */
static double ramp(const leg *k, double t)
{
    return rise((t - k->t_on) / k->t_ramp) * (1.0 - rise((t - k->t_off) / k->t_ramp));
}

/* Motor torques; zero in a stretched leg, where no joint rates move its centre of mass up. */
static void motors(const leg *k, const ss_config *x, const double *u, const double *h,
                   double torque[JOINTS])
{
    const double *C = x->c + COS, *Z = x->c + SIN, up = ramp(k, x->t);
    double J[JOINTS][JOINTS], a[JOINTS], M[NU * NU], w[LINKS], at[2] = {0.0}, v[2] = {0.0};
    double bias[2] = {0.0}, turns = 0.0;

    for (int i = 0; i < JOINTS; i++) torque[i] = 0.0;
    if (up == 0.0) return;
    for (int j = 0; j < LINKS; j++) {
        w[j] = turns += u[2 + j];
        const double s = k->S[j] / k->m;
        at[0] += s * C[j], at[1] += s * Z[j];
        v[0] -= s * Z[j] * w[j], v[1] += s * C[j] * w[j];
        bias[0] -= s * C[j] * w[j] * w[j], bias[1] -= s * Z[j] * w[j] * w[j];
    }
    at[1] += x->q[1];
    v[0] += u[0], v[1] += u[1];
    for (int c = 0; c < JOINTS; c++) {
        J[0][c] = J[1][c] = 0.0;
        for (int j = c + 1; j < LINKS; j++) {
            J[0][c] -= k->S[j] / k->m * Z[j];
            J[1][c] += k->S[j] / k->m * C[j];
        }
        J[2][c] = 1.0;
    }
    for (int i = 0; i < 2; i++)
        a[i] = k->kp[i] * (k->want[i] - at[i]) - sqrt(k->kp[i]) * v[i] - bias[i];
    a[2] = k->kp[2] * (k->want[2] - x->c[BODY]) - sqrt(k->kp[2]) * w[LINKS - 1];
    if (solve3(J, a)) return;
    mass(k, x, M);
    for (int i = 0; i < JOINTS; i++) {
        double sum = -h[3 + i];
        for (int j = 0; j < JOINTS; j++) sum += M[(3 + i) * NU + 3 + j] * a[j];
        torque[i] = up * k->torque * tanh(sum / k->torque); /* a limit that stays smooth */
    }
}

static int force(const void *par, const ss_config *x, const double *u, double *h)
{
    const leg *k = par;
    double torque[JOINTS];
    passive(k, x, u, h);
    motors(k, x, u, h, torque);
    for (int i = 0; i < JOINTS; i++) h[3 + i] += torque[i];
    return 0;
}

/* Torques of the motors at ankle, knee and hip. */
static int signals(const void *par, const ss_config *x, const double *u, double *out)
{
    const leg *k = par;
    double h[NU];
    passive(k, x, u, h);
    motors(k, x, u, h, out);
    return 0;
}

static int power(const void *par, const ss_config *x, const double *u, double *p)
{
    double torque[JOINTS];
    signals(par, x, u, torque);
    *p = 0.0;
    for (int i = 0; i < JOINTS; i++) *p += torque[i] * u[3 + i];
    return 0;
}

static int gap(const void *par, const ss_config *x, double *g)
{
    const leg *k = par;
    g[0] = x->q[1];
    g[1] = x->q[1] + k->L[0] * x->c[SIN];
    return 0;
}

static int jac(const void *par, const ss_config *x, int contact, double *W)
{
    const leg *k = par;
    for (int i = 0; i < 2 * NU; i++) W[i] = 0.0;
    W[1] = W[NU] = 1.0;
    if (contact) {
        W[2] = k->L[0] * x->c[COS];
        W[NU + 2] = -k->L[0] * x->c[SIN];
    }
    return 0;
}

static int zeta(const void *par, const ss_config *x, const double *u, int contact, double *z)
{
    const leg *k = par;
    const double pull = contact ? k->L[0] * u[2] * u[2] : 0.0;
    z[0] = -pull * x->c[SIN];
    z[1] = -pull * x->c[COS];
    return 0;
}

static int energy(const void *par, const ss_config *x, const double *u, double *kinetic,
                  double *potential)
{
    const leg *k = par;
    double M[NU * NU], twice = 0.0, V = k->m * k->g * x->q[1];
    mass(par, x, M);
    for (int i = 0; i < NU; i++)
        for (int j = 0; j < NU; j++) twice += M[i * NU + j] * u[i] * u[j];
    for (int j = 0; j < LINKS; j++) V += k->g * k->S[j] * x->c[SIN + j];
    *kinetic = 0.5 * twice;
    *potential = V;
    return 0;
}

static int draw(const void *par, const ss_config *x, const ss_pen *pen)
{
    const leg *k = par;
    double px = x->q[0], py = x->q[1];
    pen->line(pen->ctx, SS_INK_GROUND, k->q0[0] - 2.0, 0.0, k->q0[0] + 2.0, 0.0);
    for (int j = 0; j < LINKS - 1; j++) {
        const double nx = px + k->L[j] * x->c[COS + j], ny = py + k->L[j] * x->c[SIN + j];
        pen->line(pen->ctx, SS_INK_BODY, px, py, nx, ny);
        px = nx;
        py = ny;
    }
    const double r = 0.5 * k->L[LINKS - 1];
    ss_sketch_disc(pen, px + r * x->c[COS + LINKS - 1], py + r * x->c[SIN + LINKS - 1], r,
                   x->c[BODY]);
    return 0;
}

static int frame(const void *par, const ss_config *x, int contact, ss_contact_frame *f)
{
    const leg *k = par;
    const double L = contact ? k->L[0] : 0.0;
    *f = (ss_contact_frame){
        .p = {x->q[0] + L * x->c[COS], x->q[1] + L * x->c[SIN]}, .n = {0.0, 1.0}, .t = {{1.0}}};
    return 0;
}

static ss_status build(const double *opt, ss_problem *out, char *why, size_t why_size)
{
    static const double length[LINKS] = {0.5, 1.0, 1.05, 0.4};
    static const double weight[LINKS] = {0.816, 2.58, 8.496, 24.0};
    static const double start[NU] = {4.0, 0.01, 0.0, 2.0944, -0.4363, -0.6981};
    leg *k = malloc(sizeof *k);
    if (!k) return SS_ENOMEM;
    (void)why, (void)why_size;

    *k = (leg){.g = opt[GRAVITY],
               .want = {opt[COM_X], opt[COM_Y], opt[TURN]},
               .kp = {opt[GAIN], opt[GAIN], opt[TURN_GAIN]},
               .t_on = opt[T_ON],
               .t_ramp = opt[T_RAMP],
               .t_off = opt[T_OFF],
               .torque = opt[TORQUE]};
    for (int i = 0; i < LINKS; i++) {
        double c[LINKS] = {0.0};
        const double half = 0.5 * length[i];
        for (int j = 0; j < i; j++) c[j] = length[j];
        c[i] = half;
        k->L[i] = length[i];
        k->m += weight[i];
        for (int j = 0; j <= i; j++) {
            k->S[j] += weight[i] * c[j];
            for (int l = 0; l <= i; l++) k->B[j][l] += weight[i] * c[j] * c[l];
        }
        /* a rod about its middle, a disc of that diameter */
        k->B[i][i] += weight[i] * (i < LINKS - 1 ? half * half / 3.0 : 0.5 * half * half);
    }
    for (int i = 0; i < NU; i++) k->q0[i] = start[i];
    k->law[0] = k->law[1] = ss_law_from(opt + LAW);
    *out = (ss_problem){
        .name = "jumping-leg-planar",
        .dims = {.nq = NU, .nu = NU, .nc = POINTS, .nt = 1, .npose = NPOSE},
        .t_end = 0.4,
        .q_name = names,
        .u_name = names,
        .q0 = k->q0,
        .u0 = k->u0,
        .law = k->law,
        .par = k,
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
        .signal = torques,
        .signals = signals,
    };
    return SS_OK;
}

static ss_status ready(ss_problem *p, char *why, size_t why_size)
{
    const double digits = 1e-6; /* m: a touching start typed with six of them */
    double c[NPOSE], g[POINTS];

    pose(p->par, 0.0, p->q0, c);
    gap(p->par, &(ss_config){.q = p->q0, .c = c}, g);
    for (int i = 0; i < POINTS; i++) {
        if (g[i] >= -digits) continue;
        snprintf(why, why_size, "end %d of the foot starts %g m below the floor", i + 1, -g[i]);
        return SS_EARG;
    }
    return SS_OK;
}

const ss_family ss_jumping_leg_planar = {
    .name = "jumping-leg-planar",
    .cite = "singh2018",
    .says = "A leg of four links lands on its flat foot and jumps by operational-space control.",
    .options = options,
    .build = build,
    .ready = ready,
    .destroy = ss_family_free,
};
