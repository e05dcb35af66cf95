/* test_qp.c - the quadratic programme of least constraint: every backend on the loads that the
 * source publishes, on redundant contacts, and where nothing is feasible.
 *
 * Backends whose library is not here are skipped by name.
 */
#include "problems/base/pcg.h"
#include "solvers/math/dense.h"
#include "solvers/qp/qp.h"
#include "tests/greatest.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 64, K = 6 };

typedef struct rig {
    ss_qp_solver s;
    void *memory;
    ss_status open;
} rig;

static rig rig_open(const ss_qp_backend *b, int n, int m, int k)
{
    rig r = {0};
    ss_arena a = {0};

    ss_qp_solver_layout(&r.s, b, n, m, k, &a);
    r.memory = calloc(1, a.used);
    a = (ss_arena){.base = r.memory, .size = a.used};
    ss_qp_solver_layout(&r.s, b, n, m, k, &a);
    r.open = ss_qp_solver_open(&r.s);
    return r;
}

static void rig_close(rig *r)
{
    ss_qp_solver_close(&r->s);
    free(r->memory);
}

/* What the source's numbers are asked for: exact backends 1e-10, the splitting 1e-6. */
static double accuracy(const ss_qp_backend *b)
{
    return b == &ss_qp_osqp ? 1e-6 : 1e-10;
}

/* A rigid body of mass 1 and inertia J that slides to the left on given points: r = L^-1 w with
 * w = (f, 1, a_x - f a_y ...), C = L^-1 wN; gravity 1. */
typedef struct plane {
    ss_qp p;
    double R[2 * K], C[2 * K], b[2];
} plane;

static void block(plane *q, double mu)
{
    /* square, uniform, unit half diagonal: corners (-+a, -a), a = sqrt(1/2), J = 1/3 */
    const double a = sqrt(0.5), j = sqrt(3.0);

    for (int i = 0; i < 2; i++) {
        const double ax = i ? a : -a, ay = -a;
        double *const r = q->R + 3 * i, *const c = q->C + 3 * i;

        c[0] = 0.0, c[1] = 1.0, c[2] = ax * j;
        r[0] = mu, r[1] = 1.0, r[2] = (ax - mu * ay) * j; /* friction to the right */
        q->b[i] = 1.0;
    }
    q->p = (ss_qp){.n = 2, .m = 2, .k = 3, .R = q->R, .C = q->C, .b = q->b};
}

TEST block_has_the_published_loads(const void *backend)
{
    static const struct {
        double mu, N[2];
    } fact[] = {{0.5, {0.75, 0.25}}, {1.0, {1.0, 0.0}}, {1.5, {4.0, 0.0}}};
    rig r = rig_open(backend, 2, 2, 3);
    int wrong = 0;

    if (r.open == SS_EMODULE) {
        rig_close(&r);
        SKIPm("its library is not here");
    }
    for (int k = 0; k < 3; k++) {
        double x[2], lambda[2], residual;
        long pivots = 0;
        plane q;

        block(&q, fact[k].mu);
        wrong += ss_qp_solve(&r.s, &q.p, x, lambda, NULL, &residual, &pivots) != SS_OK;
        for (int i = 0; i < 2; i++) wrong += !(fabs(x[i] - fact[k].N[i]) <= accuracy(backend));
    }
    rig_close(&r);
    ASSERT_EQ(0, wrong);
    PASS();
}

TEST particle_between_planes_rests_on_the_floor(const void *backend)
{
    static const double mu[] = {0.0, 0.1, 1.0, 10.0};
    rig r = rig_open(backend, 2, 2, 2);
    int wrong = 0;

    if (r.open == SS_EMODULE) {
        rig_close(&r);
        SKIPm("its library is not here");
    }
    for (int k = 0; k < 4; k++) {
        const double R[4] = {-mu[k], 1.0, -mu[k], -1.0}, C[4] = {0.0, 1.0, 0.0, -1.0};
        const double b[2] = {1.0, -1.0};
        const ss_qp p = {.n = 2, .m = 2, .k = 2, .R = R, .C = C, .b = b};
        double x[2], lambda[2], residual;
        long pivots = 0;

        wrong += ss_qp_solve(&r.s, &p, x, lambda, NULL, &residual, &pivots) != SS_OK;
        wrong += !(fabs(x[0] - 1.0) <= accuracy(backend) && fabs(x[1]) <= accuracy(backend));
    }
    rig_close(&r);
    ASSERT_EQ(0, wrong);
    PASS();
}

