/* cmd_forces.c - contact forces on the level of accelerations, at the start of a problem
 *
 * Where Painleve's paradox strikes there is no solution, or more than one: all are shown.
 */
#include "bench/case.h"
#include "bench/number.h"
#include "solvers/acceleration.h"
#include <stdlib.h>

enum { KEPT = 32 }; /* solutions shown; more are counted */

static void put(const char *key, double x)
{
    printf("  %s ", key);
    ss_put_number(stdout, x);
}

static void print_solution(const ss_problem *p, const double *l, const double *udot)
{
    static const char *const row[SS_MAX_DIM] = {"lN", "lT", "lS"};
    const int dim = ss_dim(&p->dims);

    for (int i = 0; i < p->dims.nc; i++) {
        printf("  contact %d", i);
        for (int k = 0; k < dim && k < SS_MAX_DIM; k++) put(row[k], l[i * dim + k]);
        putchar('\n');
    }
    printf("  acceleration");
    for (int i = 0; i < p->dims.nu; i++) put(p->u_name[i], udot[i]);
    putchar('\n');
}

static int report(const ss_problem *p)
{
    const int nl = p->dims.nc * ss_dim(&p->dims), nu = p->dims.nu;
    double *l = calloc((size_t)((nl + nu) * KEPT) + 1, sizeof *l), *udot = l ? l + nl * KEPT : NULL;
    ss_status status = SS_OK;

    if (!l) return ss_complain(SS_EXIT_USAGE, "no memory");
    const int n = ss_acceleration_solutions(p, 0.0, p->q0, p->u0, l, udot, KEPT, &status);
    printf("verdict %s\nsolutions %d\n", ss_status_verdict(status), n);
    for (int k = 0; k < n && k < KEPT; k++) {
        printf("solution %d\n", k + 1);
        print_solution(p, l + k * nl, udot + k * nu);
    }
    free(l);
    if (status == SS_OK) return SS_EXIT_DONE;
    return ss_complain(status == SS_EARG || status == SS_ENOMEM ? SS_EXIT_USAGE : SS_EXIT_EARLY,
                       "%s: %s", p->name, ss_status_text(status));
}

int ss_cmd_forces(const ss_cli *cli, int argc, char **argv)
{
    const char *name = NULL, *value;
    ss_settings s = {0};
    ss_case c;

    for (int i = 1; i < argc; i++) {
        const int got = ss_arg(argc, argv, &i, "-s", &value);
        if (got < 0 || (got && ss_settings_add(&s, value))) return SS_EXIT_USAGE;
        if (got) continue;
        if (name || argv[i][0] == '-') return ss_usage_error("forces", argv[i]);
        name = argv[i];
    }
    if (!name)
        return ss_complain(SS_EXIT_USAGE, "forces: a problem was expected; see stickslip list");

    int code = ss_case_open(&c, cli, name, NULL, &s);
    if (code != SS_EXIT_DONE) return code;
    code = report(&c.p);
    ss_case_close(&c);
    return code;
}
