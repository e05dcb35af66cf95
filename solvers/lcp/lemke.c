/* lemke.c - Lemke's complementary pivoting: dense, lexicographic, allocation-free.
 *
 * With the covering vector d = (1,...,1) and the artificial variable z0 the LCP becomes
 *
 *     w - M z - d z0 = q,      z, w, z0 >= 0,      z _|_ w.
 *
 * z0 enters for the most negative q_i; from then on the complement of whatever left enters,
 * until z0 leaves (a solution) or no row limits the entering variable (a ray: no answer,
 * and for the matrices of sliding contacts no proof either).
 *
 * The tableau is condensed: the columns of the n + 1 nonbasic variables and the right-hand
 * side r, so that  x_B + T x_N = r.  Exchanging row p with column s is
 *
 *     T_pj <- T_pj / T_ps,   T_ij <- T_ij - T_is T_pj,   T_is <- -T_is / T_ps,   T_ps <- 1 / T_ps.
 *
 * Contact LCPs have zeros in q always, so ratios tie.  Ties are broken lexicographically by
 * the rows of the inverse basis; these are the columns of w, which the condensed tableau
 * holds (w_k nonbasic) or which are unit vectors (w_k basic).  z0 leaves first whenever it
 * may.
 *
 * Where rounding still spoils the answer, q is disturbed by seeded random numbers of
 * 0..1e-10 |q|, which parts the ties, and the basis found is solved against the true q.
 */
#include "problems/base/pcg.h"
#include "solvers/lcp/lcp.h"
#include "solvers/math/dense.h"

#include <math.h>

/* A pivot must stand out of the rounding errors that some dozens of pivots leave in its
 * column; two ratios closer than some dozens of roundings are the same. */
static const double pivot_tol = 1e-11, tie_tol = 1e-14;
/* An answer this good (relative to |q|) needs no second look; one this bad is none.  Between
 * them lies what the condition of the basis costs. */
static const double good = 1e-13, bad = 1e-9;
static const double disturbance = 1e-10;
enum { RETRIES = 3 };

typedef struct lemke {
    double *T;     /* n*ld: columns of the nonbasic variables, then the right-hand side */
    double *A;     /* n*n, basis for the polish */
    double *r;     /* n: the disturbed q, then the polish's right-hand side */
    double *trial; /* n, a candidate z */
    int *row;      /* n: variable that is basic in this row; w_i is i, z_i is n+i, z0 is 2n */
    int *col;      /* n+1: variable that is nonbasic in this column */
    int *at;       /* 2n+1: column of a nonbasic variable, ~row of a basic one */
    int *tied;     /* n */
    int *piv;      /* n */
} lemke;

/* Numbers in a row of the tableau: even, so that rows go by pairs. */
static inline int stride(int n)
{
    return (n + 3) & ~1;
}

static void layout(void *work, int n_max, int nc_max, ss_arena *a)
{
    lemke blank = {0}, *const w = work ? work : &blank;
    const int n = n_max;

    (void)nc_max;
    w->T = SS_TAKE(a, double, n *stride(n));
    w->A = SS_TAKE(a, double, n *n);
    w->r = SS_TAKE(a, double, n);
    w->trial = SS_TAKE(a, double, n);
    w->row = SS_TAKE(a, int, n);
    w->col = SS_TAKE(a, int, n + 1);
    w->at = SS_TAKE(a, int, 2 * n + 1);
    w->tied = SS_TAKE(a, int, n);
    w->piv = SS_TAKE(a, int, n);
}

static void fill(lemke *w, const ss_lcp *p, const double *q)
{
    const int n = p->n, ld = stride(n);

    for (int i = 0; i < n; i++) {
        double *const Ti = w->T + i * ld;

        for (int j = 0; j < n; j++) Ti[j] = -p->M[i * n + j];
        Ti[n] = -1.0;
        Ti[n + 1] = q[i];
        Ti[ld - 1] = n % 2 ? 0.0 : q[i]; /* the pad, where there is one */
        w->row[i] = i;
        w->col[i] = n + i;
        w->at[i] = ~i;
        w->at[n + i] = i;
    }
    w->col[n] = 2 * n;
    w->at[2 * n] = n;
}

