/* rattle.c - variational steps with contacts that stay closed; see the header */
#include "solvers/rattle.h"
#include <float.h>
#include <math.h>

/* Gaps and velocities may fall short of zero by this share of what they are made of: contacts on
 * opposite sides of a bearing leave no room, and rounding must not make that less than none. */
#define ROUNDING (64.0 * DBL_EPSILON)

void ss_rattle_layout(ss_rattle *r, const ss_dims *d, const ss_lcp_backend *backend, ss_arena *a)
{
    const int n = d->nu, c = d->nc, m = 2 * c;

    r->d = *d;
    ss_del_layout(&r->del, d, a);
    ss_contact_solver_layout(&r->solver, backend, c, a);
    r->at = SS_TAKE(a, int, c);
    r->guess[0] = SS_TAKE(a, unsigned char, c);
    r->guess[1] = SS_TAKE(a, unsigned char, c);
    r->mode = SS_TAKE(a, unsigned char, c);
    r->forced = SS_TAKE(a, unsigned char, c);
    r->p0 = SS_TAKE(a, double, n);
    r->W0 = SS_TAKE(a, double, m *n);
    r->Y = SS_TAKE(a, double, m *n);
    r->W1 = SS_TAKE(a, double, m *n);
    r->Wm = SS_TAKE(a, double, 2 * n);
    r->g0 = SS_TAKE(a, double, c);
    r->g1 = SS_TAKE(a, double, c);
    r->away = SS_TAKE(a, double, c);
    r->slip = SS_TAKE(a, double, c);
    r->L1 = SS_TAKE(a, double, m);
    r->L2 = SS_TAKE(a, double, m);
    r->chi = SS_TAKE(a, double, m);
    r->G = SS_TAKE(a, double, m *m);
    r->b = SS_TAKE(a, double, m);
    r->mu = SS_TAKE(a, double, c);
    r->load = SS_TAKE(a, double, c);
    r->vel = SS_TAKE(a, double, m);
    r->work = SS_TAKE(a, double, m *(m + 2));
    r->d_v = SS_TAKE(a, double, n);
    r->q1 = SS_TAKE(a, double, n);
    r->u1 = SS_TAKE(a, double, n);
}

void ss_rattle_reset(ss_rattle *r, const ss_problem *p, int guessing, double closed, double rest)
{
    r->guessing = guessing;
    r->moving = p->chi != NULL;
    r->jumps = (p->traits & SS_GAP_JUMPS) != 0;
    r->closed = closed;
    r->rest = rest;
    r->n = r->forcing = 0;
    r->problem = (ss_contact_problem){.G = r->G, .b = r->b, .mu = r->mu, .load = r->load};
    for (int k = 0; k < 2; k++) memset(r->guess[k], SS_STICK, (size_t)r->d.nc);
    ss_del_reset(&r->del, p);
}

/* ---- the pieces of a contact problem ----------------------------------------------------- */

static const ss_law *law_of(const ss_rattle *r, const ss_eval *e, int k)
{
    return &e->p->law[r->at[k]];
}

/* Both rows of contact k where e is placed; a frictionless one's tangent is zero. */
static ss_status rows(const ss_rattle *r, ss_eval *e, int k, double *W, double *chi)
{
    const int n = r->d.nu;

    SS_TRY(ss_jac(e, r->at[k], W));
    if (r->d.nt == 0) memset(W + n, 0, (size_t)n * sizeof *W);
    chi[0] = chi[1] = 0.0;
    return r->moving ? ss_chi(e, r->at[k], chi) : SS_OK;
}

