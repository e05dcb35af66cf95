/* mass_spring_friction.c - a block driven through a spring and a friction damper in parallel
 * (flickinger2011, appendix A).  In the units of the source: in, lbf, s.
 *
 *     q = Z,  M = 1/386 lbf s^2/in,  h = -K (Z - U),  U = A sin(w t)
 *     isolated friction, load N, slip velocity Z' - U':  chiT = -U',  zetaT = -U''
 *     V = K (Z - U)^2/2,  dV/dt at fixed q = -K (Z - U) U'
 *
 * The source does not publish its drive; amplitude and omega are ours, so that the damper
 * sticks and slips in turn.  Its friction is sharp (mu_s at rest, mu_d else): v_s = 0.  The
 * preset of v_s is the small smoothing used elsewhere, which methods that never see an exact
 * zero need; the closed form is offered for the sharp law only.
 *
 * Closed form, in the stretch s = Z - U and between events: with d = mu_d N/K, wn^2 = K/M and
 * P = A w^2/(wn^2 - w^2), slipping one way or the other
 *
 *     s = -+d + P sin wt + a cos wn(t - t0) + b sin wn(t - t0)
 *
 * until s' = 0; stuck, s stays until |K s - M A w^2 sin wt| exceeds mu_s N.
 */
#include "problems/dry.h"
#include "problems/family.h"
#include "problems/sketch.h"
#include <float.h>

enum { MASS, STIFFNESS, LOAD, AMPLITUDE, OMEGA, FRICTION };

static const ss_option options[] = {
    [MASS] = {"mass", SS_REAL, 1.0 / 386.0, 1e-9, 1e9, "lbf s^2/in", "mass of the block", NULL},
    [STIFFNESS] = {"k", SS_REAL, 2.0, 1e-9, 1e9, "lbf/in", "stiffness of the spring", NULL},
    [LOAD] = {"load", SS_REAL, 1.0, 0.0, 1e9, "lbf", "normal load of the damper", NULL},
    [AMPLITUDE] = {"amplitude", SS_REAL, 1.0, 0.0, 1e6, "in", "amplitude of the driven end", NULL},
    [OMEGA] = {"omega", SS_REAL, 12.0, 0.0, 1e6, "rad/s", "frequency of the driven end", NULL},
    /* the rows of SS_FRICTION_OPTIONS in the source's units */
    [FRICTION] = {"mu_s", SS_REAL, 0.3, 0.0, 1e3, "1", "static friction", NULL},
    [FRICTION + 1] = {"mu_d", SS_REAL, 0.2, 0.0, 1e3, "1", "dynamic friction", NULL},
    [FRICTION + 2] = {"v_s", SS_REAL, 1e-5, 0.0, 1e3, "in/s",
                      "slip speed over which friction falls from static to dynamic", NULL},
    [FRICTION + 3] = {"a", SS_REAL, 1.0, 0.1, 10.0, "1", "exponent of that fall", NULL},
    [FRICTION + 4] = {"b", SS_REAL, 0.0, 0.0, 1e6, "s/in", "viscous part of the friction", NULL},
    [FRICTION + 5] = {"mu", SS_ALIAS, 0.0, 0.0, 1e3, "1", "sets mu_s and mu_d", "mu_s mu_d"},
    {0}};

static const char *const names[] = {"Z"};

typedef struct driven {
    double q0[1], u0[1]; /* the start */
    double m, k, A, w;
    ss_law law;
} driven;

/* the driven end: U, U', U'' */
static void drive(const driven *b, double t, double U[3])
{
    const double s = b->A * sin(b->w * t), c = b->A * cos(b->w * t);
    U[0] = s;
    U[1] = b->w * c;
    U[2] = -b->w * b->w * s;
}

static int mass(const void *par, const ss_config *x, double *M)
{
    (void)x;
    M[0] = ((const driven *)par)->m;
    return 0;
}

static int force(const void *par, const ss_config *x, const double *u, double *h)
{
    const driven *b = par;
    (void)u;
    h[0] = -b->k * (x->q[0] - b->A * sin(b->w * x->t));
    return 0;
}

static int gap(const void *par, const ss_config *x, double *g)
{
    (void)par, (void)x;
    g[0] = 0.0;
    return 0;
}

static int jac(const void *par, const ss_config *x, int contact, double *W)
{
    (void)par, (void)x, (void)contact;
    W[0] = 0.0;
    W[1] = 1.0;
    return 0;
}

