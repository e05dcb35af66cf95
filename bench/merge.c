/* merge.c - the shards of one benchmark put together, as if it had been run in one piece */
#include "bench/bench.h"
#include "bench/output.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct part {
    ss_manifest m;
    ss_row *row;
    int n;
} part;

static int copy_file(const char *from, const char *to)
{
    char buffer[16384], why[300];
    FILE *f = fopen(from, "r");
    ss_output out;
    size_t n;

    if (!f) return 0; /* a run that crashed has no curves */
    int bad = ss_output_open(&out, to, why, sizeof why);
    while (!bad && (n = fread(buffer, 1, sizeof buffer, f)) > 0)
        bad = fwrite(buffer, 1, n, out.f) != n;
    fclose(f);
    bad = bad || ss_output_commit(&out, why, sizeof why);
    ss_output_drop(&out);
    return bad;
}

static int read_parts(part *p, const char *const *dirs, int n)
{
    char path[SS_FOLDER_SIZE + 32], why[400];

    for (int i = 0; i < n; i++) {
        part own = {0};
        if (ss_manifest_read(&own.m, dirs[i], why, sizeof why))
            return ss_complain(SS_EXIT_USAGE, "%s", why);
        snprintf(path, sizeof path, "%s/results.csv", dirs[i]);
        own.row = ss_rows_read(path, &own.n, why, sizeof why);
        if (!own.row) {
            free(own.m.text);
            return ss_complain(SS_EXIT_USAGE, "%s", why);
        }
        part *at = &p[own.m.shard <= n ? own.m.shard - 1 : 0];
        const char *wrong = own.m.shards != n ? "the number of folders is not its number of shards"
                            : at->row         ? "its shard is there twice"
                            : i > 0 && strcmp(own.m.identity, p[0].m.identity) != 0 && p[0].row
                                ? "its manifest is of another program, suite or seed"
                                : NULL;
        if (wrong) {
            free(own.row);
            free(own.m.text);
            return ss_complain(SS_EXIT_USAGE, "%s: %s", dirs[i], wrong);
        }
        *at = own;
    }
    for (int i = 0; i < n; i++)
        if (strcmp(p[i].m.identity, p[0].m.identity) != 0)
            return ss_complain(SS_EXIT_USAGE,
                               "shard %d: its manifest is of another program, suite or seed",
                               i + 1);
    return SS_EXIT_DONE;
}

/* Lines of the shards' timings in the order of the rows; samples of one run are together. */
static int merge_timings(const char *const *dirs, const part *p, int n, const ss_row *row,
                         int nrows, const char *out_dir)
{
    char path[SS_FOLDER_SIZE + 32], why[300], *line = NULL;
    size_t size = 0;
    ss_output out;

    snprintf(path, sizeof path, "%s/timings.csv", out_dir);
    if (ss_output_open(&out, path, why, sizeof why)) return ss_complain(SS_EXIT_OUTPUT, "%s", why);
    fputs("run,round,wall,cpu\n", out.f);
    FILE **f = calloc((size_t)n, sizeof(FILE *)); /* NOLINT(bugprone-sizeof-expression) */
    char **held = calloc((size_t)n, sizeof *held);
    for (int i = 0; f && held && i < n; i++)
        for (int k = 0; k < n; k++) { /* dirs come in any order */
            ss_manifest m;
            if (ss_manifest_read(&m, dirs[k], why, sizeof why)) continue;
            free(m.text);
            if (m.shard != p[i].m.shard) continue;
            snprintf(path, sizeof path, "%s/timings.csv", dirs[k]);
            f[i] = fopen(path, "r");
            if (f[i] && getline(&line, &size, f[i]) < 0) line = NULL, size = 0;
        }
    for (int i = 0; f && held && i < nrows; i++) {
        const int k = i % n;
        while (f[k]) {
            if (!held[k] && getline(&line, &size, f[k]) > 0) held[k] = strdup(line);
            if (!held[k] || strncmp(held[k], row[i].run, strlen(row[i].run)) != 0) break;
            fputs(held[k], out.f);
            free(held[k]);
            held[k] = NULL;
        }
    }
    for (int i = 0; f && held && i < n; i++) {
        if (f[i]) fclose(f[i]);
        free(held[i]);
    }
    free(f);
    free(held);
    free(line);
    const int bad = ss_output_commit(&out, why, sizeof why);
    ss_output_drop(&out);
    return bad ? ss_complain(SS_EXIT_OUTPUT, "%s", why) : SS_EXIT_DONE;
}

static int write_merged(const ss_cli *cli, const char *const *dirs, const part *p, int n,
                        const char *out_dir)
{
    char from[SS_FOLDER_SIZE + 80], to[SS_FOLDER_SIZE + 80], why[300];
    int nrows = 0;
    ss_output out;

    for (int i = 0; i < n; i++) nrows += p[i].n;
    ss_row *row = calloc((size_t)nrows + 1, sizeof *row);
    if (!row) return ss_complain(SS_EXIT_USAGE, "no memory");
    for (int i = 0; i < nrows; i++) {
        if (i / n >= p[i % n].n) {
            free(row);
            return ss_complain(SS_EXIT_USAGE, "shard %d lacks rows", i % n + 1);
        }
        row[i] = p[i % n].row[i / n];
    }
    ss_orders(row, nrows);
    ss_parity(row, nrows);
    snprintf(to, sizeof to, "%s/curves", out_dir);
    mkdir(to, 0777);
    for (int i = 0; i < nrows; i++)
        for (int k = 0; k < n; k++) {
            snprintf(from, sizeof from, "%s/curves/%s.json", dirs[k], row[i].run);
            snprintf(to, sizeof to, "%s/curves/%s.json", out_dir, row[i].run);
            copy_file(from, to);
        }
    snprintf(to, sizeof to, "%s/results.csv", out_dir);
    int code = ss_manifest_merge(dirs, n, out_dir);
    if (!code) code = merge_timings(dirs, p, n, row, nrows, out_dir);
    if (!code && ss_output_open(&out, to, why, sizeof why))
        code = ss_complain(SS_EXIT_OUTPUT, "%s", why);
    else if (!code) {
        ss_rows_header(out.f);
        for (int i = 0; i < nrows; i++) ss_row_print(out.f, &row[i]);
        if (ss_output_commit(&out, why, sizeof why)) code = ss_complain(SS_EXIT_OUTPUT, "%s", why);
        ss_output_drop(&out);
    }
    if (!code) code = ss_report_write(cli, out_dir, row, nrows);
    if (!code && !cli->quiet) {
        ss_closing_table(row, nrows);
        printf("\n%d runs of %d shards: %s/report.html\n", nrows, n, out_dir);
    }
    free(row);
    return code;
}

int ss_bench_merge(const ss_cli *cli, const char *const *dirs, int n, const char *out)
{
    part *p = calloc((size_t)n + 1, sizeof *p);

    if (n == 0 || !out || !p) {
        free(p);
        return ss_complain(SS_EXIT_USAGE, "bench --merge: expected folders and -o DIR");
    }
    int code = read_parts(p, dirs, n);
    if (!code && ss_folders_make(out))
        code = ss_complain(SS_EXIT_OUTPUT, "%s: %s", out, strerror(errno));
    if (!code) code = write_merged(cli, dirs, p, n, out);
    for (int i = 0; i < n; i++) {
        free(p[i].row);
        free(p[i].m.text);
    }
    free(p);
    return code;
}
