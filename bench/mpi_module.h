/* mpi_module.h - what the benchmark asks of MPI, through a module opened on demand
 *
 * Runs are dealt: every rank draws the number of the next task from a counter on rank 0.  What the
 * ranks found is put together on all of them by a bitwise or: each number is computed by one rank
 * and zero on the others.
 */
#ifndef SS_MPI_MODULE_H
#define SS_MPI_MODULE_H

#include <stddef.h>

typedef struct ss_mpi_api {
    size_t size; /* sizeof, as built */
    int (*begin)(int *rank, int *ranks);
    void (*count_from_zero)(void); /* all ranks together, between two passes */
    long (*draw)(void);
    int (*gather)(void *bytes, size_t n);
    int (*any)(int flag); /* nonzero on one rank: nonzero on all */
    void (*end)(void);
} ss_mpi_api;

#define SS_MPI_SYMBOL "ss_mpi_entry"
extern const ss_mpi_api ss_mpi_entry; /* in the module */

#endif
