/* gauss_force.c - forces of least constraint at one state, and the manifold they belong to.
 *
 * In the metric the accelerations without contacts are alpha = L^-1 h, and with them
 * alpha + f, f = sum_i r_i x_i.  A slipping contact has one r = L^-1 (wN - mu sigma wT), a
 * sticking one the two edges of its cone, r = L^-1 (wN +- mu_s wT): its load is the sum of the
 * two x, its friction mu_s times their difference.  Rows of C f >= b ask for gap accelerations
 * >= 0 and, where contacts stick, for a slip acceleration of zero by a pair of rows.
 *
 * With friction at several contacts the least constraint may press one that parts, which the
 * complementarity problem forbids: pressing it can spare another more.  Opened, such a contact
 * often comes back at once, and so on without end; the limit of that is a gap that stays zero.
 * Its row of C then gets a twin of the other sign, gap acceleration <= 0 (ours; the programmes of
 * the source's problems never press what parts).
 *
 * Isolated contacts that stick hold their slip by a bilateral force.  It is eliminated: alpha is
 * moved onto the accelerations that they allow and the r_i are freed of the directions they hold,
 * which leaves the measure of constraint as it was but for a constant.
 *
 * The projection is Newton's with the pseudo-inverse, so that redundant contacts do no harm, in
 * the metric of the mass: the source's is Euclidean in its own units of length.
 */
#include "solvers/gauss.h"
#include <float.h>
#include <math.h>

/* rank of directions that may repeat each other exactly or nearly */
static const double rank_tol = 1e-9;
/* Newton ends where gaps are round-off of the coordinates; it converges quadratically from the
 * error of a stage, so more than a handful means that the stage is nowhere near */
static const double on_manifold = 2e-15;
enum { NEWTON = 12 };

void ss_gauss_to_metric(const ss_gauss *s, const double *w, double *out)
{
    const int n = s->d.nu;

    if (s->inertia.diagonal) {
        for (int i = 0; i < n; i++) out[i] = s->root[i] * w[i];
        return;
    }
    if (out != w) memcpy(out, w, (size_t)n * sizeof *out);
    ss_chol_forward(n, s->inertia.A, out);
}

void ss_gauss_from_metric(const ss_gauss *s, const double *a, double *out)
{
    const int n = s->d.nu;

    if (s->inertia.diagonal) {
        for (int i = 0; i < n; i++) out[i] = s->root[i] * a[i];
        return;
    }
    if (out != a) memcpy(out, a, (size_t)n * sizeof *out);
    ss_chol_backward(n, s->inertia.A, out);
}

static ss_status place(ss_gauss *s, double t, const double *q)
{
    const int known = s->inertia.ready && s->inertia.constant;

    SS_TRY(ss_place(s->e, t, q));
    SS_TRY(ss_inertia_update(&s->inertia, s->e));
    if (s->inertia.diagonal && !known)
        for (int i = 0; i < s->d.nu; i++) s->root[i] = sqrt(s->inertia.inv[i]);
    return SS_OK;
}

/* Friction coefficient of a slip of that speed in its own direction; one that may just begin, or
 * has by its error not begun yet, has the law's value at 0+. */
static double slip_mu(const ss_law *law, double v)
{
    return ss_law_mu(law, fmax(v, DBL_MIN));
}

/* The configuration's part of the sites. */
static ss_status find_sites(ss_gauss *s)
{
    const int n = s->d.nu, dim = ss_dim(&s->d);

    s->n = 0;
    for (int i = 0; i < s->d.nc; i++) {
        if (s->mode[i] == SS_OPEN) continue;
        ss_gauss_site *const k = &s->site[s->n++];

        k->contact = i;
        k->kept = k->idle = 0;
        k->isolated = s->e->p->law[i].kind == SS_ISOLATED;
        SS_TRY(ss_jac(s->e, i, k->WN)); /* WT follows WN */
        if (dim == 1) memset(k->WT, 0, (size_t)n * sizeof *k->WT);
        k->chi[0] = k->chi[1] = 0.0;
        if (s->moving) SS_TRY(ss_chi(s->e, i, k->chi));
        ss_gauss_to_metric(s, k->WN, k->cN);
        ss_gauss_to_metric(s, k->WT, k->cT);
    }
    return SS_OK;
}

