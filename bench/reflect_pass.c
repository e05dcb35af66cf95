/* reflect_pass.c - an impact of ten touching balls, resolved again and again */
#include "bench/reflect_pass.h"
#include "solvers/reflections.h"
#include <math.h>

enum { BALLS = 10, CONTACTS = BALLS - 1, ROWS = 2 * CONTACTS };

double ss_reflect_pass(double (*now)(void), int passes)
{
    double G[ROWS * ROWS] = {0}, mu[CONTACTS] = {0}, e_t[CONTACTS] = {0}, e_n[CONTACTS];
    double v[ROWS] = {0}, L[ROWS];
    const ss_impact c = {.n = CONTACTS, .G = G, .mu = mu, .e_n = e_n, .e_t = e_t};
    long maps = 0;

    for (int i = 0; i < CONTACTS; i++) { /* unit masses */
        e_n[i] = 1.0;
        G[2 * i * (ROWS + 1)] = 2.0;
        if (i > 0) G[2 * i * ROWS + 2 * (i - 1)] = G[2 * (i - 1) * ROWS + 2 * i] = -1.0;
    }
    const double begin = now();
    for (int k = 0; k < passes; k++) {
        for (int r = 0; r < ROWS; r++) v[r] = r ? 0.0 : -1.0;
        if (ss_reflect(&c, SS_ORDER_MOST, BALLS * BALLS, v, L, &maps) != SS_OK) return NAN;
    }
    const double wall = now() - begin;
    if (maps != (long)passes * CONTACTS || v[ROWS - 2] != 1.0) return NAN;
    return 1e9 * wall / passes;
}
