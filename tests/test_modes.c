/* test_modes.c - contact problems whose modes are guessed */
#include "contact_samples.h"
#include "greatest.h"
#include "solvers/lcp/modes.h"
#include <math.h>

/* What the backends' answers must keep, relative to max |b|, is what a guess must keep. */
static const double accepted = 1e-9;

enum { WORK = SAMPLE_ROWS * (SAMPLE_ROWS + 2), MEMORY = 1 << 18 };

typedef struct guess {
    unsigned char mode[SAMPLE_MAX];
    double L[SAMPLE_ROWS], v[SAMPLE_ROWS], residual;
    int ok;
} guess;

static double largest(int n, const double *x)
{
    double most = 0.0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

static void try_modes(const ss_contact_problem *c, guess *g)
{
    double work[WORK];
    g->ok = ss_modes_solve(c, g->mode, g->L, g->v, &g->residual, work);
}

/* The k-th of the 4^n combinations of modes. */
static void name_modes(int n, int k, guess *g)
{
    for (int i = 0; i < n; i++, k /= SS_NMODE) g->mode[i] = (unsigned char)(k % SS_NMODE);
}

/* An answer that was accepted: is it a solution, and are v and the residual what they say? */
static enum greatest_test_res is_a_solution(const sample *s, const guess *g)
{
    const int m = 2 * s->c.n;
    const double size = largest(m, s->b);

    ASSERT(ss_contact_residual(&s->c, g->L) <= accepted * size);
    ASSERT(g->residual <= accepted * size);
    for (int i = 0; i < m; i++) {
        const double v = s->b[i] + ss_dot(m, s->G + i * m, g->L);
        /* sums in another order: round-off of the terms that were added */
        double terms = fabs(s->b[i]);
        for (int j = 0; j < m; j++) terms += fabs(s->G[i * m + j] * g->L[j]);
        ASSERT_IN_RANGE(v, g->v[i], 16 * 2.3e-16 * terms);
    }
    PASS();
}

TEST every_accepted_guess_is_a_solution(void)
{
    int found = 0, refused = 0;
    ss_pcg r;

    ss_pcg_seed(&r, 31, 1);
    for (int k = 0; k < 300; k++) {
        const int n = 1 + k % 3;
        sample s;
        (k / 3 % 2 ? sample_tower : sample_linkage)(&r, n, &s);
        for (int i = 0; i < 1 << 2 * n; i++) {
            guess g;
            name_modes(n, i, &g);
            try_modes(&s.c, &g);
            refused += !g.ok;
            if (!g.ok) continue;
            found++;
            CHECK_CALL(is_a_solution(&s, &g));
        }
    }
    /* of 4 to 64 guesses about one is right, and each problem has one */
    ASSERT(found >= 200);
    ASSERT(refused > 10 * found);
    PASS();
}

/* Small friction: the velocities of the solution are unique, so all guesses that are right
 * lead to the same ones. */
TEST right_guesses_agree_where_the_solution_is_unique(void)
{
    ss_pcg r;

    ss_pcg_seed(&r, 32, 1);
    for (int k = 0; k < 100; k++) {
        const int n = 1 + k % 3;
        guess first = {.ok = 0}, g;
        sample s;
        sample_linkage(&r, n, &s);
        for (int i = 0; i < n; i++) s.mu[i] *= 0.01;
        for (int i = 0; i < 1 << 2 * n; i++) {
            name_modes(n, i, &g);
            try_modes(&s.c, &g);
            if (!g.ok) continue;
            if (!first.ok) first = g;
            /* the condition of G is below a thousand here */
            for (int j = 0; j < 2 * n; j++)
                ASSERT_IN_RANGE(first.v[j], g.v[j], 1e3 * accepted * largest(2 * n, s.b));
        }
        ASSERT(first.ok);
    }
    PASS();
}

TEST modes_of_a_solution_lead_back_to_it(void)
{
    static _Alignas(32) unsigned char memory[MEMORY];
    ss_contact_solver solver;
    int seen[SS_NMODE] = {0};
    ss_pcg r;

    ASSERT(sample_solver(&solver, ss_lcp_backend_find("lemke"), SAMPLE_MAX, memory, MEMORY));
    ss_pcg_seed(&r, 33, 1);
    for (int k = 0; k < 400; k++) {
        const int n = 1 + k % 4, m = 2 * n;
        double L[SAMPLE_ROWS], v[SAMPLE_ROWS], residual;
        long pivots = 0;
        sample s;
        guess g;

        sample_linkage(&r, n, &s); /* G is regular, so a solution's modes have no other */
        ASSERT_EQ(SS_OK, ss_contact_solve(&solver, &s.c, L, &residual, &pivots));
        for (int i = 0; i < m; i++) v[i] = s.b[i] + ss_dot(m, s.G + i * m, L);
        ss_modes_of(&s.c, L, v, g.mode);
        try_modes(&s.c, &g);
        ASSERT(g.ok);
        CHECK_CALL(is_a_solution(&s, &g));
        for (int i = 0; i < m; i++) {
            ASSERT_IN_RANGE(v[i], g.v[i], 1e3 * accepted * largest(m, s.b));
            /* weighed by the diagonal, impulses are velocities; the condition is that of G */
            ASSERT_IN_RANGE(L[i], g.L[i],
                            1e3 * accepted * largest(m, s.b) / s.G[i * (m + 1)] +
                                1e3 * accepted * largest(m, L));
        }
        for (int i = 0; i < n; i++) seen[g.mode[i]]++;
    }
    for (int i = 0; i < SS_NMODE; i++) ASSERT(seen[i] > 20); /* none of them is rare */
    PASS();
}

/* One contact, G = identity: the answer of every mode can be written down. */
static guess one_contact(double bN, double bT, double mu, double load, unsigned char mode)
{
    static const double G[4] = {1.0, 0.0, 0.0, 1.0};
    const double b[2] = {bN, bT};
    const ss_contact_problem c = {.n = 1, .G = G, .b = b, .mu = &mu, .load = &load};
    guess g = {.mode = {mode}};
    try_modes(&c, &g);
    return g;
}

TEST each_mode_holds_where_its_inequalities_do(void)
{
    guess g = one_contact(1.0, 3.0, 0.5, -1.0, SS_OPEN);
    ASSERT(g.ok && g.L[0] == 0.0 && g.L[1] == 0.0 && g.v[0] == 1.0 && g.v[1] == 3.0);
    ASSERT_FALSE(one_contact(-1.0, 0.0, 0.5, -1.0, SS_OPEN).ok);

    g = one_contact(-1.0, 0.25, 0.5, -1.0, SS_STICK);
    ASSERT(g.ok && g.L[0] == 1.0 && g.L[1] == -0.25 && g.v[0] == 0.0 && g.v[1] == 0.0);
    ASSERT_FALSE(one_contact(-1.0, 0.75, 0.5, -1.0, SS_STICK).ok);
    ASSERT_FALSE(one_contact(1.0, 0.0, 0.5, -1.0, SS_STICK).ok);

    g = one_contact(-1.0, 0.75, 0.5, -1.0, SS_SLIP_PLUS);
    ASSERT(g.ok && g.L[0] == 1.0 && g.L[1] == -0.5 && g.v[1] == 0.25);
    ASSERT_FALSE(one_contact(-1.0, 0.25, 0.5, -1.0, SS_SLIP_PLUS).ok);
    ASSERT_FALSE(one_contact(-1.0, 0.75, 0.5, -1.0, SS_SLIP_MINUS).ok);

    g = one_contact(-1.0, -0.75, 0.5, -1.0, SS_SLIP_MINUS);
    ASSERT(g.ok && g.L[0] == 1.0 && g.L[1] == 0.5 && g.v[1] == -0.25);
    PASS();
}

TEST a_frictionless_contact_slips_either_way_without_a_force(void)
{
    for (int way = -1; way <= 1; way += 2)
        for (unsigned char mode = SS_SLIP_PLUS; mode <= SS_SLIP_MINUS; mode++) {
            const guess g = one_contact(-1.0, way, 0.0, -1.0, mode);
            ASSERT(g.ok && g.L[0] == 1.0 && g.L[1] == 0.0 && g.v[1] == way);
        }
    PASS();
}

TEST isolated_friction_keeps_its_load_and_is_never_open(void)
{
    guess g = one_contact(0.0, 0.5, 0.5, 2.0, SS_STICK);
    ASSERT(g.ok && g.L[0] == 2.0 && g.L[1] == -0.5 && g.v[1] == 0.0);
    g = one_contact(0.0, 1.5, 0.5, 2.0, SS_SLIP_PLUS);
    ASSERT(g.ok && g.L[0] == 2.0 && g.L[1] == -1.0 && g.v[1] == 0.5);
    g = one_contact(0.0, -1.5, 0.5, 2.0, SS_SLIP_MINUS);
    ASSERT(g.ok && g.L[0] == 2.0 && g.L[1] == 1.0 && g.v[1] == -0.5);
    ASSERT_FALSE(one_contact(0.0, 1.5, 0.5, 2.0, SS_STICK).ok);
    ASSERT_FALSE(one_contact(0.0, 0.5, 0.5, 2.0, SS_SLIP_PLUS).ok);
    ASSERT_FALSE(one_contact(0.0, 0.5, 0.5, 2.0, SS_OPEN).ok);
    PASS();
}

TEST nothing_is_accepted_that_is_not_a_number(void)
{
    for (unsigned char mode = 0; mode < SS_NMODE; mode++) {
        ASSERT_FALSE(one_contact(NAN, 0.0, 0.5, -1.0, mode).ok);
        if (mode != SS_OPEN) ASSERT_FALSE(one_contact(-1.0, NAN, 0.5, -1.0, mode).ok);
    }
    PASS();
}

TEST more_contacts_than_it_takes_are_refused(void)
{
    enum { N = SS_MODES_MAX / 2 + 1, M = 2 * N };
    static double G[M * M], b[M], mu[N], load[N], L[M], v[M], work[M * (M + 2)];
    unsigned char mode[N] = {SS_OPEN};
    const ss_contact_problem c = {.n = N, .G = G, .b = b, .mu = mu, .load = load};
    double residual;

    for (int i = 0; i < N; i++) load[i] = -1.0;
    ASSERT_EQ(0, ss_modes_solve(&c, mode, L, v, &residual, work));
    PASS();
}

TEST a_rebound_slip_and_rest_are_told_apart(void)
{
    const double G[4] = {1.0, 0.0, 0.0, 1.0}, b[2] = {-1.0, 1.0}, mu = 0.5;
    const double unilateral = -1.0, given = 2.0;
    ss_contact_problem c = {.n = 1, .G = G, .b = b, .mu = &mu, .load = &unilateral};
    static const struct {
        double L[2], v[2];
        unsigned char mode;
    } rows[] = {
        {{0.0, 0.0}, {1.0, 1.0}, SS_OPEN},       {{1.0, -0.25}, {0.0, 0.0}, SS_STICK},
        {{1.0, -0.5}, {0.0, 0.5}, SS_SLIP_PLUS}, {{1.0, 0.5}, {0.0, -0.5}, SS_SLIP_MINUS},
        {{1.0, -0.5}, {0.0, 1e-12}, SS_STICK}, /* on the edge, to a solver's accuracy at rest */
    };
    unsigned char mode;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ss_modes_of(&c, rows[i].L, rows[i].v, &mode);
        ASSERT_EQ_FMT(rows[i].mode, mode, "%d");
    }
    c.load = &given; /* never open, even without a load */
    ss_modes_of(&c, (double[]){0.0, 0.0}, (double[]){0.0, 0.5}, &mode);
    ASSERT_EQ(SS_SLIP_PLUS, mode);
    PASS();
}

SUITE(modes)
{
    RUN_TEST(every_accepted_guess_is_a_solution);
    RUN_TEST(right_guesses_agree_where_the_solution_is_unique);
    RUN_TEST(modes_of_a_solution_lead_back_to_it);
    RUN_TEST(each_mode_holds_where_its_inequalities_do);
    RUN_TEST(a_frictionless_contact_slips_either_way_without_a_force);
    RUN_TEST(isolated_friction_keeps_its_load_and_is_never_open);
    RUN_TEST(nothing_is_accepted_that_is_not_a_number);
    RUN_TEST(more_contacts_than_it_takes_are_refused);
    RUN_TEST(a_rebound_slip_and_rest_are_told_apart);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(modes);
    GREATEST_MAIN_END();
}
