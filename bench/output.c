/* output.c - a file that appears under its name only when it is complete */
#define _XOPEN_SOURCE 700 /* realpath() */
#include "bench/output.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fail(const char *what, char *why, size_t why_size)
{
    snprintf(why, why_size, "%s: %s", what, strerror(errno));
    return 1;
}

/* The name that a link stands for, so that the link survives the renaming. */
static char *resolve(const char *path)
{
    char *real = realpath(path, NULL);
    return real ? real : strdup(path);
}

int ss_output_open(ss_output *o, const char *path, char *why, size_t why_size)
{
    struct stat s;
    const int exists = stat(path, &s) == 0;

    *o = (ss_output){0};
    if (strcmp(path, "-") == 0) {
        o->path = strdup(path);
        o->f = stdout;
        return o->path ? 0 : fail(path, why, why_size);
    }
    if (exists && S_ISDIR(s.st_mode)) {
        errno = EISDIR;
        return fail(path, why, why_size);
    }
    if (!(o->path = resolve(path))) return fail(path, why, why_size);
    if (!exists || S_ISREG(s.st_mode)) {
        const size_t size = strlen(o->path) + 32;
        if (!(o->tmp = malloc(size))) return fail(path, why, why_size);
        snprintf(o->tmp, size, "%s.tmp.%ld", o->path, (long)getpid());
    }
    o->f = fopen(o->tmp ? o->tmp : o->path, "w");
    if (o->f) return 0;
    fail(path, why, why_size);
    free(o->tmp);
    o->tmp = NULL; /* there is nothing to remove */
    return 1;
}

const char *ss_output_release(ss_output *o)
{
    if (o->f && o->f != stdout) fclose(o->f);
    o->f = NULL;
    return o->tmp ? o->tmp : o->path;
}

int ss_output_commit(ss_output *o, char *why, size_t why_size)
{
    int bad = 0;

    errno = 0;
    if (o->f) {
        bad = fflush(o->f) != 0 || ferror(o->f);
        if (o->f != stdout) bad = fclose(o->f) != 0 || bad;
        o->f = NULL;
    }
    if (!bad && o->tmp) bad = rename(o->tmp, o->path) != 0;
    if (bad) {
        if (!errno) errno = EIO;
        fail(strcmp(o->path, "-") == 0 ? "standard output" : o->path, why, why_size);
        ss_output_drop(o);
        return 1;
    }
    free(o->tmp);
    o->tmp = NULL;
    return 0;
}

void ss_output_drop(ss_output *o)
{
    if (o->f && o->f != stdout) fclose(o->f);
    if (o->tmp) remove(o->tmp);
    free(o->tmp);
    free(o->path);
    *o = (ss_output){0};
}

int ss_folders_make(const char *path)
{
    char *part = strdup(path);
    int bad = !part;

    for (char *s = part ? part + 1 : NULL; s && *part && !bad; s++) {
        const char was = *s;
        if (was != '/' && was != '\0') continue;
        *s = '\0';
        bad = mkdir(part, 0777) && errno != EEXIST;
        *s = was;
        if (was == '\0') break;
    }
    free(part);
    return bad;
}
