/* test_mechanism_facts.c - what is known of each mechanism: published times and angles, exact
 * motions, starts that must be refused. */
#include "tests/greatest.h"
#include "tests/mechanism.h"
#include <stdlib.h>

/* ---- bicycle ---------------------------------------------------------------------- */

/* The lowest of many points of an ellipse lies above its support by at most d (pi/N)^2 or so. */
TEST gap_of_an_elliptic_wheel_is_that_of_its_lowest_point(void)
{
    enum { N = 20000 };
    const double slope = 0.35, n[2] = {sin(slope), cos(slope)};
    ss_problem p;
    ss_pcg r;
    ASSERT_EQ(SS_OK, build(&ss_bicycle, "d2=0.25 slope=0.35", &p));
    ss_pcg_seed(&r, 5, 1);
    for (int state = 0; state < 20; state++) {
        double q[5], u[5], c[MOST], g[2];
        random_state(&r, 5, q, u);
        const ss_config x = placed(&p, q, c);
        p.gap(p.par, &x, g);
        for (int i = 0; i < 2; i++) {
            const double s = i ? 0.5 : -0.5, phi = q[3 + i];
            const double cx = q[0] + s * cos(q[2]), cy = q[1] + s * sin(q[2]);
            double lowest = HUGE_VAL;
            for (int k = 0; k < N; k++) {
                const double a = 0.5 * cos(SS_TWO_PI * k / N), b = 0.25 * sin(SS_TWO_PI * k / N);
                const double px = cx + a * cos(phi) - b * sin(phi);
                const double py = cy + a * sin(phi) + b * cos(phi);
                lowest = fmin(lowest, n[0] * px + n[1] * py);
            }
            ASSERT_IN_RANGE(lowest, g[i], 5e-8); /* d (pi/N)^2 = 1.2e-8, twice over for rounding */
        }
    }
    ss_bicycle.destroy(&p);
    PASS();
}

TEST an_ellipse_with_equal_axes_is_a_circle(void)
{
    double q[5], u[5], c[2][MOST], g[2][2], W[2][10], z[2][2];
    ss_problem p[2];
    ss_pcg r;
    ASSERT_EQ(SS_OK, build(&ss_bicycle, "slope=0.3", &p[0]));
    /* the least difference that selects the elliptic functions */
    ASSERT_EQ(SS_OK, build(&ss_bicycle, "slope=0.3 d2=0.50000000000000011", &p[1]));
    ASSERT(p[0].jac != p[1].jac);
    ss_pcg_seed(&r, 6, 1);
    random_state(&r, 5, q, u);
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 2; k++) {
            const ss_config x = placed(&p[k], q, c[k]);
            p[k].gap(p[k].par, &x, g[k]);
            p[k].jac(p[k].par, &x, i, W[k]);
            p[k].zeta(p[k].par, &x, u, i, z[k]);
        }
        ASSERT_IN_RANGE(g[0][i], g[1][i], 1e-14); /* all three: rounding */
        for (int j = 0; j < 10; j++) ASSERT_IN_RANGE(W[0][j], W[1][j], 1e-14);
        for (int j = 0; j < 2; j++) ASSERT_IN_RANGE(z[0][j], z[1][j], 1e-13);
    }
    for (int k = 0; k < 2; k++) ss_bicycle.destroy(&p[k]);
    PASS();
}

TEST bicycle_starts_as_published_and_not_inside_the_ground(void)
{
    ss_problem p;
    ASSERT_EQ(SS_OK, build(&ss_bicycle, "slope=0.7853981633974483", &p)); /* 45 degrees */
    ASSERT_EQ(SS_OK, ready(&ss_bicycle, &p));
    ASSERT_EQ(5.0, p.q0[0]);
    ASSERT_EQ(5.0, p.q0[1]);
    ASSERT_EQ(2.0, p.u0[0]);
    p.q0[1] = -5.0; /* the ground itself, below x = 5 */
    ASSERT_EQ(SS_EARG, ready(&ss_bicycle, &p));
    ss_bicycle.destroy(&p);
    PASS();
}

