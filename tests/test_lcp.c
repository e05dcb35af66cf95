/* test_lcp.c - our backends against each other, against known answers, and against the
 * residual that judges them; the file of a contact problem.
 */
#include "tests/contact_samples.h"
#include "tests/greatest.h"

#include <math.h>
#include <stdalign.h>
#include <stdio.h>
#include <unistd.h>

enum { MEMORY = 1 << 16, LCP_MAX = 8 };
/* the backends' own limit, .tol; see lcp.h */
static const double accepted = 1e-9;

typedef struct bench {
    alignas(32) unsigned char memory[MEMORY];
    ss_contact_solver solver;
} bench;

static int set_up(bench *k, const char *backend, int contacts)
{
    return sample_solver(&k->solver, ss_lcp_backend_find(backend), contacts, k->memory, MEMORY);
}

static double size_of(int n, const double *x)
{
    double size = 0.0;

    for (int i = 0; i < n; i++) size = fmax(size, fabs(x[i]));
    return size;
}

/* ---- residuals --------------------------------------------------------------------- */

TEST residual_vanishes_on_a_solution_and_measures_a_disturbance(void)
{
    /* w = (2 z1 + z2 - 3, z1 + 2 z2 + 1): z = (1.5, 0), w = (0, 2.5) */
    const double M[4] = {2, 1, 1, 2}, q[2] = {-3, 1};
    const ss_lcp p = {.n = 2, .M = M, .q = q};

    ASSERT_EQ(0.0, ss_lcp_residual(&p, (double[]){1.5, 0.0}));
    ASSERT_EQ(0.25, ss_lcp_residual(&p, (double[]){1.375, 0.0})); /* w1 = -0.25 */
    ASSERT_EQ(0.125, ss_lcp_residual(&p, (double[]){1.5, -0.125}));
    ASSERT(isnan(ss_lcp_residual(&p, (double[]){NAN, 0.0})));
    ASSERT(isnan(ss_lcp_residual(&p, (double[]){1.5, NAN})));
    PASS();
}

TEST contact_residual_knows_open_stick_and_slip(void)
{
    const double G[4] = {2, 0, 0, 4}, mu[1] = {0.5}, none[1] = {-1};
    ss_contact_problem c = {.n = 1, .G = G, .mu = mu, .load = none};

    c.b = (double[]){1, 3}; /* leaves */
    ASSERT_EQ(0.0, ss_contact_residual(&c, (double[]){0, 0}));
    ASSERT_EQ(2.0, ss_contact_residual(&c, (double[]){1, -0.5})); /* held by 1, times 2 */
    c.b = (double[]){-2, 1}; /* LN = 1; sticks with LT = -1/4 inside +-1/2 */
    ASSERT_EQ(0.0, ss_contact_residual(&c, (double[]){1, -0.25}));
    ASSERT_EQ(1.0, ss_contact_residual(&c, (double[]){1, 0})); /* slips freely at 1 */
    ASSERT_EQ(2.0, ss_contact_residual(&c, (double[]){0, 0}));
    c.b = (double[]){-2, 3}; /* slips on at 3 - 4/2 = 1 */
    ASSERT_EQ(0.0, ss_contact_residual(&c, (double[]){1, -0.5}));
    ASSERT_EQ(1.0, ss_contact_residual(&c, (double[]){1, -0.75})); /* outside by 1/4, times 4 */
    c.b = (double[]){-2, -3};                                      /* and the mirror image */
    ASSERT_EQ(0.0, ss_contact_residual(&c, (double[]){1, 0.5}));
    ASSERT_EQ(4.0, ss_contact_residual(&c, (double[]){1, -0.5})); /* pushed on: LL = 1, times 4 */
    ASSERT(isnan(ss_contact_residual(&c, (double[]){1, NAN})));
    ASSERT(isnan(ss_contact_residual(&c, (double[]){NAN, 0})));
    PASS();
}

