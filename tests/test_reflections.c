/* test_reflections.c - momentum maps: what they keep, when they commute, where they lead */
#include "greatest.h"
#include "problems/base/pcg.h"
#include "solvers/reflections.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 5, MOST = 12, TRIALS = 200 };

/* A random metric with two covectors and a momentum in it. */
typedef struct space {
    double M[N * N], L[N * N]; /* the matrix and its Cholesky factor */
} space;

static double any(ss_pcg *r)
{
    return 2.0 * ss_pcg_uniform(r) - 1.0;
}

static void random_covector(ss_pcg *r, double *u)
{
    for (int i = 0; i < N; i++) u[i] = any(r);
}

/* B'B + I: positive definite, condition below about 20 */
static void random_space(ss_pcg *r, space *s)
{
    double B[N * N];
    for (int i = 0; i < N * N; i++) B[i] = any(r);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            s->M[i * N + j] = i == j;
            for (int k = 0; k < N; k++) s->M[i * N + j] += B[k * N + i] * B[k * N + j];
        }
    memcpy(s->L, s->M, sizeof s->M);
    ss_chol(N, s->L);
}

static void raise_index(const space *s, const double *u, double *y) /* y = M^-1 u' */
{
    memcpy(y, u, N * sizeof *y);
    ss_chol_solve(N, s->L, y);
}

static double inner(const space *s, const double *a, const double *b)
{
    double y[N];
    raise_index(s, b, y);
    return ss_dot(N, a, y);
}

static double length(const space *s, const double *a)
{
    return sqrt(inner(s, a, a));
}

static void map(const space *s, const double *u, double e_n, double *p)
{
    double y[N];
    raise_index(s, u, y);
    ss_gamma(N, u, y, e_n, p);
}

/* b -> its part orthogonal to a, then unit length */
static void make_unit_and_orthogonal(const space *s, const double *a, double *b)
{
    if (a) {
        const double f = inner(s, a, b) / inner(s, a, a);
        for (int i = 0; i < N; i++) b[i] -= f * a[i];
    }
    const double l = length(s, b);
    for (int i = 0; i < N; i++) b[i] /= l;
}

static double apart(const space *s, const double *a, const double *b)
{
    double d[N];
    for (int i = 0; i < N; i++) d[i] = a[i] - b[i];
    return length(s, d);
}

/* ---- Gamma ------------------------------------------------------------------------------- */

TEST gamma_keeps_the_energy_when_e_is_one(void)
{
    ss_pcg r;
    ss_pcg_seed(&r, 1, 1);
    for (int k = 0; k < TRIALS; k++) {
        space s;
        double u[N], p[N];
        random_space(&r, &s);
        random_covector(&r, u);
        random_covector(&r, p);
        const double before = inner(&s, p, p);
        map(&s, u, 1.0, p);
        /* about N^2 roundings of 1e-16 in each inner product, times a condition of 20 at worst,
         * which random signs do not reach */
        ASSERT_IN_RANGE(1.0, inner(&s, p, p) / before, 1e-14);
    }
    PASS();
}

/* K+ = K- - (1 - e) K_perp with e = e_n^2 */
TEST gamma_takes_the_share_of_energy_that_the_paper_says(void)
{
    ss_pcg r;
    ss_pcg_seed(&r, 2, 1);
    for (int k = 0; k < TRIALS; k++) {
        space s;
        double u[N], p[N];
        const double e_n = ss_pcg_uniform(&r);
        random_space(&r, &s);
        random_covector(&r, u);
        random_covector(&r, p);
        const double before = 0.5 * inner(&s, p, p), pu = inner(&s, p, u);
        const double perp = 0.5 * pu * pu / inner(&s, u, u);
        map(&s, u, e_n, p);
        ASSERT_IN_RANGE(before - (1.0 - e_n * e_n) * perp, 0.5 * inner(&s, p, p), 1e-13 * before);
        ASSERT_IN_RANGE(-e_n * pu, inner(&s, p, u), 1e-13 * fabs(before)); /* Newton's law */
    }
    PASS();
}

