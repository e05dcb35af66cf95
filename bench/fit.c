/* fit.c - parameters of a problem from a measured record of one coordinate */
#include "bench/fit.h"
#include "problems/base/pcg.h"
#include "solvers/math/dense.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DESCENT = 40, DAMPINGS = 20, SETTINGS = 128 };
/* Steps of the differences, in units of the box: the simulation's error of 1e-8 or so divided by
 * this stays below the change that a parameter makes. */
static const double nudge = 1e-4;

/* ---- simulation ---------------------------------------------------------------------- */

/* The sink: between two accepted points the coordinate is the cubic through both with their
 * rates; record times that fall there are filled in. */
typedef struct sampler {
    const ss_angle_record *data;
    double t0, t, q, v;
    int coordinate, k, begun; /* k: next time to fill */
    double *x;
} sampler;

static int take(void *ctx, const ss_point *at, const ss_step_info *info)
{
    sampler *const s = ctx;
    const double q = at->q[s->coordinate], v = at->u[s->coordinate];

    (void)info;
    for (; s->k < s->data->n; s->k++) {
        const double t = s->data->t[s->k] + s->t0, h = at->t - s->t;

        if (t > at->t) break;
        if (!s->begun || !(h > 0.0)) {
            s->x[s->k] = q;
            continue;
        }
        const double z = (t - s->t) / h, d = q - s->q, a = h * s->v, b = h * v;
        s->x[s->k] = s->q + z * (a + z * (3.0 * d - 2.0 * a - b + z * (a + b - 2.0 * d)));
    }
    s->t = at->t, s->q = q, s->v = v;
    s->begun = 1;
    return 0;
}

ss_status ss_fit_simulate(const ss_fit_spec *f, const ss_angle_record *data, const double *p,
                          double *x, char *why, size_t why_size)
{
    const char *list[SETTINGS + SS_FIT_MOST];
    char text[SS_FIT_MOST][80];
    unsigned char used[SETTINGS + SS_FIT_MOST] = {0};
    double opt[SS_MAX_OPTIONS], t0 = 0.0;
    int n = 0;
    ss_problem problem;

    for (int i = 0; i < f->nsettings && n < SETTINGS; i++) list[n++] = f->settings[i];
    for (int i = 0; i < f->n; i++) {
        if (strcmp(f->name[i], "t0") == 0) {
            t0 = p[i];
            continue;
        }
        snprintf(text[i], sizeof text[i], "%s=%.17g", f->name[i], p[i]);
        list[n++] = text[i];
    }
    SS_TRY(ss_problem_build(f->family, list, n, used, &problem, why, why_size));
    ss_status st = ss_method_settings(f->method, list, n, used, opt, why, why_size);
    for (int i = 0; i < n && st == SS_OK; i++)
        if (!used[i]) {
            snprintf(why, why_size, "neither %s nor %s knows %s", f->family->name, f->method->name,
                     list[i]);
            st = SS_EARG;
        }
    if (st == SS_OK) {
        sampler s = {.data = data, .t0 = t0, .coordinate = f->coordinate, .x = x};
        ss_run_spec spec = ss_run_spec_default(&problem);

        spec.opt = opt;
        spec.rtol = f->rtol;
        spec.atol = f->atol;
        spec.t_end = fmax(0.0, data->t[data->n - 1] + t0);
        const ss_run_result r = ss_run(f->method, &problem, &spec, (ss_sink){take, &s});
        st = r.status;
        if (st != SS_OK)
            snprintf(why, why_size, "%s at t = %g: %s", ss_status_verdict(st), r.t,
                     *r.why ? r.why : ss_status_text(st));
        else if (s.k < data->n) /* a last time that rounding put beyond the end */
            for (; s.k < data->n; s.k++) x[s.k] = s.q;
    }
    f->family->destroy(&problem);
    return st;
}

/* ---- least squares -------------------------------------------------------------------- */

typedef struct fitter {
    const ss_fit_spec *f;
    const ss_angle_record *data;
    double *r, *J; /* residuals at a point, and n more rows: their changes */
    double *trial;
    long runs;
    ss_status failed; /* why the last run that failed did */
    char *why;
    size_t why_size;
} fitter;

/* Residuals at z in the unit box; returns their sum of squares, infinite where the run fails. */
static double residuals(fitter *k, const double *z, double *r)
{
    const ss_fit_spec *const f = k->f;
    double p[SS_FIT_MOST], sum = 0.0;

    for (int i = 0; i < f->n; i++) p[i] = f->lo[i] + z[i] * (f->hi[i] - f->lo[i]);
    k->runs++;
    const ss_status st = ss_fit_simulate(f, k->data, p, r, k->why, k->why_size);
    if (st != SS_OK) {
        k->failed = st;
        return INFINITY;
    }
    for (int i = 0; i < k->data->n; i++) {
        r[i] -= k->data->angle[i];
        sum += r[i] * r[i];
    }
    return isfinite(sum) ? sum : INFINITY;
}

/* Rows of J: change of the residuals with each parameter, away from the nearer wall. */
static int differentiate(fitter *k, const double *z)
{
    const int m = k->data->n;

    for (int i = 0; i < k->f->n; i++) {
        double y[SS_FIT_MOST];
        double *const row = k->J + i * m;
        const double d = z[i] > 0.5 ? -nudge : nudge;

        memcpy(y, z, sizeof y);
        y[i] += d;
        if (residuals(k, y, row) == INFINITY) return 1;
        for (int j = 0; j < m; j++) row[j] = (row[j] - k->r[j]) / d;
    }
    return 0;
}

