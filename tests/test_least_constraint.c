/* test_least_constraint.c - Gauss' programme of one state: the numbers of gomez2008, chapter 2
 *
 * Everything in the source's units: l = m = g = 1, sliding to the left (sgn(vT) = -1). */
#include "greatest.h"
#include "solvers/least_constraint.h"
#include "solvers/qp/qp.h"
#include "tests/lab.h"

/* round-off of a handful of operations on numbers of order ten */
#define EXACT 1e-12

typedef struct outcome {
    ss_status status;
    ss_least_constraint c;
    const char *why;
} outcome;

/* settings may choose a backend; release with ss_least_constraint_free(&o.c) */
static outcome programme(const char *problem, const char *settings)
{
    lab k;
    outcome o;

    lab_open(&k, problem, "gauss", settings);
    o.status = ss_least_constraint_at(&k.p, 0.0, k.p.q0, k.p.u0, k.opt, &o.c, &o.why);
    lab_close(&k);
    return o;
}

/* ---- the block of 2.9 ------------------------------------------------------------------ */

static outcome block(double mu, const char *more)
{
    char s[160];
    snprintf(s, sizeof s, "mass=1 g=1 half_width=1 half_height=1 u0_x=-1 mu=%.17g%s", mu, more);
    return programme("sliding-block", s);
}

TEST the_block_has_the_published_matrix(void)
{
    const double al = sqrt(0.5), eps = 1.0 / 3.0;

    for (double mu = 0.25; mu < 2.0; mu += 0.25) {
        outcome o = block(mu, "");
        const double A[] = {eps + al * (al - mu * al), eps - al * (al + mu * al),
                            eps - al * (al - mu * al), eps + al * (al + mu * al)};

        /* from mu = 5/3 on no load keeps the left corner up: its row of A is negative */
        ASSERT_EQ(mu < 5.0 / 3.0 ? SS_OK : SS_EINCONSISTENT, o.status);
        ASSERT_EQ(2, o.c.n);
        for (int i = 0; i < 4; i++) ASSERT_IN_RANGE(A[i] / eps, o.c.A[i], EXACT);
        for (int i = 0; i < 2; i++) ASSERT_IN_RANGE(1.0, o.c.b[i], EXACT);
        for (int i = 0; i < 2; i++) ASSERT_EQ_FMT(-1.0, o.c.sense[i], "%g");
        ss_least_constraint_free(&o.c);
    }
    PASS();
}

/* (3/4, 1/4), then grazing (1, 0), then (4, 0) with the right corner rising at
 * A_10 N_0 - 1 = 7/4 * 4 - 1 = 6, by (2.114), mended */
TEST the_block_bears_the_published_loads_with_every_backend(void)
{
    static const struct {
        double mu, N[2], a[2];
    } row[] = {{0.5, {0.75, 0.25}, {0.0, 0.0}},
               {1.0, {1.0, 0.0}, {0.0, 0.0}},
               {1.5, {4.0, 0.0}, {0.0, 6.0}}};
    int asked = 0;

    for (const ss_qp_backend *const *b = ss_qp_backends; *b; b++)
        for (int i = 0; i < 3; i++) {
            char with[60];
            snprintf(with, sizeof with, " qp=%s", (*b)->name);
            outcome o = block(row[i].mu, with);

            if (o.status == SS_EMODULE) break; /* not built */
            asked++;
            ASSERT_EQ(SS_OK, o.status);
            ASSERT(o.c.residual <= (*b)->tol);
            for (int j = 0; j < 2; j++) {
                /* its promise in units of the largest load and rate, times what A^-1 makes of it */
                ASSERT_IN_RANGE(row[i].N[j], o.c.N[j], 10.0 * (*b)->tol * 6.0);
                ASSERT_IN_RANGE(row[i].a[j], o.c.a[j], 10.0 * (*b)->tol * 6.0);
            }
            ss_least_constraint_free(&o.c);
        }
    ASSERT(asked >= 6); /* two are always there */
    PASS();
}

TEST the_objective_is_the_quadratic_form_and_the_rates_are_those_of_the_rows(void)
{
    outcome o = block(1.5, "");
    const double *N = o.c.N, *Q = o.c.Q, *A = o.c.A;

    ASSERT_EQ(SS_OK, o.status);
    ASSERT_IN_RANGE(0.5 * (N[0] * (Q[0] * N[0] + Q[1] * N[1]) + N[1] * (Q[2] * N[0] + Q[3] * N[1])),
                    o.c.objective, 29.0 * EXACT);
    for (int i = 0; i < 2; i++)
        ASSERT_IN_RANGE(A[2 * i] * N[0] + A[2 * i + 1] * N[1] - o.c.b[i], o.c.a[i], EXACT);
    ASSERT_EQ_FMT(Q[1], Q[2], "%.17g");
    ss_least_constraint_free(&o.c);
    PASS();
}

