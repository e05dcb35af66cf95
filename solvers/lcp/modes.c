/* modes.c - contact problems with known modes
 *
 *     open       LN = LT = 0                      holds if vN >= 0
 *     stick      vN = 0, vT = 0                   holds if LN >= 0, |LT| <= mu LN
 *     slip +-    vN = 0, LT = -+ mu LN            holds if LN >= 0, +-vT >= 0
 *
 * An isolated contact has LN given and no normal row.
 *
 * If no contact slips the system is G's own, symmetric and positive semidefinite.  It is
 * solved contact by contact, by LDL' with pivots of two rows: one division each, and nothing
 * waits for more of them than there are contacts.  Rows that depend on those before have no
 * pivot left; their impulse may be zero.  Slip makes the system unsymmetric, and possibly
 * singular without being consistent (Painleve); then rows are exchanged, with the same rule.
 *
 * From a guess to its answer is most of what a step costs, so everything is compiled for one
 * and for two contacts besides the general case.
 */
#include "solvers/lcp/modes.h"
#include "solvers/math/unroll.h"
#include <math.h>

/* A pivot below this part of its diagonal is round-off: the row depends on those before. */
static const double dependent = 1e-10;
/* What an equation may miss, relative to the largest |b|; the backends' tolerance. */
static const double accept = 1e-9;

/* Gaussian elimination with partial pivoting on k rows of k + 1, scale[j] the size of column j.
 * A column without a pivot is that of an impulse that others can take over: it is zero.  The
 * equations that this leaves unsatisfied, if they are, show in the residual. */
SS_UNROLL void eliminate(const int k, double *A, const double *scale, double *x)
{
    const int w = k + 1;
    int row = 0, at[SS_MODES_MAX]; /* the row of each column's pivot, or -1 */

    for (int j = 0; j < k; j++) {
        int best = row;
        at[j] = -1;
        for (int i = row + 1; i < k; i++)
            if (fabs(A[i * w + j]) > fabs(A[best * w + j])) best = i;
        if (row == k || !(fabs(A[best * w + j]) > dependent * scale[j])) continue;
        if (best != row)
            for (int i = j; i < w; i++) {
                const double swap = A[row * w + i];
                A[row * w + i] = A[best * w + i];
                A[best * w + i] = swap;
            }
        const double pivot = A[row * w + j] = 1.0 / A[row * w + j];
        for (int i = row + 1; i < k; i++) {
            const double f = A[i * w + j] * pivot;
            for (int l = j + 1; l < w; l++) A[i * w + l] -= f * A[row * w + l];
        }
        at[j] = row++;
    }
    for (int j = k - 1; j >= 0; j--) {
        const double *pivot = A + at[j] * w;
        x[j] = 0.0;
        if (at[j] < 0) continue;
        double s = pivot[k];
        for (int i = j + 1; i < k; i++) s -= pivot[i] * x[i];
        x[j] = s * pivot[j];
    }
}

static void solve_system(int k, double *A, const double *scale, double *x)
{
    switch (k) {
    case 1:
        eliminate(1, A, scale, x);
        return;
    case 2:
        eliminate(2, A, scale, x);
        return;
    case 3:
        eliminate(3, A, scale, x);
        return;
    default:
        eliminate(k, A, scale, x);
    }
}

/* LT per unit of LN: the slope of the cone's edge that a slipping contact is on. */
SS_UNROLL double edge(const ss_contact_problem *c, const unsigned char *mode, int i)
{
    return mode[i] == SS_SLIP_PLUS ? -c->mu[i] : mode[i] == SS_SLIP_MINUS ? c->mu[i] : 0.0;
}

