/* signals.c - a problem's own further numbers: t, <name>... at the times of the record's rows */
#include "bench/number.h"
#include "bench/output.h"
#include "bench/record.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>

typedef struct signals {
    ss_output out;
    int n;
    double x[]; /* n */
} signals;

static void signals_drop(void *p)
{
    signals *w = p;
    ss_output_drop(&w->out);
    free(w);
}

static void *signals_open(const char *path, ss_record *r)
{
    int n = 0;

    while (r->p->signals && r->p->signal[n]) n++;
    signals *w = calloc(1, sizeof *w + (size_t)n * sizeof *w->x);
    if (!w) {
        snprintf(r->why, sizeof r->why, "%s: no memory", path);
        return NULL;
    }
    w->n = n;
    if (ss_output_open(&w->out, path, r->why, sizeof r->why)) {
        signals_drop(w);
        return NULL;
    }
    fputs("t", w->out.f);
    for (int i = 0; i < n; i++) fprintf(w->out.f, ",%s", r->p->signal[i]);
    fputc('\n', w->out.f);
    return w;
}

/* The row of the record has the state: t, q, u. */
static int signals_row(void *p, ss_record *r)
{
    signals *w = p;

    errno = 0;
    if (ss_place(&r->eval, r->row[0], r->row + 1) != SS_OK ||
        r->p->signals(r->p->par, &r->eval.x, r->row + r->at_u, w->x))
        for (int i = 0; i < w->n; i++) w->x[i] = NAN;
    ss_put_number(w->out.f, r->row[0]);
    for (int i = 0; i < w->n; i++) {
        fputc(',', w->out.f);
        ss_put_number(w->out.f, w->x[i]);
    }
    fputc('\n', w->out.f);
    if (!ferror(w->out.f)) return 0;
    snprintf(r->why, sizeof r->why, "%s: %s", w->out.path, strerror(errno ? errno : EIO));
    return 1;
}

static int signals_finish(void *p, ss_record *r, const ss_run_result *res)
{
    (void)res;
    return ss_output_commit(&((signals *)p)->out, r->why, sizeof r->why);
}

const ss_writer_kind ss_signals_writer = {
    .open = signals_open, .row = signals_row, .finish = signals_finish, .drop = signals_drop};
