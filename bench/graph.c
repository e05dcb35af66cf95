/* graph.c - the kinetic metric, and the Hausdorff distance of two filled-in graphs
 *
 * A point of a graph is (t/T, y) with y the image of (q, u); the distance of two points is the
 * largest of |dt|/T, |dyq| and |dyu|, a norm.  The same time on the other curve is the first
 * candidate; others lie within that distance in time.  A segment ab can beat `best` only if
 * (d(P,a) + d(P,b) - |ab|)/2 < best, by the triangle inequality; on those that can, the distance
 * is convex and is minimised by golden section.
 *
 * Nodes are joined by straight lines here, so where the distance is above the error at the
 * same time it is known to the sagitta of a segment, (T/4096)^2 u'/8 for a reference.
 */
#include "bench/curve.h"
#include "solvers/math/dense.h"
#include <math.h>
#include <stdlib.h>

enum { POINTS = 512 }; /* of a curve that are tested, besides those at jumps */

int ss_metric_open(ss_metric *m, const ss_problem *p, double T)
{
    const int nu = p->dims.nu;
    double *c = calloc((size_t)p->dims.npose + 1, sizeof *c);
    ss_eval e = {.p = p, .c = c};

    *m = (ss_metric){.nq = p->dims.nq, .nu = nu, .qs = 1.0, .us = 1.0, .T = T};
    m->L = calloc((size_t)(nu * nu) + 1, sizeof *m->L);
    if (!c || !m->L) {
        free(c);
        return 1;
    }
    if (ss_place(&e, 0.0, p->q0) != SS_OK || ss_mass(&e, m->L) != SS_OK ||
        ss_chol(nu, m->L) != SS_OK) {
        for (int i = 0; i < nu * nu; i++) m->L[i] = i % (nu + 1) == 0;
    }
    free(c);
    return 0;
}

void ss_metric_close(ss_metric *m)
{
    free(m->L);
    m->L = NULL;
}

/* y = L' d / s, or d/s where q has other numbers than u */
static void image(const ss_metric *m, int n, double s, const double *d, double *y)
{
    for (int i = 0; i < n; i++) {
        double z = n == m->nu ? 0.0 : d[i];
        for (int k = i; n == m->nu && k < n; k++) z += m->L[k * n + i] * d[k];
        y[i] = z / s;
    }
}

static double norm(const ss_metric *m, int n, double s, const double *d)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        double z = n == m->nu ? 0.0 : d[i];
        for (int k = i; n == m->nu && k < n; k++) z += m->L[k * n + i] * d[k];
        sum += z * z;
    }
    return sqrt(sum) / s;
}

double ss_metric_q(const ss_metric *m, const double *dq)
{
    return norm(m, m->nq, m->qs, dq);
}

double ss_metric_u(const ss_metric *m, const double *du)
{
    return norm(m, m->nu, m->us, du);
}

void ss_metric_image(const ss_metric *m, const double *x, double *y)
{
    image(m, m->nq, m->qs, x, y);
    image(m, m->nu, m->us, x + m->nq, y + m->nq);
}

void ss_metric_scale(ss_metric *m, const ss_curve *c)
{
    const int wide = c->nq + c->nu;
    double *d = calloc((size_t)c->nq + 1, sizeof *d), q = 0.0, u = 0.0;

    m->qs = m->us = 1.0;
    for (long i = 0; d && i < c->n; i++) {
        for (int k = 0; k < c->nq; k++) d[k] = c->x[i * wide + k] - c->x[k];
        q = fmax(q, ss_metric_q(m, d));
        u = fmax(u, ss_metric_u(m, c->x + i * wide + c->nq));
    }
    free(d);
    if (q > 0.0) m->qs = q;
    if (u > 0.0) m->us = u;
}

/* ---- distances ---------------------------------------------------------------------------- */

typedef struct finder {
    const ss_curve *b;
    const ss_metric *m;
    double t;        /* the point */
    const double *y; /* nq+nu */
} finder;

/* of the point from (1-s) node i + s node i+1 */
static double distance(const finder *f, long i, double s)
{
    const int nq = f->b->nq, wide = nq + f->b->nu;
    const double *a = f->b->y + i * wide, *b = s > 0.0 ? a + wide : a;
    const double t = f->b->t[i] + (s > 0.0 ? s * (f->b->t[i + 1] - f->b->t[i]) : 0.0);
    double q = 0.0, u = 0.0;

    for (int k = 0; k < wide; k++) {
        const double d = f->y[k] - (a[k] + s * (b[k] - a[k]));
        *(k < nq ? &q : &u) += d * d;
    }
    return fmax(fabs(f->t - t) / f->m->T, sqrt(fmax(q, u)));
}