/* A journal in a bearing: n points on a circle, mass 1, inertia J, frictionless or not. */
typedef struct journal {
    ss_qp p;
    double R[N * 3], C[N * 3], b[N];
} journal;

static void journal_at(journal *q, int n, double f, double turn, double a, double beta,
                       const double acc[3])
{
    const double root = sqrt(a);

    for (int i = 0; i < n; i++) {
        const double de = 8.0 * atan(1.0) * i / n, c = cos(turn + de), s = sin(turn + de);
        const double wN[3] = {-c, -s, sin(de)}, wT[3] = {-s, c, beta - cos(de)};

        for (int l = 0; l < 3; l++) {
            const double m = l == 2 ? 1.0 / root : 1.0;

            q->C[3 * i + l] = m * wN[l];
            q->R[3 * i + l] = m * (wN[l] - f * wT[l]);
        }
        /* the pivot stays where it is: a force that gives this acceleration exists */
        q->b[i] = acc[0] * wN[0] + acc[1] * wN[1] + acc[2] * wN[2];
    }
    q->p = (ss_qp){.n = n, .m = n, .k = 3, .R = q->R, .C = q->C, .b = q->b};
}

/* x_S = A^+ f with A the columns r_i of the support: the largest difference. */
static double off_pseudo_inverse(const ss_qp *p, const double *x)
{
    double A[3 * N], Q[3 * N], work[8 * N], f[3] = {0}, y[N], most = 0.0;
    int S[N], n = 0;

    for (int i = 0; i < p->n; i++) {
        for (int l = 0; l < 3; l++) f[l] += p->R[3 * i + l] * x[i];
        if (x[i] > 0.0) S[n++] = i;
    }
    for (int l = 0; l < 3; l++)
        for (int a = 0; a < n; a++) A[l * n + a] = p->R[3 * S[a] + l];
    const int rank = ss_row_basis(3, n, A, 1e-10, Q, work);
    ss_pseudo_apply(3, n, A, rank, Q, f, y, work);
    for (int a = 0; a < n; a++) most = fmax(most, fabs(y[a] - x[S[a]]));
    return most;
}

TEST redundant_points_bear_the_load_of_least_norm(const void *backend)
{
    rig r = rig_open(backend, N, N, 3);
    int wrong = 0, redundant = 0;
    double worst = 0.0;
    ss_pcg random;

    if (r.open == SS_EMODULE) {
        rig_close(&r);
        SKIPm("its library is not here");
    }
    ss_pcg_seed(&random, 5, 1);
    for (int k = 0; k < 60; k++) {
        const int n = 4 << k % 5; /* 4 to 64 points, rank 3 */
        const double f = k % 2 ? 0.0 : 0.3 * ss_pcg_uniform(&random);
        const double acc[3] = {ss_pcg_normal(&random), ss_pcg_normal(&random), 0.0};
        double x[N], lambda[N], residual;
        long pivots = 0;
        int support = 0;
        journal q;

        journal_at(&q, n, f, 6.0 * ss_pcg_uniform(&random), 0.3 + ss_pcg_uniform(&random), 0.12,
                   acc);
        if (ss_qp_solve(&r.s, &q.p, x, lambda, NULL, &residual, &pivots) != SS_OK) {
            wrong++;
            continue;
        }
        worst = fmax(worst, off_pseudo_inverse(&q.p, x));
        for (int i = 0; i < n; i++) support += x[i] > 0.0;
        redundant += support > 3;
    }
    rig_close(&r);
    /* the splitting may give up where the feasible set has no interior; it must say so */
    ASSERT(wrong <= (backend == &ss_qp_osqp ? 15 : 0));
    ASSERT(redundant >= 20);
    if (worst > accuracy(backend)) printf("  off by %g\n", worst);
    ASSERT(worst <= accuracy(backend));
    PASS();
}

/* Where the norm is least no exchange along a null vector of R lowers it: against the closed
 * form of a frictionless journal whose load is a multiple of max(0, cos).  With n points at
 * angles de_i about the load, x_i = c max(0, cos de_i), sum x_i cos de_i = 1. */
