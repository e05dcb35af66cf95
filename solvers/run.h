/* run.h - problem + method -> a stream of points.  The only loop over time. */
#ifndef SS_RUN_H
#define SS_RUN_H

#include "solvers/method.h"

/* Where points go.  It is told of the start and of every accepted step, with the events of
 * that step, and must copy what it keeps; nonzero ends the run as SS_ESINK. */
typedef struct ss_sink {
    int (*take)(void *ctx, const ss_point *x, const ss_step_info *info);
    void *ctx;
} ss_sink;

typedef struct ss_run_spec {
    double h;               /* > 0: step, or the first step of an adaptive method */
    double rtol, atol;      /* > 0, adaptive methods */
    double t_end;           /* the run goes from 0 to here */
    double every;           /* > 0: adaptive methods land on its multiples */
    long max_steps;         /* 0: no limit */
    int max_cuts;           /* step-change rule: h/2, h/3, ... h/max_cuts, then give up */
    const double *opt;      /* the method's options; NULL: presets */
    int (*stop)(void *ctx); /* optional, asked now and then; nonzero: SS_ETIMEOUT */
    void *stop_ctx;
    /* optional: told of the contact problem that could not be solved */
    void (*failed)(void *ctx, const ss_contact_problem *c, double t);
    void *failed_ctx;
    double *q_end, *u_end; /* optional: where the last state goes (nq, nu) */
} ss_run_spec;

typedef struct ss_run_result {
    ss_status status;
    char why[160]; /* more than the status says, or "" */
    double t;
    long steps;
    double E_start, E_end;  /* T + V */
    double W;               /* work of applied forces and moving supports */
    double E_gain_max;      /* largest rise of E - W over its running minimum */
    double E_moved;         /* sum of what position corrections put in */
    double penetration_max; /* of accepted states, >= 0 */
    double residual_max;
    long impacts;
    long limits; /* of accumulating impacts that were passed */
    ss_counts counts;
} ss_run_result;

/* Allocates once before the first step and frees once after the last. */
ss_run_result ss_run(const ss_method *m, const ss_problem *p, const ss_run_spec *spec,
                     ss_sink sink);

/* NULL if m supports p, else the reason, written to why[]. */
const char *ss_method_refuses(const ss_method *m, const ss_problem *p, char *why, size_t why_size);

/* The summary's presets: h 1e-3, tolerances 1e-6/1e-9, t_end of the problem, 20 cuts. */
ss_run_spec ss_run_spec_default(const ss_problem *p);

#endif
