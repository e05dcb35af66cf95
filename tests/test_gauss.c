/* test_gauss.c - what the source of the method publishes of block, particle and rod, and what the
 * extension to impacts, stick and lift-off promises */
#include "solvers/qp/qp.h"
#include "tests/gauss_lab.h"
#include "tests/greatest.h"

/* ---- block, particle ------------------------------------------------------------------ */

TEST the_block_has_the_published_loads(const char *backend)
{
    static const struct {
        const char *mu;
        double N[2];
    } fact[] = {{"0.5", {0.75, 0.25}}, {"1", {1.0, 0.0}}, {"1.5", {4.0, 0.0}}};
    const double tol = strcmp(backend, "osqp") == 0 ? 1e-6 : 1e-10;

    for (int f = 0; f < 3; f++) {
        char settings[80];
        loads at;
        lab k;

        snprintf(settings, sizeof settings, "g=1 mu=%s qp=%s", fact[f].mu, backend);
        lab_open(&k, "sliding-block", "gauss", settings);
        const ss_status st = first_loads(&k, &at).status;
        lab_close(&k);
        if (st == SS_EMODULE) SKIPm("its library is not here");
        ASSERT_EQ(SS_OK, st);
        ASSERT_IN_RANGE(fact[f].N[0], at.N[0], tol);
        ASSERT_IN_RANGE(fact[f].N[1], at.N[1], tol);
    }
    PASS();
}

TEST the_particle_rests_on_the_floor_alone(void)
{
    static const char *const settings[] = {"mu=0", "mu=0.1", "mu=1", "mu=10"};

    for (int f = 0; f < 4; f++) {
        loads at;
        lab k;

        lab_open(&k, "particle-between-planes", "gauss", settings[f]);
        ASSERT_EQ(SS_OK, first_loads(&k, &at).status);
        lab_close(&k);
        ASSERT_IN_RANGE(9.81, at.N[0], 1e-9);
        ASSERT_IN_RANGE(0.0, at.N[1], 1e-9);
    }
    PASS();
}

/* ---- Painleve ------------------------------------------------------------------------- */

/* Over (theta, theta') with mu = 2: N = b/A, or nothing, or no solution, as A and b tell; 1e-9 of
 * the load is the step of 1e-12 at rates of up to 1e3. */
TEST the_rod_has_the_loads_of_every_region(void)
{
    int lasts = 0, opens = 0, both = 0, none = 0;

    for (int i = 1; i < 40; i++)
        for (int j = 0; j < 12; j++) {
            const double th = 0.5 * PI * i / 40.0, w = 0.35 * j, mu = 2.0, eps = 1.0 / 3.0;
            const double A = 0.5 * (1.0 + 2.0 * eps + cos(2.0 * th) - mu * sin(2.0 * th));
            const double b = -eps * (-1.0 + sin(th) * w * w);
            char settings[120];
            loads at;
            lab k;

            if (fabs(A) < 0.01 || fabs(b) < 0.01) continue; /* the borders themselves */
            snprintf(settings, sizeof settings, "mu=2 q0_theta=%.17g u0_theta=%.17g", th, w);
            lab_open(&k, "painleve-rod", "gauss", settings);
            const ss_status st = first_loads(&k, &at).status;
            lab_close(&k);
            if (A < 0.0 && b > 0.0) {
                ASSERT_EQ(SS_EINCONSISTENT, st);
                none++;
                continue;
            }
            ASSERT_EQ(SS_OK, st);
            if (b > 0.0) {
                ASSERT_IN_RANGE(b / A, at.N[0], 1e-9 * (1.0 + b / A));
                lasts++;
            } else {
                ASSERT_EQ(0.0, at.N[0]);
                ASSERT_EQ(SS_OPEN, at.mode[0]);
                opens++;
                both += A < 0.0;
            }
        }
    ASSERT(lasts > 50 && opens > 50 && both > 20 && none > 20);
    PASS();
}

/* ---- the extension -------------------------------------------------------------------- */

/* mu = 3/2: the trailing corner lifts at once; the block tips about the leading one. */
TEST the_block_tips_where_friction_is_large(void)
{
    loads at;
    lab k;

    lab_open(&k, "sliding-block", "gauss", "mu=1.5 u0_x=-3");
    at = (loads){.p = &k.p};
    k.spec.t_end = 0.3;
    const ss_run_result r = lab_run(&k, (ss_sink){take, &at});
    lab_close(&k);
    ASSERT_EQ(SS_OK, r.status);
    ASSERT(k.q[2] > 0.01);                   /* sliding to the left it turns counter-clockwise */
    ASSERT(r.E_gain_max < 1e-6 * r.E_start); /* the tolerance: about the corner nothing is lost */
    PASS();
}

