/* hybrid.h - smooth motion between events, for every event-driven method
 *
 *     integrate   Dormand-Prince on y = (q, u, W) with the contact forces of the modes
 *     watch       functions that stay >= 0 while the modes are right, on the dense output
 *     land        on the first event: the step is taken again up to it, so that the state is
 *                 the integrator's and not the interpolant's
 *     transition  impact by the method's law, then new modes at acceleration level
 *
 * Modes of a contact, what is watched, and what a sign change asks for:
 *
 *     open       gap                       close (impact if it approaches)
 *     stick      lN                        open
 *                mu_s lN - lT, + lT        slip -, slip +
 *     slip +-    lN                        open
 *                +-vT                      stick
 *
 * What is asked for is the first guess of the search for modes that satisfy the laws together
 * (active.h).  Isolated friction is always closed and has no lN to watch.
 *
 * Persistent contact is kept at acceleration level, W u' + zeta = 0 over the active rows; after
 * every step the drift is removed along M^-1 W'.
 *
 * Accumulating impacts.  A contact that leaves with vN, is pulled back with aN < 0 and would
 * rise less than `rest` takes the limit of the bounces to come: vN = 0, closed, and vT = 0 if
 * friction under their impulses can stop it, by the least change of velocity, which takes energy.
 * The bounces left out would last less than 2 vN/|aN|/(1-e) and their mean force is that of the
 * contact.  Elastic bounces do so as soon as the tolerances do not resolve them (resolved.h).
 *
 * Where no modes exist (Painleve) the law of impact is asked for an impulse without collision, of
 * the friction at the slip there is; where that ends nothing (contacts jammed against each other)
 * the slip is stopped by the least change of velocity.  paradox=stop ends the run there instead. */
#ifndef SS_HYBRID_H
#define SS_HYBRID_H

#include "solvers/event/active.h"
#include "solvers/impact/impact.h"
#include "solvers/math/inertia.h"
#include "solvers/math/root.h"
#include "solvers/math/runge_kutta.h"
#include "solvers/method.h"

/* The first options of every event-driven method, from row `first` on. */
enum { SS_HYBRID_REST, SS_HYBRID_CLOSED, SS_HYBRID_LOCATE, SS_HYBRID_PARADOX, SS_HYBRID_ROWS };
#define SS_HYBRID_OPTIONS(first)                                                                   \
    [(first) +                                                                                     \
        SS_HYBRID_REST] = {"rest",                                                                 \
                           SS_REAL,                                                                \
                           1e-10,                                                                  \
                           0.0,                                                                    \
                           1.0,                                                                    \
                           "m",                                                                    \
                           "bounces lower than this take their limit: the contact stays",          \
                           NULL},                                                                  \
        [(first) +                                                                                 \
            SS_HYBRID_CLOSED] = {"closed",                                                         \
                                 SS_REAL,                                                          \
                                 1e-10,                                                            \
                                 0.0,                                                              \
                                 1.0,                                                              \
                                 "m",                                                              \
                                 "gap below which a contact takes part in another's impact",       \
                                 NULL},                                                            \
        [(first) + SS_HYBRID_LOCATE] = {"locate",                                                  \
                                        SS_REAL,                                                   \
                                        1e-13,                                                     \
                                        1e-16,                                                     \
                                        1e-3,                                                      \
                                        "1",                                                       \
                                        "share of a step to which events are bracketed",           \
                                        NULL},                                                     \
        [(first) + SS_HYBRID_PARADOX] = {"paradox",                                                \
                                         SS_CHOICE,                                                \
                                         0.0,                                                      \
                                         0.0,                                                      \
                                         0.0,                                                      \
                                         "",                                                       \
                                         "where no contact force satisfies the laws",              \
                                         "impact|stop"}

typedef enum {
    SS_WATCH_GAP,
    SS_WATCH_LOAD,
    SS_WATCH_GRIP_PLUS,
    SS_WATCH_GRIP_MINUS,
    SS_WATCH_SLIDE
} ss_watch_kind;

typedef struct ss_watch {
    int contact;
    ss_watch_kind kind;
} ss_watch;

/* The contacts of one configuration that take part in something: rows W, M^-1 W', G = W M^-1
 * W', their velocities and accelerations without contact forces. */
