/* cmd_run.c - one simulation: a summary, or a record of it
 *
 * All outputs of a run are fed by one pass.  With none, the sink is empty and the run does
 * nothing but step.
 */
#include "bench/case.h"
#include "bench/clock.h"
#include "bench/hop.h"
#include "bench/number.h"
#include "bench/output.h"
#include "bench/record.h"
#include <signal.h>
#include <stdlib.h>

typedef struct request {
    const char *problem, *method;
    ss_settings settings;
    double h, rtol, atol, t_end, every, timeout; /* 0: not given */
    long max_steps;
    const char *failed; /* where a contact problem without a solution goes; NULL: named so */
    const char *hops;   /* where the hops are listed, or NULL */
    const ss_writer_kind *kind[SS_MAX_WRITERS];
    const char *path[SS_MAX_WRITERS];
    int noutputs;
    int measures; /* events with the method's own numbers */
    int recorded; /* there is a -o: the summary makes way for it */
} request;

/* ---- the command line -------------------------------------------------------------- */

typedef struct suffix_kind {
    const char *suffix;
    const ss_writer_kind *kind;
} suffix_kind;

static const suffix_kind records[] = {
    {".csv", &ss_csv_writer}, {".h5", &ss_hdf5_writer}, {".hdf5", &ss_hdf5_writer}, {0}};
static const suffix_kind tables[] = {{".csv", &ss_events_writer}, {0}};
static const suffix_kind signals[] = {{".csv", &ss_signals_writer}, {0}};
static const suffix_kind pictures[] = {{".svg", &ss_plot_writer}, {".png", &ss_plot_writer}, {0}};
static const suffix_kind pages[] = {
    {".html", &ss_animate_writer}, {".htm", &ss_animate_writer}, {0}};

static int ends_with(const char *s, const char *end)
{
    const size_t n = strlen(s), m = strlen(end);
    return n > m && strcmp(s + n - m, end) == 0;
}

/* "-" and what lies in /dev take the first kind; other names must say what they are. */
static int add_output(request *q, const char *option, const char *path, const suffix_kind *kinds)
{
    const ss_writer_kind *kind = NULL;
    const int plain = kinds == records || kinds == tables || kinds == signals;

    for (const suffix_kind *k = kinds; k->suffix && !kind; k++)
        if (ends_with(path, k->suffix)) kind = k->kind;
    if (plain && (strcmp(path, "-") == 0 || strncmp(path, "/dev/", 5) == 0)) kind = kinds->kind;
    if (!kind) {
        char words[64] = "";
        for (const suffix_kind *k = kinds; k->suffix; k++) {
            const size_t n = strlen(words);
            snprintf(words + n, sizeof words - n, "%s%s", n ? ", " : "", k->suffix);
        }
        return ss_complain(1, "%s %s: expected a name that ends with %s%s", option, path, words,
                           plain ? ", or -" : "");
    }
    for (int i = 0; i < q->noutputs; i++)
        if (strcmp(q->path[i], path) == 0)
            return ss_complain(1, "%s %s: two outputs cannot go to one place", option, path);
    if (q->noutputs == SS_MAX_WRITERS)
        return ss_complain(1, "%s %s: more than %d outputs", option, path, (int)SS_MAX_WRITERS);
    q->kind[q->noutputs] = kind;
    q->path[q->noutputs++] = path;
    return 0;
}

/* 1: the option was taken, 0: none of these, -1: refused. */
static int take_number(request *q, int argc, char **argv, int *i)
{
    const struct {
        const char *name;
        double *to;
    } number[] = {{"--h", &q->h},         {"--rtol", &q->rtol},   {"--atol", &q->atol},
                  {"--t-end", &q->t_end}, {"--every", &q->every}, {"--timeout", &q->timeout}};
    const char *value;

    for (size_t k = 0; k < sizeof number / sizeof *number; k++) {
        const int got = ss_arg(argc, argv, i, number[k].name, &value);
        if (got < 0) return -1;
        if (got) return ss_arg_positive(number[k].name, value, number[k].to) ? -1 : 1;
    }
    const int got = ss_arg(argc, argv, i, "--max-steps", &value);
    if (got <= 0) return got;
    return ss_arg_count("--max-steps", value, &q->max_steps) ? -1 : 1;
}

