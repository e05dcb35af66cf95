/* test_seghete.c - reflections at work: the cradle, impact times, resting contact, friction, and
 * what is reported about an impact */
#include "greatest.h"
#include "lab.h"

enum { KEPT = 64 };

typedef struct diary {
    ss_event at[KEPT];
    int n;
} diary;

static int keep_events(void *ctx, const ss_point *x, const ss_step_info *info)
{
    diary *k = ctx;
    (void)x;
    const int kept = info->events->n < info->events->room ? info->events->n : info->events->room;
    for (int i = 0; i < kept && k->n < KEPT; i++) k->at[k->n++] = info->events->at[i];
    return 0;
}

/* Largest difference of q and u from the exact solution at the end. */
static double error_at_end(lab *k)
{
    double q[LAB_MOST], u[LAB_MOST], worst = 0.0;
    if (!k->p.exact || k->p.exact(k->p.par, k->spec.t_end, q, u)) return INFINITY;
    for (int i = 0; i < k->p.dims.nq; i++)
        worst = fmax(worst, fmax(fabs(k->q[i] - q[i]), fabs(k->u[i] - u[i])));
    return worst;
}

static double error_of(const char *problem, const char *settings, double h)
{
    lab k;
    lab_open(&k, problem, "seghete", settings);
    k.spec.h = h;
    k.spec.t_end *= 0.9;
    const ss_run_result r = lab_run(&k, (ss_sink){0});
    const double e = r.status == SS_OK ? error_at_end(&k) : INFINITY;
    lab_close(&k);
    return e;
}

/* ---- the cradle ---------------------------------------------------------------------------- */

/* Touching balls; a run of 1000 steps adds some ten roundings of 1e-16 each. */
TEST cradle_of_touching_balls_sends_out_as_many_as_come_in(void)
{
    for (int balls = 2; balls <= 10; balls++)
        for (int in = 1; in<balls; in += balls> 5 ? 3 : 1) {
            char settings[64];
            lab k;
            snprintf(settings, sizeof settings, "balls=%d launch=%d", balls, in);
            lab_open(&k, "newtons-cradle", "seghete", settings);
            ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){0}).status);
            for (int i = 0; i < balls; i++)
                ASSERT_IN_RANGE(i >= balls - in ? 1.0 : 0.0, k.u[i], 1e-12);
            ASSERT(error_at_end(&k) < 1e-12);
            lab_close(&k);
        }
    PASS();
}

/* Gaps so small that all impacts fall into one step. */
TEST cradle_with_small_gaps_is_exact_though_a_step_holds_many_impacts(void)
{
    ASSERT(error_of("newtons-cradle", "balls=10 launch=3 gap=1e-5", 1e-2) < 1e-12);
    ASSERT(error_of("newtons-cradle", "balls=6 gap=1e-3", 1e-2) < 1e-12);
    PASS();
}

/* ---- exact where the motion between impacts is, order 2 elsewhere --------------------------- */

TEST motion_with_constant_forces_is_exact_to_round_off(void)
{
    /* the last bounces are captured: 0.9 of the time is before that */
    ASSERT(error_of("bouncing-ball", "e=0.9", 1e-2) < 1e-11);
    ASSERT(error_of("bouncing-ball", "", 1e-3) < 1e-11); /* rests at the end */
    ASSERT(error_of("sliding-block", "", 1e-3) < 1e-12);
    ASSERT(error_of("block-on-incline", "", 1e-3) < 1e-10); /* stops a 1e-9th of a step late */
    ASSERT(error_of("block-on-incline", "mu_s=0.7 mu_d=0.2 v_s=0", 1e-3) < 1e-12);
    ASSERT(error_of("disc-slip-to-roll", "", 1e-3) < 1e-11);
    PASS();
}

