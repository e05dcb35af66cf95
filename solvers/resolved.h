/* resolved.h - when a bounce that is lower than the tolerances resolve counts as rest
 *
 * An accepted step may err in coordinate i by atol + rtol |q_i|, and so in a gap with the gradient
 * wN by
 *
 *     dg = sum_i |wN_i| (atol + rtol |q_i|)
 *
 * A bounce that rises less is not told from rest.  With restitution e it is followed by lower ones,
 * and from the speed v down to v_rest, where every method takes the limit, there are
 * ln(v/v_rest)/ln(1/e) of them: they cost little and are followed.  Where e is 1 or nearly so there
 * is no end to them, some ten thousands in a second, and they are rest.
 */
#ifndef SS_RESOLVED_H
#define SS_RESOLVED_H

#include "problems/problem.h"
#include <math.h>

/* Bounces that are worth following. */
#define SS_BOUNCES 1000.0

/* dg.  wN: nu; where velocities are not the rates of coordinates the largest of these stands for
 * all. */
static inline double ss_gap_resolved(const ss_dims *d, const double *wN, const double *q,
                                     double rtol, double atol)
{
    double most = 0.0, dg = 0.0;

    for (int i = 0; i < d->nq; i++) most = fmax(most, fabs(q[i]));
    for (int i = 0; i < d->nu; i++)
        dg += fabs(wN[i]) * (atol + rtol * (d->nq == d->nu ? fabs(q[i]) : most));
    return dg;
}

/* Are there more than SS_BOUNCES from v down to v_rest?  0 <= e <= 1. */
static inline int ss_bounces_on(double e, double v, double v_rest)
{
    return v > v_rest && (v_rest == 0.0 ? e > 0.0 : log(v / v_rest) > -SS_BOUNCES * log(e));
}

#endif
