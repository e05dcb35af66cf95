/* gauss.c - Gauss' principle of least constraint with sliding friction, integrated by Runge-Kutta
 * pairs on the manifold of the contacts (gomez2008, chapters 2 and 3).
 *
 * Forces.  A sliding contact acts along w_i = wN_i - mu_i sgn(vT_i) wT_i; of all loads x >= 0
 * that let no closed gap accelerate inwards,
 *
 *     minimise 1/2 x' (W M^-1 W') x   s.t.   wN_i' u' + zetaN_i >= 0,   u' = M^-1 (h + W' x)
 *
 * and of several the x of least norm (gauss_force.c, solvers/qp).  Where the complementarity
 * problem of the same contacts has two solutions this picks the one of less constraint; where it
 * has none, neither is there one here, and the certificate of the programme says so.
 *
 * Motion.  An embedded pair (option `pair`; the source's is Cash and Karp's 5(4)) with every stage
 * and every result projected onto g = 0 and gN = 0 of the closed contacts; the step is adapted
 * to rtol and atol with the source's safety 0.75, or left as given (step=fixed).
 *
 * Events (ours; the source ends where contacts stick, open or collide).  Gaps of open contacts,
 * slip velocities and the margins of isolated friction are watched on the dense output; a zero is
 * then met by steps of the length that ends there.  Where a stage finds that a gap opens under
 * no load, or that no force in the cone of a sticking contact will do, the step is halved down
 * to the last state where all is well.  After an event come impact and modes (gauss_modes.c).
 *
 * Deviations: the error is measured in q and u (source: q); the projection is in the metric of
 * the mass; the listing's fourth-order weights are mended in the table.
 */
#include "solvers/gauss.h"
#include <float.h>
#include <math.h>

enum { QP, PAIR, STEP, CLOSED, STILL, REST };
enum { STEP_ADAPTIVE, STEP_FIXED };
enum { TRIALS = 400, BARRED = 20 };

static const ss_option options[] = {
    [QP] = {"qp", SS_CHOICE, 0.0, 0.0, 0.0, "", "backend of the quadratic programme", SS_QP_WORDS},
    [PAIR] = {"pair", SS_CHOICE, 0.0, 0.0, 0.0, "", "Runge-Kutta pair",
              "cash-karp|dormand-prince|bogacki-shampine|rk4"},
    [STEP] = {"step", SS_CHOICE, STEP_ADAPTIVE, 0.0, 0.0, "",
              "whether steps follow the tolerances or stay as given by h", "adaptive|fixed"},
    [CLOSED] = {"closed", SS_REAL, 1e-9, 0.0, 1.0, "m", "gap below which contacts touch", NULL},
    [STILL] = {"still", SS_REAL, 1e-9, 0.0, 1.0, "m/s",
               "relative velocity that counts as none at an event", NULL},
    [REST] = {"rest", SS_REAL, 1e-6, 0.0, 1e3, "m/s",
              "speed of approach below which there is no rebound, whatever the tolerances", NULL},
    {0}};

static const ss_tableau *const pairs[] = {&ss_cash_karp, &ss_dormand_prince, &ss_bogacki_shampine,
                                          &ss_rk4};
static const ss_rk_control control = {.safety = 0.75, .shrink = 0.2, .grow = 5.0};

