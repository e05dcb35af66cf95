/* glocker_studer.c - the midpoint time-stepping scheme with an LCP per step (giardina2013,
 * after Glocker and Studer 2005).
 *
 *     qM = q + h/2 u,  tM = t + h/2                         predict
 *     closed: contacts with g(tM, qM) <= 0                  find_closed
 *     G = W M^-1 W',  b = W uF + chi + e (W u + chi)        build,  uF = u + M^-1 f h
 *     v = G L + b,  0 <= LN _|_ vN >= 0,  friction in LT    solve
 *     u+ = uF + M^-1 W' L,   q+ = qM + h/2 u+               commit
 *
 * with M, W, chi at (tM, qM) and f at (tM, qM, u); v is the relative velocity after the step
 * plus e times the one before, e = e_n in normal and e_t in tangential rows.  The friction
 * coefficient is the law's at the slip speed before the step, at none if the contact stuck.
 * Isolated friction enters with its given load, LN = N h.
 *
 * Energy.  For constant M and uniform gravity the scheme changes E by exactly
 * (v- + v+)' L / 2, so with e_n <= 1 a contact can only take energy out, to the order of W's
 * change over a step.
 *
 * Deviations from the source: any number of closed contacts; gaps of round-off count as
 * closed (option `closed`); the modes of the last step are tried before the LCP is solved
 * (option lcp=auto), which gives the same solution faster.
 *
 * Penetration.  The source leaves it as it is.  stabilise=project also closes contacts that
 * the step would drive into the ground, and moves what is left of a penetration out along
 * M^-1 wN.  The lift is paid from the energy that the step dissipated, then from the kinetic
 * energy by scaling u+, so that it never shows as a gain; info->E_moved reports it.
 */
#include "solvers/glocker_studer.h"
#include "solvers/math/unroll.h"
#include "solvers/step_events.h"
#include <math.h>

enum { LCP, STABILISE, CLOSED, DEPTH }; /* order of the options below */
enum { STABILISE_NONE, STABILISE_PROJECT };

static const ss_option options[] = {
    [LCP] = {"lcp", SS_CHOICE, 0.0, 0.0, 0.0, "",
             "backend of the contact problem; auto tries the last modes, then lemke",
             "auto|" SS_LCP_WORDS},
    [STABILISE] = {"stabilise", SS_CHOICE, STABILISE_NONE, 0.0, 0.0, "",
                   "what is done about penetration", "none|project"},
    [CLOSED] = {"closed", SS_REAL, 1e-10, 0.0, 1.0, "m",
                "gap below which a contact counts as closed: the round-off of lengths of 1e6 m",
                NULL},
    [DEPTH] = {"depth", SS_REAL, 1e-10, 0.0, 1.0, "m",
               "penetration that stabilise=project leaves alone", NULL},
    {0}};

typedef ss_midpoint state;

static void layout(void *vs, const ss_dims *d, const double *opt, ss_arena *a)
{
    state *s = vs;
    const int n = d->nu, c = d->nc, m = 2 * c;

    s->d = *d;
    s->dim = ss_dim(d);
    ss_inertia_layout(&s->inertia, n, a);
    s->qm = SS_TAKE(a, double, d->nq);
    s->q = SS_TAKE(a, double, d->nq);
    s->qd = SS_TAKE(a, double, d->nq);
    s->f = SS_TAKE(a, double, n);
    s->uf = SS_TAKE(a, double, n);
    s->u = SS_TAKE(a, double, n);
    s->g = SS_TAKE(a, double, c);
    s->ge = SS_TAKE(a, double, c);
    s->index = SS_TAKE(a, int, c);
    s->was = SS_TAKE(a, int, c);
    s->is_in = SS_TAKE(a, unsigned char, c);
    s->guess = SS_TAKE(a, unsigned char, c);
    s->after = SS_TAKE(a, unsigned char, c);
    s->mode = SS_TAKE(a, unsigned char, c);
    s->W = SS_TAKE(a, double, m *n);
    s->Y = SS_TAKE(a, double, m *n);
    s->chi = SS_TAKE(a, double, m);
    s->v0 = SS_TAKE(a, double, m);
    s->vf = SS_TAKE(a, double, m);
    s->G = SS_TAKE(a, double, m *m);
    s->b = SS_TAKE(a, double, m);
    s->mu = SS_TAKE(a, double, c);
    s->load = SS_TAKE(a, double, c);
    s->L = SS_TAKE(a, double, m);
    s->v = SS_TAKE(a, double, m);
    s->ghost = SS_TAKE(a, double, 2 * m);
    s->ghost_mode = SS_TAKE(a, unsigned char, c);
    s->work = SS_TAKE(a, double, m *(m + 2) + m * n); /* modes; rows of W when lifting */

    const int pick = (int)opt[LCP];
    ss_contact_solver_layout(&s->solver, ss_lcp_backends[pick ? pick - 1 : 0], c, a);
}

