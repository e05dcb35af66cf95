/* source.c - the commands that recipes ask for, each run once in a process of its own */
#include "bench/bench.h"
#include "bench/children.h"
#include "bench/output.h"
#include "bench/reproduce.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_WORDS = 160, JOBS_SIZE = 16 };

/* Commands that a recipe may use, and what they can leave. */
typedef struct source_kind {
    const char *command;
    int table; /* takes -o FILE.csv */
    int jobs;  /* takes -j N */
    unsigned extras;
} source_kind;

static const source_kind kinds[] = {
    {"run", 1, 0, 1u << SS_EXTRA_EVENTS | 1u << SS_EXTRA_HOPS | 1u << SS_EXTRA_SIGNALS},
    {"sweep", 1, 1, 0},
    {"map", 1, 0, 1u << SS_EXTRA_EXTREMA},
    {"show-impact", 1, 0, 0},
    {"qp", 0, 0, 0},
    {"forces", 0, 0, 0},
    {0}};

static const source_kind *kind_of(const ss_recipe_data *d)
{
    const size_t n = strcspn(d->command, " ");
    for (const source_kind *k = kinds; k->command; k++)
        if (strlen(k->command) == n && strncmp(k->command, d->command, n) == 0) return k;
    return NULL;
}

int ss_data_has_table(const ss_recipe_data *d)
{
    const source_kind *k = kind_of(d);
    return k && k->table;
}

const char *ss_extra_tail(int extra)
{
    static const char *const tail[SS_EXTRAS] = {"-events.csv", "-hops.csv", "-signals.csv",
                                                "-extrema.csv"};
    return tail[extra];
}

int ss_reproduce_path(const ss_reproduce *b, int recipe, const char *name, const char *tail,
                      char *out)
{
    const int n =
        snprintf(out, SS_REPRODUCE_PATH, "%s/%s/%s%s", b->dir, b->recipe[recipe].name, name, tail);
    if (n > 0 && n < SS_REPRODUCE_PATH) return 0;
    return ss_complain(SS_EXIT_OUTPUT, "%s: the name of the folder is too long", b->dir);
}

static const ss_recipe_data *data_of(const ss_reproduce *b, const ss_source *s)
{
    return &b->recipe[s->recipe].data[s->data];
}

/* file:line of the data that asked, for complaints */
static int wrong(const ss_reproduce *b, const ss_source *s, int code, const char *text)
{
    const ss_recipe_data *d = data_of(b, s);
    const char *file = config_setting_source_file(d->at);
    return ss_complain(code, "%s:%u: %s", file ? file : b->recipe[s->recipe].path,
                       config_setting_source_line(d->at), text);
}

/* ---- who asks for what --------------------------------------------------------------------- */

static int add_source(ss_reproduce *b, int recipe, int data)
{
    const ss_recipe_data *d = &b->recipe[recipe].data[data];
    const source_kind *kind = kind_of(d);
    unsigned extras = 0;
    ss_source asked = {.recipe = recipe, .data = data};

    if (!kind)
        return wrong(b, &asked, SS_EXIT_USAGE,
                     "command: expected run, sweep, map, "
                     "show-impact, qp or forces first");
    for (int e = 0; e < SS_EXTRAS; e++)
        if (d->extra[e]) extras |= 1u << e;
    if (extras & ~kind->extras)
        return wrong(b, &asked, SS_EXIT_USAGE, "the command leaves no such further table");
    for (int i = 0; i < b->nsources; i++)
        if (strcmp(data_of(b, &b->source[i])->command, d->command) == 0) {
            b->source[i].extras |= extras;
            return SS_EXIT_DONE;
        }
    asked.extras = extras;
    b->source[b->nsources++] = asked;
    return SS_EXIT_DONE;
}

int ss_sources_find(ss_reproduce *b)
{
    int all = 0, code = SS_EXIT_DONE;

    for (int i = 0; i < b->n; i++) all += b->recipe[i].ndata;
    b->source = calloc((size_t)all + 1, sizeof *b->source);
    if (!b->source) return ss_complain(SS_EXIT_USAGE, "no memory");
    for (int i = 0; i < b->n && code == SS_EXIT_DONE; i++)
        for (int k = 0; k < b->recipe[i].ndata && code == SS_EXIT_DONE; k++)
            code = add_source(b, i, k);
    return code;
}

/* ---- running them --------------------------------------------------------------------------- */

typedef struct runner {
    ss_reproduce *b;
    ss_progress progress;
    int code;
} runner;

static const ss_command *find_command(const char *name)
{
    for (const ss_command *c = ss_commands; c->name; c++)
        if (strcmp(c->name, name) == 0) return c;
    return NULL;
}

