/* hdf5_module.c - the module ss-hdf5.so: rows and events into an HDF5 file
 *
 *     /run     attributes: problem, method, settings, version, columns, verdict, ...
 *     /run/t, /run/q_x, ...          float64, one number per row
 *     /events/t, /events/LN, ...     float64, one number per event
 *     /events/kind                   fixed-length strings
 *
 * Rows are gathered and written a chunk at a time, each column a contiguous piece.
 */
#include "bench/hdf5_module.h"
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK = 4096,      /* numbers per chunk: 32 kB of a column */
    EVENT_CHUNK = 256, /* events are rarer */
    WORD = 16,         /* the longest kind is "slip-reversal" */
    DEFLATE = 4        /* beyond this it takes longer and hardly shrinks */
};

typedef struct series { /* datasets of equal length that grow together */
    hid_t *set;
    int n;
    hsize_t length;
    double *held; /* n columns of `room` numbers */
    int nheld, room;
} series;

typedef struct file {
    hid_t id, run, events, kind, word;
    series rows, happenings;
    char (*kinds)[WORD];
    int bad;
} file;

static hid_t growing(hid_t where, const char *name, hid_t type, hsize_t chunk)
{
    const hsize_t zero = 0, endless = H5S_UNLIMITED;
    const hid_t space = H5Screate_simple(1, &zero, &endless), how = H5Pcreate(H5P_DATASET_CREATE);

    H5Pset_chunk(how, 1, &chunk);
    H5Pset_obj_track_times(how, 0); /* the same rows make the same file */
    if (H5Zfilter_avail(H5Z_FILTER_DEFLATE) > 0) {
        H5Pset_shuffle(how);
        H5Pset_deflate(how, DEFLATE);
    }
    const hid_t set = H5Dcreate2(where, name, type, space, H5P_DEFAULT, how, H5P_DEFAULT);
    H5Pclose(how);
    H5Sclose(space);
    return set;
}

/* n values of `type` at the end of a dataset that has `length` */
static int append(hid_t set, hid_t type, hsize_t length, hsize_t n, const void *values)
{
    const hsize_t whole = length + n;

    if (H5Dset_extent(set, &whole) < 0) return 1;
    const hid_t to = H5Dget_space(set), from = H5Screate_simple(1, &n, NULL);
    const int bad = H5Sselect_hyperslab(to, H5S_SELECT_SET, &length, NULL, &n, NULL) < 0 ||
                    H5Dwrite(set, type, from, to, H5P_DEFAULT, values) < 0;
    H5Sclose(from);
    H5Sclose(to);
    return bad;
}

static int series_open(series *s, hid_t where, const char *const *names, int n, int room)
{
    s->set = calloc((size_t)n + 1, sizeof *s->set);
    s->held = calloc((size_t)n * (size_t)room + 1, sizeof *s->held);
    s->room = room;
    if (!s->set || !s->held) return 1;
    for (s->n = 0; s->n < n; s->n++) {
        s->set[s->n] = growing(where, names[s->n], H5T_IEEE_F64LE, (hsize_t)room);
        if (s->set[s->n] < 0) return 1;
    }
    return 0;
}

static int series_flush(series *s)
{
    int bad = 0;
    for (int k = 0; k < s->n && s->nheld; k++)
        bad |= append(s->set[k], H5T_NATIVE_DOUBLE, s->length, (hsize_t)s->nheld,
                      s->held + (size_t)k * (size_t)s->room);
    s->length += (hsize_t)s->nheld;
    s->nheld = 0;
    return bad;
}

static void series_put(series *s, const double *row)
{
    for (int k = 0; k < s->n; k++) s->held[(size_t)k * (size_t)s->room + (size_t)s->nheld] = row[k];
    s->nheld++;
}

static void series_close(series *s)
{
    for (int k = 0; k < s->n; k++) H5Dclose(s->set[k]);
    free(s->set);
    free(s->held);
    *s = (series){0};
}

/* ---- attributes -------------------------------------------------------------------- */

static int attribute(hid_t at, const char *key, hid_t type, const void *value)
{
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t a = H5Acreate2(at, key, type, space, H5P_DEFAULT, H5P_DEFAULT);
    const int bad = a < 0 || H5Awrite(a, type, value) < 0;
    if (a >= 0) H5Aclose(a);
    H5Sclose(space);
    return bad;
}

