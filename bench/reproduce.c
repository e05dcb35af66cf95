/* reproduce.c - facts and picture of every figure, each in a process of its own */
#include "bench/reproduce.h"
#include "bench/bench.h"
#include "bench/children.h"
#include "bench/number.h"
#include "bench/output.h"
#include <math.h>
#include <string.h>

/* ---- tables --------------------------------------------------------------------------------- */

static int load(ss_figure *f)
{
    char path[SS_REPRODUCE_PATH];
    const ss_suite_reader *k = &f->k;

    for (int i = 0; i < f->r->ndata; i++) {
        const ss_recipe_data *d = &f->r->data[i];
        if (ss_data_has_table(d) &&
            (ss_reproduce_path(f->b, f->at, d->name, ".csv", path) ||
             ss_sheets_read_csv(&f->sheets, d->name, path, k->why, k->why_size)))
            return 1;
        if (ss_reproduce_path(f->b, f->at, d->name, ".txt", path) ||
            ss_sheets_read_summary(&f->sheets, d->name, path, k->why, k->why_size))
            return 1;
        for (int e = 0; e < SS_EXTRAS; e++)
            if (d->extra[e] &&
                (ss_reproduce_path(f->b, f->at, d->name, ss_extra_tail(e), path) ||
                 ss_sheets_read_csv(&f->sheets, d->extra[e], path, k->why, k->why_size)))
                return 1;
    }
    return 0;
}

int ss_figure_vector(const ss_figure *f, const config_setting_t *group, const char *name,
                     const char *of, const ss_scope *scope, ss_vector *out)
{
    char text[SS_RECIPE_EXPRESSION], why[SS_RECIPE_TEXT];

    *out = (ss_vector){0};
    if (ss_recipe_expression(&f->k, group, name, of, text, sizeof text)) return 1;
    if (!*text) return 0;
    if (ss_expr_eval(text, scope, out, why, sizeof why))
        return ss_suite_wrong(&f->k, config_setting_get_member(group, name), "%s: %s", name, why);
    return 0;
}

/* ---- facts ---------------------------------------------------------------------------------- */

static int number_of(const ss_figure *f, const config_setting_t *at, const char *name, double *out)
{
    const ss_scope scope = {.sheets = &f->sheets};
    ss_vector v;

    *out = NAN;
    if (ss_figure_vector(f, at, name, NULL, &scope, &v)) return 1;
    const long n = v.n;
    if (n == 1) *out = v.x[0];
    ss_vector_free(&v);
    if (n > 1)
        return ss_suite_wrong(&f->k, config_setting_get_member(at, name),
                              "%s: one number was expected, not %ld", name, n);
    return 0;
}

/* A fact whose value or bound is missing does not hold: no comparison with NaN is true. */
static int holds(const ss_fact_answer *a)
{
    if (a->has_above && !(a->value > a->above)) return 0;
    if (a->has_below && !(a->value < a->below)) return 0;
    return !a->has_equals || fabs(a->value - a->equals) <= a->within;
}

static int judge(const ss_figure *f, ss_figure_answer *out)
{
    for (int i = 0; i < f->r->nfacts; i++) {
        ss_fact_answer *a = &out->fact[i];
        const config_setting_t *at = f->r->fact[i].at;
        const struct {
            const char *name;
            double *to;
        } number[] = {{"value", &a->value},
                      {"above", &a->above},
                      {"below", &a->below},
                      {"equals", &a->equals},
                      {"within", &a->within}};
        for (size_t k = 0; k < sizeof number / sizeof *number; k++)
            if (number_of(f, at, number[k].name, number[k].to)) return 1;
        a->has_above = config_setting_get_member(at, "above") != NULL;
        a->has_below = config_setting_get_member(at, "below") != NULL;
        a->has_equals = config_setting_get_member(at, "equals") != NULL;
        a->holds = holds(a);
    }
    return 0;
}

const char *ss_fact_rule(const ss_fact_answer *a, char *buf, size_t size)
{
    size_t n = 0;

    *buf = '\0';
    if (a->has_above) n += (size_t)snprintf(buf + n, size - n, "> %.6g", a->above);
    if (a->has_below && n < size)
        n += (size_t)snprintf(buf + n, size - n, "%s< %.6g", n ? ", " : "", a->below);
    if (a->has_equals && n < size)
        n += (size_t)snprintf(buf + n, size - n, "%s= %.6g", n ? ", " : "", a->equals);
    if (a->within > 0.0 && n < size) snprintf(buf + n, size - n, " +- %.2g", a->within);
    return buf;
}

/* ---- figures -------------------------------------------------------------------------------- */

