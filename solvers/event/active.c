/* active.c - contact forces of known modes, whatever the rank, and the search for the modes */
#include "solvers/event/active.h"
#include "solvers/math/dense.h"
#include <math.h>
#include <string.h>

/* A pivot below this share of the largest entry is a dependent row: between the round-off of
 * an elimination (1e-15) and the square root of it, where forces would be noise. */
#define DEPENDENT 1e-10
/* Rows left out agree with the others up to this share of b: the round-off of a solve whose
 * pivots are DEPENDENT at the least. */
#define AGREE 1e-9
/* Where the rows are known to belong together and only the place at which they are taken is a
 * little off, as the stages of a step are, they may differ by this. */
#define NEARLY 1e-5
/* Inequalities hold up to this share of the largest force or velocity; where no pattern does,
 * nearly dependent rows may have cost half the digits. */
#define SLACK 1e-10
#define LOOSE 1e-7
/* Friction that no surface has: what holds this much of its load holds everything. */
#define BEYOND 1e3

enum { MOST = SS_MODES_MAX, REPAIRS = 40, PATTERN_CONTACTS = 6 };

static double slope_of(const ss_active *a, const unsigned char *mode, int i)
{
    return mode[i] == SS_SLIP_PLUS ? -a->drag[i] : mode[i] == SS_SLIP_MINUS ? a->drag[i] : 0.0;
}

/* The system of the given modes: rows of k + 1, who[r] is the row of G and the unknown. */
static int assemble(const ss_active *a, const unsigned char *mode, double *L, double *A, int *who,
                    double *slope)
{
    const int m = 2 * a->n;
    int k = 0;

    for (int i = 0; i < a->n; i++) {
        const int isolated = a->load[i] >= 0.0, closed = mode[i] != SS_OPEN;
        const double s = slope_of(a, mode, i);
        L[2 * i] = isolated ? a->load[i] : 0.0;
        L[2 * i + 1] = isolated ? s * a->load[i] : 0.0;
        if (closed && !isolated) slope[k] = s, who[k++] = 2 * i;
        if (mode[i] == SS_STICK) slope[k] = 0.0, who[k++] = 2 * i + 1;
    }
    for (int r = 0; r < k; r++) {
        const double *G = a->G + who[r] * m;
        double *row = A + r * (k + 1);
        for (int j = 0; j < k; j++) {
            row[j] = G[who[j]];
            if (slope[j] != 0.0) row[j] += slope[j] * G[who[j] + 1];
        }
        row[k] = -a->b[who[r]];
        for (int i = 0; i < a->n; i++)
            if (a->load[i] >= 0.0) row[k] -= G[2 * i] * L[2 * i] + G[2 * i + 1] * L[2 * i + 1];
    }
    return k;
}

static void swap_rows(double *A, int w, int i, int j)
{
    for (int c = 0; c < w && i != j; c++) {
        const double keep = A[i * w + c];
        A[i * w + c] = A[j * w + c];
        A[j * w + c] = keep;
    }
}

/* Elimination with complete pivoting on k rows of k + 1; row[], col[] are the orders.  Returns
 * the rank. */
static int eliminate(int k, double *A, int *row, int *col)
{
    const int w = k + 1;
    double largest = 0.0;

    for (int i = 0; i < k; i++) row[i] = col[i] = i;
    for (int j = 0; j < k; j++) {
        int pr = j, pc = j;
        for (int r = j; r < k; r++)
            for (int c = j; c < k; c++)
                if (fabs(A[r * w + c]) > fabs(A[pr * w + pc])) pr = r, pc = c;
        const double pivot = fabs(A[pr * w + pc]);
        if (j == 0) largest = pivot;
        if (!(pivot > DEPENDENT * largest)) return j;
        swap_rows(A, w, j, pr);
        const int keep_row = row[j];
        row[j] = row[pr];
        row[pr] = keep_row;
        if (pc != j) {
            for (int r = 0; r < k; r++) {
                const double keep = A[r * w + j];
                A[r * w + j] = A[r * w + pc];
                A[r * w + pc] = keep;
            }
            const int keep_col = col[j];
            col[j] = col[pc];
            col[pc] = keep_col;
        }
        for (int r = j + 1; r < k; r++) {
            const double f = A[r * w + j] / A[j * w + j];
            if (f == 0.0) continue;
            for (int c = j + 1; c < w; c++) A[r * w + c] -= f * A[j * w + c];
        }
    }
    return k;
}

