/* test_glocker_studer.c - the midpoint LCP scheme against exact solutions and its own ledger */
#include "greatest.h"
#include "tests/lab.h"

typedef struct watcher {
    const ss_problem *p;
    double err; /* largest |q0 - exact| before t_stop */
    double t_stop;
    double t_rest; /* time of the last state that moved faster than `slow` */
    double slow;
    double jump_max;       /* largest rise of E at an impact event */
    double lN[2], t_force; /* normal forces at the first state at or after t_force */
    double t_stick;        /* of the last stick event */
    int seen;
} watcher;

static int watch(void *ctx, const ss_point *x, const ss_step_info *info)
{
    watcher *w = ctx;
    double q[LAB_MOST], u[LAB_MOST];

    if (w->p->exact && x->t < w->t_stop && !w->p->exact(w->p->par, x->t, q, u))
        w->err = fmax(w->err, fabs(x->q[0] - q[0]));
    if (fabs(x->u[0]) > w->slow) w->t_rest = x->t;
    for (int i = 0; i < info->events->n && i < info->events->room; i++) {
        const ss_event *ev = &info->events->at[i];
        if (ev->kind == SS_STUCK) w->t_stick = ev->t;
        if (ev->kind == SS_IMPACT) w->jump_max = fmax(w->jump_max, ev->E_after - ev->E_before);
    }
    if (!w->seen && x->t >= w->t_force && x->t > 0.0) {
        const int dim = ss_dim(&w->p->dims);
        w->seen = 1;
        for (int i = 0; i < w->p->dims.nc && i < 2; i++) w->lN[i] = x->l[i * dim];
    }
    return 0;
}

static ss_run_result observe(lab *k, watcher *w)
{
    w->p = &k->p;
    return lab_run(k, (ss_sink){watch, w});
}

static double ball_error(double h)
{
    lab k;
    watcher w = {.t_stop = 1.35};
    lab_open(&k, "bouncing-ball", "glocker-studer", "height=1 e_n=0.5");
    k.spec.h = h;
    observe(&k, &w);
    lab_close(&k);
    return w.err;
}

TEST ball_height_converges_with_first_order(void)
{
    /* impact times are off by up to h, so single pairs scatter; over a factor of 64 the mean
     * order must be one */
    const double order = log(ball_error(1.6e-2) / ball_error(2.5e-4)) / log(64.0);
    if (!(order > 0.9)) printf("  observed order %g\n", order);
    ASSERT(order > 0.9);
    PASS();
}

TEST ball_rests_at_the_zeno_time(void)
{
    lab k;
    watcher w = {.slow = 0.01}; /* the speed of a flight of 20 steps */
    lab_open(&k, "bouncing-ball", "glocker-studer", "height=1 e_n=0.5");
    k.spec.h = 1e-4;
    k.spec.t_end = 2.0;
    const ss_run_result r = observe(&k, &w);
    ASSERT_EQ(SS_OK, r.status);
    /* flights of 2 v/(g (1 - e)) s with v < 0.01 remain; every impact is off by up to a step */
    ASSERT_IN_RANGE(1.35457, w.t_rest, 0.0041 + 15 * 1e-4);
    ASSERT_IN_RANGE(0.0, k.q[0], 5e-4); /* depth of one step at the first impact, 4.4 m/s h */
    ASSERT_IN_RANGE(0.0, k.u[0], 1e-9);
    lab_close(&k);
    PASS();
}

/* The scheme stops a block within the step in which its speed passes zero and is exact
 * before, so the distance is off by at most mu g h^2/8 = 6.1e-7 m of 0.917; the time at which
 * it sticks is interpolated within that step. */
TEST block_stops_after_the_textbook_distance(void)
{
    const double mu = 0.5, g = 9.81, v0 = 3.0, d = v0 * v0 / (2.0 * mu * g);
    lab k;
    watcher w = {.slow = 1e-12}; /* round-off of 1 m/s */
    lab_open(&k, "sliding-block", "glocker-studer", "mu=0.5 g=9.81 u0_x=-3");
    k.spec.t_end = 1.0;
    const double x0 = k.p.q0[0];
    const ss_run_result r = observe(&k, &w);
    ASSERT_EQ(SS_OK, r.status);
    ASSERT_IN_RANGE(1.0, (x0 - k.q[0]) / d, 1e-6);
    ASSERT_IN_RANGE(1.0, w.t_stick / (v0 / (mu * g)), 1e-6);
    lab_close(&k);
    PASS();
}