/* The last modes; for one contact, if they fail, every other; then the solver. */
static ss_status solve(ss_rattle *r, ss_eval *e, int stage, double *L)
{
    unsigned char *const guess = r->guess[stage - 1];
    const ss_contact_problem *c = &r->problem;
    const int m = 2 * c->n;
    double residual;

    e->n.solves++;
    if (r->forcing) { /* L and vel are those of the forced modes, accepted or not */
        memset(L, 0, (size_t)m * sizeof *L);
        ss_modes_solve(c, r->forced, L, r->vel, &residual, r->work);
        return SS_OK;
    }
    for (int k = 0; k < c->n; k++) r->mode[k] = guess[r->at[k]];
    int found = r->guessing && ss_modes_solve(c, r->mode, L, r->vel, &residual, r->work);
    if (!found && r->guessing && c->n == 1)
        for (int mode = 0; mode < SS_NMODE && !found; mode++) {
            r->mode[0] = (unsigned char)mode;
            found = ss_modes_solve(c, r->mode, L, r->vel, &residual, r->work);
        }
    if (!found) {
        SS_TRY(ss_contact_solve(&r->solver, c, L, &residual, &e->n.pivots));
        for (int i = 0; i < m; i++) r->vel[i] = r->b[i] + ss_dot(m, r->G + i * m, L);
        ss_modes_of(c, L, r->vel, r->mode);
    }
    if (residual > r->residual) r->residual = residual;
    for (int k = 0; k < c->n; k++) guess[r->at[k]] = r->mode[k];
    return SS_OK;
}

static void set_loads(ss_rattle *r, const ss_eval *e, double tau)
{
    for (int k = 0; k < r->n; k++) {
        const ss_law *law = law_of(r, e, k);
        r->mu[k] = r->d.nt ? ss_law_mu(law, fabs(r->slip[k]) > r->rest ? r->slip[k] : 0.0) : 0.0;
        r->load[k] = law->kind == SS_ISOLATED ? 0.5 * tau * law->load : -1.0;
    }
    r->problem.n = r->n;
}

/* ---- stage 1 ------------------------------------------------------------------------------ */

ss_status ss_rattle_begin(ss_rattle *r, ss_eval *e, const double *u)
{
    const int n = r->d.nu;

    SS_TRY(ss_del_momentum(&r->del, e, u, r->p0));
    SS_TRY(ss_gap(e, r->g0));
    r->slack = 0.0;
    for (int i = 0; i < n; i++) r->slack = fmax(r->slack, ROUNDING * fabs(e->x.q[i]));
    for (int k = 0; k < r->n; k++) {
        double *W = r->W0 + 2 * k * n, chi[SS_MAX_DIM];
        SS_TRY(rows(r, e, k, W, chi));
        r->away[k] = ss_dot(n, W, u) + chi[0];
        r->slip[k] = ss_dot(n, W + n, u) + chi[1];
        r->L1[2 * k] = r->L1[2 * k + 1] = 0.0;
    }
    r->residual = 0.0;
    return SS_OK;
}

static void spread_forces(ss_rattle *r) /* Y = A^-1 W0' */
{
    const int n = r->d.nu;

    memcpy(r->Y, r->W0, (size_t)(2 * r->n * n) * sizeof *r->Y);
    for (int k = 0; k < 2 * r->n; k++) ss_lu_apply(n, r->del.A, r->del.piv, r->Y + k * n);
}

/* The velocities that stage 1 is about, into vel, and their rows, into W1; e is placed at the
 * midpoint of v and is left at its end. */
static ss_status stage_velocities(ss_rattle *r, ss_eval *e, double t1, double tau, const double *v)
{
    const int n = r->d.nu;
    double end[SS_MAX_DIM];

    for (int k = 0; k < r->n; k++) {
        double *W = r->W1 + 2 * k * n;
        SS_TRY(rows(r, e, k, W, r->chi + 2 * k));
        r->vel[2 * k + 1] = ss_dot(n, W + n, v) + r->chi[2 * k + 1];
    }
    SS_TRY(ss_place(e, t1, r->q1));
    SS_TRY(ss_gap(e, r->g1));
    for (int k = 0; k < r->n; k++) {
        SS_TRY(rows(r, e, k, r->Wm, end));
        memcpy(r->W1 + 2 * k * n, r->Wm, (size_t)n * sizeof *r->Wm);
        r->vel[2 * k] = (r->g1[r->at[k]] - fmin(-r->slack, r->g0[r->at[k]])) / tau;
    }
    return SS_OK;
}