ss_status ss_gauss_look(ss_gauss *s, double t, const double *q, const double *u)
{
    const int n = s->d.nu, dim = ss_dim(&s->d);

    SS_TRY(place(s, t, q));
    SS_TRY(find_sites(s));
    for (int c = 0; c < s->n; c++) {
        ss_gauss_site *const k = &s->site[c];
        const ss_law *const law = &s->e->p->law[k->contact];
        const unsigned char mode = s->mode[k->contact];

        k->v[0] = ss_dot(n, k->WN, u) + k->chi[0];
        k->v[1] = ss_dot(n, k->WT, u) + k->chi[1];
        k->sigma = mode == SS_SLIP_PLUS ? 1.0 : mode == SS_SLIP_MINUS ? -1.0 : 0.0;
        const int at_rest = mode == SS_STICK || (s->searching && s->undecided[k->contact]);
        k->mu = dim == 1 ? 0.0 : at_rest ? law->mu_s : slip_mu(law, k->sigma * k->v[1]);
    }
    return SS_OK;
}

/* ---- the programme ------------------------------------------------------------------ */

static void add_row(const ss_gauss *s, ss_qp *p, const double *c, double sign, double free)
{
    double *const to = s->C + p->m * p->k;
    double terms = 0.0;

    for (int l = 0; l < p->k; l++) to[l] = sign * c[l], terms += fabs(c[l] * s->alpha[l]);
    /* what cancels to its rounding is zero: a contact that nothing presses stays without force */
    s->b[p->m++] = fabs(free) > 32.0 * DBL_EPSILON * terms ? -sign * free : 0.0;
}

static void add_column(const ss_gauss *s, ss_qp *p, const ss_gauss_site *k, double mu)
{
    double *const to = s->R + p->n++ * p->k;

    for (int l = 0; l < p->k; l++) to[l] = k->cN[l] + mu * k->cT[l];
}

/* Rows and columns of the unilateral sites as they stand. */
static ss_qp programme(ss_gauss *s)
{
    ss_qp p = {.k = s->d.nu, .R = s->R, .C = s->C, .b = s->b};

    for (int c = 0; c < s->n; c++) {
        const ss_gauss_site *const k = &s->site[c];

        if (k->isolated) continue;
        add_row(s, &p, k->cN, 1.0, k->free[0]);
        if (k->kept) add_row(s, &p, k->cN, -1.0, k->free[0]);
        if (k->idle) continue;
        if (k->sigma != 0.0) {
            add_column(s, &p, k, -k->sigma * k->mu);
        } else {
            add_column(s, &p, k, k->mu);
            add_column(s, &p, k, -k->mu);
            add_row(s, &p, k->cT, 1.0, k->free[1]);
            add_row(s, &p, k->cT, -1.0, k->free[1]);
        }
    }
    return p;
}

/* Loads, friction and rates that belong to x and f. */
static void read_off(ss_gauss *s)
{
    double share = 0.0;
    int at = 0;

    for (int c = 0; c < s->n; c++) {
        ss_gauss_site *const k = &s->site[c];

        if (k->idle) {
            k->L[0] = k->L[1] = 0.0;
        } else if (!k->isolated && k->sigma != 0.0) {
            k->L[0] = s->x[at++];
            k->L[1] = -k->sigma * k->mu * k->L[0];
        } else if (!k->isolated) {
            k->L[0] = s->x[at] + s->x[at + 1];
            k->L[1] = k->mu * (s->x[at] - s->x[at + 1]);
            if (k->L[0] > 0.0) share = fmax(share, fabs(s->x[at] - s->x[at + 1]) / k->L[0]);
            at += 2;
        }
        k->rate[0] = k->free[0] + ss_dot(s->d.nu, k->cN, s->f);
        k->rate[1] = k->free[1] + ss_dot(s->d.nu, k->cT, s->f);
    }
    s->block_share = share;
}

