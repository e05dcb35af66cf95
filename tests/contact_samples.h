/* contact_samples.h - random contact problems for the tests of solvers/lcp.
 *
 * Every sample is v = G L + b with G = W M^-1 W' and b = W u of a mechanism, so it could
 * come from a time step.  Two kinds:
 *   tower    blocks upon blocks, two corners each (an odd count: the top one stands on one
 *            corner).  Four rows of three degrees of freedom: G is singular from two contacts on.
 *   linkage  random directions W and a random positive definite M; half of the velocities zero.
 */
#ifndef SS_CONTACT_SAMPLES_H
#define SS_CONTACT_SAMPLES_H

#include "problems/base/pcg.h"
#include "solvers/lcp/lcp.h"
#include "solvers/math/dense.h"

#include <string.h>

enum { SAMPLE_MAX = 8, SAMPLE_NU = 3 * SAMPLE_MAX, SAMPLE_ROWS = 2 * SAMPLE_MAX };

typedef struct sample {
    ss_contact_problem c;
    double G[SAMPLE_ROWS * SAMPLE_ROWS], b[SAMPLE_ROWS], mu[SAMPLE_MAX], load[SAMPLE_MAX];
} sample;

static double between(ss_pcg *r, double lo, double hi)
{
    return lo + (hi - lo) * ss_pcg_uniform(r);
}

/* G and b from W (2n*nu), the mass matrix (nu*nu, overwritten) and u (nu). */
static void sample_assemble(sample *s, int n, int nu, const double *W, double *M, const double *u)
{
    double X[SAMPLE_ROWS * SAMPLE_NU]; /* rows M^-1 w */
    const int m = 2 * n;

    ss_chol(nu, M);
    memcpy(X, W, (size_t)(m * nu) * sizeof *X);
    for (int i = 0; i < m; i++) ss_chol_solve(nu, M, X + i * nu);
    for (int i = 0; i < m; i++) {
        for (int j = 0; j <= i; j++)
            s->G[i * m + j] = s->G[j * m + i] = ss_dot(nu, W + i * nu, X + j * nu);
        s->b[i] = ss_dot(nu, W + i * nu, u);
    }
    s->c = (ss_contact_problem){.n = n, .G = s->G, .b = s->b, .mu = s->mu, .load = s->load};
}

/* The corner at (rx, ry) from the centre of body k, with the given sign, into rows N and T. */
static void sample_corner(double *W, int nu, int i, int k, double sign, double rx, double ry)
{
    double *const N = W + 2 * i * nu + 3 * k, *const T = N + nu;

    N[1] += sign;
    N[2] += sign * rx;
    T[0] += sign;
    T[2] -= sign * ry;
}

static void sample_tower(ss_pcg *r, int n, sample *s)
{
    const int bodies = (n + 1) / 2, nu = 3 * bodies;
    double W[SAMPLE_ROWS * SAMPLE_NU] = {0}, M[SAMPLE_NU * SAMPLE_NU] = {0}, u[SAMPLE_NU] = {0};
    double width_below = 0.0, height_below = 0.0;

    for (int k = 0; k < bodies; k++) {
        const double w = between(r, 0.2, 1.0), h = between(r, 0.2, 1.0), m = between(r, 0.5, 2.0);

        M[(3 * k) * (nu + 1)] = M[(3 * k + 1) * (nu + 1)] = m;
        M[(3 * k + 2) * (nu + 1)] = m * (w * w + h * h) / 3.0;
        u[3 * k] = ss_pcg_next(r) % 2 ? between(r, -1.0, 1.0) : 0.0;
        u[3 * k + 1] = -9.81e-3;
        u[3 * k + 2] = ss_pcg_next(r) % 4 ? 0.0 : between(r, -0.1, 0.1);
        for (int side = 0; side < 2; side++) {
            const int i = 2 * k + side;
            /* the narrower of both has the corner */
            const double x = k && width_below < w ? width_below : w;
            const double rx = side ? x : -x;

            if (i >= n) break;
            sample_corner(W, nu, i, k, 1.0, rx, -h);
            if (k) sample_corner(W, nu, i, k - 1, -1.0, rx, height_below);
            s->mu[i] = between(r, 0.1, 1.0);
            s->load[i] = -1.0;
        }
        width_below = w;
        height_below = h;
    }
    sample_assemble(s, n, nu, W, M, u);
}

static void sample_linkage(ss_pcg *r, int n, sample *s)
{
    const int nu = 2 * n + 1;
    double W[SAMPLE_ROWS * SAMPLE_NU] = {0}, M[SAMPLE_NU * SAMPLE_NU], u[SAMPLE_NU];
    double A[SAMPLE_NU * SAMPLE_NU];

    for (int i = 0; i < nu * nu; i++) A[i] = ss_pcg_normal(r);
    for (int i = 0; i < nu; i++) {
        for (int j = 0; j < nu; j++)
            M[i * nu + j] = ss_dot(nu, A + i * nu, A + j * nu) + (i == j ? 1.0 : 0.0);
        u[i] = ss_pcg_next(r) % 2 ? ss_pcg_normal(r) : 0.0;
    }
    for (int i = 0; i < 2 * n * nu; i++) W[i] = ss_pcg_normal(r);
    for (int i = 0; i < n; i++) {
        s->mu[i] = between(r, 0.1, 1.0);
        s->load[i] = -1.0;
    }
    sample_assemble(s, n, nu, W, M, u);
}

/* The solver of a backend for up to n contacts, in memory[]; 0 if there is not enough. */
static int sample_solver(ss_contact_solver *s, const ss_lcp_backend *b, int n, void *memory,
                         size_t size)
{
    ss_arena a = {0};

    *s = (ss_contact_solver){0};
    ss_contact_solver_layout(s, b, n, &a);
    if (a.used > size) return 0;
    a = (ss_arena){.base = memory, .size = size};
    ss_contact_solver_layout(s, b, n, &a);
    return 1;
}

#endif
