/* suite_file.c - a suite from a libconfig file; what is wrong is told with file and line */
#include "bench/folder.h"
#include "bench/nearest.h"
#include "bench/number.h"
#include "bench/sha256.h"
#include "bench/suite_value.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_LEVELS = SS_MAX_LEVELS, WORDS = 256, PATH_SIZE = 1200 };

/* What a suite presets and a problem overrides. */
typedef struct levels {
    double step[MAX_LEVELS], rtol[MAX_LEVELS];
    int nsteps, nrtol, divided; /* divided: step[] are numbers of steps */
    double atol_share, timeout;
    long max_steps, repeats;
    const config_setting_t *methods;
} levels;

/* Settings that nobody took are unknown: says so at the line where they stand. */
static int unknown_setting(const ss_suite_reader *k, const config_setting_t *group, int at,
                           const ss_option *options, const ss_problem *p)
{
    const config_setting_t *e =
        config_setting_get_elem(config_setting_get_member(group, "set"), (unsigned)at);
    ss_nearest near = {.asked = config_setting_name(e)};
    char words[WORDS], name[SS_NAME_SIZE];

    for (const ss_option *o = options; o && o->name; o++) ss_nearest_offer(&near, o->name);
    for (int i = 0; p && i < p->dims.nq; i++) {
        snprintf(name, sizeof name, "q0_%s", p->q_name[i]);
        ss_nearest_offer(&near, name);
    }
    for (int i = 0; p && i < p->dims.nu; i++) {
        snprintf(name, sizeof name, "u0_%s", p->u_name[i]);
        ss_nearest_offer(&near, name);
    }
    return ss_suite_wrong(k, e, "unknown setting '%s'; nearest: %s", near.asked,
                          ss_nearest_words(&near, words, sizeof words));
}

/* Names of cases and methods become cells, file names, and words of a page and of gnuplot. */
static int check_name(const ss_suite_reader *k, const config_setting_t *group, const char *name)
{
    const config_setting_t *s = config_setting_get_member(group, "name");
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789-_.+=";
    if (*name && *name != '.' && name[strspn(name, allowed)] == '\0') return 0;
    return ss_suite_wrong(k, s ? s : group, "name: expected letters, digits and any of -_.+=");
}

/* ---- levels, methods, problems ---------------------------------------------------------- */

static int get_levels(const ss_suite_reader *k, const config_setting_t *group, levels *l)
{
    double count[MAX_LEVELS];
    int n = 0, bad;

    bad = ss_suite_numbers(k, group, "steps", l->step, &n, 0);
    if (n) l->nsteps = n, l->divided = 0;
    int divisions = 0;
    bad = bad || ss_suite_numbers(k, group, "divisions", count, &divisions, 1);
    if (bad) return 1;
    if (n && divisions)
        return ss_suite_wrong(k, config_setting_get_member(group, "divisions"),
                              "divisions: either these or steps, not both");
    if (divisions) {
        memcpy(l->step, count, sizeof count);
        l->nsteps = divisions, l->divided = 1;
    }
    const config_setting_t *methods = config_setting_get_member(group, "methods");
    if (methods) l->methods = methods;
    return ss_suite_numbers(k, group, "tolerances", l->rtol, &l->nrtol, 0) ||
           ss_suite_positive(k, group, "atol_share", &l->atol_share) ||
           ss_suite_positive(k, group, "timeout", &l->timeout) ||
           ss_suite_count(k, group, "max_steps", 1e15, &l->max_steps) ||
           ss_suite_count(k, group, "repeats", 1000.0, &l->repeats);
}

