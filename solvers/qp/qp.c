/* qp.c - the residual and the proof that judge quadratic programmes, and the solver that methods
 * hold.
 */
#include "solvers/qp/qp.h"
#include "solvers/math/dense.h"

#include <float.h>
#include <math.h>
#include <string.h>

const ss_qp_backend *const ss_qp_backends[] = {
#define SS_QP_BACKEND(b) &b,
#include "solvers/qp/backends.def"
#undef SS_QP_BACKEND
    NULL,
};

const ss_qp_backend *ss_qp_backend_find(const char *name)
{
    for (const ss_qp_backend *const *b = ss_qp_backends; *b; b++)
        if (strcmp((*b)->name, name) == 0) return *b;
    return NULL;
}

/* b' y below this part of its terms is what the backends' tolerances leave of a feasible problem */
static const double clear = 1e-9;

/* ---- judging ---------------------------------------------------------------------- */

static double longest(int n, int k, const double *rows)
{
    double most = 0.0;

    for (int i = 0; i < n; i++) {
        const double d = ss_dot(k, rows + i * k, rows + i * k);

        if (d > most) most = d;
    }
    return most;
}

ss_qp_units ss_qp_units_of(const ss_qp *p)
{
    const double g = sqrt(longest(p->n, p->k, p->R) * longest(p->m, p->k, p->C));
    double rate = 0.0;

    for (int j = 0; j < p->m; j++)
        if (fabs(p->b[j]) > rate) rate = fabs(p->b[j]);
    if (rate == 0.0) rate = 1.0;
    return (ss_qp_units){.load = g > 0.0 ? rate / g : rate, .rate = rate};
}

/* max that keeps a NaN once it has one */
static inline double worse(double a, double b)
{
    return a > b || a != a ? a : b;
}

static inline double natural(double a, double b)
{
    return fabs(a < b || a != a ? a : b);
}

double ss_qp_residual(const ss_qp *p, const double *x, const double *lambda, double *work)
{
    const ss_qp_units u = ss_qp_units_of(p);
    const int k = p->k;
    double *const f = work, *const s = work + k, r = 0.0, most = u.load;

    for (int l = 0; l < k; l++) f[l] = s[l] = 0.0;
    for (int i = 0; i < p->n; i++)
        for (int l = 0; x[i] != 0.0 && l < k; l++) f[l] += p->R[i * k + l] * x[i];
    for (int j = 0; j < p->m; j++)
        for (int l = 0; lambda[j] != 0.0 && l < k; l++) s[l] += p->C[j * k + l] * lambda[j];
    for (int l = 0; l < k; l++) s[l] = f[l] - s[l];
    for (int i = 0; i < p->n; i++) most = worse(most, fabs(x[i]));
    for (int j = 0; j < p->m; j++) most = worse(most, fabs(lambda[j]));

    const double dual = u.rate * most / u.load;
    for (int i = 0; i < p->n; i++)
        r = worse(r, natural(x[i] / u.load, ss_dot(k, p->R + i * k, s) / dual));
    for (int j = 0; j < p->m; j++)
        r = worse(r, natural(lambda[j] / u.load, (ss_dot(k, p->C + j * k, f) - p->b[j]) / u.rate));
    return r;
}

double ss_qp_proof(const ss_qp *p, const double *y)
{
    double gain = 0.0, terms = 0.0, most = 0.0;

    for (int j = 0; j < p->m; j++) {
        if (!(y[j] >= 0.0)) return 0.0;
        gain += p->b[j] * y[j];
        terms += fabs(p->b[j]) * y[j];
    }
    if (!(gain > clear * terms)) return 0.0;
    for (int i = 0; i < p->n; i++) {
        double a = 0.0, error = 0.0; /* r_i' C' y and a bound of its rounding */

        for (int j = 0; j < p->m; j++) {
            if (y[j] == 0.0) continue;
            for (int l = 0; l < p->k; l++) {
                const double t = p->C[j * p->k + l] * p->R[i * p->k + l] * y[j];

                a += t;
                error += fabs(t);
            }
        }
        a += (double)(p->m * p->k + 2) * DBL_EPSILON * error;
        if (a > most) most = a;
    }
    return most > 0.0 ? gain / most : INFINITY;
}

/* ---- the solver that methods hold -------------------------------------------------- */

void ss_qp_solver_layout(ss_qp_solver *s, const ss_qp_backend *backend, int n_max, int m_max,
                         int k_max, ss_arena *a)
{
    s->backend = backend;
    s->n_max = n_max;
    s->m_max = m_max;
    s->k_max = k_max;
    s->work = ss_arena_take(a, 1, backend->work_size);
    backend->layout(s->work, n_max, m_max, k_max, a);
    s->f = SS_TAKE(a, double, k_max);
    s->s = SS_TAKE(a, double, k_max);
    s->y = SS_TAKE(a, double, k_max);
    s->d = SS_TAKE(a, double, k_max);
    s->e = SS_TAKE(a, double, k_max);
    s->D = SS_TAKE(a, double, k_max *(k_max + 2));
    s->order = SS_TAKE(a, int, k_max);
    s->z = SS_TAKE(a, double, n_max);
    s->dz = SS_TAKE(a, double, n_max);
    s->face = SS_TAKE(a, unsigned char, n_max);
}

ss_status ss_qp_solver_open(ss_qp_solver *s)
{
    for (int l = 0; l < s->k_max; l++) s->y[l] = 0.0;
    return s->backend->open ? s->backend->open(s->work, s->n_max, s->m_max, s->k_max) : SS_OK;
}

void ss_qp_solver_close(ss_qp_solver *s)
{
    if (s->backend->close) s->backend->close(s->work);
}

/* Is no force at all the answer? */
static int is_free(const ss_qp *p)
{
    for (int j = 0; j < p->m; j++)
        if (!(p->b[j] <= 0.0)) return 0;
    return 1;
}

ss_status ss_qp_solve(ss_qp_solver *s, const ss_qp *p, double *x, double *lambda, double *f,
                      double *residual, long *pivots)
{
    *residual = 0.0;
    if (is_free(p)) {
        for (int i = 0; i < p->n; i++) x[i] = 0.0;
        for (int j = 0; j < p->m; j++) lambda[j] = 0.0;
        for (int l = 0; f && l < p->k; l++) f[l] = 0.0;
        return SS_OK;
    }
    const ss_status found = s->backend->solve(s->work, p, x, lambda, pivots);

    *residual = INFINITY;
    if (found == SS_EINCONSISTENT) {
        const double proven = SS_QP_PROVEN * ss_qp_units_of(p).load;

        return ss_qp_proof(p, lambda) >= proven ? SS_EINCONSISTENT : SS_ENOSOL;
    }
    if (found != SS_OK) return found;
    for (int i = 0; i < p->n; i++)
        if (x[i] < 0.0) x[i] = 0.0;
    for (int j = 0; j < p->m; j++)
        if (lambda[j] < 0.0) lambda[j] = 0.0;
    ss_qp_least_norm(s, p, lambda, x);
    for (int l = 0; f && l < p->k; l++) {
        f[l] = 0.0;
        for (int i = 0; i < p->n; i++) f[l] += p->R[i * p->k + l] * x[i];
    }
    *residual = ss_qp_residual(p, x, lambda, s->D);
    return *residual <= s->backend->tol ? SS_OK : SS_ENOSOL;
}
