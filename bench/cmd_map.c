/* cmd_map.c - a scalar of a problem over a grid of two of its parameters: data, the places where
 * it is least and largest among its neighbours, and a picture with contours
 *
 * The scalar is taken at the start of the problem that the parameters make, so q0_ and u0_ are
 * parameters, too.  Where the problem refuses them, or the scalar is not defined, it is nan.
 */
#include "bench/case.h"
#include "bench/gnuplot.h"
#include "bench/nearest.h"
#include "bench/number.h"
#include "bench/output.h"
#include "bench/scalar.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>

enum { WIDTH = 760, HEIGHT = 640, LEVELS = 16, NAME_SIZE = 64, MOST = 2001, SHOWN = 64 };

typedef struct axis {
    char name[NAME_SIZE];
    double from, to, step;
    int n;
} axis;

typedef struct extremum {
    int largest; /* else least */
    double x, y, value;
} extremum;

typedef struct map {
    const char *problem;
    const ss_scalar *scalar;
    ss_settings settings;
    axis x, y;
    const char *data, *extrema, *picture; /* paths or NULL */
    double *z;                            /* y.n rows of x.n */
    extremum *at;
    int nextrema, room;
} map;

/* ---- the command line -------------------------------------------------------------------- */

static double coordinate(const axis *a, int i)
{
    return i == a->n - 1 ? a->to : a->from + i * a->step;
}

/* NAME=A:B:STEP */
static int read_axis(const char *option, const char *text, axis *a)
{
    const char *eq = strchr(text, '=');
    char end;

    if (!eq || eq == text || eq - text >= NAME_SIZE ||
        sscanf(eq + 1, "%lf:%lf:%lf%c", &a->from, &a->to, &a->step, &end) != 3 ||
        !isfinite(a->from) || !isfinite(a->to) || !(a->step > 0.0) || !(a->to > a->from))
        return ss_complain(-1, "%s %s: expected NAME=A:B:STEP with A < B and STEP > 0", option,
                           text);
    snprintf(a->name, sizeof a->name, "%.*s", (int)(eq - text), text);
    const double steps = (a->to - a->from) / a->step;
    if (steps > MOST - 1) return ss_complain(-1, "%s %s: more than %d values", option, text, MOST);
    /* a last step that is short by rounding is a whole one */
    a->n = 1 + (int)floor(steps * (1.0 + 1e-9));
    if (a->n < 2) return ss_complain(-1, "%s %s: expected two values or more", option, text);
    a->to = steps - floor(steps) < 1e-6 || steps - floor(steps) > 1.0 - 1e-6
                ? a->to
                : a->from + (a->n - 1) * a->step;
    return 1;
}

static int unknown_scalar(const char *name)
{
    ss_nearest near = {.asked = name};
    char words[256];

    for (const ss_scalar *s = ss_scalars; s->name; s++) ss_nearest_offer(&near, s->name);
    return ss_complain(-1, "map: --scalar %s: unknown; nearest: %s", name,
                       ss_nearest_words(&near, words, sizeof words));
}

/* 1: taken, 0: none of these, -1: refused */
static int take_option(map *m, int argc, char **argv, int *i)
{
    const char *value;
    int got;

    if ((got = ss_arg(argc, argv, i, "-x", &value)))
        return got < 0 ? -1 : read_axis("-x", value, &m->x);
    if ((got = ss_arg(argc, argv, i, "-y", &value)))
        return got < 0 ? -1 : read_axis("-y", value, &m->y);
    if ((got = ss_arg(argc, argv, i, "-o", &m->data))) return got;
    if ((got = ss_arg(argc, argv, i, "--extrema", &m->extrema))) return got;
    if ((got = ss_arg(argc, argv, i, "--plot", &m->picture))) return got;
    if ((got = ss_arg(argc, argv, i, "-s", &value)))
        return got < 0 || ss_settings_add(&m->settings, value) ? -1 : 1;
    if ((got = ss_arg(argc, argv, i, "--scalar", &value))) {
        if (got < 0) return -1;
        m->scalar = ss_scalar_find(value);
        return m->scalar ? 1 : unknown_scalar(value);
    }
    return 0;
}

