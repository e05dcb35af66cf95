/* uniqueness.c - measures of non-uniqueness of one state */
#include "solvers/uniqueness.h"
#include "solvers/acceleration.h"
#include "solvers/math/inertia.h"
#include <math.h>
#include <stdlib.h>

enum { DEPTH = 256, OUTCOMES = 64, BUDGET = 100000 }; /* a tenth of a second at the worst */

typedef struct scene {
    const ss_problem *p;
    ss_eval e;
    ss_inertia inertia;
    ss_order_search search;
    double *g;     /* nc */
    double *W, *Y; /* nc rows of nu: normals, M^-1 times them */
    double *J;     /* rows of one contact */
    double *G, *v; /* of the impact, tangents left zero */
    double *e_n, *none;
} scene;

static void lay_out(scene *k, ss_arena *a)
{
    const ss_dims *d = &k->p->dims;
    const int n = d->nu, c = d->nc;

    k->e.c = SS_TAKE(a, double, d->npose);
    ss_inertia_layout(&k->inertia, n, a);
    ss_order_search_layout(&k->search, c, DEPTH, OUTCOMES, BUDGET, a);
    k->g = SS_TAKE(a, double, c);
    k->W = SS_TAKE(a, double, c *n);
    k->Y = SS_TAKE(a, double, c *n);
    k->J = SS_TAKE(a, double, SS_MAX_DIM *n);
    k->G = SS_TAKE(a, double, 4 * c * c);
    k->v = SS_TAKE(a, double, 2 * c);
    k->e_n = SS_TAKE(a, double, c);
    k->none = SS_TAKE(a, double, c);
}

static ss_status measure(scene *k, double t, const double *q, const double *u, ss_uniqueness *out)
{
    const ss_dims *d = &k->p->dims;
    const int n = d->nu;
    int c = 0;

    k->e.p = k->p;
    ss_inertia_reset(&k->inertia, k->p);
    SS_TRY(ss_place(&k->e, t, q));
    SS_TRY(ss_inertia_update(&k->inertia, &k->e));
    SS_TRY(ss_gap(&k->e, k->g));
    for (int i = 0; i < d->nc; i++) {
        double chi[SS_MAX_DIM] = {0};
        if (k->p->law[i].kind == SS_ISOLATED || k->g[i] > SS_AT_REST) continue;
        SS_TRY(ss_jac(&k->e, i, k->J));
        SS_TRY(ss_chi(&k->e, i, chi));
        memcpy(k->W + c * n, k->J, (size_t)n * sizeof *k->J);
        ss_inertia_solve(&k->inertia, k->J, k->Y + c * n);
        k->v[2 * c] = ss_dot(n, k->J, u) + chi[0];
        k->e_n[c++] = k->p->law[i].e_n;
    }
    for (int i = 0; i < c; i++)
        for (int j = 0; j < c; j++) k->G[4 * i * c + 2 * j] = ss_dot(n, k->W + i * n, k->Y + j * n);

    const ss_impact impact = {.n = c, .G = k->G, .mu = k->none, .e_n = k->e_n, .e_t = k->none};
    *out = (ss_uniqueness){.closed = c, .s = NAN};
    for (int i = 0; i < c; i++)
        for (int j = i + 1; j < c; j++) {
            const double gi = k->G[2 * i * (2 * c + 1)], gj = k->G[2 * j * (2 * c + 1)];
            const double s = k->G[4 * i * c + 2 * j] / sqrt(gi * gj);
            if (!(fabs(s) <= fabs(out->s))) out->s = s;
        }
    out->most = ss_reflect_ambiguity(&impact, k->v);
    out->orders = ss_reflect_orders(&k->search, &impact, k->v);
    return SS_OK;
}

ss_status ss_uniqueness_at(const ss_problem *p, double t, const double *q, const double *u,
                           ss_uniqueness *out)
{
    scene k = {.p = p};
    ss_arena a = {0};

    lay_out(&k, &a);
    a = (ss_arena){.base = calloc(1, a.used), .size = a.used};
    if (!a.base) return SS_ENOMEM;
    lay_out(&k, &a);
    const ss_status status = measure(&k, t, q, u, out);
    free(a.base);
    return status;
}
