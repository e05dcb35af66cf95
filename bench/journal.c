/* journal.c - what a benchmark has done so far, one line each, so that a later one goes on
 *
 *     stickslip-journal IDENTITY K/N REPEATS
 *     E index row                 the error pass has this row
 *     T index round wall cpu      the timing pass has this sample, in seconds
 *
 * A line counts if it has its end; what a kill cut off is overwritten.
 */
#include "bench/bench.h"
#include "bench/number.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    BUFFER = 1 << 16, /* a line goes out in one write */
    MAX_RANKS = 4096
};

static void head_of(const ss_bench *b, char *out, size_t size)
{
    snprintf(out, size, "stickslip-journal %s %d/%d %d", b->identity, b->shard, b->shards,
             b->repeat);
}

static void read_line(ss_bench *b, char *line)
{
    int at, round, used = 0;
    ss_sample s;

    if (line[0] == 'E' && sscanf(line, "E %d %n", &at, &used) == 1 && at >= 0 && at < b->n) {
        ss_row row;
        if (ss_row_parse(&row, line + used) == 0 &&
            strcmp(row.run, b->plan.r[b->run[at]].id) == 0) {
            b->row[at] = row;
            b->done[at] = 1;
        }
    } else if (line[0] == 'T' &&
               sscanf(line, "T %d %d %lf %lf", &at, &round, &s.wall, &s.cpu) == 4 && at >= 0 &&
               at < b->n && round >= 0 && round < b->repeat)
        b->sample[at * b->repeat + round] = s;
}

/* Position behind the last whole line; -1: of another benchmark. */
static long read_all(ss_bench *b, FILE *f)
{
    char head[200], *line = NULL;
    size_t size = 0;
    ssize_t n;
    long good = 0;

    head_of(b, head, sizeof head);
    while ((n = getline(&line, &size, f)) > 0 && line[n - 1] == '\n') {
        line[n - 1] = '\0';
        if (good == 0 && strcmp(line, head) != 0) {
            good = -1;
            break;
        }
        if (good > 0) read_line(b, line);
        good += n;
    }
    free(line);
    return good;
}

/* The ranks of an MPI run have one each: journal, journal.1, ... */
static void name_of(const ss_bench *b, int rank, char *path, size_t size)
{
    if (rank == 0)
        snprintf(path, size, "%s/journal", b->dir);
    else
        snprintf(path, size, "%s/journal.%d", b->dir, rank);
}

/* What other ranks did before, perhaps more of them than there are now. */
static void read_others(ss_bench *b, int own)
{
    char path[SS_FOLDER_SIZE + 32];

    for (int rank = 0; rank < MAX_RANKS; rank++) {
        name_of(b, rank, path, sizeof path);
        FILE *f = rank == own ? NULL : fopen(path, "r");
        if (!f) continue;
        read_all(b, f);
        fclose(f);
    }
}

static void remove_all(const ss_bench *b, int from)
{
    char path[SS_FOLDER_SIZE + 32];
    for (int rank = from; rank < MAX_RANKS; rank++) {
        name_of(b, rank, path, sizeof path);
        if (access(path, F_OK) == 0) remove(path);
    }
}

int ss_journal_open(ss_bench *b)
{
    char path[SS_FOLDER_SIZE + 32], head[200];

    if (b->rank == 0 && !b->resume) remove_all(b, 1);
    name_of(b, b->rank, path, sizeof path);
    FILE *f = fopen(path, "r+");
    if (f && !b->resume && !b->force) {
        fclose(f);
        return ss_complain(SS_EXIT_USAGE,
                           "%s holds an unfinished benchmark; --resume goes on with it, --force "
                           "begins anew",
                           b->dir);
    }
    long good = 0;
    if (f && b->resume) good = read_all(b, f);
    if (b->resume && good >= 0) read_others(b, b->rank);
    if (good < 0) {
        fclose(f);
        return ss_complain(SS_EXIT_USAGE,
                           "%s: begun by another program or with another suite, seed, shard, "
                           "timeout or repeat; --force begins anew",
                           path);
    }
    if (!f) f = fopen(path, "w+");
    if (!f) return ss_complain(SS_EXIT_OUTPUT, "%s: %s", path, strerror(errno));
    setvbuf(f, NULL, _IOFBF, BUFFER);
    if (fseek(f, good, SEEK_SET) || ftruncate(fileno(f), good))
        return ss_complain(SS_EXIT_OUTPUT, "%s: %s", path, strerror(errno));
    b->journal = f;
    if (good == 0) {
        head_of(b, head, sizeof head);
        fprintf(f, "%s\n", head);
        fflush(f);
    }
    return SS_EXIT_DONE;
}

void ss_journal_row(ss_bench *b, int at)
{
    fprintf(b->journal, "E %d ", at);
    ss_row_print(b->journal, &b->row[at]);
    fflush(b->journal);
}

void ss_journal_sample(ss_bench *b, int at, int round)
{
    const ss_sample *s = &b->sample[at * b->repeat + round];
    char wall[SS_NUMBER_SIZE], cpu[SS_NUMBER_SIZE];
    fprintf(b->journal, "T %d %d %s %s\n", at, round, ss_number(s->wall, wall),
            ss_number(s->cpu, cpu));
    fflush(b->journal);
}

void ss_journal_close(ss_bench *b, int complete)
{
    if (b->journal) fclose(b->journal);
    b->journal = NULL;
    if (complete) remove_all(b, 0);
}
