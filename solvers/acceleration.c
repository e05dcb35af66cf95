/* acceleration.c - contact forces of one state, all of them
 *
 * A slipping contact's force is lN (wN - mu sgn(vT) wT): its column of the complementarity
 * problem is M^-1 times that, its row is wN, and it has no tangential unknown.  The matrix is
 * then no longer symmetric, which is where Painleve's paradoxes come from.
 */
#include "solvers/acceleration.h"
#include "solvers/math/inertia.h"
#include <math.h>
#include <stdlib.h>

enum { MAX_VARIABLES = 18 }; /* 2^18 bases: below a second */

typedef struct site { /* one closed contact */
    int contact;
    double slide; /* sgn(vT), 0 if it does not slip */
    double mu;
    double load; /* < 0: unilateral */
} site;

typedef struct scene {
    const ss_problem *p;
    ss_eval e;
    ss_inertia inertia;
    int n; /* sites */
    site *at;
    double *h, *g, *chi, *z;
    double *W; /* nc*2 rows of nu: normal and tangent of each site */
    double *C; /* nc*2 rows of nu: M^-1 times the force per unit of its two unknowns */
    double *G, *b, *mu, *load, *L;
    double *M, *q, *sol, *work; /* the LCP, its solutions */
} scene;

static void lay_out(scene *k, int room, ss_arena *a)
{
    const ss_dims *d = &k->p->dims;
    const int n = d->nu, c = d->nc, v = MAX_VARIABLES;

    k->e.c = SS_TAKE(a, double, d->npose);
    ss_inertia_layout(&k->inertia, n, a);
    k->at = SS_TAKE(a, site, c);
    k->h = SS_TAKE(a, double, n);
    k->g = SS_TAKE(a, double, c);
    k->chi = SS_TAKE(a, double, SS_MAX_DIM);
    k->z = SS_TAKE(a, double, SS_MAX_DIM);
    k->W = SS_TAKE(a, double, 2 * c * n);
    k->C = SS_TAKE(a, double, 2 * c * n);
    k->G = SS_TAKE(a, double, 4 * c * c);
    k->b = SS_TAKE(a, double, 2 * c);
    k->mu = SS_TAKE(a, double, c);
    k->load = SS_TAKE(a, double, c);
    k->L = SS_TAKE(a, double, 2 * c);
    k->M = SS_TAKE(a, double, 9 * c * c);
    k->q = SS_TAKE(a, double, 3 * c);
    k->sol = SS_TAKE(a, double, 3 * c * room);
    k->work = SS_TAKE(a, double, v *(v + 3));
}

static double dot(int n, const double *x, const double *y)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) s += x[i] * y[i];
    return s;
}

/* Closed contacts that do not separate, with their directions; friction of isolated sliding
 * contacts is a known force and goes into h. */
static ss_status find_sites(scene *k, const double *u)
{
    const ss_dims *d = &k->p->dims;
    const int n = d->nu, dim = ss_dim(d);

    SS_TRY(ss_gap(&k->e, k->g));
    for (int i = 0; i < d->nc; i++) {
        const ss_law *law = &k->p->law[i];
        const int isolated = law->kind == SS_ISOLATED;
        double *W = k->W + 2 * k->n * n;
        if (k->g[i] > SS_AT_REST) continue;
        SS_TRY(ss_jac(&k->e, i, W));
        if (dim == 1) memset(W + n, 0, (size_t)n * sizeof *W);
        SS_TRY(ss_chi(&k->e, i, k->chi));
        const double vN = dot(n, W, u) + k->chi[0];
        const double vT = dim > 1 ? dot(n, W + n, u) + k->chi[1] : 0.0;
        if (vN > SS_AT_REST) continue;

        const double mu = dim > 1 ? ss_law_mu(law, fabs(vT) > SS_AT_REST ? vT : 0.0) : 0.0;
        const double slide = fabs(vT) <= SS_AT_REST ? 0.0 : vT > 0.0 ? 1.0 : -1.0;
        if (isolated && slide != 0.0)
            for (int j = 0; j < n; j++) k->h[j] -= slide * mu * law->load * W[n + j];
        k->at[k->n++] =
            (site){.contact = i, .slide = slide, .mu = mu, .load = isolated ? law->load : -1.0};
    }
    return SS_OK;
}

static int is_given(const site *s) /* its friction is already in h */
{
    return s->load >= 0.0 && s->slide != 0.0;
}