/* ---- double-pendulum -------------------------------------------------------------- */

static double touch_time(double q1, double q2)
{
    const double h = 1e-4;
    double q[2] = {q1, q2}, u[2] = {0.0}, c[MOST], g, last;
    ss_problem p;
    if (build(&ss_double_pendulum, "", &p) != SS_OK) return NAN;
    ss_config x = placed(&p, q, c);
    p.gap(p.par, &x, &g);
    for (int i = 0; i < 20000; i++) {
        last = g;
        rk4(&p, h, 0, 0, q, u);
        x = placed(&p, q, c);
        p.gap(p.par, &x, &g);
        if (g > 0.0) continue;
        ss_double_pendulum.destroy(&p);
        return h * (i + last / (last - g)); /* linear within the step: error h^2 */
    }
    ss_double_pendulum.destroy(&p);
    return NAN;
}

TEST pendulum_first_touches_the_floor_at_the_published_times(void)
{
    ASSERT_IN_RANGE(0.508, touch_time(SS_PI / 4.0, -3.0 * SS_PI / 4.0), 5e-4); /* three digits */
    ASSERT_IN_RANGE(0.515, touch_time(0.0, 0.0), 5e-4);                        /* are known */
    PASS();
}

/* ---- painleve-rod ----------------------------------------------------------------- */

/* eps gap'' = A N - b for the rod sliding to the left, from the problem's own functions. */
static void sliding(const ss_problem *p, double eps, double mu, double theta, double rate,
                    double *A, double *b)
{
    const double q[3] = {0.3, 2.0, theta}, u[3] = {-1.0, 0.0, rate};
    double c[MOST], M[9], h[3], W[6], z[2];
    const ss_config x = placed(p, q, c);
    p->mass(p->par, &x, M);
    p->force(p->par, &x, u, h);
    p->jac(p->par, &x, 0, W);
    p->zeta(p->par, &x, u, 0, z);
    *A = 0.0;
    *b = -eps * z[0];
    for (int i = 0; i < 3; i++) {
        *A += eps * W[i] / M[4 * i] * (W[i] + mu * W[3 + i]);
        *b -= eps * W[i] / M[4 * i] * h[i];
    }
}

TEST rod_has_the_published_coefficients(void)
{
    const double eps = 0.4, Fy = -1.2, Fth = 0.7;
    ss_problem p;
    ss_pcg r;
    ASSERT_EQ(SS_OK, build(&ss_painleve_rod, "eps=0.4 Fx=0.3 Fy=-1.2 Fth=0.7", &p));
    ss_pcg_seed(&r, 7, 1);
    for (int i = 0; i < 100; i++) {
        const double th = SS_PI * ss_pcg_uniform(&r), w = 4.0 * ss_pcg_uniform(&r) - 2.0;
        const double mu = 3.0 * ss_pcg_uniform(&r);
        double A, b, c[MOST], h[3], T, V[2], q[3] = {0.1, 0.9, th}, u[3] = {0};
        sliding(&p, eps, mu, th, w, &A, &b);
        ASSERT_IN_RANGE(0.5 * (1.0 + 2.0 * eps + cos(2.0 * th) - mu * sin(2.0 * th)), A, 1e-14);
        ASSERT_IN_RANGE(Fth * cos(th) - eps * (Fy + sin(th) * w * w), b, 1e-14); /* rounding */
        for (int j = 0; j < 3; j++) { /* V is linear: a unit step gives its slope */
            for (int e = 0; e < 2; e++) {
                const ss_config x = placed(&p, q, c);
                p.energy(p.par, &x, u, &T, &V[e]);
                p.force(p.par, &x, u, h);
                q[j] += 1.0;
            }
            ASSERT_IN_RANGE(h[j], V[0] - V[1], 1e-13); /* rounding */
        }
    }
    ss_painleve_rod.destroy(&p);
    PASS();
}

