/* method_symplectic.c - a plugin method to copy: symplectic Euler with frictionless contact.
 *
 *     u+ = u + h M^-1 f(t, q, u) + M^-1 wN' L,    q+ = q + h u+
 *     0 <= L _|_ wN u+ + e_n wN u >= 0            over the contacts with g(q) <= 0
 *
 * The complementarity problem is solved by projected Gauss-Seidel sweeps on velocities.
 *
 *     cc -shared -fPIC $(pkg-config --cflags stickslip) -o symplectic.so method_symplectic.c
 *     stickslip --plugin ./symplectic.so run bouncing-ball symplectic
 */
#include "solvers/method.h"
#include <math.h>

enum { TOL, SWEEPS }; /* order of the options below */

static const ss_option options[] = {
    [TOL] = {"tol", SS_REAL, 1e-12, 0.0, 1.0, "m/s", "change of a sweep that ends it", NULL},
    [SWEEPS] = {"sweeps", SS_INTEGER, 200, 1, 1e6, "1", "most sweeps per step", NULL},
    {0}};

typedef struct state {
    int nu, nc, dim, sweeps;
    double tol;
    double *M;     /* nu*nu, then its factor L D L' */
    double *W, *Y; /* nc*nu: normals, and M^-1 times them; W holds dim rows while it is read */
    double *g, *target, *L, *u, *f;
} state;

static void layout(void *vs, const ss_dims *d, const double *opt, ss_arena *a)
{
    state *s = vs;
    (void)opt;
    s->nu = d->nu, s->nc = d->nc, s->dim = ss_dim(d);
    s->M = SS_TAKE(a, double, d->nu * d->nu);
    s->W = SS_TAKE(a, double, (d->nc + 2) * d->nu);
    s->Y = SS_TAKE(a, double, d->nc * d->nu);
    s->g = SS_TAKE(a, double, d->nc);
    s->target = SS_TAKE(a, double, d->nc);
    s->L = SS_TAKE(a, double, d->nc);
    s->u = SS_TAKE(a, double, d->nu);
    s->f = SS_TAKE(a, double, d->nu);
}

static ss_status reset(void *vs, ss_eval *e, const ss_setup *setup, const ss_point *x)
{
    state *s = vs;
    (void)e, (void)x;
    s->tol = setup->opt[TOL];
    s->sweeps = (int)setup->opt[SWEEPS];
    return SS_OK;
}

static double dot(int n, const double *x, const double *y)
{
    double r = 0.0;
    for (int i = 0; i < n; i++) r += x[i] * y[i];
    return r;
}

/* M = L D L' in place; a plugin brings its own algebra. */
static ss_status factorise(int n, double *M)
{
    for (int j = 0; j < n; j++) {
        double d = M[j * n + j];
        for (int k = 0; k < j; k++) d -= M[j * n + k] * M[j * n + k] * M[k * n + k];
        if (!(d > 0.0)) return SS_ESING;
        M[j * n + j] = d;
        for (int i = j + 1; i < n; i++) {
            double s = M[i * n + j];
            for (int k = 0; k < j; k++) s -= M[i * n + k] * M[j * n + k] * M[k * n + k];
            M[i * n + j] = s / d;
        }
    }
    return SS_OK;
}

static void backsolve(int n, const double *M, double *b)
{
    for (int i = 0; i < n; i++) b[i] -= dot(i, M + i * n, b);
    for (int i = 0; i < n; i++) b[i] /= M[i * n + i];
    for (int i = n - 1; i >= 0; i--)
        for (int k = i + 1; k < n; k++) b[i] -= M[k * n + i] * b[k];
}

static ss_status sweep(state *s)
{
    const int n = s->nu;

    for (int k = 0; k < s->sweeps; k++) {
        double change = 0.0;
        for (int i = 0; i < s->nc; i++) {
            const double *W = s->W + i * n, *Y = s->Y + i * n;
            if (s->g[i] > 0.0) continue;
            const double r = dot(n, W, s->u) - s->target[i];
            const double d = fmax(-s->L[i], -r / dot(n, W, Y));
            s->L[i] += d;
            for (int j = 0; j < n; j++) s->u[j] += d * Y[j];
            change = fmax(change, fabs(d) * dot(n, W, Y));
        }
        if (change <= s->tol) return SS_OK;
    }
    return SS_ENOSOL;
}

static ss_status step(void *vs, ss_eval *e, double h, ss_point *x, ss_step_info *info)
{
    state *s = vs;
    const int n = s->nu;

    SS_TRY(ss_place(e, x->t, x->q));
    SS_TRY(ss_gap(e, s->g));
    SS_TRY(ss_mass(e, s->M));
    SS_TRY(ss_force(e, x->u, s->f));
    SS_TRY(factorise(n, s->M));
    backsolve(n, s->M, s->f);
    for (int i = 0; i < n; i++) s->u[i] = x->u[i] + h * s->f[i];
    for (int i = 0; i < s->nc; i++) {
        double *W = s->W + i * n, *Y = s->Y + i * n;
        s->L[i] = 0.0;
        SS_TRY(ss_jac(e, i, W)); /* the tangents behind the normal are overwritten next */
        memcpy(Y, W, (size_t)n * sizeof *Y);
        backsolve(n, s->M, Y);
        s->target[i] = -e->p->law[i].e_n * fmin(0.0, dot(n, W, x->u));
    }
    SS_TRY(sweep(s));

    /* commit: nothing above wrote to x */
    for (int i = 0; i < n; i++) x->q[i] += h * s->u[i], x->u[i] = s->u[i];
    for (int i = 0; i < s->nc; i++) {
        for (int r = 0; r < s->dim; r++) x->l[i * s->dim + r] = r ? 0.0 : s->L[i] / h;
        x->mode[i] = s->L[i] > 0.0 ? SS_SLIP_PLUS : SS_OPEN;
        info->active += s->L[i] > 0.0;
    }
    info->h_done = h;
    return SS_OK;
}

static const char *refuses(const ss_problem *p)
{
    return p->power ? "symplectic keeps no account of the work of applied forces" : NULL;
}

static const ss_method symplectic = {
    .name = "symplectic",
    .cite = "ours",
    .says = "Symplectic Euler with frictionless contact; an example of a plugin.",
    .stepping = SS_FIXED,
    .impact = SS_IMPACT_NEWTON,
    .order = 1,
    .state_size = sizeof(state),
    .options = options,
    .layout = layout,
    .reset = reset,
    .step = step,
    .refuses = refuses,
};

static const ss_method *const methods[] = {&symplectic, NULL};

extern const ss_plugin ss_plugin_entry;
const ss_plugin ss_plugin_entry = {
    .abi = SS_ABI,
    .method_size = sizeof(ss_method),
    .problem_size = sizeof(ss_problem),
    .methods = methods,
};