/* Halving h quarters the error; 3.6 leaves room for the term of third order. */
TEST error_falls_as_the_square_of_the_step_through_impacts_and_stops(void)
{
    static const char *const cases[][2] = {{"impact-oscillator", ""},
                                           {"impact-oscillator", "stop=0.05 e=0.9"},
                                           {"rocking-block", ""},
                                           {"coulomb-oscillator", "mu_s=0.6 v_s=0 q0_x=0.5"},
                                           {"mass-spring-friction", "mu=0.2 v_s=0"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double a = error_of(cases[i][0], cases[i][1], 2e-3);
        const double b = error_of(cases[i][0], cases[i][1], 1e-3);
        ASSERT(a / b > 3.6);
        ASSERT(b < 1e-3);
    }
    PASS();
}

/* First impact of the double pendulum at t*: found inside the step, with an error of h^2. */
TEST impact_time_is_found_inside_a_step(void)
{
    double t[3];
    for (int i = 0; i < 3; i++) {
        diary seen = {0};
        lab k;
        lab_open(&k, "double-pendulum", "seghete", "mu=0 e=1");
        k.spec.h = 4e-3 / (1 << 2 * i);
        k.spec.t_end = 0.6;
        ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){keep_events, &seen}).status);
        ASSERT(seen.n > 0);
        ASSERT_EQ(SS_IMPACT, seen.at[0].kind);
        /* elastic and frictionless: vN turns round, the energy stays */
        ASSERT_IN_RANGE(-seen.at[0].v_before[0], seen.at[0].v_after[0], 1e-12);
        ASSERT_IN_RANGE(seen.at[0].E_before, seen.at[0].E_after, 1e-12 * seen.at[0].E_before);
        t[i] = seen.at[0].t;
        lab_close(&k);
    }
    ASSERT_IN_RANGE(0.515, t[2], 1e-3);
    ASSERT_IN_RANGE(16.0, (t[0] - t[1]) / (t[1] - t[2]), 1.0);
    PASS();
}

/* ---- energy --------------------------------------------------------------------------------- */

/* An impact changes nothing but velocities: energy before and after is at the same place, and
 * with friction and e <= 1 it never rises. */
TEST no_impact_gains_energy(void)
{
    static const char *const cases[][2] = {{"bicycle", "e=1"},
                                           {"bicycle", "slope=0.35 d2=0.25 e=0.8"},
                                           {"double-pendulum", "e=1"},
                                           {"double-pendulum", "q0_q1=0.785 q0_q2=-2.356 e=1"},
                                           {"sliding-block", "q0_y=1 q0_theta=0.2 e=0.7"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        diary seen = {0};
        lab k;
        lab_open(&k, cases[i][0], "seghete", cases[i][1]);
        k.spec.t_end = 3.0;
        ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){keep_events, &seen}).status);
        int impacts = 0;
        for (int j = 0; j < seen.n; j++) {
            if (seen.at[j].kind != SS_IMPACT) continue;
            impacts++;
            ASSERT(seen.at[j].E_after <= seen.at[j].E_before * (1.0 + 1e-13));
        }
        ASSERT(impacts > 0);
        lab_close(&k);
    }
    PASS();
}

/* Newton's coefficient is sqrt e of the paper's: the energy of the normal motion falls by e_n^2
 * = e. */
TEST restitution_is_the_root_of_the_papers_energy_coefficient(void)
{
    diary seen = {0};
    lab k;
    lab_open(&k, "bouncing-ball", "seghete", "e_n=0.6");
    k.spec.t_end = 0.5;
    ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){keep_events, &seen}).status);
    ASSERT_EQ(1, seen.n);
    ASSERT_IN_RANGE(0.6, -seen.at[0].v_after[0] / seen.at[0].v_before[0], 1e-15);
    ASSERT_IN_RANGE(0.36, seen.at[0].E_after / seen.at[0].E_before, 1e-12); /* V = 0 there */
    lab_close(&k);
    PASS();
}

/* ---- persistent contact --------------------------------------------------------------------- */

/* After a plastic impact the bicycle rolls: gaps stay at their round-off, friction does not
 * work, and the energy is constant (published, 5.12-5.13). */
TEST bicycle_rolls_on_after_a_plastic_impact(void)
{
    lab k;
    lab_open(&k, "bicycle", "seghete", "e=0");
    k.spec.t_end = 2.0;
    ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){0}).status);
    const double vx = k.u[0];
    k.spec.t_end = 5.0;
    const ss_run_result r = lab_run(&k, (ss_sink){0});
    ASSERT_EQ(SS_OK, r.status);
    ASSERT(r.penetration_max < 1e-9);         /* some steps' worth of `closed` */
    ASSERT_IN_RANGE(vx, k.u[0], 1e-9);        /* at constant speed */
    ASSERT_IN_RANGE(-vx, 0.5 * k.u[3], 1e-9); /* without slip: radius 0.5 */
    ASSERT_IN_RANGE(-vx, 0.5 * k.u[4], 1e-9);
    ASSERT_IN_RANGE(0.5, k.q[1], 1e-9);
    lab_close(&k);
    PASS();
}

