/* cmd_fit.c - calibrate parameters of a problem by a measured record
 *
 * With the presets it does what gomez2008 did by hand: (mu, b) of the journal pendulum from the
 * angle over time.
 */
#include "bench/case.h"
#include "bench/fit.h"
#include "bench/number.h"
#include "bench/output.h"
#include <stdlib.h>
#include <string.h>

typedef struct request {
    const char *file, *problem, *method, *coordinate, *output;
    double rate; /* kHz of an encoder's signal; 0: a table of angles */
    double rtol, atol;
    long starts, seed;
    ss_settings settings;
    ss_fit_spec spec;
    char name[SS_FIT_MOST][40];
} request;

/* NAME=LO:HI */
static int add_range(request *q, const char *text)
{
    const char *eq = strchr(text, '=');
    ss_fit_spec *const f = &q->spec;
    char *end = NULL;

    if (f->n == SS_FIT_MOST)
        return ss_complain(1, "--vary %s: more than %d parameters", text, (int)SS_FIT_MOST);
    if (eq && eq > text && eq - text < (long)sizeof q->name[0]) {
        memcpy(q->name[f->n], text, (size_t)(eq - text));
        f->name[f->n] = q->name[f->n];
        f->lo[f->n] = strtod(eq + 1, &end);
        if (end > eq + 1 && *end == ':') {
            const char *hi = end + 1;
            f->hi[f->n] = strtod(hi, &end);
            if (end > hi && *end == '\0' && f->hi[f->n] > f->lo[f->n]) return f->n++, 0;
        }
    }
    return ss_complain(1, "--vary %s: expected NAME=LO:HI with LO below HI", text);
}

static int parse(request *q, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const struct {
            const char *name;
            double *number;
            long *count;
            const char **text;
        } known[] = {
            {"--encoder", &q->rate, NULL, NULL}, {"--rtol", &q->rtol, NULL, NULL},
            {"--atol", &q->atol, NULL, NULL},    {"--starts", NULL, &q->starts, NULL},
            {"--seed", NULL, &q->seed, NULL},    {"--coordinate", NULL, NULL, &q->coordinate},
            {"-o", NULL, NULL, &q->output}};
        const char *value;
        int got = 0;

        for (size_t k = 0; k < sizeof known / sizeof *known && !got; k++) {
            got = ss_arg(argc, argv, &i, known[k].name, &value);
            if (got <= 0) continue;
            if (known[k].number && ss_arg_positive(known[k].name, value, known[k].number)) got = -1;
            if (known[k].count && ss_arg_count(known[k].name, value, known[k].count)) got = -1;
            if (known[k].text) *known[k].text = value;
        }
        if (!got && (got = ss_arg(argc, argv, &i, "-s", &value)) > 0)
            if (ss_settings_add(&q->settings, value)) got = -1;
        if (!got && (got = ss_arg(argc, argv, &i, "--vary", &value)) > 0)
            if (add_range(q, value)) got = -1;
        if (got < 0) return SS_EXIT_USAGE;
        if (got) continue;
        if (argv[i][0] == '-' || q->method) return ss_usage_error("fit", argv[i]);
        *(!q->file ? &q->file : !q->problem ? &q->problem : &q->method) = argv[i];
    }
    if (!q->file) return ss_complain(SS_EXIT_USAGE, "fit: a file with a record was expected");
    return SS_EXIT_DONE;
}

/* What was not said: the source's calibration. */
static void fill_in(request *q)
{
    if (!q->problem) q->problem = "journal-pendulum";
    if (!q->method) q->method = "gauss";
    if (q->spec.n > 0) return;
    (void)add_range(q, "mu=0:0.5");
    (void)add_range(q, "b=0:6");
    if (q->rate > 0.0) (void)add_range(q, "t0=0:0.05");
}