TEST contact_residual_vanishes_exactly_where_that_of_the_lcp_does(void)
{
    ss_pcg r;
    bench k;

    ASSERT(set_up(&k, "lemke", 4));
    ss_pcg_seed(&r, 11, 1);
    for (int i = 0; i < 200; i++) {
        double M[12 * 12], q[12], z[12], L[8];
        long pivots = 0;
        sample s;

        (i % 2 ? sample_tower : sample_linkage)(&r, 1 + i % 4, &s);
        const ss_lcp p = {.n = ss_contact_lcp(&s.c, M, q), .M = M, .q = q};
        ASSERT_EQ(3 * s.c.n, p.n);
        ASSERT_EQ(SS_OK, k.solver.backend->solve(k.solver.work, &p, z, &pivots));
        const double size = size_of(p.n, q);
        ASSERT(ss_lcp_residual(&p, z) <= accepted * size);
        ss_contact_from_lcp(&s.c, z, L);
        ASSERT(ss_contact_residual(&s.c, L) <= accepted * size);
        /* a push that alone makes vN = size: now neither GNN LN nor vN is below that */
        L[0] += size / s.G[0];
        ASSERT(ss_contact_residual(&s.c, L) >= (1.0 - 2.0 * accepted) * size);
    }
    PASS();
}

/* ---- backends ---------------------------------------------------------------------- */

/* A vector: half of its entries zero. */
static void sparse_vector(ss_pcg *r, int n, double *q)
{
    for (int i = 0; i < n; i++) q[i] = ss_pcg_next(r) % 2 ? ss_pcg_normal(r) : 0.0;
}

TEST lemke_and_enumerate_agree_on_positive_definite_lcps(void)
{
    ss_pcg r;
    bench lemke, every;

    ASSERT(set_up(&lemke, "lemke", 4) && set_up(&every, "enumerate", 4));
    ss_pcg_seed(&r, 12, 1);
    for (int k = 0; k < 400; k++) {
        const int n = 1 + k % LCP_MAX;
        double B[LCP_MAX * LCP_MAX], M[LCP_MAX * LCP_MAX], q[LCP_MAX], a[LCP_MAX], b[LCP_MAX];
        long pivots = 0;

        for (int i = 0; i < n * n; i++) B[i] = ss_pcg_normal(&r);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                M[i * n + j] = ss_dot(n, B + i * n, B + j * n) + (i == j ? 0.1 : 0.0);
        sparse_vector(&r, n, q);
        const ss_lcp p = {.n = n, .M = M, .q = q};
        ASSERT_EQ(SS_OK, lemke.solver.backend->solve(lemke.solver.work, &p, a, &pivots));
        ASSERT_EQ(SS_OK, every.solver.backend->solve(every.solver.work, &p, b, &pivots));
        /* one solution; |dz| <= residual / smallest eigenvalue, which is above 0.1 */
        for (int i = 0; i < n; i++) ASSERT_IN_RANGE(a[i], b[i], 20.0 * accepted * size_of(n, q));
    }
    PASS();
}

/* Of general matrices an LCP may have none, one or many solutions. */
TEST what_lemke_finds_enumerate_does_not_deny(void)
{
    ss_pcg r;
    bench lemke, every;
    int none = 0, solved = 0;

    ASSERT(set_up(&lemke, "lemke", 2) && set_up(&every, "enumerate", 2));
    ss_pcg_seed(&r, 13, 1);
    for (int k = 0; k < 1000; k++) {
        const int n = 1 + k % 6;
        double M[36], q[6], a[6], b[6];
        long pivots = 0;

        for (int i = 0; i < n * n; i++) M[i] = ss_pcg_normal(&r);
        sparse_vector(&r, n, q);
        const ss_lcp p = {.n = n, .M = M, .q = q};
        const ss_status sa = lemke.solver.backend->solve(lemke.solver.work, &p, a, &pivots);
        const ss_status sb = every.solver.backend->solve(every.solver.work, &p, b, &pivots);

        if (sa == SS_OK) ASSERT(ss_lcp_residual(&p, a) <= accepted * size_of(n, q));
        /* enumerate also weighs large answers: its limit is relative to |z| too */
        if (sb == SS_OK)
            ASSERT(ss_lcp_residual(&p, b) <= accepted * fmax(size_of(n, q), size_of(n, b)));
        ASSERT(sa == SS_OK || sa == SS_ENOSOL);
        if (sa == SS_OK) ASSERT_EQ(SS_OK, sb);
        none += sb == SS_EINCONSISTENT;
        solved += sa == SS_OK;
    }
    /* both kinds are common, or this test would be about nothing */
    ASSERT(none > 50);
    ASSERT(solved > 300);
    PASS();
}

