/* sheet.c - CSV files and summaries into memory */
#include "bench/sheet.h"
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct span { /* some characters of a text */
    const char *at;
    size_t n;
} span;

/* ---- files and texts ----------------------------------------------------------------- */

/* The whole file with a zero behind it, which is free()d; NULL with one line in why[]. */
static char *whole_file(const char *path, size_t *length, char *why, size_t why_size)
{
    FILE *const f = fopen(path, "rb");
    size_t n = 0, room = 1 << 16;
    char *text = f ? malloc(room + 1) : NULL;

    while (text) {
        n += fread(text + n, 1, room - n, f);
        if (n < room) break;
        char *const more = realloc(text, 2 * room + 1);
        if (!more) {
            free(text);
            text = NULL;
            break;
        }
        text = more;
        room *= 2;
    }
    if (!text || ferror(f)) {
        snprintf(why, why_size, "%s: %s", path, strerror(errno));
        free(text);
        text = NULL;
    } else {
        text[n] = '\0';
        *length = n;
    }
    if (f) fclose(f);
    return text;
}

static int is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static span trimmed(span s)
{
    while (s.n && is_blank(s.at[0])) s.at++, s.n--;
    while (s.n && is_blank(s.at[s.n - 1])) s.n--;
    return s;
}

/* What is before the next `mark`, or all; *rest goes behind the mark.  0: there was no mark. */
static int cut(span *rest, char mark, span *head)
{
    const char *const m = rest->n ? memchr(rest->at, mark, rest->n) : NULL;

    *head = *rest;
    if (!m) {
        rest->at += rest->n;
        rest->n = 0;
        return 0;
    }
    head->n = (size_t)(m - rest->at);
    rest->at = m + 1;
    rest->n -= head->n + 1;
    return 1;
}

/* ---- numbers and words --------------------------------------------------------------- */

/* Short decimals, several times as fast as strtod() and with the same bits; 0: it is another cell.
 * The digits w <= 2^53 and 10^k, k <= 22, are exact, so their quotient is rounded once. */
static int short_decimal(span s, double *x)
{
    static const double power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const uint64_t most = (uint64_t)1 << 53;
    const size_t minus = s.n && s.at[0] == '-';
    uint64_t w = 0;
    int digits = 0, behind = 0, point = 0;

    if (FLT_EVAL_METHOD != 0) return 0; /* the quotient would be rounded twice */
    for (size_t i = minus; i < s.n; i++) {
        const char c = s.at[i];
        if (c >= '0' && c <= '9') {
            w = 10 * w + (uint64_t)(c - '0');
            digits++;
            behind += point;
            if (w > most || behind > 22) return 0;
        } else if (c == '.' && !point) {
            point = 1;
        } else {
            return 0;
        }
    }
    if (!digits) return 0;
    const double v = (double)w / power[behind];
    *x = minus ? -v : v;
    return 1;
}

double ss_sheets_word(const ss_sheets *s, const char *word, size_t length)
{
    for (int i = 0; i < s->nwords; i++)
        if (strlen(s->word[i]) == length && memcmp(s->word[i], word, length) == 0) return i;
    return -1.0;
}

/* One more of n things of `size` bytes; room doubles whenever n is a power of 2. */
static void *one_more(void *at, int n, size_t size)
{
    if (n & (n - 1)) return at;
    return realloc(at, (n ? 2 * (size_t)n : 1) * size);
}

/* A number as it is, a word as its place in the list, NaN for nothing; nonzero: no memory. */
static int cell_value(ss_sheets *s, span cell, double *x)
{
    cell = trimmed(cell);
    *x = NAN;
    if (!cell.n || short_decimal(cell, x)) return 0;

    char *end;
    *x = strtod(cell.at, &end);
    if (end == cell.at + cell.n) return 0;
    *x = ss_sheets_word(s, cell.at, cell.n);
    if (*x >= 0.0) return 0;

    char **const more = one_more(s->word, s->nwords, sizeof *more);
    char *const copy = malloc(cell.n + 1);
    if (more) s->word = more;
    if (!more || !copy) {
        free(copy);
        return 1;
    }
    memcpy(copy, cell.at, cell.n);
    copy[cell.n] = '\0';
    s->word[s->nwords] = copy;
    *x = s->nwords++;
    return 0;
}

