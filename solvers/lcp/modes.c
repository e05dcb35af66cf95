/* modes.c - contact problems with known modes
 *
 *     open       LN = LT = 0                      holds if vN >= 0
 *     stick      vN = 0, vT = 0                   holds if LN >= 0, |LT| <= mu LN
 *     slip +-    vN = 0, LT = -+ mu LN            holds if LN >= 0, +-vT >= 0
 *
 * An isolated contact has LN given and no normal row.
 */
#include "solvers/lcp/modes.h"
#include <math.h>

/* Gaussian elimination with partial pivoting on k rows of k + 1; 0 if singular.  Inlined for
 * every small k, where it is all that a step costs. */
static inline int eliminate(const int k, double *A)
{
    const int w = k + 1;

    for (int j = 0; j < k; j++) {
        int best = j;
        for (int i = j + 1; i < k; i++)
            if (fabs(A[i * w + j]) > fabs(A[best * w + j])) best = i;
        if (A[best * w + j] == 0.0) return 0;
        if (best != j)
            for (int i = j; i < w; i++) {
                const double swap = A[j * w + i];
                A[j * w + i] = A[best * w + i];
                A[best * w + i] = swap;
            }
        const double pivot = A[j * w + j] = 1.0 / A[j * w + j];
        for (int i = j + 1; i < k; i++) {
            const double f = A[i * w + j] * pivot;
            for (int l = j + 1; l < w; l++) A[i * w + l] -= f * A[j * w + l];
        }
    }
    for (int j = k - 1; j >= 0; j--) {
        double s = A[j * w + k];
        for (int i = j + 1; i < k; i++) s -= A[j * w + i] * A[i * w + k];
        A[j * w + k] = s * A[j * w + j];
    }
    return 1;
}

static int solve_system(int k, double *A)
{
    switch (k) {
    case 0:
        return 1;
    case 1:
        return eliminate(1, A);
    case 2:
        return eliminate(2, A);
    case 3:
        return eliminate(3, A);
    case 4:
        return eliminate(4, A);
    default:
        return eliminate(k, A);
    }
}

/* LT per unit of LN: the slope of the cone's edge that a slipping contact is on. */
static inline double edge(const ss_contact_problem *c, const unsigned char *mode, int i)
{
    return mode[i] == SS_SLIP_PLUS ? -c->mu[i] : mode[i] == SS_SLIP_MINUS ? c->mu[i] : 0.0;
}

/* Do the inequalities hold?  *residual: what the equations left. */
static int holds(const ss_contact_problem *c, const unsigned char *mode, const double *L,
                 const double *v, double *residual)
{
    double worst = 0.0;

    for (int i = 0; i < c->n; i++) {
        const double LN = L[2 * i], LT = L[2 * i + 1], vN = v[2 * i], vT = v[2 * i + 1];
        const int isolated = c->load[i] >= 0.0;
        if (mode[i] == SS_OPEN) {
            if (!(vN >= 0.0) || isolated) return 0;
            continue;
        }
        if (!(LN >= 0.0)) return 0;
        if (mode[i] == SS_STICK) {
            if (!(fabs(LT) <= c->mu[i] * LN)) return 0;
            if (fabs(vT) > worst) worst = fabs(vT);
        } else if (c->mu[i] != 0.0 && !(mode[i] == SS_SLIP_PLUS ? vT >= 0.0 : vT <= 0.0)) {
            return 0;
        }
        if (!isolated && fabs(vN) > worst) worst = fabs(vN);
    }
    *residual = worst;
    return 1;
}

int ss_modes_solve(const ss_contact_problem *c, const unsigned char *mode, double *L, double *v,
                   double *residual, double *work)
{
    const int n = c->n, m = 2 * n;
    double *A = work, *slope = work + m * (m + 1); /* the system; edge() of every unknown */
    int who[SS_MODES_MAX];                         /* the unknowns: 2i normal, 2i + 1 tangential */
    int k = 0, given = 0;

    if (m > SS_MODES_MAX) return 0;
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
        for (int j = 0; j < k; j++) row[j] = G[who[j]];
        for (int j = 0; j < k; j++)
            if (slope[j] != 0.0) row[j] += slope[j] * G[who[j] + 1];
        row[k] = -c->b[who[r]];
        for (int j = 1; given && j < m; j += 2) row[k] -= G[j] * L[j];
    }
    if (!solve_system(k, A)) return 0;

    for (int r = 0; r < k; r++) {
        const double x = A[r * (k + 1) + k];
        L[who[r]] = x;
        if (slope[r] != 0.0) L[who[r] + 1] = slope[r] * x;
    }
    for (int r = 0; r < m; r++) {
        double s = c->b[r];
        for (int j = 0; j < m; j++) s += c->G[r * m + j] * L[j];
        v[r] = s;
    }
    return holds(c, mode, L, v, residual);
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
