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
 * coefficient is the law's at the slip speed before the step.  Isolated friction enters with
 * its given load, LN = N h.
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
#include "solvers/lift.h"
#include "solvers/math/inertia.h"
#include "solvers/math/unroll.h"
#include "solvers/method.h"
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

typedef struct state {
    ss_dims d;
    int dim; /* rows per contact */
    int project, guessing, moving, driven;
    double closed_gap, depth;
    ss_inertia inertia;
    ss_contact_solver solver;
    double *qm, *q, *qd;  /* midpoint, end, rate: nq */
    double *f, *uf, *u;   /* forces, free and new velocity: nu */
    double *g, *ge;       /* nc: gaps at the midpoint, at the end */
    int *index;           /* closed contacts, in order */
    unsigned char *is_in; /* nc: in the closed set */
    unsigned char *guess; /* nc: mode in the contact problem of the last step */
    unsigned char *after; /* nc: mode after the step */
    unsigned char *mode;  /* closed: mode in this contact problem */
    double *W, *Y;        /* closed*2 rows of nu: directions and M^-1 times them */
    double *chi;          /* closed*2: support motion */
    double *v0, *vf;      /* closed*2: relative velocity before, and without impulses */
    double *G, *b, *mu, *load, *L, *v, *work;
    double *ghost;             /* L and v of the step as it might have been */
    unsigned char *ghost_mode; /* closed */
    ss_contact_problem problem;
} state;

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
    ss_inertia_reset(&s->inertia, e->p);
    s->problem = (ss_contact_problem){.G = s->G, .b = s->b, .mu = s->mu, .load = s->load};
    memset(s->guess, SS_STICK, (size_t)s->d.nc);
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
    SS_TRY(ss_gap(e, s->g));
    SS_TRY(ss_inertia_update(&s->inertia, e));
    SS_TRY(ss_force(e, x->u, s->f));
    ss_inertia_solve_n(&s->inertia, s->f, s->uf, n);
    for (int i = 0; i < n; i++) s->uf[i] = x->u[i] + h * s->uf[i];
    return SS_OK;
}

static void find_closed(state *s)
{
    for (int i = 0; i < s->d.nc; i++) s->is_in[i] = s->g[i] <= s->closed_gap;
}

/* Directions, velocities, b and laws of the closed contacts.  Of a contact without tangent
 * the second row of W is zero from the start. */
SS_UNROLL ss_status gather(state *s, ss_eval *e, double h, const double *u, const int n)
{
    double *W = s->W, *Y = s->Y, *v0 = s->v0, *vf = s->vf, *b = s->b;
    int c = 0;

    for (int i = 0; i < s->d.nc; i++) {
        if (!s->is_in[i]) continue;
        const ss_law *law = &e->p->law[i];

        SS_TRY(ss_jac(e, i, W));
        ss_inertia_solve_n(&s->inertia, W, Y, n);
        ss_inertia_solve_n(&s->inertia, W + n, Y + n, n);
        v0[0] = dot(n, W, u);
        v0[1] = dot(n, W + n, u);
        vf[0] = dot(n, W, s->uf);
        vf[1] = dot(n, W + n, s->uf);
        if (s->moving) {
            double *chi = s->chi + 2 * c;
            SS_TRY(ss_chi(e, i, chi));
            for (int k = 0; k < s->dim; k++) v0[k] += chi[k], vf[k] += chi[k];
        }
        b[0] = vf[0] + law->e_n * v0[0];
        b[1] = vf[1] + law->e_t * v0[1];
        s->mu[c] = s->dim > 1 ? ss_law_mu(law, v0[1]) : 0.0;
        s->load[c] = law->kind == SS_ISOLATED ? law->load * h : -1.0;
        s->index[c++] = i;
        W += 2 * n, Y += 2 * n, v0 += 2, vf += 2, b += 2;
    }
    s->problem.n = c;
    return SS_OK;
}

/* G = W Y', m = 2 rows per closed contact. */
SS_UNROLL void couple(state *s, const int m, const int n)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j <= i; j++)
            s->G[i * m + j] = s->G[j * m + i] = dot(n, s->W + i * n, s->Y + j * n);
}

