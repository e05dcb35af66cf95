/* sweep_merge.c - the shards of one sweep put together, as if it had been run in one piece
 *
 * Shards are runs of consecutive samples, so their tables in the order of their first sample are
 * the table of the whole.  That they are of one sweep shows in their headers, that none is missing
 * or there twice in the numbers of the samples: 0, 1, 2, ... without a gap.  Only a missing last
 * shard cannot be seen. */
#include "bench/cli.h"
#include "bench/sweep.h"
#include "bench/table.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { WHY = 400 };

typedef struct part {
    const char *path;
    FILE *f;    /* after its header */
    long first; /* its first sample; LONG_MAX if it has none */
} part;

typedef struct merge {
    part *part;
    int n;
    char *header; /* of the first part, without its end of line */
    char *line;
    size_t room;
} merge;

/* A whole line into m->line, without its end; 0: there is none left, -1: it is cut off. */
static int next_line(merge *m, FILE *f)
{
    const ssize_t n = getline(&m->line, &m->room, f);
    if (n <= 0) return 0;
    if (m->line[n - 1] != '\n') return -1;
    m->line[n - 1] = '\0';
    return 1;
}

/* The number that a row begins with, or -1. */
static long sample_of(const char *line)
{
    char *end;
    errno = 0;
    const long k = strtol(line, &end, 10);
    return end == line || *end != ',' || errno || k < 0 ? -1 : k;
}

static int open_part(merge *m, part *p)
{
    if (!(p->f = fopen(p->path, "r")))
        return ss_complain(SS_EXIT_USAGE, "%s: %s", p->path, strerror(errno));
    if (next_line(m, p->f) <= 0 || strncmp(m->line, "sample,", 7) != 0)
        return ss_complain(SS_EXIT_USAGE, "%s:1: expected the header of a sweep's CSV table",
                           p->path);
    if (!m->header && !(m->header = strdup(m->line)))
        return ss_complain(SS_EXIT_USAGE, "no memory");
    if (strcmp(m->header, m->line) != 0)
        return ss_complain(SS_EXIT_USAGE, "%s:1: its columns are not those of %s", p->path,
                           m->part[0].path);
    const long rows = ftell(p->f);
    p->first = next_line(m, p->f) == 1 ? sample_of(m->line) : LONG_MAX;
    if (p->first < 0)
        return ss_complain(SS_EXIT_USAGE, "%s:2: expected a sample's number first", p->path);
    fseek(p->f, rows, SEEK_SET);
    return SS_EXIT_DONE;
}

static int by_first(const void *va, const void *vb)
{
    const part *a = va, *b = vb;
    return (a->first > b->first) - (a->first < b->first);
}

/* The rows of a part, the first of which must be sample *k. */
static int copy_part(merge *m, const part *p, ss_table *t, long *k)
{
    char why[WHY];
    int got;

    for (long at = 2; (got = next_line(m, p->f)); at++, ++*k) {
        if (got < 0) return ss_complain(SS_EXIT_USAGE, "%s:%ld: the line is cut off", p->path, at);
        if (sample_of(m->line) != *k)
            return ss_complain(SS_EXIT_USAGE,
                               "%s:%ld: sample %ld was expected here; a shard is "
                               "missing or there twice",
                               p->path, at, *k);
        if (ss_table_row(t, m->line, why, sizeof why))
            return ss_complain(SS_EXIT_OUTPUT, "%s", why);
    }
    return SS_EXIT_DONE;
}

static int write_whole(merge *m, const ss_cli *cli, const char *path)
{
    char why[WHY], key[WHY];
    ss_table t = {0};
    long samples = 0;
    int code = SS_EXIT_DONE;

    snprintf(key, sizeof key, "%s sweep --merge of %d tables\n", cli->version, m->n);
    if (ss_table_open(&t, path, m->header, key, 0, why, sizeof why))
        code = ss_complain(SS_EXIT_OUTPUT, "%s", why);
    for (int i = 0; i < m->n && code == SS_EXIT_DONE; i++)
        code = copy_part(m, &m->part[i], &t, &samples);
    if (code == SS_EXIT_DONE && ss_table_finish(&t, key, why, sizeof why))
        code = ss_complain(SS_EXIT_OUTPUT, "%s", why);
    if (code != SS_EXIT_DONE) ss_table_drop(&t);
    ss_table_close(&t);
    if (code == SS_EXIT_DONE && !cli->quiet) fprintf(stderr, "samples %ld\n", samples);
    return code;
}

int ss_sweep_merge(const ss_cli *cli, const char *const *paths, int n, const char *path)
{
    merge m = {.part = calloc((size_t)n + 1, sizeof *m.part), .n = n};
    int code = SS_EXIT_DONE;

    if (!m.part) return ss_complain(SS_EXIT_USAGE, "no memory");
    for (int i = 0; i < n; i++) m.part[i].path = paths[i];
    for (int i = 0; i < n && code == SS_EXIT_DONE; i++) {
        if (strcmp(paths[i], path) == 0)
            code = ss_complain(SS_EXIT_USAGE, "-o %s: it is one of the shards", path);
        else
            code = open_part(&m, &m.part[i]);
    }
    if (code == SS_EXIT_DONE) {
        qsort(m.part, (size_t)n, sizeof *m.part, by_first);
        code = write_whole(&m, cli, path);
    }
    for (int i = 0; i < n; i++)
        if (m.part[i].f) fclose(m.part[i].f);
    free(m.part);
    free(m.header);
    free(m.line);
    return code;
}
