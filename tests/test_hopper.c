/* test_hopper.c - chiaro-hopper, slip and self-stable-pendulum: their starts, their laws, and what
 * the source's program does with them. */
#include "tests/greatest.h"
#include "tests/lab.h"
#include "tests/mechanism.h"

enum { LOWER = 2, UPPER = 3 };

static const double cad[2] = {-0.0628469, 0.044985};
static const double share = 0.481 / 0.72; /* upper mass over the whole */

/* ---- how the robot stands ---------------------------------------------------------- */

/* The foot's middle in the world, the centre of its arc and the common centre of mass, from the
 * source's drawing and not from the family. */
static void drawing(const double *q, double beta, double R, double centre[2], double com[2])
{
    const double t = SS_PI / 4.0 - q[LOWER], c = cos(t), s = sin(t); /* cad is drawn at pi/4 */
    const double fx = q[0] - c * cad[0] + s * cad[1], fy = q[1] - s * cad[0] - c * cad[1];
    const double turn = q[LOWER] - beta;
    const double kx = fx - 0.15 * cos(q[LOWER]), ky = fy + 0.15 * sin(q[LOWER]);

    centre[0] = fx + R * sin(turn);
    centre[1] = fy + R * cos(turn);
    com[0] = q[0] + share * (kx + 0.16 * cos(q[UPPER]) - q[0]);
    com[1] = q[1] + share * (ky + 0.16 * sin(q[UPPER]) - q[1]);
}

TEST robot_starts_in_balance_on_its_foot_at_every_angle(void)
{
    const double few = 1e-15; /* roundings of lengths below a metre */
    for (double beta = 0.4; beta < 1.21; beta += 0.05)
        for (double R = 0.2; R < 0.61; R += 0.1) {
            char text[64];
            double centre[2], com[2];
            ss_problem p;
            snprintf(text, sizeof text, "beta=%.17g R=%.17g", beta, R);
            ASSERT_EQ(SS_OK, build(&ss_chiaro_hopper, text, &p));
            drawing(p.q0, beta, R, centre, com);
            ASSERT_IN_RANGE(R, centre[1], few);                           /* the arc touches */
            ASSERT_IN_RANGE(centre[0], com[0], few);                      /* balanced */
            ASSERT(com[1] < centre[1]);                                   /* and stable */
            ASSERT_IN_RANGE(SS_PI / 2.0, p.q0[LOWER] + p.q0[UPPER], few); /* spring at rest */
            ss_family_free(&p);
        }
    PASS();
}

TEST published_start_is_balanced_where_the_foot_is_as_drawn_and_only_there(void)
{
    for (int i = 0; i < 2; i++) {
        const double beta = i ? 1.05 : SS_PI / 4.0;
        char text[64];
        double centre[2], com[2];
        ss_problem p;
        snprintf(text, sizeof text, "published=1 beta=%.17g", beta);
        ASSERT_EQ(SS_OK, build(&ss_chiaro_hopper, text, &p));
        drawing(p.q0, beta, 0.3, centre, com);
        if (i == 0) ASSERT_IN_RANGE(0.0, com[0] - centre[0], 1e-8); /* acos near 1 */
        /* the foot's centre is 0.265 rad off by a lever of 77 mm: centimetres */
        if (i == 1) ASSERT(fabs(com[0] - centre[0]) > 2e-3);
        ss_family_free(&p);
    }
    PASS();
}

TEST foot_points_lie_on_the_arc_except_the_published_ones(void)
{
    for (int published = 0; published < 2; published++) {
        double c[MOST], centre[2], com[2], off = 0.0;
        ss_problem p;
        ASSERT_EQ(SS_OK, build(&ss_chiaro_hopper, published ? "published=1" : "points=10", &p));
        const ss_config x = placed(&p, p.q0, c);
        drawing(p.q0, 1.05, 0.3, centre, com);
        for (int j = 0; j < p.dims.nc; j++) {
            ss_contact_frame f;
            p.frame(p.par, &x, j, &f);
            off = fmax(off, fabs(hypot(f.p[0] - centre[0], f.p[1] - centre[1]) - 0.3));
        }
        if (published) /* half a spacing of 20 mm where the arc is 0.3 rad steep */
            ASSERT_IN_RANGE(3e-3, off, 1e-3);
        else
            ASSERT(off < 1e-15); /* rounding */
        ss_family_free(&p);
    }
    PASS();
}

