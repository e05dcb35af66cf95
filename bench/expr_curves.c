/* expr_curves.c - functions of pairs of vectors: curves over time, lines, groups */
#include "bench/expr_part.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- values at times, times of values ------------------------------------------------ */

int ss_expr_refuse_decrease(const double *t, long n, char *why, size_t size)
{
    for (long i = 0; i < n; i++)
        if (isnan(t[i]) || (i && t[i] < t[i - 1])) {
            snprintf(why, size, isnan(t[i]) ? "time %ld is not a number" : "time %ld decreases", i);
            return 1;
        }
    return 0;
}

double ss_expr_between(const double *t, const double *y, long n, double T)
{
    if (!n || !(T >= t[0] && T <= t[n - 1])) return NAN;
    long a = 0, b = n; /* t[a] <= T < t[b], where t[n] is above all */
    while (b - a > 1) {
        const long m = a + (b - a) / 2;
        if (t[m] <= T)
            a = m;
        else
            b = m;
    }
    if (T <= t[a] || y[a] == y[b]) return y[a];
    return y[a] + (y[b] - y[a]) * ((T - t[a]) / (t[b] - t[a]));
}

int ss_expr_at(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size)
{
    (void)nargs;
    if (ss_expr_refuse_decrease(arg[0].x, arg[0].n, why, size)) return 1;
    if (ss_expr_make(out, arg[2].n)) return 1;
    for (long i = 0; i < out->n; i++)
        out->x[i] = ss_expr_between(arg[0].x, arg[1].x, arg[0].n, arg[2].x[i]);
    return 0;
}

int ss_expr_when(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size)
{
    (void)nargs, (void)why, (void)size;
    if (ss_expr_make(out, 1)) return 1;
    out->x[0] = NAN;
    for (long i = arg->n - 1; i >= 0; i--)
        if (ss_expr_true(arg[1].x[i])) out->x[0] = arg[0].x[i];
    return 0;
}

int ss_expr_until(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size)
{
    (void)nargs, (void)why, (void)size;
    if (ss_expr_make(out, 1)) return 1;
    out->x[0] = NAN;
    for (long i = 0; i < arg->n; i++)
        if (ss_expr_true(arg[1].x[i])) out->x[0] = arg[0].x[i];
    return 0;
}

/* Sign changes of y; those through zeros are at the first of these.  A zero with one sign on both
 * sides is none, nor is a change beyond a NaN: nobody knows what was there. */
static int sign_changes(const ss_vector *arg, int also_down, ss_vector *out)
{
    const double *const t = arg[0].x, *const y = arg[1].x;
    long n = 0, before = -1; /* the last one that was not 0 */

    if (ss_expr_make(out, arg->n)) return 1;
    for (long i = 0; i < arg->n; i++) {
        if (isnan(y[i])) before = -1;
        if (!ss_expr_true(y[i])) continue;
        const long b = before;
        before = i;
        if (b < 0 || (y[b] < 0.0) == (y[i] < 0.0) || (y[i] < 0.0 && !also_down)) continue;
        out->x[n++] = i - b > 1 ? t[b + 1] : t[b] + (t[i] - t[b]) * (y[b] / (y[b] - y[i]));
    }
    out->n = n;
    return 0;
}

int ss_expr_crossings(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size)
{
    (void)nargs, (void)why, (void)size;
    return sign_changes(arg, 1, out);
}

int ss_expr_crossings_up(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size)
{
    (void)nargs, (void)why, (void)size;
    return sign_changes(arg, 0, out);
}

/* Vertex of the parabola through (-a, y0), (0, y1), (b, y2), y1 being greatest: with the slopes
 * l = (y1 - y0)/a > 0 and r = (y2 - y1)/b < 0 of both sides it is
 * y = y1 + s x + c x^2, c = (r - l)/(a + b), s = l + c a, greatest at x = -s/(2 c). */
static double vertex(double a, double b, const double *y, double *value)
{
    const double l = (y[1] - y[0]) / a, r = (y[2] - y[1]) / b, c = (r - l) / (a + b), s = l + c * a,
                 x = -s / (2.0 * c);

    *value = y[1] + 0.5 * s * x;
    return x;
}

/* Interior maxima; a plateau is one, at its middle.  Where t repeats beside the greatest value the
 * curve jumps there, and no parabola goes through. */
static int maxima(const ss_vector *arg, int values, ss_vector *out)
{
    const double *const t = arg[0].x, *const y = arg[1].x;
    long n = 0;

    if (ss_expr_make(out, arg->n)) return 1;
    for (long i = 1; i + 1 < arg->n; i++) {
        if (!(y[i - 1] < y[i])) continue;
        long j = i;
        while (j + 1 < arg->n && y[j + 1] == y[i]) j++;
        if (j + 1 < arg->n && y[j + 1] < y[i]) {
            double when = t[i] + 0.5 * (t[j] - t[i]), height = y[i];
            if (i == j && t[i - 1] < t[i] && t[i] < t[i + 1] && isfinite(y[i] - y[i - 1]) &&
                isfinite(y[i] - y[i + 1]))
                when += vertex(t[i] - t[i - 1], t[i + 1] - t[i], y + i - 1, &height);
            out->x[n++] = values ? height : when;
        }
        i = j;
    }
    out->n = n;
    return 0;
}