ss_status ss_gauss_solve(ss_gauss *s)
{
    const ss_qp p = programme(s);
    double residual;

    for (int l = 0; l < p.k; l++) s->f[l] = 0.0;
    s->block = SS_GAUSS_FINE;
    if (p.n) {
        s->e->n.solves++;
        const ss_status found =
            ss_qp_solve(&s->qp, &p, s->x, s->lambda, s->f, &residual, &s->e->n.pivots);

        if (found != SS_OK) s->block = SS_GAUSS_NO_FORCE;
        if (found != SS_OK) return found;
        if (residual > s->residual) s->residual = residual;
    }
    for (int r = 0; r < p.m && !p.n; r++) /* nothing may press, though something must */
        if (s->b[r] > 0.0) return s->block = SS_GAUSS_NO_FORCE, SS_EINCONSISTENT;
    read_off(s);
    return SS_OK;
}

/* Rate of a gap that is not zero by the tolerance of the backend. */
static double lifting(const ss_gauss *s)
{
    double most = 0.0;

    for (int c = 0; c < s->n; c++)
        if (!s->site[c].isolated) most = fmax(most, fabs(s->site[c].free[0]));
    return 10.0 * s->qp.backend->tol * most;
}

int ss_gauss_mark_parting(ss_gauss *s, int idle)
{
    const double up = lifting(s);
    double load = 0.0;
    int n = 0;

    for (int c = 0; c < s->n; c++)
        if (!s->site[c].isolated) load = fmax(load, s->site[c].L[0]);
    for (int c = 0; c < s->n; c++) {
        ss_gauss_site *const k = &s->site[c];
        const int odd = !k->isolated && !k->kept && k->rate[0] > up &&
                        k->L[0] > 10.0 * s->qp.backend->tol * load;

        if (odd) *(idle ? &k->idle : &k->kept) = 1;
        n += odd;
    }
    return n;
}

/* The programme of the accelerations.  Where it presses contacts that part, their gaps are held at
 * zero; if no force does that, it stays as it was. */
static ss_status solve_kept(ss_gauss *s)
{
    for (int c = 0; c < s->n; c++) s->site[c].kept = 0;
    SS_TRY(ss_gauss_solve(s));
    if (s->n < 2 || !ss_gauss_mark_parting(s, 0)) return SS_OK;
    for (;;) {
        if (ss_gauss_solve(s) != SS_OK) break;
        if (!ss_gauss_mark_parting(s, 0)) return SS_OK;
    }
    for (int c = 0; c < s->n; c++) s->site[c].kept = 0;
    return ss_gauss_solve(s);
}

/* ---- accelerations ------------------------------------------------------------------ */

/* Given friction of isolated contacts that slip goes into h; those that stick are held. */
static int isolated_forces(ss_gauss *s, double *rows, double *ask)
{
    const int n = s->d.nu;
    int held = 0;

    for (int c = 0; c < s->n; c++) {
        ss_gauss_site *const k = &s->site[c];

        if (!k->isolated) continue;
        k->L[0] = s->e->p->law[k->contact].load;
        k->L[1] = -k->sigma * k->mu * k->L[0];
        if (k->sigma != 0.0) {
            for (int j = 0; j < n; j++) s->h[j] += k->L[1] * k->WT[j];
        } else {
            memcpy(rows + held * n, k->cT, (size_t)n * sizeof *rows);
            ask[held++] = -k->zeta[1];
        }
    }
    return held;
}

/* alpha onto rows alpha = ask, by the least change; returns the rank, Q spans the rows. */
static int hold(ss_gauss *s, int m, const double *rows, double *ask, double *alpha)
{
    const int n = s->d.nu, rank = ss_row_basis(m, n, rows, rank_tol, s->Q, s->w);

    for (int i = 0; i < m; i++) ask[i] -= ss_dot(n, rows + i * n, alpha);
    ss_pseudo_apply(m, n, rows, rank, s->Q, ask, s->du, s->w);
    for (int j = 0; j < n; j++) alpha[j] += s->du[j];
    return rank;
}

/* Forces of the isolated contacts that stick: what their rows, summed, must still supply.  One
 * row at a time: they are independent, but for twins, of which the first takes all. */
