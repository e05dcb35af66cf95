/* stats.h - medians, bootstrap intervals, and a slope with its interval */
#ifndef SS_STATS_H
#define SS_STATS_H

#include <stdint.h>

enum { SS_MAX_SAMPLES = 1000 };

double ss_median(const double *x, int n); /* NAN if n = 0; at most SS_MAX_SAMPLES are read */

typedef struct ss_interval {
    double lo, hi;
} ss_interval;

/* Percentile bootstrap of the median at level 1 - alpha.  Seed and stream are the caller's, so
 * the same samples give the same interval. */
ss_interval ss_median_interval(const double *x, int n, double alpha, uint64_t seed,
                               uint64_t stream);
/* of median(b)/median(a) */
ss_interval ss_ratio_interval(const double *a, int na, const double *b, int nb, double alpha,
                              uint64_t seed, uint64_t stream);

/* Least squares y = c + slope x with the 95 % interval of Student's t.  Nonzero: fewer than
 * three points, or all at one x. */
int ss_slope(const double *x, const double *y, int n, double *slope, ss_interval *interval);

#endif
