/* keller.c - impacts in the impulse domain, in closed form */
#include "solvers/impact/keller.h"
#include "solvers/math/dense.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum {
    ROUNDS = 50,  /* compressions */
    CHANGES = 24, /* of slip, per contact and phase */
    PUSHES = 10000,
};

/* Restitution does not last this many times compression's impulse, whatever slips. */
#define LONGEST 1e3
/* Velocities below this share of the largest are zero: each phase adds round-off of a few eps. */
#define STILL 1e-13

void ss_keller_layout(ss_keller *k, int n, ss_arena *a)
{
    k->v = SS_TAKE(a, double, 2 * n);
    k->p = SS_TAKE(a, double, 2 * n);
    k->c = SS_TAKE(a, double, 2 * n);
    k->dv = SS_TAKE(a, double, 2 * n);
    k->pc = SS_TAKE(a, double, n);
    k->wc = SS_TAKE(a, double, n);
    k->b = SS_TAKE(a, double, 2 * n);
    k->hold = SS_TAKE(a, double, n);
    k->drag = SS_TAKE(a, double, n);
    k->load = SS_TAKE(a, double, n);
    k->work = SS_TAKE(a, double, ss_active_work(n));
    k->way = SS_TAKE(a, signed char, n);
    k->mode = SS_TAKE(a, unsigned char, n);
}

typedef struct impact { /* one solve under way */
    ss_keller *k;
    const ss_impact *x;
    double still;
} impact;

static ss_active problem(const impact *t)
{
    const ss_keller *k = t->k;
    return (ss_active){.n = t->x->n,
                       .G = t->x->G,
                       .b = k->b,
                       .hold = k->hold,
                       .drag = k->drag,
                       .load = k->load,
                       .way = k->way};
}

static void find_ways(impact *t)
{
    ss_keller *k = t->k;

    for (int i = 0; i < t->x->n; i++) {
        const double vT = k->v[2 * i + 1];
        k->way[i] = (signed char)(k->drag[i] + k->hold[i] == 0.0 || fabs(vT) <= t->still ? 0
                                  : vT > 0.0                                             ? 1
                                                                                         : -1);
        k->mode[i] = (unsigned char)(k->way[i] > 0                    ? SS_SLIP_PLUS
                                     : k->way[i] < 0                  ? SS_SLIP_MINUS
                                     : k->drag[i] + k->hold[i] == 0.0 ? SS_SLIP_PLUS
                                                                      : SS_STICK);
    }
}

static int approaching(const impact *t)
{
    for (int i = 0; i < t->x->n; i++)
        if (t->k->v[2 * i] < -t->still) return 1;
    return 0;
}

/* Rates of the modes that fit; with static friction lowered to the dynamic where its jump leaves
 * no answer. */
static int find(impact *t)
{
    ss_keller *k = t->k;
    const int n = t->x->n;
    ss_active a = problem(t);
    int proved, found = ss_active_find(&a, k->mode, k->c, k->dv, k->work, &proved);

    if (!found) {
        a.hold = k->drag;
        found = ss_active_find(&a, k->mode, k->c, k->dv, k->work, &proved);
    }
    for (int i = 0; i < n && found; i++) /* round-off of the search must not pull */
        if (k->c[2 * i] < 0.0) k->c[2 * i] = k->c[2 * i + 1] = 0.0;
    return found;
}

/* Friction rates under the normal rates load[]. */
static int rates_of_load(impact *t)
{
    memset(t->k->b, 0, (size_t)(2 * t->x->n) * sizeof *t->k->b);
    return find(t);
}

/* Does normal work stay negative up to s = 1?  A s + B s^2/2 does if it begins and ends so. */
static int takes_work(const impact *t)
{
    const ss_keller *k = t->k;
    const int m = 2 * t->x->n;
    double A = 0.0, B = 0.0;

    for (int i = 0; i < m; i += 2) {
        A += k->c[i] * k->v[i];
        B += k->c[i] * ss_dot(m, t->x->G + i * m, k->c);
    }
    return A <= 0.0 && A + 0.5 * B <= 0.0;
}

/* Rates that end compression at s = 1, or, where there are none, rates of the approach.  Returns
 * 1, 2 if s is not bounded by 1, 0 on failure. */