/* ---- the particle of 2.6 --------------------------------------------------------------- */

TEST the_particle_between_planes_leaves_the_ceiling_idle(void)
{
    static const double mus[] = {0.0, 0.1, 0.5, 1.0, 3.0};

    for (size_t i = 0; i < sizeof mus / sizeof *mus; i++) {
        const double mu = mus[i];
        char s[80];
        snprintf(s, sizeof s, "mass=1 g=1 u0_x=1 mu=%.17g", mu);
        outcome o = programme("particle-between-planes", s);
        const double Q[] = {mu * mu + 1.0, mu * mu - 1.0, mu * mu - 1.0, mu * mu + 1.0};

        ASSERT_EQ(SS_OK, o.status);
        ASSERT_EQ(2, o.c.n);
        for (int k = 0; k < 4; k++) ASSERT_IN_RANGE(Q[k], o.c.Q[k], EXACT);
        ASSERT_IN_RANGE(1.0, o.c.N[0], EXACT);
        ASSERT_IN_RANGE(0.0, o.c.N[1], EXACT);
        ASSERT_EQ_FMT(mu > 0.0 ? 1.0 : 0.0, o.c.sense[0], "%g");
        ss_least_constraint_free(&o.c);
    }
    PASS();
}

/* ---- the rod of 2.7 and 2.8 ------------------------------------------------------------ */

typedef struct rod {
    double th, spin, mu, Fy, Fth;
} rod;

static outcome rod_programme(const rod *r)
{
    char s[240];
    snprintf(s, sizeof s,
             "eps=0.33333333333333331 q0_theta=%.17g u0_theta=%.17g mu=%.17g Fy=%.17g "
             "Fth=%.17g",
             r->th, r->spin, r->mu, r->Fy, r->Fth);
    return programme("painleve-rod", s);
}

/* A, b and Q of (2.81)-(2.83), the last mended; all per eps, as the gap's acceleration is.  In
 * which region the state lies is decided by their signs alone: 1 A, 0 B, -1 C. */
static enum greatest_test_res follows_the_closed_form(const rod *r, int *region)
{
    const double eps = 1.0 / 3.0, s = sin(r->th), c = cos(r->th);
    const double A = 0.5 * (1.0 + 2.0 * eps + cos(2.0 * r->th) - r->mu * sin(2.0 * r->th)) / eps;
    const double b = (r->Fth * c - eps * (r->Fy + s * r->spin * r->spin)) / eps;
    const double Q = 1.0 + r->mu * r->mu + (c - r->mu * s) * (c - r->mu * s) / eps;
    outcome o = rod_programme(r);

    *region = b < 0.0 ? 0 : A > 0.0 ? 1 : -1;
    ASSERT_EQ(1, o.c.n);
    ASSERT_IN_RANGE(A, o.c.A[0], EXACT);
    ASSERT_IN_RANGE(b, o.c.b[0], 10.0 * EXACT); /* spins up to 3, squared */
    ASSERT_IN_RANGE(Q, o.c.Q[0], 10.0 * EXACT);
    if (*region < 0) {
        ASSERT_EQ(SS_EINCONSISTENT, o.status);
        ASSERT(isnan(o.c.N[0]) && isnan(o.c.objective));
    } else {
        const double N = *region ? b / A : 0.0;

        ASSERT_EQ(SS_OK, o.status);
        ASSERT_IN_RANGE(N, o.c.N[0], 1e-9 * (1.0 + N)); /* A may be small */
        ASSERT_IN_RANGE(*region ? 0.0 : -b, o.c.a[0], 1e-9 * (1.0 + N));
        ASSERT_IN_RANGE(0.5 * Q * N * N, o.c.objective, 1e-8 * (1.0 + Q * N * N));
    }
    ss_least_constraint_free(&o.c);
    PASS();
}

/* Both figures' planes (theta, theta'), with the control of 2.7 and the weight alone of 2.8. */
TEST the_rod_opens_bears_or_jams_as_the_signs_of_A_and_b_say(void)
{
    static const double control[][2] = {{-1.0, 0.0}, {-1.0, 0.25}};
    int seen[3] = {0}, region;

    for (int k = 0; k < 2; k++)
        for (double th = 0.05; th < 1.55; th += 0.1)
            for (double spin = -3.0; spin < 3.1; spin += 0.5) {
                const rod r = {
                    .th = th, .spin = spin, .mu = 2.0, .Fy = control[k][0], .Fth = control[k][1]};
                CHECK_CALL(follows_the_closed_form(&r, &region));
                seen[region + 1]++;
            }
    ASSERT(seen[0] > 10 && seen[1] > 10 && seen[2] > 10);
    PASS();
}