static void back_substitute(int k, const double *A, const int *col, double *x)
{
    const int w = k + 1;
    double z[MOST] = {0.0};

    for (int j = k - 1; j >= 0; j--) {
        double s = A[j * w + k];
        for (int c = j + 1; c < k; c++) s -= A[j * w + c] * z[c];
        z[j] = s / A[j * w + j];
    }
    for (int j = 0; j < k; j++) x[col[j]] = z[j];
}

/* x = D^2 B' (B D^2 B')^-1 r over the r independent rows B of A (k rows of k + 1). */
static int least_norm(int k, const double *A, int rank, const int *row, const double *D, double *x,
                      double *work)
{
    double *S = work, *y = work + rank * rank;
    int piv[MOST];

    for (int i = 0; i < rank; i++) {
        const double *Bi = A + row[i] * (k + 1);
        for (int j = 0; j < rank; j++) {
            const double *Bj = A + row[j] * (k + 1);
            double s = 0.0;
            for (int c = 0; c < k; c++) s += Bi[c] * D[c] * D[c] * Bj[c];
            S[i * rank + j] = s;
        }
        y[i] = Bi[k];
    }
    if (rank && ss_lu_solve(rank, S, y, piv) != SS_OK) return 0;
    for (int c = 0; c < k; c++) {
        double s = 0.0;
        for (int i = 0; i < rank; i++) s += A[row[i] * (k + 1) + c] * y[i];
        x[c] = D[c] * D[c] * s;
    }
    return 1;
}

/* Weights of the second pass.  Contacts that share a tangential force get shares of it like the
 * squares of their weights, and these shall be like what each can hold under the normal forces
 * of the first pass; a thousandth of the largest where that is nothing.  What holds beyond all
 * measure (the no-slip try of an impact) is weighed against its like only, or normal forces would
 * drown in it. */
static void weigh(const ss_active *a, int k, const int *who, const double *L, double *D)
{
    double most = 0.0, held = 0.0;

    for (int i = 0; i < a->n; i++) {
        most = fmax(most, fabs(L[2 * i]));
        held = fmax(held, a->hold[i] * L[2 * i]);
    }
    const double scale = held > BEYOND * most ? most / held : 1.0;
    for (int c = 0; c < k; c++) {
        const int i = who[c] / 2;
        D[c] = who[c] % 2 ? fmax(sqrt(fmax(0.0, scale * a->hold[i] * L[2 * i] * most)), 1e-3 * most)
                          : most;
        if (!(D[c] > 0.0)) D[c] = 1.0;
    }
}

static void spread(const ss_active *a, int k, const int *who, const double *slope, const double *x,
                   double *L)
{
    (void)a;
    for (int r = 0; r < k; r++) {
        L[who[r]] = x[r];
        if (slope[r] != 0.0) L[who[r] + 1] = slope[r] * x[r];
    }
}

static void velocities(const ss_active *a, const double *L, double *v)
{
    const int m = 2 * a->n;

    for (int r = 0; r < m; r++) v[r] = a->b[r] + ss_dot(m, a->G + r * m, L);
}

