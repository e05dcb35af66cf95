/* method.h - a time-stepping method, as the driver sees it.
 *
 * A method is a constant; everything that changes lives in its state, which the driver
 * owns.  Two runs of one method therefore never share anything.
 */
#ifndef SS_METHOD_H
#define SS_METHOD_H

#include "problems/base/arena.h"
#include "problems/problem.h"
#include "solvers/lcp/lcp.h"
#include "solvers/lcp/modes.h"
#include <string.h>

/* ---- the counted gate to a problem ----------------------------------------------- */

/* Work that does not depend on the machine. */
typedef struct ss_counts {
    long pose, mass, force, gap, jac; /* evaluations of the problem */
    long solves, pivots;              /* contact problems solved, and their inner iterations */
    long refused;                     /* steps tried again with another size */
} ss_counts;

/* Methods see the problem only through this, so no evaluation goes uncounted.  First
 * place() a configuration, then ask about it; the caller's q must stay as it is meanwhile. */
typedef struct ss_eval {
    const ss_problem *p;
    ss_config x; /* the configuration asked about */
    double *c;   /* npose, what x.c points at */
    ss_counts n;
} ss_eval;

static inline ss_status ss_place(ss_eval *e, double t, const double *q)
{
    e->x.t = t;
    e->x.q = q;
    e->x.c = e->c;
    if (!e->p->pose) return SS_OK;
    e->n.pose++;
    return e->p->pose(e->p->par, t, q, e->c) ? SS_EMODEL : SS_OK;
}
static inline ss_status ss_mass(ss_eval *e, double *M)
{
    e->n.mass++;
    return e->p->mass(e->p->par, &e->x, M) ? SS_EMODEL : SS_OK;
}
static inline ss_status ss_force(ss_eval *e, const double *u, double *h)
{
    e->n.force++;
    return e->p->force(e->p->par, &e->x, u, h) ? SS_EMODEL : SS_OK;
}
static inline ss_status ss_gap(ss_eval *e, double *g)
{
    e->n.gap++;
    return e->p->gap(e->p->par, &e->x, g) ? SS_EMODEL : SS_OK;
}
static inline ss_status ss_jac(ss_eval *e, int contact, double *W)
{
    e->n.jac++;
    return e->p->jac(e->p->par, &e->x, contact, W) ? SS_EMODEL : SS_OK;
}
static inline ss_status ss_zeta(ss_eval *e, const double *u, int contact, double *z)
{
    return e->p->zeta(e->p->par, &e->x, u, contact, z) ? SS_EMODEL : SS_OK;
}
static inline ss_status ss_chi(ss_eval *e, int contact, double *chi)
{
    if (e->p->chi) return e->p->chi(e->p->par, &e->x, contact, chi) ? SS_EMODEL : SS_OK;
    for (int k = 0; k < ss_dim(&e->p->dims); k++) chi[k] = 0.0;
    return SS_OK;
}
static inline ss_status ss_rate(ss_eval *e, const double *q, const double *u, double *qdot)
{
    if (e->p->rate) return e->p->rate(e->p->par, q, u, qdot) ? SS_EMODEL : SS_OK;
    memcpy(qdot, u, (size_t)e->p->dims.nu * sizeof *u);
    return SS_OK;
}
static inline ss_status ss_energy(ss_eval *e, const double *u, double *kinetic, double *potential)
{
    return e->p->energy(e->p->par, &e->x, u, kinetic, potential) ? SS_EMODEL : SS_OK;
}
static inline ss_status ss_power(ss_eval *e, const double *u, double *p)
{
    *p = 0.0;
    if (!e->p->power) return SS_OK;
    return e->p->power(e->p->par, &e->x, u, p) ? SS_EMODEL : SS_OK;
}

/* ---- what a step reads and writes ------------------------------------------------ */

typedef struct ss_point { /* owned by the driver */
    double t;             /* written by the driver alone */
    double *q, *u;        /* nq, nu */
    double *l;            /* nc*dim, contact forces; a time-stepper's impulse over its step */
    unsigned char *mode;  /* nc, of ss_mode */
    double W;             /* work so far of applied non-conservative forces and moving supports */
} ss_point;

#define SS_EVENT_LIST(X)                                                                           \
    X(SS_IMPACT, "impact") /* velocities jumped */                                                 \
    X(SS_TOUCH, "touch")   /* closed without a jump */                                             \
    X(SS_STUCK, "stick")                                                                           \
    X(SS_SLIPPED, "slip")                                                                          \
    X(SS_REVERSED, "slip-reversal")                                                                \
    X(SS_LIFTED, "lift-off")                                                                       \
    X(SS_INCONSISTENT, "inconsistent") /* no solution without a jump */                            \
    X(SS_ZENO, "zeno")                 /* impacts accumulate here, and the limit was taken */

#define SS_AS_ENUM(name, word) name,
typedef enum { SS_EVENT_LIST(SS_AS_ENUM) SS_NEVENT } ss_event_kind;
#undef SS_AS_ENUM
const char *ss_event_word(ss_event_kind k);

