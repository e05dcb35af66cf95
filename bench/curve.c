/* curve.c - a motion as nodes, and the sink that keeps them */
#include "bench/curve.h"
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

int ss_tracer_open(ss_tracer *tr, ss_curve *c, long stride)
{
    *tr = (ss_tracer){.c = c, .stride = stride > 0 ? stride : 1};
    tr->last = calloc((size_t)(1 + c->nq + c->nu), sizeof *tr->last);
    tr->last_mode = calloc((size_t)c->nc + 1, 1);
    return !tr->last || !tr->last_mode;
}

static int put_last(ss_tracer *tr)
{
    if (!tr->pending) return 0;
    tr->pending = 0;
    return ss_curve_add(tr->c, tr->last[0], tr->last + 1, tr->last + 1 + tr->c->nq, tr->last_mode,
                        tr->last_hit);
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
