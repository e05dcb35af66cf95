/* test_event.c - the event-driven methods: times of events, order, accumulation, contact */
#include "greatest.h"
#include "lab.h"

static const char *const methods[] = {"event-newton", "event-energetic", "event-poisson"};
enum { NMETHODS = 3, ROOM = 20000 };

/* What a run tells, kept whole. */
typedef struct tape {
    ss_event at[ROOM];
    int n, nc, dim;
    double least_load, stuck_time, last_t, rise; /* rise: largest of E at an event */
    unsigned char was_stuck;
} tape;

static int record(void *ctx, const ss_point *x, const ss_step_info *info)
{
    tape *k = ctx;
    for (int i = 0; i < info->events->n && i < info->events->room && k->n < ROOM; i++) {
        const ss_event *ev = &info->events->at[i];
        k->at[k->n++] = *ev;
        k->rise = fmax(k->rise, ev->E_after - ev->E_before);
    }
    for (int i = 0; i < k->nc; i++) k->least_load = fmin(k->least_load, x->l[i * k->dim]);
    if (k->was_stuck) k->stuck_time += x->t - k->last_t;
    k->was_stuck = k->nc && x->mode[0] == SS_STICK;
    k->last_t = x->t;
    return 0;
}

static ss_run_result play(lab *k, tape *t)
{
    *t = (tape){.nc = k->p.dims.nc, .dim = ss_dim(&k->p.dims)};
    return lab_run(k, (ss_sink){record, t});
}

static int count(const tape *t, ss_event_kind kind)
{
    int n = 0;
    for (int i = 0; i < t->n; i++) n += t->at[i].kind == kind;
    return n;
}

static double first_time(const tape *t, ss_event_kind kind)
{
    for (int i = 0; i < t->n; i++)
        if (t->at[i].kind == kind) return t->at[i].t;
    return INFINITY;
}

static tape tape_; /* large, so not on the stack */

/* ---- bouncing ball ------------------------------------------------------------------------ */

TEST every_bounce_comes_at_its_time_and_the_limit_is_passed(void)
{
    for (int m = 0; m < NMETHODS; m++) {
        lab k;
        lab_open(&k, "bouncing-ball", methods[m], "height=1 e=0.5 g=9.81");
        k.spec.t_end = 3.0;
        const ss_run_result r = play(&k, &tape_);
        ASSERT_EQ(SS_OK, r.status);
        /* falls sqrt(2h/g), then each flight lasts 2 e^n of that */
        const double fall = sqrt(2.0 / 9.81);
        double at = fall;
        int bounce = 0;
        for (int i = 0; i < tape_.n; i++) {
            if (tape_.at[i].kind != SS_IMPACT) continue;
            ASSERT(fabs(tape_.at[i].t - at) < 1e-10);
            at += 2.0 * fall * pow(0.5, ++bounce);
        }
        /* bounces are 4^-n high: 1e-10 m after seventeen */
        ASSERT(bounce >= 16);
        ASSERT_EQ(1, count(&tape_, SS_ZENO));
        ASSERT_EQ(1, r.limits);
        /* the limit is 3 falls; what is left out then lasts 4 e^17 falls */
        ASSERT(fabs(first_time(&tape_, SS_ZENO) - 3.0 * fall) < 4.0 * fall * pow(0.5, 16));
        ASSERT_EQ(0.0, k.q[0]);
        ASSERT_EQ(0.0, k.u[0]);
        ASSERT(r.penetration_max < 1e-12);
        lab_close(&k);
    }
    PASS();
}

/* ---- two blocks and a wall ----------------------------------------------------------------- */

