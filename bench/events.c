/* events.c - what happened, one row each; with r->measures, the method's own numbers follow */
#include "bench/number.h"
#include "bench/output.h"
#include "bench/record.h"
#include <errno.h>
#include <stdlib.h>

static int nmeasures(const ss_record *r)
{
    int n = 0;
    if (!r->measures || !r->method->measures) return 0;
    while (n < SS_MAX_MEASURES && r->method->measures[n]) n++;
    return n;
}

static void *events_open(const char *path, ss_record *r)
{
    ss_output *o = calloc(1, sizeof *o);

    if (!o || ss_output_open(o, path, r->why, sizeof r->why)) {
        if (o) ss_output_drop(o);
        free(o);
        return NULL;
    }
    fputs("t,kind,contact,LN,LT,vN_before,vT_before,vN_after,vT_after,E_before,E_after", o->f);
    for (int k = 0; k < nmeasures(r); k++) fprintf(o->f, ",%s", r->method->measures[k]);
    fputc('\n', o->f);
    return o;
}

static int events_row(void *w, ss_record *r, const ss_event *ev)
{
    ss_output *o = w;
    const double tail[] = {ev->L[0],       ev->L[1],       ev->v_before[0], ev->v_before[1],
                           ev->v_after[0], ev->v_after[1], ev->E_before,    ev->E_after};

    errno = 0;
    ss_put_number(o->f, ev->t);
    fprintf(o->f, ",%s,%d", ss_event_word(ev->kind), ev->contact);
    for (size_t k = 0; k < sizeof tail / sizeof *tail; k++) {
        fputc(',', o->f);
        ss_put_number(o->f, tail[k]);
    }
    for (int k = 0; k < nmeasures(r); k++) {
        fputc(',', o->f);
        ss_put_number(o->f, ev->measure[k]);
    }
    fputc('\n', o->f);
    if (!ferror(o->f)) return 0;
    snprintf(r->why, sizeof r->why, "%s: %s", o->path, strerror(errno ? errno : EIO));
    return 1;
}

static int events_finish(void *w, ss_record *r, const ss_run_result *res)
{
    (void)res;
    return ss_output_commit(w, r->why, sizeof r->why);
}

static void events_drop(void *w)
{
    ss_output_drop(w);
    free(w);
}

const ss_writer_kind ss_events_writer = {
    .open = events_open, .event = events_row, .finish = events_finish, .drop = events_drop};
