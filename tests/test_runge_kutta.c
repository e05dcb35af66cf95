/* test_runge_kutta.c - every tableau has its order by the order conditions and by convergence;
 * dense output, error norm, step control and the projection of stages */
#include "greatest.h"
#include "solvers/math/runge_kutta.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the order conditions -------------------------------------------------------------
 * For every rooted tree: sum_i b_i Phi_i = 1/gamma, with Phi_i of a tree the product over its
 * branches of sum_j a_ij Phi_j (a leaf's Phi is 1).  Trees as strings of nested brackets. */

typedef struct tree {
    const char *branches; /* "()" is one leaf on the root */
    int nodes;
    double gamma;
} tree;

static const tree trees[] = {
    {"", 1, 1},           {"()", 2, 2},        {"()()", 3, 3},      {"(())", 3, 6},
    {"()()()", 4, 4},     {"()(())", 4, 8},    {"(()())", 4, 12},   {"((()))", 4, 24},
    {"()()()()", 5, 5},   {"()()(())", 5, 10}, {"()(()())", 5, 15}, {"()((()))", 5, 30},
    {"(())(())", 5, 20},  {"(()()())", 5, 20}, {"(()(()))", 5, 40}, {"((()()))", 5, 60},
    {"(((())))", 5, 120},
};
enum { NTREES = sizeof trees / sizeof *trees };

/* Phi_i of the branches that begin at *s, which ends up behind them. */
static double phi(const ss_tableau *t, int i, const char **s)
{
    double product = 1.0;

    while (**s == '(') {
        const char *inside = *s + 1, *end = inside;
        double sum = 0.0;
        for (int j = 0; j < t->stages; j++) {
            end = inside;
            sum += t->a[i][j] * phi(t, j, &end);
        }
        product *= sum;
        *s = end + 1;
    }
    return product;
}

static double defect(const ss_tableau *t, const double *b, const tree *x)
{
    double sum = 0.0;

    for (int i = 0; i < t->stages; i++) {
        const char *s = x->branches;
        sum += b[i] * phi(t, i, &s);
    }
    return fabs(sum - 1.0 / x->gamma);
}

/* Sums of some fifty products of numbers up to twelve: round-off stays below 1e-13; a wrong
 * digit of a coefficient shows as more than 1e-6. */
#define ROUND_OFF 1e-13

static int order_of(const ss_tableau *t, const double *b)
{
    int order = 5;
    for (int i = 0; i < NTREES; i++)
        if (defect(t, b, &trees[i]) > ROUND_OFF && trees[i].nodes - 1 < order)
            order = trees[i].nodes - 1;
    return order;
}

TEST every_tableau_satisfies_the_order_conditions_of_its_orders(void)
{
    for (int k = 0; ss_tableaus[k]; k++) {
        const ss_tableau *t = ss_tableaus[k];
        ASSERT_EQ_FMT(t->order, order_of(t, t->b), "%d");
        if (t->second) ASSERT_EQ_FMT(t->second, order_of(t, t->b2), "%d");
    }
    PASS();
}

TEST every_tableau_is_explicit_and_its_nodes_are_row_sums(void)
{
    for (int k = 0; ss_tableaus[k]; k++) {
        const ss_tableau *t = ss_tableaus[k];
        for (int i = 0; i < t->stages; i++) {
            double sum = 0.0;
            for (int j = 0; j < SS_RK_STAGES; j++) {
                if (j >= i) ASSERT_EQ(0.0, t->a[i][j]);
                sum += t->a[i][j];
            }
            ASSERT(fabs(sum - t->c[i]) < ROUND_OFF);
            if (t->fsal) ASSERT_EQ(t->b[i], t->a[t->stages - 1][i]);
        }
    }
    PASS();
}

TEST a_wrong_coefficient_is_noticed(void)
{
    ss_tableau t = ss_dormand_prince;
    t.a[4][2] += 1e-9;
    ASSERT(order_of(&t, t.b) < 5);
    PASS();
}

/* ---- stepping --------------------------------------------------------------------------- */

/* A pendulum in its plane with time in the rate: nonlinear and not autonomous. */
static ss_status rate(void *ctx, double t, const double *y, double *dy)
{
    if (ctx) ++*(int *)ctx;
    dy[0] = y[1];
    dy[1] = -sin(y[0]) + 0.3 * cos(2.0 * t);
    return SS_OK;
}

typedef struct bench {
    ss_rk rk;
    void *memory;
} bench;

static bench open_bench(const ss_tableau *t, int n)
{
    bench k = {0};
    ss_arena a = {0};
    ss_rk_layout(&k.rk, t, n, &a);
    k.memory = calloc(1, a.used);
    a = (ss_arena){.base = k.memory, .size = a.used};
    if (!k.memory) exit(2);
    ss_rk_layout(&k.rk, t, n, &a);
    return k;
}

/* Global error at t = 2 with n steps, against 4096 steps of Dormand and Prince; with `inside`
 * the largest error of the dense output over the last step. */
static double global_error(const ss_tableau *t, int steps, int inside)
{
    const double *exact = NULL, end = 2.0;
    double y[2] = {0.5, -0.2}, z[2] = {0.5, -0.2}, worst = 0.0, there[2];
    const ss_rk_system f = {.rate = rate};
    bench k = open_bench(t, 2), ref = open_bench(&ss_dormand_prince, 2);
    const double h = end / steps;

    for (int i = 0; i < steps; i++) {
        ss_rk_step(&k.rk, &f, i * h, h, y);
        ss_rk_dense(&k.rk, &f, i * h, h, y);
        const int fine = inside ? 64 : 4096 / steps;
        for (int j = 0; j < fine; j++) { /* the reference stays close to the step's own start */
            if (inside && !j) memcpy(z, y, sizeof z), ss_rk_restart(&ref.rk);
            ss_rk_step(&ref.rk, &f, i * h + j * h / fine, h / fine, z);
            memcpy(z, ref.rk.y1, sizeof z);
            ss_rk_accept(&ref.rk);
            ss_rk_at(&k.rk, (j + 1.0) / fine, there);
            if (inside) worst = fmax(worst, hypot(there[0] - z[0], there[1] - z[1]));
        }
        memcpy(y, k.rk.y1, sizeof y);
        ss_rk_accept(&k.rk);
    }
    exact = z;
    if (!inside) worst = hypot(y[0] - exact[0], y[1] - exact[1]);
    free(k.memory);
    free(ref.memory);
    return worst;
}

/* Halving h divides the error by 2^p (1 + O(h)); 0.15 is what the next order does at these
 * steps. */
TEST every_tableau_converges_with_its_order(void)
{
    for (int k = 0; ss_tableaus[k]; k++) {
        const ss_tableau *t = ss_tableaus[k];
        const double p = log2(global_error(t, 32, 0) / global_error(t, 64, 0));
        if (!(p > t->order - 0.15)) printf("  %s: %g\n", t->name, p);
        ASSERT(p > t->order - 0.15);
    }
    PASS();
}

/* The local error of an extension of order p is of order h^(p+1). */
TEST dense_output_has_order_four_for_dormand_prince_and_three_else(void)
{
    for (int k = 0; ss_tableaus[k]; k++) {
        const ss_tableau *t = ss_tableaus[k];
        const double want = t == &ss_dormand_prince ? 5.0 : 4.0;
        const double p = log2(global_error(t, 16, 1) / global_error(t, 32, 1));
        if (!(p > want - 0.25)) printf("  %s: %g\n", t->name, p);
        ASSERT(p > want - 0.25);
    }
    PASS();
}

TEST an_accepted_step_hands_its_last_rate_on(void)
{
    int calls = 0;
    double y[2] = {0.5, -0.2};
    const ss_rk_system f = {.ctx = &calls, .rate = rate};
    bench k = open_bench(&ss_dormand_prince, 2);
    for (int i = 0; i < 10; i++) {
        ASSERT_EQ(SS_OK, ss_rk_step(&k.rk, &f, 0.1 * i, 0.1, y));
        memcpy(y, k.rk.y1, sizeof y);
        ss_rk_accept(&k.rk);
    }
    ASSERT_EQ(61, calls);
    free(k.memory);
    PASS();
}

/* Adaptive integration: the global error falls with the tolerance, about in proportion: over
 * four decades of tolerance the error falls by at least three. */
static double adaptive_error(const ss_tableau *t, double tol, int *steps)
{
    double y[2] = {0.5, -0.2}, z[2] = {0.5, -0.2}, now = 0.0, h;
    const double end = 10.0;
    const ss_rk_system f = {.rate = rate};
    bench k = open_bench(t, 2), ref = open_bench(&ss_dormand_prince, 2);
    ss_rk_control c = SS_RK_CONTROL;

    ss_rk_first(&k.rk, &f, 0.0, y, end, tol, tol, &h);
    for (*steps = 0; now < end && *steps < 100000; ++*steps) {
        if (h > end - now) h = end - now;
        ss_rk_step(&k.rk, &f, now, h, y);
        const double err = ss_rk_norm(&k.rk, y, tol, tol);
        c.grow = 5.0;
        if (err <= 1.0) {
            memcpy(y, k.rk.y1, sizeof y);
            ss_rk_accept(&k.rk);
            now = end - now <= h ? end : now + h;
        } else {
            c.grow = 1.0;
        }
        h = ss_rk_next(&k.rk, h, err, &c);
    }
    for (int i = 0; i < 20000; i++) {
        ss_rk_step(&ref.rk, &f, i * end / 20000, end / 20000, z);
        memcpy(z, ref.rk.y1, sizeof z);
        ss_rk_accept(&ref.rk);
    }
    free(k.memory);
    free(ref.memory);
    return hypot(y[0] - z[0], y[1] - z[1]);
}

TEST step_control_makes_the_error_follow_the_tolerance(void)
{
    for (int k = 0; ss_tableaus[k]; k++) {
        const ss_tableau *t = ss_tableaus[k];
        int few, many;
        if (!t->second) continue;
        const double coarse = adaptive_error(t, 1e-4, &few);
        const double fine = adaptive_error(t, 1e-8, &many);
        ASSERT(coarse < 1e-2);
        ASSERT(fine < 1e-3 * coarse);
        ASSERT(many > few);
    }
    PASS();
}

/* A point on the unit circle, kept there. */
static ss_status turn(void *ctx, double t, const double *y, double *dy)
{
    (void)ctx, (void)t;
    dy[0] = -y[1];
    dy[1] = y[0];
    return SS_OK;
}
static ss_status onto_circle(void *ctx, double t, double *y)
{
    const double r = hypot(y[0], y[1]);
    (void)ctx, (void)t;
    y[0] /= r;
    y[1] /= r;
    return SS_OK;
}

TEST projected_steps_stay_on_the_manifold_and_keep_their_order(void)
{
    const ss_rk_system f = {.rate = turn, .project = onto_circle};
    for (int k = 0; ss_tableaus[k]; k++) {
        const ss_tableau *t = ss_tableaus[k];
        double err[2];
        for (int j = 0; j < 2; j++) {
            const int steps = 16 << j;
            double y[2] = {1.0, 0.0};
            bench b = open_bench(t, 2);
            for (int i = 0; i < steps; i++) {
                ASSERT_EQ(SS_OK, ss_rk_step(&b.rk, &f, 0.0, 2.0 / steps, y));
                memcpy(y, b.rk.y1, sizeof y);
                ss_rk_accept(&b.rk);
                ASSERT(fabs(hypot(y[0], y[1]) - 1.0) < 4 * DBL_EPSILON);
            }
            err[j] = hypot(y[0] - cos(2.0), y[1] - sin(2.0));
            free(b.memory);
        }
        /* stages off the manifold by h^2 are moved by as much: at least order 2 is left */
        ASSERT(log2(err[0] / err[1]) > 1.8);
    }
    PASS();
}

TEST the_error_norm_of_nonsense_is_infinite(void)
{
    const double y[2] = {0.0, 0.0};
    bench k = open_bench(&ss_cash_karp, 2);
    k.rk.error[0] = NAN;
    ASSERT(isinf(ss_rk_norm(&k.rk, y, 1e-6, 1e-9)));
    k.rk.error[0] = 3e-9;
    k.rk.error[1] = 4e-9;
    ASSERT(fabs(ss_rk_norm(&k.rk, y, 1e-6, 1e-9) - 5.0 / sqrt(2.0)) < 1e-14);
    free(k.memory);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(every_tableau_satisfies_the_order_conditions_of_its_orders);
    RUN_TEST(every_tableau_is_explicit_and_its_nodes_are_row_sums);
    RUN_TEST(a_wrong_coefficient_is_noticed);
    RUN_TEST(every_tableau_converges_with_its_order);
    RUN_TEST(dense_output_has_order_four_for_dormand_prince_and_three_else);
    RUN_TEST(an_accepted_step_hands_its_last_rate_on);
    RUN_TEST(step_control_makes_the_error_follow_the_tolerance);
    RUN_TEST(projected_steps_stay_on_the_manifold_and_keep_their_order);
    RUN_TEST(the_error_norm_of_nonsense_is_infinite);
    GREATEST_MAIN_END();
}