TEST gamma_is_a_projector_when_e_is_zero(void)
{
    ss_pcg r;
    ss_pcg_seed(&r, 3, 1);
    for (int k = 0; k < TRIALS; k++) {
        space s;
        double u[N], p[N], once[N];
        random_space(&r, &s);
        random_covector(&r, u);
        random_covector(&r, p);
        const double scale = length(&s, p);
        map(&s, u, 0.0, p);
        memcpy(once, p, sizeof p);
        map(&s, u, 0.0, p);
        ASSERT(apart(&s, p, once) < 1e-14 * scale);
    }
    PASS();
}

/* How far Gamma(u) Gamma(v) and Gamma(v) Gamma(u) are apart on random momenta of length one. */
static double disagreement(const space *s, ss_pcg *r, const double *u, const double *v, double e_n)
{
    double worst = 0.0;
    for (int k = 0; k < 10; k++) {
        double a[N], b[N];
        random_covector(r, a);
        make_unit_and_orthogonal(s, NULL, a);
        memcpy(b, a, sizeof a);
        map(s, u, e_n, a);
        map(s, v, e_n, a);
        map(s, v, e_n, b);
        map(s, u, e_n, b);
        worst = fmax(worst, apart(s, a, b));
    }
    return worst;
}

/* With s = <u, v> of unit normals the commutator is k^2 s (u^v), k = 1 + e_n: its norm is
 * k^2 |s| sqrt(1 - s^2).  Ten random momenta in five dimensions see a tenth of it and more. */
TEST gammas_commute_if_and_only_if_normals_are_parallel_or_orthogonal(void)
{
    ss_pcg r;
    ss_pcg_seed(&r, 4, 1);
    for (int k = 0; k < TRIALS; k++) {
        space s;
        double u[N], v[N], w[N];
        const double e_n = ss_pcg_uniform(&r);
        random_space(&r, &s);
        random_covector(&r, u);
        random_covector(&r, v);
        make_unit_and_orthogonal(&s, NULL, u);
        memcpy(w, v, sizeof v);
        make_unit_and_orthogonal(&s, u, w);
        ASSERT(disagreement(&s, &r, u, w, e_n) < 1e-14 * 10);
        for (int i = 0; i < N; i++) v[i] = -3.0 * u[i];
        ASSERT(disagreement(&s, &r, u, v, e_n) < 1e-14 * 10);

        const double angle = 1e-3 + 0.5 * ss_pcg_uniform(&r); /* from orthogonal */
        for (int i = 0; i < N; i++) v[i] = cos(angle) * w[i] + sin(angle) * u[i];
        const double norm = (1.0 + e_n) * (1.0 + e_n) * fabs(sin(angle) * cos(angle));
        const double seen = disagreement(&s, &r, u, v, e_n);
        ASSERT(seen > 0.1 * norm && seen < norm * (1.0 + 1e-9));
    }
    PASS();
}

/* ---- (18), (19), (20) --------------------------------------------------------------------- */

static void pair_of_maps(const space *s, const double *p, const double *u, const double *v,
                         const double *w, double eps, int u_first, double *out)
{
    double ve[N];
    for (int i = 0; i < N; i++) ve[i] = v[i] + eps * w[i];
    memcpy(out, p, N * sizeof *out);
    if (u_first) map(s, u, 1.0, out);
    map(s, ve, 1.0, out);
    if (!u_first) map(s, u, 1.0, out);
}

/* Central differences with a step of 1e-5 leave 1e-10 of truncation, 1e-11 of rounding. */
static void differences(const space *s, const double *p, const double *u, const double *v,
                        const double *w, int u_first, double *d)
{
    const double eps = 1e-5;
    double a[N], b[N];
    pair_of_maps(s, p, u, v, w, eps, u_first, a);
    pair_of_maps(s, p, u, v, w, -eps, u_first, b);
    for (int i = 0; i < N; i++) d[i] = (a[i] - b[i]) / (2.0 * eps);
}

