/* row.c - what was asked of a run, as cells and as the driver's orders */
#include "bench/metrics.h"
#include <stdio.h>

void ss_row_describe(ss_row *row, const ss_plan *p, int at, const ss_registry *r)
{
    static const char *const law[] = {"newton", "poisson", "energetic", "reflection", "none"};
    static const char *const stepping[] = {"fixed", "adaptive", "event-driven"};
    const ss_bench_run *run = &p->r[at];
    const ss_bench_case *c = &p->c[run->at];
    const ss_method *m = ss_find_method(r, run->method);

    ss_row_clear(row);
    memcpy(row->run, run->id, sizeof row->run);
    ss_cell_text(row->suite, sizeof row->suite, c->suite);
    ss_cell_text(row->kase, sizeof row->kase, c->name);
    ss_cell_text(row->problem, sizeof row->problem, c->problem);
    ss_cell_text(row->tags, sizeof row->tags, c->tags);
    ss_cell_text(row->settings, sizeof row->settings, c->settings);
    ss_cell_text(row->method, sizeof row->method, run->method);
    ss_cell_text(row->label, sizeof row->label, run->name);
    ss_cell_text(row->options, sizeof row->options, run->options);
    snprintf(row->law, sizeof row->law, "%s", m ? law[m->impact] : "");
    snprintf(row->stepping, sizeof row->stepping, "%s", m ? stepping[m->stepping] : "");
    if (m && m->stepping == SS_FIXED)
        row->h = run->h;
    else
        row->rtol = run->rtol, row->atol = run->atol;
    row->t_end = c->t_end;
}

ss_run_spec ss_bench_spec(const ss_built *b, const ss_bench_case *c, const ss_bench_run *run)
{
    ss_run_spec spec = ss_run_spec_default(&b->p);
    spec.t_end = c->t_end;
    spec.h = run->h;
    if (run->rtol > 0.0) spec.rtol = run->rtol, spec.atol = run->atol;
    spec.max_steps = run->max_steps;
    spec.opt = b->opt;
    return spec;
}
