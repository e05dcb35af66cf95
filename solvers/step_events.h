/* step_events.h - what happened at the contacts during one step of a time-stepper */
#ifndef SS_STEP_EVENTS_H
#define SS_STEP_EVENTS_H

#include "solvers/math/unroll.h"
#include "solvers/method.h"

/* One contact's share of a step. */
typedef struct ss_contact_step {
    int contact;
    ss_mode before, after;
    double L[SS_MAX_DIM];                             /* impulses of the step */
    double v_before[SS_MAX_DIM], v_after[SS_MAX_DIM]; /* relative velocities, normal first */
    double v_free; /* normal velocity that smooth forces alone would have led to */
    int frictionless;
} ss_contact_step;

/* A contact that closes faster than this has collided; slower, smooth forces alone explain
 * its velocity within two steps and it has merely touched.  Normal velocities before the step
 * and as smooth forces alone would have made them. */
SS_UNROLL double ss_touch_speed(double v_before, double v_free)
{
    const double smooth = v_free - v_before;
    return 2.0 * (smooth < 0.0 ? -smooth : smooth);
}

/* The event of this contact, if any: 1 and its kind, else 0.  The transition rules of contact
 * modes, as a time-stepper sees them. */
static inline int ss_step_event(const ss_contact_step *c, ss_event_kind *kind)
{
    const int was = c->before != SS_OPEN, is = c->after != SS_OPEN;

    if (c->L[0] > 0.0 && -c->v_before[0] > ss_touch_speed(c->v_before[0], c->v_free))
        return *kind = SS_IMPACT, 1;
    if (!was && is) return *kind = SS_TOUCH, 1;
    if (was && !is) return *kind = SS_LIFTED, 1;
    if (!is || c->before == c->after || c->frictionless) return 0;
    *kind = c->after == SS_STICK ? SS_STUCK : c->before == SS_STICK ? SS_SLIPPED : SS_REVERSED;
    return 1;
}

#endif
