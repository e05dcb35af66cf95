/* module.c - finding and opening the optional parts of the library */
#include "solvers/module.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef PKGLIBDIR
#define PKGLIBDIR "/usr/local/lib/stickslip"
#endif

/* Folder of the running command, without its last slash; "" if unknown. */
static void command_folder(char *buf, size_t size)
{
    const ssize_t n = readlink("/proc/self/exe", buf, size - 1);
    buf[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(buf, '/');
    if (slash) *slash = '\0';
}

static void *open_in(const char *folder, const char *below, const char *name)
{
    char path[1200];
    const int n = snprintf(path, sizeof path, "%s%s/ss-%s.so", folder, below, name);
    if (!*folder || n < 0 || (size_t)n >= sizeof path || access(path, R_OK) != 0) return NULL;
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

void *ss_module_open(const char *name, const char *symbol, char *why, size_t why_size)
{
    const char *given = getenv("STICKSLIP_MODULES");
    char here[1024];
    void *so = NULL, *entry;

    command_folder(here, sizeof here);
    dlerror();
    if (given) so = open_in(given, "", name);
    if (!so) so = open_in(here, "/.libs", name);
    if (!so) so = open_in(here, "/../.libs", name); /* tests and benchmarks of a build tree */
    if (!so) so = open_in(PKGLIBDIR, "", name);
    if (!so) {
        const char *said = dlerror();
        snprintf(why, why_size, "module ss-%s.so: %s", name,
                 said ? said : "not built or not found");
        return NULL;
    }
    entry = dlsym(so, symbol);
    if (!entry) snprintf(why, why_size, "module ss-%s.so has no symbol %s", name, symbol);
    return entry;
}