TEST the_blocks_collide_exactly_as_often_as_theory_says(void)
{
    for (int p = 0; p < 5; p++) {
        for (int m = 0; m < NMETHODS; m++) {
            lab k;
            char settings[64];
            const double ratio = pow(100.0, p);
            snprintf(settings, sizeof settings, "mass2=%.17g", ratio);
            lab_open(&k, "two-blocks-wall", methods[m], settings);
            k.spec.t_end = 1e6; /* the last collisions may be slow to come */
            const ss_run_result r = play(&k, &tape_);
            const long want = (long)ceil(acos(-1.0) / atan(sqrt(1.0 / ratio))) - 1;
            ASSERT_EQ(SS_OK, r.status);
            ASSERT_EQ_FMT(want, r.impacts, "%ld");
            lab_close(&k);
        }
    }
    PASS();
}

/* ---- accuracy ------------------------------------------------------------------------------- */

static double final_error(const char *problem, const char *settings, double rtol, double part,
                          long *steps)
{
    lab k;
    double q[LAB_MOST], u[LAB_MOST], err = 0.0;
    lab_open(&k, problem, "event-newton", settings);
    k.spec.rtol = rtol;
    k.spec.atol = 1e-3 * rtol;
    k.spec.t_end = part * k.p.t_end;
    const ss_run_result r = play(&k, &tape_);
    if (r.status != SS_OK || k.p.exact(k.p.par, k.spec.t_end, q, u)) return INFINITY;
    for (int i = 0; i < k.p.dims.nq; i++) err = fmax(err, fabs(k.q[i] - q[i]));
    if (steps) *steps = r.steps;
    lab_close(&k);
    return err;
}

/* Error against work: doubling the steps divides the error by 2^5; at least 2^4 is asked, over
 * a factor in steps large enough that the few steps cut by events do not matter. */
TEST between_events_the_order_is_at_least_four(void)
{
    static const char *const problems[][2] = {{"impact-oscillator", ""},
                                              {"mass-spring-friction", "v_s=0"},
                                              {"coulomb-oscillator", "v_s=0"}};
    for (int i = 0; i < 3; i++) {
        long few, many;
        const double coarse = final_error(problems[i][0], problems[i][1], 1e-5, 0.9, &few);
        const double fine = final_error(problems[i][0], problems[i][1], 1e-11, 0.9, &many);
        const double order = log(coarse / fine) / log((double)many / (double)few);
        if (!(order > 4.0)) printf("  %s: order %g\n", problems[i][0], order);
        ASSERT(order > 4.0);
    }
    PASS();
}

/* Times of events are as good as the state: 1e3 of the relative tolerance leaves room for what
 * a dozen events and the condition of the motion make of it. */
TEST times_of_events_follow_the_tolerance(void)
{
    static const double rtol[] = {1e-6, 1e-8, 1e-10};
    double times[3][16];
    int n[3];

    for (int i = 0; i < 3; i++) {
        lab k;
        lab_open(&k, "mass-spring-friction", "event-newton", "");
        k.spec.rtol = rtol[i];
        k.spec.atol = 1e-3 * rtol[i];
        ASSERT_EQ(SS_OK, play(&k, &tape_).status);
        n[i] = tape_.n < 16 ? tape_.n : 16;
        for (int j = 0; j < n[i]; j++) times[i][j] = tape_.at[j].t;
        lab_close(&k);
    }
    ASSERT(n[0] == n[2] && n[1] == n[2] && n[2] > 10);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < n[2]; j++) ASSERT(fabs(times[i][j] - times[2][j]) < 1e3 * rtol[i]);
    PASS();
}

/* ---- contact --------------------------------------------------------------------------------- */

