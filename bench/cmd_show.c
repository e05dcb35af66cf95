/* cmd_show.c - what a problem, a method, a backend or a figure is */
#include "bench/case.h"
#include "bench/folder.h"
#include "bench/nearest.h"
#include "bench/number.h"
#include "bench/recipe.h"
#include "solvers/qp/qp.h"
#include "solvers/run.h"
#include <stdlib.h>

/* "m", but nothing for pure numbers */
static const char *unit_of(const ss_option *o)
{
    return o->unit && strcmp(o->unit, "1") != 0 ? o->unit : "";
}

static void show_option(const ss_option *o)
{
    char word[64], preset[SS_NUMBER_SIZE], lo[SS_NUMBER_SIZE], hi[SS_NUMBER_SIZE];

    printf("  %-14s ", o->name);
    if (o->kind == SS_ALIAS)
        printf("-> %s", o->words);
    else if (o->kind == SS_CHOICE)
        printf("%s  (one of %s)", ss_option_word(o, o->preset, word, sizeof word), o->words);
    else
        printf("%s%s%s  (%s%s to %s)", ss_number(o->preset, preset), *unit_of(o) ? " " : "",
               unit_of(o), o->kind == SS_INTEGER ? "whole, " : "", ss_number(o->min, lo),
               ss_number(o->max, hi));
    printf("\n                 %s\n", o->says ? o->says : "");
}

static void show_options(const char *title, const ss_option *table)
{
    if (!ss_options_count(table)) {
        printf("%s: none\n", title);
        return;
    }
    printf("%s:\n", title);
    for (const ss_option *o = table; o->name; o++) show_option(o);
}

static void show_starts(char kind, const char *const *names, const double *x, int n)
{
    char value[SS_NUMBER_SIZE];
    for (int i = 0; i < n; i++) printf("  %c0_%-11s %s\n", kind, names[i], ss_number(x[i], value));
}

static void show_problem(const ss_registry *r, const ss_case *c)
{
    static const char *const tangents[] = {"without friction", "planar, one tangent",
                                           "spatial, two tangents"};
    const ss_problem *p = &c->p;
    char t_end[SS_NUMBER_SIZE], why[200];

    printf("problem %s\n%s\nsource: %s\n", c->family->name, c->family->says, c->family->cite);
    printf("coordinates %d, velocities %d, contacts %d (%s)\n", p->dims.nq, p->dims.nu, p->dims.nc,
           tangents[p->dims.nt < 0 || p->dims.nt > 2 ? 0 : p->dims.nt]);
    printf("runs to t = %s unless told otherwise; exact solution: %s\n", ss_number(p->t_end, t_end),
           p->exact ? "yes" : "no");
    show_options("parameters", c->family->options);
    puts("start:");
    show_starts('q', p->q_name, p->q0, p->dims.nq);
    show_starts('u', p->u_name, p->u0, p->dims.nu);
    puts("methods:");
    for (int i = 0; i < r->nmethods; i++) {
        const char *no = ss_method_refuses(r->methods[i], p, why, sizeof why);
        printf("  %-16s %s%s\n", r->methods[i]->name, no ? "no: " : "yes", no ? no : "");
    }
}

static void show_method(const ss_method *m)
{
    static const char *const stepping[] = {
        [SS_FIXED] = "fixed", [SS_ADAPTIVE] = "adaptive", [SS_EVENT_DRIVEN] = "event-driven"};
    static const char *const impact[] = {[SS_IMPACT_NEWTON] = "Newton",
                                         [SS_IMPACT_POISSON] = "Poisson",
                                         [SS_IMPACT_ENERGETIC] = "energetic (Stronge)",
                                         [SS_IMPACT_REFLECTION] = "reflection",
                                         [SS_IMPACT_NONE] = "none"};
    static const struct {
        unsigned bit;
        const char *word;
    } can[] = {
#define SS_AS_ROW(name, bit, word) {name, word},
        SS_CAN_LIST(SS_AS_ROW)
#undef SS_AS_ROW
    };

    printf("method %s\n%s\nsource: %s\n", m->name, m->says, m->cite);
    printf("steps: %s; impact law: %s; order on smooth motion: %d\n", stepping[m->stepping],
           impact[m->impact], m->order);
    puts("honours:");
    for (size_t i = 0; i < sizeof can / sizeof *can; i++)
        printf("  %-3s %s\n", m->can & can[i].bit ? "yes" : "no", can[i].word);
    show_options("options", m->options);
}

