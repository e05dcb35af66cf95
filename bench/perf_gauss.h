/* perf_gauss.h - the speed of gauss on the journal pendulum, for perf.c */
#ifndef SS_PERF_GAUSS_H
#define SS_PERF_GAUSS_H

#include "solvers/registry.h"

/* One run with the backend of this name: seconds, NaN if it failed. */
double ss_perf_pendulum(const ss_registry *r, const char *backend, long *steps);
/* A line per backend; nonzero if the default one failed. */
int ss_perf_pendulum_table(const ss_registry *r);

#endif
