/* cmd_compare.c - two benchmarks: did anything get worse?
 *
 * Rows are matched by the name of their run, which says what was computed, and compared only
 * if their models agree.  Metrics are the same on every machine, so a change beyond round-off
 * and beyond the threshold is a change.  Times are not: a ratio of medians counts if its
 * bootstrap interval, at a level divided by the number of rows, lies beyond the threshold.
 * They are processor times, because another program on the machine for a minute stretches all
 * the wall times of that minute alike, which no number of repeats tells from a slower method.
 * On different machines times are not compared at all.
 */
#include "bench/bench.h"
#include "bench/stats.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SAID = 40 }; /* lines before the rest is only counted */

typedef struct side {
    const char *dir;
    ss_manifest m;
    ss_row *row;
    int n;
    double (*sample)[SS_MAX_SAMPLES]; /* per row: processor times */
    int *samples;
} side;

typedef struct verdicts {
    int worse, better, same, said;
    double threshold, time_threshold;
} verdicts;

enum { SCALE_1, SCALE_E, SCALE_R };
static const struct measure {
    const char *column;
    double floor_;
    int scale;
} measures[] = {
#define SS_MEASURE(column, floor_, scale) {#column, floor_, SCALE_##scale},
#include "bench/compare.def"
#undef SS_MEASURE
};
enum { MEASURES = sizeof measures / sizeof *measures };

/* ---- reading ------------------------------------------------------------------------------ */

static const ss_row *find_row(const side *s, const char *run, int *at)
{
    for (int i = 0; i < s->n; i++)
        if (strcmp(s->row[i].run, run) == 0) {
            *at = i;
            return &s->row[i];
        }
    return NULL;
}

static void read_timings(side *s)
{
    char path[SS_FOLDER_SIZE + 32], run[SS_ID_SIZE];
    char line[200];
    double t, cpu;
    int round, at;

    snprintf(path, sizeof path, "%s/timings.csv", s->dir);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "%16[^,],%d,%lf,%lf", run, &round, &t, &cpu) == 4 && cpu > 0.0 &&
            find_row(s, run, &at) && s->samples[at] < SS_MAX_SAMPLES)
            s->sample[at][s->samples[at]++] = cpu;
    if (f) fclose(f);
}

static int side_open(side *s, const char *dir)
{
    char path[SS_FOLDER_SIZE + 32], why[400];

    *s = (side){.dir = dir};
    if (ss_manifest_read(&s->m, dir, why, sizeof why)) return ss_complain(SS_EXIT_USAGE, "%s", why);
    snprintf(path, sizeof path, "%s/results.csv", dir);
    s->row = ss_rows_read(path, &s->n, why, sizeof why);
    if (!s->row) return ss_complain(SS_EXIT_USAGE, "%s", why);
    s->sample = calloc((size_t)s->n, sizeof *s->sample);
    s->samples = calloc((size_t)s->n, sizeof *s->samples);
    if (!s->sample || !s->samples) return ss_complain(SS_EXIT_USAGE, "no memory");
    read_timings(s);
    return SS_EXIT_DONE;
}

static void side_close(side *s)
{
    free(s->row);
    free(s->sample);
    free(s->samples);
    free(s->m.text);
}

/* ---- judging ------------------------------------------------------------------------------- */

static const ss_column *column(const char *name)
{
    const ss_column *c = ss_columns;
    while (c->name && strcmp(c->name, name) != 0) c++;
    return c->name ? c : NULL;
}

static void name_row(const ss_row *r, char *out, size_t size)
{
    snprintf(out, size, "%s %s %s %.3g", r->kase, r->label, isfinite(r->h) ? "h" : "rtol",
             isfinite(r->h) ? r->h : r->rtol);
}