static int rates_of_compression(impact *t)
{
    ss_keller *k = t->k;
    const int n = t->x->n;

    for (int i = 0; i < n; i++) {
        k->b[2 * i] = k->v[2 * i];
        k->b[2 * i + 1] = 0.0;
        k->load[i] = -1.0;
        if (k->v[2 * i] > t->still) k->mode[i] = SS_OPEN;
    }
    if (find(t) && takes_work(t)) return 1;
    find_ways(t);
    for (int i = 0; i < n; i++) k->load[i] = fmax(0.0, -k->v[2 * i]);
    return rates_of_load(t) ? 2 : 0;
}

/* dv = G c; the first s > 0 at which a slipping contact stops. */
static double first_stop(impact *t, int *who)
{
    ss_keller *k = t->k;
    const int m = 2 * t->x->n;
    double first = INFINITY;

    *who = -1;
    for (int r = 0; r < m; r++) k->dv[r] = ss_dot(m, t->x->G + r * m, k->c);
    for (int i = 0; i < t->x->n; i++) {
        if (!k->way[i]) continue;
        const double s = -k->v[2 * i + 1] / k->dv[2 * i + 1];
        if (s > 0.0 && s < first) first = s, *who = i;
    }
    return first;
}

/* Go on by s; returns the normal work done. */
static double advance(impact *t, double s, int stops)
{
    ss_keller *k = t->k;
    double work = 0.0;

    for (int i = 0; i < t->x->n; i++) {
        const double vN = k->v[2 * i], w = s * k->c[2 * i] * (vN + 0.5 * s * k->dv[2 * i]);
        k->wc[i] -= w;
        work += w;
        for (int r = 2 * i; r < 2 * i + 2; r++) {
            k->v[r] += s * k->dv[r];
            k->p[r] += s * k->c[r];
        }
        k->pc[i] += s * k->c[2 * i];
    }
    if (stops >= 0) k->v[2 * stops + 1] = 0.0;
    /* large impulses between wedged contacts leave large round-off */
    const int m = 2 * t->x->n;
    for (int r = 0; r < m; r++) {
        double sum = 0.0;
        for (int j = 0; j < m; j++) sum += fabs(t->x->G[r * m + j] * k->p[j]);
        t->still = fmax(t->still, 64.0 * DBL_EPSILON * sum);
    }
    return work;
}

/* s at which A s + B s^2/2 = W > 0 for the first time, or INFINITY */
static double reaches(double A, double B, double W)
{
    const double disc = A * A + 2.0 * B * W;

    if (disc < 0.0) return INFINITY;
    const double root = A + copysign(sqrt(disc), A); /* stable: s = 2W / root, root / B */
    const double s1 = root != 0.0 ? 2.0 * W / root : INFINITY;
    const double s2 = B != 0.0 ? -root / B : INFINITY;
    double s = INFINITY;
    if (s1 > 0.0) s = s1;
    if (s2 > 0.0 && s2 < s) s = s2;
    return s;
}

/* One plastic push after the other: each takes energy, together they end where none approaches
 * by more than 1e-9 of the speeds. */
static ss_status push_apart(impact *t)
{
    ss_keller *k = t->k;
    const int m = 2 * t->x->n;
    const double enough = 1e-9 / STILL * t->still;

    for (int sweep = 0; sweep < PUSHES; sweep++) {
        double most = 0.0;
        for (int i = 0; i < m; i += 2) {
            const double push = -k->v[i] / t->x->G[i * m + i];
            most = fmax(most, -k->v[i]);
            if (!(push > 0.0)) continue;
            memset(k->c, 0, (size_t)m * sizeof *k->c);
            k->c[i] = push;
            for (int r = 0; r < m; r++) k->dv[r] = t->x->G[r * m + i] * push;
            advance(t, 1.0, -1);
        }
        if (most <= enough) {
            t->still = fmax(t->still, 2.0 * most);
            return SS_OK;
        }
    }
    return SS_ENOSOL;
}

/* The last resort where friction leaves no end of compression: without it there is always one. */
static ss_status compress_smoothly(impact *t)
{
    ss_keller *k = t->k;
    static const double none[SS_MODES_MAX / 2] = {0.0};
    static const signed char still[SS_MODES_MAX / 2] = {0};
    ss_active a = problem(t);
    int proved;

    a.hold = a.drag = none;
    a.way = still;
    for (int i = 0; i < t->x->n; i++) {
        k->b[2 * i] = k->v[2 * i];
        k->b[2 * i + 1] = 0.0;
        k->load[i] = -1.0;
        k->mode[i] = k->v[2 * i] > t->still ? SS_OPEN : SS_SLIP_PLUS;
    }
    if (!ss_active_find(&a, k->mode, k->c, k->dv, k->work, &proved)) return push_apart(t);
    for (int r = 0; r < 2 * t->x->n; r++) {
        k->c[r] = fmax(0.0, k->c[r]);
        k->dv[r] = ss_dot(2 * t->x->n, t->x->G + r * 2 * t->x->n, k->c);
    }
    advance(t, 1.0, -1);
    return SS_OK;
}

