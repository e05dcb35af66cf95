/* cmd_impact.c - which friction an impact needs for which slip afterwards (flickinger2011, 4.2)
 *
 * At the first impact of a run every tangential velocity v after it asks for the impulses
 * p = G^-1 (v+ - v-), with vN+ = -e vN- and the other contacts stuck, and so for a coefficient
 * of friction mu(v) = |pT|/pN; where pN < 0 no friction gives that slip.  mu_f = mu(0) is what
 * sticking needs; friction below it can only slip, so the dashed level is that curve's bound of
 * feasible slip.  Impulses are affine in v, so pN = 0 at one slip, an asymptote of mu; the slips
 * beyond it are shaded, darkest where no e of the five allows them.
 * Points of one rigid foot cannot slip apart: where rows depend on each other all striking contacts
 * are given the same slip, and impulses are those of all together.
 * Shown for e = 0, 1/4 .. 1 as rows e, vT, pN, pT, mu and as a picture.
 */
#include "bench/case.h"
#include "bench/number.h"
#include "bench/output.h"
#include "solvers/math/inertia.h"
#include "solvers/run.h"
#include <math.h>
#include <stdlib.h>

enum { MOST = 16, POINTS = 401, CURVES = 5 };
enum { WIDTH = 720, HEIGHT = 480, LEFT = 70, BELOW = 50, ABOVE = 30, BESIDE = 20 };

typedef struct scene { /* the state just before the first impact, and its contacts */
    const ss_problem *p;
    int found, n, contact[MOST];
    int together; /* rows depend on each other: points of one body that slip as one */
    double t, *q, v[2 * MOST], G[4 * MOST * MOST];
} scene;

static int until_impact(void *ctx, const ss_point *x, const ss_step_info *info)
{
    scene *s = ctx;

    for (int i = 0; i < info->events->n && i < info->events->room && s->n < MOST; i++) {
        const ss_event *ev = &info->events->at[i];
        if (ev->kind != SS_IMPACT) continue;
        s->t = ev->t;
        s->contact[s->n] = ev->contact;
        s->v[2 * s->n] = ev->v_before[0];
        s->v[2 * s->n++ + 1] = ev->v_before[1];
    }
    if (s->n) memcpy(s->q, x->q, (size_t)s->p->dims.nq * sizeof *s->q);
    return s->found = s->n > 0;
}

/* G = W M^-1 W' of the contacts that strike. */
static ss_status gather(scene *s)
{
    const ss_dims *d = &s->p->dims;
    const int nu = d->nu, m = 2 * s->n;
    ss_inertia inertia = {0};
    ss_arena a = {0};
    ss_eval e = {.p = s->p};
    double *W = NULL, *Y = NULL;

    for (int pass = 0; pass < 2; pass++) {
        if (pass) {
            a = (ss_arena){.base = calloc(1, a.used), .size = a.used};
            if (!a.base) return SS_ENOMEM;
        }
        ss_inertia_layout(&inertia, nu, &a);
        e.c = SS_TAKE(&a, double, d->npose);
        W = SS_TAKE(&a, double, m *nu);
        Y = SS_TAKE(&a, double, m *nu);
    }
    ss_inertia_reset(&inertia, s->p);
    ss_status st = ss_place(&e, s->t, s->q);
    if (st == SS_OK) st = ss_inertia_update(&inertia, &e);
    for (int i = 0; i < s->n && st == SS_OK; i++) st = ss_jac(&e, s->contact[i], W + 2 * i * nu);
    for (int r = 0; r < m && st == SS_OK; r++) ss_inertia_solve(&inertia, W + r * nu, Y + r * nu);
    for (int r = 0; r < m && st == SS_OK; r++)
        for (int c = 0; c < m; c++) s->G[r * m + c] = ss_dot(nu, W + r * nu, Y + c * nu);
    free(a.base);
    return st;
}

/* Of rows that depend on each other the least impulses: a compliance of round-off size decides
 * how contacts share.  SS_ESING if no impulses give what is asked. */
