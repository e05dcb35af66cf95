/* series.c - the series of a panel: columns by expressions, data blocks and clauses for gnuplot */
#include "bench/gnuplot.h"
#include "bench/nearest.h"
#include "bench/panel.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    EXPRESSION = SS_RECIPE_EXPRESSION,
    TEXT = SS_RECIPE_TEXT,
    WORDS = 256,
    MOST_EXPANDED = 64,
    MOST_IN_GRID = 4000000 /* points: more than a picture has pixels, and 96 MB */
};

typedef enum { SS_SERIES_XY, SS_SERIES_ARROW, SS_SERIES_GRID, SS_SERIES_COLORED } series_kind;

static const struct style {
    const char *name;
    series_kind kind;
    const char *words;
} styles[] = {
#define SS_STYLE(name, kind, words) {name, kind, words},
#include "bench/styles.def"
#undef SS_STYLE
    {0}};

static int wrong(const ss_panel *p, const config_setting_t *at, const char *text)
{
    return ss_suite_wrong(&p->f->k, at, "%s", text);
}

static int flag(const config_setting_t *group, const char *name)
{
    int value = 0;
    return config_setting_lookup_bool(group, name, &value) == CONFIG_TRUE && value;
}

/* ---- numbers -------------------------------------------------------------------------------- */

/* What is not finite is no point: gnuplot breaks the line there. */
static void put(FILE *f, double x, char after)
{
    if (isfinite(x))
        fprintf(f, "%.9g", x);
    else
        fputs("NaN", f);
    fputc(after, f);
}

typedef struct columns {
    ss_vector v[5]; /* x, y, then z or dx, dy */
    int n;
    long rows;
} columns;

static double cell(const columns *c, int k, long row)
{
    const ss_vector *v = &c->v[k];
    return v->x[v->n == 1 ? 0 : row];
}

static void put_row(FILE *f, const columns *c, long row)
{
    for (int k = 0; k < c->n; k++) put(f, cell(c, k, row), k + 1 < c->n ? ' ' : '\n');
}

static int rises(const ss_vector *x)
{
    for (long i = 1; i < x->n; i++)
        if (!(x->x[i] >= x->x[i - 1])) return 0;
    return 1;
}

/* A line over more points than a picture has pixels: the least and the greatest of every bucket,
 * in their order. */
static void put_thinned(FILE *f, const columns *c)
{
    enum { BUCKETS = 1500 };
    const long each = c->rows / BUCKETS + 1;

    for (long from = 0; from < c->rows; from += each) {
        const long to = from + each < c->rows ? from + each : c->rows;
        long lo = from, hi = from;
        for (long i = from; i < to; i++) {
            if (cell(c, 1, i) < cell(c, 1, lo)) lo = i;
            if (cell(c, 1, i) > cell(c, 1, hi)) hi = i;
        }
        put_row(f, c, lo < hi ? lo : hi);
        if (lo != hi) put_row(f, c, lo < hi ? hi : lo);
        if (to == c->rows && lo != to - 1 && hi != to - 1) put_row(f, c, to - 1);
    }
}

static void put_plain(FILE *f, const columns *c, int line)
{
    enum { MANY = 4000 };
    if (line && c->n == 2 && c->rows > MANY && rises(&c->v[0])) {
        put_thinned(f, c);
        return;
    }
    for (long i = 0; i < c->rows; i++) put_row(f, c, i);
}

static void put_rgba(FILE *f, const char *color, double z)
{
    const unsigned long rgb = strtoul(color + 1, NULL, 16);
    fprintf(f, "%lu %lu %lu %d\n", rgb >> 16 & 255u, rgb >> 8 & 255u, rgb & 255u, z > 0.0 ? 90 : 0);
}

/* Blocks of equal y, as grids are written for gnuplot. */
static void put_grid(FILE *f, const columns *c, const char *region)
{
    for (long i = 0; i < c->rows; i++) {
        if (i && cell(c, 1, i) != cell(c, 1, i - 1)) fputc('\n', f);
        put(f, cell(c, 0, i), ' ');
        put(f, cell(c, 1, i), ' ');
        if (region)
            put_rgba(f, region, cell(c, 2, i));
        else
            put(f, cell(c, 2, i), '\n');
    }
}