static int add_levels(const ss_suite_reader *k, const config_setting_t *at, const levels *l,
                      int case_at, const ss_method *m, const char *name, const char *options)
{
    const double t_end = k->plan->c[case_at].t_end;
    const int fixed = m->stepping == SS_FIXED, n = fixed ? l->nsteps : l->nrtol;
    ss_bench_run r = {.at = case_at,
                      .timeout = l->timeout,
                      .max_steps = l->max_steps,
                      .repeats = (int)l->repeats};

    snprintf(r.method, sizeof r.method, "%s", m->name);
    snprintf(r.name, sizeof r.name, "%s", name);
    snprintf(r.options, sizeof r.options, "%s", options);
    if (n == 0)
        return ss_suite_wrong(k, at, "%s needs %s", m->name,
                              fixed ? "divisions = [...] or steps = [...]" : "tolerances = [...]");
    for (int i = 0; i < n; i++) {
        r.h = fixed ? (l->divided ? t_end / l->step[i] : l->step[i]) : 0.0;
        r.rtol = fixed ? 0.0 : l->rtol[i];
        r.atol = fixed ? 0.0 : l->rtol[i] * l->atol_share;
        if (!fixed) { /* the first guess; the controller takes over at once */
            const double share = 1e-3;
            r.h = share * t_end;
        }
        if (ss_plan_add_run(k->plan, &r) < 0) return ss_suite_wrong(k, at, "no memory");
    }
    return 0;
}

static int unknown_method(const ss_suite_reader *k, const config_setting_t *at, const char *name)
{
    ss_nearest near = {.asked = name};
    char words[WORDS];
    for (int i = 0; i < k->registry->nmethods; i++)
        ss_nearest_offer(&near, k->registry->methods[i]->name);
    return ss_suite_wrong(k, at, "unknown method '%s'; nearest: %s", name,
                          ss_nearest_words(&near, words, sizeof words));
}

/* A group in the list of methods: one method with options, perhaps with levels of its own. */
static int add_method_group(const ss_suite_reader *k, const config_setting_t *s, const levels *l,
                            int case_at)
{
    static const char *const known[] = {"method",    "name",       "set",        "steps",
                                        "divisions", "tolerances", "atol_share", "timeout",
                                        "max_steps", "repeats",    NULL};
    char method[SS_NAME_SIZE] = "", name[SS_NAME_SIZE] = "", options[SS_SETTINGS_SIZE] = "";
    char buf[SS_SETTINGS_SIZE], why[WORDS] = "";
    const char *list[SS_MAX_OPTIONS];
    unsigned char used[SS_MAX_OPTIONS] = {0};
    double opt[SS_MAX_OPTIONS];
    levels own = *l;

    if (ss_suite_members(k, s, known) || ss_suite_text(k, s, "method", method, sizeof method))
        return 1;
    if (!*method) return ss_suite_wrong(k, s, "a method needs method = \"NAME\"");
    const ss_method *m = ss_find_method(k->registry, method);
    if (!m) return unknown_method(k, config_setting_get_member(s, "method"), method);
    snprintf(name, sizeof name, "%s", method);
    if (ss_suite_text(k, s, "name", name, sizeof name) ||
        ss_suite_settings(k, s, options, sizeof options) || get_levels(k, s, &own))
        return 1;
    if (check_name(k, s, name)) return 1;
    const int n = ss_words(options, buf, sizeof buf, list, SS_MAX_OPTIONS);
    if (ss_method_settings(m, list, n, used, opt, why, sizeof why) != SS_OK)
        return ss_suite_wrong(k, config_setting_get_member(s, "set"), "%s: %s", method, why);
    for (int i = 0; i < n; i++)
        if (!used[i]) return unknown_setting(k, s, i, m->options, NULL);
    return add_levels(k, s, &own, case_at, m, name, options);
}

