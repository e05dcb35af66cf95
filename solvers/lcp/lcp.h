/* lcp.h - complementarity problems, the backends that solve them, and the residual that
 * judges every answer.
 *
 * The linear complementarity problem:   w = M z + q,   0 <= z _|_ w >= 0.
 *
 * The planar frictional contact problem over n closed contacts, what a time-stepper or an
 * acceleration-level method asks:
 *
 *     v = G L + b          rows N1 T1 N2 T2 ...  (G = W M^-1 W', b the velocity without L)
 *     0 <= LN _|_ vN >= 0
 *     |LT| <= mu LN,       LT = -mu LN sgn(vT) where vT != 0
 *
 * with LN given (isolated friction) where load >= 0.  Frictionless contacts have mu = 0.
 * As an LCP (Glocker and Studer 2005) it reads, with LR = LT + mu LN, LL = mu LN - LT,
 * vT = xiR - xiL:
 *
 *     [ vN  ]   [ GNN - GNT mu   GNT   0 ] [ LN  ]   [ bN ]
 *     [ xiR ] = [ GTN - GTT mu   GTT   I ] [ LR  ] + [ bT ]
 *     [ LL  ]   [     2 mu       -I    0 ] [ xiL ]   [ 0  ]
 *
 * A backend solves LCPs, or contact problems directly, or both.
 */
#ifndef SS_LCP_H
#define SS_LCP_H

#include "problems/base/arena.h"
#include "problems/base/status.h"

typedef struct ss_lcp {
    int n;
    const double *M; /* n*n, row-major */
    const double *q; /* n */
} ss_lcp;

/* max_i |min(z_i, (M z + q)_i)|; NaN if anything is not a number */
double ss_lcp_residual(const ss_lcp *p, const double *z);

typedef struct ss_contact_problem {
    int n;              /* contacts, each with one normal and one tangent */
    const double *G;    /* 2n*2n, row-major, symmetric positive semidefinite */
    const double *b;    /* 2n */
    const double *mu;   /* n */
    const double *load; /* n: the given LN of isolated friction, or < 0 */
} ss_contact_problem;

/* The residual of the LCP above with xiL = max(-vT, 0), in units of velocity: impulses are
 * weighed by the diagonal of G.  L holds N1 T1 N2 T2 ...  (No other xiL can do better than
 * half of it.) */
double ss_contact_residual(const ss_contact_problem *c, const double *L);

/* Variables of the LCP of a contact problem, contact after contact: LN LR xiL of a unilateral
 * contact with friction, LN of one without (mu = 0), LR xiL of an isolated one.  Writes M
 * (size*size) and q, and returns size. */
int ss_contact_lcp(const ss_contact_problem *c, double *M, double *q);
/* L from the LCP's z. */
void ss_contact_from_lcp(const ss_contact_problem *c, const double *z, double *L);

/* Work memory of a backend for LCPs of at most n_max variables and contact problems of at
 * most nc_max contacts; laid out once by layout() of the backend. */
typedef struct ss_lcp_backend {
    const char *name; /* "lemke" */
    const char *says;
    double tol;       /* residual that its answers must keep, relative to max |b| */
    size_t work_size; /* bytes of its work struct */
    /* Called twice, as a method's; work is NULL while the arena measures. */
    void (*layout)(void *work, int n_max, int nc_max, ss_arena *a);
    /* Take (open) and give back (close) what cannot live in the arena: handles of foreign
     * libraries.  NULL if nothing. */
    ss_status (*open)(void *work, int n_max, int nc_max);
    void (*close)(void *work);
    /* SS_OK with z; SS_EINCONSISTENT if it is proved that no solution exists; SS_ENOSOL if
     * the backend gave up.  *pivots is increased.  NULL: only contact problems. */
    ss_status (*solve)(void *work, const ss_lcp *p, double *z, long *pivots);
    /* Contact problems directly; NULL: through the LCP. */
    ss_status (*solve_contact)(void *work, const ss_contact_problem *c, double *L, long *pivots);
} ss_lcp_backend;

/* NULL-terminated, from backends.def; "auto" is not among them. */
extern const ss_lcp_backend *const ss_lcp_backends[];

/* By name, or NULL. */
const ss_lcp_backend *ss_lcp_backend_find(const char *name);

/* The words of an option that chooses a backend, in the order of ss_lcp_backends. */
#define SS_LCP_WORDS "lemke|enumerate|siconos-lemke|siconos-nsgs"

/* All solutions of an LCP with n <= 24, at most `room` kept (each n numbers); returns how many
 * distinct ones there are, or -1 if none was found and that proves nothing (n > 24, or a basis
 * singular but for rounding).  Solutions are compared to 1e-9; of a continuum one point of each
 * complementary basis is listed; those beyond `room` are compared only with the ones kept. */
int ss_lcp_enumerate(const ss_lcp *p, double *z, int room, double *work /* n*(n+3) */);

/* A solver bound to one backend with its memory: what methods hold. */
typedef struct ss_contact_solver {
    const ss_lcp_backend *backend;
    void *work;
    int nc_max, n_max;
    double *M, *q, *z; /* of the LCP, when the backend needs one */
    void *proof;       /* work of `enumerate`, which is asked where the backend fails */
    double tol;        /* residual accepted, relative to max |b| */
} ss_contact_solver;

void ss_contact_solver_layout(ss_contact_solver *s, const ss_lcp_backend *backend, int nc_max,
                              ss_arena *a);
ss_status ss_contact_solver_open(ss_contact_solver *s);
void ss_contact_solver_close(ss_contact_solver *s);
/* Solves and judges: SS_OK only if the residual, which is returned in *residual, passes.
 * Where the backend finds nothing, few contacts are searched for a proof that there is nothing
 * to find (SS_EINCONSISTENT); a solution found on that way is not used, the backend failed. */
ss_status ss_contact_solve(ss_contact_solver *s, const ss_contact_problem *c, double *L,
                           double *residual, long *pivots);

/* A problem in a text file, so that a failing one can be looked at again. */
ss_status ss_contact_write(const char *path, const ss_contact_problem *c, double t);
/* Fills an owned copy; free with ss_contact_free(). */
ss_status ss_contact_read(const char *path, ss_contact_problem *c, char *why, size_t why_size);
void ss_contact_free(ss_contact_problem *c);

#endif
