/* uniqueness.h - how far the outcome of an impact in a given state depends on the order in which
 * its contacts are taken (seghete2012) */
#ifndef SS_UNIQUENESS_H
#define SS_UNIQUENESS_H

#include "problems/problem.h"
#include "solvers/reflections.h"

typedef struct ss_uniqueness {
    int closed;        /* unilateral contacts within SS_AT_REST of closed */
    double s;          /* <u, v> of the unit normals of two of them, the largest in size */
    ss_ambiguity most; /* the pair whose order matters most for these velocities */
    ss_orders orders;  /* of reflections without friction */
} ss_uniqueness;

/* At (t, q, u).  s is NaN with fewer than two closed contacts. */
ss_status ss_uniqueness_at(const ss_problem *p, double t, const double *q, const double *u,
                           ss_uniqueness *out);

#endif
