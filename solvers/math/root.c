/* root.c - event location by bracketing, on dense output */
#include "solvers/math/root.h"
#include <math.h>
#include <string.h>

enum {
    BERNSTEIN = 5,
    SECANTS = 60,
    INTERVALS = 10000, /* a function that needs more is noise around zero, not smooth */
};

/* What the orders above four may add, in units of the fourth difference: an interval whose
 * fourth difference is not small against its values is halved anyway. */
#define MARGIN 0.5

typedef enum { CLEAR, FALLING, UNSURE } verdict;

/* Bernstein coefficients of the quartic through five equidistant values. */
static void bernstein(const double v[SS_ROOT_NODES], double c[BERNSTEIN])
{
    c[0] = v[0];
    c[1] = (-13.0 * v[0] + 48.0 * v[1] - 36.0 * v[2] + 16.0 * v[3] - 3.0 * v[4]) / 12.0;
    c[2] = (13.0 * v[0] - 64.0 * v[1] + 120.0 * v[2] - 64.0 * v[3] + 13.0 * v[4]) / 18.0;
    c[3] = (-3.0 * v[0] + 16.0 * v[1] - 36.0 * v[2] + 48.0 * v[3] - 13.0 * v[4]) / 12.0;
    c[4] = v[4];
}

static verdict judge(const double v[SS_ROOT_NODES], double zero, int at_start)
{
    double c[BERNSTEIN];
    const double fourth = fabs(v[0] - 4.0 * v[1] + 6.0 * v[2] - 4.0 * v[3] + v[4]);
    const double margin = MARGIN * fourth;
    int k = 0, clear = 1, falling = v[0] >= 0.0 && v[4] < 0.0;

    /* from a zero at the start secants would find that zero */
    if (at_start && v[0] <= zero) falling = 0;

    bernstein(v, c);
    /* what rises from zero, however slowly at first, has not turned negative */
    while (k < BERNSTEIN && fabs(c[k]) <= zero) k++;
    if (k == BERNSTEIN) return CLEAR; /* rests there */
    if (!at_start) k = 0;
    for (int i = k; i < BERNSTEIN; i++) clear = clear && c[i] > margin;
    for (int i = 1; i < BERNSTEIN; i++) falling = falling && c[i] - c[i - 1] < -margin;
    return clear ? CLEAR : falling ? FALLING : UNSURE;
}

/* Does a clear interval come within zero of it? */
static int touches(const double v[SS_ROOT_NODES], double zero)
{
    double least = v[0];
    for (int i = 1; i < SS_ROOT_NODES; i++) least = fmin(least, v[i]);
    return least <= zero;
}

typedef struct march {
    const ss_root_functions *f;
    const double *zero;
    double *phi;  /* 5 rows of m */
    double *more; /* m */
    double s, w;
    int at_start;
} march;

static void node_values(const march *k, int j, double v[SS_ROOT_NODES])
{
    for (int i = 0; i < SS_ROOT_NODES; i++) v[i] = k->phi[i * k->f->m + j];
}

static ss_status fill(march *k, int node)
{
    const double s = k->s + 0.25 * node * k->w;
    return k->f->at(k->f->ctx, s, k->phi + node * k->f->m);
}

static void copy_node(march *k, int to, int from)
{
    const size_t m = (size_t)k->f->m;
    memcpy(k->phi + (size_t)to * m, k->phi + (size_t)from * m, m * sizeof *k->phi);
}

/* The verdict over all functions: UNSURE if one is unsure, FALLING if every suspect falls. */
static verdict look(const march *k, int *touched)
{
    verdict all = CLEAR;

    *touched = 0;
    for (int j = 0; j < k->f->m; j++) {
        double v[SS_ROOT_NODES];
        node_values(k, j, v);
        const verdict mine = judge(v, k->zero[j], k->at_start);
        *touched += !k->at_start && mine == CLEAR && touches(v, k->zero[j]);
        if (mine > all) all = mine;
    }
    return all;
}

/* The one root of a falling function j in [lo, hi]: secants that keep the bracket, with the
 * older end's value halved when one end stays (Illinois), and a bisection whenever two of them
 * did not halve it. */
