/* osqp_module.c - the module that speaks to OSQP, by its interface 0.6 or 1.x.
 *
 * OSQP's unknowns are (f, x), its rows
 *
 *     [ I -R' ]         0       equal
 *     [ C  0  ] (f, x)  b       at least
 *     [ 0  I  ]         0       at least
 *
 * which the splitting likes far better than A = C R' in x alone.  Their pattern is full where
 * numbers are, so that new ones of the same size need no new analysis.  Its penalty is adapted at
 * fixed counts of iterations: by the library's presets a clock would decide, and two runs would
 * differ.
 */
#include "solvers/qp/osqp.h"

#include <stdlib.h>
#include <string.h>

#include <osqp.h>

#ifdef OSQP_API_TYPES_H /* a header that 1.0 brought */
#define ONE_X 1
#else
#define ONE_X 0
#endif

#if ONE_X
typedef OSQPFloat real;
typedef OSQPInt whole;
#else
typedef c_float real;
typedef c_int whole;
#endif

extern const ss_osqp ss_osqp_entry;

typedef struct space {
    double tol;
    int most, n, m, k; /* iterations; sizes set up */
    real *Px, *Ax, *q, *l, *u, *x, *y;
    whole *Pi, *Pp, *Ai, *Ap;
#if ONE_X
    OSQPSolver *solver;
#else
    OSQPWorkspace *solver;
#endif
} space;

static void *open_space(double tol, int most)
{
    space *const s = calloc(1, sizeof *s);

    if (!s) return NULL;
    s->tol = tol;
    s->most = most;
    return s;
}

static void take_down(space *s)
{
    if (s->solver) osqp_cleanup(s->solver);
    free(s->Px), free(s->Ax), free(s->q), free(s->l), free(s->u), free(s->x), free(s->y);
    free(s->Pi), free(s->Pp), free(s->Ai), free(s->Ap);
    *s = (space){.tol = s->tol, .most = s->most};
}

static void close_space(void *space_)
{
    take_down(space_);
    free(space_);
}

static void fill(space *s, const double *R, const double *C, const double *b)
{
    const int n = s->n, m = s->m, k = s->k;
    whole a = 0;

    for (int l = 0; l < k; l++) {
        s->Pp[l] = l, s->Pi[l] = l, s->Px[l] = 1.0;
        s->Ap[l] = a;
        s->Ai[a] = l, s->Ax[a++] = 1.0;
        for (int j = 0; j < m; j++) s->Ai[a] = k + j, s->Ax[a++] = C[j * k + l];
        s->l[l] = s->u[l] = 0.0;
    }
    for (int i = 0; i < n; i++) {
        s->Pp[k + i] = k;
        s->Ap[k + i] = a;
        for (int l = 0; l < k; l++) s->Ai[a] = l, s->Ax[a++] = -R[i * k + l];
        s->Ai[a] = k + m + i, s->Ax[a++] = 1.0;
        s->l[k + m + i] = 0.0, s->u[k + m + i] = OSQP_INFTY;
    }
    s->Pp[k + n] = k, s->Ap[k + n] = a;
    for (int j = 0; j < m; j++) s->l[k + j] = b[j], s->u[k + j] = OSQP_INFTY;
    for (int i = 0; i < k + n; i++) s->q[i] = 0.0;
}

static int reserve(space *s, int n, int m, int k)
{
    const size_t v = (size_t)(k + n), r = (size_t)(k + m + n);
    const size_t na = (size_t)(k * (m + 1) + n * (k + 1));

    take_down(s);
    s->n = n, s->m = m, s->k = k;
    s->Px = calloc((size_t)k, sizeof *s->Px), s->Pi = calloc((size_t)k, sizeof *s->Pi);
    s->Ax = calloc(na, sizeof *s->Ax), s->Ai = calloc(na, sizeof *s->Ai);
    s->Pp = calloc(v + 1, sizeof *s->Pp), s->Ap = calloc(v + 1, sizeof *s->Ap);
    s->q = calloc(v, sizeof *s->q), s->x = calloc(v, sizeof *s->x);
    s->l = calloc(r, sizeof *s->l), s->u = calloc(r, sizeof *s->u);
    s->y = calloc(r, sizeof *s->y);
    return s->Px && s->Pi && s->Ax && s->Ai && s->Pp && s->Ap && s->q && s->x && s->l && s->u &&
           s->y;
}

static void choose(OSQPSettings *o, const space *s)
{
    osqp_set_default_settings(o);
    o->eps_abs = o->eps_rel = s->tol;
    o->eps_prim_inf = o->eps_dual_inf = s->tol;
    o->max_iter = s->most;
    o->verbose = 0;
    o->adaptive_rho_interval = 50;
#if ONE_X
    o->polishing = 1;
    o->warm_starting = 1;
#else
    o->polish = 1;
    o->warm_start = 1;
#endif
}

