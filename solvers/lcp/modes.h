/* modes.h - a contact problem whose modes are guessed is a linear system.
 *
 * From one step to the next contacts mostly go on as they were, so the modes of the last
 * step are tried before a complementarity solver is asked.  A guess is accepted only if it
 * satisfies every inequality: an accepted answer is a solution, not an approximation. */
#ifndef SS_MODES_H
#define SS_MODES_H

#include "solvers/lcp/lcp.h"

/* The state of a contact.  Slip is named by the sign of its tangential velocity; spatial
 * slip is SS_SLIP_PLUS whatever its direction; a frictionless closed contact slips. */
typedef enum { SS_OPEN, SS_STICK, SS_SLIP_PLUS, SS_SLIP_MINUS } ss_mode;
enum { SS_NMODE = 4 };

/* Rows of the largest problem whose modes are guessed: 32 contacts. */
enum { SS_MODES_MAX = 64 };

/* Solve with the given modes (n).  Returns 1 if L satisfies every law, with v = G L + b and
 * the largest velocity that should be zero in *residual; else 0.  work: 2n*(2n+2) numbers. */
int ss_modes_solve(const ss_contact_problem *c, const unsigned char *mode, double *L, double *v,
                   double *residual, double *work);

/* The modes that a solution is in. */
void ss_modes_of(const ss_contact_problem *c, const double *L, const double *v,
                 unsigned char *mode);

#endif
