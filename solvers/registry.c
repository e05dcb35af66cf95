/* registry.c - names to problems and methods; plugins; settings by name */
#include "solvers/registry.h"
#include "solvers/whole.h"
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const ss_method *const builtin_methods[] = {
#define SS_METHOD(m) &m,
#include "solvers/methods.def"
#undef SS_METHOD
    NULL};

static const ss_family *const builtin_families[] = {
#define SS_FAMILY(f) &f,
#include "problems/families.def"
#undef SS_FAMILY
    NULL};

const ss_method *ss_find_method(const ss_registry *r, const char *name)
{
    for (int i = 0; i < r->nmethods; i++)
        if (strcmp(r->methods[i]->name, name) == 0) return r->methods[i];
    return NULL;
}

const ss_family *ss_find_family(const ss_registry *r, const char *name)
{
    for (int i = 0; i < r->nfamilies; i++)
        if (strcmp(r->families[i]->name, name) == 0) return r->families[i];
    return NULL;
}

static int has_name(const ss_registry *r, const char *name)
{
    return !name || !*name || ss_find_method(r, name) || ss_find_family(r, name);
}

/* All or nothing: a clash or an overflow leaves the registry as it was; returns the name
 * that did not go in, or NULL. */
static const char *add(ss_registry *r, const ss_method *const *m, const ss_family *const *f)
{
    const int nm = r->nmethods, nf = r->nfamilies;
    const char *clash = NULL;

    for (; !clash && m && *m; m++) {
        const char *name = (*m)->name;
        if (r->nmethods == SS_MAX_ENTRIES || has_name(r, name) || !(*m)->layout || !(*m)->reset ||
            !(*m)->step || ss_options_count((*m)->options) > SS_MAX_OPTIONS)
            clash = name ? name : "(no name)";
        else
            r->methods[r->nmethods++] = *m;
    }
    for (; !clash && f && *f; f++) {
        const char *name = (*f)->name;
        if (r->nfamilies == SS_MAX_ENTRIES || has_name(r, name) || !(*f)->build || !(*f)->destroy ||
            ss_options_count((*f)->options) > SS_MAX_OPTIONS)
            clash = name ? name : "(no name)";
        else
            r->families[r->nfamilies++] = *f;
    }
    /* also what ends the lists: nothing is left of a plugin that will be closed */
    while (clash && r->nmethods > nm) r->methods[--r->nmethods] = NULL;
    while (clash && r->nfamilies > nf) r->families[--r->nfamilies] = NULL;
    return clash;
}

ss_status ss_registry_open(ss_registry *r)
{
    *r = (ss_registry){0};
    return add(r, builtin_methods, builtin_families) ? SS_EARG : SS_OK;
}

ss_status ss_registry_load(ss_registry *r, const char *path, char *why, size_t why_size)
{
    if (r->nplugins == SS_MAX_PLUGINS) {
        snprintf(why, why_size, "%s: more than %d plugins", path, (int)SS_MAX_PLUGINS);
        return SS_EMODULE;
    }

    /* dlopen() searches library folders for a bare name; a plugin is a file */
    char file[1024];
    snprintf(file, sizeof file, "%s%s", strchr(path, '/') ? "" : "./", path);
    if (!ss_file_is_whole(file)) {
        snprintf(why, why_size, "%s: cannot be loaded: it ends too early", path);
        return SS_EMODULE;
    }
    void *so = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!so) {
        snprintf(why, why_size, "%s: cannot be loaded: %s", path, dlerror());
        return SS_EMODULE;
    }

    const ss_plugin *e = dlsym(so, "ss_plugin_entry");
    const char *clash;
    if (!e)
        snprintf(why, why_size, "%s: exports no ss_plugin_entry", path);
    else if (e->abi != SS_ABI || e->method_size != sizeof(ss_method) ||
             e->problem_size != sizeof(ss_problem))
        snprintf(why, why_size, "%s: built for another version of the interface (ABI %u, here %u)",
                 path, e->abi, SS_ABI);
    else if ((clash = add(r, e->methods, e->families)))
        snprintf(why, why_size, "%s: '%s' is incomplete, or its name is taken", path, clash);
    else {
        r->plugins[r->nplugins++] = so;
        return SS_OK;
    }
    dlclose(so);
    return SS_EMODULE;
}

void ss_registry_close(ss_registry *r)
{
    while (r->nplugins) dlclose(r->plugins[--r->nplugins]);
    *r = (ss_registry){0};
}

/* ---- settings --------------------------------------------------------------------- */

/* Splits "name=value"; 0 if there is no name or no '='. */
static int split(const char *setting, char *name, size_t size, const char **value)
{
    const char *eq = strchr(setting, '=');
    if (!eq || eq == setting || (size_t)(eq - setting) >= size) return 0;
    memcpy(name, setting, (size_t)(eq - setting));
    name[eq - setting] = '\0';
    *value = eq + 1;
    return 1;
}

static ss_status apply(const ss_option *table, const char *const *settings, int n,
                       unsigned char *used, double opt[SS_MAX_OPTIONS], char *why, size_t why_size)
{
    ss_options_preset(table, opt);
    for (int i = 0; i < n; i++) {
        char name[64];
        const char *value;
        if (!split(settings[i], name, sizeof name, &value)) {
            snprintf(why, why_size, "%s: expected NAME=VALUE", settings[i]);
            return SS_EARG;
        }
        const int at = ss_option_find(table, name);
        if (at < 0) continue;
        SS_TRY(ss_option_set(table, at, value, opt, why, why_size));
        used[i] = 1;
    }
    return SS_OK;
}

ss_status ss_method_settings(const ss_method *m, const char *const *settings, int n,
                             unsigned char *used, double opt[SS_MAX_OPTIONS], char *why,
                             size_t why_size)
{
    return apply(m->options, settings, n, used, opt, why, why_size);
}

/* q0_<name> or u0_<name>: where it goes, or NULL. */
static double *start_slot(const ss_problem *p, const char *name)
{
    const int is_q = strncmp(name, "q0_", 3) == 0, is_u = strncmp(name, "u0_", 3) == 0;
    const char *const *names = is_q ? p->q_name : p->u_name;
    const int n = is_q ? p->dims.nq : p->dims.nu;

    for (int i = 0; (is_q || is_u) && i < n; i++)
        if (strcmp(names[i], name + 3) == 0) return (is_q ? p->q0 : p->u0) + i;
    return NULL;
}

static ss_status apply_start(ss_problem *p, const char *const *settings, int n, unsigned char *used,
                             char *why, size_t why_size)
{
    for (int i = 0; i < n; i++) {
        char name[64], *end;
        const char *value;
        if (!split(settings[i], name, sizeof name, &value)) continue;
        double *slot = start_slot(p, name);
        if (!slot) continue;
        const double x = strtod(value, &end);
        if (end == value || *end || !isfinite(x)) {
            snprintf(why, why_size, "%s: expected a finite number", settings[i]);
            return SS_EARG;
        }
        *slot = x;
        used[i] = 1;
    }
    return SS_OK;
}

ss_status ss_problem_build(const ss_family *f, const char *const *settings, int n,
                           unsigned char *used, ss_problem *out, char *why, size_t why_size)
{
    double opt[SS_MAX_OPTIONS];

    if (why_size) why[0] = '\0';
    SS_TRY(apply(f->options, settings, n, used, opt, why, why_size));
    SS_TRY(f->build(opt, out, why, why_size));
    ss_status s = apply_start(out, settings, n, used, why, why_size);
    if (s == SS_OK && f->ready) s = f->ready(out, why, why_size);
    if (s != SS_OK) f->destroy(out);
    return s;
}
