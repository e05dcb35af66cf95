/* clock.h - seconds that only go forward */
#ifndef SS_BENCH_CLOCK_H
#define SS_BENCH_CLOCK_H

#include <time.h>

static inline double ss_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
