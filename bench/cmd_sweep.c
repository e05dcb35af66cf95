/* cmd_sweep.c - the command sweep: what is asked, who runs it, where it goes */
#include "bench/clock.h"
#include "bench/eta.h"
#include "bench/ranks.h"
#include "bench/sweep.h"
#include "bench/table.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>

enum { WHY = 400, PIECES = 64, MOST_WORDS = 4096 };

typedef struct request {
    ss_sweep sweep;
    long samples, workers, shard, shards;
    int seeded, resume, mpi;
    ss_ranks ranks;
    const char *path;
    int merge;
    const char *word[MOST_WORDS]; /* the problem and the method, or the shards to merge */
    int nwords;
} request;

/* ---- the command line -------------------------------------------------------------- */

static int take_setting(request *q, const char *text)
{
    char why[WHY];
    const int got = ss_axes_add(&q->sweep.axes, text, why, sizeof why);
    if (got < 0) return ss_complain(-1, "%s", why);
    return got || !ss_settings_add(&q->sweep.fixed, text) ? 1 : -1;
}

static int take_shard(request *q, const char *text)
{
    char *end;
    q->shard = strtol(text, &end, 10);
    q->shards = *end == '/' ? strtol(end + 1, &end, 10) : 0;
    if (*end || q->shard < 1 || q->shard > q->shards)
        return ss_complain(-1, "--shard %s: expected K/N with 1 <= K <= N", text);
    return 1;
}

static int take_seed(request *q, const char *text)
{
    char *end;
    errno = 0;
    q->sweep.axes.seed = strtoull(text, &end, 10);
    if (end == text || *end || errno || *text == '-')
        return ss_complain(-1, "--seed %s: expected a whole number from 0", text);
    q->seeded = 1;
    return 1;
}

static const char *const until_word[SS_UNTILS] = {"fall", "impact", "end"}; /* of ss_until */

static int take_until(request *q, const char *text)
{
    for (int k = 0; k < SS_UNTILS; k++)
        if (strcmp(text, until_word[k]) == 0) {
            q->sweep.until = (ss_until)k;
            return 1;
        }
    return ss_complain(-1, "--until %s: expected fall, impact or end", text);
}

static int take_path(request *q, const char *text)
{
    static const char *const ending[] = {".csv", ".h5", ".hdf5"};
    const size_t n = strlen(text);
    int known = strcmp(text, "-") == 0 || strncmp(text, "/dev/", 5) == 0;

    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        const size_t m = strlen(ending[i]);
        known |= n > m && strcmp(text + n - m, ending[i]) == 0;
    }
    q->path = text;
    return known ? 1
                 : ss_complain(-1, "-o %s: expected a name that ends with .csv, .h5, .hdf5, or -",
                               text);
}

static int take_columns(request *q, const char *text)
{
    q->sweep.columns = text;
    return 1;
}

/* 1: the option was taken, 0: none of these, -1: refused. */
static int take_word(request *q, int argc, char **argv, int *i)
{
    static const struct {
        const char *name;
        int (*take)(request *q, const char *text);
    } word[] = {{"-s", take_setting},  {"-o", take_path},       {"--shard", take_shard},
                {"--seed", take_seed}, {"--until", take_until}, {"--columns", take_columns}};
    const char *value;

    for (size_t k = 0; k < sizeof word / sizeof *word; k++) {
        const int got = ss_arg(argc, argv, i, word[k].name, &value);
        if (got) return got < 0 ? -1 : word[k].take(q, value);
    }
    if (strcmp(argv[*i], "--resume") == 0) return q->resume = 1;
    if (strcmp(argv[*i], "--mpi") == 0) return q->mpi = 1;
    if (strcmp(argv[*i], "--merge") == 0) return q->merge = 1;
    return 0;
}

static int take_number(request *q, int argc, char **argv, int *i)
{
    ss_sweep *s = &q->sweep;
    const struct {
        const char *name;
        double *to;
    } number[] = {
        {"--h", &s->h}, {"--rtol", &s->rtol}, {"--atol", &s->atol}, {"--t-end", &s->t_end}};
    const struct {
        const char *name;
        long *to;
    } count[] = {{"--samples", &q->samples}, {"-j", &q->workers}, {"--max-steps", &s->max_steps}};
    const char *value;
    int got;

    for (size_t k = 0; k < sizeof number / sizeof *number; k++)
        if ((got = ss_arg(argc, argv, i, number[k].name, &value)))
            return got < 0 || ss_arg_positive(number[k].name, value, number[k].to) ? -1 : 1;
    for (size_t k = 0; k < sizeof count / sizeof *count; k++)
        if ((got = ss_arg(argc, argv, i, count[k].name, &value)))
            return got < 0 || ss_arg_count(count[k].name, value, count[k].to) ? -1 : 1;
    return 0;
}