/* One start of the source's sweep, R = 0.2 m and beta = 0.95, has a foot point in the ground, and
 * its program begins there; a start of ours that deep is a mistake. */
TEST published_start_is_taken_as_it_is_though_a_point_be_in_the_ground(void)
{
    const char *const text[] = {"R=0.2 beta=0.95 published=1", "R=0.2 beta=0.95",
                                "R=0.2 beta=0.95 q0_y=0"};
    const ss_status expected[] = {SS_OK, SS_OK, SS_EARG};

    for (int i = 0; i < 3; i++) {
        ss_problem p;
        const ss_status found = build(&ss_chiaro_hopper, text[i], &p);
        ASSERT_EQm(text[i], expected[i], found);
        if (found != SS_OK) continue;
        double c[MOST], g[10], least = 0.0;
        const ss_config x = placed(&p, p.q0, c);
        p.gap(p.par, &x, g);
        for (int k = 0; k < 10; k++) least = fmin(least, g[k]);
        if (i == 0) ASSERT(least < -1e-4);
        if (i == 1) ASSERT(least > -1e-15); /* rounding of lengths below a metre */
        ss_family_free(&p);
    }
    PASS();
}

/* 0.8 + 0.05 k at 4 k seconds, up to 1.1 and no further. */
TEST beta_changes_in_steps_over_time(void)
{
    static const double at[] = {0.0, 3.999, 4.001, 9.0, 23.9, 24.1, 100.0};
    static const double beta[] = {0.8, 0.8, 0.85, 0.9, 1.05, 1.1, 1.1};
    ss_problem stepped, fixed;
    ASSERT_EQ(SS_OK, build(&ss_chiaro_hopper, "beta=0.8 beta_every=4", &stepped));
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        char text[64];
        double c[MOST], a[10], b[10], cb[MOST];
        snprintf(text, sizeof text, "beta=%.17g", beta[i]);
        ASSERT_EQ(SS_OK, build(&ss_chiaro_hopper, text, &fixed));
        stepped.pose(stepped.par, at[i], stepped.q0, c);
        fixed.pose(fixed.par, at[i], stepped.q0, cb);
        const ss_config xa = {.t = at[i], .q = stepped.q0, .c = c};
        const ss_config xb = {.t = at[i], .q = stepped.q0, .c = cb};
        stepped.gap(stepped.par, &xa, a);
        fixed.gap(fixed.par, &xb, b);
        for (int j = 0; j < 10; j++) ASSERT_IN_RANGE(b[j], a[j], 1e-15); /* rounding */
        ss_family_free(&fixed);
    }
    ss_family_free(&stepped);
    PASS();
}

/* A change is in force from the time on that jump() gives, and not a rounding before; also where
 * k times the interval is no decimal. */
TEST beta_changes_exactly_when_the_problem_says_so(void)
{
    static const char *const text[] = {"beta=0.5 beta_step=0.001 beta_end=0.6 beta_every=0.1",
                                       "beta=0.5 beta_step=0.001 beta_end=0.6 beta_every=0.3",
                                       "beta=0.5 beta_step=0.001 beta_end=0.6 beta_every=0.7"};
    for (int i = 0; i < 3; i++) {
        ss_problem p;
        double t = 0.0, c[MOST], g[10], was[10];
        int changes = 0;
        ASSERT_EQ(SS_OK, build(&ss_chiaro_hopper, text[i], &p));
        for (double next; isfinite(next = p.jump(p.par, t)); t = next, changes++) {
            const double at[] = {t, nextafter(next, 0.0), next};
            for (int k = 0; k < 3; k++) {
                p.pose(p.par, at[k], p.q0, c);
                const ss_config x = {.t = at[k], .q = p.q0, .c = c};
                memcpy(was, g, sizeof was);
                p.gap(p.par, &x, g);
                if (k == 1) ASSERT_MEM_EQ(was, g, sizeof g);
                if (k == 2) ASSERT(g[0] != was[0]);
            }
            ASSERT(next > t);
        }
        ASSERT_EQ_FMT(100, changes, "%d");
        ss_family_free(&p);
    }
    ss_problem still;
    ASSERT_EQ(SS_OK, build(&ss_chiaro_hopper, "beta=0.5", &still));
    ASSERT(isinf(still.jump(still.par, 0.0)));
    ss_family_free(&still);
    PASS();
}

