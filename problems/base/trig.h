/* trig.h - sine and cosine of one angle at once, inline
 *
 *     x = n pi/2 + r,  |r| <= pi/4          pi/2 in three parts of 33 bits, so that n times the
 *                                           first two is exact for n < 2^20 (Cody and Waite)
 *     sin r = r + r^3 S(r^2),  cos r = 1 - r^2/2 + r^4 C(r^2)
 *
 * S and C are Taylor's: on |r| <= pi/4 what is left out of S is below 5e-17 and of C below 3e-18,
 * so that the error is that of the roundings, below 1.25 units in the last place (a test
 * measures it).  Beyond RANGE the library's functions take over.  The bits do not depend on whose
 * library it is, and a call costs half of theirs.
 */
#ifndef SS_TRIG_H
#define SS_TRIG_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/* 2^52 + 2^51: adding it rounds to a whole number, which the low bits of the sum then show */
#define SS_TRIG_ROUND 6755399441055744.0
#define SS_TRIG_RANGE 1e6 /* |x|; n is below 2^20 there */

static inline void ss_sincos(double x, double *sine, double *cosine)
{
    static const double two_over_pi = 0.63661977236758134308;
    static const double p1 = 1.57079632673412561417, p2 = 6.07710050630396597660e-11,
                        p3 = 2.02226624879595063154e-21;

    if (!(fabs(x) < SS_TRIG_RANGE)) {
        *sine = sin(x);
        *cosine = cos(x);
        return;
    }
    const double shifted = x * two_over_pi + SS_TRIG_ROUND, n = shifted - SS_TRIG_ROUND;
    /* r and the little that its rounding loses */
    const double t = x - n * p1, t2 = n * p2, u = t - t2, v = ((t - u) - t2) - n * p3;
    const double r = u + v, tail = (u - r) + v, z = r * r, w = z * z;

    /* even and odd powers of z apart: two short chains instead of a long one */
    const double S = (-1.0 / 6.0 + w * (-1.0 / 5040.0 +
                                        w * (-1.0 / 39916800.0 + w * (-1.0 / 1307674368000.0)))) +
                     z * (1.0 / 120.0 + w * (1.0 / 362880.0 + w * (1.0 / 6227020800.0)));
    const double C = (1.0 / 24.0 + w * (1.0 / 40320.0 +
                                        w * (1.0 / 479001600.0 + w * (1.0 / 20922789888000.0)))) +
                     z * (-1.0 / 720.0 + w * (-1.0 / 3628800.0 + w * (-1.0 / 87178291200.0)));
    /* 1 - z/2 is rounded; what it loses is added to the small rest */
    const double half = 0.5 * z, one = 1.0 - half;
    const double s = r + (r * z * S + tail * one);
    const double c = one + (((1.0 - one) - half) + (w * C - r * tail));

    uint64_t quadrant;
    memcpy(&quadrant, &shifted, sizeof quadrant);
    const double a = quadrant & 1 ? c : s, b = quadrant & 1 ? s : c;
    *sine = quadrant & 2 ? -a : a;
    *cosine = (quadrant + 1) & 2 ? -b : b;
}

/* Two angles at once: the same bits as ss_sincos() of each, in one go where the machine has
 * vectors of two. */
static inline void ss_sincos_pair(double x, double y, double sine[2], double cosine[2])
{
#if defined __GNUC__ && !defined SS_TRIG_NO_VECTORS
    typedef double two __attribute__((vector_size(16)));
    typedef int64_t words __attribute__((vector_size(16)));
    const double two_over_pi = 0.63661977236758134308;
    const double p1 = 1.57079632673412561417, p2 = 6.07710050630396597660e-11,
                 p3 = 2.02226624879595063154e-21;

    if (fabs(x) < SS_TRIG_RANGE && fabs(y) < SS_TRIG_RANGE) {
        const two xy = {x, y};
        const two shifted = xy * two_over_pi + SS_TRIG_ROUND, n = shifted - SS_TRIG_ROUND;
        const two t = xy - n * p1, t2 = n * p2, u = t - t2, v = ((t - u) - t2) - n * p3;
        const two r = u + v, tail = (u - r) + v, z = r * r, w = z * z;
        const two S = (-1.0 / 6.0 + w * (-1.0 / 5040.0 +
                                         w * (-1.0 / 39916800.0 + w * (-1.0 / 1307674368000.0)))) +
                      z * (1.0 / 120.0 + w * (1.0 / 362880.0 + w * (1.0 / 6227020800.0)));
        const two C = (1.0 / 24.0 + w * (1.0 / 40320.0 +
                                         w * (1.0 / 479001600.0 + w * (1.0 / 20922789888000.0)))) +
                      z * (-1.0 / 720.0 + w * (-1.0 / 3628800.0 + w * (-1.0 / 87178291200.0)));
        const two half = 0.5 * z, one = 1.0 - half;
        const words s = (words)(r + (r * z * S + tail * one));
        const words c = (words)(one + (((1.0 - one) - half) + (w * C - r * tail)));
        /* the quadrant: odd ones exchange the two, and bit 1 is the sign */
        const words quadrant = (words)shifted, odd = -(quadrant & 1);
        const two a = (two)(((c & odd) | (s & ~odd)) ^ ((quadrant & 2) << 62));
        const two b = (two)(((s & odd) | (c & ~odd)) ^ (((quadrant + 1) & 2) << 62));
        sine[0] = a[0], sine[1] = a[1];
        cosine[0] = b[0], cosine[1] = b[1];
        return;
    }
#endif
    ss_sincos(x, &sine[0], &cosine[0]);
    ss_sincos(y, &sine[1], &cosine[1]);
}

#endif
