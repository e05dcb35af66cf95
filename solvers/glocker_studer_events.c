/* glocker_studer_events.c - what a midpoint step did at the contacts, and when within it
 *
 * A step sees velocities before and after, and directions at its midpoint only; between them
 * everything is taken as linear in time. */
#include "solvers/glocker_studer.h"
#include "solvers/step_events.h"

/* Contacts that share the load decelerate each other, so one may stick a little before its own
 * friction would have stopped it. */
static const double JAMMED = 2.0;

ss_status ss_total_energy(ss_eval *e, double t, const double *q, const double *u, double *E,
                          double *kinetic)
{
    double V;
    SS_TRY(ss_place(e, t, q));
    SS_TRY(ss_energy(e, u, kinetic, &V));
    *E = *kinetic + V;
    return SS_OK;
}

/* Tangential velocity at closed contact k after the step, if every contact that slipped before
 * it had gone on slipping. */
static double slip_on(const ss_midpoint *s, const ss_point *x, int k)
{
    const ss_contact_problem *c = &s->problem;
    double *L = s->ghost, *v = s->ghost + 2 * c->n, residual;
    unsigned char *mode = s->ghost_mode;

    for (int j = 0; j < c->n; j++) {
        const unsigned char was = x->mode[s->index[j]];
        mode[j] = was >= SS_SLIP_PLUS ? was : s->mode[j];
    }
    ss_modes_solve(c, mode, L, v, &residual, s->work);
    return v[2 * k + 1] - s->b[2 * k + 1] + s->vf[2 * k + 1];
}

/* When, within the step, the event happened: where the gap or the slip passed zero at the
 * step's constant rates; things that end (lift-off) or begin (slip) are dated at its end. */
static double when(const ss_midpoint *s, const ss_contact_step *c, ss_event_kind kind,
                   double stopping, double h)
{
    const double v = c->v_before[1], end = c->v_after[1];
    double t = h;

    if (kind == SS_IMPACT || kind == SS_TOUCH)
        t = c->v_before[0] < 0.0 ? 0.5 * h - s->g[c->contact] / c->v_before[0] : h;
    if (kind == SS_STUCK) t = h * stopping;
    if (kind == SS_REVERSED) t = h * v / (v - end);
    return t > 0.0 && t < h ? t : t <= 0.0 ? 0.0 : h; /* a quotient 0/0 is dated at the end */
}

void ss_midpoint_event(ss_midpoint *s, double h, const ss_point *x, int i, int k, ss_events *events)
{
    ss_contact_step c = {.contact = i, .before = x->mode[i], .after = s->after[i]};
    ss_event_kind kind;

    if (k >= 0) {
        const double *v0 = s->v0 + 2 * k, *v = s->v + 2 * k;
        memcpy(c.L, s->L + 2 * k, 2 * sizeof *c.L);
        memcpy(c.v_before, v0, 2 * sizeof *v0);
        c.v_after[0] = v[0] - s->law[i].e_n * v0[0];
        c.v_after[1] = v[1] - s->law[i].e_t * v0[1];
        c.v_free = s->vf[2 * k];
        c.frictionless = s->mu[k] == 0.0;
    }
    if (!ss_step_event(&c, &kind)) return;

    /* part of the step after which friction alone would have stopped the slip */
    double stopping = 1.0;
    if (kind == SS_STUCK) stopping = c.v_before[1] / (c.v_before[1] - slip_on(s, x, k));
    /* it would not: the contact jammed, an impact without collision (Painleve) */
    if (stopping < 0.0 || stopping > JAMMED) kind = SS_IMPACT;
    ss_event ev = {.t = x->t + when(s, &c, kind, stopping, h), .kind = kind, .contact = i};
    memcpy(ev.L, c.L, sizeof ev.L);
    memcpy(ev.v_before, c.v_before, sizeof ev.v_before);
    memcpy(ev.v_after, c.v_after, sizeof ev.v_after);
    ss_event_add(events, &ev);
}

ss_status ss_midpoint_weigh(ss_midpoint *s, ss_eval *e, double h, const ss_point *x,
                            ss_events *events)
{
    double E0, E1, T;
    SS_TRY(ss_total_energy(e, x->t, x->q, x->u, &E0, &T));
    SS_TRY(ss_total_energy(e, x->t + h, s->q, s->u, &E1, &T));
    for (int j = 0; j < events->n && j < events->room; j++)
        events->at[j].E_before = E0, events->at[j].E_after = E1;
    return SS_OK;
}

void ss_midpoint_change(ss_midpoint *s, const ss_law *laws, double h, const ss_point *x,
                        ss_events *events)
{
    const int n = s->problem.n;

    for (int k = 0, j = 0; k < n || j < s->nwas;) {
        if (j == s->nwas || (k < n && s->index[k] <= s->was[j])) {
            j += j < s->nwas && s->index[k] == s->was[j];
            ss_midpoint_report(s, laws, h, x, k++, events);
        } else {
            const int i = s->was[j++];
            s->guess[i] = SS_STICK;
            s->after[i] = SS_OPEN;
            if (x->mode[i] != SS_OPEN) ss_midpoint_event(s, h, x, i, -1, events);
        }
    }
}

void ss_midpoint_open(ss_midpoint *s, ss_point *x)
{
    const int dim = s->dim;

    for (int j = 0; j < s->nwas; j++) {
        const int i = s->was[j];
        x->l[i * dim] = 0.0;
        if (dim > 1) x->l[i * dim + 1] = 0.0;
        x->mode[i] = SS_OPEN;
    }
    for (int k = 0; k < s->problem.n; k++) s->was[k] = s->index[k];
    s->nwas = s->problem.n;
}
