/* csv.c - rows as comma-separated values with one header line */
#include "bench/number.h"
#include "bench/output.h"
#include "bench/record.h"
#include <errno.h>
#include <stdlib.h>

static void *csv_open(const char *path, ss_record *r)
{
    ss_output *o = calloc(1, sizeof *o);

    if (!o || ss_output_open(o, path, r->why, sizeof r->why)) {
        if (o) ss_output_drop(o);
        free(o);
        return NULL;
    }
    for (int k = 0; k < r->ncol; k++) fprintf(o->f, "%s%s", k ? "," : "", r->name[k]);
    fputc('\n', o->f);
    return o;
}

static int csv_row(void *w, ss_record *r)
{
    ss_output *o = w;

    errno = 0;
    for (int k = 0; k < r->ncol; k++) {
        if (k) fputc(',', o->f);
        ss_put_number(o->f, r->row[k]);
    }
    fputc('\n', o->f);
    if (!ferror(o->f)) return 0;
    snprintf(r->why, sizeof r->why, "%s: %s", o->path, strerror(errno ? errno : EIO));
    return 1;
}

static int csv_finish(void *w, ss_record *r, const ss_run_result *res)
{
    (void)res;
    return ss_output_commit(w, r->why, sizeof r->why);
}

static void csv_drop(void *w)
{
    ss_output_drop(w);
    free(w);
}

const ss_writer_kind ss_csv_writer = {
    .open = csv_open, .row = csv_row, .finish = csv_finish, .drop = csv_drop};
