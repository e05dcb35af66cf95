/* cone.c - a nonnegative solution of a small square system, or none.
 *
 * A x = r is regular: there is one x, and its signs decide.  It is singular: there may be many,
 * and the first phase of the simplex method decides: with artificial variables a >= 0,
 *
 *     minimise sum a    s.t.    A x + a = r,   x >= 0      (rows turned so that r >= 0)
 *
 * reaches zero exactly if a nonnegative x exists.  Bland's rule (lowest index enters, lowest
 * index leaves on ties) cannot cycle.  The tableau is condensed: only nonbasic columns.
 */
#include "solvers/lcp/cone.h"

#include "solvers/math/dense.h"

#include <math.h>

/* With columns scaled to 1 and the right-hand side to 1: a violation below `accept` is
 * rounding, one above `reject` is not; between them nothing is decided. */
static const double accept = SS_CONE_ACCEPT, reject = 1e-6;
/* Smallest pivot over the largest entry: above `regular` x is good to `accept` (eps/regular,
 * with room), below `rounding` the matrix is singular, between them it may be either. */
static const double regular = 1e-6, rounding = 1e-13;

ss_cone ss_cone_in(double *work, int n)
{
    double *const after = work + n * n;
    int *const ints = (int *)(void *)(after + 2 * n);

    return (ss_cone){.n = n,
                     .A = work,
                     .r = after,
                     .scale = after + n,
                     .row = ints,
                     .col = ints + n,
                     .x = after};
}

/* Columns and right-hand side to size one; returns the size of the latter. */
static double scale_cone(ss_cone *c)
{
    const int n = c->n;
    double size = 0.0;

    for (int j = 0; j < n; j++) c->scale[j] = 0.0;
    for (int i = 0; i < n; i++) {
        size = fmax(size, fabs(c->r[i]));
        for (int j = 0; j < n; j++) c->scale[j] = fmax(c->scale[j], fabs(c->A[i * n + j]));
    }
    for (int j = 0; j < n; j++)
        if (c->scale[j] == 0.0) c->scale[j] = 1.0;
    for (int i = 0; i < n; i++) {
        if (size > 0.0) c->r[i] /= size;
        for (int j = 0; j < n; j++) c->A[i * n + j] /= c->scale[j];
    }
    return size;
}

/* Smallest pivot of the factors; the largest entry of A was 1. */
static double smallest_pivot(const ss_cone *c)
{
    double least = INFINITY;

    for (int i = 0; i < c->n; i++) least = fmin(least, fabs(c->A[i * (c->n + 1)]));
    return least;
}

static ss_cone_verdict decide(double least, double size)
{
    if (least >= -accept * size) return SS_CONE_FOUND;
    return least < -reject * size ? SS_CONE_NONE : SS_CONE_UNDECIDED;
}

/* The signs of a regular system's x. */
static ss_cone_verdict by_signs(ss_cone *c)
{
    double least = 0.0, size = 1.0;

    for (int i = 0; i < c->n; i++) {
        least = fmin(least, c->r[i]);
        size = fmax(size, fabs(c->r[i]));
    }
    c->x = c->r;
    return decide(least, size);
}

static void exchange(ss_cone *c, int p, int s)
{
    const int n = c->n;
    double *const Ap = c->A + p * n;
    const double inverse = 1.0 / Ap[s];

    Ap[s] = 1.0;
    for (int j = 0; j < n; j++) Ap[j] *= inverse;
    c->r[p] *= inverse;
    for (int i = 0; i < n; i++) {
        double *const Ai = c->A + i * n;
        const double f = Ai[s];

        if (i == p || f == 0.0) continue;
        Ai[s] = 0.0;
        for (int j = 0; j < n; j++) Ai[j] -= f * Ap[j];
        c->r[i] = fmax(0.0, c->r[i] - f * c->r[p]); /* the ratio test keeps it >= 0 */
    }
    const int t = c->row[p];
    c->row[p] = c->col[s];
    c->col[s] = t;
}

/* Bland: the first column that lowers the sum of the artificial variables, or -1. */
static int entering(const ss_cone *c)
{
    const int n = c->n;
    int best = -1;

    for (int j = 0; j < n; j++) {
        double gain = 0.0;

        if (c->col[j] >= n) continue; /* an artificial one does not come back */
        for (int i = 0; i < n; i++)
            if (c->row[i] >= n) gain += c->A[i * n + j];
        if (gain > accept && (best < 0 || c->col[j] < c->col[best])) best = j;
    }
    return best;
}

static int leaving(const ss_cone *c, int s)
{
    const int n = c->n;
    double best = INFINITY;
    int row = -1;

    for (int i = 0; i < n; i++) {
        const double f = c->A[i * n + s];

        if (f <= accept) continue;
        const double ratio = c->r[i] / f;
        if (row < 0 || ratio < best || (ratio == best && c->row[i] < c->row[row])) {
            best = ratio;
            row = i;
        }
    }
    return row;
}

/* Simplex, first phase: x_1..x_n are nonbasic at zero, artificial n+i is basic in row i; drive
 * the sum of the artificials to zero. */
static ss_cone_verdict by_simplex(ss_cone *c)
{
    const int n = c->n;
    double left = 0.0;
    int s = -1;

    for (int i = 0; i < n; i++) {
        c->row[i] = n + i;
        c->col[i] = i;
        if (c->r[i] >= 0.0) continue;
        c->r[i] = -c->r[i];
        for (int j = 0; j < n; j++) c->A[i * n + j] = -c->A[i * n + j];
    }
    for (int k = 0; k < 50 * n && (s = entering(c)) >= 0; k++) { /* usually about n */
        const int p = leaving(c, s);

        if (p < 0) return SS_CONE_UNDECIDED; /* impossible but for rounding: a sum of zeros */
        exchange(c, p, s);
    }
    for (int i = 0; i < n; i++)
        if (c->row[i] >= n) left += c->r[i];
    if (left > accept) return s < 0 && left > reject ? SS_CONE_NONE : SS_CONE_UNDECIDED;

    c->x = c->A; /* the tableau is done with */
    for (int j = 0; j < n; j++) c->x[j] = 0.0;
    for (int i = 0; i < n; i++)
        if (c->row[i] < n) c->x[c->row[i]] = c->r[i];
    return SS_CONE_FOUND;
}

/* The system is written anew for the simplex: the factors have overwritten it. */
ss_cone_verdict ss_cone_search(ss_cone *c, ss_cone_writer write, void *ctx)
{
    write(ctx, c);
    double size = scale_cone(c);
    const ss_status lu = ss_lu(c->n, c->A, c->row);
    const double least = lu == SS_OK ? smallest_pivot(c) : 0.0;
    ss_cone_verdict v;

    if (least > regular) {
        ss_lu_apply(c->n, c->A, c->row, c->r);
        v = by_signs(c);
    } else {
        write(ctx, c);
        size = scale_cone(c);
        v = by_simplex(c);
        if (v == SS_CONE_NONE && least > rounding) v = SS_CONE_UNDECIDED;
    }
    if (v == SS_CONE_FOUND)
        for (int j = 0; j < c->n; j++) c->x[j] = fmax(0.0, c->x[j]) * size / c->scale[j];
    return v;
}
