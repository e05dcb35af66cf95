/* step.c - one step between events: integrate, watch, land, transition, commit */
#include "solvers/event/hybrid.h"
#include <float.h>
#include <math.h>

enum { LANDINGS = 6 };

/* Steps shorter than this share of the time at which they start do not move it. */
#define SHORTEST (16.0 * DBL_EPSILON)

/* A landing is good when the watch is this share of what counts as zero. */
#define LANDED 1e-4

/* ---- what is watched --------------------------------------------------------------------- */

static void add_watch(ss_hybrid *s, int contact, ss_watch_kind kind)
{
    if (contact != s->muted || kind == SS_WATCH_GAP)
        s->watch[s->m++] = (ss_watch){.contact = contact, .kind = kind};
}

static void set_watches(ss_hybrid *s)
{
    s->m = 0;
    for (int i = 0; i < s->d.nc; i++) {
        const int isolated = s->e->p->law[i].kind == SS_ISOLATED;
        if (s->mode[i] == SS_OPEN) {
            if (i != s->muted) add_watch(s, i, SS_WATCH_GAP);
            continue;
        }
        if (!isolated) add_watch(s, i, SS_WATCH_LOAD);
        if (s->mode[i] == SS_STICK) {
            add_watch(s, i, SS_WATCH_GRIP_PLUS);
            add_watch(s, i, SS_WATCH_GRIP_MINUS);
        } else if (ss_rubs(s->e->p, i)) {
            add_watch(s, i, SS_WATCH_SLIDE);
        }
    }
}

static int any_closed(const ss_hybrid *s)
{
    for (int i = 0; i < s->d.nc; i++)
        if (s->mode[i] != SS_OPEN) return 1;
    return 0;
}

/* Values of the watches at (t, y). */
static ss_status watch_at(ss_hybrid *s, double t, const double *y, double *phi)
{
    if (any_closed(s))
        SS_TRY(ss_hybrid_rate(s, t, y, s->rk.stage));
    else
        SS_TRY(ss_place(s->e, t, y));
    SS_TRY(ss_gap(s->e, s->g));
    for (int j = 0; j < s->m; j++) {
        const int i = s->watch[j].contact;
        const double lN = s->l[2 * i], lT = s->l[2 * i + 1], mu = s->e->p->law[i].mu_s;
        double value = 0.0;
        switch (s->watch[j].kind) {
        case SS_WATCH_GAP:
            value = s->g[i];
            break;
        case SS_WATCH_LOAD:
            value = lN;
            break;
        case SS_WATCH_GRIP_PLUS:
            value = mu * lN - lT;
            break;
        case SS_WATCH_GRIP_MINUS:
            value = mu * lN + lT;
            break;
        case SS_WATCH_SLIDE:
            value = s->mode[i] == SS_SLIP_PLUS ? s->vT[i] : -s->vT[i];
            break;
        }
        phi[j] = value;
    }
    return SS_OK;
}

typedef struct dense { /* the watches on the interpolant of one step */
    ss_hybrid *s;
    double t, h;
} dense;

static ss_status watch_dense(void *ctx, double at, double *phi)
{
    dense *d = ctx;
    ss_rk_at(&d->s->rk, at, d->s->y1);
    return watch_at(d->s, d->t + at * d->h, d->s->y1, phi);
}

/* Round-off of every watch: where it counts as zero. */
static void set_zeros(ss_hybrid *s)
{
    for (int i = 0; i < 2 * s->d.nc; i++) s->force = fmax(s->force, fabs(s->l[i]));
    for (int j = 0; j < s->m; j++) {
        const ss_watch_kind kind = s->watch[j].kind;
        s->zero[j] = kind == SS_WATCH_GAP     ? s->closed
                     : kind == SS_WATCH_SLIDE ? 1e-12
                                              : 1e-11 * s->force;
    }
}