TEST infinitely_many_impacts_end_in_contact_or_in_a_verdict(void)
{
    lab k;
    lab_open(&k, "bouncing-ball", "seghete", "e=0.5");
    k.spec.t_end = 3.0; /* they accumulate at 1.3546 s */
    ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){0}).status);
    ASSERT(fabs(k.u[0]) < 1e-12);
    lab_close(&k);
    lab_open(&k, "bouncing-ball", "seghete", "e=0.5 capture=0 impacts=10");
    k.spec.t_end = 3.0;
    const ss_run_result r = lab_run(&k, (ss_sink){0});
    ASSERT_EQ(SS_EZENO, r.status);
    ASSERT_IN_RANGE(1.3546, r.t, 1e-3);
    lab_close(&k);
    PASS();
}

/* ---- jumps ----------------------------------------------------------------------------------- */

/* The runner's leg is spring or motor, and between the two the midpoint has no balance: the motion
 * is that of smaller steps all the same.  At the end it has run 14 m; the foot's slip, which takes
 * some of its speed, is dated to a step. */
TEST forces_that_jump_do_not_end_a_run(void)
{
    double x[2];
    for (int i = 0; i < 2; i++) {
        lab k;
        lab_open(&k, "slip", "seghete", "mu=0.3");
        k.spec.h = i ? 1e-4 : 1e-3;
        ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){0}).status);
        x[i] = k.q[0];
        lab_close(&k);
    }
    ASSERT_IN_RANGE(x[1], x[0], 0.2);
    PASS();
}

/* The hopper's foot turns by 0.05 rad at once, and points that stand are inside the ground: they
 * are not thrown out of it, which would give (0.01 m/h)^2/2 J per kg, the more the shorter the
 * step.  What is left falls as h^2. */
TEST gaps_that_jump_give_no_energy(void)
{
    static const char *const cases[] = {"beta_every=0.1 beta_end=1.5",
                                        "beta=0.43 beta_every=0.25 A_T=0.4"};
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < 2; i++) {
            lab k;
            lab_open(&k, "chiaro-hopper", "seghete", cases[c]);
            k.spec.h = i ? 2.5e-4 : 1e-3;
            k.spec.t_end = 3.0;
            const ss_run_result r = lab_run(&k, (ss_sink){0});
            ASSERT_EQ(SS_OK, r.status);
            ASSERT(r.E_gain_max < (i ? 1e-5 / 16.0 : 1e-5) * fabs(r.E_start));
            lab_close(&k);
        }
    PASS();
}

/* A foot that leaves, but will be back within the step, slips to an end there: by a blow and not by
 * friction, so that its slip has no zero to stop at.  The search for it must not cut the step into
 * ever shorter ones. */
TEST slip_that_ends_by_a_blow_is_not_searched_for_its_end(void)
{
    static const char *const cases[] = {
        "body_inertia=0.453 upper_mass=0.556 lower_mass=0.141 knee_k=34.3 knee_c=0.213 kp=112 "
        "kd=3.27 g=7.84 mu_s=0.756 mu_d=0.185 v_s=0.01 b=0.0934 u0_y=0.0623 u0_theta=-1.97 "
        "u0_hip_R=-6.22",
        "body_mass=12 body_inertia=1.84 upper_mass=0.155 lower_mass=0.295 knee_rest=1.16 "
        "knee_k=57.6 period=0.522 kp=69.9 mu_s=0.15 a=1.48 e_n=1 u0_knee_L=-0.595"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lab k;
        lab_open(&k, "rhex", "seghete", cases[i]);
        const ss_run_result r = lab_run(&k, (ss_sink){0});
        ASSERT_EQ(SS_OK, r.status);
        ASSERT(r.counts.solves < 30 * r.steps);
        lab_close(&k);
    }
    PASS();
}

