/* record.h - from the points of a run to rows of numbers and the files they go to
 *
 * The recorder is the sink of a run.  It turns a point into one row of columns
 *
 *     t, q_<name>..., u_<name>..., E_kin, E_pot, E_tot, W_ext,
 *     per contact i: g_i, lN_i, lT_i, vN_i, vT_i      (spatial: lT_i, lS_i, vN_i, vT_i, vS_i)
 *
 * with v_i = W_i u + chi_i, and hands it to every writer.  A row is due at each accepted
 * step, or with `every` = DT at the first step at or after each multiple of DT; the last
 * state always gets one.
 */
#ifndef SS_RECORD_H
#define SS_RECORD_H

#include "solvers/run.h"

enum { SS_COLUMN_SIZE = 40, SS_MAX_WRITERS = 8, SS_WHY_SIZE = 400 };

typedef struct ss_record ss_record;

/* An output.  Functions that can fail return nonzero with one line in r->why. */
typedef struct ss_writer_kind {
    void *(*open)(const char *path, ss_record *r); /* NULL: failed */
    int (*row)(void *w, ss_record *r);             /* optional: r->row is due */
    /* optional: every accepted point, due or not; ss_record_row(r, x) gives its row */
    int (*point)(void *w, ss_record *r, const ss_point *x);
    int (*event)(void *w, ss_record *r, const ss_event *ev);        /* optional */
    int (*finish)(void *w, ss_record *r, const ss_run_result *res); /* complete the file */
    void (*drop)(void *w); /* always last: gives back memory, removes what is not complete */
} ss_writer_kind;

extern const ss_writer_kind ss_csv_writer, ss_hdf5_writer, ss_events_writer, ss_plot_writer,
    ss_animate_writer, ss_signals_writer,
    ss_frames_writer; /* frames: an animation's data without its page */

struct ss_record {
    /* what is run; set by the caller before ss_record_open() */
    const ss_family *family;
    const ss_method *method;
    const ss_problem *p;
    const char *const *settings; /* nsettings, "name=value" */
    int nsettings;
    const char *version;
    double t_end, h, every; /* every = 0: each step */
    int measures;           /* events get the method's own numbers as further columns */

    /* columns */
    int ncol;
    int at_u, at_energy, at_contact; /* where these groups begin */
    int per_contact;                 /* columns of one contact: 5 or 7 */
    char (*name)[SS_COLUMN_SIZE];    /* ncol */
    double *row;                     /* ncol */
    char why[SS_WHY_SIZE];

    /* the rest is the recorder's own */
    ss_eval eval;
    double *W, *chi; /* of one contact */
    double *g;       /* nc */
    ss_point last;   /* the last point, if no row was due at it */
    int pending, fresh;
    double due; /* rows so far, in multiples of `every` */
    long rows, events_lost;
    const ss_writer_kind *kind[SS_MAX_WRITERS];
    void *writer[SS_MAX_WRITERS];
    int nwriters;
    void *memory;
};

ss_status ss_record_open(ss_record *r); /* columns and memory */
int ss_record_add(ss_record *r, const ss_writer_kind *kind, const char *path);
ss_sink ss_record_sink(ss_record *r); /* {0} if nothing is to be written */
/* The row of x into r->row, computed once per point. */
const double *ss_record_row(ss_record *r, const ss_point *x);
/* The last row, then complete every file; nonzero on the first failure. */
int ss_record_finish(ss_record *r, const ss_run_result *res);
void ss_record_close(ss_record *r); /* files that are not complete are removed */

/* Does the family measure in metres, kilograms and seconds?  Judged by the units of its
 * parameters: some do in inches and pounds, some in none. */
int ss_family_is_si(const ss_family *f);

/* Columns of contact i. */
static inline int ss_col_gap(const ss_record *r, int i)
{
    return r->at_contact + i * r->per_contact;
}
static inline int ss_col_force(const ss_record *r, int i) /* normal, then tangents */
{
    return ss_col_gap(r, i) + 1;
}
static inline int ss_col_velocity(const ss_record *r, int i)
{
    return ss_col_gap(r, i) + 1 + (r->per_contact - 1) / 2;
}

#endif