TEST published_torque_and_friction_are_those_of_the_listing_unless_given(void)
{
    ss_problem p;
    double c[MOST], h[2][4];
    const double u[4] = {0};
    const char *const text[] = {"published=1 f_T=1", "published=1 f_T=1 A_T=0.1 mu=0.2",
                                "published=2 f_T=1 A_T=0.5 mu=0.3"};
    const double torque[] = {155.0 / 12.0 * 0.131 * 0.38, 0.1, 0.5}, mu[] = {0.33, 0.2, 0.3};
    for (int i = 0; i < 3; i++) {
        ASSERT_EQ(SS_OK, build(&ss_chiaro_hopper, text[i], &p));
        for (int k = 0; k < 2; k++) { /* T_M = A sin(2 pi t - pi) is 0 at 0, -A at 1/4 */
            p.pose(p.par, 0.25 * k, p.q0, c);
            const ss_config x = {.t = 0.25 * k, .q = p.q0, .c = c};
            p.force(p.par, &x, u, h[k]);
        }
        ASSERT_IN_RANGE(-torque[i], h[1][LOWER] - h[0][LOWER], 1e-13); /* rounding of a few N m */
        ASSERT_IN_RANGE(-torque[i], h[1][UPPER] - h[0][UPPER], 1e-13);
        ASSERT_EQ(mu[i], p.law[0].mu_s);
        ASSERT_EQ(mu[i], p.law[9].mu_d);
        ss_family_free(&p);
    }
    PASS();
}

/* ---- the equations of motion ------------------------------------------------------- */

/* M, h, and of point 4 gap, W and zeta at t = 0.03, from T and V written with the vectors of the
 * source's drawing, differentiated symbolically and evaluated with 30 digits: nothing of the
 * family's own algebra. */
TEST equations_are_those_of_a_symbolic_derivation(void)
{
    static const double q[4] = {0.1, 0.2, 1.0, 0.4}, u[4] = {0.3, -0.5, 4.0, -7.0};
    static const double M0[16] = {0.72,
                                  0.0,
                                  0.033133093631179052,
                                  -0.029969635624073742,
                                  0.0,
                                  0.72,
                                  0.014054824155839009,
                                  0.070884854098462036,
                                  0.033133093631179052,
                                  0.014054824155839009,
                                  0.004164014502336868,
                                  6.8345456162857708e-6,
                                  -0.029969635624073742,
                                  0.070884854098462036,
                                  6.8345456162857708e-6,
                                  0.0138926};
    static const double h0[4] = {3.2484806643312156, -5.0645583563215218, 1.1007191503836955,
                                 0.3531850984399207};
    static const double W0[8] = {0.0, 1.0, -0.021837835677816022, 0.0,
                                 1.0, 0.0, -0.057336877178192685, 0.0};
    static const double z0[2] = {0.91739003485108296, -0.34940537084505634};
    static const double printed = -0.064895109693788224; /* what the printed row adds to h[2] */
    const double few = 4e-15;                            /* roundings of numbers below ten */
    double c[MOST], M[16], h[4], g[10], W[8], z[2], T, V;
    ss_problem p;
    ASSERT_EQ(SS_OK, build(&ss_chiaro_hopper, "f_T=3.4", &p));
    p.pose(p.par, 0.03, q, c);
    const ss_config x = {.t = 0.03, .q = q, .c = c};
    p.mass(p.par, &x, M);
    p.force(p.par, &x, u, h);
    p.gap(p.par, &x, g);
    p.jac(p.par, &x, 3, W);
    p.zeta(p.par, &x, u, 3, z);
    p.energy(p.par, &x, u, &T, &V);
    for (int i = 0; i < 16; i++) ASSERT_IN_RANGE(M0[i], M[i], few);
    for (int i = 0; i < 4; i++) ASSERT_IN_RANGE(h0[i], h[i], 4.0 * few);
    for (int i = 0; i < 8; i++) ASSERT_IN_RANGE(W0[i], W[i], few);
    for (int i = 0; i < 2; i++) ASSERT_IN_RANGE(z0[i], z[i], few);
    ASSERT_IN_RANGE(0.14266312282180732, g[3], few);
    ASSERT_IN_RANGE(0.81857273694234777, T, few);
    ASSERT_IN_RANGE(2.1265582826975796, V, few);
    ss_family_free(&p);
    ASSERT_EQ(SS_OK, build(&ss_chiaro_hopper, "f_T=3.4 published=2", &p));
    p.pose(p.par, 0.03, q, c);
    p.force(p.par, &x, u, h);
    ASSERT_IN_RANGE(h0[2] + printed, h[2], 4.0 * few);
    ss_family_free(&p);
    PASS();
}

