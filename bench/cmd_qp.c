/* cmd_qp.c - Gauss' quadratic programme at the start of a problem, number by number
 *
 *     minimise 1/2 N' Q N   over   N >= 0,  a = A N - b >= 0
 *
 * Entries are numbered within the programme; contact_i says which contact is meant.  Where no
 * load is feasible the solution is nan.  `solutions` counts those of the complementarity problem
 * of the same state.
 */
#include "bench/case.h"
#include "bench/number.h"
#include "bench/output.h"
#include "bench/scalar.h"
#include "solvers/least_constraint.h"

static void put_number(FILE *f, const char *key, double x)
{
    fprintf(f, "%s ", key);
    ss_put_number(f, x);
    fputc('\n', f);
}

static void put_vector(FILE *f, const char *key, int n, const double *x)
{
    for (int i = 0; i < n; i++) {
        fprintf(f, "%s_%d ", key, i);
        ss_put_number(f, x[i]);
        fputc('\n', f);
    }
}

/* Q_01; with more than ten contacts Q_0_10, or digits would run together */
static void put_matrix(FILE *f, const char *key, int n, const double *x)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            fprintf(f, "%s_%d%s%d ", key, i, n > 10 ? "_" : "", j);
            ss_put_number(f, x[i * n + j]);
            fputc('\n', f);
        }
}

static void say(FILE *f, const ss_problem *p, ss_status found, const ss_least_constraint *c)
{
    fprintf(f, "verdict %s\ncontacts %d\nresting %d\n", ss_status_verdict(found), c->n, c->resting);
    for (int i = 0; i < c->n; i++) fprintf(f, "contact_%d %d\n", i, c->contact[i]);
    put_vector(f, "mu", c->n, c->mu);
    put_vector(f, "sense", c->n, c->sense);
    put_matrix(f, "Q", c->n, c->Q);
    put_matrix(f, "A", c->n, c->A);
    put_vector(f, "b", c->n, c->b);
    put_vector(f, "N", c->n, c->N);
    put_vector(f, "a", c->n, c->a);
    put_number(f, "objective", c->objective);
    put_number(f, "residual", c->residual);
    put_number(f, "solutions", ss_scalar_find("solutions")->of(p));
}

static int write_matrices(const char *path, const ss_least_constraint *c)
{
    ss_output o;
    char why[400];

    if (ss_output_open(&o, path, why, sizeof why)) {
        ss_output_drop(&o);
        return ss_complain(SS_EXIT_OUTPUT, "%s", why);
    }
    fputs("i,j,Q,A\n", o.f);
    for (int i = 0; i < c->n; i++)
        for (int j = 0; j < c->n; j++) {
            fprintf(o.f, "%d,%d,", i, j);
            ss_put_number(o.f, c->Q[i * c->n + j]);
            fputc(',', o.f);
            ss_put_number(o.f, c->A[i * c->n + j]);
            fputc('\n', o.f);
        }
    const int bad = ss_output_commit(&o, why, sizeof why);
    ss_output_drop(&o);
    return bad ? ss_complain(SS_EXIT_OUTPUT, "%s", why) : SS_EXIT_DONE;
}

static int report(const ss_cli *cli, const ss_case *c, const char *path)
{
    ss_least_constraint got;
    const char *why;
    const ss_problem *p = &c->p;
    const ss_status found = ss_least_constraint_at(p, 0.0, p->q0, p->u0, c->opt, &got, &why);
    int code = SS_EXIT_DONE;

    if (!path || !cli->quiet) say(path ? stderr : stdout, p, found, &got);
    if (path) code = write_matrices(path, &got);
    ss_least_constraint_free(&got);
    if (code != SS_EXIT_DONE || found == SS_OK) return code;
    return ss_complain(found == SS_EARG || found == SS_ENOMEM || found == SS_EMODULE
                           ? SS_EXIT_USAGE
                           : SS_EXIT_EARLY,
                       "%s: %s", p->name, why ? why : ss_status_text(found));
}

int ss_cmd_qp(const ss_cli *cli, int argc, char **argv)
{
    const char *name = NULL, *path = NULL, *value;
    ss_settings s = {0};
    ss_case c;

    for (int i = 1; i < argc; i++) {
        int got = ss_arg(argc, argv, &i, "-s", &value);
        if (got < 0 || (got && ss_settings_add(&s, value))) return SS_EXIT_USAGE;
        if (got) continue;
        if ((got = ss_arg(argc, argv, &i, "-o", &path)) < 0) return SS_EXIT_USAGE;
        if (got) continue;
        if (name || argv[i][0] == '-') return ss_usage_error("qp", argv[i]);
        name = argv[i];
    }
    if (!name) return ss_complain(SS_EXIT_USAGE, "qp: a problem was expected; see stickslip list");

    int code = ss_case_open(&c, cli, name, "gauss", &s);
    if (code != SS_EXIT_DONE) return code;
    code = report(cli, &c, path);
    ss_case_close(&c);
    return code;
}
