/* reflections.h - simultaneous impacts as a product of momentum maps (seghete2012).
 *
 * In the metric of the kinetic energy, <a, b> = a M^-1 b', an impact on the surface with the
 * normal u (a covector) maps the momentum by
 *
 *     p+ = p Gamma(u),   Gamma(u) = I - (1 + sqrt e) M^-1 u'u / <u, u>
 *
 * and takes the energy (1 - e) K_perp, K_perp = <p, u>^2/(2 <u, u>).  So sqrt e is Newton's
 * e_n, the number that these functions take.  Of several surfaces one that the momentum
 * violates, <p, u_i> < 0, is reflected over at a time, until none is.  The order is free, and
 * matters unless the normals are parallel or orthogonal in the metric.
 *
 * Between closed contacts all that is needed is G = W M^-1 W' and v = W u + chi: a map at
 * contact i adds G[:, i] L to v.  That form is used here; its rows are N1 T1 N2 T2 ... as in a
 * contact problem.  It costs n additions per map; its accuracy is eps times the condition of G.
 *
 * Termination.  Let every contact be frictionless and let the feasible cone have an interior
 * point c, <u_i, c> >= d |u_i|.  Each reflection raises <p, c> by at least
 * d (1 + e_n) |<p, u_i>|/|u_i|, and <p, c> <= |p| |c| cannot grow beyond what |p-| allows: the
 * violations have a finite sum, and p_k converges.  With e_n = 1 the sequence is finite,
 * whatever the order: else let p* be its limit; the contacts used infinitely often have
 * <p*, u_i> = 0, so from some k on every map is an isometry that leaves p* in place, and
 * |p_k - p*| is constant, hence zero, and nothing is violated.  With e_n < 1 it may be infinite
 * (three balls, e_n < 0.0718), so it ends when the violations are round-off; SS_EZENO says
 * that `most` maps did not suffice.
 *
 * Friction (ours).  At the contact that is reflected over, Newton's law vN+ = -e_n vN is joined by
 * Coulomb's for LT and vT+ (sticking: vT+ = -e_t vT).  Where the two together would gain energy, as
 * they can (Kane), Gamma is followed by the tangential map p - k (1 + e_t) <p, t>/<t, t> t with the
 * largest 0 <= k <= 1 for which |LT| <= mu LN: it moves the momentum towards its mirror image,
 * never beyond.  So no map gains energy.
 */
#ifndef SS_REFLECTIONS_H
#define SS_REFLECTIONS_H

#include "problems/base/arena.h"
#include "problems/base/status.h"
#include "solvers/math/dense.h"

/* p -> p Gamma(u), n numbers each, with y = M^-1 u'; returns the impulse along u. */
static inline double ss_gamma(int n, const double *u, const double *y, double e_n, double *p)
{
    const double L = -(1.0 + e_n) * ss_dot(n, p, y) / ss_dot(n, u, y);

    for (int i = 0; i < n; i++) p[i] += L * u[i];
    return L;
}

/* The closed contacts of one impact. */
typedef struct ss_impact {
    int n;
    const double *G;         /* 2n*2n, symmetric; tangential rows are zero if frictionless */
    const double *mu;        /* n */
    const double *e_n, *e_t; /* n */
} ss_impact;

typedef enum { SS_ORDER_MOST, SS_ORDER_FIRST, SS_ORDER_LAST } ss_reflect_order;
#define SS_ORDER_WORDS "most|first|last"

/* A normal velocity counts as violated beyond this share of the largest that the impact began
 * with (both over sqrt G_ii): a hundred reflections leave some hundred roundings. */
#define SS_REFLECT_TOL 1e-13

/* Reflect until feasible.  v (2n) goes from before to after; L (2n) is the sum of impulses;
 * *count is increased by the maps applied.  SS_EZENO after `most` maps: v, L as far as they
 * came. */
ss_status ss_reflect(const ss_impact *c, ss_reflect_order order, long most, double *v, double *L,
                     long *count);

/* Every order in which the violated contacts can be taken. */
typedef struct ss_orders {
    int outcomes;  /* distinct ones; those beyond `room` are compared with the kept ones only */
    int complete;  /* 1: no path was cut off by depth, budget or room */
    double spread; /* largest |p_a - p_b| between two outcomes */
    long maps;     /* applied in all */
} ss_orders;

typedef struct ss_order_search {
    int n, depth, room; /* contacts at most, maps in a row at most, outcomes kept */
    long budget;        /* maps in all */
    double *v, *L;      /* (depth + 1)*2n: the path under way */
    int *next;          /* depth + 1: which contact to try next */
    double *found;      /* room*2n: impulses of the outcomes */
    double *d;          /* 2n */
} ss_order_search;

void ss_order_search_layout(ss_order_search *s, int n, int depth, int room, long budget,
                            ss_arena *a);
ss_orders ss_reflect_orders(ss_order_search *s, const ss_impact *c, const double *v);
/* Least and largest normal velocity of contact k over the outcomes kept by that search from v. */
void ss_reflect_range(const ss_order_search *s, const ss_impact *c, const double *v,
                      const ss_orders *o, int k, double range[2]);

/* ---- measures of non-uniqueness ------------------------------------------------------ */

/* The paper's (18), with its sign mended: the derivative at eps = 0 of p Gamma(v + eps w)
 * Gamma(u), e_n = 1, for u, v, w of unit length, <u, v> = <v, w> = 0.
 *
 *     dp = -2 (<p, v> w + <p, w> v - 2 <u, w> <p, v> u),   |dp| = 2 |<p, w> w + <p, v> v|
 *
 * yv, yw = M^-1 v', M^-1 w'. */
void ss_reflect_dp(int n, const double *p, const double *u, const double *v, const double *yv,
                   const double *w, const double *yw, double *dp);

/* Of two contacts that are not orthogonal: s = <u, v> of the unit normals (22), and |dp| =
 * 2 |p*| of (19)-(20).  v is split as v = sqrt(1 - s^2) v0 + s u, so that w = u and eps =
 * s/sqrt(1 - s^2) lead from the orthogonal pair (u, v0) to (u, v); p* is then the part of p in
 * their span.  To first order the two orders of reflection differ by 2 eps |dp|. */
typedef struct ss_ambiguity {
    double s, dp;
    int a, b; /* the contacts */
} ss_ambiguity;

/* The pair whose order matters most, by |s| |dp|; zeros if there are fewer than two contacts.
 * v: relative velocities before the impact. */
ss_ambiguity ss_reflect_ambiguity(const ss_impact *c, const double *v);

/* dp of (18) for that pair and w = u, which lies in the span of u and v0, as contact k sees it: the
 * change <dp, wN_k> of its normal velocity after reflections over b and then a, per unit of eps.
 * The values at a and b are all of dp. */
double ss_reflect_dv(const ss_impact *c, const double *v, const ss_ambiguity *m, int k);

#endif