/* ---- energy in flight -------------------------------------------------------------- */

/* Energy gained by half a second of flight, no motor, no damper. */
static double flight_gain(const char *settings, double h)
{
    ss_problem p;
    double q[4] = {0.0, 5.0, 1.0, 0.4}, u[4] = {0.3, 2.0, 4.0, -7.0}, c[MOST], T0, V0, T, V;
    if (build(&ss_chiaro_hopper, settings, &p) != SS_OK) return NAN;
    ss_config x = placed(&p, q, c);
    p.energy(p.par, &x, u, &T0, &V0);
    for (int i = 0; i < (int)lround(0.5 / h); i++) rk4(&p, h, 0, 0, q, u);
    x = placed(&p, q, c);
    p.energy(p.par, &x, u, &T, &V);
    ss_family_free(&p);
    return T + V - T0 - V0;
}

TEST flight_keeps_the_energy_to_the_order_of_the_integrator(void)
{
    const double a = flight_gain("A_T=0 d=0", 1e-3), b = flight_gain("A_T=0 d=0", 5e-4);
    /* order four shows as a sixteenth, order three would as an eighth */
    ASSERT(fabs(b) < fabs(a) / 12.0);
    ASSERT(fabs(b) < 1e-5); /* of some 40 J */
    PASS();
}

TEST published_flight_changes_its_energy_at_any_step_size(void)
{
    const char *const text = "published=1 A_T=0 d=0 mu=0";
    const double a = flight_gain(text, 1e-3), b = flight_gain(text, 2.5e-4);
    ASSERT(fabs(b) > 1e-2);
    ASSERT_IN_RANGE(a, b, 1e-3 * fabs(b)); /* what remains when h -> 0 is the model's */
    PASS();
}

/* ... and the printed third row is the term: its power is what the energy changes by. */
TEST published_flight_errs_by_the_third_row_of_its_inertia_terms(void)
{
    ss_problem good, printed;
    ss_pcg r;
    ASSERT_EQ(SS_OK, build(&ss_chiaro_hopper, "A_T=0 d=0", &good));
    ASSERT_EQ(SS_OK, build(&ss_chiaro_hopper, "published=1 A_T=0 d=0", &printed));
    ss_pcg_seed(&r, 5, 1);
    for (int i = 0; i < 50; i++) {
        double q[4], u[4], c[MOST], g[4], w[4];
        random_state(&r, 4, q, u);
        const ss_config x = placed(&good, q, c);
        good.force(good.par, &x, u, g);
        printed.force(printed.par, &x, u, w);
        ASSERT_EQ(g[0], w[0]);
        ASSERT_EQ(g[1], w[1]);
        ASSERT_EQ(g[3], w[3]);
        /* phi_l'^2 for phi_u'^2 in the terms of l1 and l2, from the CAD point */
        const double l1 = (0.0628469 + 0.044985) * sqrt(0.5) - 0.1;
        const double l2 = (0.0628469 - 0.044985) * sqrt(0.5);
        const double s = q[2] + q[3], d = u[2] * u[2] - u[3] * u[3];
        const double term = 0.481 * 0.16 * d * (l2 * cos(s) - l1 * sin(s));
        ASSERT_IN_RANGE(term, w[2] - g[2], 1e-13); /* rounding of some N m */
    }
    ss_family_free(&good);
    ss_family_free(&printed);
    PASS();
}

/* The work of that term along the flight is the whole change of the energy: trapezium over steps of
 * 50 us, whose error is (w h)^2/12 = 1e-6 of it for motions of 100 rad/s and below. */
