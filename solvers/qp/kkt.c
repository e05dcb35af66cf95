/* kkt.c - the programme through an LCP backend: `lemke` with ours, `siconos` with Siconos'.
 *
 * The optimality conditions of qp.h, in units that make the entries of order one:
 *
 *     M = [ R R'  -R C' ; C R'  0 ],   q = (0, -b)
 *
 * Where the pivots end in a ray nothing is feasible, for M is positive semidefinite.  The
 * certificate is then sought as the least way in which the rows can fail,
 *
 *     minimise 1/2 |y|^2   over   C R' x + y >= b,  x, y >= 0
 *
 * whose LCP, M = [ 0  -R C' ; C R'  I ], always has a solution; its multipliers are y itself, so
 * R C' y <= 0, and b' y = |y|^2.
 */
#include "solvers/lcp/lcp.h"
#include "solvers/math/dense.h"
#include "solvers/qp/qp.h"

#include <math.h>

extern const ss_lcp_backend ss_lemke, ss_siconos_lemke;

typedef struct kkt {
    double *M, *q, *z; /* (n+m)^2, n+m, n+m */
    void *lcp;         /* work of the LCP backend */
} kkt;

static void layout_with(const ss_lcp_backend *lcp, void *work, int n_max, int m_max, ss_arena *a)
{
    kkt blank = {0}, *const w = work ? work : &blank;
    const int d = n_max + m_max;

    w->M = SS_TAKE(a, double, d *d);
    w->q = SS_TAKE(a, double, d);
    w->z = SS_TAKE(a, double, d);
    w->lcp = ss_arena_take(a, 1, lcp->work_size);
    lcp->layout(w->lcp, d, 0, a);
}

/* The LCP of optimality, or of the least failure. */
static ss_lcp build(kkt *w, const ss_qp *p, const ss_qp_units *u, int failure)
{
    const int n = p->n, m = p->m, d = n + m, k = p->k;
    const double scale = u->load / u->rate;

    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            w->M[i * d + j] = w->M[j * d + i] =
                failure ? 0.0 : scale * ss_dot(k, p->R + i * k, p->R + j * k);
        w->q[i] = 0.0;
    }
    for (int j = 0; j < m; j++) {
        for (int i = 0; i < n; i++) {
            const double a = scale * ss_dot(k, p->C + j * k, p->R + i * k);

            w->M[(n + j) * d + i] = a;
            w->M[i * d + n + j] = -a;
        }
        for (int i = 0; i < m; i++) w->M[(n + j) * d + n + i] = failure && i == j ? 1.0 : 0.0;
        w->q[n + j] = -p->b[j] / u->rate;
    }
    return (ss_lcp){.n = d, .M = w->M, .q = w->q};
}

static ss_status solve_with(const ss_lcp_backend *lcp, kkt *w, const ss_qp *p, double *x,
                            double *lambda, long *pivots)
{
    const ss_qp_units u = ss_qp_units_of(p);
    ss_lcp c = build(w, p, &u, 0);
    ss_status found = lcp->solve(w->lcp, &c, w->z, pivots);

    if (found == SS_ENOSOL || found == SS_EINCONSISTENT) {
        c = build(w, p, &u, 1);
        SS_TRY(lcp->solve(w->lcp, &c, w->z, pivots));
        for (int j = 0; j < p->m; j++) lambda[j] = u.load * fmax(0.0, w->z[p->n + j]);
        return ss_qp_proof(p, lambda) >= SS_QP_PROVEN * u.load ? SS_EINCONSISTENT : SS_ENOSOL;
    }
    for (int i = 0; i < p->n; i++) x[i] = u.load * w->z[i];
    for (int j = 0; j < p->m; j++) lambda[j] = u.load * w->z[p->n + j];
    return found;
}

static void lemke_layout(void *work, int n_max, int m_max, int k_max, ss_arena *a)
{
    (void)k_max;
    layout_with(&ss_lemke, work, n_max, m_max, a);
}
static ss_status lemke_solve(void *work, const ss_qp *p, double *x, double *lambda, long *pivots)
{
    return solve_with(&ss_lemke, work, p, x, lambda, pivots);
}

static void siconos_layout(void *work, int n_max, int m_max, int k_max, ss_arena *a)
{
    (void)k_max;
    layout_with(&ss_siconos_lemke, work, n_max, m_max, a);
}
static ss_status siconos_open(void *work, int n_max, int m_max, int k_max)
{
    (void)k_max;
    return ss_siconos_lemke.open(((kkt *)work)->lcp, n_max + m_max, 0);
}
static void siconos_close(void *work)
{
    ss_siconos_lemke.close(((kkt *)work)->lcp);
}
static ss_status siconos_solve(void *work, const ss_qp *p, double *x, double *lambda, long *pivots)
{
    return solve_with(&ss_siconos_lemke, work, p, x, lambda, pivots);
}

const ss_qp_backend ss_qp_lemke = {
    .name = "lemke",
    .says = "the optimality conditions as an LCP, by our Lemke",
    .tol = 1e-9, /* that of the LCP backend */
    .work_size = sizeof(kkt),
    .layout = lemke_layout,
    .solve = lemke_solve,
};

const ss_qp_backend ss_qp_siconos = {
    .name = "siconos",
    .says = "the optimality conditions as an LCP, by Siconos' Lemke",
    .tol = 1e-9,
    .work_size = sizeof(kkt),
    .layout = siconos_layout,
    .open = siconos_open,
    .close = siconos_close,
    .solve = siconos_solve,
};
