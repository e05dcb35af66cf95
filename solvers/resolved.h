/* resolved.h - the least height that a run's tolerances tell from nothing
 *
 * An accepted step may err in coordinate i by atol + rtol |q_i|, and so in a gap with the gradient
 * wN by
 *
 *     dg = sum_i |wN_i| (atol + rtol |q_i|)
 *
 * A rebound that rises less is not told from rest, and going after it costs the more steps the
 * lower it is: flights last sqrt(8 dg/|a|), and where impacts are elastic there is no end to them.
 */
#ifndef SS_RESOLVED_H
#define SS_RESOLVED_H

#include "problems/problem.h"
#include <math.h>

/* wN: nu; where velocities are not the rates of coordinates the largest of these stands for all. */
static inline double ss_gap_resolved(const ss_dims *d, const double *wN, const double *q,
                                     double rtol, double atol)
{
    double most = 0.0, dg = 0.0;

    for (int i = 0; i < d->nq; i++) most = fmax(most, fabs(q[i]));
    for (int i = 0; i < d->nu; i++)
        dg += fabs(wN[i]) * (atol + rtol * (d->nq == d->nu ? fabs(q[i]) : most));
    return dg;
}

#endif
