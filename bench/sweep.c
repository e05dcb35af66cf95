/* sweep.c - one problem and one method, run over many parameters: a row per run */
#include "bench/sweep.h"
#include "bench/hop.h"
#include "bench/nearest.h"
#include "bench/number.h"
#include <math.h>
#include <stdlib.h>

static const char *const result_name[] = {
#define SS_SWEEP(name, value) name,
#include "bench/sweep.def"
#undef SS_SWEEP
};
enum { RESULTS = sizeof result_name / sizeof *result_name };

/* ---- one sample -------------------------------------------------------------------- */

/* The settings of a sample: the fixed ones, then NAME=VALUE of every axis. */
typedef struct sample {
    ss_settings settings;
    char value[SS_MAX_AXES][SS_AXIS_VALUE];
    char text[SS_MAX_AXES][SS_AXIS_NAME + SS_AXIS_VALUE];
} sample;

static void make_sample(const ss_sweep *s, long k, sample *x)
{
    x->settings = s->fixed;
    ss_axes_values(&s->axes, k, x->value);
    for (int i = 0; i < s->axes.n; i++) {
        snprintf(x->text[i], sizeof x->text[i], "%s=%s", s->axes.axis[i].name, x->value[i]);
        x->settings.text[x->settings.n++] = x->text[i];
    }
}

/* What is watched of a run: its first impact, and its hops if it has any. */
typedef struct watch {
    ss_sink hops;
    ss_event first; /* t is NaN until it happens */
    ss_until until;
    int ended; /* by the watch itself */
} watch;

static int take(void *ctx, const ss_point *x, const ss_step_info *info)
{
    watch *w = ctx;
    const ss_events *e = info->events;
    const int kept = e->n < e->room ? e->n : e->room;

    if (w->hops.take) w->ended = w->hops.take(w->hops.ctx, x, info);
    for (int i = 0; i < kept && isnan(w->first.t); i++)
        if (e->at[i].kind == SS_IMPACT) w->first = e->at[i];
    if (w->until == SS_UNTIL_IMPACT && !isnan(w->first.t)) w->ended = 1;
    return w->ended;
}

static void fill_spec(const ss_sweep *s, ss_run_spec *spec)
{
    if (s->h > 0.0) spec->h = s->h;
    if (s->rtol > 0.0) spec->rtol = s->rtol;
    if (s->atol > 0.0) spec->atol = s->atol;
    if (s->t_end > 0.0) spec->t_end = s->t_end;
    spec->max_steps = s->max_steps;
    spec->stop = s->stop;
}

/* ---- its row ----------------------------------------------------------------------- */

typedef struct writer {
    const ss_sweep *s;
    char *to;
    size_t room;
    int col, begun;
} writer;

static void put(writer *w, const char *text)
{
    if (!w->s->shown[w->col++]) return;
    const int n = snprintf(w->to, w->room, "%s%s", w->begun ? "," : "", text);
    w->to += n;
    w->room -= (size_t)n;
    w->begun = 1;
}

static void put_value(writer *w, double x)
{
    char buf[SS_NUMBER_SIZE];
    if (w->s->shown[w->col])
        put(w, x == 0.0 && !signbit(x) ? "0" : isnan(x) ? "nan" : ss_number(x, buf));
    else
        w->col++;
}

static void put_start(writer *w, const ss_sweep *s, long k, const sample *x, const char *verdict)
{
    char number[32];
    snprintf(number, sizeof number, "%ld", k);
    put(w, number);
    for (int i = 0; i < s->axes.n; i++) put(w, x->value[i]);
    put(w, verdict);
}

static void put_end(writer *w, const double *x, int has, int wanted)
{
    for (int i = 0; i < wanted; i++) put_value(w, i < has ? x[i] : NAN);
}

static void put_row(writer *w, const ss_run_result *r, const ss_event *i, const ss_hops *hops)
{
    const double value[] = {
#define SS_SWEEP(name, value) value,
#include "bench/sweep.def"
#undef SS_SWEEP
    };
    double hop[SS_HOP_METRICS];

    put_end(w, value, RESULTS, RESULTS);
    if (!hops) return;
    ss_hops_metrics(hops, hop);
    put_end(w, hop, SS_HOP_METRICS, SS_HOP_METRICS);
}

static ss_row_kind run_sample(const ss_sweep *s, long k, const sample *x, const ss_problem *p,
                              const double *opt, char *row)
{
    double *end = calloc((size_t)(p->dims.nq + p->dims.nu) + 1, sizeof *end);
    ss_hops hops = {.p = p, .least = SS_HOP_LEAST, .stop_at_fall = s->until != SS_UNTIL_END};
    watch w = {.hops = ss_hops_sink(&hops), .until = s->until};
    ss_run_spec spec = ss_run_spec_default(p);
    writer out = {.s = s, .to = row, .room = s->row_size};

    w.first = (ss_event){.t = NAN,
                         .v_before = {NAN, NAN, NAN},
                         .v_after = {NAN, NAN, NAN},
                         .E_before = NAN,
                         .E_after = NAN};
    fill_spec(s, &spec);
    spec.opt = opt;
    spec.q_end = end;
    spec.u_end = end ? end + p->dims.nq : NULL;
    ss_run_result r = {.status = SS_ENOMEM};
    if (end) r = ss_run(s->how, p, &spec, (ss_sink){take, &w});
    if (r.status == SS_ESINK && w.ended) r.status = SS_OK;
    if (r.status == SS_ETIMEOUT) {
        free(end);
        return SS_ROW_STOPPED;
    }
    put_start(&out, s, k, x, ss_status_verdict(r.status));
    put_row(&out, &r, &w.first, s->gait ? &hops : NULL);
    put_end(&out, end, end ? p->dims.nq : 0, s->nq);
    put_end(&out, end ? end + p->dims.nq : NULL, end ? p->dims.nu : 0, s->nu);
    free(end);
    return r.status == SS_OK ? SS_ROW_OK : SS_ROW_EARLY;
}

