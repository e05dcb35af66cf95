/* mechanism.h - what tests of problem families share: building one, differences, a saddle-point
 * solve for its accelerations, and a plain Runge-Kutta step */
#ifndef SS_TESTS_MECHANISM_H
#define SS_TESTS_MECHANISM_H

#include "problems/base/pcg.h"
#include "problems/family.h"
#include "solve.h"
#include <math.h>
#include <stdio.h>

enum { MOST = 32 }; /* of anything per problem here */

/* Settings that the family's table knows; q0 and u0 are written by the test before ready(). */
static inline ss_status build(const ss_family *f, const char *settings, ss_problem *p)
{
    double opt[SS_MAX_OPTIONS];
    char name[32], value[32], why[200];
    int used;

    ss_options_preset(f->options, opt);
    for (; sscanf(settings, " %31[^= ]=%31s%n", name, value, &used) == 2; settings += used) {
        const int at = ss_option_find(f->options, name);
        if (at < 0) return SS_EARG;
        SS_TRY(ss_option_set(f->options, at, value, opt, why, sizeof why));
    }
    return f->build(opt, p, why, sizeof why);
}

static inline ss_status ready(const ss_family *f, ss_problem *p)
{
    char why[200];
    return f->ready(p, why, sizeof why);
}

static inline ss_config placed(const ss_problem *p, const double *q, double *c)
{
    if (p->pose) p->pose(p->par, 0.0, q, c);
    return (ss_config){.t = 0.0, .q = q, .c = c};
}

static inline void random_state(ss_pcg *r, int n, double *q, double *u)
{
    for (int i = 0; i < n; i++) q[i] = 6.0 * ss_pcg_uniform(r) - 3.0;
    for (int i = 0; i < n; i++) u[i] = 6.0 * ss_pcg_uniform(r) - 3.0;
}

/* u' with `hold` rows of W kept at zero acceleration (0: free flight): the saddle-point system
 * [M -W'; W 0] (u', l) = (h, -zeta). */
static inline void acceleration(const ss_problem *p, const double *q, const double *u, int contact,
                                int hold, double *du)
{
    const int n = p->dims.nu, N = n + hold;
    double c[MOST], M[25], W[15], z[3], K[64] = {0}, f[8];
    const ss_config x = placed(p, q, c);

    p->mass(p->par, &x, M);
    p->force(p->par, &x, u, f);
    p->jac(p->par, &x, contact, W);
    p->zeta(p->par, &x, u, contact, z);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) K[i * N + j] = M[i * n + j];
    for (int k = 0; k < hold; k++) {
        for (int j = 0; j < n; j++) {
            K[(n + k) * N + j] = W[k * n + j];
            K[j * N + n + k] = -W[k * n + j];
        }
        f[n + k] = -z[k];
    }
    solve_dense(N, K, f);
    for (int i = 0; i < n; i++) du[i] = f[i];
}

static inline void rk4(const ss_problem *p, double h, int contact, int hold, double *q, double *u)
{
    static const double at[] = {0.0, 0.5, 0.5, 1.0}, weight[] = {1.0, 2.0, 2.0, 1.0};
    const int n = p->dims.nu;
    double Q[5], U[5], dq[5] = {0}, du[5] = {0}, sq[5] = {0}, su[5] = {0};
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < n; i++) {
            Q[i] = q[i] + h * at[s] * dq[i];
            U[i] = u[i] + h * at[s] * du[i];
        }
        acceleration(p, Q, U, contact, hold, du);
        for (int i = 0; i < n; i++) {
            dq[i] = U[i];
            sq[i] += weight[s] * dq[i] / 6.0;
            su[i] += weight[s] * du[i] / 6.0;
        }
    }
    for (int i = 0; i < n; i++) q[i] += h * sq[i], u[i] += h * su[i];
}

#endif
