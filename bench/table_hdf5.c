/* table_hdf5.c - the rows of a CSV table as an HDF5 file, by way of the module that knows HDF5 */
#include "bench/hdf5_module.h"
#include "bench/output.h"
#include "bench/table.h"
#include "problems/base/status.h"
#include "solvers/module.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LIST = 1024 };

typedef struct columns {
    char *text; /* the header, cut at its commas */
    const char **name;
    int n;
} columns;

static int split(columns *c, const char *header)
{
    int n = 1;
    for (const char *s = header; *s; s++) n += *s == ',';
    c->text = strdup(header);
    c->name = calloc((size_t)n, sizeof *c->name);
    if (!c->text || !c->name) return 1;
    char *save = NULL;
    for (char *s = strtok_r(c->text, ",", &save); s && c->n < n; s = strtok_r(NULL, ",", &save))
        c->name[c->n++] = s;
    return 0;
}

/* A number as it is; a verdict as the first status that is reported so. */
static double value_of(const char *field)
{
    char *end;
    const double x = strtod(field, &end);
    if (end != field && *end == '\0') return x;
    for (int s = 0; s < SS_NSTATUS; s++)
        if (strcmp(field, ss_status_verdict((ss_status)s)) == 0) return s;
    return NAN;
}

/* "0 ok, 1 inconsistent, ...": what the numbers of the column `verdict` mean. */
static void list_verdicts(char *list, size_t size)
{
    size_t at = 0;
    for (int s = 0; s < SS_NSTATUS; s++) {
        const char *word = ss_status_verdict((ss_status)s);
        if ((int)value_of(word) != s) continue;
        at += (size_t)snprintf(list + at, size - at, "%s%d %s", at ? ", " : "", s, word);
        if (at >= size) return;
    }
}

static int copy_rows(const ss_hdf5_api *api, void *file, FILE *csv, int n)
{
    double *row = calloc((size_t)n + 1, sizeof *row);
    char *line = NULL, *save;
    size_t room = 0;
    int bad = !row;

    if (getline(&line, &room, csv) < 0) bad = 1; /* the header */
    while (!bad && getline(&line, &room, csv) > 0) {
        int k = 0;
        for (char *s = strtok_r(line, ",\n", &save); s && k < n; s = strtok_r(NULL, ",\n", &save))
            row[k++] = value_of(s);
        bad = k != n || api->rows(file, row, 1);
    }
    free(line);
    free(row);
    return bad;
}

int ss_table_to_hdf5(FILE *csv, const char *header, const char *path, const char *key, char *why,
                     size_t why_size)
{
    char verdicts[LIST] = "";
    columns c = {0};
    ss_output out = {0};
    void *file = NULL;
    const ss_hdf5_api *api = ss_module_open("hdf5", SS_HDF5_SYMBOL, why, why_size);

    if (!api) return 1;
    int bad = api->size != sizeof *api || split(&c, header);
    if (bad) snprintf(why, why_size, "%s: module ss-hdf5.so is of another version", path);
    list_verdicts(verdicts, sizeof verdicts);
    const ss_hdf5_text attributes[] = {
        {"sweep", key}, {"columns", header}, {"verdicts", verdicts}, {NULL, NULL}};
    if (!bad) bad = ss_output_open(&out, path, why, why_size);
    if (!bad)
        bad = !(file = api->create(ss_output_release(&out), c.name, c.n, NULL, 0, attributes, why,
                                   why_size));
    if (!bad) {
        bad = copy_rows(api, file, csv, c.n);
        bad |= api->close(file);
        if (bad) snprintf(why, why_size, "%s: the HDF5 file could not be written", path);
    }
    if (!bad) bad = ss_output_commit(&out, why, why_size);
    ss_output_drop(&out);
    free(c.name);
    free(c.text);
    return bad;
}
