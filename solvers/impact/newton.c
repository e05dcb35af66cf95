/* newton.c - Newton's law of impact with the dissipation principle (flickinger2011, 3.2, 4, 5)
 *
 *     vN+ = -e_n vN-  of every contact that takes part
 *     no-slip try:  vT+ = 0, p = G^-1 (v+ - v-); kept if |pT| <= mu_s pN and pN >= 0
 *     else the dissipation principle (dissipation.h), with
 *         mu_min = min(mu_d, mu_f),   mu_f = |pT|/pN of the no-slip try
 *         mu(v) = mu_min + (mu_s - mu_min) exp(-(|v|/v_s)^a)
 *     energy=attenuate: u+ scaled by min(1, sqrt(e_kin T-/T+))
 *     energy=constrain: T+ <= e_kin T- is one more constraint of the principle.  A no-slip try
 *                       that is kept asks no principle, and there may be no slip that satisfies
 *                       it: then the velocities are scaled as above
 *
 * One contact is solved exactly: the objective grows with |vT|, so the answer is the first
 * feasible vT on either side of zero, on the smooth part of mu(v) by bracketing and beyond it
 * in closed form.  Several contacts slip with mu_min, solved over all active sets; the smooth part
 * is met by repeating the solution with mu(v) while that is feasible.
 *
 * Deviations: a contact whose normal impulse would have to pull (pN < 0, which the source
 * excludes without saying what then) takes no part if it then separates faster than -e_n vN-.
 * Where no impulses give every contact its rebound (a body wedged between two walls) the impact
 * is plastic. */
#include "solvers/event/active.h"
#include "solvers/impact/dissipation.h"
#include "solvers/impact/impact.h"
#include "solvers/math/dense.h"
#include "solvers/math/root.h"
#include <math.h>
#include <string.h>

/* exp(-40) is below round-off of mu */
#define SMOOTH_SPAN 40.0
#define NO_SLIP     1e30               /* a friction that holds everything */
#define SHARED      1e-12              /* of the mean of G_NN */
enum { REFINEMENTS = 8, SUBSETS = 6 }; /* 64 subsets of six contacts */

typedef struct newton {
    double *b, *L, *v, *hold, *drag, *load, *work;
    double *F; /* k*k, Cholesky of G_NN */
    signed char *way;
    unsigned char *mode;
    int *in; /* contacts that take part */
    ss_dissipation d;
    ss_root_work roots;
    double rebound; /* 1; 0 where no impulses give every contact its rebound */
} newton;

static void layout(void *work, int n, ss_arena *a)
{
    newton *k = work;

    k->b = SS_TAKE(a, double, 2 * n);
    k->L = SS_TAKE(a, double, 2 * n);
    k->v = SS_TAKE(a, double, 2 * n);
    k->hold = SS_TAKE(a, double, n);
    k->drag = SS_TAKE(a, double, n);
    k->load = SS_TAKE(a, double, n);
    k->work = SS_TAKE(a, double, ss_active_work(n));
    k->F = SS_TAKE(a, double, n *n);
    k->way = SS_TAKE(a, signed char, n);
    k->mode = SS_TAKE(a, unsigned char, n);
    k->in = SS_TAKE(a, int, n);
    ss_dissipation_layout(&k->d, n, a);
    ss_root_layout(&k->roots, 1, a);
}

/* The normal velocity after; what separates already may at most be brought to rest. */
static double goal_of(const newton *w, const ss_impact *x, int i)
{
    return x->v[2 * i] < 0.0 ? -w->rebound * x->law[i].e_n * x->v[2 * i] : 0.0;
}

/* Impulses with every closed contact stuck (friction = 1) or with none (0); mode tells which
 * contacts take part. */
static int common(newton *k, const ss_impact *x, int friction)
{
    const ss_active a = {.n = x->n,
                         .G = x->G,
                         .b = k->b,
                         .hold = k->hold,
                         .drag = k->drag,
                         .load = k->load,
                         .way = k->way};
    int proved;

    for (int i = 0; i < x->n; i++) {
        const int rubs = friction && x->law[i].mu_s > 0.0;
        k->b[2 * i] = x->v[2 * i] - goal_of(k, x, i);
        k->b[2 * i + 1] = x->v[2 * i + 1];
        k->hold[i] = rubs ? NO_SLIP : 0.0;
        k->drag[i] = 0.0;
        k->load[i] = -1.0;
        k->way[i] = 0;
        k->mode[i] = rubs ? SS_STICK : SS_SLIP_PLUS;
    }
    if (!ss_active_find(&a, k->mode, k->L, k->v, k->work, &proved)) return 0;
    /* a search that found slip found that not all can stick */
    for (int i = 0; i < x->n; i++)
        if (k->hold[i] > 0.0 && k->mode[i] >= SS_SLIP_PLUS) return 0;
    return 1;
}

