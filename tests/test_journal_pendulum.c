/* test_journal_pendulum.c - gauss on the pendulum that its source was made for */
#include "problems/elliptic.h"
#include "problems/pendulum_parts.h"
#include "solvers/qp/qp.h"
#include "tests/gauss_lab.h"
#include "tests/greatest.h"

/* a quarter of the period 4 K(sqrt(1/2)) is where the rod hangs straight */
TEST the_frictionless_period_is_that_of_the_elliptic_integral(void)
{
    const ss_pendulum_parts part = ss_pendulum_of(0, 2);
    const double K = sqrt(9.80665 / (part.l * (1.0 + part.J / (part.m * part.l * part.l))));
    const double quarter = ss_elliptic_K(sqrt(0.5));
    lab k;

    ASSERT_IN_RANGE(7.41630, 4.0 * quarter, 1e-5); /* as published, six digits */
    lab_open(&k, "journal-pendulum", "gauss", "mu=0");
    k.spec.rtol = 1e-10, k.spec.atol = 1e-12;
    k.spec.t_end = quarter / K;
    ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){0}).status);
    const double late = (k.q[2] + 0.5 * PI) / -k.u[2] * K; /* dimensionless time */
    lab_close(&k);
    ASSERT_IN_RANGE(0.0, 4.0 * late, 1e-6);
    PASS();
}

/* (4.47), (4.48) and the mended (4.49) for theta' < 0 while the first and the last of four points
 * bear.  Derivation of the mend: with only these two loaded, N as printed and the torque row
 * alpha/(1+alpha) theta'' = N1 f (beta - 1) + N4 (-1 + f beta), sin theta comes with
 * -(1+alpha) beta f (1-f). */
TEST four_points_follow_the_closed_form(void)
{
    int seen = 0;

    for (int material = 0; material < 4; material++)
        for (int i = 0; i < 12; i++) {
            const ss_pendulum_parts part = ss_pendulum_of(material, 2);
            const double al = part.J / (part.m * part.l * part.l), be = part.r / part.l;
            const double K = sqrt(9.80665 / (part.l * (1.0 + al))), mu = 0.05 + 0.02 * i, b = 0.5;
            const double th = -0.05 - 0.12 * i, w = -0.3 - 0.1 * (i % 5); /* w: dimensionless */
            const double f = mu + b * part.r * K * fabs(w), c = cos(th), s = sin(th);
            const double D = 1.0 + al + f * f * (1.0 + al) - be * f * (1.0 + f);
            const double N1 = (al * (1.0 + al) * f * c - (1.0 + al) * (1.0 + al - be * f) * s +
                               (1.0 + al - be * f) * w * w) /
                              ((1.0 + al) * D);
            const double N4 = (al * (1.0 + al) * c + (1.0 + al) * (1.0 + al - be) * f * s -
                               (1.0 + al - be) * f * w * w) /
                              ((1.0 + al) * D);
            const double thdd = (-(1.0 + al) * (1.0 + (1.0 - be) * f * f - be * f) * c -
                                 (1.0 + al) * be * f * (1.0 - f) * s + be * f * (1.0 - f) * w * w) /
                                ((1.0 + al) * (1.0 + f * f) - be * f * (1.0 + f));
            char settings[200];
            loads at;
            lab k;

            snprintf(settings, sizeof settings,
                     "points=4 material=%s mu=%.17g b=%.17g q0_theta=%.17g u0_theta=%.17g",
                     ((const char *[]){"brass", "nylon", "steel", "teflon"})[material], mu, b, th,
                     w * K);
            lab_open(&k, "journal-pendulum", "gauss", settings);
            ASSERT_EQ(SS_OK, first_loads(&k, &at).status);
            lab_close(&k);
            const double mg = part.m * 9.80665;
            if (at.N[1] > 0.0 || at.N[2] > 0.0) continue; /* other contacts bear here */
            ASSERT_IN_RANGE(N1, at.N[0] / mg, 1e-8);
            ASSERT_IN_RANGE(N4, at.N[3] / mg, 1e-8);
            /* the accelerations that the loads give, by the torque row with sgn(theta') = -1 */
            const double torque = at.N[0] / mg * f * (be - 1.0) + at.N[3] / mg * (-1.0 + f * be);
            ASSERT_IN_RANGE(thdd, torque * (1.0 + al) / al, 1e-8);
            seen++;
        }
    if (seen < 20) printf("  only %d states\n", seen);
    ASSERT(seen >= 20);
    PASS();
}

/* Angle at t_end with fixed steps. */
static double angle(const char *settings, double t_end, double h)
{
    lab k;

    lab_open(&k, "journal-pendulum", "gauss", settings);
    k.spec.h = h;
    k.spec.t_end = t_end;
    const ss_status st = lab_run(&k, (ss_sink){0}).status;
    lab_close(&k);
    return st == SS_OK ? k.q[2] : NAN;
}

