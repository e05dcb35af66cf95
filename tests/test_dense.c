/* test_dense.c - Cholesky and LU on random matrices and on those they must refuse */
#include "problems/base/pcg.h"
#include "solvers/math/dense.h"
#include "tests/greatest.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { N_MAX = 12 };

/* |A x - b| <= tol of what the products add up to: the backward error of a stable solve is a
 * few n eps; 100 leaves room for the growth of partial pivoting at these sizes. */
static int solves(int n, const double *A, const double *x, const double *b)
{
    for (int i = 0; i < n; i++) {
        double size = fabs(b[i]);

        for (int j = 0; j < n; j++) size += fabs(A[i * n + j] * x[j]);
        if (!(fabs(ss_dot(n, A + i * n, x) - b[i]) <= 100 * n * DBL_EPSILON * size)) return 0;
    }
    return 1;
}

TEST cholesky_solves_random_positive_definite_systems(void)
{
    ss_pcg r;

    ss_pcg_seed(&r, 3, 1);
    for (int k = 0; k < 500; k++) {
        const int n = 1 + k % N_MAX;
        double B[N_MAX * N_MAX], A[N_MAX * N_MAX], L[N_MAX * N_MAX], b[N_MAX], x[N_MAX];

        for (int i = 0; i < n * n; i++) B[i] = ss_pcg_normal(&r);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++)
                A[i * n + j] = ss_dot(n, B + i * n, B + j * n) + (i == j ? 0.1 : 0.0);
            x[i] = b[i] = ss_pcg_normal(&r);
        }
        memcpy(L, A, sizeof A);
        ASSERT_EQ(SS_OK, ss_chol(n, L));
        ss_chol_solve(n, L, x);
        ASSERT(solves(n, A, x, b));
    }
    PASS();
}

TEST cholesky_does_not_mind_units(void)
{
    /* a kilogram beside a microgram metre squared */
    double A[4] = {1.0, 1e-7, 1e-7, 1e-12};

    ASSERT_EQ(SS_OK, ss_chol(2, A));
    PASS();
}

TEST cholesky_refuses_what_is_not_positive_definite(void)
{
    double indefinite[4] = {1, 2, 2, 1}, singular[4] = {1, 1, 1, 1}, zero[1] = {0};
    double third[9] = {1, 0, 1, 0, 1.0 / 3, 1.0 / 3, 1, 1.0 / 3, 4.0 / 3}; /* row 3 = 1 + 2 */
    double nan[1] = {NAN};

    ASSERT_EQ(SS_ESING, ss_chol(2, indefinite));
    ASSERT_EQ(SS_ESING, ss_chol(2, singular));
    ASSERT_EQ(SS_ESING, ss_chol(1, zero));
    ASSERT_EQ(SS_ESING, ss_chol(3, third));
    ASSERT_EQ(SS_ESING, ss_chol(1, nan));
    PASS();
}

TEST lu_solves_random_systems_and_further_right_hand_sides(void)
{
    ss_pcg r;

    ss_pcg_seed(&r, 4, 1);
    for (int k = 0; k < 500; k++) {
        const int n = 1 + k % N_MAX;
        double A[N_MAX * N_MAX], LU[N_MAX * N_MAX], b[N_MAX], x[N_MAX], y[N_MAX];
        int piv[N_MAX];

        for (int i = 0; i < n * n; i++) A[i] = ss_pcg_next(&r) % 3 ? ss_pcg_normal(&r) : 0.0;
        for (int i = 0; i < n; i++) {
            A[i * n + (i + 1) % n] += 3.0; /* regular almost surely, and never without exchanges */
            x[i] = b[i] = ss_pcg_normal(&r);
            y[i] = 2.0 * b[i];
        }
        memcpy(LU, A, sizeof A);
        ASSERT_EQ(SS_OK, ss_lu_solve(n, LU, x, piv));
        ASSERT(solves(n, A, x, b));
        ss_lu_apply(n, LU, piv, y);
        for (int i = 0; i < n; i++) ASSERT(y[i] == 2.0 * x[i]); /* doubling is exact */
    }
    PASS();
}

TEST lu_refuses_singular_matrices(void)
{
    double rank1[4] = {1, 2, 2, 4}, zero[1] = {0}, b[3] = {1, 1, 1};
    double rank2[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    int piv[3];

    ASSERT_EQ(SS_ESING, ss_lu_solve(2, rank1, b, piv));
    ASSERT_EQ(SS_ESING, ss_lu_solve(1, zero, b, piv));
    ASSERT_EQ(SS_ESING, ss_lu_solve(3, rank2, b, piv));
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(cholesky_solves_random_positive_definite_systems);
    RUN_TEST(cholesky_does_not_mind_units);
    RUN_TEST(cholesky_refuses_what_is_not_positive_definite);
    RUN_TEST(lu_solves_random_systems_and_further_right_hand_sides);
    RUN_TEST(lu_refuses_singular_matrices);
    GREATEST_MAIN_END();
}