typedef struct maker {
    ss_reproduce *b;
    ss_progress progress;
} maker;

/* In the child. */
static int work(void *ctx, long task, void *answer)
{
    const maker *k = ctx;
    ss_figure_answer *out = answer;
    ss_figure f = {.b = k->b, .r = &k->b->recipe[task], .at = (int)task};

    f.k = (ss_suite_reader){.path = f.r->path, .why = out->why, .why_size = sizeof out->why};
    if (load(&f))
        out->code = SS_EXIT_OUTPUT;
    else
        out->code = judge(&f, out) ? SS_EXIT_USAGE : ss_figure_draw(&f);
    ss_sheets_close(&f.sheets);
    return 0;
}

static int done(void *ctx, long task, const ss_children_end *end)
{
    maker *k = ctx;
    ss_figure_answer *a = &k->b->answer[task];

    if (end->how == SS_CHILD_DONE)
        *a = *(const ss_figure_answer *)end->answer;
    else {
        a->code = SS_EXIT_EARLY;
        snprintf(a->why, sizeof a->why, "%s: the figure could not be made: %s",
                 k->b->recipe[task].name,
                 end->how == SS_CHILD_TIMEOUT ? "it took too long" : "its process ended");
    }
    ss_progress_step(&k->progress, k->b->recipe[task].name);
    return 0;
}

static double timeout(void *ctx, long task)
{
    const double long_enough = 120.0; /* s */
    (void)ctx, (void)task;
    return long_enough;
}

static void starts(void *ctx, long task)
{
    maker *k = ctx;
    ss_progress_now(&k->progress, k->b->recipe[task].name);
}

static int idle(void *ctx)
{
    maker *k = ctx;
    ss_progress_tick(&k->progress);
    return 0;
}

int ss_figures_run(ss_reproduce *b)
{
    maker k = {.b = b};
    const ss_children p = {.jobs = b->jobs,
                           .answer = sizeof(ss_figure_answer),
                           .ntasks = b->n,
                           .ctx = &k,
                           .work = work,
                           .done = done,
                           .timeout = timeout,
                           .starts = starts,
                           .idle = idle};
    int code = SS_EXIT_DONE;

    ss_progress_begin(&k.progress, b->cli->quiet, "figures", b->n);
    const int how = ss_children_run(&p);
    ss_progress_end(&k.progress);
    if (how < 0) return ss_complain(SS_EXIT_USAGE, "no process could be made");
    for (int i = 0; i < b->n; i++)
        if (b->answer[i].code != SS_EXIT_DONE)
            code = ss_complain(b->answer[i].code, "%s", b->answer[i].why);
    return code;
}

/* ---- facts.csv ------------------------------------------------------------------------------ */

/* A text in double quotes, those inside doubled. */
static void put_text(FILE *f, const char *text)
{
    fputc('"', f);
    for (; *text; text++) {
        if (*text == '"') fputc('"', f);
        fputc(*text, f);
    }
    fputc('"', f);
}

int ss_facts_write(const ss_reproduce *b)
{
    char path[SS_REPRODUCE_PATH], why[SS_RECIPE_TEXT], rule[200];
    ss_output o = {0};

    if (snprintf(path, sizeof path, "%s/facts.csv", b->dir) >= (int)sizeof path ||
        ss_output_open(&o, path, why, sizeof why))
        return ss_complain(SS_EXIT_OUTPUT, "%s: cannot be written", path);
    fputs("figure,fact,by,verdict,value,rule,says,explanation\n", o.f);
    for (int i = 0; i < b->n; i++)
        for (int k = 0; k < b->recipe[i].nfacts && b->answer[i].code == SS_EXIT_DONE; k++) {
            const ss_recipe_fact *fact = &b->recipe[i].fact[k];
            const ss_fact_answer *a = &b->answer[i].fact[k];
            fprintf(o.f, "%s,%d,%s,%s,", b->recipe[i].name, k + 1, fact->ours ? "ours" : "source",
                    a->holds ? "holds" : "fails");
            ss_put_number(o.f, a->value);
            fputc(',', o.f);
            put_text(o.f, ss_fact_rule(a, rule, sizeof rule));
            fputc(',', o.f);
            put_text(o.f, fact->says);
            fputc(',', o.f);
            put_text(o.f, fact->fails ? fact->fails : "");
            fputc('\n', o.f);
        }
    const int bad = ss_output_commit(&o, why, sizeof why);
    ss_output_drop(&o);
    return bad ? ss_complain(SS_EXIT_OUTPUT, "%s", why) : SS_EXIT_DONE;
}
