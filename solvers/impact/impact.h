/* impact.h - laws of impact, as the event-driven methods see them
 *
 * n contacts take part, each with a normal and a tangent (rows N1 T1 N2 T2 ...).  Impulses p
 * change velocities by
 *
 *     v+ = v + G p,   u+ = scale (u + M^-1 W' p),   T+ = T + w'p + p'G p/2 before scaling
 *
 * with w = W u, which is v without the motion of supports.  A law is given v and finds p; it
 * knows nothing of configurations or time. */
#ifndef SS_IMPACT_H
#define SS_IMPACT_H

#include "problems/base/arena.h"
#include "problems/base/status.h"
#include "problems/law.h"

typedef struct ss_impact {
    int n;
    const double *G;   /* 2n*2n, row-major, symmetric positive semidefinite */
    const double *v;   /* 2n: relative velocities before */
    const double *w;   /* 2n: W u */
    const ss_law *law; /* n */
    double T;          /* kinetic energy before, J */
} ss_impact;

typedef struct ss_impact_result {
    double *p;       /* 2n impulses, in memory of the caller */
    double scale;    /* of the velocities after; 1 unless the law attenuates them */
    double residual; /* m/s: what is left of the law's equations and inequalities */
} ss_impact_result;

typedef struct ss_impact_law_type {
    const char *name;
    size_t work_size; /* bytes of its work struct */
    void (*layout)(void *work, int n_max, ss_arena *a);
    /* settings: the law's own, see its header; NULL: presets */
    ss_status (*solve)(void *work, const void *settings, const ss_impact *x, ss_impact_result *r);
} ss_impact_law_type;

/* T+ - T before scaling. */
static inline double ss_impact_gain(const ss_impact *x, const double *p)
{
    const int m = 2 * x->n;
    double gain = 0.0;

    for (int i = 0; i < m; i++) {
        double Gp = 0.0;
        for (int j = 0; j < m; j++) Gp += x->G[i * m + j] * p[j];
        gain += p[i] * (x->w[i] + 0.5 * Gp);
    }
    return gain;
}

extern const ss_impact_law_type ss_impact_newton, ss_impact_energetic, ss_impact_poisson;

/* Settings of the Newton law. */
typedef enum { SS_ENERGY_NONE, SS_ENERGY_ATTENUATE, SS_ENERGY_CONSTRAIN } ss_energy_control;
typedef struct ss_newton_settings {
    ss_energy_control energy;
    double e_kin; /* bound on T+/T- */
} ss_newton_settings;

#endif
