/* test_gauss.c - what the source of the method publishes, and what the extension promises */
#include "problems/elliptic.h"
#include "problems/pendulum_parts.h"
#include "solvers/qp/qp.h"
#include "tests/greatest.h"
#include "tests/lab.h"

#define PI 3.14159265358979323846

/* The loads and modes of the last point. */
typedef struct loads {
    const ss_problem *p;
    double N[LAB_MOST];
    unsigned char mode[LAB_MOST];
    double g_worst, v_worst; /* over the run: gaps of a bearing, velocities of its gaps */
    long lifted, stuck, slipped, impacts;
} loads;

static int take(void *ctx, const ss_point *x, const ss_step_info *info)
{
    loads *k = ctx;

    for (int i = 0; i < k->p->dims.nc; i++) {
        k->N[i] = x->l[i * ss_dim(&k->p->dims)];
        k->mode[i] = x->mode[i];
    }
    for (int e = 0; e < info->events->n && e < info->events->room; e++) {
        const ss_event_kind kind = info->events->at[e].kind;
        k->lifted += kind == SS_LIFTED;
        k->stuck += kind == SS_STUCK;
        k->slipped += kind == SS_SLIPPED;
        k->impacts += kind == SS_IMPACT;
    }
    return 0;
}

/* One step of 1e-12 s from the start: loads change by their rates times that. */
static ss_run_result first_loads(lab *k, loads *out)
{
    *out = (loads){.p = &k->p};
    k->spec.h = k->spec.t_end = 1e-12;
    return lab_run(k, (ss_sink){take, out});
}

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

/* ---- pendulum ------------------------------------------------------------------------- */

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

TEST constraints_do_not_drift_over_ten_seconds(void)
{
    lab k;

    lab_open(&k, "journal-pendulum", "gauss", "mu=0");
    k.spec.t_end = 10.0;
    const ss_run_result r = lab_run(&k, (ss_sink){0});
    const double off = hypot(k.q[0] - k.p.q0[0] * cos(k.q[2]), k.q[1] - k.p.q0[0] * sin(k.q[2]));
    const double l = k.p.q0[0];
    const double v = hypot(k.u[0] + l * sin(k.q[2]) * k.u[2], k.u[1] - l * cos(k.q[2]) * k.u[2]);
    lab_close(&k);
    ASSERT_EQ(SS_OK, r.status);
    /* opposite points: a gap on one side is a penetration on the other */
    ASSERT(r.penetration_max < 1e-9 && off < 1e-9 && v < 1e-9);
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

/* Every backend gives the same motion; the splitting's residuals of 1e-4 stay in it. */
TEST every_backend_swings_alike(const char *backend)
{
    char settings[80];
    double th[2];

    for (int i = 0; i < 2; i++) {
        lab k;

        snprintf(settings, sizeof settings, "points=8 mu=0.115 b=1.3 qp=%s",
                 i ? backend : "active-set");
        lab_open(&k, "journal-pendulum", "gauss", settings);
        k.spec.t_end = 0.3;
        k.spec.rtol = k.spec.atol = 1e-5;
        const ss_status st = lab_run(&k, (ss_sink){0}).status;
        th[i] = k.q[2];
        lab_close(&k);
        if (st == SS_EMODULE) SKIPm("its library is not here");
        ASSERT_EQ(SS_OK, st);
    }
    ASSERT_IN_RANGE(th[0], th[1], strcmp(backend, "osqp") == 0 ? 1e-4 : 1e-9);
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
        greatest_set_test_suffix((*b)->name);
        RUN_TESTp(every_backend_swings_alike, (*b)->name);
    }
    RUN_TEST(the_particle_rests_on_the_floor_alone);
    RUN_TEST(the_rod_has_the_loads_of_every_region);
    RUN_TEST(the_frictionless_period_is_that_of_the_elliptic_integral);
    RUN_TEST(four_points_follow_the_closed_form);
    RUN_TEST(its_order_is_five_away_from_reversals);
    RUN_TEST(more_points_converge);
    RUN_TEST(constraints_do_not_drift_over_ten_seconds);
    RUN_TEST(coulomb_friction_stops_it_and_viscous_does_not);
    RUN_TEST(the_block_tips_where_friction_is_large);
    RUN_TEST(impacts_are_met_to_rounding);
    RUN_TEST(stick_and_slip_follow_the_closed_form);
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