/* Gap rate of contact i at the configuration of y. */
static ss_status gap_rate(ss_hybrid *s, int i, const double *u, double *rate)
{
    double *W = s->c.W, chi[SS_MAX_DIM] = {0.0};

    SS_TRY(ss_jac(s->e, i, W));
    if (s->moving) SS_TRY(ss_chi(s->e, i, chi));
    *rate = ss_dot(s->d.nu, W, u) + chi[0];
    return SS_OK;
}

/* Free motion may be exactly integrable over times in which a gap goes up and down (a spinning
 * wheel that is not round).  The step resolves the gaps if the quartic through five values has
 * the right slopes at both ends and in the middle, within a tenth of what the gap moves. */
static ss_status resolved(ss_hybrid *s, double t, double h, int *yes)
{
    static const double w[3][SS_ROOT_NODES] = {{-25.0, 48.0, -36.0, 16.0, -3.0},
                                               {1.0, -8.0, 0.0, 8.0, -1.0},
                                               {3.0, -16.0, 36.0, -48.0, 25.0}};
    const int nc = s->d.nc;
    double *g = s->roots.phi; /* 5 rows of nc fit in its 6 rows of 3 nc */

    *yes = 1;
    if (s->m == 0) return SS_OK;
    for (int k = 0; k < SS_ROOT_NODES; k++) {
        ss_rk_at(&s->rk, 0.25 * k, s->y1);
        SS_TRY(ss_place(s->e, t + 0.25 * k * h, s->y1));
        SS_TRY(ss_gap(s->e, g + k * nc));
    }
    for (int k = 0; k < 3 && *yes; k++) {
        ss_rk_at(&s->rk, 0.5 * k, s->y1);
        SS_TRY(ss_place(s->e, t + 0.5 * k * h, s->y1));
        for (int j = 0; j < s->m && *yes; j++) {
            const int i = s->watch[j].contact;
            double slope = 0.0, rate, range = 0.0;
            if (s->watch[j].kind != SS_WATCH_GAP) continue;
            for (int n = 0; n < SS_ROOT_NODES; n++) {
                slope += w[k][n] * g[n * nc + i] / 3.0;
                range = fmax(range, fabs(g[n * nc + i] - g[i]));
            }
            SS_TRY(gap_rate(s, i, s->y1 + s->d.nq, &rate));
            /* a slope off by this much could hide a dip of a quarter of it */
            const double off = fabs(slope - rate * h);
            *yes = off <= 0.1 * range || off <= s->closed || 0.25 * off < 0.1 * fabs(g[i]);
        }
    }
    return SS_OK;
}

/* ---- one step ------------------------------------------------------------------------------ */

static ss_rk_system system_of(ss_hybrid *s)
{
    return (ss_rk_system){.ctx = s, .rate = ss_hybrid_rate};
}

/* A trial whose error passes and whose gaps are resolved: *h is what it took. */
static ss_status integrate(ss_hybrid *s, double t, double *h, double *h_next)
{
    const ss_rk_system f = system_of(s);
    ss_rk_control c = SS_RK_CONTROL;
    const double least = SHORTEST * (1.0 + fabs(t));

    for (;;) {
        int yes = 1;
        double err = INFINITY;
        const ss_status st = ss_rk_step(&s->rk, &f, t, *h, s->y);
        if (st == SS_OK)
            err = ss_rk_norm(&s->rk, s->y, s->rtol, s->atol);
        else if (st != SS_ESING && st != SS_EDIVERGED)
            return st;
        if (err <= 1.0) {
            SS_TRY(ss_rk_dense(&s->rk, &f, t, *h, s->y));
            SS_TRY(resolved(s, t, *h, &yes));
            *h_next = ss_rk_next(&s->rk, *h, err, &c);
            if (yes) return SS_OK;
        }
        s->e->n.refused++;
        c.grow = 1.0;
        *h = yes ? ss_rk_next(&s->rk, *h, err, &c) : 0.5 * *h;
        if (!(*h > least)) return st == SS_OK ? SS_ESTEP : st;
    }
}

