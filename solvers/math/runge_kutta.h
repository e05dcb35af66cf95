/* runge_kutta.h - explicit Runge-Kutta steps with error estimate and dense output
 *
 *     k_i = f(t + c_i h, y + h sum_j a_ij k_j),     y1 = y + h sum_i b_i k_i
 *     error = h sum_i (b_i - b^_i) k_i
 *
 * for a right-hand side and memory of the caller (keys: Hairer, Norsett and Wanner, Solving
 * Ordinary Differential Equations I, sections II.4 error norm and step control, II.6 dense
 * output; Shampine 1986 for the extension of Dormand and Prince).
 *
 *     ss_rk_step(rk, &f, t, h, y, &error);          a trial: y stays, the result is rk->y1
 *     err = ss_rk_norm(rk, y, rtol, atol);          <= 1: acceptable
 *     h_next = ss_rk_next(rk, h, err, &control);
 *     ss_rk_dense(rk, &f, t, h, y);  ss_rk_at(rk, 0.3, y_there);
 *     ss_rk_accept(rk);                             the caller took y1: y = rk->y1
 *
 * After an accepted step the first stage of the next one is known.  Whoever changes y
 * otherwise, or f, calls ss_rk_restart().
 */
#ifndef SS_RUNGE_KUTTA_H
#define SS_RUNGE_KUTTA_H

#include "problems/base/arena.h"
#include "problems/base/status.h"

enum { SS_RK_STAGES = 7, SS_RK_POWERS = 5 };

typedef struct ss_tableau {
    const char *name;
    int stages, order;
    int second; /* order of the second solution, 0: no error estimate */
    int fsal;
    double c[SS_RK_STAGES], a[SS_RK_STAGES][SS_RK_STAGES], b[SS_RK_STAGES], b2[SS_RK_STAGES];
} ss_tableau;

#define SS_TABLEAU(symbol, ...) extern const ss_tableau symbol;
#include "solvers/math/tableaus.def"
#undef SS_TABLEAU
extern const ss_tableau *const ss_tableaus[]; /* all, NULL-terminated */

typedef struct ss_rk_system {
    void *ctx;
    ss_status (*rate)(void *ctx, double t, const double *y, double *dy); /* n, n */
    /* optional: move a stage value, or the result, onto the manifold that y must keep; the
     * rate is then taken there */
    ss_status (*project)(void *ctx, double t, double *y);
} ss_rk_system;

typedef struct ss_rk {
    const ss_tableau *tab;
    int n;
    int has_first, has_last; /* k[0], and k_end, are those of the step under way */
    double *k;               /* stages rows of n */
    double *k_end;           /* n: rate at (t + h, y1) */
    double *y1, *error;      /* n: result of the last trial, and its error estimate */
    double *stage;           /* n */
    double *poly;            /* 5 rows of n: y(t + s h) = sum_j poly_j s^j */
} ss_rk;

void ss_rk_layout(ss_rk *rk, const ss_tableau *tab, int n, ss_arena *a);
void ss_rk_restart(ss_rk *rk);

/* A trial of length h from y: rk->y1, rk->error. */
ss_status ss_rk_step(ss_rk *rk, const ss_rk_system *f, double t, double h, const double *y);
/* y1 has become the caller's y. */
void ss_rk_accept(ss_rk *rk);

/* sqrt(1/n sum_i (error_i / (atol + rtol max(|y_i|, |y1_i|)))^2); infinite where not finite. */
double ss_rk_norm(const ss_rk *rk, const double *y, double rtol, double atol);

typedef struct ss_rk_control {
    double safety;       /* of the step that the error estimate promises */
    double shrink, grow; /* bounds on h_next / h */
} ss_rk_control;

/* Hairer's values, and what he calls facmin and facmax. */
#define SS_RK_CONTROL ((ss_rk_control){.safety = 0.9, .shrink = 0.2, .grow = 5.0})

/* h min(grow, max(shrink, safety err^(-1/(q+1)))), q the lower order of the pair; after a
 * refused step give grow = 1. */
double ss_rk_next(const ss_rk *rk, double h, double err, const ss_rk_control *c);

/* A first step for the given tolerances, from the sizes of y, y' and a difference for y''. */
ss_status ss_rk_first(ss_rk *rk, const ss_rk_system *f, double t, const double *y, double h_max,
                      double rtol, double atol, double *h);

/* Coefficients of the interpolant of the last trial: order 4 for Dormand and Prince, else the
 * cubic of Hermite (order 3), which may cost one rate. */
ss_status ss_rk_dense(ss_rk *rk, const ss_rk_system *f, double t, double h, const double *y);

static inline void ss_rk_at(const ss_rk *rk, double s, double *y)
{
    const int n = rk->n;
    const double *p = rk->poly;

    for (int i = 0; i < n; i++)
        y[i] = p[i] + s * (p[n + i] + s * (p[2 * n + i] + s * (p[3 * n + i] + s * p[4 * n + i])));
}

#endif