static void layout(void *vs, const ss_dims *d, const double *opt, ss_arena *a)
{
    ss_gauss *s = vs;
    const int n = d->nu, c = d->nc, ny = d->nq + n + 1;

    s->d = *d;
    ss_inertia_layout(&s->inertia, n, a);
    s->root = SS_TAKE(a, double, n);
    ss_qp_solver_layout(&s->qp, ss_qp_backends[(int)opt[QP]], 2 * c, 4 * c, n, a);
    ss_rk_layout(&s->rk, pairs[(int)opt[PAIR]], ny, a);
    ss_root_layout(&s->roots, 2 * c, a);
    s->mode = SS_TAKE(a, unsigned char, c);
    s->old = SS_TAKE(a, unsigned char, c);
    s->base = SS_TAKE(a, unsigned char, c);
    s->best = SS_TAKE(a, unsigned char, c);
    s->before = SS_TAKE(a, unsigned char, c);
    s->undecided = SS_TAKE(a, unsigned char, c);
    s->lifts = SS_TAKE(a, unsigned char, c);
    s->forced = SS_TAKE(a, unsigned char, c);
    s->tired = SS_TAKE(a, unsigned char, c);
    s->site = SS_TAKE(a, ss_gauss_site, c);
    s->rows = SS_TAKE(a, double, 4 * c * n);
    s->y = SS_TAKE(a, double, ny);
    s->ys = SS_TAKE(a, double, ny);
    s->y_at = SS_TAKE(a, double, ny);
    s->qd = SS_TAKE(a, double, d->nq);
    s->h = SS_TAKE(a, double, n);
    s->alpha = SS_TAKE(a, double, n);
    s->f = SS_TAKE(a, double, n);
    s->du = SS_TAKE(a, double, n);
    s->R = SS_TAKE(a, double, 2 * c * n);
    s->C = SS_TAKE(a, double, 4 * c * n);
    s->b = SS_TAKE(a, double, 4 * c);
    s->x = SS_TAKE(a, double, 2 * c);
    s->lambda = SS_TAKE(a, double, 4 * c);
    s->G = SS_TAKE(a, double, 2 * c * n);
    s->Q = SS_TAKE(a, double, n *n);
    s->w = SS_TAKE(a, double, 2 * c * n + n * (n + 1) + n); /* ss_row_basis, ss_pseudo_apply */
    s->r = SS_TAKE(a, double, 2 * c);
    s->g = SS_TAKE(a, double, c);
    s->sunk = SS_TAKE(a, double, c);
    s->l = SS_TAKE(a, double, c *ss_dim(d));
    s->l_end = SS_TAKE(a, double, c *ss_dim(d));
    s->LI = SS_TAKE(a, double, 2 * c);
    s->vI = SS_TAKE(a, double, 2 * c);
    s->wI = SS_TAKE(a, double, 2 * c);
    s->zero = SS_TAKE(a, double, 2 * c);
    s->event = SS_TAKE(a, int, 2 * c);
}

/* ---- the differential equation ------------------------------------------------------ */

static ss_status rate(void *ctx, double t, const double *y, double *dy)
{
    ss_gauss *s = ctx;
    const int nq = s->d.nq, n = s->d.nu;
    const double *q = y, *u = y + nq;

    SS_TRY(ss_gauss_accelerate(s, t, q, u, dy + nq));
    SS_TRY(ss_rate(s->e, q, u, dy));
    if (!s->work) return SS_OK;
    SS_TRY(ss_power(s->e, u, dy + nq + n));
    for (int c = 0; c < s->n; c++)
        dy[nq + n] -= s->site[c].L[0] * s->site[c].chi[0] + s->site[c].L[1] * s->site[c].chi[1];
    return SS_OK;
}

static ss_status project(void *ctx, double t, double *y)
{
    return ss_gauss_project(ctx, t, y);
}

static ss_status reset(void *vs, ss_eval *e, const ss_setup *setup, const ss_point *x)
{
    ss_gauss *s = vs;
    const int n = s->d.nu;

    s->fixed = (int)setup->opt[STEP] == STEP_FIXED || s->rk.tab->second == 0;
    s->closed = setup->opt[CLOSED];
    s->still = setup->opt[STILL];
    s->rest = setup->opt[REST];
    s->rtol = setup->rtol;
    s->atol = setup->atol;
    s->moving = e->p->chi != NULL;
    s->work = s->moving || e->p->power;
    ss_inertia_reset(&s->inertia, e->p);
    s->rk.n = s->d.nq + n + s->work;
    ss_rk_restart(&s->rk);
    s->system = (ss_rk_system){.ctx = s, .rate = rate, .project = project};
    for (int c = 0; c < s->d.nc; c++) {
        double *const at = s->rows + 4 * c * n;
        s->site[c] = (ss_gauss_site){.WN = at, .WT = at + n, .cN = at + 2 * n, .cT = at + 3 * n};
    }
    s->fresh = 1;
    s->any_sunk = 0;
    s->barred = 0;
    s->h_next = 0.0;
    (void)x;
    return ss_qp_solver_open(&s->qp);
}

