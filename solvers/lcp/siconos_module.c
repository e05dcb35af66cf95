/* siconos_module.c - the module that speaks to Siconos' numerics.
 *
 * A zeroed NumericsMatrix on the stack that points at our numbers serves as a dense matrix;
 * it is never cleared by Siconos' own function, which would free them.
 */
#include "solvers/lcp/siconos.h"

#include <stdlib.h>

#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <LinearComplementarityProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <lcp_cst.h>

extern const ss_siconos ss_siconos_entry;

static NumericsMatrix dense(int n, double *M)
{
    return (NumericsMatrix){.storageType = NM_DENSE, .size0 = n, .size1 = n, .matrix0 = M};
}

static void *open_lemke(void)
{
    return solver_options_create(SICONOS_LCP_LEMKE);
}

static void *open_nsgs(double tol, int most)
{
    SolverOptions *const o = solver_options_create(SICONOS_FRICTION_2D_NSGS);

    if (!o) return NULL;
    o->dparam[SICONOS_DPARAM_TOL] = tol;
    o->iparam[SICONOS_IPARAM_MAX_ITER] = most;
    return o;
}

static void close_options(void *options)
{
    solver_options_delete(options);
    free(options);
}

static int lemke(void *options, int n, double *M, double *q, double *z, double *w)
{
    NumericsMatrix A = dense(n, M);
    LinearComplementarityProblem p = {.size = n, .M = &A, .q = q};

    return linearComplementarity_driver(&p, z, w, options);
}

static int nsgs(void *options, int n, double *G, double *b, double *mu, double *L, double *v,
                int *iterations)
{
    SolverOptions *const o = options;
    NumericsMatrix A = dense(2 * n, G);
    FrictionContactProblem p = {.dimension = 2, .numberOfContacts = n, .M = &A, .q = b, .mu = mu};
    const int info = fc2d_driver(&p, L, v, o);

    *iterations = o->iparam[SICONOS_IPARAM_ITER_DONE];
    return info;
}

const ss_siconos ss_siconos_entry = {
    .open_lemke = open_lemke,
    .open_nsgs = open_nsgs,
    .close = close_options,
    .lemke = lemke,
    .nsgs = nsgs,
};