TEST dp_is_the_derivative_of_the_outcome_and_its_norm_is_twice_that_of_p_star(void)
{
    ss_pcg r;
    ss_pcg_seed(&r, 5, 1);
    for (int k = 0; k < TRIALS; k++) {
        space s;
        double u[N], v[N], w[N], p[N], yv[N], yw[N], dp[N], fd[N], star[N], after[N];
        random_space(&r, &s);
        random_covector(&r, u), random_covector(&r, v), random_covector(&r, w);
        random_covector(&r, p);
        make_unit_and_orthogonal(&s, NULL, u);
        make_unit_and_orthogonal(&s, u, v);
        make_unit_and_orthogonal(&s, v, w);
        raise_index(&s, v, yv), raise_index(&s, w, yw);
        ss_reflect_dp(N, p, u, v, yv, w, yw, dp);
        differences(&s, p, u, v, w, 0, fd);
        ASSERT(apart(&s, dp, fd) < 1e-8);

        const double pv = inner(&s, p, v), pw = inner(&s, p, w);
        for (int i = 0; i < N; i++) star[i] = pw * w[i] + pv * v[i];
        ASSERT_IN_RANGE(2.0 * length(&s, star), length(&s, dp), 1e-13);
        pair_of_maps(&s, p, u, v, w, 0.0, 0, after);
        ASSERT(fabs(inner(&s, dp, after)) < 1e-13); /* a rotation, to first order */
    }
    PASS();
}

/* The paper says so for every w; it holds for the part of w along u, which is the one that
 * spoils orthogonality. */
TEST the_other_order_changes_the_sign_of_dp_when_w_is_u(void)
{
    ss_pcg r;
    ss_pcg_seed(&r, 6, 1);
    space s;
    double u[N], v[N], p[N], yv[N], yu[N], dp[N], fd[N];
    random_space(&r, &s);
    random_covector(&r, u), random_covector(&r, v), random_covector(&r, p);
    make_unit_and_orthogonal(&s, NULL, u);
    make_unit_and_orthogonal(&s, u, v);
    raise_index(&s, v, yv), raise_index(&s, u, yu);
    ss_reflect_dp(N, p, u, v, yv, u, yu, dp);
    differences(&s, p, u, v, u, 1, fd);
    for (int i = 0; i < N; i++) fd[i] = -fd[i];
    ASSERT(apart(&s, dp, fd) < 1e-8);
    PASS();
}

/* Two contacts with normals u, v that are not orthogonal, in the form of relative velocities: what
 * each sees of dp is <dp, normal>, with v0 the part of v orthogonal to u and w = u. */
TEST dp_as_contacts_see_it_is_that_of_the_momentum(void)
{
    ss_pcg r;
    ss_pcg_seed(&r, 8, 1);
    for (int k = 0; k < TRIALS; k++) {
        space s;
        double w[2][N], v0[N], u[N], p[N], yv[N], yu[N], dp[N], G[16] = {0}, vel[4] = {0};
        const double none[2] = {0.0}, one[2] = {1.0, 1.0};
        random_space(&r, &s);
        random_covector(&r, w[0]), random_covector(&r, w[1]), random_covector(&r, p);
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 2; j++) G[8 * i + 2 * j] = inner(&s, w[i], w[j]);
            vel[2 * i] = inner(&s, w[i], p);
        }
        const ss_impact c = {.n = 2, .G = G, .mu = none, .e_n = one, .e_t = none};
        const ss_ambiguity m = ss_reflect_ambiguity(&c, vel);
        memcpy(u, w[0], sizeof u), memcpy(v0, w[1], sizeof v0);
        make_unit_and_orthogonal(&s, NULL, u);
        make_unit_and_orthogonal(&s, u, v0);
        raise_index(&s, v0, yv), raise_index(&s, u, yu);
        ss_reflect_dp(N, p, u, v0, yv, u, yu, dp);
        /* 1 - s^2 may be small: lengths of 1, 1e-3 of them left, so 1e3 roundings of 1e-15 */
        if (fabs(m.s) > 0.999) continue;
        ASSERT_IN_RANGE(length(&s, dp), m.dp, 1e-11);
        for (int i = 0; i < 2; i++)
            ASSERT_IN_RANGE(inner(&s, dp, w[i]), ss_reflect_dv(&c, vel, &m, i), 1e-11);
    }
    PASS();
}

/* ---- impacts ------------------------------------------------------------------------------ */

typedef struct scene {
    double G[4 * MOST * MOST], mu[MOST], e_n[MOST], e_t[MOST], v[2 * MOST], L[2 * MOST];
    ss_impact c;
} scene;

static void set_contacts(scene *k, int n, double e_n)
{
    *k = (scene){.c = {.n = n}};
    k->c.G = k->G, k->c.mu = k->mu, k->c.e_n = k->e_n, k->c.e_t = k->e_t;
    for (int i = 0; i < n; i++) k->e_n[i] = e_n;
}