static ss_status refine(march *k, int j, double tol, double *lo, double *hi)
{
    double a = *lo, b = *hi, fa = k->phi[j], fb = k->phi[(SS_ROOT_NODES - 1) * k->f->m + j];
    double old = b - a;
    int stayed = 0;

    for (int i = 0; i < SECANTS && b - a > tol; i++) {
        double s = fa > fb ? a + (b - a) * (fa / (fa - fb)) : 0.5 * (a + b);
        if (i % 3 == 2) {
            if (b - a > 0.5 * old) s = 0.5 * (a + b);
            old = b - a;
        }
        /* half a tolerance from the ends, so that the bracket closes from both sides */
        s = fmin(fmax(s, a + 0.5 * tol), b - 0.5 * tol);
        SS_TRY(k->f->at(k->f->ctx, s, k->more));
        if (k->more[j] >= 0.0) {
            a = s, fa = k->more[j];
            if (stayed == 1) fb *= 0.5;
            stayed = 1;
        } else {
            b = s, fb = k->more[j];
            if (stayed == -1) fa *= 0.5;
            stayed = -1;
        }
    }
    *lo = a;
    *hi = b;
    return SS_OK;
}

/* All suspects fall in this interval: the earliest of their roots. */
static ss_status earliest(march *k, double tol, ss_root *out)
{
    for (int j = 0; j < k->f->m; j++) {
        double v[SS_ROOT_NODES], lo = k->s, hi = k->s + k->w;
        node_values(k, j, v);
        if (judge(v, k->zero[j], k->at_start) != FALLING) continue;
        SS_TRY(refine(k, j, tol, &lo, &hi));
        if (out->which < 0 || hi < out->after) {
            out->which = j;
            out->before = lo;
            out->after = hi;
        }
    }
    return SS_OK;
}

/* An interval as short as the tolerance that is still unsure: a sign change is a root. */
static void settle(const march *k, ss_root *out)
{
    for (int j = 0; j < k->f->m && out->which < 0; j++) {
        double v[SS_ROOT_NODES], least = INFINITY;
        node_values(k, j, v);
        for (int i = k->at_start; i < SS_ROOT_NODES; i++) least = fmin(least, v[i]);
        if (least < (k->at_start ? -k->zero[j] : 0.0))
            *out = (ss_root){.which = j, .before = k->s, .after = k->s + k->w};
    }
}

static ss_status begin(march *k)
{
    for (int i = 0; i < SS_ROOT_NODES; i++) SS_TRY(fill(k, i));
    return SS_OK;
}

static ss_status halve(march *k)
{
    k->w *= 0.5;
    copy_node(k, 4, 2);
    copy_node(k, 2, 1);
    SS_TRY(fill(k, 1));
    return fill(k, 3);
}

static ss_status go_on(march *k)
{
    k->s += k->w;
    k->w = fmin(2.0 * k->w, 1.0 - k->s);
    k->at_start = 0;
    copy_node(k, 0, 4);
    for (int i = 1; i < SS_ROOT_NODES; i++) SS_TRY(fill(k, i));
    return SS_OK;
}

ss_status ss_root_first(ss_root_work *work, const ss_root_functions *f, double tol,
                        const double *zero, ss_root *out)
{
    march k = {.f = f,
               .zero = zero,
               .phi = work->phi,
               .more = work->phi + SS_ROOT_NODES * f->m,
               .w = 1.0,
               .at_start = 1};
    int touched;

    *out = (ss_root){.which = -1, .before = 1.0, .after = 1.0};
    if (!f->m) return SS_OK;
    SS_TRY(begin(&k));
    for (int i = 0; i < INTERVALS; i++) {
        const verdict is = look(&k, &touched);
        if (is == FALLING) return earliest(&k, tol, out);
        if (is == UNSURE && k.w > tol) {
            SS_TRY(halve(&k));
            continue;
        }
        out->touches += touched;
        if (is == UNSURE) settle(&k, out);
        if (out->which >= 0 || !(k.s + k.w < 1.0 - 0.5 * tol)) return SS_OK;
        SS_TRY(go_on(&k));
    }
    return SS_ESTEP;
}