/* An axis that another axis or a setting has taken already would be ignored there. */
static int is_taken(const map *m, const axis *a)
{
    const size_t n = strlen(a->name);

    for (int i = 0; i < m->settings.n; i++)
        if (strncmp(m->settings.text[i], a->name, n) == 0 && m->settings.text[i][n] == '=')
            return 1;
    return a == &m->y && strcmp(m->x.name, a->name) == 0;
}

static int has_suffix(const char *s, const char *end)
{
    const size_t n = strlen(s), k = strlen(end);
    return n > k && strcmp(s + n - k, end) == 0;
}

static int parse(map *m, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const int got = take_option(m, argc, argv, &i);
        if (got < 0) return SS_EXIT_USAGE;
        if (got) continue;
        if (m->problem || argv[i][0] == '-') return ss_usage_error("map", argv[i]);
        m->problem = argv[i];
    }
    if (!m->problem || !m->x.n || !m->y.n || !m->scalar)
        return ss_complain(SS_EXIT_USAGE,
                           "map: a problem, -x, -y and --scalar were expected; see stickslip map "
                           "--help");
    if (m->data && m->extrema && strcmp(m->data, m->extrema) == 0)
        return ss_complain(SS_EXIT_USAGE, "%s: two outputs cannot be one file", m->data);
    for (int i = 0; i < 2; i++) {
        const axis *a = i ? &m->y : &m->x;
        if (is_taken(m, a))
            return ss_complain(SS_EXIT_USAGE, "map: -%c %s: %s was given a value before",
                               i ? 'y' : 'x', a->name, a->name);
    }
    if (m->picture && !has_suffix(m->picture, ".svg") && !has_suffix(m->picture, ".png"))
        return ss_complain(SS_EXIT_USAGE, "--plot %s: expected a name that ends with .svg, .png",
                           m->picture);
    if (m->picture && !ss_gnuplot_found())
        return ss_complain(SS_EXIT_OUTPUT, "%s: gnuplot, which draws it, is not in the PATH",
                           m->picture);
    return SS_EXIT_DONE;
}

/* ---- values -------------------------------------------------------------------------------- */

/* "name=value" of an axis */
static void put_setting(char *to, size_t size, const axis *a, double value)
{
    char number[SS_NUMBER_SIZE];
    snprintf(to, size, "%s=%s", a->name, ss_number(value, number));
}

/* Names and values that nobody knows are refused once, at the first corner. */
static int check_names(const ss_cli *cli, const map *m)
{
    char x[NAME_SIZE + SS_NUMBER_SIZE], y[NAME_SIZE + SS_NUMBER_SIZE];
    const ss_family *f = ss_find_family(cli->registry, m->problem);
    ss_settings s = m->settings;
    ss_case c;

    put_setting(x, sizeof x, &m->x, m->x.from);
    put_setting(y, sizeof y, &m->y, m->y.from);
    if (!f) return ss_case_open(&c, cli, m->problem, NULL, &s); /* says what is wrong */
    if (ss_settings_add(&s, x) || ss_settings_add(&s, y)) return SS_EXIT_USAGE;

    unsigned char used[SS_MAX_SETTINGS] = {0};
    char why[400];
    ss_problem p;
    const int built = ss_problem_build(f, s.text, s.n, used, &p, why, sizeof why) == SS_OK;
    if (built) f->destroy(&p);
    int known = 1;
    for (int i = 0; i < s.n; i++) known = known && used[i];
    if (built && known) return SS_EXIT_DONE;
    if (!built && known) return SS_EXIT_DONE; /* a corner that the problem refuses is a hole */
    const int code = ss_case_open(&c, cli, m->problem, NULL, &s);
    if (code == SS_EXIT_DONE) ss_case_close(&c);
    return code;
}

