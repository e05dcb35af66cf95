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

const char *ss_folder_papers(char *buf, size_t size)
{
    static const char *const around[] = {"/papers", "/../papers", NULL};
    const char *given = getenv("STICKSLIP_PAPERS");
    char data[PATH_SIZE];

    if (given) {
        snprintf(buf, size, "%s", given);
        return is_folder(buf) ? buf : NULL;
    }
    if (!ss_folder_data(data, sizeof data)) return NULL;
    for (const char *const *a = around; *a; a++) {
        const int n = snprintf(buf, size, "%s%s", data, *a);
        if (n > 0 && (size_t)n < size && is_folder(buf)) return buf;
    }
    return NULL;
}

static int visible(const struct dirent *d)
{
    return d->d_name[0] != '.' && d->d_name[0] != '_' && strncmp(d->d_name, "README", 6) != 0;
}

static int is_recipe(const struct dirent *d)
{
    const char *dot = strrchr(d->d_name, '.');
    return visible(d) && dot && strcmp(dot, ".cfg") == 0;
}

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* As people count: 2.4 before 2.11. */
static int naturally(const struct dirent **one, const struct dirent **other)
{
    const char *a = (*one)->d_name, *b = (*other)->d_name;

    while (*a && *b) {
        if (is_digit(*a) && is_digit(*b)) {
            char *a_end, *b_end;
            const unsigned long long m = strtoull(a, &a_end, 10), n = strtoull(b, &b_end, 10);
            if (m != n) return m < n ? -1 : 1;
            a = a_end, b = b_end;
        } else if (*a == *b)
            a++, b++;
        else
            break;
    }
    /* equal numbers written with more zeros: any order that does not depend on others */
    return *a || *b ? (unsigned char)*a - (unsigned char)*b
                    : strcmp((*one)->d_name, (*other)->d_name);
}

typedef int keep_fn(const struct dirent *d);
typedef int order_fn(const struct dirent **a, const struct dirent **b);

/* Files of one folder, by prefix and name without its ending. */
static void each_file(const char *path, const char *prefix, keep_fn *keep, order_fn *order,
                      void (*each)(void *ctx, const char *name), void *ctx)
{
    struct dirent **list;
    const int n = scandir(path, &list, keep, order);

    for (int i = 0; i < n; i++) {
        char name[PATH_SIZE], whole[PATH_SIZE];
        snprintf(name, sizeof name, "%s%s", prefix, list[i]->d_name);
        snprintf(whole, sizeof whole, "%s/%s", path, list[i]->d_name);
        char *dot = strrchr(name, '.');
        if (dot) *dot = '\0';
        if (!is_folder(whole)) each(ctx, name);
        free(list[i]);
    }
    if (n >= 0) free(list);
}

void ss_folder_each(const char *what, void (*each)(void *ctx, const char *name), void *ctx)
{
    char data[PATH_SIZE], path[PATH_SIZE + 32];

    if (!ss_folder_data(data, sizeof data)) return;
    snprintf(path, sizeof path, "%s/%s", data, what);
    each_file(path, "", visible, alphasort, each, ctx);
}

void ss_folder_figures(void (*each)(void *ctx, const char *name), void *ctx)
{
    char papers[PATH_SIZE];
    struct dirent **list;

    if (!ss_folder_papers(papers, sizeof papers)) return;
    const int n = scandir(papers, &list, visible, alphasort);
    for (int i = 0; i < n; i++) {
        char path[2 * PATH_SIZE], prefix[PATH_SIZE];
        snprintf(path, sizeof path, "%s/%s", papers, list[i]->d_name);
        snprintf(prefix, sizeof prefix, "%s/", list[i]->d_name);
        each_file(path, prefix, is_recipe, naturally, each, ctx); /* no folder: nothing in it */
        free(list[i]);
    }
    if (n >= 0) free(list);
}
