/* panel.c - the picture of a figure: its panels, written as a script for gnuplot
 *
 * The script has its data inside and stays beside the picture, so that it can be drawn again with
 * other looks.  Data blocks go to the script at once, the clauses of a panel's `plot` are gathered
 * and follow them.
 */
#include "bench/panel.h"
#include "bench/gnuplot.h"
#include "bench/nearest.h"
#include "bench/output.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 256 };

static const config_setting_t *member(const ss_panel *p, const char *name)
{
    const config_setting_t *s = config_setting_get_member(p->own, name);
    return s || !p->preset ? s : config_setting_get_member(p->preset, name);
}

static int wrong(const ss_panel *p, const config_setting_t *at, const char *text)
{
    return ss_suite_wrong(&p->f->k, at, "%s", text);
}

/* A text of the panel or its analysis, "" if there is none. */
static int text_of(const ss_panel *p, const char *name, const char **out)
{
    const config_setting_t *s = member(p, name);
    *out = s ? config_setting_get_string(s) : "";
    return *out ? 0 : ss_suite_wrong(&p->f->k, s, "%s: expected a text in double quotes", name);
}

/* "a:b" as gnuplot's ranges are written, or [a, b] */
static int put_range(const ss_panel *p, const char *name)
{
    const config_setting_t *s = member(p, name);
    const char *text = s ? config_setting_get_string(s) : "*:*";

    if (text) {
        if (strspn(text, "0123456789.eE+-*:") != strlen(text))
            return ss_suite_wrong(&p->f->k, s, "%s: expected \"from:to\"", name);
        fprintf(p->script, "set %s [%s]%s\n", name, text, *name == 'x' ? " noextend" : "");
        return 0;
    }
    if (!config_setting_is_aggregate(s) || config_setting_length(s) != 2)
        return ss_suite_wrong(&p->f->k, s, "%s: expected [from, to] or \"from:to\"", name);
    fprintf(p->script, "set %s [%.9g:%.9g]\n", name,
            ss_panel_number(config_setting_get_elem(s, 0), 0.0),
            ss_panel_number(config_setting_get_elem(s, 1), 0.0));
    return 0;
}

static int put_labels(const ss_panel *p)
{
    static const char *const word[] = {"title", "xlabel", "ylabel", "y2label"};
    const char *text, *log;

    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
        if (text_of(p, word[i], &text)) return 1;
        fprintf(p->script, "set %s ", word[i]);
        ss_gnuplot_quote(p->script, text);
        fputc('\n', p->script);
    }
    if (text_of(p, "zlabel", &text)) return 1;
    fputs("set cblabel ", p->script);
    ss_gnuplot_quote(p->script, text);
    fputs(member(p, "y2label") ? "\nset y2tics\nset ytics nomirror\n"
                               : "\nunset y2tics\nset ytics mirror\n",
          p->script);
    if (text_of(p, "log", &log)) return 1;
    fputs("unset logscale\nset format '%h'\n", p->script);
    if (strspn(log, "xyz") != strlen(log))
        return wrong(p, member(p, "log"), "log: expected x, y or z");
    for (; *log; log++) {
        const char *axis = *log == 'z' ? "cb" : *log == 'x' ? "x" : "y";
        fprintf(p->script, "set logscale %s\nset format %s '%%.0e'\n", axis, axis);
    }
    return 0;
}

static int put_key(const ss_panel *p)
{
    const char *key;
    if (text_of(p, "key", &key)) return 1;
    if (strspn(key, "abcdefghijklmnopqrstuvwxyz ") != strlen(key))
        return wrong(p, member(p, "key"), "key: expected words of gnuplot's, as \"left top\"");
    if (strcmp(key, "off") == 0)
        fputs("unset key\n", p->script);
    else
        fprintf(p->script, "set key %s samplen 2 spacing 1.1\n", *key ? key : "right top");
    return 0;
}

/* xtics = ["one", "two"]: names at 0, 1, ... */
static int put_names(const ss_panel *p)
{
    const config_setting_t *s = member(p, "xtics");

    if (!s) {
        fputs("set xtics autofreq norotate\n", p->script);
        return 0;
    }
    if (!config_setting_is_aggregate(s)) return wrong(p, s, "xtics: expected [\"name\", ...]");
    fputs("set xtics rotate by -35 (", p->script);
    for (int i = 0; i < config_setting_length(s); i++) {
        const char *name = config_setting_get_string_elem(s, i);
        if (!name) return wrong(p, s, "xtics: expected [\"name\", ...]");
        if (i) fputc(',', p->script);
        ss_gnuplot_quote(p->script, name);
        fprintf(p->script, " %d", i);
    }
    fputs(")\n", p->script);
    return 0;
}