static int inside_cones(const newton *k, const ss_impact *x)
{
    double size = 0.0;

    for (int i = 0; i < 2 * x->n; i++) size = fmax(size, fabs(k->L[i]));
    for (int i = 0; i < x->n; i++)
        if (fabs(k->L[2 * i + 1]) > x->law[i].mu_s * k->L[2 * i] + 1e-12 * size) return 0;
    return 1;
}

/* The affine maps over the contacts in[0..k). */
static ss_status reduce(newton *w, const ss_impact *x, int k, const double *mu_f)
{
    ss_dissipation *d = &w->d;
    const int m = 2 * x->n;
    double col[SS_DISSIPATION_MAX];

#define G_(i, a, j, b) x->G[(2 * w->in[i] + (a)) * m + 2 * w->in[j] + (b)]
    d->k = k;
    double trace = 0.0;
    for (int i = 0; i < k; i++) trace += G_(i, 0, i, 0) / k;
    for (int shared = 0; shared < 2; shared++) {
        for (int i = 0; i < k; i++) {
            for (int j = 0; j < k; j++) w->F[i * k + j] = G_(i, 0, j, 0);
            /* dependent normals share their load: a compliance of round-off size decides how */
            if (shared) w->F[i * k + i] += SHARED * trace;
        }
        const ss_status st = ss_chol(k, w->F);
        if (st == SS_OK) break;
        if (shared) return st;
    }

    for (int i = 0; i < k; i++) d->n0[i] = goal_of(w, x, w->in[i]) - x->v[2 * w->in[i]];
    ss_chol_solve(k, w->F, d->n0);
    for (int j = 0; j < k; j++) {
        for (int i = 0; i < k; i++) col[i] = -G_(i, 0, j, 1);
        ss_chol_solve(k, w->F, col);
        for (int i = 0; i < k; i++) d->N[i * k + j] = col[i];
    }
    for (int i = 0; i < k; i++) {
        d->s0[i] = x->v[2 * w->in[i] + 1];
        for (int l = 0; l < k; l++) d->s0[i] += G_(i, 1, l, 0) * d->n0[l];
        for (int j = 0; j < k; j++) {
            double s = G_(i, 1, j, 1);
            for (int l = 0; l < k; l++) s += G_(i, 1, l, 0) * d->N[l * k + j];
            d->S[i * k + j] = s;
        }
    }
    /* T+ = T + w'p + p'Gp/2 with p = (n0 + N z, z); N'(G_NN N + G_NT) = 0 makes K = S */
    d->T0 = x->T;
    for (int i = 0; i < k; i++) {
        double Gn = 0.0;
        for (int j = 0; j < k; j++) Gn += G_(i, 0, j, 0) * d->n0[j];
        d->T0 += d->n0[i] * (x->w[2 * w->in[i]] + 0.5 * Gn);
    }
    for (int j = 0; j < k; j++) {
        d->t[j] = x->w[2 * w->in[j] + 1];
        for (int i = 0; i < k; i++) {
            double Gn = 0.0;
            for (int l = 0; l < k; l++) Gn += G_(i, 0, l, 0) * d->n0[l];
            d->t[j] += d->N[i * k + j] * (x->w[2 * w->in[i]] + Gn) + G_(j, 1, i, 0) * d->n0[i];
            d->K[j * k + i] = d->S[j * k + i];
        }
        d->mu_s[j] = x->law[w->in[j]].mu_s;
        d->mu_min[j] = fmin(x->law[w->in[j]].mu_d, mu_f[w->in[j]]);
    }
#undef G_
    return SS_OK;
}

/* ---- one contact, exactly ---------------------------------------------------------------- */

typedef struct line { /* one contact's impulses over vT */
    const ss_dissipation *d;
    double side, span; /* +1 or -1; m/s */
    double v_s, a;
} line;

