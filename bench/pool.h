/* pool.h - numbered jobs run in parallel, their results handed over in order
 *
 *     worker threads            the caller
 *     run(job 0), run(job 1)    take(job 0), take(job 1), ...
 *
 * Results are of one size and live in a ring, so that memory does not grow with the number of
 * jobs: a worker that is a ring ahead of the caller waits.  take() sees the same results in the
 * same order for every number of workers.  With one worker no thread is made.
 */
#ifndef SS_POOL_H
#define SS_POOL_H

#include <stddef.h>

typedef struct ss_pool {
    long jobs;          /* numbered from 0 */
    int workers;        /* >= 1 */
    int grain;          /* jobs that a worker takes at a time, >= 1; more for shorter jobs */
    size_t result_size; /* bytes */
    void *ctx;

    /* In a worker.  `own` is what open() made for that worker.  Nonzero ends the pool. */
    int (*run)(void *ctx, void *own, long job, void *result);
    /* In the caller's thread, job after job.  Nonzero ends the pool. */
    int (*take)(void *ctx, long job, const void *result);
    /* Optional: what one worker keeps from job to job.  NULL from open() ends the pool. */
    void *(*open)(void *ctx);
    void (*close)(void *ctx, void *own);
} ss_pool;

/* Jobs taken; fewer than asked if the pool was ended, or -1 if it could not begin. */
long ss_pool_run(const ss_pool *p);

#endif
