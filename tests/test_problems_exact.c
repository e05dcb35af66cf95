/* test_problems_exact.c - the closed forms: they start at the start, they obey the laws of the
 * problem they belong to, and they give the numbers of the textbook. */
#include "problems/family.h"
#include "tests/greatest.h"
#include "tests/problem_cases.h"

enum { TIMES = 400 }; /* samples of a motion */

/* sizes against which errors are measured: of q, of u, of energies */
typedef struct sizes {
    double q, u, E;
} sizes;

static sizes sizes_of(const ss_problem *p)
{
    sizes s = {0};
    for (int k = 0; k <= TIMES; k++) {
        double q[MOST], u[MOST];
        if (p->exact(p->par, p->t_end * k / TIMES, q, u)) continue;
        for (int i = 0; i < p->dims.nq; i++) s.q = fmax(s.q, fabs(q[i]));
        for (int i = 0; i < p->dims.nu; i++) s.u = fmax(s.u, fabs(u[i]));
        posed at;
        double T, V;
        if (!pose_at(p, p->t_end * k / TIMES, q, &at) && !p->energy(p->par, &at.x, u, &T, &V))
            s.E = fmax(s.E, fabs(T) + fabs(V));
    }
    return s;
}

/* The motion at t and its time derivatives by differences.  Returns nonzero where an event is
 * within the stencil, which shows as a second difference of u much above that of a smooth
 * motion, (2 e)^2 u'': with e = 1e-6 of the span that is below 1e-7 of u for anything that
 * turns less than 25 times in the span. */
typedef struct sample {
    double q[MOST], u[MOST], qdot[MOST], udot[MOST];
} sample;

static int differentiate(const ss_problem *p, double t, sizes size, sample *out)
{
    const int nq = p->dims.nq, nu = p->dims.nu;
    const double e = 1e-6 * p->t_end;
    double q[4][MOST], u[4][MOST];

    if (p->exact(p->par, t, out->q, out->u)) return 1;
    for (int k = 0; k < 4; k++)
        if (p->exact(p->par, t + stencil5[k] * e, q[k], u[k])) return 1;
    for (int i = 0; i < nu; i++)
        if (fabs(u[0][i] - 2.0 * out->u[i] + u[3][i]) > 1e-7 * size.u) return 1;
    for (int i = 0; i < nq; i++)
        out->qdot[i] = slope5((double[]){q[0][i], q[1][i], q[2][i], q[3][i]}, e);
    for (int i = 0; i < nu; i++)
        out->udot[i] = slope5((double[]){u[0][i], u[1][i], u[2][i], u[3][i]}, e);
    return 0;
}

/* times that hit no event of a problem whose events are at round fractions of the span */
static double sample_time(const ss_problem *p, int k)
{
    return p->t_end * (k + 0.5137) / TIMES;
}

TEST it_starts_at_the_start(const ss_problem *p)
{
    double q[MOST], u[MOST];
    const sizes size = sizes_of(p);
    ASSERT_EQ(0, p->exact(p->par, 0.0, q, u));
    for (int i = 0; i < p->dims.nq; i++) ASSERT_IN_RANGE(p->q0[i], q[i], 1e-15 * (1 + size.q));
    for (int i = 0; i < p->dims.nu; i++) ASSERT_IN_RANGE(p->u0[i], u[i], 1e-14 * (1 + size.u));
    PASS();
}

TEST its_velocity_is_the_rate_of_its_position(const ss_problem *p)
{
    const sizes size = sizes_of(p);
    /* rounding of q over the step of 1e-6 of the span, and 1e-7 let through as smooth */
    const double tol = 1e-9 * size.q / p->t_end + 1e-7 * size.u;
    int seen = 0;
    for (int k = 0; k < TIMES; k++) {
        sample s;
        double qdot[MOST];
        if (differentiate(p, sample_time(p, k), size, &s)) continue;
        rate_of(p, s.q, s.u, qdot);
        for (int i = 0; i < p->dims.nq; i++) ASSERT_IN_RANGE(qdot[i], s.qdot[i], tol);
        seen++;
    }
    ASSERT(seen > TIMES * 9 / 10);
    PASS();
}

/* Columns of unknown forces, and the least-squares answer by Gram-Schmidt; a column that
 * depends on earlier ones gets no force.  What the columns cannot supply stays in f. */
