/* sliding_block.c - a block that slides on a floor on its two bottom corners (gomez2008, 2.9).
 *
 *     q = (x, y, theta), centre of mass;  M = diag(m, m, J),  J = eps m (w^2 + h^2)
 *     corner i at centre + a_i,  a_i = R(theta) (-+w, -h);  contact 0 is the left one
 *     gap = y + a_y,  wN = (0, 1, a_x),  wT = (1, 0, -a_y)
 *     a_x' = -a_y theta',  a_y' = a_x theta':  zetaN = -a_y theta'^2,  zetaT = -a_x theta'^2
 *
 * Flat on the floor and sliding with |v| = -+v the loads follow from N0 + N1 = m g and the
 * moments about the centre: the leading corner bears m g (w + mu h)/(2 w), the other
 * m g (w - mu h)/(2 w).  While mu h <= w both stay down, the block decelerates at mu g and
 * stops after v0/(mu g); beyond that it tips and there is no closed form.
 */
#include "problems/dry.h"
#include "problems/family.h"
#include "problems/sketch.h"
#include <float.h>
#include <stdio.h>

enum { HALF_WIDTH, HALF_HEIGHT, MASS, EPS, GRAVITY, LAW };

static const ss_option options[] = {
    [HALF_WIDTH] = {"half_width", SS_REAL, 0.5, 1e-6, 1e6, "m", "half the width", NULL},
    [HALF_HEIGHT] = {"half_height", SS_REAL, 0.5, 1e-6, 1e6, "m", "half the height", NULL},
    [MASS] = {"mass", SS_REAL, 1.0, 1e-9, 1e9, "kg", "mass of the block", NULL},
    [EPS] = {"eps", SS_REAL, 1.0 / 3.0, 1e-6, 1e6, "1",
             "moment of inertia over mass times half diagonal squared, 1/3 if uniform", NULL},
    [GRAVITY] = {"g", SS_REAL, 9.81, 1e-9, 1e6, "m/s^2", "gravity", NULL},
    SS_LAW_OPTIONS(LAW, 0.5, 0.5, 0.0),
    {0}};

static const char *const names[] = {"x", "y", "theta"};

typedef struct block {
    double q0[3], u0[3]; /* the start */
    double m, J, g, w, h;
    ss_law law[2];
} block;

/* from centre to corner */
static void arm(const block *b, const double *c, int contact, double a[2])
{
    const double w = contact == 0 ? -b->w : b->w;
    a[0] = w * c[0] + b->h * c[1];
    a[1] = w * c[1] - b->h * c[0];
}

static int pose(const void *par, double t, const double *q, double *c)
{
    (void)par, (void)t;
    c[0] = cos(q[2]);
    c[1] = sin(q[2]);
    return 0;
}

static int mass(const void *par, const ss_config *x, double *M)
{
    const block *b = par;
    (void)x;
    M[0] = M[4] = b->m;
    M[8] = b->J;
    M[1] = M[2] = M[3] = M[5] = M[6] = M[7] = 0.0;
    return 0;
}

static int force(const void *par, const ss_config *x, const double *u, double *h)
{
    const block *b = par;
    (void)x, (void)u;
    h[0] = h[2] = 0.0;
    h[1] = -b->m * b->g;
    return 0;
}

static int gap(const void *par, const ss_config *x, double *g)
{
    for (int i = 0; i < 2; i++) {
        double a[2];
        arm(par, x->c, i, a);
        g[i] = x->q[1] + a[1];
    }
    return 0;
}

static int jac(const void *par, const ss_config *x, int contact, double *W)
{
    double a[2];
    arm(par, x->c, contact, a);
    W[0] = 0.0, W[1] = 1.0, W[2] = a[0];
    W[3] = 1.0, W[4] = 0.0, W[5] = -a[1];
    return 0;
}

static int zeta(const void *par, const ss_config *x, const double *u, int contact, double *z)
{
    double a[2];
    arm(par, x->c, contact, a);
    z[0] = -a[1] * u[2] * u[2];
    z[1] = -a[0] * u[2] * u[2];
    return 0;
}

