/* least_norm.c - of all loads that give the same force, the one of least Euclidean norm.
 *
 *     minimise 1/2 |x|^2   over   sum_i r_i x_i = f,  x >= 0      (i on the optimal face)
 *
 * Its dual has k unknowns however many contacts there are: x = max(0, R y) where y makes
 *
 *     d(y) = f' y - 1/2 |max(0, R y)|^2
 *
 * greatest.  d is concave and piecewise quadratic, its gradient f - sum_S r_i (r_i' y) with S = {i:
 * r_i' y > 0}; Newton's method with an exact line search ends after finitely many steps, mostly
 * after one when it starts from the y of the last call.  At the end x_S = R_S (R_S' R_S)^+ f: the
 * pseudo-inverse on the support.
 *
 * The face: by complementarity x_i > 0 needs r_i' s = 0.  Where the r_i of the face are
 * independent, x is unique and stays as it is.
 */
#include "solvers/math/dense.h"
#include "solvers/qp/qp.h"

#include <math.h>

/* r_i' s below this part of the residual that the backend may leave is zero */
static const double on_face = 0.1;
/* rank of k*k products of the r_i: squares of ratios of 1e-6 */
static const double rank_tol = 1e-12;
/* gradient at which f is met: some roundings of its terms */
static const double met = 4e-15;
/* part of f that may be left unmet: a tenth of what the residual of exact backends allows */
static const double enough = 1e-10;
enum { NEWTON = 60, SEARCH = 40 };

/* The unknowns that may be positive, into s->face; their number. */
static int find_face(ss_qp_solver *s, const ss_qp *p, const double *lambda, const double *x)
{
    const int k = p->k;
    const ss_qp_units u = ss_qp_units_of(p);
    double most = u.load; /* r_i' s is measured as the residual does */
    int size = 0;

    for (int i = 0; i < p->n; i++) most = fmax(most, x[i]);
    for (int j = 0; j < p->m; j++) most = fmax(most, lambda[j]);
    const double tol = on_face * s->backend->tol * u.rate * most / u.load;

    for (int l = 0; l < k; l++) s->f[l] = s->s[l] = 0.0;
    for (int i = 0; i < p->n; i++)
        for (int l = 0; x[i] != 0.0 && l < k; l++) s->f[l] += p->R[i * k + l] * x[i];
    for (int j = 0; j < p->m; j++)
        for (int l = 0; lambda[j] != 0.0 && l < k; l++) s->s[l] += p->C[j * k + l] * lambda[j];
    for (int l = 0; l < k; l++) s->s[l] = s->f[l] - s->s[l];
    for (int i = 0; i < p->n; i++) {
        s->face[i] = x[i] > 0.0 || ss_dot(k, p->R + i * k, s->s) <= tol;
        size += s->face[i];
    }
    return size;
}

/* D = sum r_i r_i' over the face, where `positive` over those with z_i > 0 only. */
static void gram(ss_qp_solver *s, const ss_qp *p, int positive)
{
    const int k = p->k;

    for (int l = 0; l < k * k; l++) s->D[l] = 0.0;
    for (int i = 0; i < p->n; i++) {
        const double *const r = p->R + i * k;

        if (!s->face[i] || (positive && !(s->z[i] > 0.0))) continue;
        for (int a = 0; a < k; a++)
            for (int b = 0; b <= a; b++) s->D[a * k + b] += r[a] * r[b];
    }
}

/* s->e = f - sum_S r_i z_i with z = R y; returns its largest entry over that of f, and in
 * *rounding what of it may be rounding. */
static double gradient(ss_qp_solver *s, const ss_qp *p, double *rounding)
{
    const int k = p->k;
    double size = 0.0, most = 0.0, f = 0.0;

    for (int l = 0; l < k; l++) s->e[l] = s->f[l], f = fmax(f, fabs(s->f[l]));
    size = f;
    for (int i = 0; i < p->n; i++) {
        const double *const r = p->R + i * k;

        if (!s->face[i]) continue;
        s->z[i] = ss_dot(k, r, s->y);
        if (!(s->z[i] > 0.0)) continue;
        double terms = 0.0; /* of z_i: near the edge of the cone y is long, and they cancel */

        for (int l = 0; l < k; l++) terms += fabs(r[l] * s->y[l]);
        for (int l = 0; l < k; l++) {
            s->e[l] -= r[l] * s->z[i];
            size = fmax(size, fabs(r[l]) * terms);
        }
    }
    for (int l = 0; l < k; l++) most = fmax(most, fabs(s->e[l]));
    *rounding = f > 0.0 ? met * size / f : 0.0;
    return f > 0.0 ? most / f : 0.0;
}

