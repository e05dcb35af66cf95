/* slip.c - the spring-loaded inverted pendulum: a mass that runs on a springy leg (giardina2013,
 * 2.1).
 *
 *     q = (bx, by, fx, fy) = (x, y, xf, yf)     the body of mass m and its foot
 *     M = diag(m, m, m_f, m_f)
 *
 * In stance the foot stands and a spring of length l_0 pushes the mass away from it, in flight
 * the mass is free and the leg waits at the angle gamma, so that the foot lands when y falls to
 * l_0 sin gamma; it leaves when the spring is as long as l_0 again:
 *
 *     stance:  m (x, y)'' = k (l_0 - l) (x - xf, y - yf)/l - (0, m g),  l < l_0,  foot down
 *     flight:  m (x, y)'' = -(0, m g)
 *
 * The source's leg has no mass and knows by itself in which phase it is and where it stands.  A
 * mechanism must carry that in its state: here the foot is a body of small mass that the ground
 * stops, and in flight a motor drives it to where it is to land,
 *
 *     m_f (w^2 (target - foot) + 2 w (x' - xf', y' - yf')), target = (x, y) + l_0 (cos ga, -sin ga)
 *
 * with the opposite force on the mass.  While the foot is behind, the target is raised by `lift`
 * times its share of the way left, and a foot that is still down is lifted before it is swung, so
 * that it clears the ground; flight is where the foot is up or the leg is as long as l_0.
 *
 * As m_f -> 0 the motion is that of the source: the foot's impact takes a share of about m_f/m of
 * the energy per hop, and the push that swings it returns m_f/m of the momentum.  The motor's
 * force is not along the leg: a point mass has no orientation that could feel its moment.
 *
 * The presets are a runner of 80 kg at 5 m/s whose gait is stable at this angle of attack.
 */
#include "problems/family.h"
#include <math.h>
#include <stdio.h>

enum { MASS, STIFFNESS, LENGTH, GAMMA, SPEED, HEIGHT, FOOT, SWING, LIFT, GRAVITY, LAW };

static const ss_option options[] = {
    [MASS] = {"mass", SS_REAL, 80.0, 1e-9, 1e9, "kg", "mass of the body", NULL},
    [STIFFNESS] = {"k", SS_REAL, 2e4, 0.0, 1e12, "N/m", "stiffness of the leg", NULL},
    [LENGTH] = {"l0", SS_REAL, 1.0, 1e-6, 1e6, "m", "length of the relaxed leg", NULL},
    [GAMMA] = {"gamma", SS_REAL, 1.187, 0.01, 3.13, "rad", "angle of the leg at landing", NULL},
    [SPEED] = {"speed", SS_REAL, 5.0, -1e3, 1e3, "m/s", "forward speed at the first apex", NULL},
    [HEIGHT] = {"height", SS_REAL, 1.0, 1e-6, 1e6, "m", "height of the first apex", NULL},
    [FOOT] = {"foot_mass", SS_REAL, 0.08, 1e-12, 1e9, "kg", "mass of the foot; the source: none",
              NULL},
    [SWING] = {"swing", SS_REAL, 100.0, 1.0, 1e6, "1/s", "how fast the foot is swung forward",
               NULL},
    [LIFT] = {"lift", SS_REAL, 0.05, 1e-6, 1e3, "m", "how far the foot is raised behind the body",
              NULL},
    [GRAVITY] = {"g", SS_REAL, 9.81, 0.0, 1e6, "m/s^2", "gravity", NULL},
    SS_LAW_OPTIONS(LAW, 5.0, 5.0, 0.0),
    {0}};

static const char *const names[] = {"bx", "by", "fx", "fy"};

enum { X, Y, XF, YF, NU };
enum { LEG, SPRING, NPOSE }; /* length; spring force over length in stance, -1 in flight */

typedef struct runner {
    double q0[NU], u0[NU];
    double m, mf, k, l0, g, w, lift;
    double tx, ty; /* the target, from the body */
    double touch;  /* a foot below this height is down */
    ss_law law;
} runner;

static int pose(const void *par, double t, const double *q, double *c)
{
    const runner *b = par;
    (void)t;
    c[LEG] = hypot(q[X] - q[XF], q[Y] - q[YF]);
    const int stance = q[YF] <= b->touch && c[LEG] < b->l0 && c[LEG] > 0.0;
    c[SPRING] = stance ? b->k * (b->l0 - c[LEG]) / c[LEG] : -1.0;
    return 0;
}

static int mass(const void *par, const ss_config *x, double *M)
{
    const runner *b = par;
    (void)x;
    for (int i = 0; i < NU * NU; i++) M[i] = 0.0;
    M[0] = M[5] = b->m;
    M[10] = M[15] = b->mf;
    return 0;
}

/* Force of the motor on the foot, in flight. */
static void motor(const runner *b, const double *q, const double *u, double f[2])
{
    const double far = q[X] + b->tx - q[XF], way = 2.0 * b->tx;
    const double left = far * way > 0.0 ? fmin(far / way, 1.0) : 0.0;
    const double up = q[Y] + b->ty + b->lift * left - q[YF];

    f[0] = q[YF] > b->touch ? b->mf * b->w * (b->w * far + 2.0 * (u[X] - u[XF])) : 0.0;
    f[1] = b->mf * b->w * (b->w * up + 2.0 * (u[Y] - u[YF]));
}

static int force(const void *par, const ss_config *x, const double *u, double *h)
{
    const runner *b = par;
    const double *q = x->q;
    double f[2]; /* on the foot; the body feels the opposite */

    if (x->c[SPRING] >= 0.0) {
        f[0] = -x->c[SPRING] * (q[X] - q[XF]);
        f[1] = -x->c[SPRING] * (q[Y] - q[YF]);
    } else
        motor(b, q, u, f);
    h[X] = -f[0];
    h[Y] = -f[1] - b->m * b->g;
    h[XF] = f[0];
    h[YF] = f[1] - b->mf * b->g;
    return 0;
}

