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
 * Where forces jump, equations that have no solution over a whole step are solved over halves of
 * it, quarters, ...; over a 1024th with the forces of its start (del.h), an error of h/1024 times
 * the jump.
 *
 * A contact that dips below zero and comes back within one step, by at most |gN''| h^2/8, is
 * not noticed.
 */
#include "solvers/seghete_state.h"
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
                 "impacts, or other stops, in one step before they count as accumulating", NULL},
    [CAPTURE] = {"capture", SS_REAL, 1.0, 0.0, 1e6, "1",
                 "rebounds that would last fewer steps than this are made plastic", NULL},
    [CLOSED] = {"closed", SS_REAL, 1e-10, 0.0, 1.0, "m",
                "gap below which a contact counts as closed: the round-off of lengths of 1e6 m",
                NULL},
    [REST] = {"rest", SS_REAL, 1e-9, 0.0, 1.0, "m/s",
              "speed below which a closed contact counts as resting, and as not slipping", NULL},
    {0}};

static const char *const measures[] = {[SS_MEASURE_S] = "s",
                                       [SS_MEASURE_DP] = "dp",
                                       [SS_MEASURE_OUTCOMES] = "outcomes",
                                       [SS_MEASURE_SPREAD] = "spread",
                                       [SS_MEASURE_COMPLETE] = "complete",
                                       [SS_MEASURE_DV] = "dvN",
                                       [SS_MEASURE_LEAST] = "vN_least",
                                       [SS_MEASURE_MOST] = "vN_most",
                                       NULL};

/* Share of a step below which a move without a solution is not halved further. */
#define SHORTEST (1.0 / 1024.0)

enum { DEPTH = 64, OUTCOMES = 16 }; /* of the search through orders */

static void layout(void *vs, const ss_dims *d, const double *opt, ss_arena *a)
{
    ss_seghete_state *s = vs;
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
    ss_seghete_state *s = vs;
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
    ss_contact_solver_close(&((ss_seghete_state *)vs)->rattle.solver);
}

/* ---- classify ------------------------------------------------------------------------------ */

/* Would contact i, leaving with normal velocity v, be back within `capture` steps?  Then it is as
 * good as resting: rattle.h lets it leave, and come back, without an impact. */
static ss_status returns_soon(ss_seghete_state *s, ss_eval *e, int i, double v, int *soon)
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
static ss_status classify(ss_seghete_state *s, ss_eval *e, int *hit)
{
    *hit = 0;
    SS_TRY(ss_gap(e, s->g));
    for (int i = 0; i < s->d.nc; i++) {
        double chi[SS_MAX_DIM], v[2];
        s->role[i] = SS_ROLE_OPEN;
        if (e->p->law[i].kind == SS_ISOLATED) {
            s->role[i] = SS_ROLE_RESTING;
        } else if (s->g[i] <= s->closed) {
            SS_TRY(ss_seghete_rows(s, e, i, s->u, s->W, chi, v));
            s->role[i] = v[0] < -s->rest   ? SS_ROLE_HIT
                         : v[0] <= s->rest ? SS_ROLE_RESTING
                                           : SS_ROLE_LEAVING;
            *hit += s->role[i] == SS_ROLE_HIT;
            if (s->role[i] == SS_ROLE_LEAVING) {
                int soon;
                SS_TRY(returns_soon(s, e, i, v[0], &soon));
                if (soon) s->role[i] = SS_ROLE_RESTING;
            }
        }
    }
    return SS_OK;
}

/* ---- reporting and committing -------------------------------------------------------------- */

/* Changes of mode of contacts that were not struck, dated where they first showed. */
static ss_status report(ss_seghete_state *s, ss_eval *e, double h, const ss_point *x,
                        ss_step_info *info)
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
        SS_TRY(ss_seghete_rows(s, e, i, x->u, s->W, chi, ev.v_before));
        SS_TRY(ss_seghete_energy(e, x->u, &E0));
        SS_TRY(ss_place(e, x->t + h, s->q));
        SS_TRY(ss_seghete_rows(s, e, i, s->u, s->W, chi, ev.v_after));
        SS_TRY(ss_seghete_energy(e, s->u, &E1));
        ev.E_before = E0;
        ev.E_after = E1;
        ss_event_add(info->events, &ev);
    }
    return SS_OK;
}

static void commit(const ss_seghete_state *s, double h, ss_point *x, ss_step_info *info)
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

static void begin(ss_seghete_state *s, double h, const ss_point *x)
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

/* From where the step is over *tau, or to the next event; *tau is what was done. */
static ss_status advance(ss_seghete_state *s, ss_eval *e, double *tau)
{
    SS_TRY(ss_seghete_move(s, e, tau));
    return *tau > 0.0 ? ss_seghete_land(s, e, tau) : SS_OK;
}

/* Where forces jump, a move that has no solution is tried over half its length; at the shortest,
 * with forces that do not wait for it.  1 if there is something left to try.  (Elsewhere the driver
 * tries a shorter step.) */
static int shorten(ss_seghete_state *s, double *most)
{
    ss_del *del = &s->rattle.del;

    s->v_tau = 0.0; /* what was learnt on the way may have been the reason */
    del->have_A = 0;
    if (*most > SHORTEST * s->h)
        *most *= 0.5;
    else if (!del->fixed)
        del->fixed = s->u;
    else
        return 0;
    return 1;
}

static ss_status step_inside(ss_seghete_state *s, ss_eval *e, double h, const ss_point *x,
                             ss_step_info *info)
{
    const double t1 = x->t + h, least = SS_LOCATED * h;
    const int jumps = (e->p->traits & SS_FORCE_JUMPS) != 0;
    double left = h, most = h; /* of the step; of one move */
    long impacts = 0, stops = 0;

    begin(s, h, x);
    while (left > least) {
        const double asked = fmin(left, most);
        double tau = asked;
        int hit;

        SS_TRY(ss_place(e, s->t, s->q));
        SS_TRY(classify(s, e, &hit));
        if (hit) {
            if (impacts++ == s->impacts) return SS_EZENO;
            SS_TRY(ss_seghete_impact(s, e, info));
            SS_TRY(classify(s, e, &hit));
        }
        const ss_status status = advance(s, e, &tau);
        if (status == SS_ENOSOL && jumps && shorten(s, &most)) continue;
        if (status != SS_OK) return status;
        if (s->rattle.del.fixed) { /* the next move has its chance again */
            s->rattle.del.fixed = NULL;
            s->rattle.del.have_A = 0;
        }
        most = fmin(h, 2.0 * most);
        if (tau < asked && stops++ == s->impacts) return SS_EZENO;
        s->t = tau == left ? t1 : s->t + tau;
        left = t1 - s->t;
    }
    return report(s, e, h, x, info);
}

static ss_status step(void *vs, ss_eval *e, double h, ss_point *x, ss_step_info *info)
{
    ss_seghete_state *s = vs;
    const ss_status status = step_inside(s, e, h, x, info);

    if (status == SS_OK) {
        commit(s, h, x, info);
    } else { /* what was learnt on the way may have been the reason */
        s->v_tau = 0.0;
        s->rattle.del.have_A = 0;
        s->rattle.del.fixed = NULL;
    }
    return status;
}

static const ss_contact_problem *failed(const void *vs)
{
    const ss_seghete_state *s = vs;
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
    .state_size = sizeof(ss_seghete_state),
    .options = options,
    .layout = layout,
    .reset = reset,
    .step = step,
    .finish = finish,
    .measures = measures,
    .failed = failed,
};