static ss_status reset(void *vs, ss_eval *e, const ss_setup *setup, const ss_point *x)
{
    state *s = vs;

    s->project = (int)setup->opt[STABILISE] == STABILISE_PROJECT;
    s->guessing = (int)setup->opt[LCP] == 0;
    s->closed_gap = setup->opt[CLOSED];
    s->depth = setup->opt[DEPTH];
    s->moving = e->p->chi != NULL;
    s->driven = s->moving || e->p->power;
    s->law = e->p->law;
    s->is_static = 0;
    for (int i = 0; i < s->d.nc; i++) s->is_static |= s->law[i].mu_s > s->law[i].mu_d;
    ss_inertia_reset(&s->inertia, e->p);
    s->problem = (ss_contact_problem){.G = s->G, .b = s->b, .mu = s->mu, .load = s->load};
    memset(s->guess, SS_STICK, (size_t)s->d.nc);
    s->nwas = s->d.nc; /* whatever x says of them */
    for (int i = 0; i < s->d.nc; i++) s->was[i] = i;
    (void)x;
    return ss_contact_solver_open(&s->solver);
}

static void finish(void *vs)
{
    ss_contact_solver_close(&((state *)vs)->solver);
}

/* ---- the stages of a step ---------------------------------------------------------- */

/* Every stage takes n = nu, and has n = nq where velocities are the rates of coordinates. */

SS_UNROLL double dot(const int n, const double *x, const double *y)
{
    double s = x[0] * y[0];
    for (int i = 1; i < n; i++) s += x[i] * y[i];
    return s;
}

/* to = q + h H(at) u */
SS_UNROLL ss_status move(state *s, ss_eval *e, const double *at, const double *q, double h,
                         const double *u, double *to, const int n)
{
    if (e->p->rate) {
        SS_TRY(ss_rate(e, at, u, s->qd));
        for (int i = 0; i < s->d.nq; i++) to[i] = q[i] + h * s->qd[i];
    } else {
        for (int i = 0; i < n; i++) to[i] = q[i] + h * u[i];
    }
    return SS_OK;
}

SS_UNROLL ss_status predict(state *s, ss_eval *e, double h, const ss_point *x, const int n)
{
    SS_TRY(move(s, e, x->q, x->q, 0.5 * h, x->u, s->qm, n));
    SS_TRY(ss_place(e, x->t + 0.5 * h, s->qm));
    SS_TRY(ss_inertia_update_n(&s->inertia, e, n));
    SS_TRY(ss_force(e, x->u, s->f));
    SS_TRY(ss_gap(e, s->g));
    ss_inertia_push_n(&s->inertia, x->u, h, s->f, s->uf, n);
    return SS_OK;
}

static void find_closed(state *s)
{
    int n = 0;
    for (int i = 0; i < s->d.nc; i++) /* a branch: the same as last time, nearly always */
        if (s->g[i] <= s->closed_gap) s->index[n++] = i;
    s->problem.n = n;
}

/* Directions, velocities, b and laws of the closed contacts.  Of a contact without tangent
 * the second row of W and of chi is zero from the start. */
SS_UNROLL ss_status gather(state *s, ss_eval *e, double h, const ss_point *x, const int n)
{
    const double *u = x->u;
    double *W = s->W, *Y = s->Y;

    for (int c = 0; c < s->problem.n; c++) {
        const int i = s->index[c];
        const ss_law *law = &e->p->law[i];

        SS_TRY(ss_jac(e, i, W));
        ss_inertia_solve_n(&s->inertia, W, Y, n);
        ss_inertia_solve_n(&s->inertia, W + n, Y + n, n);
        double vN = dot(n, W, u), vT = dot(n, W + n, u);
        double fN = dot(n, W, s->uf), fT = dot(n, W + n, s->uf);
        if (s->moving) {
            double *chi = s->chi + 2 * c;
            SS_TRY(ss_chi(e, i, chi));
            vN += chi[0], vT += chi[1], fN += chi[0], fT += chi[1];
        }
        s->v0[2 * c] = vN, s->v0[2 * c + 1] = vT;
        s->vf[2 * c] = fN, s->vf[2 * c + 1] = fT;
        s->b[2 * c] = fN + law->e_n * vN;
        s->b[2 * c + 1] = fT + law->e_t * vT;
        /* what sticks does not slip, whatever round-off and turning directions say */
        const double slip = x->mode[i] == SS_STICK ? 0.0 : vT;
        s->mu[c] = s->dim > 1 ? ss_law_mu(law, slip) : 0.0;
        s->load[c] = law->kind == SS_ISOLATED ? law->load * h : -1.0;
        W += 2 * n, Y += 2 * n;
    }
    return SS_OK;
}