TEST contact_forces_push_and_gaps_stay_closed_in_every_problem(void)
{
    static const char *const problems[][2] = {
        {"double-pendulum", ""},   {"bicycle", "slope=0.35 d2=0.25 u0_x=0 e=0.25"},
        {"rocking-block", ""},     {"sliding-block", "mu=1.5"},
        {"disc-slip-to-roll", ""}, {"block-on-incline", ""},
        {"painleve-rod", ""},      {"bicycle", "slope=0.78 d2=0.25 u0_x=0 e=0.5"},
    };
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++)
        for (int m = 0; m < NMETHODS; m++) {
            lab k;
            lab_open(&k, problems[i][0], methods[m], problems[i][1]);
            const ss_run_result r = play(&k, &tape_);
            if (r.status != SS_OK) printf("  %s %s\n", problems[i][0], methods[m]);
            ASSERT_EQ(SS_OK, r.status);
            /* a force is at most watched to round-off of the largest; gaps are projected */
            ASSERT(tape_.least_load > -1e-6);
            ASSERT(r.penetration_max < 1e-9);
            lab_close(&k);
        }
    PASS();
}

/* A block rocks between its corners ever faster and comes to rest: the accumulation runs over
 * two contacts. */
TEST a_rocking_block_comes_to_rest(void)
{
    for (int m = 0; m < 2; m++) {
        lab k;
        lab_open(&k, "rocking-block", methods[m], "");
        k.spec.t_end = 60.0;
        const ss_run_result r = play(&k, &tape_);
        ASSERT_EQ(SS_OK, r.status);
        ASSERT(count(&tape_, SS_ZENO) > 0);
        ASSERT(fabs(k.q[2]) < 1e-9 && fabs(k.u[2]) < 1e-12);
        lab_close(&k);
    }
    PASS();
}

/* A tall block whose corners grip rocks ever less; the limit of its bounces must keep the grip, or
 * the slip that is left tips it again, for ever.  Three hundred to seven hundred impacts lead
 * there; ten times the steps are allowed. */
TEST a_gripping_block_comes_to_rest_too(void)
{
    static const char *const blocks[][2] = {
        {"rocking-block", "mu_d=1.31 mu_s=1.44 e=0.44 q0_theta=0.027"},
        {"rocking-block", "mu_d=1.36 mu_s=1.88 v_s=0.01 e=0.165 q0_theta=0.0254"},
        {"sliding-block", "mu_d=1.07 mu_s=1.31 v_s=1.4e-4 e=0.5 half_width=0.448 "
                          "half_height=0.479 u0_x=-3.12 q0_y=1.2287 q0_theta=0.006"},
        {"sliding-block", "mu_d=0.968 mu_s=1.43 e=1 half_width=0.8623 half_height=0.6387 "
                          "u0_x=1.139"}, /* the last slip is slow, not zero */
    };
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        for (int m = 0; m < NMETHODS; m++) {
            lab k;
            lab_open(&k, blocks[i][0], methods[m], blocks[i][1]);
            k.spec.t_end = 10.0;
            k.spec.max_steps = 10000;
            const ss_run_result r = play(&k, &tape_);
            if (r.status != SS_OK) printf("  %s %s, t = %g\n", blocks[i][0], methods[m], r.t);
            ASSERT_EQ(SS_OK, r.status);
            ASSERT(fabs(k.u[0]) + fabs(k.u[1]) + fabs(k.u[2]) < 1e-9);
            lab_close(&k);
        }
    PASS();
}

/* Where friction falls with slip the paradox is that of the friction at the slip there is: slow
 * slip under nearly static friction.  The impulse must be of the same friction to end it. */