/* Exchange row p with column s. */
static void exchange(lemke *w, int n, int p, int s)
{
    const int ld = stride(n);
    double *const restrict Tp = w->T + p * ld;
    const double inverse = 1.0 / Tp[s];

    Tp[s] = 1.0;
    for (int j = 0; j < ld; j += 2) {
        Tp[j] *= inverse;
        Tp[j + 1] *= inverse;
    }
    for (int i = 0; i < n; i++) {
        double *const restrict Ti = w->T + i * ld;
        const double f = Ti[s];

        if (i == p || f == 0.0) continue;
        Ti[s] = 0.0;
        for (int j = 0; j < ld; j += 2) {
            Ti[j] -= f * Tp[j];
            Ti[j + 1] -= f * Tp[j + 1];
        }
    }

    const int leaves = w->row[p], enters = w->col[s];
    w->row[p] = enters;
    w->col[s] = leaves;
    w->at[enters] = ~p;
    w->at[leaves] = s;
}

/* Of the `m` tied rows, the one whose row of the inverse basis over its pivot in column s is
 * lexicographically least. */
static int least_row(lemke *w, int n, int s, int m)
{
    const int ld = stride(n);
    int *const tied = w->tied;

    for (int k = 0; k < n && m > 1; k++) {
        const int c = w->at[k];
        double best = INFINITY;
        int kept = 0;

        if (c < 0) { /* a unit vector: its row has 1, the others 0, so it is not the least */
            for (int t = 0; t < m; t++)
                if (tied[t] != ~c) tied[kept++] = tied[t];
            m = kept;
            continue;
        }
        for (int t = 0; t < m; t++) {
            const double *const Ti = w->T + tied[t] * ld;

            if (Ti[c] / Ti[s] < best) best = Ti[c] / Ti[s];
        }
        for (int t = 0; t < m; t++) {
            const double *const Ti = w->T + tied[t] * ld;

            if (Ti[c] / Ti[s] <= best + tie_tol * fmax(1.0, fabs(best))) tied[kept++] = tied[t];
        }
        m = kept;
    }
    return tied[0];
}

/* The row that limits the entering column s, or -1: a ray. */
static int leaving_row(lemke *w, int n, int s)
{
    const int ld = stride(n), z0 = 2 * n;
    double big = 0.0, best = INFINITY;

    for (int i = 0; i < n; i++) {
        const double f = fabs(w->T[i * ld + s]);

        if (f > big) big = f;
    }
    const double floor = pivot_tol * big;
    double limit = INFINITY;
    int m = 0;
    for (int i = 0; i < n; i++) {
        const double *const Ti = w->T + i * ld;

        if (!(Ti[s] > floor)) continue;
        const double r = Ti[n + 1] > 0.0 ? Ti[n + 1] / Ti[s] : 0.0; /* below zero: rounding */
        if (r > limit) continue;
        if (r < best) {
            const double lower = r + tie_tol * (r > 1.0 ? r : 1.0);
            int kept = 0;

            /* a much better row drops the former ones, a slightly better one joins them */
            for (int t = 0; t < m; t++) {
                const double *const Tt = w->T + w->tied[t] * ld;

                if (Tt[n + 1] <= lower * Tt[s]) w->tied[kept++] = w->tied[t];
            }
            m = kept;
            best = r;
            limit = lower;
        }
        w->tied[m++] = i;
    }
    if (m <= 1) return m ? w->tied[0] : -1;
    for (int t = 0; t < m; t++)
        if (w->row[w->tied[t]] == z0) return w->tied[t];
    return least_row(w, n, s, m);
}

