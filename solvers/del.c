/* del.c - the discrete Euler-Lagrange equations of the midpoint rule; see the header */
#include "solvers/del.h"
#include <float.h>
#include <math.h>

enum { MOST_ITERATIONS = 40 };

void ss_del_layout(ss_del *s, const ss_dims *d, ss_arena *a)
{
    const int n = d->nu;

    s->n = n;
    s->M = SS_TAKE(a, double, n *n);
    s->Mv = SS_TAKE(a, double, n);
    s->K = SS_TAKE(a, double, n);
    s->A = SS_TAKE(a, double, n *n);
    s->piv = SS_TAKE(a, int, n);
    s->qm = SS_TAKE(a, double, n);
    s->r = SS_TAKE(a, double, n);
    s->d = SS_TAKE(a, double, n);
    s->trial = SS_TAKE(a, double, n);
    s->base = SS_TAKE(a, double, n);
    s->a = SS_TAKE(a, double, n);
    s->f = SS_TAKE(a, double, n);
    s->s = SS_TAKE(a, double, n *n);
}

/* out = (h(k a) + h(-k a))/2 */
static ss_status even_part(ss_del *s, ss_eval *e, const double *a, double k, double *out)
{
    for (int flip = 0; flip < 2; flip++) {
        for (int i = 0; i < s->n; i++) s->a[i] = flip ? -k * a[i] : k * a[i];
        SS_TRY(ss_force(e, s->a, s->f));
        for (int i = 0; i < s->n; i++) out[i] = 0.5 * s->f[i] + (flip ? out[i] : 0.0);
    }
    return SS_OK;
}

/* Is the even part of h a constant plus a quadratic form?  Along one direction, where e is placed
 * first. */
static ss_status check_forces(ss_del *s, ss_eval *e)
{
    double *const a = s->Mv, *const h0 = s->K, *const h1 = s->r, *const h2 = s->d;

    for (int i = 0; i < s->n; i++) a[i] = 1.0 / (1.0 + i); /* any direction will do */
    SS_TRY(even_part(s, e, a, 0.0, h0));
    SS_TRY(even_part(s, e, a, 1.0, h1));
    SS_TRY(even_part(s, e, a, 2.0, h2));
    for (int i = 0; i < s->n; i++) {
        const double size = fabs(h0[i]) + fabs(h1[i]) + fabs(h2[i]);
        if (fabs(h2[i] - h0[i] - 4.0 * (h1[i] - h0[i])) > 1e-9 * size) return SS_EFORCE;
    }
    s->checked = 1;
    return SS_OK;
}

void ss_del_reset(ss_del *s, const ss_problem *p)
{
    s->constant = (p->traits & SS_MASS_CONSTANT) != 0;
    s->applied = p->power != NULL;
    s->checked = s->constant || s->applied; /* then h may be anything */
    s->have_M = s->have_A = 0;
    s->fixed = NULL;
}

/* ---- M v and K -------------------------------------------------------------------------- */

static double largest(int n, const double *x)
{
    double most = 0.0;

    for (int i = 0; i < n; i++) most = fabs(x[i]) > most || x[i] != x[i] ? fabs(x[i]) : most;
    return most;
}

/* out += sign h(x + y b) */
static ss_status add_force(ss_del *s, ss_eval *e, const double *x, double along, int axis,
                           double flip, double sign, double *out)
{
    for (int i = 0; i < s->n; i++) s->a[i] = flip * x[i];
    s->a[axis] += flip * along;
    SS_TRY(ss_force(e, s->a, s->f));
    for (int i = 0; i < s->n; i++) out[i] += sign * s->f[i];
    return SS_OK;
}