/* G = W Y', m = 2 rows per closed contact. */
SS_UNROLL void couple(state *s, const int m, const int n)
{
    const double *restrict W = s->W, *restrict Y = s->Y;
    double *restrict G = s->G;

    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            if (j <= i) G[i * m + j] = G[j * m + i] = dot(n, W + i * n, Y + j * n);
}

SS_UNROLL ss_status build(state *s, ss_eval *e, double h, const ss_point *x, const int n)
{
    SS_TRY(gather(s, e, h, x, n));
    switch (s->problem.n) {
    case 0:
        break;
    case 1:
        couple(s, 2, n);
        break;
    case 2:
        couple(s, 4, n);
        break;
    default:
        couple(s, 2 * s->problem.n, n);
    }
    return SS_OK;
}

/* The last modes; for one contact, if they fail, every other mode. */
static int solve_by_modes(state *s, double *residual)
{
    const ss_contact_problem *c = &s->problem;

    for (int k = 0; k < c->n; k++) s->mode[k] = s->guess[s->index[k]];
    if (ss_modes_solve(c, s->mode, s->L, s->v, residual, s->work)) return 1;
    if (c->n != 1) return 0;
    for (int m = 0; m < SS_NMODE; m++) {
        s->mode[0] = (unsigned char)m;
        if (m != s->guess[s->index[0]] && ss_modes_solve(c, s->mode, s->L, s->v, residual, s->work))
            return 1;
    }
    return 0;
}

static ss_status solve(state *s, ss_eval *e, double *residual)
{
    const ss_contact_problem *c = &s->problem;
    const int m = 2 * c->n;

    e->n.solves++;
    if (s->guessing && solve_by_modes(s, residual)) return SS_OK;
    SS_TRY(ss_contact_solve(&s->solver, c, s->L, residual, &e->n.pivots));
    for (int i = 0; i < m; i++) s->v[i] = s->b[i] + dot(m, s->G + i * m, s->L);
    ss_modes_of(c, s->L, s->v, s->mode);
    return SS_OK;
}

/* Does a contact slip the other way after the step? */
SS_UNROLL int has_turned(const state *s)
{
    for (int k = 0; k < s->problem.n; k++)
        if (s->mode[k] >= SS_SLIP_PLUS && s->v0[2 * k + 1] * s->v[2 * k + 1] < 0.0) return 1;
    return 0;
}

/* A slip that reverses within the step passes through rest, where static friction holds it if
 * that can.  Solved again with static friction where slip turned, and where it still turns with
 * the law's own. */
static ss_status hold_reversals(state *s, ss_eval *e, double *residual)
{
    double *const own = s->ghost; /* the law's friction */
    int slips = 0;

    for (int k = 0; k < s->problem.n; k++) {
        const ss_law *law = &s->law[s->index[k]];
        const int turned = s->mode[k] >= SS_SLIP_PLUS && s->v0[2 * k + 1] * s->v[2 * k + 1] < 0.0;
        own[k] = s->mu[k];
        if (turned && law->e_t == 0.0) s->mu[k] = fmax(own[k], law->mu_s);
    }
    SS_TRY(solve(s, e, residual));
    for (int k = 0; k < s->problem.n; k++)
        if (s->mode[k] != SS_STICK && s->mu[k] != own[k]) s->mu[k] = own[k], slips = 1;
    return slips ? solve(s, e, residual) : SS_OK;
}

/* u+ = uF + Y' L */
SS_UNROLL void push(state *s, const int m, const int n)
{
    const double *restrict Y = s->Y, *restrict L = s->L, *restrict uf = s->uf;
    double *restrict u = s->u;

    for (int i = 0; i < n; i++) {
        u[i] = uf[i];
        for (int k = 0; k < m; k++) u[i] += Y[k * n + i] * L[k];
    }
}

/* u+ and q+ from the impulses. */
SS_UNROLL ss_status land(state *s, ss_eval *e, double h, const int n)
{
    switch (s->problem.n) {
    case 0:
        push(s, 0, n);
        break;
    case 1:
        push(s, 2, n);
        break;
    case 2:
        push(s, 4, n);
        break;
    default:
        push(s, 2 * s->problem.n, n);
    }
    return move(s, e, s->qm, s->qm, 0.5 * h, s->u, s->q, n);
}