static ss_status shared(const scene *s, const double *want, double *x)
{
    const int m = 2 * s->n;
    double A[4 * MOST * MOST], trace = 0.0, size = 0.0;
    int piv[2 * MOST];

    memcpy(A, s->G, (size_t)(m * m) * sizeof *A);
    for (int r = 0; r < m; r++) trace += A[r * m + r];
    for (int r = 0; r < m; r++) A[r * m + r] += 1e-12 * trace;
    memcpy(x, want, (size_t)m * sizeof *x);
    SS_TRY(ss_lu_solve(m, A, x, piv));
    for (int r = 0; r < m; r++) size = fmax(size, fabs(want[r]));
    for (int r = 0; r < m; r++)
        if (!(fabs(ss_dot(m, s->G + r * m, x) - want[r]) <= 1e-6 * size)) return SS_ESING;
    return SS_OK;
}

/* Impulses at contact `who` for slip vT after, restitution e; of all contacts if they slip as
 * one. */
static ss_status needed(const scene *s, int who, double e, double vT, double p[2])
{
    const int m = 2 * s->n;
    double A[4 * MOST * MOST], x[2 * MOST], want[2 * MOST] = {0.0};
    int piv[2 * MOST];

    for (int i = 0; i < s->n; i++) {
        want[2 * i] = -(1.0 + e) * s->v[2 * i];
        want[2 * i + 1] = (i == who || s->together ? vT : 0.0) - s->v[2 * i + 1];
    }
    if (s->together) {
        SS_TRY(shared(s, want, x));
        p[0] = p[1] = 0.0;
        for (int r = 0; r < m; r++) p[r % 2] += x[r];
        return SS_OK;
    }
    memcpy(A, s->G, (size_t)(m * m) * sizeof *A);
    memcpy(x, want, (size_t)m * sizeof *x);
    SS_TRY(ss_lu_solve(m, A, x, piv));
    p[0] = x[2 * who];
    p[1] = x[2 * who + 1];
    return SS_OK;
}

/* The slip at which pN = 0, and on which side of it the impulse would pull (+1: above, -1: below);
 * 0 if on neither. */
static int pull_limit(const scene *s, int who, double e, double *vT)
{
    const double reach = fabs(s->v[2 * who]) + fabs(s->v[2 * who + 1]);
    double at0[2], at1[2];

    if (needed(s, who, e, 0.0, at0) != SS_OK || needed(s, who, e, reach, at1) != SS_OK) return 0;
    const double slope = (at1[0] - at0[0]) / reach;
    /* a slope of round-off is none */
    if (!(fabs(at1[0] - at0[0]) > 1e-12 * fabs(at0[0]))) return 0;
    *vT = -at0[0] / slope;
    return slope < 0.0 ? 1 : -1;
}

static double slip_at(int k, double span)
{
    return span * (2.0 * k / (POINTS - 1) - 1.0);
}

/* Wide enough for the slip before, and for the nearest slips that cannot be had. */
static double span_of(const scene *s, int who)
{
    double span = fmax(4.0, 1.5 * fabs(s->v[2 * who + 1])), edge;

    if (pull_limit(s, who, 0.0, &edge)) span = fmax(span, 1.5 * fabs(edge));
    return span;
}

static double share_of(int curve)
{
    return (double)curve / (CURVES - 1);
}

static void put_rows(FILE *f, const scene *s, int who, double span)
{
    fputs("e,vT,pN,pT,mu\n", f);
    for (int c = 0; c < CURVES; c++)
        for (int k = 0; k < POINTS; k++) {
            const double vT = slip_at(k, span);
            double p[2] = {NAN, NAN};
            needed(s, who, share_of(c), vT, p);
            const double row[5] = {share_of(c), vT, p[0], p[1],
                                   p[0] > 0.0 ? fabs(p[1]) / p[0] : INFINITY};
            for (int i = 0; i < 5; i++) {
                if (i) fputc(',', f);
                ss_put_number(f, row[i]);
            }
            fputc('\n', f);
        }
}

/* ---- the picture --------------------------------------------------------------------------- */

static double px(double v, double span)
{
    return LEFT + (WIDTH - LEFT - BESIDE) * (v + span) / (2.0 * span);
}

