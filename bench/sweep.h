/* sweep.h - one problem and one method, run over many parameters: a row per run
 *
 *     sample, <what varies>..., verdict, <sweep.def>..., <hop.def>..., q_<name>..., u_<name>...
 *
 * where hop.def is there for problems with a gait only.  A row depends on its number and
 * the sweep alone, so that it is the same from any thread, shard or resumed call.
 */
#ifndef SS_SWEEP_H
#define SS_SWEEP_H

#include "bench/axis.h"
#include "bench/case.h"
#include "solvers/run.h"

/* What ends a run before its time; the verdict is `ok` all the same.  A fall does unless the end is
 * asked for: what lies in the ground does not hop. */
typedef enum { SS_UNTIL_FALL, SS_UNTIL_IMPACT, SS_UNTIL_END, SS_UNTILS } ss_until;

enum { SS_SWEEP_NAME = 48 };

typedef struct ss_sweep {
    /* set by the caller */
    const ss_cli *cli;
    const char *problem, *method;
    ss_settings fixed;
    ss_axes axes;
    double h, rtol, atol, t_end; /* 0: as preset */
    long max_steps;              /* 0: no limit */
    ss_until until;
    const char *columns;    /* "a,b": these only; NULL: all */
    int (*stop)(void *ctx); /* optional: asked now and then; a run it stops is not reported */

    /* found by ss_sweep_open() */
    const ss_family *family;
    const ss_method *how;
    int nq, nu, gait;
    int ncol;
    char (*name)[SS_SWEEP_NAME]; /* ncol */
    unsigned char *shown;        /* ncol */
    size_t row_size;             /* bytes of the longest row, its end included */
} ss_sweep;

/* Checks the names and the first sample.  An exit code; what is wrong has been said. */
int ss_sweep_open(ss_sweep *s);
void ss_sweep_close(ss_sweep *s);

/* The header, without its end of line; free() it. */
char *ss_sweep_header(const ss_sweep *s);

typedef enum { SS_ROW_OK, SS_ROW_EARLY, SS_ROW_STOPPED } ss_row_kind;

/* Runs sample k and writes its row.  Stopped: there is no row. */
ss_row_kind ss_sweep_row(const ss_sweep *s, long k, char *row);

/* Tables of the shards of one sweep, in any order, as one table at `path`.  An exit code. */
int ss_sweep_merge(const ss_cli *cli, const char *const *paths, int n, const char *path);

#endif