/* ---- non-uniqueness -------------------------------------------------------------------------- */

static int measure_named(const ss_method *m, const char *name)
{
    for (int i = 0; m->measures[i]; i++)
        if (strcmp(m->measures[i], name) == 0) return i;
    return -1;
}

/* The flat landing of the bicycle is symmetric; its reflections are not: s != 0, there are two
 * mirror-image outcomes, and the order option chooses between them. */
TEST measures_of_an_impact_come_with_its_event_and_the_order_matters(void)
{
    double turn[2];
    for (int i = 0; i < 2; i++) {
        diary seen = {0};
        lab k;
        lab_open(&k, "bicycle", "seghete", i ? "mu=0 order=last" : "mu=0 order=first");
        k.spec.t_end = 1.0;
        ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){keep_events, &seen}).status);
        ASSERT_EQ(2, seen.n);
        const ss_event *ev = &seen.at[0];
        const double s = ev->measure[measure_named(k.m, "s")];
        /* wN = (0, 1, -+L/2, 0, 0), M = diag(5, 5, 13/12, 1/4, 1/4) */
        const double cross = 1.0 / 5.0 - 0.25 * 12.0 / 13.0, own = 1.0 / 5.0 + 0.25 * 12.0 / 13.0;
        ASSERT_IN_RANGE(cross / own, s, 1e-13);
        ASSERT_EQ(2.0, ev->measure[measure_named(k.m, "outcomes")]);
        ASSERT(ev->measure[measure_named(k.m, "dp")] > 0.0);
        ASSERT(ev->measure[measure_named(k.m, "spread")] > 0.0);
        ASSERT_EQ(1.0, ev->measure[measure_named(k.m, "complete")]);
        /* the two outcomes are mirror images: what one contact leaves with, the other may */
        for (int c = 0; c < 2; c++) {
            const double *of = seen.at[c].measure;
            ASSERT_IN_RANGE(fmin(ev[0].v_after[0], ev[1].v_after[0]),
                            of[measure_named(k.m, "vN_least")], 1e-12);
            ASSERT_IN_RANGE(fmax(ev[0].v_after[0], ev[1].v_after[0]),
                            of[measure_named(k.m, "vN_most")], 1e-12);
        }
        ASSERT_IN_RANGE(-ev[1].measure[measure_named(k.m, "dvN")],
                        ev[0].measure[measure_named(k.m, "dvN")], 1e-12);
        turn[i] = k.u[2];
        lab_close(&k);
    }
    ASSERT(fabs(turn[0]) > 1e-3);
    ASSERT_IN_RANGE(-turn[0], turn[1], 1e-9);
    PASS();
}

TEST what_it_cannot_do_it_refuses(void)
{
    lab k;
    char why[200];
    lab_open(&k, "bouncing-ball", "seghete", "");
    ss_problem p = k.p;
    p.dims.nt = 2;
    ASSERT(ss_method_refuses(k.m, &p, why, sizeof why) != NULL);
    lab_close(&k);
    PASS();
}

SUITE(seghete)
{
    RUN_TEST(cradle_of_touching_balls_sends_out_as_many_as_come_in);
    RUN_TEST(cradle_with_small_gaps_is_exact_though_a_step_holds_many_impacts);
    RUN_TEST(motion_with_constant_forces_is_exact_to_round_off);
    RUN_TEST(error_falls_as_the_square_of_the_step_through_impacts_and_stops);
    RUN_TEST(impact_time_is_found_inside_a_step);
    RUN_TEST(no_impact_gains_energy);
    RUN_TEST(restitution_is_the_root_of_the_papers_energy_coefficient);
    RUN_TEST(bicycle_rolls_on_after_a_plastic_impact);
    RUN_TEST(infinitely_many_impacts_end_in_contact_or_in_a_verdict);
    RUN_TEST(forces_that_jump_do_not_end_a_run);
    RUN_TEST(gaps_that_jump_give_no_energy);
    RUN_TEST(slip_that_ends_by_a_blow_is_not_searched_for_its_end);
    RUN_TEST(measures_of_an_impact_come_with_its_event_and_the_order_matters);
    RUN_TEST(what_it_cannot_do_it_refuses);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(seghete);
    GREATEST_MAIN_END();
}
