/* active.h - contact forces of known modes, whatever the rank, and the search for the modes
 *
 * Over n contacts with v = G L + b (rows N1 T1 N2 T2 ..., G = W M^-1 W'; forces and
 * accelerations, or impulses and velocities) a mode is a set of equations and inequalities:
 *
 *     open       LN = LT = 0                      vN >= 0
 *     stick      vN = 0, vT = 0                   LN >= 0, |LT| <= hold LN
 *     slip +-    vN = 0, LT = -+ drag LN          LN >= 0, +-vT >= 0 unless `way` fixes it
 *
 * Two corners of one block cannot both be asked for their share of one tangential force: the
 * rows depend on each other.  The dependent ones are left out and the forces are those of
 * least weighted norm, tangential ones weighed by what each contact can hold, so that a
 * contact slips only when all that share the force are at their limit.
 *
 * Where normals are redundant (a bearing that touches all around) modes are not unique: contacts
 * may be wedged against each other.  Solutions in which all that stood do the same come first.
 */
#ifndef SS_ACTIVE_H
#define SS_ACTIVE_H

#include "problems/base/arena.h"
#include "solvers/lcp/modes.h"

typedef struct ss_active {
    int n;
    const double *G;          /* 2n*2n, row-major, symmetric */
    const double *b;          /* 2n */
    const double *hold;       /* n: friction that sticking can bear, per LN */
    const double *drag;       /* n: friction of slip, per LN; 0: frictionless */
    const double *load;       /* n: the given LN of isolated friction, or < 0 */
    const signed char *way;   /* n: the way it slips already, +1 or -1; 0: it does not slip */
    const signed char *bound; /* n: +1 must stay closed, 0 free; NULL: all free */
    double grain;             /* what b is made of: it is rounded as this is, or as b if smaller */
} ss_active;

/* Numbers of work memory for n contacts. */
static inline int ss_active_work(int n)
{
    const int k = 2 * n;
    return 2 * k * (k + 1) + 3 * k;
}

/* L and v of the given modes; 1, or 0 if the equations contradict each other. */
int ss_active_solve(const ss_active *a, const unsigned char *mode, double *L, double *v,
                    double *work);

/* The same for modes that have been found before: rows that differ by a little do so because of
 * where they are taken, and what is independent among them is satisfied. */
int ss_active_go_on(const ss_active *a, const unsigned char *mode, double *L, double *v,
                    double *work);

/* Do the inequalities hold, up to round-off of the largest force and of the largest b? */
int ss_active_holds(const ss_active *a, const unsigned char *mode, const double *L,
                    const double *v);

/* Modes whose equations and inequalities hold: those given, else what repairing the worst
 * violation one by one leads to, else the first in order of all patterns (at most six contacts:
 * closed before open).  1 with mode, L and v; 0 if there are none, *proved tells whether all
 * patterns were tried. */
int ss_active_find(const ss_active *a, unsigned char *mode, double *L, double *v, double *work,
                   int *proved);

#endif