TEST every_backend_of_ours_solves_every_contact_problem(void)
{
    static const char *const names[] = {"lemke", "enumerate"};
    ss_pcg r;
    bench k;

    ss_pcg_seed(&r, 14, 1);
    for (int b = 0; b < 2; b++) {
        ASSERT(set_up(&k, names[b], 6));
        for (int i = 0; i < 120; i++) {
            double L[12], residual;
            long pivots = 0;
            sample s;

            (i % 2 ? sample_tower : sample_linkage)(&r, 1 + i / 2 % (b ? 5 : 6), &s);
            ASSERT_EQ(SS_OK, ss_contact_solve(&k.solver, &s.c, L, &residual, &pivots));
            ASSERT(residual <= accepted * size_of(2 * s.c.n, s.b));
            ASSERT_EQ(residual, ss_contact_residual(&s.c, L));
            for (int j = 0; j < s.c.n; j++) {
                ASSERT(L[2 * j] >= 0.0);
                ASSERT(fabs(L[2 * j + 1]) <= s.mu[j] * L[2 * j]);
            }
        }
    }
    PASS();
}

TEST lemke_solves_towers_and_linkages_of_every_size(void)
{
    ss_pcg r;
    bench k;

    ASSERT(set_up(&k, "lemke", SAMPLE_MAX));
    for (int n = 1; n <= SAMPLE_MAX; n *= 2) {
        ss_pcg_seed(&r, 7, (uint64_t)n);
        for (int i = 0; i < 400; i++) {
            double L[SAMPLE_ROWS], residual;
            long pivots = 0;
            sample s;

            (i < 200 ? sample_tower : sample_linkage)(&r, n, &s);
            ASSERT_EQ(SS_OK, ss_contact_solve(&k.solver, &s.c, L, &residual, &pivots));
        }
    }
    PASS();
}

/* Both have the same velocities where friction is small: the solution is unique in v. */
TEST lemke_and_enumerate_give_the_same_velocities_at_small_friction(void)
{
    ss_pcg r;
    bench a, b;

    ASSERT(set_up(&a, "lemke", 4) && set_up(&b, "enumerate", 4));
    ss_pcg_seed(&r, 15, 1);
    for (int i = 0; i < 100; i++) {
        double La[8], Lb[8], residual;
        long pivots = 0;
        sample s;

        sample_linkage(&r, 1 + i % 4, &s);
        for (int j = 0; j < s.c.n; j++) s.mu[j] *= 0.01;
        ASSERT_EQ(SS_OK, ss_contact_solve(&a.solver, &s.c, La, &residual, &pivots));
        ASSERT_EQ(SS_OK, ss_contact_solve(&b.solver, &s.c, Lb, &residual, &pivots));
        const int m = 2 * s.c.n;
        for (int k = 0; k < m; k++) {
            const double va = s.b[k] + ss_dot(m, s.G + k * m, La);
            const double vb = s.b[k] + ss_dot(m, s.G + k * m, Lb);

            /* residuals of 1e-9 |b|, spread by the condition of G, here below a thousand */
            ASSERT_IN_RANGE(va, vb, 1e-6 * size_of(m, s.b));
        }
    }
    PASS();
}

TEST units_of_mass_and_speed_do_not_matter(void)
{
    ss_pcg r;
    bench k;

    ASSERT(set_up(&k, "lemke", 4));
    ss_pcg_seed(&r, 16, 1);
    for (int i = 0; i < 40; i++) {
        double L[8], scaled[8], residual;
        long pivots = 0;
        sample s;

        sample_tower(&r, 1 + i % 4, &s);
        ASSERT_EQ(SS_OK, ss_contact_solve(&k.solver, &s.c, L, &residual, &pivots));
        const int m = 2 * s.c.n;
        for (int e = 0; e < m * m; e++) s.G[e] *= 0x1p40; /* a grain of sand */
        for (int e = 0; e < m; e++) s.b[e] *= 0x1p-30;
        ASSERT_EQ(SS_OK, ss_contact_solve(&k.solver, &s.c, scaled, &residual, &pivots));
        for (int e = 0; e < m; e++) ASSERT_EQ(L[e] * 0x1p-70, scaled[e]); /* powers of two */
    }
    PASS();
}

