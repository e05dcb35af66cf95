/* lab.h - what tests of methods share: build a problem by name, run it, watch it */
#ifndef SS_TESTS_LAB_H
#define SS_TESTS_LAB_H

#include "solvers/registry.h"
#include "solvers/run.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LAB_MOST = 64, LAB_SETTINGS = 24 };

typedef struct lab {
    ss_registry r;
    const ss_family *f;
    const ss_method *m;
    ss_problem p;
    double opt[SS_MAX_OPTIONS];
    ss_run_spec spec;
    double q[LAB_MOST], u[LAB_MOST]; /* where the run ended */
} lab;

/* Settings are "a=1 b=2"; every one must be taken by the problem or the method.  A mistake in
 * a test ends the program. */
static inline void lab_open(lab *k, const char *problem, const char *method, const char *settings)
{
    static _Thread_local char text[512];
    const char *list[LAB_SETTINGS];
    unsigned char used[LAB_SETTINGS] = {0};
    char why[200] = "", *save = NULL;
    int n = 0;

    *k = (lab){0};
    snprintf(text, sizeof text, "%s", settings);
    for (char *s = strtok_r(text, " ", &save); s && n < LAB_SETTINGS;
         s = strtok_r(NULL, " ", &save))
        list[n++] = s;
    int bad = ss_registry_open(&k->r) != SS_OK;
    k->f = ss_find_family(&k->r, problem);
    k->m = ss_find_method(&k->r, method);
    bad = bad || !k->f || !k->m ||
          ss_problem_build(k->f, list, n, used, &k->p, why, sizeof why) != SS_OK ||
          ss_method_settings(k->m, list, n, used, k->opt, why, sizeof why) != SS_OK;
    for (int i = 0; i < n; i++) bad = bad || !used[i];
    if (bad) {
        fprintf(stderr, "lab: %s %s %s: %s\n", problem, method, settings, why);
        exit(2);
    }
    k->spec = ss_run_spec_default(&k->p);
    k->spec.opt = k->opt;
}

static inline ss_run_result lab_run(lab *k, ss_sink sink)
{
    k->spec.q_end = k->q;
    k->spec.u_end = k->u;
    return ss_run(k->m, &k->p, &k->spec, sink);
}

static inline void lab_close(lab *k)
{
    k->f->destroy(&k->p);
    ss_registry_close(&k->r);
}

#endif
