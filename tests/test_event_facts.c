/* test_event_facts.c - what flickinger2011 and singh2018 publish of their simulations
 *
 * Where a published sentence does not come out the test says what does, and why. */
#include "greatest.h"
#include "lab.h"

enum { ROOM = 4096 };
#define QUARTER 0.78539816339744828

typedef struct story {
    ss_event at[ROOM];
    int n;
    double t[ROOM], E[ROOM], own[ROOM], vT_stuck, rest_since, stuck;
    int rows, nu;
    const ss_problem *p;
    double last, speed;
} story;

static story story_;

static int tell(void *ctx, const ss_point *x, const ss_step_info *info)
{
    story *k = ctx;
    double c[64], T, V, fastest = 0.0;
    const ss_config at = {.t = x->t, .q = x->q, .c = c};

    for (int i = 0; i < info->events->n && i < info->events->room && k->n < ROOM; i++)
        k->at[k->n++] = info->events->at[i];
    if (k->p->pose) k->p->pose(k->p->par, x->t, x->q, c);
    k->p->energy(k->p->par, &at, x->u, &T, &V);
    if (k->rows < ROOM) {
        k->t[k->rows] = x->t;
        k->E[k->rows] = T + V;
        k->own[k->rows++] = T + V - x->W;
    }
    for (int i = 0; i < k->p->dims.nu; i++) fastest = fmax(fastest, fabs(x->u[i]));
    if (fastest > 1e-9) k->rest_since = x->t;
    if (x->mode[0] == SS_STICK) k->stuck += x->t - k->last;
    k->last = x->t;
    return 0;
}

/* A run at the published tolerances. */
static ss_run_result run(lab *k, const char *problem, const char *method, const char *settings,
                         double t_end)
{
    lab_open(k, problem, method, settings);
    k->spec.rtol = 1e-8;
    k->spec.atol = 1e-9;
    k->spec.t_end = t_end;
    story_ = (story){.p = &k->p};
    return lab_run(k, (ss_sink){tell, &story_});
}

static int rises(const story *s, double more_than)
{
    int n = 0;
    for (int i = 0; i < s->n; i++)
        n += s->at[i].kind == SS_IMPACT && s->at[i].E_after - s->at[i].E_before > more_than;
    return n;
}

static const ss_event *impact(const story *s, int number)
{
    for (int i = 0; i < s->n; i++)
        if (s->at[i].kind == SS_IMPACT && number-- == 0) return &s->at[i];
    return NULL;
}

static double time_of(const story *s, ss_event_kind kind, int contact)
{
    for (int i = 0; i < s->n; i++)
        if (s->at[i].kind == kind && s->at[i].contact == contact) return s->at[i].t;
    return INFINITY;
}

/* Flights of one contact between two of its impacts that last longer than `least`. */
static int bounces(const story *s, int contact, double least)
{
    double last = INFINITY;
    int n = 0;
    for (int i = 0; i < s->n; i++) {
        if (s->at[i].kind != SS_IMPACT || s->at[i].contact != contact) continue;
        n += s->at[i].t - last > least;
        last = s->at[i].t;
    }
    return n;
}

/* ---- double pendulum --------------------------------------------------------------------- */

TEST without_control_the_pendulum_gains_energy_at_two_impacts_or_more(void)
{
    lab k;
    const ss_run_result r = run(&k, "double-pendulum", "event-newton", "e_n=1 energy=none", 10.0);
    ASSERT_EQ(SS_OK, r.status);
    ASSERT(rises(&story_, 1.0) >= 2);
    /* 14.3 J at 0.515 s, 15.8 J at 4.28 s: an independent check with the source's law */
    ASSERT(fabs(impact(&story_, 0)->t - 0.515) < 1e-3);
    ASSERT(fabs(impact(&story_, 0)->E_after - impact(&story_, 0)->E_before - 14.3) < 0.05);
    ASSERT(story_.rest_since > 9.9);
    lab_close(&k);
    PASS();
}

/* Published beside that: the first impact is the same as without control.  It is not: the first
 * impact sticks, gains 14.3 J without control, and any control must take them. */
