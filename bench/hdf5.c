/* hdf5.c - rows and events into an HDF5 file, by way of the module that knows the library */
#include "bench/hdf5_module.h"
#include "bench/output.h"
#include "bench/record.h"
#include "solvers/module.h"
#include <stdlib.h>

static const char *const event_columns[] = {"t",         "contact",   "LN",       "LT",
                                            "vN_before", "vT_before", "vN_after", "vT_after",
                                            "E_before",  "E_after"};
enum { EVENT_COLUMNS = sizeof event_columns / sizeof *event_columns };

typedef struct store {
    const ss_hdf5_api *api;
    ss_output out;
    void *file;
} store;

static void hdf5_drop(void *w)
{
    store *s = w;
    if (s->file) s->api->close(s->file);
    ss_output_drop(&s->out);
    free(s);
}

/* Pieces joined by `sep` into a new string. */
static char *join(const char *const *piece, int n, const char *sep)
{
    size_t size = 1;
    for (int i = 0; i < n; i++) size += strlen(piece[i]) + strlen(sep);
    char *all = calloc(1, size);
    size_t used = 0;
    for (int i = 0; all && i < n; i++)
        used += (size_t)snprintf(all + used, size - used, "%s%s", i ? sep : "", piece[i]);
    return all;
}

static int create(store *s, ss_record *r)
{
    const char **column = calloc((size_t)r->ncol, sizeof *column);
    for (int k = 0; column && k < r->ncol; k++) column[k] = r->name[k];
    char *settings = join(r->settings, r->nsettings, " ");
    char *columns = column ? join(column, r->ncol, ",") : NULL;
    int bad = 1;

    if (settings && columns) {
        const ss_hdf5_text attributes[] = {{"problem", r->p->name}, {"method", r->method->name},
                                           {"settings", settings},  {"columns", columns},
                                           {"version", r->version}, {NULL, NULL}};
        s->file = s->api->create(ss_output_release(&s->out), column, r->ncol, event_columns,
                                 EVENT_COLUMNS, attributes, r->why, sizeof r->why);
        bad = !s->file || s->api->number(s->file, "h", r->h) ||
              s->api->number(s->file, "every", r->every) ||
              s->api->number(s->file, "t_end", r->t_end);
    }
    free(columns);
    free(settings);
    free(column);
    return bad;
}

static void *hdf5_open(const char *path, ss_record *r)
{
    store *s = calloc(1, sizeof *s);

    if (!s) return NULL;
    snprintf(r->why, sizeof r->why, "%s: the HDF5 file could not be made", path);
    if (!(s->api = ss_module_open("hdf5", SS_HDF5_SYMBOL, r->why, sizeof r->why))) {
        free(s);
        return NULL;
    }
    if (s->api->size != sizeof *s->api)
        snprintf(r->why, sizeof r->why, "%s: module ss-hdf5.so is of another version", path);
    else if (!ss_output_open(&s->out, path, r->why, sizeof r->why) && !create(s, r))
        return s;
    hdf5_drop(s);
    return NULL;
}

static int fail(const store *s, ss_record *r)
{
    snprintf(r->why, sizeof r->why, "%s: the HDF5 file could not be written", s->out.path);
    return 1;
}

static int hdf5_row(void *w, ss_record *r)
{
    store *s = w;
    return s->api->rows(s->file, r->row, 1) ? fail(s, r) : 0;
}

static int hdf5_event(void *w, ss_record *r, const ss_event *ev)
{
    store *s = w;
    const double number[EVENT_COLUMNS] = {
        ev->t,           ev->contact,    ev->L[0],       ev->L[1],     ev->v_before[0],
        ev->v_before[1], ev->v_after[0], ev->v_after[1], ev->E_before, ev->E_after};
    return s->api->event(s->file, ss_event_word(ev->kind), number) ? fail(s, r) : 0;
}

static int hdf5_finish(void *w, ss_record *r, const ss_run_result *res)
{
    store *s = w;
    int bad = s->api->text(s->file, "verdict", ss_status_verdict(res->status)) ||
              s->api->number(s->file, "steps", (double)res->steps) ||
              s->api->number(s->file, "E_gain_max", res->E_gain_max) ||
              s->api->number(s->file, "penetration_max", res->penetration_max) ||
              s->api->number(s->file, "residual_max", res->residual_max) ||
              s->api->number(s->file, "impacts", (double)res->impacts);
    bad |= s->api->close(s->file);
    s->file = NULL;
    return bad ? fail(s, r) : ss_output_commit(&s->out, r->why, sizeof r->why);
}

const ss_writer_kind ss_hdf5_writer = {.open = hdf5_open,
                                       .row = hdf5_row,
                                       .event = hdf5_event,
                                       .finish = hdf5_finish,
                                       .drop = hdf5_drop};