TEST published_flight_gains_what_that_term_does_in_work(void)
{
    const double h = 5e-5;
    ss_problem good, printed;
    double q[4] = {0.0, 5.0, 1.0, 0.4}, u[4] = {0.3, 2.0, 4.0, -7.0}, c[MOST];
    double T0 = 0.0, V0 = 0.0, T, V, power = 0.0, work = 0.0;
    ASSERT_EQ(SS_OK, build(&ss_chiaro_hopper, "A_T=0 d=0", &good));
    ASSERT_EQ(SS_OK, build(&ss_chiaro_hopper, "published=1 A_T=0 d=0", &printed));
    for (int i = 0; i <= 10000; i++) {
        double g[4], w[4];
        if (i > 0) rk4(&printed, h, 0, 0, q, u);
        const ss_config x = placed(&good, q, c);
        good.force(good.par, &x, u, g);
        printed.force(printed.par, &x, u, w);
        const double now = (w[2] - g[2]) * u[2];
        if (i > 0) work += 0.5 * h * (power + now);
        power = now;
        good.energy(good.par, &x, u, &T, &V);
        if (i == 0) T0 = T, V0 = V;
    }
    printf("  energy %+.6f J, work of the term %+.6f J\n", T + V - T0 - V0, work);
    ASSERT(fabs(work) > 1e-2);
    ASSERT_IN_RANGE(work, T + V - T0 - V0, 1e-5 * fabs(work));
    ss_family_free(&good);
    ss_family_free(&printed);
    PASS();
}

/* ---- slip -------------------------------------------------------------------------- */

/* The source's massless leg by RK4 on its equations, landing and leaving located by halving the
 * step: heights of `n` apexes. */
static void massless(double h, int n, double *apex)
{
    double z[4] = {0.0, 1.0, 5.0, 0.0}, foot = 0.0; /* x, y, x', y' */
    const double gamma = 1.187, w2 = 2e4 / 80.0;
    int stance = 0;

    for (int got = 0; got < n;) {
        double step = h, was[4];
        for (int i = 0; i < 4; i++) was[i] = z[i];
        for (;;) {
            static const double at[] = {0.0, 0.5, 0.5, 1.0}, weight[] = {1.0, 2.0, 2.0, 1.0};
            double k[4] = {0}, sum[4] = {0};
            for (int s = 0; s < 4; s++) {
                double y[4];
                for (int i = 0; i < 4; i++) y[i] = was[i] + step * at[s] * k[i];
                const double dx = y[0] - foot,
                             pull = stance ? w2 * (1.0 / hypot(dx, y[1]) - 1.0) : 0.0;
                k[0] = y[2], k[1] = y[3], k[2] = pull * dx, k[3] = pull * y[1] - 9.81;
                for (int i = 0; i < 4; i++) sum[i] += weight[s] * k[i] / 6.0;
            }
            for (int i = 0; i < 4; i++) z[i] = was[i] + step * sum[i];
            const int over =
                stance ? hypot(z[0] - foot, z[1]) > 1.0 : z[3] < 0.0 && z[1] < sin(gamma);
            if (!over) break;
            if (step < 1e-12) {
                stance = !stance;
                if (stance) foot = z[0] + cos(gamma);
                break;
            }
            step *= 0.5;
        }
        if (!stance && was[3] > 0.0 && z[3] <= 0.0) apex[got++] = z[1];
    }
}

typedef struct apexes {
    double y, v, at[8];
    int n;
} apexes;

static int note_apex(void *ctx, const ss_point *x, const ss_step_info *info)
{
    apexes *a = ctx;
    (void)info;
    if (a->v > 0.0 && x->u[1] <= 0.0 && x->mode[0] == SS_OPEN && a->n < 8) a->at[a->n++] = x->q[1];
    a->v = x->u[1];
    return 0;
}