typedef struct ss_contacts {
    int n;
    int *index;                         /* which contacts */
    int *slot;                          /* nc: place in index, or -1 */
    double *W, *Y;                      /* 2n rows of nu */
    double *G;                          /* 2n*2n */
    double *v, *chi;                    /* 2n: velocities, and what supports add to them */
    double *b;                          /* 2n: W M^-1 h + zeta */
    double *hold, *drag, *load, *L, *a; /* n, n, n, 2n, 2n */
    double *work;
    signed char *way;
    unsigned char *mode; /* n */
} ss_contacts;

typedef struct ss_hybrid {
    ss_dims d;
    const ss_impact_law_type *law;
    void *law_work;
    const void *settings;
    double rest, closed, locate, rtol, atol;
    int stop_at_paradox, moving, ny;
    ss_inertia inertia;
    ss_rk rk;
    ss_root_work roots;
    ss_eval *e; /* of the step under way */
    double *y, *y1;
    double *f, *free; /* nu: forces, M^-1 times them */
    double *g;        /* nc */
    double *l;        /* nc*2: forces of the last evaluation */
    double *vT;       /* nc: tangential velocity at the last evaluation */
    double *qd;       /* nq */
    ss_contacts c;
    unsigned char *mode, *was, *join; /* nc */
    ss_watch *watch;                  /* 3 nc */
    double *zero, *p, *v_before;      /* 3 nc; 2 nc; 2 nc */
    ss_law *laws;                     /* nc: of the contacts in an impact */
    int m, muted;                     /* watched; contact whose watches rest for a step, or -1 */
    double h_want, force, residual;   /* s; largest force, N */
    int settled;
} ss_hybrid;

void ss_hybrid_layout(ss_hybrid *s, const ss_dims *d, const ss_impact_law_type *law, ss_arena *a);
void ss_hybrid_reset(ss_hybrid *s, ss_eval *e, const ss_setup *setup, const double *opt);
/* reset() and step() of a method whose state is an ss_hybrid and whose law has no settings. */
ss_status ss_hybrid_begin(void *hybrid, ss_eval *e, const ss_setup *setup, const ss_point *x);
ss_status ss_hybrid_step(void *hybrid, ss_eval *e, double h, ss_point *x, ss_step_info *info);
const char *ss_hybrid_refuses(const ss_problem *p);
/* With every impact: the friction it used |LT|/LN, the tangential restitution vT+/vT-, and the
 * factor by which energy control scaled the velocities. */
extern const char *const ss_hybrid_measures[];

/* What event-driven methods honour. */
#define SS_HYBRID_CAN                                                                              \
    (SS_CAN_FRICTION | SS_CAN_ISOLATED | SS_CAN_MOVING | SS_CAN_STATIC | SS_CAN_VISCOUS |          \
     SS_CAN_RATE)

/* ---- shared by the files of this folder ------------------------------------------------- */

/* Friction of slip at vT, also in the limit vT -> 0. */
static inline double ss_slip_mu(const ss_law *law, double vT)
{
    return vT == 0.0 && law->v_s == 0.0 ? law->mu_d : ss_law_mu(law, vT);
}

static inline int ss_rubs(const ss_problem *p, int i)
{
    const ss_law *law = &p->law[i];
    return p->dims.nt > 0 && (law->mu_s > 0.0 || law->mu_d > 0.0 || law->b > 0.0);
}

/* Place (t, y), evaluate M, h and the free acceleration. */
ss_status ss_hybrid_place(ss_hybrid *s, double t, const double *y);
/* The contacts with in[i] != 0 of the configuration placed. */
ss_status ss_hybrid_gather(ss_hybrid *s, const double *u, const unsigned char *in);
/* dy/dt with the forces of s->mode, which go to s->l. */
ss_status ss_hybrid_rate(void *hybrid, double t, const double *y, double *dy);
/* u += M^-1 W' p over the contacts gathered, all rows. */
void ss_hybrid_push(const ss_hybrid *s, const double *p, double *u);
/* Remove gaps, velocities, or both, that the modes of the gathered contacts (c.mode) forbid. */
enum { SS_POSITIONS = 1, SS_VELOCITIES = 2 };
ss_status ss_hybrid_project(ss_hybrid *s, double t, double *y, int what);
ss_active ss_hybrid_active(const ss_hybrid *s);

/* At (t, y): impact if one is due, then modes.  asked: the watch that fired, or NULL.
 * Writes y and s->mode and reports. */
ss_status ss_hybrid_transition(ss_hybrid *s, double t, double *y, const ss_watch *asked,
                               ss_events *events);
/* No contact force satisfies the laws at (t, y): an impulse without collision. */
ss_status ss_hybrid_paradox(ss_hybrid *s, double t, double *y, ss_events *events);

#endif
