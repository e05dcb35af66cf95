/* lift.c - penetrations removed by Gauss-Seidel on the gaps
 *
 * For one contact the least motion in the kinetic metric that closes a depth -g is
 *
 *     dq = -g Y / (wN Y),   Y = M^-1 wN'
 *
 * to first order; sweeps over the contacts repeat it, which also takes care of the rest. */
#include "solvers/lift.h"

enum { SWEEPS = 100 }; /* a depth of 1e-3 m comes below 1e-10 at a factor of 0.85 a sweep */

static ss_status move_out(const ss_lift_room *r, ss_eval *e, const ss_inertia *I, int contact)
{
    const int n = e->p->dims.nu;
    const double *rate = r->Y;
    double WY = 0.0;

    SS_TRY(ss_jac(e, contact, r->W));
    ss_inertia_solve(I, r->W, r->Y);
    for (int i = 0; i < n; i++) WY += r->W[i] * r->Y[i];
    if (e->p->rate) {
        SS_TRY(ss_rate(e, r->q, r->Y, r->qd));
        rate = r->qd;
    }
    for (int i = 0; i < e->p->dims.nq; i++) r->q[i] -= r->g[contact] / WY * rate[i];
    return SS_OK;
}

ss_status ss_lift(const ss_lift_room *r, ss_eval *e, const ss_inertia *I, double t, double depth,
                  int *lifted)
{
    *lifted = 0;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        int deep = 0;
        for (int i = 0; i < e->p->dims.nc; i++) {
            if (!(r->g[i] < -depth)) continue;
            SS_TRY(move_out(r, e, I, i));
            SS_TRY(ss_place(e, t, r->q));
            SS_TRY(ss_gap(e, r->g));
            deep = *lifted = 1;
        }
        if (!deep) break;
    }
    return SS_OK;
}
