/* passes.c - the three passes of a benchmark: references, errors, times
 *
 * Every run is a child process.  References and errors come from as many at a time as there are
 * jobs; times from one at a time, pinned to a CPU where that is allowed, and interleaved: round
 * by round over all runs, so that a slow minute of the machine falls on all of them.
 */
#define _GNU_SOURCE /* sched_setaffinity() */
#include "bench/bench.h"
#include "bench/children.h"
#include "bench/clock.h"
#include "bench/metrics.h"
#include <errno.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>

typedef struct pass {
    ss_bench *b;
    ss_progress bar;
    int first; /* of the references of this stage */
} pass;

static void say_run(const ss_bench *b, int at, char *out, size_t size)
{
    const ss_bench_run *r = &b->plan.r[b->run[at]];
    if (r->rtol > 0.0)
        snprintf(out, size, "%s %s rtol %.3g", b->plan.c[r->at].name, r->name, r->rtol);
    else
        snprintf(out, size, "%s %s h %.3g", b->plan.c[r->at].name, r->name, r->h);
}

static int idle(void *ctx)
{
    pass *k = ctx;
    ss_progress_tick(&k->bar);
    return ss_bench_interrupted();
}

/* Under MPI all ranks draw from one counter. */
static long deal(void *ctx)
{
    return ((pass *)ctx)->b->mpi->draw();
}

static int run_dealt(ss_bench *b, ss_children *pool)
{
    if (b->mpi) {
        b->mpi->count_from_zero();
        pool->deal = deal;
    }
    const int code = ss_children_run(pool);
    return b->mpi && b->mpi->any(code != 0) ? (code ? code : 1) : code;
}

static int ended(ss_bench *b, int code)
{
    b->interrupted = ss_bench_interrupted();
    if (b->interrupted)
        return ss_complain(SS_EXIT_EARLY, "interrupted; --resume -o %s goes on from here", b->dir);
    if (code < 0)
        return ss_complain(SS_EXIT_OUTPUT, "no process could be started: %s", strerror(errno));
    return code ? SS_EXIT_OUTPUT : SS_EXIT_DONE;
}

/* ---- references ------------------------------------------------------------------------- */

/* Does a run of this shard need the job, itself or as the law of one that it needs? */
static int needed(const ss_bench *b, int job)
{
    for (int i = 0; i < b->n; i++) {
        const int own = b->refs.of_run[b->run[i]];
        if (own >= 0 && !b->done[i] && (own == job || b->refs.job[own].law == job)) return 1;
    }
    return 0;
}

static int ref_skip(void *ctx, long task)
{
    const pass *k = ctx;
    const int job = k->first + (int)task;
    return ss_ref_is_stored(&k->b->refs, job) || !needed(k->b, job);
}

static double ref_timeout(void *ctx, long task)
{
    const pass *k = ctx;
    const double share = 20.0; /* a reference is two runs, finer than any that it judges */
    double most = 0.0;
    for (int i = 0; i < k->b->plan.nr; i++)
        if (k->b->plan.r[i].at == k->b->refs.job[k->first + task].at)
            most = fmax(most, k->b->plan.r[i].timeout);
    return share * most;
}

static int ref_work(void *ctx, long task, void *answer)
{
    const pass *k = ctx;
    (void)answer;
    return ss_ref_compute(&k->b->refs, k->first + (int)task, &k->b->plan, k->b->cli->registry);
}

static void ref_starts(void *ctx, long task)
{
    pass *k = ctx;
    const ss_ref_job *j = &k->b->refs.job[k->first + task];
    char now[160];
    snprintf(now, sizeof now, "%s %s", k->b->plan.c[j->at].name, j->method);
    ss_progress_now(&k->bar, now);
}

/* One that failed is not stored; the rows it would have judged then have no errors. */
static int ref_done(void *ctx, long task, const ss_children_end *end)
{
    static const char *const how[] = {"", "failed", "crashed", "took too long"};
    pass *k = ctx;
    const ss_ref_job *j = &k->b->refs.job[k->first + task];
    char said[200];
    snprintf(said, sizeof said, "%s %s %s", k->b->plan.c[j->at].name, j->method, how[end->how]);
    ss_progress_step(&k->bar, said);
    return ss_bench_interrupted();
}