/* d_v and L1 of one iteration; d holds the free correction -A^-1 r. */
static ss_status correct(ss_rattle *r, ss_eval *e, const double *d)
{
    const int n = r->d.nu, m = 2 * r->n;
    double *L = r->L2;

    for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++) r->G[i * m + j] = ss_dot(n, r->W1 + i * n, r->Y + j * n);
        r->b[i] = r->vel[i] + ss_dot(n, r->W1 + i * n, d) - ss_dot(m, r->G + i * m, r->L1);
    }
    SS_TRY(solve(r, e, 1, L));
    memcpy(r->d_v, d, (size_t)n * sizeof *d);
    for (int k = 0; k < m; k++) {
        const double more = L[k] - r->L1[k];
        if (more != 0.0)
            for (int i = 0; i < n; i++) r->d_v[i] += r->Y[k * n + i] * more;
        r->L1[k] = L[k];
    }
    return SS_OK;
}

static void end_of_move(ss_rattle *r, const double *q, double tau, const double *v)
{
    for (int i = 0; i < r->d.nu; i++) r->q1[i] = q[i] + tau * v[i];
}

/* Contacts that could not stick under their static friction slip under the dynamic one: 1 if
 * that changes a coefficient. */
static int break_away(ss_rattle *r, const ss_eval *e)
{
    int changed = 0;

    for (int k = 0; k < r->n && r->d.nt; k++) {
        const ss_law *law = law_of(r, e, k);
        if (fabs(r->slip[k]) > r->rest || r->mode[k] < SS_SLIP_PLUS) continue;
        const double mu = ss_law_mu(law, r->vel[2 * k + 1]);
        changed |= mu < r->mu[k];
        r->mu[k] = fmin(mu, r->mu[k]);
    }
    return changed;
}

/* Stage 1 with the coefficients in mu. */
static ss_status move_once(ss_rattle *r, ss_eval *e, const ss_del_from *from, double *v)
{
    ss_del *s = &r->del;
    const int n = r->d.nu;
    const double t = from->t, tau = from->tau, *q = from->q;
    double last = INFINITY, scale = 0.0;
    int fresh = 0;

    if (!s->have_A) {
        SS_TRY(ss_del_jacobian(s, e, from, v));
        fresh = 1;
    }
    spread_forces(r);
    for (int it = 0;; it++) {
        double size = 0.0;

        SS_TRY(ss_del_eval(s, e, from, v));
        if (it == 0) scale = ss_del_scale(s, from);
        /* gaps are rounded as q is, and so are velocities made of them */
        for (int i = 0; it == 0 && i < n; i++) scale = fmax(scale, fabs(q[i]) / tau);
        for (int i = 0; i < n; i++) s->d[i] = r->p0[i] + 0.5 * tau * s->K[i] - s->Mv[i];
        for (int k = 0; k < 2 * r->n; k++)
            if (r->L1[k] != 0.0)
                for (int i = 0; i < n; i++) s->d[i] += r->W0[k * n + i] * r->L1[k];
        ss_lu_apply(n, s->A, s->piv, s->d);
        end_of_move(r, q, tau, v);
        SS_TRY(stage_velocities(r, e, t + tau, tau, v));
        SS_TRY(correct(r, e, s->d));
        for (int i = 0; i < n; i++) {
            v[i] += r->d_v[i];
            if (!(fabs(r->d_v[i]) <= size)) size = fabs(r->d_v[i]);
        }
        end_of_move(r, q, tau, v);
        if (size > 0.0) size = scale > 0.0 ? size / scale : INFINITY;

        const ss_del_verdict verdict = ss_del_judge(it, size, last, fresh);
        if (verdict == SS_DEL_DONE) return SS_OK;
        if (verdict == SS_DEL_FAIL) return SS_ENOSOL;
        if (verdict == SS_DEL_RENEW) {
            SS_TRY(ss_del_jacobian(s, e, from, v));
            spread_forces(r);
            fresh = 1;
        } else {
            fresh = fresh && it < 2;
        }
        last = size;
    }
}

ss_status ss_rattle_move(ss_rattle *r, ss_eval *e, double t, const double *q, double tau, double *v)
{
    const ss_del_from from = {.t = t, .tau = tau, .q = q, .p = r->p0};

    if (r->n == 0) {
        SS_TRY(ss_del_solve(&r->del, e, &from, v));
        end_of_move(r, q, tau, v);
        return SS_OK;
    }
    if (r->jumps) { /* what a jump does to a gap is where it begins, not a way that it went */
        SS_TRY(ss_place(e, t + tau, q));
        SS_TRY(ss_gap(e, r->g0));
    }
    set_loads(r, e, tau);
    ss_status status = move_once(r, e, &from, v);
    if (status == SS_OK && !r->forcing && break_away(r, e)) status = move_once(r, e, &from, v);
    if (status != SS_OK) r->del.have_A = 0; /* it may be the reason */
    return status;
}