TEST rod_is_critical_at_the_published_angles(void)
{
    static const double bracket[2][2] = {{0.5, 1.0}, {1.0, 1.5}}, angle[] = {0.65236, 1.38209};
    const double eps = 1.0 / 3.0;
    double A, b;
    ss_problem p;
    ASSERT_EQ(SS_OK, build(&ss_painleve_rod, "mu=2", &p));
    for (int k = 0; k < 2; k++) {
        double lo = bracket[k][0], hi = bracket[k][1], at_lo;
        sliding(&p, eps, 2.0, lo, 0.0, &at_lo, &b);
        for (int i = 0; i < 60; i++) {
            const double mid = 0.5 * (lo + hi);
            sliding(&p, eps, 2.0, mid, 0.0, &A, &b);
            *(A * at_lo > 0.0 ? &lo : &hi) = mid;
        }
        ASSERT_IN_RANGE(angle[k], lo, 5e-6); /* five decimals are published */
    }
    sliding(&p, eps, 4.0 / 3.0, atan(2.0), 0.0, &A, &b); /* tan 2 theta = -mu: least A */
    ASSERT_IN_RANGE(0.0, A, 1e-15);                      /* mu_c = 4/3, rounding */
    ss_painleve_rod.destroy(&p);
    PASS();
}

TEST rod_keeps_its_tip_sliding_on_the_floor_when_the_angle_is_given(void)
{
    double c[MOST], g, W[6];
    ss_problem p;
    ASSERT_EQ(SS_OK, build(&ss_painleve_rod, "l=0.7", &p));
    p.q0[2] = 1.3;
    p.u0[2] = -2.5;
    ASSERT_EQ(SS_OK, ready(&ss_painleve_rod, &p));
    const ss_config x = placed(&p, p.q0, c);
    p.gap(p.par, &x, &g);
    p.jac(p.par, &x, 0, W);
    ASSERT_EQ(0.0, g);
    ASSERT_IN_RANGE(0.0, W[0] * p.u0[0] + W[1] * p.u0[1] + W[2] * p.u0[2], 1e-15); /* rounding */
    ASSERT_IN_RANGE(-1.0, W[3] * p.u0[0] + W[4] * p.u0[1] + W[5] * p.u0[2], 1e-15);
    p.q0[1] = 0.1;
    ASSERT_EQ(SS_EARG, ready(&ss_painleve_rod, &p));
    ss_painleve_rod.destroy(&p);
    PASS();
}

/* ---- rocking-block ---------------------------------------------------------------- */

/* u after an impact in which the given rows end at zero; L their impulses. */
static void stop_rows(const ss_problem *p, int rows, double W[][3], double *u, double *L)
{
    double c[MOST], q[3] = {0}, M[9], G[9];
    const ss_config x = placed(p, q, c);
    p->mass(p->par, &x, M);
    for (int a = 0; a < rows; a++) {
        L[a] = 0.0;
        for (int i = 0; i < 3; i++) L[a] -= W[a][i] * u[i];
        for (int b = 0; b < rows; b++) {
            G[a * rows + b] = 0.0;
            for (int i = 0; i < 3; i++) G[a * rows + b] += W[a][i] * W[b][i] / M[4 * i];
        }
    }
    solve_dense(rows, G, L);
    for (int a = 0; a < rows; a++)
        for (int i = 0; i < 3; i++) u[i] += W[a][i] * L[a] / M[4 * i];
}

