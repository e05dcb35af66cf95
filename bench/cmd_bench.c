/* cmd_bench.c - suites of runs: references, errors, times, report
 *
 *     plan -> references -> errors -> times -> results.csv, manifest.json, figures, report.html
 */
#include "bench/bench.h"
#include "bench/clock.h"
#include "bench/number.h"
#include "bench/output.h"
#include "bench/sha256.h"
#include "bench/stats.h"
#include "solvers/module.h"
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_JOBS = 1024, MAX_DIRS = 1000 };

typedef struct request {
    const char *word[MAX_DIRS]; /* suites, or folders to merge */
    int nwords;
    const char *out, *store;
    double timeout;
    long jobs, repeat, seed;
    int no_timing, merge, columns, no_report, mpi;
    ss_filter filter;
} request;

/* ---- interruption ------------------------------------------------------------------------- */

/* The one thing a signal handler may touch. */
static volatile sig_atomic_t interrupted;

static void on_signal(int number)
{
    (void)number;
    interrupted = 1;
}

int ss_bench_interrupted(void)
{
    return interrupted != 0;
}

static void catch_signals(void)
{
    struct sigaction a = {.sa_handler = on_signal};
    sigemptyset(&a.sa_mask);
    sigaction(SIGINT, &a, NULL);
    sigaction(SIGTERM, &a, NULL);
}

/* ---- the command line ----------------------------------------------------------------------- */

static int take_shard(ss_bench *b, const char *text)
{
    char rest;
    if (sscanf(text, "%d/%d%c", &b->shard, &b->shards, &rest) == 2 && b->shards >= 1 &&
        b->shard >= 1 && b->shard <= b->shards)
        return 0;
    return ss_complain(1, "--shard %s: expected K/N with K from 1 to N", text);
}

static int take_filter(request *q, int argc, char **argv, int *i)
{
    const struct {
        const char *name, **list;
        int *n;
    } filter[] = {{"--tag", q->filter.tag, &q->filter.ntags},
                  {"--problem", q->filter.problem, &q->filter.nproblems},
                  {"--method", q->filter.method, &q->filter.nmethods}};
    const char *value;

    for (size_t k = 0; k < sizeof filter / sizeof *filter; k++) {
        const int got = ss_arg(argc, argv, i, filter[k].name, &value);
        if (got <= 0 && got == 0) continue;
        if (got < 0) return -1;
        if (*filter[k].n == SS_MAX_FILTERS)
            return ss_complain(-1, "%s: more than %d", filter[k].name, (int)SS_MAX_FILTERS);
        filter[k].list[(*filter[k].n)++] = value;
        return 1;
    }
    return 0;
}

static int take_value(request *q, ss_bench *b, int argc, char **argv, int *i)
{
    const char *value;
    int got;

    if ((got = ss_arg(argc, argv, i, "-o", &q->out))) return got;
    if ((got = ss_arg(argc, argv, i, "--store", &q->store))) return got;
    if ((got = ss_arg(argc, argv, i, "--timeout", &value)))
        return got < 0 || ss_arg_positive("--timeout", value, &q->timeout) ? -1 : 1;
    if ((got = ss_arg(argc, argv, i, "--shard", &value)))
        return got < 0 || take_shard(b, value) ? -1 : 1;
    const struct {
        const char *name;
        long *to;
    } count[] = {{"-j", &q->jobs}, {"--repeat", &q->repeat}, {"--seed", &q->seed}};
    for (size_t k = 0; k < sizeof count / sizeof *count; k++)
        if ((got = ss_arg(argc, argv, i, count[k].name, &value)))
            return got < 0 || ss_arg_count(count[k].name, value, count[k].to) ? -1 : 1;
    return 0;
}

static int take_flag(request *q, ss_bench *b, const char *word)
{
    const struct {
        const char *name;
        int *to;
    } flag[] = {{"--resume", &b->resume},       {"--force", &b->force},
                {"--dry-run", &b->dry_run},     {"--no-timing", &q->no_timing},
                {"--no-report", &q->no_report}, {"--merge", &q->merge},
                {"--columns", &q->columns},     {"--mpi", &q->mpi}};
    for (size_t k = 0; k < sizeof flag / sizeof *flag; k++)
        if (strcmp(word, flag[k].name) == 0) return *flag[k].to = 1;
    return 0;
}

