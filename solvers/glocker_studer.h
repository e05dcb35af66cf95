/* glocker_studer.h - the state of the midpoint scheme, shared by its files */
#ifndef SS_GLOCKER_STUDER_H
#define SS_GLOCKER_STUDER_H

#include "solvers/math/inertia.h"
#include "solvers/method.h"
#include "solvers/step_events.h"

typedef struct ss_midpoint {
    ss_dims d;
    int dim; /* rows per contact */
    int project, guessing, moving, driven;
    int is_static; /* some contact has mu_s > mu_d */
    double closed_gap, depth;
    const ss_law *law; /* nc */
    ss_inertia inertia;
    ss_contact_solver solver;
    double *qm, *q, *qd;  /* midpoint, end, rate: nq */
    double *f, *uf, *u;   /* forces, free and new velocity: nu */
    double *g, *ge;       /* nc: gaps at the midpoint, at the end */
    int *index;           /* closed contacts, in order: problem.n of them */
    int *was, nwas;       /* those of the last step taken; only they and the closed ones have
                             anything to report, all others are open as they were */
    unsigned char *is_in; /* nc: scratch of stabilise=project */
    unsigned char *guess; /* nc: mode in the contact problem of the last step */
    unsigned char *after; /* nc: mode after the step */
    unsigned char *mode;  /* closed: mode in this contact problem */
    double *W, *Y;        /* closed*2 rows of nu: directions and M^-1 times them */
    double *chi;          /* closed*2: support motion */
    double *v0, *vf;      /* closed*2: relative velocity before, and without impulses */
    double *G, *b, *mu, *load, *L, *v, *work;
    double *ghost;             /* L and v of the step as it might have been */
    unsigned char *ghost_mode; /* closed */
    ss_contact_problem problem;
} ss_midpoint;

/* Kinetic plus potential energy at (t, q, u), and the kinetic part. */
ss_status ss_total_energy(ss_eval *e, double t, const double *q, const double *u, double *E,
                          double *kinetic);

/* The event of contact i over the step, if there is one; k is its place among the closed
 * contacts, -1 if it was open. */
void ss_midpoint_event(ss_midpoint *s, double h, const ss_point *x, int i, int k,
                       ss_events *events);

/* Modes and events of every contact that is or was closed, in their order: for a step whose
 * closed contacts are others than those of the last. */
void ss_midpoint_change(ss_midpoint *s, const ss_law *laws, double h, const ss_point *x,
                        ss_events *events);

/* Those that were closed are open in x; the closed ones are noted instead of them. */
void ss_midpoint_open(ss_midpoint *s, ss_point *x);

/* Contacts that were open and are inside now join the closed set, and e goes back to the
 * midpoint: *missed is 1 if there are any. */
ss_status ss_midpoint_missed(ss_midpoint *s, ss_eval *e, double t, double h, int *missed);

/* Moves what is left of a penetration out, and pays for it. */
ss_status ss_midpoint_lift(ss_midpoint *s, ss_eval *e, double h, const ss_point *x, double work,
                           ss_step_info *info);

/* Gives the events of the step the energies around it. */
ss_status ss_midpoint_weigh(ss_midpoint *s, ss_eval *e, double h, const ss_point *x,
                            ss_events *events);

/* Mode and event of closed contact k.  The midpoint's W is the step's only notion of direction,
 * so both velocities are taken with it. */
SS_UNROLL void ss_midpoint_report(ss_midpoint *s, const ss_law *laws, double h, const ss_point *x,
                                  int k, ss_events *events)
{
    const int i = s->index[k];
    const double before = s->v0[2 * k], after = s->v[2 * k] - laws[i].e_n * before;
    const double touch = ss_touch_speed(before, s->vf[2 * k]);
    /* a rebound leaves the contact open */
    const int stays = s->load[k] >= 0.0 || after <= touch;

    s->guess[i] = s->mode[k];
    s->after[i] = stays ? s->mode[k] : (unsigned char)SS_OPEN;
    if (s->after[i] != x->mode[i] || -before > touch) ss_midpoint_event(s, h, x, i, k, events);
}

#endif
