/* expr_functions.c - functions of vectors as lists of numbers: reductions, order, choice */
#include "bench/expr_part.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
enum { LONGEST = 10000000 }; /* of vectors that come from a number: 80 MB */

/* ---- element by element -------------------------------------------------------------- */

double ss_expr_sgn(double x)
{
    return isnan(x) ? x : (double)((x > 0.0) - (x < 0.0));
}

double ss_expr_isnan(double x)
{
    return isnan(x) != 0;
}

double ss_expr_deg(double x)
{
    return x * (180.0 / pi);
}

double ss_expr_rad(double x)
{
    return x * (pi / 180.0);
}

int ss_expr_if(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size)
{
    (void)nargs, (void)why, (void)size;
    if (ss_expr_make(out, arg[0].n)) return 1;
    for (long i = 0; i < out->n; i++) out->x[i] = arg[ss_expr_true(arg[0].x[i]) ? 1 : 2].x[i];
    return 0;
}

/* ---- reductions ---------------------------------------------------------------------- */

double ss_expr_min(double *x, long n)
{
    double m = NAN;
    for (long i = 0; i < n; i++) m = fmin(m, x[i]);
    return m;
}

double ss_expr_max(double *x, long n)
{
    double m = NAN;
    for (long i = 0; i < n; i++) m = fmax(m, x[i]);
    return m;
}

/* Compensated: what a sum of a million steps has lost is added at the end. */
double ss_expr_sum(double *x, long n)
{
    double s = 0.0, lost = 0.0;

    for (long i = 0; i < n; i++) {
        const double t = s + x[i];
        lost += fabs(s) >= fabs(x[i]) ? (s - t) + x[i] : (x[i] - t) + s;
        s = t;
    }
    return isfinite(s) ? s + lost : s;
}

double ss_expr_mean(double *x, long n)
{
    return n ? ss_expr_sum(x, n) / (double)n : NAN;
}

double ss_expr_std(double *x, long n)
{
    const double m = ss_expr_mean(x, n);
    double s = 0.0;

    for (long i = 0; i < n; i++) s += (x[i] - m) * (x[i] - m);
    return n > 1 ? sqrt(s / (double)(n - 1)) : NAN;
}

double ss_expr_rms(double *x, long n)
{
    for (long i = 0; i < n; i++) x[i] *= x[i];
    return sqrt(ss_expr_mean(x, n));
}

double ss_expr_count(double *x, long n)
{
    long c = 0;
    for (long i = 0; i < n; i++) c += ss_expr_true(x[i]);
    return (double)c;
}

double ss_expr_any(double *x, long n)
{
    return n ? ss_expr_count(x, n) > 0.0 : NAN;
}

double ss_expr_all(double *x, long n)
{
    return n ? ss_expr_count(x, n) == (double)n : NAN;
}

double ss_expr_first(double *x, long n)
{
    return n ? x[0] : NAN;
}

double ss_expr_last(double *x, long n)
{
    return n ? x[n - 1] : NAN;
}

double ss_expr_rises(double *x, long n)
{
    for (long i = 1; i < n; i++)
        if (x[i] < x[i - 1]) return 0.0;
    return n > 1 ? 1.0 : NAN;
}

double ss_expr_falls(double *x, long n)
{
    for (long i = 1; i < n; i++)
        if (x[i] > x[i - 1]) return 0.0;
    return n > 1 ? 1.0 : NAN;
}

static int one_number(double x, ss_vector *out)
{
    if (ss_expr_make(out, 1)) return 1;
    out->x[0] = x;
    return 0;
}

int ss_expr_len(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size)
{
    (void)nargs, (void)why, (void)size;
    return one_number((double)arg->n, out);
}

/* Place of the first one that is extreme, sign * x being greatest. */
static int place(const ss_vector *v, double sign, ss_vector *out)
{
    long best = -1;

    for (long i = 0; i < v->n; i++)
        if (!isnan(v->x[i]) && (best < 0 || sign * v->x[i] > sign * v->x[best])) best = i;
    return one_number(best < 0 ? NAN : (double)best, out);
}