/* The name of a fixed setting that varies as well, or NULL. */
static const char *fixed_twice(const ss_sweep *s)
{
    for (int i = 0; i < s->fixed.n; i++)
        for (int k = 0; k < s->axes.n; k++) {
            const char *name = s->axes.axis[k].name;
            const size_t n = strlen(name);
            if (strncmp(s->fixed.text[i], name, n) == 0 && s->fixed.text[i][n] == '=') return name;
        }
    return NULL;
}

static int check(request *q)
{
    ss_axes *a = &q->sweep.axes;
    const char *twice = fixed_twice(&q->sweep);

    if (!q->sweep.method)
        return ss_complain(SS_EXIT_USAGE, "sweep: a problem and a method were expected; "
                                          "see stickslip list");
    if (!q->path) return ss_complain(SS_EXIT_USAGE, "sweep: -o FILE was expected");
    if (a->n == 0)
        return ss_complain(SS_EXIT_USAGE, "sweep: something to vary was expected, "
                                          "-s NAME=A:B:STEP or -s NAME=uniform(A,B)");
    if (a->random && !q->samples)
        return ss_complain(SS_EXIT_USAGE, "sweep: random numbers need --samples N");
    if (!a->random && (q->samples || q->seeded))
        return ss_complain(SS_EXIT_USAGE, "sweep: --samples and --seed are for random numbers, "
                                          "-s NAME=uniform(A,B)");
    if (twice) return ss_complain(SS_EXIT_USAGE, "-s %s: it has a value and varies", twice);
    if (q->resume && (strcmp(q->path, "-") == 0 || strncmp(q->path, "/dev/", 5) == 0))
        return ss_complain(SS_EXIT_USAGE, "--resume: -o %s cannot be gone on with", q->path);
    if (q->workers > 1024) return ss_complain(SS_EXIT_USAGE, "-j %ld: at most 1024", q->workers);
    if (q->sweep.fixed.n + a->n > SS_MAX_SETTINGS)
        return ss_complain(SS_EXIT_USAGE, "more than %d settings", (int)SS_MAX_SETTINGS);
    if (q->samples) a->draws = q->samples;
    if (a->draws > 1000000000000000 / a->points)
        return ss_complain(SS_EXIT_USAGE, "sweep: more than 1e15 samples");
    return SS_EXIT_DONE;
}

static int check_merge(const request *q)
{
    if (q->nwords == 0)
        return ss_complain(SS_EXIT_USAGE, "sweep --merge: the tables of the shards were expected");
    if (!q->path) return ss_complain(SS_EXIT_USAGE, "sweep --merge: -o FILE was expected");
    if (q->sweep.axes.n || q->sweep.fixed.n || q->resume || q->mpi)
        return ss_complain(SS_EXIT_USAGE,
                           "sweep --merge: it runs nothing; tables and -o FILE only");
    return SS_EXIT_DONE;
}

static int parse(request *q, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        int got = take_number(q, argc, argv, &i);
        if (!got) got = take_word(q, argc, argv, &i);
        if (got < 0) return SS_EXIT_USAGE;
        if (got) continue;
        if (argv[i][0] == '-' || q->nwords == MOST_WORDS) return ss_usage_error("sweep", argv[i]);
        q->word[q->nwords++] = argv[i];
    }
    if (q->merge) return check_merge(q);
    if (q->nwords > 2) return ss_usage_error("sweep", q->word[2]);
    q->sweep.problem = q->word[0];
    q->sweep.method = q->word[1];
    return check(q);
}

/* ---- stopping from outside --------------------------------------------------------- */

/* The one thing a signal handler may touch. */
static volatile sig_atomic_t interrupted;

static void on_signal(int number)
{
    (void)number;
    interrupted = 1;
}

static int stop(void *ctx)
{
    (void)ctx;
    return interrupted;
}

static void catch_signals(void)
{
    struct sigaction a = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&a.sa_mask);
    sigaction(SIGINT, &a, NULL);
    sigaction(SIGTERM, &a, NULL);
}

/* ---- jobs -------------------------------------------------------------------------- */

typedef struct job_context {
    const ss_sweep *s;
    long first; /* sample of job 0 */
    long done;  /* rows before job 0 */
    ss_table table;
    ss_eta eta;
    long early; /* rows whose run did not come to its end */
    double synced;
    int unwritten;
    char why[WHY];
} job_context;

