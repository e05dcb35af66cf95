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
#include "solvers/math/inertia.h"
#include "solvers/method.h"
#include "solvers/step_events.h"
#include <math.h>

enum { LCP, STABILISE, CLOSED, DEPTH }; /* order of the options below */
enum { STABILISE_NONE, STABILISE_PROJECT };
enum { LIFT_SWEEPS = 100 }; /* a depth of 1e-3 m comes below 1e-10 at a factor of 0.85 a sweep */

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
    int project, guessing, moving;
    double closed_gap, depth;
    ss_inertia inertia;
    ss_contact_solver solver;
    double *qm, *q, *qd;   /* midpoint, end, rate: nq */
    double *f, *uf, *u;    /* forces, free and new velocity: nu */
    double *g, *ge;        /* nc: gaps at the midpoint, at the end */
    int *index;            /* closed contacts, in order */
    unsigned char *is_in;  /* nc: in the closed set */
    unsigned char *guess;  /* nc: mode in the contact problem of the last step */
    unsigned char *mode;   /* closed: mode in this one */
    double *W, *Y;         /* closed*dim rows of nu: directions and M^-1 times them */
    double *chi, *v0, *vf; /* closed*2: support motion; relative velocity before, and free */
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

static inline double dot(int n, const double *x, const double *y)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) s += x[i] * y[i];
    return s;
}

/* to = q + h H(at) u */
static ss_status move(state *s, ss_eval *e, const double *at, const double *q, double h,
                      const double *u, double *to)
{
    const double *rate = u;

    if (e->p->rate) {
        SS_TRY(ss_rate(e, at, u, s->qd));
        rate = s->qd;
    }
    for (int i = 0; i < s->d.nq; i++) to[i] = q[i] + h * rate[i];
    return SS_OK;
}

static ss_status predict(state *s, ss_eval *e, double h, const ss_point *x)
{
    const int n = s->d.nu;

    SS_TRY(move(s, e, x->q, x->q, 0.5 * h, x->u, s->qm));
    SS_TRY(ss_place(e, x->t + 0.5 * h, s->qm));
    SS_TRY(ss_gap(e, s->g));
    SS_TRY(ss_inertia_update(&s->inertia, e));
    SS_TRY(ss_force(e, x->u, s->f));
    ss_inertia_solve(&s->inertia, s->f, s->uf);
    for (int i = 0; i < n; i++) s->uf[i] = x->u[i] + h * s->uf[i];
    return SS_OK;
}

static void find_closed(state *s)
{
    for (int i = 0; i < s->d.nc; i++) s->is_in[i] = s->g[i] <= s->closed_gap;
}

/* Directions, velocities and G, b of the closed contacts. */
static inline ss_status build_n(state *s, ss_eval *e, double h, const double *u, const int n)
{
    const ss_law *laws = e->p->law;
    const int dim = ss_dim(&s->d);
    int c = 0;

    for (int i = 0; i < s->d.nc; i++) {
        if (!s->is_in[i]) continue;
        const ss_law *law = &laws[i];
        double *W = s->W + 2 * c * n, *Y = s->Y + 2 * c * n;
        double *chi = s->chi + 2 * c, *v0 = s->v0 + 2 * c, *vf = s->vf + 2 * c;

        SS_TRY(ss_jac(e, i, W));
        chi[0] = chi[1] = 0.0;
        if (s->moving) SS_TRY(ss_chi(e, i, chi));
        if (dim == 1)
            for (int j = 0; j < n; j++) W[n + j] = Y[n + j] = 0.0;
        for (int k = 0; k < dim; k++) ss_inertia_solve_n(&s->inertia, W + k * n, Y + k * n, n);
        for (int k = 0; k < 2; k++) {
            v0[k] = dot(n, W + k * n, u) + chi[k];
            vf[k] = dot(n, W + k * n, s->uf) + chi[k];
        }
        s->b[2 * c] = vf[0] + law->e_n * v0[0];
        s->b[2 * c + 1] = vf[1] + law->e_t * v0[1];
        s->mu[c] = dim > 1 ? ss_law_mu(law, v0[1]) : 0.0;
        s->load[c] = law->kind == SS_ISOLATED ? law->load * h : -1.0;
        s->index[c++] = i;
    }
    s->problem.n = c;
    for (int i = 0; i < 2 * c; i++)
        for (int j = 0; j <= i; j++)
            s->G[i * 2 * c + j] = s->G[j * 2 * c + i] = dot(n, s->W + i * n, s->Y + j * n);
    return SS_OK;
}