int ss_expr_argmin(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size)
{
    (void)nargs, (void)why, (void)size;
    return place(arg, -1.0, out);
}

int ss_expr_argmax(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size)
{
    (void)nargs, (void)why, (void)size;
    return place(arg, 1.0, out);
}

/* One argument: a reduction.  More: element by element. */
static int extreme(const ss_vector *arg, int nargs, ss_vector *out, ss_expr_reduce *all,
                   ss_expr_map2 *two)
{
    if (nargs == 1) return one_number(all(arg->x, arg->n), out);
    if (ss_expr_make(out, arg->n)) return 1;
    for (long i = 0; i < out->n; i++) {
        out->x[i] = arg[0].x[i];
        for (int k = 1; k < nargs; k++) out->x[i] = two(out->x[i], arg[k].x[i]);
    }
    return 0;
}

int ss_expr_min_of(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size)
{
    (void)why, (void)size;
    return extreme(arg, nargs, out, ss_expr_min, fmin);
}

int ss_expr_max_of(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size)
{
    (void)why, (void)size;
    return extreme(arg, nargs, out, ss_expr_max, fmax);
}

/* ---- order --------------------------------------------------------------------------- */

/* NaN last. */
static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    const int nx = isnan(x) != 0, ny = isnan(y) != 0;

    if (nx || ny) return nx - ny;
    return (x > y) - (x < y);
}

static int sorted(const ss_vector *v, ss_vector *out)
{
    if (ss_expr_make(out, v->n)) return 1;
    if (v->n) memcpy(out->x, v->x, (size_t)v->n * sizeof *v->x);
    qsort(out->x, (size_t)out->n, sizeof *out->x, by_value);
    return 0;
}

int ss_expr_sort(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size)
{
    (void)nargs, (void)why, (void)size;
    return sorted(arg, out);
}

/* Sorted and without NaN. */
static int sorted_numbers(const ss_vector *v, ss_vector *out)
{
    if (sorted(v, out)) return 1;
    while (out->n && isnan(out->x[out->n - 1])) out->n--;
    return 0;
}

int ss_expr_unique(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size)
{
    long n = 0;

    (void)nargs, (void)why, (void)size;
    if (sorted_numbers(arg, out)) return 1;
    for (long i = 0; i < out->n; i++)
        if (!n || out->x[i] > out->x[n - 1]) out->x[n++] = out->x[i];
    out->n = n;
    return 0;
}

/* Linear between the two that have shares i/(n-1) of the others below them. */
static double quantile(const double *x, long n, double p)
{
    if (!n || isnan(p)) return NAN;
    const double at = p * (double)(n - 1);
    const long i = (long)at;
    if (i >= n - 1 || x[i] == x[i + 1]) return x[i];
    return x[i] + (at - (double)i) * (x[i + 1] - x[i]);
}

double ss_expr_median(double *x, long n)
{
    qsort(x, (size_t)n, sizeof *x, by_value);
    return quantile(x, n, 0.5);
}

int ss_expr_quantile(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size)
{
    ss_vector x;

    (void)nargs;
    for (long i = 0; i < arg[1].n; i++)
        if (arg[1].x[i] < 0.0 || arg[1].x[i] > 1.0) {
            snprintf(why, size, "p must be in [0, 1], not %g", arg[1].x[i]);
            return 1;
        }
    if (sorted_numbers(&arg[0], &x)) return 1;
    const int bad = ss_expr_make(out, arg[1].n);
    for (long i = 0; !bad && i < out->n; i++) out->x[i] = quantile(x.x, x.n, arg[1].x[i]);
    ss_vector_free(&x);
    return bad;
}

/* ---- vectors ------------------------------------------------------------------------- */

int ss_expr_where(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size)
{
    long n = 0;

    (void)nargs, (void)why, (void)size;
    if (ss_expr_make(out, arg->n)) return 1;
    for (long i = 0; i < arg->n; i++)
        if (ss_expr_true(arg[1].x[i])) out->x[n++] = arg[0].x[i];
    out->n = n;
    return 0;
}