static int take_output(request *q, int argc, char **argv, int *i)
{
    static const struct {
        const char *name;
        const suffix_kind *kinds;
    } output[] = {{"-o", records},
                  {"--events", tables},
                  {"--signals", signals},
                  {"--plot", pictures},
                  {"--animate", pages}};
    const char *value;

    for (size_t k = 0; k < sizeof output / sizeof *output; k++) {
        const int got = ss_arg(argc, argv, i, output[k].name, &value);
        if (got < 0) return -1;
        if (!got) continue;
        if (output[k].kinds == records) q->recorded = 1;
        return add_output(q, output[k].name, value, output[k].kinds) ? -1 : 1;
    }
    const int got = ss_arg(argc, argv, i, "--hops", &q->hops);
    return got ? got : ss_arg(argc, argv, i, "--failed", &q->failed);
}

static int parse(request *q, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *value;
        int got = take_number(q, argc, argv, &i);
        if (!got) got = take_output(q, argc, argv, &i);
        if (!got && (got = ss_arg(argc, argv, &i, "-s", &value)) > 0)
            if (ss_settings_add(&q->settings, value)) got = -1;
        if (!got && strcmp(argv[i], "--measures") == 0) got = q->measures = 1;
        if (got < 0) return SS_EXIT_USAGE;
        if (got) continue;
        if (argv[i][0] == '-' || q->method) return ss_usage_error("run", argv[i]);
        *(q->problem ? &q->method : &q->problem) = argv[i];
    }
    if (!q->method)
        return ss_complain(SS_EXIT_USAGE, "run: a problem and a method were expected; "
                                          "see stickslip list");
    return SS_EXIT_DONE;
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
    const double *deadline = ctx;
    return interrupted || (*deadline > 0.0 && ss_seconds() > *deadline);
}

static void catch_signals(void)
{
    struct sigaction a = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&a.sa_mask);
    sigaction(SIGINT, &a, NULL);
    sigaction(SIGTERM, &a, NULL);
}

/* ---- what is said at the end ------------------------------------------------------- */

static void say(FILE *f, const char *key, double x)
{
    fprintf(f, "%s ", key);
    ss_put_number(f, x);
    fputc('\n', f);
}

static void say_state(FILE *f, char kind, const char *const *names, const double *x, int n)
{
    for (int i = 0; i < n; i++) {
        fprintf(f, "%c_%s ", kind, names[i]);
        ss_put_number(f, x[i]);
        fputc('\n', f);
    }
}

static void say_hops(FILE *f, const ss_hops *h)
{
    double value[SS_HOP_METRICS];
    ss_hops_metrics(h, value);
    for (int i = 0; i < SS_HOP_METRICS; i++) say(f, ss_hop_name[i], value[i]);
}

static void say_summary(FILE *f, const ss_problem *p, const ss_run_spec *spec,
                        const ss_run_result *r, const ss_hops *h, double wall, double cpu)
{
    fprintf(f, "verdict %s\n", ss_status_verdict(r->status));
    say(f, "t", r->t);
    fprintf(f, "steps %ld\n", r->steps);
    fprintf(f, "wall_s %.9g\n", wall);
    fprintf(f, "ns_per_step %.6g\n", r->steps ? 1e9 * wall / (double)r->steps : 0.0);
    say(f, "E_start", r->E_start);
    say(f, "E_end", r->E_end);
    say(f, "E_gain_max", r->E_gain_max);
    say(f, "penetration_max", r->penetration_max);
    say(f, "residual_max", r->residual_max);
    fprintf(f, "impacts %ld\n", r->impacts);
    say_state(f, 'q', p->q_name, spec->q_end, p->dims.nq);
    say_state(f, 'u', p->u_name, spec->u_end, p->dims.nu);
    say(f, "W_ext", r->W);
    say(f, "E_moved", r->E_moved);
    const ss_counts *n = &r->counts;
    fprintf(f, "n_pose %ld\nn_mass %ld\nn_force %ld\nn_gap %ld\nn_jac %ld\n", n->pose, n->mass,
            n->force, n->gap, n->jac);
    fprintf(f, "zeno_limits %ld\ncpu_s %.9g\n", r->limits, cpu);
    fprintf(f, "n_solves %ld\nn_pivots %ld\nn_refused %ld\n", n->solves, n->pivots, n->refused);
    if (p->gait) say_hops(f, h);
    if (r->status != SS_OK) fprintf(f, "why %s\n", *r->why ? r->why : ss_status_text(r->status));
}