TEST block_loads_its_corners_three_to_one(void)
{
    lab k;
    watcher w = {.t_force = 0.01};
    lab_open(&k, "sliding-block", "glocker-studer", "mu=0.5 u0_x=-1 half_width=1 half_height=1");
    k.spec.t_end = 0.02;
    ASSERT_EQ(SS_OK, observe(&k, &w).status);
    const double weight = 9.81 * 1.0;
    /* forces are impulses over h of about 1e-2: round-off 1e-16/1e-3 */
    ASSERT_IN_RANGE(0.75, w.lN[0] / weight, 1e-10);
    ASSERT_IN_RANGE(0.25, w.lN[1] / weight, 1e-10);
    lab_close(&k);
    PASS();
}

TEST disc_rolls_with_two_thirds_of_its_speed(void)
{
    lab k;
    lab_open(&k, "disc-slip-to-roll", "glocker-studer", "mu=0.2 g=9.81");
    const double v0 = k.p.u0[0];
    const double t_roll = fabs(v0) / (3.0 * 0.2 * 9.81);
    k.spec.t_end = 1.5 * t_roll;
    ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){0}).status);
    /* momentum and spin are linear in the friction impulse: exact but for round-off */
    ASSERT_IN_RANGE(2.0 / 3.0 * v0, k.u[0], 1e-9 * fabs(v0));
    /* one step before the time it still slips, so it is faster */
    k.spec.t_end = t_roll - 2e-3;
    lab_run(&k, (ss_sink){0});
    ASSERT(fabs(k.u[0]) > 2.0 / 3.0 * fabs(v0));
    k.spec.t_end = t_roll + 2e-3;
    lab_run(&k, (ss_sink){0});
    ASSERT_IN_RANGE(2.0 / 3.0 * v0, k.u[0], 1e-9 * fabs(v0));
    lab_close(&k);
    PASS();
}

TEST oscillator_stops_where_theory_says(void)
{
    lab k;
    double q[LAB_MOST], u[LAB_MOST];
    lab_open(&k, "coulomb-oscillator", "glocker-studer", "");
    ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){0}).status);
    ASSERT_EQ(0, k.p.exact(k.p.par, k.p.t_end, q, u));
    ASSERT_IN_RANGE(0.0, u[0], 0.0); /* by its end time it rests */
    /* the turning point's friction sign is late by half a step: O(h) velocities over O(h) */
    ASSERT_IN_RANGE(q[0], k.q[0], 1e-4);
    ASSERT_IN_RANGE(0.0, k.u[0], 1e-12);
    lab_close(&k);
    PASS();
}

TEST every_backend_gives_the_same_motion(void)
{
    static const char *const backend[] = {"lcp=auto", "lcp=lemke", "lcp=enumerate"};
    double q[3][5];
    for (int i = 0; i < 3; i++) {
        lab k;
        char s[100];
        snprintf(s, sizeof s, "%s slope=0.35", backend[i]);
        lab_open(&k, "bicycle", "glocker-studer", s);
        k.spec.t_end = 1.3; /* two impacts */
        ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){0}).status);
        memcpy(q[i], k.q, sizeof q[i]);
        lab_close(&k);
    }
    /* round-off, grown by two impacts */
    for (int i = 1; i < 3; i++)
        for (int j = 0; j < 5; j++) ASSERT_IN_RANGE(q[0][j], q[i][j], 1e-9);
    PASS();
}

static enum greatest_test_res bicycle_with_projection(const char *settings)
{
    lab k;
    watcher w = {0};
    lab_open(&k, "bicycle", "glocker-studer", settings);
    const ss_run_result r = observe(&k, &w);
    if (!(r.penetration_max < 1e-6 && w.jump_max <= 1e-10))
        printf("  %s: penetration %g, rise at an impact %g, gain %g\n", settings, r.penetration_max,
               w.jump_max, r.E_gain_max);
    ASSERT_EQ(SS_OK, r.status);
    ASSERT(r.impacts > 0);
    ASSERT(r.penetration_max < 1e-6); /* the bound */
    ASSERT(w.jump_max <= 1e-10);
    lab_close(&k);
    PASS();
}

TEST projection_removes_penetration_without_a_gain_on_the_flat(void)
{
    return bicycle_with_projection("e_n=0 stabilise=project");
}

TEST projection_removes_penetration_without_a_gain_on_a_slope(void)
{
    return bicycle_with_projection("e_n=0 stabilise=project slope=0.3490658503988659");
}

TEST projection_works_for_elliptic_wheels(void)
{
    return bicycle_with_projection(
        "e_n=0 stabilise=project slope=0.3490658503988659 d1=0.5 d2=0.25");
}

