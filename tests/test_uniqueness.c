/* test_uniqueness.c - measures of non-uniqueness of a state, and the stances of the RHex model
 * (Figure 2 of seghete2012); and that the model walks */
#include "greatest.h"
#include "lab.h"
#include "solvers/uniqueness.h"

static ss_uniqueness at(const char *problem, const char *settings)
{
    ss_uniqueness out = {0};
    lab k;
    lab_open(&k, problem, "seghete", settings);
    if (ss_uniqueness_at(&k.p, 0.0, k.p.q0, k.p.u0, &out) != SS_OK) out.closed = -1;
    lab_close(&k);
    return out;
}

/* wN = (0, 1, -+L/2, 0, 0), M = diag(5, 5, 13/12, 1/4, 1/4) */
TEST s_of_the_bicycle_is_that_of_its_closed_form(void)
{
    const ss_uniqueness u = at("bicycle", "q0_y=0.5 u0_y=-1 e=1");
    const double cross = 1.0 / 5.0 - 0.25 * 12.0 / 13.0, own = 1.0 / 5.0 + 0.25 * 12.0 / 13.0;
    ASSERT_EQ(2, u.closed);
    ASSERT_IN_RANGE(cross / own, u.s, 1e-14);
    ASSERT_EQ(2, u.orders.outcomes);
    PASS();
}

TEST cradle_is_unique_though_its_normals_are_not_orthogonal(void)
{
    const ss_uniqueness u = at("newtons-cradle", "approach=0");
    ASSERT_EQ(4, u.closed);
    ASSERT_IN_RANGE(-0.5, u.s, 1e-15); /* neighbours share a ball: -1/(1 + 1) */
    ASSERT_EQ(1, u.orders.outcomes);
    PASS();
}

TEST fewer_than_two_closed_contacts_have_no_s(void)
{
    const ss_uniqueness u = at("bouncing-ball", "");
    ASSERT_EQ(0, u.closed);
    ASSERT(isnan(u.s));
    ASSERT_EQ(1, u.orders.outcomes);
    PASS();
}

/* ---- stances of the RHex model --------------------------------------------------------------- */

static ss_uniqueness stance(double hip, double knee, const char *more)
{
    char settings[200];
    snprintf(settings, sizeof settings, "q0_hip_R=%.17g q0_knee_R=%.17g %s", hip, knee, more);
    return at("rhex", settings);
}

/* links of equal length: from upper link to the line from hip to foot is half the knee angle */
static double hip_of(double line, double knee)
{
    return line - 0.5 * knee;
}

TEST stances_put_both_feet_down_and_swapping_legs_changes_nothing(void)
{
    for (double line = -1.5; line < 1.6; line += 0.31)
        for (double knee = 0.2; knee < 2.9; knee += 0.37) {
            const ss_uniqueness a = stance(hip_of(line, knee), knee, "");
            const ss_uniqueness b = stance(hip_of(-line, knee), knee, "");
            ASSERT_EQ(2, a.closed);
            ASSERT_EQ(2, b.closed);
            ASSERT_IN_RANGE(a.s, b.s, 1e-12); /* |s| <= 1, condition of M of the order of 1e3 */
        }
    PASS();
}

/* The walking stances: at (line, knee) = (+-0.273, 1.044) s is lower than anywhere around, all
 * the way round circles of 0.1 to 0.25 rad; the symmetric stance between them is not a minimum. */
TEST walking_stances_are_mirror_image_minima_of_s(void)
{
    for (int side = -1; side <= 1; side += 2) {
        const double line = side * 0.273, knee = 1.044,
                     here = stance(hip_of(line, knee), knee, "").s;
        for (double r = 0.1; r < 0.26; r += 0.05)
            for (int k = 0; k < 16; k++) {
                const double a = 2.0 * acos(-1.0) * k / 16.0;
                ASSERT(
                    stance(hip_of(line + r * cos(a), knee + r * sin(a)), knee + r * sin(a), "").s >
                    here);
            }
        ASSERT(stance(hip_of(0.0, knee), knee, "").s > here);
    }
    PASS();
}

/* The symmetric stance: feet together under the hips, knees bent by 2.327; s is higher than all
 * around, and the body's centre of mass, 0.15 m below the hips, is below the floor. */