static void evaluate(const ss_cli *cli, map *m)
{
    const ss_family *f = ss_find_family(cli->registry, m->problem);
    char x[NAME_SIZE + SS_NUMBER_SIZE], y[NAME_SIZE + SS_NUMBER_SIZE], why[400];
    ss_settings s = m->settings;
    const int at = s.n;

    s.text[at] = x;
    s.text[at + 1] = y;
    s.n += 2;
    for (int j = 0; j < m->y.n; j++) {
        put_setting(y, sizeof y, &m->y, coordinate(&m->y, j));
        for (int i = 0; i < m->x.n; i++) {
            unsigned char used[SS_MAX_SETTINGS] = {0};
            ss_problem p;
            double *z = &m->z[j * m->x.n + i];
            put_setting(x, sizeof x, &m->x, coordinate(&m->x, i));
            *z = NAN;
            if (ss_problem_build(f, s.text, s.n, used, &p, why, sizeof why) != SS_OK) continue;
            *z = m->scalar->of(&p);
            f->destroy(&p);
        }
    }
}

/* ---- extrema ------------------------------------------------------------------------------- */

/* The extremum of the quadratic with the differences around z, in steps from there; *gain: how far
 * its value is from *z. */
static void refine(const double *z, int w, double d[2], double *gain)
{
    const double gx = 0.5 * (z[1] - z[-1]), gy = 0.5 * (z[w] - z[-w]);
    const double xx = z[1] - 2.0 * z[0] + z[-1], yy = z[w] - 2.0 * z[0] + z[-w];
    const double xy = 0.25 * (z[w + 1] - z[w - 1] - z[-w + 1] + z[-w - 1]);
    const double det = xx * yy - xy * xy;

    d[0] = d[1] = *gain = 0.0;
    if (!(det > 0.0)) return; /* a saddle by these differences */
    d[0] = -(yy * gx - xy * gy) / det;
    d[1] = -(xx * gy - xy * gx) / det;
    if (fabs(d[0]) > 1.0 || fabs(d[1]) > 1.0)
        d[0] = d[1] = 0.0;
    else
        *gain = 0.5 * (gx * d[0] + gy * d[1]);
}

static int keep_extremum(map *m, extremum e)
{
    if (m->nextrema == m->room) {
        const int room = m->room ? 2 * m->room : SHOWN;
        extremum *at = realloc(m->at, (size_t)room * sizeof *at);
        if (!at) return 1;
        m->at = at;
        m->room = room;
    }
    m->at[m->nextrema++] = e;
    return 0;
}

/* Interior points above, or below, all eight neighbours.  Nonzero without memory. */
static int find_extrema(map *m)
{
    const int w = m->x.n;

    for (int j = 1; j + 1 < m->y.n; j++)
        for (int i = 1; i + 1 < w; i++) {
            const double *z = &m->z[j * w + i];
            int above = 1, below = 1;
            for (int b = -1; b <= 1; b++)
                for (int a = -1; a <= 1; a++) {
                    if (!a && !b) continue;
                    above = above && *z > z[b * w + a];
                    below = below && *z < z[b * w + a];
                }
            if (!above && !below) continue;
            double d[2], gain;
            refine(z, w, d, &gain);
            if (keep_extremum(m, (extremum){.largest = above,
                                            .x = coordinate(&m->x, i) + d[0] * m->x.step,
                                            .y = coordinate(&m->y, j) + d[1] * m->y.step,
                                            .value = *z + gain}))
                return 1;
        }
    return 0;
}

static void put(FILE *f, double x, char after)
{
    ss_put_number(f, x);
    fputc(after, f);
}

/* Least and largest value, NaN if there is none; returns how many points have none. */
static int find_range(const map *m, double *least, double *most)
{
    int holes = 0;

    *least = *most = NAN;
    for (int i = 0; i < m->x.n * m->y.n; i++) {
        if (isnan(m->z[i])) {
            holes++;
            continue;
        }
        if (!(m->z[i] >= *least)) *least = m->z[i];
        if (!(m->z[i] <= *most)) *most = m->z[i];
    }
    return holes;
}