/* Touching balls of masses m on a line: contact i between i and i + 1; with a wall on the
 * left, contact 0 is the wall's. */
static void set_balls(scene *k, int balls, const double *m, const double *u, int wall, double e_n)
{
    const int n = balls - 1 + wall, w = 2 * n;
    set_contacts(k, n, e_n);
    for (int i = 0; i < n; i++) {
        const int right = i + 1 - wall, left = right - 1;
        k->G[2 * i * (w + 1)] = 1.0 / m[right] + (left >= 0 ? 1.0 / m[left] : 0.0);
        if (i > 0) k->G[2 * i * w + 2 * (i - 1)] = k->G[2 * (i - 1) * w + 2 * i] = -1.0 / m[left];
        k->v[2 * i] = u[right] - (left >= 0 ? u[left] : 0.0);
    }
}

static void ball_velocities(const scene *k, int balls, const double *m, int wall, double *u)
{
    for (int i = 0; i < k->c.n; i++) {
        const int right = i + 1 - wall, left = right - 1;
        u[right] += k->L[2 * i] / m[right];
        if (left >= 0) u[left] -= k->L[2 * i] / m[left];
    }
    (void)balls;
}

TEST newtons_cradle_lets_as_many_balls_out_as_came_in(void)
{
    static const ss_reflect_order orders[] = {SS_ORDER_MOST, SS_ORDER_FIRST, SS_ORDER_LAST};
    for (int balls = 2; balls <= 10; balls++)
        for (int in = 1; in < balls; in++)
            for (size_t o = 0; o < sizeof orders / sizeof *orders; o++) {
                double m[MOST], u[MOST];
                long count = 0;
                scene k;
                for (int i = 0; i < balls; i++) m[i] = 1.0, u[i] = i < in;
                set_balls(&k, balls, m, u, 0, 1.0);
                ASSERT_EQ(SS_OK, ss_reflect(&k.c, orders[o], 1000, k.v, k.L, &count));
                ball_velocities(&k, balls, m, 0, u);
                for (int i = 0; i < balls; i++) ASSERT_EQ(i >= balls - in ? 1.0 : 0.0, u[i]);
                ASSERT_EQ((long)in * (balls - in), count); /* each ball meets each once */
            }
    PASS();
}

/* A heavy ball drives a light one against a wall.  In the kinetic metric it is a ray in a wedge
 * of the angle a = arctan sqrt(m/M), coming in along one side: it is reflected as often as k a
 * < pi, the largest such k; unfolded, it crosses that many sides (Galperin). */
TEST two_balls_and_a_wall_collide_as_often_as_the_closed_form_says(void)
{
    static const double ratio[] = {1.0, 2.0, 3.5, 16.0, 100.0, 1234.5, 1e4, 1e6};
    for (size_t k = 0; k < sizeof ratio / sizeof *ratio; k++) {
        const double pi = acos(-1.0), a = atan(sqrt(1.0 / ratio[k]));
        const double m[2] = {1.0, ratio[k]};
        const long expected = (long)ceil(pi / a) - 1;
        double u[2] = {0.0, -1.0};
        long count = 0;
        scene s;
        set_balls(&s, 2, m, u, 1, 1.0);
        ASSERT_EQ(SS_OK, ss_reflect(&s.c, SS_ORDER_MOST, 100000, s.v, s.L, &count));
        ASSERT_EQ(expected, count);
        ball_velocities(&s, 2, m, 1, u);
        ASSERT(u[0] >= 0.0 && u[1] >= u[0]); /* they leave, and never meet again */
        const double E = 0.5 * (m[0] * u[0] * u[0] + m[1] * u[1] * u[1]);
        /* G holds 1/m + 1/M, so of 1/M it keeps eps M/m only; then thousands of roundings */
        ASSERT_IN_RANGE(1.0, E / (0.5 * m[1]), 1e-12 + 4.0 * DBL_EPSILON * ratio[k]);
    }
    PASS();
}

