/* seghete_impact.c - method seghete: an impact as a product of momentum maps, and how far its
 * outcome depends on their order */
#include "solvers/seghete_state.h"
#include <math.h>

static ss_status build_impact(ss_seghete_state *s, ss_eval *e)
{
    const int n = s->d.nu;

    s->n = 0;
    SS_TRY(ss_inertia_update(&s->inertia, e));
    for (int i = 0; i < s->d.nc; i++) {
        const ss_law *law = &e->p->law[i];
        if (law->kind == SS_ISOLATED || s->g[i] > s->closed) continue;
        const int k = s->n++;
        double *W = s->W + 2 * k * n;
        SS_TRY(ss_seghete_rows(s, e, i, s->u, W, s->chi + 2 * k, s->v0 + 2 * k));
        for (int r = 0; r < 2; r++)
            ss_inertia_solve(&s->inertia, W + r * n, s->Y + (2 * k + r) * n);
        s->who[k] = i;
        s->e_n[k] = law->e_n;
        s->e_t[k] = law->e_t;
        s->mu[k] = s->d.nt ? ss_law_mu(law, s->v0[2 * k + 1]) : 0.0;
    }
    const int m = 2 * s->n;
    for (int i = 0; i < m; i++)
        for (int j = 0; j <= i; j++)
            s->G[i * m + j] = s->G[j * m + i] = ss_dot(n, s->W + i * n, s->Y + j * n);
    return SS_OK;
}

/* Rebounds too short to follow become plastic; *more: there are some. */
static ss_status capture_short(ss_seghete_state *s, ss_eval *e, const double *u, int *more)
{
    const int n = s->d.nu;

    *more = 0;
    SS_TRY(ss_force(e, u, s->h_force));
    ss_inertia_solve(&s->inertia, s->h_force, s->h_force);
    for (int k = 0; k < s->n; k++) {
        double zeta[SS_MAX_DIM] = {0};
        if (s->e_n[k] == 0.0 || !(s->L[2 * k] > 0.0)) continue;
        SS_TRY(ss_zeta(e, u, s->who[k], zeta));
        const double a = ss_dot(n, s->W + 2 * k * n, s->h_force) + zeta[0];
        if (!(2.0 * s->vel[2 * k] < -a * s->capture * s->h)) continue;
        s->e_n[k] = 0.0;
        *more = 1;
    }
    return SS_OK;
}

/* What is said about an impact besides its event. */
typedef struct findings {
    ss_ambiguity most;
    ss_orders orders;
} findings;

static findings explore(ss_seghete_state *s, const ss_impact *c)
{
    findings f = {.most = ss_reflect_ambiguity(c, s->v0), .orders = {.outcomes = 1, .complete = 1}};

    if (s->n > 1 && s->search.budget > 0) f.orders = ss_reflect_orders(&s->search, c, s->v0);
    return f;
}

/* Numbers of the impact as contact k has them. */
static void measure(const ss_seghete_state *s, const ss_impact *c, const findings *f, int k,
                    double out[SS_MAX_MEASURES])
{
    double range[2] = {s->vel[2 * k], s->vel[2 * k]};

    if (s->n > 1 && s->search.budget > 0)
        ss_reflect_range(&s->search, c, s->v0, &f->orders, k, range);
    out[SS_MEASURE_S] = f->most.s;
    out[SS_MEASURE_DP] = f->most.dp;
    out[SS_MEASURE_OUTCOMES] = f->orders.outcomes;
    out[SS_MEASURE_SPREAD] = f->orders.spread;
    out[SS_MEASURE_COMPLETE] = f->orders.complete;
    out[SS_MEASURE_DV] = ss_reflect_dv(c, s->v0, &f->most, k);
    out[SS_MEASURE_LEAST] = fmin(range[0], s->vel[2 * k]);
    out[SS_MEASURE_MOST] = fmax(range[1], s->vel[2 * k]);
}

static void report_impact(ss_seghete_state *s, const ss_impact *c, double E0, double E1,
                          ss_step_info *info)
{
    const findings f = explore(s, c);

    for (int k = 0; k < s->n; k++) {
        ss_event ev = {.t = s->t,
                       .kind = SS_IMPACT,
                       .contact = s->who[k],
                       .L = {s->L[2 * k], s->L[2 * k + 1]},
                       .v_before = {s->v0[2 * k], s->v0[2 * k + 1]},
                       .v_after = {s->vel[2 * k], s->vel[2 * k + 1]},
                       .E_before = E0,
                       .E_after = E1};
        if (!(s->L[2 * k] > 0.0)) continue;
        measure(s, c, &f, k, ev.measure);
        ss_event_add(info->events, &ev);
        s->struck[s->who[k]] = 1;
    }
}

ss_status ss_seghete_impact(ss_seghete_state *s, ss_eval *e, ss_step_info *info)
{
    const int n = s->d.nu;
    double E0, E1;
    int more = 1;

    SS_TRY(build_impact(s, e));
    const ss_impact c = {.n = s->n, .G = s->G, .mu = s->mu, .e_n = s->e_n, .e_t = s->e_t};
    SS_TRY(ss_seghete_energy(e, s->u, &E0));
    while (more) {
        long count = 0;
        memcpy(s->vel, s->v0, 2 * (size_t)s->n * sizeof *s->vel);
        const ss_status status = ss_reflect(&c, s->order, s->maps, s->vel, s->L, &count);
        e->n.solves++;
        e->n.pivots += count;
        if (status != SS_OK) return status;
        memcpy(s->guess, s->u, (size_t)n * sizeof *s->u);
        for (int k = 0; k < 2 * s->n; k++)
            if (s->L[k] != 0.0)
                for (int i = 0; i < n; i++) s->guess[i] += s->Y[k * n + i] * s->L[k];
        SS_TRY(capture_short(s, e, s->guess, &more));
    }
    SS_TRY(ss_seghete_energy(e, s->guess, &E1));
    report_impact(s, &c, E0, E1, info);
    memcpy(s->u, s->guess, (size_t)n * sizeof *s->u);
    for (int k = 0; k < s->n; k++)
        for (int r = 0; r < 2; r++) {
            s->sum[2 * s->who[k] + r] += s->L[2 * k + r];
            s->work -= s->L[2 * k + r] * s->chi[2 * k + r];
        }
    s->v_tau = 0.0; /* velocities before are no guess for those after */
    return SS_OK;
}
