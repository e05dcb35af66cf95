/* test_hop.c - the analysis of hops, on a body whose path is given */
#include "bench/hop.h"
#include "tests/greatest.h"
#include <math.h>

/* The given body: u = (vx, vy, height), q = x, weight 20 N, drive -3 W. */
static int given(const void *par, const ss_config *x, const double *u, ss_gait *out)
{
    (void)par;
    *out = (ss_gait){.mass = 2.0,
                     .weight = 20.0,
                     .r = {x->q[0], u[2]},
                     .v = {u[0], u[1]},
                     .height = u[2],
                     .drive = -3.0};
    return 0;
}

typedef struct walk {
    ss_problem p;
    ss_hops h;
    ss_sink sink;
    double metric[SS_HOP_METRICS];
} walk;

static void begin(walk *w)
{
    w->p = (ss_problem){.dims = {.nq = 1, .nu = 3, .nc = 2, .nt = 1}, .gait = given};
    w->h = (ss_hops){.p = &w->p, .least = SS_HOP_LEAST};
    w->sink = ss_hops_sink(&w->h);
}

/* One step that ends at t, x; contact 1 is closed or not. */
static int step(walk *w, double t, double x, double vx, double vy, double height, int closed)
{
    double q[1] = {x}, u[3] = {vx, vy, height}, l[4] = {0};
    unsigned char mode[2] = {SS_OPEN, (unsigned char)(closed ? SS_STICK : SS_OPEN)};
    const ss_point p = {.t = t, .q = q, .u = u, .l = l, .mode = mode};
    const ss_config here = {.t = t, .q = q};
    ss_events none = {0};
    const ss_step_info info = {.here = &here, .events = &none};
    return w->sink.take(w->sink.ctx, &p, &info);
}

static double found(walk *w, const char *name)
{
    ss_hops_metrics(&w->h, w->metric);
    for (int i = 0; i < SS_HOP_METRICS; i++)
        if (strcmp(ss_hop_name[i], name) == 0) return w->metric[i];
    return NAN;
}

/* Two flights of 20 ms that begin at 45 and 30 degrees. */
static void two_hops(walk *w)
{
    begin(w);
    step(w, 0.000, 0.0, 1.0, 0.0, 0.1, 1);
    step(w, 0.001, 0.0, 1.0, 1.0, 0.1, 1);
    for (int i = 2; i < 21; i++) step(w, 1e-3 * i, 0.001 * i, 2.0, -2.0, 0.2, 0);
    step(w, 0.021, 0.02, sqrt(3.0), 1.0, 0.1, 1);
    for (int i = 22; i < 41; i++) step(w, 1e-3 * i, 0.001 * i, 2.0, -2.0, 0.2, 0);
    step(w, 0.041, 0.1, 1.0, 0.0, 0.1, 1);
}

static const double few = 1e-14; /* roundings */

TEST hops_have_the_angles_they_begin_with(void)
{
    walk w;
    two_hops(&w);
    const double a = 0.785398163397448310, b = 0.523598775598298873; /* pi/4, pi/6 */
    ASSERT_EQ(2.0, found(&w, "hops"));
    ASSERT_IN_RANGE(0.5 * (a + b), found(&w, "takeoff_angle"), few);
    ASSERT_IN_RANGE((a - b) / sqrt(2.0), found(&w, "takeoff_std"), few); /* n - 1 = 1 */
    ASSERT_IN_RANGE(-a, found(&w, "landing_angle"), few);
    ASSERT_IN_RANGE(0.02, found(&w, "flight_time"), few);
    PASS();
}

TEST speed_and_cost_are_those_of_the_whole_way(void)
{
    walk w;
    two_hops(&w);
    ASSERT_EQ(0.0, found(&w, "fall"));
    ASSERT_IN_RANGE(0.1 / 0.041, found(&w, "mean_speed"), 1e2 * few);
    ASSERT_IN_RANGE(3.0 * 0.041, found(&w, "effort"), few); /* motors that brake cost as well */
    ASSERT_IN_RANGE(3.0 * 0.041 / (20.0 * 0.1), found(&w, "CoT"), few);
    PASS();
}

TEST rattling_shorter_than_five_milliseconds_is_no_hop(void)
{
    walk w;
    begin(&w);
    step(&w, 0.000, 0.0, 1.0, 1.0, 0.1, 1);
    step(&w, 0.002, 0.0, 1.0, 1.0, 0.1, 0);
    step(&w, 0.004, 0.0, 1.0, 1.0, 0.1, 1);
    ASSERT_EQ(0.0, found(&w, "hops"));
    ASSERT(isnan(found(&w, "takeoff_angle")));
    PASS();
}