/* ---- tables -------------------------------------------------------------------------- */

static int place_of(const ss_sheets *s, const char *name)
{
    for (int i = 0; i < s->n; i++)
        if (strcmp(s->at[i].name, name) == 0) return i;
    return -1;
}

const ss_sheet *ss_sheets_find(const ss_sheets *s, const char *name)
{
    const int i = place_of(s, name);
    return i < 0 ? NULL : &s->at[i];
}

static void columns_free(ss_sheet_column *c, int n)
{
    for (int i = 0; i < n; i++) free(c[i].x);
    free(c);
}

/* The table called `name`, a new one if there is none; NULL with one line in why[]. */
static ss_sheet *table(ss_sheets *s, const char *name, char *why, size_t why_size)
{
    const int i = place_of(s, name);

    if (i >= 0) return &s->at[i];
    if (strlen(name) >= SS_SHEET_NAME) {
        snprintf(why, why_size, "a table's name has at most %d characters", SS_SHEET_NAME - 1);
        return NULL;
    }
    ss_sheet *const more = one_more(s->at, s->n, sizeof *more);
    if (!more) {
        snprintf(why, why_size, "table %s: no memory", name);
        return NULL;
    }
    s->at = more;
    more[s->n] = (ss_sheet){0};
    memcpy(more[s->n].name, name, strlen(name) + 1);
    return &more[s->n++];
}

void ss_sheets_close(ss_sheets *s)
{
    for (int i = 0; i < s->n; i++) {
        columns_free(s->at[i].column, s->at[i].ncolumns);
        columns_free(s->at[i].scalar, s->at[i].nscalars);
    }
    for (int i = 0; i < s->nwords; i++) free(s->word[i]);
    free(s->at);
    free(s->word);
    *s = (ss_sheets){0};
}

/* ---- CSV ----------------------------------------------------------------------------- */

typedef struct reading {
    const char *path;
    long line;
    char *why;
    size_t why_size;
    ss_sheet t; /* what has been read */
    long room;  /* rows that the columns can hold */
} reading;

static int no_memory(const reading *r)
{
    snprintf(r->why, r->why_size, "%s:%ld: no memory", r->path, r->line);
    return 1;
}

static int header(reading *r, span line)
{
    int more = 1;

    while (more) {
        span cell;
        more = cut(&line, ',', &cell);
        cell = trimmed(cell);
        if (!cell.n || cell.n >= SS_SHEET_NAME) {
            snprintf(r->why, r->why_size,
                     cell.n ? "%s:%ld: the name of column %d has more than %d characters"
                            : "%s:%ld: column %d has no name",
                     r->path, r->line, r->t.ncolumns + 1, SS_SHEET_NAME - 1);
            return 1;
        }
        ss_sheet_column *const c = one_more(r->t.column, r->t.ncolumns, sizeof *c);
        if (!c) return no_memory(r);
        r->t.column = c;
        c[r->t.ncolumns] = (ss_sheet_column){.x = NULL};
        memcpy(c[r->t.ncolumns].name, cell.at, cell.n);
        for (int i = 0; i < r->t.ncolumns; i++)
            if (strcmp(c[i].name, c[r->t.ncolumns].name) == 0) {
                snprintf(r->why, r->why_size, "%s:%ld: two columns are called %s", r->path, r->line,
                         c[i].name);
                return 1;
            }
        r->t.ncolumns++;
    }
    return 0;
}

static int room_for_a_row(reading *r)
{
    if (r->t.rows < r->room) return 0;
    const long room = r->room ? 2 * r->room : 256;
    for (int k = 0; k < r->t.ncolumns; k++) {
        double *const x = realloc(r->t.column[k].x, (size_t)room * sizeof *x);
        if (!x) return no_memory(r);
        r->t.column[k].x = x;
    }
    r->room = room;
    return 0;
}