TEST a_paradox_of_slow_slip_is_passed_by_an_impulse(void)
{
    static const char *const cases[][2] = {
        {"painleve-rod", "mu_d=2.52 mu_s=2.707 v_s=0.01 e=0.414 q0_theta=0.221 u0_x=1.638 "
                         "u0_theta=-2.352 eps=0.247"},
        {"painleve-rod", "mu_d=2.019 mu_s=2.241 v_s=0.01 e=0 q0_theta=0.768 u0_x=3.166 "
                         "u0_theta=0.293 eps=0.2135"},
        {"sliding-block", "mu_d=1.139 mu_s=1.48 v_s=1.4e-4 e=0.368 half_width=0.3117 "
                          "half_height=0.9496 u0_x=2.795"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int m = 0; m < NMETHODS; m++) {
            lab k;
            lab_open(&k, cases[i][0], methods[m], cases[i][1]);
            k.spec.t_end = 3.0;
            k.spec.max_steps = 10000;
            const ss_run_result r = play(&k, &tape_);
            if (r.status != SS_OK) printf("  %s %s, t = %g\n", cases[i][0], methods[m], r.t);
            ASSERT_EQ(SS_OK, r.status);
            ASSERT(count(&tape_, SS_INCONSISTENT) > 0);
            lab_close(&k);
        }
    PASS();
}

/* Two wheels jam between each other's friction: one grips, the other's load grows without bound
 * while it slips, and no impulse at the slipping wheel alone ends that.  The slip must end, and
 * what ends it must take energy. */
TEST jammed_wheels_seize_and_go_on(void)
{
    static const char *const cases[] = {
        "mu_d=1.427 mu_s=1.858 v_s=0.00014 e=0.1173 slope=-0.0415 d1=0.5211 d2=0.1202 "
        "rod_length=0.6445 rod_mass=5.471 wheel_mass=0.1515 q0_phi1=-0.1611 q0_phi2=0 "
        "u0_x=-1.946 u0_theta=-1.424 u0_phi1=3.011 q0_y=5.744",
        "mu_d=1.36 mu_s=1.594 v_s=0.00014 e=0.0409 slope=0.276 d1=0.1608 d2=0.7008 "
        "rod_length=0.8918 rod_mass=1.686 wheel_mass=0.1015 q0_phi1=2.068 q0_phi2=0 "
        "u0_x=-3.823 u0_theta=2.54 u0_phi1=0.6764 q0_y=5.69",
        "mu_d=1.215 mu_s=1.757 v_s=0.00014 e=0.04966 slope=0.5175 d1=0.2341 d2=0.7129 "
        "rod_length=0.7418 rod_mass=3.975 wheel_mass=0.1462 q0_phi1=1.908 q0_phi2=0 "
        "u0_x=-2.231 u0_theta=2.86 u0_phi1=3.175 q0_y=5.898",
        "mu_d=1.443 mu_s=1.891 v_s=0.00014 e=0.1378 slope=-0.09007 d1=0.6169 d2=0.1438 "
        "rod_length=0.8508 rod_mass=6.902 wheel_mass=0.2073 q0_phi1=-0.1021 q0_phi2=0 "
        "u0_x=1.525 u0_theta=2.835 u0_phi1=-3.484 q0_y=5.602",
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lab k;
        int jams = 0;
        lab_open(&k, "bicycle", "event-energetic", cases[i]);
        k.spec.t_end = 3.0;
        k.spec.max_steps = 10000;
        ASSERT_EQ(SS_OK, play(&k, &tape_).status);
        for (int j = 0; j < tape_.n; j++) {
            const ss_event *ev = &tape_.at[j];
            if (ev->kind != SS_INCONSISTENT) continue;
            jams++;
            ASSERT(ev->E_after <= ev->E_before + 1e-9);
        }
        ASSERT(jams > 0);
        lab_close(&k);
    }
    PASS();
}

/* In Painleve's region C no force exists: stop says so, impact goes on with an impulse. */
TEST where_no_force_exists_the_run_stops_or_an_impulse_is_applied(void)
{
    lab k;
    /* mu = 2 > 4/3, th between the critical angles, falling over: A < 0, b > 0 */
    const char *const start = "mu=2 q0_theta=1 u0_theta=0 paradox=%s";
    char settings[100];
    for (int stop = 0; stop < 2; stop++) {
        snprintf(settings, sizeof settings, start, stop ? "stop" : "impact");
        lab_open(&k, "painleve-rod", "event-energetic", settings);
        const ss_run_result r = play(&k, &tape_);
        if (stop) {
            ASSERT_EQ(SS_EINCONSISTENT, r.status);
        } else {
            ASSERT_EQ(SS_OK, r.status);
            ASSERT(count(&tape_, SS_INCONSISTENT) > 0);
            ASSERT(r.E_gain_max < 1e-6);
        }
        lab_close(&k);
    }
    PASS();
}

/* Touching in a long exactly integrable flight: a spinning ellipse strikes with its long axis. */
TEST a_spinning_wheel_is_not_flown_through_the_ground(void)
{
    lab k;
    lab_open(&k, "bicycle", "event-newton",
             "d1=0.5 d2=0.1 u0_x=0 u0_phi1=60 u0_phi2=47 g=1e-9 q0_y=0.55 u0_y=-0.05");
    k.spec.t_end = 2.0;
    k.spec.h = 2.0; /* without forces one step would do */
    const ss_run_result r = play(&k, &tape_);
    ASSERT_EQ(SS_OK, r.status);
    ASSERT(count(&tape_, SS_IMPACT) > 0);
    /* 0.55 - 0.05 t meets the long axis 0.5 for the first time just after t = 1 */
    ASSERT(fabs(first_time(&tape_, SS_IMPACT) - 1.0) < 0.1);
    ASSERT(r.penetration_max < 1e-9);
    lab_close(&k);
    PASS();
}

/* Four points around a bearing: loads are redundant, but without wedging two neighbours bear what
 * there is, and both methods choose those.  Their answers differ by 1e-5 at the preset tolerances;
 * a wedged bearing would stay where it is, 2.6 rad from there. */
TEST redundant_points_of_a_bearing_move_as_under_gauss_principle(void)
{
    static const char *const names[] = {"event-newton", "gauss"};
    double theta[2];
    for (int i = 0; i < 2; i++) {
        lab k;
        lab_open(&k, "journal-pendulum", names[i], "points=4");
        k.spec.t_end = 2.0;
        ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){0}).status);
        theta[i] = k.q[2];
        lab_close(&k);
    }
    ASSERT_IN_RANGE(theta[1], theta[0], 1e-4);
    PASS();
}

