/* least_constraint.h - Gauss' quadratic programme of one state, as the method `gauss` has it
 * (gomez2008, 2.5).
 *
 * For a given (t, q, u) the closed contacts that are not separating and slide act along
 * w_i = wN_i - mu_i sgn(vT_i) wT_i, and their loads N are the x of least norm among the minima of
 *
 *     1/2 N' Q N   over   N >= 0,   a = A N - b >= 0
 *     Q_ij = w_i' M^-1 w_j,   A_ij = wN_i' M^-1 w_j,   b_i = -(wN_i' M^-1 h + zetaN_i)
 *
 * with a the accelerations of the gaps.  Its feasible set is that of the complementarity problem
 * of acceleration.h, its solution is unique but for loads that do not change the motion. */
#ifndef SS_LEAST_CONSTRAINT_H
#define SS_LEAST_CONSTRAINT_H

#include "problems/problem.h"

/* All arrays NULL if n is 0. */
typedef struct ss_least_constraint {
    int n;         /* contacts of the programme */
    int resting;   /* of these without a slip yet: their sense is that of the slip that begins */
    int *contact;  /* n: their numbers */
    double *mu;    /* n: friction coefficients */
    double *sense; /* n: sgn(vT), 0 without friction */
    double *Q, *A, *b; /* n*n, row-major; n*n; n */
    double *N, *a;     /* n: loads and gap accelerations; NaN unless a solution was found */
    double objective;  /* 1/2 N' Q N, or NaN */
    double residual;   /* by ss_qp_residual(), or NaN */
    void *memory;      /* of the arrays */
} ss_least_constraint;

/* opt: one number per option of the method `gauss` (backend, tolerances), or NULL for its presets.
 * SS_OK; SS_EINCONSISTENT where no load is feasible, with Q, A and b; SS_EUNSUP where contacts
 * have two tangents; or why there is no such programme, said in why[] (n = 0): a contact sticks,
 * so that its friction is not given by its load, or approaches, so that an impact comes first.
 * Give back with ss_least_constraint_free() in any case. */
ss_status ss_least_constraint_at(const ss_problem *p, double t, const double *q, const double *u,
                                 const double *opt, ss_least_constraint *out, const char **why);
void ss_least_constraint_free(ss_least_constraint *out);

#endif