/* A < 0 and b < 0: the complementarity problem has a second, loaded solution; least constraint
 * takes the one without load. */
TEST of_two_forces_least_constraint_takes_none(void)
{
    const rod r = {.th = 1.0, .spin = 2.0, .mu = 2.0, .Fy = -1.0};
    outcome o = rod_programme(&r);

    ASSERT_EQ(SS_OK, o.status);
    ASSERT(o.c.A[0] < 0.0 && o.c.b[0] < 0.0);
    ASSERT_EQ_FMT(0.0, o.c.N[0], "%g");
    ASSERT(o.c.a[0] > 0.0);
    ss_least_constraint_free(&o.c);
    PASS();
}

/* ---- states that have no such programme ------------------------------------------------ */

TEST a_contact_that_sticks_is_not_in_the_programme_and_that_is_said(void)
{
    outcome o = programme("sliding-block", "u0_x=0");

    ASSERT_EQ(SS_EUNSUP, o.status);
    ASSERT_EQ(0, o.c.n);
    ASSERT(o.why && strstr(o.why, "sticks"));
    ss_least_constraint_free(&o.c);
    PASS();
}

TEST a_contact_that_approaches_is_an_impact_first(void)
{
    outcome o = programme("sliding-block", "u0_x=-1 u0_y=-1");

    ASSERT_EQ(SS_EUNSUP, o.status);
    ASSERT(o.why && strstr(o.why, "impact"));
    ss_least_constraint_free(&o.c);
    PASS();
}

/* On a steep incline a block at rest begins to slide down: its sense is that of this motion,
 * and its load m g cos(slope). */
TEST a_contact_at_rest_that_cannot_hold_has_the_sense_of_the_slip_that_begins(void)
{
    outcome rest = programme("block-on-incline", "mass=1 g=1 mu=0.5 slope=1 speed=0");

    ASSERT_EQ(SS_OK, rest.status);
    ASSERT_EQ(1, rest.c.n);
    ASSERT_EQ(1, rest.c.resting);
    ASSERT_EQ_FMT(-1.0, rest.c.sense[0], "%g");
    ASSERT_IN_RANGE(cos(1.0), rest.c.N[0], EXACT);
    ss_least_constraint_free(&rest.c);
    PASS();
}

TEST open_contacts_make_an_empty_programme(void)
{
    outcome o = programme("bouncing-ball", "");

    ASSERT_EQ(SS_OK, o.status);
    ASSERT_EQ(0, o.c.n);
    ASSERT_EQ_FMT(0.0, o.c.objective, "%g");
    ss_least_constraint_free(&o.c);
    PASS();
}

/* more contacts than degrees of freedom: Q is singular, and the forces still balance */
TEST redundant_contacts_share_the_least_norm(void)
{
    outcome o = programme("journal-pendulum", "mu=0.1 u0_theta=-1");

    ASSERT_EQ(SS_OK, o.status);
    ASSERT_EQ(16, o.c.n);
    ASSERT(o.c.residual < 1e-8);
    for (int i = 0; i < o.c.n; i++) {
        double a = -o.c.b[i];
        for (int j = 0; j < o.c.n; j++) a += o.c.A[i * o.c.n + j] * o.c.N[j];
        ASSERT_IN_RANGE(a, o.c.a[i], 1e-8); /* of a weight of order one */
        ASSERT(o.c.N[i] >= 0.0 && o.c.a[i] > -1e-7);
    }
    ss_least_constraint_free(&o.c);
    PASS();
}

SUITE(least_constraint)
{
    RUN_TEST(the_block_has_the_published_matrix);
    RUN_TEST(the_block_bears_the_published_loads_with_every_backend);
    RUN_TEST(the_objective_is_the_quadratic_form_and_the_rates_are_those_of_the_rows);
    RUN_TEST(the_particle_between_planes_leaves_the_ceiling_idle);
    RUN_TEST(the_rod_opens_bears_or_jams_as_the_signs_of_A_and_b_say);
    RUN_TEST(of_two_forces_least_constraint_takes_none);
    RUN_TEST(a_contact_that_sticks_is_not_in_the_programme_and_that_is_said);
    RUN_TEST(a_contact_that_approaches_is_an_impact_first);
    RUN_TEST(a_contact_at_rest_that_cannot_hold_has_the_sense_of_the_slip_that_begins);
    RUN_TEST(open_contacts_make_an_empty_programme);
    RUN_TEST(redundant_contacts_share_the_least_norm);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(least_constraint);
    GREATEST_MAIN_END();
}
