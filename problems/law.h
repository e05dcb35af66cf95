/* law.h - what happens at one contact: friction and restitution.
 *
 * Friction.  The coefficient at slip speed v is
 *     mu(v) = mu_d + (mu_s - mu_d) exp(-(|v|/v_s)^a) + b |v|
 * so mu_s = mu_d, b = 0 is Coulomb's law, mu_s > mu_d the static/dynamic law with its
 * smoothing, b > 0 Coulomb plus viscous.
 *
 * Restitution.  e_n, e_t are Newton's ratios of relative velocities, e_star is Stronge's:
 * the square root of the share of the normal compression work that is given back.
 *
 * An isolated contact has only a tangential law; its normal load is given.  Its gap and
 * its normal direction are zero, it is always closed.
 */
#ifndef SS_LAW_H
#define SS_LAW_H

#include <math.h>

/* The laws of impact.  They differ, so results under one are not the truth of another. */
typedef enum {
    SS_IMPACT_NEWTON,
    SS_IMPACT_POISSON,
    SS_IMPACT_ENERGETIC,
    SS_IMPACT_REFLECTION,
    SS_IMPACT_NONE
} ss_impact_law;

typedef enum { SS_UNILATERAL, SS_ISOLATED } ss_law_kind;

typedef struct ss_law {
    ss_law_kind kind;
    double mu_s, mu_d; /* static and dynamic friction, >= 0 */
    double v_s, a;     /* m/s and 1: decay of the smoothing; v_s = 0: mu_d at every v != 0 */
    double b;          /* s/m, viscous part */
    double e_n, e_t;   /* Newton, 0..1 */
    double e_star;     /* Stronge, 0..1 */
    double load;       /* N, the given normal force of an isolated contact */
} ss_law;

static inline int ss_law_is_coulomb(const ss_law *law)
{
    return law->mu_s == law->mu_d && law->b == 0.0;
}

/* The smoothing is below the smallest double from here on, in units of v_s, for a >= 0.1. */
#define SS_FADE_END 1e30

/* Coefficient of friction at slip speed |v|. */
static inline double ss_law_mu(const ss_law *law, double v)
{
    if (ss_law_is_coulomb(law)) return law->mu_d;

    const double s = fabs(v), rise = law->mu_s - law->mu_d;
    double fade = s == 0.0;
    if (s > 0.0 && s < SS_FADE_END * law->v_s) {
        const double r = s / law->v_s;
        fade = exp(-(law->a == 1.0 ? r : pow(r, law->a)));
    }
    return law->mu_d + rise * fade + law->b * s;
}

#endif