typedef struct saver { /* of a contact problem that could not be solved */
    const char *path;
} saver;

static void save_failed(void *ctx, const ss_contact_problem *c, double t)
{
    const saver *s = ctx;
    if (ss_contact_write(s->path, c, t) == SS_OK)
        ss_complain(0,
                    "the contact problem without a solution is in %s; replay it with "
                    "stickslip lcp %s",
                    s->path, s->path);
    else
        ss_complain(0, "%s: the contact problem without a solution could not be written", s->path);
}

static int exit_code(const ss_run_result *r)
{
    switch (r->status) {
    case SS_OK:
        return SS_EXIT_DONE;
    case SS_ESINK:
        return SS_EXIT_OUTPUT;
    case SS_EARG:
    case SS_ENOMEM:
    case SS_EMODULE:
        return SS_EXIT_USAGE;
    default:
        return SS_EXIT_EARLY;
    }
}

/* ---- hops -------------------------------------------------------------------------- */

static int put_hop(void *ctx, const ss_hop *hop)
{
    FILE *f = ctx;
    const double row[] = {hop->t, hop->x, hop->angle, hop->t_land, hop->x_land, hop->angle_land};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        if (i) fputc(',', f);
        ss_put_number(f, row[i]);
    }
    fputc('\n', f);
    return 0;
}

/* The list of hops is opened; nonzero and said if it cannot be. */
static int open_hops(const request *q, ss_hops *h, ss_output *list)
{
    char why[SS_WHY_SIZE];

    if (!q->hops) return SS_EXIT_DONE;
    if (!h->p->gait)
        return ss_complain(SS_EXIT_USAGE, "--hops: %s neither walks nor hops", q->problem);
    if (ss_output_open(list, q->hops, why, sizeof why))
        return ss_complain(SS_EXIT_OUTPUT, "%s", why);
    fputs("t,x,angle,t_land,x_land,angle_land\n", list->f);
    h->each = put_hop;
    h->ctx = list->f;
    return SS_EXIT_DONE;
}

typedef struct both { /* two sinks of one run; either may be empty */
    ss_sink a, b;
} both;

static int take_both(void *ctx, const ss_point *x, const ss_step_info *info)
{
    const both *k = ctx;
    return (k->a.take && k->a.take(k->a.ctx, x, info)) ||
           (k->b.take && k->b.take(k->b.ctx, x, info));
}

/* ---- the run ----------------------------------------------------------------------- */

static void fill_spec(ss_run_spec *spec, const request *q)
{
    if (q->h > 0.0) spec->h = q->h;
    if (q->rtol > 0.0) spec->rtol = q->rtol;
    if (q->atol > 0.0) spec->atol = q->atol;
    if (q->t_end > 0.0) spec->t_end = q->t_end;
    spec->every = q->every;
    spec->max_steps = q->max_steps;
}

static int open_record(ss_record *r, const request *q)
{
    if (q->noutputs == 0) return SS_EXIT_DONE;
    for (int i = 0; i < q->noutputs; i++)
        if (q->kind[i] == &ss_signals_writer && !r->p->signals)
            return ss_complain(SS_EXIT_USAGE, "--signals: %s has none", q->problem);
    if (ss_record_open(r) != SS_OK) return ss_complain(SS_EXIT_OUTPUT, "no memory to record in");
    for (int i = 0; i < q->noutputs; i++)
        if (ss_record_add(r, q->kind[i], q->path[i]))
            return ss_complain(SS_EXIT_OUTPUT, "%s", r->why);
    return SS_EXIT_DONE;
}

