/* empirical_pendulum.c - the pendulum with friction that does not depend on the load: the model
 * (4.51) of gomez2008, for comparison with journal-pendulum.
 *
 *     theta'' = -cos theta - mu sgn(theta') - b r K theta'     in units of 1/K
 *
 * the sign of the last term mended.  In SI, with I = m l^2 + J about the axis and K^2 = m g l / I,
 *
 *     I theta'' = -m g l cos theta - m g l (mu + b r |theta'|) sgn(theta')
 *
 * isolated friction with load m g l (N m), slip velocity theta' (rad/s), and a viscous part b r.
 */
#include "problems/family.h"
#include "problems/pendulum_parts.h"

enum { MATERIAL, WASHERS, GRAVITY, FRICTION };

static const ss_option options[] = {
    [MATERIAL] = {"material", SS_CHOICE, 0.0, 0.0, 0.0, "", "what the journal is made of",
                  SS_PENDULUM_MATERIALS},
    [WASHERS] = {"washers", SS_INTEGER, 2.0, 1.0, 2.0, "1", "washers at the end of the rod", NULL},
    [GRAVITY] = {"g", SS_REAL, 9.80665, 1e-9, 1e6, "m/s^2", "gravity", NULL},
    SS_FRICTION_OPTIONS(FRICTION, 0.02, 0.02),
    {0}};

static const char *const names[] = {"theta"};

typedef struct pendulum {
    double q0[1], u0[1];
    double I, mgl, l;
    ss_law law;
} pendulum;

static int mass(const void *par, const ss_config *x, double *M)
{
    (void)x;
    M[0] = ((const pendulum *)par)->I;
    return 0;
}

static int force(const void *par, const ss_config *x, const double *u, double *h)
{
    (void)u;
    h[0] = -((const pendulum *)par)->mgl * cos(x->q[0]);
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

static int zeta(const void *par, const ss_config *x, const double *u, int contact, double *z)
{
    (void)par, (void)x, (void)u, (void)contact;
    z[0] = z[1] = 0.0;
    return 0;
}

static int energy(const void *par, const ss_config *x, const double *u, double *kinetic,
                  double *potential)
{
    const pendulum *b = par;
    *kinetic = 0.5 * b->I * u[0] * u[0];
    *potential = b->mgl * sin(x->q[0]);
    return 0;
}

static int draw(const void *par, const ss_config *x, const ss_pen *pen)
{
    const pendulum *b = par;
    const double c = b->l * cos(x->q[0]), s = b->l * sin(x->q[0]), r = 0.1 * b->l;
    pen->arc(pen->ctx, SS_INK_GROUND, 0.0, 0.0, r, r, 0.0, 0.0, SS_TWO_PI);
    pen->line(pen->ctx, SS_INK_BODY, 0.0, 0.0, c, s);
    pen->arc(pen->ctx, SS_INK_BODY, c, s, r, r, 0.0, 0.0, SS_TWO_PI);
    return 0;
}

static int frame(const void *par, const ss_config *x, int contact, ss_contact_frame *f)
{
    (void)par, (void)contact;
    *f = (ss_contact_frame){.n = {-cos(x->q[0]), -sin(x->q[0])},
                            .t = {{-sin(x->q[0]), cos(x->q[0])}, {0.0, 0.0, -1.0}}};
    return 0;
}

static ss_status build(const double *opt, ss_problem *out, char *why, size_t why_size)
{
    const ss_pendulum_parts part = ss_pendulum_of((int)opt[MATERIAL], (int)opt[WASHERS]);
    pendulum *b = malloc(sizeof *b);
    if (!b) return SS_ENOMEM;
    (void)why, (void)why_size;
    *b = (pendulum){.I = part.m * part.l * part.l + part.J,
                    .mgl = part.m * opt[GRAVITY] * part.l,
                    .l = part.l,
                    .law = ss_friction_from(opt + FRICTION)};
    b->law.kind = SS_ISOLATED;
    b->law.load = b->mgl;
    b->law.b *= part.r;   /* of a slip velocity in rad/s */
    b->law.v_s /= part.r; /* and so the smoothing */
    *out = (ss_problem){
        .name = "empirical-pendulum",
        .dims = {.nq = 1, .nu = 1, .nc = 1, .nt = 1},
        .traits = SS_MASS_CONSTANT | SS_MASS_DIAGONAL,
        .t_end = 2.75,
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
        .zeta = zeta,
        .energy = energy,
        .draw = draw,
        .frame = frame,
    };
    return SS_OK;
}

const ss_family ss_empirical_pendulum = {
    .name = "empirical-pendulum",
    .cite = "gomez2008",
    .says = "The journal's pendulum with friction that does not depend on the load.",
    .options = options,
    .build = build,
    .destroy = ss_family_free,
};
