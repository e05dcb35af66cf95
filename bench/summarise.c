/* summarise.c - from samples to medians, from rows to orders; results.csv and timings.csv */
#include "bench/bench.h"
#include "bench/number.h"
#include "bench/output.h"
#include "bench/stats.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double ALPHA = 0.05;

/* A stream of its own for every run, whatever shard it is in. */
static uint64_t stream_of(const ss_row *row)
{
    return strtoull(row->run, NULL, 16);
}

static void summarise_times(ss_bench *b, int at)
{
    double good[SS_MAX_SAMPLES], cpu[SS_MAX_SAMPLES];
    ss_row *row = &b->row[at];
    int n = 0;

    for (int k = 0; k < b->repeat && n < SS_MAX_SAMPLES; k++) {
        const ss_sample *s = &b->sample[at * b->repeat + k];
        if (!(s->wall > 0.0)) continue;
        good[n] = s->wall;
        cpu[n++] = s->cpu;
    }
    if (n == 0) return;
    const ss_interval i = ss_median_interval(good, n, ALPHA, b->seed, stream_of(row));
    row->samples = n;
    row->wall = ss_median(good, n);
    row->wall_lo = i.lo;
    row->wall_hi = i.hi;
    row->cpu = ss_median(cpu, n);
    if (row->steps > 0) row->ns_step = 1e9 * row->wall / (double)row->steps;
}

/* ---- orders ------------------------------------------------------------------------------- */

typedef struct order {
    double slope;
    ss_interval i;
} order;

static int same_group(const ss_row *a, const ss_row *b)
{
    return strcmp(a->kase, b->kase) == 0 && strcmp(a->label, b->label) == 0;
}

/* Errors between what is no error of discretisation any more and what is no small one yet. */
static int usable(const ss_row *r, double e)
{
    const double large = 0.3, floor_ = 1e-13, above = 3.0;
    const double limit = isfinite(r->ref_error) ? above * r->ref_error : 0.0;
    return strcmp(r->verdict, "ok") == 0 && e > fmax(floor_, limit) && e < large && r->steps > 0;
}

static order fit(const ss_row *row, int n, const ss_row *of, size_t error)
{
    order o = {NAN, {NAN, NAN}};
    double x[64], y[64];
    int k = 0;

    for (int i = 0; i < n && k < 64; i++) {
        const double e = *(const double *)(const void *)((const char *)&row[i] + error);
        if (!same_group(&row[i], of) || !usable(&row[i], e)) continue;
        x[k] = log(row[i].t_end / (double)row[i].steps); /* the mean step */
        y[k++] = log(e);
    }
    if (ss_slope(x, y, k, &o.slope, &o.i)) o = (order){NAN, {NAN, NAN}};
    return o;
}

void ss_orders(ss_row *row, int n)
{
    for (int i = 0; i < n; i++) {
        const order q = fit(row, n, &row[i], offsetof(ss_row, q_l2));
        const order g = fit(row, n, &row[i], offsetof(ss_row, graph));
        row[i].order_q = q.slope, row[i].order_q_lo = q.i.lo, row[i].order_q_hi = q.i.hi;
        row[i].order_g = g.slope, row[i].order_g_lo = g.i.lo, row[i].order_g_hi = g.i.hi;
    }
}

int ss_parity(ss_row *row, int n)
{
    int wrong = 0;

    for (int i = 0; i < n; i++) {
        const ss_row *first = NULL;
        for (int k = 0; k < i && !first; k++)
            if (strcmp(row[k].kase, row[i].kase) == 0 && *row[k].model) first = &row[k];
        if (!first || !*row[i].model || strcmp(first->model, row[i].model) == 0) continue;
        if (strcmp(row[i].verdict, "ok") == 0) /* so that nothing ranks it */
            snprintf(row[i].verdict, sizeof row[i].verdict, "other-model");
        snprintf(row[i].why, sizeof row[i].why, "its model differs from that of %s", first->label);
        wrong++;
    }
    return wrong;
}

void ss_bench_summarise(ss_bench *b)
{
    for (int i = 0; i < b->n && b->repeat; i++) summarise_times(b, i);
    if (b->shards == 1) ss_orders(b->row, b->n);
    const int wrong = ss_parity(b->row, b->n);
    if (wrong) ss_complain(0, "%d rows have another model than their case: not comparable", wrong);
}

/* ---- files -------------------------------------------------------------------------------- */

static void put_timings(FILE *f, const ss_bench *b)
{
    fputs("run,round,wall,cpu\n", f);
    for (int i = 0; i < b->n; i++)
        for (int k = 0; k < b->repeat; k++) {
            const ss_sample *s = &b->sample[i * b->repeat + k];
            if (!(s->wall > 0.0)) continue;
            fprintf(f, "%s,%d,", b->row[i].run, k);
            ss_put_number(f, s->wall);
            fputc(',', f);
            ss_put_number(f, s->cpu);
            fputc('\n', f);
        }
}

int ss_bench_write(const ss_bench *b)
{
    static const char *const name[] = {"results.csv", "timings.csv"};
    char path[SS_FOLDER_SIZE + 32], why[300];

    for (int k = 0; k < 2; k++) {
        ss_output out;
        snprintf(path, sizeof path, "%s/%s", b->dir, name[k]);
        if (ss_output_open(&out, path, why, sizeof why))
            return ss_complain(SS_EXIT_OUTPUT, "%s", why);
        if (k == 0) {
            ss_rows_header(out.f);
            for (int i = 0; i < b->n; i++) ss_row_print(out.f, &b->row[i]);
        } else
            put_timings(out.f, b);
        const int bad = ss_output_commit(&out, why, sizeof why);
        ss_output_drop(&out);
        if (bad) return ss_complain(SS_EXIT_OUTPUT, "%s", why);
    }
    return SS_EXIT_DONE;
}