TEST orders_of_an_equal_cradle_agree_and_those_of_an_unequal_one_do_not(void)
{
    static unsigned char memory[1 << 20];
    ss_arena a = {.base = memory, .size = sizeof memory};
    ss_order_search search;
    double equal[3] = {1.0, 1.0, 1.0}, unequal[3] = {1.0, 2.0, 1.0}, u[3] = {1.0, 0.0, -1.0};
    scene k;

    ss_order_search_layout(&search, MOST, 64, 16, 100000, &a);
    ASSERT(a.used <= a.size);
    set_balls(&k, 3, equal, u, 0, 1.0);
    ss_orders o = ss_reflect_orders(&search, &k.c, k.v);
    ASSERT_EQ(1, o.outcomes);
    ASSERT_EQ(1, o.complete);
    ASSERT_EQ(0.0, o.spread);
    set_balls(&k, 3, unequal, u, 0, 1.0);
    o = ss_reflect_orders(&search, &k.c, k.v);
    ASSERT_EQ(2, o.outcomes); /* from the left first, from the right first: mirror images */
    ASSERT_EQ(1, o.complete);
    ASSERT(o.spread > 0.1);
    /* the outcomes themselves: each contact leaves with one of two velocities, the other one with
     * the other */
    double range[2][2];
    for (int i = 0; i < 2; i++) ss_reflect_range(&search, &k.c, k.v, &o, i, range[i]);
    long count = 0;
    ASSERT_EQ(SS_OK, ss_reflect(&k.c, SS_ORDER_FIRST, 1000, k.v, k.L, &count));
    const double low = fmin(k.v[0], k.v[2]), high = fmax(k.v[0], k.v[2]);
    ASSERT(high - low > 0.1);
    for (int i = 0; i < 2; i++) {
        ASSERT_IN_RANGE(low, range[i][0], 1e-14 * 4);
        ASSERT_IN_RANGE(high, range[i][1], 1e-14 * 4);
    }
    PASS();
}

/* Two contacts whose unit normals have <u, v> = s, hit with the velocities a and b. */
static void set_pair(scene *k, double s, double a, double b, double e_n)
{
    set_contacts(k, 2, e_n);
    k->G[0] = k->G[10] = 1.0;
    k->G[2] = k->G[8] = s;
    k->v[0] = a, k->v[2] = b;
}

/* Near orthogonality each order has one reflection at each contact, and the two outcomes are
 * 2 eps |dp| apart, eps = s/sqrt(1 - s^2), up to terms of eps^2. */
TEST spread_grows_with_s_and_begins_as_the_measure_says(void)
{
    static unsigned char memory[1 << 20];
    static const double steps[] = {1e-4, 1e-3, 1e-2, 0.05, 0.1, 0.2};
    ss_arena a = {.base = memory, .size = sizeof memory};
    ss_order_search search;
    scene k;

    ss_order_search_layout(&search, 2, 64, 16, 100000, &a);
    for (int sign = -1; sign <= 1; sign += 2) {
        double last = 0.0;
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
            const double s = sign * steps[i];
            set_pair(&k, s, -1.0, -0.6, 1.0);
            const ss_ambiguity m = ss_reflect_ambiguity(&k.c, k.v);
            const ss_orders o = ss_reflect_orders(&search, &k.c, k.v);
            ASSERT_EQ(s, m.s);
            ASSERT_EQ(2, o.outcomes);
            ASSERT(o.spread > last);
            last = o.spread;
            if (steps[i] <= 1e-2) /* relative error below 2 |s| */
                ASSERT_IN_RANGE(1.0, o.spread / (2.0 * fabs(s) * m.dp), 2.0 * steps[i]);
        }
    }
    set_pair(&k, 0.0, -1.0, -0.6, 1.0);
    ASSERT_EQ(1, ss_reflect_orders(&search, &k.c, k.v).outcomes);
    ASSERT_IN_RANGE(2.0 * hypot(1.0, 0.6), ss_reflect_ambiguity(&k.c, k.v).dp, 1e-15 * 4);
    PASS();
}

/* Inelastic collapse: three equal balls, the outer ones closing in on the middle one; below
 * e = 7 - 4 sqrt 3 collisions never end, above they do.  With the tolerance the collapse ends
 * in contact. */