TEST frictionless_journal_bears_by_the_cosine(const void *backend)
{
    rig r = rig_open(backend, N, N, 3);
    double worst = 0.0;

    if (r.open == SS_EMODULE) {
        rig_close(&r);
        SKIPm("its library is not here");
    }
    for (int n = 8; n <= 64; n *= 2) {
        /* the load through the pivot: the arm of the force is a third row that must balance too,
         * so the mass is far away: infinite inertia leaves it out */
        const double acc[3] = {0.0, 1.0, 0.0};
        double x[N], lambda[N], residual, sum = 0.0;
        long pivots = 0;
        journal q;

        journal_at(&q, n, 0.0, 0.0, 1e300, 0.12, acc);
        if (ss_qp_solve(&r.s, &q.p, x, lambda, NULL, &residual, &pivots) != SS_OK) worst = INFINITY;
        for (int i = 0; i < n; i++) {
            const double s = -sin(8.0 * atan(1.0) * i / n);

            if (s > 0.0) sum += s * s;
        }
        for (int i = 0; i < n; i++)
            worst = fmax(worst, fabs(x[i] - fmax(0.0, -sin(8.0 * atan(1.0) * i / n)) / sum));
    }
    rig_close(&r);
    ASSERT(worst <= accuracy(backend));
    PASS();
}

/* Random programmes that have a feasible point: the backend's residual, computed here again,
 * passes, and all backends agree on the force. */
TEST random_feasible_programmes_are_solved(const void *backend)
{
    enum { TRIES = 300 };
    rig r = rig_open(backend, 12, 12, K), ref = rig_open(&ss_qp_lemke, 12, 12, K);
    int solved = 0;
    double worst = 0.0;
    ss_pcg random;

    if (r.open == SS_EMODULE) {
        rig_close(&r), rig_close(&ref);
        SKIPm("its library is not here");
    }
    ss_pcg_seed(&random, 6, 1);
    for (int t = 0; t < TRIES; t++) {
        const int k = 1 + t % K, n = 1 + t % 12, m = 1 + (t / 3) % 12;
        double R[12 * K], C[12 * K], b[12], x[12], lambda[12], f[K], g[K], work[2 * K], residual;
        const ss_qp p = {.n = n, .m = m, .k = k, .R = R, .C = C, .b = b};
        long pivots = 0;

        for (int i = 0; i < n * k; i++) R[i] = ss_pcg_normal(&random);
        for (int i = 0; i < m * k; i++) C[i] = ss_pcg_normal(&random);
        for (int l = 0; l < k; l++) f[l] = 0.0;
        for (int i = 0; i < n; i++) {
            const double load = fmax(0.0, ss_pcg_normal(&random));
            for (int l = 0; l < k; l++) f[l] += load * R[i * k + l];
        }
        for (int j = 0; j < m; j++)
            b[j] = ss_dot(k, C + j * k, f) - fmax(0.0, ss_pcg_normal(&random)); /* half tight */
        if (ss_qp_solve(&r.s, &p, x, lambda, f, &residual, &pivots) != SS_OK) continue;
        solved += ss_qp_residual(&p, x, lambda, work) <= ((const ss_qp_backend *)backend)->tol;
        if (ss_qp_solve(&ref.s, &p, x, lambda, g, &residual, &pivots) != SS_OK) worst = INFINITY;
        const double size = sqrt(ss_dot(k, g, g)) + 1.0;
        for (int l = 0; l < k; l++) worst = fmax(worst, fabs(f[l] - g[l]) / size);
    }
    rig_close(&r), rig_close(&ref);
    /* Siconos' Lemke and the splitting may give up now and then; they must say so */
    const int exact = backend == &ss_qp_lemke || backend == &ss_qp_active_set;
    if (solved < (exact ? TRIES : TRIES * 9 / 10) || worst > 1e4 * accuracy(backend))
        printf("  solved %d of %d, forces differ by %g\n", solved, TRIES, worst);
    ASSERT(solved >= (exact ? TRIES : TRIES * 9 / 10));
    /* residuals of 1e-10 (1e-6) times the condition of random directions */
    ASSERT(worst <= 1e4 * accuracy(backend));
    PASS();
}

