/* suite.h - what a benchmark runs: cases (a problem with its parameters) times methods times
 * resolutions, read from libconfig files
 *
 *     says = "what it is for";
 *     repeats = 5;  timeout = 20.0;             timed runs per row; seconds per run
 *     divisions = [500, 2000];                  fixed steps: h = t_end/n (or steps = [..] in s)
 *     tolerances = [1e-4, 1e-7];                adaptive methods: rtol; atol = rtol * atol_share
 *     methods = ("*", { method = "gauss"; name = "gauss-osqp"; set = { qp = "osqp"; }; });
 *     problems = ({ problem = "bicycle"; name = "bicycle-flat"; tags = ["paper"];
 *                   set = { slope = 0.0; }; t_end = 2.0; }, ...);
 *
 * "*" is every registered method, those of plugins included.  A problem may override methods,
 * divisions, steps, tolerances, timeout, repeats and max_steps for itself.
 */
#ifndef SS_SUITE_H
#define SS_SUITE_H

#include "solvers/registry.h"

enum {
    SS_NAME_SIZE = 64,
    SS_SETTINGS_SIZE = 400, /* "a=1 b=2" */
    SS_TAGS_SIZE = 120,     /* "exact impact" */
    SS_ID_SIZE = 17,        /* 16 hexadecimal digits */
    SS_MAX_SUITES = 16,
    SS_MAX_FILTERS = 16,
};

typedef struct ss_bench_case {
    char suite[SS_NAME_SIZE], name[SS_NAME_SIZE], problem[SS_NAME_SIZE];
    char settings[SS_SETTINGS_SIZE], tags[SS_TAGS_SIZE];
    double t_end; /* always > 0: the problem's own where the suite has none */
} ss_bench_case;

typedef struct ss_bench_run {
    int at;                                        /* its case */
    char method[SS_NAME_SIZE], name[SS_NAME_SIZE]; /* name: the method's, or the suite's for it */
    char options[SS_SETTINGS_SIZE];
    double h, rtol, atol; /* rtol = 0: a fixed step */
    double timeout;       /* s */
    long max_steps;
    int repeats;
    char id[SS_ID_SIZE]; /* of what is computed, whatever suite asks for it */
} ss_bench_run;

typedef struct ss_plan {
    ss_bench_case *c;
    ss_bench_run *r;
    int nc, nr;
    char says[SS_MAX_SUITES][SS_SETTINGS_SIZE];
    char name[SS_MAX_SUITES][SS_NAME_SIZE];
    char sha[SS_MAX_SUITES][65]; /* of the file */
    int nsuites;
} ss_plan;

/* Only what passes all of these is kept; shell patterns; none: everything. */
typedef struct ss_filter {
    const char *tag[SS_MAX_FILTERS], *problem[SS_MAX_FILTERS], *method[SS_MAX_FILTERS];
    int ntags, nproblems, nmethods;
} ss_filter;

/* Add a suite, by its name in the data folder or by a path that ends with .cfg.  Runs that are
 * in the plan already are not added again.  Nonzero, with "file:line: what was expected" in
 * why[], on a mistake; the plan is then to be closed. */
int ss_plan_read(ss_plan *p, const ss_registry *r, const char *suite, char *why, size_t why_size);
/* Also renumbers; nonzero if nothing is left. */
int ss_plan_filter(ss_plan *p, const ss_filter *f);
void ss_plan_close(ss_plan *p);

/* for the reader of files: NULL if there is no memory */
ss_bench_case *ss_plan_add_case(ss_plan *p);
/* fills in the id; 1: added, 0: it was there, -1: no memory */
int ss_plan_add_run(ss_plan *p, const ss_bench_run *r);

/* One run's words, split: "a=1 b=2" into list[], with the text in buf.  Returns the number. */
int ss_words(const char *text, char *buf, size_t size, const char **list, int most);

/* A built problem with the method's options, ready to run. */
typedef struct ss_built {
    const ss_family *family;
    const ss_method *method;
    ss_problem p;
    double opt[SS_MAX_OPTIONS];
} ss_built;
ss_status ss_built_open(ss_built *b, const ss_registry *r, const ss_bench_case *c,
                        const char *method, const char *options, char *why, size_t why_size);
void ss_built_close(ss_built *b);

#endif