/* What it prints becomes the file NAME.txt. */
static int redirect(ss_output *o, const char *path)
{
    char why[SS_RECIPE_TEXT];
    if (ss_output_open(o, path, why, sizeof why)) return 1;
    const int fd = fileno(o->f);
    return dup2(fd, STDOUT_FILENO) < 0 || dup2(fd, STDERR_FILENO) < 0;
}

/* A command and the files that it leaves. */
typedef struct order {
    char printed[SS_REPRODUCE_PATH], table[SS_REPRODUCE_PATH];
    char extra[SS_EXTRAS][SS_REPRODUCE_PATH], option[SS_EXTRAS][16], jobs[JOBS_SIZE];
    int argc;
    char *words, *argv[MAX_WORDS + 2 * (SS_EXTRAS + 2) + 1]; /* its own; -o, -j, extras; NULL */
} order;

static int name_files(order *o, const ss_reproduce *b, const ss_source *s)
{
    const char *name = data_of(b, s)->name;

    if (ss_reproduce_path(b, s->recipe, name, ".txt", o->printed) ||
        ss_reproduce_path(b, s->recipe, name, ".csv", o->table))
        return 1;
    for (int e = 0; e < SS_EXTRAS; e++)
        if (s->extras >> e & 1u &&
            ss_reproduce_path(b, s->recipe, name, ss_extra_tail(e), o->extra[e]))
            return 1;
    return 0;
}

static void add_option(order *o, char *option, char *value)
{
    o->argv[o->argc++] = option;
    o->argv[o->argc++] = value;
}

/* Its words, then what it shall leave. */
static void write_order(order *o, const ss_reproduce *b, const ss_source *s)
{
    const source_kind *kind = kind_of(data_of(b, s));

    for (char *w = strtok(o->words, " \t\n"); w && o->argc < MAX_WORDS; w = strtok(NULL, " \t\n"))
        o->argv[o->argc++] = w;
    if (kind->table) add_option(o, "-o", o->table);
    for (int e = 0; e < SS_EXTRAS; e++) {
        if (!(s->extras >> e & 1u)) continue;
        snprintf(o->option[e], sizeof o->option[e], "--%s", ss_extra_word[e]);
        add_option(o, o->option[e], o->extra[e]);
    }
    if (kind->jobs) {
        snprintf(o->jobs, sizeof o->jobs, "%d", b->jobs);
        add_option(o, "-j", o->jobs);
    }
    o->argv[o->argc] = NULL;
}

static int follow(order *o, const ss_reproduce *b)
{
    const ss_command *c = find_command(o->argv[0]);
    ss_cli cli = *b->cli;

    cli.quiet = 0;
    const int code = c ? c->run(&cli, o->argc, o->argv) : SS_EXIT_USAGE;
    fflush(stdout);
    fflush(stderr);
    return code;
}

/* In the child: the command, with its outputs. */
static int work(void *ctx, long task, void *answer)
{
    const ss_reproduce *b = ((const runner *)ctx)->b;
    const ss_source *s = &b->source[task];
    order o = {.words = strdup(data_of(b, s)->command)};
    ss_output printed = {0};
    char why[SS_RECIPE_TEXT];

    int bad = !o.words || name_files(&o, b, s) || redirect(&printed, o.printed);
    if (!bad) {
        write_order(&o, b, s);
        *(int *)answer = follow(&o, b);
        bad = ss_output_commit(&printed, why, sizeof why);
    }
    ss_output_drop(&printed);
    free(o.words);
    return bad;
}

/* The last complaint in what a command printed. */
static void last_complaint(const char *path, char *out, size_t size)
{
    char line[600];
    FILE *f = fopen(path, "r");

    snprintf(out, size, "the command failed; see %s", path);
    while (f && fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "stickslip: ", 11) == 0) snprintf(out, size, "%s", line + 11);
    }
    if (f) fclose(f);
}

/* A run that ended early is data; a command that could not begin is a mistake in the recipe. */
static int done(void *ctx, long task, const ss_children_end *end)
{
    runner *k = ctx;
    ss_source *s = &k->b->source[task];
    const ss_recipe_data *d = data_of(k->b, s);
    char path[SS_REPRODUCE_PATH], why[SS_REPRODUCE_PATH + 40];

    s->done = 1;
    s->seconds = end->seconds;
    if (ss_reproduce_path(k->b, s->recipe, d->name, ".txt", path)) return k->code = SS_EXIT_OUTPUT;
    if (end->how == SS_CHILD_TIMEOUT)
        return k->code = wrong(k->b, s, SS_EXIT_EARLY, "the command took too long");
    if (end->how == SS_CHILD_CRASHED)
        return k->code = wrong(k->b, s, SS_EXIT_EARLY, "the command crashed");
    if (end->how != SS_CHILD_DONE)
        return k->code = ss_complain(SS_EXIT_OUTPUT, "%s: cannot be written", path);
    const int code = *(const int *)end->answer;
    if (code >= SS_EXIT_USAGE) {
        last_complaint(path, why, sizeof why);
        return k->code = wrong(k->b, s, code, why);
    }
    ss_progress_step(&k->progress, d->command);
    return 0;
}