static void show_backend(const ss_lcp_backend *b)
{
    printf("backend %s\n%s\n", b->name, b->says);
    printf("solves: %s%s%s\n", b->solve ? "linear complementarity problems" : "",
           b->solve && b->solve_contact ? ", " : "",
           b->solve_contact ? "contact problems directly" : "");
    printf("chosen with -s lcp=%s\n", b->name);
}

static void show_qp_backend(const ss_qp_backend *b)
{
    printf("backend %s\n%s\nsolves: quadratic programmes\nresidual: at most %g\n", b->name, b->says,
           b->tol);
    printf("chosen with -s qp=%s\n", b->name);
}

/* What the original shows, the commands and the facts of a recipe; an exit code. */
static int show_figure(const char *name)
{
    char papers[600], why[600];
    ss_recipe *r = calloc(1, sizeof *r);
    int code = SS_EXIT_DONE;

    if (!r || !ss_folder_papers(papers, sizeof papers) ||
        ss_recipe_read(r, papers, name, why, sizeof why))
        code = ss_complain(SS_EXIT_USAGE, "show %s: %s", name, r ? why : "no memory");
    else {
        printf("figure %s\n%s\n", r->name, r->says);
        for (int i = 0; i < r->ndata; i++)
            printf("data %s: stickslip %s\n", r->data[i].name, r->data[i].command);
        for (int i = 0; i < r->nfacts; i++)
            printf("fact%s: %s\n", r->fact[i].ours ? " (our check)" : "", r->fact[i].says);
        printf("made by stickslip reproduce %s\n", r->name);
    }
    if (r) ss_recipe_close(r);
    free(r);
    return code;
}

typedef struct search { /* for one name among the figures */
    const char *name;
    int found;
    ss_nearest *near;
} search;

static void look_at(void *ctx, const char *figure)
{
    search *s = ctx;
    s->found |= strcmp(figure, s->name) == 0;
    ss_nearest_offer(s->near, figure);
}

static int is_figure(const char *name, ss_nearest *near)
{
    search s = {.name = name, .near = near};
    ss_folder_figures(look_at, &s);
    return s.found;
}

static int unknown(const ss_registry *r, const char *name)
{
    ss_nearest near = {.asked = name};
    char words[256];

    for (int i = 0; i < r->nfamilies; i++) ss_nearest_offer(&near, r->families[i]->name);
    for (int i = 0; i < r->nmethods; i++) ss_nearest_offer(&near, r->methods[i]->name);
    for (const ss_lcp_backend *const *b = ss_lcp_backends; *b; b++)
        ss_nearest_offer(&near, (*b)->name);
    for (const ss_qp_backend *const *b = ss_qp_backends; *b; b++)
        ss_nearest_offer(&near, (*b)->name);
    (void)is_figure(name, &near);
    return ss_complain(SS_EXIT_USAGE,
                       "show: no problem, method, backend or figure is called '%s'; nearest: %s",
                       name, ss_nearest_words(&near, words, sizeof words));
}

int ss_cmd_show(const ss_cli *cli, int argc, char **argv)
{
    const char *name = NULL, *value;
    ss_settings s = {0};

    for (int i = 1; i < argc; i++) {
        const int got = ss_arg(argc, argv, &i, "-s", &value);
        if (got < 0 || (got && ss_settings_add(&s, value))) return SS_EXIT_USAGE;
        if (got) continue;
        if (name || argv[i][0] == '-') return ss_usage_error("show", argv[i]);
        name = argv[i];
    }
    if (!name) return ss_complain(SS_EXIT_USAGE, "show: a name was expected; see stickslip list");

    const ss_method *m = ss_find_method(cli->registry, name);
    const ss_lcp_backend *b = ss_lcp_backend_find(name);
    const ss_qp_backend *qp = ss_qp_backend_find(name);
    if (ss_find_family(cli->registry, name)) {
        ss_case c;
        const int code = ss_case_open(&c, cli, name, NULL, &s);
        if (code != SS_EXIT_DONE) return code;
        show_problem(cli->registry, &c);
        ss_case_close(&c);
    } else if (s.n)
        return ss_complain(SS_EXIT_USAGE, "show %s: settings are for problems", name);
    else if (m)
        show_method(m);
    else if (is_figure(name, &(ss_nearest){.asked = name}))
        return show_figure(name);
    else if (!b && !qp)
        return unknown(cli->registry, name);
    else { /* one name may stand for one of each */
        if (b) show_backend(b);
        if (qp) show_qp_backend(qp);
    }
    return SS_EXIT_DONE;
}
