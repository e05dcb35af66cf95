/* contact.c - contact problems as LCPs, the residuals that judge them, and the solver that
 * methods hold.
 *
 * The LCP of lcp.h is solved in units that make its entries of order one.  With g the
 * largest diagonal entry of G and beta the largest |b|, both rounded down to powers of two so
 * that nothing is rounded,
 *
 *     v = beta v',   L = (beta/g) L',   G = g G',   b = beta b'
 *
 * leave the laws as they are.  The rows LL and the columns xiL, which mix impulses with
 * velocities, then need no care in a backend's tolerances.
 */
#include "solvers/lcp/lcp.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#define SS_BACKEND(b) extern const ss_lcp_backend b;
#include "solvers/lcp/backends.def"
#undef SS_BACKEND

const ss_lcp_backend *const ss_lcp_backends[] = {
#define SS_BACKEND(b) &b,
#include "solvers/lcp/backends.def"
#undef SS_BACKEND
    NULL,
};

/* The proof of inconsistency visits 4^n modes: 4096 of them take some milliseconds. */
enum { PROOF_MAX = 6 };

const ss_lcp_backend *ss_lcp_backend_find(const char *name)
{
    for (const ss_lcp_backend *const *b = ss_lcp_backends; *b; b++)
        if (strcmp((*b)->name, name) == 0) return *b;
    return NULL;
}

/* ---- residuals ------------------------------------------------------------------- */

/* max that keeps a NaN once it has one */
static inline double worse(double a, double b)
{
    return a > b || a != a ? a : b;
}

static inline double natural(double a, double b)
{
    return fabs(a < b || a != a ? a : b);
}

double ss_lcp_residual(const ss_lcp *p, const double *z)
{
    const int n = p->n;
    double r = 0.0;

    for (int i = 0; i < n; i++) {
        const double *const Mi = p->M + i * n;
        double w = p->q[i];

        for (int j = 0; j < n; j++) w += Mi[j] * z[j];
        r = worse(r, natural(z[i], w));
    }
    return r;
}

double ss_contact_residual(const ss_contact_problem *c, const double *L)
{
    const int m = 2 * c->n;
    double r = 0.0;

    for (int i = 0; i < c->n; i++) {
        const double *const GN = c->G + 2 * i * m, *const GT = GN + m;
        const double LN = L[2 * i], cone = c->mu[i] * LN;
        double vN = c->b[2 * i], vT = c->b[2 * i + 1];

        for (int j = 0; j < m; j++) {
            vN += GN[j] * L[j];
            vT += GT[j] * L[j];
        }
        /* an impulse in a direction that moves nothing is weighed by the other one's */
        const double gN = GN[2 * i], gT = GT[2 * i + 1];
        const double wN = gN > 0.0 ? gN : gT > 0.0 ? gT : 1.0;
        const double wT = gT > 0.0 ? gT : wN;
        const double R = wT * (cone + L[2 * i + 1]), Q = wT * (cone - L[2 * i + 1]);

        r = worse(r, c->load[i] < 0.0 ? natural(wN * LN, vN) : wT * fabs(LN - c->load[i]));
        r = worse(r, natural(R, vT > 0.0 ? vT : 0.0));
        r = worse(r, natural(Q, vT < 0.0 ? -vT : vT == vT ? 0.0 : vT));
    }
    return r;
}

/* ---- the LCP of a contact problem ------------------------------------------------ */

typedef struct units {
    double G, b, L; /* factors into the units of the LCP */
} units;

/* Which variables contact i has: LN, and LR with xiL. */
static inline int has_normal(const ss_contact_problem *c, int i)
{
    return c->load[i] < 0.0;
}
static inline int has_tangent(const ss_contact_problem *c, int i)
{
    return c->mu[i] > 0.0 || c->load[i] >= 0.0;
}

static inline int count_variables(const ss_contact_problem *c)
{
    int size = 0;

    for (int i = 0; i < c->n; i++) size += has_normal(c, i) + 2 * has_tangent(c, i);
    return size;
}

/* One row of v = G L + b in terms of (LN, LR, xiL), xiL aside. */
static inline void velocity_row(const ss_contact_problem *c, const units *u, int row, double *M,
                                double *q)
{
    const double *const G = c->G + row * 2 * c->n;
    double free = u->b * c->b[row];

    for (int j = 0; j < c->n; j++) {
        const double GN = u->G * G[2 * j], GT = u->G * G[2 * j + 1], mu = c->mu[j];

        if (has_normal(c, j))
            *M++ = GN - mu * GT;
        else
            free += (GN - mu * GT) * (u->L * c->load[j]);
        if (has_tangent(c, j)) {
            *M++ = GT;
            *M++ = 0.0;
        }
    }
    *q = free;
}

static inline int build(const ss_contact_problem *c, const units *u, double *M, double *q)
{
    const int size = count_variables(c);
    int k = 0; /* row, and the contact's first column */

    for (int i = 0; i < c->n; i++) {
        const int normal = has_normal(c, i);

        if (normal) velocity_row(c, u, 2 * i, M + k * size, q + k);
        if (has_tangent(c, i)) {
            const int R = k + normal;
            double *const slip = M + R * size, *const cone = slip + size;

            velocity_row(c, u, 2 * i + 1, slip, q + R);
            slip[R + 1] = 1.0;
            for (int j = 0; j < size; j++) cone[j] = 0.0;
            cone[R] = -1.0;
            if (normal) cone[k] = 2.0 * c->mu[i];
            q[R + 1] = normal ? 0.0 : 2.0 * c->mu[i] * (u->L * c->load[i]);
        }
        k += normal + 2 * has_tangent(c, i);
    }
    return size;
}

