/* test_pool.c - jobs in parallel, results in order */
#include "bench/pool.h"
#include "tests/greatest.h"
#include <pthread.h>
#include <stdlib.h>

typedef struct seen {
    long expect;   /* the next job that must be handed over */
    long sum;      /* of the results */
    int disorder;  /* something came out of turn */
    long stop_run; /* job whose run() fails, or -1 */
    long stop_take;
    int opened, closed; /* under the lock */
    pthread_mutex_t lock;
} seen;

/* Takes longer for some jobs than for others, so that they finish out of order. */
static int run(void *ctx, void *own, long job, void *result)
{
    const seen *s = ctx;
    volatile long spin = (job * 7919) % 101 * 50;
    (void)own;
    while (spin > 0) spin--;
    *(long *)result = job * job;
    return job == s->stop_run;
}

static int take(void *ctx, long job, const void *result)
{
    seen *s = ctx;
    const long value = *(const long *)result;
    if (job == s->stop_take) return 1;
    if (job != s->expect++ || value != job * job) s->disorder = 1;
    s->sum += value;
    return 0;
}

static void *open_worker(void *ctx)
{
    seen *s = ctx;
    pthread_mutex_lock(&s->lock);
    s->opened++;
    pthread_mutex_unlock(&s->lock);
    return malloc(1);
}

static void close_worker(void *ctx, void *own)
{
    seen *s = ctx;
    pthread_mutex_lock(&s->lock);
    s->closed++;
    pthread_mutex_unlock(&s->lock);
    free(own);
}

static long go(seen *s, long jobs, int workers, int grain)
{
    const ss_pool p = {.jobs = jobs,
                       .workers = workers,
                       .grain = grain,
                       .result_size = sizeof(long),
                       .ctx = s,
                       .run = run,
                       .take = take,
                       .open = open_worker,
                       .close = close_worker};
    pthread_mutex_init(&s->lock, NULL);
    const long n = ss_pool_run(&p);
    pthread_mutex_destroy(&s->lock);
    return n;
}

TEST every_job_is_handed_over_once_and_in_order(void)
{
    static const long jobs[] = {0, 1, 2, 7, 64, 1000};
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++)
        for (int workers = 1; workers <= 8; workers++)
            for (int grain = 1; grain <= 16; grain += 5) {
                const long n = jobs[i];
                seen s = {.stop_run = -1, .stop_take = -1};
                ASSERT_EQ(n, go(&s, n, workers, grain));
                ASSERT_EQ(n, s.expect);
                ASSERT_EQ(0, s.disorder);
                ASSERT_EQ((n - 1) * n * (2 * n - 1) / 6, s.sum); /* sum of squares */
                ASSERT_EQ(s.opened, s.closed);
                ASSERT_EQ(workers, s.opened);
            }
    PASS();
}

TEST a_job_that_fails_ends_the_pool_after_what_came_before(void)
{
    for (int workers = 1; workers <= 4; workers++) {
        seen s = {.stop_run = 137, .stop_take = -1};
        const long n = go(&s, 1000, workers, 1);
        ASSERT(n <= 137);
        ASSERT_EQ(n, s.expect);
        ASSERT_EQ(0, s.disorder);
        ASSERT_EQ(s.opened, s.closed);
    }
    PASS();
}

TEST a_taker_that_gives_up_ends_the_pool_there(void)
{
    for (int workers = 1; workers <= 4; workers++)
        for (int grain = 1; grain <= 10; grain += 3) {
            seen s = {.stop_run = -1, .stop_take = 55};
            ASSERT_EQ(55, go(&s, 1000, workers, grain));
            ASSERT_EQ(0, s.disorder);
        }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(every_job_is_handed_over_once_and_in_order);
    RUN_TEST(a_job_that_fails_ends_the_pool_after_what_came_before);
    RUN_TEST(a_taker_that_gives_up_ends_the_pool_there);
    GREATEST_MAIN_END();
}
