/* cmd_bench.c - every method on every problem, once, as a table
 *
 * Errors and times come from separate passes: the first compares with the exact solution at
 * every step, the others record nothing and their median is the time.  The error is the
 * largest difference of a coordinate, in the coordinate's own unit.
 */
#include "bench/case.h"
#include "bench/clock.h"
#include "solvers/run.h"
#include <math.h>
#include <stdlib.h>

enum { MAX_REPEAT = 99 };

typedef struct errors {
    const ss_problem *p;
    double *q, *u; /* exact */
    double last, most;
    int known; /* the exact solution was known at some step */
} errors;

static int compare(void *ctx, const ss_point *x, const ss_step_info *info)
{
    errors *e = ctx;
    (void)info;
    e->last = NAN;
    if (e->p->exact(e->p->par, x->t, e->q, e->u)) return 0;
    e->known = 1;
    e->last = 0.0;
    for (int i = 0; i < e->p->dims.nq; i++) e->last = fmax(e->last, fabs(x->q[i] - e->q[i]));
    e->most = fmax(e->most, e->last);
    return 0;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* ns per step: the median of `repeat` runs that record nothing */
static double timed(const ss_method *m, const ss_problem *p, const ss_run_spec *spec, int repeat)
{
    double ns[MAX_REPEAT] = {0};
    for (int k = 0; k < repeat; k++) {
        const double begin = ss_seconds();
        const ss_run_result r = ss_run(m, p, spec, (ss_sink){0});
        ns[k] = r.steps ? 1e9 * (ss_seconds() - begin) / (double)r.steps : NAN;
    }
    qsort(ns, (size_t)repeat, sizeof *ns, ascending);
    return ns[repeat / 2];
}

static void cell(const char *format, int known, double x)
{
    if (known && isfinite(x))
        printf(format, x);
    else
        printf(" %10s", "-");
}

static void one_row(const ss_method *m, const ss_problem *p, const ss_run_spec *spec, int repeat)
{
    double *exact = calloc((size_t)(p->dims.nq + p->dims.nu) + 1, sizeof *exact);
    errors e = {.p = p, .q = exact, .u = exact ? exact + p->dims.nq : NULL};
    /* an exact solution under another law of impact is no measure */
    const int compared = ss_exact_holds(p, m->impact) && exact;
    const ss_run_result r =
        ss_run(m, p, spec, compared ? (ss_sink){.take = compare, .ctx = &e} : (ss_sink){0});

    printf("%-20s %-16s %-12s", p->name, m->name, ss_status_verdict(r.status));
    if (r.status == SS_EUNSUP)
        printf(" %s\n", *r.why ? r.why : ss_status_text(r.status));
    else {
        cell(" %10.2e", compared && e.known, e.last);
        cell(" %10.2e", compared && e.known, e.most);
        printf(" %10.2e %10.2e %10.2e %8ld %7ld", r.E_gain_max, r.penetration_max, r.residual_max,
               r.steps, r.impacts);
        cell(" %10.1f\n", r.steps > 0, r.steps > 0 ? timed(m, p, spec, repeat) : NAN);
        if (!r.steps) putchar('\n');
        if (r.status != SS_OK)
            printf("%-37s at t = %.6g: %s\n", "", r.t, *r.why ? r.why : ss_status_text(r.status));
    }
    free(exact);
}

int ss_cmd_bench(const ss_cli *cli, int argc, char **argv)
{
    const ss_registry *reg = cli->registry;
    const ss_settings none = {0};
    const char *value;
    double h = 0.0;
    long repeat = 3;

    for (int i = 1; i < argc; i++) {
        int got = ss_arg(argc, argv, &i, "--h", &value);
        if (got > 0 && ss_arg_positive("--h", value, &h)) got = -1;
        if (!got) {
            got = ss_arg(argc, argv, &i, "--repeat", &value);
            if (got > 0 && ss_arg_count("--repeat", value, &repeat)) got = -1;
        }
        if (got < 0) return SS_EXIT_USAGE;
        if (!got) return ss_usage_error("bench", argv[i]);
    }
    if (repeat > MAX_REPEAT)
        return ss_complain(SS_EXIT_USAGE, "--repeat %ld: at most %d", repeat, (int)MAX_REPEAT);

    printf("%-20s %-16s %-12s %10s %10s %10s %10s %10s %8s %7s %10s\n", "problem", "method",
           "verdict", "error_end", "error_max", "E_gain_max", "penetr_max", "resid_max", "steps",
           "impacts", "ns/step");
    for (int i = 0; i < reg->nfamilies; i++) {
        ss_case c;
        const int code = ss_case_open(&c, cli, reg->families[i]->name, NULL, &none);
        if (code != SS_EXIT_DONE) return code;
        ss_run_spec spec = ss_run_spec_default(&c.p);
        if (h > 0.0) spec.h = h;
        for (int k = 0; k < reg->nmethods; k++) one_row(reg->methods[k], &c.p, &spec, (int)repeat);
        ss_case_close(&c);
    }
    puts(
        "\nerror_*     difference from the exact solution, the largest of all coordinates, at the "
        "end\n"
        "            and at any step, in the coordinate's own unit; - where none is known for the\n"
        "            method's law of impact\n"
        "E_gain_max  largest rise of the energy, less the work done, over its running minimum\n"
        "penetr_max  deepest penetration of an accepted state; resid_max: of the contact laws\n"
        "ns/step     median wall time of runs that record nothing");
    return SS_EXIT_DONE;
}