static double mu_of(double mu_s, double mu_min, double v_s, double a, double v)
{
    if (v == 0.0 || mu_s == mu_min) return v == 0.0 ? mu_s : mu_min;
    return v_s > 0.0 ? mu_min + (mu_s - mu_min) * exp(-pow(fabs(v) / v_s, a)) : mu_min;
}

static double z_of(const ss_dissipation *d, double vT)
{
    return (vT - d->s0[0]) / d->S[0];
}

static ss_status outside(void *ctx, double s, double *phi)
{
    const line *l = ctx;
    const double v = l->side * s * l->span, z = z_of(l->d, v);
    const double mu = mu_of(l->d->mu_s[0], l->d->mu_min[0], l->v_s, l->a, v);

    *phi = fabs(z) - mu * ss_dissipation_pN(l->d, &z, 0);
    return SS_OK;
}

/* The first feasible vT within the smooth part on one side; replaces the best if nearer. */
static ss_status smooth_side(newton *w, const ss_law *law, double side, ss_dissipation_best *best)
{
    const ss_dissipation *d = &w->d;
    line l = {.d = d,
              .side = side,
              .span = law->v_s * pow(SMOOTH_SPAN, 1.0 / law->a),
              .v_s = law->v_s,
              .a = law->a};
    const ss_root_functions f = {.ctx = &l, .m = 1, .at = outside};
    const double zero = 0.0;
    ss_root at;

    if (!(l.span > 0.0) || d->mu_s[0] == d->mu_min[0]) return SS_OK;
    SS_TRY(ss_root_first(&w->roots, &f, 1e-12, &zero, &at));
    if (at.which < 0) return SS_OK;
    const double v = side * at.after * l.span, z = z_of(d, v);
    const double dmu = d->mu_s[0] - mu_of(d->mu_s[0], d->mu_min[0], l.v_s, l.a, v);
    if (ss_dissipation_pN(d, &z, 0) < 0.0 || ss_dissipation_T(d, &z) > d->T_most) return SS_OK;
    if (best->found && !(dmu * dmu + v * v < best->objective)) return SS_OK;
    *best = (ss_dissipation_best){.found = 1, .objective = dmu * dmu + v * v};
    best->z[0] = z;
    best->pattern[0] = z > 0.0 ? SS_DISS_PLUS : SS_DISS_MINUS;
    return SS_OK;
}

/* ---- several ------------------------------------------------------------------------------ */

/* With mu(v) of the solution's own slip speeds in place of mu_min, while that stays feasible. */
static void refine(newton *w, const ss_impact *x, ss_dissipation_best *best)
{
    ss_dissipation *d = &w->d;

    for (int k = 0; k < REFINEMENTS; k++) {
        double before[SS_DISSIPATION_MAX];
        ss_dissipation_best next;
        int slow = 0;
        memcpy(before, d->mu_min, (size_t)d->k * sizeof *before);
        for (int i = 0; i < d->k; i++) {
            const ss_law *law = &x->law[w->in[i]];
            const double v = ss_dissipation_vT(d, best->z, i);
            if (ss_dissipation_sticks(best->pattern[i])) continue;
            const double mu = mu_of(d->mu_s[i], before[i], law->v_s, law->a, v);
            if (mu > before[i] * (1.0 + 1e-12)) slow = 1, d->mu_min[i] = mu;
        }
        if (!slow) return;
        ss_dissipation_solve(d, &next);
        if (!next.found || !(next.objective < best->objective)) {
            memcpy(d->mu_min, before, (size_t)d->k * sizeof *before);
            return;
        }
        *best = next;
    }
}

static ss_status principle(newton *w, const ss_impact *x, int k, const double *mu_f, double T_most,
                           ss_dissipation_best *best)
{
    *best = (ss_dissipation_best){0};
    if (k > SS_DISSIPATION_MAX) return SS_EUNSUP;
    SS_TRY(reduce(w, x, k, mu_f));
    w->d.T_most = T_most;
    ss_dissipation_solve(&w->d, best);
    if (k == 1) {
        SS_TRY(smooth_side(w, &x->law[w->in[0]], 1.0, best));
        SS_TRY(smooth_side(w, &x->law[w->in[0]], -1.0, best));
    } else if (best->found) {
        refine(w, x, best);
    }
    return SS_OK;
}

/* The solution's impulses; 0 if a contact does not get its rebound, or one that takes no part is
 * hit. */
