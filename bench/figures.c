/* figures.c - pictures of a benchmark as files, drawn by gnuplot
 *
 *     figures/work-precision-CASE.svg       graph distance over processor time (or steps)
 *     figures/profile-LAW.svg               performance profile at a graph distance of 1e-3, of
 *                                           the methods with that law of impact
 *     figures/profile-exact.svg             of all methods, on the cases whose exact solution
 *                                           judges them whatever their law
 */
#include "bench/bench.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WIDTH = 720, HEIGHT = 480, COLORS = 8 };
static const double ACCURACY = 1e-3; /* that the profiles ask for */

typedef struct sheet {
    FILE *f;
    const ss_row *row;
    int n, timed;
} sheet;

static int is_first(const sheet *s, int i, size_t offset)
{
    const char *own = (const char *)&s->row[i] + offset;
    for (int k = 0; k < i; k++)
        if (strcmp((const char *)&s->row[k] + offset, own) == 0) return 0;
    return 1;
}

static int is_first_of(const sheet *s, int i, size_t offset, const char *within, size_t of)
{
    const char *own = (const char *)&s->row[i] + offset;
    for (int k = 0; k < i; k++)
        if (strcmp((const char *)&s->row[k] + offset, own) == 0 &&
            strcmp((const char *)&s->row[k] + of, within) == 0)
            return 0;
    return strcmp((const char *)&s->row[i] + of, within) == 0;
}

static double work_of(const sheet *s, const ss_row *r)
{
    return s->timed ? r->cpu : (double)r->steps;
}

static int judged(const ss_row *r)
{
    return strcmp(r->verdict, "ok") == 0 && r->graph > 0.0;
}

static void begin(const sheet *s, const char *path, const char *title)
{
    static const char *const color[COLORS] = {"#0072b2", "#d55e00", "#009e73", "#b5468b",
                                              "#8a6d00", "#3a9bd9", "#6d6d6d", "#1c1f24"};
    fprintf(s->f,
            "reset\nset terminal svg noenhanced size %d,%d background 'white' font 'sans,13'\n"
            "set output '%s'\nset title '%s'\nset grid lt 1 dt 1 lw 1 lc rgb '#e4e4e4'\n"
            "set key outside right top Left reverse samplen 2\n",
            WIDTH, HEIGHT, path, title);
    for (int k = 0; k < COLORS; k++)
        fprintf(s->f, "set linetype %d lc rgb '%s' dt %d pt %d\n", k + 1, color[k], 1 + k % 4,
                5 + 2 * (k % 4));
}

/* The same colour for a method in all pictures. */
static int style_of(const sheet *s, const char *label)
{
    int n = 0;
    for (int i = 0; i < s->n && strcmp(s->row[i].label, label) != 0; i++)
        n += is_first(s, i, offsetof(ss_row, label));
    return n % COLORS + 1;
}

/* ---- work and precision --------------------------------------------------------------------- */

static int ascending_work(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int points_of(const sheet *s, int like, double (*p)[2], int room)
{
    int n = 0;
    for (int i = 0; i < s->n && n < room; i++) {
        const ss_row *r = &s->row[i];
        if (strcmp(r->kase, s->row[like].kase) != 0 || strcmp(r->label, s->row[like].label) != 0)
            continue;
        if (!judged(r) || !(work_of(s, r) > 0.0)) continue;
        p[n][0] = work_of(s, r);
        p[n++][1] = r->graph;
    }
    qsort(p, (size_t)n, sizeof *p, ascending_work);
    return n;
}

static void work_precision(const sheet *s, const char *dir, int first)
{
    const char *kase = s->row[first].kase;
    char path[SS_FOLDER_SIZE + 120];
    double p[64][2];
    int curves = 0;

    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < s->n; i++) {
            if (!is_first_of(s, i, offsetof(ss_row, label), kase, offsetof(ss_row, kase))) continue;
            const int n = points_of(s, i, p, 64);
            if (n == 0) continue;
            if (pass == 0) {
                if (curves++ == 0) {
                    snprintf(path, sizeof path, "%s/figures/work-precision-%s.svg", dir, kase);
                    begin(s, path, kase);
                    fprintf(s->f,
                            "set logscale xy\nset format '%%.0e'\nset ylabel 'graph distance'\n"
                            "set xlabel '%s'\nplot ",
                            s->timed ? "processor time / s" : "steps");
                } else
                    fputs(", ", s->f);
                fprintf(s->f, "'-' with linespoints lt %d lw 1.6 ps 0.7 title '%s'",
                        style_of(s, s->row[i].label), s->row[i].label);
                continue;
            }
            if (curves) fputc('\n', s->f); /* the end of the plot command; data follow */
            curves = 0;
            for (int k = 0; k < n; k++) fprintf(s->f, "%.9g %.9g\n", p[k][0], p[k][1]);
            fputs("e\n", s->f);
        }
}

/* ---- performance profiles -------------------------------------------------------------------- */

/* The least work of a method on a case within the accuracy; infinite if it never gets there. */
static double least_work(const sheet *s, const char *kase, const char *label)
{
    double best = INFINITY;
    for (int i = 0; i < s->n; i++) {
        const ss_row *r = &s->row[i];
        if (strcmp(r->kase, kase) != 0 || strcmp(r->label, label) != 0) continue;
        if (strcmp(r->verdict, "ok") == 0 && strcmp(r->reference, "self") != 0 &&
            r->graph <= ACCURACY && work_of(s, r) > 0.0)
            best = fmin(best, work_of(s, r));
    }
    return best;
}

