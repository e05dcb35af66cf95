/* poisson.c - Poisson's law of impact: restitution brings e times the normal impulse of
 * compression.  Its coefficient is read from e_n, with which it agrees where nothing slips or
 * nothing rubs; energy may rise where slip reverses or where several contacts strike at once. */
#include "solvers/impact/keller.h"

static double share(const ss_law *law)
{
    return law->e_n;
}

static void layout(void *work, int n_max, ss_arena *a)
{
    ss_keller_layout(work, n_max, a);
}

static ss_status solve(void *work, const void *settings, const ss_impact *x, ss_impact_result *r)
{
    static const ss_restitution poisson = {.share = share};
    (void)settings;
    return ss_keller_solve(work, &poisson, x, r);
}

const ss_impact_law_type ss_impact_poisson = {
    .name = "poisson", .work_size = sizeof(ss_keller), .layout = layout, .solve = solve};