/* K -> h + C(v, v) + sum_j v_j C_j(e_i, v); K holds h */
static ss_status add_inertial(ss_del *s, ss_eval *e, const double *v)
{
    const int n = s->n;
    const double size = largest(n, v); /* axes as long as v, so that nothing is lost to h(0) */

    if (!(size > 0.0)) return SS_OK;
    for (int i = 0; i < n; i++) {
        double *C = s->s + i * n; /* -8 C(size e_i, v) */
        for (int j = 0; j < n; j++) C[j] = 0.0;
        SS_TRY(add_force(s, e, v, size, i, 1.0, 1.0, C));
        SS_TRY(add_force(s, e, v, size, i, -1.0, 1.0, C));
        SS_TRY(add_force(s, e, v, -size, i, 1.0, -1.0, C));
        SS_TRY(add_force(s, e, v, -size, i, -1.0, -1.0, C));
    }
    const double unit = -1.0 / (8.0 * size);
    for (int i = 0; i < n; i++) {
        double own = 0.0;
        for (int j = 0; j < n; j++) own += v[j] * (s->s[i * n + j] + s->s[j * n + i]);
        s->K[i] += unit * own;
    }
    return SS_OK;
}

/* K -> h + (dM/dt) v; K holds h.  e is placed at qm at the time t, and is again afterwards. */
static ss_status add_mass_rate(ss_del *s, ss_eval *e, double t, const double *v)
{
    /* the central difference of order eight: eta^8/630 of truncation times the ninth derivative
     * (8^9 for inertias that turn at eight times the largest rate) and 2 eps/eta of rounding are
     * then both 1e-13 of M */
    static const double weight[] = {4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0};
    const double eta = 1.0 / 256.0; /* rad or m */
    const int n = s->n;
    const double size = largest(n, v);

    if (!(size > 0.0)) return SS_OK;
    for (int k = 0; k < 8; k++) {
        const int far = k / 2; /* the pair of points at (1 + far) eta to either side */
        const double side = k % 2 ? -1.0 : 1.0, along = side * (1 + far) * eta / size;
        const double w = side * weight[far] * size / eta;
        for (int i = 0; i < n; i++) s->a[i] = s->qm[i] + along * v[i];
        SS_TRY(ss_place(e, t, s->a));
        SS_TRY(ss_mass(e, s->s));
        for (int i = 0; i < n; i++) s->K[i] += w * ss_dot(n, s->s + i * n, v);
    }
    return ss_place(e, t, s->qm);
}

ss_status ss_del_eval(ss_del *s, ss_eval *e, const ss_del_from *x, const double *v)
{
    const double tm = x->t + 0.5 * x->tau, *const w = s->fixed ? s->fixed : v;
    const int n = s->n;

    for (int i = 0; i < n; i++) s->qm[i] = x->q[i] + 0.5 * x->tau * w[i];
    SS_TRY(ss_place(e, tm, s->qm));
    if (!s->checked) SS_TRY(check_forces(s, e));
    if (!s->have_M) SS_TRY(ss_mass(e, s->M));
    s->have_M = s->constant;
    SS_TRY(ss_force(e, w, s->K));
    if (!s->constant) SS_TRY(s->applied ? add_mass_rate(s, e, tm, w) : add_inertial(s, e, w));
    for (int i = 0; i < n; i++) s->Mv[i] = ss_dot(n, s->M + i * n, v);
    return SS_OK;
}

/* ---- Newton's method -------------------------------------------------------------------- */

ss_status ss_del_jacobian(ss_del *s, ss_eval *e, const ss_del_from *x, const double *v)
{
    const int n = s->n;
    const double size = largest(n, v), half = 0.5 * x->tau;
    /* the step at which rounding and curvature of a difference balance; the equation is nearly
     * linear in v, so a step that is long against a small v does no harm, a short one does */
    const double step = sqrt(DBL_EPSILON) * fmax(size, 1.0);

    SS_TRY(ss_del_eval(s, e, x, v));
    for (int i = 0; i < n; i++) {
        s->base[i] = s->Mv[i] - half * s->K[i];
        s->trial[i] = v[i];
    }
    for (int j = 0; j < n; j++) {
        s->trial[j] = v[j] + step;
        SS_TRY(ss_del_eval(s, e, x, s->trial));
        for (int i = 0; i < n; i++)
            s->A[i * n + j] = (s->Mv[i] - half * s->K[i] - s->base[i]) / (s->trial[j] - v[j]);
        s->trial[j] = v[j];
    }
    s->have_A = ss_lu(n, s->A, s->piv) == SS_OK;
    if (!s->have_A) return SS_ENOSOL;
    return SS_OK;
}

