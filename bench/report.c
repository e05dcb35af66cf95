/* report.c - report.html: the page with its script, the rows, thinned curves, films, manifest
 *
 * Self-contained: nothing is loaded from anywhere.
 */
#include "bench/bench.h"
#include "bench/children.h"
#include "bench/number.h"
#include "bench/output.h"
#include "bench/record.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const page[] = {
#include "bench/report_page.inc"
};
static const char *const script[] = {
#include "bench/report_script.inc"
};
enum { PAGE = sizeof page / sizeof *page, SCRIPT = sizeof script / sizeof *script };

typedef struct report {
    const ss_cli *cli;
    const char *dir;
    const ss_row *row;
    int n;
    int *film; /* the row that shows each case; ncases */
    int ncases;
} report;

/* ---- films: one per case, made in child processes as runs are ------------------------------ */

static int same_case(const ss_row *a, const ss_row *b)
{
    return strcmp(a->kase, b->kase) == 0;
}

/* The closest to its reference, or failing that the finest. */
static int better(const ss_row *a, const ss_row *b)
{
    const int fa = isfinite(a->graph), fb = isfinite(b->graph);
    if (fa != fb) return fa;
    return fa ? a->graph < b->graph : a->steps > b->steps;
}

static int choose_films(report *k)
{
    k->film = calloc((size_t)k->n + 1, sizeof *k->film);
    if (!k->film) return 1;
    for (int i = 0; i < k->n; i++) {
        int at = 0;
        if (strcmp(k->row[i].verdict, "ok") != 0) continue;
        while (at < k->ncases && !same_case(&k->row[k->film[at]], &k->row[i])) at++;
        if (at == k->ncases)
            k->film[k->ncases++] = i;
        else if (better(&k->row[i], &k->row[k->film[at]]))
            k->film[at] = i;
    }
    return 0;
}

static void film_path(const report *k, int at, char *path, size_t size)
{
    snprintf(path, size, "%s/films/%s.json", k->dir, k->row[k->film[at]].kase);
}

static int film_work(void *ctx, long task, void *answer)
{
    const report *k = ctx;
    const ss_row *row = &k->row[k->film[task]];
    ss_bench_case c = {.t_end = row->t_end};
    ss_built b;
    char why[300], path[SS_FOLDER_SIZE + 120];
    (void)answer;

    snprintf(c.problem, sizeof c.problem, "%s", row->problem);
    snprintf(c.settings, sizeof c.settings, "%s", row->settings);
    if (ss_built_open(&b, k->cli->registry, &c, row->method, row->options, why, sizeof why))
        return 1;
    if (!b.p.draw) return 1;
    ss_run_spec spec = ss_run_spec_default(&b.p);
    spec.t_end = row->t_end;
    spec.opt = b.opt;
    if (isfinite(row->h)) spec.h = row->h;
    if (isfinite(row->rtol)) {
        const double frames = 240.0;
        spec.rtol = row->rtol;
        spec.atol = row->atol;
        spec.h = spec.every = row->t_end / frames;
    }
    ss_record record = {.family = b.family,
                        .method = b.method,
                        .p = &b.p,
                        .version = k->cli->version,
                        .t_end = spec.t_end,
                        .h = spec.h};
    film_path(k, (int)task, path, sizeof path);
    int bad = ss_record_open(&record) != SS_OK || ss_record_add(&record, &ss_frames_writer, path);
    if (!bad) {
        const ss_run_result r = ss_run(b.method, &b.p, &spec, ss_record_sink(&record));
        bad = ss_record_finish(&record, &r);
    }
    ss_record_close(&record);
    ss_built_close(&b);
    return bad;
}

static int film_done(void *ctx, long task, const ss_children_end *end)
{
    (void)ctx, (void)task, (void)end;
    return 0; /* a film that is missing is left out */
}

static double film_timeout(void *ctx, long task)
{
    (void)ctx, (void)task;
    return 60.0;
}

static void make_films(report *k)
{
    char folder[SS_FOLDER_SIZE + 16];
    const ss_children pool = {.jobs = 2,
                              .ntasks = k->ncases,
                              .ctx = k,
                              .work = film_work,
                              .done = film_done,
                              .timeout = film_timeout};
    snprintf(folder, sizeof folder, "%s/films", k->dir);
    mkdir(folder, 0777);
    ss_children_run(&pool);
}

/* ---- data ------------------------------------------------------------------------------------ */