/* A result: what kind of row, then its text. */
static int run_job(void *ctx, void *own, long job, void *result)
{
    const job_context *c = ctx;
    unsigned char *kind = result;
    (void)own;
    *kind = (unsigned char)ss_sweep_row(c->s, c->first + job, (char *)result + 1);
    return *kind == SS_ROW_STOPPED || interrupted;
}

static int take_job(void *ctx, long job, const void *result)
{
    job_context *c = ctx;
    const unsigned char *kind = result;
    const double now = ss_seconds();

    c->early += *kind == SS_ROW_EARLY;
    c->unwritten = ss_table_row(&c->table, (const char *)result + 1, c->why, sizeof c->why);
    if (!c->unwritten && now - c->synced > 1.0) { /* at most a second is lost */
        c->unwritten = ss_table_sync(&c->table, c->why, sizeof c->why);
        c->synced = now;
    }
    ss_eta_show(&c->eta, c->done + job + 1);
    return c->unwritten;
}

/* ---- the sweep --------------------------------------------------------------------- */

static void say_number(char **at, const char *end, const char *name, double x)
{
    if (x > 0.0 && *at < end) *at += snprintf(*at, (size_t)(end - *at), " %s %.17g", name, x);
}

/* All that the rows depend on, as one line: who may go on with a table. */
static char *make_key(const request *q)
{
    const ss_sweep *s = &q->sweep;
    size_t size = 1024 + strlen(s->cli->version) + strlen(s->problem) + strlen(s->method);
    char *key, *at, *end;

    for (int i = 0; i < s->fixed.n; i++) size += strlen(s->fixed.text[i]) + 8;
    size += (size_t)s->axes.n * (SS_AXIS_NAME + 128); /* two numbers of 24 and a count */
    if (!(key = malloc(size))) return NULL;
    end = key + size;
    at = key + snprintf(key, size, "%s sweep %s %s", s->cli->version, s->problem, s->method);
    for (int i = 0; i < s->fixed.n && at < end; i++)
        at += snprintf(at, (size_t)(end - at), " -s %s", s->fixed.text[i]);
    for (int i = 0; i < s->axes.n && at < end; i++) {
        const ss_axis *x = &s->axes.axis[i];
        static const char *const word[] = {"grid", "uniform", "normal"};
        at += snprintf(at, (size_t)(end - at), " -s %s=%s(%.17g,%.17g,%ld)", x->name, word[x->kind],
                       x->a, x->b, x->count);
    }
    say_number(&at, end, "--samples", (double)q->samples);
    if (q->samples && at < end)
        at += snprintf(at, (size_t)(end - at), " --seed %llu", (unsigned long long)s->axes.seed);
    say_number(&at, end, "--h", s->h);
    say_number(&at, end, "--rtol", s->rtol);
    say_number(&at, end, "--atol", s->atol);
    say_number(&at, end, "--t-end", s->t_end);
    say_number(&at, end, "--max-steps", (double)s->max_steps);
    if (s->until != SS_UNTIL_FALL && at < end)
        at += snprintf(at, (size_t)(end - at), " --until %s", until_word[s->until]);
    if (q->shards > 1 && at < end)
        at += snprintf(at, (size_t)(end - at), " --shard %ld/%ld", q->shard, q->shards);
    if (at < end) snprintf(at, (size_t)(end - at), "\n");
    return key;
}

/* Shard K of N is the K-th of N runs of consecutive samples: their tables in order, less the
 * headers after the first, are the table of the whole. */
static long shard_begin(long all, long shard, long shards)
{
    const long each = all / shards, more = all % shards;
    return each * shard + (shard < more ? shard : more);
}

static int run_all(const request *q, job_context *c, long rows)
{
    const long left = rows - c->done;
    const long hands = q->workers * (q->mpi ? q->ranks.ranks : 1);
    const long grain = left / (PIECES * hands); /* so that the last pieces end together */
    const ss_pool pool = {.jobs = left,
                          .workers = (int)(q->workers < left ? q->workers
                                           : left > 0        ? left
                                                             : 1),
                          .grain = (int)(grain < 1        ? 1
                                         : grain > PIECES ? PIECES
                                                          : grain),
                          .result_size = 1 + c->s->row_size,
                          .ctx = c,
                          .run = run_job,
                          .take = take_job};

    const double begin = ss_seconds();
    ss_eta_begin(&c->eta, "samples", rows, c->done, c->s->cli->quiet || q->ranks.rank > 0);
    const long done = ss_ranks_run(&q->ranks, &pool);
    ss_eta_end(&c->eta);
    if (done < 0) return ss_complain(SS_EXIT_USAGE, "no memory or threads for -j %ld", q->workers);
    if (q->ranks.rank > 0) return SS_EXIT_DONE; /* rank 0 speaks for all */
    if (c->unwritten) return ss_complain(SS_EXIT_OUTPUT, "%s", c->why);
    if (done < left)
        return ss_complain(SS_EXIT_EARLY, "stopped after %ld of %ld samples; go on with --resume",
                           c->done + done, rows);
    if (!c->s->cli->quiet)
        fprintf(stderr, "samples %ld\nresumed %ld\nearly %ld\nwall_s %.6g\n", rows, c->done,
                c->early, ss_seconds() - begin);
    return SS_EXIT_DONE;
}