TEST with_control_the_energy_never_rises_and_the_first_impact_differs(void)
{
    lab k;
    const ss_run_result r = run(&k, "double-pendulum", "event-newton", "e_n=1 e_kin=1", 10.0);
    ASSERT_EQ(SS_OK, r.status);
    ASSERT_EQ(0, rises(&story_, 1e-9));
    ASSERT(r.E_gain_max < 1e-4);
    ASSERT(fabs(impact(&story_, 0)->E_after - impact(&story_, 0)->E_before) < 1e-9);
    lab_close(&k);
    PASS();
}

/* What would make the sentence true: a floor nearer to the pivot.  At the printed 1.5 m the first
 * impact gains, at 1.4 m it loses 7 J (the sign changes near 1.44 m), comes at 0.499 s, is the
 * same with and without control, and the second is the first to gain: as published. */
TEST with_the_floor_a_little_higher_the_first_impact_is_the_same_and_the_second_gains(void)
{
    double first[2], t[2];
    for (int i = 0; i < 2; i++) {
        lab k;
        ASSERT_EQ(SS_OK, run(&k, "double-pendulum", "event-newton",
                             i ? "height=1.4 e_n=1 e_kin=1" : "height=1.4 e_n=1 energy=none", 10.0)
                             .status);
        first[i] = impact(&story_, 0)->E_after;
        t[i] = impact(&story_, 1)->t;
        const double second = impact(&story_, 1)->E_after - impact(&story_, 1)->E_before;
        ASSERT(i ? second < 1e-9 : second > 5.0);
        lab_close(&k);
    }
    ASSERT(fabs(first[0] - first[1]) < 1e-9 && fabs(t[0] - t[1]) < 1e-9);
    PASS();
}

TEST with_half_the_energy_lost_the_pendulum_rests_within_ten_seconds(void)
{
    lab k;
    ASSERT_EQ(SS_OK, run(&k, "double-pendulum", "event-newton", "e_n=1 e_kin=0.5", 10.0).status);
    ASSERT(story_.rest_since < 9.9);
    ASSERT_EQ(0, rises(&story_, 0.0));
    lab_close(&k);
    PASS();
}

TEST with_little_restitution_the_pendulum_rests_after_two_rebounds(void)
{
    lab k;
    ASSERT_EQ(SS_OK, run(&k, "double-pendulum", "event-newton", "e_n=0.1 e_kin=0.5", 10.0).status);
    /* what a figure can show: flights of a millisecond and more */
    ASSERT_EQ(2, bounces(&story_, 0, 1e-3));
    ASSERT(story_.rest_since < 2.0);
    lab_close(&k);
    PASS();
}

TEST without_restitution_the_pendulum_rests_shortly_after_the_first_impact(void)
{
    lab k;
    ASSERT_EQ(SS_OK, run(&k, "double-pendulum", "event-newton", "e_n=0 e_kin=0.5", 10.0).status);
    ASSERT_EQ(0, bounces(&story_, 0, 0.0));
    ASSERT(story_.rest_since < impact(&story_, 0)->t + 1.0);
    lab_close(&k);
    PASS();
}

/* From (pi/4, -3 pi/4): about 0.5 s to the first impact, which gains kinetic energy; both controls
 * prevent it.  Published: the same motion until 3.25 s, where the constrained one loses more.
 * With the principle solved to its optimum the two agree to the end: no slip of this run would
 * gain energy, so the constraint is never active.  (As printed, T* - T of (5.13)-(5.14) compares
 * the energy before with itself and constrains nothing either.) */
TEST both_energy_controls_prevent_the_gain_and_give_the_same_motion(void)
{
    static const char start[] = "q0_q1=0.78539816339744828 q0_q2=-2.3561944901923448 e_n=1";
    char settings[120];
    double end[2][2];
    lab k;

    snprintf(settings, sizeof settings, "%s energy=none", start);
    ASSERT_EQ(SS_OK, run(&k, "double-pendulum", "event-newton", settings, 5.0).status);
    ASSERT(fabs(impact(&story_, 0)->t - 0.508) < 1e-3);
    ASSERT(fabs(impact(&story_, 0)->E_after - impact(&story_, 0)->E_before - 6.4) < 0.05);
    lab_close(&k);
    for (int i = 0; i < 2; i++) {
        snprintf(settings, sizeof settings, "%s energy=%s", start, i ? "constrain" : "attenuate");
        const ss_run_result r = run(&k, "double-pendulum", "event-newton", settings, 5.0);
        ASSERT_EQ(SS_OK, r.status);
        ASSERT(r.E_gain_max < 1e-5);
        end[i][0] = k.q[0];
        end[i][1] = k.q[1];
        lab_close(&k);
    }
    ASSERT(fabs(end[0][0] - end[1][0]) < 1e-9 && fabs(end[0][1] - end[1][1]) < 1e-9);
    PASS();
}