/* The tables that an analysis is of: of = "run" or of = ["a", "b"]. */
static const char *table_of(const ss_panel *p, int i)
{
    const config_setting_t *s = config_setting_get_member(p->own, "of");
    if (!s) return i == 0 ? "" : NULL;
    if (config_setting_is_aggregate(s))
        return i < config_setting_length(s) ? config_setting_get_string_elem(s, i) : NULL;
    return i == 0 ? config_setting_get_string(s) : NULL;
}

static int check_tables(const ss_panel *p)
{
    const config_setting_t *s = config_setting_get_member(p->own, "of");
    const int n = !s ? 0 : config_setting_is_aggregate(s) ? config_setting_length(s) : 1;

    for (int i = 0; i < n; i++)
        if (!table_of(p, i)) return wrong(p, s, "of: expected \"table\" or [\"table\", ...]");
    return 0;
}

static int put_marks(const ss_panel *p)
{
    static const char *const known[] = {"x", "y", "text", NULL};
    const int own = config_setting_get_member(p->own, "marks") != NULL;
    const config_setting_t *list = NULL;
    const ss_scope scope = {.sheets = &p->f->sheets};

    if ((own || p->preset) && ss_recipe_list(&p->f->k, own ? p->own : p->preset, "marks", &list))
        return 1;
    fputs("unset label\n", p->script);
    for (int i = 0; list && i < config_setting_length(list); i++) {
        const config_setting_t *s = config_setting_get_elem(list, (unsigned)i);
        const char *text = "";
        ss_vector x = {0}, y = {0};
        const int bad = ss_suite_members(&p->f->k, s, known) ||
                        ss_figure_vector(p->f, s, "x", table_of(p, 0), &scope, &x) ||
                        ss_figure_vector(p->f, s, "y", table_of(p, 0), &scope, &y);
        config_setting_lookup_string(s, "text", &text);
        for (long j = 0; !bad && j < x.n && j < y.n; j++) {
            if (!isfinite(x.x[j]) || !isfinite(y.x[j])) continue;
            fputs("set label ", p->script);
            ss_gnuplot_quote(p->script, text);
            fprintf(p->script, " at %.9g,%.9g front%s\n", x.x[j], y.x[j],
                    *text ? "" : " point pt 7 ps 0.6");
        }
        ss_vector_free(&x);
        ss_vector_free(&y);
        if (bad) return 1;
    }
    return 0;
}

static int put_frame(const ss_panel *p)
{
    static const char *const range[] = {"xrange", "yrange", "y2range"};
    const config_setting_t *equal = member(p, "equal");

    for (size_t i = 0; i < sizeof range / sizeof *range; i++)
        if (put_range(p, range[i])) return 1;
    if (member(p, "zrange")) {
        const config_setting_t *z = member(p, "zrange");
        const char *text = config_setting_get_string(z);
        if (!text || strspn(text, "0123456789.eE+-*:") != strlen(text))
            return wrong(p, z, "zrange: expected \"from:to\"");
        fprintf(p->script, "set cbrange [%s]\n", text);
    } else
        fputs("set cbrange [*:*]\n", p->script);
    fputs("set palette defined (0 '#2b5c8a', 0.5 '#f4f1e8', 1 '#a3402a')\n", p->script);
    fputs(equal && config_setting_get_bool(equal) ? "set size ratio -1\n" : "set size noratio\n",
          p->script);
    return put_labels(p) || put_key(p) || put_names(p) || put_marks(p);
}

static int find_analysis(ss_panel *p)
{
    const config_setting_t *s = config_setting_get_member(p->own, "analysis");
    const config_setting_t *root = config_root_setting(&p->f->r->analyses);
    const char *name = s ? config_setting_get_string(s) : NULL;
    ss_nearest near = {.asked = name ? name : ""};
    char words[WORDS];

    if (!s) return 0;
    if (!name) return wrong(p, s, "analysis: expected a name in double quotes");
    p->preset = config_setting_get_member(root, name);
    if (p->preset) return 0;
    for (int i = 0; i < config_setting_length(root); i++)
        ss_nearest_offer(&near, config_setting_name(config_setting_get_elem(root, (unsigned)i)));
    return ss_suite_wrong(&p->f->k, s, "unknown analysis '%s'; nearest: %s", name,
                          ss_nearest_words(&near, words, sizeof words));
}

