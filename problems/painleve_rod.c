/* painleve_rod.c - a rod that slides on one tip: Painleve's paradox (gomez2008).
 *
 *     q = (x, y, theta)        centre of mass and angle of a rod of length 2 l
 *     M = m diag(1, 1, eps l^2)               eps = 1/3 when the mass is uniform
 *     h = m g (Fx, Fy, l Fth)                 constant, weight included: Fy = -1 is weight alone
 *     V = -m g (Fx x + Fy y + l Fth theta)
 *
 * The tip is at (x - l cos theta, y - l sin theta), so with c, s the cosine and sine
 *
 *     gap = y - l s,   wN = (0, 1, -l c),   wT = (1, 0, l s)
 *     zetaN = l s theta'^2,   zetaT = l c theta'^2
 *
 * Sliding to the left (vT < 0, friction + mu N) with lengths in l, times in sqrt(l/g) and
 * forces in m g the gap obeys  eps gap'' = A N - b,
 *
 *     A = eps + c^2 - mu s c,      b = Fth c - eps (Fy + s theta'^2)
 *
 * A > 0, b > 0: contact lasts; b < 0: it opens; A < 0 < b: no force will do, and the rod
 * jams.  A < 0 needs mu > 2 sqrt(eps (1 + eps)).  The presets l = mass = g = 1 make the
 * problem's numbers those dimensionless ones.
 *
 * The start is the tip sliding on the floor to the left with speed 1.  Where q0_theta or
 * u0_theta is changed and q0_y, u0_x, u0_y are left at their presets, these follow, so that
 * the start stays of that kind: the plane (theta, theta') can be scanned by two numbers.
 */
#include "problems/family.h"
#include <math.h>
#include <stdio.h>

enum { HALF, MASS, EPS, FX, FY, FTH, GRAVITY, LAW };

static const ss_option options[] = {
    [HALF] = {"l", SS_REAL, 1.0, 1e-6, 1e6, "m", "half the length of the rod", NULL},
    [MASS] = {"mass", SS_REAL, 1.0, 1e-9, 1e9, "kg", "mass of the rod", NULL},
    [EPS] = {"eps", SS_REAL, 1.0 / 3.0, 1e-6, 1e6, "1", "moment of inertia over mass l^2", NULL},
    [FX] = {"Fx", SS_REAL, 0.0, -1e6, 1e6, "1", "applied force along x over mass g", NULL},
    [FY] = {"Fy", SS_REAL, -1.0, -1e6, 1e6, "1", "applied force along y, with the weight", NULL},
    [FTH] = {"Fth", SS_REAL, 0.0, -1e6, 1e6, "1", "applied torque over mass g l", NULL},
    [GRAVITY] = {"g", SS_REAL, 1.0, 1e-9, 1e6, "m/s^2", "unit of the applied forces", NULL},
    SS_LAW_OPTIONS(LAW, 0.5, 0.5, 0.0),
    {0}};

static const char *const names[] = {"x", "y", "theta"};

enum { X, Y, THETA, NU };
enum { LC, LS, NPOSE }; /* l cos theta, l sin theta */

static const double theta_start = 1.0;  /* rad: contact lasts here, without paradox */
static const double slide_start = -1.0; /* m/s, the tip's velocity along x */

typedef struct rod {
    double q0[NU], u0[NU];
    double M[NU], h[NU]; /* the diagonal; the applied force */
    double l;
    ss_law law;
} rod;

static int pose(const void *par, double t, const double *q, double *c)
{
    const rod *r = par;
    (void)t;
    c[LC] = r->l * cos(q[THETA]);
    c[LS] = r->l * sin(q[THETA]);
    return 0;
}

static int mass(const void *par, const ss_config *x, double *M)
{
    const rod *r = par;
    (void)x;
    for (int i = 0; i < NU * NU; i++) M[i] = 0.0;
    for (int i = 0; i < NU; i++) M[i * NU + i] = r->M[i];
    return 0;
}

static int force(const void *par, const ss_config *x, const double *u, double *h)
{
    const rod *r = par;
    (void)x, (void)u;
    for (int i = 0; i < NU; i++) h[i] = r->h[i];
    return 0;
}

