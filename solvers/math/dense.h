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

/* y -> L^-1 y with the factor of ss_chol(), and y -> L'^-1 y. */
void ss_chol_forward(int n, const double *L, double *y);
void ss_chol_backward(int n, const double *L, double *y);

/* Symmetric positive semidefinite A (n*n; only the lower half is read) -> its Cholesky factor
 * with the largest pivot first, rows exchanged as order[] (n) tells; returns the rank: pivots
 * below tol times the first are none. */
int ss_chol_rank(int n, double *A, int *order, double tol);
/* b -> some x with A x = b, if there is one; its n - rank unpivoted entries are zero.
 * work: rank */
void ss_chol_rank_solve(int n, int rank, const double *L, const int *order, double *b,
                        double *work);

/* Orthonormal rows Q (at most n, each n long) that span the rows of A (m*n); returns how many.
 * Rows of A that the others explain to within tol times the largest row add none.  work: m*n */
int ss_row_basis(int m, int n, const double *A, double tol, double *Q, double *work);
/* x (n) = A^+ b: of all x that make |A x - b| least the one of least norm.  Q and rank as from
 * ss_row_basis(); work: rank*(m + rank + 1) */
void ss_pseudo_apply(int m, int n, const double *A, int rank, const double *Q, const double *b,
                     double *x, double *work);

#endif