/* Two blocks against a wall whose speeds have decayed to the last bit above zero: nothing can be
 * scaled by them, and no impulse is as good an answer as any. */
TEST velocities_without_digits_are_zeros(void)
{
    static const char *const backends[] = {"lemke", "enumerate"};
    bench k;

    for (int i = 0; i < 2; i++) {
        double G[16] = {[0] = 1.65, [2] = -1.65, [8] = -1.65, [10] = 1.67};
        const double b[4] = {0x1p-1074, 0.0, -0x1p-1074, 0.0}, none[2] = {0.0}, free[2] = {-1, -1};
        const ss_contact_problem c = {.n = 2, .G = G, .b = b, .mu = none, .load = free};
        double L[4] = {1.0, 1.0, 1.0, 1.0}, residual;
        long pivots = 0;

        ASSERT(set_up(&k, backends[i], 2));
        ASSERT_EQ(SS_OK, ss_contact_solve(&k.solver, &c, L, &residual, &pivots));
        for (int e = 0; e < 4; e++) ASSERT_EQ(0.0, L[e]);
        ASSERT_EQ(0x1p-1074, residual);
    }
    PASS();
}

/* ---- known answers ------------------------------------------------------------------- */

/* painleve-rod sliding left: w = A N - b, up to the factor eps. */
static int rod(double A, double b, double *z, int room)
{
    const double M[1] = {A}, q[1] = {-b};
    double work[4];

    return ss_lcp_enumerate(&(ss_lcp){.n = 1, .M = M, .q = q}, z, room, work);
}

TEST painleve_has_one_two_or_no_solutions(void)
{
    double z[4];

    ASSERT_EQ(1, rod(2.0, 3.0, z, 4)); /* contact persists */
    ASSERT_EQ(1.5, z[0]);
    ASSERT_EQ(1, rod(2.0, -3.0, z, 4)); /* opens */
    ASSERT_EQ(0.0, z[0]);
    ASSERT_EQ(2, rod(-2.0, -3.0, z, 4)); /* opens, or N = b/A */
    ASSERT_EQ(0.0, z[0]);
    ASSERT_EQ(1.5, z[1]);
    ASSERT_EQ(0, rod(-2.0, 3.0, z, 4));  /* neither */
    ASSERT_EQ(0, rod(0.0, 3.0, z, 4));   /* on the boundary: a singular basis, decided */
    ASSERT_EQ(2, rod(-2.0, -3.0, z, 1)); /* counted without room */
    PASS();
}

/* The same rod at the level of velocities, th = 1, sliding left and closing slowly.  Sliding on
 * would need N < 0, but an impulse that stops the tip is always there. */
TEST a_rod_that_cannot_slide_on_is_brought_to_rest(void)
{
    const double mu[1] = {2.0}, none[1] = {-1.0};
    const double th = 1.0, eps = 1.0 / 3.0, l_N = -cos(th), l_T = sin(th);
    const double G[4] = {1 + l_N * l_N / eps, l_N * l_T / eps, l_N * l_T / eps,
                         1 + l_T * l_T / eps};
    double L[2], residual;
    long pivots = 0;
    bench k;

    /* A eps = eps + cos^2 - mu sin cos < 0 between the critical angles .652 and 1.382 */
    ASSERT(G[0] + mu[0] * G[1] < 0.0);
    ASSERT(set_up(&k, "lemke", 1));
    const double slides[2] = {-0.01, -1.0};
    const ss_contact_problem c = {.n = 1, .G = G, .b = slides, .mu = mu, .load = none};
    ASSERT_EQ(SS_OK, ss_contact_solve(&k.solver, &c, L, &residual, &pivots));
    ASSERT(L[0] > 0.0);
    /* it sticks: G L = -b, all by hand */
    const double det = G[0] * G[3] - G[1] * G[1];
    ASSERT_IN_RANGE((0.01 * G[3] - 1.0 * G[1]) / det, L[0], 1e-14 * L[0] + 1e-15);
    PASS();
}

