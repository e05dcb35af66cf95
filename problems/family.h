/* family.h - what authors of problem families share: rows of options that mean the same
 * everywhere, and the usual clean-up.
 *
 *     enum { MASS, GRAVITY, LAW };            LAW: the first of SS_LAW_ROWS rows
 *     static const ss_option options[] = { [MASS] = ..., [GRAVITY] = ...,
 *                                          SS_LAW_OPTIONS(LAW, 0.5, 0.5, 0.0), {0} };
 *     law = ss_law_from(opt + LAW);
 */
#ifndef SS_FAMILY_H
#define SS_FAMILY_H

#include "problems/problem.h"
#include <stdlib.h>

#define SS_PI     3.14159265358979323846
#define SS_TWO_PI 6.28318530717958647692

/* frictionless contacts */
enum { SS_RESTITUTION_ROWS = 3 };
#define SS_RESTITUTION_OPTIONS(first, e)                                                           \
    [(first)] = {"e_n", SS_REAL, (e), 0.0, 1.0, "1", "Newton restitution", NULL},                  \
    [(first) + 1] = {"e_star", SS_REAL, (e), 0.0, 1.0, "1", "Stronge's energetic restitution",     \
                     NULL},                                                                        \
    [(first) + 2] = {"e", SS_ALIAS, 0.0, 0.0, 1.0, "1", "sets e_n and e_star", "e_n e_star"}

static inline ss_law ss_restitution_from(const double *opt)
{
    return (ss_law){.a = 1.0, .e_n = opt[0], .e_star = opt[1]};
}

/* friction alone: mu_s, mu_d, v_s, a, b and mu for both */
enum { SS_FRICTION_ROWS = 6 };
#define SS_FRICTION_OPTIONS(first, mu_static, mu_dynamic)                                          \
    [(first)] = {"mu_s", SS_REAL, (mu_static), 0.0, 1e3, "1", "static friction", NULL},            \
    [(first) + 1] = {"mu_d", SS_REAL, (mu_dynamic), 0.0, 1e3, "1", "dynamic friction", NULL},      \
    [(first) + 2] = {"v_s",                                                                        \
                     SS_REAL,                                                                      \
                     1e-5,                                                                         \
                     0.0,                                                                          \
                     1e3,                                                                          \
                     "m/s",                                                                        \
                     "slip speed over which friction falls from static to dynamic",                \
                     NULL},                                                                        \
    [(first) + 3] = {"a", SS_REAL, 1.0, 0.1, 10.0, "1", "exponent of that fall", NULL},            \
    [(first) + 4] = {"b", SS_REAL, 0.0, 0.0, 1e6, "s/m", "viscous part of the friction", NULL},    \
    [(first) + 5] = {"mu", SS_ALIAS, 0.0, 0.0, 1e3, "1", "sets mu_s and mu_d", "mu_s mu_d"}

static inline ss_law ss_friction_from(const double *opt)
{
    return (ss_law){.mu_s = opt[0], .mu_d = opt[1], .v_s = opt[2], .a = opt[3], .b = opt[4]};
}

/* unilateral contact with friction: the friction rows, then e_n, e_star, e, then e_t */
enum { SS_LAW_ROWS = SS_FRICTION_ROWS + SS_RESTITUTION_ROWS + 1 };
#define SS_LAW_OPTIONS(first, mu_static, mu_dynamic, e)                                            \
    SS_FRICTION_OPTIONS(first, mu_static, mu_dynamic),                                             \
        SS_RESTITUTION_OPTIONS((first) + SS_FRICTION_ROWS, e),                                     \
        [(first) + SS_FRICTION_ROWS + SS_RESTITUTION_ROWS] = {                                     \
            "e_t", SS_REAL, 0.0, 0.0, 1.0, "1", "tangential restitution", NULL}

static inline ss_law ss_law_from(const double *opt)
{
    ss_law law = ss_friction_from(opt);
    law.e_n = opt[SS_FRICTION_ROWS];
    law.e_star = opt[SS_FRICTION_ROWS + 1];
    law.e_t = opt[SS_FRICTION_ROWS + SS_RESTITUTION_ROWS];
    return law;
}

/* zeta() where neither the rows nor the support's velocity ever change: without tangents, and
 * with one */
static inline int ss_zeta_zero_normal(const void *par, const ss_config *x, const double *u,
                                      int contact, double *z)
{
    (void)par, (void)x, (void)u, (void)contact;
    z[0] = 0.0;
    return 0;
}
static inline int ss_zeta_zero_planar(const void *par, const ss_config *x, const double *u,
                                      int contact, double *z)
{
    (void)par, (void)x, (void)u, (void)contact;
    z[0] = z[1] = 0.0;
    return 0;
}

/* destroy() of a family whose par is one block from malloc */
static inline void ss_family_free(ss_problem *p)
{
    free((void *)p->par);
    p->par = NULL;
}

#endif
