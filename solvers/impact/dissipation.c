/* dissipation.c - the dissipation principle as a programme over patterns */
#include "solvers/impact/dissipation.h"
#include "solvers/math/dense.h"
#include <math.h>
#include <string.h>

enum {
    ALL_PATTERNS = 6, /* 27739 patterns of 12 unknowns: some ten milliseconds */
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

/* z - mu pN = 0, or S z = -s0, as row and right-hand side. */
static double edge_row(const ss_dissipation *d, int i, double mu, double *row)
{
    for (int j = 0; j < d->k; j++) row[j] = -mu * d->N[i * d->k + j];
    row[i] += 1.0;
    return mu * d->n0[i];
}

static double stick_row(const ss_dissipation *d, int i, double *row)
{
    memcpy(row, d->S + i * d->k, (size_t)d->k * sizeof *row);
    return -d->s0[i];
}

/* The equations of a pattern, rows of n in A with right-hand sides in x, from row `at` on. */
static void equations(const ss_dissipation *d, const unsigned char *pattern, int n, int at,
                      double *A, double *x)
{
    int r = at;

    for (int i = 0; i < d->k; i++) {
        const double way = pattern[i] == SS_DISS_MINUS || pattern[i] == SS_DISS_GRIP_MINUS ? -1 : 1;
        if (pattern[i] == SS_DISS_INSIDE) continue;
        if (ss_dissipation_sticks(pattern[i])) {
            x[r] = stick_row(d, i, A + r * n);
            r++;
        }
        if (pattern[i] == SS_DISS_STICK) continue;
        if (pattern[i] == SS_DISS_APEX) {
            memcpy(A + r * n, d->N + i * d->k, (size_t)d->k * sizeof *A);
            x[r++] = -d->n0[i];
            x[r] = edge_row(d, i, 0.0, A + r * n);
            r++;
            continue;
        }
        const double mu = ss_dissipation_sticks(pattern[i]) ? d->mu_s[i] : d->mu_min[i];
        x[r] = edge_row(d, i, way * mu, A + r * n);
        r++;
    }
}

/* Stationary point of sum over slipping vT^2 + nu T+ under the pattern's equations. */
static int stationary(const ss_dissipation *d, const unsigned char *pattern, double nu, double *z)
{
    const int k = d->k;
    int piv[2 * SS_DISSIPATION_MAX], frees = 0, pairs = 0;
    double *A = d->work, *x = A + 4 * k * k;

    for (int i = 0; i < k; i++) {
        frees += pattern[i] == SS_DISS_INSIDE;
        pairs += pattern[i] >= SS_DISS_GRIP_PLUS;
    }
    if (pairs > frees) return 0; /* more equations than unknowns */
    const int eq = k - frees + pairs, n = frees > pairs ? k + eq : k;
    const int at = n - eq; /* where the equations' rows begin */
    memset(A, 0, (size_t)(n * n) * sizeof *A);
    memset(x, 0, (size_t)n * sizeof *x);
    equations(d, pattern, n, at, A, x);
    for (int r = at; r < n && at; r++)
        for (int j = 0; j < k; j++) A[j * n + r] = A[r * n + j];
    if (at) {
        double mean = 0.0;
        for (int i = 0; i < k; i++) mean += d->S[i * k + i] / k;
        for (int r = 0; r < k; r++) {
            for (int c = 0; c < k; c++) {
                double s = nu * d->K[r * k + c];
                for (int i = 0; i < k; i++)
                    if (!ss_dissipation_sticks(pattern[i])) s += d->S[i * k + r] * d->S[i * k + c];
                A[r * n + c] = s + (r == c ? CHOICE * mean * mean : 0.0);
            }
            double s = nu * d->t[r];
            for (int i = 0; i < k; i++)
                if (!ss_dissipation_sticks(pattern[i])) s += d->S[i * k + r] * d->s0[i];
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
        const double mu = ss_dissipation_sticks(pattern[i]) ? d->mu_s[i] : d->mu_min[i];
        if (!(pN >= -SLACK * size) || !(fabs(z[i]) <= mu * pN + SLACK * size)) return 0;
    }
    return 1;
}

static double objective(const ss_dissipation *d, const unsigned char *pattern, const double *z)
{
    double sum = 0.0;

    for (int i = 0; i < d->k; i++) {
        if (ss_dissipation_sticks(pattern[i])) continue;
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
    unsigned char pattern[SS_DISSIPATION_MAX] = {0};
    int i = 0;

    while (i < d->k) { /* counts up in the base of the modes */
        try_pattern(d, pattern, best);
        for (i = 0; i < d->k && ++pattern[i] == SS_DISS_MODES; i++) pattern[i] = 0;
    }
}

/* Single changes from the best of the uniform patterns, until none helps. */
static void try_changes(const ss_dissipation *d, ss_dissipation_best *best)
{
    unsigned char pattern[SS_DISSIPATION_MAX];

    for (int mode = 0; mode < SS_DISS_MODES; mode++) {
        memset(pattern, mode, (size_t)d->k);
        try_pattern(d, pattern, best);
    }
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        const double before = best->objective;
        for (int i = 0; i < d->k; i++)
            for (int mode = 0; mode < SS_DISS_MODES; mode++) {
                memcpy(pattern, best->pattern, (size_t)d->k);
                pattern[i] = (unsigned char)mode;
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