/* Errors against a sixteenth of the step; 0.3 below five is what is left of higher terms. */
TEST its_order_is_five_away_from_reversals(void)
{
    static const char *const settings[] = {"mu=0 step=fixed",
                                           "points=4 mu=0.1 step=fixed q0_theta=-0.1 u0_theta=-2"};

    for (int i = 0; i < 2; i++) {
        const double t = i ? 0.064 : 0.4, h = i ? 0.016 : 0.04;
        const double ref = angle(settings[i], t, h / 16.0);
        const double e1 = fabs(angle(settings[i], t, h) - ref);
        const double e2 = fabs(angle(settings[i], t, 0.5 * h) - ref);

        if (!(log2(e1 / e2) > 4.7)) printf("  order %g from %g and %g\n", log2(e1 / e2), e1, e2);
        ASSERT(log2(e1 / e2) > 4.7);
    }
    PASS();
}

/* Figure 4.8: with more points the motion converges; 16 are within the encoder's step of 0.36
 * degrees of 64 after the first swing. */
TEST more_points_converge(void)
{
    double th[5];

    for (int i = 0; i < 5; i++) {
        char settings[80];
        snprintf(settings, sizeof settings, "material=steel mu=0.2 b=1 points=%d", 4 << i);
        th[i] = angle(settings, 0.5, 1e-3);
    }
    for (int i = 0; i < 3; i++) ASSERT(fabs(th[i + 1] - th[4]) < 0.5 * fabs(th[i] - th[4]));
    ASSERT(fabs(th[2] - th[4]) < 0.36 * PI / 180.0);
    PASS();
}

/* Every gap and its velocity at every accepted point, without friction and with it. */
static int worst_gap(void *ctx, const ss_point *x, const ss_step_info *info)
{
    loads *k = ctx;
    const double *const q = x->q, *const u = x->u, l = k->p->q0[0];
    const double off = hypot(q[0] - l * cos(q[2]), q[1] - l * sin(q[2]));
    const double v = hypot(u[0] + l * sin(q[2]) * u[2], u[1] - l * cos(q[2]) * u[2]);

    (void)info;
    k->g_worst = fmax(k->g_worst, off);
    k->v_worst = fmax(k->v_worst, v);
    return 0;
}

TEST constraints_do_not_drift_over_ten_seconds(void)
{
    static const char *const settings[] = {"mu=0", "mu=0.115 b=1.3", "mu=0.3 points=64"};

    for (int i = 0; i < 3; i++) {
        loads at;
        lab k;

        lab_open(&k, "journal-pendulum", "gauss", settings[i]);
        at = (loads){.p = &k.p};
        k.spec.t_end = 10.0;
        const ss_run_result r = lab_run(&k, (ss_sink){worst_gap, &at});
        lab_close(&k);
        ASSERT_EQ(SS_OK, r.status);
        /* opposite points: a gap on one side is a penetration on the other */
        ASSERT(r.penetration_max < 1e-9 && at.g_worst < 1e-9 && at.v_worst < 1e-9);
    }
    PASS();
}

/* Figure 4.9: mu alone stops the pendulum in finite time, b alone never does. */
TEST coulomb_friction_stops_it_and_viscous_does_not(void)
{
    loads at;
    lab k;

    lab_open(&k, "journal-pendulum", "gauss", "material=steel mu=0.3");
    k.spec.t_end = 12.0;
    at = (loads){.p = &k.p};
    ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){take, &at}).status);
    ASSERT_EQ(SS_STICK, at.mode[0]);
    ASSERT(fabs(k.u[2]) < 1e-15);          /* what the projection leaves of a slip that has ended */
    ASSERT(fabs(k.q[2] + 0.5 * PI) < 0.2); /* within the angle of friction r mu / l and some */
    lab_close(&k);

    lab_open(&k, "journal-pendulum", "gauss", "material=steel mu=0 b=3");
    k.spec.t_end = 12.0;
    ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){take, &at}).status);
    ASSERT(k.u[2] != 0.0);
    lab_close(&k);
    PASS();
}

/* Where the rod first hangs straight down. */
static int at_bottom(void *ctx, const ss_point *x, const ss_step_info *info)
{
    loads *k = ctx;

    if (k->lifted || x->q[2] > -0.5 * PI) return 0; /* `lifted` serves as "seen" */
    k->lifted = 1;
    (void)info;
    for (int i = 0; i < k->p->dims.nc; i++) k->N[i] = x->l[i * ss_dim(&k->p->dims)];
    return 0;
}

/* Figures 4.17 and 4.18 at the bottom, brass with two washers: friction makes the largest load
 * about twice that without, and moves it behind the rod, which goes towards smaller angles: to
 * points at positive delta.  At the release two neighbouring points bear all (the source shows
 * nearly the frictionless distribution). */