/* Pivot until z0 leaves.  The basis is then in w->row, its values in the last column. */
static ss_status pivot(lemke *w, const ss_lcp *p, const double *q, long *pivots)
{
    const int n = p->n, z0 = 2 * n;
    const long most = 50L * (n + 1); /* a hundred times what contact problems take */
    int r = 0;

    for (int i = 1; i < n; i++) /* of equals the last: its unit row is the least */
        if (q[i] <= q[r]) r = i;
    fill(w, p, q);
    for (long k = 0, enters = z0; k < most; k++) {
        const int s = w->at[enters];

        if (k > 0) r = leaving_row(w, n, s);
        if (r < 0) return SS_ENOSOL;
        const int leaves = w->row[r];

        exchange(w, n, r, s);
        ++*pivots;
        if (leaves == z0) return SS_OK;
        enters = leaves < n ? leaves + n : leaves - n;
    }
    return SS_ENOSOL;
}

static void read_off(const lemke *w, int n, double *z)
{
    for (int i = 0; i < n; i++) {
        const int at = w->at[n + i];
        const double v = at < 0 ? w->T[~at * stride(n) + n + 1] : 0.0;

        z[i] = v > 0.0 ? v : 0.0;
    }
}

/* Solve M_SS z_S = -q_S for the basic z: free of what the pivots have left. */
static ss_status polish(lemke *w, const ss_lcp *p, double *z)
{
    const int n = p->n;
    int m = 0, *const S = w->tied;

    for (int i = 0; i < n; i++)
        if (w->at[n + i] < 0) S[m++] = i;
    for (int a = 0; a < m; a++) {
        for (int b = 0; b < m; b++) w->A[a * m + b] = p->M[S[a] * n + S[b]];
        w->r[a] = -p->q[S[a]];
    }
    SS_TRY(ss_lu_solve(m, w->A, w->r, w->piv));
    for (int i = 0; i < n; i++) z[i] = 0.0;
    for (int a = 0; a < m; a++) z[S[a]] = w->r[a] > 0.0 ? w->r[a] : 0.0;
    return SS_OK;
}

static ss_status solve(void *work, const ss_lcp *p, double *z, long *pivots)
{
    lemke *const w = work;
    const int n = p->n;
    double least = 0.0, size = 0.0, best = INFINITY;
    ss_pcg random;

    for (int i = 0; i < n; i++) {
        z[i] = 0.0;
        if (p->q[i] < least) least = p->q[i];
        if (fabs(p->q[i]) > size) size = fabs(p->q[i]);
    }
    if (least >= 0.0) return SS_OK;

    if (pivot(w, p, p->q, pivots) == SS_OK) {
        read_off(w, n, z);
        best = ss_lcp_residual(p, z);
        if (best <= good * size) return SS_OK;
    }
    ss_pcg_seed(&random, 1, (uint64_t)n); /* the same problem, the same answer */
    for (int k = 0; k <= RETRIES; k++) {
        ss_status found = best < INFINITY ? SS_OK : SS_ENOSOL; /* k = 0: the basis above */

        if (k > 0) {
            for (int i = 0; i < n; i++)
                w->r[i] = p->q[i] + disturbance * size * ss_pcg_uniform(&random);
            found = pivot(w, p, w->r, pivots);
        }
        if (found == SS_OK && polish(w, p, w->trial) == SS_OK) {
            const double r = ss_lcp_residual(p, w->trial);

            if (r < best) {
                best = r;
                for (int i = 0; i < n; i++) z[i] = w->trial[i];
            }
        }
        if (best <= bad * size) return SS_OK;
    }
    return SS_ENOSOL;
}

const ss_lcp_backend ss_lemke = {
    .name = "lemke",
    .says = "lexicographic complementary pivoting, dense, retried with a disturbed right-hand side",
    .tol = 1e-9,
    .work_size = sizeof(lemke),
    .layout = layout,
    .solve = solve,
};
