/* ranks.h - the jobs of a pool dealt over the ranks of an MPI run
 *
 * Rounds of a fixed number of jobs: every rank draws pieces of a round and runs them in its own
 * pool, then the round is put together on all ranks, and rank 0 takes its results in order.  So
 * memory does not grow with the number of jobs, and take() sees what it sees without MPI.
 */
#ifndef SS_RANKS_H
#define SS_RANKS_H

#include "bench/mpi_module.h"
#include "bench/pool.h"

typedef struct ss_ranks {
    const ss_mpi_api *api; /* NULL: one process, without MPI */
    int rank, ranks;
} ss_ranks;

/* Nonzero with one line in why[]. */
int ss_ranks_join(ss_ranks *r, char *why, size_t why_size);
void ss_ranks_leave(ss_ranks *r);

/* As ss_pool_run(), which it is without MPI; all ranks call it with the same pool.  take() is
 * called on rank 0 alone, and what is returned counts there. */
long ss_ranks_run(const ss_ranks *r, const ss_pool *p);

/* The largest code of all ranks, on all of them. */
int ss_ranks_any(const ss_ranks *r, int code);
/* A number of rank 0, on all of them; nonzero if MPI failed. */
int ss_ranks_share(const ss_ranks *r, long *x);

#endif