ss_row_kind ss_sweep_row(const ss_sweep *s, long k, char *row)
{
    unsigned char used[SS_MAX_SETTINGS] = {0};
    double opt[SS_MAX_OPTIONS];
    char why[200];
    sample x;
    ss_problem p;

    make_sample(s, k, &x);
    const ss_settings *set = &x.settings;
    ss_status bad = ss_problem_build(s->family, set->text, set->n, used, &p, why, sizeof why);
    const int built = bad == SS_OK;
    if (built) bad = ss_method_settings(s->how, set->text, set->n, used, opt, why, sizeof why);

    ss_row_kind kind = SS_ROW_EARLY;
    if (bad == SS_OK)
        kind = run_sample(s, k, &x, &p, opt, row);
    else { /* parameters that make no mechanism */
        writer out = {.s = s, .to = row, .room = s->row_size};
        put_start(&out, s, k, &x, ss_status_verdict(bad));
        while (out.col < s->ncol) put_value(&out, NAN);
    }
    if (built) s->family->destroy(&p);
    return kind;
}

/* ---- columns ----------------------------------------------------------------------- */

static void add_column(ss_sweep *s, const char *prefix, const char *name)
{
    snprintf(s->name[s->ncol++], SS_SWEEP_NAME, "%s%s", prefix, name);
}

static int name_columns(ss_sweep *s, const ss_problem *p)
{
    const int most = 2 + s->axes.n + RESULTS + SS_HOP_METRICS + s->nq + s->nu;

    s->name = calloc((size_t)most, sizeof *s->name);
    s->shown = calloc((size_t)most, 1);
    if (!s->name || !s->shown) return 1;
    add_column(s, "", "sample");
    for (int i = 0; i < s->axes.n; i++) add_column(s, "", s->axes.axis[i].name);
    add_column(s, "", "verdict");
    for (int i = 0; i < RESULTS; i++) add_column(s, "", result_name[i]);
    for (int i = 0; s->gait && i < SS_HOP_METRICS; i++) add_column(s, "", ss_hop_name[i]);
    for (int i = 0; i < s->nq; i++) add_column(s, "q_", p->q_name[i]);
    for (int i = 0; i < s->nu; i++) add_column(s, "u_", p->u_name[i]);
    return 0;
}

static int show_column(ss_sweep *s, const char *name)
{
    ss_nearest near = {.asked = name};
    char words[256];

    for (int i = 0; i < s->ncol; i++) {
        if (strcmp(s->name[i], name) == 0) return s->shown[i] = 1, SS_EXIT_DONE;
        ss_nearest_offer(&near, s->name[i]);
    }
    return ss_complain(SS_EXIT_USAGE, "--columns: unknown column '%s'; nearest: %s", name,
                       ss_nearest_words(&near, words, sizeof words));
}

static int choose_columns(ss_sweep *s)
{
    char name[SS_SWEEP_NAME];
    int code = SS_EXIT_DONE;

    for (int i = 0; i < s->ncol; i++) s->shown[i] = !s->columns || i <= s->axes.n + 1;
    for (const char *c = s->columns; c && *c && code == SS_EXIT_DONE;) {
        const size_t n = strcspn(c, ",");
        snprintf(name, sizeof name, "%.*s", (int)n, c);
        code = show_column(s, name);
        c += n + (c[n] == ',');
    }
    s->row_size = (size_t)s->ncol * (SS_NUMBER_SIZE + 1) + 1;
    return code;
}

int ss_sweep_open(ss_sweep *s)
{
    ss_case c;
    sample x;

    make_sample(s, 0, &x);
    int code = ss_case_open(&c, s->cli, s->problem, s->method, &x.settings);
    if (code != SS_EXIT_DONE) return code;
    s->family = c.family;
    s->how = c.method;
    s->nq = c.p.dims.nq;
    s->nu = c.p.dims.nu;
    s->gait = c.p.gait != NULL;
    code = name_columns(s, &c.p) ? ss_complain(SS_EXIT_USAGE, "no memory") : choose_columns(s);
    ss_case_close(&c);
    return code;
}

void ss_sweep_close(ss_sweep *s)
{
    free(s->name);
    free(s->shown);
    s->name = NULL;
    s->shown = NULL;
}

char *ss_sweep_header(const ss_sweep *s)
{
    const size_t size = (size_t)s->ncol * (SS_SWEEP_NAME + 1) + 1;
    char *text = calloc(1, size);
    size_t at = 0;

    for (int i = 0; text && i < s->ncol; i++)
        if (s->shown[i])
            at += (size_t)snprintf(text + at, size - at, "%s%s", at ? "," : "", s->name[i]);
    return text;
}