double ss_del_scale(ss_del *s, const ss_del_from *x)
{
    for (int i = 0; i < s->n; i++)
        s->r[i] = fabs(s->Mv[i]) + 0.5 * x->tau * fabs(s->K[i]) + fabs(x->p[i]);
    ss_lu_apply(s->n, s->A, s->piv, s->r);
    return largest(s->n, s->r);
}

ss_del_verdict ss_del_judge(int iteration, double size, double last, int fresh)
{
    const double done = 4.0 * DBL_EPSILON;
    const double floor_at = 1e-10; /* corrections that stop shrinking here are rounding */
    const double fast = 0.05;      /* ten more digits within eight iterations */

    if (size <= done) return SS_DEL_DONE;
    if (!(size < INFINITY)) return SS_DEL_FAIL;
    if (iteration > 0 && size > 0.5 * last && last <= floor_at) return SS_DEL_DONE;
    if (iteration >= MOST_ITERATIONS) return SS_DEL_FAIL;
    if (!fresh && (iteration == 0 ? size > 0.1 : size > fast * last && size > floor_at))
        return SS_DEL_RENEW;
    return SS_DEL_GO_ON;
}

ss_status ss_del_solve(ss_del *s, ss_eval *e, const ss_del_from *x, double *v)
{
    const int n = s->n;
    double last = INFINITY, scale = 0.0;
    int fresh = 0;

    if (!s->have_A) {
        SS_TRY(ss_del_jacobian(s, e, x, v));
        fresh = 1;
    }
    for (int it = 0;; it++) {
        SS_TRY(ss_del_eval(s, e, x, v));
        if (it == 0) scale = ss_del_scale(s, x);
        for (int i = 0; i < n; i++) s->d[i] = s->Mv[i] - 0.5 * x->tau * s->K[i] - x->p[i];
        ss_lu_apply(n, s->A, s->piv, s->d);
        const double d = largest(n, s->d);
        for (int i = 0; i < n; i++) v[i] -= s->d[i];
        const double size = d > 0.0 ? d / scale : d;

        const ss_del_verdict verdict = ss_del_judge(it, size, last, fresh);
        if (verdict == SS_DEL_DONE) return SS_OK;
        if (verdict == SS_DEL_FAIL) {
            s->have_A = 0;
            return SS_ENOSOL;
        }
        if (verdict == SS_DEL_RENEW) {
            SS_TRY(ss_del_jacobian(s, e, x, v));
            fresh = 1;
        } else {
            fresh = fresh && it < 2; /* after a few steps it is no longer where it was taken */
        }
        last = size;
    }
}

/* ---- momenta at the ends ---------------------------------------------------------------- */

static ss_status mass_here(ss_del *s, ss_eval *e, const double **M)
{
    if (s->constant) {
        if (!s->have_M) SS_TRY(ss_mass(e, s->M));
        s->have_M = 1;
        *M = s->M;
        return SS_OK;
    }
    *M = s->s;
    return ss_mass(e, s->s);
}

ss_status ss_del_momentum(ss_del *s, ss_eval *e, const double *u, double *p)
{
    const double *M;

    SS_TRY(mass_here(s, e, &M));
    for (int i = 0; i < s->n; i++) p[i] = ss_dot(s->n, M + i * s->n, u);
    return SS_OK;
}

ss_status ss_del_velocity(ss_del *s, ss_eval *e, const double *p, double *u)
{
    const double *M;
    const size_t n = (size_t)s->n;

    SS_TRY(mass_here(s, e, &M));
    if (s->constant) memcpy(s->s, M, n * n * sizeof *M);
    SS_TRY(ss_chol(s->n, s->s));
    memcpy(u, p, n * sizeof *u);
    ss_chol_solve(s->n, s->s, u);
    return SS_OK;
}
