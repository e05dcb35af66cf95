/* del.h - the discrete Euler-Lagrange equations of the midpoint rule (seghete2012, I-A).
 *
 *     Ld(q0, q1) = tau L(qm, v, tm),   qm = (q0 + q1)/2,  v = (q1 - q0)/tau,  tm = t0 + tau/2
 *
 * With L = v'M v/2 - V, applied forces F taken at the midpoint, and K = dL/dq + F, the
 * discrete Legendre transforms that give momenta at the two ends are
 *
 *     p0 = M(qm) v - tau/2 K(tm, qm, v)        p1 = M(qm) v + tau/2 K(tm, qm, v)
 *
 * and the discrete Euler-Lagrange equations say that p1 of one step is p0 of the next.  A step
 * solves the left equation for v by Newton's method; then q1 = q0 + tau v and p1 = p0 + tau K,
 * which keeps the momentum of a symmetry (K_i = 0) to round-off however well v was solved.
 *
 * Exact derivatives.  A problem gives M and h(t, q, u) with M u' = h.  As h = K - (dM/dt) u,
 * what is missing is (dM/dt) v.  The part of h that is quadratic in u is -C(u, u), with
 * Christoffel's symbols of the first kind,
 *
 *     C_i(a, b) = 1/2 sum_jk (d_j M_ik + d_k M_ij - d_i M_jk) a_j b_k
 *
 * which polarisation gives without error of truncation, from four values of h,
 *
 *     C(a, b) = -( h(a + b) + h(-a - b) - h(a - b) - h(b - a) ) / 8
 *
 * for every h whose even part in u is a constant plus a quadratic form; forces that are odd in
 * u, any damping, drop out.  From d_k M_ij = C_i(e_j, e_k) + C_j(e_i, e_k) follows
 *
 *     K = h + C(v, v) + sum_j v_j C_j(e_i, v)   in row i,       C(v, v) = sum_i v_i C(e_i, v)
 *
 * If M is constant, K = h.
 *
 * Where a problem has applied forces (power), h may hold any function of u, and a controller that
 * makes up for inertia even another quadratic form: polarisation would take it for C.  There
 * (dM/dt) v is the difference of eighth order of M v along v, right to 1e-13, and K = h + (dM/dt) v
 * whatever h is.
 *
 * The Jacobian of Newton's method is taken by differences of the equations, kept from step to
 * step, and renewed when convergence is not fast: it decides how soon the equations are solved,
 * not what their solution is.
 *
 * Where forces jump (a spring is engaged, a drive set) the equation may have no solution at all,
 * however short the step.  With `fixed` M and K are those that a given velocity leads to: then the
 * equation is linear, its error tau times the jump, and the caller keeps tau short.
 */
#ifndef SS_DEL_H
#define SS_DEL_H

#include "solvers/math/dense.h"
#include "solvers/method.h"

typedef struct ss_del {
    int n;
    int constant;         /* M does not depend on q */
    int applied;          /* h may hold more than inertia and potential */
    int checked;          /* h is known to be such that polarisation works */
    int have_M, have_A;   /* constant M is known; A holds a Jacobian */
    double *M;            /* n*n, at the midpoint asked last */
    double *Mv, *K;       /* n: M v and K there */
    double *A;            /* n*n: factors of d(M v - tau/2 K)/dv */
    int *piv;             /* n */
    double *qm;           /* n: the midpoint */
    double *r, *d;        /* n: residual, correction */
    double *trial, *base; /* n: for differences */
    double *a, *f, *s;    /* n, n, n*n: for polarisation */
    const double *fixed;  /* n, or NULL: M and K are those of this velocity, whatever v is */
} ss_del;

/* The start of a step. */
typedef struct ss_del_from {
    double t, tau;
    const double *q; /* n; at the time t */
    const double *p; /* n: the momentum that the step begins with, impulses included */
} ss_del_from;

void ss_del_layout(ss_del *s, const ss_dims *d, ss_arena *a);
void ss_del_reset(ss_del *s, const ss_problem *p);

/* M v and K at the midpoint that v leads to; e is left placed there, at s->qm.  SS_EFORCE:
 * polarisation cannot take the forces of this problem apart. */
ss_status ss_del_eval(ss_del *s, ss_eval *e, const ss_del_from *x, const double *v);
/* The Jacobian at v, factorised into A. */
ss_status ss_del_jacobian(ss_del *s, ss_eval *e, const ss_del_from *x, const double *v);
/* v: a guess, then the solution to round-off; Mv and K are those of it.  SS_ENOSOL if Newton's
 * method does not converge. */
ss_status ss_del_solve(ss_del *s, ss_eval *e, const ss_del_from *x, double *v);

/* The velocities that the terms of the equation amount to, each by itself: their rounding is
 * what is left of v where they cancel.  After ss_del_eval(). */
double ss_del_scale(ss_del *s, const ss_del_from *x);

/* Judges the corrections of Newton's method, sizes relative to the unknown. */
typedef enum { SS_DEL_DONE, SS_DEL_GO_ON, SS_DEL_RENEW, SS_DEL_FAIL } ss_del_verdict;
ss_del_verdict ss_del_judge(int iteration, double size, double last, int fresh);

/* p = M(q) u at the configuration placed in e; also leaves M there in s->s. */
ss_status ss_del_momentum(ss_del *s, ss_eval *e, const double *u, double *p);
/* u = M(q)^-1 p at the configuration placed in e */
ss_status ss_del_velocity(ss_del *s, ss_eval *e, const double *p, double *u);

#endif
