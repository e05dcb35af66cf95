/* reproduce.h - published figures under way: recipes, the commands they need, what came out
 *
 *     recipes -> sources (each command once) -> tables in DIR/PAPER/FIGURE
 *             -> facts, picture -> gallery
 *
 * Sources and figures are made in child processes, several at a time; what they leave depends on
 * the recipe alone.
 */
#ifndef SS_REPRODUCE_H
#define SS_REPRODUCE_H

#include "bench/expr.h"
#include "bench/recipe.h"

enum { SS_REPRODUCE_PATH = 1000 };

typedef struct ss_source { /* one command, whoever asked for it */
    int recipe, data;      /* the first that asks, in whose folder its files are made */
    unsigned extras;       /* 1u << SS_EXTRA_..., of all who ask */
    const char *ends;      /* the verdict of an early end that somebody expects, or NULL */
} ss_source;

/* Numbers of a fact; a bound that is not there is NaN, but one may come out so, too. */
typedef struct ss_fact_answer {
    double value, above, below, equals, within;
    int has_above, has_below, has_equals;
    int holds;
} ss_fact_answer;

typedef struct ss_figure_answer {
    int code; /* an exit code: whether the figure could be made */
    char why[SS_RECIPE_PATH + SS_RECIPE_TEXT];
    ss_fact_answer fact[SS_RECIPE_FACTS];
} ss_figure_answer;

typedef struct ss_reproduce {
    const ss_cli *cli;
    const char *dir; /* where it goes */
    int jobs, png;
    ss_recipe *recipe; /* n */
    ss_figure_answer *answer;
    int n;
    ss_source *source;
    int nsources;
    int early; /* commands that ended early, or otherwise than they were to */
} ss_reproduce;

/* The steps, in this order; an exit code, and what is wrong has been said. */
int ss_sources_find(ss_reproduce *b);
int ss_sources_run(ss_reproduce *b);
int ss_sources_share(const ss_reproduce *b); /* files for those who asked later */
int ss_figures_run(ss_reproduce *b);
int ss_facts_write(const ss_reproduce *b);   /* DIR/facts.csv */
int ss_gallery_write(const ss_reproduce *b); /* DIR/index.html */

/* DIR/PAPER/FIGURE/NAME<tail>; nonzero and said if it is too long. */
int ss_reproduce_path(const ss_reproduce *b, int recipe, const char *name, const char *tail,
                      char *out);
/* "-events.csv" of an extra table */
const char *ss_extra_tail(int extra);
/* Does the command of this data leave a table? */
int ss_data_has_table(const ss_recipe_data *d);

/* ---- one figure, in its own process ------------------------------------------------------- */

typedef struct ss_figure {
    const ss_reproduce *b;
    const ss_recipe *r;
    int at; /* among the recipes */
    ss_sheets sheets;
    ss_suite_reader k; /* where complaints go */
} ss_figure;

/* Evaluates member `name` of a group; what is absent is an empty vector.  Nonzero with a line. */
int ss_figure_vector(const ss_figure *f, const config_setting_t *group, const char *name,
                     const char *of, const ss_scope *scope, ss_vector *out);
/* figure.gp, and figure.svg or figure.png by gnuplot; an exit code, with a line in f->k.why. */
int ss_figure_draw(const ss_figure *f);
/* Strokes of the mechanism at the times `at` of the run `data`, as blocks of "x y" lines: one data
 * block of gnuplot's per ink and snapshot. */
int ss_figure_snapshots(const ss_figure *f, const config_setting_t *s, const char *of, FILE *to,
                        int panel, FILE *plot, int *first);

/* "> 0.5", "= 3.4 +- 0.1": the rule of a fact. */
const char *ss_fact_rule(const ss_fact_answer *a, char *buf, size_t size);

#endif
