/* test_bench_parts.c - what a benchmark is built of: hashes, statistics, curves, rows, children */
#include "bench/bench.h"
#include "bench/children.h"
#include "bench/metrics.h"
#include "bench/sha256.h"
#include "bench/stats.h"
#include "problems/base/pcg.h"
#include "tests/greatest.h"
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- hashes: the examples of FIPS 180-4 ------------------------------------------------------ */

TEST sha256_of_the_standards_examples(void)
{
    char text[SS_SHA_TEXT];
    ss_sha_string("abc", text);
    ASSERT_STR_EQ("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", text);
    ss_sha_string("", text);
    ASSERT_STR_EQ("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", text);
    ss_sha_string("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", text);
    ASSERT_STR_EQ("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1", text);
    PASS();
}

/* ---- statistics ------------------------------------------------------------------------------ */

TEST medians_of_odd_and_even_numbers(void)
{
    const double x[] = {5.0, 1.0, 3.0, 9.0};
    ASSERT_EQ(3.0, ss_median(x, 3));
    ASSERT_EQ(4.0, ss_median(x, 4));
    ASSERT(isnan(ss_median(x, 0)));
    PASS();
}

/* Samples of a known median: a 95 % interval covers it in about 95 of 100 cases.  Of 400 draws
 * the count is binomial with deviation 4.4; small samples make the percentile bootstrap of a
 * median a few percent off, so 88 to 99.5 % is asked. */
TEST the_bootstrap_interval_covers_the_median(void)
{
    ss_pcg r;
    int covered = 0;

    ss_pcg_seed(&r, 7, 1);
    for (int k = 0; k < 400; k++) {
        double x[21];
        for (int i = 0; i < 21; i++) x[i] = exp(ss_pcg_normal(&r));
        const ss_interval c = ss_median_interval(x, 21, 0.05, 1, (uint64_t)k);
        covered += c.lo <= 1.0 && 1.0 <= c.hi;
    }
    ASSERT(covered > 352 && covered < 398);
    PASS();
}

TEST the_same_seed_gives_the_same_interval(void)
{
    const double x[] = {1.0, 1.1, 1.3, 0.9, 2.0};
    const ss_interval a = ss_median_interval(x, 5, 0.05, 3, 9);
    const ss_interval b = ss_median_interval(x, 5, 0.05, 3, 9);
    ASSERT(a.lo == b.lo && a.hi == b.hi && a.lo <= 1.1 && 1.1 <= a.hi);
    PASS();
}

/* y = 2 x - 1 with residuals that are orthogonal to 1 and x: the slope is exact, and its
 * interval is t(2) sqrt(rest/2/Sxx) by hand: 4.303 sqrt(4e-4/2/5) = 0.02721. */
TEST a_slope_with_the_interval_computed_by_hand(void)
{
    const double x[] = {0.0, 1.0, 2.0, 3.0}, e[] = {0.01, -0.01, -0.01, 0.01};
    double y[4], slope;
    ss_interval i;
    for (int k = 0; k < 4; k++) y[k] = 2.0 * x[k] - 1.0 + e[k];
    ASSERT_EQ(0, ss_slope(x, y, 4, &slope, &i));
    ASSERT_IN_RANGE(2.0, slope, 1e-13);
    ASSERT_IN_RANGE(0.02721, i.hi - slope, 1e-5);
    ASSERT_EQ(1, ss_slope(x, y, 2, &slope, &i));
    PASS();
}

/* ---- curves ---------------------------------------------------------------------------------- */

static int open_ball(ss_built *b, ss_registry *r)
{
    const ss_bench_case c = {.problem = "bouncing-ball"};
    char why[200];
    return ss_registry_open(r) != SS_OK ||
           ss_built_open(b, r, &c, "glocker-studer", "", why, sizeof why) != SS_OK;
}

