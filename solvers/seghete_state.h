/* seghete_state.h - what the files of method seghete share: its state and its stages */
#ifndef SS_SEGHETE_STATE_H
#define SS_SEGHETE_STATE_H

#include "solvers/math/inertia.h"
#include "solvers/math/root.h"
#include "solvers/rattle.h"
#include "solvers/reflections.h"

/* Event location: width of the bracket in units of the step.  At 1 km/s and steps of 1 ms a gap
 * is then found to 1e-12 m, below `closed`. */
#define SS_LOCATED 1e-12

/* What a contact is doing at the beginning of a move. */
typedef enum { SS_ROLE_OPEN, SS_ROLE_LEAVING, SS_ROLE_RESTING, SS_ROLE_HIT } ss_seghete_role;

typedef struct ss_seghete_state {
    ss_dims d;
    ss_rattle rattle;
    ss_inertia inertia;
    ss_order_search search;
    ss_root_work root;
    ss_reflect_order order;
    long maps, impacts;
    double capture, closed, rest;
    double h;              /* of the step under way */
    double t;              /* where it is */
    double *q, *u;         /* nu */
    double *v;             /* nu: mean velocity of the last move */
    double v_tau;          /* its length; 0: there is none */
    double *guess;         /* nu */
    double *g;             /* nc */
    unsigned char *role;   /* nc */
    unsigned char *struck; /* nc: had an impact in this step */
    int *watch;            /* nc: contacts whose gap is watched */
    int nwatch;
    double *zero;                           /* nc: round-off of gaps */
    double *sum;                            /* nc*2: impulses of the step */
    double *W, *Y, *G, *vel, *v0, *L, *chi; /* impact: rows, M^-1 rows, ... */
    double *e_n, *e_t, *mu;
    int *who; /* closed contacts of the impact */
    int n;
    double *h_force;
    double work;               /* of applied forces and supports so far */
    unsigned char *mode, *was; /* nc: now, and after the last move */
    double *since;             /* nc: when the mode changed first in this step, -1: it did not */
    double *slip;              /* nc: tangential velocity of resting contacts before the move */
    double residual;
} ss_seghete_state;

/* Rows of contact i where e is placed, and its velocity there. */
static inline ss_status ss_seghete_rows(const ss_seghete_state *s, ss_eval *e, int i,
                                        const double *u, double *W, double *chi, double *v)
{
    const int n = s->d.nu;

    SS_TRY(ss_jac(e, i, W));
    if (s->d.nt == 0) memset(W + n, 0, (size_t)n * sizeof *W);
    chi[0] = chi[1] = 0.0;
    if (e->p->chi) SS_TRY(ss_chi(e, i, chi));
    for (int k = 0; k < 2; k++) v[k] = ss_dot(n, W + k * n, u) + chi[k];
    return SS_OK;
}

/* Total energy where e is placed. */
static inline ss_status ss_seghete_energy(ss_eval *e, const double *u, double *E)
{
    double T, V;
    SS_TRY(ss_energy(e, u, &T, &V));
    *E = T + V;
    return SS_OK;
}

/* Of an impact, and from DV on of its contact: reflections.h. */
enum {
    SS_MEASURE_S,
    SS_MEASURE_DP,
    SS_MEASURE_OUTCOMES,
    SS_MEASURE_SPREAD,
    SS_MEASURE_COMPLETE,
    SS_MEASURE_DV,
    SS_MEASURE_LEAST,
    SS_MEASURE_MOST
};

/* Reflect at (t, q), where e is placed; u goes from before to after. */
ss_status ss_seghete_impact(ss_seghete_state *s, ss_eval *e, ss_step_info *info);

/* One move from (t, q, u): over all of tau, or until a contact closes; *tau is what was done. */
ss_status ss_seghete_move(ss_seghete_state *s, ss_eval *e, double *tau);
/* Take over the end of the last move; *tau becomes shorter if a slip ended before. */
ss_status ss_seghete_land(ss_seghete_state *s, ss_eval *e, double *tau);

#endif
