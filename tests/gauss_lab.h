/* gauss_lab.h - what the tests of gauss watch: loads, modes and events */
#ifndef SS_TESTS_GAUSS_LAB_H
#define SS_TESTS_GAUSS_LAB_H

#include "tests/lab.h"

#define PI 3.14159265358979323846

/* The loads and modes of the last point. */
typedef struct loads {
    const ss_problem *p;
    double N[LAB_MOST];
    unsigned char mode[LAB_MOST];
    double g_worst, v_worst; /* over the run: gaps of a bearing, velocities of its gaps */
    long lifted, stuck, slipped, reversed, impacts;
} loads;

static inline int take(void *ctx, const ss_point *x, const ss_step_info *info)
{
    loads *k = ctx;

    for (int i = 0; i < k->p->dims.nc; i++) {
        k->N[i] = x->l[i * ss_dim(&k->p->dims)];
        k->mode[i] = x->mode[i];
    }
    for (int e = 0; e < info->events->n && e < info->events->room; e++) {
        const ss_event_kind kind = info->events->at[e].kind;
        k->lifted += kind == SS_LIFTED;
        k->stuck += kind == SS_STUCK;
        k->slipped += kind == SS_SLIPPED;
        k->reversed += kind == SS_REVERSED;
        k->impacts += kind == SS_IMPACT;
    }
    return 0;
}

/* One step of 1e-12 s from the start: loads change by their rates times that. */
static inline ss_run_result first_loads(lab *k, loads *out)
{
    *out = (loads){.p = &k->p};
    k->spec.h = k->spec.t_end = 1e-12;
    return lab_run(k, (ss_sink){take, out});
}

#endif
