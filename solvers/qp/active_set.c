/* active_set.c - principal pivoting in the space of the force, started from the last active set.
 *
 * The optimality conditions of qp.h are a complementarity problem in z = (x, lambda),
 *
 *     w = [ R R'  -R C' ; C R'  0 ] z - (0, b),    0 <= z _|_ w >= 0.
 *
 * For a set `in` of pairs whose z may differ from zero, z_in follows from w_in = 0, a system of
 * at most 2k rows.  Everything else is a product with f = R' x or s = f - C' lambda, both k long,
 * so a look at all pairs costs (n + m) k multiplications, however large n and m are.
 *
 * Cottle's principal pivoting for semidefinite matrices.  A pair r with a negative value is
 * driven: its variable that is held at zero is raised until the negative one reaches zero (r
 * joins or leaves `in`) or another pair i would become negative.  Then i joins or leaves; if it
 * cannot do so alone (its own pivot is zero) r goes with it.  If nothing stops the rise, no
 * solution exists, and the direction of lambda is the certificate.  It may begin with any set
 * whose system is regular, so with that of the last call: between two stages of an integrator it
 * is mostly right and costs one look.
 *
 * Ties can make it cycle.  After a number of pivots that ordinary problems do not need, the
 * backend `lemke`, which cannot cycle, is asked.
 */
#include "solvers/math/dense.h"
#include "solvers/qp/qp.h"

#include <math.h>
#include <string.h>

/* In the units of ss_qp_units_of(): a value above -zero is not negative, a rate of change below
 * still does not stop a rise.  Systems of 2k rows solved by elimination lose three or four
 * digits. */
static const double zero = 1e-11, still = 1e-10;
/* A pivot of this relative size cannot be told from none: it is a difference of products that
 * carries their rounding. */
static const double pivot_tol = 1e-11;

typedef struct active_set {
    int k_max, n_last, m_last; /* sizes that `in` belongs to */
    unsigned char *in;         /* n+m */
    int *list;                 /* pairs in the set, at most 2k */
    int *piv;                  /* 2k */
    double *B;                 /* 2k*2k: LU of the system */
    double *z, *dz;            /* 2k: solution; direction */
    double *f, *s, *df, *ds;   /* k */
    double *v, *dv;            /* n+m: value of every pair, and its change */
    ss_qp_units unit;
    int n_in;
    void *lemke; /* of the backend that is asked last */
} active_set;

static void layout(void *work, int n_max, int m_max, int k_max, ss_arena *a)
{
    active_set blank = {0}, *const w = work ? work : &blank;
    const int p = n_max + m_max, d = 2 * k_max;

    w->k_max = k_max;
    w->n_last = w->m_last = -1;
    w->in = SS_TAKE(a, unsigned char, p);
    w->list = SS_TAKE(a, int, d);
    w->piv = SS_TAKE(a, int, d);
    w->B = SS_TAKE(a, double, d *d);
    w->z = SS_TAKE(a, double, d);
    w->dz = SS_TAKE(a, double, d);
    w->f = SS_TAKE(a, double, k_max);
    w->s = SS_TAKE(a, double, k_max);
    w->df = SS_TAKE(a, double, k_max);
    w->ds = SS_TAKE(a, double, k_max);
    w->v = SS_TAKE(a, double, p);
    w->dv = SS_TAKE(a, double, p);
    w->lemke = ss_arena_take(a, 1, ss_qp_lemke.work_size);
    ss_qp_lemke.layout(w->lemke, n_max, m_max, k_max, a);
}

/* Row of pair i: r_i of a load, C_i of a multiplier. */
static inline const double *row(const ss_qp *p, int i)
{
    return i < p->n ? p->R + i * p->k : p->C + (i - p->n) * p->k;
}

/* f and s of the loads and multipliers z of the set. */
static void sum_up(const active_set *w, const ss_qp *p, const double *z, double *f, double *s)
{
    const int k = p->k;

    for (int l = 0; l < k; l++) f[l] = s[l] = 0.0;
    for (int a = 0; a < w->n_in; a++) {
        const double *const r = row(p, w->list[a]);
        double *const to = w->list[a] < p->n ? f : s;

        for (int l = 0; l < k; l++) to[l] += r[l] * z[a];
    }
    for (int l = 0; l < k; l++) s[l] = f[l] - s[l];
}

