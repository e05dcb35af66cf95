/* recipe.c - a figure's recipe from its file; what is wrong is told with file and line */
#include "bench/recipe.h"
#include "bench/number.h"
#include "bench/sheet.h"
#include <ctype.h>
#include <string.h>
#include <unistd.h>

#define SS_AS_WORD(id, word) word,
const char *const ss_extra_word[SS_EXTRAS] = {SS_EXTRA_LIST(SS_AS_WORD)};

/* ---- values ------------------------------------------------------------------------------- */

static int as_text(const ss_suite_reader *k, const config_setting_t *group, const char *name,
                   const char **out)
{
    const config_setting_t *s = config_setting_get_member(group, name);

    if (!s) return 0;
    *out = config_setting_get_string(s);
    return *out ? 0 : ss_suite_wrong(k, s, "%s: expected a text in double quotes", name);
}

int ss_recipe_expression(const ss_suite_reader *k, const config_setting_t *group, const char *name,
                         const char *of, char *out, size_t size)
{
    const config_setting_t *s = config_setting_get_member(group, name);
    const char *text = s ? config_setting_get_string(s) : "";
    char number[SS_NUMBER_SIZE];
    size_t n = 0;

    if (!text) {
        const int type = config_setting_type(s);
        if (type != CONFIG_TYPE_INT && type != CONFIG_TYPE_INT64 && type != CONFIG_TYPE_FLOAT)
            return ss_suite_wrong(k, s, "%s: expected a number, or an expression in double quotes",
                                  name);
        text = ss_number(type == CONFIG_TYPE_FLOAT ? config_setting_get_float(s)
                                                   : (double)config_setting_get_int64(s),
                         number);
    }
    for (; *text && n + 1 < size; text++) {
        if (*text != '@' || !of)
            out[n++] = *text;
        else
            n += (size_t)snprintf(out + n, size - n, "%s", of);
    }
    if (*text || n >= size)
        return ss_suite_wrong(k, s, "%s: longer than %zu characters", name, size - 1);
    out[n] = '\0';
    return 0;
}

int ss_recipe_list(const ss_suite_reader *k, const config_setting_t *group, const char *name,
                   const config_setting_t **out)
{
    const config_setting_t *s = config_setting_get_member(group, name);

    *out = s;
    if (!s) return 0;
    if (!config_setting_is_list(s))
        return ss_suite_wrong(k, s, "%s: expected ( { ... }, ... )", name);
    for (int i = 0; i < config_setting_length(s); i++)
        if (!config_setting_is_group(config_setting_get_elem(s, (unsigned)i)))
            return ss_suite_wrong(k, s, "%s: entry %d: expected { ... }", name, i + 1);
    return 0;
}

/* ---- the parts of a recipe ------------------------------------------------------------------ */

/* Names of tables are names of files and words of expressions: nothing else may be in them. */
static int is_name(const char *s)
{
    size_t n = 0;

    while (isalnum((unsigned char)s[n]) || s[n] == '_') n++;
    return n > 0 && !s[n] && n < SS_SHEET_NAME && !isdigit((unsigned char)s[0]);
}

static int has_table(const ss_recipe_data *d, const char *name)
{
    int has = strcmp(d->name, name) == 0;
    for (int e = 0; e < SS_EXTRAS; e++) has |= d->extra[e] && strcmp(d->extra[e], name) == 0;
    return has;
}

/* Table `name`, of the data d or beside them: fit to be one, and the only one of that name. */
static int check_name(const ss_suite_reader *k, const ss_recipe *r, const ss_recipe_data *d,
                      const char *name)
{
    int n = strcmp(d->name, name) == 0;

    if (!is_name(name))
        return ss_suite_wrong(k, d->at,
                              "data: '%s': expected a name of letters, digits and _, at most %d",
                              name, SS_SHEET_NAME - 1);
    for (int e = 0; e < SS_EXTRAS; e++) n += d->extra[e] && strcmp(d->extra[e], name) == 0;
    for (const ss_recipe_data *other = r->data; other < d; other++) n += has_table(other, name);
    return n > 1 ? ss_suite_wrong(k, d->at, "data: two are called '%s'", name) : 0;
}

static int read_data(const ss_suite_reader *k, ss_recipe *r, const config_setting_t *root)
{
    static const char *const known[] = {"name", "command", "ends",    "events",
                                        "hops", "signals", "extrema", NULL};
    const config_setting_t *list;

    if (ss_recipe_list(k, root, "data", &list)) return 1;
    for (int i = 0; list && i < config_setting_length(list); i++) {
        const config_setting_t *s = config_setting_get_elem(list, (unsigned)i);
        if (r->ndata == SS_RECIPE_DATA)
            return ss_suite_wrong(k, s, "more than %d data", (int)SS_RECIPE_DATA);
        ss_recipe_data *d = &r->data[r->ndata++];
        *d = (ss_recipe_data){.at = s};
        if (ss_suite_members(k, s, known) || as_text(k, s, "name", &d->name) ||
            as_text(k, s, "command", &d->command) || as_text(k, s, "ends", &d->ends))
            return 1;
        if (!d->name || !d->command)
            return ss_suite_wrong(k, s, "data: expected { name = \"...\"; command = \"...\"; }");
        for (int e = 0; e < SS_EXTRAS; e++)
            if (as_text(k, s, ss_extra_word[e], &d->extra[e])) return 1;
        if (check_name(k, r, d, d->name)) return 1;
        for (int e = 0; e < SS_EXTRAS; e++)
            if (d->extra[e] && check_name(k, r, d, d->extra[e])) return 1;
    }
    return 0;
}

