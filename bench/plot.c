/* plot.c - a run as a picture, drawn by gnuplot: panels over time
 *
 * Coordinates, velocities, energies, gaps and contact forces.  A time-stepper's impulse over
 * its step makes a force of an impact that dwarfs every other; such peaks are cut off, and
 * the panel says so.
 */
#include "bench/curves.h"
#include "bench/gnuplot.h"
#include "bench/output.h"
#include "bench/record.h"
#include <math.h>
#include <stdlib.h>

enum { WIDTH = 900, PANEL_HEIGHT = 230, MARGIN = 60, CURVES = 8 /* per panel: the palette's */ };

typedef struct plot {
    ss_output out;
    ss_curves curves;
    int png;
} plot;

typedef struct panel {
    const char *label, *unit;
    int column[CURVES], n, left_out;
    int forces; /* may have peaks worth cutting */
} panel;

/* ---- the panels -------------------------------------------------------------------- */

static void panel_add(panel *p, int column)
{
    if (p->n < CURVES)
        p->column[p->n++] = column;
    else
        p->left_out++;
}

static int make_panels(const ss_record *r, panel *out)
{
    const ss_dims *d = &r->p->dims;
    panel q = {.label = "coordinates", .unit = "m, rad"},
          u = {.label = "velocities", .unit = "m/s, rad/s"}, E = {.label = "energy", .unit = "J"},
          g = {.label = "gap", .unit = "m"},
          l = {.label = "contact force", .unit = "N", .forces = 1};
    int n = 0;

    for (int i = 0; i < d->nq; i++) panel_add(&q, 1 + i);
    for (int i = 0; i < d->nu; i++) panel_add(&u, r->at_u + i);
    for (int i = 0; i < 4; i++) panel_add(&E, r->at_energy + i);
    for (int i = 0; i < d->nc; i++) {
        if (r->p->law[i].kind == SS_UNILATERAL) panel_add(&g, ss_col_gap(r, i));
        for (int k = 0; k < ss_dim(d); k++) panel_add(&l, ss_col_force(r, i) + k);
    }
    const panel all[] = {q, u, E, g, l};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].n) out[n++] = all[i];
    return n;
}

/* ---- gnuplot ----------------------------------------------------------------------- */

/* Nonzero if peaks are cut: the range leaves room above what 97 of 100 buckets stay below. */
static int put_range(FILE *f, const panel *p, const ss_curves *c)
{
    const double usual = 0.97, rare = 6.0, room = 1.5;
    double lo = INFINITY, hi = -INFINITY, common = 0.0;

    for (int k = 0; k < p->n; k++) {
        lo = fmin(lo, ss_curves_least(c, p->column[k]));
        hi = fmax(hi, ss_curves_most(c, p->column[k]));
        common = fmax(common, ss_curves_quantile(c, p->column[k], usual));
    }
    if (p->forces && common > 0.0 && fmax(hi, -lo) > rare * common) {
        fprintf(f, "set yrange [%.9g:%.9g]\n", fmax(fmin(0.0, lo), -room * common),
                fmin(fmax(0.0, hi), room * common));
        return 1;
    }
    if (lo < hi)
        fputs("set yrange [*:*]\n", f);
    else /* a level line needs a range, too */
        fprintf(f, "set yrange [%.9g:%.9g]\n", lo - 1.0, lo + 1.0);
    return 0;
}

/* A curve is wider than those drawn over it, so that it shows where they coincide. */
static double line_width(int above)
{
    const double thin = 1.3, wider = 0.5, most = 2.8;
    return fmin(most, thin + wider * above);
}

