/* mpi_module.c - tasks dealt over the ranks of MPI_COMM_WORLD */
#include "bench/mpi_module.h"
#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

/* MPI itself is a global of the process, and so is what belongs to it. */
static MPI_Win window = MPI_WIN_NULL;
static long *counter; /* on rank 0 */
static int own_rank;

static int begin(int *rank, int *ranks)
{
    int ready = 0;

    if (MPI_Initialized(&ready) || (!ready && MPI_Init(NULL, NULL))) return 1;
    MPI_Comm_rank(MPI_COMM_WORLD, rank);
    MPI_Comm_size(MPI_COMM_WORLD, ranks);
    own_rank = *rank;
    return MPI_Win_allocate(*rank ? 0 : (MPI_Aint)sizeof *counter, (int)sizeof *counter,
                            MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &window) != MPI_SUCCESS;
}

static void count_from_zero(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (own_rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
        *counter = 0;
        MPI_Win_unlock(0, window);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static long draw(void)
{
    const long one = 1;
    long at = LONG_MAX;

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
    MPI_Fetch_and_op(&one, &at, MPI_LONG, 0, 0, MPI_SUM, window);
    MPI_Win_unlock(0, window);
    return at;
}

static int gather(void *bytes, size_t n)
{
    const size_t most = 1u << 24; /* a message */
    unsigned char *at = bytes;

    while (n) {
        const size_t part = n < most ? n : most;
        const int bad =
            MPI_Allreduce(MPI_IN_PLACE, at, (int)part, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD);
        if (bad != MPI_SUCCESS) return 1;
        at += part, n -= part;
    }
    return 0;
}

static int any(int flag)
{
    int all = flag;
    MPI_Allreduce(&flag, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return all;
}

static void end(void)
{
    int gone = 0;
    MPI_Finalized(&gone);
    if (gone) return;
    if (window != MPI_WIN_NULL) MPI_Win_free(&window);
    MPI_Finalize();
}

const ss_mpi_api ss_mpi_entry = {.size = sizeof(ss_mpi_api),
                                 .begin = begin,
                                 .count_from_zero = count_from_zero,
                                 .draw = draw,
                                 .gather = gather,
                                 .any = any,
                                 .end = end};
