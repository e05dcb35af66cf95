/* dense.c - Cholesky, LU and pseudo-inverse of small dense matrices.
 *
 * Cholesky by rows:  l_ij = (a_ij - sum_{k<j} l_ik l_jk) / l_jj,
 *                    l_jj = sqrt(a_jj - sum_{k<j} l_jk^2).
 * The difference under the root carries an error of about n eps a_jj; one below that is
 * called singular.  The test is relative to the row's own entry, so units do not matter.
 *
 * LU with partial pivoting; a pivot below n eps max|A| is rounding error and no pivot.
 *
 * Pseudo-inverse.  Gram and Schmidt with the longest remaining row first give Q, orthonormal in
 * the row space of A; B = A Q' has full column rank, so A^+ b = Q' (B' B)^-1 B' b.
 */
#include "solvers/math/dense.h"

#include <float.h>
#include <math.h>

ss_status ss_chol(int n, double *A)
{
    const double tol = n * DBL_EPSILON;

    for (int i = 0; i < n; i++) {
        double *const Li = A + i * n;

        for (int j = 0; j < i; j++) {
            const double *const Lj = A + j * n;

            Li[j] = (Li[j] - ss_dot(j, Li, Lj)) / Lj[j];
        }
        const double d = Li[i] - ss_dot(i, Li, Li);

        if (!(d > tol * Li[i])) return SS_ESING; /* also if NaN */
        Li[i] = sqrt(d);
    }
    return SS_OK;
}

void ss_chol_solve(int n, const double *L, double *b)
{
    for (int i = 0; i < n; i++) b[i] = (b[i] - ss_dot(i, L + i * n, b)) / L[i * n + i];
    for (int i = n - 1; i >= 0; i--) {
        const double x = b[i] / L[i * n + i];

        for (int k = 0; k < i; k++) b[k] -= L[i * n + k] * x;
        b[i] = x;
    }
}

void ss_chol_forward(int n, const double *L, double *y)
{
    for (int i = 0; i < n; i++) y[i] = (y[i] - ss_dot(i, L + i * n, y)) / L[i * n + i];
}

void ss_chol_backward(int n, const double *L, double *y)
{
    for (int i = n - 1; i >= 0; i--) {
        const double x = y[i] / L[i * n + i];

        for (int k = 0; k < i; k++) y[k] -= L[i * n + k] * x;
        y[i] = x;
    }
}

/* Exchange rows and columns i < j of a symmetric matrix of which the lower half is kept; columns
 * before i, which hold the factor already, go with their rows. */
static void exchange(int n, double *A, int i, int j)
{
    double t;

    for (int k = 0; k < i; k++) t = A[i * n + k], A[i * n + k] = A[j * n + k], A[j * n + k] = t;
    for (int k = i + 1; k < j; k++) t = A[k * n + i], A[k * n + i] = A[j * n + k], A[j * n + k] = t;
    for (int k = j + 1; k < n; k++) t = A[k * n + i], A[k * n + i] = A[k * n + j], A[k * n + j] = t;
    t = A[i * n + i], A[i * n + i] = A[j * n + j], A[j * n + j] = t;
}

int ss_chol_rank(int n, double *A, int *order, double tol)
{
    double first = 0.0;

    for (int i = 0; i < n; i++) order[i] = i;
    for (int k = 0; k < n; k++) {
        int p = k;

        for (int i = k + 1; i < n; i++)
            if (A[i * n + i] > A[p * n + p]) p = i;
        if (k == 0) first = A[p * n + p];
        if (!(A[p * n + p] > tol * first)) return k;
        if (p != k) {
            const int o = order[k];

            exchange(n, A, k, p);
            order[k] = order[p];
            order[p] = o;
        }
        const double root = sqrt(A[k * n + k]);

        A[k * n + k] = root;
        for (int i = k + 1; i < n; i++) A[i * n + k] /= root;
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j <= i; j++) A[i * n + j] -= A[i * n + k] * A[j * n + k];
    }
    return n;
}

void ss_chol_rank_solve(int n, int rank, const double *L, const int *order, double *b, double *y)
{
    for (int i = 0; i < rank; i++) y[i] = (b[order[i]] - ss_dot(i, L + i * n, y)) / L[i * n + i];
    for (int i = rank - 1; i >= 0; i--) {
        for (int k = i + 1; k < rank; k++) y[i] -= L[k * n + i] * y[k];
        y[i] /= L[i * n + i];
    }
    for (int i = 0; i < n; i++) b[i] = 0.0;
    for (int i = 0; i < rank; i++) b[order[i]] = y[i];
}

