/* stats.c - medians, bootstrap intervals, and a slope with its interval */
#include "bench/stats.h"
#include "problems/base/pcg.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RESAMPLES = 2000 };

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double sorted_median(const double *x, int n)
{
    return n % 2 ? x[n / 2] : 0.5 * (x[n / 2 - 1] + x[n / 2]);
}

double ss_median(const double *x, int n)
{
    double copy[SS_MAX_SAMPLES];

    if (n > SS_MAX_SAMPLES) n = SS_MAX_SAMPLES;
    if (n <= 0) return NAN;
    memcpy(copy, x, (size_t)n * sizeof *x);
    qsort(copy, (size_t)n, sizeof *copy, ascending);
    return sorted_median(copy, n);
}

static double resampled_median(const double *x, int n, ss_pcg *r) /* n > 0 */
{
    double copy[SS_MAX_SAMPLES] = {x[0]};

    for (int i = 0; i < n; i++) copy[i] = x[(int)(ss_pcg_uniform(r) * n)];
    qsort(copy, (size_t)n, sizeof *copy, ascending);
    return sorted_median(copy, n);
}

static ss_interval percentiles(double *value, double alpha)
{
    qsort(value, RESAMPLES, sizeof *value, ascending);
    const int low = (int)(0.5 * alpha * RESAMPLES);
    return (ss_interval){value[low], value[RESAMPLES - 1 - low]};
}

ss_interval ss_median_interval(const double *x, int n, double alpha, uint64_t seed, uint64_t stream)
{
    double value[RESAMPLES];
    ss_pcg r;

    if (n > SS_MAX_SAMPLES) n = SS_MAX_SAMPLES;
    if (n <= 0) return (ss_interval){NAN, NAN};
    ss_pcg_seed(&r, seed, stream);
    for (int k = 0; k < RESAMPLES; k++) value[k] = resampled_median(x, n, &r);
    return percentiles(value, alpha);
}

ss_interval ss_ratio_interval(const double *a, int na, const double *b, int nb, double alpha,
                              uint64_t seed, uint64_t stream)
{
    double value[RESAMPLES];
    ss_pcg r;

    if (na > SS_MAX_SAMPLES) na = SS_MAX_SAMPLES;
    if (nb > SS_MAX_SAMPLES) nb = SS_MAX_SAMPLES;
    if (na <= 0 || nb <= 0) return (ss_interval){NAN, NAN};
    ss_pcg_seed(&r, seed, stream);
    for (int k = 0; k < RESAMPLES; k++) {
        const double below = resampled_median(a, na, &r);
        value[k] = resampled_median(b, nb, &r) / below;
    }
    return percentiles(value, alpha);
}

/* Student's t at 97.5 %; beyond the table the expansion 1.96 + 2.4/n is right to 1e-3. */
static double student(int freedom)
{
    static const double t[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365,
                               2.306,  2.262, 2.228, 2.201, 2.179, 2.160, 2.145};
    const int rows = sizeof t / sizeof *t;
    return freedom <= rows ? t[freedom - 1] : 1.960 + 2.4 / freedom;
}

int ss_slope(const double *x, const double *y, int n, double *slope, ss_interval *interval)
{
    double mx = 0.0, my = 0.0, xx = 0.0, xy = 0.0, rest = 0.0;

    for (int i = 0; i < n; i++) mx += x[i] / n, my += y[i] / n;
    for (int i = 0; i < n; i++) {
        xx += (x[i] - mx) * (x[i] - mx);
        xy += (x[i] - mx) * (y[i] - my);
    }
    if (n < 3 || !(xx > 0.0)) return 1;
    *slope = xy / xx;
    for (int i = 0; i < n; i++) {
        const double r = y[i] - my - *slope * (x[i] - mx);
        rest += r * r;
    }
    const double half = student(n - 2) * sqrt(rest / (n - 2) / xx);
    *interval = (ss_interval){*slope - half, *slope + half};
    return 0;
}
