/* newtons_cradle.c - equal balls on a line, the first few thrown at the others (seghete2012).
 *
 *     q = (x_1 .. x_n),  M = m I,  h = 0,  gap_i = x_(i+1) - x_i - 2 r >= 0, no friction
 *
 * The first `launch` balls move with speed `v` over the distance `approach`; the others rest,
 * neighbours `gap` apart.
 *
 * Exact when e = 1.  Two equal balls that collide without loss exchange velocities, so if each
 * ball's diameter is taken out, y_i = x_i - 2 r i, the balls are points that pass through
 * one another and only swap their names: y(t) is the free flight y_i(0) + u_i t, sorted, and
 * the velocities go with it.  Of points at one place the faster has passed.  As the gaps go to
 * zero this tends to the collision of touching balls one pair at a time: k balls in, k out.
 *
 * A law that resolves all touching contacts at once (Newton's in an LCP) answers otherwise:
 * for one ball on two touching ones it gives (-1, 2, 2)/3 instead of (0, 0, 1).  Both keep
 * momentum and energy; this problem tells them apart.
 */
#include "problems/family.h"
#include <math.h>
#include <stdio.h>

enum { BALLS, LAUNCH, SPEED, APPROACH, GAP, MASS, RADIUS, RESTITUTION };
enum { MOST = 32 };

static const ss_option options[] = {
    [BALLS] = {"balls", SS_INTEGER, 5.0, 2.0, MOST, "1", "how many balls", NULL},
    [LAUNCH] = {"launch", SS_INTEGER, 1.0, 1.0, MOST - 1, "1", "how many of them come in", NULL},
    [SPEED] = {"v", SS_REAL, 1.0, 1e-9, 1e6, "m/s", "speed of those", NULL},
    [APPROACH] = {"approach", SS_REAL, 0.5, 0.0, 1e6, "m", "their way to the others", NULL},
    [GAP] = {"gap", SS_REAL, 0.0, 0.0, 1e6, "m", "gap between neighbours otherwise", NULL},
    [MASS] = {"mass", SS_REAL, 1.0, 1e-9, 1e9, "kg", "mass of each ball", NULL},
    [RADIUS] = {"radius", SS_REAL, 0.05, 0.0, 1e6, "m", "radius of each ball", NULL},
    SS_RESTITUTION_OPTIONS(RESTITUTION, 1.0),
    {0}};

static const char *const names[MOST] = {"x1",  "x2",  "x3",  "x4",  "x5",  "x6",  "x7",  "x8",
                                        "x9",  "x10", "x11", "x12", "x13", "x14", "x15", "x16",
                                        "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24",
                                        "x25", "x26", "x27", "x28", "x29", "x30", "x31", "x32"};

typedef struct cradle {
    double q0[MOST], u0[MOST];
    int n;
    double m, r;
    ss_law law[MOST - 1];
} cradle;

static int mass(const void *par, const ss_config *x, double *M)
{
    const cradle *k = par;
    (void)x;
    for (int i = 0; i < k->n * k->n; i++) M[i] = 0.0;
    for (int i = 0; i < k->n; i++) M[i * k->n + i] = k->m;
    return 0;
}

static int force(const void *par, const ss_config *x, const double *u, double *h)
{
    const cradle *k = par;
    (void)x, (void)u;
    for (int i = 0; i < k->n; i++) h[i] = 0.0;
    return 0;
}

static int gap(const void *par, const ss_config *x, double *g)
{
    const cradle *k = par;
    for (int i = 0; i + 1 < k->n; i++) g[i] = x->q[i + 1] - x->q[i] - 2.0 * k->r;
    return 0;
}

static int jac(const void *par, const ss_config *x, int contact, double *W)
{
    const cradle *k = par;
    (void)x;
    for (int i = 0; i < k->n; i++) W[i] = 0.0;
    W[contact] = -1.0;
    W[contact + 1] = 1.0;
    return 0;
}

static int energy(const void *par, const ss_config *x, const double *u, double *kinetic,
                  double *potential)
{
    const cradle *k = par;
    double uu = 0.0;
    (void)x;
    for (int i = 0; i < k->n; i++) uu += u[i] * u[i];
    *kinetic = 0.5 * k->m * uu;
    *potential = 0.0;
    return 0;
}