static double timeout(void *ctx, long task)
{
    const double long_enough = 600.0; /* s: the longest published sweep takes ten */
    (void)ctx, (void)task;
    return long_enough;
}

static void starts(void *ctx, long task)
{
    runner *k = ctx;
    ss_progress_now(&k->progress, data_of(k->b, &k->b->source[task])->command);
}

static int idle(void *ctx)
{
    runner *k = ctx;
    ss_progress_tick(&k->progress);
    return 0;
}

/* DIR, DIR/PAPER and DIR/PAPER/FIGURE */
static int make_folders(const ss_reproduce *b)
{
    char path[SS_REPRODUCE_PATH];

    for (int i = 0; i < b->n; i++) {
        if (ss_reproduce_path(b, i, "", "", path)) return SS_EXIT_OUTPUT;
        for (char *c = path + 1; *c; c++) {
            if (*c != '/') continue;
            *c = '\0';
            if (mkdir(path, 0777) != 0 && errno != EEXIST)
                return ss_complain(SS_EXIT_OUTPUT, "%s: %s", path, strerror(errno));
            *c = '/';
        }
    }
    return SS_EXIT_DONE;
}

int ss_sources_run(ss_reproduce *b)
{
    runner k = {.b = b};
    const ss_children p = {.jobs = b->jobs,
                           .answer = sizeof(int),
                           .ntasks = b->nsources,
                           .ctx = &k,
                           .work = work,
                           .done = done,
                           .timeout = timeout,
                           .starts = starts,
                           .idle = idle};

    if (make_folders(b)) return SS_EXIT_OUTPUT;
    ss_progress_begin(&k.progress, b->cli->quiet, "commands", b->nsources);
    const int how = ss_children_run(&p);
    ss_progress_end(&k.progress);
    if (how < 0) return ss_complain(SS_EXIT_USAGE, "no process could be made");
    return k.code;
}

/* ---- sharing -------------------------------------------------------------------------------- */

static int copy_file(const char *from, const char *to)
{
    char buf[1 << 16];
    size_t n;

    remove(to);
    if (link(from, to) == 0) return 0;
    FILE *in = fopen(from, "rb"), *out = in ? fopen(to, "wb") : NULL;
    int bad = !out;
    while (!bad && (n = fread(buf, 1, sizeof buf, in)) > 0) bad = fwrite(buf, 1, n, out) != n;
    if (in) fclose(in);
    if (out && fclose(out) != 0) bad = 1;
    return bad;
}

static int share_one(const ss_reproduce *b, const ss_source *s, int recipe, const char *as,
                     const char *tail)
{
    char from[SS_REPRODUCE_PATH], to[SS_REPRODUCE_PATH];

    if (ss_reproduce_path(b, s->recipe, data_of(b, s)->name, tail, from) ||
        ss_reproduce_path(b, recipe, as, tail, to))
        return SS_EXIT_OUTPUT;
    if (strcmp(from, to) == 0) return SS_EXIT_DONE;
    return copy_file(from, to) ? ss_complain(SS_EXIT_OUTPUT, "%s: cannot be written", to)
                               : SS_EXIT_DONE;
}

int ss_sources_share(const ss_reproduce *b)
{
    int code = SS_EXIT_DONE;

    for (int i = 0; i < b->n; i++)
        for (int k = 0; k < b->recipe[i].ndata; k++) {
            const ss_recipe_data *d = &b->recipe[i].data[k];
            int at = 0;
            while (strcmp(data_of(b, &b->source[at])->command, d->command) != 0) at++;
            const ss_source *s = &b->source[at];
            code = share_one(b, s, i, d->name, ".txt");
            if (code == SS_EXIT_DONE && ss_data_has_table(d))
                code = share_one(b, s, i, d->name, ".csv");
            for (int e = 0; e < SS_EXTRAS && code == SS_EXIT_DONE; e++)
                if (d->extra[e]) code = share_one(b, s, i, d->name, ss_extra_tail(e));
            if (code != SS_EXIT_DONE) return code;
        }
    return code;
}
