/* recipe.h - a published figure as data: what to compute, what to draw, what must come out
 *
 * papers/PAPER/FIGURE.cfg is a libconfig file:
 *
 *     says = "What the original shows.";
 *     data = ( { name = "run"; events = "hits";
 *                command = "run double-pendulum event-newton -s e_n=1"; } );
 *     columns = 2;                        panels side by side; preset 1
 *     size = [900, 420];                  pixels; preset by the number of panels
 *     panels = ( { analysis = "energies"; of = "run"; },
 *                { xlabel = "t / s";
 *                  series = ( { x = "run.t"; y = "run.q_q1"; title = "q1"; } ); } );
 *     facts = ( { says = "energy never rises"; value = "run.E_gain_max"; below = 1e-6; } );
 *
 * `command` is a line of stickslip's own (run, sweep, map, show-impact, qp, forces) without the
 * names of its outputs: its table gets the name, and its summary's `key value` lines become scalars
 * of that table.  `events`, `hops`, `signals` (of run) and `extrema` (of map) name further tables.
 * Names have letters, digits and `_`.  A simulation that ends early is data, but the exit status
 * tells of it unless `ends = "inconsistent"` says that this is the verdict to expect.
 *
 * x, y, value and the bounds are expressions (expr.h).  In a series `#` stands for 0, 1, 2, ... as
 * far as the table has such columns: y = "run.lN_#".  Styles are in styles.def; panels also take
 * title, ylabel, y2label, xrange, yrange, key, log, equal, xtics, marks and snapshots (panel.c,
 * snapshot.c).  An `analysis` is a panel of papers/analyses.cfg with `@` in place of the table's
 * name; what the panel says itself goes before it.
 *
 * A fact holds if its value keeps every bound: above, below, equals (within); a value or a bound
 * that is NaN keeps none.  `fails` says why one is known not to come out: it is shown with it, and
 * changes no verdict.  `by = "ours"`: a check of ours, not a published sentence.
 */
#ifndef SS_RECIPE_H
#define SS_RECIPE_H

#include "bench/suite_value.h"

enum {
    SS_RECIPE_NAME = 64,
    SS_RECIPE_DATA = 40,
    SS_RECIPE_FACTS = 40,
    SS_RECIPE_PATH = 700,
    SS_RECIPE_TEXT = 400,
    SS_RECIPE_EXPRESSION = 2000
};

/* Tables that a command leaves besides its own. */
#define SS_EXTRA_LIST(X)                                                                           \
    X(SS_EXTRA_EVENTS, "events")                                                                   \
    X(SS_EXTRA_HOPS, "hops")                                                                       \
    X(SS_EXTRA_SIGNALS, "signals")                                                                 \
    X(SS_EXTRA_EXTREMA, "extrema")
#define SS_AS_EXTRA(id, word) id,
enum { SS_EXTRA_LIST(SS_AS_EXTRA) SS_EXTRAS };
#undef SS_AS_EXTRA
extern const char *const ss_extra_word[SS_EXTRAS];

typedef struct ss_recipe_data {
    const config_setting_t *at;
    const char *name, *command;
    const char *ends; /* the verdict of a command that is to end early; NULL: it is not */
    const char *extra[SS_EXTRAS]; /* the table's name; NULL: not asked for */
} ss_recipe_data;

typedef struct ss_recipe_fact {
    const config_setting_t *at;
    const char *says, *fails; /* fails may be NULL */
    int ours;
} ss_recipe_fact;

typedef struct ss_recipe {
    char name[SS_RECIPE_NAME]; /* "gomez2008/2.11" */
    char path[SS_RECIPE_PATH];
    config_t cfg, analyses;
    const char *says;
    ss_recipe_data data[SS_RECIPE_DATA];
    ss_recipe_fact fact[SS_RECIPE_FACTS];
    int ndata, nfacts, columns, size[2];
    const config_setting_t *panels; /* never NULL */
} ss_recipe;

/* Reads papers/NAME.cfg; nonzero with "file:line: what was expected" in why[]. */
int ss_recipe_read(ss_recipe *r, const char *papers, const char *name, char *why, size_t why_size);
void ss_recipe_close(ss_recipe *r);

/* A list of groups, ( { ... }, ... ); *out is NULL if it is absent. */
int ss_recipe_list(const ss_suite_reader *k, const config_setting_t *group, const char *name,
                   const config_setting_t **out);
/* A text or a number as text; "" if it is absent.  In expressions, `@` becomes `of`. */
int ss_recipe_expression(const ss_suite_reader *k, const config_setting_t *group, const char *name,
                         const char *of, char *out, size_t size);

#endif