/* With e_n = e_t = 1 a ball on a wall returns exactly: restitution enters both rows. */
TEST tangential_restitution_reverses_the_spin_velocity(void)
{
    lab k;
    lab_open(&k, "disc-slip-to-roll", "glocker-studer",
             "mu=100 e_n=1 e_t=1 g=1e-9 u0_y=-1 u0_x=0.3");
    k.spec.t_end = 0.01;
    const double T0 = 0.5 * (0.09 + 1.0);
    const ss_run_result r = lab_run(&k, (ss_sink){0});
    ASSERT_EQ(SS_OK, r.status);
    ASSERT_IN_RANGE(1.0, k.u[1], 1e-9);
    /* elastic in both directions: kinetic energy is kept */
    ASSERT_IN_RANGE(r.E_start, r.E_end, 1e-9 * T0);
    ASSERT(fabs(k.u[0] - 0.3) > 0.05); /* but the tangential velocity has been exchanged */
    lab_close(&k);
    PASS();
}

/* Driven end: E - W can only fall, though E itself goes up and down. */
TEST moving_support_does_work_that_the_ledger_knows(void)
{
    lab k;
    lab_open(&k, "mass-spring-friction", "glocker-studer", "");
    k.spec.h = 1e-4;
    const ss_run_result a = lab_run(&k, (ss_sink){0});
    k.spec.h = 2.5e-5;
    const ss_run_result b = lab_run(&k, (ss_sink){0});
    ASSERT_EQ(SS_OK, a.status);
    ASSERT(fabs(a.W) > 0.0);
    /* a contact sticks to the support's velocity at midpoints, half a step late: first order */
    ASSERT(b.E_gain_max < 0.3 * a.E_gain_max);
    ASSERT(b.E_gain_max < 1e-4 * fabs(b.W));
    lab_close(&k);
    PASS();
}

/* Slip that reverses passes through rest, where static friction may hold it.  A scheme that
 * overlooks it converges to another motion, 0.013 in away. */
TEST reversals_are_held_by_static_friction(void)
{
    lab k, truth;
    lab_open(&truth, "mass-spring-friction", "event-newton", "v_s=0");
    ASSERT_EQ(SS_OK, lab_run(&truth, (ss_sink){0}).status);
    lab_open(&k, "mass-spring-friction", "glocker-studer", "v_s=0");
    k.spec.h = 1e-4;
    ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){0}).status);
    /* first order with 4 in/s of slip speed: a few h */
    ASSERT_IN_RANGE(truth.q[0], k.q[0], 1e-3);
    lab_close(&k);
    lab_close(&truth);
    PASS();
}

/* In Painleve's inconsistent region the scheme answers with an impulse: it slips no more
 * after one step (an impact without collision), and goes on. */
TEST in_the_inconsistent_region_the_step_is_an_impact_without_collision(void)
{
    lab k;
    lab_open(&k, "painleve-rod", "glocker-studer",
             "mu=2 q0_theta=1 q0_y=0.8414709848078965 u0_x=-1 u0_y=0 u0_theta=0");
    k.spec.max_steps = 1;
    const ss_run_result r = lab_run(&k, (ss_sink){0});
    ASSERT_EQ(SS_EBUDGET, r.status);
    ASSERT_EQ(1, r.impacts); /* without collision: its normal velocity was zero */
    const double vT = k.u[0] + sin(1.0) * k.u[2];
    ASSERT_IN_RANGE(0.0, vT, 1e-9);
    lab_close(&k);
    PASS();
}

SUITE(glocker_studer)
{
    RUN_TEST(ball_height_converges_with_first_order);
    RUN_TEST(ball_rests_at_the_zeno_time);
    RUN_TEST(block_stops_after_the_textbook_distance);
    RUN_TEST(block_loads_its_corners_three_to_one);
    RUN_TEST(disc_rolls_with_two_thirds_of_its_speed);
    RUN_TEST(oscillator_stops_where_theory_says);
    RUN_TEST(every_backend_gives_the_same_motion);
    RUN_TEST(projection_removes_penetration_without_a_gain_on_the_flat);
    RUN_TEST(projection_removes_penetration_without_a_gain_on_a_slope);
    RUN_TEST(projection_works_for_elliptic_wheels);
    RUN_TEST(tangential_restitution_reverses_the_spin_velocity);
    RUN_TEST(moving_support_does_work_that_the_ledger_knows);
    RUN_TEST(reversals_are_held_by_static_friction);
    RUN_TEST(in_the_inconsistent_region_the_step_is_an_impact_without_collision);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(glocker_studer);
    GREATEST_MAIN_END();
}
