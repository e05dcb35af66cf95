/* event_poisson.c - events located, impacts by Poisson's law (ours, for comparison)
 *
 * Between events as in solvers/event/hybrid.h; impacts as in solvers/impact/poisson.c, with e_n
 * as the ratio of the normal impulses of restitution and compression. */
#include "solvers/event/hybrid.h"

static const ss_option options[] = {SS_HYBRID_OPTIONS(0), {0}};

static void layout(void *state, const ss_dims *d, const double *opt, ss_arena *a)
{
    (void)opt;
    ss_hybrid_layout(state, d, &ss_impact_poisson, a);
}

const ss_method ss_event_poisson = {
    .name = "event-poisson",
    .cite = "ours",
    .says = "Event-driven; impacts in the impulse domain with Poisson's ratio of impulses.",
    .can = SS_HYBRID_CAN,
    .stepping = SS_EVENT_DRIVEN,
    .impact = SS_IMPACT_POISSON,
    .order = 5,
    .state_size = sizeof(ss_hybrid),
    .options = options,
    .measures = ss_hybrid_measures,
    .layout = layout,
    .reset = ss_hybrid_begin,
    .step = ss_hybrid_step,
    .refuses = ss_hybrid_refuses,
};