enum { SS_MAX_DIM = 3, SS_MAX_MEASURES = 8 };

typedef struct ss_event {
    double t;
    ss_event_kind kind;
    int contact;
    double L[SS_MAX_DIM];                             /* impulses, normal first */
    double v_before[SS_MAX_DIM], v_after[SS_MAX_DIM]; /* relative velocities */
    double E_before, E_after;                         /* total energy around it */
    double measure[SS_MAX_MEASURES];                  /* what the method's `measures` name */
} ss_event;

/* Events of the step under way, in the driver's memory.  More than `room` are counted, not
 * kept. */
typedef struct ss_events {
    ss_event *at;
    int n, room;
    int impacts; /* among all n */
    int limits;  /* SS_ZENO among all n */
} ss_events;

static inline void ss_event_add(ss_events *list, const ss_event *ev)
{
    if (list->n < list->room) list->at[list->n] = *ev;
    list->n++;
    list->impacts += ev->kind == SS_IMPACT;
    list->limits += ev->kind == SS_ZENO;
}

typedef struct ss_step_info {
    double h_done;     /* <= the h asked: event-driven methods stop early */
    double h_next;     /* proposal; 0: the driver's own */
    double residual;   /* of the contact problem, by ss_contact_residual() */
    double E_moved;    /* energy that a position correction put in, J */
    int active;        /* contacts that carried a force */
    ss_events *events; /* in: where to report; never NULL */
    /* for the sink, set by the driver: the point reached, with its pose */
    const ss_config *here;
} ss_step_info;

/* ---- the method ------------------------------------------------------------------- */

/* What a method honours.  The driver compares with what a problem has and refuses, with the
 * reason, what is missing. */
#define SS_CAN_LIST(X)                                                                             \
    X(SS_CAN_FRICTION, 0, "friction")                                                              \
    X(SS_CAN_SPATIAL, 1, "contacts with two tangents")                                             \
    X(SS_CAN_ISOLATED, 2, "isolated friction with a given load")                                   \
    X(SS_CAN_MOVING, 3, "moving supports")                                                         \
    X(SS_CAN_STATIC, 4, "static friction above dynamic")                                           \
    X(SS_CAN_VISCOUS, 5, "viscous friction")                                                       \
    X(SS_CAN_TANGENTIAL, 6, "tangential restitution")                                              \
    X(SS_CAN_RATE, 7, "velocities that are not the rates of the coordinates")
#define SS_AS_BIT(name, bit, word) name = 1u << bit,
enum { SS_CAN_LIST(SS_AS_BIT) };
#undef SS_AS_BIT

typedef enum { SS_FIXED, SS_ADAPTIVE, SS_EVENT_DRIVEN } ss_stepping;

typedef struct ss_setup { /* what reset() learns */
    const double *opt;    /* one per row of options, in range */
    double h;             /* fixed step, or the first guess */
    double rtol, atol;    /* adaptive methods */
} ss_setup;

typedef struct ss_method {
    const char *name; /* unique key: "glocker-studer" */
    const char *cite; /* folder in papers/, or "ours" */
    const char *says; /* one sentence */
    unsigned can;     /* SS_CAN_FRICTION | ... */
    ss_stepping stepping;
    ss_impact_law impact; /* the law it obeys */
    int order;            /* claimed on smooth motion; a test checks it */
    size_t state_size;
    const ss_option *options; /* NULL if none */

    /* Point the state at its arrays.  Called twice; must write nothing else. */
    void (*layout)(void *state, const ss_dims *d, const double *opt, ss_arena *a);
    /* Begin at x. */
    ss_status (*reset)(void *state, ss_eval *e, const ss_setup *setup, const ss_point *x);
    /* Advance q, u, l, mode, W by info->h_done <= h.  On failure x is as it was.  Never
     * allocates, prints or keeps a pointer to x. */
    ss_status (*step)(void *state, ss_eval *e, double h, ss_point *x, ss_step_info *info);

    /* optional */
    const char *(*refuses)(const ss_problem *p); /* a reason beyond the flags, or NULL */
    void (*finish)(void *state);                 /* give back what reset() took (backends) */
    /* names of the further numbers that it gives with its events, ends with NULL */
    const char *const *measures;
    /* the contact problem that the last failing step could not solve */
    const ss_contact_problem *(*failed)(const void *state);
} ss_method;

/* every built-in method, declared from the one list */
#define SS_METHOD(m) extern const ss_method m;
#include "solvers/methods.def"
#undef SS_METHOD

/* ---- plugins ---------------------------------------------------------------------- */

#define SS_ABI 2u

/* A plugin .so exports exactly one object:  const ss_plugin ss_plugin_entry  */
typedef struct ss_plugin {
    unsigned abi;                     /* SS_ABI */
    size_t method_size, problem_size; /* sizeof, as built */
    const ss_method *const *methods;  /* NULL-terminated, or NULL */
    const ss_family *const *families; /* NULL-terminated, or NULL */
} ss_plugin;

#endif
