/* test_hopper_methods.c - the hopping robot under every method that supports it: the same hops,
 * steps of beta, and energy in flight. */
#include "bench/hop.h"
#include "problems/base/pcg.h"
#include "solvers/math/inertia.h"
#include "tests/greatest.h"
#include "tests/lab.h"
#include <float.h>

/* Names of all methods; free flight is all that `variational` knows, isolated friction all that
 * rk4-karnopp does. */
static const char *const hoppers[] = {
    "glocker-studer", "gauss", "event-newton", "event-energetic", "event-poisson", "seghete", NULL};

static double metric(const ss_hops *h, const char *name)
{
    double m[SS_HOP_METRICS];
    ss_hops_metrics(h, m);
    for (int i = 0; i < SS_HOP_METRICS; i++)
        if (strcmp(ss_hop_name[i], name) == 0) return m[i];
    return NAN;
}

TEST every_method_hops_or_says_why_not(void)
{
    lab k;
    lab_open(&k, "chiaro-hopper", "glocker-studer", "points=10");
    for (int i = 0; i < k.r.nmethods; i++) {
        const ss_method *m = k.r.methods[i];
        ss_run_spec spec = ss_run_spec_default(&k.p);
        int listed = 0;
        spec.t_end = 0.5;
        for (int j = 0; hoppers[j]; j++) listed |= strcmp(hoppers[j], m->name) == 0;
        const ss_run_result r = ss_run(m, &k.p, &spec, (ss_sink){0});
        if (listed)
            ASSERT_EQ_FMT(SS_OK, r.status, "%d");
        else
            ASSERT_EQ_FMT(strcmp(m->name, "variational") ? SS_EUNSUP : SS_ECONTACT, r.status, "%d");
    }
    lab_close(&k);
    PASS();
}

/* Figure 7.1.  The laws of impact agree where nothing rebounds (e = 0) but not on how two points
 * of the foot share an impulse, and the time-steppers are of first order: at 0.5 ms 0.899 rad and
 * 1.346 m of glocker-studer against 0.896 to 0.898 and 1.352 to 1.359 of the others. */
TEST figure_7_1_is_the_same_under_every_method(void)
{
    for (int i = 0; hoppers[i]; i++) {
        lab k;
        lab_open(&k, "chiaro-hopper", hoppers[i], "f_T=3.4 R=0.3 beta=1.05");
        ss_hops h = {.p = &k.p, .least = SS_HOP_LEAST, .stop_at_fall = 1};
        k.spec.h = 5e-4;
        const ss_run_result r = lab_run(&k, ss_hops_sink(&h));
        ASSERT_EQ_FMT(SS_OK, r.status, "%d");
        ASSERT_EQ_FMT(16L, h.hops, "%ld");
        printf("  %-16s %.4f rad, x %.4f m\n", hoppers[i], metric(&h, "takeoff_angle"), k.q[0]);
        ASSERT_IN_RANGE(0.8975, metric(&h, "takeoff_angle"), 0.004);
        ASSERT_IN_RANGE(1.352, k.q[0], 0.015);
        lab_close(&k);
    }
    PASS();
}

/* ---- steps of beta ------------------------------------------------------------------- */

enum { STAGES = 7 };

typedef struct stages {
    double x[STAGES + 1]; /* where it is every four seconds */
    double t;             /* of the step before */
    int crossed;          /* steps that begin before a change and end after it */
    double low;
} stages;

static int note_stage(void *ctx, const ss_point *x, const ss_step_info *info)
{
    stages *s = ctx;
    const double k = round(x->t / 4.0), at = 4.0 * k, close = 16.0 * DBL_EPSILON * at;
    (void)info;
    if (fabs(x->t - at) < 1e-9 + close) s->x[(int)k] = x->q[0];
    /* the first step after a change begins at it */
    if (k > 0.0 && k < STAGES && s->t < at - close && x->t > at + close) s->crossed++;
    s->t = x->t;
    s->low = fmin(s->low, x->q[1]);
    return 0;
}

