/* perf_gauss.c - the speed of gauss: 16 points, 5 s of motion, tolerances of 1e-6
 *
 * The source's program needs seconds for 2.75 s of this motion.  The table fails if the default
 * backend takes more than 20 ms at the median.
 */
#include "bench/perf_gauss.h"
#include "solvers/qp/qp.h"
#include "solvers/run.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { REPEATS = 15 };
static const double target = 20e-3; /* s */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double ss_perf_pendulum(const ss_registry *r, const char *backend, long *steps)
{
    const ss_family *f = ss_find_family(r, "journal-pendulum");
    const ss_method *m = ss_find_method(r, "gauss");
    const char *settings[3] = {"mu=0.115", "b=1.3"};
    char choice[40], why[200];
    unsigned char used[3];
    double opt[SS_MAX_OPTIONS], wall = NAN;
    ss_problem p;

    snprintf(choice, sizeof choice, "qp=%s", backend);
    settings[2] = choice;
    if (!f || !m || ss_problem_build(f, settings, 3, used, &p, why, sizeof why) != SS_OK)
        return NAN;
    if (ss_method_settings(m, settings, 3, used, opt, why, sizeof why) == SS_OK) {
        ss_run_spec spec = ss_run_spec_default(&p);
        spec.opt = opt;
        spec.t_end = 5.0;
        spec.rtol = spec.atol = 1e-6;
        const double t0 = now();
        const ss_run_result res = ss_run(m, &p, &spec, (ss_sink){0});
        if (res.status == SS_OK) wall = now() - t0;
        *steps = res.steps;
    }
    f->destroy(&p);
    return wall;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int ss_perf_pendulum_table(const ss_registry *r)
{
    int late = 0;

    printf("\n%-18s %10s %10s   journal-pendulum by gauss, 5 s of motion\n", "backend", "ms",
           "steps");
    for (const ss_qp_backend *const *b = ss_qp_backends; *b; b++) {
        double wall[REPEATS];
        long steps = 0;
        int n = 0;

        /* the slow ones once: their time is no subject of ours */
        do wall[n] = ss_perf_pendulum(r, (*b)->name, &steps);
        while (++n < REPEATS && wall[0] < 0.1);
        qsort(wall, (size_t)n, sizeof *wall, by_size);
        if (isnan(wall[n / 2])) {
            printf("%-18s %10s\n", (*b)->name, "-");
            late = late || b == ss_qp_backends;
            continue;
        }
        printf("%-18s %10.2f %10ld\n", (*b)->name, 1e3 * wall[n / 2], steps);
        if (b == ss_qp_backends && wall[n / 2] > target) {
            fprintf(stderr, "perf: %s takes more than %g ms\n", (*b)->name, 1e3 * target);
            late = 1;
        }
    }
    return late;
}
