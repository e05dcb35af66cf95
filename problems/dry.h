/* dry.h - closed forms of motion under dry friction, shared by the families that have one.
 *
 * Dry means: mu_s at rest, mu_d at every slip speed, nothing viscous, so that friction is a
 * constant between two events and the motion between them elementary.  In both functions
 * (x, v) enters as the start and leaves as the state a time t later; hold and brake are what
 * static and dynamic friction can do, with hold >= brake >= 0.
 */
#ifndef SS_DRY_H
#define SS_DRY_H

#include "problems/law.h"
#include <math.h>

static inline int ss_law_is_dry(const ss_law *law)
{
    const int sharp = law->v_s == 0.0 && law->mu_s > law->mu_d;
    return law->b == 0.0 && (law->mu_s == law->mu_d || sharp);
}

/* x'' = push - brake sgn(x');  at rest while |push| <= hold.  All are accelerations. */
static inline void ss_dry_slide(double push, double hold, double brake, double t, double *x,
                                double *v)
{
    /* at most two pieces: a slide that ends, and one in the direction of the push */
    for (;;) {
        if (*v == 0.0 && fabs(push) <= hold) return;

        const double way = copysign(1.0, *v != 0.0 ? *v : push);
        const double acc = push - way * brake;
        const double stop = acc * way < 0.0 ? -*v / acc : INFINITY;
        if (t < stop) {
            *x += t * (*v + 0.5 * acc * t);
            *v += acc * t;
            return;
        }
        *x += 0.5 * *v * stop;
        *v = 0.0;
        t -= stop;
    }
}

/* x'' = -w^2 (x + brake sgn(x'));  at rest while |x| <= hold.  Both are lengths.
 *
 * Seen along the way of motion, X = way x + brake swings harmonically about zero and turns
 * when its phase does: after atan2(V/w, X).  From a turning point on every half swing lasts
 * pi/w and costs 2 brake of amplitude, until one ends within hold. */
static inline void ss_dry_swing(double w, double hold, double brake, double t, double *x, double *v)
{
    const double pi = 3.14159265358979323846;
    if (*v == 0.0 && fabs(*x) <= hold) return;

    const double way = *v != 0.0 ? copysign(1.0, *v) : -copysign(1.0, *x);
    const double X = way * *x + brake, V = fabs(*v) / w;
    const double reach = hypot(X, V), turn = atan2(V, X);
    double phase = w * t;
    if (phase < turn) {
        *x = way * (reach * cos(phase - turn) - brake);
        *v = -way * w * reach * sin(phase - turn);
        return;
    }

    const double x1 = way * (reach - brake), a1 = fabs(x1);
    double last = 0.0; /* half swings until it stays */
    if (a1 > hold) last = brake > 0.0 ? ceil((a1 - hold) / (2.0 * brake)) : INFINITY;
    phase -= turn;
    const double n = fmin(floor(phase / pi), last);
    const double s = copysign(1.0, x1) * (fmod(n, 2.0) == 0.0 ? 1.0 : -1.0);
    const double a = a1 - 2.0 * n * brake;
    if (n == last) {
        *x = s * a;
        *v = 0.0;
        return;
    }
    phase -= n * pi;
    *x = s * (brake + (a - brake) * cos(phase));
    *v = -s * w * (a - brake) * sin(phase);
}

#endif