static int energy(const void *par, const ss_config *x, const double *u, double *kinetic,
                  double *potential)
{
    const block *b = par;
    *kinetic = 0.5 * b->m * (u[0] * u[0] + u[1] * u[1]) + 0.5 * b->J * u[2] * u[2];
    *potential = b->m * b->g * x->q[1];
    return 0;
}

static int exact(const void *par, double t, double *q, double *u)
{
    const block *b = par;
    q[0] = b->q0[0], q[1] = b->h, q[2] = 0.0;
    u[0] = b->u0[0], u[1] = u[2] = 0.0;
    ss_dry_slide(0.0, b->law[0].mu_s * b->g, b->law[0].mu_d * b->g, t, &q[0], &u[0]);
    return 0;
}

static int draw(const void *par, const ss_config *x, const ss_pen *pen)
{
    const block *b = par;
    const double wide = 3.0 * (b->w + b->h);
    pen->line(pen->ctx, SS_INK_GROUND, b->q0[0] - wide, 0.0, b->q0[0] + wide, 0.0);
    ss_sketch_box(pen, x->q[0], x->q[1], x->c[0], x->c[1], b->w, b->h);
    return 0;
}

static int frame(const void *par, const ss_config *x, int contact, ss_contact_frame *f)
{
    double a[2];
    arm(par, x->c, contact, a);
    *f = (ss_contact_frame){
        .p = {x->q[0] + a[0], x->q[1] + a[1]}, .n = {0.0, 1.0}, .t = {{1.0}, {0.0, 0.0, -1.0}}};
    return 0;
}

static ss_status build(const double *opt, ss_problem *out, char *why, size_t why_size)
{
    const double w = opt[HALF_WIDTH], h = opt[HALF_HEIGHT], m = opt[MASS];
    const ss_law law = ss_law_from(opt + LAW);
    const double v0 = 5.0, brake = law.mu_d * opt[GRAVITY];
    block *b = malloc(sizeof *b);
    if (!b) return SS_ENOMEM;
    (void)why, (void)why_size;
    *b = (block){.q0 = {0.0, h},
                 .u0 = {-v0},
                 .m = m,
                 .J = opt[EPS] * m * (w * w + h * h),
                 .g = opt[GRAVITY],
                 .w = w,
                 .h = h,
                 .law = {law, law}};
    *out = (ss_problem){
        .name = "sliding-block",
        .dims = {.nq = 3, .nu = 3, .nc = 2, .nt = 1, .npose = 2},
        .traits = SS_MASS_CONSTANT | SS_MASS_DIAGONAL,
        .t_end = brake > 0.0 ? 1.5 * v0 / brake : 1.0, /* the slide and some rest */
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
    const block *b = p->par;
    const double slack = 8.0 * DBL_EPSILON * (fabs(p->q0[1]) + b->w + b->h); /* rounding of gap */
    double c[2], g[2];

    pose(b, 0.0, p->q0, c);
    gap(b, &(ss_config){.q = p->q0, .c = c}, g);
    if (fmin(g[0], g[1]) < -slack) {
        snprintf(why, why_size, "a corner starts %g m below the floor", -fmin(g[0], g[1]));
        return SS_EARG;
    }

    const int flat = p->q0[2] == 0.0 && fabs(g[0]) <= slack && p->u0[1] == 0.0 && p->u0[2] == 0.0;
    const int stays_down = p->u0[0] == 0.0 || b->law[0].mu_d * b->h <= b->w;
    if (!flat || !stays_down || !ss_law_is_dry(&b->law[0])) p->exact = NULL;
    return SS_OK;
}

const ss_family ss_sliding_block = {
    .name = "sliding-block",
    .cite = "gomez2008",
    .says = "A block that slides on its two bottom corners; with enough friction it tips.",
    .options = options,
    .build = build,
    .ready = ready,
    .destroy = ss_family_free,
};