static ss_status assemble(scene *k, const double *u)
{
    const int n = k->p->dims.nu, m = 2 * k->n;

    for (int i = 0; i < k->n; i++) {
        const site *s = &k->at[i];
        double *W = k->W + 2 * i * n, *C = k->C + 2 * i * n;
        for (int j = 0; j < n; j++) {
            C[j] = W[j] - s->slide * s->mu * W[n + j];
            C[n + j] = s->slide == 0.0 ? W[n + j] : 0.0;
        }
        if (is_given(s)) memset(C, 0, 2 * (size_t)n * sizeof *C);
        ss_inertia_solve(&k->inertia, C, C);
        ss_inertia_solve(&k->inertia, C + n, C + n);
        k->mu[i] = s->slide == 0.0 ? s->mu : 0.0;
        k->load[i] = s->load;
    }
    double *free = k->work; /* accelerations without contact forces */
    ss_inertia_solve(&k->inertia, k->h, free);
    for (int r = 0; r < m; r++) {
        const site *s = &k->at[r / 2];
        const int none = r % 2 && s->slide != 0.0; /* no tangential unknown: no row either */
        k->z[0] = k->z[1] = 0.0;
        SS_TRY(ss_zeta(&k->e, u, s->contact, k->z));
        k->b[r] = none ? 0.0 : dot(n, k->W + r * n, free) + k->z[r % 2];
        for (int c = 0; c < m; c++)
            k->G[r * m + c] = none ? 0.0 : dot(n, k->W + r * n, k->C + c * n);
    }
    return SS_OK;
}

/* Forces and accelerations of one solution of the LCP. */
static void unpack(scene *k, const ss_contact_problem *c, const double *sol, double *l,
                   double *udot)
{
    const ss_dims *d = &k->p->dims;
    const int n = d->nu, dim = ss_dim(d);

    ss_contact_from_lcp(c, sol, k->L);
    memset(l, 0, (size_t)(d->nc * dim) * sizeof *l);
    ss_inertia_solve(&k->inertia, k->h, udot);
    for (int i = 0; i < k->n; i++) {
        const site *s = &k->at[i];
        const double lN = k->L[2 * i], lT = s->slide == 0.0 ? k->L[2 * i + 1] : 0.0;
        for (int j = 0; j < n; j++)
            udot[j] += k->C[2 * i * n + j] * lN + k->C[(2 * i + 1) * n + j] * lT;
        l[s->contact * dim] = lN;
        if (dim > 1) l[s->contact * dim + 1] = s->slide == 0.0 ? lT : -s->slide * s->mu * lN;
    }
}

static ss_status solve(scene *k, double t, const double *q, const double *u, double *l,
                       double *udot, int room, int *count)
{
    const ss_dims *d = &k->p->dims;

    k->e.p = k->p;
    ss_inertia_reset(&k->inertia, k->p);
    SS_TRY(ss_place(&k->e, t, q));
    SS_TRY(ss_inertia_update(&k->inertia, &k->e));
    SS_TRY(ss_force(&k->e, u, k->h));
    SS_TRY(find_sites(k, u));
    SS_TRY(assemble(k, u));

    const ss_contact_problem c = {.n = k->n, .G = k->G, .b = k->b, .mu = k->mu, .load = k->load};
    const ss_lcp lcp = {.n = ss_contact_lcp(&c, k->M, k->q), .M = k->M, .q = k->q};
    if (lcp.n > MAX_VARIABLES) return SS_ENOSOL;
    *count = lcp.n ? ss_lcp_enumerate(&lcp, k->sol, room, k->work) : 1;
    for (int i = 0; i < *count && i < room; i++)
        unpack(k, &c, k->sol + i * lcp.n, l + i * d->nc * ss_dim(d), udot + i * d->nu);
    return *count ? SS_OK : SS_EINCONSISTENT;
}

int ss_acceleration_solutions(const ss_problem *p, double t, const double *q, const double *u,
                              double *l, double *udot, int room, ss_status *status)
{
    scene k = {.p = p};
    ss_arena a = {0};
    int count = 0;

    *status = SS_EUNSUP;
    if (p->dims.nt > 1) return 0;
    lay_out(&k, room, &a);
    a = (ss_arena){.base = calloc(1, a.used), .size = a.used};
    *status = SS_ENOMEM;
    if (!a.base) return 0;
    lay_out(&k, room, &a);
    *status = solve(&k, t, q, u, l, udot, room, &count);
    free(a.base);
    return count;
}
