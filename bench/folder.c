/* folder.c - where the data that ships with the command lies */
#include "bench/folder.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef PKGDATADIR
#define PKGDATADIR "/usr/local/share/stickslip"
#endif

enum { PATH_SIZE = 1200 };

static int is_folder(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

/* A file that only our data folder has, so that somebody else's data/ is not taken for it. */
static int is_ours(const char *path)
{
    char mark[PATH_SIZE];
    const int n = snprintf(mark, sizeof mark, "%s/README.md", path);
    return n > 0 && (size_t)n < sizeof mark && is_folder(path) && access(mark, R_OK) == 0;
}

const char *ss_folder_data(char *buf, size_t size)
{
    static const char *const around[] = {"/../share/stickslip", "/../data", "/../../data", NULL};
    const char *given = getenv("STICKSLIP_DATA");
    char here[PATH_SIZE / 2];

    if (given) {
        snprintf(buf, size, "%s", given);
        return is_folder(buf) ? buf : NULL;
    }
    const ssize_t n = readlink("/proc/self/exe", here, sizeof here - 1);
    here[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(here, '/');
    if (slash) *slash = '\0';
    for (const char *const *a = around; slash && *a; a++) {
        snprintf(buf, size, "%s%s", here, *a);
        if (is_ours(buf)) return buf;
    }
    snprintf(buf, size, "%s", PKGDATADIR);
    return is_ours(buf) ? buf : NULL;
}

static int visible(const struct dirent *d)
{
    return d->d_name[0] != '.' && strncmp(d->d_name, "README", 6) != 0;
}

static void each_below(const char *path, const char *prefix,
                       void (*each)(void *ctx, const char *name), void *ctx)
{
    struct dirent **list;
    const int n = scandir(path, &list, visible, alphasort);

    for (int i = 0; i < n; i++) {
        char name[PATH_SIZE], below[PATH_SIZE];
        snprintf(name, sizeof name, "%s%s", prefix, list[i]->d_name);
        snprintf(below, sizeof below, "%s/%s", path, list[i]->d_name);
        if (is_folder(below) && !*prefix) {
            strncat(name, "/", sizeof name - strlen(name) - 1);
            each_below(below, name, each, ctx);
        } else if (!is_folder(below)) {
            /* figures are called 2.11: only what begins with a letter is an ending */
            char *dot = strrchr(name, '.');
            if (dot && dot[1] >= 'a' && dot[1] <= 'z') *dot = '\0';
            each(ctx, name);
        }
        free(list[i]);
    }
    if (n >= 0) free(list);
}

void ss_folder_each(const char *what, void (*each)(void *ctx, const char *name), void *ctx)
{
    char data[PATH_SIZE], path[PATH_SIZE + 32];

    if (!ss_folder_data(data, sizeof data)) return;
    snprintf(path, sizeof path, "%s/%s", data, what);
    each_below(path, "", each, ctx);
}