/* The same, compiled for the small sizes that matter. */
static ss_status build(state *s, ss_eval *e, double h, const double *u)
{
    switch (s->d.nu) {
    case 1:
        return build_n(s, e, h, u, 1);
    case 2:
        return build_n(s, e, h, u, 2);
    case 3:
        return build_n(s, e, h, u, 3);
    case 4:
        return build_n(s, e, h, u, 4);
    case 5:
        return build_n(s, e, h, u, 5);
    default:
        return build_n(s, e, h, u, s->d.nu);
    }
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

/* u+ and q+ from the impulses. */
static ss_status land(state *s, ss_eval *e, double h)
{
    const int n = s->d.nu, m = 2 * s->problem.n;

    for (int i = 0; i < n; i++) s->u[i] = s->uf[i];
    for (int k = 0; k < m; k++)
        if (s->L[k] != 0.0)
            for (int i = 0; i < n; i++) s->u[i] += s->Y[k * n + i] * s->L[k];
    return move(s, e, s->qm, s->qm, 0.5 * h, s->u, s->q);
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
    if (s->moving) *W -= dot(2 * s->problem.n, s->L, s->chi);
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

/* Contacts that were open and are inside now join the closed set: 1 if there are any. */
static ss_status find_missed(state *s, ss_eval *e, double t1, int *missed)
{
    *missed = 0;
    SS_TRY(ss_place(e, t1, s->q));
    SS_TRY(ss_gap(e, s->ge));
    for (int i = 0; i < s->d.nc; i++)
        if (!s->is_in[i] && s->ge[i] < -s->depth) s->is_in[i] = 1, *missed = 1;
    return SS_OK;
}

/* Move every penetration out along M^-1 wN, contact by contact, until none is left. */
static ss_status lift(state *s, ss_eval *e, double t1, int *lifted)
{
    *lifted = 0;
    for (int sweep = 0; sweep < LIFT_SWEEPS; sweep++) {
        int deep = 0;
        for (int i = 0; i < s->d.nc; i++) {
            double *W = s->work, *Y = s->f;
            if (!(s->ge[i] < -s->depth)) continue;
            SS_TRY(ss_jac(e, i, W));
            ss_inertia_solve(&s->inertia, W, Y);
            SS_TRY(move(s, e, s->q, s->q, -s->ge[i] / dot(s->d.nu, W, Y), Y, s->q));
            SS_TRY(ss_place(e, t1, s->q));
            SS_TRY(ss_gap(e, s->ge));
            deep = *lifted = 1;
        }
        if (!deep) break;
    }
    return SS_OK;
}

static ss_status lift_and_pay(state *s, ss_eval *e, double h, const ss_point *x, double work,
                              ss_step_info *info)
{
    const double t1 = x->t + h;
    double E0, E1, E2, T0, T1, T2;
    int lifted;

    SS_TRY(total_energy(e, t1, s->q, s->u, &E1, &T1));
    SS_TRY(lift(s, e, t1, &lifted));
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

/* Modes and events of every contact that is or was closed.  The midpoint's W is the step's
 * only notion of direction, so both velocities are taken with it. */
static ss_status report(state *s, ss_eval *e, double h, const ss_point *x, ss_step_info *info)
{
    const int dim = ss_dim(&s->d);
    int first = info->events->n, k = 0;

    for (int i = 0; i < s->d.nc; i++) {
        ss_contact_step c = {.contact = i,
                             .before = x->mode[i],
                             .after = SS_OPEN,
                             .frictionless = dim == 1 || s->mu[k] == 0.0};
        ss_event_kind kind;
        if (s->is_in[i]) {
            s->guess[i] = s->mode[k];
            for (int r = 0; r < dim; r++) {
                c.L[r] = s->L[2 * k + r];
                c.v_before[r] = s->v0[2 * k + r];
                c.v_after[r] = s->v[2 * k + r] - s->b[2 * k + r] + s->vf[2 * k + r];
            }
            c.v_free = s->vf[2 * k];
            /* a rebound leaves the contact open */
            const double leaving = ss_touch_speed(&c);
            if (s->mode[k] != SS_OPEN && (s->load[k] >= 0.0 || c.v_after[0] <= leaving))
                c.after = s->mode[k];
            k++;
        } else {
            s->guess[i] = SS_STICK;
            if (c.before == SS_OPEN) continue;
        }
        if (ss_step_event(&c, &kind)) {
            ss_event ev = {.t = x->t + when(s, x, &c, kind, k - 1, h), .kind = kind, .contact = i};
            memcpy(ev.L, c.L, sizeof ev.L);
            memcpy(ev.v_before, c.v_before, sizeof ev.v_before);
            memcpy(ev.v_after, c.v_after, sizeof ev.v_after);
            ss_event_add(info->events, &ev);
        }
        s->is_in[i] = (unsigned char)(c.after << 1 | s->is_in[i]); /* kept for commit() */
    }
    if (info->events->n > first) {
        double E0, E1, T;
        SS_TRY(total_energy(e, x->t, x->q, x->u, &E0, &T));
        SS_TRY(total_energy(e, x->t + h, s->q, s->u, &E1, &T));
        for (int j = first; j < info->events->n && j < info->events->room; j++)
            info->events->at[j].E_before = E0, info->events->at[j].E_after = E1;
    }
    return SS_OK;
}

static void commit(state *s, double h, double work, ss_point *x, ss_step_info *info)
{
    const int dim = ss_dim(&s->d);
    const double per_h = 1.0 / h;

    for (int i = 0; i < s->d.nq; i++) x->q[i] = s->q[i];
    for (int i = 0; i < s->d.nu; i++) x->u[i] = s->u[i];
    x->W += work;
    for (int i = 0, k = 0; i < s->d.nc; i++) {
        const int in = s->is_in[i] & 1;
        for (int r = 0; r < dim; r++) x->l[i * dim + r] = in ? s->L[2 * k + r] * per_h : 0.0;
        x->mode[i] = s->is_in[i] >> 1;
        info->active += in && s->L[2 * k] > 0.0;
        k += in;
    }
    info->h_done = h;
}

static ss_status step(void *vs, ss_eval *e, double h, ss_point *x, ss_step_info *info)
{
    state *s = vs;
    double work;
    int again;

    SS_TRY(predict(s, e, h, x));
    find_closed(s);
    do {
        again = 0;
        SS_TRY(build(s, e, h, x->u));
        if (s->problem.n) SS_TRY(solve(s, e, &info->residual));
        SS_TRY(land(s, e, h));
        SS_TRY(work_done(s, e, h, x->u, &work));
        if (s->project) {
            SS_TRY(find_missed(s, e, x->t + h, &again));
            if (again) SS_TRY(ss_place(e, x->t + 0.5 * h, s->qm));
        }
    } while (again);
    if (s->project) SS_TRY(lift_and_pay(s, e, h, x, work, info));
    SS_TRY(report(s, e, h, x, info));
    commit(s, h, work, x, info);
    return SS_OK;
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
