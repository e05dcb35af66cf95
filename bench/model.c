/* model.c - a fingerprint of a model: what it says at the start and at states around it */
#include "bench/metrics.h"
#include "bench/sha256.h"
#include "problems/base/pcg.h"
#include <stdio.h>
#include <stdlib.h>

enum { STATES = 6, SEED = 20080611 };

/* Twelve digits: what is the same on every machine of the same model. */
static void add(ss_sha256 *s, const double *x, int n)
{
    char text[40];
    for (int i = 0; i < n; i++) {
        const int k = snprintf(text, sizeof text, "%.12g;", x[i] == 0.0 ? 0.0 : x[i]);
        ss_sha_add(s, text, (size_t)k);
    }
}

static void add_state(ss_sha256 *s, const ss_problem *p, const double *q, const double *u,
                      double *c, double *work)
{
    const ss_dims *d = &p->dims;
    const ss_config x = {.t = 0.0, .q = q, .c = c};
    double E[2] = {0.0, 0.0};

    if (p->pose && p->pose(p->par, 0.0, q, c)) return;
    if (!p->energy(p->par, &x, u, &E[0], &E[1])) add(s, E, 2);
    if (d->nc && !p->gap(p->par, &x, work)) add(s, work, d->nc);
    if (!p->mass(p->par, &x, work)) add(s, work, d->nu * d->nu);
    if (!p->force(p->par, &x, u, work)) add(s, work, d->nu);
    for (int i = 0; i < d->nc; i++)
        if (!p->jac(p->par, &x, i, work)) add(s, work, ss_dim(d) * d->nu);
}

void ss_model_print(const ss_problem *p, char out[SS_ID_SIZE])
{
    const ss_dims *d = &p->dims;
    const size_t nu = (size_t)d->nu, work = nu * nu + SS_MAX_DIM * nu + (size_t)d->nc + 1;
    double *q = calloc((size_t)(d->nq + d->nu + d->npose) + work, sizeof *q);
    double *u = q ? q + d->nq : NULL, *c = q ? u + d->nu : NULL;
    const double reach = 0.1; /* of the states around the start, in units of the coordinates */
    char sha[SS_SHA_TEXT];
    ss_sha256 s;
    ss_pcg r;

    out[0] = '\0';
    if (!q) return;
    ss_sha_begin(&s);
    ss_pcg_seed(&r, SEED, 1);
    for (int i = 0; i < d->nc; i++) {
        const ss_law *l = &p->law[i];
        const double law[] = {l->kind, l->mu_s, l->mu_d, l->v_s,    l->a,
                              l->b,    l->e_n,  l->e_t,  l->e_star, l->load};
        add(&s, law, sizeof law / sizeof *law);
    }
    for (int k = 0; k < STATES; k++) {
        for (int i = 0; i < d->nq; i++) q[i] = p->q0[i] + (k ? reach * ss_pcg_normal(&r) : 0.0);
        for (int i = 0; i < d->nu; i++) u[i] = p->u0[i] + (k ? reach * ss_pcg_normal(&r) : 0.0);
        add_state(&s, p, q, u, c, c + d->npose);
    }
    ss_sha_end(&s, sha);
    snprintf(out, SS_ID_SIZE, "%.16s", sha);
    free(q);
}
