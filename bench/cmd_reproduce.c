/* cmd_reproduce.c - the command reproduce: which figures, where to, and the table at the end */
#include "bench/clock.h"
#include "bench/folder.h"
#include "bench/gnuplot.h"
#include "bench/nearest.h"
#include "bench/reproduce.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_FIGURES = 400, PAPERS_SIZE = 600 };

typedef struct request {
    const char *asked[MOST_FIGURES];
    int nasked;
    const char *dir;
    long jobs;
    int png;
    /* every figure there is; chosen: those that were asked for */
    char name[MOST_FIGURES][SS_RECIPE_NAME];
    unsigned char chosen[MOST_FIGURES];
    int n, left_out;
} request;

/* ---- the command line ----------------------------------------------------------------------- */

static int parse(request *q, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *value;
        int got = ss_arg(argc, argv, &i, "-o", &q->dir);
        if (!got && (got = ss_arg(argc, argv, &i, "-j", &value)) > 0)
            if (ss_arg_count("-j", value, &q->jobs)) got = -1;
        if (!got && strcmp(argv[i], "--png") == 0) got = q->png = 1;
        if (got < 0) return SS_EXIT_USAGE;
        if (got) continue;
        if (argv[i][0] == '-' || q->nasked == MOST_FIGURES)
            return ss_usage_error("reproduce", argv[i]);
        q->asked[q->nasked++] = argv[i];
    }
    if (!*q->dir) return ss_complain(SS_EXIT_USAGE, "-o: the name of a folder was expected");
    if (q->jobs > 1024) return ss_complain(SS_EXIT_USAGE, "-j %ld: at most 1024", q->jobs);
    return SS_EXIT_DONE;
}

static void add_figure(void *ctx, const char *name)
{
    request *q = ctx;
    if (q->n < MOST_FIGURES && strlen(name) < SS_RECIPE_NAME)
        snprintf(q->name[q->n++], SS_RECIPE_NAME, "%s", name);
    else
        q->left_out++;
}

/* A figure by its name, a paper with all of its own, or all. */
static int matches(const char *figure, const char *asked)
{
    const size_t n = strlen(asked);
    return strcmp(asked, "all") == 0 || strcmp(figure, asked) == 0 ||
           (strncmp(figure, asked, n) == 0 && figure[n] == '/');
}

static int choose(request *q)
{
    ss_folder_figures(add_figure, q);
    if (q->n == 0)
        return ss_complain(SS_EXIT_USAGE, "reproduce: no recipes were found; set STICKSLIP_PAPERS "
                                          "to the folder of the papers");
    if (q->left_out)
        return ss_complain(SS_EXIT_USAGE,
                           "reproduce: at most %d figures with names of at most %d characters",
                           (int)MOST_FIGURES, (int)SS_RECIPE_NAME - 1);
    if (q->nasked == 0) q->asked[q->nasked++] = "all";
    for (int k = 0; k < q->nasked; k++) {
        ss_nearest near = {.asked = q->asked[k]};
        char words[256];
        int found = 0;
        for (int i = 0; i < q->n; i++) {
            if (matches(q->name[i], q->asked[k])) q->chosen[i] = 1, found = 1;
            ss_nearest_offer(&near, q->name[i]);
        }
        if (!found)
            return ss_complain(SS_EXIT_USAGE,
                               "unknown figure or paper '%s'; nearest: %s; see stickslip list "
                               "figures",
                               q->asked[k], ss_nearest_words(&near, words, sizeof words));
    }
    return SS_EXIT_DONE;
}

/* ---- recipes -------------------------------------------------------------------------------- */

static int read_recipes(const request *q, ss_reproduce *b)
{
    char papers[PAPERS_SIZE], why[SS_RECIPE_PATH + SS_RECIPE_TEXT];

    if (!ss_folder_papers(papers, sizeof papers))
        return ss_complain(SS_EXIT_USAGE, "reproduce: the folder of the papers was not found");
    b->recipe = calloc((size_t)q->n + 1, sizeof *b->recipe);
    b->answer = calloc((size_t)q->n + 1, sizeof *b->answer);
    if (!b->recipe || !b->answer) return ss_complain(SS_EXIT_USAGE, "no memory");
    for (int i = 0; i < q->n; i++) {
        if (!q->chosen[i]) continue;
        if (ss_recipe_read(&b->recipe[b->n++], papers, q->name[i], why, sizeof why))
            return ss_complain(SS_EXIT_USAGE, "%s", why);
    }
    return SS_EXIT_DONE;
}

