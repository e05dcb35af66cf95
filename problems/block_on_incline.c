/* block_on_incline.c - a particle that slides on an inclined plane (textbook).
 *
 *     q = (x, y), world axes, y up;  M = m I,  h = (0, -m g)
 *     the plane passes through the origin and rises with x at the angle s:
 *     wN = n = (-sin s, cos s),  wT = tau = (cos s, sin s),  gap = n.q,  zeta = 0
 *
 * On the plane the load is m g cos s and the motion along tau has the acceleration
 * -g sin s -+ mu_d g cos s, against the slip.  Started uphill it comes to a stop; there it
 * stays if tan s <= mu_s and slides back if not.
 */
#include "problems/dry.h"
#include "problems/family.h"
#include "problems/sketch.h"
#include <float.h>
#include <stdio.h>

enum { SLOPE, SPEED, MASS, GRAVITY, LAW };

static const ss_option options[] = {
    [SLOPE] = {"slope", SS_REAL, 0.5, -1.5, 1.5, "rad", "angle at which the plane rises", NULL},
    [SPEED] = {"speed", SS_REAL, 2.0, -1e6, 1e6, "m/s", "velocity up the plane at the start", NULL},
    [MASS] = {"mass", SS_REAL, 1.0, 1e-9, 1e9, "kg", "mass of the block", NULL},
    [GRAVITY] = {"g", SS_REAL, 9.81, 1e-9, 1e6, "m/s^2", "gravity", NULL},
    SS_LAW_OPTIONS(LAW, 0.3, 0.3, 0.0),
    {0}};

static const char *const names[] = {"x", "y"};

typedef struct incline {
    double q0[2], u0[2]; /* the start */
    double m, g, c, s;   /* c, s: cosine and sine of the slope */
    ss_law law;
} incline;

static double along(const incline *b, const double *a)
{
    return b->c * a[0] + b->s * a[1];
}

static double across(const incline *b, const double *a)
{
    return b->c * a[1] - b->s * a[0];
}

static int mass(const void *par, const ss_config *x, double *M)
{
    (void)x;
    M[0] = M[3] = ((const incline *)par)->m;
    M[1] = M[2] = 0.0;
    return 0;
}

static int force(const void *par, const ss_config *x, const double *u, double *h)
{
    const incline *b = par;
    (void)x, (void)u;
    h[0] = 0.0;
    h[1] = -b->m * b->g;
    return 0;
}

static int gap(const void *par, const ss_config *x, double *g)
{
    g[0] = across(par, x->q);
    return 0;
}

static int jac(const void *par, const ss_config *x, int contact, double *W)
{
    const incline *b = par;
    (void)x, (void)contact;
    W[0] = -b->s, W[1] = b->c;
    W[2] = b->c, W[3] = b->s;
    return 0;
}

static int energy(const void *par, const ss_config *x, const double *u, double *kinetic,
                  double *potential)
{
    const incline *b = par;
    *kinetic = 0.5 * b->m * (u[0] * u[0] + u[1] * u[1]);
    *potential = b->m * b->g * x->q[1];
    return 0;
}

static int exact(const void *par, double t, double *q, double *u)
{
    const incline *b = par;
    const double load = b->g * b->c; /* per unit mass */
    double d = 0.0, v = along(b, b->u0);

    ss_dry_slide(-b->g * b->s, b->law.mu_s * load, b->law.mu_d * load, t, &d, &v);
    q[0] = b->q0[0] + d * b->c;
    q[1] = b->q0[1] + d * b->s;
    u[0] = v * b->c;
    u[1] = v * b->s;
    return 0;
}

static int draw(const void *par, const ss_config *x, const ss_pen *pen)
{
    const incline *b = par;
    const double r = 0.05, wide = 1.5; /* a picture's size only */
    const double mid = along(b, b->q0);
    pen->line(pen->ctx, SS_INK_GROUND, (mid - wide) * b->c, (mid - wide) * b->s,
              (mid + wide) * b->c, (mid + wide) * b->s);
    ss_sketch_box(pen, x->q[0] - r * b->s, x->q[1] + r * b->c, b->c, b->s, 1.5 * r, r);
    return 0;
}

static int frame(const void *par, const ss_config *x, int contact, ss_contact_frame *f)
{
    const incline *b = par;
    (void)contact;
    *f = (ss_contact_frame){
        .p = {x->q[0], x->q[1]}, .n = {-b->s, b->c}, .t = {{b->c, b->s}, {0.0, 0.0, -1.0}}};
    return 0;
}

static ss_status build(const double *opt, ss_problem *out, char *why, size_t why_size)
{
    const double c = cos(opt[SLOPE]), s = sin(opt[SLOPE]), v = opt[SPEED];
    const ss_law law = ss_law_from(opt + LAW);
    incline *b = malloc(sizeof *b);
    if (!b) return SS_ENOMEM;
    (void)why, (void)why_size;
    *b = (incline){
        .u0 = {v * c, v * s}, .m = opt[MASS], .g = opt[GRAVITY], .c = c, .s = s, .law = law};

    /* three times what gravity and friction together need to stop it */
    const double stop = fabs(v) / (b->g * (fabs(s) + law.mu_d * c));
    *out = (ss_problem){
        .name = "block-on-incline",
        .dims = {.nq = 2, .nu = 2, .nc = 1, .nt = 1},
        .traits = SS_MASS_CONSTANT | SS_MASS_DIAGONAL,
        .t_end = stop > 0.0 && isfinite(stop) ? 3.0 * stop : 1.0,
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
        .zeta = ss_zeta_zero_planar,
        .energy = energy,
        .exact = exact,
        .draw = draw,
        .frame = frame,
    };
    return SS_OK;
}

static ss_status ready(ss_problem *p, char *why, size_t why_size)
{
    const incline *b = p->par;
    const double g = across(b, p->q0), up = across(b, p->u0);
    /* the two products of across() round, and so did the caller's numbers */
    const double slack = 8.0 * DBL_EPSILON;
    const double far = hypot(p->q0[0], p->q0[1]), fast = hypot(p->u0[0], p->u0[1]);

    if (g < -slack * far) {
        snprintf(why, why_size, "the block starts %g m below the plane", -g);
        return SS_EARG;
    }
    const int on_plane = g <= slack * far && fabs(up) <= slack * fast;
    if (!on_plane || !ss_law_is_dry(&b->law)) p->exact = NULL;
    return SS_OK;
}

const ss_family ss_block_on_incline = {
    .name = "block-on-incline",
    .cite = "textbook",
    .says = "A particle shot up an inclined plane: it stops, and stays or slides back.",
    .options = options,
    .build = build,
    .ready = ready,
    .destroy = ss_family_free,
};