static void put_panel(FILE *f, const panel *p, const ss_record *r, const ss_curves *c, int last)
{
    const int si = ss_family_is_si(r->family), cut = put_range(f, p, c);

    fprintf(f, "set ylabel \"%s%s%s%s\"\n", p->label, si && p->unit ? " / " : "",
            si && p->unit ? p->unit : "", cut ? "\\n(peaks cut)" : "");
    fprintf(f, "set xlabel '%s'\n", !last ? "" : si ? "t / s" : "t");
    fprintf(f, "set key title '%s'\n", p->left_out ? "first of more" : "");
    fputs("plot ", f);
    for (int k = 0; k < p->n; k++)
        fprintf(f, "%s'-' with lines lw %.1f lt %d title '%s'", k ? ", " : "",
                line_width(p->n - 1 - k), k + 1, r->name[p->column[k]]);
    fputc('\n', f);
    for (int k = 0; k < p->n; k++) ss_curves_print(c, p->column[k], f);
}

static void put_script(FILE *f, const plot *w, const ss_record *r, const char *path)
{
    panel panels[5];
    const int n = make_panels(r, panels), high = n * PANEL_HEIGHT + MARGIN;

    ss_gnuplot_terminal(f, w->png, WIDTH, high, path);
    for (int k = 0; k < CURVES; k++)
        fprintf(f, "set linetype %d lc rgb '%s' dt %d\n", k + 1, ss_gnuplot_color(k), 1 + k / 4);
    fprintf(f, "set multiplot layout %d,1 title ", n);
    char title[400];
    snprintf(title, sizeof title, "%s with %s", r->p->name, r->method->name);
    for (int i = 0; i < r->nsettings; i++) {
        const size_t used = strlen(title);
        snprintf(title + used, sizeof title - used, "%s%s", i ? ", " : ": ", r->settings[i]);
    }
    ss_gnuplot_quote(f, title);
    fputs(
        "\nset grid lt 1 dt 1 lw 1 lc rgb '#e4e4e4'\nset offsets 0, 0, graph 0.04, graph 0.04\nset "
        "key outside right top Left reverse samplen 2 width 1\n"
        "set lmargin 12\nset rmargin 16\nset tmargin 1\n",
        f);
    /* a run that ended at once still has a range */
    fprintf(f, "set xrange [0:%.9g]\n", fmax(ss_curves_most(&w->curves, 0), 1e-12));
    for (int i = 0; i < n; i++) put_panel(f, &panels[i], r, &w->curves, i == n - 1);
    fputs("unset multiplot\nset output\n", f);
}

/* ---- the writer -------------------------------------------------------------------- */

static void plot_drop(void *p)
{
    plot *w = p;
    ss_output_drop(&w->out);
    ss_curves_close(&w->curves);
    free(w);
}

static void *plot_open(const char *path, ss_record *r)
{
    plot *w = calloc(1, sizeof *w);
    const size_t n = strlen(path);

    if (!w) return NULL;
    w->png = n > 4 && strcmp(path + n - 4, ".png") == 0;
    if (!ss_gnuplot_found())
        snprintf(r->why, sizeof r->why, "%s: gnuplot, which draws it, is not in the PATH", path);
    else if (ss_curves_open(&w->curves, r->ncol))
        snprintf(r->why, sizeof r->why, "%s: no memory", path);
    else if (!ss_output_open(&w->out, path, r->why, sizeof r->why))
        return w;
    plot_drop(w);
    return NULL;
}

static int plot_row(void *p, ss_record *r)
{
    ss_curves_add(&((plot *)p)->curves, r->row);
    return 0;
}

static int plot_finish(void *p, ss_record *r, const ss_run_result *res)
{
    plot *w = p;
    const char *path = ss_output_release(&w->out);
    FILE *f = popen("exec gnuplot", "w");
    (void)res;

    if (f) put_script(f, w, r, path);
    if (!f || pclose(f) != 0) {
        snprintf(r->why, sizeof r->why, "%s: gnuplot could not draw it", w->out.path);
        return 1;
    }
    return ss_output_commit(&w->out, r->why, sizeof r->why);
}

const ss_writer_kind ss_plot_writer = {
    .open = plot_open, .row = plot_row, .finish = plot_finish, .drop = plot_drop};