static double py(double mu, double top)
{
    return HEIGHT - BELOW - (HEIGHT - BELOW - ABOVE) * mu / top;
}

static void put_axes(FILE *f, double span, double top)
{
    for (int k = 0; k <= 4; k++) {
        const double v = span * (0.5 * k - 1.0), mu = 0.25 * k * top;
        fprintf(f,
                "<line x1='%.1f' y1='%d' x2='%.1f' y2='%d' stroke='#d0d0d0'/>"
                "<text x='%.1f' y='%d' text-anchor='middle'>%.3g</text>\n",
                px(v, span), ABOVE, px(v, span), HEIGHT - BELOW, px(v, span), HEIGHT - BELOW + 18,
                v);
        fprintf(f,
                "<line x1='%d' y1='%.1f' x2='%d' y2='%.1f' stroke='#d0d0d0'/>"
                "<text x='%d' y='%.1f' text-anchor='end'>%.3g</text>\n",
                LEFT, py(mu, top), WIDTH - BESIDE, py(mu, top), LEFT - 6, py(mu, top) + 4, mu);
    }
    fprintf(f, "<text x='%d' y='%d' text-anchor='middle'>slip after the impact / (m/s)</text>\n",
            (WIDTH + LEFT) / 2, HEIGHT - 12);
    fprintf(f,
            "<text x='18' y='%d' text-anchor='middle' transform='rotate(-90 18 %d)'>friction "
            "needed</text>\n",
            HEIGHT / 2, HEIGHT / 2);
}

/* Slips that would need a pulling impulse: one translucent sheet per curve. */
static void put_zone(FILE *f, const scene *s, int who, double e, double span)
{
    double edge;
    const int side = pull_limit(s, who, e, &edge);
    if (!side || side * edge >= span) return;
    const double from = px(side > 0 ? fmax(edge, -span) : -span, span);
    const double to = px(side > 0 ? span : fmin(edge, span), span);
    fprintf(f, "<rect x='%.1f' y='%d' width='%.1f' height='%d' fill='#404040' opacity='0.15'/>\n",
            from, ABOVE, to - from, HEIGHT - BELOW - ABOVE);
}

/* What sticking needs: the bound of feasible friction for slip. */
static void put_bound(FILE *f, const scene *s, int who, double e, double top, const char *color)
{
    double p[2] = {0.0};
    if (needed(s, who, e, 0.0, p) != SS_OK || !(p[0] > 0.0) || fabs(p[1]) > top * p[0]) return;
    const double y = py(fabs(p[1]) / p[0], top);
    fprintf(f,
            "<line x1='%d' y1='%.1f' x2='%d' y2='%.1f' stroke='%s' stroke-dasharray='3 5' "
            "opacity='0.7'/>\n",
            LEFT, y, WIDTH - BESIDE, y, color);
}

static void put_curve(FILE *f, const scene *s, int who, double e, double span, double top,
                      const char *color)
{
    int down = 0;

    fputs("<path fill='none' stroke-width='1.5' stroke='", f);
    fprintf(f, "%s' d='", color);
    for (int k = 0; k < POINTS; k++) {
        const double vT = slip_at(k, span);
        double p[2] = {0.0};
        const int drawn = needed(s, who, e, vT, p) == SS_OK && p[0] > 0.0;
        if (!drawn || fabs(p[1]) > top * p[0]) {
            down = 0;
            continue;
        }
        fprintf(f, "%c%.1f %.1f ", down ? 'L' : 'M', px(vT, span), py(fabs(p[1]) / p[0], top));
        down = 1;
    }
    fputs("'/>\n", f);
}

