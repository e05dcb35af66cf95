/* suite_value.c - values of a suite's file, each told with file and line where it is wrong */
#include "bench/suite_value.h"
#include "bench/nearest.h"
#include "bench/number.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WORDS = 256 };

/* ---- complaints ----------------------------------------------------------------------- */

int ss_suite_wrong(const ss_suite_reader *k, const config_setting_t *at, const char *format, ...)
{
    va_list args;
    const char *file = at ? config_setting_source_file(at) : NULL;
    const unsigned line = at ? config_setting_source_line(at) : 0;
    const int n = snprintf(k->why, k->why_size, "%s:%u: ", file ? file : k->path, line ? line : 1u);

    va_start(args, format);
    if (n > 0 && (size_t)n < k->why_size)
        vsnprintf(k->why + n, k->why_size - (size_t)n, format, args);
    va_end(args);
    return 1;
}

/* Every member of a group is one of `known`. */
int ss_suite_members(const ss_suite_reader *k, const config_setting_t *group,
                     const char *const *known)
{
    for (int i = 0; i < config_setting_length(group); i++) {
        const config_setting_t *s = config_setting_get_elem(group, (unsigned)i);
        ss_nearest near = {.asked = config_setting_name(s)};
        const char *const *w = known;
        char words[WORDS];

        while (*w && strcmp(*w, near.asked) != 0) w++;
        if (*w) continue;
        for (w = known; *w; w++) ss_nearest_offer(&near, *w);
        return ss_suite_wrong(k, s, "unknown entry '%s'; nearest: %s", near.asked,
                              ss_nearest_words(&near, words, sizeof words));
    }
    return 0;
}

/* ---- plain values ---------------------------------------------------------------------- */

int ss_suite_text(const ss_suite_reader *k, const config_setting_t *group, const char *name,
                  char *out, size_t size)
{
    const config_setting_t *s = config_setting_get_member(group, name);

    if (!s) return 0;
    if (config_setting_type(s) != CONFIG_TYPE_STRING)
        return ss_suite_wrong(k, s, "%s: expected a text in double quotes", name);
    if ((size_t)snprintf(out, size, "%s", config_setting_get_string(s)) >= size)
        return ss_suite_wrong(k, s, "%s: longer than %zu characters", name, size - 1);
    return 0;
}

static int as_number(const config_setting_t *s, double *out)
{
    switch (config_setting_type(s)) {
    case CONFIG_TYPE_INT:
        *out = config_setting_get_int(s);
        return 0;
    case CONFIG_TYPE_INT64:
        *out = (double)config_setting_get_int64(s);
        return 0;
    case CONFIG_TYPE_FLOAT:
        *out = config_setting_get_float(s);
        return 0;
    default:
        return 1;
    }
}

int ss_suite_positive(const ss_suite_reader *k, const config_setting_t *group, const char *name,
                      double *out)
{
    const config_setting_t *s = config_setting_get_member(group, name);
    double x;

    if (!s) return 0;
    if (as_number(s, &x) || !(x > 0.0) || !isfinite(x))
        return ss_suite_wrong(k, s, "%s: expected a number above zero", name);
    *out = x;
    return 0;
}

int ss_suite_count(const ss_suite_reader *k, const config_setting_t *group, const char *name,
                   double most, long *out)
{
    const config_setting_t *s = config_setting_get_member(group, name);
    double x;

    if (!s) return 0;
    if (as_number(s, &x) || !(x >= 1.0 && x <= most) || x != floor(x))
        return ss_suite_wrong(k, s, "%s: expected a whole number from 1 to %.0f", name, most);
    *out = (long)x;
    return 0;
}

/* An array of numbers above zero; *n = 0 stays if there is none. */
int ss_suite_numbers(const ss_suite_reader *k, const config_setting_t *group, const char *name,
                     double *out, int *n, int whole)
{
    const config_setting_t *s = config_setting_get_member(group, name);

    if (!s) return 0;
    if (!config_setting_is_array(s) || config_setting_length(s) > SS_MAX_LEVELS)
        return ss_suite_wrong(k, s, "%s: expected at most %d numbers in square brackets", name,
                              (int)SS_MAX_LEVELS);
    for (int i = 0; i < config_setting_length(s); i++) {
        const config_setting_t *e = config_setting_get_elem(s, (unsigned)i);
        if (as_number(e, &out[i]) || !(out[i] > 0.0) || !isfinite(out[i]) ||
            (whole && out[i] != floor(out[i])))
            return ss_suite_wrong(k, s, "%s: number %d: expected a %s above zero", name, i + 1,
                                  whole ? "whole number" : "number");
    }
    *n = config_setting_length(s);
    return 0;
}

/* tags = ["a", "b"]  ->  "a b" */
int ss_suite_tags(const ss_suite_reader *k, const config_setting_t *group, char *out, size_t size)
{
    const config_setting_t *s = config_setting_get_member(group, "tags");
    size_t used = 0;

    if (!s) return 0;
    if (!config_setting_is_array(s)) return ss_suite_wrong(k, s, "tags: expected [\"word\", ...]");
    for (int i = 0; i < config_setting_length(s); i++) {
        const char *word = config_setting_get_string_elem(s, i);
        if (!word || !*word || strpbrk(word, " ,\""))
            return ss_suite_wrong(k, s, "tags: expected words without spaces or commas");
        used += (size_t)snprintf(out + used, size - used, "%s%s", i ? " " : "", word);
        if (used >= size) return ss_suite_wrong(k, s, "tags: too many");
    }
    return 0;
}

/* set = { a = 1.5; b = "word"; }  ->  "a=1.5 b=word" */
int ss_suite_settings(const ss_suite_reader *k, const config_setting_t *group, char *out,
                      size_t size)
{
    const config_setting_t *s = config_setting_get_member(group, "set");
    size_t used = 0;

    if (!s) return 0;
    if (!config_setting_is_group(s))
        return ss_suite_wrong(k, s, "set: expected { name = value; ... }");
    for (int i = 0; i < config_setting_length(s); i++) {
        const config_setting_t *e = config_setting_get_elem(s, (unsigned)i);
        const char *text = config_setting_get_string(e), *name = config_setting_name(e);
        char number[SS_NUMBER_SIZE];
        double x;
        if (!as_number(e, &x)) text = ss_number(x, number);
        if (!text || !*text || strpbrk(text, " ,\""))
            return ss_suite_wrong(k, e, "%s: expected a number or a word in double quotes", name);
        used += (size_t)snprintf(out + used, size - used, "%s%s=%s", i ? " " : "", name, text);
        if (used >= size)
            return ss_suite_wrong(k, e, "set: more than %zu characters in all", size - 1);
    }
    return 0;
}