static void finish(void *vs)
{
    ss_qp_solver_close(&((ss_gauss *)vs)->qp);
}

/* ---- a step ------------------------------------------------------------------------- */

/* The longest trial that the tolerances admit and that no block bars. */
static ss_status try_steps(ss_gauss *s, double t, double h, ss_gauss_span *out)
{
    const double width = 16.0 * DBL_EPSILON * fmax(fabs(t), h);
    double lo = 0.0, hi = INFINITY, next = h;

    *out = (ss_gauss_span){.which = -1};
    for (int n = 0; n < TRIALS; n++) {
        ss_status st = ss_rk_step(&s->rk, &s->system, t, next, s->y);

        if (st == SS_OK && !s->fixed) {
            const double err = ss_rk_norm(&s->rk, s->y, s->rtol, s->atol);
            const double better = ss_rk_next(&s->rk, next, err, &control);

            if (err > 1.0) {
                s->e->n.refused++;
                if (better < width) return SS_ESTEP;
                next = better;
                hi = INFINITY, lo = 0.0; /* what bars the way is farther off, if it is there */
                continue;
            }
            /* a step that the driver cut short tells only that longer ones may do */
            const int cut = next == h && h < (1.0 - 1e-9) * s->h_next;
            if (hi == INFINITY) s->h_next = cut ? fmax(better, s->h_next) : better;
        }
        if (st == SS_OK) st = ss_rk_dense(&s->rk, &s->system, t, next, s->y);
        if (st == SS_OK) {
            out->h = next;
            memcpy(s->l_end, s->l, (size_t)(s->d.nc * ss_dim(&s->d)) * sizeof *s->l);
            if (hi == INFINITY) out->block = SS_GAUSS_FINE;
            if (hi == INFINITY || hi - next <= width || next == lo) return SS_OK;
            lo = next;
            next = 0.5 * (lo + hi);
        } else if (s->block != SS_GAUSS_FINE) {
            out->block = s->block;
            out->status = st;
            memcpy(s->forced, s->lifts, (size_t)s->d.nc);
            hi = s->rk.has_first ? next : 0.0; /* 0: the very start */
            if (lo >= hi) lo = 0.0;            /* what was well by rounding alone is not */
            /* near enough: back to the last trial that was well, if any */
            next = hi - lo > width ? 0.5 * (lo + hi) : lo;
            out->h = next;
            if (next == 0.0) return SS_OK;
        } else if (st == SS_ESTEP || (st == SS_EDIVERGED && s->rk.has_first)) {
            /* a stage that cannot be projected, or is out of this world */
            s->e->n.refused++;
            next *= 0.25;
            if (next < width) return SS_ESTEP;
        } else {
            return st;
        }
    }
    return SS_ESTEP;
}

/* Contacts that stick with an exhausted cone, into `tired`; their number.  Where the cone ends to
 * rounding the programme may have no answer any more: the last one it had tells. */
static int exhausted(ss_gauss *s, double t, const double *y, unsigned char *tired)
{
    const double share = 1.0 - 1e-6; /* the bracket of the event is far narrower */
    const int found = ss_gauss_accelerate(s, t, y, y + s->d.nq, s->ys) == SS_OK;
    const double *const l = found ? s->l : s->l_end;
    const int dim = ss_dim(&s->d);
    int n = 0;

    memset(tired, 0, (size_t)s->d.nc);
    for (int i = 0; dim > 1 && i < s->d.nc; i++) {
        const ss_law *const law = &s->e->p->law[i];
        const double LN = l[i * dim], LT = l[i * dim + 1];

        if (s->mode[i] != SS_STICK || law->kind == SS_ISOLATED) continue;
        tired[i] = fabs(LT) >= share * law->mu_s * LN;
        n += tired[i];
    }
    return n;
}

/* Contacts that want to open and bear nothing any more, opened; their number.  `all`: those that
 * bear something too. */
