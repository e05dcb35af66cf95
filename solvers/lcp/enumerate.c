/* enumerate.c - every combination of contact modes, and every complementary basis, in turn.
 *
 * LCP.  For each set S of indices, q = C(S) x with x >= 0, where C(S) has the column -M_.j
 * (x_j = z_j) for j in S and e_j (x_j = w_j) for the others: 2^n square systems.
 *
 * Contact problem.  Each contact has few modes, each square as well (sigma = +1, -1; y >= 0):
 *
 *     open      LN = LT = 0,                          vN = y
 *     stick     LN = (R + Q)/(2 mu), LT = (R - Q)/2,  vN = vT = 0,            R, Q >= 0
 *     slip      LT = -sigma mu LN,                    vN = 0, vT = sigma y,   LN >= 0
 *
 * without friction open and closed only; with a given load stick, where R + Q = 2 mu load, and
 * slip.  So 4^n systems instead of the 8^n bases of its LCP, and the one with the most open
 * contacts comes first: where an open contact is a solution it is the one of least constraint.
 *
 * Each system is decided by cone.c, also where it is singular (two sticking corners of one
 * block: always).  "None" is only said where every one decides clearly; then no solution
 * exists: a solution lies in one of these cones.
 */
#include "solvers/lcp/cone.h"
#include "solvers/lcp/lcp.h"

#include <math.h>
#include <string.h>

/* The residual accepted, relative: what a regular system is good for (cone.c). */
static const double accept = SS_CONE_ACCEPT;
enum { LCP_MAX = 24 };

/* ---- LCP -------------------------------------------------------------------------- */

typedef struct basis {
    const ss_lcp *p;
    unsigned long S; /* bit j: z_j is basic */
} basis;

static void write_basis(void *ctx, ss_cone *c)
{
    const basis *const b = ctx;
    const int n = b->p->n;

    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) c->A[i * n + j] = b->S >> j & 1 ? -b->p->M[i * n + j] : i == j;
        c->r[i] = b->p->q[i];
    }
}

static double size_of(int n, const double *x)
{
    double size = 0.0;

    for (int i = 0; i < n; i++) size = fmax(size, fabs(x[i]));
    return size;
}

/* The solution of one basis, in c->scale. */
static ss_cone_verdict try_basis(const ss_lcp *p, unsigned long S, ss_cone *c)
{
    basis b = {.p = p, .S = S};
    const ss_cone_verdict v = ss_cone_search(c, write_basis, &b);
    double *const z = c->scale; /* no more needed for scaling */

    if (v != SS_CONE_FOUND) return v;
    for (int j = 0; j < p->n; j++) z[j] = S >> j & 1 ? c->x[j] : 0.0;
    const double size = fmax(size_of(p->n, p->q), size_of(p->n, z));
    return ss_lcp_residual(p, z) <= accept * size ? SS_CONE_FOUND : SS_CONE_UNDECIDED;
}

static int same(int n, const double *a, const double *b)
{
    const double tol = accept * fmax(1.0, fmax(size_of(n, a), size_of(n, b)));

    for (int i = 0; i < n; i++)
        if (fabs(a[i] - b[i]) > tol) return 0;
    return 1;
}

int ss_lcp_enumerate(const ss_lcp *p, double *z, int room, double *work)
{
    const int n = p->n;
    int found = 0, undecided = 0;

    if (n > LCP_MAX) return -1;
    ss_cone c = ss_cone_in(work, n);
    for (unsigned long S = 0; S < 1ul << n; S++) {
        const ss_cone_verdict v = try_basis(p, S, &c);
        int is_new = v == SS_CONE_FOUND;

        undecided += v == SS_CONE_UNDECIDED;
        for (int k = 0; is_new && k < found && k < room; k++) is_new = !same(n, z + k * n, c.scale);
        if (is_new && found < room) memcpy(z + found * n, c.scale, (size_t)n * sizeof *z);
        found += is_new;
    }
    return found || !undecided ? found : -1;
}

/* ---- contact problems -------------------------------------------------------------- */

typedef enum { OPEN, STICK, SLIP_PLUS, SLIP_MINUS } mode;

typedef struct enumerate {
    double *cone;         /* room for the larger of both kinds of systems */
    unsigned char *modes; /* nc_max */
    int *rows;            /* 2 nc_max: row of G that an equation is, or -1 */
} enumerate;

