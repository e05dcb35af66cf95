/* acceleration.h - the contact forces that the laws allow in one state.
 *
 * For a given (t, q, u) the closed contacts that are not separating take forces l with
 *
 *     M u' = h + W' l,    0 <= lN _|_ aN >= 0,   a = W u' + zeta
 *     slipping (vT != 0):  lT = -mu(vT) sgn(vT) lN
 *     not slipping:        |lT| <= mu lN,  lT = -mu lN sgn(aT) where aT != 0
 *
 * a linear complementarity problem with one, several or no solutions (Painleve). */
#ifndef SS_ACCELERATION_H
#define SS_ACCELERATION_H

#include "problems/problem.h"

/* Contacts at rest relative to their support to within this (m, m/s) count as closed and as
 * not slipping. */
#define SS_AT_REST 1e-9

/* All solutions by enumeration.  Returns how many distinct ones there are and keeps at most
 * `room`: l gets nc*dim forces and udot nu accelerations each.  *status is SS_OK,
 * SS_EINCONSISTENT where none exists, or why it could not be decided. */
int ss_acceleration_solutions(const ss_problem *p, double t, const double *q, const double *u,
                              double *l, double *udot, int room, ss_status *status);

#endif