/* Figure 8.1, R = 0.4 at 3.8 Hz as in test_hopper_facts.c.  A change of beta finds the foot on the
 * ground or not, and what follows depends on it to some tenths of a per cent of a hop: the speed
 * must grow over the whole, and at nearly every change. */
TEST beta_may_change_in_steps_under_every_method(void)
{
    for (int i = 0; hoppers[i]; i++) {
        stages s = {.low = INFINITY};
        lab k;
        int grows = 0;
        lab_open(&k, "chiaro-hopper", hoppers[i], "beta=0.8 beta_every=4 R=0.4 f_T=3.8");
        k.spec.h = 1e-3;
        k.spec.t_end = 4.0 * STAGES;
        const ss_run_result r = lab_run(&k, (ss_sink){note_stage, &s});
        printf("  %-16s", hoppers[i]);
        for (int j = 1; j <= STAGES; j++) printf(" %.4f", (s.x[j] - s.x[j - 1]) / 4.0);
        printf(" m/s\n");
        ASSERT_EQ_FMT(SS_OK, r.status, "%d");
        ASSERT(s.low > 0.0);
        if (k.m->stepping != SS_FIXED) ASSERT_EQ_FMT(0, s.crossed, "%d");
        for (int j = 2; j <= STAGES; j++) grows += s.x[j] - s.x[j - 1] > s.x[j - 1] - s.x[j - 2];
        ASSERT(grows >= STAGES - 2);
        ASSERT(s.x[7] - s.x[6] > 1.4 * s.x[1]); /* 1.5 to 1.6 */
        /* no more than the 5 mm that a turn of 0.05 rad puts the end of the foot inside */
        ASSERT(r.penetration_max < 0.4 * 0.05 * sin(0.25));
        lab_close(&k);
    }
    PASS();
}

/* Changes ten times a second, most of them while the foot stands: points are found up to 0.7 mm
 * inside, where they stay until they lift.  Nobody gains m g times that depth, 5 mJ, by it. */
TEST a_foot_found_inside_the_ground_stays_until_it_lifts(void)
{
    for (int i = 0; hoppers[i]; i++) {
        lab k;
        lab_open(&k, "chiaro-hopper", hoppers[i], "beta=0.8 beta_every=0.1 beta_step=0.01");
        k.spec.t_end = 3.0;
        k.spec.max_steps = 10000;
        const ss_run_result r = lab_run(&k, (ss_sink){0});
        printf("  %-16s gain %.2g J, %.2g mm deep, %ld steps\n", hoppers[i], r.E_gain_max,
               1e3 * r.penetration_max, r.steps);
        ASSERT_EQ_FMT(SS_OK, r.status, "%d");
        ASSERT(r.penetration_max < 2e-3); /* 0.3 m times 0.01 rad times sin(1/3) is 1 mm */
        ASSERT(r.E_gain_max < 5e-3);
        lab_close(&k);
    }
    PASS();
}

/* The mass matrix' factor keeps the roots of pivots that stay: it is the factor made anew. */
TEST factors_kept_from_step_to_step_are_those_made_anew(void)
{
    lab k;
    ss_pcg r;
    double c[64], room[2][64];
    lab_open(&k, "chiaro-hopper", "glocker-studer", "points=10");
    ss_inertia kept = {.n = 4}, anew = {.n = 4};
    ss_arena a = {.base = (void *)room[0], .size = sizeof room[0]};
    ss_arena b = {.base = (void *)room[1], .size = sizeof room[1]};
    ss_inertia_layout(&kept, 4, &a);
    ss_inertia_layout(&anew, 4, &b);
    ss_inertia_reset(&kept, &k.p);
    ss_pcg_seed(&r, 3, 1);
    for (int i = 0; i < 200; i++) {
        const double turn = i % 3 ? 6.0 * ss_pcg_uniform(&r) : 1.0; /* some come back */
        const double q[4] = {0.0, 1.0, turn, 0.4};
        ss_eval e = {.p = &k.p, .c = c};
        ASSERT_EQ(SS_OK, ss_place(&e, 0.0, q));
        ss_inertia_reset(&anew, &k.p);
        ASSERT_EQ(SS_OK, ss_inertia_update(&kept, &e));
        ASSERT_EQ(SS_OK, ss_inertia_update(&anew, &e));
        ASSERT_MEM_EQ(anew.A, kept.A, 16 * sizeof(double));
        ASSERT_MEM_EQ(anew.inv, kept.inv, 4 * sizeof(double));
    }
    lab_close(&k);
    PASS();
}