static int row(reading *r, ss_sheets *s, span line)
{
    int n = 0, more = 1;

    if (room_for_a_row(r)) return 1;
    for (; more; n++) {
        span cell;
        more = cut(&line, ',', &cell);
        if (n >= r->t.ncolumns) continue; /* counted for the message */
        if (cell_value(s, cell, &r->t.column[n].x[r->t.rows])) return no_memory(r);
    }
    if (n != r->t.ncolumns) {
        snprintf(r->why, r->why_size, "%s:%ld: %d cell%s where the header has %d", r->path, r->line,
                 n, n == 1 ? "" : "s", r->t.ncolumns);
        return 1;
    }
    r->t.rows++;
    return 0;
}

static int read_rows(reading *r, ss_sheets *s, span text)
{
    span line;

    if (!text.n) {
        snprintf(r->why, r->why_size, "%s: empty, not even a header", r->path);
        return 1;
    }
    r->line = 1;
    cut(&text, '\n', &line);
    if (header(r, line)) return 1;
    while (text.n) {
        r->line++;
        cut(&text, '\n', &line);
        if (row(r, s, line)) return 1;
    }
    return 0;
}

int ss_sheets_read_csv(ss_sheets *s, const char *name, const char *path, char *why, size_t why_size)
{
    reading r = {.path = path, .why = why, .why_size = why_size};
    size_t n = 0;
    char *const text = whole_file(path, &n, why, why_size);
    int bad = !text || read_rows(&r, s, (span){text, n});
    ss_sheet *const t = bad ? NULL : table(s, name, why, why_size);

    if (t && t->ncolumns) {
        snprintf(why, why_size, "%s: table %s has been read already", path, name);
        bad = 1;
    } else if (t) {
        t->rows = r.t.rows;
        t->column = r.t.column;
        t->ncolumns = r.t.ncolumns;
    }
    bad |= !t;
    if (bad) columns_free(r.t.column, r.t.ncolumns);
    free(text);
    return bad;
}

/* ---- summaries ----------------------------------------------------------------------- */

/* Exactly `key value`. */
static int is_pair(span line, span *key, span *value)
{
    while (line.n && line.at[line.n - 1] == '\r') line.n--;
    if (!cut(&line, ' ', key)) return 0;
    *value = line;
    if (!key->n || key->n >= SS_SHEET_NAME || !value->n) return 0;
    for (size_t i = 0; i < value->n; i++)
        if (value->at[i] == ' ' || value->at[i] == '\t') return 0;
    return 1;
}

/* A key that comes again counts as it was last. */
static int set_scalar(ss_sheet *t, span key, double x)
{
    for (int i = 0; i < t->nscalars; i++)
        if (strlen(t->scalar[i].name) == key.n && memcmp(t->scalar[i].name, key.at, key.n) == 0) {
            t->scalar[i].x[0] = x;
            return 0;
        }
    ss_sheet_column *const c = one_more(t->scalar, t->nscalars, sizeof *c);
    if (!c) return 1;
    t->scalar = c;
    c[t->nscalars] = (ss_sheet_column){.x = malloc(sizeof(double))};
    if (!c[t->nscalars].x) return 1;
    memcpy(c[t->nscalars].name, key.at, key.n);
    c[t->nscalars++].x[0] = x;
    return 0;
}

int ss_sheets_read_summary(ss_sheets *s, const char *name, const char *path, char *why,
                           size_t why_size)
{
    size_t n = 0;
    char *const text = whole_file(path, &n, why, why_size);
    ss_sheet *const t = text ? table(s, name, why, why_size) : NULL;
    span rest = {text, n}, line, key, value;
    int bad = !t;

    while (t && !bad && rest.n) {
        double x;
        cut(&rest, '\n', &line);
        if (!is_pair(line, &key, &value)) continue;
        bad = cell_value(s, value, &x) || set_scalar(t, key, x);
        if (bad) snprintf(why, why_size, "%s: no memory", path);
    }
    free(text);
    return bad;
}