static double largest(int n, const double *x)
{
    double most = 0.0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

/* The largest sum of moduli that makes up a velocity: what its round-off is relative to. */
static double speed_scale(const ss_active *a, const double *L)
{
    const int m = 2 * a->n;
    double most = 0.0;

    for (int r = 0; r < m; r++) {
        double sum = fabs(a->b[r]);
        for (int j = 0; j < m; j++) sum += fabs(a->G[r * m + j] * L[j]);
        most = fmax(most, sum);
    }
    return most;
}

/* ss_active_solve() with *apart: by what share of the velocities that occur the rows left out
 * differ from the others; -1 if none were. */
static int solve(const ss_active *a, const unsigned char *mode, double *L, double *v, double *work,
                 double *apart)
{
    int who[MOST], row[MOST], col[MOST];
    double slope[MOST], D[MOST], x[MOST];
    const int most = 2 * a->n;
    double *A = work, *copy = work + most * (most + 1);

    *apart = -1.0;
    if (most > MOST) return 0;
    const int k = assemble(a, mode, L, A, who, slope);
    memcpy(copy, A, (size_t)(k * (k + 1)) * sizeof *A);
    const int rank = eliminate(k, A, row, col);
    if (rank == k) {
        back_substitute(k, A, col, x);
        spread(a, k, who, slope, x, L);
        velocities(a, L, v);
        return 1;
    }
    for (int c = 0; c < k; c++) D[c] = 1.0;
    for (int pass = 0; pass < 2; pass++) {
        if (!least_norm(k, copy, rank, row, D, x, A)) return 0;
        spread(a, k, who, slope, x, L);
        weigh(a, k, who, L, D);
    }
    velocities(a, L, v);
    double off = *apart = 0.0;
    for (int r = 0; r < k; r++)
        if (!(fabs(v[who[r]]) <= off)) off = fabs(v[who[r]]);
    if (off > 0.0 || off != off) *apart = off / fmax(speed_scale(a, L), a->grain);
    return 1;
}

int ss_active_solve(const ss_active *a, const unsigned char *mode, double *L, double *v,
                    double *work)
{
    double apart;
    return solve(a, mode, L, v, work, &apart) && apart <= AGREE;
}

int ss_active_go_on(const ss_active *a, const unsigned char *mode, double *L, double *v,
                    double *work)
{
    double apart;
    return solve(a, mode, L, v, work, &apart) && apart <= NEARLY;
}

/* By how much, relative to its scale, contact i breaks its mode; *better is what repairs it. */
static double violation(const ss_active *a, const unsigned char *mode, const double *L,
                        const double *v, double force, double speed, double slack, int i,
                        unsigned char *better)
{
    const double LN = L[2 * i], LT = L[2 * i + 1], vN = v[2 * i], vT = v[2 * i + 1];
    const int isolated = a->load[i] >= 0.0, held = a->bound && a->bound[i] > 0;
    const unsigned char slips = a->way[i] < 0 ? SS_SLIP_MINUS : SS_SLIP_PLUS;
    const unsigned char closes = a->way[i] || a->drag[i] + a->hold[i] == 0.0 ? slips : SS_STICK;

    if (mode[i] == SS_OPEN) {
        *better = closes;
        return isolated || held ? 1.0 : -vN / speed;
    }
    if (!isolated && !held && -LN / force > slack) {
        *better = SS_OPEN;
        return -LN / force;
    }
    if (mode[i] == SS_STICK) {
        *better = LT > 0.0 ? SS_SLIP_MINUS : SS_SLIP_PLUS;
        return a->way[i] ? 1.0 : (fabs(LT) - a->hold[i] * LN) / force;
    }
    *better = a->way[i] ? slips : SS_STICK;
    if (a->way[i]) return mode[i] == slips ? 0.0 : 1.0;
    if (a->drag[i] == 0.0 && a->hold[i] == 0.0) return 0.0;
    return (mode[i] == SS_SLIP_PLUS ? -vT : vT) / speed;
}

static double worst(const ss_active *a, const unsigned char *mode, const double *L, const double *v,
                    double slack, int *who, unsigned char *better)
{
    const double force = fmax(largest(2 * a->n, L), 1e-300);
    const double speed = fmax(speed_scale(a, L), 1e-300);
    double most = 0.0;

    *who = -1;
    for (int i = 0; i < a->n; i++) {
        unsigned char repair = mode[i];
        const double by = violation(a, mode, L, v, force, speed, slack, i, &repair);
        if (by > slack && by > most) most = by, *who = i, *better = repair;
        if (!isfinite(by)) return INFINITY;
    }
    return most;
}

int ss_active_holds(const ss_active *a, const unsigned char *mode, const double *L, const double *v)
{
    int who;
    unsigned char better;
    return worst(a, mode, L, v, SLACK, &who, &better) == 0.0;
}

/* A slipping contact whose own entry is negative is Painleve's: its force would grow as the
 * contact opens.  Such a solution is kept for last. */
static int regular(const ss_active *a, const unsigned char *mode)
{
    const int m = 2 * a->n;

    for (int i = 0; i < a->n; i++) {
        const double *G = a->G + 2 * i * m + 2 * i;
        if (mode[i] >= SS_SLIP_PLUS && a->load[i] < 0.0 && a->way[i] &&
            G[0] + slope_of(a, mode, i) * G[1] <= 0.0)
            return 0;
    }
    return 1;
}

static int repair(const ss_active *a, unsigned char *mode, double *L, double *v, double *work)
{
    for (int k = 0; k < REPAIRS; k++) {
        int who;
        unsigned char better;
        if (!ss_active_solve(a, mode, L, v, work)) return 0;
        const double by = worst(a, mode, L, v, SLACK, &who, &better);
        if (by == 0.0) return regular(a, mode);
        if (who < 0 || !isfinite(by)) return 0;
        mode[who] = better;
    }
    return 0;
}

/* Pattern number k: contact i takes the digit of base 4 or 2; 0 when there is no such one. */
static int pattern(const ss_active *a, long k, unsigned char *mode)
{
    static const unsigned char any[] = {SS_STICK, SS_SLIP_PLUS, SS_SLIP_MINUS, SS_OPEN};

    for (int i = 0; i < a->n; i++) {
        const int bare = a->drag[i] == 0.0 && a->hold[i] == 0.0;
        if (a->way[i] || bare) {
            const unsigned char slips = a->way[i] < 0 ? SS_SLIP_MINUS : SS_SLIP_PLUS;
            mode[i] = k % 2 ? SS_OPEN : slips;
            k /= 2;
        } else {
            mode[i] = any[k % 4];
            k /= 4;
        }
    }
    return k == 0;
}

/* Do the contacts that stood and bear all do the same? */
static int alike(const ss_active *a, const unsigned char *mode)
{
    unsigned char first = SS_OPEN;

    for (int i = 0; i < a->n; i++) {
        if (a->way[i] || a->load[i] >= 0.0 || a->drag[i] + a->hold[i] == 0.0) continue;
        if (mode[i] == SS_OPEN || mode[i] == first) continue;
        if (first != SS_OPEN) return 0;
        first = mode[i];
    }
    return 1;
}

/* All that stood stick, or slip together, or none of that. */
static int find_alike(const ss_active *a, unsigned char *mode, double *L, double *v, double *work)
{
    static const unsigned char all[] = {SS_STICK, SS_SLIP_PLUS, SS_SLIP_MINUS};
    static const signed char ways[] = {0, 1, -1};
    signed char way[SS_MODES_MAX / 2];
    unsigned char guess[SS_MODES_MAX / 2] = {SS_OPEN};

    for (int k = 0; k < 3; k++) {
        ss_active b = *a;
        b.way = way;
        for (int i = 0; i < a->n; i++) {
            const int stood = !a->way[i] && a->load[i] < 0.0 && a->drag[i] + a->hold[i] > 0.0;
            way[i] = stood ? ways[k] : a->way[i];
            guess[i] = stood ? all[k] : mode[i];
        }
        if (repair(&b, guess, L, v, work) && alike(a, guess) && ss_active_holds(a, guess, L, v)) {
            memcpy(mode, guess, (size_t)a->n);
            return 1;
        }
    }
    return 0;
}

/* Do the normals of all contacts together depend on each other? */
static int redundant(const ss_active *a, double *L, double *v, double *work)
{
    unsigned char mode[SS_MODES_MAX / 2];
    double apart;

    for (int i = 0; i < a->n; i++) mode[i] = a->way[i] < 0 ? SS_SLIP_MINUS : SS_SLIP_PLUS;
    return solve(a, mode, L, v, work, &apart) && apart >= 0.0;
}

/* Redundant contacts at rest can be wedged against each other: some hold what others push.  That
 * satisfies the laws, but nothing has wedged them.  Where they can do without, they do. */
static int settle(const ss_active *a, unsigned char *mode, double *L, double *v, double *work)
{
    unsigned char guess[SS_MODES_MAX / 2];

    if (redundant(a, L, v, work) && find_alike(a, mode, L, v, work)) return 1;
    memcpy(guess, mode, (size_t)a->n);
    if (!repair(a, guess, L, v, work)) return 0;
    memcpy(mode, guess, (size_t)a->n);
    return 1;
}

int ss_active_find(const ss_active *a, unsigned char *mode, double *L, double *v, double *work,
                   int *proved)
{
    unsigned char guess[SS_MODES_MAX / 2];

    *proved = 1;
    if (!a->n) return 1;
    if (2 * a->n > MOST) return *proved = 0;
    if (settle(a, mode, L, v, work)) return 1;
    if (a->n > PATTERN_CONTACTS) return *proved = 0;
    long spare = -1; /* a pattern of Painleve's kind, or one that holds only loosely */
    int is_loose = 1;
    for (long k = 0; pattern(a, k, guess); k++) {
        int who;
        unsigned char better;
        if (!ss_active_solve(a, guess, L, v, work)) continue;
        const double by = worst(a, guess, L, v, SLACK, &who, &better);
        if (by == 0.0 && regular(a, guess)) {
            memcpy(mode, guess, (size_t)a->n);
            return 1;
        }
        if (by == 0.0 ? is_loose : by <= LOOSE && spare < 0) spare = k, is_loose = by != 0.0;
    }
    if (spare < 0) return 0;
    pattern(a, spare, mode);
    return ss_active_solve(a, mode, L, v, work);
}
