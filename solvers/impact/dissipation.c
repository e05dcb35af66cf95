/* dissipation.c - the dissipation principle as a programme over patterns */
#include "solvers/impact/dissipation.h"
#include "solvers/math/dense.h"
#include <math.h>
#include <string.h>

enum {
    ALL_PATTERNS = 6, /* 4^6 patterns of 12 unknowns: milliseconds */
    SWEEPS = 50,
    BISECTIONS = 100, /* of a multiplier over 60 decades, to its last bits */
};
/* Feasible up to this share of the impulses and of the energy: round-off of the solves. */
#define SLACK 1e-9
/* Weight of |z|^2 beside |vT|^2, in units of the mean of S: picks the least impulses where the
 * velocities leave a choice. */
#define CHOICE 1e-10

void ss_dissipation_layout(ss_dissipation *d, int k, ss_arena *a)
{
    d->n0 = SS_TAKE(a, double, k);
    d->N = SS_TAKE(a, double, k *k);
    d->s0 = SS_TAKE(a, double, k);
    d->S = SS_TAKE(a, double, k *k);
    d->t = SS_TAKE(a, double, k);
    d->K = SS_TAKE(a, double, k *k);
    d->mu_s = SS_TAKE(a, double, k);
    d->mu_min = SS_TAKE(a, double, k);
    d->work = SS_TAKE(a, double, 2 * k * (2 * k + 1) + 4 * k);
}

double ss_dissipation_vT(const ss_dissipation *d, const double *z, int i)
{
    return d->s0[i] + ss_dot(d->k, d->S + i * d->k, z);
}

double ss_dissipation_pN(const ss_dissipation *d, const double *z, int i)
{
    return d->n0[i] + ss_dot(d->k, d->N + i * d->k, z);
}

double ss_dissipation_T(const ss_dissipation *d, const double *z)
{
    double T = d->T0;
    for (int i = 0; i < d->k; i++) T += z[i] * (d->t[i] + 0.5 * ss_dot(d->k, d->K + i * d->k, z));
    return T;
}

/* Stationary point of sum over slipping vT^2 + nu T+ under the pattern's equations. */
static int stationary(const ss_dissipation *d, const unsigned char *pattern, double nu, double *z)
{
    const int k = d->k;
    int piv[2 * SS_DISSIPATION_MAX], rows = 0, frees = 0;
    double *A = d->work, *x = A + 4 * k * k;

    for (int i = 0; i < k; i++)
        if (pattern[i] == SS_DISS_INSIDE) frees++;
    const int eq = k - frees, n = frees ? k + eq : k;
    const int at = frees ? k : 0; /* where the equations' rows begin */
    memset(A, 0, (size_t)(n * n) * sizeof *A);
    memset(x, 0, (size_t)n * sizeof *x);
    for (int i = 0; i < k; i++) {
        if (pattern[i] == SS_DISS_INSIDE) continue;
        double *row = A + (at + rows) * n;
        if (pattern[i] == SS_DISS_STICK) {
            for (int j = 0; j < k; j++) row[j] = d->S[i * k + j];
            x[at + rows] = -d->s0[i];
        } else {
            const double mu = pattern[i] == SS_DISS_PLUS ? d->mu_min[i] : -d->mu_min[i];
            for (int j = 0; j < k; j++) row[j] = -mu * d->N[i * k + j];
            row[i] += 1.0;
            x[at + rows] = mu * d->n0[i];
        }
        if (frees)
            for (int j = 0; j < k; j++) A[j * n + k + rows] = row[j];
        rows++;
    }
    if (frees) {
        double mean = 0.0;
        for (int i = 0; i < k; i++) mean += d->S[i * k + i] / k;
        for (int r = 0; r < k; r++) {
            for (int c = 0; c < k; c++) {
                double s = nu * d->K[r * k + c];
                for (int i = 0; i < k; i++)
                    if (pattern[i] != SS_DISS_STICK) s += d->S[i * k + r] * d->S[i * k + c];
                A[r * n + c] = s + (r == c ? CHOICE * mean * mean : 0.0);
            }
            double s = nu * d->t[r];
            for (int i = 0; i < k; i++)
                if (pattern[i] != SS_DISS_STICK) s += d->S[i * k + r] * d->s0[i];
            x[r] = -s;
        }
    }
    if (ss_lu_solve(n, A, x, piv) != SS_OK) return 0;
    memcpy(z, x, (size_t)k * sizeof *z);
    return 1;
}

