/* table.c - a CSV or HDF5 table that grows row by row and can be gone on with later */
#include "bench/table.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fail(const char *what, char *why, size_t why_size)
{
    snprintf(why, why_size, "%s: %s", what, strerror(errno ? errno : EIO));
    return 1;
}

static int ends_with(const char *s, const char *end)
{
    const size_t n = strlen(s), m = strlen(end);
    return n > m && strcmp(s + n - m, end) == 0;
}

static char *with_suffix(const char *path, const char *suffix)
{
    const size_t size = strlen(path) + strlen(suffix) + 1;
    char *s = malloc(size);
    if (s) snprintf(s, size, "%s%s", path, suffix);
    return s;
}

/* 1: the file holds exactly `text`. */
static int holds(const char *path, const char *text)
{
    FILE *f = fopen(path, "r");
    if (!f) return 0;
    int same = 1;
    for (const char *c = text; same && *c; c++) same = fgetc(f) == (unsigned char)*c;
    same = same && fgetc(f) == EOF;
    fclose(f);
    return same;
}

/* Rows below the header, and where the last whole line ends; -1 if the header is another. */
static long count_rows(const char *path, const char *header, long *end)
{
    FILE *f = fopen(path, "r");
    long rows = -1, at = 0;
    int c;

    *end = 0;
    if (!f) return -1;
    for (const char *h = header; *h; h++, at++)
        if (fgetc(f) != (unsigned char)*h) return fclose(f), -1;
    while ((c = fgetc(f)) != EOF) {
        at++;
        if (c == '\n') rows++, *end = at;
    }
    fclose(f);
    return rows;
}

static int begin(ss_table *t, const char *key, char *why, size_t why_size)
{
    FILE *k = fopen(t->key, "w");
    if (!k || fputs(key, k) < 0 || fclose(k) != 0) return fail(t->key, why, why_size);
    if (!(t->f = fopen(t->partial, "w"))) return fail(t->partial, why, why_size);
    return fprintf(t->f, "%s\n", t->header) < 0 ? fail(t->partial, why, why_size) : 0;
}

static int go_on(ss_table *t, const char *key, char *why, size_t why_size)
{
    long end;

    if (access(t->key, F_OK) != 0) return begin(t, key, why, why_size); /* nothing was begun */
    if (!holds(t->key, key)) {
        snprintf(why, why_size,
                 "%s was made with other settings; without --resume it is begun anew", t->partial);
        return 1;
    }
    if ((t->rows = count_rows(t->partial, t->header, &end)) < 0) {
        t->rows = 0;
        return begin(t, key, why, why_size);
    }
    if (truncate(t->partial, end) != 0 || !(t->f = fopen(t->partial, "a")))
        return fail(t->partial, why, why_size);
    return 0;
}

int ss_table_open(ss_table *t, const char *path, const char *header, const char *key, int resume,
                  char *why, size_t why_size)
{
    struct stat s;
    const int direct = strcmp(path, "-") == 0 ||
                       (stat(path, &s) == 0 && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode));

    *t = (ss_table){.path = strdup(path), .header = strdup(header)};
    t->hdf5 = ends_with(path, ".h5") || ends_with(path, ".hdf5");
    errno = 0;
    if (!t->path || !t->header) return fail(path, why, why_size);
    if (stat(path, &s) == 0 && S_ISDIR(s.st_mode)) {
        errno = EISDIR;
        return fail(path, why, why_size);
    }
    if (direct) {
        t->f = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
        if (!t->f || fprintf(t->f, "%s\n", header) < 0) return fail(path, why, why_size);
        return 0;
    }
    t->partial = with_suffix(path, ".partial");
    t->key = with_suffix(path, ".key");
    if (!t->partial || !t->key) return fail(path, why, why_size);
    return resume ? go_on(t, key, why, why_size) : begin(t, key, why, why_size);
}

int ss_table_row(ss_table *t, const char *line, char *why, size_t why_size)
{
    errno = 0;
    if (fputs(line, t->f) < 0 || fputc('\n', t->f) < 0) return fail(t->path, why, why_size);
    t->rows++;
    return 0;
}

int ss_table_sync(ss_table *t, char *why, size_t why_size)
{
    errno = 0;
    return fflush(t->f) != 0 || ferror(t->f) ? fail(t->path, why, why_size) : 0;
}

static int convert(const ss_table *t, const char *key, char *why, size_t why_size)
{
    FILE *csv = fopen(t->partial, "r");
    if (!csv) return fail(t->partial, why, why_size);
    const int bad = ss_table_to_hdf5(csv, t->header, t->path, key, why, why_size);
    fclose(csv);
    return bad || remove(t->partial) != 0;
}

int ss_table_finish(ss_table *t, const char *key, char *why, size_t why_size)
{
    int bad = ss_table_sync(t, why, why_size);

    if (!t->partial || bad) return bad;
    bad = fclose(t->f) != 0;
    t->f = NULL;
    if (bad) return fail(t->path, why, why_size);
    if (t->hdf5) {
        if (convert(t, key, why, why_size)) return 1;
    } else if (rename(t->partial, t->path) != 0)
        return fail(t->path, why, why_size);
    remove(t->key);
    return 0;
}

void ss_table_drop(ss_table *t)
{
    if (t->partial) remove(t->partial);
    if (t->key) remove(t->key);
}

void ss_table_close(ss_table *t)
{
    if (t->f && t->f != stdout) fclose(t->f);
    free(t->path);
    free(t->partial);
    free(t->key);
    free(t->header);
    *t = (ss_table){0};
}
