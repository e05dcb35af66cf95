/* root.h - event location by bracketing, on dense output
 *
 * m functions phi_j(s) on 0 <= s <= 1, all admissible while phi_j >= 0; wanted is the first s
 * at which one of them turns negative.  Long steps must not hide a double crossing or a touch
 * without a crossing, so signs at the ends are not trusted.  The march goes from left to right
 * over intervals [s, s + w] with five equidistant values each:
 *
 *     clear      the Bernstein coefficients of the quartic through them are all above a margin:
 *                a polynomial lies in the hull of its coefficients, so phi has no root there;
 *                s += w, w doubles
 *     falling    the coefficients decrease by more than a margin and the sign changes: one root,
 *                found by bracketed secants (Illinois)
 *     neither    w halves, down to the tolerance, where a sign change is a root
 *
 * The margin is a multiple of the quartic's own fourth difference, which bounds what the next
 * order can add wherever the interval resolves phi; as w falls, hull and margin shrink around
 * phi like w and w^4.  A root where the interval begins (the event just passed) is not found
 * again: leading coefficients there may be within `zero` of zero; and what stays within it over
 * a whole interval rests there.
 */
#ifndef SS_ROOT_H
#define SS_ROOT_H

#include "problems/base/arena.h"
#include "problems/base/status.h"

typedef struct ss_root_functions {
    void *ctx;
    int m;
    ss_status (*at)(void *ctx, double s, double *phi); /* m values */
} ss_root_functions;

enum { SS_ROOT_NODES = 5 };

typedef struct ss_root_work {
    double *phi; /* 5 rows of m, and one more */
} ss_root_work;

static inline void ss_root_layout(ss_root_work *w, int m, ss_arena *a)
{
    w->phi = SS_TAKE(a, double, (SS_ROOT_NODES + 1) * m);
}

typedef struct ss_root {
    int which;     /* the function that turns negative first, -1: none does */
    double before; /* the last s known to be admissible */
    double after;  /* the first known not to be; within tol of `before` */
    int touches;   /* intervals on the way that came within `zero` and did not become negative */
} ss_root;

/* tol: width of the final bracket, > 0, in s.  zero: m values, the round-off of each function:
 * what counts as starting from zero, as resting there and as a touch.  SS_ESTEP if a function
 * is too rough to be searched. */
ss_status ss_root_first(ss_root_work *work, const ss_root_functions *f, double tol,
                        const double *zero, ss_root *out);

#endif
