/* snapshot.c - a mechanism drawn at several times of a run, by its own pen strokes
 *
 *     snapshots = { of = "run"; at = "hits.t"; spread = 0.5; };
 *
 * The problem is built again from the words of the run's command; its coordinates are those of the
 * record, interpolated.  Earlier ones are fainter, the ground is not.  With `spread` each is moved
 * that much further to the right than the one before.
 */
#include "bench/case.h"
#include "bench/reproduce.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 40, TURN = 64 /* segments of a circle */, EXPRESSION = 2000 };

typedef struct strokes {
    FILE *to;
    ss_ink ink; /* the one that is drawn now */
    double shift;
    int n;
} strokes;

static void point(const strokes *s, double x, double y)
{
    fprintf(s->to, "%.7g %.7g\n", x + s->shift, y);
}

static void pen_line(void *ctx, ss_ink ink, double x0, double y0, double x1, double y1)
{
    strokes *s = ctx;
    if (ink != s->ink) return;
    point(s, x0, y0);
    point(s, x1, y1);
    fputc('\n', s->to);
    s->n++;
}

static void pen_arc(void *ctx, ss_ink ink, double cx, double cy, double rx, double ry, double tilt,
                    double a0, double a1)
{
    const double turn = 6.283185307179586;
    const int n = (int)ceil(TURN * fmin(1.0, (a1 - a0) / turn)) + 1;
    strokes *s = ctx;

    if (ink != s->ink) return;
    for (int i = 0; i <= n; i++) {
        const double a = a0 + (a1 - a0) * i / n, x = rx * cos(a), y = ry * sin(a);
        point(s, cx + x * cos(tilt) - y * sin(tilt), cy + x * sin(tilt) + y * cos(tilt));
    }
    fputc('\n', s->to);
    s->n++;
}

/* The problem of `run PROBLEM METHOD -s ...`, from the words of the command. */
static int open_case(const ss_figure *f, const ss_recipe_data *d, char *words, ss_case *c)
{
    ss_settings settings = {0};
    const char *name[2] = {NULL, NULL};
    int at = 0, is_run = 0;

    for (char *w = strtok(words, " \t\n"); w; w = strtok(NULL, " \t\n"), at++) {
        if (at == 0)
            is_run = strcmp(w, "run") == 0;
        else if (at <= 2)
            name[at - 1] = w;
        else if (strcmp(w, "-s") == 0 && (w = strtok(NULL, " \t\n"))) {
            if (ss_settings_add(&settings, w)) return 1;
        }
    }
    if (!is_run || !name[1])
        return ss_suite_wrong(&f->k, d->at, "snapshots: '%s' is not the table of a run", d->name);
    return ss_case_open(c, f->b->cli, name[0], name[1], &settings);
}

static int coordinates(const ss_figure *f, const config_setting_t *s, const char *table,
                       const ss_problem *p, double t, double *q)
{
    char text[3 * SS_SHEET_NAME + 80], why[SS_RECIPE_TEXT];
    const ss_scope scope = {.sheets = &f->sheets};

    for (int i = 0; i < p->dims.nq; i++) {
        snprintf(text, sizeof text, "at(%s.t, %s.q_%s, %.17g)", table, table, p->q_name[i], t);
        if (ss_expr_number(text, &scope, &q[i], why, sizeof why))
            return ss_suite_wrong(&f->k, s, "snapshots: %s", why);
        if (!isfinite(q[i]))
            return ss_suite_wrong(&f->k, s, "snapshots: %s has no point at t = %g", table, t);
    }
    return 0;
}

/* All strokes of one ink at one time as a data block; how many there are. */
static int draw_ink(const ss_problem *p, const ss_config *x, ss_ink ink, double shift, FILE *to,
                    const char *block)
{
    strokes s = {.to = to, .ink = ink, .shift = shift};
    const ss_pen pen = {.ctx = &s, .line = pen_line, .arc = pen_arc};

    fprintf(to, "%s << EOD\n", block);
    p->draw(p->par, x, &pen);
    fputs("EOD\n", to);
    return s.n;
}

/* From light to the full color as k goes from 0 to n - 1. */
static unsigned long faded(unsigned long rgb, int k, int n)
{
    const double share = n > 1 ? 0.25 + 0.75 * k / (n - 1) : 1.0;
    unsigned long out = 0;
    for (int b = 16; b >= 0; b -= 8) {
        const double c = 255.0 + share * ((double)(rgb >> b & 255u) - 255.0);
        out |= (unsigned long)(c + 0.5) << b;
    }
    return out;
}

