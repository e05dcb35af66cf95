/* event_newton.c - events located, Newton impacts with a dissipation principle (flickinger2011)
 *
 * Between events as in solvers/event/hybrid.h; impacts as in solvers/impact/newton.c.
 *
 * Deviations from the source: persistent contact is kept at acceleration level instead of as a
 * succession of impacts, so nothing chatters.  The source's e_* is e_kin here; e_kin = 5 with
 * its attenuation, which it calls no energy control, is energy=none. */
#include "solvers/event/hybrid.h"

enum { ENERGY = SS_HYBRID_ROWS, E_KIN };

static const ss_option options[] = {
    SS_HYBRID_OPTIONS(0),
    [ENERGY] = {"energy", SS_CHOICE, SS_ENERGY_ATTENUATE, 0.0, 0.0, "",
                "what keeps an impact from gaining kinetic energy", "none|attenuate|constrain"},
    [E_KIN] = {"e_kin", SS_REAL, 1.0, 0.0, 1e6, "1",
               "bound on the ratio of kinetic energies after and before an impact", NULL},
    {0}};

typedef struct state {
    ss_hybrid hybrid;
    ss_newton_settings settings;
} state;

static void layout(void *vs, const ss_dims *d, const double *opt, ss_arena *a)
{
    (void)opt;
    ss_hybrid_layout(&((state *)vs)->hybrid, d, &ss_impact_newton, a);
}

static ss_status reset(void *vs, ss_eval *e, const ss_setup *setup, const ss_point *x)
{
    state *s = vs;
    (void)x;
    s->settings = (ss_newton_settings){.energy = (ss_energy_control)(int)setup->opt[ENERGY],
                                       .e_kin = setup->opt[E_KIN]};
    s->hybrid.settings = &s->settings;
    ss_hybrid_reset(&s->hybrid, e, setup, setup->opt);
    return SS_OK;
}

static ss_status step(void *vs, ss_eval *e, double h, ss_point *x, ss_step_info *info)
{
    return ss_hybrid_step(&((state *)vs)->hybrid, e, h, x, info);
}

static const char *refuses(const ss_problem *p)
{
    if (p->dims.nc > 16) return "event-newton's dissipation principle knows at most 16 contacts";
    return ss_hybrid_refuses(p);
}

const ss_method ss_event_newton = {
    .name = "event-newton",
    .cite = "flickinger2011",
    .says = "Event-driven; Newton impacts, slip by a dissipation principle, energy bounded.",
    .can = SS_HYBRID_CAN,
    .stepping = SS_EVENT_DRIVEN,
    .impact = SS_IMPACT_NEWTON,
    .order = 5,
    .state_size = sizeof(state),
    .options = options,
    .measures = ss_hybrid_measures,
    .layout = layout,
    .reset = reset,
    .step = step,
    .refuses = refuses,
};