static int set_up(space *s)
{
    const whole n = s->k + s->n, m = s->k + s->m + s->n;
    OSQPSettings settings;

    choose(&settings, s);
#if ONE_X
    OSQPCscMatrix P = {.m = n, .n = n, .p = s->Pp, .i = s->Pi, .x = s->Px, .nzmax = s->Pp[n]};
    OSQPCscMatrix A = {.m = m, .n = n, .p = s->Ap, .i = s->Ai, .x = s->Ax, .nzmax = s->Ap[n]};

    P.nz = A.nz = -1;
    return osqp_setup(&s->solver, &P, s->q, &A, s->l, s->u, m, n, &settings) != 0;
#else
    csc P = {.m = n, .n = n, .p = s->Pp, .i = s->Pi, .x = s->Px, .nzmax = s->Pp[n], .nz = -1};
    csc A = {.m = m, .n = n, .p = s->Ap, .i = s->Ai, .x = s->Ax, .nzmax = s->Ap[n], .nz = -1};
    OSQPData data = {.n = n, .m = m, .P = &P, .A = &A, .q = s->q, .l = s->l, .u = s->u};

    return osqp_setup(&s->solver, &data, &settings) != 0;
#endif
}

static int renew(space *s)
{
#if ONE_X
    return osqp_update_data_vec(s->solver, NULL, s->l, s->u) != 0 ||
           osqp_update_data_mat(s->solver, NULL, NULL, 0, s->Ax, NULL, s->Ap[s->k + s->n]) != 0;
#else
    return osqp_update_bounds(s->solver, s->l, s->u) != 0 ||
           osqp_update_A(s->solver, s->Ax, OSQP_NULL, s->Ap[s->k + s->n]) != 0;
#endif
}

/* Start from the last answer: f and the multipliers of the other rows follow from x and y. */
static void warm_start(space *s, const double *R, const double *C, const double *x, const double *y)
{
    const int n = s->n, m = s->m, k = s->k;

    for (int l = 0; l < k; l++) {
        double f = 0.0, Cy = 0.0;

        for (int i = 0; i < n; i++) f += R[i * k + l] * x[i];
        for (int j = 0; j < m; j++) Cy += C[j * k + l] * y[j];
        s->x[l] = f;
        s->y[l] = Cy - f;
    }
    for (int i = 0; i < n; i++) {
        s->x[k + i] = x[i];
        s->y[k + m + i] = 0.0;
        for (int l = 0; l < k; l++) s->y[k + m + i] += R[i * k + l] * s->y[l];
    }
    for (int j = 0; j < m; j++) s->y[k + j] = -y[j]; /* OSQP's are negative at a lower bound */
    osqp_warm_start(s->solver, s->x, s->y);
}

static ss_osqp_verdict solve(void *space_, int n, int m, int k, const double *R, const double *C,
                             const double *b, double *x, double *y, long *iterations)
{
    space *const s = space_;
    const int same = s->solver && s->n == n && s->m == m && s->k == k;

    if (!same && !reserve(s, n, m, k)) return SS_OSQP_FAILED;
    fill(s, R, C, b);
    if (same ? renew(s) : set_up(s)) return take_down(s), SS_OSQP_FAILED;
    warm_start(s, R, C, x, y);
    if (osqp_solve(s->solver) != 0) return SS_OSQP_FAILED;

    const whole status = s->solver->info->status_val;
    *iterations += (long)s->solver->info->iter;
    if (status == OSQP_SOLVED || status == OSQP_SOLVED_INACCURATE ||
        status == OSQP_MAX_ITER_REACHED) { /* whatever it calls its answer, the residual judges */
        for (int i = 0; i < n; i++) x[i] = s->solver->solution->x[k + i];
        for (int j = 0; j < m; j++) y[j] = -s->solver->solution->y[k + j];
        return SS_OSQP_SOLVED;
    }
    if (status != OSQP_PRIMAL_INFEASIBLE && status != OSQP_PRIMAL_INFEASIBLE_INACCURATE)
        return SS_OSQP_FAILED;
#if ONE_X
    for (int j = 0; j < m; j++) y[j] = -s->solver->solution->prim_inf_cert[k + j];
#else
    for (int j = 0; j < m; j++) y[j] = -s->solver->delta_y[k + j];
#endif
    return SS_OSQP_INFEASIBLE;
}

const ss_osqp ss_osqp_entry = {
    .version = osqp_version,
    .open = open_space,
    .close = close_space,
    .solve = solve,
};