/* ---- stage 2 ------------------------------------------------------------------------------ */

/* Contacts that stage 1 left closed take part; their L1 stay in their places. */
static ss_status build_landing(ss_rattle *r, ss_eval *e, double tau)
{
    const int n = r->d.nu, m = 2 * r->n;

    for (int k = 0; k < r->n; k++) {
        SS_TRY(rows(r, e, k, r->W1 + 2 * k * n, r->chi + 2 * k));
        for (int j = 2 * k; j < 2 * k + 2; j++) {
            memcpy(r->Y + j * n, r->W1 + j * n, (size_t)n * sizeof *r->Y);
            ss_chol_solve(n, r->del.s, r->Y + j * n);
        }
    }
    for (int i = 0; i < m; i++) {
        for (int j = 0; j <= i; j++)
            r->G[i * m + j] = r->G[j * m + i] = ss_dot(n, r->W1 + i * n, r->Y + j * n);
        r->b[i] = ss_dot(n, r->W1 + i * n, r->u1) + r->chi[i];
    }
    double size = 0.0;
    for (int k = 0; k < r->n; k++)
        for (int i = 0; i < n; i++) size = fmax(size, fabs(r->W1[2 * k * n + i] * r->u1[i]));
    for (int k = 0; k < r->n; k++) r->b[2 * k] += ROUNDING * size; /* as the gaps of stage 1 */
    set_loads(r, e, tau);
    return SS_OK;
}

/* An open contact neither pushes nor is pushed: as if it separated fast. */
static void release_open(ss_rattle *r, const ss_eval *e)
{
    const int m = 2 * r->n;

    for (int k = 0; k < r->n; k++) {
        if (law_of(r, e, k)->kind == SS_ISOLATED || r->g1[r->at[k]] <= r->closed) continue;
        for (int j = 0; j < m; j++)
            r->G[2 * k * m + j] = r->G[j * m + 2 * k] = r->G[(2 * k + 1) * m + j] =
                r->G[j * m + 2 * k + 1] = 0.0;
        r->G[2 * k * (m + 1)] = r->G[(2 * k + 1) * (m + 1)] = 1.0;
        r->b[2 * k] = 1.0;
        r->b[2 * k + 1] = r->mu[k] = 0.0;
        r->guess[1][r->at[k]] = SS_OPEN;
    }
}

ss_status ss_rattle_land(ss_rattle *r, ss_eval *e, double t, double tau, const double *v)
{
    const int n = r->d.nu, m = 2 * r->n;
    double *p = r->d_v;

    r->support = 0.0;
    for (int i = 0; i < n; i++) p[i] = r->p0[i] + tau * r->del.K[i];
    for (int k = 0; k < m; k++)
        for (int i = 0; i < n; i++) p[i] += r->W0[k * n + i] * r->L1[k];
    for (int k = 0; k < r->n; k++) { /* chi and the rows of the midpoint are still there */
        const double mid = ss_dot(n, r->W1 + (2 * k + 1) * n, v) + r->chi[2 * k + 1];
        const double end = 2.0 * mid - r->slip[k];
        r->slip[k] = end * mid > 0.0 ? end : 0.0;
        r->support -= r->L1[2 * k] * r->chi[2 * k] + r->L1[2 * k + 1] * r->chi[2 * k + 1];
    }
    SS_TRY(ss_place(e, t + tau, r->q1));
    SS_TRY(ss_gap(e, r->g1));
    SS_TRY(ss_del_velocity(&r->del, e, p, r->u1));
    if (r->n == 0) return SS_OK;

    SS_TRY(build_landing(r, e, tau));
    release_open(r, e);
    SS_TRY(solve(r, e, 2, r->L2));
    for (int k = 0; k < m; k++)
        if (r->L2[k] != 0.0)
            for (int i = 0; i < n; i++) r->u1[i] += r->Y[k * n + i] * r->L2[k];
    for (int k = 0; k < m; k++) r->support -= r->L2[k] * r->chi[k];
    return SS_OK;
}
