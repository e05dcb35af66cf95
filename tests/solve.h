/* solve.h - a dense linear system, for tests that must not trust the library's own */
#ifndef SS_TESTS_SOLVE_H
#define SS_TESTS_SOLVE_H

#include <math.h>

/* Gauss elimination with pivoting: A is n*n, row-major, and is spoilt; b becomes the solution.
 * Nonzero if A is singular. */
static inline int solve_dense(int n, double *A, double *b)
{
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(A[i * n + k]) > fabs(A[best * n + k])) best = i;
        if (A[best * n + k] == 0.0) return 1;
        for (int j = 0; j < n; j++) {
            const double swap = A[k * n + j];
            A[k * n + j] = A[best * n + j];
            A[best * n + j] = swap;
        }
        const double swap = b[k];
        b[k] = b[best];
        b[best] = swap;
        for (int i = k + 1; i < n; i++) {
            const double f = A[i * n + k] / A[k * n + k];
            for (int j = k; j < n; j++) A[i * n + j] -= f * A[k * n + j];
            b[i] -= f * b[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) b[k] -= A[k * n + j] * b[j];
        b[k] /= A[k * n + k];
    }
    return 0;
}

#endif