static int parse(request *q, ss_bench *b, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        int got = take_flag(q, b, argv[i]);
        if (!got) got = take_filter(q, argc, argv, &i);
        if (!got) got = take_value(q, b, argc, argv, &i);
        if (got < 0) return SS_EXIT_USAGE;
        if (got) continue;
        if (argv[i][0] == '-') return ss_usage_error("bench", argv[i]);
        if (q->nwords == MAX_DIRS)
            return ss_complain(SS_EXIT_USAGE, "more than %d words", (int)MAX_DIRS);
        q->word[q->nwords++] = argv[i];
    }
    if (q->jobs > MAX_JOBS)
        return ss_complain(SS_EXIT_USAGE, "-j %ld: at most %d", q->jobs, (int)MAX_JOBS);
    if (q->repeat > SS_MAX_SAMPLES)
        return ss_complain(SS_EXIT_USAGE, "--repeat %ld: at most %d", q->repeat,
                           (int)SS_MAX_SAMPLES);
    return SS_EXIT_DONE;
}

/* ---- preparation ----------------------------------------------------------------------------- */

static int make_plan(ss_bench *b, const request *q)
{
    char why[500];
    int repeats = 0;

    for (int i = 0; i < q->nwords; i++)
        if (ss_plan_read(&b->plan, b->cli->registry, q->word[i], why, sizeof why))
            return ss_complain(SS_EXIT_USAGE, "%s", why);
    if (ss_plan_filter(&b->plan, &q->filter))
        return ss_complain(SS_EXIT_USAGE, "no run passes the filters");
    for (int i = 0; i < b->plan.nr; i++) {
        if (q->timeout > 0.0) b->plan.r[i].timeout = q->timeout;
        if (b->plan.r[i].repeats > repeats) repeats = b->plan.r[i].repeats;
    }
    b->repeat = q->no_timing ? 0 : q->repeat ? (int)q->repeat : repeats;
    return SS_EXIT_DONE;
}

/* Hashes of the command and of every plugin: what computes; and with what it is asked for, all
 * that decides a line of the results. */
static void identify(ss_bench *b)
{
    char exe[SS_SHA_TEXT], digits[64], number[SS_NUMBER_SIZE];
    ss_sha256 s;

    ss_sha_begin(&s);
    ss_sha_file("/proc/self/exe", exe);
    ss_sha_add(&s, exe, strlen(exe));
    for (int i = 0; i < b->cli->registry->nplugins; i++) {
        char plugin[SS_SHA_TEXT] = "";
        if (b->cli->plugins) ss_sha_file(b->cli->plugins[i], plugin);
        ss_sha_add(&s, plugin, strlen(plugin));
    }
    ss_sha_end(&s, b->program);

    ss_sha_begin(&s);
    ss_sha_add(&s, b->program, strlen(b->program));
    snprintf(digits, sizeof digits, "%llu %d", (unsigned long long)b->seed, b->repeat);
    ss_sha_add(&s, digits, strlen(digits));
    for (int i = 0; i < b->plan.nr; i++) {
        const ss_bench_run *r = &b->plan.r[i];
        const ss_bench_case *c = &b->plan.c[r->at];
        const char *const word[] = {r->id,    r->name, ss_number(r->timeout, number),
                                    c->suite, c->name, c->tags};
        for (size_t k = 0; k < sizeof word / sizeof *word; k++)
            ss_sha_add(&s, word[k], strlen(word[k]) + 1);
    }
    ss_sha_end(&s, b->identity);
}

/* Every shards-th run, beginning with the shard-th. */
static int deal(ss_bench *b)
{
    const size_t most = (size_t)b->plan.nr + 1;

    b->run = calloc(most, sizeof *b->run);
    b->row = calloc(most, sizeof *b->row);
    b->done = calloc(most, 1);
    b->sample = calloc(most * (size_t)(b->repeat + 1), sizeof *b->sample);
    if (!b->run || !b->row || !b->done || !b->sample)
        return ss_complain(SS_EXIT_USAGE, "no memory");
    for (int i = b->shard - 1; i < b->plan.nr; i += b->shards) b->run[b->n++] = i;
    return SS_EXIT_DONE;
}

static int make_folder(ss_bench *b, const request *q)
{
    if (q->out)
        snprintf(b->dir, sizeof b->dir, "%s", q->out);
    else {
        snprintf(b->dir, sizeof b->dir, "bench");
        for (int i = 0; i < b->plan.nsuites; i++) {
            const size_t n = strlen(b->dir);
            snprintf(b->dir + n, sizeof b->dir - n, "-%s", b->plan.name[i]);
        }
    }
    if (b->dry_run) return SS_EXIT_DONE;
    if (ss_folders_make(b->dir))
        return ss_complain(SS_EXIT_OUTPUT, "%s: %s", b->dir, strerror(errno));
    return SS_EXIT_DONE;
}

