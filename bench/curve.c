/* curve.c - a motion as nodes, and the sink that keeps them */
#include "bench/curve.h"
#include "solvers/math/dense.h"
#include <math.h>
#include <stdlib.h>

int ss_curve_open(ss_curve *c, const ss_problem *p)
{
    *c = (ss_curve){
        .nq = p->dims.nq, .nu = p->dims.nu, .nc = p->dims.nc, .hermite = p->rate == NULL};
    return 0;
}

void ss_curve_close(ss_curve *c)
{
    free(c->t);
    free(c->x);
    free(c->mode);
    free(c->hit);
    free(c->hits);
    free(c->y);
    free(c->len);
    *c = (ss_curve){0};
}

static int resize(void **p, long n, size_t each)
{
    void *more = realloc(*p, (size_t)n * each + 1);
    if (more) *p = more;
    return !more;
}

static int grow(ss_curve *c)
{
    const long room = c->room ? 2 * c->room : 1024;
    const size_t wide = (size_t)(c->nq + c->nu) * sizeof(double);

    if (resize((void **)&c->t, room, sizeof *c->t) || resize((void **)&c->x, room, wide) ||
        resize((void **)&c->mode, room, (size_t)c->nc) || resize((void **)&c->hit, room, 1))
        return 1;
    c->room = room;
    return 0;
}

int ss_curve_add(ss_curve *c, double t, const double *q, const double *u, const unsigned char *mode,
                 int hit)
{
    if (c->n == c->room && grow(c)) return 1;
    double *x = c->x + c->n * (c->nq + c->nu);
    c->t[c->n] = t;
    memcpy(x, q, (size_t)c->nq * sizeof *x);
    memcpy(x + c->nq, u, (size_t)c->nu * sizeof *x);
    if (c->nc) memcpy(c->mode + c->n * c->nc, mode, (size_t)c->nc);
    c->hit[c->n++] = (unsigned char)(hit != 0);
    return 0;
}

int ss_curve_add_hit(ss_curve *c, double t, double size)
{
    if (c->nhits == c->room_hits) {
        const long room = c->room_hits ? 2 * c->room_hits : 64;
        if (resize((void **)&c->hits, room, sizeof *c->hits)) return 1;
        c->room_hits = room;
    }
    c->hits[c->nhits++] = (ss_hit){t, size};
    return 0;
}

/* The last node at or before t; 0 if there is none. */
static long node_before(const ss_curve *c, double t)
{
    long lo = 0, hi = c->n - 1;
    while (lo < hi) {
        const long mid = (lo + hi + 1) / 2;
        if (c->t[mid] <= t)
            lo = mid;
        else
            hi = mid - 1;
    }
    return lo;
}

long ss_curve_at(const ss_curve *c, double t, double *x)
{
    const int nq = c->nq, wide = nq + c->nu;
    const long i = node_before(c, t);
    const double *a = c->x + i * wide;

    if (i + 1 >= c->n || t <= c->t[i]) {
        memcpy(x, a, (size_t)wide * sizeof *x);
        return i;
    }
    const double *b = a + wide, dt = c->t[i + 1] - c->t[i], s = (t - c->t[i]) / dt;
    if (!c->hermite) {
        for (int k = 0; k < wide; k++) x[k] = a[k] + s * (b[k] - a[k]);
        return i + 1;
    }
    for (int k = 0; k < nq; k++) {
        const double rise = b[k] - a[k], v0 = dt * a[nq + k];
        /* after an impact the rate at the end says nothing about the way there */
        const double v1 = c->hit[i + 1] ? 2.0 * rise - v0 : dt * b[nq + k];
        const double c2 = 3.0 * rise - 2.0 * v0 - v1, c3 = v0 + v1 - 2.0 * rise;
        x[k] = a[k] + s * (v0 + s * (c2 + s * c3));
        x[nq + k] = c->plain_u ? a[nq + k] + s * (b[nq + k] - a[nq + k])
                               : (v0 + s * (2.0 * c2 + s * 3.0 * c3)) / dt;
    }
    return i + 1;
}

/* ---- the tracer -------------------------------------------------------------------------- */

int ss_tracer_open(ss_tracer *tr, ss_curve *c, const ss_problem *p, long stride)
{
    const size_t nu = (size_t)c->nu, dim = (size_t)ss_dim(&p->dims);

    *tr = (ss_tracer){.c = c, .stride = stride > 0 ? stride : 1, .e = {.p = p}};
    tr->last = calloc(1 + (size_t)c->nq + nu + nu * nu + dim * nu + nu + (size_t)p->dims.npose,
                      sizeof *tr->last);
    tr->last_mode = calloc((size_t)c->nc + 1, 1);
    if (!tr->last || !tr->last_mode) return 1;
    tr->M = tr->last + 1 + c->nq + nu;
    tr->W = tr->M + nu * nu;
    tr->before = tr->W + dim * nu;
    tr->e.c = tr->before + nu;
    return 0;
}

static int put_last(ss_tracer *tr)
{
    if (!tr->pending) return 0;
    tr->pending = 0;
    return ss_curve_add(tr->c, tr->last[0], tr->last + 1, tr->last + 1 + tr->c->nq, tr->last_mode,
                        tr->last_hit);
}

