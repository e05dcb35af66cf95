/* test_siconos.c - the Siconos backends, judged by our residual; skipped where the module is not
 * built.
 */
#include "tests/contact_samples.h"
#include "tests/greatest.h"

#include <math.h>
#include <stdalign.h>

enum { MEMORY = 1 << 16 };

typedef struct bench {
    alignas(32) unsigned char memory[MEMORY];
    ss_contact_solver solver;
} bench;

/* SS_EMODULE: not built here. */
static ss_status set_up(bench *k, const char *backend, int contacts)
{
    const ss_lcp_backend *const b = ss_lcp_backend_find(backend);

    if (!sample_solver(&k->solver, b, contacts, k->memory, MEMORY)) return SS_ENOMEM;
    return ss_contact_solver_open(&k->solver);
}

static double size_of(int n, const double *x)
{
    double size = 0.0;

    for (int i = 0; i < n; i++) size = fmax(size, fabs(x[i]));
    return size;
}

/* Solved of 200 towers and 200 linkages at 1, 2, 4 and 8 contacts; what is called solved is. */
static int solved(bench *k, int *lies)
{
    int n_ok = 0;
    ss_pcg r;

    for (int n = 1; n <= SAMPLE_MAX; n *= 2) {
        ss_pcg_seed(&r, 7, (uint64_t)n);
        for (int i = 0; i < 400; i++) {
            double L[SAMPLE_ROWS], residual;
            long pivots = 0;
            sample s;

            (i < 200 ? sample_tower : sample_linkage)(&r, n, &s);
            const ss_status st = ss_contact_solve(&k->solver, &s.c, L, &residual, &pivots);
            const double limit = k->solver.tol * size_of(2 * n, s.b);

            if (st != SS_OK) continue;
            n_ok++;
            *lies += !(ss_contact_residual(&s.c, L) <= limit);
        }
    }
    return n_ok;
}

TEST siconos_lemke_solves_towers_and_linkages(void)
{
    int lies = 0;
    bench k;
    const ss_status s = set_up(&k, "siconos-lemke", SAMPLE_MAX);

    if (s == SS_EMODULE) SKIPm("the module ss-siconos is not built");
    ASSERT_EQ(SS_OK, s);
    const int ok = solved(&k, &lies);
    ss_contact_solver_close(&k.solver);
    ASSERT_EQ(0, lies);
    ASSERT_EQ(1600, ok);
    PASS();
}

TEST siconos_nsgs_solves_nearly_all_and_the_rest_is_caught(void)
{
    int lies = 0;
    bench k;
    const ss_status s = set_up(&k, "siconos-nsgs", SAMPLE_MAX);

    if (s == SS_EMODULE) SKIPm("the module ss-siconos is not built");
    ASSERT_EQ(SS_OK, s);
    const int ok = solved(&k, &lies);
    ss_contact_solver_close(&k.solver);
    ASSERT_EQ(0, lies);
    /* Gauss-Seidel need not converge where friction makes the problem unsymmetric: a few of the
     * random linkages never do; one in a hundred is allowed */
    ASSERT(ok >= 1584);
    PASS();
}

TEST siconos_nsgs_bears_contacts_without_friction_or_tangent(void)
{
    const double G[16] = {3, 0, -1, 0, 0, 0, 0, 0, -1, 0, 3, 0, 0, 0, 0, 0};
    const double b[4] = {-1, 0, -1, 0}, mu[2] = {0, 0}, none[2] = {-1, -1};
    const ss_contact_problem c = {.n = 2, .G = G, .b = b, .mu = mu, .load = none};
    double L[4], residual;
    long pivots = 0;
    bench k;
    ss_status s = set_up(&k, "siconos-nsgs", 2);

    if (s == SS_EMODULE) SKIPm("the module ss-siconos is not built");
    ASSERT_EQ(SS_OK, s);
    s = ss_contact_solve(&k.solver, &c, L, &residual, &pivots);
    ss_contact_solver_close(&k.solver);
    ASSERT_EQ(SS_OK, s);
    /* the residual allowed over the smallest eigenvalue of G, 2 */
    for (int j = 0; j < 4; j++) ASSERT_IN_RANGE(j % 2 ? 0.0 : 0.5, L[j], k.solver.tol);
    PASS();
}

TEST siconos_nsgs_refuses_isolated_friction(void)
{
    const double G[4] = {0, 0, 0, 4}, b[2] = {0, -1}, mu[1] = {0.2}, load[1] = {1.0};
    const ss_contact_problem c = {.n = 1, .G = G, .b = b, .mu = mu, .load = load};
    double L[2], residual;
    long pivots = 0;
    bench k;
    ss_status s = set_up(&k, "siconos-nsgs", 1);

    if (s == SS_EMODULE) SKIPm("the module ss-siconos is not built");
    ASSERT_EQ(SS_OK, s);
    s = ss_contact_solve(&k.solver, &c, L, &residual, &pivots);
    ss_contact_solver_close(&k.solver);
    ASSERT_EQ(SS_EUNSUP, s);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(siconos_lemke_solves_towers_and_linkages);
    RUN_TEST(siconos_nsgs_solves_nearly_all_and_the_rest_is_caught);
    RUN_TEST(siconos_nsgs_bears_contacts_without_friction_or_tangent);
    RUN_TEST(siconos_nsgs_refuses_isolated_friction);
    GREATEST_MAIN_END();
}