/* Rows of an earlier call that ended early: the exit code is that of the whole table. */
static long count_early(const request *q, const ss_table *t)
{
    FILE *f = t->rows > 0 && t->partial ? fopen(t->partial, "r") : NULL;
    char *line = NULL;
    size_t room = 0;
    long early = 0;

    if (f && getline(&line, &room, f) > 0) /* the header */
        while (getline(&line, &room, f) > 0) {
            const char *verdict = line; /* after the sample and what varies */
            for (int i = 0; verdict && i <= q->sweep.axes.n; i++)
                verdict = strchr(verdict + (i > 0), ',');
            early += verdict && strncmp(verdict, ",ok", 3) != 0;
        }
    free(line);
    if (f) fclose(f);
    return early;
}

/* Rank 0 has the table; the others only learn how much of it is there. */
static int open_table(const request *q, job_context *c, const char *header, const char *key)
{
    int code = SS_EXIT_DONE;

    if (q->ranks.rank == 0 &&
        ss_table_open(&c->table, q->path, header, key, q->resume, c->why, sizeof c->why))
        code = ss_complain(SS_EXIT_OUTPUT, "%s", c->why);
    c->done = c->table.rows;
    c->early = count_early(q, &c->table);
    if (ss_ranks_share(&q->ranks, &c->done)) code = SS_EXIT_OUTPUT;
    return ss_ranks_any(&q->ranks, code);
}

static int close_table(const request *q, job_context *c, int code, const char *key)
{
    if (q->ranks.rank == 0) {
        if (code == SS_EXIT_DONE && ss_table_finish(&c->table, key, c->why, sizeof c->why))
            code = ss_complain(SS_EXIT_OUTPUT, "%s", c->why);
        if (code == SS_EXIT_DONE && c->early)
            code = ss_complain(SS_EXIT_EARLY, "%ld of %ld samples ended early; see their verdicts",
                               c->early, c->table.rows);
    }
    ss_table_close(&c->table);
    return ss_ranks_any(&q->ranks, code);
}

static int sweep_to(const request *q, const char *header, const char *key)
{
    const long all = ss_axes_count(&q->sweep.axes);
    const long first = shard_begin(all, q->shard - 1, q->shards);
    const long rows = shard_begin(all, q->shard, q->shards) - first;
    job_context c = {.s = &q->sweep, .synced = ss_seconds()};

    int code = open_table(q, &c, header, key);
    if (code != SS_EXIT_DONE) {
        ss_table_close(&c.table);
        return code;
    }
    if (c.done > rows) c.done = rows;
    c.first = first + c.done;
    code = run_all(q, &c, rows);
    return close_table(q, &c, code, key);
}

static int join_ranks(request *q)
{
    char why[WHY] = "";
    if (!q->mpi || !ss_ranks_join(&q->ranks, why, sizeof why)) return SS_EXIT_DONE;
    return ss_complain(SS_EXIT_USAGE, "--mpi: %s", why);
}

int ss_cmd_sweep(const ss_cli *cli, int argc, char **argv)
{
    request q = {.sweep = {.cli = cli, .stop = stop}, .workers = 1, .shard = 1, .shards = 1};
    int code = parse(&q, argc, argv);
    if (code != SS_EXIT_DONE) return code;
    if (q.merge) return ss_sweep_merge(cli, q.word, q.nwords, q.path);
    code = ss_sweep_open(&q.sweep);
    if (code == SS_EXIT_DONE) code = join_ranks(&q);
    if (code == SS_EXIT_DONE) {
        char *header = ss_sweep_header(&q.sweep), *key = make_key(&q);
        catch_signals();
        code = header && key ? sweep_to(&q, header, key) : ss_complain(SS_EXIT_USAGE, "no memory");
        free(header);
        free(key);
    }
    ss_ranks_leave(&q.ranks);
    ss_sweep_close(&q.sweep);
    return code;
}