static int ref_stage(ss_bench *b, int first, int n)
{
    pass k = {.b = b, .first = first};
    long open = 0;

    for (int i = 0; i < n; i++) open += !ref_skip(&k, i);
    if (open == 0 && !b->mpi) return SS_EXIT_DONE;
    ss_children pool = {.jobs = b->jobs,
                        .ntasks = n,
                        .ctx = &k,
                        .work = ref_work,
                        .done = ref_done,
                        .timeout = ref_timeout,
                        .skip = ref_skip,
                        .starts = ref_starts,
                        .idle = idle};
    ss_progress_begin(&k.bar, b->cli->quiet || b->rank > 0, first ? "limits" : "references", open);
    const int code = run_dealt(b, &pool);
    ss_progress_end(&k.bar);
    return ended(b, code);
}

int ss_bench_references(ss_bench *b)
{
    const int code = ref_stage(b, 0, b->refs.nlaw);
    if (b->mpi) b->mpi->count_from_zero(); /* the laws' references are there for all */
    return code ? code : ref_stage(b, b->refs.nlaw, b->refs.n - b->refs.nlaw);
}

/* ---- errors ------------------------------------------------------------------------------ */

static int row_skip(void *ctx, long task)
{
    return ((pass *)ctx)->b->done[task];
}

static double row_timeout(void *ctx, long task)
{
    const ss_bench *b = ((pass *)ctx)->b;
    return b->plan.r[b->run[task]].timeout;
}

static int row_work(void *ctx, long task, void *answer)
{
    const ss_bench *b = ((pass *)ctx)->b;
    const int at = b->run[task];
    char curves[SS_FOLDER_SIZE + 80];

    snprintf(curves, sizeof curves, "%s/curves/%s.json", b->dir, b->plan.r[at].id);
    return ss_measure(answer, &b->plan, &b->refs, at, b->cli->registry, curves);
}

static void row_starts(void *ctx, long task)
{
    pass *k = ctx;
    char now[160];
    say_run(k->b, (int)task, now, sizeof now);
    ss_progress_now(&k->bar, now);
}

static int row_done(void *ctx, long task, const ss_children_end *end)
{
    pass *k = ctx;
    ss_bench *b = k->b;
    ss_row *row = &b->row[task];
    char now[160], said[200];

    if (end->how == SS_CHILD_DONE)
        memcpy(row, end->answer, sizeof *row);
    else {
        ss_row_describe(row, &b->plan, b->run[task], b->cli->registry);
        snprintf(row->verdict, sizeof row->verdict, "%s",
                 end->how == SS_CHILD_TIMEOUT ? "timeout" : "crashed");
        if (end->how == SS_CHILD_TIMEOUT)
            snprintf(row->why, sizeof row->why, "stopped after %.6g s",
                     b->plan.r[b->run[task]].timeout);
        else if (end->how == SS_CHILD_CRASHED)
            ss_cell_text(row->why, sizeof row->why, strsignal(end->code));
        else
            snprintf(row->why, sizeof row->why, "the process ended with status %d", end->code);
    }
    b->done[task] = 1;
    ss_journal_row(b, (int)task);
    say_run(b, (int)task, now, sizeof now);
    snprintf(said, sizeof said, "%s: %s", now, row->verdict);
    ss_progress_step(&k->bar, said);
    return ss_bench_interrupted();
}

int ss_bench_errors(ss_bench *b)
{
    pass k = {.b = b};
    long open = 0;
    char folder[SS_FOLDER_SIZE + 16];
    ss_children pool = {.jobs = b->jobs,
                        .answer = sizeof(ss_row),
                        .ntasks = b->n,
                        .ctx = &k,
                        .work = row_work,
                        .done = row_done,
                        .timeout = row_timeout,
                        .skip = row_skip,
                        .starts = row_starts,
                        .idle = idle};

    snprintf(folder, sizeof folder, "%s/curves", b->dir);
    mkdir(folder, 0777);
    for (int i = 0; i < b->n; i++) open += !b->done[i];
    ss_progress_begin(&k.bar, b->cli->quiet || b->rank > 0, "errors", open);
    const int code = run_dealt(b, &pool);
    ss_progress_end(&k.bar);
    if (b->mpi && (b->mpi->gather(b->row, (size_t)b->n * sizeof *b->row) ||
                   b->mpi->gather(b->done, (size_t)b->n)))
        return ss_complain(SS_EXIT_OUTPUT, "MPI could not gather the rows");
    return ended(b, code);
}

/* ---- times ------------------------------------------------------------------------------- */

