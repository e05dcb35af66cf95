/* glocker_studer_lift.c - what stabilise=project does about penetration: contacts that the step
 * would drive into the ground are closed too, and what is left is moved out and paid for */
#include "solvers/glocker_studer.h"
#include "solvers/lift.h"
#include <math.h>

ss_status ss_midpoint_missed(ss_midpoint *s, ss_eval *e, double t, double h, int *missed)
{
    int n = 0;

    *missed = 0;
    SS_TRY(ss_place(e, t + h, s->q));
    SS_TRY(ss_gap(e, s->ge));
    memset(s->is_in, 0, (size_t)s->d.nc);
    for (int k = 0; k < s->problem.n; k++) s->is_in[s->index[k]] = 1;
    for (int i = 0; i < s->d.nc; i++)
        if (!s->is_in[i] && s->ge[i] < -s->depth) s->is_in[i] = 1, *missed = 1;
    if (!*missed) return SS_OK;
    for (int i = 0; i < s->d.nc; i++)
        if (s->is_in[i]) s->index[n++] = i;
    s->problem.n = n;
    return ss_place(e, t + 0.5 * h, s->qm);
}

ss_status ss_midpoint_lift(ss_midpoint *s, ss_eval *e, double h, const ss_point *x, double work,
                           ss_step_info *info)
{
    const double t1 = x->t + h;
    double E0, E1, E2, T0, T1, T2;
    int lifted;

    SS_TRY(ss_total_energy(e, t1, s->q, s->u, &E1, &T1));
    SS_TRY(ss_lift(&(ss_lift_room){.q = s->q, .g = s->ge, .W = s->work, .Y = s->f, .qd = s->qd}, e,
                   &s->inertia, t1, s->depth, &lifted));
    if (!lifted) return SS_OK;
    SS_TRY(ss_total_energy(e, t1, s->q, s->u, &E2, &T2));
    SS_TRY(ss_total_energy(e, x->t, x->q, x->u, &E0, &T0));
    info->E_moved = E2 - E1;
    const double owed = fmin(E2 - E1, E2 - E0 - work);
    if (owed > 0.0 && T2 > 0.0 && !s->moving) {
        const double scale = sqrt(fmax(0.0, 1.0 - owed / T2));
        for (int i = 0; i < s->d.nu; i++) s->u[i] *= scale;
    }
    return SS_OK;
}