/* Free fall is a parabola: two nodes give it exactly, to round-off. */
TEST a_parabola_between_two_nodes_is_exact(void)
{
    ss_registry r;
    ss_built b;
    ss_curve c;
    const unsigned char mode = SS_OPEN;
    double x[2];

    ASSERT_EQ(0, open_ball(&b, &r));
    ss_curve_open(&c, &b.p);
    for (int i = 0; i < 2; i++) {
        const double q = 1.0 - 0.5 * i * i, u = -1.0 * i;
        ASSERT_EQ(0, ss_curve_add(&c, i, &q, &u, &mode, 0));
    }
    ss_curve_at(&c, 0.3, x);
    ASSERT_IN_RANGE(1.0 - 0.5 * 0.09, x[0], 1e-15);
    ASSERT_IN_RANGE(-0.3, x[1], 1e-15);
    ss_curve_close(&c);
    ss_built_close(&b);
    ss_registry_close(&r);
    PASS();
}

/* u jumps from -1 to 1 at `jump`, q = |t - jump|; n nodes on each side */
static int wedge(ss_curve *c, const ss_problem *p, double jump, double T, int n)
{
    const unsigned char mode = SS_OPEN;
    int bad = 0;
    ss_curve_open(c, p);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i <= n; i++) {
            const double t = side ? jump + (T - jump) * i / n : jump * i / n;
            const double q = fabs(t - jump), u = side ? 1.0 : -1.0;
            bad |= ss_curve_add(c, t, &q, &u, &mode, 0);
        }
    return bad;
}

/* A jump that comes later by d moves the graph by d/T in time and by d/qs in q, and nothing
 * else; at one time, the velocities differ by their whole jump. */
TEST the_graph_distance_forgives_a_shifted_jump(void)
{
    ss_registry r;
    ss_built b;
    ss_curve A, B;
    ss_metric m;
    const double T = 4.0, d = 1e-3;

    ASSERT_EQ(0, open_ball(&b, &r));
    ASSERT(!wedge(&A, &b.p, 2.0, T, 1000) && !wedge(&B, &b.p, 2.0 + d, T, 1000));
    ASSERT_EQ(0, ss_metric_open(&m, &b.p, T));
    ss_metric_scale(&m, &A);
    ASSERT(!ss_curve_measure(&A, &m) && !ss_curve_measure(&B, &m));
    ASSERT_IN_RANGE(0.0, ss_graph_distance(&A, &A, &m, T, NULL, 0, 0.0, NULL), 1e-12);
    const double there = ss_graph_distance(&B, &A, &m, T, NULL, 0, 0.0, NULL);
    const double back = ss_graph_distance(&A, &B, &m, T, NULL, 0, 0.0, NULL);
    /* qs = 2 (from 2 down to 0), so d/2 in q against d/4 in time */
    ASSERT(there <= 1.01 * d / 2.0 && there >= d / T);
    ASSERT(back <= 1.01 * d / 2.0 && back >= d / T);
    ss_curve_close(&A);
    ss_curve_close(&B);
    ss_metric_close(&m);
    ss_built_close(&b);
    ss_registry_close(&r);
    PASS();
}

/* The ball hits at t1 = sqrt(2 h/g), then after flights of 2 e^k v/g: sampled from the exact
 * solution alone, every instant is found to the precision of a double. */
TEST the_jumps_of_an_exact_solution_are_found(void)
{
    ss_registry r;
    ss_built b;
    ss_reference ref = {.kind = "exact"};

    ASSERT_EQ(0, open_ball(&b, &r));
    ASSERT_EQ(0, ss_reference_exact(&ref, &b.p, b.p.t_end));
    ASSERT(ref.curve.nhits >= 8);
    const double g = 9.81, e = b.p.law[0].e_n;
    double v = sqrt(2.0 * g * b.p.q0[0]), t = v / g;
    for (int k = 0; k < 8; k++) {
        ASSERT_IN_RANGE(t, ref.curve.hits[k].t, 1e-12);
        v *= e;
        t += 2.0 * v / g;
    }
    ss_reference_close(&ref);
    ss_built_close(&b);
    ss_registry_close(&r);
    PASS();
}