/* Work of applied forces and moving supports over the step; e is placed at the midpoint. */
SS_UNROLL ss_status work_done(state *s, ss_eval *e, double h, const double *u0, double *W,
                              const int n)
{
    double p = 0.0;

    *W = 0.0;
    if (e->p->power) {
        for (int i = 0; i < n; i++) s->f[i] = 0.5 * (u0[i] + s->u[i]);
        SS_TRY(ss_power(e, s->f, &p));
        *W = h * p;
    }
    if (s->moving && s->problem.n) *W -= dot(2 * s->problem.n, s->L, s->chi);
    return SS_OK;
}

/* ---- reporting and committing -------------------------------------------------------- */

/* Are other contacts closed than in the last step? */
SS_UNROLL int is_changed(const state *s)
{
    int differ = s->problem.n != s->nwas;
    for (int k = 0; k < s->problem.n; k++) differ |= s->index[k] != s->was[k];
    return differ;
}

SS_UNROLL void report(state *s, const ss_law *laws, double h, const ss_point *x, int changed,
                      ss_events *events)
{
    if (changed)
        ss_midpoint_change(s, laws, h, x, events);
    else
        for (int k = 0; k < s->problem.n; k++) ss_midpoint_report(s, laws, h, x, k, events);
}

SS_UNROLL void commit(state *s, double h, double work, ss_point *x, int changed, ss_step_info *info,
                      const int n)
{
    const double per_h = 1.0 / h;
    const int dim = s->dim;

    for (int i = 0; i < n; i++) x->q[i] = s->q[i];
    for (int i = n; i < s->d.nq; i++) x->q[i] = s->q[i];
    for (int i = 0; i < n; i++) x->u[i] = s->u[i];
    x->W += work;
    if (changed) ss_midpoint_open(s, x);
    for (int k = 0; k < s->problem.n; k++) {
        const int i = s->index[k];
        double *l = x->l + i * dim;
        l[0] = s->L[2 * k] * per_h;
        if (dim > 1) l[1] = s->L[2 * k + 1] * per_h;
        x->mode[i] = s->after[i];
        info->active += l[0] > 0.0;
    }
    info->h_done = h;
}

SS_UNROLL ss_status step_n(state *s, ss_eval *e, double h, ss_point *x, ss_step_info *info,
                           const int n)
{
    double work = 0.0;
    int again;

    SS_TRY(predict(s, e, h, x, n));
    find_closed(s);
    do {
        again = 0;
        SS_TRY(build(s, e, h, x, n));
        if (s->problem.n) SS_TRY(solve(s, e, &info->residual));
        if (s->is_static && has_turned(s)) SS_TRY(hold_reversals(s, e, &info->residual));
        SS_TRY(land(s, e, h, n));
        if (s->driven) SS_TRY(work_done(s, e, h, x->u, &work, n));
        if (s->project) SS_TRY(ss_midpoint_missed(s, e, x->t, h, &again));
    } while (again);
    if (s->project) SS_TRY(ss_midpoint_lift(s, e, h, x, work, info));
    const int changed = is_changed(s);
    report(s, e->p->law, h, x, changed, info->events);
    if (info->events->n) SS_TRY(ss_midpoint_weigh(s, e, h, x, info->events));
    commit(s, h, work, x, changed, info, n);
    return SS_OK;
}

/* The same, compiled for the sizes of most mechanisms. */
static ss_status step(void *vs, ss_eval *e, double h, ss_point *x, ss_step_info *info)
{
    switch (e->p->dims.nu) {
#define SS_STEP(n)                                                                                 \
    case n:                                                                                        \
        return step_n(vs, e, h, x, info, n);
        SS_STEP(1)
        SS_STEP(2)
        SS_STEP(3)
        SS_STEP(4)
        SS_STEP(5)
#undef SS_STEP
    default:
        return step_n(vs, e, h, x, info, e->p->dims.nu);
    }
}

static const ss_contact_problem *failed(const void *vs)
{
    const state *s = vs;
    return s->problem.n ? &s->problem : NULL;
}

static const char *refuses(const ss_problem *p)
{
    return p->dims.nt > 1 ? "glocker-studer's LCP has one tangent per contact" : NULL;
}

const ss_method ss_glocker_studer = {
    .name = "glocker-studer",
    .cite = "giardina2013",
    .says = "Midpoint time-stepping; contact forces of a step by one LCP.",
    .can = SS_CAN_FRICTION | SS_CAN_ISOLATED | SS_CAN_MOVING | SS_CAN_STATIC | SS_CAN_VISCOUS |
           SS_CAN_TANGENTIAL | SS_CAN_RATE,
    .stepping = SS_FIXED,
    .impact = SS_IMPACT_NEWTON,
    .order = 1, /* 2 where no force depends on velocity: f is taken at (qM, u) */
    .state_size = sizeof(state),
    .options = options,
    .layout = layout,
    .reset = reset,
    .step = step,
    .refuses = refuses,
    .finish = finish,
    .failed = failed,
};
