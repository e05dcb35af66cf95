/* osqp.c - the programme by OSQP's operator splitting, reached through a module.
 *
 * OSQP is asked in units of order one for 1e-6, with its polish, which solves the system of the
 * constraints that it finds active: mostly that gives eight digits or more.  Where the feasible
 * set has no interior and the loads are degenerate (a bearing of many points with friction) the
 * polish guesses wrong and the splitting creeps: after 4000 sweeps residuals of up to 1e-4 are
 * left, which the tolerance admits and the residual of qp.h reports.  Asking for more only
 * spends all sweeps.  Consecutive problems of one size start from the last solution.
 */
#include "solvers/qp/osqp.h"
#include "solvers/module.h"
#include "solvers/qp/qp.h"

#include <math.h>

static const double asked = 1e-6;
enum { SWEEPS = 4000 };

typedef struct osqp {
    const ss_osqp *lib;
    void *space;
    int n, m; /* sizes that x and y belong to */
    double *R, *C, *b, *x, *y;
} osqp;

static void layout(void *work, int n_max, int m_max, int k_max, ss_arena *a)
{
    osqp blank = {0}, *const w = work ? work : &blank;

    w->R = SS_TAKE(a, double, n_max *k_max);
    w->C = SS_TAKE(a, double, m_max *k_max);
    w->b = SS_TAKE(a, double, m_max);
    w->x = SS_TAKE(a, double, n_max);
    w->y = SS_TAKE(a, double, m_max);
    w->space = NULL; /* so that close() may follow a failed open() */
}

static ss_status open_osqp(void *work, int n_max, int m_max, int k_max)
{
    osqp *const w = work;
    char why[160];

    (void)n_max, (void)m_max, (void)k_max;
    w->space = NULL;
    w->n = w->m = -1;
    w->lib = ss_module_open("osqp", SS_OSQP_SYMBOL, why, sizeof why);
    if (!w->lib) return SS_EMODULE;
    w->space = w->lib->open(asked, SWEEPS);
    return w->space ? SS_OK : SS_ENOMEM;
}

static void close_osqp(void *work)
{
    osqp *const w = work;

    if (w->space) w->lib->close(w->space);
    w->space = NULL;
}

static ss_status solve(void *work, const ss_qp *p, double *x, double *lambda, long *pivots)
{
    osqp *const w = work;
    const ss_qp_units u = ss_qp_units_of(p);
    const int n = p->n, m = p->m, k = p->k, warm = w->n == n && w->m == m;
    /* f in units of sqrt(rate load): R and C are of order one */
    const double scale = sqrt(u.load / u.rate);

    for (int i = 0; i < n * k; i++) w->R[i] = scale * p->R[i];
    for (int j = 0; j < m * k; j++) w->C[j] = scale * p->C[j];
    for (int j = 0; j < m; j++) w->b[j] = p->b[j] / u.rate;
    for (int i = 0; i < n && !warm; i++) w->x[i] = 0.0;
    for (int j = 0; j < m && !warm; j++) w->y[j] = 0.0;
    w->n = w->m = -1;
    switch (w->lib->solve(w->space, n, m, k, w->R, w->C, w->b, w->x, w->y, pivots)) {
    case SS_OSQP_SOLVED:
        for (int i = 0; i < n; i++) x[i] = u.load * w->x[i];
        for (int j = 0; j < m; j++) lambda[j] = u.load * w->y[j];
        w->n = n, w->m = m;
        return SS_OK;
    case SS_OSQP_INFEASIBLE: {
        double most = 0.0;

        for (int j = 0; j < m; j++) most = fmax(most, w->y[j]);
        for (int j = 0; j < m; j++) lambda[j] = w->y[j] > asked * most ? w->y[j] : 0.0;
        return SS_EINCONSISTENT;
    }
    default:
        return SS_ENOSOL;
    }
}

const ss_qp_backend ss_qp_osqp = {
    .name = "osqp",
    .says = "OSQP's operator splitting with polish, from the last solution; good to 1e-4 at worst",
    .tol = 1e-4,
    .work_size = sizeof(osqp),
    .layout = layout,
    .open = open_osqp,
    .close = close_osqp,
    .solve = solve,
};