/* task = round * n + run */
static int time_skip(void *ctx, long task)
{
    const ss_bench *b = ((pass *)ctx)->b;
    const int at = (int)(task % b->n), round = (int)(task / b->n);
    return strcmp(b->row[at].verdict, "ok") != 0 || b->sample[at * b->repeat + round].wall != 0.0;
}

static double time_timeout(void *ctx, long task)
{
    const ss_bench *b = ((pass *)ctx)->b;
    return 4.0 * b->plan.r[b->run[task % b->n]].timeout; /* warm-up and measurement */
}

/* The last CPU that this process may use (the first ones serve interrupts), or for another rank
 * the one so many before it. */
static int last_cpu(int rank)
{
    int cpu = -1;
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set)) return -1;
    const int n = CPU_COUNT(&set);
    for (int i = 0, seen = 0; i < CPU_SETSIZE && n; i++)
        if (CPU_ISSET((size_t)i, &set) && seen++ == n - 1 - rank % n) cpu = i;
#endif
    return cpu;
}

static int pin(int cpu)
{
#ifdef __linux__
    cpu_set_t set;
    CPU_ZERO(&set);
    if (cpu >= 0) {
        CPU_SET((size_t)cpu, &set);
        return sched_setaffinity(0, sizeof set, &set);
    }
#endif
    return cpu < 0;
}

static int time_work(void *ctx, long task, void *answer)
{
    const ss_bench *b = ((pass *)ctx)->b;
    const int at = b->run[task % b->n];
    const ss_bench_run *run = &b->plan.r[at];
    const double sample = 2e-3, most = 1000.0; /* s that a sample is to last; runs in it */
    ss_built built;
    char why[200];

    if (ss_built_open(&built, b->cli->registry, &b->plan.c[run->at], run->method, run->options, why,
                      sizeof why) != SS_OK)
        return 1;
    const ss_run_spec spec = ss_bench_spec(&built, &b->plan.c[run->at], run);
    pin(b->pinned);
    const double warm = ss_seconds();
    ss_run(built.method, &built.p, &spec, (ss_sink){0});
    const double begin = ss_seconds(), once = fmax(begin - warm, 1e-9), work = ss_cpu_seconds();
    const int inner = (int)fmax(1.0, fmin(most, ceil(sample / once)));
    for (int i = 0; i < inner; i++) ss_run(built.method, &built.p, &spec, (ss_sink){0});
    *(ss_sample *)answer = (ss_sample){.wall = (ss_seconds() - begin) / inner,
                                       .cpu = (ss_cpu_seconds() - work) / inner};
    ss_built_close(&built);
    return 0;
}

static void time_starts(void *ctx, long task)
{
    pass *k = ctx;
    char now[160];
    say_run(k->b, (int)(task % k->b->n), now, sizeof now);
    ss_progress_now(&k->bar, now);
}

static int time_done(void *ctx, long task, const ss_children_end *end)
{
    pass *k = ctx;
    ss_bench *b = k->b;
    const int at = (int)(task % b->n), round = (int)(task / b->n);
    ss_sample *s = &b->sample[at * b->repeat + round];

    *s = (ss_sample){NAN, NAN};
    if (end->how == SS_CHILD_DONE) memcpy(s, end->answer, sizeof *s);
    ss_journal_sample(b, at, round);
    ss_progress_step(&k->bar, NULL);
    return ss_bench_interrupted();
}

int ss_bench_timing(ss_bench *b)
{
    pass k = {.b = b};
    long open = 0;
    ss_children pool = {.jobs = 1,
                        .answer = sizeof(ss_sample),
                        .ntasks = (long)b->n * b->repeat,
                        .ctx = &k,
                        .work = time_work,
                        .done = time_done,
                        .timeout = time_timeout,
                        .skip = time_skip,
                        .starts = time_starts,
                        .idle = idle};

    for (long i = 0; i < pool.ntasks; i++) open += !time_skip(&k, i);
    ss_progress_begin(&k.bar, b->cli->quiet || b->rank > 0, "times", open);
    b->pinned = last_cpu(b->rank);
    const int code = run_dealt(b, &pool);
    ss_progress_end(&k.bar);
    if (b->mpi && b->mpi->gather(b->sample, (size_t)(b->n * b->repeat) * sizeof *b->sample))
        return ss_complain(SS_EXIT_OUTPUT, "MPI could not gather the times");
    return ended(b, code);
}
