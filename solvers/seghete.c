/* seghete.c - variational steps between impacts, impacts as products of momentum maps
 * (seghete2012).
 *
 *     classify   contacts with g <= closed: hit (gN' < 0), resting (gN' = 0) or leaving
 *     impact     p+ = p- Gamma(u_1) Gamma(u_2) ... over violated contacts; reflections.h
 *     move       discrete Euler-Lagrange step over what is left of h; del.h, rattle.h
 *     locate     if a contact that was open is inside now: t* in the step with g(q(t*)) = 0, q(t)
 *                the end of a discrete step of the length t - t0, and the step ends there;
 *                p- = p1 of (q0, q*), and p+ begins the next (the Legendre transforms)
 *     land       momentum and velocity at the end
 *     halt       if a slip came to an end in the step, the step ends there
 *
 * repeated until h is used up, so that a step always has the length asked.
 *
 * The law.  e = e_n^2 is the paper's coefficient of energy; a reflection takes (1 - e) K_perp.
 *
 * Ours.  Contacts that rest after a plastic impact, and friction at rest, in sliding and in
 * impacts, are not in the source: rattle.h and reflections.h say how they are done.  A rebound
 * whose flight, 2 gN'/|gN''|, would be shorter than `capture` steps is made plastic: infinitely
 * many impacts in a finite time end in contact, at the cost of gN''^2 h^2/8 of energy per mass.
 *
 * Order 2 through impacts and through slips that end, both located.  A stick that ends is not:
 * where static friction exceeds dynamic the onset of slip is late by up to h, order 1.
 *
 * A contact that dips below zero and comes back within one step, by at most |gN''| h^2/8, is
 * not noticed.
 */
#include "solvers/math/inertia.h"
#include "solvers/math/root.h"
#include "solvers/rattle.h"
#include "solvers/reflections.h"
#include "solvers/step_events.h"
#include <math.h>

enum { LCP, ORDER, ORDERS, MAPS, IMPACTS, CAPTURE, CLOSED, REST };

static const ss_option options[] = {
    [LCP] = {"lcp", SS_CHOICE, 0.0, 0.0, 0.0, "",
             "backend of resting contacts; auto tries the last modes, then lemke",
             "auto|" SS_LCP_WORDS},
    [ORDER] = {"order", SS_CHOICE, SS_ORDER_MOST, 0.0, 0.0, "",
               "which violated contact is reflected over: most violated, first, last",
               SS_ORDER_WORDS},
    [ORDERS] = {"orders", SS_INTEGER, 1000.0, 0.0, 1e9, "1",
                "maps spent per impact on other orders, for the measures; 0: none", NULL},
    [MAPS] = {"maps", SS_INTEGER, 100000.0, 1.0, 1e9, "1",
              "maps in one impact before it counts as endless", NULL},
    [IMPACTS] = {"impacts", SS_INTEGER, 1000.0, 1.0, 1e9, "1",
                 "impacts in one step before they count as accumulating", NULL},
    [CAPTURE] = {"capture", SS_REAL, 1.0, 0.0, 1e6, "1",
                 "rebounds that would last fewer steps than this are made plastic", NULL},
    [CLOSED] = {"closed", SS_REAL, 1e-10, 0.0, 1.0, "m",
                "gap below which a contact counts as closed: the round-off of lengths of 1e6 m",
                NULL},
    [REST] = {"rest", SS_REAL, 1e-9, 0.0, 1.0, "m/s",
              "speed below which a closed contact counts as resting, and as not slipping", NULL},
    {0}};

enum { MEASURE_S, MEASURE_DP, MEASURE_OUTCOMES, MEASURE_SPREAD };
static const char *const measures[] = {[MEASURE_S] = "s",
                                       [MEASURE_DP] = "dp",
                                       [MEASURE_OUTCOMES] = "outcomes",
                                       [MEASURE_SPREAD] = "spread",
                                       NULL};

enum { DEPTH = 64, OUTCOMES = 16 }; /* of the search through orders */

/* Event location: width of the bracket in units of the step.  At 1 km/s and steps of 1 ms a gap
 * is then found to 1e-12 m, below `closed`. */
#define LOCATED 1e-12

typedef enum { OPEN, LEAVING, RESTING, HIT } role;