/* ---- one series ------------------------------------------------------------------------------ */

typedef struct series {
    const config_setting_t *at;
    const struct style *style;
    char of[SS_SHEET_NAME];
    int expand; /* in place of '#'; -1: none */
} series;

/* `name` of the group as an expression, '#' replaced. */
static int expression(const ss_panel *p, const series *s, const char *name, char *out)
{
    char raw[EXPRESSION];
    size_t n = 0;

    if (ss_recipe_expression(&p->f->k, s->at, name, *s->of ? s->of : NULL, raw, sizeof raw))
        return 1;
    for (const char *c = raw; *c && n < EXPRESSION; c++) {
        if (*c == '#' && s->expand >= 0)
            n += (size_t)snprintf(out + n, EXPRESSION - n, "%d", s->expand);
        else
            out[n++] = *c;
    }
    if (n >= EXPRESSION)
        return ss_suite_wrong(&p->f->k, s->at, "%s: longer than %d characters", name,
                              EXPRESSION - 1);
    out[n] = '\0';
    return 0;
}

static int evaluate(const ss_panel *p, const series *s, const char *name, const ss_scope *scope,
                    ss_vector *out)
{
    char text[EXPRESSION], why[TEXT];

    *out = (ss_vector){0};
    if (expression(p, s, name, text)) return 1;
    if (!*text) return ss_suite_wrong(&p->f->k, s->at, "a series of this style needs %s", name);
    if (ss_expr_eval(text, scope, out, why, sizeof why))
        return ss_suite_wrong(&p->f->k, config_setting_get_member(s->at, name), "%s: %s", name,
                              why);
    return 0;
}

/* x and y become the two coordinates of every point of the grid. */
static int cross(columns *c)
{
    const ss_vector x = c->v[0], y = c->v[1];
    const size_t n = (size_t)(x.n * y.n);
    double *a = malloc((n + 1) * sizeof *a), *b = malloc((n + 1) * sizeof *b);

    if (!a || !b) {
        free(a), free(b);
        return 1;
    }
    for (long j = 0; j < y.n; j++)
        for (long i = 0; i < x.n; i++) {
            a[j * x.n + i] = x.x[i];
            b[j * x.n + i] = y.x[j];
        }
    free(x.x), free(y.x);
    c->v[0] = (ss_vector){.n = (long)n, .x = a};
    c->v[1] = (ss_vector){.n = (long)n, .x = b};
    return 0;
}

static int gather(const ss_panel *p, const series *s, columns *c)
{
    static const char *const more[][4] = {[SS_SERIES_XY] = {NULL},
                                          [SS_SERIES_ARROW] = {"dx", "dy", NULL},
                                          [SS_SERIES_GRID] = {"z", NULL},
                                          [SS_SERIES_COLORED] = {"z", NULL}};
    ss_scope scope = {.sheets = &p->f->sheets};
    const char *name[5] = {"x", "y"};
    int want = 2;

    for (const char *const *m = more[s->style->kind]; *m; m++) name[want++] = *m;
    for (int k = 0; k < want; k++) {
        if (evaluate(p, s, name[k], &scope, &c->v[c->n])) return 1;
        c->n++;
        if (k == 1 && flag(s->at, "grid")) {
            if (c->v[0].n > 0 && c->v[1].n > MOST_IN_GRID / c->v[0].n)
                return ss_suite_wrong(&p->f->k, s->at, "grid: more than %d points",
                                      (int)MOST_IN_GRID);
            if (cross(c)) return wrong(p, s->at, "no memory");
        }
        scope.bound[k].name = name[k];
        scope.bound[k].value = &c->v[k];
        scope.nbound = c->n;
    }
    for (int k = 0; k < want; k++)
        if (c->v[k].n > c->rows || c->v[k].n == 0) c->rows = c->v[k].n;
    for (int k = 0; k < want; k++)
        if (c->v[k].n != c->rows && c->v[k].n != 1)
            return ss_suite_wrong(&p->f->k, s->at, "%s has %ld numbers, others have %ld", name[k],
                                  c->v[k].n, c->rows);
    return 0;
}

