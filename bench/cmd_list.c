/* cmd_list.c - what there is: a table for people, or JSON for programs */
#include "bench/cli.h"
#include "bench/folder.h"
#include "bench/number.h"
#include "solvers/qp/qp.h"
#include <libconfig.h>
#include <string.h>

enum { PATH_SIZE = 2600, SAYS_SIZE = 1000 };

/* ---- one entry --------------------------------------------------------------------- */

typedef struct lister { /* how entries are written, and how many there were */
    int json, n, width;
} lister;

static void entry(lister *l, const char *name, const char *cite, const char *says,
                  const ss_option *options)
{
    if (!l->json) {
        printf("  %-*s %s%s%s%s\n", l->width, name, says, *cite ? " [" : "", cite,
               *cite ? "]" : "");
        l->n++;
        return;
    }
    fputs(l->n++ ? ",\n    {\"name\": " : "\n    {\"name\": ", stdout);
    ss_json_string(stdout, name);
    if (*cite) {
        fputs(", \"cite\": ", stdout);
        ss_json_string(stdout, cite);
    }
    if (*says) {
        fputs(", \"says\": ", stdout);
        ss_json_string(stdout, says);
    }
    if (options) {
        fputs(", \"settings\": [", stdout);
        for (const ss_option *o = options; o->name; o++) {
            fputs(o == options ? "\n      {\"name\": " : ",\n      {\"name\": ", stdout);
            ss_json_string(stdout, o->name);
            if (o->kind == SS_REAL || o->kind == SS_INTEGER) {
                fputs(", \"preset\": ", stdout);
                ss_json_number(stdout, o->preset);
                fputs(", \"min\": ", stdout);
                ss_json_number(stdout, o->min);
                fputs(", \"max\": ", stdout);
                ss_json_number(stdout, o->max);
            } else {
                char word[64];
                if (o->kind == SS_CHOICE) {
                    fputs(", \"preset\": ", stdout);
                    ss_json_string(stdout, ss_option_word(o, o->preset, word, sizeof word));
                }
                fputs(o->kind == SS_CHOICE ? ", \"one_of\": " : ", \"sets\": ", stdout);
                ss_json_string(stdout, o->words);
            }
            fputs(", \"unit\": ", stdout);
            ss_json_string(stdout, o->unit ? o->unit : "");
            fputs(", \"says\": ", stdout);
            ss_json_string(stdout, o->says ? o->says : "");
            fputc('}', stdout);
        }
        fputc(']', stdout);
    }
    fputc('}', stdout);
}

/* ---- the kinds --------------------------------------------------------------------- */

static void list_problems(const ss_registry *r, lister *l)
{
    for (int i = 0; i < r->nfamilies; i++) {
        const ss_family *f = r->families[i];
        entry(l, f->name, f->cite, f->says, f->options);
    }
}

static void list_methods(const ss_registry *r, lister *l)
{
    for (int i = 0; i < r->nmethods; i++) {
        const ss_method *m = r->methods[i];
        entry(l, m->name, m->cite, m->says, m->options);
    }
}

static void list_backends(const ss_registry *r, lister *l)
{
    (void)r;
    for (const ss_lcp_backend *const *b = ss_lcp_backends; *b; b++)
        entry(l, (*b)->name, "", (*b)->says, NULL);
    /* some names stand for one of each kind: those of programmes are listed as they are chosen */
    for (const ss_qp_backend *const *b = ss_qp_backends; *b; b++) {
        char name[40];
        snprintf(name, sizeof name, "qp=%s", (*b)->name);
        entry(l, name, "", (*b)->says, NULL);
    }
}

/* The sentence that a file of settings says about itself, or what is wrong with the file. */
static void read_says(const char *path, char *says, size_t size)
{
    const char *text = NULL;
    char folder[PATH_SIZE];
    config_t cfg;

    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash) *slash = '\0';
    config_init(&cfg);
    config_set_include_dir(&cfg, folder);
    if (config_read_file(&cfg, path) != CONFIG_TRUE)
        snprintf(says, size, "(line %d: %s)", config_error_line(&cfg), config_error_text(&cfg));
    else
        snprintf(says, size, "%s", config_lookup_string(&cfg, "says", &text) ? text : "");
    config_destroy(&cfg);
}

typedef struct finder { /* entries that are files below a folder */
    lister *l;
    const char *folder;
} finder;

static void found(void *ctx, const char *name)
{
    const finder *f = ctx;
    char path[PATH_SIZE], says[SAYS_SIZE];

    snprintf(path, sizeof path, "%s/%s.cfg", f->folder, name);
    read_says(path, says, sizeof says);
    entry(f->l, name, "", says, NULL);
}

static void list_suites(const ss_registry *r, lister *l)
{
    char data[PATH_SIZE / 2], folder[PATH_SIZE / 2 + 8];

    (void)r;
    if (!ss_folder_data(data, sizeof data)) return;
    snprintf(folder, sizeof folder, "%s/suites", data);
    ss_folder_each("suites", found, &(finder){.l = l, .folder = folder});
}

static void list_figures(const ss_registry *r, lister *l)
{
    char papers[PATH_SIZE / 2];

    (void)r;
    if (!ss_folder_papers(papers, sizeof papers)) return;
    l->width = 26; /* flickinger2011/table-2.4 */
    ss_folder_figures(found, &(finder){.l = l, .folder = papers});
}

typedef struct kind {
    const char *name;
    void (*list)(const ss_registry *r, lister *l);
} kind;

static const kind kinds[] = {{"problems", list_problems}, {"methods", list_methods},
                             {"backends", list_backends}, {"suites", list_suites},
                             {"figures", list_figures},   {0}};

int ss_cmd_list(const ss_cli *cli, int argc, char **argv)
{
    const kind *only = NULL;
    int json = 0, printed = 0;

    for (int i = 1; i < argc; i++) {
        const kind *k = kinds;
        if (strcmp(argv[i], "--json") == 0) {
            json = 1;
            continue;
        }
        while (k->name && strcmp(k->name, argv[i]) != 0) k++;
        if (!k->name && argv[i][0] != '-')
            return ss_complain(SS_EXIT_USAGE,
                               "list %s: expected problems, methods, backends, suites or figures",
                               argv[i]);
        if (!k->name || only) return ss_usage_error("list", argv[i]);
        only = k;
    }
    if (json) putchar('{');
    for (const kind *k = kinds; k->name; k++) {
        lister l = {.json = json, .width = 20};
        if (only && k != only) continue;
        if (json)
            printf("%s\n  \"%s\": [", printed++ ? "," : "", k->name);
        else if (!only)
            printf("%s:\n", k->name);
        k->list(cli->registry, &l);
        if (json)
            putchar(']');
        else if (l.n == 0)
            printf("  (no %s found)\n", k->name);
    }
    if (json) puts("\n}");
    return SS_EXIT_DONE;
}
