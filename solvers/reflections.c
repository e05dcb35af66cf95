/* reflections.c - momentum maps applied until the momentum is feasible, in one order or in all
 * (seghete2012); see the header for the mathematics */
#include "solvers/reflections.h"
#include <math.h>
#include <string.h>

/* Normal velocity over |u_i|: <p, u_i>/|u_i| if nothing moves by itself. */
static inline double violation(const ss_impact *c, const double *v, int i)
{
    return v[2 * i] / sqrt(c->G[2 * i * (2 * c->n + 1)]);
}

/* What counts as a violation: the tolerance times the speeds that the impact began with. */
static double threshold(const ss_impact *c, const double *v)
{
    double most = 0.0;

    for (int r = 0; r < 2 * c->n; r++) {
        const double g = c->G[r * (2 * c->n + 1)];
        if (g > 0.0) most = fmax(most, fabs(v[r]) / sqrt(g));
    }
    return -SS_REFLECT_TOL * most;
}

static inline void push(const ss_impact *c, int row, double L, double *v, double *sum)
{
    const int m = 2 * c->n;
    const double *G = c->G + row * m; /* symmetric: the row is the column */

    for (int r = 0; r < m; r++) v[r] += G[r] * L;
    sum[row] += L;
}

/* Newton's and Coulomb's law at one contact: sticking, else slipping either way.  1 with the
 * impulses if one of them holds and loses energy, which is (v- + v+)' L/2. */
static int reflect_with_friction(const ss_impact *c, int i, const double *v, double L[2])
{
    const int N = 2 * i, T = N + 1, m = 2 * c->n;
    const double nn = c->G[N * m + N], nt = c->G[N * m + T], tt = c->G[T * m + T], mu = c->mu[i];
    const double dN = -(1.0 + c->e_n[i]) * v[N], dT = -(1.0 + c->e_t[i]) * v[T];
    const double det = nn * tt - nt * nt;

    for (int way = 0; way <= 2; way++) {
        const double slope = way == 1 ? -mu : mu; /* LT/LN when slipping to the right, left */
        double after;
        if (way == 0) {
            if (!(det > 0.0)) continue;
            L[0] = (tt * dN - nt * dT) / det;
            L[1] = (nn * dT - nt * dN) / det;
            after = -c->e_t[i] * v[T];
            if (!(fabs(L[1]) <= mu * L[0])) continue;
        } else {
            const double along = nn + slope * nt;
            if (!(along > 0.0)) continue; /* jammed */
            L[0] = dN / along;
            L[1] = slope * L[0];
            after = v[T] + nt * L[0] + tt * L[1];
            if (!(slope * after <= 0.0)) continue;
        }
        const double work = (1.0 - c->e_n[i]) * v[N] * L[0] + (v[T] + after) * L[1];
        if (L[0] > 0.0 && work <= 0.0) return 1;
    }
    return 0;
}

/* Gamma at contact i; with friction, both laws at once if that loses energy, else Gamma and
 * then the tangential map. */
static inline void reflect(const ss_impact *c, int i, double *v, double *L)
{
    const int N = 2 * i, T = N + 1, m = 2 * c->n;
    const double LN = -(1.0 + c->e_n[i]) * v[N] / c->G[N * (m + 1)];
    double both[2];

    if (c->mu[i] > 0.0 && c->G[T * (m + 1)] > 0.0) {
        if (reflect_with_friction(c, i, v, both)) {
            push(c, N, both[0], v, L);
            push(c, T, both[1], v, L);
            return;
        }
        push(c, N, LN, v, L);
        const double bound = c->mu[i] * LN, LT = -(1.0 + c->e_t[i]) * v[T] / c->G[T * (m + 1)];
        push(c, T, fmin(bound, fmax(-bound, LT)), v, L);
        return;
    }
    push(c, N, LN, v, L);
}

/* A violated contact, by the given order, or -1. */
static inline int pick(const ss_impact *c, ss_reflect_order order, const double *v, double bar)
{
    int at = -1;
    double worst = bar;

    for (int i = 0; i < c->n; i++) {
        if (!(v[2 * i] < 0.0)) continue;
        const double x = violation(c, v, i);
        if (!(x < worst)) continue;
        at = i;
        if (order == SS_ORDER_FIRST) break;
        if (order == SS_ORDER_MOST) worst = x;
    }
    return at;
}

ss_status ss_reflect(const ss_impact *c, ss_reflect_order order, long most, double *v, double *L,
                     long *count)
{
    const double bar = threshold(c, v);

    memset(L, 0, 2 * (size_t)c->n * sizeof *L);
    for (long k = 0; k <= most; k++) {
        const int i = pick(c, order, v, bar);
        if (i < 0) return SS_OK;
        if (k == most) break;
        reflect(c, i, v, L);
        ++*count;
    }
    return SS_EZENO;
}

/* ---- all orders ------------------------------------------------------------------------ */

void ss_order_search_layout(ss_order_search *s, int n, int depth, int room, long budget,
                            ss_arena *a)
{
    *s = (ss_order_search){.n = n, .depth = depth, .room = room, .budget = budget};
    s->v = SS_TAKE(a, double, (depth + 1) * 2 * n);
    s->L = SS_TAKE(a, double, (depth + 1) * 2 * n);
    s->next = SS_TAKE(a, int, depth + 1);
    s->found = SS_TAKE(a, double, room * 2 * n);
    s->d = SS_TAKE(a, double, 2 * n);
}