/* Where the direction of slip is given, GNN - GNT mu takes the place of GNN and may be negative:
 * then there may be no solution, and that is said whatever the backend. */
TEST inconsistency_is_proved_whatever_the_backend(void)
{
    static const char *const names[] = {"lemke", "enumerate"};
    const double G[4] = {-2, 0, 0, 0}, b[2] = {-3, 0}, mu[1] = {0}, none[1] = {-1};
    const ss_contact_problem c = {.n = 1, .G = G, .b = b, .mu = mu, .load = none};

    for (int i = 0; i < 2; i++) {
        double L[2], residual;
        long pivots = 0;
        bench k;

        ASSERT(set_up(&k, names[i], 1));
        ASSERT_EQ(SS_EINCONSISTENT, ss_contact_solve(&k.solver, &c, L, &residual, &pivots));
        ASSERT(!(residual <= 1.0));
    }
    PASS();
}

TEST solutions_of_degenerate_lcps_are_counted_once_each(void)
{
    /* w = z: only z = 0, found by all four bases */
    const double I[4] = {1, 0, 0, 1}, zero[2] = {0, 0};
    double z[8], work[10];

    ASSERT_EQ(1, ss_lcp_enumerate(&(ss_lcp){.n = 2, .M = I, .q = zero}, z, 4, work));
    /* w = (1 - z2, 1 - z1): (0,0) and (1,1) */
    const double M[4] = {0, -1, -1, 0}, one[2] = {1, 1};
    ASSERT_EQ(2, ss_lcp_enumerate(&(ss_lcp){.n = 2, .M = M, .q = one}, z, 4, work));
    for (int i = 0; i < 2; i++) {
        ASSERT_EQ(0.0, z[i]);
        ASSERT_EQ(1.0, z[2 + i]);
    }
    /* M = 0, q < 0: every basis singular, every one denies */
    const double nil[4] = {0}, neg[2] = {-1, 1};
    ASSERT_EQ(0, ss_lcp_enumerate(&(ss_lcp){.n = 2, .M = nil, .q = neg}, z, 4, work));
    PASS();
}

TEST a_block_that_lands_flat_without_friction_shares_the_impulse(void)
{
    static const char *const names[] = {"lemke", "enumerate"};
    /* m = 1, J = 1/2, corners at -+1: GNN = 1 + 2, 1 - 2; the tangents move x only */
    const double G[16] = {3, 0, -1, 0, 0, 1, 0, 1, -1, 0, 3, 0, 0, 1, 0, 1};
    const double b[4] = {-1, 2, -1, 2}, mu[2] = {0, 0}, none[2] = {-1, -1};
    const ss_contact_problem c = {.n = 2, .G = G, .b = b, .mu = mu, .load = none};
    double M[4], q[2];

    ASSERT_EQ(2, ss_contact_lcp(&c, M, q)); /* one variable each */
    for (int i = 0; i < 2; i++) {
        double L[4], residual;
        long pivots = 0;
        bench k;

        ASSERT(set_up(&k, names[i], 2));
        ASSERT_EQ(SS_OK, ss_contact_solve(&k.solver, &c, L, &residual, &pivots));
        for (int j = 0; j < 4; j++) ASSERT_IN_RANGE(j % 2 ? 0.0 : 0.5, L[j], 1e-15);
    }
    PASS();
}

TEST isolated_friction_sticks_within_its_load_and_slips_beyond(void)
{
    static const char *const names[] = {"lemke", "enumerate"};
    /* no normal; LT stops b = -1 with 1/4; the load allows mu load = 0.3, then 0.1, then 0 */
    const double G[4] = {0, 0, 0, 4}, b[2] = {0, -1}, mu[1] = {0.2};
    const double loads[3] = {1.5, 0.5, 0.0}, expected[3] = {0.25, 0.1, 0.0};
    double M[4], q[2];

    for (int i = 0; i < 6; i++) {
        const double *const load = loads + i % 3;
        const ss_contact_problem c = {.n = 1, .G = G, .b = b, .mu = mu, .load = load};
        double L[2], residual;
        long pivots = 0;
        bench k;

        ASSERT_EQ(2, ss_contact_lcp(&c, M, q));
        ASSERT(set_up(&k, names[i / 3], 1));
        ASSERT_EQ(SS_OK, ss_contact_solve(&k.solver, &c, L, &residual, &pivots));
        ASSERT_EQ(*load, L[0]);
        ASSERT_IN_RANGE(expected[i % 3], L[1], 1e-15);
    }
    PASS();
}