/* Take the step again up to the event, and correct its length until the watch is zero: secants
 * that start from the interpolant's slope and keep to the bracket found so far.  A force must
 * have passed zero, by less than its round-off, or the old modes would still be right. */
static ss_status land(ss_hybrid *s, double t, double h, const ss_root *root, double *h_event)
{
    const ss_rk_system f = system_of(s);
    dense d = {.s = s, .t = t, .h = h};
    double *phi = s->roots.phi;
    const int j = root->which;

    /* the slope, from the interpolant over a thousandth of the step before the event */
    const double ds = fmin(1e-3, root->before), shortest = SHORTEST * (1.0 + fabs(t));
    double slope = 0.0, now = root->before * h, lo = 0.0, hi = h;
    if (ds > 0.0) {
        SS_TRY(watch_dense(&d, root->before - ds, phi));
        const double before = phi[j];
        SS_TRY(watch_dense(&d, root->before, phi));
        slope = (phi[j] - before) / (ds * h);
    }
    const ss_watch_kind kind = s->watch[j].kind;
    const int passes = kind != SS_WATCH_GAP && kind != SS_WATCH_SLIDE;
    const double aim = passes ? -0.1 * s->zero[j] : 0.0;
    const double most = passes ? 0.0 : LANDED * s->zero[j];
    const double least = passes ? -s->zero[j] : -most;
    double was = now, was_value = 0.0;
    for (int k = 0;; k++) {
        SS_TRY(ss_rk_step(&s->rk, &f, t, now, s->y));
        SS_TRY(watch_at(s, t + now, s->rk.y1, phi));
        const double value = phi[j];
        *h_event = now;
        if (value >= 0.0)
            lo = fmax(lo, now);
        else
            hi = fmin(hi, now);
        if (k > 0 && now != was) slope = (value - was_value) / (now - was);
        if (k == LANDINGS || (least <= value && value <= most) || !(slope < 0.0)) return SS_OK;
        double next = now + (aim - value) / slope;
        if (!(next > lo && next < hi)) next = 0.5 * (lo + hi);
        if (fabs(next - now) <= shortest || !(lo < hi)) return SS_OK;
        was = now;
        was_value = value;
        now = next;
    }
}

/* The end of a step without event: drift removed, forces and first stage of the next one. */
static ss_status settle(ss_hybrid *s, double t, ss_step_info *info)
{
    double T, V, E0 = 0.0;
    const int closed = any_closed(s);

    if (!closed) {
        memset(s->l, 0, (size_t)(2 * s->d.nc) * sizeof *s->l);
        ss_rk_accept(&s->rk);
        return SS_OK;
    }
    SS_TRY(ss_hybrid_rate(s, t, s->y, s->rk.k));
    SS_TRY(ss_energy(s->e, s->y + s->d.nq, &T, &V));
    E0 = T + V;
    SS_TRY(ss_hybrid_project(s, t, s->y, SS_POSITIONS | SS_VELOCITIES));
    SS_TRY(ss_place(s->e, t, s->y));
    SS_TRY(ss_energy(s->e, s->y + s->d.nq, &T, &V));
    info->E_moved += T + V - E0;
    s->rk.has_first = 1;
    s->rk.has_last = 0;
    return SS_OK;
}

/* After a transition: forces of the new modes, and the first stage. */
static ss_status restart(ss_hybrid *s, double t)
{
    ss_rk_restart(&s->rk);
    SS_TRY(ss_hybrid_rate(s, t, s->y, s->rk.k));
    s->rk.has_first = 1;
    return SS_OK;
}

