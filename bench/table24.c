/* table24.c - the fifteen runs of flickinger2011's table 2.4, timed one by one
 *
 * Tolerances are the published ones (1e-8 relative, 1e-9 absolute); times are the median of
 * interleaved repeats of the whole run, beside the CPU seconds that the source reports.
 * e_* of the source is e_kin; its "no energy control" (e_* = 5) is energy=none.  Starts and
 * spans as in the sections cited; where a span is not given it is the figure's.
 */
#include "solvers/registry.h"
#include "solvers/run.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { REPEATS = 7 };

typedef struct row {
    const char *section, *problem;
    double source_s, t_end;
    const char *settings[9];
} row;

#define DROP "q0_q1=0.78539816339744828", "q0_q2=-2.3561944901923448", "e_n=1"
#define OVAL "d2=0.25", "v_s=1.4e-4"
static const row rows[] = {
    {"3.4.1", "double-pendulum", 849.45, 10, {"e_n=1", "energy=none"}},
    {"3.6.1", "double-pendulum", 490.86, 10, {"e_n=0", "e_kin=0.5"}},
    {"5.2.1", "double-pendulum", 54.32, 10, {"e_n=1", "e_kin=1"}},
    {"5.2.2", "double-pendulum", 67.04, 10, {"e_n=1", "e_kin=0.5"}},
    {"5.2.3", "double-pendulum", 63.88, 10, {"e_n=0.1", "e_kin=0.5"}},
    {"5.5 attenuate", "double-pendulum", 91.42, 5, {DROP, "energy=attenuate"}},
    {"5.5 constrain", "double-pendulum", 244.73, 5, {DROP, "energy=constrain"}},
    {"4.2 0 deg", "bicycle", 89.96, 5, {OVAL, "u0_x=2"}}, /* the only one with a push */
    {"4.2 15 deg", "bicycle", 30.71, 5, {OVAL, "slope=0.26179938779914941"}},
    {"4.2 30 deg", "bicycle", 29.61, 5, {OVAL, "slope=0.52359877559829882"}},
    {"4.2 45 deg", "bicycle", 406.05, 5, {OVAL, "slope=0.78539816339744828"}},
    {"3.4.2", "bicycle", 416.70, 10, {"e_n=1", "energy=none"}},
    {"3.7.1", "bicycle", 69.11, 5, {OVAL, "slope=0.3490658503988659", "e_n=0.75", "e_kin=0.5"}},
    {"3.7.2", "bicycle", 580.33, 5, {OVAL, "slope=0.3490658503988659", "e_n=0.5", "e_kin=0.5"}},
    {"3.7.3", "bicycle", 1321.12, 5, {OVAL, "slope=0.3490658503988659", "e_n=0.25", "e_kin=0.5"}},
};
enum { NROWS = sizeof rows / sizeof *rows };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Seconds of one run, < 0 if it did not end well. */
static double run(const ss_registry *r, const row *x, ss_run_result *result)
{
    const ss_family *f = ss_find_family(r, x->problem);
    const ss_method *m = ss_find_method(r, "event-newton");
    unsigned char used[9] = {0};
    char why[200] = "";
    double opt[SS_MAX_OPTIONS];
    ss_problem p;
    int n = 0;

    while (n < 9 && x->settings[n]) n++;
    if (!f || !m || ss_problem_build(f, x->settings, n, used, &p, why, sizeof why) != SS_OK)
        return -1.0;
    double seconds = -1.0;
    if (ss_method_settings(m, x->settings, n, used, opt, why, sizeof why) == SS_OK) {
        ss_run_spec spec = ss_run_spec_default(&p);
        spec.opt = opt;
        spec.rtol = 1e-8;
        spec.atol = 1e-9;
        spec.t_end = x->t_end;
        const double t0 = now();
        *result = ss_run(m, &p, &spec, (ss_sink){0});
        if (result->status == SS_OK) seconds = now() - t0;
    }
    f->destroy(&p);
    return seconds;
}

int main(void)
{
    static double took[NROWS][REPEATS];
    ss_run_result result[NROWS];
    ss_registry r;
    double sum = 0.0, source = 0.0;
    int bad = 0;

    if (ss_registry_open(&r) != SS_OK) return 2;
    for (int k = 0; k < REPEATS; k++)
        for (int i = 0; i < NROWS; i++) took[i][k] = run(&r, &rows[i], &result[i]);
    printf("%-16s %-14s %12s %12s %8s %8s\n", "problem", "section", "seconds", "source", "steps",
           "impacts");
    for (int i = 0; i < NROWS; i++) {
        qsort(took[i], REPEATS, sizeof *took[i], by_size);
        const double s = took[i][REPEATS / 2];
        bad += !(took[i][0] > 0.0);
        sum += s;
        source += rows[i].source_s;
        printf("%-16s %-14s %12.6f %12.2f %8ld %8ld\n", rows[i].problem, rows[i].section, s,
               rows[i].source_s, result[i].steps, result[i].impacts);
    }
    printf("%-16s %-14s %12.6f %12.2f\n", "all", "", sum, source);
    ss_registry_close(&r);
    return bad ? 1 : 0;
}