TEST a_long_step_on_the_ground_is_no_hop(void)
{
    walk w;
    begin(&w);
    step(&w, 0.00, 0.0, 1.0, 1.0, 0.1, 1); /* as adaptive methods take them */
    step(&w, 0.05, 0.0, 1.0, 1.0, 0.1, 1);
    ASSERT_EQ(0.0, found(&w, "hops"));
    PASS();
}

/* One step of a method that locates its events, which ends where contact 1 opens. */
static int lift_off(walk *w, double t, double x, double vx, double vy)
{
    double q[1] = {x}, u[3] = {vx, vy, 0.1}, l[4] = {0};
    unsigned char mode[2] = {SS_OPEN, SS_OPEN};
    ss_event event = {.t = t, .kind = SS_LIFTED, .contact = 1};
    ss_events events = {.at = &event, .n = 1, .room = 1};
    const ss_point p = {.t = t, .q = q, .u = u, .l = l, .mode = mode};
    const ss_config here = {.t = t, .q = q};
    const ss_step_info info = {.here = &here, .events = &events, .h_next = 1e-2};
    return w->sink.take(w->sink.ctx, &p, &info);
}

TEST a_hop_begins_where_a_located_lift_off_is(void)
{
    walk w;
    begin(&w);
    step(&w, 0.00, 0.0, 1.0, 0.2, 0.1, 1); /* 11 degrees */
    lift_off(&w, 0.03, 0.0, 1.0, 1.0);     /* 45 */
    step(&w, 0.06, 0.0, 1.0, -1.0, 0.1, 0);
    step(&w, 0.07, 0.0, 1.0, 0.0, 0.1, 1);
    ASSERT_EQ(1.0, found(&w, "hops"));
    ASSERT_IN_RANGE(0.785398163397448310, found(&w, "takeoff_angle"), few);
    ASSERT_IN_RANGE(0.04, found(&w, "flight_time"), few);
    PASS();
}

TEST what_goes_nowhere_has_no_cost_of_transport(void)
{
    walk w;
    begin(&w);
    ASSERT(isnan(found(&w, "CoT")));
    step(&w, 0.0, 0.5, 0.0, 0.0, 0.1, 1);
    step(&w, 0.1, 0.5, 0.0, 0.0, 0.1, 1);
    ASSERT(isnan(found(&w, "CoT")));
    PASS();
}

TEST a_body_that_only_drops_has_not_hopped(void)
{
    walk w;
    begin(&w);
    step(&w, 0.00, 0.0, 1.0, 0.0, 0.1, 0); /* in the air from the start */
    step(&w, 0.01, 0.0, 1.0, -0.1, 0.1, 1);
    step(&w, 0.02, 0.0, 1.0, -0.1, 0.1, 0); /* and over an edge */
    step(&w, 0.03, 0.0, 1.0, 0.0, 0.1, 1);
    ASSERT_EQ(0.0, found(&w, "hops"));
    PASS();
}

TEST nothing_counts_after_a_fall(void)
{
    walk w;
    two_hops(&w);
    ASSERT_EQ(0, step(&w, 0.042, 0.11, 1.0, -1.0, -0.01, 0));
    for (int i = 43; i < 99; i++) step(&w, 1e-3 * i, 5.0, 1.0, 1.0, 0.1, i % 20 == 0);
    ASSERT_EQ(1.0, found(&w, "fall"));
    ASSERT_EQ(2.0, found(&w, "hops"));
    ASSERT_IN_RANGE(0.042, found(&w, "t_stand"), few);
    ASSERT_IN_RANGE(0.11, found(&w, "distance"), few);
    two_hops(&w);
    w.h.stop_at_fall = 1;
    ASSERT(step(&w, 0.042, 0.11, 1.0, -1.0, -0.01, 0) != 0);
    PASS();
}

TEST what_neither_walks_nor_hops_is_not_watched(void)
{
    ss_problem p = {0};
    ss_hops h = {.p = &p};
    ASSERT(ss_hops_sink(&h).take == NULL);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(hops_have_the_angles_they_begin_with);
    RUN_TEST(speed_and_cost_are_those_of_the_whole_way);
    RUN_TEST(rattling_shorter_than_five_milliseconds_is_no_hop);
    RUN_TEST(a_long_step_on_the_ground_is_no_hop);
    RUN_TEST(a_hop_begins_where_a_located_lift_off_is);
    RUN_TEST(what_goes_nowhere_has_no_cost_of_transport);
    RUN_TEST(a_body_that_only_drops_has_not_hopped);
    RUN_TEST(nothing_counts_after_a_fall);
    RUN_TEST(what_neither_walks_nor_hops_is_not_watched);
    GREATEST_MAIN_END();
}