int ss_row_basis(int m, int n, const double *A, double tol, double *Q, double *work)
{
    double *const W = work; /* what is left of the rows */
    double big = 0.0;
    int rank = 0;

    for (int i = 0; i < m * n; i++) W[i] = A[i];
    while (rank < n && rank < m) {
        double best = -1.0;
        int p = 0;

        for (int i = 0; i < m; i++) {
            const double d = ss_dot(n, W + i * n, W + i * n);

            if (d > best) best = d, p = i;
        }
        if (rank == 0) big = best;
        if (!(best > tol * tol * big)) break;

        double *const q = Q + rank * n;
        for (int j = 0; j < n; j++) q[j] = W[p * n + j];
        for (int k = 0; k < rank; k++) { /* once more: what cancellation has left */
            const double d = ss_dot(n, q, Q + k * n);

            for (int j = 0; j < n; j++) q[j] -= d * Q[k * n + j];
        }
        const double length = sqrt(ss_dot(n, q, q));

        for (int j = 0; j < n; j++) q[j] /= length;
        for (int i = 0; i < m; i++) {
            const double d = ss_dot(n, W + i * n, q);

            for (int j = 0; j < n; j++) W[i * n + j] -= d * q[j];
        }
        rank++;
    }
    return rank;
}

void ss_pseudo_apply(int m, int n, const double *A, int rank, const double *Q, const double *b,
                     double *x, double *work)
{
    double *const B = work, *const N = B + m * rank, *const w = N + rank * rank;

    for (int j = 0; j < n; j++) x[j] = 0.0;
    if (rank == 0) return;
    for (int i = 0; i < m; i++)
        for (int k = 0; k < rank; k++) B[i * rank + k] = ss_dot(n, A + i * n, Q + k * n);
    for (int k = 0; k < rank; k++) {
        w[k] = 0.0;
        for (int i = 0; i < m; i++) w[k] += B[i * rank + k] * b[i];
        for (int l = 0; l <= k; l++) {
            double s = 0.0;

            for (int i = 0; i < m; i++) s += B[i * rank + k] * B[i * rank + l];
            N[k * rank + l] = s;
        }
    }
    if (ss_chol(rank, N) != SS_OK) return; /* Q does not belong to A */
    ss_chol_solve(rank, N, w);
    for (int k = 0; k < rank; k++)
        for (int j = 0; j < n; j++) x[j] += Q[k * n + j] * w[k];
}

static void swap_rows(int n, double *a, double *b)
{
    for (int j = 0; j < n; j++) {
        const double t = a[j];

        a[j] = b[j];
        b[j] = t;
    }
}

ss_status ss_lu(int n, double *A, int *piv)
{
    double big = 0.0;

    for (int i = 0; i < n * n; i++) big = fmax(big, fabs(A[i]));
    const double tol = n * DBL_EPSILON * big;

    for (int k = 0; k < n; k++) {
        double *const Ak = A + k * n;
        int p = k;

        for (int i = k + 1; i < n; i++)
            if (fabs(A[i * n + k]) > fabs(A[p * n + k])) p = i;
        piv[k] = p;
        if (!(fabs(A[p * n + k]) > tol)) return SS_ESING;
        if (p != k) swap_rows(n, Ak, A + p * n);

        const double inverse = 1.0 / Ak[k];
        for (int i = k + 1; i < n; i++) {
            double *const Ai = A + i * n;

            if (Ai[k] == 0.0) continue; /* the bases of contact problems are sparse */
            const double f = Ai[k] *= inverse;
            for (int j = k + 1; j < n; j++) Ai[j] -= f * Ak[j];
        }
    }
    return SS_OK;
}

void ss_lu_apply(int n, const double *LU, const int *piv, double *b)
{
    for (int i = 0; i < n; i++) {
        const double t = b[piv[i]];

        b[piv[i]] = b[i];
        b[i] = t;
    }
    for (int i = 1; i < n; i++) b[i] -= ss_dot(i, LU + i * n, b);
    for (int i = n - 1; i >= 0; i--)
        b[i] = (b[i] - ss_dot(n - 1 - i, LU + i * n + i + 1, b + i + 1)) / LU[i * n + i];
}

ss_status ss_lu_solve(int n, double *A, double *b, int *piv)
{
    SS_TRY(ss_lu(n, A, piv));
    ss_lu_apply(n, A, piv, b);
    return SS_OK;
}