int ss_expr_diff(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size)
{
    (void)nargs, (void)why, (void)size;
    if (ss_expr_make(out, arg->n ? arg->n - 1 : 0)) return 1;
    for (long i = 0; i < out->n; i++) out->x[i] = arg->x[i + 1] - arg->x[i];
    return 0;
}

static double plus(double a, double b)
{
    return a + b;
}

static int running(const ss_vector *v, ss_expr_map2 *f, ss_vector *out)
{
    double so_far = NAN;

    if (ss_expr_make(out, v->n)) return 1;
    for (long i = 0; i < v->n; i++) {
        out->x[i] = v->x[i];
        if (isnan(v->x[i])) continue;
        so_far = out->x[i] = isnan(so_far) ? v->x[i] : f(so_far, v->x[i]);
    }
    return 0;
}

int ss_expr_cumsum(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size)
{
    (void)nargs, (void)why, (void)size;
    return running(arg, plus, out);
}

int ss_expr_cummax(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size)
{
    (void)nargs, (void)why, (void)size;
    return running(arg, fmax, out);
}

int ss_expr_cummin(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size)
{
    (void)nargs, (void)why, (void)size;
    return running(arg, fmin, out);
}

int ss_expr_reverse(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size)
{
    (void)nargs, (void)why, (void)size;
    if (ss_expr_make(out, arg->n)) return 1;
    for (long i = 0; i < arg->n; i++) out->x[i] = arg->x[arg->n - 1 - i];
    return 0;
}

/* A whole number of elements. */
static int length_from(const ss_vector *v, long *n, char *why, size_t size)
{
    if (v->n == 1 && v->x[0] >= 0.0 && v->x[0] <= LONGEST && v->x[0] == floor(v->x[0])) {
        *n = (long)v->x[0];
        return 0;
    }
    if (v->n != 1)
        snprintf(why, size, "the number of elements is a vector of length %ld", v->n);
    else
        snprintf(why, size, "the number of elements must be a whole one of 0 .. %d, not %g",
                 (int)LONGEST, v->x[0]);
    return 1;
}

int ss_expr_range(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size)
{
    long n;

    (void)nargs;
    if (length_from(&arg[2], &n, why, size)) return 1;
    if (arg[0].n != 1 || arg[1].n != 1) {
        snprintf(why, size, "the ends must be numbers, not vectors of lengths %ld and %ld",
                 arg[0].n, arg[1].n);
        return 1;
    }
    if (ss_expr_make(out, n)) return 1;
    const double a = arg[0].x[0], b = arg[1].x[0];
    for (long i = 0; i < n; i++) {
        const double z = n > 1 ? (double)i / (double)(n - 1) : 0.0;
        out->x[i] = i && i == n - 1 ? b : a + z * (b - a);
    }
    return 0;
}

int ss_expr_index(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size)
{
    long n;

    (void)nargs;
    if (length_from(arg, &n, why, size) || ss_expr_make(out, n)) return 1;
    for (long i = 0; i < n; i++) out->x[i] = (double)i;
    return 0;
}

int ss_expr_take_at(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size)
{
    const double n = (double)arg[0].n;

    (void)nargs;
    for (long i = 0; i < arg[1].n; i++)
        if (arg[1].x[i] < floor(arg[1].x[i]) || arg[1].x[i] > floor(arg[1].x[i])) {
            snprintf(why, size, "a place is a whole number, not %g", arg[1].x[i]);
            return 1;
        }
    if (ss_expr_make(out, arg[1].n)) return 1;
    for (long i = 0; i < out->n; i++) {
        const double k = arg[1].x[i] < 0.0 ? arg[1].x[i] + n : arg[1].x[i];
        out->x[i] = k >= 0.0 && k < n ? arg[0].x[(long)k] : NAN;
    }
    return 0;
}
