/* siconos.h - what the module ss-siconos.so offers; private to siconos.c and the module.
 *
 * The module alone knows Siconos' headers.  Matrices are column-major and may be overwritten.
 */
#ifndef SS_SICONOS_H
#define SS_SICONOS_H

typedef struct ss_siconos {
    /* A set of options for one user at a time, or NULL; give back with close(). */
    void *(*open_lemke)(void);
    void *(*open_nsgs)(double tol, int most);
    void (*close)(void *options);
    /* w = M z + q; z and w (n) must come zeroed.  Returns Siconos' info, 0: solved. */
    int (*lemke)(void *options, int n, double *M, double *q, double *z, double *w);
    /* v = G L + b in the order N1 T1 N2 T2 ...; L and v (2n) must come zeroed. */
    int (*nsgs)(void *options, int n, double *G, double *b, double *mu, double *L, double *v,
                int *iterations);
} ss_siconos;

/* the object that the module exports */
#define SS_SICONOS_SYMBOL "ss_siconos_entry"

#endif