TEST symmetric_stance_is_a_maximum_of_s_and_unphysical(void)
{
    const double knee = 2.327, here = stance(hip_of(0.0, knee), knee, "").s;
    for (double r = 0.1; r < 0.3; r += 0.05)
        for (int k = 0; k < 16; k++) {
            const double a = 2.0 * acos(-1.0) * k / 16.0, bent = knee + r * sin(a);
            ASSERT(stance(hip_of(r * cos(a), bent), bent, "").s < here);
        }
    ASSERT(0.3 * cos(0.5 * knee) < 0.15);
    PASS();
}

/* A robot that falls flat on both feet, elastically: the spread over all orders is 2 |s| |dp| to
 * first order, so it grows with |s|.  Where |s| < 0.05 the two agree to 2 |s|. */
TEST spread_of_the_robots_impact_grows_with_s(void)
{
    double small = 0.0, large = INFINITY;
    int seen = 0;
    for (double line = 0.05; line < 1.5; line += 0.1)
        for (double knee = 0.3; knee < 2.8; knee += 0.25) {
            const ss_uniqueness u = stance(hip_of(line, knee), knee, "gait=none e=1 u0_y=-1");
            if (u.orders.outcomes < 2 || fabs(u.s) > 0.05) continue;
            const double estimate = 2.0 * fabs(u.s) * u.most.dp;
            ASSERT_IN_RANGE(1.0, u.orders.spread / estimate, 2.0 * fabs(u.s) + 1e-6);
            if (fabs(u.s) < 5e-4) small = fmax(small, u.orders.spread);
            if (fabs(u.s) > 1e-2) large = fmin(large, u.orders.spread);
            seen++;
        }
    ASSERT(seen > 50);
    ASSERT(small > 0.0 && isfinite(large));
    ASSERT(small < 0.2 * large);
    PASS();
}

/* ---- the gait -------------------------------------------------------------------------------- */

typedef struct walk {
    double least_y, most_pitch;
    int steps[2];   /* times the left, the right foot came down after a swing */
    double last[2]; /* when it last touched */
} walk;

static int follow(void *ctx, const ss_point *x, const ss_step_info *info)
{
    walk *w = ctx;
    w->least_y = fmin(w->least_y, x->q[1]);
    w->most_pitch = fmax(w->most_pitch, fabs(x->q[2]));
    for (int i = 0; i < info->events->n && i < info->events->room; i++) {
        const ss_event *ev = &info->events->at[i];
        if (ev->kind != SS_IMPACT) continue;
        /* a foot that bounces or scuffs is still in its step for a quarter of the period */
        if (ev->t > w->last[ev->contact] + 0.225) w->steps[ev->contact]++;
        w->last[ev->contact] = ev->t;
    }
    return 0;
}

/* Ten seconds, eleven turns of each leg, by two methods whose impact laws differ: the hips stay up,
 * the pitch within a radian, each foot comes down once a turn, and the speed is near that of
 * the stance, 2 * 2 arctan(0.2) * leg per half period = 0.47 m/s less what the knees give. */
TEST robot_walks(void)
{
    static const char *const methods[] = {"seghete", "glocker-studer"};
    for (int i = 0; i < 2; i++) {
        walk w = {.least_y = INFINITY};
        lab k;
        lab_open(&k, "rhex", methods[i], "");
        k.spec.t_end = 10.0;
        const ss_run_result r = lab_run(&k, (ss_sink){follow, &w});
        ASSERT_EQ(SS_OK, r.status);
        ASSERT_IN_RANGE(3.4, k.q[0], 0.3);
        ASSERT(w.least_y > 0.2);
        ASSERT(w.most_pitch < 1.0);
        for (int foot = 0; foot < 2 && i == 0; foot++) /* the time-stepper's feet scuff */
            ASSERT_IN_RANGE(11, w.steps[foot], 1);
        lab_close(&k);
    }
    PASS();
}

SUITE(uniqueness)
{
    RUN_TEST(s_of_the_bicycle_is_that_of_its_closed_form);
    RUN_TEST(cradle_is_unique_though_its_normals_are_not_orthogonal);
    RUN_TEST(fewer_than_two_closed_contacts_have_no_s);
    RUN_TEST(stances_put_both_feet_down_and_swapping_legs_changes_nothing);
    RUN_TEST(walking_stances_are_mirror_image_minima_of_s);
    RUN_TEST(symmetric_stance_is_a_maximum_of_s_and_unphysical);
    RUN_TEST(spread_of_the_robots_impact_grows_with_s);
    RUN_TEST(robot_walks);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(uniqueness);
    GREATEST_MAIN_END();
}