static int open_idle(ss_gauss *s, double t, const double *y, int all)
{
    const int dim = ss_dim(&s->d);
    double most = 0.0;
    int n = 0;

    if (ss_gauss_accelerate(s, t, y, y + s->d.nq, s->ys) != SS_OK && !all) return 0;
    for (int i = 0; i < s->d.nc; i++) most = fmax(most, s->l[i * dim]);
    for (int i = 0; i < s->d.nc; i++) {
        if (!s->forced[i] || s->mode[i] == SS_OPEN) continue;
        if (!all && s->l[i * dim] > 1e-9 * most) continue; /* the event is not reached yet */
        s->mode[i] = SS_OPEN;
        n++;
    }
    return n;
}

/* What bars the way happens, if this is the place: contacts open, or may not stick any longer.
 * A stage may be barred where the motion itself, a little earlier, is not: 0 then. */
static int give_way(ss_gauss *s, double t, const ss_gauss_span *k, unsigned char *tired)
{
    memset(tired, 0, (size_t)s->d.nc);
    if (k->block == SS_GAUSS_LIFTS) return open_idle(s, t, s->y, k->h == 0.0);
    return exhausted(s, t, s->y, tired);
}

/* Impact and modes at (t, s->y), where contact `which` (or -1) has come to an event. */
static ss_status settle(ss_gauss *s, double t, int which, const unsigned char *tired,
                        ss_step_info *info)
{
    const int gap = which >= 0 && s->mode[which] == SS_OPEN;
    double E0;
    int jumped;

    SS_TRY(ss_gauss_energy(s, t, &E0));
    SS_TRY(ss_gauss_impact(s, t, s->y, &jumped));
    if (gap && !jumped) s->mode[which] = SS_SLIP_PLUS; /* it touches; whether it stays is found */
    SS_TRY(ss_gauss_choose(s, t, s->y, tired));
    ss_rk_restart(&s->rk);
    memcpy(s->l_end, s->l, (size_t)(s->d.nc * ss_dim(&s->d)) * sizeof *s->l);
    return ss_gauss_report(s, t, jumped, E0, info);
}

/* Contacts that are closed at the start. */
static ss_status begin(ss_gauss *s, double t, ss_step_info *info)
{
    SS_TRY(ss_place(s->e, t, s->y));
    SS_TRY(ss_gap(s->e, s->g));
    for (int i = 0; i < s->d.nc; i++) {
        s->sunk[i] = s->e->p->law[i].kind != SS_ISOLATED && s->g[i] < -s->closed ? s->g[i] : 0.0;
        s->any_sunk |= s->sunk[i] < 0.0;
    }
    SS_TRY(ss_gauss_find_closed(s, t, s->y, s->y + s->d.nq));
    const int kept = info->events->n;
    SS_TRY(settle(s, t, -1, NULL, info));
    if (info->events->n > kept) { /* contacts that merely are closed have not just closed */
        int n = kept;
        for (int k = kept; k < info->events->n && k < info->events->room; k++)
            if (info->events->at[k].kind == SS_IMPACT) info->events->at[n++] = info->events->at[k];
        info->events->n = n;
    }
    memcpy(s->old, s->mode, (size_t)s->d.nc);
    return SS_OK;
}

static void commit(ss_gauss *s, const ss_gauss_span *k, ss_point *x, ss_step_info *info)
{
    const int nq = s->d.nq, n = s->d.nu;

    memcpy(x->q, s->y, (size_t)nq * sizeof *x->q);
    memcpy(x->u, s->y + nq, (size_t)n * sizeof *x->u);
    if (s->work) x->W = s->y[nq + n];
    memcpy(x->l, s->l_end, (size_t)(s->d.nc * ss_dim(&s->d)) * sizeof *x->l);
    memcpy(x->mode, s->mode, (size_t)s->d.nc);
    info->h_done = k->h;
    info->h_next = s->fixed ? 0.0 : s->h_next;
    info->residual = s->residual;
    for (int i = 0; i < s->d.nc; i++) info->active += s->l_end[i * ss_dim(&s->d)] > 0.0;
    s->fresh = 0;
}