/* P = inverse of the 2*2 block [a c; c b] of the contact whose own block of G is [N .; . T]. */
SS_UNROLL void invert(double a, double c, double b, double N, double T, double P[3])
{
    const double det = a * b - c * c;

    if (det > dependent * (N * T)) {
        const double r = 1.0 / det;
        P[0] = b * r, P[1] = -c * r, P[2] = a * r;
    } else {
        P[0] = a > dependent * N ? 1.0 / a : 0.0;
        P[1] = P[2] = 0.0;
    }
}

/* Every contact sticks: L from G L = -b.  A: m*m numbers, m = 2n. */
SS_UNROLL void all_stick(const ss_contact_problem *c, double *L, double *A, const int n)
{
    const int m = 2 * n;
    const double *G = c->G;

    for (int i = 0; i < m * m; i++) A[i] = G[i];
    for (int i = 0; i < m; i++) L[i] = -c->b[i];
    /* the factor F goes above the blocks of the diagonal, their inverses P into them */
    for (int j = 0; j < m; j += 2) {
        double *N = A + j * m, *T = N + m, P[3];
        invert(N[j], T[j], T[j + 1], G[j * m + j], G[(j + 1) * m + j + 1], P);
        N[j] = P[0], N[j + 1] = P[1], T[j + 1] = P[2];
        for (int i = j + 2; i < m; i++) {
            const double *row = A + i * m;
            N[i] = row[j] * P[0] + row[j + 1] * P[1];
            T[i] = row[j] * P[1] + row[j + 1] * P[2];
            L[i] -= N[i] * L[j] + T[i] * L[j + 1];
        }
        for (int i = j + 2; i < m; i++)
            for (int l = j + 2; l <= i; l++)
                A[i * m + l] -= N[i] * A[l * m + j] + T[i] * A[l * m + j + 1];
    }
    for (int j = m - 2; j >= 0; j -= 2) {
        const double *N = A + j * m, *T = N + m;
        double x = N[j] * L[j] + N[j + 1] * L[j + 1];
        double y = N[j + 1] * L[j] + T[j + 1] * L[j + 1];
        for (int i = j + 2; i < m; i++) x -= N[i] * L[i], y -= T[i] * L[i];
        L[j] = x, L[j + 1] = y;
    }
}

/* Any modes. */
SS_UNROLL void any_modes(const ss_contact_problem *c, const unsigned char *mode, double *L,
                         double *A, const int n)
{
    const int m = 2 * n;
    double slope[SS_MODES_MAX]; /* edge() of every unknown */
    double scale[SS_MODES_MAX]; /* its own diagonal of G */
    double x[SS_MODES_MAX];
    int who[SS_MODES_MAX]; /* the unknowns: 2i normal, 2i + 1 tangential */
    int k = 0, given = 0;

    for (int i = 0; i < n; i++) {
        const int isolated = c->load[i] >= 0.0;
        const double s = edge(c, mode, i);
        L[2 * i] = isolated ? c->load[i] : 0.0;
        L[2 * i + 1] = isolated ? s * c->load[i] : 0.0;
        given |= isolated;
        if (mode[i] != SS_OPEN && !isolated) slope[k] = s, who[k++] = 2 * i;
        if (mode[i] == SS_STICK) slope[k] = 0.0, who[k++] = 2 * i + 1;
    }
    for (int r = 0; r < k; r++) {
        const double *G = c->G + who[r] * m;
        double *row = A + r * (k + 1);
        for (int j = 0; j < k; j++)
            row[j] = slope[j] != 0.0 ? G[who[j]] + slope[j] * G[who[j] + 1] : G[who[j]];
        row[k] = -c->b[who[r]];
        for (int j = 1; given && j < m; j += 2) row[k] -= G[j] * L[j];
    }
    if (k == 0) return;
    for (int r = 0; r < k; r++) scale[r] = c->G[who[r] * m + who[r]];
    solve_system(k, A, scale, x);
    for (int r = 0; r < k; r++) {
        L[who[r]] = x[r];
        if (slope[r] != 0.0) L[who[r] + 1] = slope[r] * x[r];
    }
}

