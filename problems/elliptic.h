/* elliptic.h - Jacobi's elliptic functions by the arithmetic-geometric mean, for the closed form
 * of a pendulum of any amplitude. */
#ifndef SS_ELLIPTIC_H
#define SS_ELLIPTIC_H

#include <float.h>
#include <math.h>

enum { SS_AGM_MOST = 12 }; /* quadratic convergence: six do for any modulus below 1 - 1e-16 */

/* The complete integral K of modulus k, 0 <= k < 1. */
static inline double ss_elliptic_K(double k)
{
    double a = 1.0, b = sqrt(1.0 - k * k);

    for (int i = 0; i < SS_AGM_MOST && fabs(a - b) > DBL_EPSILON * a; i++) {
        const double m = 0.5 * (a + b);

        b = sqrt(a * b);
        a = m;
    }
    return 0.5 * 3.14159265358979323846 / a;
}

/* sn and cn of v with modulus k: the amplitude of descending Landen transformations. */
static inline void ss_elliptic_jacobi(double v, double k, double *sn, double *cn)
{
    double a[SS_AGM_MOST + 1] = {1.0}, c[SS_AGM_MOST + 1] = {k}, b = sqrt(1.0 - k * k);
    int n = 0;

    while (n < SS_AGM_MOST && fabs(c[n]) > DBL_EPSILON * a[n]) {
        a[n + 1] = 0.5 * (a[n] + b);
        c[n + 1] = 0.5 * (a[n] - b);
        b = sqrt(a[n] * b);
        n++;
    }
    double phi = ldexp(a[n] * v, n);

    for (; n > 0; n--) phi = 0.5 * (phi + asin(c[n] / a[n] * sin(phi)));
    *sn = sin(phi);
    *cn = cos(phi);
}

#endif