TEST block_swings_on_its_corner_as_the_exact_motion_says(void)
{
    const double h = 2e-4;
    double q[3], u[3], Q[3], U[3];
    ss_problem p;
    ASSERT_EQ(SS_OK, build(&ss_rocking_block, "", &p));
    p.u0[2] = 0.2; /* rises first */
    p.q0[0] = 3.0;
    ASSERT_EQ(SS_OK, ready(&ss_rocking_block, &p));
    ASSERT(p.exact != NULL);
    for (int i = 0; i < 3; i++) q[i] = p.q0[i], u[i] = p.u0[i];
    int i = 0;
    for (; q[2] > 0.01; i++) {
        p.exact(p.par, h * i, Q, U);
        for (int j = 0; j < 3; j++) {
            /* the start, h^4 = 1.6e-15 times growth exp(p t) = 10, sums of 3000 roundings */
            ASSERT_IN_RANGE(q[j], Q[j], 1e-12);
            ASSERT_IN_RANGE(u[j], U[j], 1e-12);
        }
        rk4(&p, h, 0, 2, q, u);
    }
    ASSERT_GT(i, 1000); /* a swing was followed, not a moment */
    ss_rocking_block.destroy(&p);
    PASS();
}

TEST exact_motion_of_the_block_begins_at_its_start(void)
{
    ss_pcg r;
    int many = 0;
    ss_pcg_seed(&r, 9, 1);
    for (int run = 0; run < 200; run++) {
        double q[3], u[3];
        ss_problem p;
        ASSERT_EQ(SS_OK, build(&ss_rocking_block, "half_width=0.7", &p));
        p.q0[2] = 1.2 * ss_pcg_uniform(&r) - 0.6; /* balance is at 0.61 */
        p.u0[2] = 2.0 * ss_pcg_uniform(&r) - 1.0;
        ASSERT_EQ(SS_OK, ready(&ss_rocking_block, &p));
        if (p.exact) {
            many++;
            p.exact(p.par, 0.0, q, u);
            for (int i = 0; i < 3; i++) {
                /* rounding of the elliptic integral and back, some ten operations */
                ASSERT_IN_RANGE(p.q0[i], q[i], 1e-14);
                ASSERT_IN_RANGE(p.u0[i], u[i], 1e-14);
            }
        }
        ss_rocking_block.destroy(&p);
    }
    ASSERT_GT(many, 100); /* the others overturn */
    PASS();
}

/* When theta passes zero next after t, by bisection on its sign. */
static double next_impact(const ss_problem *p, double t, double span)
{
    double q[3], u[3], hi = t;
    p->exact(p->par, t, q, u);
    const double sign = q[2];
    while (p->exact(p->par, hi, q, u), q[2] * sign > 0.0) hi += 0.01 * span;
    double lo = hi - 0.01 * span;
    for (int i = 0; i < 60; i++) {
        const double mid = 0.5 * (lo + hi);
        p->exact(p->par, mid, q, u);
        *(q[2] * sign > 0.0 ? &lo : &hi) = mid;
    }
    return hi;
}

TEST block_passes_to_the_other_corner_by_the_law_of_the_contacts(void)
{
    double q[3], u[3], U[3], L[2], t = 0.0;
    ss_problem p;
    ASSERT_EQ(SS_OK, build(&ss_rocking_block, "", &p));
    ASSERT_EQ(SS_OK, ready(&ss_rocking_block, &p));
    const double b = 0.2, h = 1.0, mu = p.law[0].mu_s, eps = 1e-9;
    for (int k = 0; k < 6; k++) {
        const double s = k % 2 ? -1.0 : 1.0; /* the corner that comes down: right first */
        double W[2][3] = {{0.0, 1.0, s * b}, {1.0, 0.0, h}};
        t = next_impact(&p, t + eps, 1.0);
        p.exact(p.par, t - eps, q, u);
        ASSERT_GT(s * q[2], 0.0);
        ASSERT_LT(s * u[2], -0.1); /* a swing, not the last tremble */
        p.exact(p.par, t + eps, q, U);
        ASSERT_LT(s * q[2], 0.0);
        stop_rows(&p, 2, W, u, L);
        ASSERT_GT(L[0], 0.0);
        ASSERT_GT(mu * L[0], fabs(L[1]));
        ASSERT_GT(u[1] - s * b * u[2], 0.0); /* the other corner lifts */
        /* 1e-9 s on either side, at accelerations of some m/s^2 */
        for (int i = 0; i < 3; i++) ASSERT_IN_RANGE(u[i], U[i], 1e-7);
    }
    p.exact(p.par, 1e3, q, u);
    ASSERT_EQ(0.0, q[2]);
    ASSERT_EQ(0.0, u[2]);
    ASSERT_IN_RANGE(h, q[1], 1e-15); /* rounding */
    ss_rocking_block.destroy(&p);
    PASS();
}