static void say_summary(FILE *f, const map *m)
{
    double least, most;
    const int holes = find_range(m, &least, &most);

    fprintf(f, "problem %s\nscalar %s\npoints %d\nholes %d\n", m->problem, m->scalar->name,
            m->x.n * m->y.n, holes);
    fputs("least ", f), put(f, least, '\n');
    fputs("most ", f), put(f, most, '\n');
    for (int k = 0; k < m->nextrema && k < SHOWN; k++) {
        const extremum *e = &m->at[k];
        fprintf(f, "%s %s ", e->largest ? "maximum" : "minimum", m->x.name);
        put(f, e->x, ' ');
        fprintf(f, "%s ", m->y.name);
        put(f, e->y, ' ');
        fprintf(f, "%s ", m->scalar->name);
        put(f, e->value, '\n');
    }
    if (m->nextrema > SHOWN) fprintf(f, "extrema %d, the first %d shown\n", m->nextrema, SHOWN);
}

/* ---- outputs ------------------------------------------------------------------------------- */

static void put_rows(FILE *f, const map *m, char between, int blocks)
{
    for (int j = 0; j < m->y.n; j++) {
        for (int i = 0; i < m->x.n; i++) {
            put(f, coordinate(&m->x, i), between);
            put(f, coordinate(&m->y, j), between);
            put(f, m->z[j * m->x.n + i], '\n');
        }
        if (blocks) fputc('\n', f);
    }
}

static void put_data(FILE *f, const map *m)
{
    fprintf(f, "%s,%s,%s\n", m->x.name, m->y.name, m->scalar->name);
    put_rows(f, m, ',', 0);
}

static void put_extrema(FILE *f, const map *m)
{
    fprintf(f, "kind,%s,%s,%s\n", m->x.name, m->y.name, m->scalar->name);
    for (int k = 0; k < m->nextrema; k++) {
        fputs(m->at[k].largest ? "maximum," : "minimum,", f);
        put(f, m->at[k].x, ',');
        put(f, m->at[k].y, ',');
        put(f, m->at[k].value, '\n');
    }
}

static int write_table(const map *m, const char *path, void (*table)(FILE *f, const map *m))
{
    ss_output o;
    char why[400];

    if (ss_output_open(&o, path, why, sizeof why)) {
        ss_output_drop(&o);
        return ss_complain(SS_EXIT_OUTPUT, "%s", why);
    }
    table(o.f, m);
    const int bad = ss_output_commit(&o, why, sizeof why);
    ss_output_drop(&o);
    return bad ? ss_complain(SS_EXIT_OUTPUT, "%s", why) : SS_EXIT_DONE;
}

