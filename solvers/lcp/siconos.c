/* siconos.c - two solvers of the Siconos library, reached through a module.
 *
 * siconos-lemke   linearComplementarity_driver with SICONOS_LCP_LEMKE.  It loses its way where
 *                 ratios tie but for rounding; q is then disturbed by 0..1e-10 |q| and it is
 *                 asked again, at most three times, as ours is.  Its own report is not believed:
 *                 the residual decides.
 * siconos-nsgs    fc2d_driver with SICONOS_FRICTION_2D_NSGS: projected Gauss-Seidel over
 *                 contacts.  It wants every contact with a normal, and no zero on the diagonal
 *                 of G: a tangent that moves nothing is given a 1 there, which no velocity sees.
 *
 * Siconos loads OpenBLAS, which starts threads unless it is told not to before it loads.
 */
#include "solvers/lcp/siconos.h"
#include "problems/base/pcg.h"
#include "solvers/lcp/lcp.h"
#include "solvers/module.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* relative residuals: no need to ask again; not an answer */
static const double lemke_good = 1e-10, lemke_bad = 1e-9, disturbance = 1e-10;
enum { RETRIES = 3, SWEEPS = 10000 };
/* Relative change asked of a sweep; Gauss-Seidel stands still some hundred roundings above
 * zero, so a smaller one only spends all sweeps. */
static const double nsgs_tol = 1e-12;

typedef struct siconos {
    const ss_siconos *lib;
    void *options;
    double *A;     /* n*n, column-major copy */
    double *q;     /* n */
    double *z, *w; /* n each */
    double *mu;    /* nc */
} siconos;

static void layout(void *work, int n_max, int nc_max, ss_arena *a)
{
    siconos blank = {0}, *const s = work ? work : &blank;
    const int n = n_max > 2 * nc_max ? n_max : 2 * nc_max;

    s->A = SS_TAKE(a, double, n *n);
    s->q = SS_TAKE(a, double, n);
    s->z = SS_TAKE(a, double, n);
    s->w = SS_TAKE(a, double, n);
    s->mu = SS_TAKE(a, double, nc_max);
    s->options = NULL; /* so that close() may follow a failed open() */
}

static ss_status open_module(siconos *s)
{
    char why[160];

    setenv("OPENBLAS_NUM_THREADS", "1", 0);
    s->options = NULL;
    s->lib = ss_module_open("siconos", SS_SICONOS_SYMBOL, why, sizeof why);
    return s->lib ? SS_OK : SS_EMODULE;
}

static ss_status open_lemke(void *work, int n_max, int nc_max)
{
    siconos *const s = work;

    (void)n_max, (void)nc_max;
    SS_TRY(open_module(s));
    s->options = s->lib->open_lemke();
    return s->options ? SS_OK : SS_ENOMEM;
}

static ss_status open_nsgs(void *work, int n_max, int nc_max)
{
    siconos *const s = work;

    (void)n_max, (void)nc_max;
    SS_TRY(open_module(s));
    s->options = s->lib->open_nsgs(nsgs_tol, SWEEPS);
    return s->options ? SS_OK : SS_ENOMEM;
}

static void close_options(void *work)
{
    siconos *const s = work;

    if (s->options) s->lib->close(s->options);
    s->options = NULL;
}

static double size_of(int n, const double *x)
{
    double size = 0.0;

    for (int i = 0; i < n; i++) size = fmax(size, fabs(x[i]));
    return size;
}

static ss_status lemke(void *work, const ss_lcp *p, double *z, long *pivots)
{
    siconos *const s = work;
    const int n = p->n;
    const double size = size_of(n, p->q);
    double best = INFINITY;
    ss_pcg random;

    ss_pcg_seed(&random, 1, (uint64_t)n);
    for (int k = 0; k <= RETRIES && n > 0; k++) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) s->A[j * n + i] = p->M[i * n + j];
            s->q[i] = p->q[i] + (k ? disturbance * size * ss_pcg_uniform(&random) : 0.0);
            s->z[i] = s->w[i] = 0.0;
        }
        (void)s->lib->lemke(s->options, n, s->A, s->q, s->z, s->w);
        ++*pivots; /* it does not tell how many; calls are counted */
        const double r = ss_lcp_residual(p, s->z);

        if (r < best) {
            best = r;
            memcpy(z, s->z, (size_t)n * sizeof *z);
        }
        if (best <= lemke_good * size) return SS_OK;
    }
    return n == 0 || best <= lemke_bad * size ? SS_OK : SS_ENOSOL;
}

static ss_status nsgs(void *work, const ss_contact_problem *c, double *L, long *pivots)
{
    siconos *const s = work;
    const int m = 2 * c->n;
    const double beta = size_of(m, c->b), g = size_of(m * m, c->G);
    int sweeps = 0;

    for (int i = 0; i < c->n; i++)
        if (c->load[i] >= 0.0) return SS_EUNSUP;
    for (int i = 0; i < m; i++) L[i] = 0.0;
    if (beta == 0.0 || g == 0.0) return SS_OK;

    for (int i = 0; i < m; i++) { /* to size one; G is symmetric, so its order is both */
        for (int j = 0; j < m; j++) s->A[i * m + j] = c->G[i * m + j] / g;
        if (s->A[i * m + i] == 0.0) s->A[i * m + i] = 1.0;
        s->q[i] = c->b[i] / beta;
        s->z[i] = s->w[i] = 0.0;
        s->mu[i / 2] = c->mu[i / 2];
    }
    (void)s->lib->nsgs(s->options, c->n, s->A, s->q, s->mu, s->z, s->w, &sweeps);
    *pivots += sweeps;
    for (int i = 0; i < m; i++) L[i] = s->z[i] * beta / g;
    return SS_OK; /* the residual judges */
}

/* z solves an LCP whose q is off by up to 1e-10 |q|; its residual is that times the condition */
const ss_lcp_backend ss_siconos_lemke = {
    .name = "siconos-lemke",
    .says = "Siconos' Lemke, retried with a disturbed right-hand side",
    .tol = 1e-9,
    .work_size = sizeof(siconos),
    .layout = layout,
    .open = open_lemke,
    .close = close_options,
    .solve = lemke,
};

const ss_lcp_backend ss_siconos_nsgs = {
    .name = "siconos-nsgs",
    .says = "Siconos' nonsmooth Gauss-Seidel over contacts; no isolated friction",
    .tol = 1e-8,
    .work_size = sizeof(siconos),
    .layout = layout,
    .open = open_nsgs,
    .close = close_options,
    .solve_contact = nsgs,
};