static int draw_one(const ss_problem *p, const ss_config *x, double shift, int k, int n,
                    const char *stem, FILE *to, FILE *plot, int *clauses)
{
    static const struct {
        ss_ink ink;
        unsigned long rgb;
        double width;
    } look[] = {{SS_INK_GROUND, 0x8a7a68, 1.2},
                {SS_INK_BODY, 0x1f5fa8, 1.6},
                {SS_INK_SPRING, 0x2a8a57, 1.2},
                {SS_INK_MARK, 0xa8562a, 1.2}};

    for (size_t i = 0; i < sizeof look / sizeof *look; i++) {
        char block[SS_SHEET_NAME + 64];
        if (look[i].ink == SS_INK_GROUND && k && shift == 0.0) continue; /* once is enough */
        snprintf(block, sizeof block, "$%s_%d_%d", stem, k, (int)i);
        if (!draw_ink(p, x, look[i].ink, shift, to, block)) continue;
        const unsigned long rgb =
            look[i].ink == SS_INK_GROUND ? look[i].rgb : faded(look[i].rgb, k, n);
        fprintf(plot, "%s%s using 1:2 with lines lc rgb '#%06lx' lw %.3g notitle",
                (*clauses)++ ? ", \\\n  " : "", block, rgb, look[i].width);
    }
    return 0;
}

static int draw_all(const ss_figure *f, const config_setting_t *s, const char *table,
                    const ss_problem *p, const ss_vector *at, const char *stem, FILE *to,
                    FILE *plot, int *clauses)
{
    double *q = calloc((size_t)(p->dims.nq + p->dims.npose) + 1, sizeof *q), spread = 0.0;
    const config_setting_t *m = config_setting_get_member(s, "spread");
    int bad = !q;

    if (m)
        spread = config_setting_type(m) == CONFIG_TYPE_INT ? config_setting_get_int(m)
                                                           : config_setting_get_float(m);
    for (long k = 0; k < at->n && !bad; k++) {
        const ss_config x = {.t = at->x[k], .q = q, .c = q + p->dims.nq};
        bad = coordinates(f, s, table, p, at->x[k], q);
        if (!bad && p->pose && p->pose(p->par, at->x[k], q, q + p->dims.nq))
            bad =
                ss_suite_wrong(&f->k, s, "snapshots: the model is not defined at t = %g", at->x[k]);
        if (!bad)
            bad = draw_one(p, &x, spread * (double)k, (int)k, (int)at->n, stem, to, plot, clauses);
    }
    free(q);
    return bad;
}

int ss_figure_snapshots(const ss_figure *f, const config_setting_t *s, const char *of, FILE *to,
                        int panel, FILE *plot, int *clauses)
{
    static const char *const known[] = {"of", "at", "spread", NULL};
    const ss_recipe_data *d = NULL;
    const ss_scope scope = {.sheets = &f->sheets};
    ss_vector at = {0};
    ss_case c = {0};
    char stem[SS_SHEET_NAME + 32];

    if (ss_suite_members(&f->k, s, known)) return 1;
    config_setting_lookup_string(s, "of", &of);
    for (int i = 0; i < f->r->ndata; i++)
        if (strcmp(f->r->data[i].name, of) == 0) d = &f->r->data[i];
    if (!d) return ss_suite_wrong(&f->k, s, "snapshots: of = \"%s\": there are no such data", of);
    if (ss_figure_vector(f, s, "at", of, &scope, &at)) return 1;
    if (at.n > MOST) at.n = MOST;
    char *words = strdup(d->command);
    int bad = !words || open_case(f, d, words, &c);
    if (!bad) {
        snprintf(stem, sizeof stem, "s%d_%s", panel, of);
        for (char *p = stem; *p; p++)
            if (*p == '-' || *p == '.') *p = '_';
        bad = c.p.draw ? draw_all(f, s, of, &c.p, &at, stem, to, plot, clauses)
                       : ss_suite_wrong(&f->k, s, "snapshots: %s cannot be drawn", c.p.name);
        ss_case_close(&c);
    }
    free(words);
    ss_vector_free(&at);
    return bad;
}