static void normal_equations(const fitter *k, double *A, double *g)
{
    const int n = k->f->n, m = k->data->n;

    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            A[i * n + j] = A[j * n + i] = ss_dot(m, k->J + i * m, k->J + j * m);
        g[i] = ss_dot(m, k->J + i * m, k->r);
    }
}

/* Levenberg and Marquardt from z; returns the sum of squares where it ends. */
static double descend(fitter *k, double *z)
{
    const int n = k->f->n, m = k->data->n;
    double damping = 1e-3, sum = residuals(k, z, k->r);

    for (int step = 0; step < DESCENT && sum < INFINITY; step++) {
        double A[SS_FIT_MOST * SS_FIT_MOST], g[SS_FIT_MOST], y[SS_FIT_MOST] = {0};
        double moved = 0.0, better = INFINITY;

        if (differentiate(k, z)) break;
        for (int tries = 0; tries < DAMPINGS; tries++, damping *= 4.0) {
            normal_equations(k, A, g);
            for (int i = 0; i < n; i++) {
                const int stopped = (z[i] == 0.0 && g[i] > 0.0) || (z[i] == 1.0 && g[i] < 0.0);

                A[i * n + i] += damping * (A[i * n + i] + 1e-12);
                for (int j = 0; stopped && j < n; j++) /* at a wall that it leans on */
                    A[i * n + j] = A[j * n + i] = i == j ? 1.0 : 0.0;
                if (stopped) g[i] = 0.0;
            }
            if (ss_chol(n, A) != SS_OK) continue;
            ss_chol_solve(n, A, g);
            for (int i = 0; i < n; i++) y[i] = fmin(1.0, fmax(0.0, z[i] - g[i]));
            better = residuals(k, y, k->trial);
            if (better < sum) break;
        }
        if (!(better < sum)) break;
        for (int i = 0; i < n; i++) moved = fmax(moved, fabs(y[i] - z[i])), z[i] = y[i];
        memcpy(k->r, k->trial, (size_t)m * sizeof *k->r);
        const double gain = (sum - better) / sum;

        sum = better;
        damping = fmax(1e-9, 0.1 * damping);
        if (gain < 1e-8 && moved < 1e-6) break; /* far below what a record can tell */
    }
    return sum;
}

/* Standard deviations from the curvature at z, with the variance of what is left. */
static void deviations(fitter *k, const double *z, double sum, ss_fit_result *out)
{
    const int n = k->f->n, m = k->data->n;
    double A[SS_FIT_MOST * SS_FIT_MOST], g[SS_FIT_MOST];
    int whole = residuals(k, z, k->r) < INFINITY && !differentiate(k, z);

    if (whole) normal_equations(k, A, g);
    whole = whole && ss_chol(n, A) == SS_OK;
    for (int i = 0; i < n; i++) {
        double e[SS_FIT_MOST] = {0};

        e[i] = 1.0;
        if (whole) ss_chol_solve(n, A, e);
        out->error[i] =
            whole && m > n ? sqrt(e[i] * sum / (m - n)) * (k->f->hi[i] - k->f->lo[i]) : INFINITY;
    }
}

typedef struct start {
    double z[SS_FIT_MOST], sum;
} start;

static int by_sum(const void *a, const void *b)
{
    const double x = ((const start *)a)->sum, y = ((const start *)b)->sum;
    return (x > y) - (x < y);
}

static ss_status search(fitter *k, start *s, ss_fit_result *out)
{
    const ss_fit_spec *const f = k->f;
    ss_pcg random;
    int best = 0;

    ss_pcg_seed(&random, f->seed, 1);
    for (int i = 0; i < f->starts; i++) {
        for (int j = 0; j < f->n; j++) s[i].z[j] = i ? ss_pcg_uniform(&random) : 0.5;
        s[i].sum = residuals(k, s[i].z, k->r);
    }
    qsort(s, (size_t)f->starts, sizeof *s, by_sum);
    if (!(s[0].sum < INFINITY)) return k->failed;
    out->first_rms = sqrt(s[0].sum / k->data->n);
    for (int i = 0; i < f->refined && i < f->starts; i++) {
        if (s[i].sum < INFINITY) s[i].sum = descend(k, s[i].z);
        if (s[i].sum < s[best].sum) best = i;
    }
    for (int j = 0; j < f->n; j++) out->p[j] = f->lo[j] + s[best].z[j] * (f->hi[j] - f->lo[j]);
    out->rms = sqrt(s[best].sum / k->data->n);
    deviations(k, s[best].z, s[best].sum, out);
    out->runs = k->runs;
    return SS_OK;
}

ss_status ss_fit(const ss_fit_spec *spec, const ss_angle_record *data, ss_fit_result *out,
                 char *why, size_t why_size)
{
    const size_t m = (size_t)data->n;
    double *const memory = malloc((size_t)(spec->n + 2) * m * sizeof *memory);
    start *const s = calloc((size_t)spec->starts, sizeof *s);
    fitter k = {.f = spec, .data = data, .r = memory, .why = why, .why_size = why_size};
    ss_status st = SS_ENOMEM;

    *out = (ss_fit_result){0};
    snprintf(why, why_size, "%s", ss_status_text(SS_ENOMEM));
    if (memory && s) {
        k.trial = memory + m;
        k.J = memory + 2 * m;
        st = search(&k, s, out);
    }
    free(memory);
    free(s);
    return st;
}