/* A color of the palette by its number, or one of its own. */
static int color_of(ss_panel *p, const series *s, char *out, size_t size)
{
    const config_setting_t *c = config_setting_get_member(s->at, "color");
    const char *text = c ? config_setting_get_string(c) : NULL;
    const int number = c && !text ? config_setting_get_int(c) : p->color + 1;

    if (text &&
        (strlen(text) != 7 || *text != '#' || strspn(text + 1, "0123456789abcdefABCDEF") != 6))
        return wrong(p, c, "color: expected a number or \"#rrggbb\"");
    if (text)
        snprintf(out, size, "%s", text);
    else
        snprintf(out, size, "%s", ss_gnuplot_color(number - 1));
    if (!c) p->color++;
    return 0;
}

static void put_levels(const ss_panel *p, const config_setting_t *at)
{
    const config_setting_t *l = config_setting_get_member(at, "levels");

    if (!l || !config_setting_is_array(l)) {
        fprintf(p->script, "set cntrparam levels auto %d\n", l ? config_setting_get_int(l) : 12);
        return;
    }
    fputs("set cntrparam levels discrete ", p->script);
    for (int i = 0; i < config_setting_length(l); i++) {
        fprintf(p->script, "%s%.9g", i ? "," : "",
                ss_panel_number(config_setting_get_elem(l, (unsigned)i), 0.0));
    }
    fputc('\n', p->script);
}

/* The data block of the series, and gnuplot's name for what is plotted of it. */
static void put_data(const ss_panel *p, const series *s, const columns *c, const char *color)
{
    const int contour = strcmp(s->style->name, "contour") == 0;
    const int region = strcmp(s->style->name, "region") == 0;

    if (s->style->kind == SS_SERIES_COLORED) /* no color of the paper's among the points */
        fputs("set palette defined (0 '#440154', 1 '#31688e', 2 '#35b779', 3 '#e0b020')\n",
              p->script);
    fprintf(p->script, "$d%d_%d << EOD\n", p->at, p->series);
    if (s->style->kind == SS_SERIES_GRID)
        put_grid(p->script, c, region ? color : NULL);
    else
        put_plain(p->script, c, strcmp(s->style->name, "lines") == 0);
    fputs("EOD\n", p->script);
    if (!contour) return;
    fputs("set contour base\nunset surface\n", p->script);
    put_levels(p, s->at);
    fprintf(p->script, "set table $c%d_%d\nsplot $d%d_%d using 1:2:3\nunset table\n", p->at,
            p->series, p->at, p->series);
    fputs("unset contour\nset surface\n", p->script);
}

static int put_clause(const ss_panel *p, const series *s, const char *color)
{
    const double width = ss_panel_number(config_setting_get_member(s->at, "width"), 1.6);
    const double points = ss_panel_number(config_setting_get_member(s->at, "size"), 0.5);
    const config_setting_t *d = config_setting_get_member(s->at, "dash");
    const char *axis = "";
    const int contour = strcmp(s->style->name, "contour") == 0;
    char title[EXPRESSION];

    if (expression(p, s, "title", title)) return 1;
    if (config_setting_lookup_string(s->at, "axis", &axis) && strcmp(axis, "y2") != 0)
        return wrong(p, s->at, "axis: expected \"y2\"");
    fprintf(p->clauses, "%s$%c%d_%d%s %s", p->clause ? ", \\\n  " : "", contour ? 'c' : 'd', p->at,
            p->series, contour ? " using 1:2" : "", s->style->words);
    if (s->style->kind == SS_SERIES_XY || s->style->kind == SS_SERIES_ARROW || contour)
        fprintf(p->clauses, " lc rgb '%s' lw %.3g", color, width);
    if (strstr(s->style->words, "points")) fprintf(p->clauses, " ps %.3g", points);
    if (s->style->kind == SS_SERIES_COLORED) fputs(" lc palette", p->clauses);
    if (d) fprintf(p->clauses, " dt %d", config_setting_get_int(d));
    if (*axis) fputs(" axes x1y2", p->clauses);
    if (*title) {
        fputs(" title ", p->clauses);
        ss_gnuplot_quote(p->clauses, title);
    } else
        fputs(" notitle", p->clauses);
    return 0;
}