static int find_coordinate(const request *q, const ss_problem *p)
{
    for (int i = 0; i < p->dims.nq; i++)
        if (strcmp(p->q_name[i], q->coordinate ? q->coordinate : "theta") == 0) return i;
    return q->coordinate ? -1 : p->dims.nq == 1 ? 0 : -1;
}

/* Measured and fitted side by side. */
static int write_curve(const request *q, const ss_angle_record *data, const ss_fit_result *r)
{
    double *const x = malloc((size_t)data->n * sizeof *x);
    ss_output o = {0};
    char why[300] = "no memory";
    int bad = !x || ss_fit_simulate(&q->spec, data, r->p, x, why, sizeof why) != SS_OK ||
              ss_output_open(&o, q->output, why, sizeof why);

    if (!bad) {
        fputs("t,measured,fitted\n", o.f);
        for (int i = 0; i < data->n; i++) {
            ss_put_number(o.f, data->t[i]);
            fputc(',', o.f);
            ss_put_number(o.f, data->angle[i]);
            fputc(',', o.f);
            ss_put_number(o.f, x[i]);
            fputc('\n', o.f);
        }
        bad = ss_output_commit(&o, why, sizeof why);
    }
    ss_output_drop(&o);
    free(x);
    return bad ? ss_complain(SS_EXIT_OUTPUT, "fit: %s", why) : SS_EXIT_DONE;
}

static void put(const char *key, double x)
{
    printf("%s ", key);
    ss_put_number(stdout, x);
    putchar('\n');
}

static int calibrate(request *q, ss_case *c, const ss_angle_record *data)
{
    char why[300] = "";
    ss_fit_result r;

    q->spec.family = c->family;
    q->spec.method = c->method;
    q->spec.settings = q->settings.text;
    q->spec.nsettings = q->settings.n;
    q->spec.coordinate = find_coordinate(q, &c->p);
    q->spec.starts = q->starts ? (int)q->starts : 24;
    q->spec.refined = 3;
    q->spec.seed = q->seed ? (uint64_t)q->seed : 1;
    q->spec.rtol = q->rtol > 0.0 ? q->rtol : 1e-7;
    q->spec.atol = q->atol > 0.0 ? q->atol : 1e-9;
    if (q->spec.coordinate < 0)
        return ss_complain(SS_EXIT_USAGE, "fit: %s has no coordinate '%s'", c->p.name,
                           q->coordinate ? q->coordinate : "theta");

    const ss_status st = ss_fit(&q->spec, data, &r, why, sizeof why);
    if (st != SS_OK)
        return ss_complain(st == SS_EARG ? SS_EXIT_USAGE : SS_EXIT_EARLY, "fit: %s", why);
    for (int i = 0; i < q->spec.n; i++) {
        char key[60];
        put(q->spec.name[i], r.p[i]);
        snprintf(key, sizeof key, "%s_deviation", q->spec.name[i]);
        put(key, r.error[i]);
    }
    put("rms", r.rms);
    put("rms_first", r.first_rms);
    printf("points %d\nruns %ld\n", data->n, r.runs);
    return q->output ? write_curve(q, data, &r) : SS_EXIT_DONE;
}

int ss_cmd_fit(const ss_cli *cli, int argc, char **argv)
{
    request q = {0};
    ss_angle_record data = {0};
    char why[300];
    ss_case c;

    int code = parse(&q, argc, argv);
    if (code != SS_EXIT_DONE) return code;
    fill_in(&q);
    if (q.rate > 0.0 ? ss_encoder_read(q.file, 1e3 * q.rate, &data, why, sizeof why)
                     : ss_angle_read(q.file, &data, why, sizeof why))
        return ss_complain(SS_EXIT_USAGE, "fit: %s", why);
    code = ss_case_open(&c, cli, q.problem, q.method, &q.settings);
    if (code == SS_EXIT_DONE) {
        code = calibrate(&q, &c, &data);
        ss_case_close(&c);
    }
    ss_angle_free(&data);
    return code;
}