int ss_expr_peaks(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size)
{
    (void)nargs, (void)why, (void)size;
    return maxima(arg, 0, out);
}

int ss_expr_peak_values(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size)
{
    (void)nargs, (void)why, (void)size;
    return maxima(arg, 1, out);
}

/* ---- areas and lines ----------------------------------------------------------------- */

/* A jump has no area. */
static double trapezium(double t0, double t1, double y0, double y1)
{
    return t1 == t0 ? 0.0 : (t1 - t0) * (0.5 * y0 + 0.5 * y1);
}

double ss_expr_integral(double *t, double *y, long n)
{
    double s = 0.0;

    for (long i = 1; i < n; i++) s += trapezium(t[i - 1], t[i], y[i - 1], y[i]);
    return n ? s : NAN;
}

/* NaN stays where it is; the trapezium goes over it. */
int ss_expr_cumintegral(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size)
{
    const double *const t = arg[0].x, *const y = arg[1].x;
    long before = -1;
    double s = 0.0;

    (void)nargs, (void)why, (void)size;
    if (ss_expr_make(out, arg->n)) return 1;
    for (long i = 0; i < arg->n; i++) {
        out->x[i] = NAN;
        if (isnan(t[i]) || isnan(y[i])) continue;
        if (before >= 0) s += trapezium(t[before], t[i], y[before], y[i]);
        out->x[i] = s;
        before = i;
    }
    return 0;
}

typedef struct moments { /* means, and sums of products of the deviations from them */
    double x, y, xx, xy, yy;
} moments;

static moments moments_of(double *x, double *y, long n)
{
    moments m = {.x = ss_expr_mean(x, n), .y = ss_expr_mean(y, n)};

    for (long i = 0; i < n; i++) {
        const double dx = x[i] - m.x, dy = y[i] - m.y;
        m.xx += dx * dx;
        m.xy += dx * dy;
        m.yy += dy * dy;
    }
    return m;
}

double ss_expr_slope(double *x, double *y, long n)
{
    const moments m = moments_of(x, y, n);
    return m.xx > 0.0 ? m.xy / m.xx : NAN;
}

double ss_expr_intercept(double *x, double *y, long n)
{
    const moments m = moments_of(x, y, n);
    return m.xx > 0.0 ? m.y - m.xy / m.xx * m.x : NAN;
}

double ss_expr_corr(double *x, double *y, long n)
{
    const moments m = moments_of(x, y, n);
    return m.xx > 0.0 && m.yy > 0.0 ? m.xy / (sqrt(m.xx) * sqrt(m.yy)) : NAN;
}

/* ---- order and groups ---------------------------------------------------------------- */

typedef struct keyed {
    double key, x;
    long i; /* equal keys stay in their order, whatever qsort() does */
} keyed;

static int by_key(const void *a, const void *b)
{
    const keyed *const p = a, *const q = b;

    if (p->key < q->key || p->key > q->key) return p->key < q->key ? -1 : 1;
    return (p->i > q->i) - (p->i < q->i);
}

/* Pairs in order of the keys, without keys that are NaN; NULL: no memory. */
static keyed *in_order(const double *key, const double *x, long n, long *left)
{
    keyed *const k = malloc((size_t)(n ? n : 1) * sizeof *k);

    *left = 0;
    if (!k) return NULL;
    for (long i = 0; i < n; i++)
        if (!isnan(key[i])) k[(*left)++] = (keyed){.key = key[i], .x = x[i], .i = i};
    qsort(k, (size_t)*left, sizeof *k, by_key);
    return k;
}

/* Numbers from 1 in order of size; equal ones share the mean. */
static int rank(double *x, long n)
{
    long left;
    keyed *const k = in_order(x, x, n, &left);

    if (!k) return 1;
    for (long i = 0, j; i < left; i = j) {
        for (j = i; j < left && k[j].key == k[i].key;) j++;
        for (long m = i; m < j; m++) x[k[m].i] = 0.5 * (double)(i + 1 + j);
    }
    free(k);
    return 0;
}

double ss_expr_spearman(double *x, double *y, long n)
{
    if (rank(x, n) || rank(y, n)) return NAN;
    return ss_expr_corr(x, y, n);
}

int ss_expr_by_key(const ss_vector *key, const ss_vector *x, ss_expr_group *f, ss_vector *out)
{
    long left, n = 0;
    keyed *const k = in_order(key->x, x->x, key->n, &left);
    ss_vector one = {0}; /* elements of one key */
    const int bad = !k || ss_expr_make(&one, left) || ss_expr_make(out, left);

    for (long i = 0, j; !bad && i < left; i = j) {
        one.n = 0;
        for (j = i; j < left && k[j].key == k[i].key; j++)
            if (!isnan(k[j].x)) one.x[one.n++] = k[j].x;
        out->x[n++] = f(one.x, one.n);
    }
    if (!bad) out->n = n;
    ss_vector_free(&one);
    free(k);
    return bad;
}