static void close_all(ss_reproduce *b)
{
    for (int i = 0; i < b->n; i++) ss_recipe_close(&b->recipe[i]);
    free(b->recipe);
    free(b->answer);
    free(b->source);
}

/* ---- the end -------------------------------------------------------------------------------- */

/* Figures with their facts, then the facts that fail; an exit code. */
static int closing_table(const ss_reproduce *b)
{
    int failed = 0, unexplained = 0, facts = 0;
    char rule[200];

    printf("%-28s %6s %6s %6s\n", "figure", "facts", "hold", "fail");
    for (int i = 0; i < b->n; i++) {
        const ss_recipe *r = &b->recipe[i];
        int hold = 0;
        for (int k = 0; k < r->nfacts; k++) hold += b->answer[i].fact[k].holds;
        printf("%-28s %6d %6d %6d\n", r->name, r->nfacts, hold, r->nfacts - hold);
        facts += r->nfacts;
    }
    for (int i = 0; i < b->n; i++)
        for (int k = 0; k < b->recipe[i].nfacts; k++) {
            const ss_recipe_fact *f = &b->recipe[i].fact[k];
            const ss_fact_answer *a = &b->answer[i].fact[k];
            if (a->holds) continue;
            failed++;
            unexplained += !f->fails;
            printf("fails: %s: %s: %.6g, expected %s\n       %s\n", b->recipe[i].name, f->says,
                   a->value, ss_fact_rule(a, rule, sizeof rule),
                   f->fails ? f->fails : "not explained in the recipe");
        }
    printf("figures %d\nfacts %d\nhold %d\nfail %d\nunexplained %d\nearly %d\n", b->n, facts,
           facts - failed, failed, unexplained, b->early);
    if (failed)
        return ss_complain(SS_EXIT_EARLY, "%d of %d facts fail; see %s/index.html", failed, facts,
                           b->dir);
    return b->early ? SS_EXIT_EARLY : SS_EXIT_DONE; /* which commands has been said */
}

int ss_cmd_reproduce(const ss_cli *cli, int argc, char **argv)
{
    request *q = calloc(1, sizeof *q);
    ss_reproduce b = {.cli = cli};
    const double begin = ss_seconds();

    if (!q) return ss_complain(SS_EXIT_USAGE, "no memory");
    q->dir = "reproduced";
    q->jobs = sysconf(_SC_NPROCESSORS_ONLN);
    int code = parse(q, argc, argv);
    if (code == SS_EXIT_DONE) code = choose(q);
    if (code == SS_EXIT_DONE && !ss_gnuplot_found())
        code = ss_complain(SS_EXIT_OUTPUT, "reproduce: gnuplot, which draws the figures, is not in "
                                           "the PATH");
    b.dir = q->dir;
    b.jobs = q->jobs > 0 ? (int)q->jobs : 1;
    b.png = q->png;
    if (code == SS_EXIT_DONE) code = read_recipes(q, &b);
    if (code == SS_EXIT_DONE) code = ss_sources_find(&b);
    if (code == SS_EXIT_DONE) code = ss_sources_run(&b);
    if (code == SS_EXIT_DONE) code = ss_sources_share(&b);
    if (code == SS_EXIT_DONE) code = ss_figures_run(&b);
    if (code == SS_EXIT_DONE) code = ss_facts_write(&b);
    if (code == SS_EXIT_DONE) code = ss_gallery_write(&b);
    if (code == SS_EXIT_DONE) {
        code = closing_table(&b);
        printf("wall_s %.3g\n", ss_seconds() - begin);
    }
    close_all(&b);
    free(q);
    return code;
}