static int read_facts(const ss_suite_reader *k, ss_recipe *r, const config_setting_t *root)
{
    static const char *const known[] = {"says",   "value", "above", "below", "equals",
                                        "within", "fails", "by",    NULL};
    const config_setting_t *list;

    if (ss_recipe_list(k, root, "facts", &list)) return 1;
    for (int i = 0; list && i < config_setting_length(list); i++) {
        const config_setting_t *s = config_setting_get_elem(list, (unsigned)i);
        const char *by = NULL;
        if (r->nfacts == SS_RECIPE_FACTS)
            return ss_suite_wrong(k, s, "more than %d facts", (int)SS_RECIPE_FACTS);
        ss_recipe_fact *f = &r->fact[r->nfacts++];
        *f = (ss_recipe_fact){.at = s};
        if (ss_suite_members(k, s, known) || as_text(k, s, "says", &f->says) ||
            as_text(k, s, "fails", &f->fails) || as_text(k, s, "by", &by))
            return 1;
        if (!f->says || !config_setting_get_member(s, "value"))
            return ss_suite_wrong(k, s, "a fact: expected says = \"...\" and value = \"...\"");
        if (!config_setting_get_member(s, "above") && !config_setting_get_member(s, "below") &&
            !config_setting_get_member(s, "equals"))
            return ss_suite_wrong(k, s, "a fact that cannot fail: expected above, below or equals");
        if (config_setting_get_member(s, "equals") && !config_setting_get_member(s, "within"))
            return ss_suite_wrong(k, s, "equals: within = ... was expected beside it");
        if (by && strcmp(by, "ours") != 0 && strcmp(by, "source") != 0)
            return ss_suite_wrong(k, s, "by: expected \"source\" or \"ours\"");
        f->ours = by && strcmp(by, "ours") == 0;
    }
    return 0;
}

static int read_size(const ss_suite_reader *k, ss_recipe *r, const config_setting_t *root)
{
    enum { WIDTH = 900, HEIGHT = 340, WIDEST = 4000 };
    const config_setting_t *s = config_setting_get_member(root, "size");
    const int n = config_setting_length(r->panels);
    long columns = 1;

    if (ss_suite_count(k, root, "columns", 8.0, &columns)) return 1;
    r->columns = (int)columns;
    r->size[0] = WIDTH;
    r->size[1] = HEIGHT * ((n + r->columns - 1) / r->columns);
    if (!s) return 0;
    if (!config_setting_is_array(s) || config_setting_length(s) != 2)
        return ss_suite_wrong(k, s, "size: expected [width, height] in pixels");
    for (int i = 0; i < 2; i++) {
        r->size[i] = config_setting_get_int_elem(s, i);
        if (r->size[i] < 100 || r->size[i] > WIDEST)
            return ss_suite_wrong(k, s, "size: expected pixels from 100 to %d", (int)WIDEST);
    }
    return 0;
}

static int read_recipe(const ss_suite_reader *k, ss_recipe *r)
{
    static const char *const known[] = {"says", "data", "panels", "facts", "columns", "size", NULL};
    const config_setting_t *root = config_root_setting(&r->cfg);

    if (ss_suite_members(k, root, known) || as_text(k, root, "says", &r->says) ||
        read_data(k, r, root) || ss_recipe_list(k, root, "panels", &r->panels) ||
        read_facts(k, r, root))
        return 1;
    if (!r->says) return ss_suite_wrong(k, root, "says = \"what the original shows\" was expected");
    if (!r->panels || config_setting_length(r->panels) == 0)
        return ss_suite_wrong(k, r->panels, "panels = ( { ... } ) was expected");
    return read_size(k, r, root);
}

/* ---- the files ------------------------------------------------------------------------------ */

static int read_file(config_t *cfg, const char *folder, const char *path, char *why,
                     size_t why_size)
{
    config_set_include_dir(cfg, folder);
    if (config_read_file(cfg, path) == CONFIG_TRUE) return 0;
    const char *file = config_error_file(cfg);
    snprintf(why, why_size, "%s:%d: %s", file ? file : path, config_error_line(cfg),
             config_error_text(cfg));
    return 1;
}

int ss_recipe_read(ss_recipe *r, const char *papers, const char *name, char *why, size_t why_size)
{
    char folder[SS_RECIPE_PATH], shared[SS_RECIPE_PATH];
    const char *slash = strchr(name, '/');
    const ss_suite_reader k = {.path = r->path, .why = why, .why_size = why_size};

    *r = (ss_recipe){.columns = 1};
    config_init(&r->cfg);
    config_init(&r->analyses);
    snprintf(r->name, sizeof r->name, "%s", name);
    snprintf(folder, sizeof folder, "%s/%.*s", papers, slash ? (int)(slash - name) : 0, name);
    if ((size_t)snprintf(r->path, sizeof r->path, "%s/%s.cfg", papers, name) >= sizeof r->path ||
        (size_t)snprintf(shared, sizeof shared, "%s/analyses.cfg", papers) >= sizeof shared) {
        snprintf(why, why_size, "%s: the name of the folder is too long", papers);
        return 1;
    }
    if (read_file(&r->cfg, folder, r->path, why, why_size)) return 1;
    if (access(shared, R_OK) == 0 && read_file(&r->analyses, papers, shared, why, why_size))
        return 1;
    return read_recipe(&k, r);
}

void ss_recipe_close(ss_recipe *r)
{
    config_destroy(&r->cfg);
    config_destroy(&r->analyses);
}