static void print_plan(const ss_bench *b)
{
    printf("%-18s %-26s %-24s %-16s %12s %10s %8s\n", "run", "case", "method", "options",
           "resolution", "t_end", "timeout");
    for (int i = 0; i < b->n; i++) {
        const ss_bench_run *r = &b->plan.r[b->run[i]];
        const ss_bench_case *c = &b->plan.c[r->at];
        char level[32];
        snprintf(level, sizeof level, "%s %.3g", r->rtol > 0.0 ? "rtol" : "h",
                 r->rtol > 0.0 ? r->rtol : r->h);
        printf("%-18s %-26s %-24s %-16s %12s %10.4g %6.4g s\n", r->id, c->name, r->name,
               *r->options ? r->options : "-", level, c->t_end, r->timeout);
    }
    printf("%d runs of %d cases, %d timed repeats each\n", b->n, b->plan.nc, b->repeat);
}

/* ---- the benchmark --------------------------------------------------------------------------- */

/* Rank 0 begins: what an earlier benchmark left is out of the way before others write. */
static int open_journal(ss_bench *b)
{
    int code = b->rank == 0 ? ss_journal_open(b) : SS_EXIT_DONE;
    if (b->mpi) code = b->mpi->any(code);
    if (!code && b->rank > 0) code = ss_journal_open(b);
    return b->mpi ? b->mpi->any(code) : code;
}

/* What one process does after all have done their part. */
static int conclude(ss_bench *b, const request *q)
{
    ss_bench_summarise(b);
    int code = ss_bench_write(b);
    if (!code) code = ss_manifest_write(b, 1);
    if (!code && !q->no_report && b->shards == 1)
        code = ss_report_write(b->cli, b->dir, b->row, b->n);
    ss_journal_close(b, code == SS_EXIT_DONE);
    if (!code && b->shards == 1 && !b->cli->quiet) ss_closing_table(b->row, b->n);
    if (!code && !b->cli->quiet)
        printf("\n%d runs in %.1f s: %s/%s\n", b->n, ss_seconds() - b->begin, b->dir,
               b->shards > 1 || q->no_report ? "results.csv" : "report.html");
    return code;
}

static int passes(ss_bench *b, const request *q)
{
    char store[SS_FOLDER_SIZE + 32], why[300] = "";
    const char *shared = getenv("STICKSLIP_STORE");

    snprintf(store, sizeof store, "%s/references", b->dir);
    if (ss_ref_plan_open(&b->refs, &b->plan, b->cli->registry,
                         q->store ? q->store
                         : shared ? shared
                                  : store,
                         b->program, why, sizeof why))
        return ss_complain(SS_EXIT_OUTPUT, "%s", why);
    int code = open_journal(b);
    if (!code && b->rank == 0) code = ss_manifest_write(b, 0);
    if (!code) code = ss_bench_references(b);
    if (!code) code = ss_bench_errors(b);
    if (!code && b->repeat) code = ss_bench_timing(b);
    if (b->mpi) code = b->mpi->any(code);
    if (!code && b->rank == 0) return conclude(b, q);
    ss_journal_close(b, 0);
    return code;
}

static int join_ranks(ss_bench *b)
{
    char why[300] = "";

    b->mpi = ss_module_open("mpi", SS_MPI_SYMBOL, why, sizeof why);
    if (!b->mpi) return ss_complain(SS_EXIT_USAGE, "--mpi: %s", why);
    if (b->mpi->size != sizeof *b->mpi || b->mpi->begin(&b->rank, &b->ranks))
        return ss_complain(SS_EXIT_USAGE, "--mpi: MPI could not be started");
    return SS_EXIT_DONE;
}

int ss_cmd_bench(const ss_cli *cli, int argc, char **argv)
{
    const long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    request q = {.jobs = cpus > 0 && cpus < MAX_JOBS ? cpus : 1, .seed = 1};
    ss_bench b = {.cli = cli, .shard = 1, .shards = 1, .pinned = -1, .begin = ss_seconds()};
    int code = parse(&q, &b, argc, argv);

    if (code) return code;
    if (q.columns) {
        ss_rows_explain(stdout);
        return SS_EXIT_DONE;
    }
    if (q.merge) return ss_bench_merge(cli, q.word, q.nwords, q.out);
    if (q.nwords == 0) q.word[q.nwords++] = "standard";
    b.jobs = (int)q.jobs;
    b.seed = (uint64_t)q.seed;
    if (q.mpi && (code = join_ranks(&b))) return code;
    catch_signals();
    code = make_plan(&b, &q);
    if (!code) code = deal(&b);
    if (!code) code = make_folder(&b, &q);
    if (!code) {
        identify(&b);
        if (b.dry_run)
            print_plan(&b);
        else
            code = passes(&b, &q);
    }
    if (b.mpi) b.mpi->end();
    ss_ref_plan_close(&b.refs);
    ss_plan_close(&b.plan);
    free(b.run);
    free(b.row);
    free(b.done);
    free(b.sample);
    return code;
}