typedef struct forces {
    int n, redundant; /* columns; those that depend on others */
    double col[3 * MOST][MOST], value[3 * MOST];
} forces;

static void fit(forces *x, int nu, double *f)
{
    double Q[3 * MOST][MOST], R[3 * MOST][3 * MOST], c[3 * MOST];
    for (int k = 0; k < x->n; k++) {
        double norm = 0.0, before = 0.0;
        for (int i = 0; i < nu; i++) before += x->col[k][i] * x->col[k][i];
        memcpy(Q[k], x->col[k], sizeof Q[k]);
        for (int j = 0; j < k; j++) {
            R[j][k] = 0.0;
            for (int i = 0; i < nu; i++) R[j][k] += Q[j][i] * Q[k][i];
            for (int i = 0; i < nu; i++) Q[k][i] -= R[j][k] * Q[j][i];
        }
        for (int i = 0; i < nu; i++) norm += Q[k][i] * Q[k][i];
        const int dependent = norm <= 1e-20 * before; /* rounding, squared, and some */
        x->redundant += dependent;
        R[k][k] = dependent ? 0.0 : sqrt(norm);
        c[k] = 0.0;
        for (int i = 0; i < nu; i++) Q[k][i] = dependent ? 0.0 : Q[k][i] / R[k][k];
        for (int i = 0; i < nu; i++) c[k] += Q[k][i] * f[i];
        for (int i = 0; i < nu; i++) f[i] -= c[k] * Q[k][i];
    }
    for (int k = x->n - 1; k >= 0; k--) {
        for (int j = k + 1; j < x->n; j++) c[k] -= R[k][j] * x->value[j];
        x->value[k] = R[k][k] > 0.0 ? c[k] / R[k][k] : 0.0;
    }
}

/* M u' - h must be what closed contacts can give: no pull, friction against the slip at its
 * full size, or within its bound while the contact sticks.  Planar or frictionless contacts. */
TEST it_obeys_the_contact_laws(const ss_problem *p)
{
    const int nu = p->dims.nu, nt = p->dims.nt;
    const sizes size = sizes_of(p);
    int seen = 0;
    if (nt > 1) SKIPm("spatial friction has no sign to follow");

    for (int k = 0; k < TIMES; k++) {
        sample s;
        posed at;
        double M[MOST * MOST], h[MOST], f[MOST], g[MOST], strength = 0.0;
        forces x = {0};
        int owner[3 * MOST], stuck[3 * MOST];
        if (differentiate(p, sample_time(p, k), size, &s)) continue;
        ASSERT_EQ(0, pose_at(p, sample_time(p, k), s.q, &at));
        ASSERT_EQ(0, p->mass(p->par, &at.x, M) || p->force(p->par, &at.x, s.u, h));
        ASSERT_EQ(0, p->gap(p->par, &at.x, g));
        for (int i = 0; i < nu; i++) {
            f[i] = -h[i];
            for (int j = 0; j < nu; j++) f[i] += M[i * nu + j] * s.udot[j];
            /* errors of u' are a rounding of u over 1e-6 of the span */
            strength = fmax(strength, fabs(h[i]) + M[i * nu + i] * size.u / p->t_end);
        }
        for (int c = 0; c < p->dims.nc; c++) {
            const ss_law *law = &p->law[c];
            const int given = law->kind == SS_ISOLATED;
            double W[3 * MOST], chi[3] = {0}, v = 0.0;
            ASSERT(g[c] > -1e-12 * (1.0 + size.q)); /* rounding of positions */
            if (!given && g[c] > 1e-9 * size.q) continue;
            ASSERT_EQ(0, p->jac(p->par, &at.x, c, W));
            if (p->chi) p->chi(p->par, &at.x, c, chi);
            for (int j = 0; nt && j < nu; j++) v += W[nu + j] * s.u[j];
            v += chi[1];
            const int slips = nt && fabs(v) > 1e-12 * size.u;
            const double drag = slips ? -copysign(ss_law_mu(law, v), v) : 0.0;
            for (int i = 0; given && i < nu; i++) f[i] -= W[nu + i] * drag * law->load;
            if (!given) {
                for (int i = 0; i < nu; i++)
                    x.col[x.n][i] = W[i] + (slips ? drag * W[nu + i] : 0.0);
                owner[x.n] = c;
                stuck[x.n++] = -1;
            }
            if (nt && !slips) {
                memcpy(x.col[x.n], W + nu, (size_t)nu * sizeof *W);
                owner[x.n] = c;
                stuck[x.n] = given ? -2 : x.n - 1;
                x.n++;
            }
        }
        fit(&x, nu, f);
        const double tol = 1e-6 * strength; /* the differences' error, a hundredfold */
        for (int i = 0; i < nu; i++) ASSERT_IN_RANGE(0.0, f[i], tol);
        for (int i = 0; i < x.n; i++) {
            const ss_law *law = &p->law[owner[i]];
            /* where loads are redundant their signs are a choice, and this one is arbitrary */
            if (x.redundant) continue;
            if (stuck[i] == -1)
                ASSERT(x.value[i] >= -tol);
            else
                ASSERT(fabs(x.value[i]) <=
                       law->mu_s * (stuck[i] == -2 ? law->load : x.value[stuck[i]]) + tol);
        }
        seen++;
    }
    ASSERT(seen > TIMES * 9 / 10);
    PASS();
}

