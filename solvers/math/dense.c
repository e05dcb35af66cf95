/* dense.c - Cholesky and LU factors of small dense matrices.
 *
 * Cholesky by rows:  l_ij = (a_ij - sum_{k<j} l_ik l_jk) / l_jj,
 *                    l_jj = sqrt(a_jj - sum_{k<j} l_jk^2).
 * The difference under the root carries an error of about n eps a_jj; one below that is
 * called singular.  The test is relative to the row's own entry, so units do not matter.
 *
 * LU with partial pivoting; a pivot below n eps max|A| is rounding error and no pivot.
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