static void commit(ss_hybrid *s, ss_point *x, ss_step_info *info)
{
    const int dim = ss_dim(&s->d);

    memcpy(x->q, s->y, (size_t)s->d.nq * sizeof *x->q);
    memcpy(x->u, s->y + s->d.nq, (size_t)s->d.nu * sizeof *x->u);
    x->W = s->y[s->d.nq + s->d.nu];
    for (int i = 0; i < s->d.nc; i++) {
        for (int r = 0; r < dim; r++) x->l[i * dim + r] = s->l[2 * i + r];
        x->mode[i] = s->mode[i];
        info->active += s->l[2 * i] > 0.0;
    }
    info->residual = s->residual;
}

static int slides(const ss_hybrid *s)
{
    for (int i = 0; i < s->d.nc; i++)
        if (s->mode[i] >= SS_SLIP_PLUS && ss_rubs(s->e->p, i) &&
            s->e->p->law[i].kind == SS_UNILATERAL)
            return 1;
    return 0;
}

static ss_status advance(ss_hybrid *s, double h, ss_point *x, ss_step_info *info)
{
    const double t = x->t;
    double done = h, next = 0.0;
    ss_root root;

    if (!s->settled) {
        SS_TRY(ss_hybrid_transition(s, t, s->y, NULL, info->events));
        SS_TRY(restart(s, t));
    }
    set_watches(s);
    set_zeros(s);
    const ss_status ran = integrate(s, t, &done, &next);
    if ((ran == SS_ESTEP || ran == SS_ESING) && slides(s)) {
        /* the load of a slipping contact grows without bound */
        SS_TRY(ss_hybrid_paradox(s, t, s->y, info->events));
        SS_TRY(restart(s, t));
        info->h_done = 0.0;
        return SS_OK;
    }
    if (ran != SS_OK) return ran;

    dense d = {.s = s, .t = t, .h = done};
    const ss_root_functions f = {.ctx = &d, .m = s->m, .at = watch_dense};
    const double tol = fmax(s->locate, 4.0 * DBL_EPSILON * fabs(t) / done);
    SS_TRY(ss_root_first(&s->roots, &f, tol, s->zero, &root));
    if (root.which < 0) {
        memcpy(s->y, s->rk.y1, (size_t)s->ny * sizeof *s->y);
        s->muted = -1;
        SS_TRY(settle(s, t + done, info));
        /* a step that the driver cut short says nothing against the one wanted before */
        s->h_want = done == h && h < s->h_want ? fmax(next, s->h_want) : next;
    } else {
        const ss_watch fired = s->watch[root.which];
        SS_TRY(land(s, t, done, &root, &done));
        memcpy(s->y, s->rk.y1, (size_t)s->ny * sizeof *s->y);
        SS_TRY(ss_hybrid_transition(s, t + done, s->y, &fired, info->events));
        /* nothing came of it: go on a little without that watch, then look again */
        const int same = memcmp(s->was, s->mode, (size_t)s->d.nc) == 0;
        s->muted = same && fired.kind != SS_WATCH_GAP ? fired.contact : -1;
        if (s->muted >= 0) s->h_want *= 1e-3;
        SS_TRY(restart(s, t + done));
    }
    info->h_done = done;
    info->h_next = s->h_want;
    return SS_OK;
}

ss_status ss_hybrid_step(void *hybrid, ss_eval *e, double h, ss_point *x, ss_step_info *info)
{
    ss_hybrid *const s = hybrid;

    s->e = e;
    s->residual = 0.0;
    memcpy(s->y, x->q, (size_t)s->d.nq * sizeof *s->y);
    memcpy(s->y + s->d.nq, x->u, (size_t)s->d.nu * sizeof *s->y);
    s->y[s->d.nq + s->d.nu] = x->W;
    memcpy(s->mode, x->mode, (size_t)s->d.nc);

    const ss_status st = advance(s, h, x, info);
    if (st != SS_OK) {
        ss_rk_restart(&s->rk);
        return st;
    }
    commit(s, x, info);
    s->settled = 1;
    return SS_OK;
}