static int add_methods(const ss_suite_reader *k, const config_setting_t *problem, const levels *l,
                       int case_at)
{
    const config_setting_t *s = l->methods;

    if (!s)
        return ss_suite_wrong(k, problem, "methods = ( ... ) is missing, here and in the suite");
    if ((!config_setting_is_list(s) && !config_setting_is_array(s)) ||
        config_setting_length(s) == 0)
        return ss_suite_wrong(k, s, "methods: expected (\"*\") or a list of names and groups");
    for (int i = 0; i < config_setting_length(s); i++) {
        const config_setting_t *e = config_setting_get_elem(s, (unsigned)i);
        const char *name = config_setting_get_string(e);
        if (config_setting_is_group(e)) {
            if (add_method_group(k, e, l, case_at)) return 1;
        } else if (!name) {
            return ss_suite_wrong(k, e, "methods: entry %d: expected a name or a group", i + 1);
        } else if (strcmp(name, "*") == 0) {
            for (int j = 0; j < k->registry->nmethods; j++) {
                const ss_method *m = k->registry->methods[j];
                if (add_levels(k, s, l, case_at, m, m->name, "")) return 1;
            }
        } else {
            const ss_method *m = ss_find_method(k->registry, name);
            if (!m) return unknown_method(k, e, name);
            if (add_levels(k, e, l, case_at, m, name, "")) return 1;
        }
    }
    return 0;
}

/* Builds the problem once, to find mistakes and its own end time. */
static int check_problem(const ss_suite_reader *k, const config_setting_t *s, ss_bench_case *c)
{
    const ss_family *f = ss_find_family(k->registry, c->problem);
    const char *list[SS_MAX_OPTIONS];
    unsigned char used[SS_MAX_OPTIONS] = {0};
    char buf[SS_SETTINGS_SIZE], why[WORDS] = "";
    ss_problem p;

    if (!f) {
        ss_nearest near = {.asked = c->problem};
        char words[WORDS];
        for (int i = 0; i < k->registry->nfamilies; i++)
            ss_nearest_offer(&near, k->registry->families[i]->name);
        return ss_suite_wrong(k, config_setting_get_member(s, "problem"),
                              "unknown problem '%s'; nearest: %s", c->problem,
                              ss_nearest_words(&near, words, sizeof words));
    }
    const int n = ss_words(c->settings, buf, sizeof buf, list, SS_MAX_OPTIONS);
    const ss_status status = ss_problem_build(f, list, n, used, &p, why, sizeof why);
    if (status != SS_OK) {
        const config_setting_t *set = config_setting_get_member(s, "set");
        return ss_suite_wrong(k, set ? set : s, "%s: %s", c->problem,
                              *why ? why : ss_status_text(status));
    }
    int bad = 0;
    for (int i = 0; i < n && !bad; i++)
        if (!used[i]) bad = unknown_setting(k, s, i, f->options, &p);
    if (c->t_end <= 0.0) c->t_end = p.t_end;
    f->destroy(&p);
    return bad;
}

static int add_problem(const ss_suite_reader *k, const config_setting_t *s, const levels *l)
{
    static const char *const known[] = {
        "problem",    "name",    "tags",      "set",     "t_end",   "steps",      "divisions",
        "tolerances", "timeout", "max_steps", "repeats", "methods", "atol_share", NULL};
    ss_bench_case *c = ss_plan_add_case(k->plan);
    levels own = *l;

    if (!c) return ss_suite_wrong(k, s, "no memory");
    if (!config_setting_is_group(s))
        return ss_suite_wrong(k, s, "a problem: expected { problem = ...; }");
    snprintf(c->suite, sizeof c->suite, "%s", k->suite);
    if (ss_suite_members(k, s, known) ||
        ss_suite_text(k, s, "problem", c->problem, sizeof c->problem))
        return 1;
    if (!*c->problem) return ss_suite_wrong(k, s, "a problem needs problem = \"NAME\"");
    snprintf(c->name, sizeof c->name, "%s", c->problem);
    if (ss_suite_text(k, s, "name", c->name, sizeof c->name) ||
        ss_suite_tags(k, s, c->tags, sizeof c->tags) ||
        ss_suite_settings(k, s, c->settings, sizeof c->settings) ||
        ss_suite_positive(k, s, "t_end", &c->t_end) || get_levels(k, s, &own) ||
        check_problem(k, s, c))
        return 1;
    if (check_name(k, s, c->name)) return 1;
    for (int i = 0; i < k->plan->nc - 1; i++) {
        const ss_bench_case *b = &k->plan->c[i];
        if (strcmp(b->name, c->name) != 0) continue;
        if (strcmp(b->problem, c->problem) == 0 && strcmp(b->settings, c->settings) == 0 &&
            b->t_end == c->t_end) { /* the same in another suite: its runs join that case */
            k->plan->nc--;
            return add_methods(k, s, &own, i);
        }
        return ss_suite_wrong(k, s, "name '%s' is taken by another case; give name = \"...\"",
                              c->name);
    }
    return add_methods(k, s, &own, k->plan->nc - 1);
}