static ss_status compress(impact *t)
{
    ss_keller *k = t->k;
    const int n = t->x->n;

    memset(k->pc, 0, (size_t)n * sizeof *k->pc);
    memset(k->wc, 0, (size_t)n * sizeof *k->wc);
    for (int change = 0; change < CHANGES * n; change++) {
        int who;
        if (!approaching(t)) return SS_OK;
        find_ways(t);
        const int how = rates_of_compression(t);
        if (!how) break;
        const double stop = first_stop(t, &who);
        double end = 1.0;
        if (how == 2) { /* downhill in normal work, at most to its least value */
            double A = 0.0, B = 0.0;
            for (int i = 0; i < n; i++)
                A += k->c[2 * i] * k->v[2 * i], B += k->c[2 * i] * k->dv[2 * i];
            end = B > 0.0 && A < 0.0 ? -A / B : INFINITY;
        }
        if (!isfinite(fmin(stop, end))) break;
        if (stop < end) {
            advance(t, stop, who);
            continue;
        }
        advance(t, end, -1);
        if (how == 1) return SS_OK;
    }
    return compress_smoothly(t);
}

static ss_status restore(impact *t, const ss_restitution *law)
{
    ss_keller *k = t->k;
    const int n = t->x->n;
    double left = 0.0, all = 0.0, done = 0.0; /* work to come back; share of s used */
    double *share = k->pc;                    /* the compression's impulses become rates */

    for (int i = 0; i < n; i++) {
        all += k->wc[i];
        if (law->work) left += law->work(&t->x->law[i]) * fmax(k->wc[i], 0.0);
        share[i] *= law->share(&t->x->law[i]);
    }
    left = fmin(left, all);
    if (law->work && !(left > 0.0)) return SS_OK;
    for (int change = 0; change < CHANGES * n; change++) {
        double A = 0.0, B = 0.0, sum = 0.0;
        int who;
        find_ways(t);
        for (int i = 0; i < n; i++) k->load[i] = share[i], sum += share[i];
        if (!(sum > 0.0)) return SS_OK;
        if (!rates_of_load(t)) return SS_ENOSOL;
        const double stop = first_stop(t, &who);
        for (int i = 0; i < n; i++) A += k->c[2 * i] * k->v[2 * i], B += k->c[2 * i] * k->dv[2 * i];
        const double end = law->work ? reaches(A, B, left) : 1.0 - done;
        /* no impulse brings the work back: contacts wedged against each other, or it takes work */
        if (!(fmin(stop, end) < LONGEST)) return SS_OK;
        const double s = fmin(stop, end);
        /* advance() books into pc, which holds the shares here */
        double keep[SS_MODES_MAX / 2];
        memcpy(keep, share, (size_t)n * sizeof *keep);
        left -= advance(t, s, stop < end ? who : -1);
        memcpy(share, keep, (size_t)n * sizeof *keep);
        done += s;
        if (end <= stop) return SS_OK;
    }
    return SS_ENOSOL;
}

ss_status ss_keller_solve(ss_keller *k, const ss_restitution *law, const ss_impact *x,
                          ss_impact_result *r)
{
    impact t = {.k = k, .x = x};
    const size_t bytes = (size_t)(2 * x->n) * sizeof(double);

    if (2 * x->n > SS_MODES_MAX) return SS_EUNSUP;
    for (int i = 0; i < 2 * x->n; i++) t.still = fmax(t.still, STILL * fabs(x->v[i]));
    for (int i = 0; i < x->n; i++) k->hold[i] = x->law[i].mu_s, k->drag[i] = x->law[i].mu_d;
    memcpy(k->v, x->v, bytes);
    memset(k->p, 0, bytes);
    for (int round = 0; round < ROUNDS && approaching(&t); round++) {
        SS_TRY(compress(&t));
        if (round < ROUNDS - 1) SS_TRY(restore(&t, law));
    }
    memcpy(r->p, k->p, bytes);
    r->scale = 1.0;
    r->residual = 0.0;
    for (int i = 0; i < x->n; i++) r->residual = fmax(r->residual, -k->v[2 * i]);
    return SS_OK;
}