TEST its_energy_never_rises_unless_driven(const ss_problem *p)
{
    double last = INFINITY, most = sizes_of(p).E;
    for (int k = 0; k <= 10 * TIMES; k++) {
        double q[MOST], u[MOST], T, V, P = 0.0, chi[3] = {0};
        posed at;
        const double t = p->t_end * k / (10 * TIMES);
        if (p->exact(p->par, t, q, u)) SKIPm("not known to the end");
        ASSERT_EQ(0, pose_at(p, t, q, &at));
        if (p->power) p->power(p->par, &at.x, u, &P);
        for (int c = 0; p->chi && c < p->dims.nc && P == 0.0; c++) {
            p->chi(p->par, &at.x, c, chi);
            P = fabs(chi[0]) + fabs(chi[1]) + fabs(chi[2]);
        }
        if (P != 0.0) SKIPm("driven");
        ASSERT_EQ(0, p->energy(p->par, &at.x, u, &T, &V));
        most = fmax(most, fabs(T) + fabs(V));
        ASSERT(T + V <= last + 1e-13 * most); /* some hundred roundings */
        last = T + V;
    }
    PASS();
}

SUITE(every_closed_form)
{
    test_case cases[MOST_CASES];
    const int n = all_cases(cases);
    for (int i = 0; i < n; i++) {
        char label[64], why[256] = "";
        ss_problem p;
        if (build_case(&cases[i], &p, why, sizeof why) != SS_OK) continue; /* test_problems */
        snprintf(label, sizeof label, "%s %s", cases[i].f->name,
                 cases[i].text ? cases[i].text : "");
        if (p.exact) {
            greatest_set_test_suffix(label);
            RUN_TESTp(it_starts_at_the_start, &p);
            greatest_set_test_suffix(label);
            RUN_TESTp(its_velocity_is_the_rate_of_its_position, &p);
            greatest_set_test_suffix(label);
            RUN_TESTp(it_obeys_the_contact_laws, &p);
            greatest_set_test_suffix(label);
            RUN_TESTp(its_energy_never_rises_unless_driven, &p);
        }
        cases[i].f->destroy(&p);
    }
}

/* One state of one closed form; NaN in q[0] where there is none. */
static sample exact_at(const ss_family *f, const char *text, double t)
{
    const test_case c = {f, text};
    char why[256];
    ss_problem p;
    sample s = {.q = {NAN}};
    if (build_case(&c, &p, why, sizeof why) != SS_OK) return s;
    if (!p.exact || p.exact(p.par, t, s.q, s.u)) s.q[0] = NAN;
    f->destroy(&p);
    return s;
}

static int has_exact(const ss_family *f, const char *text)
{
    return !isnan(exact_at(f, text, 0.0).q[0]);
}

static const double ROUND = 1e-14; /* some fifty roundings of numbers of the size of one */

