/* inertia.h - the inverse of the mass matrix, as cheap as the problem's structure allows:
 * factorised once if M is constant, a row of reciprocals if it is diagonal, else Cholesky. */
#ifndef SS_INERTIA_H
#define SS_INERTIA_H

#include "solvers/math/dense.h"
#include "solvers/method.h"

typedef struct ss_inertia {
    int n, diagonal, constant, ready;
    double *A;   /* n*n: M, then its Cholesky factor */
    double *inv; /* n: reciprocals of a diagonal M */
} ss_inertia;

static inline void ss_inertia_layout(ss_inertia *I, int n, ss_arena *a)
{
    I->n = n;
    I->A = SS_TAKE(a, double, n *n);
    I->inv = SS_TAKE(a, double, n);
}

static inline void ss_inertia_reset(ss_inertia *I, const ss_problem *p)
{
    I->diagonal = (p->traits & SS_MASS_DIAGONAL) != 0;
    I->constant = (p->traits & SS_MASS_CONSTANT) != 0;
    I->ready = 0;
}

/* M at the configuration placed in e. */
static inline ss_status ss_inertia_update(ss_inertia *I, ss_eval *e)
{
    if (I->ready && I->constant) return SS_OK;
    SS_TRY(ss_mass(e, I->A));
    if (I->diagonal) {
        for (int i = 0; i < I->n; i++) {
            const double m = I->A[i * I->n + i];
            if (!(m > 0.0)) return SS_ESING;
            I->inv[i] = 1.0 / m;
        }
    } else {
        SS_TRY(ss_chol(I->n, I->A));
    }
    I->ready = 1;
    return SS_OK;
}

/* y = M^-1 w, both n = I->n long; y may be w.  With n a constant the compiler unrolls it. */
static inline void ss_inertia_solve_n(const ss_inertia *I, const double *w, double *y, const int n)
{
    if (I->diagonal) {
        for (int i = 0; i < n; i++) y[i] = I->inv[i] * w[i];
        return;
    }
    if (y != w) memcpy(y, w, (size_t)n * sizeof *y);
    ss_chol_solve(n, I->A, y);
}

static inline void ss_inertia_solve(const ss_inertia *I, const double *w, double *y)
{
    ss_inertia_solve_n(I, w, y, I->n);
}

#endif