/* ---- bicycle ------------------------------------------------------------------------------- */

/* Published: without control the energy rises.  Taken exactly the published start (level rod, round
 * wheels, level ground) is symmetric: both wheels strike at once, Newton's law with e_n = 1 gives
 * back the vertical motion and the energy falls by the first slip's part, (1/2) m v^2 2/7, only. */
TEST the_bicycle_first_strikes_near_one_second_and_keeps_its_symmetry(void)
{
    lab k;
    ASSERT_EQ(SS_OK, run(&k, "bicycle", "event-newton", "e_n=1 energy=none", 10.0).status);
    ASSERT(fabs(impact(&story_, 0)->t - 0.958) < 1e-3); /* sqrt(2 * 4.5 / 9.81) */
    ASSERT_EQ(0, rises(&story_, 1e-9));
    ASSERT(fabs(story_.E[0] - story_.E[story_.rows - 1] - 0.5 * 5.0 * 4.0 * 2.0 / 7.0) < 1e-6);
    lab_close(&k);
    PASS();
}

/* What makes the sentence true: the wheels' impacts taken one after the other, as an integrator
 * that stops at the first of two simultaneous events does (closed=0), or a rod tilted by what
 * nobody would see.  Then the rod turns, later impacts are of one wheel with the rod inclined, and
 * they gain.  It never rests, and with e_kin = 0.95 nothing rises, as published. */
TEST with_the_wheels_one_after_the_other_the_bicycle_gains_energy(void)
{
    static const char *const apart[] = {"closed=0", "q0_theta=1e-6", "q0_theta=1e-3"};
    static const double least[] = {0.05, 0.05, 1.0}; /* J, of 247: seen 0.16, 0.55, 3.3 */
    for (int i = 0; i < 3; i++) {
        lab k;
        char settings[100];
        snprintf(settings, sizeof settings, "e_n=1 energy=none %s", apart[i]);
        const ss_run_result r = run(&k, "bicycle", "event-newton", settings, 10.0);
        ASSERT_EQ(SS_OK, r.status);
        ASSERT(rises(&story_, least[i]) >= 1);
        ASSERT(r.E_gain_max > least[i]);
        ASSERT(story_.rest_since > 9.9);
        lab_close(&k);
        snprintf(settings, sizeof settings, "e_n=1 e_kin=0.95 %s", apart[i]);
        ASSERT_EQ(SS_OK, run(&k, "bicycle", "event-newton", settings, 10.0).status);
        ASSERT_EQ(0, rises(&story_, 1e-9));
        lab_close(&k);
    }
    PASS();
}

#define OVAL "d2=0.25 v_s=1.4e-4 "

/* Wedge of 20 degrees, e_kin = 0.5.  Published: several bounces and rolling after about 3.5 s with
 * e_n = 0.75, fewer and sooner with 0.5, with 0.25 sliding and rolling after the first impact.
 * Rolling: both wheels in lasting contact for the first time; 3.77, 3.45 and 1.92 s, and of one
 * wheel 3.76, 2.35 and 1.74 s.  "About 3.5" is read from a figure of 5 s: half a second. */
TEST on_the_wedge_less_restitution_means_fewer_bounces_and_earlier_rolling(void)
{
    static const char *const e[] = {"0.75", "0.5", "0.25"};
    double one[3], both[3];
    int n[3];
    for (int i = 0; i < 3; i++) {
        lab k;
        char settings[100];
        snprintf(settings, sizeof settings, OVAL "slope=0.3490658503988659 e_kin=0.5 e_n=%s", e[i]);
        ASSERT_EQ(SS_OK, run(&k, "bicycle", "event-newton", settings, 5.0).status);
        ASSERT_EQ(0, rises(&story_, 1e-9));
        /* half of the kinetic energy goes at least */
        const ss_event *first = impact(&story_, 0);
        const double T = story_.E[0] - 5.0 * 9.81 * 5.0 + 0.5 * 5.0 * pow(9.81 * first->t, 2);
        ASSERT(first->E_before - first->E_after >= 0.5 * T * (1.0 - 1e-6));
        const double t0 = time_of(&story_, SS_TOUCH, 0), t1 = time_of(&story_, SS_TOUCH, 1);
        one[i] = fmin(t0, t1);
        both[i] = fmax(t0, t1);
        n[i] = 0;
        for (int j = 0; j < story_.n; j++)
            n[i] += story_.at[j].kind == SS_IMPACT && story_.at[j].t < one[i] &&
                    story_.at[j].v_after[0] > 0.05; /* a millimetre high or so */
        lab_close(&k);
    }
    ASSERT(fabs(both[0] - 3.5) < 0.5 && fabs(one[0] - 3.5) < 0.5);
    ASSERT(one[0] > one[1] && one[1] > one[2]);
    ASSERT(both[0] > both[1] && both[1] > both[2]);
    ASSERT(n[0] >= 10 && n[0] > n[1] && n[1] > n[2]);
    PASS();
}