static double segment(const finder *f, long i, double best)
{
    const double golden = 0.6180339887498949;
    const int rounds = 56; /* golden^56 = 2e-12 of the segment */
    double lo = 0.0, hi = 1.0, s1 = 1.0 - golden, s2 = golden;
    double d1 = distance(f, i, s1), d2 = distance(f, i, s2);

    for (int k = 0; k < rounds; k++) {
        if (d1 < d2) {
            hi = s2, s2 = s1, d2 = d1, s1 = hi - golden * (hi - lo);
            d1 = distance(f, i, s1);
        } else {
            lo = s1, s1 = s2, d1 = d2, s2 = lo + golden * (hi - lo);
            d2 = distance(f, i, s2);
        }
    }
    return fmin(best, fmin(d1, d2));
}

/* From node `at` in direction `way` while time alone does not rule nodes out. */
static double walk(const finder *f, long at, int way, double best)
{
    const ss_curve *b = f->b;
    double last = distance(f, at, 0.0);

    best = fmin(best, last);
    for (long i = at + way; i >= 0 && i < b->n; i += way) {
        const long left = way > 0 ? i - 1 : i;
        const double d = distance(f, i, 0.0);
        if (0.5 * (d + last - b->len[left]) < best) best = segment(f, left, best);
        best = fmin(best, d);
        if (fabs(b->t[i] - f->t) / f->m->T >= best) break;
        last = d;
    }
    return best;
}

/* The candidate at the same time comes from the curve's own interpolation, or better. */
static double nearest(const finder *f, const ss_problem *exact, double *x, double *y)
{
    const int nq = f->b->nq, wide = nq + f->b->nu;
    double q = 0.0, u = 0.0;
    const long at = ss_curve_at(f->b, f->t, x);

    if (exact && exact->exact(exact->par, f->t, x, x + nq)) ss_curve_at(f->b, f->t, x);
    ss_metric_image(f->m, x, y);
    for (int k = 0; k < wide; k++) {
        const double d = f->y[k] - y[k];
        *(k < nq ? &q : &u) += d * d;
    }
    double best = sqrt(fmax(q, u));
    if (best > 0.0) best = walk(f, at, -1, best);
    if (best > 0.0) best = walk(f, at, 1, best);
    return best;
}

int ss_curve_measure(ss_curve *c, const ss_metric *m)
{
    const int nq = c->nq, wide = nq + c->nu;

    free(c->y);
    free(c->len);
    c->y = calloc((size_t)(c->n * wide) + 1, sizeof *c->y);
    c->len = calloc((size_t)c->n + 1, sizeof *c->len);
    if (!c->y || !c->len) return 1;
    for (long i = 0; i < c->n; i++) ss_metric_image(m, c->x + i * wide, c->y + i * wide);
    for (long i = 0; i + 1 < c->n; i++) {
        const finder f = {.b = c, .m = m, .t = c->t[i + 1], .y = c->y + (i + 1) * wide};
        c->len[i] = distance(&f, i, 0.0);
    }
    return 0;
}

/* A segment several times longer than the mean may be one; if it is also as good as vertical,
 * it is one beyond doubt. */
static int is_jump(const ss_curve *a, const ss_metric *m, long i, double mean, int beyond_doubt)
{
    const double longer = 4.0, large = 1e-3, steep = 1e-5;
    if (beyond_doubt) return a->len[i] > large && a->t[i + 1] - a->t[i] <= steep * m->T;
    return a->len[i] > longer * mean;
}

double ss_graph_distance(const ss_curve *a, const ss_curve *b, const ss_metric *m, double until,
                         const ss_problem *exact, int only_jumps, double tol, double *first)
{
    const int wide = a->nq + a->nu;
    const long stride = a->n / POINTS + 1;
    const double slack = 1e-12;
    double *x = calloc((size_t)(3 * wide) + 1, sizeof *x), most = 0.0, mean = 0.0;

    if (first) *first = until;
    if (!x || a->n == 0 || b->n == 0) {
        free(x);
        return NAN;
    }
    for (long i = 0; i + 1 < a->n; i++) mean += a->len[i] / (double)a->n;
    for (long i = 0; i < a->n && a->t[i] <= until * (1.0 + slack); i++) {
        const int before = i > 0 && is_jump(a, m, i - 1, mean, only_jumps);
        const int after =
            i + 1 < a->n && a->t[i + 1] <= until && is_jump(a, m, i, mean, only_jumps);
        if (!before && !after && (only_jumps || (i % stride && i + 1 < a->n))) continue;
        /* a jump is tested along its way, too: one beyond doubt, or a time-stepper's impact */
        const int along = after && (is_jump(a, m, i, mean, 1) || (a->plain_u && a->hit[i + 1]));
        for (int part = 0; part < (along ? 4 : 1); part++) {
            const double s = 0.25 * part, *p = a->y + i * wide;
            for (int k = 0; k < wide; k++)
                x[2 * wide + k] = p[k] + (s > 0.0 ? s * (p[wide + k] - p[k]) : 0.0);
            const double t = a->t[i] + (s > 0.0 ? s * (a->t[i + 1] - a->t[i]) : 0.0);
            const finder f = {.b = b, .m = m, .t = t, .y = x + 2 * wide};
            const double d = nearest(&f, exact, x, x + wide);
            if (first && d > tol && t < *first) *first = t;
            most = fmax(most, d);
        }
        if (first && *first < until) break;
    }
    free(x);
    return most;
}
