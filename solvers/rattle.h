/* rattle.h - a step of the midpoint variational integrator with contacts that stay closed (ours;
 * without friction it is RATTLE over the midpoint rule, del.h).
 *
 *     M(qm) v - tau/2 K = p0 + W(q0)' L1          q1 = q0 + tau v          stage 1: move
 *         0 <= L1N _|_ g(q1)/tau >= 0,   Coulomb between L1T and W_T(qm) v + chi_T
 *     p1 = p0 + W(q0)' L1 + tau K + W(q1)' L2,    u1 = M(q1)^-1 p1         stage 2: land
 *         0 <= L2N _|_ W_N(q1) u1 + chi_N >= 0,   Coulomb between L2T and W_T(q1) u1 + chi_T
 *
 * Each stage is a contact problem v = G L + b in the sense of lcp.h, so contacts stick, slip or
 * open as the laws want.  For holonomic constraints the scheme is symplectic and of order 2;
 * each of L1, L2 is half of the step's impulse, so friction of constant direction is integrated
 * by the trapezoidal rule.  A sliding block under gravity is exact.
 *
 * Stage 1 is nonlinear: every iteration of Newton's method solves a contact problem with
 * G = W(q1) A^-1 W(q0)', A the Jacobian of del.h.  Its fixed point satisfies the laws whatever A
 * is.  Gaps stay above zero less their rounding; one that begins deeper is kept, not pushed out:
 * over a short step that would be a blow.
 *
 * Coefficients of friction are the law's at the slip speed at the beginning of the step for
 * stage 1, and at the end, extrapolated through the middle, for stage 2.  Isolated friction has
 * its load tau/2 times in each.
 */
#ifndef SS_RATTLE_H
#define SS_RATTLE_H

#include "solvers/del.h"

typedef struct ss_rattle {
    ss_dims d;
    ss_del del;
    ss_contact_solver solver;
    int guessing;            /* try the last modes before the solver */
    int moving;              /* supports may move by themselves */
    int jumps;               /* gaps may jump */
    double closed;           /* m: gap below which a contact is closed at the end of a step */
    double slack;            /* m: rounding of gaps */
    double rest;             /* m/s: slip below which a contact does not slip */
    int n;                   /* contacts taking part */
    int *at;                 /* nc: which */
    unsigned char *guess[2]; /* nc: modes that the two stages ended with last */
    unsigned char *mode;     /* n: modes of the last stage */
    int forcing;             /* contacts go on in the modes `forced`, whatever the laws say */
    unsigned char *forced;   /* n: of ss_mode */
    double *p0;              /* nu: momentum at the start */
    double *W0, *Y;          /* 2n rows of nu: at q0, and A^-1 W0' */
    double *W1;              /* 2n rows: of stage 1's velocities, then at q1 */
    double *Wm;              /* 2 rows */
    double *g0, *g1;         /* nc */
    double *away;            /* n: normal velocity at the start */
    double *slip;            /* n: tangential velocity at the start, later at the end */
    double *L1, *L2;         /* 2n */
    double *chi;             /* 2n: support motion of the stage under way */
    double *G, *b, *mu, *load, *vel, *work;
    double *d_v;     /* nu */
    double *q1, *u1; /* nu: the end */
    double support;  /* work of moving supports in this step, J */
    double residual; /* of the contact problems */
    ss_contact_problem problem;
} ss_rattle;

void ss_rattle_layout(ss_rattle *r, const ss_dims *d, const ss_lcp_backend *backend, ss_arena *a);
void ss_rattle_reset(ss_rattle *r, const ss_problem *p, int guessing, double closed, double rest);

/* Begin at (t, q, u), where e is placed, with the contacts in r->at[0..r->n). */
ss_status ss_rattle_begin(ss_rattle *r, ss_eval *e, const double *u);
/* Stage 1 over tau from the begun state: v (guess, then solution), L1, q1.  May be called again
 * with another tau. */
ss_status ss_rattle_move(ss_rattle *r, ss_eval *e, double t, const double *q, double tau,
                         double *v);
/* With `forcing`, both stages give what the motion would be if modes did not change: where a
 * slip would end, for one. */
/* Stage 2 after the last move: L2, u1, modes; e is left placed at the end. */
ss_status ss_rattle_land(ss_rattle *r, ss_eval *e, double t, double tau, const double *v);

#endif