TEST wide_block_stops_at_its_first_impact_by_the_law_of_the_contacts(void)
{
    double q[3], u[3], L[3], W[3][3] = {{0.0, 1.0, -1.5}, {0.0, 1.0, 1.5}, {1.0, 0.0, 1.0}};
    ss_problem p;
    ASSERT_EQ(SS_OK, build(&ss_rocking_block, "half_width=1.5 tilt=0.1 mu=3", &p));
    ASSERT_EQ(SS_OK, ready(&ss_rocking_block, &p));
    ASSERT(p.exact != NULL);
    const double t = next_impact(&p, 0.0, 1.0);
    p.exact(p.par, t - 1e-9, q, u);
    ASSERT_LT(u[2], -0.1);
    stop_rows(&p, 3, W, u, L);
    ASSERT_GT(L[0], 0.0);
    ASSERT_GT(L[1], 0.0);
    p.exact(p.par, t + 1e-9, q, u);
    for (int i = 0; i < 3; i++) ASSERT_EQ(0.0, u[i]);
    ss_rocking_block.destroy(&p);
    PASS();
}

TEST block_claims_no_exact_motion_where_it_has_none(const char *settings)
{
    ss_problem p;
    ASSERT_EQ(SS_OK, build(&ss_rocking_block, settings, &p));
    ASSERT_EQ(SS_OK, ready(&ss_rocking_block, &p));
    ASSERT(p.exact == NULL);
    ss_rocking_block.destroy(&p);
    PASS();
}

TEST block_claims_no_exact_motion_if_it_overturns_or_flies(void)
{
    ss_problem p;
    ASSERT_EQ(SS_OK, build(&ss_rocking_block, "", &p));
    p.u0[2] = 5.0;
    ASSERT_EQ(SS_OK, ready(&ss_rocking_block, &p));
    ASSERT(p.exact == NULL);
    ss_rocking_block.destroy(&p);
    ASSERT_EQ(SS_OK, build(&ss_rocking_block, "", &p));
    p.q0[1] += 0.1;
    ASSERT_EQ(SS_OK, ready(&ss_rocking_block, &p));
    ASSERT(p.exact == NULL);
    ss_rocking_block.destroy(&p);
    PASS();
}

/* ---- newtons-cradle --------------------------------------------------------------- */

TEST as_many_balls_leave_as_came_in(void)
{
    for (int n = 2; n <= 32; n += 3)
        for (int in = 1; in < n; in++) {
            double q[32], u[32];
            char settings[64];
            ss_problem p;
            snprintf(settings, sizeof settings, "balls=%d launch=%d v=2", n, in);
            ASSERT_EQ(SS_OK, build(&ss_newtons_cradle, settings, &p));
            ASSERT_EQ(SS_OK, ready(&ss_newtons_cradle, &p));
            p.exact(p.par, p.t_end, q, u);
            for (int i = 0; i < n; i++) ASSERT_EQ(i < n - in ? 0.0 : 2.0, u[i]);
            if (in == 1)
                p.exact(p.par, 0.25, q, u); /* the moment of the blow, 0.5 m at 2 m/s: it is done */
            ASSERT_EQ(0.0, u[0]);
            ASSERT_EQ(2.0, u[n - 1]);
            ss_newtons_cradle.destroy(&p);
        }
    PASS();
}

