/* disc_slip_to_roll.c - a disc set down sliding, until friction makes it roll (textbook).
 *
 *     q = (x, y, phi), phi counter-clockwise;  M = diag(m, m, J),  J = eps m r^2
 *     gap = y - r,  wN = (0, 1, 0),  wT = (1, 0, r),  zeta = 0
 *
 * The slip velocity s = x' + r phi' falls at mu g (1 + 1/eps) until it is zero; from then on
 * nothing asks for friction and the disc rolls.  Friction divides what it takes from s in
 * fixed shares, x'' = s'' eps/(1 + eps) and r phi'' = s''/(1 + eps).  Without spin at the
 * start a uniform disc (eps = 1/2) rolls after v0/(3 mu g), at 2/3 of v0.
 */
#include "problems/dry.h"
#include "problems/family.h"
#include "problems/sketch.h"
#include <float.h>
#include <stdio.h>

enum { RADIUS, MASS, EPS, GRAVITY, LAW };

static const ss_option options[] = {
    [RADIUS] = {"radius", SS_REAL, 0.1, 1e-6, 1e6, "m", "radius of the disc", NULL},
    [MASS] = {"mass", SS_REAL, 1.0, 1e-9, 1e9, "kg", "mass of the disc", NULL},
    [EPS] = {"eps", SS_REAL, 0.5, 1e-6, 1e6, "1",
             "moment of inertia over mass times radius squared, 1/2 if uniform", NULL},
    [GRAVITY] = {"g", SS_REAL, 9.81, 1e-9, 1e6, "m/s^2", "gravity", NULL},
    SS_LAW_OPTIONS(LAW, 0.2, 0.2, 0.0),
    {0}};

static const char *const names[] = {"x", "y", "phi"};

typedef struct disc {
    double q0[3], u0[3]; /* the start */
    double m, eps, J, g, r;
    ss_law law;
} disc;

static int mass(const void *par, const ss_config *x, double *M)
{
    const disc *b = par;
    (void)x;
    M[0] = M[4] = b->m;
    M[8] = b->J;
    M[1] = M[2] = M[3] = M[5] = M[6] = M[7] = 0.0;
    return 0;
}

static int force(const void *par, const ss_config *x, const double *u, double *h)
{
    const disc *b = par;
    (void)x, (void)u;
    h[0] = h[2] = 0.0;
    h[1] = -b->m * b->g;
    return 0;
}

static int gap(const void *par, const ss_config *x, double *g)
{
    g[0] = x->q[1] - ((const disc *)par)->r;
    return 0;
}

static int jac(const void *par, const ss_config *x, int contact, double *W)
{
    (void)x, (void)contact;
    W[0] = 0.0, W[1] = 1.0, W[2] = 0.0;
    W[3] = 1.0, W[4] = 0.0, W[5] = ((const disc *)par)->r;
    return 0;
}

static int energy(const void *par, const ss_config *x, const double *u, double *kinetic,
                  double *potential)
{
    const disc *b = par;
    *kinetic = 0.5 * b->m * (u[0] * u[0] + u[1] * u[1]) + 0.5 * b->J * u[2] * u[2];
    *potential = b->m * b->g * x->q[1];
    return 0;
}

static int exact(const void *par, double t, double *q, double *u)
{
    const disc *b = par;
    const double brake = b->g * (1.0 + 1.0 / b->eps); /* of s, per unit friction */
    const double s0 = b->u0[0] + b->r * b->u0[2];
    double way = 0.0, s = s0;

    ss_dry_slide(0.0, b->law.mu_s * brake, b->law.mu_d * brake, t, &way, &s);

    const double lost_way = way - s0 * t, lost = s - s0; /* what friction took */
    const double to_x = b->eps / (1.0 + b->eps), to_phi = 1.0 / ((1.0 + b->eps) * b->r);
    q[0] = b->q0[0] + b->u0[0] * t + to_x * lost_way;
    q[1] = b->r;
    q[2] = b->q0[2] + b->u0[2] * t + to_phi * lost_way;
    u[0] = b->u0[0] + to_x * lost;
    u[1] = 0.0;
    u[2] = b->u0[2] + to_phi * lost;
    return 0;
}

static int draw(const void *par, const ss_config *x, const ss_pen *pen)
{
    const disc *b = par;
    const double wide = 5.0 * b->r; /* a picture's size only */
    pen->line(pen->ctx, SS_INK_GROUND, b->q0[0] - wide, 0.0, b->q0[0] + wide, 0.0);
    ss_sketch_disc(pen, x->q[0], x->q[1], b->r, x->q[2]);
    return 0;
}

static int frame(const void *par, const ss_config *x, int contact, ss_contact_frame *f)
{
    const disc *b = par;
    (void)contact;
    *f = (ss_contact_frame){
        .p = {x->q[0], x->q[1] - b->r}, .n = {0.0, 1.0}, .t = {{1.0}, {0.0, 0.0, -1.0}}};
    return 0;
}

static ss_status build(const double *opt, ss_problem *out, char *why, size_t why_size)
{
    const double r = opt[RADIUS], m = opt[MASS], eps = opt[EPS], v0 = 1.0;
    const ss_law law = ss_law_from(opt + LAW);
    const double brake = law.mu_d * opt[GRAVITY] * (1.0 + 1.0 / eps);
    disc *b = malloc(sizeof *b);
    if (!b) return SS_ENOMEM;
    (void)why, (void)why_size;
    *b = (disc){.q0 = {0.0, r},
                .u0 = {v0},
                .m = m,
                .eps = eps,
                .J = eps * m * r * r,
                .g = opt[GRAVITY],
                .r = r,
                .law = law};
    *out = (ss_problem){
        .name = "disc-slip-to-roll",
        .dims = {.nq = 3, .nu = 3, .nc = 1, .nt = 1},
        .traits = SS_MASS_CONSTANT | SS_MASS_DIAGONAL,
        .t_end = brake > 0.0 ? 2.0 * v0 / brake : 1.0, /* as long rolling as slipping */
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
    const disc *b = p->par;
    const double g = p->q0[1] - b->r;
    const double slack = 4.0 * DBL_EPSILON * b->r; /* the caller's y and r both round */

    if (g < -slack) {
        snprintf(why, why_size, "q0_y=%g: the disc must start above the floor", p->q0[1]);
        return SS_EARG;
    }
    if (g > slack || p->u0[1] != 0.0 || !ss_law_is_dry(&b->law)) p->exact = NULL;
    return SS_OK;
}

const ss_family ss_disc_slip_to_roll = {
    .name = "disc-slip-to-roll",
    .cite = "textbook",
    .says = "A disc set down sliding without spin; friction slows and turns it until it rolls.",
    .options = options,
    .build = build,
    .ready = ready,
    .destroy = ss_family_free,
};