static void found(verdicts *v, const ss_row *r, const char *what, double a, double b, int worse)
{
    char name[200];

    *(worse ? &v->worse : &v->better) += 1;
    if (v->said++ >= MAX_SAID) return;
    name_row(r, name, sizeof name);
    printf("%-7s %-52s %-12s %11.4g -> %-11.4g", worse ? "worse" : "better", name, what, a, b);
    if (a > 0.0 && b > 0.0) printf(" x%.3g", b / a);
    putchar('\n');
}

static double floor_of(const struct measure *m, const ss_row *a, const ss_row *b)
{
    const double above = 3.0;
    if (m->scale == SCALE_E) return m->floor_ * fmax(a->E_scale, b->E_scale);
    if (m->scale == SCALE_R) {
        const double e = fmax(a->ref_error, b->ref_error);
        return fmax(m->floor_, isfinite(e) ? above * e : 0.0);
    }
    return m->floor_;
}

static void compare_metrics(verdicts *v, const ss_row *a, const ss_row *b)
{
    for (size_t k = 0; k < MEASURES; k++) {
        const ss_column *c = column(measures[k].column);
        const double x = fabs(ss_row_real(a, c)), y = fabs(ss_row_real(b, c));
        if (isnan(x) != isnan(y)) {
            found(v, a, measures[k].column, x, y, isnan(y));
            continue;
        }
        const double change = fabs(y - x), floor_ = floor_of(&measures[k], a, b);
        if (isnan(x) || change <= floor_ || change <= v->threshold * fmin(x, y))
            v->same++;
        else
            found(v, a, measures[k].column, x, y, y > x);
    }
}

static void compare_verdicts(verdicts *v, const ss_row *a, const ss_row *b)
{
    const int was = strcmp(a->verdict, "ok") == 0, is = strcmp(b->verdict, "ok") == 0;
    char name[200];

    if (strcmp(a->verdict, b->verdict) == 0) {
        v->same++;
        return;
    }
    *(was && !is ? &v->worse : !was && is ? &v->better : &v->same) += 1;
    if (v->said++ >= MAX_SAID) return;
    name_row(a, name, sizeof name);
    printf("%-7s %-52s verdict      %s -> %s %s\n",
           was && !is   ? "worse"
           : !was && is ? "better"
                        : "changed",
           name, a->verdict, b->verdict, b->why);
}

static void compare_times(verdicts *v, const side *A, int i, const side *B, int j, int rows)
{
    const double family = 0.05, least = 2e-3; /* finer than the bootstrap can tell */
    const double alpha = fmax(least, family / rows);
    const uint64_t seed = 1;
    const int na = A->samples[i], nb = B->samples[j];

    if (na == 0 || nb == 0) return;
    const ss_interval r = ss_ratio_interval(A->sample[i], na, B->sample[j], nb, alpha, seed,
                                            strtoull(A->row[i].run, NULL, 16));
    const double a = ss_median(A->sample[i], na), b = ss_median(B->sample[j], nb);
    if (r.lo > 1.0 + v->time_threshold)
        found(v, &A->row[i], "cpu", a, b, 1);
    else if (r.hi < 1.0 / (1.0 + v->time_threshold))
        found(v, &A->row[i], "cpu", a, b, 0);
    else
        v->same++;
}

/* Per method: geometric mean of the ratios of times. */
static void say_methods(const side *A, const side *B)
{
    for (int i = 0; i < A->n; i++) {
        int known = 0, n = 0, at;
        double sum = 0.0;
        for (int k = 0; k < i; k++) known |= strcmp(A->row[k].label, A->row[i].label) == 0;
        for (int k = 0; k < A->n && !known; k++) {
            if (strcmp(A->row[k].label, A->row[i].label) != 0) continue;
            const ss_row *b = find_row(B, A->row[k].run, &at);
            if (!b || !(A->row[k].cpu > 0.0) || !(b->cpu > 0.0)) continue;
            sum += log(b->cpu / A->row[k].cpu);
            n++;
        }
        if (n)
            printf("times of %s: x%.3f in the geometric mean of %d runs\n", A->row[i].label,
                   exp(sum / n), n);
    }
}

