/* curve.h - a motion as nodes (t, q, u, modes), and distances between two of them
 *
 * Between nodes q is the cubic with the nodes' rates and u its derivative; over a step in which
 * an impact fell, q is the parabola with the rate before it.  Two nodes at one time are a jump.
 *
 * The kinetic metric makes one number of coordinates with different units: with M at the
 * start, |dq| = sqrt(dq' M dq)/qs and |du| = sqrt(du' M du)/us, where qs and us are the
 * largest excursion and the largest velocity of the reference.
 */
#ifndef SS_CURVE_H
#define SS_CURVE_H

#include "solvers/run.h"

typedef struct ss_metric {
    int nq, nu;
    double *L; /* nu*nu: M = L L', lower; NULL: plain numbers (nq != nu) */
    double qs, us, T;
} ss_metric;

typedef struct ss_hit { /* an impact */
    double t, size;     /* size: jump of the normal velocity, or of u where that is not known */
} ss_hit;

typedef struct ss_curve {
    int nq, nu, nc;
    int hermite; /* q' = u */
    int plain_u; /* u by straight lines: a time-stepper's q need not be the integral of its u */
    long n, room;
    double *t;           /* n */
    double *x;           /* n*(nq+nu) */
    unsigned char *mode; /* n*nc, of the step that led to the node */
    unsigned char *hit;  /* n: an impact fell into the step that led to the node */
    ss_hit *hits;
    long nhits, room_hits;
    /* after ss_curve_measure(): images in which the metric is Euclidean, and the lengths of
     * the segments that begin at each node */
    double *y, *len;
} ss_curve;

int ss_curve_open(ss_curve *c, const ss_problem *p); /* empty */
void ss_curve_close(ss_curve *c);
int ss_curve_add(ss_curve *c, double t, const double *q, const double *u, const unsigned char *mode,
                 int hit); /* nonzero: no memory */
int ss_curve_add_hit(ss_curve *c, double t, double size);
/* x (nq+nu) at time t, after a jump at t itself; returns the node that ends the segment. */
long ss_curve_at(const ss_curve *c, double t, double *x);

/* A sink that keeps every stride-th node and those around events.  Of an impact at the end of a
 * step it keeps both sides: u- = u+ - M^-1 W' L. */
typedef struct ss_tracer {
    ss_curve *c;
    ss_eval e;
    double *M, *W, *before; /* nu*nu, dim*nu, nu */
    long stride, count;
    double *last; /* 1 + nq + nu */
    unsigned char *last_mode;
    int last_hit, pending;
} ss_tracer;
int ss_tracer_open(ss_tracer *tr, ss_curve *c, const ss_problem *p, long stride);
int ss_tracer_take(ss_tracer *tr, const ss_point *x, const ss_step_info *info);
/* Velocities before the impacts at the end of this step, or NULL; valid until the next call. */
const double *ss_tracer_before(ss_tracer *tr, const ss_point *x, const ss_step_info *info);
int ss_tracer_finish(ss_tracer *tr); /* the last node */
void ss_tracer_close(ss_tracer *tr);

int ss_metric_open(ss_metric *m, const ss_problem *p, double T);
void ss_metric_close(ss_metric *m);
void ss_metric_scale(ss_metric *m, const ss_curve *reference); /* sets qs and us */
double ss_metric_q(const ss_metric *m, const double *dq);
double ss_metric_u(const ss_metric *m, const double *du);
void ss_metric_image(const ss_metric *m, const double *x, double *y); /* nq+nu */

/* Images and lengths of all nodes; nonzero: no memory. */
int ss_curve_measure(ss_curve *c, const ss_metric *m);

/* Largest distance of a point of a's filled-in graph from b's, up to time `until`.  Both are
 * measured.  only_jumps: of a's points those at its jumps alone.  exact (optional) gives b's state
 * better than its nodes do.  If first is not NULL it becomes the time of the first point that is
 * farther away than `tol`, else `until`. */
double ss_graph_distance(const ss_curve *a, const ss_curve *b, const ss_metric *m, double until,
                         const ss_problem *exact, int only_jumps, double tol, double *first);

#endif
