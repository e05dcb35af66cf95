/* impact_lab.h - what tests of the laws of impact share: a law with its memory, random scenes */
#ifndef SS_TESTS_IMPACT_LAB_H
#define SS_TESTS_IMPACT_LAB_H

#include "problems/base/pcg.h"
#include "solvers/impact/impact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4, ROWS = 2 * MOST };

/* A law with its memory for up to four contacts. */
typedef struct lab {
    const ss_impact_law_type *type;
    void *work;
    void *memory;
} lab;

static inline lab open_law(const ss_impact_law_type *type)
{
    lab k = {.type = type, .work = calloc(1, type->work_size)};
    ss_arena a = {0};
    if (!k.work) exit(2);
    type->layout(k.work, MOST, &a);
    k.memory = calloc(1, a.used);
    if (!k.memory) exit(2);
    a = (ss_arena){.base = k.memory, .size = a.used};
    type->layout(k.work, MOST, &a);
    return k;
}

static inline void close_law(lab *k)
{
    free(k->memory);
    free(k->work);
}

static inline double dot(int n, const double *x, const double *y)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) s += x[i] * y[i];
    return s;
}

typedef struct scene {
    int n, nu;
    double W[ROWS * 6], M[6], u[6];
    double G[ROWS * ROWS], v[ROWS], T;
    ss_law law[MOST];
} scene;

/* One or two free bodies of random inertia; contacts at random points of either with the world,
 * half of the scenes on a common floor (whose tangential rows depend on each other), the others
 * with random normals, or between the two bodies. */
static inline void random_scene(ss_pcg *g, scene *s, int n)
{
    const int floor = ss_pcg_uniform(g) < 0.5, bodies = ss_pcg_uniform(g) < 0.5 ? 1 : 2;
    *s = (scene){.n = n, .nu = 3 * bodies};
    for (int i = 0; i < s->nu; i++) {
        s->M[i] = 0.1 + fabs(ss_pcg_normal(g));
        if (i % 3 == 1) s->M[i] = s->M[i - 1];
        s->u[i] = ss_pcg_normal(g);
    }
    for (int i = 0; i < n; i++) {
        const int body = bodies == 2 && ss_pcg_uniform(g) < 0.5;
        const int both = bodies == 2 && !floor && ss_pcg_uniform(g) < 0.3;
        const double a = floor ? 0.0 : 1.5 * ss_pcg_normal(g), c = cos(a), z = sin(a);
        double *N = s->W + 2 * i * s->nu, *T = N + s->nu;
        for (int k = 0; k < bodies; k++) {
            const double x = ss_pcg_normal(g), y = floor ? -0.5 : ss_pcg_normal(g);
            const double sign = k == body ? 1.0 : both ? -1.0 : 0.0;
            if (sign == 0.0) continue;
            /* n = (-z, c), t = (c, z); the point moves with (ux - y w, uy + x w) */
            N[3 * k] = -sign * z, N[3 * k + 1] = sign * c, N[3 * k + 2] = sign * (x * c + y * z);
            T[3 * k] = sign * c, T[3 * k + 1] = sign * z, T[3 * k + 2] = sign * (x * z - y * c);
        }
        if (dot(s->nu, N, s->u) > 0.0 && floor)
            for (int k = 0; k < bodies; k++)
                if (N[3 * k + 1] != 0.0) s->u[3 * k + 1] -= 1.1 * dot(s->nu, N, s->u);
        s->law[i] = (ss_law){.mu_d = ss_pcg_uniform(g), .a = 1.0, .v_s = 1e-5};
        s->law[i].mu_s = s->law[i].mu_d * (1.0 + 0.3 * ss_pcg_uniform(g));
        s->law[i].e_n = s->law[i].e_star = ss_pcg_uniform(g);
    }
    for (int i = 0; i < s->nu; i++) s->T += 0.5 * s->M[i] * s->u[i] * s->u[i];
    for (int r = 0; r < 2 * n; r++) {
        s->v[r] = dot(s->nu, s->W + r * s->nu, s->u);
        for (int c = 0; c < 2 * n; c++)
            for (int k = 0; k < s->nu; k++)
                s->G[r * 2 * n + c] += s->W[r * s->nu + k] * s->W[c * s->nu + k] / s->M[k];
    }
}

#endif
