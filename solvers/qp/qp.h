/* qp.h - least constraint as a quadratic programme, the backends that solve it, and the one
 * residual that judges every answer.
 *
 *     minimise  1/2 |f|^2    over    f = sum_i r_i x_i,   x >= 0,   C f >= b
 *
 * f is a force (or an impulse) in the metric of the inverse mass: with M = L L' a contact whose
 * force per unit of load is w has r = L^-1 w, and 1/2 |f|^2 = 1/2 F' M^-1 F is Gauss' measure of
 * constraint.  Row j of C is L^-1 wN_j, so that C f is what the force adds to the accelerations
 * (or velocities) of the gaps.  In the unknowns x it reads, with R the n rows r_i,
 *
 *     minimise  1/2 x' P x   over   x >= 0,  A x >= b,      P = R R',  A = C R'
 *
 * f is unique, x is not where the r_i are dependent (redundant contacts); the x asked for is the
 * one of least Euclidean norm.  Multipliers lambda >= 0 of the m rows of C prove that f is the
 * least: with s = f - C' lambda
 *
 *     0 <= x _|_ R s >= 0,      0 <= lambda _|_ C f - b >= 0
 *
 * a complementarity problem with a positive semidefinite matrix.  No x is feasible if and only
 * if some y >= 0 has  R C' y <= 0  and  b' y > 0  (Farkas): the certificate of inconsistency.
 */
#ifndef SS_QP_H
#define SS_QP_H

#include "problems/base/arena.h"
#include "problems/base/status.h"

typedef struct ss_qp {
    int n, m, k;     /* unknowns, rows of C, length of f */
    const double *R; /* n*k, row i is r_i */
    const double *C; /* m*k */
    const double *b; /* m */
} ss_qp;

/* Units of a programme: `load` of x and lambda, `rate` of C f, b and R s. */
typedef struct ss_qp_units {
    double load, rate;
} ss_qp_units;
ss_qp_units ss_qp_units_of(const ss_qp *p);

/* The largest violation of the conditions above, as |min(a, b)| of each complementary pair with
 * loads in units of load and rates in units of rate; NaN if anything is not a number.  The unit of
 * R s grows with the largest load or multiplier: near Painleve's region without solution they are
 * without bound (x = b/A, lambda = b P/A^2 of one contact as A -> 0), and what is left of products
 * so large is their rounding.  Feasibility, C f >= b, is always measured by b.
 * work: 2k */
double ss_qp_residual(const ss_qp *p, const double *x, const double *lambda, double *work);

/* The certificate y (m) proves that no x with sum_i x_i below the returned load is feasible:
 * b'y / max_i (r_i' C' y), INFINITY if no r_i' C' y is positive, 0 if it proves nothing. */
double ss_qp_proof(const ss_qp *p, const double *y);

typedef struct ss_qp_backend {
    const char *name; /* "active-set" */
    const char *says;
    double tol;       /* residual that its answers must keep */
    size_t work_size; /* bytes of its work struct */
    /* Called twice, as a method's; work is NULL while the arena measures. */
    void (*layout)(void *work, int n_max, int m_max, int k_max, ss_arena *a);
    /* Take and give back what cannot live in the arena; NULL if nothing. */
    ss_status (*open)(void *work, int n_max, int m_max, int k_max);
    void (*close)(void *work);
    /* SS_OK with any optimal x and lambda; SS_EINCONSISTENT with the certificate in lambda;
     * SS_ENOSOL if it gave up.  *pivots is increased by its inner iterations. */
    ss_status (*solve)(void *work, const ss_qp *p, double *x, double *lambda, long *pivots);
} ss_qp_backend;

/* NULL-terminated, from backends.def */
extern const ss_qp_backend *const ss_qp_backends[];
#define SS_QP_BACKEND(b) extern const ss_qp_backend b;
#include "solvers/qp/backends.def"
#undef SS_QP_BACKEND

/* By name, or NULL. */
const ss_qp_backend *ss_qp_backend_find(const char *name);

/* The words of an option that chooses a backend, in the order of ss_qp_backends. */
#define SS_QP_WORDS "active-set|lemke|osqp|siconos"

/* A solver bound to one backend with its memory: what methods hold. */
typedef struct ss_qp_solver {
    const ss_qp_backend *backend;
    void *work;
    int n_max, m_max, k_max;
    /* of the least norm; y is kept between calls */
    double *f, *s, *y, *d, *e; /* k */
    double *D;                 /* k*(k+2) */
    int *order;                /* k */
    double *z, *dz;            /* n: r_i' y and its change */
    unsigned char *face;       /* n: unknowns that may be positive */
} ss_qp_solver;

void ss_qp_solver_layout(ss_qp_solver *s, const ss_qp_backend *backend, int n_max, int m_max,
                         int k_max, ss_arena *a);
ss_status ss_qp_solver_open(ss_qp_solver *s);
void ss_qp_solver_close(ss_qp_solver *s);

/* Solves, makes the norm of x least, and judges.  SS_OK only if the residual, returned in
 * *residual, passes; SS_EINCONSISTENT only if lambda is a certificate that excludes every load
 * up to SS_QP_PROVEN times the unit of load: towards Painleve's border loads grow without bound,
 * and the multipliers with their square, so that from some 3e5 on pivots cannot be told from
 * rounding; what is proven must begin before.  f (k) may be NULL. */
#define SS_QP_PROVEN 1e5
ss_status ss_qp_solve(ss_qp_solver *s, const ss_qp *p, double *x, double *lambda, double *f,
                      double *residual, long *pivots);

/* The x >= 0 of least norm with the same sum of r_i x_i; x (n) enters as any such one.  Only
 * unknowns with r_i' s = 0 may be positive.  Private to the solver, open to its tests. */
void ss_qp_least_norm(ss_qp_solver *s, const ss_qp *p, const double *lambda, double *x);

#endif