static int put_text(void *handle, const char *key, const char *value)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, strlen(value) + 1);
    const int bad = attribute(((file *)handle)->run, key, type, value);
    H5Tclose(type);
    return bad;
}

static int put_number(void *handle, const char *key, double value)
{
    return attribute(((file *)handle)->run, key, H5T_NATIVE_DOUBLE, &value);
}

/* ---- the table --------------------------------------------------------------------- */

static int flush_events(file *f)
{
    int bad = 0;
    if (f->happenings.nheld)
        bad =
            append(f->kind, f->word, f->happenings.length, (hsize_t)f->happenings.nheld, f->kinds);
    return series_flush(&f->happenings) || bad;
}

static int close_file(void *handle)
{
    file *f = handle;
    int bad = f->bad;

    if (f->id >= 0) {
        bad |= series_flush(&f->rows);
        bad |= flush_events(f);
    }
    series_close(&f->rows);
    series_close(&f->happenings);
    if (f->kind >= 0) H5Dclose(f->kind);
    if (f->word >= 0) H5Tclose(f->word);
    if (f->run >= 0) H5Gclose(f->run);
    if (f->events >= 0) H5Gclose(f->events);
    if (f->id >= 0) bad |= H5Fflush(f->id, H5F_SCOPE_GLOBAL) < 0;
    if (f->id >= 0) bad |= H5Fclose(f->id) < 0;
    free(f->kinds);
    free(f);
    return bad;
}

static int fill_new(file *f, const char *const *columns, int ncolumns,
                    const char *const *event_columns, int nevent_columns,
                    const ss_hdf5_text *attributes)
{
    f->run = H5Gcreate2(f->id, "run", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    f->events = H5Gcreate2(f->id, "events", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    f->word = H5Tcopy(H5T_C_S1);
    if (f->run < 0 || f->events < 0 || H5Tset_size(f->word, WORD) < 0) return 1;
    f->kind = growing(f->events, "kind", f->word, EVENT_CHUNK);
    f->kinds = calloc(EVENT_CHUNK, WORD);
    if (f->kind < 0 || !f->kinds || series_open(&f->rows, f->run, columns, ncolumns, CHUNK) ||
        series_open(&f->happenings, f->events, event_columns, nevent_columns, EVENT_CHUNK))
        return 1;
    for (; attributes->key; attributes++)
        if (put_text(f, attributes->key, attributes->value)) return 1;
    return 0;
}

static void *create(const char *path, const char *const *columns, int ncolumns,
                    const char *const *event_columns, int nevent_columns,
                    const ss_hdf5_text *attributes, char *why, size_t why_size)
{
    file *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL); /* nothing on stderr: failures are returned */
    *f = (file){.run = -1, .events = -1, .kind = -1, .word = -1};
    f->id = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    if (f->id < 0 || fill_new(f, columns, ncolumns, event_columns, nevent_columns, attributes)) {
        snprintf(why, why_size, "%s: the HDF5 file could not be made", path);
        close_file(f);
        return NULL;
    }
    return f;
}

static int rows(void *handle, const double *values, int n)
{
    file *f = handle;
    for (int i = 0; i < n; i++) {
        series_put(&f->rows, values + (size_t)i * (size_t)f->rows.n);
        if (f->rows.nheld == f->rows.room) f->bad |= series_flush(&f->rows);
    }
    return f->bad;
}

static int event(void *handle, const char *kind, const double *numbers)
{
    file *f = handle;
    char *to = f->kinds[f->happenings.nheld];
    memset(to, 0, WORD);
    memcpy(to, kind, strlen(kind) < WORD ? strlen(kind) : WORD - 1);
    series_put(&f->happenings, numbers);
    if (f->happenings.nheld == f->happenings.room) f->bad |= flush_events(f);
    return f->bad;
}

const ss_hdf5_api ss_hdf5_entry = {.size = sizeof(ss_hdf5_api),
                                   .create = create,
                                   .rows = rows,
                                   .event = event,
                                   .number = put_number,
                                   .text = put_text,
                                   .close = close_file};
