/* rk4_karnopp.c - fixed-step Runge-Kutta with capture, for isolated friction (flickinger2011,
 * appendix A, after Karnopp 1985)
 *
 * At the beginning of a step, for every friction contact with slip velocity v:
 *
 *     capture    |v| <= |a| h and a against v, with a the slip acceleration: v would pass zero
 *                within the step, so it is set to zero (along M^-1 wT) and the contact sticks
 *     stick      while |lT| <= mu_s N, else slip the way that follows
 *     slip       lT = -mu(v) sgn(v) N, with the sign of the step's beginning
 *
 * then one step of the classical method with these modes.  A contact once captured stays so for
 * at least one step, and a crossing faster than |a| h is missed: both are the scheme's own, and
 * what the event-driven methods are compared with.  First order in h because of the capture. */
#include "solvers/event/hybrid.h"
#include <math.h>

typedef struct state {
    ss_hybrid hybrid; /* its contacts and rates; nothing of its events */
    ss_rk rk;
} state;

static void layout(void *vs, const ss_dims *d, const double *opt, ss_arena *a)
{
    state *s = vs;
    (void)opt;
    ss_hybrid_layout(&s->hybrid, d, &ss_impact_energetic, a);
    ss_rk_layout(&s->rk, &ss_rk4, d->nq + d->nu + 1, a);
}

static ss_status reset(void *vs, ss_eval *e, const ss_setup *setup, const ss_point *x)
{
    static const double none[SS_HYBRID_ROWS] = {0.0};
    state *s = vs;
    (void)x;
    ss_hybrid_reset(&s->hybrid, e, setup, none);
    ss_rk_restart(&s->rk);
    return SS_OK;
}

static unsigned char slip_of(double v)
{
    return v < 0.0 ? SS_SLIP_MINUS : SS_SLIP_PLUS;
}

/* Modes for the step from y; captured contacts lose their slip. */
static ss_status capture(ss_hybrid *s, double t, double h, double *y, const ss_point *x)
{
    ss_contacts *c = &s->c;
    double *u = y + s->d.nq;
    int any = 0, proved;

    memset(s->mode, SS_SLIP_PLUS, (size_t)s->d.nc);
    SS_TRY(ss_hybrid_place(s, t, y));
    SS_TRY(ss_hybrid_gather(s, u, s->mode));
    for (int k = 0; k < c->n; k++) {
        const double v = c->v[2 * k + 1];
        const int stuck = x->mode[c->index[k]] == SS_STICK;
        c->mode[k] = stuck ? SS_STICK : slip_of(v);
        c->drag[k] = ss_slip_mu(&s->e->p->law[c->index[k]], v);
    }
    const ss_active now = ss_hybrid_active(s);
    if (!ss_active_solve(&now, c->mode, c->L, c->a, c->work)) return SS_ESING;
    for (int k = 0; k < c->n; k++) {
        const double v = c->v[2 * k + 1], a = c->a[2 * k + 1];
        if (c->mode[k] != SS_STICK && (v == 0.0 || (v * a < 0.0 && fabs(v) <= fabs(a) * h)))
            c->mode[k] = SS_STICK;
        any |= c->mode[k] == SS_STICK;
    }
    if (!any) return SS_OK;
    SS_TRY(ss_hybrid_project(s, t, y, SS_VELOCITIES));
    for (int k = 0; k < c->n; k++) {
        const ss_law *law = &s->e->p->law[c->index[k]];
        c->way[k] = (signed char)(c->mode[k] == SS_STICK ? 0 : c->mode[k] == SS_SLIP_PLUS ? 1 : -1);
        if (c->mode[k] == SS_STICK) c->drag[k] = ss_slip_mu(law, 0.0);
    }
    const ss_active next = ss_hybrid_active(s);
    s->e->n.solves++;
    return ss_active_find(&next, c->mode, c->L, c->a, c->work, &proved) ? SS_OK : SS_ENOSOL;
}

static ss_status report(ss_hybrid *s, double t, const double *y, const ss_point *x,
                        ss_step_info *info)
{
    const ss_contacts *c = &s->c;
    double T, V;

    SS_TRY(ss_energy(s->e, y + s->d.nq, &T, &V));
    for (int k = 0; k < c->n; k++) {
        const int i = c->index[k];
        const unsigned char was = x->mode[i], is = c->mode[k];
        s->mode[i] = is;
        if (was == SS_OPEN || was == is || !ss_rubs(s->e->p, i)) continue;
        ss_event ev = {.t = t,
                       .kind = is == SS_STICK    ? SS_STUCK
                               : was == SS_STICK ? SS_SLIPPED
                                                 : SS_REVERSED,
                       .contact = i,
                       .E_before = T + V,
                       .E_after = T + V};
        ev.v_before[1] = ev.v_after[1] = c->v[2 * k + 1];
        ss_event_add(info->events, &ev);
    }
    return SS_OK;
}

static void commit(state *st, ss_point *x)
{
    const ss_hybrid *s = &st->hybrid;
    const double *y = st->rk.y1;
    const int nq = s->d.nq, nu = s->d.nu, dim = ss_dim(&s->d);

    memcpy(x->q, y, (size_t)nq * sizeof *x->q);
    memcpy(x->u, y + nq, (size_t)nu * sizeof *x->u);
    x->W = y[nq + nu];
    for (int i = 0; i < s->d.nc; i++) {
        for (int r = 0; r < dim; r++) x->l[i * dim + r] = s->l[2 * i + r];
        x->mode[i] = s->mode[i];
    }
}

static ss_status step(void *vs, ss_eval *e, double h, ss_point *x, ss_step_info *info)
{
    state *st = vs;
    ss_hybrid *s = &st->hybrid;
    const int nq = s->d.nq, nu = s->d.nu;
    const ss_rk_system f = {.ctx = s, .rate = ss_hybrid_rate};

    s->e = e;
    memcpy(s->y, x->q, (size_t)nq * sizeof *s->y);
    memcpy(s->y + nq, x->u, (size_t)nu * sizeof *s->y);
    s->y[nq + nu] = x->W;
    SS_TRY(capture(s, x->t, h, s->y, x));
    SS_TRY(report(s, x->t, s->y, x, info));
    ss_rk_restart(&st->rk);
    SS_TRY(ss_rk_step(&st->rk, &f, x->t, h, s->y));
    for (int i = 0; i < s->ny; i++)
        if (!isfinite(st->rk.y1[i])) return SS_EDIVERGED;
    commit(st, x);
    info->h_done = h;
    return SS_OK;
}

static const char *refuses(const ss_problem *p)
{
    for (int i = 0; i < p->dims.nc; i++)
        if (p->law[i].kind != SS_ISOLATED) return "rk4-karnopp knows isolated friction alone";
    return ss_hybrid_refuses(p);
}

const ss_method ss_rk4_karnopp = {
    .name = "rk4-karnopp",
    .cite = "flickinger2011",
    .says = "Fixed-step Runge-Kutta; friction that would pass zero slip within a step is captured.",
    .can = SS_HYBRID_CAN,
    .stepping = SS_FIXED,
    .impact = SS_IMPACT_NONE,
    .order = 4,
    .state_size = sizeof(state),
    .layout = layout,
    .reset = reset,
    .step = step,
    .refuses = refuses,
};