static int feasible(const ss_dissipation *d, const unsigned char *pattern, const double *z)
{
    double size = 0.0;

    for (int i = 0; i < d->k; i++)
        size = fmax(size, fmax(fabs(z[i]), fabs(ss_dissipation_pN(d, z, i))));
    for (int i = 0; i < d->k; i++) {
        const double pN = ss_dissipation_pN(d, z, i);
        const double mu = pattern[i] == SS_DISS_STICK ? d->mu_s[i] : d->mu_min[i];
        if (!(pN >= -SLACK * size) || !(fabs(z[i]) <= mu * pN + SLACK * size)) return 0;
    }
    return 1;
}

static double objective(const ss_dissipation *d, const unsigned char *pattern, const double *z)
{
    double sum = 0.0;

    for (int i = 0; i < d->k; i++) {
        if (pattern[i] == SS_DISS_STICK) continue;
        const double v = ss_dissipation_vT(d, z, i), dmu = d->mu_s[i] - d->mu_min[i];
        sum += dmu * dmu + v * v;
    }
    return sum;
}

static int within(const ss_dissipation *d, const double *z)
{
    return ss_dissipation_T(d, z) <= d->T_most + SLACK * fabs(d->T_most);
}

/* A pattern whose own solution has too much energy, but which leaves a choice: the multiplier
 * of the bound, by bisection of its logarithm. */
static int bounded(const ss_dissipation *d, const unsigned char *pattern, double *z)
{
    double lo = -30.0, hi = 30.0; /* decades */

    if (!stationary(d, pattern, pow(10.0, hi), z) || !within(d, z)) return 0;
    for (int i = 0; i < BISECTIONS; i++) {
        const double mid = 0.5 * (lo + hi);
        if (!stationary(d, pattern, pow(10.0, mid), z)) return 0;
        if (ss_dissipation_T(d, z) <= d->T_most)
            hi = mid;
        else
            lo = mid;
    }
    return stationary(d, pattern, pow(10.0, hi), z);
}

static void try_pattern(const ss_dissipation *d, const unsigned char *pattern,
                        ss_dissipation_best *best)
{
    double z[SS_DISSIPATION_MAX];

    if (!stationary(d, pattern, 0.0, z)) return;
    if (!within(d, z) && !bounded(d, pattern, z)) return;
    if (!feasible(d, pattern, z)) return;
    const double value = objective(d, pattern, z);
    if (best->found && !(value < best->objective)) return;
    best->found = 1;
    best->objective = value;
    memcpy(best->z, z, (size_t)d->k * sizeof *z);
    memcpy(best->pattern, pattern, (size_t)d->k);
}

static void try_all(const ss_dissipation *d, ss_dissipation_best *best)
{
    unsigned char pattern[SS_DISSIPATION_MAX];

    for (long code = 0; code < 1L << (2 * d->k); code++) {
        for (int i = 0; i < d->k; i++) pattern[i] = (unsigned char)(code >> (2 * i) & 3);
        try_pattern(d, pattern, best);
    }
}

/* Single changes from the best of four uniform patterns, until none helps. */
static void try_changes(const ss_dissipation *d, ss_dissipation_best *best)
{
    unsigned char pattern[SS_DISSIPATION_MAX];

    for (unsigned char mode = 0; mode < 4; mode++) {
        memset(pattern, mode, (size_t)d->k);
        try_pattern(d, pattern, best);
    }
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        const double before = best->objective;
        for (int i = 0; i < d->k; i++)
            for (unsigned char mode = 0; mode < 4; mode++) {
                memcpy(pattern, best->pattern, (size_t)d->k);
                pattern[i] = mode;
                try_pattern(d, pattern, best);
            }
        if (best->objective == before) return;
    }
}

void ss_dissipation_solve(const ss_dissipation *d, ss_dissipation_best *best)
{
    *best = (ss_dissipation_best){.objective = INFINITY};
    /* without friction: feasible, and the last resort */
    memset(best->pattern, SS_DISS_INSIDE, sizeof best->pattern);
    if (within(d, best->z) && feasible(d, best->pattern, best->z)) {
        best->found = 1;
        best->objective = objective(d, best->pattern, best->z);
    }
    if (d->k <= ALL_PATTERNS)
        try_all(d, best);
    else
        try_changes(d, best);
}