TEST a_model_has_its_fingerprint_and_another_has_another(void)
{
    ss_registry r;
    ss_built a, b;
    const ss_bench_case heavy = {.problem = "bouncing-ball", .settings = "e_n=0.25"};
    char x[SS_ID_SIZE], y[SS_ID_SIZE], z[SS_ID_SIZE], why[200];

    ASSERT_EQ(0, open_ball(&a, &r));
    ASSERT_EQ(SS_OK, ss_built_open(&b, &r, &heavy, NULL, "", why, sizeof why));
    ss_model_print(&a.p, x);
    ss_model_print(&a.p, y);
    ss_model_print(&b.p, z);
    ASSERT_STR_EQ(x, y);
    ASSERT(strcmp(x, z) != 0);
    ss_built_close(&a);
    ss_built_close(&b);
    ss_registry_close(&r);
    PASS();
}

/* ---- modes and impacts ----------------------------------------------------------------------- */

TEST sequences_differ_by_their_edits(void)
{
    ss_stays a = {0}, b = {0};
    for (int i = 0; i < 4; i++) ss_stays_add(&a, (unsigned long long)(i % 2), 1.0);
    ss_stays_add(&b, 0, 1.0);
    ss_stays_add(&b, 1, 1.0);
    ASSERT_EQ(2, ss_stays_edit(&a, &b));
    ASSERT_EQ(0, ss_stays_edit(&a, &a));
    ss_stays_add(&b, 7, 0.01);
    ss_stays_add(&b, 1, 1.0);
    ss_stays_thin(&b, 0.1);
    ASSERT_EQ(2, b.n);
    free(a.at);
    free(b.at);
    PASS();
}

TEST instants_join_what_is_simultaneous_and_drop_what_is_small(void)
{
    const ss_hit h[] = {{0.5, 4.0}, {0.5, 3.0}, {0.9, 2.0}, {1.1, 0.001}, {1.4, 1.0}, {3.0, 9.0}};
    double t[6];
    ASSERT_EQ(3, ss_instants(h, 6, 2.0, 1e-3, t));
    ASSERT_EQ(0.5, t[0]);
    ASSERT_EQ(0.9, t[1]);
    ASSERT_EQ(1.4, t[2]);
    PASS();
}

/* ---- rows ------------------------------------------------------------------------------------ */

TEST a_row_reads_back_to_the_same_bits(void)
{
    ss_row a, b;
    char *text = NULL;
    size_t size;

    ss_row_clear(&a);
    snprintf(a.run, sizeof a.run, "0123456789abcdef");
    ss_cell_text(a.why, sizeof a.why, "commas, \"quotes\"\nand ends");
    a.graph = 0.1 + 0.2;
    a.E_residue = -1e-300;
    a.steps = 123456789012;
    FILE *f = open_memstream(&text, &size);
    ss_row_print(f, &a);
    fclose(f);
    text[strcspn(text, "\n")] = '\0';
    ASSERT_EQ(0, ss_row_parse(&b, text));
    for (const ss_column *c = ss_columns; c->name; c++)
        ASSERT_EQ(0, memcmp((char *)&a + c->offset, (char *)&b + c->offset, c->size));
    text[strlen(text) / 2] = '\0';
    ASSERT(ss_row_parse(&b, text) != 0);
    free(text);
    PASS();
}

/* Rows of one case must be of one model; one of another is not ranked with them. */
TEST a_row_of_another_model_is_not_comparable(void)
{
    ss_row row[4];
    const char *const kase[] = {"a", "a", "b", "a"}, *const model[] = {"1", "2", "2", ""};

    for (int i = 0; i < 4; i++) {
        ss_row_clear(&row[i]);
        snprintf(row[i].kase, sizeof row[i].kase, "%s", kase[i]);
        snprintf(row[i].model, sizeof row[i].model, "%s", model[i]);
        snprintf(row[i].label, sizeof row[i].label, "m%d", i);
        snprintf(row[i].verdict, sizeof row[i].verdict, "%s", i == 3 ? "crashed" : "ok");
    }
    ASSERT_EQ(1, ss_parity(row, 4));
    ASSERT_STR_EQ("ok", row[0].verdict);
    ASSERT_STR_EQ("other-model", row[1].verdict);
    ASSERT_STR_EQ("its model differs from that of m0", row[1].why);
    ASSERT_STR_EQ("ok", row[2].verdict);
    ASSERT_STR_EQ("crashed", row[3].verdict);
    PASS();
}