SS_UNROLL ss_status build(state *s, ss_eval *e, double h, const double *u, const int n)
{
    SS_TRY(gather(s, e, h, u, n));
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
    for (unsigned char m = 0; m < SS_NMODE; m++) {
        s->mode[0] = m;
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

/* u+ = uF + Y' L */
SS_UNROLL void push(state *s, const int m, const int n)
{
    for (int i = 0; i < n; i++) {
        double u = s->uf[i];
        for (int k = 0; k < m; k++) u += s->Y[k * n + i] * s->L[k];
        s->u[i] = u;
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
static ss_status work_done(state *s, ss_eval *e, double h, const double *u0, double *W)
{
    double p = 0.0;

    *W = 0.0;
    if (e->p->power) {
        for (int i = 0; i < s->d.nu; i++) s->f[i] = 0.5 * (u0[i] + s->u[i]);
        SS_TRY(ss_power(e, s->f, &p));
        *W = h * p;
    }
    if (s->moving && s->problem.n) *W -= dot(2 * s->problem.n, s->L, s->chi);
    return SS_OK;
}

/* ---- position correction ------------------------------------------------------------ */

static ss_status total_energy(ss_eval *e, double t, const double *q, const double *u, double *E,
                              double *kinetic)
{
    double V;
    SS_TRY(ss_place(e, t, q));
    SS_TRY(ss_energy(e, u, kinetic, &V));
    *E = *kinetic + V;
    return SS_OK;
}

/* Contacts that were open and are inside now join the closed set, and e goes back to the
 * midpoint: 1 if there are any. */
static ss_status find_missed(state *s, ss_eval *e, double t, double h, int *missed)
{
    *missed = 0;
    SS_TRY(ss_place(e, t + h, s->q));
    SS_TRY(ss_gap(e, s->ge));
    for (int i = 0; i < s->d.nc; i++)
        if (!s->is_in[i] && s->ge[i] < -s->depth) s->is_in[i] = 1, *missed = 1;
    return *missed ? ss_place(e, t + 0.5 * h, s->qm) : SS_OK;
}

static ss_status lift_and_pay(state *s, ss_eval *e, double h, const ss_point *x, double work,
                              ss_step_info *info)
{
    const double t1 = x->t + h;
    double E0, E1, E2, T0, T1, T2;
    int lifted;

    SS_TRY(total_energy(e, t1, s->q, s->u, &E1, &T1));
    SS_TRY(ss_lift(&(ss_lift_room){.q = s->q, .g = s->ge, .W = s->work, .Y = s->f, .qd = s->qd}, e,
                   &s->inertia, t1, s->depth, &lifted));
    if (!lifted) return SS_OK;
    SS_TRY(total_energy(e, t1, s->q, s->u, &E2, &T2));
    SS_TRY(total_energy(e, x->t, x->q, x->u, &E0, &T0));
    info->E_moved = E2 - E1;
    const double owed = fmin(E2 - E1, E2 - E0 - work);
    if (owed > 0.0 && T2 > 0.0 && !s->moving) {
        const double scale = sqrt(fmax(0.0, 1.0 - owed / T2));
        for (int i = 0; i < s->d.nu; i++) s->u[i] *= scale;
    }
    return SS_OK;
}

/* ---- reporting and committing -------------------------------------------------------- */

/* Tangential velocity at closed contact k after the step, if every contact that slipped before
 * it had gone on slipping. */
static double slip_on(const state *s, const ss_point *x, int k)
{
    const ss_contact_problem *c = &s->problem;
    double *L = s->ghost, *v = s->ghost + 2 * c->n, residual;
    unsigned char *mode = s->ghost_mode;

    for (int j = 0; j < c->n; j++) {
        const unsigned char was = x->mode[s->index[j]];
        mode[j] = was >= SS_SLIP_PLUS ? was : s->mode[j];
    }
    for (int i = 0; i < 2 * c->n; i++) v[i] = s->v[i];
    ss_modes_solve(c, mode, L, v, &residual, s->work); /* a singular system leaves v alone */
    return v[2 * k + 1] - s->b[2 * k + 1] + s->vf[2 * k + 1];
}

/* When, within the step, the event happened: where the gap or the slip passed zero at the
 * step's constant rates; things that end (lift-off) or begin (slip) are dated at its end. */
static double when(const state *s, const ss_point *x, const ss_contact_step *c, ss_event_kind kind,
                   int k, double h)
{
    const double v = c->v_before[1], end = c->v_after[1];
    double t = h;

    if (kind == SS_IMPACT || kind == SS_TOUCH)
        t = c->v_before[0] < 0.0 ? 0.5 * h - s->g[c->contact] / c->v_before[0] : h;
    if (kind == SS_STUCK) t = h * v / (v - slip_on(s, x, k));
    if (kind == SS_REVERSED) t = h * v / (v - end);
    return t > 0.0 && t < h ? t : t <= 0.0 ? 0.0 : h; /* a quotient 0/0 is dated at the end */
}

/* What closed contact k went through. */
static ss_contact_step history(const state *s, const ss_law *law, const ss_point *x, int k)
{
    const double *v0 = s->v0 + 2 * k, *L = s->L + 2 * k, *v = s->v + 2 * k;

    return (ss_contact_step){.contact = s->index[k],
                             .before = x->mode[s->index[k]],
                             .after = s->after[s->index[k]],
                             .L = {L[0], L[1]},
                             .v_before = {v0[0], v0[1]},
                             .v_after = {v[0] - law->e_n * v0[0], v[1] - law->e_t * v0[1]},
                             .v_free = s->vf[2 * k],
                             .frictionless = s->mu[k] == 0.0};
}

static void add_event(state *s, double h, const ss_point *x, const ss_contact_step *c, int k,
                      ss_events *events)
{
    ss_event_kind kind;

    if (!ss_step_event(c, &kind)) return;
    ss_event ev = {.t = x->t + when(s, x, c, kind, k, h), .kind = kind, .contact = c->contact};
    memcpy(ev.L, c->L, sizeof ev.L);
    memcpy(ev.v_before, c->v_before, sizeof ev.v_before);
    memcpy(ev.v_after, c->v_after, sizeof ev.v_after);
    ss_event_add(events, &ev);
}

/* Events have the energies around their step. */
static ss_status weigh(state *s, ss_eval *e, double h, const ss_point *x, ss_events *events)
{
    double E0, E1, T;
    SS_TRY(total_energy(e, x->t, x->q, x->u, &E0, &T));
    SS_TRY(total_energy(e, x->t + h, s->q, s->u, &E1, &T));
    for (int j = 0; j < events->n && j < events->room; j++)
        events->at[j].E_before = E0, events->at[j].E_after = E1;
    return SS_OK;
}

/* Modes and events of every contact that is or was closed.  The midpoint's W is the step's
 * only notion of direction, so both velocities are taken with it. */
SS_UNROLL void report(state *s, const ss_law *laws, double h, const ss_point *x, ss_events *events)
{
    for (int i = 0, k = 0; i < s->d.nc; i++) {
        if (s->is_in[i]) {
            const double before = s->v0[2 * k], after = s->v[2 * k] - laws[i].e_n * before;
            const double touch = ss_touch_speed(before, s->vf[2 * k]);
            /* a rebound leaves the contact open */
            const int stays = s->load[k] >= 0.0 || after <= touch;
            s->guess[i] = s->mode[k];
            s->after[i] = stays ? s->mode[k] : (unsigned char)SS_OPEN;
            if (s->after[i] != x->mode[i] || -before > touch) {
                const ss_contact_step c = history(s, &laws[i], x, k);
                add_event(s, h, x, &c, k, events);
            }
            k++;
        } else {
            s->guess[i] = SS_STICK;
            s->after[i] = SS_OPEN;
            if (x->mode[i] == SS_OPEN) continue;
            const ss_contact_step c = {.contact = i, .before = x->mode[i], .after = SS_OPEN};
            add_event(s, h, x, &c, 0, events);
        }
    }
}

SS_UNROLL void commit(state *s, double h, double work, ss_point *x, ss_step_info *info, const int n)
{
    const double per_h = 1.0 / h;
    const int dim = s->dim;

    for (int i = 0; i < n; i++) x->q[i] = s->q[i];
    for (int i = n; i < s->d.nq; i++) x->q[i] = s->q[i];
    for (int i = 0; i < n; i++) x->u[i] = s->u[i];
    x->W += work;
    for (int i = 0, k = 0; i < s->d.nc; i++) {
        double *l = x->l + i * dim;
        const int in = s->is_in[i];
        l[0] = in ? s->L[2 * k] * per_h : 0.0;
        if (dim > 1) l[1] = in ? s->L[2 * k + 1] * per_h : 0.0;
        x->mode[i] = s->after[i];
        info->active += l[0] > 0.0;
        k += in;
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
        SS_TRY(build(s, e, h, x->u, n));
        if (s->problem.n) SS_TRY(solve(s, e, &info->residual));
        SS_TRY(land(s, e, h, n));
        if (s->driven) SS_TRY(work_done(s, e, h, x->u, &work));
        if (s->project) SS_TRY(find_missed(s, e, x->t, h, &again));
    } while (again);
    if (s->project) SS_TRY(lift_and_pay(s, e, h, x, work, info));
    report(s, e->p->law, h, x, info->events);
    if (info->events->n) SS_TRY(weigh(s, e, h, x, info->events));
    commit(s, h, work, x, info, n);
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
