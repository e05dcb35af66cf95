/* perf.c - what the uniform interface costs: ns per accepted step of glocker-studer through
 * ss_run() against a hand-written loop that does only the arithmetic of the same step.
 *
 *     perf            table: median of interleaved repeats, and the ratios
 *     perf NAME       one run of one subject, for counting instructions under callgrind
 *
 * The hand-written loop is the bicycle on circular wheels (two contacts) by the midpoint
 * scheme with the contact modes of the last step tried first, and every mode otherwise; no
 * interface, no energy ledger, no events.  It must end in the same state as the library,
 * else the comparison is void and the program fails.
 */
#include "bench/handwritten.h"
#include "bench/perf_gauss.h"
#include "bench/reflect_pass.h"
#include "solvers/registry.h"
#include "solvers/run.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { REPEATS = 15, MAX_SUBJECTS = 8 };

typedef struct subject {
    const char *name, *problem;
    const char *settings[4];
    double t_end;
} subject;

/* t_end is chosen so that every subject takes about the same time */
static const subject subjects[] = {
    {"bicycle", "bicycle", {NULL}, 100.0},
    {"bicycle-rolling", "bicycle", {"q0_y=0.5", "mu=0.5", "e_n=0"}, 100.0},
    {"bicycle-elliptic", "bicycle", {"d1=0.5", "d2=0.25"}, 100.0},
    {"sliding-block", "sliding-block", {"u0_x=-400"}, 50.0},
    {"bouncing-ball", "bouncing-ball", {"e_n=1"}, 100.0},
};
enum { NSUBJECTS = sizeof subjects / sizeof *subjects };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ns per step by the library; q_end gets the last coordinates (room for 8) */
static double run_library(const ss_registry *r, const subject *s, double *q_end)
{
    const ss_family *f = ss_find_family(r, s->problem);
    unsigned char used[4] = {0};
    ss_problem p;
    char why[200];
    int n = 0;

    while (n < 4 && s->settings[n]) n++;
    if (!f || ss_problem_build(f, s->settings, n, used, &p, why, sizeof why) != SS_OK) return NAN;
    ss_run_spec spec = ss_run_spec_default(&p);
    spec.t_end = s->t_end;
    spec.q_end = q_end;
    const double t0 = now();
    const ss_run_result res = ss_run(ss_find_method(r, "glocker-studer"), &p, &spec, (ss_sink){0});
    const double wall = now() - t0;
    f->destroy(&p);
    return res.status == SS_OK ? 1e9 * wall / (double)res.steps : NAN;
}

static double run_by_hand(const subject *s, double *q_end)
{
    ss_handwritten b = ss_handwritten_bicycle();
    const long steps = lround(s->t_end / 1e-3);

    if (s->settings[0]) b.q[1] = 0.5, b.mu_s = b.mu_d = 0.5, b.e = 0.0;
    const double t0 = now();
    ss_handwritten_run(&b, 1e-3, steps);
    const double wall = now() - t0;
    memcpy(q_end, b.q, sizeof b.q);
    return 1e9 * wall / (double)steps;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *x, int n)
{
    qsort(x, (size_t)n, sizeof *x, by_size);
    return x[n / 2];
}

/* The state after one second agrees to round-off: the motion is not yet chaotic. */
static int same_motion(const ss_registry *r, const subject *s)
{
    double a[8] = {0}, b[8] = {0};
    subject brief = *s;
    brief.t_end = 1.5;
    run_library(r, &brief, a);
    run_by_hand(&brief, b);
    for (int i = 0; i < 5; i++)
        if (!(fabs(a[i] - b[i]) <= 1e-9)) {
            fprintf(stderr, "perf: %s: q[%d] is %.17g by the library, %.17g by hand\n", s->name, i,
                    a[i], b[i]);
            return 0;
        }
    return 1;
}

static int table(const ss_registry *r)
{
    static double lib[NSUBJECTS][REPEATS], hand[2][REPEATS];
    double q[8];

    for (int i = 0; i < 2; i++)
        if (!same_motion(r, &subjects[i])) return 1;
    for (int k = 0; k < REPEATS; k++) {
        for (int i = 0; i < NSUBJECTS; i++) lib[i][k] = run_library(r, &subjects[i], q);
        for (int i = 0; i < 2; i++) hand[i][k] = run_by_hand(&subjects[i], q);
    }
    printf("%-18s %10s %10s %8s   ns per step, median of %d interleaved runs\n", "subject",
           "stickslip", "by hand", "ratio", (int)REPEATS);
    for (int i = 0; i < NSUBJECTS; i++) {
        const double a = median(lib[i], REPEATS);
        if (i < 2) {
            const double b = median(hand[i], REPEATS);
            printf("%-18s %10.1f %10.1f %8.2f\n", subjects[i].name, a, b, a / b);
        } else {
            printf("%-18s %10.1f %10s %8s\n", subjects[i].name, a, "-", "-");
        }
    }
    printf("%-18s %10.1f   ns per impact of ten touching balls by reflections; asked: < 2000\n",
           "reflections", ss_reflect_pass(now, 100000));
    return 0;
}

int main(int argc, char **argv)
{
    ss_registry r;
    double q[8];
    int status = 2;

    if (ss_registry_open(&r) != SS_OK) return 2;
    if (argc == 1) {
        status = table(&r);
        if (ss_perf_pendulum_table(&r)) status = 1;
    } else if (strcmp(argv[1], "pendulum") == 0) {
        long steps;
        status = isnan(ss_perf_pendulum(&r, "active-set", &steps));
    } else if (argc == 3 && strcmp(argv[1], "hand") == 0) {
        for (int i = 0; i < 2; i++)
            if (strcmp(argv[2], subjects[i].name) == 0)
                status = isnan(run_by_hand(&subjects[i], q));
    } else {
        for (int i = 0; i < NSUBJECTS; i++)
            if (strcmp(argv[1], subjects[i].name) == 0)
                status = isnan(run_library(&r, &subjects[i], q));
    }
    if (status == 2) fprintf(stderr, "perf: expected no argument, SUBJECT or hand SUBJECT\n");
    ss_registry_close(&r);
    return status;
}