TEST the_ball_rests_from_the_zeno_time_on_and_not_before(void)
{
    const double zeno = sqrt(2.0 / 9.81) * 3.0; /* (1 + e)/(1 - e) = 3 at e = 1/2 */
    ASSERT_IN_RANGE(1.35457, zeno, 5e-6);       /* the number as published */
    const sample before = exact_at(&ss_bouncing_ball, "e=0.5 height=1", zeno * (1 - 1e-9));
    const sample after = exact_at(&ss_bouncing_ball, "e=0.5 height=1", zeno * (1 + 1e-9));
    ASSERT(before.q[0] > 0.0 || before.u[0] != 0.0);
    ASSERT(after.q[0] == 0.0 && after.u[0] == 0.0);
    PASS();
}

TEST the_block_stops_after_v_over_mu_g(void)
{
    const double v = 1.0, mu = 0.5, g = 9.81, stop = v / (mu * g);
    const sample just = exact_at(&ss_sliding_block, "u0_x=-1", stop * (1 - 1e-6));
    const sample late = exact_at(&ss_sliding_block, "u0_x=-1", 10.0 * stop);
    ASSERT_IN_RANGE(-1e-6 * v, just.u[0], ROUND);
    ASSERT(late.u[0] == 0.0);
    ASSERT_IN_RANGE(-v * v / (2.0 * mu * g), late.q[0], ROUND);
    PASS();
}

/* Loads of the two corners while sliding: W M^-1 (W_slip' N + h) = 0 in the normal rows. */
static void corner_loads(const char *text, double N[2])
{
    const test_case c = {&ss_sliding_block, text};
    char why[256];
    ss_problem p;
    posed at;
    double W[2][6], M[9], h[3], A[4], b[2];
    N[0] = N[1] = NAN;
    if (build_case(&c, &p, why, sizeof why) != SS_OK) return;
    pose_at(&p, 0.0, p.q0, &at);
    p.mass(p.par, &at.x, M);
    p.force(p.par, &at.x, p.u0, h);
    for (int i = 0; i < 2; i++) p.jac(p.par, &at.x, i, W[i]);
    for (int i = 0; i < 2; i++) {
        b[i] = 0.0;
        for (int k = 0; k < 3; k++) b[i] -= W[i][k] * h[k] / M[4 * k];
        for (int j = 0; j < 2; j++) {
            A[2 * i + j] = 0.0;
            for (int k = 0; k < 3; k++) /* it slides to the left: friction along +x */
                A[2 * i + j] += W[i][k] * (W[j][k] + p.law[j].mu_d * W[j][3 + k]) / M[4 * k];
        }
    }
    solve_dense(2, A, b);
    for (int i = 0; i < 2; i++) N[i] = b[i] / (M[0] * 9.81);
    c.f->destroy(&p);
}

TEST the_leading_corner_bears_three_quarters_at_mu_one_half(void)
{
    double N[2];
    corner_loads("mu=0.5", N);
    ASSERT_IN_RANGE(0.75, N[0], ROUND);
    ASSERT_IN_RANGE(0.25, N[1], ROUND);
    corner_loads("mu=1", N); /* grazing */
    ASSERT_IN_RANGE(1.0, N[0], ROUND);
    ASSERT_IN_RANGE(0.0, N[1], ROUND);
    corner_loads("mu=1.5", N); /* the trailing corner would have to pull: it lifts */
    ASSERT(N[1] < 0.0);
    PASS();
}

TEST a_block_that_tips_or_starts_askew_has_no_closed_form(void)
{
    ASSERT(has_exact(&ss_sliding_block, "mu=1"));
    ASSERT(!has_exact(&ss_sliding_block, "mu=1.5"));
    ASSERT(has_exact(&ss_sliding_block, "mu=1.5 half_height=0.3"));
    ASSERT(!has_exact(&ss_sliding_block, "u0_theta=0.1"));
    ASSERT(!has_exact(&ss_sliding_block, "q0_y=0.6"));
    ASSERT(!has_exact(&ss_sliding_block, "b=0.1"));
    ASSERT(!has_exact(&ss_sliding_block, "mu_s=0.6"));
    ASSERT(has_exact(&ss_sliding_block, "mu_s=0.6 v_s=0"));
    PASS();
}

