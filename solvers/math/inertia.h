/* inertia.h - the inverse of the mass matrix, as cheap as the problem's structure allows:
 * factorised once if M is constant, a row of reciprocals if it is diagonal, else Cholesky.
 *
 * Functions with _n take n = I->n as a constant, so that the compiler unrolls them. */
#ifndef SS_INERTIA_H
#define SS_INERTIA_H

#include "solvers/math/dense.h"
#include "solvers/math/unroll.h"
#include "solvers/method.h"
#include <float.h>
#include <math.h>

typedef struct ss_inertia {
    int n, diagonal, constant, ready;
    double *A;            /* n*n: M, then its Cholesky factor in the lower half */
    double *inv;          /* n: reciprocals of a diagonal M, or of the factor's diagonal */
    double *pivot, *root; /* n: squares of the factor's diagonal, and it, as last computed */
} ss_inertia;

static inline void ss_inertia_layout(ss_inertia *I, int n, ss_arena *a)
{
    I->n = n;
    I->A = SS_TAKE(a, double, n *n);
    I->inv = SS_TAKE(a, double, n);
    I->pivot = SS_TAKE(a, double, n);
    I->root = SS_TAKE(a, double, n);
}

static inline void ss_inertia_reset(ss_inertia *I, const ss_problem *p)
{
    I->diagonal = (p->traits & SS_MASS_DIAGONAL) != 0;
    I->constant = (p->traits & SS_MASS_CONSTANT) != 0;
    I->ready = 0;
    for (int i = 0; i < I->n; i++) I->pivot[i] = 0.0; /* no pivot is */
}

/* A -> L with A = L L', and the reciprocals of L's diagonal.  A difference under the root that is
 * below its rounding error, about n eps of the entry, is called singular.
 *
 * A root and its reciprocal are the longest wait of a small factor.  The translations of a
 * mechanism come first in most, and their pivots are its mass in every step: what was computed of
 * a pivot is kept for as long as it is the same. */
SS_UNROLL ss_status ss_inertia_factor_n(ss_inertia *I, const int n)
{
    double *const restrict A = I->A, *const restrict inv = I->inv;
    double *const restrict pivot = I->pivot, *const restrict root = I->root;

    for (int i = 0; i < n; i++) {
        double *const Li = A + i * n;
        double d = Li[i];
        for (int j = 0; j < i; j++) {
            const double *const Lj = A + j * n;
            double s = Li[j];
            for (int k = 0; k < j; k++) s -= Li[k] * Lj[k];
            Li[j] = s * inv[j];
            d -= Li[j] * Li[j];
        }
        if (!(d > n * DBL_EPSILON * Li[i])) return SS_ESING; /* also if NaN */
        if (d != pivot[i]) {
            pivot[i] = d;
            root[i] = sqrt(d);
            inv[i] = 1.0 / root[i];
        }
        Li[i] = root[i];
    }
    return SS_OK;
}

/* M at the configuration placed in e. */
SS_UNROLL ss_status ss_inertia_update_n(ss_inertia *I, ss_eval *e, const int n)
{
    if (I->ready && I->constant) return SS_OK;
    SS_TRY(ss_mass(e, I->A));
    if (I->diagonal) {
        for (int i = 0; i < n; i++) {
            const double m = I->A[i * n + i];
            if (!(m > 0.0)) return SS_ESING;
            I->inv[i] = 1.0 / m;
        }
    } else {
        SS_TRY(ss_inertia_factor_n(I, n));
    }
    I->ready = 1;
    return SS_OK;
}

static inline ss_status ss_inertia_update(ss_inertia *I, ss_eval *e)
{
    return ss_inertia_update_n(I, e, I->n);
}

/* y = M^-1 w with the factor of M; y may be w. */
SS_UNROLL void ss_inertia_substitute_n(const ss_inertia *I, const double *w, double *y, const int n)
{
    const double *const A = I->A, *const inv = I->inv;

    for (int i = 0; i < n; i++) {
        double s = w[i];
        for (int k = 0; k < i; k++) s -= A[i * n + k] * y[k];
        y[i] = s * inv[i];
    }
    for (int i = n - 1; i >= 0; i--) {
        double s = y[i];
        for (int k = i + 1; k < n; k++) s -= A[k * n + i] * y[k];
        y[i] = s * inv[i];
    }
}

/* y = M^-1 w, both n long; y may be w. */
SS_UNROLL void ss_inertia_solve_n(const ss_inertia *I, const double *w, double *y, const int n)
{
    if (I->diagonal)
        for (int i = 0; i < n; i++) y[i] = I->inv[i] * w[i];
    else
        ss_inertia_substitute_n(I, w, y, n);
}

/* to = u + h M^-1 f.  Said in both cases, so that no number is stored and read again between. */
SS_UNROLL void ss_inertia_push_n(const ss_inertia *I, const double *u, double h, const double *f,
                                 double *to, const int n)
{
    if (I->diagonal) {
        for (int i = 0; i < n; i++) to[i] = u[i] + h * (I->inv[i] * f[i]);
    } else {
        ss_inertia_substitute_n(I, f, to, n);
        for (int i = 0; i < n; i++) to[i] = u[i] + h * to[i];
    }
}

static inline void ss_inertia_solve(const ss_inertia *I, const double *w, double *y)
{
    ss_inertia_solve_n(I, w, y, I->n);
}

#endif
