/* test_dense.c - Cholesky, LU, pseudo-inverse on random matrices and on those they must refuse */
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

/* The conditions of Penrose on random matrices of random rank: A X A = A, A X and X A symmetric.
 * Singular values are products of normal numbers: 1e-8 leaves a condition of 1e7. */
TEST pseudo_inverse_keeps_penroses_conditions(void)
{
    ss_pcg r;

    ss_pcg_seed(&r, 3, 7);
    for (int k = 0; k < 300; k++) {
        const int m = 1 + k % N_MAX, n = 1 + (k / 5) % N_MAX;
        const int rank = 1 + k % (m < n ? m : n);
        double U[N_MAX * N_MAX], V[N_MAX * N_MAX], A[N_MAX * N_MAX], X[N_MAX * N_MAX];
        double Q[N_MAX * N_MAX], work[3 * N_MAX * N_MAX], AX[N_MAX * N_MAX], XA[N_MAX * N_MAX];

        for (int i = 0; i < m * rank; i++) U[i] = ss_pcg_normal(&r);
        for (int i = 0; i < n * rank; i++) V[i] = ss_pcg_normal(&r);
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++) A[i * n + j] = ss_dot(rank, U + i * rank, V + j * rank);
        ASSERT_EQ(rank, ss_row_basis(m, n, A, 1e-10, Q, work));
        for (int j = 0; j < m; j++) {
            double e[N_MAX] = {0}, x[N_MAX];

            e[j] = 1.0;
            ss_pseudo_apply(m, n, A, rank, Q, e, x, work);
            for (int i = 0; i < n; i++) X[i * m + j] = x[i];
        }
        for (int i = 0; i < m; i++)
            for (int j = 0; j < m; j++) {
                AX[i * m + j] = 0.0;
                for (int l = 0; l < n; l++) AX[i * m + j] += A[i * n + l] * X[l * m + j];
            }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                XA[i * n + j] = 0.0;
                for (int l = 0; l < m; l++) XA[i * n + j] += X[i * m + l] * A[l * n + j];
            }
        for (int i = 0; i < m; i++)
            for (int j = 0; j < m; j++) ASSERT(fabs(AX[i * m + j] - AX[j * m + i]) < 1e-8);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) ASSERT(fabs(XA[i * n + j] - XA[j * n + i]) < 1e-8);
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++) {
                double s = 0.0;
                for (int l = 0; l < m; l++) s += AX[i * m + l] * A[l * n + j];
                ASSERT(fabs(s - A[i * n + j]) < 1e-8);
            }
    }
    PASS();
}

TEST pivoted_cholesky_finds_the_rank_and_a_solution(void)
{
    ss_pcg r;

    ss_pcg_seed(&r, 3, 8);
    for (int k = 0; k < 300; k++) {
        const int n = 1 + k % N_MAX, rank = 1 + (k / 3) % n;
        double B[N_MAX * N_MAX], A[N_MAX * N_MAX], L[N_MAX * N_MAX], x[N_MAX], b[N_MAX];
        double y[N_MAX], work[N_MAX];
        int order[N_MAX];

        for (int i = 0; i < n * rank; i++) B[i] = ss_pcg_normal(&r);
        for (int i = 0; i < n; i++) x[i] = ss_pcg_normal(&r);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) A[i * n + j] = ss_dot(rank, B + i * rank, B + j * rank);
        for (int i = 0; i < n; i++) y[i] = b[i] = ss_dot(n, A + i * n, x);
        memcpy(L, A, sizeof A);
        ASSERT_EQ(rank, ss_chol_rank(n, L, order, 1e-12));
        ss_chol_rank_solve(n, rank, L, order, y, work);
        /* the condition of the factor squared: 1e8 at these sizes */
        for (int i = 0; i < n; i++) ASSERT(fabs(ss_dot(n, A + i * n, y) - b[i]) < 1e-8);
    }
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
    RUN_TEST(pseudo_inverse_keeps_penroses_conditions);
    RUN_TEST(pivoted_cholesky_finds_the_rank_and_a_solution);
    GREATEST_MAIN_END();
}
