/* reference.h - what a run is judged by: an exact solution or a converged motion of the same law
 *
 * A computed reference is a run at two resolutions: their distance is its error, and it counts
 * up to the horizon, the time at which they part by more than 1e-3 (motions with impacts part
 * exponentially).  A method is judged by the reference of its law of impact if its own limit
 * agrees with that to 1e-2; if not, the two obey different laws on this problem or one of them
 * is wrong: then it is judged by its own limit, and law_gap tells how far they are apart.
 */
#ifndef SS_REFERENCE_H
#define SS_REFERENCE_H

#include "bench/curve.h"
#include "bench/suite.h"

#define SS_HORIZON_TOL 1e-3
#define SS_LAW_TOL     1e-2

typedef struct ss_ref_job {
    int at; /* case */
    char method[SS_NAME_SIZE], options[SS_SETTINGS_SIZE];
    double rtol;  /* 0: fixed steps */
    int law;      /* job of the law's reference to compare with; -1: none */
    char key[65]; /* its name in the store */
} ss_ref_job;

typedef struct ss_ref_plan {
    ss_ref_job *job;
    int n, nlaw; /* the first nlaw are of laws, the others compare with them */
    int *of_run; /* per run of the plan: its job, the method's own limit; -1: exact */
    char store[600];
} ss_ref_plan;

typedef struct ss_reference {
    char kind[16]; /* "exact", "law", "self", "none" */
    char method[SS_NAME_SIZE];
    double error, horizon, law_gap;
    ss_curve curve;
    ss_metric m;
    const ss_problem *exact; /* NULL: computed */
} ss_reference;

/* program: says which code computes, so that another program's references are not taken. */
int ss_ref_plan_open(ss_ref_plan *rp, const ss_plan *p, const ss_registry *r, const char *store,
                     const char *program, char *why, size_t why_size);
void ss_ref_plan_close(ss_ref_plan *rp);
/* Is it there, and is it whole? */
int ss_ref_is_stored(const ss_ref_plan *rp, int job);

/* Compute and store; for a child process.  Nonzero: it could not be stored. */
int ss_ref_compute(const ss_ref_plan *rp, int job, const ss_plan *p, const ss_registry *r);

/* What judges run `at`, whose problem is built.  Always succeeds: kind may be "none". */
void ss_reference_open(ss_reference *ref, const ss_ref_plan *rp, const ss_plan *p, int at,
                       const ss_built *b);
void ss_reference_close(ss_reference *ref);
/* q then u at time t; nonzero: not known */
int ss_reference_at(const ss_reference *ref, double t, double *x);

/* exact solutions as nodes, with their jumps found by bisection */
int ss_reference_exact(ss_reference *ref, const ss_problem *p, double t_end);

/* the store */
int ss_store_write(const ss_ref_plan *rp, const ss_ref_job *j, const ss_reference *ref,
                   const char *provenance);
int ss_store_read(const ss_ref_plan *rp, const ss_ref_job *j, ss_reference *ref,
                  const ss_problem *p);
int ss_store_has(const ss_ref_plan *rp, const ss_ref_job *j);

#endif
