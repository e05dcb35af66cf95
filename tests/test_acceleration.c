/* test_acceleration.c - contact forces of one state: Painleve's four cases and the block
 *
 * Rod with eps = 1/3, l = m = g = 1, sliding to the left (vT < 0), in the units of gomez2008:
 *     A = (1 + 2 eps + cos 2th - mu sin 2th)/2,  b = Fth cos th - eps (Fy + sin th th'^2)
 * and the gap's acceleration is (A N - b)/eps. */
#include "greatest.h"
#include "solvers/acceleration.h"
#include "tests/lab.h"

enum { ROOM = 4 };

typedef struct forces {
    int n;
    ss_status status;
    double l[ROOM * 8], udot[ROOM * 8];
} forces;

static forces forces_of(const char *problem, const char *settings)
{
    lab k;
    forces f = {0};
    lab_open(&k, problem, "glocker-studer", settings);
    f.n = ss_acceleration_solutions(&k.p, 0.0, k.p.q0, k.p.u0, f.l, f.udot, ROOM, &f.status);
    lab_close(&k);
    return f;
}

static double A_of(double th, double mu)
{
    return 0.5 * (1.0 + 2.0 / 3.0 + cos(2.0 * th) - mu * sin(2.0 * th));
}

static double b_of(double th, double Fy, double spin)
{
    return -(Fy + sin(th) * spin * spin) / 3.0;
}

/* round-off of a handful of operations on numbers of order one */
#define EXACT 1e-12

/* u0_x = -3 + l sin(th) spin keeps the tip sliding left; u0_y = l cos(th) spin keeps it down */
static forces rod(double th, double mu, double Fy, double spin)
{
    char s[320];
    snprintf(s, sizeof s,
             "l=1 mass=1 g=1 eps=0.33333333333333331 mu=%.17g Fx=0 Fy=%.17g Fth=0 q0_theta=%.17g "
             "q0_y=%.17g u0_x=-9 u0_y=%.17g u0_theta=%.17g",
             mu, Fy, th, sin(th), cos(th) * spin, spin);
    return forces_of("painleve-rod", s);
}

TEST region_a_has_one_force_and_contact_persists(void)
{
    const double th = 1.0, mu = 0.5, A = A_of(th, mu), b = b_of(th, -1.0, 0.0);
    const forces f = rod(th, mu, -1.0, 0.0);
    ASSERT(A > 0.0 && b > 0.0);
    ASSERT_EQ(SS_OK, f.status);
    ASSERT_EQ(1, f.n);
    ASSERT_IN_RANGE(b / A, f.l[0], EXACT);
    ASSERT_IN_RANGE(mu * b / A, f.l[1], EXACT); /* friction points right */
    PASS();
}

TEST region_b_opens_the_contact(void)
{
    const double th = 1.0, mu = 0.5;
    const forces f = rod(th, mu, -1.0, 2.0); /* spin lifts the tip: b < 0 */
    ASSERT(A_of(th, mu) > 0.0 && b_of(th, -1.0, 2.0) < 0.0);
    ASSERT_EQ(1, f.n);
    ASSERT_IN_RANGE(0.0, f.l[0], EXACT);
    PASS();
}

TEST beyond_the_critical_angle_two_forces_exist_where_b_is_negative(void)
{
    const double th = 1.0, mu = 2.0, A = A_of(th, mu), b = b_of(th, -1.0, 2.0);
    const forces f = rod(th, mu, -1.0, 2.0);
    ASSERT(A < 0.0 && b < 0.0);
    ASSERT_EQ(2, f.n);
    const double least = fmin(f.l[0], f.l[2]), most = fmax(f.l[0], f.l[2]);
    ASSERT_IN_RANGE(0.0, least, EXACT);
    ASSERT_IN_RANGE(b / A, most, EXACT);
    PASS();
}

TEST region_c_is_inconsistent(void)
{
    const double th = 1.0, mu = 2.0;
    const forces f = rod(th, mu, -1.0, 0.0);
    ASSERT(A_of(th, mu) < 0.0 && b_of(th, -1.0, 0.0) > 0.0);
    ASSERT_EQ(0, f.n);
    ASSERT_EQ(SS_EINCONSISTENT, f.status);
    PASS();
}

/* A = 0 at 0.65236 and 1.38209 rad for mu = 2 (published to five digits). */
TEST the_inconsistent_angles_lie_between_the_published_critical_ones(void)
{
    ASSERT_EQ(SS_OK, rod(0.65236 - 1e-4, 2.0, -1.0, 0.0).status);
    ASSERT_EQ(SS_EINCONSISTENT, rod(0.65236 + 1e-4, 2.0, -1.0, 0.0).status);
    ASSERT_EQ(SS_EINCONSISTENT, rod(1.38209 - 1e-4, 2.0, -1.0, 0.0).status);
    ASSERT_EQ(SS_OK, rod(1.38209 + 1e-4, 2.0, -1.0, 0.0).status);
    PASS();
}

TEST below_the_critical_friction_every_angle_has_a_force(void)
{
    for (double th = 0.05; th < 3.1; th += 0.05)
        ASSERT_EQ(SS_OK, rod(th, 4.0 / 3.0 - 1e-6, -1.0, 0.0).status);
    PASS();
}

/* N in units of m g for a square uniform block sliding left: (3/4, 1/4), (1, 0), (4, 0). */
TEST the_block_loads_its_corners_as_published(void)
{
    static const struct {
        const char *mu;
        double N[2];
    } row[] = {{"mu=0.5", {0.75, 0.25}}, {"mu=1", {1.0, 0.0}}, {"mu=1.5", {4.0, 0.0}}};
    for (int i = 0; i < 3; i++) {
        char s[100];
        snprintf(s, sizeof s, "mass=1 g=1 half_width=1 half_height=1 u0_x=-1 %s", row[i].mu);
        const forces f = forces_of("sliding-block", s);
        ASSERT_EQ(SS_OK, f.status);
        ASSERT_IN_RANGE(row[i].N[0], f.l[0], EXACT);
        ASSERT_IN_RANGE(row[i].N[1], f.l[2], EXACT);
    }
    PASS();
}

SUITE(acceleration)
{
    RUN_TEST(region_a_has_one_force_and_contact_persists);
    RUN_TEST(region_b_opens_the_contact);
    RUN_TEST(beyond_the_critical_angle_two_forces_exist_where_b_is_negative);
    RUN_TEST(region_c_is_inconsistent);
    RUN_TEST(the_inconsistent_angles_lie_between_the_published_critical_ones);
    RUN_TEST(below_the_critical_friction_every_angle_has_a_force);
    RUN_TEST(the_block_loads_its_corners_as_published);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(acceleration);
    GREATEST_MAIN_END();
}
