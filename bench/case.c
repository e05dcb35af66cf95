/* case.c - a problem and a method with their settings */
#include "bench/case.h"
#include "bench/nearest.h"

enum { WORDS = 256, LINE = 400 };

int ss_settings_add(ss_settings *s, const char *text)
{
    const char *eq = strchr(text, '=');

    if (!eq || eq == text) return ss_complain(1, "-s %s: expected NAME=VALUE", text);
    if (!eq[1]) return ss_complain(1, "-s %s: expected a value after '='", text);
    if (s->n == SS_MAX_SETTINGS)
        return ss_complain(1, "more than %d settings", (int)SS_MAX_SETTINGS);
    s->text[s->n++] = text;
    return 0;
}

static int unknown_problem(const ss_registry *r, const char *name)
{
    ss_nearest near = {.asked = name};
    char words[WORDS];
    for (int i = 0; i < r->nfamilies; i++) ss_nearest_offer(&near, r->families[i]->name);
    return ss_complain(SS_EXIT_USAGE, "unknown problem '%s'; nearest: %s", name,
                       ss_nearest_words(&near, words, sizeof words));
}

static int unknown_method(const ss_registry *r, const char *name)
{
    ss_nearest near = {.asked = name};
    char words[WORDS];
    for (int i = 0; i < r->nmethods; i++) ss_nearest_offer(&near, r->methods[i]->name);
    return ss_complain(SS_EXIT_USAGE, "unknown method '%s'; nearest: %s", name,
                       ss_nearest_words(&near, words, sizeof words));
}

static void offer_starts(ss_nearest *near, char kind, const char *const *names, int n)
{
    char name[64];
    for (int i = 0; i < n; i++) {
        snprintf(name, sizeof name, "%c0_%s", kind, names[i]);
        ss_nearest_offer(near, name);
    }
}

static int unknown_setting(const ss_case *c, const char *setting)
{
    const size_t n = strcspn(setting, "=");
    char asked[64], words[WORDS];
    ss_nearest near = {.asked = asked};

    snprintf(asked, sizeof asked, "%.*s", (int)n, setting);
    for (const ss_option *o = c->family->options; o && o->name; o++)
        ss_nearest_offer(&near, o->name);
    offer_starts(&near, 'q', c->p.q_name, c->p.dims.nq);
    offer_starts(&near, 'u', c->p.u_name, c->p.dims.nu);
    for (const ss_option *o = c->method ? c->method->options : NULL; o && o->name; o++)
        ss_nearest_offer(&near, o->name);
    ss_nearest_words(&near, words, sizeof words);
    return ss_complain(SS_EXIT_USAGE, "-s %s: unknown setting for %s%s%s; nearest: %s", setting,
                       c->family->name, c->method ? " with " : "", c->method ? c->method->name : "",
                       words);
}

int ss_case_open(ss_case *c, const ss_cli *cli, const char *problem, const char *method,
                 const ss_settings *s)
{
    unsigned char used[SS_MAX_SETTINGS] = {0};
    char why[LINE] = "";
    ss_status status;

    *c = (ss_case){.family = ss_find_family(cli->registry, problem)};
    if (!c->family) return unknown_problem(cli->registry, problem);
    if (method && !(c->method = ss_find_method(cli->registry, method)))
        return unknown_method(cli->registry, method);

    status = ss_problem_build(c->family, s->text, s->n, used, &c->p, why, sizeof why);
    if (status != SS_OK)
        return ss_complain(SS_EXIT_USAGE, "%s: %s", problem, *why ? why : ss_status_text(status));
    if (method)
        status = ss_method_settings(c->method, s->text, s->n, used, c->opt, why, sizeof why);

    int code = SS_EXIT_DONE;
    if (status != SS_OK)
        code = ss_complain(SS_EXIT_USAGE, "%s: %s", method, *why ? why : ss_status_text(status));
    for (int i = 0; i < s->n && code == SS_EXIT_DONE; i++)
        if (!used[i]) code = unknown_setting(c, s->text[i]);
    if (code != SS_EXIT_DONE) ss_case_close(c);
    return code;
}

void ss_case_close(ss_case *c)
{
    if (c->p.par || c->p.q0) c->family->destroy(&c->p);
    c->p = (ss_problem){0};
}