/* Free points, sorted by place and then by velocity as they are put in. */
static int exact(const void *par, double t, double *q, double *u)
{
    const cradle *k = par;
    const double d = 2.0 * k->r;

    for (int i = 0; i < k->n; i++) {
        const double v = k->u0[i], y = k->q0[i] - d * i + v * t;
        int at = i;
        for (; at > 0 && (q[at - 1] > y || (q[at - 1] == y && u[at - 1] > v)); at--) {
            q[at] = q[at - 1];
            u[at] = u[at - 1];
        }
        q[at] = y;
        u[at] = v;
    }
    for (int i = 0; i < k->n; i++) q[i] += d * i;
    return 0;
}

static int draw(const void *par, const ss_config *x, const ss_pen *pen)
{
    const cradle *k = par;
    const double r = k->r > 0.0 ? k->r : 0.01; /* points are drawn as small balls */
    const double wide = 10.0 * (fabs(k->q0[0]) + fabs(k->q0[k->n - 1]) + r);
    pen->line(pen->ctx, SS_INK_GROUND, k->q0[0] - wide, -r, k->q0[k->n - 1] + wide, -r);
    for (int i = 0; i < k->n; i++)
        pen->arc(pen->ctx, SS_INK_BODY, x->q[i], 0.0, r, r, 0.0, 0.0, SS_TWO_PI);
    return 0;
}

static int frame(const void *par, const ss_config *x, int contact, ss_contact_frame *f)
{
    const cradle *k = par;
    *f = (ss_contact_frame){.p = {x->q[contact + 1] - k->r}, .n = {1.0}, .t = {{0.0, 1.0}}};
    return 0;
}

static ss_status build(const double *opt, ss_problem *out, char *why, size_t why_size)
{
    const int n = (int)opt[BALLS], launch = (int)opt[LAUNCH];
    if (launch >= n) {
        snprintf(why, why_size, "launch=%d: at least one of the %d balls must be hit", launch, n);
        return SS_EARG;
    }
    cradle *k = malloc(sizeof *k);
    if (!k) return SS_ENOMEM;

    const double pitch = 2.0 * opt[RADIUS] + opt[GAP];
    const double way = opt[APPROACH] + n * opt[GAP]; /* until the last ball leaves */
    *k = (cradle){.n = n, .m = opt[MASS], .r = opt[RADIUS]};
    for (int i = 0; i < n; i++) {
        k->q0[i] = pitch * i - (i < launch ? opt[APPROACH] : 0.0);
        k->u0[i] = i < launch ? opt[SPEED] : 0.0;
    }
    for (int i = 0; i + 1 < n; i++) k->law[i] = ss_restitution_from(opt + RESTITUTION);

    *out = (ss_problem){
        .name = "newtons-cradle",
        .dims = {.nq = n, .nu = n, .nc = n - 1, .nt = 0},
        .traits = SS_MASS_CONSTANT | SS_MASS_DIAGONAL,
        .t_end = way > 0.0 ? 2.0 * way / opt[SPEED] : 1.0,
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
        .zeta = ss_zeta_zero_normal,
        .energy = energy,
        /* touching balls: only a sequence of pair collisions does that; Newton's law applied to
         * all contacts at once keeps the last balls together */
        .exact_laws = opt[GAP] > 0.0 ? 0u : 1u << SS_IMPACT_REFLECTION,
        .exact = opt[RESTITUTION] == 1.0 && opt[RESTITUTION + 1] == 1.0 ? exact : NULL,
        .draw = draw,
        .frame = frame,
    };
    return SS_OK;
}

static ss_status ready(ss_problem *p, char *why, size_t why_size)
{
    const cradle *k = p->par;
    for (int i = 0; i + 1 < k->n; i++) {
        const double free = p->q0[i + 1] - p->q0[i] - 2.0 * k->r;
        const double size = k->r + fabs(p->q0[i]) + fabs(p->q0[i + 1]);
        if (free >= -1e-6 * size) continue; /* touching, as typed with six digits */
        snprintf(why, why_size, "balls %d and %d start %g m inside each other", i + 1, i + 2,
                 -free);
        return SS_EARG;
    }
    return SS_OK;
}

const ss_family ss_newtons_cradle = {
    .name = "newtons-cradle",
    .cite = "seghete2012",
    .says = "Equal balls in a row struck by the first ones; tells sequential impact laws from "
            "simultaneous ones.",
    .options = options,
    .build = build,
    .ready = ready,
    .destroy = ss_family_free,
};
