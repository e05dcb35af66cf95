/* gauss.h - what the files of the method `gauss` share; private to them.
 *
 * Between events every contact has a mode, kept in `mode`:
 *
 *     open        no force
 *     slip        force along wN - mu sigma wT, sigma the sign of the slip; gap held at zero
 *     stick       force in the cone between wN +- mu_s wT; gap and slip held at zero
 *
 * and an isolated contact slips with a given force or sticks by a bilateral one.  A vector is in
 * the metric when it is L^-1 times a force or L' times a velocity, M = L L'.
 */
#ifndef SS_GAUSS_H
#define SS_GAUSS_H

#include "solvers/math/inertia.h"
#include "solvers/math/root.h"
#include "solvers/math/runge_kutta.h"
#include "solvers/method.h"
#include "solvers/qp/qp.h"

/* One contact that is not open. */
typedef struct ss_gauss_site {
    int contact, isolated;
    int kept;                  /* its gap may not open: it would come back */
    int idle;                  /* it bears nothing, but its gap may not close either */
    double mu, sigma;          /* of the slip; stick: mu_s and 0 */
    double lo, hi;             /* bracket of mu at an impact, */
    double mu_last, off_last;  /* and the try before */
    double chi[2], v[2];       /* motion of the support, relative velocity: normal, tangential */
    double zeta[2];            /* accelerations that u' does not make */
    double free[2];            /* what the gap and the slip would do without the contacts */
    double rate[2];            /* and what they do */
    double L[2];               /* load and friction */
    double *WN, *WT, *cN, *cT; /* nu each: directions, and in the metric */
} ss_gauss_site;

/* Why a state has no derivative in the present modes. */
typedef enum { SS_GAUSS_FINE, SS_GAUSS_LIFTS, SS_GAUSS_NO_FORCE } ss_gauss_block;

/* How far a step went and why it ended there. */
typedef struct ss_gauss_span {
    double h;
    ss_gauss_block block; /* what bars the way on */
    ss_status status;     /* and what it is called if nothing can be done about it */
    int which;            /* contact whose event ended it, or -1 */
} ss_gauss_span;

typedef struct ss_gauss {
    ss_dims d;
    int fixed, moving, work;    /* steps are not adapted; supports move; work is integrated */
    double closed, still, rest; /* m, m/s, m/s: see the options */
    double rtol, atol;
    ss_inertia inertia;
    double *root; /* nu: reciprocal roots of a diagonal M */
    ss_qp_solver qp;
    ss_rk rk;
    ss_rk_system system;
    ss_root_work roots;

    ss_eval *e;                                      /* of the step under way */
    unsigned char *mode;                             /* nc: the present modes */
    unsigned char *old;                              /* nc: at the step's start */
    unsigned char *base, *best, *before, *undecided; /* nc: of a search for modes */
    unsigned char *lifts, *forced;                   /* nc: what a blocked stage wants to open */
    unsigned char *tired;                            /* nc: what may not stick */
    int searching; /* undecided contacts are held by mu_s, slip or not */
    ss_gauss_block block;
    double block_share; /* largest use of a friction cone in the last evaluation, 0..1 */
    int n;              /* sites */
    ss_gauss_site *site;
    double *rows;                   /* 4nc*nu: directions of the sites */
    double *y, *ys, *y_at, *qd;     /* state (q, u, work), scratch, on dense output; nq: a rate */
    double *h, *alpha, *f, *du;     /* nu */
    double *R, *C, *b, *x, *lambda; /* of the programme: 2nc*nu, 4nc*nu, 4nc, 2nc, 4nc */
    double *G, *Q, *w, *r;          /* projections: 2nc*nu, nu*nu, their work, 2nc */
    double *g;                      /* nc: gaps, from where the contact's ground is */
    double *sunk;                   /* nc: 0, or below: where it is for a point that began inside */
    double *l, *l_end;              /* nc*dim: forces of the last evaluation, at the step's end */
    double *LI, *vI, *wI;           /* nc*2: impulses of an impact, velocities before and after */
    double *zero;                   /* 2nc: round-off of the event functions */
    int *event;                     /* 2nc: contact of an event function, ~contact of its second */
    double residual;                /* worst of the step */

    int fresh;     /* nothing was stepped yet */
    int any_sunk;  /* some contact began inside the ground and is there still */
    int barred;    /* steps in a row that a block cut short to no effect */
    double h_next; /* proposal for a step that nothing cuts short */
} ss_gauss;

/* ---- gauss_force.c: the sites, their forces, the manifold ---------------------------- */

/* Sites of the present modes at (t, q, u), with directions and velocities. */
ss_status ss_gauss_look(ss_gauss *s, double t, const double *q, const double *u);
/* alpha and zeta at the sites looked at, as if no contact acted. */
ss_status ss_gauss_free(ss_gauss *s, const double *u);
/* u' (nu) and the forces of the sites.  SS_OK, or s->block says what is wrong with the modes. */
ss_status ss_gauss_accelerate(ss_gauss *s, double t, const double *q, const double *u,
                              double *udot);
/* Gaps at the configuration placed.  A contact that begins inside the ground stays there until it
 * has come out: its own ground is that deep. */
static inline ss_status ss_gauss_gap(ss_gauss *s)
{
    SS_TRY(ss_gap(s->e, s->g));
    for (int i = 0; i < s->d.nc; i++) s->g[i] -= s->sunk[i];
    return SS_OK;
}

/* y onto the gaps and velocities that the modes hold. */
ss_status ss_gauss_project(ss_gauss *s, double t, double *y);
/* u freed of the slip of the contacts marked (nc), the motion of all gaps kept. */
void ss_gauss_stop(ss_gauss *s, double *u, const unsigned char *which);
/* The programme of the unilateral sites for the `free` rates given; leaves L and rate in them. */
ss_status ss_gauss_solve(ss_gauss *s);
/* Contacts that press while they part, newly marked idle or, else, kept; their number. */
int ss_gauss_mark_parting(ss_gauss *s, int idle);
void ss_gauss_to_metric(const ss_gauss *s, const double *w, double *out);
void ss_gauss_from_metric(const ss_gauss *s, const double *a, double *out);

/* ---- gauss_modes.c: which mode comes next -------------------------------------------- */

/* Modes that only tell what is closed: touching contacts that do not separate are not open. */
ss_status ss_gauss_find_closed(ss_gauss *s, double t, const double *q, const double *u);
/* Modes of the contacts that are not open; those in `tired` (nc, or NULL) may not stick.  Leaves
 * udot and forces of the choice.  SS_EINCONSISTENT where no force exists. */
ss_status ss_gauss_choose(ss_gauss *s, double t, double *y, const unsigned char *tired);
/* If touching contacts approach, their impact: u jumps, modes open or close.  *jumped tells. */
ss_status ss_gauss_impact(ss_gauss *s, double t, double *y, int *jumped);

/* ---- gauss_events.c ------------------------------------------------------------------ */

/* If a watched function passes zero within the step just tried, the step ends there. */
ss_status ss_gauss_find_event(ss_gauss *s, double t, ss_gauss_span *out);
/* Total energy of s->y. */
ss_status ss_gauss_energy(ss_gauss *s, double t, double *E);
/* One line per contact whose mode differs from s->old or that has collided. */
ss_status ss_gauss_report(ss_gauss *s, double t, int jumped, double E0, ss_step_info *info);

static inline int ss_gauss_slips(unsigned char mode)
{
    return mode == SS_SLIP_PLUS || mode == SS_SLIP_MINUS;
}

#endif
