/* expr_names.c - what names in expressions stand for: columns of tables, bound names, constants */
#include "bench/expr_part.h"
#include "bench/nearest.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    double x;
} constants[] = {
    {"pi", 3.14159265358979323846}, {"nan", NAN}, {"inf", INFINITY}, {"true", 1.0}, {"false", 0.0}};
enum { CONSTANTS = sizeof constants / sizeof constants[0] };

static const ss_sheet *find_table(const ss_expr_parser *p, const char *name)
{
    return p->scope->sheets ? ss_sheets_find(p->scope->sheets, name) : NULL;
}

static int unknown_table(const ss_expr_parser *p, const char *at, const char *name)
{
    ss_nearest near = {.asked = name};
    char words[SS_EXPR_WORDS];

    for (int i = 0; p->scope->sheets && i < p->scope->sheets->n; i++)
        ss_nearest_offer(&near, p->scope->sheets->at[i].name);
    if (!near.n) return ss_expr_fail(p, at, "no table is called '%s': there is none", name);
    return ss_expr_fail(p, at, "no table is called '%s'; nearest: %s", name,
                        ss_nearest_words(&near, words, sizeof words));
}

static int unknown_column(const ss_expr_parser *p, const char *at, const ss_sheet *t,
                          const char *name)
{
    ss_nearest near = {.asked = name};
    char words[SS_EXPR_WORDS];

    for (int i = 0; i < t->ncolumns; i++) ss_nearest_offer(&near, t->column[i].name);
    for (int i = 0; i < t->nscalars; i++) ss_nearest_offer(&near, t->scalar[i].name);
    return ss_expr_fail(p, at, "table %s has no '%s'; nearest: %s", t->name, name,
                        ss_nearest_words(&near, words, sizeof words));
}

/* `table.name`, the table's name having been read; *at is then that of the second name. */
static int take_table(ss_expr_parser *p, const char *table, const char **at, const ss_sheet **t,
                      char name[SS_SHEET_NAME])
{
    if (!(*t = find_table(p, table))) return unknown_table(p, *at, table);
    if (*p->at != '.') return ss_expr_unexpected(p, "'.' and a column behind the table");
    *at = ++p->at;
    return ss_expr_take_name(p, name);
}

static const ss_sheet_column *find_column(const ss_sheet *t, const char *name)
{
    for (int i = 0; i < t->ncolumns; i++)
        if (strcmp(t->column[i].name, name) == 0) return &t->column[i];
    return NULL;
}

int ss_expr_column(ss_expr_parser *p, const char *at, const char *table, ss_vector *out)
{
    const ss_sheet *t;
    char name[SS_SHEET_NAME];

    if (take_table(p, table, &at, &t, name)) return 1;
    const ss_sheet_column *const c = find_column(t, name);
    if (c) return ss_expr_copy(p, at, c->x, t->rows, out);
    for (int i = 0; i < t->nscalars; i++)
        if (strcmp(t->scalar[i].name, name) == 0)
            return ss_expr_scalar(p, at, t->scalar[i].x[0], out);
    return unknown_column(p, at, t, name);
}

static int unknown_name(const ss_expr_parser *p, const char *at, const char *name)
{
    ss_nearest near = {.asked = name};
    char words[SS_EXPR_WORDS];

    if (find_table(p, name))
        return ss_expr_fail(p, at, "%s is a table: one of its columns is %s.NAME", name, name);
    if (ss_expr_is_function(name))
        return ss_expr_fail(p, at, "%s is a function: expected '(' behind it", name);
    for (int i = 0; i < p->scope->nbound; i++) ss_nearest_offer(&near, p->scope->bound[i].name);
    for (int i = 0; i < CONSTANTS; i++) ss_nearest_offer(&near, constants[i].name);
    return ss_expr_fail(p, at, "nothing is called '%s'; nearest: %s", name,
                        ss_nearest_words(&near, words, sizeof words));
}

int ss_expr_bound(const ss_expr_parser *p, const char *at, const char *name, ss_vector *out)
{
    const ss_scope *const s = p->scope;

    for (int i = 0; i < s->nbound; i++)
        if (strcmp(s->bound[i].name, name) == 0)
            return ss_expr_copy(p, at, s->bound[i].value->x, s->bound[i].value->n, out);
    for (int i = 0; i < CONSTANTS; i++)
        if (strcmp(constants[i].name, name) == 0) return ss_expr_scalar(p, at, constants[i].x, out);
    return unknown_name(p, at, name);
}

/* ---- forms whose arguments name tables ----------------------------------------------- */