static void put_marks(FILE *f, const map *m)
{
    char letter = 'A';

    for (int pass = 0; pass < 2; pass++) /* minima first */
        for (int k = 0; k < m->nextrema && k < SHOWN && letter <= 'Z'; k++) {
            const extremum *e = &m->at[k];
            if (e->largest != pass) continue;
            fprintf(f, "set label '%c' at %.9g,%.9g front point pt 7 ps 0.6 offset 0.6,0.6\n",
                    letter++, e->x, e->y);
        }
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Contours at quantiles: as many points between any two, so that flat parts show theirs. */
static void put_levels(FILE *f, const map *m)
{
    const int n = m->x.n * m->y.n;
    double *sorted = malloc((size_t)n * sizeof *sorted), last = NAN;
    int k = 0;

    if (!sorted) return;
    for (int i = 0; i < n; i++)
        if (isfinite(m->z[i])) sorted[k++] = m->z[i];
    qsort(sorted, (size_t)k, sizeof *sorted, by_size);
    fputs("set cntrparam levels discrete ", f);
    for (int i = 1, first = 1; k && i <= LEVELS; i++) {
        const double level = sorted[(long)k * i / (LEVELS + 1)];
        if (level == last) continue;
        fprintf(f, "%s%.9g", first ? "" : ",", level);
        last = level;
        first = 0;
    }
    fputs(k ? "\n" : "0\n", f);
    free(sorted);
}

static void put_script(FILE *f, const map *m, const char *path)
{
    char title[400];
    double least, most;

    find_range(m, &least, &most);
    const int flat = least == most, contours = !m->scalar->whole && !flat;
    snprintf(title, sizeof title, "%s: %s", m->problem, m->scalar->says);
    for (int i = 0; i < m->settings.n; i++) {
        const size_t used = strlen(title);
        snprintf(title + used, sizeof title - used, ", %s", m->settings.text[i]);
    }
    ss_gnuplot_terminal(f, has_suffix(m->picture, ".png"), WIDTH, HEIGHT, path);
    fputs("$map << END\n", f); /* nan is a pixel left out, not a row: rows must stay whole */
    put_rows(f, m, ' ', 1);
    fputs("END\n", f);
    if (contours) {
        fputs("set contour base\nunset surface\n", f);
        put_levels(f, m);
        fputs("set table $lines\nsplot $map using 1:2:3\nunset table\n", f);
    }
    fputs("set title ", f), ss_gnuplot_quote(f, title);
    fputs("\nset xlabel ", f), ss_gnuplot_quote(f, m->x.name);
    fputs("\nset ylabel ", f), ss_gnuplot_quote(f, m->y.name);
    fputs("\nset cblabel ", f), ss_gnuplot_quote(f, m->scalar->name);
    fputs("\nset palette defined (0 '#2b5c8a', 0.5 '#f4f1e8', 1 '#a3402a')\nunset key\n", f);
    fprintf(f, "set xrange [%.17g:%.17g]\nset yrange [%.17g:%.17g]\n", m->x.from,
            coordinate(&m->x, m->x.n - 1), m->y.from, coordinate(&m->y, m->y.n - 1));
    if (flat) fprintf(f, "set cbrange [%.17g:%.17g]\n", least - 1.0, least + 1.0);
    if (!m->scalar->whole) put_marks(f, m);
    fputs("plot $map using 1:2:3 with image", f);
    if (contours) fputs(", $lines using 1:2 with lines lw 0.8 lc rgb '#404040'", f);
    fputs("\nset output\n", f);
}

static int draw(const map *m)
{
    ss_output o;
    double least, most;
    char why[400];

    if (find_range(m, &least, &most) == m->x.n * m->y.n)
        return ss_complain(SS_EXIT_OUTPUT, "%s: nothing to draw, %s is not defined at any point",
                           m->picture, m->scalar->name);

    if (ss_output_open(&o, m->picture, why, sizeof why)) {
        ss_output_drop(&o);
        return ss_complain(SS_EXIT_OUTPUT, "%s", why);
    }
    const char *path = ss_output_release(&o);
    FILE *f = popen("exec gnuplot", "w");
    if (f) put_script(f, m, path);
    int bad = !f || pclose(f) != 0;
    if (bad)
        snprintf(why, sizeof why, "%s: gnuplot could not draw it", m->picture);
    else
        bad = ss_output_commit(&o, why, sizeof why);
    ss_output_drop(&o);
    return bad ? ss_complain(SS_EXIT_OUTPUT, "%s", why) : SS_EXIT_DONE;
}

int ss_cmd_map(const ss_cli *cli, int argc, char **argv)
{
    map m = {0};
    int code = parse(&m, argc, argv);

    if (code == SS_EXIT_DONE) code = check_names(cli, &m);
    if (code != SS_EXIT_DONE) return code;
    if (m.settings.n + 2 > SS_MAX_SETTINGS) return ss_complain(SS_EXIT_USAGE, "too many settings");
    m.z = calloc((size_t)m.x.n * (size_t)m.y.n + 1, sizeof *m.z);
    if (!m.z) return ss_complain(SS_EXIT_USAGE, "no memory");
    evaluate(cli, &m);
    if (find_extrema(&m)) code = ss_complain(SS_EXIT_USAGE, "no memory");
    if (code == SS_EXIT_DONE && m.data) code = write_table(&m, m.data, put_data);
    if (code == SS_EXIT_DONE && m.extrema) code = write_table(&m, m.extrema, put_extrema);
    if (code == SS_EXIT_DONE && m.picture) code = draw(&m);
    const int tables = m.data || m.extrema;
    if (code == SS_EXIT_DONE && !(tables && cli->quiet)) say_summary(tables ? stderr : stdout, &m);
    free(m.z);
    free(m.at);
    return code;
}