/* Sixteen points, under every law of impact.  After 0.05 s without friction theta would be
 * -K^2 t^2/2 = -0.1; a bearing that is wedged at rest stays at 0. */
TEST a_bearing_of_many_points_swings_through_its_reversals(void)
{
    static const char *const names[] = {"event-newton", "event-poisson", "event-energetic"};
    for (int i = 0; i < 3; i++) {
        lab k;
        lab_open(&k, "journal-pendulum", names[i], "");
        k.spec.t_end = 0.05;
        ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){0}).status);
        ASSERT(k.q[2] < -0.09);
        k.spec.t_end = 3.0;
        ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){0}).status);
        lab_close(&k);
    }
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(every_bounce_comes_at_its_time_and_the_limit_is_passed);
    RUN_TEST(the_blocks_collide_exactly_as_often_as_theory_says);
    RUN_TEST(between_events_the_order_is_at_least_four);
    RUN_TEST(times_of_events_follow_the_tolerance);
    RUN_TEST(contact_forces_push_and_gaps_stay_closed_in_every_problem);
    RUN_TEST(a_rocking_block_comes_to_rest);
    RUN_TEST(a_gripping_block_comes_to_rest_too);
    RUN_TEST(a_paradox_of_slow_slip_is_passed_by_an_impulse);
    RUN_TEST(jammed_wheels_seize_and_go_on);
    RUN_TEST(where_no_force_exists_the_run_stops_or_an_impulse_is_applied);
    RUN_TEST(a_spinning_wheel_is_not_flown_through_the_ground);
    RUN_TEST(redundant_points_of_a_bearing_move_as_under_gauss_principle);
    RUN_TEST(a_bearing_of_many_points_swings_through_its_reversals);
    GREATEST_MAIN_END();
}
