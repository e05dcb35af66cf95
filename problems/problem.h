/* problem.h - a mechanical system with contacts, as every method sees it.
 *
 *     M(q) u' = h(t,q,u) + sum_i W_i(t,q)' l_i,      q' = H(q) u
 *     g_i(t,q) >= 0
 *     v_i = W_i u + chi_i(t,q)                        relative velocity at contact i
 *     v_i' = W_i u' + zeta_i(t,q,u)                   zeta = (d/dt W) u + d/dt chi
 *
 * W_i has dim = 1 + nt rows of nu numbers: the normal (gradient of g_i) first, then nt
 * tangents (0 frictionless, 1 planar, 2 spatial).  l_i are the dim contact forces, positive
 * along their rows.  chi is the motion of a support and zero where nothing moves by itself.
 * SI units (or the problem's own, said in its sentence), radians.
 *
 * Everything that depends on the configuration alone and is costly, sines and cosines
 * above all, is computed once per configuration by pose() into npose numbers; the other
 * functions read it as x->c.
 *
 * A problem never changes after it is built: threads share it freely.  Matrices are dense
 * and row-major.  Functions return 0, or nonzero where the model is not defined.
 */
#ifndef SS_PROBLEM_H
#define SS_PROBLEM_H

#include "problems/base/option.h"
#include "problems/base/status.h"
#include "problems/law.h"

typedef struct ss_dims {
    int nq, nu; /* coordinates and velocities; they differ only for spatial rotations */
    int nc;     /* candidate contacts */
    int nt;     /* tangents per contact: 0, 1 or 2 */
    int npose;  /* numbers that pose() leaves, may be 0 */
} ss_dims;

/* A configuration with its pose. */
typedef struct ss_config {
    double t;
    const double *q; /* nq */
    const double *c; /* npose */
} ss_config;

/* Facts about the structure that a method may rely on to save work. */
enum {
    SS_MASS_CONSTANT = 1u << 0, /* M does not depend on q */
    SS_MASS_DIAGONAL = 1u << 1, /* M is diagonal */
    SS_FORCE_JUMPS = 1u << 2,   /* h is not continuous in q: a spring is engaged, a drive set */
    SS_GAP_JUMPS = 1u << 3,     /* g is not continuous in t: a foot is turned at once */
};

/* Where contact i is and how it is oriented, in world coordinates (z = 0 when planar). */
typedef struct ss_contact_frame {
    double p[3], n[3], t[2][3];
} ss_contact_frame;

/* The whole mechanism as one walking or hopping body. */
typedef struct ss_gait {
    double mass, weight; /* kg, N */
    double r[2], v[2];   /* centre of mass and its velocity, along the ground and up */
    double height;       /* of what must stay above the ground: it has fallen at 0 or below */
    double drive;        /* W, what the motors give now; dampers are not motors */
} ss_gait;

/* A drawing is told to a pen; angles in radians, counter-clockwise. */
typedef enum { SS_INK_BODY, SS_INK_GROUND, SS_INK_SPRING, SS_INK_MARK } ss_ink;

typedef struct ss_pen {
    void *ctx;
    void (*line)(void *ctx, ss_ink ink, double x0, double y0, double x1, double y1);
    /* part of an ellipse with semi-axes rx, ry turned by tilt, from angle a0 to a1 > a0
     * (measured in the ellipse's own frame); a full turn is a circle or an ellipse */
    void (*arc)(void *ctx, ss_ink ink, double cx, double cy, double rx, double ry, double tilt,
                double a0, double a1);
} ss_pen;

typedef struct ss_problem {
    const char *name;
    ss_dims dims;
    unsigned traits;           /* SS_MASS_CONSTANT | ... */
    double t_end;              /* the span that shows what the problem is about */
    const char *const *q_name; /* nq */
    const char *const *u_name; /* nu */
    double *q0, *u0;           /* the start: nq, nu; in the family's memory */
    const ss_law *law;         /* nc */
    unsigned exact_laws;       /* 1u << ss_impact_law for which exact() holds; 0: for every one */
    const void *par;           /* the family's own */

    int (*pose)(const void *par, double t, const double *q, double *c); /* NULL: npose == 0 */
    int (*mass)(const void *par, const ss_config *x, double *M);        /* nu*nu */
    int (*force)(const void *par, const ss_config *x, const double *u, double *h); /* nu */
    int (*gap)(const void *par, const ss_config *x, double *g);                    /* nc */
    int (*jac)(const void *par, const ss_config *x, int contact, double *W);       /* dim*nu */
    int (*zeta)(const void *par, const ss_config *x, const double *u, int contact, double *z);
    /* T and V; V may depend on t */
    int (*energy)(const void *par, const ss_config *x, const double *u, double *kinetic,
                  double *potential);

    /* optional, NULL where there is nothing to say */
    int (*chi)(const void *par, const ss_config *x, int contact, double *chi);    /* dim; else 0 */
    int (*rate)(const void *par, const double *q, const double *u, double *qdot); /* else q' = u */
    /* power of the applied forces that are not in V, plus dV/dt at fixed q; else 0 */
    int (*power)(const void *par, const ss_config *x, const double *u, double *p);
    int (*exact)(const void *par, double t, double *q, double *u); /* nonzero: not known at t */
    int (*gait)(const void *par, const ss_config *x, const double *u, ss_gait *out);
    int (*draw)(const void *par, const ss_config *x, const ss_pen *pen);
    int (*frame)(const void *par, const ss_config *x, int contact, ss_contact_frame *f);
    /* further numbers worth showing, motor torques above all; `signal` ends with NULL */
    const char *const *signal;
    int (*signals)(const void *par, const ss_config *x, const double *u, double *out);
} ss_problem;

/* A family makes problems from named numbers. */
typedef struct ss_family {
    const char *name; /* unique key: "bouncing-ball" */
    const char *cite; /* folder in papers/ that it comes from, "textbook" or "ours" */
    const char *says; /* one sentence */
    const ss_option *options;

    /* Fill *out, with default q0 and u0 that fit the parameters.  On failure nothing is
     * kept, and why[] may say more than the status does. */
    ss_status (*build)(const double *opt, ss_problem *out, char *why, size_t why_size);
    /* Optional.  Called once after the caller has changed q0, u0 (or not): the last chance
     * to derive what depends on the start, or to withdraw `exact`. */
    ss_status (*ready)(ss_problem *p, char *why, size_t why_size);
    void (*destroy)(ss_problem *p);
} ss_family;

/* every built-in family, declared from the one list */
#define SS_FAMILY(f) extern const ss_family f;
#include "problems/families.def"
#undef SS_FAMILY

static inline int ss_dim(const ss_dims *d) /* rows per contact */
{
    return 1 + d->nt;
}

/* Does the exact solution judge a method that obeys this law of impact? */
static inline int ss_exact_holds(const ss_problem *p, ss_impact_law law)
{
    return p->exact && (!p->exact_laws || p->exact_laws >> law & 1u);
}

#endif