/* law: NULL stands for the exact solutions. */
static int in_group(const ss_row *r, const char *law)
{
    return !law || strcmp(r->law, law) == 0;
}

/* Has the case a truth that the methods of the group share, and does it judge this one? */
static int is_ranked(const sheet *s, const char *kase, const char *law, const char *label)
{
    int shared = 0, alone = 0;
    for (int i = 0; i < s->n; i++) {
        const ss_row *r = &s->row[i];
        const int by_law = strcmp(r->reference, "law") == 0;
        if (strcmp(r->kase, kase) != 0 || !in_group(r, law)) continue;
        shared |= strcmp(r->reference, "exact") == 0 || (law && by_law);
        alone |=
            strcmp(r->label, label) == 0 && (strcmp(r->reference, "self") == 0 || (!law && by_law));
    }
    return shared && !alone;
}

static double best_of_group(const sheet *s, const char *kase, const char *law)
{
    double best = INFINITY;
    for (int i = 0; i < s->n; i++)
        if (in_group(&s->row[i], law) && strcmp(s->row[i].kase, kase) == 0 &&
            is_ranked(s, kase, law, s->row[i].label))
            best = fmin(best, least_work(s, kase, s->row[i].label));
    return best;
}

/* Is the row the first of its case, or of its method, in the group? */
static int first_in_group(const sheet *s, int i, size_t offset, const char *law)
{
    return law ? is_first_of(s, i, offset, law, offsetof(ss_row, law)) : is_first(s, i, offset);
}

static int ratios_of(const sheet *s, const char *law, const char *label, double *ratio)
{
    int n = 0;
    for (int i = 0; i < s->n; i++) {
        const ss_row *r = &s->row[i];
        if (!first_in_group(s, i, offsetof(ss_row, kase), law)) continue;
        if (!is_ranked(s, r->kase, law, label)) continue;
        const double best = best_of_group(s, r->kase, law);
        ratio[n++] = isfinite(best) ? least_work(s, r->kase, label) / best : INFINITY;
    }
    qsort(ratio, (size_t)n, sizeof *ratio, ascending_work);
    return n;
}

static void profile(const sheet *s, const char *dir, const char *law, double *ratio)
{
    char path[SS_FOLDER_SIZE + 120], title[160];
    double far = 2.0;
    int n = 0, most = 0;

    for (int i = 0; i < s->n; i++) {
        if (!first_in_group(s, i, offsetof(ss_row, label), law)) continue;
        n = ratios_of(s, law, s->row[i].label, ratio);
        most = n > most ? n : most;
        for (int k = 0; k < n; k++)
            if (isfinite(ratio[k])) far = fmax(far, ratio[k]);
    }
    if (most == 0) return;
    snprintf(path, sizeof path, "%s/figures/profile-%s.svg", dir, law ? law : "exact");
    snprintf(title, sizeof title, "%s%s, graph distance within %.0e, %d cases",
             law ? law : "exact solutions", law ? " impact law" : "", ACCURACY, most);
    begin(s, path, title);
    fprintf(s->f,
            "set logscale x\nset xrange [1:%.6g]\nset yrange [0:1.02]\n"
            "set xlabel 'work over the work of the best method'\nset ylabel 'share of the cases'\n",
            1.5 * far);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0, label = 0; i < s->n; i++) {
            if (!first_in_group(s, i, offsetof(ss_row, label), law)) continue;
            label++;
            if (pass == 0) {
                fprintf(s->f, "%s'-' with steps lt %d lw 2 title '%s'", label > 1 ? ", " : "plot ",
                        style_of(s, s->row[i].label), s->row[i].label);
                continue;
            }
            if (label == 1) fputc('\n', s->f);
            n = ratios_of(s, law, s->row[i].label, ratio);
            int got = 0;
            fputs("1 0\n", s->f);
            for (int k = 0; k < n && isfinite(ratio[k]); k++)
                fprintf(s->f, "%.9g %.9g\n", ratio[k], (double)++got / n);
            fprintf(s->f, "%.9g %.9g\ne\n", 1.5 * far, n ? (double)got / n : 0.0);
        }
}

int ss_figures_write(const char *dir, const ss_row *row, int n)
{
    sheet s = {.row = row, .n = n};
    char folder[SS_FOLDER_SIZE + 16];
    double *ratio = calloc((size_t)n + 1, sizeof *ratio);

    if (!ratio) return ss_complain(SS_EXIT_USAGE, "no memory");
    for (int i = 0; i < n; i++) s.timed |= row[i].cpu > 0.0;
    snprintf(folder, sizeof folder, "%s/figures", dir);
    mkdir(folder, 0777);
    s.f = popen("exec gnuplot 2>/dev/null", "w");
    if (s.f) {
        for (int i = 0; i < n; i++)
            if (is_first(&s, i, offsetof(ss_row, kase))) work_precision(&s, dir, i);
        for (int i = 0; i < n; i++)
            if (is_first(&s, i, offsetof(ss_row, law))) profile(&s, dir, row[i].law, ratio);
        profile(&s, dir, NULL, ratio);
    }
    const int bad = !s.f || pclose(s.f) != 0;
    free(ratio);
    if (bad)
        ss_complain(0, "%s: gnuplot is missing or could not draw; the report has its own", folder);
    return SS_EXIT_DONE;
}