static int put_snapshots(ss_panel *p)
{
    const config_setting_t *s = member(p, "snapshots");
    const char *of;

    if (!s) return 0;
    if (config_setting_is_group(s)) {
        for (int i = 0; (of = table_of(p, i)); i++)
            if (ss_figure_snapshots(p->f, s, of, p->script, p->at, p->clauses, &p->clause))
                return 1;
        return 0;
    }
    return wrong(p, s, "snapshots: expected { of = ...; at = ...; }");
}

static int put_panel(ss_panel *p)
{
    static const char *const known[] = {"analysis", "of",     "title",     "xlabel", "ylabel",
                                        "y2label",  "zlabel", "xrange",    "yrange", "y2range",
                                        "zrange",   "log",    "equal",     "key",    "series",
                                        "xtics",    "marks",  "snapshots", NULL};
    char *text = NULL;
    size_t size = 0;
    const char *of;

    if (ss_suite_members(&p->f->k, p->own, known) || check_tables(p) || find_analysis(p) ||
        put_frame(p))
        return 1;
    p->clauses = open_memstream(&text, &size);
    if (!p->clauses) return wrong(p, p->own, "no memory");
    int bad = 0;
    for (int i = 0; !bad && p->preset && (of = table_of(p, i)); i++)
        bad = ss_panel_series(p, p->preset, of);
    if (!bad) bad = ss_panel_series(p, p->own, table_of(p, 0) ? table_of(p, 0) : "");
    if (!bad) bad = put_snapshots(p);
    fclose(p->clauses);
    if (!bad) fprintf(p->script, "plot %s\n", p->clause ? text : "NaN notitle");
    free(text);
    return bad;
}

/* ---- the picture ----------------------------------------------------------------------------- */

static int put_script(const ss_figure *f, FILE *script)
{
    const ss_recipe *r = f->r;
    const int n = config_setting_length(r->panels);

    fprintf(script, "# %s\nif (!exists('picture')) picture = 'figure.%s'\n", r->name,
            f->b->png ? "png" : "svg");
    ss_gnuplot_terminal(script, f->b->png, r->size[0], r->size[1], NULL);
    fputs("set output picture\nset grid lt 1 dt 1 lw 1 lc rgb '#e4e4e4'\n"
          "set border lc rgb '#404040'\n",
          script);
    fprintf(script, "set multiplot layout %d,%d\n", (n + r->columns - 1) / r->columns, r->columns);
    fputs("set clip two\n", script); /* the ground crosses a panel and ends outside */
    for (int i = 0; i < n; i++) {
        ss_panel p = {.f = f,
                      .own = config_setting_get_elem(r->panels, (unsigned)i),
                      .script = script,
                      .at = i};
        if (put_panel(&p)) return 1;
    }
    fputs("unset multiplot\nset output\n", script);
    return 0;
}

/* Both files being open: what they hold. */
static int draw(const ss_figure *f, const char *path, ss_output *script, ss_output *drawn)
{
    const ss_suite_reader *k = &f->k;

    if (put_script(f, script->f)) return SS_EXIT_USAGE;
    if (ss_output_commit(script, k->why, k->why_size)) return SS_EXIT_OUTPUT;
    if (ss_gnuplot_run(path, ss_output_release(drawn))) {
        snprintf(k->why, k->why_size, "%s: gnuplot could not draw it", path);
        return SS_EXIT_USAGE;
    }
    return ss_output_commit(drawn, k->why, k->why_size) ? SS_EXIT_OUTPUT : SS_EXIT_DONE;
}

int ss_figure_draw(const ss_figure *f)
{
    char picture[SS_REPRODUCE_PATH], path[SS_REPRODUCE_PATH];
    ss_output script = {0}, drawn = {0};
    const ss_suite_reader *k = &f->k;
    int code = SS_EXIT_OUTPUT;

    if (!ss_reproduce_path(f->b, f->at, "figure", f->b->png ? ".png" : ".svg", picture) &&
        !ss_reproduce_path(f->b, f->at, "figure", ".gp", path) &&
        !ss_output_open(&drawn, picture, k->why, k->why_size) &&
        !ss_output_open(&script, path, k->why, k->why_size))
        code = draw(f, path, &script, &drawn);
    ss_output_drop(&script);
    ss_output_drop(&drawn);
    return code;
}