int ss_contact_lcp(const ss_contact_problem *c, double *M, double *q)
{
    return build(c, &(units){.G = 1.0, .b = 1.0, .L = 1.0}, M, q);
}

static inline void read_back(const ss_contact_problem *c, const double *z, double scale, double *L)
{
    for (int i = 0; i < c->n; i++) {
        const double LN = has_normal(c, i) ? scale * *z++ : c->load[i];

        L[2 * i] = LN;
        L[2 * i + 1] = 0.0;
        if (!has_tangent(c, i)) continue;
        L[2 * i + 1] = scale * z[0] - c->mu[i] * LN;
        z += 2;
    }
}

void ss_contact_from_lcp(const ss_contact_problem *c, const double *z, double *L)
{
    read_back(c, z, 1.0, L);
}

/* ---- the solver that methods hold ------------------------------------------------ */

void ss_contact_solver_layout(ss_contact_solver *s, const ss_lcp_backend *backend, int nc_max,
                              ss_arena *a)
{
    const int n = 3 * nc_max, nc_proof = nc_max < PROOF_MAX ? nc_max : PROOF_MAX;

    s->backend = backend;
    s->tol = backend->tol;
    s->nc_max = nc_max;
    s->n_max = n;
    s->work = ss_arena_take(a, 1, backend->work_size);
    backend->layout(s->work, n, nc_max, a);
    s->M = SS_TAKE(a, double, n *n);
    s->q = SS_TAKE(a, double, n);
    s->z = SS_TAKE(a, double, n);
    s->proof = ss_arena_take(a, 1, ss_enumerate.work_size);
    ss_enumerate.layout(s->proof, 0, nc_proof, a);
}

ss_status ss_contact_solver_open(ss_contact_solver *s)
{
    return s->backend->open ? s->backend->open(s->work, s->n_max, s->nc_max) : SS_OK;
}

void ss_contact_solver_close(ss_contact_solver *s)
{
    if (s->backend->close) s->backend->close(s->work);
}

/* The power of two at or below x; 1 for what has none (zero, subnormal). */
static inline double power_of_two(double x)
{
    const uint64_t exponent = UINT64_C(0x7ff) << 52;
    uint64_t bits;
    double p;

    memcpy(&bits, &x, sizeof bits);
    bits &= exponent;
    memcpy(&p, &bits, sizeof p);
    return bits && bits != exponent ? p : 1.0;
}

/* The speeds at stake: |b|, and what the given loads can do. */
static inline double speed_of(const ss_contact_problem *c)
{
    const int m = 2 * c->n;
    double speed = 0.0;

    for (int i = 0; i < m; i++) {
        const double b = fabs(c->b[i]);

        if (b > speed) speed = b;
    }
    for (int i = 0; i < c->n; i++) {
        if (c->load[i] < 0.0) continue;
        const double b = c->mu[i] * c->load[i] * c->G[(2 * i + 1) * (m + 1)];

        if (b > speed) speed = b;
    }
    return speed;
}

static inline ss_status through_lcp(ss_contact_solver *s, const ss_contact_problem *c, double speed,
                                    double *L, long *pivots)
{
    double g = 0.0;

    for (int i = 0; i < 2 * c->n; i++) {
        const double d = c->G[i * (2 * c->n + 1)];

        if (d > g) g = d;
    }
    g = power_of_two(g);
    const double beta = power_of_two(speed);
    const units u = {.G = 1.0 / g, .b = 1.0 / beta, .L = g / beta};
    const ss_lcp p = {.n = build(c, &u, s->M, s->q), .M = s->M, .q = s->q};

    SS_TRY(s->backend->solve(s->work, &p, s->z, pivots));
    read_back(c, s->z, beta / g, L);
    return SS_OK;
}

/* Into the cone what rounding has left a hair outside. */
static inline void tidy(const ss_contact_problem *c, double *L)
{
    for (int i = 0; i < c->n; i++) {
        double *const LN = L + 2 * i, *const LT = LN + 1;

        if (*LN < 0.0) *LN = 0.0;
        const double cone = c->mu[i] * *LN;

        if (*LT > cone) *LT = cone;
        if (*LT < -cone) *LT = -cone;
    }
}

/* Is it that there is nothing to find?  L is scratch. */
static ss_status why_not(ss_contact_solver *s, const ss_contact_problem *c, double *L, long *pivots)
{
    if (c->n > PROOF_MAX || s->backend == &ss_enumerate) return SS_ENOSOL;
    return ss_enumerate.solve_contact(s->proof, c, L, pivots) == SS_EINCONSISTENT ? SS_EINCONSISTENT
                                                                                  : SS_ENOSOL;
}

/* No impulses but given loads. */
static void idle(const ss_contact_problem *c, double *L)
{
    for (int i = 0; i < c->n; i++) {
        L[2 * i] = has_normal(c, i) ? 0.0 : c->load[i];
        L[2 * i + 1] = 0.0;
    }
}

ss_status ss_contact_solve(ss_contact_solver *s, const ss_contact_problem *c, double *L,
                           double *residual, long *pivots)
{
    /* velocities that have decayed so far have no digits left to solve with: they are zeros */
    const double nothing = DBL_MIN / DBL_EPSILON;
    const double speed = speed_of(c);

    if (speed < nothing) {
        idle(c, L);
        *residual = ss_contact_residual(c, L);
        return SS_OK;
    }
    const ss_status found = s->backend->solve_contact
                                ? s->backend->solve_contact(s->work, c, L, pivots)
                                : through_lcp(s, c, speed, L, pivots);

    *residual = INFINITY;
    if (found == SS_OK) {
        tidy(c, L);
        *residual = ss_contact_residual(c, L);
        if (*residual <= s->tol * speed) return SS_OK;
    }
    return found == SS_OK || found == SS_ENOSOL ? why_not(s, c, L, pivots) : found;
}
