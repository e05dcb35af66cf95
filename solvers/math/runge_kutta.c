/* runge_kutta.c - explicit Runge-Kutta steps with error estimate and dense output */
#include "solvers/math/runge_kutta.h"
#include <math.h>
#include <string.h>

#define SS_TABLEAU(symbol, name_, stages_, order_, second_, fsal_, c_, a_, b_, b2_)                \
    const ss_tableau symbol = {.name = name_,                                                      \
                               .stages = stages_,                                                  \
                               .order = order_,                                                    \
                               .second = second_,                                                  \
                               .fsal = fsal_,                                                      \
                               .c = c_,                                                            \
                               .a = a_,                                                            \
                               .b = b_,                                                            \
                               .b2 = b2_};
#include "solvers/math/tableaus.def"
#undef SS_TABLEAU

const ss_tableau *const ss_tableaus[] = {
#define SS_TABLEAU(symbol, ...) &symbol,
#include "solvers/math/tableaus.def"
#undef SS_TABLEAU
    NULL};

void ss_rk_layout(ss_rk *rk, const ss_tableau *tab, int n, ss_arena *a)
{
    rk->tab = tab;
    rk->n = n;
    rk->has_first = rk->has_last = 0;
    rk->k = SS_TAKE(a, double, tab->stages *n);
    rk->k_end = SS_TAKE(a, double, n);
    rk->y1 = SS_TAKE(a, double, n);
    rk->error = SS_TAKE(a, double, n);
    rk->stage = SS_TAKE(a, double, n);
    rk->poly = SS_TAKE(a, double, SS_RK_POWERS *n);
}

void ss_rk_restart(ss_rk *rk)
{
    rk->has_first = rk->has_last = 0;
}

/* to = y + h sum_j w_j k_j over the first m stages */
static void combine(const ss_rk *rk, int m, const double *w, double h, const double *y, double *to)
{
    const int n = rk->n;

    for (int i = 0; i < n; i++) to[i] = 0.0;
    for (int j = 0; j < m; j++) {
        const double wj = w[j], *k = rk->k + j * n;
        if (wj == 0.0) continue;
        for (int i = 0; i < n; i++) to[i] += wj * k[i];
    }
    for (int i = 0; i < n; i++) to[i] = y[i] + h * to[i];
}

static ss_status project(const ss_rk_system *f, double t, double *y)
{
    return f->project ? f->project(f->ctx, t, y) : SS_OK;
}

/* An fsal method without projection has y1 as its last stage value. */
static int ends_in_a_stage(const ss_rk *rk, const ss_rk_system *f)
{
    return rk->tab->fsal && !f->project;
}

ss_status ss_rk_step(ss_rk *rk, const ss_rk_system *f, double t, double h, const double *y)
{
    const ss_tableau *tab = rk->tab;
    const int n = rk->n, m = tab->stages;
    double diff[SS_RK_STAGES];

    rk->has_last = 0;
    if (!rk->has_first) SS_TRY(f->rate(f->ctx, t, y, rk->k));
    rk->has_first = 1;
    for (int i = 1; i < m; i++) {
        combine(rk, i, tab->a[i], h, y, rk->stage);
        SS_TRY(project(f, t + tab->c[i] * h, rk->stage));
        SS_TRY(f->rate(f->ctx, t + tab->c[i] * h, rk->stage, rk->k + i * n));
    }
    for (int i = 0; i < m; i++) diff[i] = tab->second ? tab->b[i] - tab->b2[i] : 0.0;
    memset(rk->y1, 0, (size_t)n * sizeof *rk->y1);
    combine(rk, m, diff, h, rk->y1, rk->error);
    if (ends_in_a_stage(rk, f)) {
        memcpy(rk->y1, rk->stage, (size_t)n * sizeof *rk->y1);
        memcpy(rk->k_end, rk->k + (m - 1) * n, (size_t)n * sizeof *rk->k_end);
        rk->has_last = 1;
        return SS_OK;
    }
    combine(rk, m, tab->b, h, y, rk->y1);
    return project(f, t + h, rk->y1);
}

void ss_rk_accept(ss_rk *rk)
{
    rk->has_first = rk->has_last;
    if (rk->has_last) memcpy(rk->k, rk->k_end, (size_t)rk->n * sizeof *rk->k);
    rk->has_last = 0;
}