TEST isolated_and_unilateral_contacts_mix(void)
{
    ss_pcg r;
    bench a, b;

    ASSERT(set_up(&a, "lemke", 4) && set_up(&b, "enumerate", 4));
    ss_pcg_seed(&r, 17, 1);
    for (int i = 0; i < 100; i++) {
        double La[8], Lb[8], residual;
        long pivots = 0;
        sample s;

        sample_linkage(&r, 2 + i % 3, &s);
        const int m = 2 * s.c.n;
        for (int j = 0; j < s.c.n; j += 2) { /* an isolated contact has no normal */
            s.load[j] = between(&r, 0.0, 1.0);
            for (int e = 0; e < m; e++) s.G[2 * j * m + e] = s.G[e * m + 2 * j] = 0.0;
            s.b[2 * j] = 0.0;
        }
        if (i % 2) s.mu[1] = 0.0;
        ASSERT_EQ(SS_OK, ss_contact_solve(&a.solver, &s.c, La, &residual, &pivots));
        ASSERT_EQ(SS_OK, ss_contact_solve(&b.solver, &s.c, Lb, &residual, &pivots));
        for (int j = 0; j < s.c.n; j += 2) ASSERT_EQ(s.load[j], La[2 * j]);
        for (int j = 0; j < s.c.n; j += 2) ASSERT_EQ(s.load[j], Lb[2 * j]);
    }
    PASS();
}

/* ---- the list ---------------------------------------------------------------------- */

TEST backends_stand_in_the_order_of_their_words(void)
{
    char words[128] = "";

    for (const ss_lcp_backend *const *b = ss_lcp_backends; *b; b++) {
        if (*words) strcat(words, "|");
        strcat(words, (*b)->name);
        ASSERT_EQ(*b, ss_lcp_backend_find((*b)->name));
    }
    ASSERT_STR_EQ(SS_LCP_WORDS, words);
    ASSERT(!ss_lcp_backend_find("no such thing"));
    PASS();
}

/* ---- files ------------------------------------------------------------------------- */

static void name_file(char *path, size_t size)
{
    snprintf(path, size, "test_lcp.%ld.contact", (long)getpid());
}

TEST a_problem_reads_back_to_the_same_bits(void)
{
    char path[64], why[200] = "";
    ss_contact_problem back;
    ss_pcg r;
    sample s;

    name_file(path, sizeof path);
    ss_pcg_seed(&r, 18, 1);
    sample_tower(&r, 5, &s);
    s.b[3] = 1.0 / 3.0 * 1e-300;
    s.load[2] = 0.1;
    ASSERT_EQ(SS_OK, ss_contact_write(path, &s.c, 0.1));
    const ss_status read = ss_contact_read(path, &back, why, sizeof why);
    remove(path);
    ASSERT_EQm(why, SS_OK, read);
    ASSERT_EQ(5, back.n);
    ASSERT_EQ(0, memcmp(back.G, s.G, 100 * sizeof(double)));
    ASSERT_EQ(0, memcmp(back.b, s.b, 10 * sizeof(double)));
    ASSERT_EQ(0, memcmp(back.mu, s.mu, 5 * sizeof(double)));
    ASSERT_EQ(0, memcmp(back.load, s.load, 5 * sizeof(double)));
    ss_contact_free(&back);
    PASS();
}

/* Reads `text` from a file; why[] without the file's name. */
static ss_status read_text(const char *text, char *why, size_t size)
{
    char path[64], said[256] = "";
    ss_contact_problem c;

    name_file(path, sizeof path);
    FILE *const f = fopen(path, "w");
    if (!f) return SS_ESINK;
    fputs(text, f);
    fclose(f);
    const ss_status s = ss_contact_read(path, &c, said, sizeof said);
    remove(path);
    ss_contact_free(&c);
    snprintf(why, size, "%s", strncmp(said, path, strlen(path)) ? said : said + strlen(path));
    return s;
}