static void held_forces(ss_gauss *s)
{
    const int n = s->d.nu;
    double *const rest = s->du, *const c = s->w; /* directions afresh: those kept are freed */

    ss_gauss_to_metric(s, s->h, rest);
    for (int j = 0; j < n; j++) rest[j] = s->alpha[j] + s->f[j] - rest[j];
    for (int i = 0; i < s->n; i++) {
        const ss_gauss_site *const k = &s->site[i];

        if (k->isolated) continue;
        for (int j = 0; j < n; j++) c[j] = k->WN[j] * k->L[0] + k->WT[j] * k->L[1];
        ss_gauss_to_metric(s, c, c);
        for (int j = 0; j < n; j++) rest[j] -= c[j];
    }
    for (int i = 0; i < s->n; i++) {
        ss_gauss_site *const k = &s->site[i];

        if (!k->isolated || k->sigma != 0.0) continue;
        const double size = ss_dot(n, k->cT, k->cT);
        k->L[1] = size > 0.0 ? ss_dot(n, k->cT, rest) / size : 0.0;
        for (int j = 0; j < n; j++) rest[j] -= k->L[1] * k->cT[j];
    }
}

/* Freed of the directions that isolated contacts hold. */
static void free_of(const ss_gauss *s, int rank, double *c)
{
    const int n = s->d.nu;

    for (int r = 0; r < rank; r++) {
        const double d = ss_dot(n, c, s->Q + r * n);
        for (int j = 0; j < n; j++) c[j] -= d * s->Q[r * n + j];
    }
}

static void keep_forces(ss_gauss *s)
{
    const int dim = ss_dim(&s->d);

    memset(s->l, 0, (size_t)(s->d.nc * dim) * sizeof *s->l);
    for (int c = 0; c < s->n; c++)
        for (int r = 0; r < dim; r++) s->l[s->site[c].contact * dim + r] = s->site[c].L[r];
}

/* Contacts whose gap would open.  One that sticks and bears a load while it opens is no such: its
 * cone is exhausted, and only by pressing more could it hold the slip. */
static ss_status find_lifts(ss_gauss *s)
{
    const double most = lifting(s);
    int strained = 0;

    for (int c = 0; c < s->n; c++) {
        const ss_gauss_site *const k = &s->site[c];
        const int up = !k->isolated && k->rate[0] > most;

        s->lifts[k->contact] = (unsigned char)up;
        if (up) s->block = SS_GAUSS_LIFTS;
        strained = strained || (up && k->sigma == 0.0 && k->L[0] > 0.0);
    }
    if (strained) s->block = SS_GAUSS_NO_FORCE;
    return s->block == SS_GAUSS_FINE ? SS_OK : strained ? SS_EINCONSISTENT : SS_ESTEP;
}

/* h, and zeta of the sites. */
static ss_status forces_at(ss_gauss *s, const double *u)
{
    SS_TRY(ss_force(s->e, u, s->h));
    for (int c = 0; c < s->n; c++) {
        double *const z = s->site[c].zeta;
        z[0] = z[1] = 0.0;
        SS_TRY(ss_zeta(s->e, u, s->site[c].contact, z));
    }
    return SS_OK;
}

ss_status ss_gauss_free(ss_gauss *s, const double *u)
{
    SS_TRY(forces_at(s, u));
    ss_gauss_to_metric(s, s->h, s->alpha);
    return SS_OK;
}

ss_status ss_gauss_accelerate(ss_gauss *s, double t, const double *q, const double *u, double *udot)
{
    const int n = s->d.nu;
    int rank = 0;

    s->block = SS_GAUSS_FINE;
    SS_TRY(ss_gauss_look(s, t, q, u));
    SS_TRY(forces_at(s, u));
    const int held = isolated_forces(s, s->G, s->r);
    ss_gauss_to_metric(s, s->h, s->alpha);
    for (int j = 0; j < n; j++)
        if (!isfinite(s->alpha[j])) return SS_EDIVERGED;
    if (held) {
        rank = hold(s, held, s->G, s->r, s->alpha);
        for (int c = 0; c < s->n; c++)
            if (!s->site[c].isolated)
                free_of(s, rank, s->site[c].cN), free_of(s, rank, s->site[c].cT);
    }
    for (int c = 0; c < s->n; c++) {
        ss_gauss_site *const k = &s->site[c];
        k->free[0] = ss_dot(n, k->cN, s->alpha) + k->zeta[0];
        k->free[1] = ss_dot(n, k->cT, s->alpha) + k->zeta[1];
    }
    SS_TRY(solve_kept(s));
    if (held) held_forces(s);
    keep_forces(s);
    for (int j = 0; j < n; j++) udot[j] = s->alpha[j] + s->f[j];
    ss_gauss_from_metric(s, udot, udot);
    return find_lifts(s);
}

