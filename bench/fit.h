/* fit.h - parameters of a problem from a measured record of one coordinate.
 *
 *     minimise  sum_k (q_c(t_k + t0; p) - x_k)^2   over   lo <= p <= hi
 *
 * where q_c is simulated by a method.  Points in the box, the centre and others drawn by a seeded
 * generator, are tried; from the best of them Levenberg and Marquardt's method goes on, with
 * differences for derivatives.  "t0" among the names is the time between the release and the
 * record's zero; every other name is a parameter of the problem.
 */
#ifndef SS_FIT_H
#define SS_FIT_H

#include "bench/encoder.h"
#include "solvers/registry.h"
#include "solvers/run.h"

enum { SS_FIT_MOST = 8 };

typedef struct ss_fit_spec {
    const ss_family *family;
    const ss_method *method;
    const char *const *settings; /* nsettings "name=value" for both */
    int nsettings;
    int coordinate; /* of q */
    int n;          /* parameters */
    const char *name[SS_FIT_MOST];
    double lo[SS_FIT_MOST], hi[SS_FIT_MOST];
    int starts;    /* points tried */
    int refined;   /* of them, from which the descent begins */
    uint64_t seed; /* of the points */
    double rtol, atol;
} ss_fit_spec;

typedef struct ss_fit_result {
    double p[SS_FIT_MOST], error[SS_FIT_MOST]; /* the best, and its standard deviations */
    double rms;                                /* of what is left */
    double first_rms;                          /* of the best point tried, before any descent */
    long runs;
} ss_fit_result;

/* why[] gets one line unless SS_OK. */
ss_status ss_fit(const ss_fit_spec *spec, const ss_angle_record *data, ss_fit_result *out,
                 char *why, size_t why_size);
/* The simulated coordinate at the record's times for given parameters. */
ss_status ss_fit_simulate(const ss_fit_spec *spec, const ss_angle_record *data, const double *p,
                          double *x, char *why, size_t why_size);

#endif
