/* bench.h - a benchmark under way: its plan, its rows, its folder */
#ifndef SS_BENCH_H
#define SS_BENCH_H

#include "bench/cli.h"
#include "bench/mpi_module.h"
#include "bench/reference.h"
#include "bench/results.h"
#include <stdint.h>

enum { SS_FOLDER_SIZE = 500 };

typedef struct ss_sample {
    double wall, cpu; /* s per run; wall 0: not yet, NAN: failed */
} ss_sample;

typedef struct ss_bench {
    const ss_cli *cli;
    ss_plan plan;
    ss_ref_plan refs;
    char dir[SS_FOLDER_SIZE];
    char identity[65]; /* of program, plugins, plan and seed */
    char program[65];  /* SHA-256 of the command and its plugins */
    int jobs, repeat;  /* repeat: 0 no timing */
    int shard, shards; /* this one of so many, from 1; 1 of 1 */
    uint64_t seed;
    int dry_run, resume, force;
    const ss_mpi_api *mpi; /* NULL: this process alone */
    int rank, ranks;
    int pinned; /* CPU of the timing pass, -1: none */

    /* of this shard: one per run, in the order of the plan */
    int n;
    int *run; /* index in the plan */
    ss_row *row;
    unsigned char *done; /* the error pass has the row */
    ss_sample *sample;   /* n*repeat */
    FILE *journal;
    double begin;
    int interrupted;
} ss_bench;

/* The passes; nonzero: an exit code, and it has been said. */
int ss_bench_references(ss_bench *b);
int ss_bench_errors(ss_bench *b);
int ss_bench_timing(ss_bench *b);

/* After the passes: medians, orders, and a check that rows of one case have one model. */
void ss_bench_summarise(ss_bench *b);
void ss_orders(ss_row *row, int n);
/* Rows whose model differs from the first of their case; they get a verdict of their own. */
int ss_parity(ss_row *row, int n);

/* The journal: what is done, so that a later run goes on from there. */
int ss_journal_open(ss_bench *b);
void ss_journal_row(ss_bench *b, int at);
void ss_journal_sample(ss_bench *b, int at, int round);
void ss_journal_close(ss_bench *b, int complete);

/* results.csv and timings.csv; nonzero: an exit code. */
int ss_bench_write(const ss_bench *b);
/* manifest.json; finished: with the times. */
int ss_manifest_write(const ss_bench *b, int finished);
/* Fields that must agree for results to be put together: identity and number of shards. */
typedef struct ss_manifest {
    char identity[65], program[65];
    int shard, shards;
    char *text; /* the whole file, for the report; free() */
} ss_manifest;
int ss_manifest_read(ss_manifest *m, const char *dir, char *why, size_t why_size);
/* One of the whole from those of its shards: what they share, and where each was made. */
int ss_manifest_merge(const char *const *dirs, int n, const char *out_dir);
#define SS_SEVERAL_HOSTS "several"

int ss_bench_merge(const ss_cli *cli, const char *const *dirs, int n, const char *out);

/* The report and its figures from what is in the folder. */
int ss_report_write(const ss_cli *cli, const char *dir, const ss_row *row, int n);
int ss_figures_write(const char *dir, const ss_row *row, int n);
/* "Which method for this problem": on the standard output. */
void ss_closing_table(const ss_row *row, int n);

/* ---- progress ------------------------------------------------------------------------- */

typedef struct ss_progress {
    int on, terminal;
    const char *what;
    long done, all;
    double begin, last;
    char now[160];
} ss_progress;
void ss_progress_begin(ss_progress *p, int quiet, const char *what, long all);
void ss_progress_now(ss_progress *p, const char *now);
void ss_progress_step(ss_progress *p, const char *said); /* one more is done */
void ss_progress_tick(ss_progress *p);
void ss_progress_end(ss_progress *p);

/* Set by SIGINT and SIGTERM while a benchmark runs. */
int ss_bench_interrupted(void);

#endif