typedef struct state {
    ss_dims d;
    ss_rattle rattle;
    ss_inertia inertia;
    ss_order_search search;
    ss_root_work root;
    ss_reflect_order order;
    long maps, impacts;
    double capture, closed, rest;
    double h;              /* of the step under way */
    double t;              /* where it is */
    double *q, *u;         /* nu */
    double *v;             /* nu: mean velocity of the last move */
    double v_tau;          /* its length; 0: there is none */
    double *guess;         /* nu */
    double *g;             /* nc */
    unsigned char *role;   /* nc */
    unsigned char *struck; /* nc: had an impact in this step */
    int *watch;            /* nc: contacts whose gap is watched */
    int nwatch;
    double *zero;                           /* nc: round-off of gaps */
    double *sum;                            /* nc*2: impulses of the step */
    double *W, *Y, *G, *vel, *v0, *L, *chi; /* impact: rows, M^-1 rows, ... */
    double *e_n, *e_t, *mu;
    int *who; /* closed contacts of the impact */
    int n;
    double *h_force;
    double work;               /* of applied forces and supports so far */
    unsigned char *mode, *was; /* nc: now, and after the last move */
    double *since;             /* nc: when the mode changed first in this step, -1: it did not */
    double *slip;              /* nc: tangential velocity of resting contacts before the move */
    double residual;
} state;

static void layout(void *vs, const ss_dims *d, const double *opt, ss_arena *a)
{
    state *s = vs;
    const int n = d->nu, c = d->nc, m = 2 * c, pick = (int)opt[LCP];

    s->d = *d;
    ss_rattle_layout(&s->rattle, d, ss_lcp_backends[pick ? pick - 1 : 0], a);
    ss_inertia_layout(&s->inertia, n, a);
    ss_order_search_layout(&s->search, c, DEPTH, OUTCOMES, (long)opt[ORDERS], a);
    ss_root_layout(&s->root, c, a);
    s->q = SS_TAKE(a, double, n);
    s->u = SS_TAKE(a, double, n);
    s->v = SS_TAKE(a, double, n);
    s->guess = SS_TAKE(a, double, n);
    s->g = SS_TAKE(a, double, c);
    s->role = SS_TAKE(a, unsigned char, c);
    s->struck = SS_TAKE(a, unsigned char, c);
    s->watch = SS_TAKE(a, int, c);
    s->zero = SS_TAKE(a, double, c);
    s->sum = SS_TAKE(a, double, m);
    s->W = SS_TAKE(a, double, m *n);
    s->Y = SS_TAKE(a, double, m *n);
    s->G = SS_TAKE(a, double, m *m);
    s->vel = SS_TAKE(a, double, m);
    s->v0 = SS_TAKE(a, double, m);
    s->L = SS_TAKE(a, double, m);
    s->chi = SS_TAKE(a, double, m);
    s->e_n = SS_TAKE(a, double, c);
    s->e_t = SS_TAKE(a, double, c);
    s->mu = SS_TAKE(a, double, c);
    s->who = SS_TAKE(a, int, c);
    s->h_force = SS_TAKE(a, double, n);
    s->mode = SS_TAKE(a, unsigned char, c);
    s->was = SS_TAKE(a, unsigned char, c);
    s->since = SS_TAKE(a, double, c);
    s->slip = SS_TAKE(a, double, c);
}

static ss_status reset(void *vs, ss_eval *e, const ss_setup *setup, const ss_point *x)
{
    state *s = vs;
    const double *opt = setup->opt;

    (void)x;
    s->order = (ss_reflect_order)(int)opt[ORDER];
    s->maps = (long)opt[MAPS];
    s->impacts = (long)opt[IMPACTS];
    s->capture = opt[CAPTURE];
    s->closed = opt[CLOSED];
    s->rest = opt[REST];
    s->v_tau = 0.0;
    for (int i = 0; i < s->d.nc; i++) s->zero[i] = s->closed;
    ss_inertia_reset(&s->inertia, e->p);
    ss_rattle_reset(&s->rattle, e->p, (int)opt[LCP] == 0, s->closed, s->rest);
    return ss_contact_solver_open(&s->rattle.solver);
}

static void finish(void *vs)
{
    ss_contact_solver_close(&((state *)vs)->rattle.solver);
}