static int gap(const void *par, const ss_config *x, double *g)
{
    (void)par;
    g[0] = x->q[Y] - x->c[LS];
    return 0;
}

static int jac(const void *par, const ss_config *x, int contact, double *W)
{
    (void)par, (void)contact;
    W[X] = 0.0;
    W[Y] = 1.0;
    W[THETA] = -x->c[LC];
    W[NU + X] = 1.0;
    W[NU + Y] = 0.0;
    W[NU + THETA] = x->c[LS];
    return 0;
}

static int zeta(const void *par, const ss_config *x, const double *u, int contact, double *z)
{
    const double w2 = u[THETA] * u[THETA];
    (void)par, (void)contact;
    z[0] = x->c[LS] * w2;
    z[1] = x->c[LC] * w2;
    return 0;
}

static int energy(const void *par, const ss_config *x, const double *u, double *kinetic,
                  double *potential)
{
    const rod *r = par;
    *kinetic = *potential = 0.0;
    for (int i = 0; i < NU; i++) {
        *kinetic += 0.5 * r->M[i] * u[i] * u[i];
        *potential -= r->h[i] * x->q[i];
    }
    return 0;
}

static int draw(const void *par, const ss_config *x, const ss_pen *pen)
{
    const rod *r = par;
    const double *q = x->q, c = x->c[LC], s = x->c[LS], reach = 30.0 * r->l;
    pen->line(pen->ctx, SS_INK_GROUND, q[X] - reach, 0.0, q[X] + reach, 0.0);
    pen->line(pen->ctx, SS_INK_BODY, q[X] - c, q[Y] - s, q[X] + c, q[Y] + s);
    return 0;
}

static int frame(const void *par, const ss_config *x, int contact, ss_contact_frame *f)
{
    (void)par, (void)contact;
    *f = (ss_contact_frame){
        .p = {x->q[X] - x->c[LC], x->q[Y] - x->c[LS]}, .n = {0.0, 1.0}, .t = {{1.0}}};
    return 0;
}

static ss_status build(const double *opt, ss_problem *out, char *why, size_t why_size)
{
    rod *r = malloc(sizeof *r);
    if (!r) return SS_ENOMEM;
    (void)why, (void)why_size;

    const double m = opt[MASS], l = opt[HALF], mg = m * opt[GRAVITY];
    *r = (rod){.q0 = {0.0, l * sin(theta_start), theta_start},
               .u0 = {slide_start},
               .M = {m, m, opt[EPS] * m * l * l},
               .h = {mg * opt[FX], mg * opt[FY], mg * l * opt[FTH]},
               .l = l,
               .law = ss_law_from(opt + LAW)};
    *out = (ss_problem){
        .name = "painleve-rod",
        .dims = {.nq = NU, .nu = NU, .nc = 1, .nt = 1, .npose = NPOSE},
        .traits = SS_MASS_CONSTANT | SS_MASS_DIAGONAL,
        .t_end = sqrt(l / opt[GRAVITY]),
        .q_name = names,
        .u_name = names,
        .q0 = r->q0,
        .u0 = r->u0,
        .law = &r->law,
        .par = r,
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

/* What was left at its preset follows the angle: tip on the floor, sliding as at first. */
static ss_status ready(ss_problem *p, char *why, size_t why_size)
{
    const rod *r = p->par;
    double *q = p->q0, *u = p->u0;
    const double s = r->l * sin(q[THETA]), c = r->l * cos(q[THETA]);

    if (q[Y] == r->l * sin(theta_start)) q[Y] = s;
    if (u[X] == slide_start) u[X] = slide_start - s * u[THETA];
    if (u[Y] == 0.0) u[Y] = c * u[THETA];
    if (q[Y] - s >= -1e-6 * (r->l + fabs(q[Y]))) return SS_OK; /* typed with six digits */
    snprintf(why, why_size, "q0_y=%g: the tip must not start below the floor", q[Y]);
    return SS_EARG;
}

const ss_family ss_painleve_rod = {
    .name = "painleve-rod",
    .cite = "gomez2008",
    .says = "A rod sliding on one tip; with much friction no contact force may exist or two.",
    .options = options,
    .build = build,
    .ready = ready,
    .destroy = ss_family_free,
};