/* |W'(La - Lb)| in the kinetic metric */
static double distance(const ss_order_search *s, const ss_impact *c, const double *La,
                       const double *Lb)
{
    const int m = 2 * c->n;
    double sum = 0.0;

    for (int r = 0; r < m; r++) s->d[r] = La[r] - Lb[r];
    for (int r = 0; r < m; r++) sum += s->d[r] * ss_dot(m, c->G + r * m, s->d);
    return sqrt(fmax(0.0, sum));
}

/* An outcome; `same` is the distance below which it is not a new one. */
static void keep(const ss_order_search *s, const ss_impact *c, const double *L, double same,
                 ss_orders *o)
{
    const int m = 2 * c->n, kept = o->outcomes < s->room ? o->outcomes : s->room;
    double far = 0.0;

    for (int k = 0; k < kept; k++) {
        const double d = distance(s, c, L, s->found + k * m);
        if (d <= same) return;
        far = fmax(far, d);
    }
    o->spread = fmax(o->spread, far);
    if (o->outcomes < s->room)
        memcpy(s->found + o->outcomes * m, L, (size_t)m * sizeof *L);
    else
        o->complete = 0;
    o->outcomes++;
}

ss_orders ss_reflect_orders(ss_order_search *s, const ss_impact *c, const double *v)
{
    const size_t row = 2 * (size_t)c->n, bytes = row * sizeof(double);
    const double bar = threshold(c, v);
    /* paths of a hundred maps differ by their rounding: far above it, far below physics */
    const double same = -1e4 * bar;
    ss_orders o = {.complete = 1};
    int at = 0;

    memcpy(s->v, v, bytes);
    memset(s->L, 0, bytes);
    s->next[0] = 0;
    while (at >= 0) {
        double *V = s->v + (size_t)at * row, *L = s->L + (size_t)at * row;
        int i = s->next[at];
        const int fresh = i == 0;

        while (i < c->n && !(V[2 * i] < 0.0 && violation(c, V, i) < bar)) i++;
        if (i == c->n) { /* no more to try here; if there never was, this is an outcome */
            if (fresh) keep(s, c, L, same, &o);
            at--;
            continue;
        }
        s->next[at] = i + 1;
        if (at == s->depth || o.maps == s->budget) {
            o.complete = 0;
            at--;
            continue;
        }
        memcpy(V + row, V, bytes);
        memcpy(L + row, L, bytes);
        reflect(c, i, V + row, L + row);
        o.maps++;
        s->next[++at] = 0;
    }
    return o;
}

void ss_reflect_range(const ss_order_search *s, const ss_impact *c, const double *v,
                      const ss_orders *o, int k, double range[2])
{
    const int m = 2 * c->n, kept = o->outcomes < s->room ? o->outcomes : s->room;

    range[0] = INFINITY;
    range[1] = -INFINITY;
    for (int i = 0; i < kept; i++) {
        const double after = v[2 * k] + ss_dot(m, c->G + 2 * k * m, s->found + i * m);
        range[0] = fmin(range[0], after);
        range[1] = fmax(range[1], after);
    }
}

/* ---- measures -------------------------------------------------------------------------- */

void ss_reflect_dp(int n, const double *p, const double *u, const double *v, const double *yv,
                   const double *w, const double *yw, double *dp)
{
    const double pv = ss_dot(n, p, yv), pw = ss_dot(n, p, yw), uw = ss_dot(n, u, yw);

    for (int i = 0; i < n; i++) dp[i] = -2.0 * (pv * w[i] + pw * v[i] - 2.0 * uw * pv * u[i]);
}

/* Contacts i and j: s, and the momentum's components along u = u_i and v0; parallel normals span a
 * line, and have no v0. */
typedef struct ss_pair {
    double s, pu, pv0, across; /* across: sqrt(1 - s^2), 0 if parallel */
} ss_pair;

static ss_pair pair_of(const ss_impact *c, const double *v, int i, int j)
{
    const int m = 2 * c->n;
    const double gi = c->G[2 * i * (m + 1)], gj = c->G[2 * j * (m + 1)];
    ss_pair p = {.s = c->G[2 * i * m + 2 * j] / sqrt(gi * gj), .pu = v[2 * i] / sqrt(gi)};
    const double left = 1.0 - p.s * p.s;

    if (left > SS_REFLECT_TOL) {
        p.across = sqrt(left);
        p.pv0 = (v[2 * j] / sqrt(gj) - p.s * p.pu) / p.across;
    }
    return p;
}

ss_ambiguity ss_reflect_ambiguity(const ss_impact *c, const double *v)
{
    ss_ambiguity best = {0};
    double most = -1.0;

    for (int i = 0; i < c->n; i++)
        for (int j = i + 1; j < c->n; j++) {
            const ss_pair p = pair_of(c, v, i, j);
            const double dp = 2.0 * hypot(p.pu, p.pv0);
            if (fabs(p.s) * dp <= most) continue;
            most = fabs(p.s) * dp;
            best = (ss_ambiguity){.s = p.s, .dp = dp, .a = i, .b = j};
        }
    return best;
}

double ss_reflect_dv(const ss_impact *c, const double *v, const ss_ambiguity *x, int k)
{
    const int m = 2 * c->n, a = 2 * x->a, b = 2 * x->b;

    if (a == b) return 0.0; /* fewer than two contacts */
    const ss_pair p = pair_of(c, v, x->a, x->b);
    const double along = c->G[2 * k * m + a] / sqrt(c->G[a * (m + 1)]); /* <u, wN_k> */
    const double other = c->G[2 * k * m + b] / sqrt(c->G[b * (m + 1)]);
    const double v0 = p.across > 0.0 ? (other - p.s * along) / p.across : 0.0;
    return 2.0 * (p.pv0 * along - p.pu * v0);
}