/* The same by events: fly to the next collision, exchange that pair's velocities, go on. */
static void collide_to(double t, int n, double d, double *q, double *u)
{
    while (t > 0.0) {
        double first = t;
        int pair = -1;
        for (int i = 0; i + 1 < n; i++) {
            const double closing = u[i] - u[i + 1];
            const double when = closing > 0.0 ? (q[i + 1] - q[i] - d) / closing : HUGE_VAL;
            if (when < first) first = fmax(when, 0.0), pair = i;
        }
        for (int i = 0; i < n; i++) q[i] += first * u[i];
        t -= first;
        if (pair < 0) break;
        const double v = u[pair];
        u[pair] = u[pair + 1];
        u[pair + 1] = v;
    }
}

TEST balls_move_as_if_they_collided_one_pair_at_a_time(void)
{
    enum { N = 9 };
    ss_pcg r;
    ss_pcg_seed(&r, 8, 1);
    for (int run = 0; run < 20; run++) {
        double q[N], u[N], Q[N], U[N];
        ss_problem p;
        ASSERT_EQ(SS_OK, build(&ss_newtons_cradle, "balls=9 gap=0.1", &p));
        for (int i = 0; i < N; i++) {
            q[i] = p.q0[i] += 0.1 * ss_pcg_uniform(&r);
            u[i] = p.u0[i] = 2.0 * ss_pcg_uniform(&r) - 1.0;
        }
        ASSERT_EQ(SS_OK, ready(&ss_newtons_cradle, &p));
        collide_to(1.0, N, 0.1, q, u); /* 0.1: the diameter */
        p.exact(p.par, 1.0, Q, U);
        for (int i = 0; i < N; i++) {
            ASSERT_IN_RANGE(q[i], Q[i], 1e-13); /* rounding of some tens of flights */
            ASSERT_EQ(u[i], U[i]);
        }
        ss_newtons_cradle.destroy(&p);
    }
    PASS();
}

TEST cradle_refuses_what_it_cannot_be(void)
{
    ss_problem p;
    ASSERT_EQ(SS_EARG, build(&ss_newtons_cradle, "balls=3 launch=3", &p));
    ASSERT_EQ(SS_OK, build(&ss_newtons_cradle, "e_n=0.9", &p));
    ASSERT(p.exact == NULL); /* balls that lose energy do not just exchange velocities */
    p.q0[2] = p.q0[1];
    ASSERT_EQ(SS_EARG, ready(&ss_newtons_cradle, &p));
    ss_newtons_cradle.destroy(&p);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(gap_of_an_elliptic_wheel_is_that_of_its_lowest_point);
    RUN_TEST(an_ellipse_with_equal_axes_is_a_circle);
    RUN_TEST(bicycle_starts_as_published_and_not_inside_the_ground);
    RUN_TEST(pendulum_first_touches_the_floor_at_the_published_times);
    RUN_TEST(rod_has_the_published_coefficients);
    RUN_TEST(rod_is_critical_at_the_published_angles);
    RUN_TEST(rod_keeps_its_tip_sliding_on_the_floor_when_the_angle_is_given);
    RUN_TEST(block_swings_on_its_corner_as_the_exact_motion_says);
    RUN_TEST(exact_motion_of_the_block_begins_at_its_start);
    RUN_TEST(block_passes_to_the_other_corner_by_the_law_of_the_contacts);
    RUN_TEST(wide_block_stops_at_its_first_impact_by_the_law_of_the_contacts);
    RUN_TESTp(block_claims_no_exact_motion_where_it_has_none, "e_n=0.5");
    RUN_TESTp(block_claims_no_exact_motion_where_it_has_none, "e_star=0.5");
    RUN_TESTp(block_claims_no_exact_motion_where_it_has_none, "mu=0.1"); /* 0.15 is needed */
    RUN_TEST(block_claims_no_exact_motion_if_it_overturns_or_flies);
    RUN_TEST(as_many_balls_leave_as_came_in);
    RUN_TEST(balls_move_as_if_they_collided_one_pair_at_a_time);
    RUN_TEST(cradle_refuses_what_it_cannot_be);
    GREATEST_MAIN_END();
}
