/* registry.h - what can be run, by name.  A value, owned by main(). */
#ifndef SS_REGISTRY_H
#define SS_REGISTRY_H

#include "solvers/method.h"

enum { SS_MAX_ENTRIES = 128, SS_MAX_PLUGINS = 16 };

typedef struct ss_registry {
    const ss_method *methods[SS_MAX_ENTRIES + 1]; /* NULL-terminated */
    const ss_family *families[SS_MAX_ENTRIES + 1];
    void *plugins[SS_MAX_PLUGINS];
    int nmethods, nfamilies, nplugins;
} ss_registry;

ss_status ss_registry_open(ss_registry *r); /* built-ins */
/* + one plugin; all or nothing; why[] gets one line on failure */
ss_status ss_registry_load(ss_registry *r, const char *path, char *why, size_t why_size);
void ss_registry_close(ss_registry *r);
const ss_method *ss_find_method(const ss_registry *r, const char *name);
const ss_family *ss_find_family(const ss_registry *r, const char *name);

/* Build a problem from name=value settings, checked, with q0_<name> and u0_<name> applied.
 * Settings that are neither a parameter nor a start are left alone and reported in used[]
 * (1: taken, 0: not mine).  Free with family->destroy(). */
ss_status ss_problem_build(const ss_family *f, const char *const *settings, int n,
                           unsigned char *used, ss_problem *out, char *why, size_t why_size);
/* The same for a method's options. */
ss_status ss_method_settings(const ss_method *m, const char *const *settings, int n,
                             unsigned char *used, double opt[SS_MAX_OPTIONS], char *why,
                             size_t why_size);
#endif