/* The whole of a file that is JSON already; null if it cannot be read. */
static void put_file(FILE *f, const char *path)
{
    char buffer[16384];
    size_t n;
    FILE *in = fopen(path, "r");

    if (!in) {
        fputs("null", f);
        return;
    }
    while ((n = fread(buffer, 1, sizeof buffer, in)) > 0) fwrite(buffer, 1, n, f);
    fclose(in);
}

static void put_columns(FILE *f)
{
    fputs("\"columns\":[", f);
    for (const ss_column *c = ss_columns; c->name; c++) {
        fprintf(f, "%s{\"name\":\"%s\",\"unit\":", c == ss_columns ? "" : ",\n",
                strcmp(c->name, "kase") ? c->name : "case");
        ss_json_string(f, c->unit);
        fputs(",\"says\":", f);
        ss_json_string(f, c->says);
        fputc('}', f);
    }
    fputs("],\n", f);
}

static void put_rows(FILE *f, const report *k)
{
    fputs("\"rows\":[", f);
    for (int i = 0; i < k->n; i++) {
        fputs(i ? ",\n[" : "[", f);
        for (const ss_column *c = ss_columns; c->name; c++) {
            if (c != ss_columns) fputc(',', f);
            if (c->kind == SS_COLUMN_TEXT)
                ss_json_string(f, (const char *)&k->row[i] + c->offset);
            else
                ss_json_number(f, ss_row_real(&k->row[i], c));
        }
        fputc(']', f);
    }
    fputs("],\n", f);
}

/* Curves of the finest run of each method on each case. */
static int is_finest(const report *k, int i)
{
    const ss_row *a = &k->row[i];
    if (strcmp(a->verdict, "ok") != 0) return 0;
    for (int j = 0; j < k->n; j++) {
        const ss_row *b = &k->row[j];
        if (same_case(a, b) && strcmp(a->label, b->label) == 0 && strcmp(b->verdict, "ok") == 0 &&
            (b->steps > a->steps || (b->steps == a->steps && j < i)))
            return 0;
    }
    return 1;
}

static void put_curves(FILE *f, const report *k)
{
    char path[SS_FOLDER_SIZE + 80];
    int n = 0;

    fputs("\"curves\":{", f);
    for (int i = 0; i < k->n; i++) {
        snprintf(path, sizeof path, "%s/curves/%s.json", k->dir, k->row[i].run);
        if (!is_finest(k, i) || access(path, R_OK)) continue;
        fprintf(f, "%s\"%s\":", n++ ? ",\n" : "", k->row[i].run);
        put_file(f, path);
    }
    fputs("},\n", f);
}

static void put_films(FILE *f, const report *k)
{
    char path[SS_FOLDER_SIZE + 120];
    int n = 0;

    fputs("\"films\":{", f);
    for (int i = 0; i < k->ncases; i++) {
        film_path(k, i, path, sizeof path);
        if (access(path, R_OK)) continue;
        fputs(n++ ? ",\n" : "", f);
        ss_json_string(f, k->row[k->film[i]].kase);
        fputc(':', f);
        put_file(f, path);
    }
    fputs("},\n", f);
}

static void put_data(FILE *f, const report *k)
{
    char path[SS_FOLDER_SIZE + 32];

    fputc('{', f);
    put_columns(f);
    put_rows(f, k);
    put_curves(f, k);
    put_films(f, k);
    fputs("\"manifest\":", f);
    snprintf(path, sizeof path, "%s/manifest.json", k->dir);
    put_file(f, path);
    fputs("}\n", f);
}

int ss_report_write(const ss_cli *cli, const char *dir, const ss_row *row, int n)
{
    report k = {.cli = cli, .dir = dir, .row = row, .n = n};
    char path[SS_FOLDER_SIZE + 32], why[300];
    ss_output out;

    if (choose_films(&k)) return ss_complain(SS_EXIT_USAGE, "no memory");
    make_films(&k);
    snprintf(path, sizeof path, "%s/report.html", dir);
    int bad = ss_output_open(&out, path, why, sizeof why);
    for (size_t i = 0; i < PAGE && !bad; i++)
        if (strcmp(page[i], "@DATA@") == 0)
            put_data(out.f, &k);
        else if (strcmp(page[i], "@SCRIPT@") == 0)
            for (size_t j = 0; j < SCRIPT; j++) fprintf(out.f, "%s\n", script[j]);
        else
            fprintf(out.f, "%s\n", page[i]);
    if (!bad) {
        bad = ss_output_commit(&out, why, sizeof why);
        ss_output_drop(&out);
    }
    free(k.film);
    if (bad) return ss_complain(SS_EXIT_OUTPUT, "%s", why);
    return ss_figures_write(dir, row, n);
}