static int put_series(ss_panel *p, const series *s)
{
    columns c = {0};
    char color[16];
    int bad = color_of(p, s, color, sizeof color) || gather(p, s, &c);

    if (!bad && c.rows > 0) {
        put_data(p, s, &c, color);
        bad = put_clause(p, s, color);
        p->series++;
        p->clause++;
    }
    for (int k = 0; k < 5; k++) ss_vector_free(&c.v[k]);
    return bad;
}

/* How many columns TABLE.PREFIX0, TABLE.PREFIX1, ... there are for the '#' in text; -1: no '#'. */
static int expansions(const ss_panel *p, const char *text)
{
    const char *mark = strchr(text, '#'), *from = mark;
    char table[SS_SHEET_NAME], column[2 * SS_SHEET_NAME];
    int n = 0;

    if (!mark) return -1;
    while (from > text && (isalnum((unsigned char)from[-1]) || strchr("_.", from[-1]))) from--;
    const char *dot = memchr(from, '.', (size_t)(mark - from));
    if (!dot) return 0;
    snprintf(table, sizeof table, "%.*s", (int)(dot - from), from);
    const ss_sheet *s = ss_sheets_find(&p->f->sheets, table);
    for (; s && n < MOST_EXPANDED; n++) {
        int k = 0;
        snprintf(column, sizeof column, "%.*s%d", (int)(mark - dot - 1), dot + 1, n);
        while (k < s->ncolumns && strcmp(s->column[k].name, column) != 0) k++;
        if (k == s->ncolumns) break;
    }
    return n;
}

static int find_style(const ss_panel *p, series *s)
{
    const config_setting_t *at = config_setting_get_member(s->at, "style");
    const char *name = at ? config_setting_get_string(at) : "lines";
    ss_nearest near = {.asked = name};
    char words[WORDS];

    if (!name) return wrong(p, at, "style: expected a word in double quotes");
    for (s->style = styles; s->style->name; s->style++) {
        if (strcmp(s->style->name, name) == 0) return 0;
        ss_nearest_offer(&near, s->style->name);
    }
    return ss_suite_wrong(&p->f->k, at, "unknown style '%s'; nearest: %s", name,
                          ss_nearest_words(&near, words, sizeof words));
}

int ss_panel_series(ss_panel *p, const config_setting_t *group, const char *of)
{
    static const char *const known[] = {"x",     "y",     "z",     "dx",     "dy",
                                        "style", "title", "color", "width",  "dash",
                                        "axis",  "grid",  "size",  "levels", NULL};
    const config_setting_t *list;

    if (ss_recipe_list(&p->f->k, group, "series", &list)) return 1;
    for (int i = 0; list && i < config_setting_length(list); i++) {
        series s = {.at = config_setting_get_elem(list, (unsigned)i), .expand = -1};
        char y[EXPRESSION];
        if (ss_suite_members(&p->f->k, s.at, known) || find_style(p, &s)) return 1;
        snprintf(s.of, sizeof s.of, "%s", of);
        if (expression(p, &s, "y", y)) return 1;
        const int n = expansions(p, y);
        if (n == 0)
            return ss_suite_wrong(&p->f->k, s.at, "y: no table has a column for the '#' of %s", y);
        for (int k = 0; k < (n < 0 ? 1 : n); k++) {
            s.expand = n < 0 ? -1 : k;
            if (put_series(p, &s)) return 1;
        }
    }
    return 0;
}