TEST friction_gathers_the_load_behind_the_rod(void)
{
    static const char *const settings[] = {"mu=0", "mu=0.115 b=1.3"};
    double most[2] = {0};
    loads at;
    lab k;

    for (int i = 0; i < 2; i++) {
        double ahead = 0.0, behind = 0.0;

        lab_open(&k, "journal-pendulum", "gauss", settings[i]);
        k.spec.every = 1e-3; /* the bottom is seen within 1e-3 s */
        k.spec.t_end = 0.3;
        at = (loads){.p = &k.p};
        ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){at_bottom, &at}).status);
        lab_close(&k);
        for (int j = 0; j < 16; j++) most[i] = fmax(most[i], at.N[j]);
        for (int j = 1; j < 8; j++) behind += at.N[j], ahead += at.N[16 - j];
        /* symmetric but for the millisecond: 0.02 rad of 0.39 between points */
        if (i == 0) ASSERT_IN_RANGE(1.0, behind / ahead, 0.1);
        if (i == 1) ASSERT(behind > 0.0 && ahead == 0.0);
    }
    ASSERT(most[1] > 1.5 * most[0] && most[1] < 2.5 * most[0]);

    lab_open(&k, "journal-pendulum", "gauss", settings[1]);
    ASSERT_EQ(SS_OK, first_loads(&k, &at).status);
    lab_close(&k);
    for (int j = 0; j < 16; j++) ASSERT_EQ(j == 12 || j == 13, at.N[j] > 0.0);
    PASS();
}

/* Figure 4.7: in a plot of 2.75 s tolerances of 1e-3 and 1e-6 look alike: to one per cent of the
 * half turn that it spans. */
TEST loose_tolerances_look_like_tight_ones(void)
{
    double th[2];

    for (int i = 0; i < 2; i++) {
        lab k;

        lab_open(&k, "journal-pendulum", "gauss", "material=steel mu=0.2 b=1");
        k.spec.rtol = k.spec.atol = i ? 1e-6 : 1e-3;
        ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){0}).status);
        th[i] = k.q[2];
        lab_close(&k);
    }
    ASSERT_IN_RANGE(th[1], th[0], PI / 100.0);
    PASS();
}

/* At a coarse tolerance the landing on a reversal leaves some slip.  Before the new slip started
 * from rest, thousands of steps of 1e-15 s took it away: 7414 in all where 28 do. */
TEST what_a_reversal_leaves_of_the_old_slip_costs_no_steps(void)
{
    lab k;

    lab_open(&k, "journal-pendulum", "gauss", "mu=0.1 b=1.3");
    k.spec.rtol = k.spec.atol = 1e-1;
    const ss_run_result r = lab_run(&k, (ss_sink){0});
    lab_close(&k);
    ASSERT_EQ(SS_OK, r.status);
    ASSERT(r.steps < 100); /* six reversals: a handful for each */
    PASS();
}

/* Every backend gives the same motion, over two reversals; the splitting's residuals of 1e-4 stay
 * in it, and add no steps to the 35 or so. */
TEST every_backend_swings_alike(const char *backend)
{
    char settings[80];
    double th[2];

    for (int i = 0; i < 2; i++) {
        lab k;

        snprintf(settings, sizeof settings, "points=8 mu=0.115 b=1.3 qp=%s",
                 i ? backend : "active-set");
        lab_open(&k, "journal-pendulum", "gauss", settings);
        k.spec.t_end = 1.0;
        k.spec.rtol = k.spec.atol = 1e-5;
        const ss_run_result r = lab_run(&k, (ss_sink){0});
        th[i] = k.q[2];
        lab_close(&k);
        if (r.status == SS_EMODULE) SKIPm("its library is not here");
        ASSERT_EQ(SS_OK, r.status);
        ASSERT(r.steps < 100);
    }
    ASSERT_IN_RANGE(th[0], th[1], strcmp(backend, "osqp") == 0 ? 1e-4 : 1e-9);
    PASS();
}

SUITE(journal_pendulum)
{
    RUN_TEST(the_frictionless_period_is_that_of_the_elliptic_integral);
    RUN_TEST(four_points_follow_the_closed_form);
    RUN_TEST(its_order_is_five_away_from_reversals);
    RUN_TEST(more_points_converge);
    RUN_TEST(constraints_do_not_drift_over_ten_seconds);
    RUN_TEST(coulomb_friction_stops_it_and_viscous_does_not);
    RUN_TEST(friction_gathers_the_load_behind_the_rod);
    RUN_TEST(loose_tolerances_look_like_tight_ones);
    RUN_TEST(what_a_reversal_leaves_of_the_old_slip_costs_no_steps);
    for (const ss_qp_backend *const *b = ss_qp_backends; *b; b++) {
        greatest_set_test_suffix((*b)->name);
        RUN_TESTp(every_backend_swings_alike, (*b)->name);
    }
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(journal_pendulum);
    GREATEST_MAIN_END();
}