static void put_picture(FILE *f, const scene *s, int who, double span)
{
    static const char *const color[CURVES] = {"#0072b2", "#56b4e9", "#009e73", "#e69f00",
                                              "#d55e00"};
    const ss_law *law = &s->p->law[s->contact[who]];
    const double top = fmax(1.0, 3.0 * law->mu_s);

    fprintf(
        f,
        "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-family='sans-serif'"
        " font-size='12'>\n<rect width='100%%' height='100%%' fill='white'/>\n",
        WIDTH, HEIGHT);
    for (int c = 0; c < CURVES; c++) put_zone(f, s, who, share_of(c), span);
    put_axes(f, span, top);
    for (int c = 0; c < CURVES; c++) put_bound(f, s, who, share_of(c), top, color[c]);
    for (int c = 0; c < CURVES; c++) put_curve(f, s, who, share_of(c), span, top, color[c]);
    const double levels[2] = {law->mu_s, law->mu_d};
    for (int i = 0; i < 2; i++)
        fprintf(f,
                "<line x1='%d' y1='%.1f' x2='%d' y2='%.1f' stroke='#404040' "
                "stroke-dasharray='%s'/>\n",
                LEFT, py(levels[i], top), WIDTH - BESIDE, py(levels[i], top), i ? "2 4" : "7 4");
    fprintf(f, "<rect x='%d' y='%d' width='72' height='%d' fill='white' opacity='0.8'/>\n",
            WIDTH - 106, ABOVE + 4, 16 * CURVES + 6);
    for (int c = 0; c < CURVES; c++)
        fprintf(f, "<text x='%d' y='%d' fill='%s'>e = %.2f</text>\n", WIDTH - 100,
                ABOVE + 18 + 16 * c, color[c], share_of(c));
    fprintf(f, "<text x='%d' y='20'>%s, contact %d at t = %.4g; dashed mu_s, dotted mu_d</text>\n",
            LEFT, s->p->name, s->contact[who], s->t);
    fputs("</svg>\n", f);
}

/* ---- the command --------------------------------------------------------------------------- */

static void summary(FILE *f, const scene *s, int who)
{
    const double mu_s = s->p->law[s->contact[who]].mu_s;

    fprintf(f, "contact %d\nstriking %d%s\nt ", s->contact[who], s->n,
            s->together ? " as one" : "");
    ss_put_number(f, s->t);
    fputs("\nvN_before ", f);
    ss_put_number(f, s->v[2 * who]);
    fputs("\nvT_before ", f);
    ss_put_number(f, s->v[2 * who + 1]);
    fputc('\n', f);
    for (int c = 0; c < CURVES; c++) {
        double p[2] = {0.0};
        needed(s, who, share_of(c), 0.0, p);
        fprintf(f, "mu_f[e=%.2f] ", share_of(c));
        if (p[0] > 0.0) {
            const double mu = fabs(p[1]) / p[0];
            ss_put_number(f, mu);
            fputs(mu <= mu_s ? " sticks\n" : " slips\n", f);
        } else {
            fputs("none: sticking would have to pull\n", f);
        }
    }
    for (int c = 0; c < CURVES; c++) {
        double vT;
        const int side = pull_limit(s, who, share_of(c), &vT);
        if (!side) continue;
        fprintf(f, "pulls[e=%.2f] vT %c ", share_of(c), side > 0 ? '>' : '<');
        ss_put_number(f, vT);
        fputc('\n', f);
    }
}

/* Elimination by a pivot of round-off says that it is not. */
static int independent(const scene *s)
{
    const int m = 2 * s->n;
    double A[4 * MOST * MOST], most = 0.0;

    memcpy(A, s->G, (size_t)(m * m) * sizeof *A);
    for (int r = 0; r < m; r++) most = fmax(most, A[r * m + r]);
    if (ss_chol(m, A) != SS_OK) return 0;
    for (int r = 0; r < m; r++)
        if (A[r * m + r] * A[r * m + r] < 1e-12 * most) return 0;
    return 1;
}

typedef struct wish {
    const char *problem, *data, *picture;
    double span;
    long contact;
} wish;

static int write_file(const char *path, const scene *s, int who, double span,
                      void (*put)(FILE *, const scene *, int, double))
{
    ss_output o = {0};
    char why[200];

    if (ss_output_open(&o, path, why, sizeof why)) return ss_complain(SS_EXIT_OUTPUT, "%s", why);
    put(o.f, s, who, span);
    const int bad = ss_output_commit(&o, why, sizeof why);
    ss_output_drop(&o);
    return bad ? ss_complain(SS_EXIT_OUTPUT, "%s", why) : SS_EXIT_DONE;
}

