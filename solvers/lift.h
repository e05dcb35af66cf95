/* lift.h - penetrations removed by moving the mechanism out of its contacts */
#ifndef SS_LIFT_H
#define SS_LIFT_H

#include "solvers/math/inertia.h"

typedef struct ss_lift_room {
    double *q;  /* nq: in, out */
    double *g;  /* nc: gaps at q; in, out */
    double *W;  /* dim*nu, scratch */
    double *Y;  /* nu, scratch */
    double *qd; /* nq, scratch; used by problems with rate() only */
} ss_lift_room;

/* Moves q along M^-1 wN of every contact deeper than `depth`, contact by contact and sweep by
 * sweep, until none is left or a hundred sweeps are done.  e must be placed at (t, q), and is
 * so afterwards.  The inertia may be that of a nearby configuration.  *lifted: 1 if q moved. */
ss_status ss_lift(const ss_lift_room *r, ss_eval *e, const ss_inertia *I, double t, double depth,
                  int *lifted);

#endif