/* ---- classify ------------------------------------------------------------------------------ */

/* Rows of contact i where e is placed, and its velocity there. */
static ss_status contact_rows(state *s, ss_eval *e, int i, const double *u, double *W, double *chi,
                              double *v)
{
    const int n = s->d.nu;

    SS_TRY(ss_jac(e, i, W));
    if (s->d.nt == 0) memset(W + n, 0, (size_t)n * sizeof *W);
    chi[0] = chi[1] = 0.0;
    if (e->p->chi) SS_TRY(ss_chi(e, i, chi));
    for (int k = 0; k < 2; k++) v[k] = ss_dot(n, W + k * n, u) + chi[k];
    return SS_OK;
}

/* Would contact i, leaving with normal velocity v, be back within `capture` steps?  Then it is as
 * good as resting: rattle.h lets it leave, and come back, without an impact. */
static ss_status returns_soon(state *s, ss_eval *e, int i, double v, int *soon)
{
    double zeta[SS_MAX_DIM] = {0};

    SS_TRY(ss_inertia_update(&s->inertia, e));
    SS_TRY(ss_force(e, s->u, s->h_force));
    ss_inertia_solve(&s->inertia, s->h_force, s->h_force);
    SS_TRY(ss_zeta(e, s->u, i, zeta));
    const double a = ss_dot(s->d.nu, s->W, s->h_force) + zeta[0];
    *soon = 2.0 * v < -a * s->capture * s->h;
    return SS_OK;
}

/* Roles at (t, q, u), where e is placed; *hit: something is struck. */
static ss_status classify(state *s, ss_eval *e, int *hit)
{
    *hit = 0;
    SS_TRY(ss_gap(e, s->g));
    for (int i = 0; i < s->d.nc; i++) {
        double chi[SS_MAX_DIM], v[2];
        s->role[i] = OPEN;
        if (e->p->law[i].kind == SS_ISOLATED) {
            s->role[i] = RESTING;
        } else if (s->g[i] <= s->closed) {
            SS_TRY(contact_rows(s, e, i, s->u, s->W, chi, v));
            s->role[i] = v[0] < -s->rest ? HIT : v[0] <= s->rest ? RESTING : LEAVING;
            *hit += s->role[i] == HIT;
            if (s->role[i] == LEAVING) {
                int soon;
                SS_TRY(returns_soon(s, e, i, v[0], &soon));
                if (soon) s->role[i] = RESTING;
            }
        }
    }
    return SS_OK;
}

static void gather(state *s)
{
    s->rattle.n = s->nwatch = 0;
    for (int i = 0; i < s->d.nc; i++)
        if (s->role[i] == RESTING)
            s->rattle.at[s->rattle.n++] = i;
        else
            s->watch[s->nwatch++] = i;
}

/* ---- impact -------------------------------------------------------------------------------- */