static int chi(const void *par, const ss_config *x, int contact, double *c)
{
    double U[3];
    (void)contact;
    drive(par, x->t, U);
    c[0] = 0.0;
    c[1] = -U[1];
    return 0;
}

static int zeta(const void *par, const ss_config *x, const double *u, int contact, double *z)
{
    double U[3];
    (void)u, (void)contact;
    drive(par, x->t, U);
    z[0] = 0.0;
    z[1] = -U[2];
    return 0;
}

static int energy(const void *par, const ss_config *x, const double *u, double *kinetic,
                  double *potential)
{
    const driven *b = par;
    const double s = x->q[0] - b->A * sin(b->w * x->t);
    *kinetic = 0.5 * b->m * u[0] * u[0];
    *potential = 0.5 * b->k * s * s;
    return 0;
}

static int power(const void *par, const ss_config *x, const double *u, double *p)
{
    const driven *b = par;
    double U[3];
    (void)u;
    drive(b, x->t, U);
    *p = -b->k * (x->q[0] - U[0]) * U[1];
    return 0;
}

/* One slip, in the stretch s and seen along its way, so that s' > 0 inside it. */
typedef struct slip {
    double t0, d, P, w, a, b, wn;
} slip;

static slip slip_from(const driven *b, double t0, double way, double s, double v)
{
    const double wn = sqrt(b->k / b->m), w = b->w;
    slip p = {.t0 = t0, .d = b->law.mu_d * b->law.load / b->k, .w = w, .wn = wn};
    p.P = way * b->A * w * w / (wn * wn - w * w);
    p.a = way * s + p.d - p.P * sin(w * t0);
    p.b = (way * v - p.P * w * cos(w * t0)) / wn;
    return p;
}

/* s and its first three derivatives, still along the way */
static void slip_at(const slip *p, double t, double s[4])
{
    const double f = p->P * sin(p->w * t), fc = p->P * cos(p->w * t), n = p->wn;
    const double c = cos(n * (t - p->t0)), z = sin(n * (t - p->t0));
    const double e = p->a * c + p->b * z, ec = p->b * c - p->a * z;
    s[0] = -p->d + f + e;
    s[1] = p->w * fc + n * ec;
    s[2] = -p->w * p->w * f - n * n * e;
    s[3] = -p->w * p->w * p->w * fc - n * n * n * ec;
}

/* The time at which the slip ends, or INFINITY if not before `until`.  No zero of s' can hide:
 * with |s'''| <= B, s' stays positive over the step that zeroes s' + s'' dt - B dt^2/2, and
 * repeating it closes in on the first zero like Newton's method. */
static double slip_end(const slip *p, double until)
{
    const double n = p->wn, w = p->w, R = hypot(p->a, p->b), P = fabs(p->P);
    const double B3 = P * w * w * w + R * n * n * n, B4 = P * w * w * w * w + R * n * n * n * n;
    double t = p->t0, s[4];

    slip_at(p, t, s);
    /* off from rest: s'' or, where static and dynamic friction agree, only s''' is positive */
    double dt = s[1] > 0.0 ? 0.0 : fmax(2.0 * s[2] / B3, 1.5 * s[3] / B4);
    for (;;) {
        t += dt;
        if (t > until) return INFINITY;
        slip_at(p, t, s);
        dt = (s[2] + sqrt(s[2] * s[2] + 2.0 * B3 * fmax(s[1], 0.0))) / B3;
        if (!(dt > 4.0 * DBL_EPSILON * t)) return t;
    }
}

/* First time from t on at which the phase w t is `at` modulo a turn. */
static double next_phase(double w, double t, double at)
{
    const double behind = fmod(at - w * t, SS_TWO_PI);
    return t + (behind < 0.0 ? behind + SS_TWO_PI : behind) / w;
}

/* Driven: event by event from the start.  Not known past a degenerate event, where rounding
 * decides what comes next. */