static int gap(const void *par, const ss_config *x, double *g)
{
    (void)par;
    g[0] = x->q[YF];
    return 0;
}

static int jac(const void *par, const ss_config *x, int contact, double *W)
{
    (void)par, (void)x, (void)contact;
    for (int i = 0; i < 2 * NU; i++) W[i] = 0.0;
    W[YF] = W[NU + XF] = 1.0;
    return 0;
}

static int zeta(const void *par, const ss_config *x, const double *u, int contact, double *z)
{
    (void)par, (void)x, (void)u, (void)contact;
    z[0] = z[1] = 0.0;
    return 0;
}

static int energy(const void *par, const ss_config *x, const double *u, double *kinetic,
                  double *potential)
{
    const runner *b = par;
    const double dl = x->c[SPRING] >= 0.0 ? b->l0 - x->c[LEG] : 0.0;
    *kinetic = 0.5 * (b->m * (u[X] * u[X] + u[Y] * u[Y]) + b->mf * (u[XF] * u[XF] + u[YF] * u[YF]));
    *potential = b->g * (b->m * x->q[Y] + b->mf * x->q[YF]) + 0.5 * b->k * dl * dl;
    return 0;
}

static int power(const void *par, const ss_config *x, const double *u, double *p)
{
    double f[2];
    *p = 0.0;
    if (x->c[SPRING] >= 0.0) return 0;
    motor(par, x->q, u, f);
    *p = f[0] * (u[XF] - u[X]) + f[1] * (u[YF] - u[Y]);
    return 0;
}

static int gait(const void *par, const ss_config *x, const double *u, ss_gait *out)
{
    const runner *b = par;
    const double m = b->m + b->mf, share = b->mf / m;
    const double *q = x->q;

    *out = (ss_gait){
        .mass = m,
        .weight = m * b->g,
        .r = {q[X] + share * (q[XF] - q[X]), q[Y] + share * (q[YF] - q[Y])},
        .v = {u[X] + share * (u[XF] - u[X]), u[Y] + share * (u[YF] - u[Y])},
        .height = q[Y],
    };
    return power(par, x, u, &out->drive);
}

static int frame(const void *par, const ss_config *x, int contact, ss_contact_frame *f)
{
    (void)par, (void)contact;
    *f = (ss_contact_frame){.p = {x->q[XF], x->q[YF]}, .n = {0.0, 1.0}, .t = {{1.0}}};
    return 0;
}

static int draw(const void *par, const ss_config *x, const ss_pen *pen)
{
    const runner *b = par;
    const double *q = x->q, r = 0.1 * b->l0; /* a picture's size only */

    pen->line(pen->ctx, SS_INK_GROUND, q[X] - 2.0 * b->l0, 0.0, q[X] + 2.0 * b->l0, 0.0);
    pen->arc(pen->ctx, SS_INK_BODY, q[X], q[Y], r, r, 0.0, 0.0, SS_TWO_PI);
    pen->line(pen->ctx, SS_INK_SPRING, q[X], q[Y], q[XF], q[YF]);
    return 0;
}

static ss_status build(const double *opt, ss_problem *out, char *why, size_t why_size)
{
    runner *b = malloc(sizeof *b);
    if (!b) return SS_ENOMEM;
    (void)why, (void)why_size;

    const double l0 = opt[LENGTH], tx = l0 * cos(opt[GAMMA]), ty = -l0 * sin(opt[GAMMA]);
    *b = (runner){.q0 = {0.0, opt[HEIGHT], tx, opt[HEIGHT] + ty},
                  .u0 = {opt[SPEED], 0.0, opt[SPEED], 0.0},
                  .m = opt[MASS],
                  .mf = opt[FOOT],
                  .k = opt[STIFFNESS],
                  .l0 = l0,
                  .g = opt[GRAVITY],
                  .w = opt[SWING],
                  .lift = opt[LIFT],
                  .tx = tx,
                  .ty = ty,
                  .touch = 1e-6 * l0, /* above a method's round-off, far below what one sees */
                  .law = ss_law_from(opt + LAW)};
    *out = (ss_problem){
        .name = "slip",
        .dims = {.nq = NU, .nu = NU, .nc = 1, .nt = 1, .npose = NPOSE},
        .traits = SS_MASS_CONSTANT | SS_MASS_DIAGONAL | SS_FORCE_JUMPS,
        .t_end = 3.0,
        .q_name = names,
        .u_name = names,
        .q0 = b->q0,
        .u0 = b->u0,
        .law = &b->law,
        .par = b,
        .pose = pose,
        .mass = mass,
        .force = force,
        .gap = gap,
        .jac = jac,
        .zeta = zeta,
        .energy = energy,
        .power = power,
        .gait = gait,
        .draw = draw,
        .frame = frame,
    };
    return SS_OK;
}

static ss_status ready(ss_problem *p, char *why, size_t why_size)
{
    const runner *b = p->par;

    if (p->q0[YF] >= -1e-6 * b->l0) return SS_OK; /* a touching start typed with six digits */
    snprintf(why, why_size, "the foot starts %g m below the floor", -p->q0[YF]);
    return SS_EARG;
}

const ss_family ss_slip = {
    .name = "slip",
    .cite = "giardina2013",
    .says = "A mass that runs on a springy leg set down at a fixed angle.",
    .options = options,
    .build = build,
    .ready = ready,
    .destroy = ss_family_free,
};