/* the larger one, by one instruction; fmax() is a call */
SS_UNROLL double larger(double a, double b)
{
    return a > b ? a : b;
}

/* Do the inequalities hold?  *residual: what the equations left. */
SS_UNROLL int holds(const ss_contact_problem *c, const unsigned char *mode, const double *L,
                    const double *v, double *residual, const int n)
{
    double worst = 0.0, speed = 0.0;

    for (int i = 0; i < n; i++) {
        const double LN = L[2 * i], LT = L[2 * i + 1], vN = v[2 * i], vT = v[2 * i + 1];
        const int isolated = c->load[i] >= 0.0;
        speed = larger(speed, larger(fabs(c->b[2 * i]), fabs(c->b[2 * i + 1])));
        if (mode[i] == SS_OPEN) {
            if (!(vN >= 0.0) || isolated) return 0;
            continue;
        }
        if (!(LN >= 0.0)) return 0;
        if (mode[i] == SS_STICK) {
            if (!(fabs(LT) <= c->mu[i] * LN)) return 0;
            worst = larger(worst, fabs(vT));
        } else if (c->mu[i] != 0.0 && !(mode[i] == SS_SLIP_PLUS ? vT >= 0.0 : vT <= 0.0)) {
            return 0;
        }
        if (!isolated) worst = larger(worst, fabs(vN));
    }
    *residual = worst;
    return worst <= accept * speed;
}

SS_UNROLL int solve(const ss_contact_problem *c, const unsigned char *mode, double *L, double *v,
                    double *residual, double *A, const int n)
{
    const int m = 2 * n;
    int stick = 1;

    for (int i = 0; i < n; i++) stick &= mode[i] == SS_STICK && c->load[i] < 0.0;
    if (stick)
        all_stick(c, L, A, n);
    else
        any_modes(c, mode, L, A, n);
    for (int r = 0; r < m; r++) {
        double s = c->b[r];
        for (int j = 0; j < m; j++) s += c->G[r * m + j] * L[j];
        v[r] = s;
    }
    return holds(c, mode, L, v, residual, n);
}

static int solve_one(const ss_contact_problem *c, const unsigned char *mode, double *L, double *v,
                     double *residual)
{
    double A[2 * 3];
    return solve(c, mode, L, v, residual, A, 1);
}

static int solve_two(const ss_contact_problem *c, const unsigned char *mode, double *L, double *v,
                     double *residual)
{
    double A[4 * 5];
    return solve(c, mode, L, v, residual, A, 2);
}

int ss_modes_solve(const ss_contact_problem *c, const unsigned char *mode, double *L, double *v,
                   double *residual, double *work)
{
    if (c->n == 1) return solve_one(c, mode, L, v, residual);
    if (c->n == 2) return solve_two(c, mode, L, v, residual);
    return 2 * c->n <= SS_MODES_MAX && solve(c, mode, L, v, residual, work, c->n);
}

void ss_modes_of(const ss_contact_problem *c, const double *L, const double *v, unsigned char *mode)
{
    /* a solver that is not exact meets the cone's edge, and rest, only to its tolerance */
    const double inside = 1.0 - 1e-9;
    double still = 0.0;

    for (int i = 0; i < 2 * c->n; i++) still = fmax(still, 1e-9 * fabs(c->b[i]));
    for (int i = 0; i < c->n; i++) {
        const double LN = L[2 * i], LT = L[2 * i + 1], vT = v[2 * i + 1];
        const int grips = fabs(LT) < inside * c->mu[i] * LN || fabs(vT) <= still;
        if (LN <= 0.0 && c->load[i] < 0.0)
            mode[i] = SS_OPEN;
        else if (c->mu[i] > 0.0 && grips)
            mode[i] = SS_STICK;
        else
            mode[i] = vT >= 0.0 ? SS_SLIP_PLUS : SS_SLIP_MINUS;
    }
}
