/* cmd_lcp.c - replay a saved contact problem: every backend's answer, judged by the one
 * residual, and all solutions that exist
 *
 * L holds N1 T1 N2 T2 ... impulses; v = G L + b are the velocities that they lead to.
 */
#include "bench/case.h"
#include "bench/nearest.h"
#include "bench/number.h"
#include <stdlib.h>

enum { ENUMERABLE = 24, KEPT = 64 }; /* variables that enumeration can take; solutions shown */

static void print_solution(const ss_contact_problem *c, const double *L)
{
    for (int i = 0; i < c->n; i++) {
        double v[2] = {c->b[2 * i], c->b[2 * i + 1]};
        for (int k = 0; k < 2; k++)
            for (int j = 0; j < 2 * c->n; j++) v[k] += c->G[(2 * i + k) * 2 * c->n + j] * L[j];
        const double row[] = {L[2 * i], L[2 * i + 1], v[0], v[1]};
        static const char *const key[] = {"LN", "LT", "vN", "vT"};
        printf("  contact %d", i);
        for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
            printf("  %s ", key[k]);
            ss_put_number(stdout, row[k]);
        }
        putchar('\n');
    }
}

static void lay_out(ss_contact_solver *s, double **L, const ss_lcp_backend *b, int n, ss_arena *a)
{
    *L = SS_TAKE(a, double, 2 * n);
    ss_contact_solver_layout(s, b, n, a);
}

static ss_status solve(const ss_lcp_backend *b, const ss_contact_problem *c)
{
    ss_contact_solver s = {0};
    ss_arena a = {0};
    double *L, residual = 0.0;
    long pivots = 0;

    lay_out(&s, &L, b, c->n, &a);
    a = (ss_arena){.base = calloc(1, a.used), .size = a.used};
    if (!a.base) return SS_ENOMEM;
    s = (ss_contact_solver){0};
    lay_out(&s, &L, b, c->n, &a);

    ss_status status = ss_contact_solver_open(&s);
    if (status == SS_OK) {
        status = ss_contact_solve(&s, c, L, &residual, &pivots);
        ss_contact_solver_close(&s);
        printf("backend %s: %s, residual %.3g, iterations %ld\n", b->name,
               ss_status_verdict(status), residual, pivots);
        if (status == SS_OK) print_solution(c, L);
    } else
        printf("backend %s: not available (%s)\n", b->name, ss_status_text(status));
    free(a.base);
    return status;
}

static ss_status enumerate(const ss_contact_problem *c)
{
    const int most = 3 * c->n;
    const size_t wide = (size_t)most;
    double *M = calloc(wide * wide + wide + wide * KEPT + wide * (wide + 3) + (size_t)(2 * c->n),
                       sizeof *M);
    if (!M) return SS_ENOMEM;
    double *q = M + most * most, *z = q + most, *work = z + most * KEPT,
           *L = work + most * (most + 3);
    const int size = ss_contact_lcp(c, M, q);

    if (size > ENUMERABLE) {
        printf("enumeration: %d variables are more than the %d it takes\n", size, ENUMERABLE);
        free(M);
        return SS_EUNSUP;
    }
    const ss_lcp p = {.n = size, .M = M, .q = q};
    const int found = ss_lcp_enumerate(&p, z, KEPT, work);
    if (found < 0)
        puts("enumeration: none found, and that proves nothing (nearly singular)");
    else
        printf("solutions by enumeration: %d\n", found);
    for (int k = 0; k < found && k < KEPT; k++) {
        ss_contact_from_lcp(c, z + k * size, L);
        printf("solution %d, residual %.3g\n", k + 1, ss_contact_residual(c, L));
        print_solution(c, L);
    }
    free(M);
    return found > 0 ? SS_OK : SS_EINCONSISTENT;
}

static int unknown_backend(const char *setting, const char *name)
{
    ss_nearest near = {.asked = name};
    char words[256];

    for (const ss_lcp_backend *const *b = ss_lcp_backends; *b; b++)
        ss_nearest_offer(&near, (*b)->name);
    return ss_complain(SS_EXIT_USAGE, "lcp: -s %s: expected lcp=NAME of a backend; nearest: %s",
                       setting, ss_nearest_words(&near, words, sizeof words));
}

int ss_cmd_lcp(const ss_cli *cli, int argc, char **argv)
{
    const char *file = NULL, *setting = NULL, *value;
    const ss_lcp_backend *only = NULL;
    char why[400] = "";
    ss_contact_problem c;

    (void)cli;
    for (int i = 1; i < argc; i++) {
        const int got = ss_arg(argc, argv, &i, "-s", &value);
        if (got < 0) return SS_EXIT_USAGE;
        if (got)
            setting = value;
        else if (file || (argv[i][0] == '-' && argv[i][1]))
            return ss_usage_error("lcp", argv[i]);
        else
            file = argv[i];
    }
    if (!file)
        return ss_complain(SS_EXIT_USAGE, "lcp: a file was expected; see stickslip lcp --help");
    if (setting) {
        const char *name = strncmp(setting, "lcp=", 4) == 0 ? setting + 4 : setting;
        if (name != setting) only = ss_lcp_backend_find(name);
        if (!only) return unknown_backend(setting, name);
    }
    if (ss_contact_read(file, &c, why, sizeof why) != SS_OK)
        return ss_complain(SS_EXIT_USAGE, "%s%s%s", *why ? "" : file, *why ? "" : ": ",
                           *why ? why : "not a contact problem");

    int solved = 0;
    printf("contact problem of %d contacts from %s\n", c.n, file);
    for (const ss_lcp_backend *const *b = ss_lcp_backends; *b; b++)
        if (!only || *b == only) solved += solve(*b, &c) == SS_OK;
    solved += enumerate(&c) == SS_OK;
    ss_contact_free(&c);
    return solved ? SS_EXIT_DONE : ss_complain(SS_EXIT_EARLY, "%s: no solution was found", file);
}