int ss_expr_rows(ss_expr_parser *p, const char *at, ss_vector *out)
{
    char name[SS_SHEET_NAME];

    ss_expr_skip(p);
    const char *const where = p->at;
    if (ss_expr_take_name(p, name)) return 1;
    const ss_sheet *const t = find_table(p, name);
    if (!t) return unknown_table(p, where, name);
    if (!ss_expr_take(p, ')')) return ss_expr_unexpected(p, "')' behind the table");
    return ss_expr_scalar(p, at, (double)t->rows, out);
}

typedef struct family { /* columns PREFIX0, PREFIX1, ... */
    const ss_sheet *t;
    char prefix[SS_SHEET_NAME];
    int n;
} family;

static const double *member(const family *f, int i)
{
    char name[SS_SHEET_NAME + 16];

    snprintf(name, sizeof name, "%s%d", f->prefix, i);
    const ss_sheet_column *const c = find_column(f->t, name);
    return c ? c->x : NULL;
}

/* The number behind the prefix, -1 if it is another name. */
static long number_in(const family *f, const char *name)
{
    const size_t n = strlen(f->prefix);
    char *end;

    if (strncmp(name, f->prefix, n) != 0 || !isdigit((unsigned char)name[n])) return -1;
    const long i = strtol(name + n, &end, 10);
    return *end ? -1 : i;
}

static int take_family(ss_expr_parser *p, family *f)
{
    char table[SS_SHEET_NAME];

    ss_expr_skip(p);
    const char *at = p->at;
    if (ss_expr_take_name(p, table) || take_table(p, table, &at, &f->t, f->prefix)) return 1;
    for (f->n = 0; member(f, f->n);) f->n++;
    for (int i = 0; i < f->t->ncolumns; i++)
        if (number_in(f, f->t->column[i].name) >= f->n)
            return ss_expr_fail(p, at, "table %s has %s but not %s%d", f->t->name,
                                f->t->column[i].name, f->prefix, f->n);
    if (!f->n) {
        char name[SS_SHEET_NAME + 2];
        snprintf(name, sizeof name, "%s0", f->prefix);
        return unknown_column(p, at, f->t, name);
    }
    return 0;
}

/* One number behind a comma. */
static int take_number(ss_expr_parser *p, double *x)
{
    ss_vector v;

    if (!ss_expr_take(p, ',')) return ss_expr_unexpected(p, "','");
    ss_expr_skip(p);
    const char *const at = p->at;
    if (ss_expr_choice(p, &v)) return 1;
    const long n = v.n;
    if (n == 1) *x = v.x[0];
    ss_vector_free(&v);
    return n == 1 ? 0 : ss_expr_fail(p, at, "expected one number, found a vector of length %ld", n);
}

int ss_expr_across(ss_expr_parser *p, const char *at, ss_vector *out)
{
    family f;
    double k = NAN;

    if (take_family(p, &f) || take_number(p, &k)) return 1;
    if (!ss_expr_take(p, ')')) return ss_expr_unexpected(p, "')'");
    if (k != floor(k) && !isnan(k))
        return ss_expr_fail(p, at, "a row is a whole number, not %g", k);
    if (k < 0.0) k += (double)f.t->rows;
    if (ss_expr_make(out, f.n)) return ss_expr_no_memory(p, at);
    const int there = k >= 0.0 && k < (double)f.t->rows;
    for (int i = 0; i < f.n; i++) out->x[i] = there ? member(&f, i)[(long)k] : NAN;
    return 0;
}

int ss_expr_across_at(ss_expr_parser *p, const char *at, ss_vector *out)
{
    char why[SS_EXPR_WORDS];
    family f;
    ss_vector t;
    double T = NAN;

    if (take_family(p, &f)) return 1;
    if (!ss_expr_take(p, ',')) return ss_expr_unexpected(p, "','");
    if (ss_expr_choice(p, &t)) return 1;
    int bad = take_number(p, &T) || (!ss_expr_take(p, ')') && ss_expr_unexpected(p, "')'"));
    if (!bad && t.n != f.t->rows)
        bad =
            ss_expr_fail(p, at, "%ld times where table %s has %ld rows", t.n, f.t->name, f.t->rows);
    if (!bad && ss_expr_refuse_decrease(t.x, t.n, why, sizeof why))
        bad = ss_expr_fail(p, at, "across_at(): %s", why);
    if (!bad && ss_expr_make(out, f.n)) bad = ss_expr_no_memory(p, at);
    for (int i = 0; !bad && i < f.n; i++) out->x[i] = ss_expr_between(t.x, member(&f, i), t.n, T);
    ss_vector_free(&t);
    return bad;
}