TEST a_bad_file_is_refused_with_line_and_expectation(void)
{
#define HEAD "stickslip-contact 1\nt 0\n"
    static const struct {
        const char *text, *why;
    } bad[] = {
        {"", ":1: expected the word \"stickslip-contact\", found the end of the file"},
        {"t,q_x\n0,1\n", ":1: expected the word \"stickslip-contact\", found \"t,q_x\""},
        {"stickslip-contact 2\n", ":1: expected the word \"1\", found \"2\""},
        {HEAD "contacts 0\n", ":3: expected a number of contacts, 1..4096, found \"0\""},
        {HEAD "contacts 1e9\n", ":3: expected a number of contacts, 1..4096, found \"1e9\""},
        {HEAD "contacts 1\nmu -1\n", ":4: expected a coefficient of friction >= 0, found \"-1\""},
        {HEAD "contacts 1\nmu .5\nload -1\nb nan 1\n", ":6: expected a velocity, found \"nan\""},
        {HEAD "contacts 1 # one\n# two\nmu .5\nload -1\nb 1 1\nG\n1 0\n0\n",
         ":11: expected an entry of G, found the end of the file"},
        {HEAD "contacts 1\nmu .5\nload -1\nb 1 1\nG\n1 0\n0 1\n",
         ":10: expected the word \"end\", found the end of the file"},
    };
#undef HEAD
    char why[256];

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ASSERT_EQ(SS_EARG, read_text(bad[i].text, why, sizeof why));
        ASSERT_STR_EQ(bad[i].why, why);
    }
    PASS();
}

TEST a_file_that_cannot_be_written_or_read_is_reported(void)
{
    char why[200] = "";
    ss_contact_problem back;
    ss_pcg r;
    sample s;

    ss_pcg_seed(&r, 19, 1);
    sample_tower(&r, 1, &s);
    ASSERT_EQ(SS_ESINK, ss_contact_write("no/such/folder/x", &s.c, 0.0));
    ASSERT_EQ(SS_EARG, ss_contact_read("no/such/folder/x", &back, why, sizeof why));
    ASSERT_STR_EQ("no/such/folder/x: expected a file that can be read", why);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(residual_vanishes_on_a_solution_and_measures_a_disturbance);
    RUN_TEST(contact_residual_knows_open_stick_and_slip);
    RUN_TEST(contact_residual_vanishes_exactly_where_that_of_the_lcp_does);
    RUN_TEST(lemke_and_enumerate_agree_on_positive_definite_lcps);
    RUN_TEST(what_lemke_finds_enumerate_does_not_deny);
    RUN_TEST(every_backend_of_ours_solves_every_contact_problem);
    RUN_TEST(lemke_solves_towers_and_linkages_of_every_size);
    RUN_TEST(lemke_and_enumerate_give_the_same_velocities_at_small_friction);
    RUN_TEST(units_of_mass_and_speed_do_not_matter);
    RUN_TEST(velocities_without_digits_are_zeros);
    RUN_TEST(painleve_has_one_two_or_no_solutions);
    RUN_TEST(a_rod_that_cannot_slide_on_is_brought_to_rest);
    RUN_TEST(inconsistency_is_proved_whatever_the_backend);
    RUN_TEST(solutions_of_degenerate_lcps_are_counted_once_each);
    RUN_TEST(a_block_that_lands_flat_without_friction_shares_the_impulse);
    RUN_TEST(isolated_friction_sticks_within_its_load_and_slips_beyond);
    RUN_TEST(isolated_and_unilateral_contacts_mix);
    RUN_TEST(backends_stand_in_the_order_of_their_words);
    RUN_TEST(a_problem_reads_back_to_the_same_bits);
    RUN_TEST(a_bad_file_is_refused_with_line_and_expectation);
    RUN_TEST(a_file_that_cannot_be_written_or_read_is_reported);
    GREATEST_MAIN_END();
}