typedef struct choice {
    const ss_contact_problem *c;
    const unsigned char *modes;
    int *rows;
} choice;

static void layout(void *work, int n_max, int nc_max, ss_arena *a)
{
    enumerate blank = {0}, *const w = work ? work : &blank;
    const int n = n_max > 2 * nc_max ? n_max : 2 * nc_max;

    w->cone = SS_TAKE(a, double, n *(n + 3));
    w->modes = SS_TAKE(a, unsigned char, nc_max);
    w->rows = SS_TAKE(a, int, 2 * nc_max);
}

/* Modes of contact i: from the first to before the end. */
static mode first_mode(const ss_contact_problem *c, int i)
{
    return c->load[i] < 0.0 ? OPEN : STICK;
}
static mode last_mode(const ss_contact_problem *c, int i)
{
    const int friction = c->mu[i] > 0.0 && c->load[i] != 0.0;

    return friction ? SLIP_MINUS : STICK; /* without friction "stick" reads "closed" */
}
/* Equations, as many as unknowns: a normal one, and what friction adds. */
static int has_normal(const ss_contact_problem *c, int i)
{
    return c->load[i] < 0.0;
}
static int has_tangent(const ss_contact_problem *c, int i, mode m)
{
    return m != OPEN && last_mode(c, i) == SLIP_MINUS;
}
static int has_sum(const ss_contact_problem *c, int i, mode m)
{
    return c->load[i] >= 0.0 && m == STICK && last_mode(c, i) == SLIP_MINUS;
}

static int list_rows(const choice *h)
{
    const ss_contact_problem *const c = h->c;
    int k = 0;

    for (int i = 0; i < c->n; i++) {
        const mode m = h->modes[i];

        if (has_normal(c, i)) h->rows[k++] = 2 * i;
        if (has_tangent(c, i, m)) h->rows[k++] = 2 * i + 1;
        if (has_sum(c, i, m)) h->rows[k++] = -1;
    }
    return k;
}

/* Column k: minus the velocity that (aN, aT) of contact i makes. */
static void write_column(const choice *h, ss_cone *c, int k, int i, double aN, double aT)
{
    const int m = 2 * h->c->n;

    for (int e = 0; e < c->n; e++) {
        const int row = h->rows[e];
        const double *const G = h->c->G + (row < 0 ? 0 : row * m + 2 * i);

        c->A[e * c->n + k] = row < 0 ? 0.0 : -(G[0] * aN + G[1] * aT);
    }
}

/* The given (LN, LT) of contact i move to the right-hand side. */
static void write_given(const choice *h, ss_cone *c, int i, double LN, double LT)
{
    const int m = 2 * h->c->n;

    for (int e = 0; e < c->n; e++) {
        const int row = h->rows[e];

        if (row < 0) continue;
        c->r[e] += h->c->G[row * m + 2 * i] * LN + h->c->G[row * m + 2 * i + 1] * LT;
    }
}

static double sign_of(mode m)
{
    return m == SLIP_PLUS ? 1.0 : -1.0;
}

static void write_modes(void *ctx, ss_cone *c)
{
    const choice *const h = ctx;
    const ss_contact_problem *const p = h->c;
    const int n = c->n;
    int k = 0; /* column, and the contact's first equation */

    for (int e = 0; e < n; e++) c->r[e] = h->rows[e] >= 0 ? p->b[h->rows[e]] : 0.0;
    for (int i = 0; i < p->n; i++) {
        const mode m = h->modes[i];
        const double mu = p->mu[i], load = p->load[i];
        const int normal = has_normal(p, i), tangent = has_tangent(p, i, m);

        if (!normal) {
            const int slips = tangent && m != STICK;

            write_given(h, c, i, load, slips ? -sign_of(m) * mu * load : 0.0);
        }
        if (!normal && !tangent) continue;
        if (m == OPEN) {
            write_column(h, c, k, i, 0.0, 0.0);
            c->A[k * n + k] = 1.0;
        } else if (!tangent) {
            write_column(h, c, k, i, 1.0, 0.0);
        } else if (m == STICK && normal) {
            write_column(h, c, k, i, 0.5 / mu, 0.5);
            write_column(h, c, k + 1, i, 0.5 / mu, -0.5);
        } else if (m == STICK) { /* R + Q = 2 mu load, as velocities */
            const double g = p->G[(2 * i + 1) * (2 * p->n + 1)], weight = g > 0.0 ? g : 1.0;

            write_column(h, c, k, i, 0.0, 0.5);
            write_column(h, c, k + 1, i, 0.0, -0.5);
            c->A[(k + 1) * n + k] = c->A[(k + 1) * n + k + 1] = weight;
            c->r[k + 1] = 2.0 * mu * load * weight;
        } else {
            const int y = k + normal;

            if (normal) write_column(h, c, k, i, 1.0, -sign_of(m) * mu);
            write_column(h, c, y, i, 0.0, 0.0);
            c->A[y * n + y] = sign_of(m);
        }
        k += normal + tangent + has_sum(p, i, m);
    }
}

