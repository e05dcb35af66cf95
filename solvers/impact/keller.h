/* keller.h - impacts in the impulse domain (Darboux 1880, Keller 1986), in closed form
 *
 * During an impact the configuration stands still and velocities change linearly with impulse,
 * between the instants at which a contact stops slipping:
 *
 *     dv/ds = G c,   c = (cN, cT) the impulses per unit of the parameter s
 *     slip with vT != 0:   cT = -mu_d sgn(vT) cN
 *     vT = 0:              stick while |cT| <= mu_s cN, else slip the way that follows
 *
 * Compression: cN is what would end it for all contacts at once,
 *     0 <= cN _|_ vN + (G c)N >= 0,
 * solved anew after every change of slip.  A slipping contact for which there is no such cN (it is
 * driven into the ground by its own friction) keeps the rates of its approach until the slip ends.
 * If that leads to no end within some changes per contact, the rest of compression goes without
 * friction.  Restitution: cN in proportion to the impulses of compression, friction as it comes,
 * until the law says that it ends.  Where a contact still approaches then, it all begins again.
 *
 * Normal work W = sum_i integral vN_i dpN_i is quadratic between changes.  Friction only takes
 * energy, so a law that lets W_restitution <= W_compression never lets the energy rise, for any
 * number of contacts.
 *
 * singh2018 writes p = C p_n with one free impulse and C from friction and from the rigidity of
 * the body between two points; the proportion cN is our reading of it for any number of points:
 * with one contact it is the same, and for points of one body rigidity is in G already. */
#ifndef SS_KELLER_H
#define SS_KELLER_H

#include "solvers/event/active.h"
#include "solvers/impact/impact.h"

typedef struct ss_keller {
    double *v, *p;  /* 2n: velocities and impulses so far */
    double *c, *dv; /* 2n: rates */
    double *pc;     /* n: normal impulses of this compression */
    double *wc;     /* n: normal work of this compression, each contact's own, >= 0 is lost */
    double *b, *hold, *drag, *load, *work;
    signed char *way;
    unsigned char *mode;
} ss_keller;

void ss_keller_layout(ss_keller *k, int n_max, ss_arena *a);

/* What ends restitution.  Both may look at k->pc and k->wc of the compression just over. */
typedef struct ss_restitution {
    double (*share)(const ss_law *law); /* of a contact's compression impulse: its rate */
    double (*work)(const ss_law *law);  /* share of the compression work that comes back, or
                                            NULL: restitution ends when s = 1 */
} ss_restitution;

ss_status ss_keller_solve(ss_keller *k, const ss_restitution *law, const ss_impact *x,
                          ss_impact_result *r);

#endif
