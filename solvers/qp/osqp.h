/* osqp.h - what the module ss-osqp.so offers; private to osqp.c and the module.
 *
 * The module alone knows OSQP's headers, of the interface 0.6 or 1.x.
 */
#ifndef SS_OSQP_H
#define SS_OSQP_H

typedef enum { SS_OSQP_SOLVED, SS_OSQP_INFEASIBLE, SS_OSQP_FAILED } ss_osqp_verdict;

typedef struct ss_osqp {
    const char *(*version)(void);
    /* A workspace for one user at a time, or NULL; give back with close(). */
    void *(*open)(double tol, int most);
    void (*close)(void *space);
    /* minimise 1/2 |f|^2 over f = R'x, C f >= b, x >= 0; R is n*k, C is m*k, both row-major.
     * x (n) and y (m) are where it starts from and where it ends; y are the multipliers
     * of C f >= b, or the certificate.  The workspace stays set up while the sizes do. */
    ss_osqp_verdict (*solve)(void *space, int n, int m, int k, const double *R, const double *C,
                             const double *b, double *x, double *y, long *iterations);
} ss_osqp;

/* the object that the module exports */
#define SS_OSQP_SYMBOL "ss_osqp_entry"

#endif