/* ---- the command ----------------------------------------------------------------------------- */

static int same_machine(const side *A, const side *B)
{
    const char *const key[] = {"\"cpu\":", "\"host\":", "\"cpus\":"};

    if (strstr(A->m.text, "\"host\": \"" SS_SEVERAL_HOSTS "\"")) return 0;
    for (size_t k = 0; k < sizeof key / sizeof *key; k++) {
        const char *a = strstr(A->m.text, key[k]), *b = strstr(B->m.text, key[k]);
        if (!a || !b) return 0;
        const size_t n = strcspn(a, "\n");
        if (n != strcspn(b, "\n") || strncmp(a, b, n) != 0) return 0;
    }
    return 1;
}

static int compare(const side *A, const side *B, verdicts *v, int times)
{
    int matched = 0, strange = 0;

    for (int i = 0; i < A->n; i++) {
        int at;
        if (find_row(B, A->row[i].run, &at)) matched++;
    }
    if (matched == 0)
        return ss_complain(SS_EXIT_USAGE, "%s and %s have no run in common", A->dir, B->dir);
    for (int i = 0; i < A->n; i++) {
        int j;
        const ss_row *a = &A->row[i], *b = find_row(B, a->run, &j);
        if (!b) continue;
        if (*a->model && *b->model && strcmp(a->model, b->model) != 0) {
            strange++;
            continue;
        }
        compare_verdicts(v, a, b);
        if (strcmp(a->verdict, "ok") != 0 || strcmp(b->verdict, "ok") != 0) continue;
        compare_metrics(v, a, b);
        if (times) compare_times(v, A, i, B, j, matched);
    }
    if (v->said > MAX_SAID) printf("... and %d more\n", v->said - MAX_SAID);
    if (times) say_methods(A, B);
    printf("%d runs in both, %d only in %s, %d only in %s\n", matched, A->n - matched, A->dir,
           B->n - matched, B->dir);
    if (strange) printf("%d runs not compared: their models differ\n", strange);
    printf("%d worse, %d better, %d the same\n", v->worse, v->better, v->same);
    return v->worse || strange ? SS_EXIT_EARLY : SS_EXIT_DONE;
}

int ss_cmd_compare(const ss_cli *cli, int argc, char **argv)
{
    verdicts v = {.threshold = 0.05, .time_threshold = 0.10};
    const char *dir[2] = {NULL, NULL}, *value;
    int n = 0, times = 1, force = 0;
    side A = {0}, B = {0};
    (void)cli;

    for (int i = 1; i < argc; i++) {
        int got = ss_arg(argc, argv, &i, "--time-threshold", &value);
        if (got > 0 && ss_arg_positive("--time-threshold", value, &v.time_threshold)) got = -1;
        if (!got) {
            got = ss_arg(argc, argv, &i, "--threshold", &value);
            if (got > 0 && ss_arg_positive("--threshold", value, &v.threshold)) got = -1;
        }
        if (got < 0) return SS_EXIT_USAGE;
        if (got) continue;
        if (strcmp(argv[i], "--no-time") == 0)
            times = 0;
        else if (strcmp(argv[i], "--time") == 0)
            force = 1;
        else if (argv[i][0] == '-' || n == 2)
            return ss_usage_error("compare", argv[i]);
        else
            dir[n++] = argv[i];
    }
    if (n < 2) return ss_complain(SS_EXIT_USAGE, "compare: two folders were expected");
    int code = side_open(&A, dir[0]);
    if (!code) code = side_open(&B, dir[1]);
    if (!code) {
        if (times && !force && !same_machine(&A, &B)) {
            ss_complain(0, "note: made on different machines, so times are not compared; --time "
                           "compares them all the same");
            times = 0;
        }
        code = compare(&A, &B, &v, times);
    }
    side_close(&A);
    side_close(&B);
    return code;
}