/* Section 4.2, e_n = 0.5 (not published there).  The first impact sticks at 0, 15 and 30 degrees
 * and slips with mu <= 0.25 at 45; on the level (with 2 m/s) it rolls after 2.5 s and sticks more
 * often than not, at 45 degrees it slips more often than it sticks. */
TEST the_first_oblique_impact_sticks_up_to_30_degrees_and_slips_at_45(void)
{
    static const char *const settings[] = {OVAL "u0_x=2", OVAL "slope=0.26179938779914941",
                                           OVAL "slope=0.52359877559829882",
                                           OVAL "slope=0.78539816339744828"};
    for (int i = 0; i < 4; i++) {
        lab k;
        int sticks = 0, slips = 0;
        ASSERT_EQ(SS_OK, run(&k, "bicycle", "event-newton", settings[i], 5.0).status);
        const ss_event *first = impact(&story_, 0);
        const double mu = fabs(first->L[1]) / first->L[0];
        ASSERT_EQ(mu, first->measure[0]);
        for (int j = 0; j < story_.n; j++) {
            if (story_.at[j].kind != SS_IMPACT) continue;
            if (story_.at[j].measure[1] == 0.0)
                sticks++;
            else
                slips++;
        }
        if (i < 3) {
            ASSERT(mu < 0.5 && first->measure[1] == 0.0);
        } else {
            ASSERT(mu <= 0.25 + 1e-12 && fabs(first->v_after[1]) > 1.0);
            ASSERT(slips > sticks);
        }
        if (i == 0) {
            const double t = fmax(time_of(&story_, SS_TOUCH, 0), time_of(&story_, SS_TOUCH, 1));
            ASSERT(fabs(first->t - 1.0) < 0.05);
            ASSERT(t > 2.5 && t < 3.0);
            ASSERT(sticks > slips);
        }
        lab_close(&k);
    }
    PASS();
}

TEST without_restitution_the_bicycle_rolls_on_at_constant_speed(void)
{
    lab k;
    ASSERT_EQ(SS_OK, run(&k, "bicycle", "event-newton", "e_n=0 e_kin=1", 5.0).status);
    ASSERT_EQ(0, bounces(&story_, 0, 0.0) + bounces(&story_, 1, 0.0));
    const double hit = impact(&story_, 0)->t;
    for (int i = 0; i < story_.rows; i++)
        if (story_.t[i] > hit)
            ASSERT(fabs(story_.E[i] - story_.E[story_.rows - 1]) < 1e-9 * story_.E[0]);
    /* rolling without slip: m v with the wheels' spin, 5 v = 7 v' */
    ASSERT(fabs(k.u[0] - 2.0 * 5.0 / 7.0) < 1e-9);
    lab_close(&k);
    PASS();
}

/* ---- mass, spring and friction ------------------------------------------------------------- */

TEST the_fixed_step_sticks_longer_than_the_events_do(void)
{
    lab k;
    double stuck[2], end[2];
    int passed = 0;

    lab_open(&k, "mass-spring-friction", "rk4-karnopp", "");
    k.spec.h = 0.01; /* published */
    story_ = (story){.p = &k.p};
    ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){tell, &story_}).status);
    stuck[0] = story_.stuck;
    end[0] = k.q[0];
    lab_close(&k);
    ASSERT_EQ(SS_OK, run(&k, "mass-spring-friction", "event-newton", "", 2.0).status);
    stuck[1] = story_.stuck;
    end[1] = k.q[0];
    for (int i = 0; i < story_.n; i++) passed += story_.at[i].kind == SS_REVERSED;
    lab_close(&k);
    ASSERT(stuck[1] < stuck[0]);
    ASSERT(passed > 0); /* zero slip is passed without sticking */
    /* the general behaviour is the same: within a tenth of the amplitude */
    ASSERT(fabs(end[0] - end[1]) < 0.1 * fabs(end[1]));
    PASS();
}