/* ---- flight -------------------------------------------------------------------------- */

static double flight(const char *method, const char *more, double h, double rtol)
{
    char text[256];
    lab k;
    snprintf(text, sizeof text,
             "A_T=0 d=0 q0_y=5 q0_phi_l=1 q0_phi_u=0.4 u0_x=0.3 u0_y=2 u0_phi_l=4 u0_phi_u=-7 %s",
             more);
    lab_open(&k, "chiaro-hopper", method, text);
    k.spec.h = h;
    k.spec.rtol = rtol;
    k.spec.atol = 1e-3 * rtol;
    k.spec.t_end = 0.5;
    const ss_run_result r = lab_run(&k, (ss_sink){0});
    lab_close(&k);
    return r.status == SS_OK ? r.E_end - r.E_start : NAN;
}

/* Fixed steps: halved with the step for first order, quartered for second.  Others: to their
 * tolerance. */
TEST flight_keeps_its_energy_to_the_order_of_every_method(void)
{
    static const struct {
        const char *method;
        double ratio; /* 0: by tolerance */
    } row[] = {{"glocker-studer", 2.0}, {"seghete", 4.0},      {"variational", 4.0},
               {"gauss", 0.0},          {"event-newton", 0.0}, {"event-energetic", 0.0},
               {"event-poisson", 0.0}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        if (row[i].ratio > 0.0) {
            const double a = flight(row[i].method, "", 2e-4, 0.0),
                         b = flight(row[i].method, "", 1e-4, 0.0);
            printf("  %-16s %.3g J at 0.2 ms, %.3g J at 0.1 ms\n", row[i].method, a, b);
            ASSERT_IN_RANGE(row[i].ratio, a / b, 0.15 * row[i].ratio);
        } else {
            const double a = flight(row[i].method, "", 1e-3, 1e-10);
            printf("  %-16s %.3g J at rtol 1e-10\n", row[i].method, a);
            ASSERT(fabs(a) < 1e-6); /* of 40 J: some hundred steps of 1e-10 each */
        }
    }
    PASS();
}

/* The same change of energy from every method and at any step: it is the printed model's. */
TEST published_flight_changes_its_energy_by_the_same_under_every_method(void)
{
    const double truth = flight("event-newton", "published=1", 1e-3, 1e-11);
    printf("  %.6g J\n", truth);
    ASSERT(fabs(truth) > 1e-2);
    ASSERT_IN_RANGE(truth, flight("gauss", "published=1", 1e-3, 1e-10), 1e-5 * fabs(truth));
    const double a = flight("glocker-studer", "published=1", 2e-5, 0.0),
                 b = flight("glocker-studer", "published=1", 1e-5, 0.0);
    ASSERT_IN_RANGE(truth, 2.0 * b - a, 1e-3 * fabs(truth)); /* h -> 0, less h^2 */
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(every_method_hops_or_says_why_not);
    RUN_TEST(figure_7_1_is_the_same_under_every_method);
    RUN_TEST(beta_may_change_in_steps_under_every_method);
    RUN_TEST(a_foot_found_inside_the_ground_stays_until_it_lifts);
    RUN_TEST(factors_kept_from_step_to_step_are_those_made_anew);
    RUN_TEST(flight_keeps_its_energy_to_the_order_of_every_method);
    RUN_TEST(published_flight_changes_its_energy_by_the_same_under_every_method);
    GREATEST_MAIN_END();
}
