/* variational.c - the midpoint variational integrator alone (seghete2012, I-A).
 *
 *     M(qm) v - h/2 K(tm, qm, v) = p0 = M(q0) u0        solve for v; see del.h
 *     q1 = q0 + h v,   p1 = p0 + h K,   u1 = M(q1)^-1 p1
 *
 * Symplectic and of order 2 for conservative forces: the energy oscillates by O(h^2) and does
 * not drift; the momentum of a symmetry is kept to round-off.  Applied forces enter as the
 * midpoint's discrete Lagrange-d'Alembert force.
 *
 * It integrates free motion.  Laws of contact therefore do not concern it, and a run ends as
 * unsupported when a contact closes; method `seghete` goes on from there.
 */
#include "solvers/del.h"
#include <math.h>

enum { CLOSED };

static const ss_option options[] = {
    [CLOSED] = {"closed", SS_REAL, 1e-10, 0.0, 1.0, "m",
                "penetration at which a contact counts as closed and the run ends", NULL},
    {0}};

typedef struct state {
    ss_dims d;
    ss_del del;
    double closed;
    double last; /* length of the last step, 0 if there was none */
    double *v;   /* nu: mean velocity of the last step */
    double *p;   /* nu: momentum */
    double *guess, *q, *u;
    double *g; /* nc */
} state;

static void layout(void *vs, const ss_dims *d, const double *opt, ss_arena *a)
{
    state *s = vs;

    (void)opt;
    s->d = *d;
    ss_del_layout(&s->del, d, a);
    s->v = SS_TAKE(a, double, d->nu);
    s->p = SS_TAKE(a, double, d->nu);
    s->guess = SS_TAKE(a, double, d->nu);
    s->q = SS_TAKE(a, double, d->nq);
    s->u = SS_TAKE(a, double, d->nu);
    s->g = SS_TAKE(a, double, d->nc);
}

static ss_status reset(void *vs, ss_eval *e, const ss_setup *setup, const ss_point *x)
{
    state *s = vs;

    s->closed = setup->opt[CLOSED];
    s->last = 0.0;
    (void)x;
    ss_del_reset(&s->del, e->p);
    return SS_OK;
}

/* The midpoint's velocity by extrapolation from the last midpoint's and the start's. */
static void predict(state *s, double h, const double *u)
{
    const double ratio = s->last > 0.0 ? h / s->last : 0.0;

    for (int i = 0; i < s->d.nu; i++)
        s->guess[i] = u[i] + (s->last > 0.0 ? ratio * (u[i] - s->v[i]) : 0.0);
}

static ss_status all_open(state *s, ss_eval *e)
{
    SS_TRY(ss_gap(e, s->g));
    for (int i = 0; i < s->d.nc; i++)
        if (s->g[i] < -s->closed) return SS_ECONTACT;
    return SS_OK;
}

static ss_status step(void *vs, ss_eval *e, double h, ss_point *x, ss_step_info *info)
{
    state *s = vs;
    const int n = s->d.nu;
    const ss_del_from from = {.t = x->t, .tau = h, .q = x->q, .p = s->p};
    double power;

    SS_TRY(ss_place(e, x->t, x->q));
    SS_TRY(ss_del_momentum(&s->del, e, x->u, s->p));
    predict(s, h, x->u);
    SS_TRY(ss_del_solve(&s->del, e, &from, s->guess));
    SS_TRY(ss_power(e, s->guess, &power));
    for (int i = 0; i < n; i++) {
        s->q[i] = x->q[i] + h * s->guess[i];
        s->p[i] += h * s->del.K[i];
    }
    SS_TRY(ss_place(e, x->t + h, s->q));
    SS_TRY(all_open(s, e));
    SS_TRY(ss_del_velocity(&s->del, e, s->p, s->u));

    memcpy(s->v, s->guess, (size_t)n * sizeof *s->v);
    s->last = h;
    memcpy(x->q, s->q, (size_t)n * sizeof *x->q);
    memcpy(x->u, s->u, (size_t)n * sizeof *x->u);
    x->W += h * power;
    info->h_done = h;
    return SS_OK;
}

const ss_method ss_variational = {
    .name = "variational",
    .cite = "seghete2012",
    .says = "Midpoint variational integrator for free motion; ends where a contact closes.",
    .can = SS_CAN_FRICTION | SS_CAN_SPATIAL | SS_CAN_MOVING | SS_CAN_STATIC | SS_CAN_VISCOUS |
           SS_CAN_TANGENTIAL, /* no contact, no law to break; isolated ones are always closed */
    .stepping = SS_FIXED,
    .impact = SS_IMPACT_NONE,
    .order = 2,
    .state_size = sizeof(state),
    .options = options,
    .layout = layout,
    .reset = reset,
    .step = step,
};