TEST with_small_steps_the_fixed_step_tends_to_the_events(void)
{
    lab k;
    double err[2];
    ASSERT_EQ(SS_OK, run(&k, "mass-spring-friction", "event-newton", "", 2.0).status);
    const double Z = k.q[0];
    lab_close(&k);
    for (int i = 0; i < 2; i++) {
        lab_open(&k, "mass-spring-friction", "rk4-karnopp", "");
        k.spec.h = i ? 1e-5 : 1e-3;
        ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){0}).status);
        err[i] = fabs(k.q[0] - Z);
        lab_close(&k);
    }
    ASSERT(err[1] < 0.1 * err[0]); /* first order would give a hundredth */
    PASS();
}

/* ---- jumping leg ----------------------------------------------------------------------------- */

TEST the_leg_keeps_its_energy_in_flight_loses_some_at_the_impact_and_gains_none(void)
{
    lab k;
    const ss_run_result r = run(&k, "jumping-leg-planar", "event-energetic", "", 0.4);
    ASSERT_EQ(SS_OK, r.status);
    const double hit = impact(&story_, 0)->t, slips = time_of(&story_, SS_SLIPPED, 0);
    ASSERT(fabs(hit - sqrt(2.0 * 0.01 / 9.81)) < 1e-9);
    ASSERT(impact(&story_, 0)->E_after < impact(&story_, 0)->E_before - 0.1);
    double after = NAN;
    for (int i = 0; i < story_.rows; i++) {
        const double t = story_.t[i], E = story_.own[i];
        if (t < hit) ASSERT(fabs(E - story_.own[0]) < 1e-7 * story_.own[0]);
        if (t >= hit && isnan(after)) after = E;
        /* less the motors' work it stays until the toe slips: sticking feet do no work */
        if (t >= hit && t < slips) ASSERT(fabs(E - after) < 1e-6 * after);
    }
    ASSERT(r.E_gain_max < 1e-6 * story_.own[0]);
    lab_close(&k);
    PASS();
}

TEST the_heel_lifts_before_the_toe(void)
{
    lab k;
    ASSERT_EQ(SS_OK, run(&k, "jumping-leg-planar", "event-energetic", "", 0.4).status);
    const double heel = time_of(&story_, SS_LIFTED, 1), toe = time_of(&story_, SS_LIFTED, 0);
    ASSERT(heel < toe && toe < 0.4);
    ASSERT(k.q[1] > 0.1); /* it does leave the ground */
    lab_close(&k);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(without_control_the_pendulum_gains_energy_at_two_impacts_or_more);
    RUN_TEST(with_control_the_energy_never_rises_and_the_first_impact_differs);
    RUN_TEST(with_the_floor_a_little_higher_the_first_impact_is_the_same_and_the_second_gains);
    RUN_TEST(with_half_the_energy_lost_the_pendulum_rests_within_ten_seconds);
    RUN_TEST(with_little_restitution_the_pendulum_rests_after_two_rebounds);
    RUN_TEST(without_restitution_the_pendulum_rests_shortly_after_the_first_impact);
    RUN_TEST(both_energy_controls_prevent_the_gain_and_give_the_same_motion);
    RUN_TEST(the_bicycle_first_strikes_near_one_second_and_keeps_its_symmetry);
    RUN_TEST(with_the_wheels_one_after_the_other_the_bicycle_gains_energy);
    RUN_TEST(on_the_wedge_less_restitution_means_fewer_bounces_and_earlier_rolling);
    RUN_TEST(the_first_oblique_impact_sticks_up_to_30_degrees_and_slips_at_45);
    RUN_TEST(without_restitution_the_bicycle_rolls_on_at_constant_speed);
    RUN_TEST(the_fixed_step_sticks_longer_than_the_events_do);
    RUN_TEST(with_small_steps_the_fixed_step_tends_to_the_events);
    RUN_TEST(the_leg_keeps_its_energy_in_flight_loses_some_at_the_impact_and_gains_none);
    RUN_TEST(the_heel_lifts_before_the_toe);
    GREATEST_MAIN_END();
}