/* s->d: D d = e, Newton's, 1; or where D is singular and e not in its range, another direction
 * uphill, 0. */
static int direction(ss_qp_solver *s, const ss_qp *p)
{
    const int k = p->k;
    double trace = 0.0, e2 = 0.0, left = 0.0;

    gram(s, p, 1);
    for (int l = 0; l < k; l++) trace += s->D[l * (k + 1)], s->d[l] = s->e[l];
    double *const work = s->D + k * k;
    int rank = ss_chol_rank(k, s->D, s->order, rank_tol);
    ss_chol_rank_solve(k, rank, s->D, s->order, s->d, work);
    if (rank == k) return 1;

    gram(s, p, 1); /* does the basic solution meet e? */
    for (int a = 0; a < k; a++) {
        double Dd = 0.0;

        for (int b = 0; b < k; b++) Dd += s->D[a > b ? a * k + b : b * k + a] * s->d[b];
        left += (Dd - s->e[a]) * (Dd - s->e[a]);
        e2 += s->e[a] * s->e[a];
    }
    if (left <= 1e-12 * e2) return 1; /* squares: six digits of the direction are plenty */
    for (int l = 0; l < k; l++) s->D[l * (k + 1)] += trace > 0.0 ? 1e-6 * trace : 1.0;
    for (int l = 0; l < k; l++) s->d[l] = s->e[l];
    rank = ss_chol_rank(k, s->D, s->order, rank_tol);
    ss_chol_rank_solve(k, rank, s->D, s->order, s->d, work);
    return 0;
}

/* Slope of d(y + t d) and its curvature. */
static double slope(const ss_qp_solver *s, const ss_qp *p, double t, double *curvature)
{
    double a = ss_dot(p->k, s->f, s->d);

    *curvature = 0.0;
    for (int i = 0; i < p->n; i++) {
        const double z = s->face[i] ? s->z[i] + t * s->dz[i] : 0.0;

        if (!(z > 0.0)) continue;
        a -= z * s->dz[i];
        *curvature += s->dz[i] * s->dz[i];
    }
    return a;
}

/* Where along d the dual is greatest: at 1 if d is Newton's and the support stays. */
static double search(ss_qp_solver *s, const ss_qp *p, int newton)
{
    double lo = 0.0, hi = INFINITY, t = 1.0, c;
    int same = newton;

    for (int i = 0; i < p->n; i++) {
        s->dz[i] = s->face[i] ? ss_dot(p->k, p->R + i * p->k, s->d) : 0.0;
        same = same && (!s->face[i] || (s->z[i] > 0.0) == (s->z[i] + s->dz[i] > 0.0));
    }
    if (same) return 1.0;
    const double from = slope(s, p, 0.0, &c);

    for (int n = 0; n < SEARCH; n++) {
        const double a = slope(s, p, t, &c);

        if (fabs(a) <= 1e-14 * from) break; /* the slope's own rounding */
        if (a > 0.0)
            lo = t;
        else
            hi = t;
        t = c > 0.0 ? t + a / c : 2.0 * t + 1.0;
        if (!(t > lo && t < hi)) t = hi < INFINITY ? 0.5 * (lo + hi) : 2.0 * lo + 1.0;
    }
    return t;
}

void ss_qp_least_norm(ss_qp_solver *s, const ss_qp *p, const double *lambda, double *x)
{
    const int k = p->k, size = find_face(s, p, lambda, x);

    gram(s, p, 0);
    if (size <= k && ss_chol_rank(k, s->D, s->order, rank_tol) == size) return;

    for (int n = 0; n < NEWTON; n++) {
        double rounding;
        const double left = gradient(s, p, &rounding);

        /* where Newton's direction fails, what is left of f may be rounding that no load meets */
        const int newton = left <= rounding || direction(s, p);
        if (left <= (newton ? fmin(rounding, enough) : enough)) {
            for (int i = 0; i < p->n; i++) x[i] = s->face[i] && s->z[i] > 0.0 ? s->z[i] : 0.0;
            return;
        }
        if (left <= rounding) break;
        const double t = search(s, p, newton);

        for (int l = 0; l < k; l++) s->y[l] += t * s->d[l];
    }
    for (int l = 0; l < k; l++) s->y[l] = 0.0; /* x stays as it came; the next call starts afresh */
}