TEST inelastic_collapse_ends_by_tolerance_and_is_told_when_maps_run_out(void)
{
    const double m[3] = {1.0, 1.0, 1.0}, collapse = 7.0 - 4.0 * sqrt(3.0);
    double u[3] = {1.0, 0.0, -1.0};
    long count = 0;
    scene k;

    set_balls(&k, 3, m, u, 0, 0.9 * collapse);
    ASSERT_EQ(SS_EZENO, ss_reflect(&k.c, SS_ORDER_MOST, 8, k.v, k.L, &count));
    ASSERT_EQ(8, count);
    set_balls(&k, 3, m, u, 0, 0.9 * collapse);
    ASSERT_EQ(SS_OK, ss_reflect(&k.c, SS_ORDER_MOST, 1000, k.v, k.L, &count));
    ASSERT(k.v[0] > -1e-12 && k.v[2] > -1e-12);
    set_balls(&k, 3, m, u, 0, 0.9);
    count = 0;
    ASSERT_EQ(SS_OK, ss_reflect(&k.c, SS_ORDER_MOST, 1000, k.v, k.L, &count));
    ASSERT(count < 10);
    PASS();
}

/* Random contact problems G = A A' with friction: energy never grows, impulses stay in their
 * cones, and what is left is feasible. */
TEST friction_never_gains_energy_and_stays_in_the_cone(void)
{
    ss_pcg r;
    ss_pcg_seed(&r, 7, 1);
    enum { C = 3, ROWS = 2 * C, DOF = 8 };
    for (int t = 0; t < TRIALS; t++) {
        double W[ROWS * DOF], u0[DOF], u[DOF];
        long count = 0;
        scene k;
        set_contacts(&k, C, ss_pcg_uniform(&r));
        for (int i = 0; i < ROWS * DOF; i++) W[i] = any(&r);
        for (int i = 0; i < DOF; i++) u0[i] = any(&r);
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < ROWS; j++)
                k.G[i * ROWS + j] = ss_dot(DOF, W + i * DOF, W + j * DOF);
            k.v[i] = ss_dot(DOF, W + i * DOF, u0);
        }
        for (int i = 0; i < C; i++) k.mu[i] = ss_pcg_uniform(&r), k.e_t[i] = ss_pcg_uniform(&r);
        ASSERT_EQ(SS_OK, ss_reflect(&k.c, SS_ORDER_MOST, 100000, k.v, k.L, &count));
        memcpy(u, u0, sizeof u);
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < DOF; j++) u[j] += W[i * DOF + j] * k.L[i];
        ASSERT(ss_dot(DOF, u, u) <= ss_dot(DOF, u0, u0) * (1.0 + 1e-13));
        for (int i = 0; i < C; i++) {
            ASSERT(k.L[2 * i] >= 0.0);
            ASSERT(fabs(k.L[2 * i + 1]) <= k.mu[i] * k.L[2 * i] * (1.0 + 1e-13));
            ASSERT(k.v[2 * i] > -1e-11);
            ASSERT_IN_RANGE(ss_dot(DOF, W + 2 * i * DOF, u), k.v[2 * i], 1e-11);
        }
    }
    PASS();
}

SUITE(reflections)
{
    RUN_TEST(gamma_keeps_the_energy_when_e_is_one);
    RUN_TEST(gamma_takes_the_share_of_energy_that_the_paper_says);
    RUN_TEST(gamma_is_a_projector_when_e_is_zero);
    RUN_TEST(gammas_commute_if_and_only_if_normals_are_parallel_or_orthogonal);
    RUN_TEST(dp_is_the_derivative_of_the_outcome_and_its_norm_is_twice_that_of_p_star);
    RUN_TEST(the_other_order_changes_the_sign_of_dp_when_w_is_u);
    RUN_TEST(dp_as_contacts_see_it_is_that_of_the_momentum);
    RUN_TEST(newtons_cradle_lets_as_many_balls_out_as_came_in);
    RUN_TEST(two_balls_and_a_wall_collide_as_often_as_the_closed_form_says);
    RUN_TEST(orders_of_an_equal_cradle_agree_and_those_of_an_unequal_one_do_not);
    RUN_TEST(spread_grows_with_s_and_begins_as_the_measure_says);
    RUN_TEST(inelastic_collapse_ends_by_tolerance_and_is_told_when_maps_run_out);
    RUN_TEST(friction_never_gains_energy_and_stays_in_the_cone);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(reflections);
    GREATEST_MAIN_END();
}