/* Programmes that are infeasible by construction: with y = (1,...), R C' y < 0 and b' y > 0. */
TEST infeasible_programmes_are_proved_so(const void *backend)
{
    rig r = rig_open(backend, 8, 8, K);
    int proved = 0;
    double least = INFINITY;
    ss_pcg random;

    if (r.open == SS_EMODULE) {
        rig_close(&r);
        SKIPm("its library is not here");
    }
    ss_pcg_seed(&random, 7, 1);
    for (int t = 0; t < 100; t++) {
        const int k = 2 + t % (K - 1), n = 1 + t % 8, m = 1 + (t / 8) % 8;
        double R[8 * K], C[8 * K], b[8], x[8], lambda[8], residual, c[K] = {0}, sum = 0.0;
        const ss_qp p = {.n = n, .m = m, .k = k, .R = R, .C = C, .b = b};
        long pivots = 0;

        for (int j = 0; j < m; j++) {
            b[j] = ss_pcg_normal(&random);
            sum += b[j];
            for (int l = 0; l < k; l++) C[j * k + l] = ss_pcg_normal(&random), c[l] += C[j * k + l];
        }
        if (sum <= 0.0) b[0] += 1.0 - sum;
        for (int i = 0; i < n; i++) {
            for (int l = 0; l < k; l++) R[i * k + l] = ss_pcg_normal(&random);
            const double d = (ss_dot(k, R + i * k, c) + 0.1) / ss_dot(k, c, c);
            if (d > 0.0)
                for (int l = 0; l < k; l++) R[i * k + l] -= d * c[l];
        }
        proved += ss_qp_solve(&r.s, &p, x, lambda, NULL, &residual, &pivots) == SS_EINCONSISTENT;
        least = fmin(least, ss_qp_proof(&p, lambda) / ss_qp_units_of(&p).load);
    }
    rig_close(&r);
    ASSERT(proved >= (backend == &ss_qp_osqp || backend == &ss_qp_siconos ? 90 : 100));
    if (proved == 100) ASSERT(least >= SS_QP_PROVEN);
    PASS();
}

/* The answer must not depend on what was solved before, beyond rounding. */
TEST a_warm_start_changes_nothing_but_the_work(void)
{
    rig warm = rig_open(&ss_qp_active_set, 16, 16, 3);
    double worst = 0.0;
    long pw = 0, pc = 0;

    for (int k = 0; k < 200; k++) {
        const double acc[3] = {sin(0.02 * k), 1.0 + cos(0.02 * k), 0.0};
        double x[N], y[N], lambda[N], residual;
        rig cold = rig_open(&ss_qp_active_set, 16, 16, 3);
        journal q;

        journal_at(&q, 16, 0.2, 0.01 * k, 0.4, 0.12, acc);
        ASSERT_EQ(SS_OK, ss_qp_solve(&warm.s, &q.p, x, lambda, NULL, &residual, &pw));
        ASSERT_EQ(SS_OK, ss_qp_solve(&cold.s, &q.p, y, lambda, NULL, &residual, &pc));
        for (int i = 0; i < 16; i++) worst = fmax(worst, fabs(x[i] - y[i]));
        rig_close(&cold);
    }
    rig_close(&warm);
    ASSERT(worst <= 1e-11); /* two roads to one solution of size one */
    ASSERT(pw * 4 < pc);
    PASS();
}

TEST the_words_name_the_backends(void)
{
    char words[200] = "";

    for (const ss_qp_backend *const *b = ss_qp_backends; *b; b++) {
        strcat(words, *words ? "|" : "");
        strcat(words, (*b)->name);
        ASSERT_EQ(*b, ss_qp_backend_find((*b)->name));
    }
    ASSERT_STR_EQ(SS_QP_WORDS, words);
    PASS();
}

SUITE(qp)
{
    for (const ss_qp_backend *const *b = ss_qp_backends; *b; b++) {
        greatest_set_test_suffix((*b)->name);
        RUN_TESTp(block_has_the_published_loads, *b);
        greatest_set_test_suffix((*b)->name);
        RUN_TESTp(particle_between_planes_rests_on_the_floor, *b);
        greatest_set_test_suffix((*b)->name);
        RUN_TESTp(redundant_points_bear_the_load_of_least_norm, *b);
        greatest_set_test_suffix((*b)->name);
        RUN_TESTp(frictionless_journal_bears_by_the_cosine, *b);
        greatest_set_test_suffix((*b)->name);
        RUN_TESTp(random_feasible_programmes_are_solved, *b);
        greatest_set_test_suffix((*b)->name);
        RUN_TESTp(infeasible_programmes_are_proved_so, *b);
    }
    RUN_TEST(a_warm_start_changes_nothing_but_the_work);
    RUN_TEST(the_words_name_the_backends);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(qp);
    GREATEST_MAIN_END();
}