/* Factors of the set's system; nonzero if it is too large or singular. */
static int factorise(active_set *w, const ss_qp *p)
{
    const int all = p->n + p->m;
    int d = 0;

    for (int i = 0; i < all; i++) {
        if (!w->in[i]) continue;
        if (d == 2 * p->k) return 1;
        w->list[d++] = i;
    }
    w->n_in = d;
    for (int a = 0; a < d; a++) {
        const int i = w->list[a];

        for (int b = 0; b < d; b++) {
            const int j = w->list[b];
            const double dot = ss_dot(p->k, row(p, i), row(p, j));

            w->B[a * d + b] = i < p->n ? (j < p->n ? dot : -dot) : (j < p->n ? dot : 0.0);
        }
    }
    return ss_lu(d, w->B, w->piv) != SS_OK;
}

/* Values of all pairs: z in the set, w outside. */
static void look(active_set *w, const ss_qp *p)
{
    const int k = p->k;

    for (int a = 0; a < w->n_in; a++) w->z[a] = w->list[a] < p->n ? 0.0 : p->b[w->list[a] - p->n];
    ss_lu_apply(w->n_in, w->B, w->piv, w->z);
    sum_up(w, p, w->z, w->f, w->s);
    for (int i = 0; i < p->n; i++) w->v[i] = ss_dot(k, p->R + i * k, w->s) / w->unit.rate;
    for (int j = 0; j < p->m; j++)
        w->v[p->n + j] = (ss_dot(k, p->C + j * k, w->f) - p->b[j]) / w->unit.rate;
    for (int a = 0; a < w->n_in; a++) w->v[w->list[a]] = w->z[a] / w->unit.load;
}

/* Change of all pairs when the variable of pair r that is held at zero rises by its unit. */
static void drive(active_set *w, const ss_qp *p, int r)
{
    const int k = p->k;
    const double *const at = row(p, r), load = w->unit.load, rate = w->unit.rate;

    for (int a = 0; a < w->n_in; a++) {
        const int i = w->list[a];
        const double dot = ss_dot(k, row(p, i), at);

        if (w->in[r])
            w->dz[a] = i == r ? rate : 0.0;
        else
            w->dz[a] = load * (i < p->n ? (r < p->n ? -dot : dot) : (r < p->n ? -dot : 0.0));
    }
    ss_lu_apply(w->n_in, w->B, w->piv, w->dz);
    sum_up(w, p, w->dz, w->df, w->ds);
    if (!w->in[r])
        for (int l = 0; l < k; l++) {
            if (r < p->n) w->df[l] += load * at[l];
            w->ds[l] += (r < p->n ? load : -load) * at[l];
        }
    for (int i = 0; i < p->n; i++) w->dv[i] = ss_dot(k, p->R + i * k, w->ds) / rate;
    for (int j = 0; j < p->m; j++) w->dv[p->n + j] = ss_dot(k, p->C + j * k, w->df) / rate;
    for (int a = 0; a < w->n_in; a++) w->dv[w->list[a]] = w->dz[a] / load;
}

static int most_negative(const active_set *w, int all)
{
    int r = -1;

    for (int i = 0; i < all; i++)
        if (w->v[i] < -zero && (r < 0 || w->v[i] < w->v[r])) r = i;
    return r;
}

/* The pair that ends the rise of r from `*rise` on, which is moved there; -1 if none does. */
static int stopper(const active_set *w, int all, int r, double *rise)
{
    double least = INFINITY;
    int at = -1;

    for (int i = 0; i < all; i++) {
        const double v = w->v[i] + *rise * w->dv[i], d = w->dv[i];
        double t;

        if (i == r) {
            if (!(d > still)) continue;
            t = v < 0.0 ? -v / d : 0.0;
        } else {
            if (!(d < -still) || v < -zero) continue;
            t = v > 0.0 ? -v / d : 0.0;
        }
        if (t < least || (t == least && i == r)) least = t, at = i;
    }
    if (at >= 0) *rise += least;
    return at;
}

