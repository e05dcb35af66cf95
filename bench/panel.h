/* panel.h - one panel of a figure's picture, while its script is written */
#ifndef SS_PANEL_H
#define SS_PANEL_H

#include "bench/reproduce.h"

typedef struct ss_panel {
    const ss_figure *f;
    const config_setting_t *own, *preset; /* preset: of its analysis, or NULL */
    FILE *script, *clauses;               /* clauses: what is plotted */
    int at;                               /* which panel */
    int series;                           /* so far */
    int clause;                           /* so far */
    int color;                            /* the next one */
} ss_panel;

/* Every series of the panel or its analysis, `group`: its data to the script, its clause to the
 * clauses; `@` becomes `of`.  Nonzero with a line in the figure's why. */
int ss_panel_series(ss_panel *p, const config_setting_t *group, const char *of);

/* A number, whole or not. */
static inline double ss_panel_number(const config_setting_t *s, double preset)
{
    if (!s) return preset;
    return config_setting_type(s) == CONFIG_TYPE_FLOAT ? config_setting_get_float(s)
                                                       : (double)config_setting_get_int(s);
}

#endif