static void read_modes(const choice *h, const double *x, double *L)
{
    const ss_contact_problem *const p = h->c;

    for (int i = 0; i < p->n; i++) {
        const mode m = h->modes[i];
        const double mu = p->mu[i];
        const int normal = has_normal(p, i), tangent = has_tangent(p, i, m);
        double *const LN = L + 2 * i, *const LT = LN + 1;

        *LN = normal ? 0.0 : p->load[i];
        *LT = 0.0;
        if (tangent && m == STICK) {
            if (normal) *LN = (x[0] + x[1]) / (2.0 * mu);
            *LT = (x[0] - x[1]) / 2.0;
        } else if (normal && m != OPEN) {
            *LN = x[0];
        }
        if (tangent && m != STICK) *LT = -sign_of(m) * mu * *LN;
        x += normal + tangent + has_sum(p, i, m);
    }
}

/* The next combination, the first contact's mode fastest; 0 after the last. */
static int next_modes(const ss_contact_problem *c, unsigned char *modes)
{
    for (int i = 0; i < c->n; i++) {
        if (modes[i] < last_mode(c, i)) {
            modes[i]++;
            return 1;
        }
        modes[i] = (unsigned char)first_mode(c, i);
    }
    return 0;
}

static ss_status solve_contact(void *work, const ss_contact_problem *c, double *L, long *pivots)
{
    enumerate *const w = work;
    choice h = {.c = c, .modes = w->modes, .rows = w->rows};
    int undecided = 0;

    if (3 * c->n > LCP_MAX) return SS_ENOSOL; /* 4^8 combinations are enough */
    for (int i = 0; i < c->n; i++) w->modes[i] = (unsigned char)first_mode(c, i);
    do {
        ss_cone k = ss_cone_in(w->cone, list_rows(&h));
        const ss_cone_verdict v = ss_cone_search(&k, write_modes, &h);

        ++*pivots;
        undecided += v == SS_CONE_UNDECIDED;
        if (v != SS_CONE_FOUND) continue;
        read_modes(&h, k.x, L);
        double size = size_of(2 * c->n, c->b);
        for (int i = 0; i < c->n; i++) {
            const double g = c->G[(2 * i + 1) * (2 * c->n + 1)];

            size = fmax(size, fmax(0.0, c->load[i]) * c->mu[i] * g);
        }
        if (ss_contact_residual(c, L) <= accept * size) return SS_OK;
        undecided++;
    } while (next_modes(c, w->modes));
    return undecided ? SS_ENOSOL : SS_EINCONSISTENT;
}

static ss_status solve(void *work, const ss_lcp *p, double *z, long *pivots)
{
    enumerate *const w = work;
    int undecided = 0;

    if (p->n > LCP_MAX) return SS_ENOSOL;
    ss_cone c = ss_cone_in(w->cone, p->n);
    for (unsigned long S = 0; S < 1ul << p->n; S++) {
        const ss_cone_verdict v = try_basis(p, S, &c);

        ++*pivots;
        undecided += v == SS_CONE_UNDECIDED;
        if (v != SS_CONE_FOUND) continue;
        memcpy(z, c.scale, (size_t)p->n * sizeof *z);
        return SS_OK;
    }
    return undecided ? SS_ENOSOL : SS_EINCONSISTENT;
}

const ss_lcp_backend ss_enumerate = {
    .name = "enumerate",
    .says =
        "every combination of open, stick and slip in turn; proves it when there is no solution",
    .tol = 1e-9,
    .work_size = sizeof(enumerate),
    .layout = layout,
    .solve = solve,
    .solve_contact = solve_contact,
};
