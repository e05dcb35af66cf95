/* energetic.c - Stronge's law of impact (singh2018): restitution ends when e_star^2 of the
 * normal work of compression has come back, W_f = (1 - e_star^2) W_c. */
#include "solvers/impact/keller.h"

static double share(const ss_law *law)
{
    return law->e_star > 0.0;
}

static double work_back(const ss_law *law)
{
    return law->e_star * law->e_star;
}

static void layout(void *work, int n_max, ss_arena *a)
{
    ss_keller_layout(work, n_max, a);
}

static ss_status solve(void *work, const void *settings, const ss_impact *x, ss_impact_result *r)
{
    static const ss_restitution stronge = {.share = share, .work = work_back};
    (void)settings;
    return ss_keller_solve(work, &stronge, x, r);
}

const ss_impact_law_type ss_impact_energetic = {
    .name = "energetic", .work_size = sizeof(ss_keller), .layout = layout, .solve = solve};