/* The certificate: multipliers of the rise that nothing stops. */
static ss_status prove(active_set *w, const ss_qp *p, int r, double *lambda)
{
    double most = 0.0;

    for (int j = 0; j < p->m; j++) lambda[j] = 0.0;
    for (int a = 0; a < w->n_in; a++)
        if (w->list[a] >= p->n) lambda[w->list[a] - p->n] = w->dz[a];
    if (r >= p->n && !w->in[r]) lambda[r - p->n] = w->unit.load;
    for (int j = 0; j < p->m; j++) most = fmax(most, lambda[j]);
    for (int j = 0; j < p->m; j++)
        if (lambda[j] < still * most) lambda[j] = 0.0; /* rounding below zero, or above */
    return ss_qp_proof(p, lambda) >= SS_QP_PROVEN * w->unit.load ? SS_EINCONSISTENT : SS_ENOSOL;
}

static void read_off(const active_set *w, const ss_qp *p, double *x, double *lambda)
{
    for (int i = 0; i < p->n; i++) x[i] = 0.0;
    for (int j = 0; j < p->m; j++) lambda[j] = 0.0;
    for (int a = 0; a < w->n_in; a++) {
        const int i = w->list[a];

        if (i < p->n)
            x[i] = fmax(w->z[a], 0.0);
        else
            lambda[i - p->n] = fmax(w->z[a], 0.0);
    }
}

/* The pivots, from the set as it is.  SS_ENOSOL: it lost its way. */
static ss_status pivot(active_set *w, const ss_qp *p, double *x, double *lambda, long *pivots)
{
    const int all = p->n + p->m, most = 20 + 4 * all;
    double rise = 0.0;
    int r = -1;

    if (factorise(w, p)) return SS_ENOSOL;
    for (int n = 0; n < most; n++) {
        look(w, p);
        if (r < 0) {
            rise = 0.0;
            r = most_negative(w, all);
            if (r < 0) {
                read_off(w, p, x, lambda);
                return SS_OK;
            }
        }
        ++*pivots;
        drive(w, p, r);
        const int i = stopper(w, all, r, &rise);

        if (i < 0) return prove(w, p, r, lambda);
        if (i == r) {
            w->in[r] ^= 1;
            r = -1;
        } else {
            drive(w, p, i);
            w->in[i] ^= 1;
            if (!(w->dv[i] > pivot_tol)) {
                w->in[r] ^= 1;
                r = -1;
            }
        }
        if (factorise(w, p)) return SS_ENOSOL;
    }
    return SS_ENOSOL;
}

static ss_status solve(void *work, const ss_qp *p, double *x, double *lambda, long *pivots)
{
    active_set *const w = work;
    const size_t all = (size_t)p->n + (size_t)p->m;
    const int warm = w->n_last == p->n && w->m_last == p->m;
    ss_status found = SS_ENOSOL;

    w->unit = ss_qp_units_of(p);
    if (warm) found = pivot(w, p, x, lambda, pivots);
    if (found == SS_ENOSOL) {
        memset(w->in, 0, all);
        found = pivot(w, p, x, lambda, pivots);
    }
    w->n_last = found == SS_OK ? p->n : -1;
    w->m_last = p->m;
    return found == SS_ENOSOL ? ss_qp_lemke.solve(w->lemke, p, x, lambda, pivots) : found;
}

static ss_status open_set(void *work, int n_max, int m_max, int k_max)
{
    active_set *const w = work;

    (void)n_max, (void)m_max, (void)k_max;
    w->n_last = w->m_last = -1; /* a run does not depend on the one before */
    return SS_OK;
}

const ss_qp_backend ss_qp_active_set = {
    .name = "active-set",
    .says = "principal pivoting in the space of the force, from the last active set",
    .tol = 1e-9, /* the pivots stop at 1e-11, times what the condition of a set costs */
    .work_size = sizeof(active_set),
    .layout = layout,
    .open = open_set,
    .solve = solve,
};
