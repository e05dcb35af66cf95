/* curves.c - the columns of a run, thinned for a picture */
#include "bench/curves.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1200 }; /* buckets; even, so that all merge in pairs */

int ss_curves_open(ss_curves *c, int ncol)
{
    *c = (ss_curves){.ncol = ncol, .per_bucket = 1};
    c->least = calloc((size_t)ncol * ROOM * 2, sizeof *c->least);
    c->most = c->least ? c->least + (size_t)ncol * ROOM : NULL;
    return !c->least;
}

static void widen(double *least, double *most, const double *lo, const double *hi, int ncol)
{
    most[0] = hi[0]; /* time only grows */
    for (int k = 1; k < ncol; k++) {
        least[k] = fmin(least[k], lo[k]);
        most[k] = fmax(most[k], hi[k]);
    }
}

static void merge_pairs(ss_curves *c)
{
    const size_t m = (size_t)c->ncol, bytes = m * sizeof *c->least;

    for (size_t i = 0; i < (size_t)c->n / 2; i++) {
        double *lo = c->least + i * m, *hi = c->most + i * m;
        const double *lo2 = c->least + (2 * i + 1) * m, *hi2 = c->most + (2 * i + 1) * m;
        memmove(lo, c->least + 2 * i * m, bytes);
        memmove(hi, c->most + 2 * i * m, bytes);
        widen(lo, hi, lo2, hi2, c->ncol);
    }
    c->n /= 2;
    c->per_bucket *= 2;
    c->in_last = c->per_bucket;
}

void ss_curves_add(ss_curves *c, const double *row)
{
    const size_t m = (size_t)c->ncol;

    if (c->n && c->in_last < c->per_bucket) {
        const size_t at = ((size_t)c->n - 1) * m;
        widen(c->least + at, c->most + at, row, row, c->ncol);
        c->in_last++;
        return;
    }
    if (c->n == ROOM) merge_pairs(c);
    memcpy(c->least + (size_t)c->n * m, row, m * sizeof *row);
    memcpy(c->most + (size_t)c->n * m, row, m * sizeof *row);
    c->n++;
    c->in_last = 1;
}

/* Of a bucket's two values the one nearer to the curve so far comes first. */
void ss_curves_print(const ss_curves *c, int column, FILE *f)
{
    double before = NAN;

    for (int i = 0; i < c->n; i++) {
        const double *lo = c->least + (size_t)i * (size_t)c->ncol;
        const double *hi = c->most + (size_t)i * (size_t)c->ncol;
        const int down = fabs(before - hi[column]) < fabs(before - lo[column]);
        const double first = down ? hi[column] : lo[column];
        const double second = down ? lo[column] : hi[column];
        fprintf(f, "%.9g %.9g\n", lo[0], first);
        if (hi[0] > lo[0]) fprintf(f, "%.9g %.9g\n", hi[0], second);
        before = second;
    }
    fputs("e\n", f);
}

double ss_curves_least(const ss_curves *c, int column)
{
    double x = INFINITY;
    for (int i = 0; i < c->n; i++) x = fmin(x, c->least[i * c->ncol + column]);
    return x;
}

double ss_curves_most(const ss_curves *c, int column)
{
    double x = -INFINITY;
    for (int i = 0; i < c->n; i++) x = fmax(x, c->most[i * c->ncol + column]);
    return x;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double ss_curves_quantile(const ss_curves *c, int column, double share)
{
    double size[ROOM];

    if (c->n == 0) return 0.0;
    for (int i = 0; i < c->n; i++)
        size[i] = fmax(fabs(c->least[i * c->ncol + column]), fabs(c->most[i * c->ncol + column]));
    qsort(size, (size_t)c->n, sizeof *size, ascending);
    return size[(int)(share * (double)(c->n - 1))];
}

void ss_curves_close(ss_curves *c)
{
    free(c->least);
    *c = (ss_curves){0};
}
