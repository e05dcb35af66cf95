/* clock.h - seconds that only go forward, and seconds of work */
#ifndef SS_BENCH_CLOCK_H
#define SS_BENCH_CLOCK_H

#include <time.h>

static inline double ss_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds that this process has computed, whatever else the machine was doing meanwhile. */
static inline double ss_cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
