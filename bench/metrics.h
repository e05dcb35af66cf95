/* metrics.h - one run measured: the row of results.csv that it becomes, timing aside */
#ifndef SS_METRICS_H
#define SS_METRICS_H

#include "bench/reference.h"
#include "bench/results.h"

/* The cells that say what was asked for. */
void ss_row_describe(ss_row *row, const ss_plan *p, int at, const ss_registry *r);

/* What the driver is told about a run. */
ss_run_spec ss_bench_spec(const ss_built *b, const ss_bench_case *c, const ss_bench_run *run);

/* Run `at` and measure it; thinned curves go to the file named (NULL: nowhere).  For a child
 * process.  Nonzero: no memory or no file. */
int ss_measure(ss_row *row, const ss_plan *p, const ss_ref_plan *rp, int at, const ss_registry *r,
               const char *curves);

/* A fingerprint of the model, from its values at the start and at seeded states around it, to
 * twelve digits: two rows are compared only if theirs agree. */
void ss_model_print(const ss_problem *p, char out[SS_ID_SIZE]);

/* ---- modes of contacts, in the run and in the reference --------------------------------- */

/* What is comparable about a mode: a contact without friction is open or closed. */
int ss_mode_seen(const ss_problem *p, int contact, int mode);

typedef struct ss_stay { /* of all contacts in one combination of modes */
    unsigned long long code;
    double time;
} ss_stay;
typedef struct ss_stays {
    ss_stay *at;
    int n, room;
} ss_stays;
int ss_stays_add(ss_stays *s, unsigned long long code, double time);
/* Leaves out stays shorter than `least` and joins equal neighbours. */
void ss_stays_thin(ss_stays *s, double least);
/* Insertions, deletions and changes that make one sequence of the other; -1: too long. */
long ss_stays_edit(const ss_stays *a, const ss_stays *b);

/* Modes of the reference at time t in seen[] (nc). */
typedef struct ss_mode_reader {
    const ss_reference *ref;
    const ss_problem *p;
    ss_eval e;
    double *x, *W, *g, *chi;
    double gap_tol, vN_tol, vT_tol; /* for exact solutions, whose modes are read off (q, u) */
} ss_mode_reader;
int ss_mode_reader_open(ss_mode_reader *k, const ss_reference *ref, const ss_problem *p);
int ss_mode_reader_at(ss_mode_reader *k, double t, unsigned char *seen);
void ss_mode_reader_close(ss_mode_reader *k);

/* ---- impacts ------------------------------------------------------------------------------ */

/* Instants in order: hits until `until` closer than `gap` are one, those below 1 % of the
 * largest are none.  Returns their number; t (room for n) gets their times. */
int ss_instants(const ss_hit *hits, long n, double until, double gap, double *t);

#endif