static int add_suite(const ss_suite_reader *k, const config_setting_t *root)
{
    static const char *const known[] = {"says",       "repeats",    "timeout",   "divisions",
                                        "steps",      "tolerances", "max_steps", "methods",
                                        "atol_share", "problems",   NULL};
    const config_setting_t *problems = config_setting_get_member(root, "problems");
    levels l = {.atol_share = 1e-3, .timeout = 60.0, .repeats = 5, .max_steps = 50000000};
    ss_plan *p = k->plan;

    if (ss_suite_members(k, root, known) || get_levels(k, root, &l) ||
        ss_suite_text(k, root, "says", p->says[p->nsuites], sizeof p->says[0]))
        return 1;
    if (!problems || !config_setting_is_list(problems) || config_setting_length(problems) == 0)
        return ss_suite_wrong(k, problems, "expected problems = ( { problem = \"NAME\"; }, ... );");
    for (int i = 0; i < config_setting_length(problems); i++)
        if (add_problem(k, config_setting_get_elem(problems, (unsigned)i), &l)) return 1;
    snprintf(p->name[p->nsuites++], sizeof p->name[0], "%s", k->suite);
    return 0;
}

/* ---- the file --------------------------------------------------------------------------- */

static void offer_suite(void *ctx, const char *name)
{
    ss_nearest_offer(ctx, name);
}

/* A name, or a path that ends with .cfg; *path and the suite's name. */
static int find_file(const char *suite, char *path, char *name, char *why, size_t why_size)
{
    const char *slash = strrchr(suite, '/');
    const size_t n = strlen(suite);
    char data[PATH_SIZE / 2], words[WORDS];
    ss_nearest near = {.asked = suite};

    if (n > 4 && strcmp(suite + n - 4, ".cfg") == 0) {
        snprintf(path, PATH_SIZE, "%s", suite);
        snprintf(name, SS_NAME_SIZE, "%s", slash ? slash + 1 : suite);
        *strrchr(name, '.') = '\0';
        if (access(path, R_OK) == 0) return 0;
        snprintf(why, why_size, "%s: cannot be read", path);
        return 1;
    }
    snprintf(name, SS_NAME_SIZE, "%s", suite);
    if (!slash && ss_folder_data(data, sizeof data)) {
        snprintf(path, PATH_SIZE, "%s/suites/%s.cfg", data, suite);
        if (access(path, R_OK) == 0) return 0;
    }
    ss_folder_each("suites", offer_suite, &near);
    snprintf(why, why_size, "unknown suite '%s'; nearest: %s; a file's name ends with .cfg", suite,
             ss_nearest_words(&near, words, sizeof words));
    return 1;
}

int ss_plan_read(ss_plan *p, const ss_registry *r, const char *suite, char *why, size_t why_size)
{
    char path[PATH_SIZE];
    ss_suite_reader k = {.plan = p, .registry = r, .path = path, .why = why, .why_size = why_size};
    config_t cfg;
    int bad;

    if (p->nsuites == SS_MAX_SUITES) {
        snprintf(why, why_size, "more than %d suites", (int)SS_MAX_SUITES);
        return 1;
    }
    if (find_file(suite, path, k.suite, why, why_size)) return 1;
    ss_sha_file(path, p->sha[p->nsuites]);
    config_init(&cfg);
    if (config_read_file(&cfg, path) != CONFIG_TRUE) {
        snprintf(why, why_size, "%s:%d: %s", path, config_error_line(&cfg),
                 config_error_text(&cfg));
        bad = 1;
    } else
        bad = add_suite(&k, config_root_setting(&cfg));
    config_destroy(&cfg);
    return bad;
}