static int run_recorded(const ss_cli *cli, const request *q, const ss_case *c,
                        const ss_run_spec *given, ss_record *record, ss_hops *hops)
{
    both sinks = {ss_record_sink(record), ss_hops_sink(hops)};
    const ss_sink sink = sinks.a.take || sinks.b.take ? (ss_sink){take_both, &sinks} : (ss_sink){0};
    double deadline = q->timeout > 0.0 ? ss_seconds() + q->timeout : 0.0;
    ss_run_spec spec = *given;
    spec.stop = stop;
    spec.stop_ctx = &deadline;

    const double begin = ss_seconds(), worked = ss_cpu_seconds();
    ss_run_result r = ss_run(c->method, &c->p, &spec, sink);
    const double wall = ss_seconds() - begin, cpu = ss_cpu_seconds() - worked;

    int code = exit_code(&r);
    if (code == SS_EXIT_OUTPUT)
        ss_complain(code, "%s", record->why);
    else if (code != SS_EXIT_USAGE && r.status != SS_EUNSUP && ss_record_finish(record, &r))
        code = ss_complain(SS_EXIT_OUTPUT, "%s", record->why);
    if (record->events_lost)
        ss_complain(0, "%ld events of crowded steps were counted but not kept",
                    record->events_lost);
    if (code == SS_EXIT_OUTPUT) return code;

    if (!q->recorded)
        say_summary(stdout, &c->p, &spec, &r, hops, wall, cpu);
    else if (!cli->quiet)
        say_summary(stderr, &c->p, &spec, &r, hops, wall, cpu);
    if (code != SS_EXIT_DONE)
        ss_complain(code, "%s with %s: %s at t = %.9g: %s", c->p.name, c->method->name,
                    ss_status_verdict(r.status), r.t, *r.why ? r.why : ss_status_text(r.status));
    return code;
}

/* --h without tolerances asks a method that could adapt its steps to leave them alone. */
static void keep_steps(const request *q, ss_case *c)
{
    const int row = ss_option_find(c->method->options, "step");
    char why[160];

    if (row < 0 || !(q->h > 0.0) || q->rtol > 0.0 || q->atol > 0.0) return;
    for (int i = 0; i < q->settings.n; i++)
        if (strncmp(q->settings.text[i], "step=", 5) == 0) return;
    (void)ss_option_set(c->method->options, row, "fixed", c->opt, why, sizeof why);
}

int ss_cmd_run(const ss_cli *cli, int argc, char **argv)
{
    request q = {0};
    ss_case c;
    int code = parse(&q, argc, argv);
    if (code == SS_EXIT_DONE) code = ss_case_open(&c, cli, q.problem, q.method, &q.settings);
    if (code != SS_EXIT_DONE) return code;
    keep_steps(&q, &c);

    char failed[256];
    snprintf(failed, sizeof failed, "stickslip-failed-%s-%s.lcp", q.problem, q.method);
    saver s = {.path = q.failed ? q.failed : failed};
    double *end = calloc((size_t)(c.p.dims.nq + c.p.dims.nu) + 1, sizeof *end);
    ss_run_spec spec = ss_run_spec_default(&c.p);
    fill_spec(&spec, &q);
    spec.opt = c.opt;
    spec.failed = save_failed;
    spec.failed_ctx = &s;
    spec.q_end = end;
    spec.u_end = end ? end + c.p.dims.nq : NULL;
    if (c.method->stepping == SS_FIXED && (q.rtol > 0.0 || q.atol > 0.0))
        ss_complain(0, "note: %s has a fixed step; --rtol and --atol change nothing", q.method);

    if (q.measures && !c.method->measures)
        ss_complain(0, "note: %s measures nothing about its events", q.method);

    ss_record record = {.family = c.family,
                        .method = c.method,
                        .p = &c.p,
                        .settings = q.settings.text,
                        .nsettings = q.settings.n,
                        .version = cli->version,
                        .t_end = spec.t_end,
                        .h = spec.h,
                        .every = spec.every,
                        .measures = q.measures};
    ss_hops hops = {.p = &c.p, .least = SS_HOP_LEAST};
    ss_output list = {0};
    catch_signals();
    code = end ? open_record(&record, &q) : ss_complain(SS_EXIT_USAGE, "no memory");
    if (code == SS_EXIT_DONE) code = open_hops(&q, &hops, &list);
    if (code == SS_EXIT_DONE) code = run_recorded(cli, &q, &c, &spec, &record, &hops);
    if (list.f && code <= SS_EXIT_EARLY && ss_output_commit(&list, record.why, sizeof record.why))
        code = ss_complain(SS_EXIT_OUTPUT, "%s", record.why);
    ss_output_drop(&list);
    ss_record_close(&record);
    free(end);
    ss_case_close(&c);
    return code;
}