static int exact_driven(const driven *b, double t, double *s, double *v)
{
    const double D = b->m * b->A * b->w * b->w, hold = b->law.mu_s * b->law.load;
    const double tiny = 64.0 * DBL_EPSILON * (D + hold + b->k * fabs(*s)); /* of a force */
    double now = 0.0;

    for (;;) {
        double way = copysign(1.0, *v);
        if (*v == 0.0) {
            const double pull = D * sin(b->w * now) - b->k * *s; /* what friction must balance */
            if (fabs(pull) <= hold - tiny) {
                const double up = (b->k * *s + hold) / D, down = (b->k * *s - hold) / D;
                const double rise = up < 1.0 ? next_phase(b->w, now, asin(up)) : INFINITY;
                const double fall =
                    down > -1.0 ? next_phase(b->w, now, SS_PI - asin(down)) : INFINITY;
                way = rise < fall ? 1.0 : -1.0;
                now = fmin(rise, fall);
                if (t <= now) return 0;
            } else {
                if (fabs(pull) <= hold + tiny) return 1;
                way = copysign(1.0, pull);
            }
        }
        const slip p = slip_from(b, now, way, *s, *v);
        const double end = slip_end(&p, t);
        double x[4];
        if (end <= now) return 1;
        slip_at(&p, fmin(end, t), x);
        *s = way * x[0];
        *v = end <= t ? 0.0 : way * x[1];
        if (end >= t) return 0;
        now = end;
    }
}

static int exact(const void *par, double t, double *q, double *u)
{
    const driven *b = par;
    double U[3], s = b->q0[0], v;

    drive(b, 0.0, U);
    v = b->u0[0] - U[1];
    if (b->A == 0.0 || b->w == 0.0) {
        const double reach = b->law.load / b->k;
        ss_dry_swing(sqrt(b->k / b->m), b->law.mu_s * reach, b->law.mu_d * reach, t, &s, &v);
    } else if (exact_driven(b, t, &s, &v)) {
        return 1;
    }
    drive(b, t, U);
    q[0] = s + U[0];
    u[0] = v + U[1];
    return 0;
}

static int draw(const void *par, const ss_config *x, const ss_pen *pen)
{
    const driven *b = par;
    const double U = b->A * sin(b->w * x->t);
    const double size = fmax(fmax(fabs(b->q0[0]), b->A), 1e-3); /* a picture's size only */
    const double r = 0.3 * size, end = U - 4.0 * size;
    pen->line(pen->ctx, SS_INK_GROUND, -20.0 * size, -r, 20.0 * size, -r);
    pen->line(pen->ctx, SS_INK_MARK, end, -r, end, r);
    ss_sketch_spring(pen, end, x->q[0] - r, 0.5 * r, 0.3 * r);
    pen->line(pen->ctx, SS_INK_MARK, end, -0.5 * r, x->q[0] - r, -0.5 * r);
    ss_sketch_box(pen, x->q[0], 0.0, 1.0, 0.0, r, r);
    return 0;
}

static int frame(const void *par, const ss_config *x, int contact, ss_contact_frame *f)
{
    (void)par, (void)contact;
    *f = (ss_contact_frame){.p = {x->q[0]}, .n = {0.0, 1.0}, .t = {{1.0}, {0.0, 0.0, -1.0}}};
    return 0;
}

static ss_status build(const double *opt, ss_problem *out, char *why, size_t why_size)
{
    driven *b = malloc(sizeof *b);
    if (!b) return SS_ENOMEM;
    (void)why, (void)why_size;
    /* released stretched, without slip */
    *b = (driven){.q0 = {0.9},
                  .u0 = {opt[AMPLITUDE] * opt[OMEGA]},
                  .m = opt[MASS],
                  .k = opt[STIFFNESS],
                  .A = opt[AMPLITUDE],
                  .w = opt[OMEGA],
                  .law = ss_friction_from(opt + FRICTION)};
    b->law.kind = SS_ISOLATED;
    b->law.load = opt[LOAD];
    *out = (ss_problem){
        .name = "mass-spring-friction",
        .dims = {.nq = 1, .nu = 1, .nc = 1, .nt = 1},
        .traits = SS_MASS_CONSTANT | SS_MASS_DIAGONAL,
        .t_end = 2.0,
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
        .chi = chi,
        .zeta = zeta,
        .energy = energy,
        .power = power,
        .exact = exact,
        .draw = draw,
        .frame = frame,
    };
    return SS_OK;
}

static ss_status ready(ss_problem *p, char *why, size_t why_size)
{
    const driven *b = p->par;
    const double wn2 = b->k / b->m;
    /* nearer to resonance, two large terms cancel and take half the digits with them */
    const int resonant = b->A > 0.0 && fabs(wn2 - b->w * b->w) < 1e-8 * wn2;

    (void)why, (void)why_size;
    if (!ss_law_is_dry(p->law) || resonant) p->exact = NULL;
    return SS_OK;
}

const ss_family ss_mass_spring_friction = {
    .name = "mass-spring-friction",
    .cite = "flickinger2011",
    .says = "A block driven through a spring and a friction damper; units in, lbf, s.",
    .options = options,
    .build = build,
    .ready = ready,
    .destroy = ss_family_free,
};