/* Do they give the relative velocities that the events tell?  Not if an impulse passed through
 * a contact that had no impact of its own. */
static int agree(ss_tracer *tr, const ss_events *ev, int kept)
{
    const int nu = tr->c->nu;
    const double tol = 1e-6;
    double chi[SS_MAX_DIM] = {0.0}, fastest = 0.0;

    for (int i = 0; i < kept; i++)
        if (ev->at[i].kind == SS_IMPACT) fastest = fmax(fastest, fabs(ev->at[i].v_before[0]));
    for (int i = 0; i < kept; i++) {
        const ss_event *e = &ev->at[i];
        if (e->kind != SS_IMPACT) continue;
        if (ss_jac(&tr->e, e->contact, tr->W) != SS_OK || ss_chi(&tr->e, e->contact, chi) != SS_OK)
            return 0;
        double v = chi[0];
        for (int j = 0; j < nu; j++) v += tr->W[j] * tr->before[j];
        if (fabs(v - e->v_before[0]) > tol * fastest) return 0;
    }
    return 1;
}

/* There are some, and all of them came at that time: then their impulses lead back. */
const double *ss_tracer_before(ss_tracer *tr, const ss_point *x, const ss_step_info *info)
{
    const ss_events *ev = info->events;
    const int kept = ev->n < ev->room ? ev->n : ev->room;
    const int nu = tr->c->nu, dim = ss_dim(&tr->e.p->dims);
    const double same = 1e-14;
    int n = 0;

    for (int j = 0; j < nu; j++) tr->before[j] = 0.0;
    if (tr->c->plain_u || kept == 0 || ev->n > kept || ss_place(&tr->e, x->t, x->q) != SS_OK)
        return NULL;
    for (int i = 0; i < kept; i++) {
        const ss_event *e = &ev->at[i];
        if (e->kind != SS_IMPACT) continue;
        if (fabs(e->t - x->t) > same * fabs(x->t) || ss_jac(&tr->e, e->contact, tr->W) != SS_OK)
            return NULL;
        for (int r = 0; r < dim; r++)
            for (int j = 0; j < nu; j++) tr->before[j] -= tr->W[r * nu + j] * e->L[r];
        n++;
    }
    if (n == 0 || ss_mass(&tr->e, tr->M) != SS_OK || ss_chol(nu, tr->M) != SS_OK) return NULL;
    ss_chol_solve(nu, tr->M, tr->before);
    for (int j = 0; j < nu; j++) tr->before[j] += x->u[j];
    return agree(tr, ev, kept) ? tr->before : NULL;
}

/* Where impulses do not lead back: the end of the parabola through the step, exact in free flight
 * and of second order in the step otherwise. */
static const double *parabola_before(ss_tracer *tr, const ss_point *x)
{
    const ss_curve *c = tr->c;
    const int wide = c->nq + c->nu;
    const double dt = c->n ? x->t - c->t[c->n - 1] : 0.0;

    if (c->plain_u || !c->hermite || !(dt > 0.0)) return NULL;
    const double *last = c->x + (c->n - 1) * wide;
    for (int j = 0; j < c->nu; j++)
        tr->before[j] = 2.0 * (x->q[j] - last[j]) / dt - last[c->nq + j];
    return tr->before;
}

int ss_tracer_take(ss_tracer *tr, const ss_point *x, const ss_step_info *info)
{
    const ss_events *ev = info->events;
    const int kept = ev->n < ev->room ? ev->n : ev->room;
    int hit = 0;

    for (int i = 0; i < kept; i++) {
        if (ev->at[i].kind != SS_IMPACT) continue;
        hit = 1;
        if (ss_curve_add_hit(tr->c, ev->at[i].t,
                             fabs(ev->at[i].v_after[0] - ev->at[i].v_before[0])))
            return 1;
    }
    if (kept && put_last(tr)) return 1;
    const double *before = hit ? ss_tracer_before(tr, x, info) : NULL;
    if (hit && !before) before = parabola_before(tr, x);
    if (before) {
        if (ss_curve_add(tr->c, x->t, x->q, before, x->mode, 0)) return 1;
        hit = 0;
    }
    if (kept || tr->count++ % tr->stride == 0) {
        tr->pending = 0;
        return ss_curve_add(tr->c, x->t, x->q, x->u, x->mode, hit);
    }
    tr->last[0] = x->t;
    memcpy(tr->last + 1, x->q, (size_t)tr->c->nq * sizeof *x->q);
    memcpy(tr->last + 1 + tr->c->nq, x->u, (size_t)tr->c->nu * sizeof *x->u);
    if (tr->c->nc) memcpy(tr->last_mode, x->mode, (size_t)tr->c->nc);
    tr->last_hit = 0;
    tr->pending = 1;
    return 0;
}

int ss_tracer_finish(ss_tracer *tr)
{
    return put_last(tr);
}

void ss_tracer_close(ss_tracer *tr)
{
    free(tr->last);
    free(tr->last_mode);
    *tr = (ss_tracer){0};
}