static int write_impulses(const newton *w, const ss_impact *x, const ss_dissipation_best *best,
                          double *p)
{
    const int m = 2 * x->n;
    double size = 0.0;

    memset(p, 0, (size_t)m * sizeof *p);
    for (int i = 0; i < w->d.k; i++) {
        p[2 * w->in[i]] = fmax(0.0, ss_dissipation_pN(&w->d, best->z, i));
        p[2 * w->in[i] + 1] = best->z[i];
    }
    for (int r = 0; r < m; r++) size = fmax(size, fabs(x->v[r]));
    for (int i = 0; i < x->n; i++) {
        const double vN = x->v[2 * i] + ss_dot(m, x->G + 2 * i * m, p);
        const double off = vN - goal_of(w, x, i);
        if (off < -1e-9 * size || (p[2 * i] > 0.0 && off > 1e-9 * size)) return 0;
    }
    return 1;
}

/* The principle over all contacts, else over ever fewer of them (bits of a number, from the
 * full set down), else impulses without friction. */
static ss_status slip(newton *w, const ss_impact *x, const double *mu_f, double T_most,
                      ss_impact_result *r)
{
    const int few = x->n <= SUBSETS ? x->n : 0;
    ss_dissipation_best best;

    for (long skip = 0; skip < 1L << few; skip++) {
        int k = 0;
        for (int i = 0; i < x->n; i++)
            if (!(skip >> i & 1)) w->in[k++] = i;
        if (!k) break;
        const ss_status st = principle(w, x, k, mu_f, T_most, &best);
        if (st == SS_ESING) continue;
        SS_TRY(st);
        if (best.found && write_impulses(w, x, &best, r->p)) return SS_OK;
    }
    if (isfinite(T_most)) return slip(w, x, mu_f, INFINITY, r);
    if (!common(w, x, 0)) return SS_ENOSOL;
    memcpy(r->p, w->L, (size_t)(2 * x->n) * sizeof *r->p);
    return SS_OK;
}

static void judge(const newton *w, const ss_impact *x, ss_impact_result *r)
{
    const int m = 2 * x->n;

    r->residual = 0.0;
    for (int i = 0; i < x->n; i++) {
        const double vN = x->v[2 * i] + ss_dot(m, x->G + 2 * i * m, r->p);
        const double goal = goal_of(w, x, i), pN = r->p[2 * i];
        const double GT = x->G[(2 * i + 1) * m + 2 * i + 1];
        const double cone = GT * (fabs(r->p[2 * i + 1]) - x->law[i].mu_s * pN);
        r->residual = fmax(r->residual, pN > 0.0 ? fabs(vN - goal) : goal - vN);
        r->residual = fmax(r->residual, cone);
    }
}

static ss_status attempt(newton *w, const ss_impact *x, double T_most, ss_impact_result *r)
{
    double mu_f[SS_DISSIPATION_MAX];
    const int tried = common(w, x, 1);

    memcpy(r->p, w->L, (size_t)(2 * x->n) * sizeof *r->p);
    if (tried && inside_cones(w, x)) return SS_OK;
    for (int i = 0; i < x->n; i++) {
        const double pN = w->L[2 * i], pT = fabs(w->L[2 * i + 1]);
        mu_f[i] = tried && pN > 0.0 ? pT / pN : INFINITY;
    }
    return slip(w, x, mu_f, T_most, r);
}

static ss_status solve(void *work, const void *settings, const ss_impact *x, ss_impact_result *r)
{
    static const ss_newton_settings presets = {.energy = SS_ENERGY_ATTENUATE, .e_kin = 1.0};
    const ss_newton_settings *set = settings ? settings : &presets;
    const double bound = set->e_kin * x->T;
    const double T_most = set->energy == SS_ENERGY_CONSTRAIN ? bound : INFINITY;
    newton *w = work;

    if (x->n > SS_DISSIPATION_MAX) return SS_EUNSUP;
    r->scale = w->rebound = 1.0;
    if (attempt(w, x, T_most, r) != SS_OK) {
        w->rebound = 0.0;
        SS_TRY(attempt(w, x, T_most, r));
    }
    const double T = x->T + ss_impact_gain(x, r->p);
    if (set->energy != SS_ENERGY_NONE && T > bound) r->scale = sqrt(bound / T);
    judge(w, x, r);
    return SS_OK;
}

const ss_impact_law_type ss_impact_newton = {
    .name = "newton", .work_size = sizeof(newton), .layout = layout, .solve = solve};
