/* script.h - a problem and methods that do as they are told, for tests of the driver.
 *
 * The script travels as the problem's parameters, so that method and problem both see it and
 * nothing is global.  One coordinate, one velocity, one contact; q is the time that the method
 * has been through, the energy and the gap after each step are read from the script.
 */
#ifndef SS_TESTS_SCRIPT_H
#define SS_TESTS_SCRIPT_H

#include "solvers/run.h"
#include <math.h>

enum { SCRIPT_MOST = 64 };

typedef struct script {
    /* what the method does */
    double longest;         /* > 0: a longer step fails */
    ss_status fails;        /* with this */
    int fails_at;           /* > 0: from the n-th accepted step on every size fails */
    ss_status reset_status; /* of reset() */
    double h_next;          /* proposal */
    double stops_at;        /* > 0: a step does not go beyond this time */
    int idle;               /* steps have no length */
    int nan_at;             /* > 0: the n-th step makes u no number */
    int events;             /* of every step: so many impacts and a touch */
    double residual, E_moved, power;
    /* what the problem says after the n-th step, n = 0 the start; the last row goes on */
    const double *energy, *gap;
    int nrows;

    /* what was seen */
    double asked[SCRIPT_MOST]; /* step sizes in the order of asking */
    int nasked, steps, resets, finishes, polls, saved;
    double saved_t;
} script;

static inline double script_row(const script *s, const double *rows)
{
    const int k = s->steps < s->nrows ? s->steps : s->nrows - 1;
    return rows ? rows[k] : 0.0;
}

static inline int script_mass(const void *par, const ss_config *x, double *M)
{
    (void)par, (void)x;
    M[0] = 1.0;
    return 0;
}
static inline int script_force(const void *par, const ss_config *x, const double *u, double *h)
{
    (void)par, (void)x, (void)u;
    h[0] = 0.0;
    return 0;
}
static inline int script_gap(const void *par, const ss_config *x, double *g)
{
    (void)x;
    g[0] = script_row(par, ((const script *)par)->gap);
    return 0;
}
static inline int script_jac(const void *par, const ss_config *x, int contact, double *W)
{
    (void)par, (void)x, (void)contact;
    W[0] = 1.0;
    return 0;
}
static inline int script_zeta(const void *par, const ss_config *x, const double *u, int contact,
                              double *z)
{
    (void)par, (void)x, (void)u, (void)contact;
    z[0] = 0.0;
    return 0;
}
/* u is 0 unless it is no number */
static inline int script_energy(const void *par, const ss_config *x, const double *u,
                                double *kinetic, double *potential)
{
    (void)x;
    *kinetic = u[0];
    *potential = script_row(par, ((const script *)par)->energy);
    return 0;
}

/* start and law must outlive the problem */
static inline ss_problem script_problem(const script *s, double *start, const ss_law *law)
{
    static const char *const names[] = {"x"};
    start[0] = start[1] = 0.0;
    return (ss_problem){
        .name = "scripted",
        .dims = {.nq = 1, .nu = 1, .nc = 1},
        .t_end = 1.0,
        .q_name = names,
        .u_name = names,
        .q0 = start,
        .u0 = start + 1,
        .law = law,
        .par = s,
        .mass = script_mass,
        .force = script_force,
        .gap = script_gap,
        .jac = script_jac,
        .zeta = script_zeta,
        .energy = script_energy,
    };
}

static inline script *script_of(const ss_eval *e)
{
    return (script *)e->p->par;
}

typedef struct script_state {
    script *s;
    double G, b, mu, load;
    ss_contact_problem problem;
} script_state;

static inline void script_layout(void *vs, const ss_dims *d, const double *opt, ss_arena *a)
{
    (void)vs, (void)d, (void)opt, (void)a;
}

static inline ss_status script_reset(void *vs, ss_eval *e, const ss_setup *setup, const ss_point *x)
{
    script_state *st = vs;
    (void)setup, (void)x;
    st->s = script_of(e);
    st->s->resets++;
    st->load = -1.0;
    st->problem =
        (ss_contact_problem){.n = 0, .G = &st->G, .b = &st->b, .mu = &st->mu, .load = &st->load};
    return st->s->reset_status;
}

static inline ss_status script_step(void *vs, ss_eval *e, double h, ss_point *x, ss_step_info *info)
{
    script *s = script_of(e);
    (void)vs;

    if (s->nasked < SCRIPT_MOST) s->asked[s->nasked] = h;
    s->nasked++;
    if (s->fails_at && s->steps + 1 >= s->fails_at) return s->fails;
    if (s->longest > 0.0 && h > s->longest) return s->fails;

    s->steps++;
    info->h_done = s->idle ? 0.0 : h;
    if (s->stops_at > x->t && x->t + h > s->stops_at) info->h_done = s->stops_at - x->t;
    info->h_next = s->h_next;
    info->residual = s->residual / s->steps; /* the largest is not the last */
    info->E_moved = s->E_moved;
    for (int i = 0; i < s->events; i++)
        ss_event_add(info->events, &(ss_event){.t = x->t, .kind = SS_IMPACT});
    if (s->events) ss_event_add(info->events, &(ss_event){.t = x->t, .kind = SS_TOUCH});
    x->q[0] += info->h_done;
    x->u[0] = s->nan_at && s->steps == s->nan_at ? NAN : 0.0;
    x->W += s->power;
    return SS_OK;
}

static inline void script_finish(void *vs)
{
    script *s = ((script_state *)vs)->s;
    if (s) s->finishes++; /* none: the run ended before reset(), on a state of zeros */
}

static inline const ss_contact_problem *script_failed(const void *vs)
{
    return &((const script_state *)vs)->problem;
}

static const ss_option script_options[] = {
    {"knob", SS_REAL, 0.5, 0.0, 1.0, "1", "does nothing", NULL}, {0}};

static inline ss_method script_method(ss_stepping stepping)
{
    return (ss_method){
        .name = "scripted-method",
        .cite = "ours",
        .says = "Does as it is told.",
        .stepping = stepping,
        .order = 1,
        .state_size = sizeof(script_state),
        .options = script_options,
        .layout = script_layout,
        .reset = script_reset,
        .step = script_step,
        .finish = script_finish,
        .failed = script_failed,
    };
}

#endif
