/* dense.h - small dense row-major linear algebra, sizes up to a few dozen.
 *
 * Nothing here allocates; factors overwrite the matrix they are of.
 */
#ifndef SS_DENSE_H
#define SS_DENSE_H

#include "problems/base/status.h"

static inline double ss_dot(int n, const double *x, const double *y)
{
    double s = 0.0;

    for (int i = 0; i < n; i++) s += x[i] * y[i];
    return s;
}

/* A (n*n, symmetric; only the lower half is read) -> L with A = L L', in the lower half.
 * SS_ESING unless positive definite to working precision. */
ss_status ss_chol(int n, double *A);
/* b -> A^-1 b */
void ss_chol_solve(int n, const double *L, double *b);

/* A (n*n) -> its LU factors with rows exchanged; piv (n) remembers the exchanges.  SS_ESING
 * if a pivot vanishes against the largest entry of A. */
ss_status ss_lu(int n, double *A, int *piv);
/* b -> A^-1 b with the factors of ss_lu() */
void ss_lu_apply(int n, const double *LU, const int *piv, double *b);
/* Both: A -> factors, b -> A^-1 b. */
ss_status ss_lu_solve(int n, double *A, double *b, int *piv);

#endif
