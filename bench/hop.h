/* hop.h - take-offs, landings, speed and cost of a run whose problem has a gait
 *
 * Fed as a sink, in constant memory.  The mechanism stands while a contact carries force or stays
 * closed.  A hop lies between two standing steps that are more than `least` apart, with steps off
 * the ground between them, if the centre of mass rises when it begins: shorter gaps are the foot's
 * rattling.  Its take-off angle is the direction of the centre of mass at the last standing step,
 * counter-clockwise from +x.  A fall ends the analysis; what comes later does not count.
 */
#ifndef SS_HOP_H
#define SS_HOP_H

#include "solvers/run.h"

#define SS_HOP_LEAST 5e-3 /* s: the ten steps of 0.5 ms in the source's program */

typedef struct ss_hop { /* one hop */
    double t, x, angle; /* take-off: s, m, rad */
    double t_land, x_land, angle_land;
} ss_hop;

typedef struct ss_hops {
    /* set by the caller */
    const ss_problem *p;
    double least;                              /* s */
    int stop_at_fall;                          /* take() ends the run there */
    int (*each)(void *ctx, const ss_hop *hop); /* optional; nonzero ends the run */
    void *ctx;

    /* what was found */
    long hops;
    double angle, scatter; /* mean of the take-off angles; sum of squares about it */
    double landing;        /* mean of the landing angles */
    double flown;          /* s, sum */
    int fallen;
    double t0, x0, t, x; /* first and last point that count */
    double effort;       /* J, integral of |drive| */
    double weight;       /* N */

    /* the analysis' own */
    int begun, stood, aloft; /* aloft: open since the last standing step */
    double drive;
    double left_t, left_x, left_v[2]; /* the last standing step */
    double v[2];                      /* of the last step */
} ss_hops;

enum {
#define SS_HOP(name, value) +1
    SS_HOP_METRICS = 0
#include "bench/hop.def"
#undef SS_HOP
};

extern const char *const ss_hop_name[SS_HOP_METRICS];

/* {0} if p has no gait */
ss_sink ss_hops_sink(ss_hops *h);
void ss_hops_metrics(const ss_hops *h, double out[SS_HOP_METRICS]);

#endif