static ss_status build_impact(state *s, ss_eval *e)
{
    const int n = s->d.nu;

    s->n = 0;
    SS_TRY(ss_inertia_update(&s->inertia, e));
    for (int i = 0; i < s->d.nc; i++) {
        const ss_law *law = &e->p->law[i];
        if (law->kind == SS_ISOLATED || s->g[i] > s->closed) continue;
        const int k = s->n++;
        double *W = s->W + 2 * k * n;
        SS_TRY(contact_rows(s, e, i, s->u, W, s->chi + 2 * k, s->v0 + 2 * k));
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
static ss_status capture_short(state *s, ss_eval *e, const double *u, int *more)
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

static void measure(state *s, const ss_impact *c, double out[SS_MAX_MEASURES])
{
    const ss_ambiguity a = ss_reflect_ambiguity(c, s->v0);
    ss_orders o = {.outcomes = 1, .complete = 1};

    if (s->n > 1 && s->search.budget > 0) o = ss_reflect_orders(&s->search, c, s->v0);
    out[MEASURE_S] = a.s;
    out[MEASURE_DP] = a.dp;
    out[MEASURE_OUTCOMES] = o.outcomes;
    out[MEASURE_SPREAD] = o.spread;
}

static ss_status energy_at(ss_eval *e, const double *u, double *E)
{
    double T, V;
    SS_TRY(ss_energy(e, u, &T, &V));
    *E = T + V;
    return SS_OK;
}

static void report_impact(state *s, double t, double E0, double E1, const double *numbers,
                          ss_step_info *info)
{
    for (int k = 0; k < s->n; k++) {
        ss_event ev = {.t = t,
                       .kind = SS_IMPACT,
                       .contact = s->who[k],
                       .L = {s->L[2 * k], s->L[2 * k + 1]},
                       .v_before = {s->v0[2 * k], s->v0[2 * k + 1]},
                       .v_after = {s->vel[2 * k], s->vel[2 * k + 1]},
                       .E_before = E0,
                       .E_after = E1};
        if (!(s->L[2 * k] > 0.0)) continue;
        memcpy(ev.measure, numbers, sizeof ev.measure);
        ss_event_add(info->events, &ev);
        s->struck[s->who[k]] = 1;
    }
}

/* Reflect at (t, q), where e is placed; u goes from before to after. */
static ss_status impact(state *s, ss_eval *e, ss_step_info *info)
{
    const int n = s->d.nu;
    const ss_impact c = {.G = s->G, .mu = s->mu, .e_n = s->e_n, .e_t = s->e_t, .n = 0};
    double E0, E1, numbers[SS_MAX_MEASURES] = {0};
    int more = 1;

    SS_TRY(build_impact(s, e));
    ss_impact now = c;
    now.n = s->n;
    SS_TRY(energy_at(e, s->u, &E0));
    while (more) {
        long count = 0;
        memcpy(s->vel, s->v0, 2 * (size_t)s->n * sizeof *s->vel);
        const ss_status status = ss_reflect(&now, s->order, s->maps, s->vel, s->L, &count);
        e->n.solves++;
        e->n.pivots += count;
        if (status != SS_OK) return status;
        memcpy(s->guess, s->u, (size_t)n * sizeof *s->u);
        for (int k = 0; k < 2 * s->n; k++)
            if (s->L[k] != 0.0)
                for (int i = 0; i < n; i++) s->guess[i] += s->Y[k * n + i] * s->L[k];
        SS_TRY(capture_short(s, e, s->guess, &more));
    }
    SS_TRY(energy_at(e, s->guess, &E1));
    measure(s, &now, numbers);
    report_impact(s, s->t, E0, E1, numbers, info);
    memcpy(s->u, s->guess, (size_t)n * sizeof *s->u);
    for (int k = 0; k < s->n; k++)
        for (int r = 0; r < 2; r++) {
            s->sum[2 * s->who[k] + r] += s->L[2 * k + r];
            s->work -= s->L[2 * k + r] * s->chi[2 * k + r];
        }
    s->v_tau = 0.0; /* velocities before are no guess for those after */
    return SS_OK;
}

/* ---- move and locate ----------------------------------------------------------------------- */

typedef struct search {
    state *s;
    ss_eval *e;
    double tau;
    const double *v; /* solution over tau */
} search;

/* Gaps of the watched contacts at the end of a step of the length share * tau. */
static ss_status gaps_after(void *ctx, double share, double *phi)
{
    const search *k = ctx;
    state *s = k->s;

    if (share <= 0.0) {
        for (int i = 0; i < s->nwatch; i++) phi[i] = s->g[s->watch[i]];
        return SS_OK;
    }
    for (int i = 0; i < s->d.nu; i++) s->guess[i] = s->u[i] + share * (k->v[i] - s->u[i]);
    SS_TRY(ss_rattle_move(&s->rattle, k->e, s->t, s->q, share * k->tau, s->guess));
    SS_TRY(ss_place(k->e, s->t + share * k->tau, s->rattle.q1));
    SS_TRY(ss_gap(k->e, s->rattle.g1));
    for (int i = 0; i < s->nwatch; i++) phi[i] = s->rattle.g1[s->watch[i]];
    return SS_OK;
}

static void guess_velocity(const state *s, double tau, double *v)
{
    const double ratio = s->v_tau > 0.0 ? tau / s->v_tau : 0.0;

    for (int i = 0; i < s->d.nu; i++)
        v[i] = s->u[i] + (s->v_tau > 0.0 ? ratio * (s->u[i] - s->v[i]) : 0.0);
}

/* Where the first watched contact closes, as a share of tau; *stuck: one that is closed does
 * not even begin to leave, and should rest. */
static ss_status locate(state *s, ss_eval *e, double tau, double *v, double *share, int *stuck)
{
    search k = {.s = s, .e = e, .tau = tau, .v = v};
    const ss_root_functions f = {.ctx = &k, .m = s->nwatch, .at = gaps_after};
    ss_root found;

    *stuck = -1;
    *share = 1.0;
    SS_TRY(ss_root_first(&s->root, &f, LOCATED, s->zero, &found));
    if (found.which < 0) return SS_OK;
    *share = found.before;
    if (found.before <= LOCATED && s->role[s->watch[found.which]] == LEAVING)
        *stuck = s->watch[found.which];
    return SS_OK;
}

/* One move from (t, q, u): over all of tau, or until a contact closes; *tau is what was done. */
static ss_status move(state *s, ss_eval *e, double *tau)
{
    const double whole = *tau;
    int inside = 0, stuck;

    for (;;) {
        double share;
        gather(s);
        SS_TRY(ss_place(e, s->t, s->q));
        SS_TRY(ss_rattle_begin(&s->rattle, e, s->u));
        guess_velocity(s, whole, s->v);
        SS_TRY(ss_rattle_move(&s->rattle, e, s->t, s->q, whole, s->v));
        if (!s->nwatch) break;
        SS_TRY(ss_place(e, s->t + whole, s->rattle.q1));
        SS_TRY(ss_gap(e, s->rattle.g1));
        inside = 0;
        for (int i = 0; i < s->nwatch; i++) inside |= s->rattle.g1[s->watch[i]] < 0.0;
        if (!inside) break;
        SS_TRY(locate(s, e, whole, s->v, &share, &stuck));
        if (stuck >= 0) {
            s->role[stuck] = RESTING;
            s->v_tau = 0.0;
            continue;
        }
        *tau = share * whole;
        for (int i = 0; i < s->d.nu; i++) s->guess[i] = s->u[i] + share * (s->v[i] - s->u[i]);
        memcpy(s->v, s->guess, (size_t)s->d.nu * sizeof *s->v);
        if (!(*tau > 0.0)) return SS_OK;
        SS_TRY(ss_rattle_move(&s->rattle, e, s->t, s->q, *tau, s->v));
        break;
    }
    return SS_OK;
}

static ss_status work_of_forces(state *s, ss_eval *e, double tau)
{
    double p;

    if (!e->p->power) return SS_OK;
    for (int i = 0; i < s->d.nu; i++) s->guess[i] = s->q[i] + 0.5 * tau * s->v[i];
    SS_TRY(ss_place(e, s->t + 0.5 * tau, s->guess));
    SS_TRY(ss_power(e, s->v, &p));
    s->work += tau * p;
    return SS_OK;
}

/* Tangential velocity of resting contact k at the end of the last landing. */
static double end_slip(const state *s, int k)
{
    const ss_rattle *r = &s->rattle;
    const double *T = r->W1 + (2 * k + 1) * s->d.nu;
    return ss_dot(s->d.nu, T, r->u1) + r->chi[2 * k + 1];
}

/* A contact that slipped at the start of the last move and does not so any more: -1 if none. */
static int halted(const state *s)
{
    for (int k = 0; k < s->rattle.n; k++) {
        const double was = s->slip[k];
        const int slips = end_slip(s, k) * copysign(1.0, was) > s->rest;
        if (fabs(was) > s->rest && s->rattle.mode[k] != SS_OPEN && !slips) return k;
    }
    return -1;
}

/* The end of a move over tau with every contact forced to go on as it was at its start. */
static ss_status go_on_slipping(state *s, ss_eval *e, double tau)
{
    ss_rattle *r = &s->rattle;

    memcpy(r->slip, s->slip, (size_t)r->n * sizeof *r->slip);
    for (int i = 0; i < s->d.nu; i++) s->guess[i] = s->u[i];
    r->forcing = 1;
    ss_status status = ss_rattle_move(r, e, s->t, s->q, tau, s->guess);
    if (status == SS_OK) status = ss_rattle_land(r, e, s->t, tau, s->guess);
    r->forcing = 0;
    return status;
}

/* Shorten *tau to where the slip of contact k is zero: Newton's method on a nearly linear
 * function, its slope from the start.  The end is a hair later, so that the contact sticks. */
static ss_status locate_halt(state *s, ss_eval *e, int k, double *tau)
{
    enum { CORRECTIONS = 4 };       /* errors go as h^2, h^4, ... */
    const double hair = 1.0 + 1e-9; /* of the slip lost over tau, what is stopped by sticking */
    ss_rattle *r = &s->rattle;
    double at = *tau;

    for (int j = 0; j < r->n; j++) {
        const double was = s->slip[j];
        r->forced[j] = fabs(was) <= s->rest ? SS_STICK : was > 0.0 ? SS_SLIP_PLUS : SS_SLIP_MINUS;
        if (s->d.nt == 0 || r->mu[j] == 0.0) r->forced[j] = SS_SLIP_PLUS;
    }
    for (int c = 0; c < CORRECTIONS; c++) {
        SS_TRY(go_on_slipping(s, e, at));
        const double lost = s->slip[k] - end_slip(s, k);
        const double next = at * s->slip[k] / lost;
        if (!(next > LOCATED * s->h && next < *tau)) return SS_OK; /* no such place: stay */
        at = next;
    }
    *tau = at * hair;
    return SS_OK;
}

/* If a slip ended within the last move and landing, do both again up to there. */
static ss_status halt(state *s, ss_eval *e, double *tau)
{
    ss_rattle *r = &s->rattle;
    const int k = halted(s);

    if (k < 0) return SS_OK;
    SS_TRY(locate_halt(s, e, k, tau));
    memcpy(r->slip, s->slip, (size_t)r->n * sizeof *r->slip);
    for (int i = 0; i < s->d.nu; i++) s->v[i] = s->u[i];
    SS_TRY(ss_rattle_move(r, e, s->t, s->q, *tau, s->v));
    return ss_rattle_land(r, e, s->t, *tau, s->v);
}

/* Take over the end of the last move; *tau may become shorter. */
static ss_status land(state *s, ss_eval *e, double *ptau)
{
    ss_rattle *r = &s->rattle;
    const size_t bytes = (size_t)s->d.nu * sizeof(double);

    memcpy(s->slip, r->slip, (size_t)r->n * sizeof *r->slip);
    SS_TRY(ss_rattle_land(r, e, s->t, *ptau, s->v));
    SS_TRY(halt(s, e, ptau));
    const double tau = *ptau;
    SS_TRY(work_of_forces(s, e, tau));
    s->work += r->support;
    if (r->residual > s->residual) s->residual = r->residual;
    for (int k = 0; k < r->n; k++)
        for (int j = 0; j < 2; j++) s->sum[2 * r->at[k] + j] += r->L1[2 * k + j] + r->L2[2 * k + j];
    memset(s->mode, SS_OPEN, (size_t)s->d.nc);
    for (int k = 0; k < r->n; k++) s->mode[r->at[k]] = r->mode[k];
    for (int i = 0; i < s->d.nc; i++)
        if (s->mode[i] != s->was[i]) {
            s->was[i] = s->mode[i];
            if (s->since[i] < 0.0) s->since[i] = s->t + tau;
        }
    memcpy(s->q, r->q1, bytes);
    memcpy(s->u, r->u1, bytes);
    s->v_tau = tau;
    return SS_OK;
}

/* ---- reporting and committing -------------------------------------------------------------- */

/* Changes of mode of contacts that were not struck, dated where they first showed. */
static ss_status report(state *s, ss_eval *e, double h, const ss_point *x, ss_step_info *info)
{
    for (int i = 0; i < s->d.nc; i++) {
        double chi[SS_MAX_DIM], E0, E1;
        ss_event_kind kind;
        ss_contact_step c = {.contact = i,
                             .before = x->mode[i],
                             .after = s->mode[i],
                             .frictionless = s->d.nt == 0 ||
                                             (e->p->law[i].mu_s == 0.0 && e->p->law[i].b == 0.0)};
        if (s->struck[i] || !ss_step_event(&c, &kind)) continue;
        ss_event ev = {.t = s->since[i] >= 0.0 ? s->since[i] : x->t + h,
                       .kind = kind,
                       .contact = i,
                       .L = {s->sum[2 * i], s->sum[2 * i + 1]}};
        SS_TRY(ss_place(e, x->t, x->q));
        SS_TRY(contact_rows(s, e, i, x->u, s->W, chi, ev.v_before));
        SS_TRY(energy_at(e, x->u, &E0));
        SS_TRY(ss_place(e, x->t + h, s->q));
        SS_TRY(contact_rows(s, e, i, s->u, s->W, chi, ev.v_after));
        SS_TRY(energy_at(e, s->u, &E1));
        ev.E_before = E0;
        ev.E_after = E1;
        ss_event_add(info->events, &ev);
    }
    return SS_OK;
}

static void commit(const state *s, double h, ss_point *x, ss_step_info *info)
{
    const int dim = ss_dim(&s->d);

    memcpy(x->q, s->q, (size_t)s->d.nq * sizeof *x->q);
    memcpy(x->u, s->u, (size_t)s->d.nu * sizeof *x->u);
    x->W += s->work;
    for (int i = 0; i < s->d.nc; i++) {
        for (int r = 0; r < dim; r++) x->l[i * dim + r] = s->sum[2 * i + r] / h;
        x->mode[i] = s->mode[i];
        info->active += s->sum[2 * i] > 0.0;
    }
    info->residual = s->residual;
    info->h_done = h;
}

static void begin(state *s, double h, const ss_point *x)
{
    s->h = h;
    s->t = x->t;
    s->work = s->residual = 0.0;
    memcpy(s->q, x->q, (size_t)s->d.nq * sizeof *s->q);
    memcpy(s->u, x->u, (size_t)s->d.nu * sizeof *s->u);
    memset(s->sum, 0, 2 * (size_t)s->d.nc * sizeof *s->sum);
    memset(s->struck, 0, (size_t)s->d.nc);
    memcpy(s->mode, x->mode, (size_t)s->d.nc);
    memcpy(s->was, x->mode, (size_t)s->d.nc);
    for (int i = 0; i < s->d.nc; i++) s->since[i] = -1.0;
}

static ss_status step_inside(state *s, ss_eval *e, double h, const ss_point *x, ss_step_info *info)
{
    const double t1 = x->t + h, least = LOCATED * h;
    long impacts = 0;

    begin(s, h, x);
    for (double left = h; left > least; left = t1 - s->t) {
        double tau = left;
        int hit;

        SS_TRY(ss_place(e, s->t, s->q));
        SS_TRY(classify(s, e, &hit));
        if (hit) {
            if (impacts++ == s->impacts) return SS_EZENO;
            SS_TRY(impact(s, e, info));
            SS_TRY(classify(s, e, &hit));
        }
        SS_TRY(move(s, e, &tau));
        if (tau > 0.0) SS_TRY(land(s, e, &tau));
        if (!(tau > least) && impacts++ == s->impacts) return SS_EZENO;
        s->t = tau == left ? t1 : s->t + tau;
    }
    return report(s, e, h, x, info);
}

static ss_status step(void *vs, ss_eval *e, double h, ss_point *x, ss_step_info *info)
{
    state *s = vs;
    const ss_status status = step_inside(s, e, h, x, info);

    if (status == SS_OK) {
        commit(s, h, x, info);
    } else { /* what was learnt on the way may have been the reason */
        s->v_tau = 0.0;
        s->rattle.del.have_A = 0;
    }
    return status;
}

static const ss_contact_problem *failed(const void *vs)
{
    const state *s = vs;
    return s->rattle.problem.n ? &s->rattle.problem : NULL;
}

const ss_method ss_seghete = {
    .name = "seghete",
    .cite = "seghete2012",
    .says = "Variational steps; impacts reflect the momentum, one contact at a time.",
    .can = SS_CAN_FRICTION | SS_CAN_ISOLATED | SS_CAN_MOVING | SS_CAN_STATIC | SS_CAN_VISCOUS |
           SS_CAN_TANGENTIAL,
    .stepping = SS_FIXED,
    .impact = SS_IMPACT_REFLECTION,
    .order = 2,
    .state_size = sizeof(state),
    .options = options,
    .layout = layout,
    .reset = reset,
    .step = step,
    .finish = finish,
    .measures = measures,
    .failed = failed,
};