/* The ball's impact times are those of free fall: t1 = sqrt(2/g), then v/g each way. */
TEST impacts_are_met_to_rounding(void)
{
    double q[1], u[1];
    lab k;

    lab_open(&k, "bouncing-ball", "gauss", "e=0.5");
    k.spec.t_end = 1.35; /* after some ten bounces, before the rest at 3 sqrt(2/g) = 1.3546 s */
    ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){0}).status);
    ASSERT_EQ(0, k.p.exact(k.p.par, 1.35, q, u));
    ASSERT_IN_RANGE(q[0], k.q[0], 1e-12);
    ASSERT_IN_RANGE(u[0], k.u[0], 1e-10); /* a time error of rounding times g, doubled each time */
    lab_close(&k);
    PASS();
}

/* Driven friction with mu_s > mu_d: events of stick and slip against the closed form, 1e-8 at a
 * tolerance of 1e-10 over some twenty events. */
TEST stick_and_slip_follow_the_closed_form(void)
{
    double q[1], u[1];
    loads at;
    lab k;

    lab_open(&k, "mass-spring-friction", "gauss", "v_s=0");
    at = (loads){.p = &k.p};
    k.spec.rtol = 1e-10, k.spec.atol = 1e-12;
    ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){take, &at}).status);
    ASSERT_EQ(0, k.p.exact(k.p.par, k.p.t_end, q, u));
    lab_close(&k);
    ASSERT_IN_RANGE(q[0], k.q[0], 1e-8);
    ASSERT(at.stuck > 2 && at.slipped > 2);
    PASS();
}

/* Friction that falls within v_s = 1e-5 in/s makes a slip grow by 1e6 within its first 4 us, where
 * the dense output of a step dips below zero: that is no reversal.  The first three slips pass
 * through zero, six begin from rest, whatever the tolerance; some hundred steps each decade. */
TEST a_slip_that_grows_exponentially_is_not_reversed(void)
{
    for (double tol = 1e-5; tol > 0.5e-10; tol *= 0.1) {
        loads at;
        lab k;

        lab_open(&k, "mass-spring-friction", "gauss", "");
        at = (loads){.p = &k.p};
        k.spec.rtol = k.spec.atol = tol;
        const ss_run_result r = lab_run(&k, (ss_sink){take, &at});
        lab_close(&k);
        ASSERT_EQ(SS_OK, r.status);
        ASSERT_EQ(3, at.reversed);
        ASSERT_EQ(6, at.slipped);
        ASSERT_EQ(7, at.stuck);
        ASSERT(r.steps < 2000);
    }
    PASS();
}

/* The rod that sticks with its tip lets go again when the cone is exhausted, and not before. */
TEST a_sticking_tip_lets_go_at_the_edge_of_its_cone(void)
{
    loads at;
    lab k;

    lab_open(&k, "painleve-rod", "gauss", "mu=2 q0_theta=0.5");
    at = (loads){.p = &k.p};
    k.spec.t_end = 2.0;
    const ss_run_result r = lab_run(&k, (ss_sink){take, &at});
    lab_close(&k);
    ASSERT_EQ(SS_OK, r.status);
    ASSERT_EQ(1, at.stuck);
    ASSERT_EQ(1, at.slipped);
    ASSERT_EQ(0, at.lifted);
    ASSERT(r.E_gain_max < 1e-6); /* the tolerances' error of an energy of one */
    PASS();
}

TEST wheels_bounce_and_roll_without_gaining_energy(void)
{
    loads at;
    lab k;

    lab_open(&k, "bicycle", "gauss", "slope=0.349 e_n=0.25 mu=0.5");
    at = (loads){.p = &k.p};
    const ss_run_result r = lab_run(&k, (ss_sink){take, &at});
    lab_close(&k);
    ASSERT_EQ(SS_OK, r.status);
    ASSERT(at.impacts >= 2);
    ASSERT(r.E_gain_max < 1e-4 * fabs(r.E_start));
    ASSERT(r.penetration_max < 1e-9);
    PASS();
}

SUITE(gauss)
{
    for (const ss_qp_backend *const *b = ss_qp_backends; *b; b++) {
        greatest_set_test_suffix((*b)->name);
        RUN_TESTp(the_block_has_the_published_loads, (*b)->name);
    }
    RUN_TEST(the_particle_rests_on_the_floor_alone);
    RUN_TEST(the_rod_has_the_loads_of_every_region);
    RUN_TEST(the_block_tips_where_friction_is_large);
    RUN_TEST(impacts_are_met_to_rounding);
    RUN_TEST(stick_and_slip_follow_the_closed_form);
    RUN_TEST(a_slip_that_grows_exponentially_is_not_reversed);
    RUN_TEST(a_sticking_tip_lets_go_at_the_edge_of_its_cone);
    RUN_TEST(wheels_bounce_and_roll_without_gaining_energy);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(gauss);
    GREATEST_MAIN_END();
}