/* ---- the manifold ------------------------------------------------------------------- */

/* Rows of what is held, normals first, into s->G; tangents only where `slip` is asked. */
static int held_rows(ss_gauss *s, int tangents)
{
    const int n = s->d.nu;
    int m = 0;

    for (int c = 0; c < s->n; c++)
        if (!s->site[c].isolated) memcpy(s->G + m++ * n, s->site[c].cN, (size_t)n * sizeof *s->G);
    for (int c = 0; c < s->n && tangents; c++)
        if (s->mode[s->site[c].contact] == SS_STICK)
            memcpy(s->G + m++ * n, s->site[c].cT, (size_t)n * sizeof *s->G);
    return m;
}

static void correction(ss_gauss *s, int m)
{
    const int n = s->d.nu, rank = ss_row_basis(m, n, s->G, rank_tol, s->Q, s->w);

    ss_pseudo_apply(m, n, s->G, rank, s->Q, s->r, s->du, s->w);
    ss_gauss_from_metric(s, s->du, s->du);
}

ss_status ss_gauss_project(ss_gauss *s, double t, double *y)
{
    const int n = s->d.nu, nq = s->d.nq;
    double *const q = y, *const u = y + nq, last = INFINITY;
    int any = 0, m = 0;

    for (int i = 0; i < s->d.nc; i++) any += s->mode[i] != SS_OPEN;
    if (!any) return SS_OK;
    for (int k = 0;; k++) {
        double worst = 0.0, size = 0.0;

        SS_TRY(place(s, t, q));
        SS_TRY(ss_gauss_gap(s));
        SS_TRY(find_sites(s));
        for (int i = 0; i < nq; i++) size = fmax(size, fabs(q[i]));
        m = held_rows(s, 0);
        for (int c = 0, j = 0; c < s->n; c++) {
            if (s->site[c].isolated) continue;
            s->r[j++] = -s->g[s->site[c].contact];
            worst = fmax(worst, fabs(s->g[s->site[c].contact]));
        }
        /* at round-off, or as near as it gets */
        if (worst <= on_manifold * size || (worst >= 0.5 * last && worst <= 1e-12 * size)) break;
        if (k == NEWTON || !(worst < 1e3 * last)) return SS_ESTEP;
        last = worst;
        correction(s, m);
        SS_TRY(ss_rate(s->e, q, s->du, s->qd));
        for (int i = 0; i < nq; i++) q[i] += s->qd[i];
    }
    m = held_rows(s, 1);
    if (m == 0) return SS_OK;
    int j = 0;
    for (int c = 0; c < s->n; c++)
        if (!s->site[c].isolated) s->r[j++] = -ss_dot(n, s->site[c].WN, u) - s->site[c].chi[0];
    for (int c = 0; c < s->n; c++)
        if (s->mode[s->site[c].contact] == SS_STICK)
            s->r[j++] = -ss_dot(n, s->site[c].WT, u) - s->site[c].chi[1];
    correction(s, m);
    for (int i = 0; i < n; i++) u[i] += s->du[i];
    return SS_OK;
}

void ss_gauss_stop(ss_gauss *s, double *u, const unsigned char *which)
{
    const int n = s->d.nu;
    int m = 0;

    for (int c = 0; c < s->n; c++) {
        if (s->site[c].isolated) continue;
        memcpy(s->G + m * n, s->site[c].cN, (size_t)n * sizeof *s->G);
        s->r[m++] = 0.0;
    }
    for (int c = 0; c < s->n; c++) {
        if (!which[s->site[c].contact]) continue;
        memcpy(s->G + m * n, s->site[c].cT, (size_t)n * sizeof *s->G);
        s->r[m++] = -s->site[c].v[1];
    }
    correction(s, m);
    for (int i = 0; i < n; i++) u[i] += s->du[i];
    for (int c = 0; c < s->n; c++) {
        ss_gauss_site *const k = &s->site[c];

        k->v[1] = ss_dot(n, k->WT, u) + k->chi[1];
    }
}