double ss_rk_norm(const ss_rk *rk, const double *y, double rtol, double atol)
{
    double sum = 0.0;

    for (int i = 0; i < rk->n; i++) {
        const double r = rk->error[i] / (atol + rtol * fmax(fabs(y[i]), fabs(rk->y1[i])));
        /* 0/0: nothing moves and nothing is asked */
        if (rk->error[i] != 0.0) sum += r * r;
    }
    sum = sqrt(sum / (rk->n ? rk->n : 1));
    return isfinite(sum) ? sum : INFINITY;
}

double ss_rk_next(const ss_rk *rk, double h, double err, const ss_rk_control *c)
{
    const int q = rk->tab->second < rk->tab->order ? rk->tab->second : rk->tab->order;
    const double factor = err > 0.0 ? c->safety * pow(err, -1.0 / (q + 1)) : c->grow;

    return h * fmin(c->grow, fmax(c->shrink, factor));
}

static double size_of(int n, const double *x, const double *y, double rtol, double atol)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++) {
        const double r = x[i] / (atol + rtol * fabs(y[i]));
        if (x[i] != 0.0) sum += r * r;
    }
    return sqrt(sum / (n ? n : 1));
}

/* Hairer I, section II.4: an explicit Euler step that moves y by a hundredth of its size gives
 * y''; then h such that h^(p+1) max(|y'|, |y''|) is a hundredth of the tolerance. */
ss_status ss_rk_first(ss_rk *rk, const ss_rk_system *f, double t, const double *y, double h_max,
                      double rtol, double atol, double *h)
{
    const int n = rk->n;
    const double tiny = 1e-6; /* of h_max: where sizes tell nothing */

    SS_TRY(f->rate(f->ctx, t, y, rk->k));
    rk->has_first = 1;
    const double d0 = size_of(n, y, y, rtol, atol), d1 = size_of(n, rk->k, y, rtol, atol);
    const double h0 = fmin(h_max, d0 < 1e-5 || d1 < 1e-5 ? tiny * h_max : 0.01 * d0 / d1);
    for (int i = 0; i < n; i++) rk->stage[i] = y[i] + h0 * rk->k[i];
    SS_TRY(project(f, t + h0, rk->stage));
    SS_TRY(f->rate(f->ctx, t + h0, rk->stage, rk->k_end));
    for (int i = 0; i < n; i++) rk->stage[i] = rk->k_end[i] - rk->k[i];
    const double d2 = size_of(n, rk->stage, y, rtol, atol) / h0;
    const double d = fmax(d1, d2);
    const double h1 =
        d <= 1e-15 ? fmax(tiny * h_max, 1e-3 * h0) : pow(0.01 / d, 1.0 / (rk->tab->order + 1));
    *h = fmin(h_max, fmin(100.0 * h0, h1));
    return SS_OK;
}

/* The fifth row of Shampine's extension of Dormand and Prince: y(s) gains
 * s^2 (1-s)^2 h sum_i d_i k_i over the cubic of Hermite. */
static const double dp_extra[SS_RK_STAGES] = {
    -12715105075.0 / 11282082432.0,  0.0,
    87487479700.0 / 32700410799.0,   -10690763975.0 / 1880347072.0,
    701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
    69997945.0 / 29380423.0};

ss_status ss_rk_dense(ss_rk *rk, const ss_rk_system *f, double t, double h, const double *y)
{
    const int n = rk->n;
    double *p = rk->poly;

    if (!rk->has_last) {
        SS_TRY(f->rate(f->ctx, t + h, rk->y1, rk->k_end));
        rk->has_last = 1;
    }
    for (int i = 0; i < n; i++) {
        const double d = rk->y1[i] - y[i], a = h * rk->k[i], b = h * rk->k_end[i];
        p[i] = y[i];
        p[n + i] = a;
        p[2 * n + i] = 3.0 * d - 2.0 * a - b;
        p[3 * n + i] = a + b - 2.0 * d;
        p[4 * n + i] = 0.0;
    }
    if (rk->tab != &ss_dormand_prince) return SS_OK;
    for (int i = 0; i < n; i++) {
        double extra = 0.0;
        for (int j = 0; j < rk->tab->stages; j++) extra += dp_extra[j] * rk->k[j * n + i];
        extra *= h;
        p[2 * n + i] += extra;
        p[3 * n + i] -= 2.0 * extra;
        p[4 * n + i] += extra;
    }
    return SS_OK;
}