static int find_and_show(const ss_case *c, const wish *w, int quiet)
{
    scene s = {.p = &c->p};
    ss_run_spec spec = ss_run_spec_default(&c->p);
    int who = -1, code = SS_EXIT_DONE;

    if (c->p.dims.nt != 1)
        return ss_complain(SS_EXIT_USAGE, "show-impact: %s has no planar friction", c->p.name);
    s.q = calloc((size_t)c->p.dims.nq, sizeof *s.q);
    if (!s.q) return ss_complain(SS_EXIT_USAGE, "no memory");
    spec.opt = c->opt;
    const ss_run_result r = ss_run(c->method, &c->p, &spec, (ss_sink){until_impact, &s});
    for (int i = 0; i < s.n && who < 0; i++)
        if (w->contact < 0 || s.contact[i] == w->contact) who = i;
    double p[2];
    if (!s.found)
        code = ss_complain(SS_EXIT_EARLY, "show-impact: no impact before t = %g (%s)", r.t,
                           ss_status_verdict(r.status));
    else if (who < 0)
        code = ss_complain(SS_EXIT_USAGE, "show-impact: contact %ld does not strike", w->contact);
    else if (gather(&s) != SS_OK)
        code = ss_complain(SS_EXIT_EARLY, "show-impact: the state at the impact cannot be had");
    else if (needed(&s, who, 0.0, 0.0, p) != SS_OK || !independent(&s)) {
        s.together = 1;
        if (needed(&s, who, 0.0, 0.0, p) != SS_OK)
            code = ss_complain(SS_EXIT_EARLY,
                               "show-impact: no impulses stop the striking contacts together");
    }
    if (code == SS_EXIT_DONE) {
        const double span = w->span > 0.0 ? w->span : span_of(&s, who);
        const int to_stdout = w->data && strcmp(w->data, "-") == 0;
        if (!quiet || !w->data) summary(to_stdout ? stderr : stdout, &s, who);
        if (w->data) code = write_file(w->data, &s, who, span, put_rows);
        if (code == SS_EXIT_DONE && w->picture)
            code = write_file(w->picture, &s, who, span, put_picture);
    }
    free(s.q);
    return code;
}

int ss_cmd_impact(const ss_cli *cli, int argc, char **argv)
{
    wish w = {.contact = -1};
    const char *value;
    ss_settings s = {0};
    ss_case c;

    for (int i = 1; i < argc; i++) {
        int got = ss_arg(argc, argv, &i, "-s", &value);
        if (got < 0 || (got && ss_settings_add(&s, value))) return SS_EXIT_USAGE;
        if (!got && (got = ss_arg(argc, argv, &i, "-o", &value)) > 0) w.data = value;
        if (!got && (got = ss_arg(argc, argv, &i, "--plot", &value)) > 0) w.picture = value;
        if (!got && (got = ss_arg(argc, argv, &i, "--span", &value)) > 0 &&
            ss_arg_positive("--span", value, &w.span))
            return SS_EXIT_USAGE;
        if (!got && (got = ss_arg(argc, argv, &i, "--contact", &value)) > 0) {
            char *end;
            w.contact = strtol(value, &end, 10);
            if (*end || end == value || w.contact < 0)
                return ss_complain(SS_EXIT_USAGE, "--contact: a number from 0 on was expected");
        }
        if (got < 0) return SS_EXIT_USAGE;
        if (got) continue;
        if (w.problem || argv[i][0] == '-') return ss_usage_error("show-impact", argv[i]);
        w.problem = argv[i];
    }
    if (!w.problem)
        return ss_complain(SS_EXIT_USAGE,
                           "show-impact: a problem was expected; see stickslip list");
    int code = ss_case_open(&c, cli, w.problem, "event-newton", &s);
    if (code != SS_EXIT_DONE) return code;
    code = find_and_show(&c, &w, cli->quiet);
    ss_case_close(&c);
    return code;
}
