/* ranks.c - the jobs of a pool dealt over the ranks of an MPI run */
#include "bench/ranks.h"
#include "solvers/module.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEALS = 8 }; /* pieces per rank in a round: few wait at its end, and it fits in memory */

int ss_ranks_join(ss_ranks *r, char *why, size_t why_size)
{
    r->api = ss_module_open("mpi", SS_MPI_SYMBOL, why, why_size);
    if (!r->api) return 1;
    if (r->api->size == sizeof *r->api && r->api->begin(&r->rank, &r->ranks) == 0) return 0;
    snprintf(why, why_size, "MPI could not be started");
    r->api = NULL;
    return 1;
}

void ss_ranks_leave(ss_ranks *r)
{
    if (r->api) r->api->end();
    r->api = NULL;
}

int ss_ranks_any(const ss_ranks *r, int code)
{
    return r->api ? r->api->any(code) : code;
}

int ss_ranks_share(const ss_ranks *r, long *x)
{
    if (!r->api) return 0;
    if (r->rank) *x = 0;
    return r->api->gather(x, sizeof *x);
}

/* ---- a round ----------------------------------------------------------------------- */

/* A slot of a round is zero until its job is done: then 1, and the result. */
typedef struct batch {
    const ss_pool *p;
    long first; /* the job of slot 0 */
    size_t slot;
    unsigned char *slots;
} batch;

typedef struct piece {
    const batch *of;
    long first; /* slot of its job 0 */
} piece;

static int run(void *ctx, void *own, long job, void *result)
{
    const piece *k = ctx;
    const ss_pool *p = k->of->p;
    return p->run(p->ctx, own, k->of->first + k->first + job, result);
}

static int keep(void *ctx, long job, const void *result)
{
    const piece *k = ctx;
    unsigned char *slot = k->of->slots + (size_t)(k->first + job) * k->of->slot;
    *slot = 1;
    memcpy(slot + 1, result, k->of->p->result_size);
    return 0;
}

static void *open_own(void *ctx)
{
    const ss_pool *p = ((const piece *)ctx)->of->p;
    return p->open(p->ctx);
}

static void close_own(void *ctx, void *own)
{
    const ss_pool *p = ((const piece *)ctx)->of->p;
    p->close(p->ctx, own);
}

/* Pieces of n slots, as long as there are any; nonzero if one could not be done. */
static int run_pieces(const ss_ranks *r, const batch *k, long n, long each)
{
    for (long at; (at = r->api->draw() * each) < n;) {
        piece own = {.of = k, .first = at};
        ss_pool pool = *k->p;
        pool.jobs = n - at < each ? n - at : each;
        pool.ctx = &own;
        pool.run = run;
        pool.take = keep;
        pool.open = k->p->open ? open_own : NULL;
        pool.close = k->p->close ? close_own : NULL;
        if (ss_pool_run(&pool) < pool.jobs) return 1;
    }
    return 0;
}

/* Results in order up to the first that is missing; nonzero if not all n were taken. */
static int take_round(const batch *k, long n, long *taken)
{
    for (long i = 0; i < n; i++) {
        const unsigned char *slot = k->slots + (size_t)i * k->slot;
        if (!*slot || k->p->take(k->p->ctx, k->first + i, slot + 1)) return 1;
        ++*taken;
    }
    return 0;
}

long ss_ranks_run(const ss_ranks *r, const ss_pool *p)
{
    if (!r->api) return ss_pool_run(p);

    const long each = (long)p->grain * p->workers, most = each * r->ranks * DEALS;
    const long size = p->jobs < most ? p->jobs : most;
    batch k = {.p = p, .slot = 1 + p->result_size};
    long taken = 0;

    k.slots = malloc((size_t)(size ? size : 1) * k.slot);
    int ended = ss_ranks_any(r, !k.slots) || !k.slots; /* one without memory ends all */
    if (ended) taken = -1;
    for (; !ended && k.first < p->jobs; k.first += size) {
        const long n = p->jobs - k.first < size ? p->jobs - k.first : size;
        memset(k.slots, 0, (size_t)n * k.slot);
        r->api->count_from_zero();
        ended = run_pieces(r, &k, n, each);
        ended |= r->api->gather(k.slots, (size_t)n * k.slot);
        if (r->rank == 0) ended |= take_round(&k, n, &taken);
        ended = ss_ranks_any(r, ended);
    }
    free(k.slots);
    return taken;
}
