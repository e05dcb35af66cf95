/* dissipation.h - the dissipation principle of flickinger2011 as a programme over patterns
 *
 * With the normal velocities after the impact given, everything is affine in the tangential
 * impulses z (k):
 *
 *     pN = n0 + N z,   vT+ = s0 + S z,   T+ = T0 + t'z + z'K z/2
 *
 * and the principle reads: minimise sum_i (mu_s - mu_i)^2 + vT_i^2 over z, subject to
 * |z_i| <= mu_i pN_i and pN_i >= 0, with mu_i = mu_s where vT_i = 0 and mu_i -> mu_min else.
 * It is not convex, but for each pattern of
 *
 *     stick      vT = 0                        cone of mu_s
 *     grip +-    vT = 0, z = +-mu_s pN         sticks at the edge of that cone
 *     edge +-    z = +-mu_min pN               slips
 *     inside     z free, |z| <= mu_min pN      slips
 *     apex       z = 0, pN = 0                 slips
 *
 * it is an equality-constrained least-squares problem with one solution.  The optimum is the
 * best of those that are feasible; up to six contacts all patterns are tried that have no more
 * equations than unknowns (each grip or apex needs a contact inside), beyond that single changes
 * from the best of a few starts.  z = 0 is always feasible. */
#ifndef SS_DISSIPATION_H
#define SS_DISSIPATION_H

#include "problems/base/arena.h"

enum { SS_DISSIPATION_MAX = 16 }; /* contacts */

typedef struct ss_dissipation {
    int k;
    double *n0, *N;        /* k, k*k */
    double *s0, *S;        /* k, k*k */
    double T0, *t, *K;     /* k, k*k */
    double *mu_s, *mu_min; /* k */
    double T_most;         /* bound on T+, INFINITY: none */
    double *work;          /* scratch */
} ss_dissipation;

typedef struct ss_dissipation_best {
    double z[SS_DISSIPATION_MAX], objective;
    int found;
    unsigned char pattern[SS_DISSIPATION_MAX];
} ss_dissipation_best;

typedef enum {
    SS_DISS_STICK,
    SS_DISS_PLUS,
    SS_DISS_MINUS,
    SS_DISS_INSIDE,
    SS_DISS_GRIP_PLUS,
    SS_DISS_GRIP_MINUS,
    SS_DISS_APEX,
    SS_DISS_MODES
} ss_dissipation_mode;

static inline int ss_dissipation_sticks(unsigned char mode)
{
    return mode == SS_DISS_STICK || mode == SS_DISS_GRIP_PLUS || mode == SS_DISS_GRIP_MINUS;
}

void ss_dissipation_layout(ss_dissipation *d, int k_max, ss_arena *a);

/* The best feasible pattern; found = 0 if the bound on T+ excludes all. */
void ss_dissipation_solve(const ss_dissipation *d, ss_dissipation_best *best);

double ss_dissipation_vT(const ss_dissipation *d, const double *z, int i);
double ss_dissipation_pN(const ss_dissipation *d, const double *z, int i);
double ss_dissipation_T(const ss_dissipation *d, const double *z);

#endif