TEST a_start_inside_the_support_is_refused(void)
{
    const test_case bad[] = {{&ss_sliding_block, "q0_y=0.4"},
                             {&ss_sliding_block, "q0_theta=0.1"},
                             {&ss_block_on_incline, "q0_y=-0.1"},
                             {&ss_disc_slip_to_roll, "q0_y=0.05"},
                             {&ss_impact_oscillator, "q0_x=-0.1"},
                             {&ss_bouncing_ball, "q0_y=-1"},
                             {&ss_slip, "q0_fy=-0.1"},
                             {&ss_jumping_leg_planar, "q0_y=-0.1"},
                             {&ss_chiaro_hopper, "q0_y=-0.1"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char why[256] = "";
        ss_problem p;
        ASSERT_EQ_FMT((int)SS_EARG, (int)build_case(&bad[i], &p, why, sizeof why), "%d");
        ASSERT(why[0] != '\0');
    }
    PASS();
}

TEST the_disc_rolls_from_v_over_three_mu_g_on_at_two_thirds_of_v(void)
{
    const double v = 1.0, mu = 0.2, g = 9.81, r = 0.1, roll = v / (3.0 * mu * g);
    const sample just = exact_at(&ss_disc_slip_to_roll, NULL, roll * (1 - 1e-6));
    const sample late = exact_at(&ss_disc_slip_to_roll, NULL, 3.0 * roll);
    ASSERT_IN_RANGE(1e-6 * v, just.u[0] + r * just.u[2], ROUND);
    ASSERT_IN_RANGE(2.0 / 3.0 * v, late.u[0], ROUND);
    ASSERT_IN_RANGE(0.0, late.u[0] + r * late.u[2], ROUND);
    /* slipping at a mean of 5/6 v, then rolling at 2/3 v for twice as long */
    ASSERT_IN_RANGE((5.0 / 6.0 + 4.0 / 3.0) * v * roll, late.q[0], ROUND);
    PASS();
}

TEST the_block_on_the_incline_stays_or_comes_back(void)
{
    const double s = 0.5, g = 9.81, v = 2.0, mu = 0.3;
    const double up = v / (g * (sin(s) + mu * cos(s))), height = 0.5 * v * up * sin(s);
    const double back = g * (sin(s) - mu * cos(s)); /* acceleration on the way down */
    const sample top = exact_at(&ss_block_on_incline, "mu=0.3", up);
    const sample down = exact_at(&ss_block_on_incline, "mu=0.3", up + 1.0);
    const sample stays = exact_at(&ss_block_on_incline, "mu=0.6", 10.0); /* tan 0.5 = 0.546 */
    /* slides back under mu_d, but is held under mu_s */
    const sample held = exact_at(&ss_block_on_incline, "mu_s=0.6 mu_d=0.3 v_s=0", 10.0);
    ASSERT_IN_RANGE(height, held.q[1], ROUND);
    ASSERT(held.u[0] == 0.0 && held.u[1] == 0.0);
    ASSERT_IN_RANGE(height, top.q[1], ROUND);
    ASSERT_IN_RANGE(-back, hypot(down.u[0], down.u[1]) * copysign(1.0, down.u[0]), 1e-13);
    ASSERT_IN_RANGE(height - 0.5 * back * sin(s), down.q[1], 1e-13);
    ASSERT(stays.u[0] == 0.0 && stays.u[1] == 0.0 && stays.q[1] > 0.0);
    PASS();
}

TEST the_oscillator_loses_two_mu_N_over_k_each_half_swing_and_stops(void)
{
    const double half = SS_PI / 10.0, loss = 2.0 * 0.3 * 10.0 / 100.0; /* sqrt(k/m) = 10 */
    const char *const text = "q0_x=0.25";
    for (int n = 0; n <= 4; n++) {
        const double amplitude = 0.25 - n * loss;
        const sample s = exact_at(&ss_coulomb_oscillator, text, n * half);
        ASSERT_IN_RANGE(n % 2 ? -amplitude : amplitude, s.q[0], ROUND);
        ASSERT_IN_RANGE(0.0, s.u[0], ROUND);
    }
    /* 0.07 is more than friction holds (0.03), 0.01 is not */
    const sample stopped = exact_at(&ss_coulomb_oscillator, text, 100.0);
    ASSERT_IN_RANGE(0.01, stopped.q[0], ROUND);
    ASSERT(stopped.u[0] == 0.0);
    PASS();
}

TEST static_friction_decides_where_the_undriven_block_stays(void)
{
    /* 0.9 in loses 0.2 each half swing; static friction holds 0.15, dynamic only 0.1 */
    const sample low = exact_at(&ss_mass_spring_friction, "amplitude=0 v_s=0", 10.0);
    const sample high = exact_at(&ss_mass_spring_friction, "amplitude=0 v_s=0 mu_s=0.7", 10.0);
    ASSERT_IN_RANGE(0.1, low.q[0], ROUND);
    ASSERT_IN_RANGE(-0.3, high.q[0], ROUND);
    ASSERT(low.u[0] == 0.0 && high.u[0] == 0.0);
    ASSERT(!has_exact(&ss_mass_spring_friction, "amplitude=0")); /* smoothed: not this law */
    PASS();
}

TEST the_driven_block_sticks_and_slips(void)
{
    const double A = 1.0, w = 12.0;
    int stuck = 0, slipping = 0;
    for (int k = 0; k < TIMES; k++) {
        const double t = 2.0 * k / TIMES;
        const sample s = exact_at(&ss_mass_spring_friction, "v_s=0", t);
        ASSERT(!isnan(s.q[0]));
        if (s.u[0] == A * w * cos(w * t))
            stuck++;
        else
            slipping++;
    }
    ASSERT(stuck > TIMES / 10 && slipping > TIMES / 10); /* neither is a rare instant */
    PASS();
}

TEST the_impact_oscillator_strikes_every_half_period_and_keeps_e_of_its_speed(void)
{
    const double wn = 10.0, first = 0.5 * SS_PI / wn;
    double speed = 0.1 * wn;
    for (int n = 0; n < 6; n++, speed *= 0.8) {
        const double hit = first + n * SS_PI / wn, tiny = 1e-9;
        const sample in = exact_at(&ss_impact_oscillator, "e=0.8", hit - tiny);
        const sample out = exact_at(&ss_impact_oscillator, "e=0.8", hit + tiny);
        /* 1e-9 s off the slack point: acceleration is second order in it, times wn^2 */
        ASSERT_IN_RANGE(-speed, in.u[0], 1e-13);
        ASSERT_IN_RANGE(0.8 * speed, out.u[0], 1e-13);
    }
    ASSERT(!has_exact(&ss_impact_oscillator, "force=1"));
    PASS();
}

TEST a_pressed_oscillator_comes_to_rest_on_its_stop(void)
{
    /* S halves at each impact: the flights 2 atan(S/stop)/wn sum to a finite time */
    const double wn = 10.0, stop = 0.1, R = 0.2;
    double S = sqrt(R * R - stop * stop), t = atan2(S, stop) / wn;
    for (int n = 0; n < 60; n++) t += 2.0 * atan2(S *= 0.5, stop) / wn; /* 2^-60: below rounding */
    const sample before = exact_at(&ss_impact_oscillator, "stop=0.1 q0_x=0.2 e=0.5", t - 1e-9);
    const sample after = exact_at(&ss_impact_oscillator, "stop=0.1 q0_x=0.2 e=0.5", t + 1e-9);
    ASSERT(before.u[0] != 0.0 && after.u[0] == 0.0);
    ASSERT_IN_RANGE(stop, after.q[0], 0.0);
    PASS();
}

SUITE(numbers)
{
    RUN_TEST(the_ball_rests_from_the_zeno_time_on_and_not_before);
    RUN_TEST(the_block_stops_after_v_over_mu_g);
    RUN_TEST(the_leading_corner_bears_three_quarters_at_mu_one_half);
    RUN_TEST(a_block_that_tips_or_starts_askew_has_no_closed_form);
    RUN_TEST(a_start_inside_the_support_is_refused);
    RUN_TEST(the_disc_rolls_from_v_over_three_mu_g_on_at_two_thirds_of_v);
    RUN_TEST(the_block_on_the_incline_stays_or_comes_back);
    RUN_TEST(the_oscillator_loses_two_mu_N_over_k_each_half_swing_and_stops);
    RUN_TEST(static_friction_decides_where_the_undriven_block_stays);
    RUN_TEST(the_driven_block_sticks_and_slips);
    RUN_TEST(the_impact_oscillator_strikes_every_half_period_and_keeps_e_of_its_speed);
    RUN_TEST(a_pressed_oscillator_comes_to_rest_on_its_stop);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(every_closed_form);
    RUN_SUITE(numbers);
    GREATEST_MAIN_END();
}
