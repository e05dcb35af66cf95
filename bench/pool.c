/* pool.c - numbered jobs run in parallel, their results handed over in order */
#include "bench/pool.h"
#include <pthread.h>
#include <stdlib.h>

enum { AHEAD = 4 }; /* pieces per worker that may wait for the caller */

/* Jobs go in pieces of p->grain; piece i lies in slot i % slots. */
typedef struct ring {
    const ss_pool *p;
    long pieces;
    int slots;
    pthread_mutex_t lock;
    pthread_cond_t done, freed; /* a piece was finished; a slot was emptied */
    long next, taken;           /* the piece to begin, the piece to hand over */
    int ended;                  /* somebody gave up */
    unsigned char *ready;       /* slots */
    unsigned char *results;     /* slots*grain results */
} ring;

static unsigned char *place(const ring *r, long piece)
{
    const size_t each = (size_t)r->p->grain * r->p->result_size;
    return r->results + (size_t)(piece % r->slots) * each;
}

static long jobs_in(const ss_pool *p, long piece)
{
    const long left = p->jobs - piece * p->grain;
    return left < p->grain ? left : p->grain;
}

static int run_piece(const ss_pool *p, void *own, long piece, unsigned char *to)
{
    const long first = piece * p->grain, n = jobs_in(p, piece);
    for (long i = 0; i < n; i++)
        if (p->run(p->ctx, own, first + i, to + (size_t)i * p->result_size)) return 1;
    return 0;
}

/* Jobs taken; *bad if take() gave up. */
static long take_piece(const ss_pool *p, long piece, const unsigned char *from, int *bad)
{
    const long first = piece * p->grain, n = jobs_in(p, piece);
    for (long i = 0; i < n; i++)
        if ((*bad = p->take(p->ctx, first + i, from + (size_t)i * p->result_size))) return i;
    return n;
}

static void end(ring *r)
{
    r->ended = 1;
    pthread_cond_broadcast(&r->done);
    pthread_cond_broadcast(&r->freed);
}

static void *work(void *arg)
{
    ring *r = arg;
    const ss_pool *p = r->p;
    void *own = p->open ? p->open(p->ctx) : NULL;
    int bad = p->open && !own;

    pthread_mutex_lock(&r->lock);
    while (!bad && !r->ended && r->next < r->pieces) {
        if (r->next - r->taken >= r->slots) {
            pthread_cond_wait(&r->freed, &r->lock);
            continue;
        }
        const long piece = r->next++;
        pthread_mutex_unlock(&r->lock);
        bad = run_piece(p, own, piece, place(r, piece));
        pthread_mutex_lock(&r->lock);
        if (bad) break;
        r->ready[piece % r->slots] = 1;
        pthread_cond_signal(&r->done);
    }
    if (bad) end(r);
    pthread_mutex_unlock(&r->lock);
    if (p->close && own) p->close(p->ctx, own);
    return NULL;
}

static long hand_over(ring *r)
{
    long jobs = 0;
    int bad = 0;

    pthread_mutex_lock(&r->lock);
    while (!bad && r->taken < r->pieces) {
        unsigned char *ready = &r->ready[r->taken % r->slots];
        /* what was finished before somebody gave up is still handed over */
        if (!*ready && r->ended) break;
        if (!*ready) {
            pthread_cond_wait(&r->done, &r->lock);
            continue;
        }
        pthread_mutex_unlock(&r->lock);
        jobs += take_piece(r->p, r->taken, place(r, r->taken), &bad);
        pthread_mutex_lock(&r->lock);
        *ready = 0;
        r->taken++;
        pthread_cond_broadcast(&r->freed);
    }
    if (bad) end(r);
    pthread_mutex_unlock(&r->lock);
    return jobs;
}

static long run_alone(const ss_pool *p, ring *r)
{
    void *own = p->open ? p->open(p->ctx) : NULL;
    long jobs = 0;
    int bad = p->open && !own;

    for (long piece = 0; !bad && piece < r->pieces; piece++) {
        bad = run_piece(p, own, piece, r->results);
        if (!bad) jobs += take_piece(p, piece, r->results, &bad);
    }
    if (p->close && own) p->close(p->ctx, own);
    return jobs;
}

static long run_threads(const ss_pool *p, ring *r)
{
    pthread_t *thread = calloc((size_t)p->workers, sizeof *thread);
    long jobs = -1;
    int begun = 0;

    if (!thread) return -1;
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->done, NULL);
    pthread_cond_init(&r->freed, NULL);
    while (begun < p->workers && pthread_create(&thread[begun], NULL, work, r) == 0) begun++;
    if (begun) jobs = hand_over(r);
    for (int i = 0; i < begun; i++) pthread_join(thread[i], NULL);
    pthread_cond_destroy(&r->freed);
    pthread_cond_destroy(&r->done);
    pthread_mutex_destroy(&r->lock);
    free(thread);
    return jobs;
}

long ss_pool_run(const ss_pool *p)
{
    ring r = {.p = p,
              .pieces = (p->jobs + p->grain - 1) / p->grain,
              .slots = p->workers > 1 ? AHEAD * p->workers : 1};
    const size_t each = (size_t)p->grain * p->result_size;
    long jobs = -1;

    r.ready = calloc((size_t)r.slots, 1);
    r.results = calloc((size_t)r.slots, each ? each : 1);
    if (r.ready && r.results) jobs = p->workers > 1 ? run_threads(p, &r) : run_alone(p, &r);
    free(r.results);
    free(r.ready);
    return jobs;
}