/* e = 3 h^2, once with a point whose error is the reference's own: it must not count. */
TEST an_order_is_fitted_to_the_errors_that_mean_something(void)
{
    ss_row row[5];

    for (int i = 0; i < 5; i++) {
        ss_row_clear(&row[i]);
        snprintf(row[i].kase, sizeof row[i].kase, "a");
        snprintf(row[i].label, sizeof row[i].label, "m");
        snprintf(row[i].verdict, sizeof row[i].verdict, "ok");
        row[i].t_end = 1.0;
        row[i].steps = 10L << i;
        row[i].ref_error = 1e-4;
        row[i].graph = 3.0 / (double)row[i].steps / (double)row[i].steps;
    }
    row[4].graph = 2.9e-4;
    ss_orders(row, 5);
    ASSERT_IN_RANGE(2.0, row[0].order_g, 1e-12); /* rounding of logarithms */
    ASSERT_IN_RANGE(2.0, row[0].order_g_lo, 1e-6);
    ASSERT(isnan(row[0].order_q));
    PASS();
}

/* ---- children -------------------------------------------------------------------------------- */

enum { GOOD, DIES, HANGS, LEAVES, TASKS };
typedef struct seen {
    ss_children_how how[TASKS];
    long answer[TASKS];
    int n;
} seen;

static int work(void *ctx, long task, void *answer)
{
    (void)ctx;
    *(long *)answer = 100 + task;
    if (task == DIES) raise(SIGKILL);
    if (task == HANGS) pause();
    return task == LEAVES;
}

static int done(void *ctx, long task, const ss_children_end *end)
{
    seen *s = ctx;
    s->how[task] = end->how;
    if (end->answer) s->answer[task] = *(const long *)end->answer;
    s->n++;
    return 0;
}

static double timeout(void *ctx, long task)
{
    (void)ctx;
    return task == HANGS ? 0.2 : 20.0;
}

TEST a_child_that_dies_hangs_or_leaves_loses_only_its_answer(void)
{
    for (int jobs = 1; jobs <= 3; jobs++) {
        seen s = {.n = 0};
        const ss_children pool = {.jobs = jobs,
                                  .answer = sizeof(long),
                                  .ntasks = TASKS,
                                  .ctx = &s,
                                  .work = work,
                                  .done = done,
                                  .timeout = timeout};
        ASSERT_EQ(0, ss_children_run(&pool));
        ASSERT_EQ(TASKS, s.n);
        ASSERT_EQ(SS_CHILD_DONE, s.how[GOOD]);
        ASSERT_EQ(100, s.answer[GOOD]);
        ASSERT_EQ(SS_CHILD_CRASHED, s.how[DIES]);
        ASSERT_EQ(SS_CHILD_TIMEOUT, s.how[HANGS]);
        ASSERT_EQ(SS_CHILD_FAILED, s.how[LEAVES]);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(sha256_of_the_standards_examples);
    RUN_TEST(medians_of_odd_and_even_numbers);
    RUN_TEST(the_bootstrap_interval_covers_the_median);
    RUN_TEST(the_same_seed_gives_the_same_interval);
    RUN_TEST(a_slope_with_the_interval_computed_by_hand);
    RUN_TEST(a_parabola_between_two_nodes_is_exact);
    RUN_TEST(the_graph_distance_forgives_a_shifted_jump);
    RUN_TEST(the_jumps_of_an_exact_solution_are_found);
    RUN_TEST(a_model_has_its_fingerprint_and_another_has_another);
    RUN_TEST(sequences_differ_by_their_edits);
    RUN_TEST(instants_join_what_is_simultaneous_and_drop_what_is_small);
    RUN_TEST(a_row_reads_back_to_the_same_bits);
    RUN_TEST(a_row_of_another_model_is_not_comparable);
    RUN_TEST(an_order_is_fitted_to_the_errors_that_mean_something);
    RUN_TEST(a_child_that_dies_hangs_or_leaves_loses_only_its_answer);
    GREATEST_MAIN_END();
}
