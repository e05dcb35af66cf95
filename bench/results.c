/* results.c - rows of results.csv: written and read by the one list of columns */
#include "bench/results.h"
#include "bench/number.h"
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define SIZE_OF(name) sizeof(((ss_row *)0)->name)
const ss_column ss_columns[] = {
#define SS_TEXT(name, size, says)                                                                  \
    {#name, SS_COLUMN_TEXT, offsetof(ss_row, name), SIZE_OF(name), "", says},
#define SS_REAL(name, unit, says)                                                                  \
    {#name, SS_COLUMN_REAL, offsetof(ss_row, name), SIZE_OF(name), unit, says},
#define SS_COUNT(name, says)                                                                       \
    {#name, SS_COLUMN_COUNT, offsetof(ss_row, name), SIZE_OF(name), "1", says},
#define SS_TIMED(name, unit, says)                                                                 \
    {#name, SS_COLUMN_TIMED, offsetof(ss_row, name), SIZE_OF(name), unit, says},
#include "bench/results.def"
#undef SS_TEXT
#undef SS_REAL
#undef SS_COUNT
#undef SS_TIMED
    {0}};

static const char *text_at(const ss_row *r, const ss_column *c)
{
    return (const char *)r + c->offset;
}

static double *real_at(ss_row *r, const ss_column *c)
{
    return (double *)(void *)((char *)r + c->offset);
}

static long *count_at(ss_row *r, const ss_column *c)
{
    return (long *)(void *)((char *)r + c->offset);
}

void ss_row_clear(ss_row *r)
{
    memset(r, 0, sizeof *r);
    for (const ss_column *c = ss_columns; c->name; c++)
        if (c->kind == SS_COLUMN_COUNT)
            *count_at(r, c) = -1;
        else if (c->kind != SS_COLUMN_TEXT)
            *real_at(r, c) = NAN;
}

double ss_row_real(const ss_row *r, const ss_column *c)
{
    if (c->kind == SS_COLUMN_TEXT) return NAN;
    if (c->kind != SS_COLUMN_COUNT) return *real_at((ss_row *)r, c);
    const long n = *count_at((ss_row *)r, c);
    return n < 0 ? NAN : (double)n;
}

void ss_cell_text(char *out, size_t size, const char *text)
{
    snprintf(out, size, "%s", text);
    for (char *s = out; *s; s++)
        if (*s == ',')
            *s = ';';
        else if (*s == '"' || (unsigned char)*s < ' ')
            *s = ' ';
}

void ss_rows_header(FILE *f)
{
    for (const ss_column *c = ss_columns; c->name; c++)
        fprintf(f, "%s%s", c == ss_columns ? "" : ",", strcmp(c->name, "kase") ? c->name : "case");
    fputc('\n', f);
}

void ss_row_print(FILE *f, const ss_row *r)
{
    for (const ss_column *c = ss_columns; c->name; c++) {
        if (c != ss_columns) fputc(',', f);
        if (c->kind == SS_COLUMN_TEXT)
            fputs(text_at(r, c), f);
        else if (c->kind == SS_COLUMN_COUNT) {
            if (*count_at((ss_row *)r, c) >= 0) fprintf(f, "%ld", *count_at((ss_row *)r, c));
        } else if (!isnan(ss_row_real(r, c)))
            ss_put_number(f, ss_row_real(r, c));
    }
    fputc('\n', f);
}

int ss_row_parse(ss_row *r, const char *line)
{
    ss_row_clear(r);
    for (const ss_column *c = ss_columns; c->name; c++) {
        const size_t n = strcspn(line, ",");
        char *end = NULL;
        if (c->kind == SS_COLUMN_TEXT) {
            if (n >= c->size) return 1;
            memcpy((char *)r + c->offset, line, n);
        } else if (n > 0) {
            if (c->kind == SS_COLUMN_COUNT)
                *count_at(r, c) = strtol(line, &end, 10);
            else
                *real_at(r, c) = strtod(line, &end);
            if (end != line + n) return 1;
        }
        line += n;
        if (c[1].name && *line++ != ',') return 1;
    }
    return *line != '\0';
}

/* ---- whole files ------------------------------------------------------------------------ */

static int has_header(const char *line)
{
    for (const ss_column *c = ss_columns; c->name; c++) {
        const char *name = strcmp(c->name, "kase") ? c->name : "case";
        const size_t n = strcspn(line, ",");
        if (strlen(name) != n || strncmp(line, name, n) != 0) return 0;
        line += n;
        if (c[1].name && *line++ != ',') return 0;
    }
    return *line == '\0';
}

ss_row *ss_rows_read(const char *path, int *n, char *why, size_t why_size)
{
    FILE *f = fopen(path, "r");
    ss_row *rows = NULL;
    char *line = NULL;
    size_t size = 0;
    ssize_t got;
    int at = 0, bad = 0;

    *n = 0;
    if (!f) {
        snprintf(why, why_size, "%s: %s", path, strerror(errno));
        return NULL;
    }
    snprintf(why, why_size, "%s: no rows", path);
    while (!bad && (got = getline(&line, &size, f)) > 0) {
        if (line[got - 1] == '\n') line[got - 1] = '\0';
        if (at++ == 0) {
            bad = !has_header(line);
            if (bad)
                snprintf(why, why_size, "%s:1: not the columns of this version's results", path);
            continue;
        }
        ss_row *more = realloc(rows, (size_t)(*n + 1) * sizeof *rows);
        if (more) rows = more;
        bad = !more || ss_row_parse(&rows[*n], line);
        if (bad) snprintf(why, why_size, "%s:%d: not a row of results", path, at);
        *n += !bad;
    }
    free(line);
    fclose(f);
    if (!bad && *n > 0) return rows;
    free(rows);
    *n = 0;
    return NULL;
}

void ss_rows_explain(FILE *f)
{
    static const char *const kind[] = {"text", "number", "count", "timing"};
    for (const ss_column *c = ss_columns; c->name; c++)
        fprintf(f, "%-12s %-7s %-3s %s\n", strcmp(c->name, "kase") ? c->name : "case",
                kind[c->kind], strcmp(c->unit, "1") ? c->unit : "", c->says);
}
