/* self_stable_pendulum.c - a rod on a round foot that rights itself (giardina2013, 2.3).
 *
 *     q = (x, y, phi)     (x, y) the centre of mass, at height h over the foot when upright
 *     M = diag(m, m, J)
 *
 * The foot's centre lies at d = R - h over the centre of mass along the rod, so that
 *
 *     gap = y + d cos phi - R
 *     wN = (0, 1, -d sin phi),  wT = (1, 0, R - d cos phi)
 *     zetaN = -d cos phi phi'^2,  zetaT = d sin phi phi'^2
 *
 * Rolling, it keeps E = theta(phi) phi'^2/2 + m g (R - d cos phi) with theta = J + m (R^2 + d^2 -
 * 2 R d cos phi), the inertia about the point of contact.  Near the upright, theta = J + m h^2 and
 * it swings with the source's w_r = sqrt(m g (R - h)/theta) if h < R, stands anywhere if h = R and
 * falls if h > R.  The source's own equation keeps theta constant, which is right for small phi
 * only; here it is not.
 */
#include "problems/family.h"
#include <math.h>

enum { RADIUS, HEIGHT, MASS, INERTIA, TILT, GRAVITY, LAW };

static const ss_option options[] = {
    [RADIUS] = {"R", SS_REAL, 0.3, 1e-6, 1e6, "m", "radius of the foot", NULL},
    [HEIGHT] = {"height", SS_REAL, 0.2, 0.0, 1e6, "m", "centre of mass over the foot", NULL},
    [MASS] = {"mass", SS_REAL, 1.0, 1e-9, 1e9, "kg", "mass", NULL},
    [INERTIA] = {"inertia", SS_REAL, 0.01, 1e-12, 1e9, "kg m^2", "inertia about the centre of mass",
                 NULL},
    [TILT] = {"tilt", SS_REAL, 0.2, -3.2, 3.2, "rad", "angle that it is released at", NULL},
    [GRAVITY] = {"g", SS_REAL, 9.81, 0.0, 1e6, "m/s^2", "gravity", NULL},
    SS_LAW_OPTIONS(LAW, 0.5, 0.5, 0.0),
    {0}};

static const char *const names[] = {"x", "y", "phi"};

enum { X, Y, PHI, NU };
enum { DS, DC, NPOSE }; /* d sin phi, d cos phi */

typedef struct rocker {
    double q0[NU], u0[NU];
    double R, d, m, J, g;
    ss_law law;
} rocker;

static int pose(const void *par, double t, const double *q, double *c)
{
    const rocker *b = par;
    (void)t;
    c[DS] = b->d * sin(q[PHI]);
    c[DC] = b->d * cos(q[PHI]);
    return 0;
}

static int mass(const void *par, const ss_config *x, double *M)
{
    const rocker *b = par;
    (void)x;
    for (int i = 0; i < NU * NU; i++) M[i] = 0.0;
    M[0] = M[4] = b->m;
    M[8] = b->J;
    return 0;
}

static int force(const void *par, const ss_config *x, const double *u, double *h)
{
    const rocker *b = par;
    (void)x, (void)u;
    h[X] = h[PHI] = 0.0;
    h[Y] = -b->m * b->g;
    return 0;
}

static int gap(const void *par, const ss_config *x, double *g)
{
    g[0] = x->q[Y] + x->c[DC] - ((const rocker *)par)->R;
    return 0;
}

static int jac(const void *par, const ss_config *x, int contact, double *W)
{
    const rocker *b = par;
    (void)contact;
    W[0] = 0.0, W[1] = 1.0, W[2] = -x->c[DS];
    W[3] = 1.0, W[4] = 0.0, W[5] = b->R - x->c[DC];
    return 0;
}

static int zeta(const void *par, const ss_config *x, const double *u, int contact, double *z)
{
    (void)par, (void)contact;
    z[0] = -x->c[DC] * u[PHI] * u[PHI];
    z[1] = x->c[DS] * u[PHI] * u[PHI];
    return 0;
}

static int energy(const void *par, const ss_config *x, const double *u, double *kinetic,
                  double *potential)
{
    const rocker *b = par;
    *kinetic = 0.5 * (b->m * (u[X] * u[X] + u[Y] * u[Y]) + b->J * u[PHI] * u[PHI]);
    *potential = b->m * b->g * x->q[Y];
    return 0;
}

static int frame(const void *par, const ss_config *x, int contact, ss_contact_frame *f)
{
    const rocker *b = par;
    (void)contact;
    *f = (ss_contact_frame){
        .p = {x->q[X] - x->c[DS], x->q[Y] + x->c[DC] - b->R}, .n = {0.0, 1.0}, .t = {{1.0}}};
    return 0;
}

static int draw(const void *par, const ss_config *x, const ss_pen *pen)
{
    const rocker *b = par;
    const double cx = x->q[X] - x->c[DS], cy = x->q[Y] + x->c[DC];
    const double s = sin(x->q[PHI]), c = cos(x->q[PHI]);

    pen->line(pen->ctx, SS_INK_GROUND, cx - 4.0 * b->R, 0.0, cx + 4.0 * b->R, 0.0);
    pen->arc(pen->ctx, SS_INK_BODY, cx, cy, b->R, b->R, x->q[PHI], -0.75 * SS_PI, -0.25 * SS_PI);
    pen->line(pen->ctx, SS_INK_BODY, cx + b->R * s, cy - b->R * c, x->q[X], x->q[Y]);
    pen->arc(pen->ctx, SS_INK_MARK, x->q[X], x->q[Y], 0.05 * b->R, 0.05 * b->R, 0.0, 0.0,
             SS_TWO_PI);
    return 0;
}

static ss_status build(const double *opt, ss_problem *out, char *why, size_t why_size)
{
    rocker *b = malloc(sizeof *b);
    if (!b) return SS_ENOMEM;
    (void)why, (void)why_size;

    const double d = opt[RADIUS] - opt[HEIGHT];
    *b = (rocker){.q0 = {0.0, opt[RADIUS] - d * cos(opt[TILT]), opt[TILT]},
                  .R = opt[RADIUS],
                  .d = d,
                  .m = opt[MASS],
                  .J = opt[INERTIA],
                  .g = opt[GRAVITY],
                  .law = ss_law_from(opt + LAW)};
    *out = (ss_problem){
        .name = "self-stable-pendulum",
        .dims = {.nq = NU, .nu = NU, .nc = 1, .nt = 1, .npose = NPOSE},
        .traits = SS_MASS_CONSTANT | SS_MASS_DIAGONAL,
        .t_end = 5.0,
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
        .draw = draw,
        .frame = frame,
    };
    return SS_OK;
}

const ss_family ss_self_stable_pendulum = {
    .name = "self-stable-pendulum",
    .cite = "giardina2013",
    .says = "A rod on a round foot that swings back to the upright if its weight lies low.",
    .options = options,
    .build = build,
    .destroy = ss_family_free,
};
