/* event_energetic.c - events located, impacts by Stronge's energetic restitution (singh2018)
 *
 * Between events as in solvers/event/hybrid.h; impacts as in solvers/impact/energetic.c.  The
 * source treats contact as an embedded constraint with reduced coordinates and all points of the
 * foot as one; here the constraint is kept at acceleration level, contact by contact. */
#include "solvers/event/hybrid.h"

static const ss_option options[] = {SS_HYBRID_OPTIONS(0), {0}};

static void layout(void *state, const ss_dims *d, const double *opt, ss_arena *a)
{
    (void)opt;
    ss_hybrid_layout(state, d, &ss_impact_energetic, a);
}

const ss_method ss_event_energetic = {
    .name = "event-energetic",
    .cite = "singh2018",
    .says = "Event-driven; impacts in the impulse domain with Stronge's energetic restitution.",
    .can = SS_HYBRID_CAN,
    .stepping = SS_EVENT_DRIVEN,
    .impact = SS_IMPACT_ENERGETIC,
    .order = 5,
    .state_size = sizeof(ss_hybrid),
    .options = options,
    .measures = ss_hybrid_measures,
    .layout = layout,
    .reset = ss_hybrid_begin,
    .step = ss_hybrid_step,
    .refuses = ss_hybrid_refuses,
};