/* The foot's mass is the only difference, and its effect on a hop is of the order m_f/m. */
TEST runner_approaches_the_massless_leg_as_its_foot_gets_lighter(void)
{
    double exact[4], err[2];
    massless(1e-4, 4, exact);
    for (int i = 0; i < 2; i++) {
        apexes a = {0};
        lab k;
        lab_open(&k, "slip", "glocker-studer",
                 i ? "foot_mass=0.02 swing=200" : "foot_mass=0.2 swing=200");
        k.spec.h = 2e-5;
        k.spec.t_end = 1.5;
        const ss_run_result r = lab_run(&k, (ss_sink){note_apex, &a});
        ASSERT_EQ(SS_OK, r.status);
        ASSERT(a.n >= 4);
        err[i] = fabs(a.at[1] - exact[1]);
        lab_close(&k);
    }
    if (!(err[1] < 0.3 * err[0] && err[1] < 1e-3)) {
        printf("  second apex %.9g, errors %g and %g\n", exact[1], err[0], err[1]);
        FAILm("no convergence to the massless leg");
    }
    PASS();
}

/* ---- self-stable pendulum ----------------------------------------------------------- */

typedef struct crossings {
    double t, phi, first, last;
    int n;
} crossings;

static int note_crossing(void *ctx, const ss_point *x, const ss_step_info *info)
{
    crossings *c = ctx;
    const double phi = x->q[2];
    (void)info;
    if (c->phi < 0.0 && phi >= 0.0) {
        c->last = c->t + (x->t - c->t) * c->phi / (c->phi - phi);
        if (c->n++ == 0) c->first = c->last;
    }
    c->t = x->t;
    c->phi = phi;
    return 0;
}

/* w_r = sqrt(m g (R - h)/theta), theta = J + m h^2 about the point of contact.  The amplitude of
 * 0.02 changes it by about 0.02^2/16 (1 + m R d/theta) = 4e-5, the step by (w h)^2/24 = 1e-6. */
TEST rocker_swings_with_the_published_frequency(void)
{
    crossings c = {0};
    lab k;
    lab_open(&k, "self-stable-pendulum", "glocker-studer", "tilt=0.02");
    const ss_run_result r = lab_run(&k, (ss_sink){note_crossing, &c});
    const double w = sqrt(1.0 * 9.81 * 0.1 / (0.01 + 0.04));
    ASSERT_EQ(SS_OK, r.status);
    ASSERT(c.n >= 3);
    const double found = SS_TWO_PI * (c.n - 1) / (c.last - c.first);
    ASSERT_IN_RANGE(w, found, 1e-4 * w);
    lab_close(&k);
    PASS();
}

/* tilt cosh(r t), r^2 = m g (h - R)/theta; at 0.18 rad the sines differ by 0.18^2/6 = 0.5 %, and
 * the growth by twice that. */
TEST rocker_falls_if_its_weight_lies_above_the_centre_of_its_foot(void)
{
    lab k;
    lab_open(&k, "self-stable-pendulum", "glocker-studer", "height=0.35 tilt=0.02");
    k.spec.t_end = 1.5;
    ASSERT_EQ(SS_OK, lab_run(&k, (ss_sink){0}).status);
    const double grown = 0.02 * cosh(1.5 * sqrt(9.81 * 0.05 / (0.01 + 0.35 * 0.35)));
    ASSERT_IN_RANGE(grown, k.q[2], 0.01 * grown);
    lab_close(&k);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(robot_starts_in_balance_on_its_foot_at_every_angle);
    RUN_TEST(published_start_is_balanced_where_the_foot_is_as_drawn_and_only_there);
    RUN_TEST(foot_points_lie_on_the_arc_except_the_published_ones);
    RUN_TEST(published_start_is_taken_as_it_is_though_a_point_be_in_the_ground);
    RUN_TEST(beta_changes_in_steps_over_time);
    RUN_TEST(beta_changes_exactly_when_the_problem_says_so);
    RUN_TEST(equations_are_those_of_a_symbolic_derivation);
    RUN_TEST(published_torque_and_friction_are_those_of_the_listing_unless_given);
    RUN_TEST(flight_keeps_the_energy_to_the_order_of_the_integrator);
    RUN_TEST(published_flight_changes_its_energy_at_any_step_size);
    RUN_TEST(published_flight_errs_by_the_third_row_of_its_inertia_terms);
    RUN_TEST(published_flight_gains_what_that_term_does_in_work);
    RUN_TEST(runner_approaches_the_massless_leg_as_its_foot_gets_lighter);
    RUN_TEST(rocker_swings_with_the_published_frequency);
    RUN_TEST(rocker_falls_if_its_weight_lies_above_the_centre_of_its_foot);
    GREATEST_MAIN_END();
}