/* Points that have come out of the ground have the ground of all others again. */
static ss_status surface(ss_gauss *s, double t)
{
    SS_TRY(ss_place(s->e, t, s->y));
    SS_TRY(ss_gap(s->e, s->g));
    s->any_sunk = 0;
    for (int i = 0; i < s->d.nc; i++) {
        if (s->mode[i] == SS_OPEN && s->g[i] > s->closed) s->sunk[i] = 0.0;
        s->any_sunk |= s->sunk[i] < 0.0;
    }
    return SS_OK;
}

/* Stages run ahead of the motion by their own errors and may be barred while it still holds, by
 * less than exhausted() tells apart: no slip begins there yet.  It does a step or two later; where
 * many such steps change nothing the way is barred for good (loads that grow without bound). */
static int premature(const ss_gauss_span *k, ss_status found)
{
    return k->block == SS_GAUSS_NO_FORCE && (found == SS_ENOSOL || found == SS_EINCONSISTENT);
}

static ss_status advance(ss_gauss *s, double t, double h, ss_gauss_span *k, ss_step_info *info)
{
    SS_TRY(try_steps(s, t, h, k));
    if (k->h > 0.0) SS_TRY(ss_gauss_find_event(s, t, k));
    if (k->h > 0.0) memcpy(s->y, s->rk.y1, (size_t)s->rk.n * sizeof *s->y);
    if (k->which >= 0) {
        memset(s->forced, 0, (size_t)s->d.nc);
        s->forced[k->which] = s->mode[k->which] == SS_STICK;
        return settle(s, t + k->h, k->which, s->forced, info);
    }
    if (k->block != SS_GAUSS_FINE) {
        const int given = give_way(s, t + k->h, k, s->tired);
        const ss_status st = given ? settle(s, t + k->h, -1, s->tired, info) : k->status;

        if (given && st == SS_OK) return s->barred = 0, SS_OK;
        if (k->h == 0.0 || (given && !premature(k, st)) || s->barred++ >= BARRED) return st;
        memcpy(s->mode, s->old, (size_t)s->d.nc);
        ss_rk_restart(&s->rk); /* the looks around have used its memory */
        return SS_OK;
    }
    if (k->h > 1e4 * DBL_EPSILON * fabs(t)) s->barred = 0; /* it gets on */
    ss_rk_accept(&s->rk);
    return SS_OK;
}

static ss_status step(void *vs, ss_eval *e, double h, ss_point *x, ss_step_info *info)
{
    ss_gauss *s = vs;
    const int nq = s->d.nq, n = s->d.nu;
    ss_gauss_span k;

    s->e = e;
    s->residual = 0.0;
    memcpy(s->y, x->q, (size_t)nq * sizeof *s->y);
    memcpy(s->y + nq, x->u, (size_t)n * sizeof *s->y);
    if (s->work) s->y[nq + n] = x->W;
    memcpy(s->mode, x->mode, (size_t)s->d.nc);
    memcpy(s->old, x->mode, (size_t)s->d.nc);
    ss_status st = s->fresh ? begin(s, x->t, info) : SS_OK;
    if (st == SS_OK) st = advance(s, x->t, h, &k, info);
    if (st == SS_OK && s->any_sunk) st = surface(s, x->t + k.h);
    if (st == SS_OK)
        commit(s, &k, x, info);
    else
        ss_rk_restart(&s->rk);
    return st;
}

const ss_method ss_gauss_method = {
    .name = "gauss",
    .cite = "gomez2008",
    .says = "Gauss' least constraint as a quadratic programme per Runge-Kutta stage.",
    .can = SS_CAN_FRICTION | SS_CAN_ISOLATED | SS_CAN_MOVING | SS_CAN_STATIC | SS_CAN_VISCOUS |
           SS_CAN_RATE,
    .stepping = SS_EVENT_DRIVEN,
    .impact = SS_IMPACT_NEWTON,
    .order = 5,
    .state_size = sizeof(ss_gauss),
    .options = options,
    .layout = layout,
    .reset = reset,
    .step = step,
    .finish = finish,
};
