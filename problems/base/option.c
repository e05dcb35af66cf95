/* option.c - reading and checking settings by name */
#include "problems/base/option.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int ss_options_count(const ss_option *table)
{
    int n = 0;
    while (table && table[n].name) n++;
    return n;
}

int ss_option_find(const ss_option *table, const char *name)
{
    for (int i = 0; table && table[i].name; i++)
        if (strcmp(table[i].name, name) == 0) return i;
    return -1;
}

void ss_options_preset(const ss_option *table, double out[SS_MAX_OPTIONS])
{
    for (int i = 0; table && table[i].name; i++) out[i] = table[i].preset;
}

/* Length of the word at s in a list separated by `sep`. */
static size_t word_length(const char *s, char sep)
{
    const char *end = strchr(s, sep);
    return end ? (size_t)(end - s) : strlen(s);
}

static int word_index(const char *words, const char *text)
{
    int index = 0;
    for (const char *s = words;; s++, index++) {
        const size_t n = word_length(s, '|');
        if (strlen(text) == n && strncmp(s, text, n) == 0) return index;
        s += n;
        if (!*s) return -1;
    }
}

static int word_count(const char *words)
{
    int n = 1;
    for (const char *s = words; *s; s++) n += *s == '|';
    return n;
}

const char *ss_option_word(const ss_option *row, double value, char *buf, size_t size)
{
    const char *s = row->words ? row->words : "";

    if (!size) return "";
    buf[0] = '\0';
    if (row->kind != SS_CHOICE || !(value >= 0.0 && value < word_count(s))) return buf;
    for (int k = (int)value; k > 0; k--) s += word_length(s, '|') + 1;
    snprintf(buf, size, "%.*s", (int)word_length(s, '|'), s);
    return buf;
}

static int in_range(const ss_option *row, double value)
{
    switch (row->kind) {
    case SS_ALIAS:
        return 1;
    case SS_CHOICE:
        return value >= 0.0 && value < word_count(row->words) && value == floor(value);
    case SS_INTEGER:
        return value >= row->min && value <= row->max && value == floor(value);
    case SS_REAL:
        break;
    }
    return value >= row->min && value <= row->max;
}

static ss_status set_one(const ss_option *row, const char *text, double *value, char *why,
                         size_t why_size)
{
    if (row->kind == SS_CHOICE) {
        const int k = word_index(row->words, text);
        if (k < 0) {
            snprintf(why, why_size, "%s=%s: expected one of %s", row->name, text, row->words);
            return SS_EARG;
        }
        *value = k;
        return SS_OK;
    }

    char *end;
    const double x = strtod(text, &end);
    const char *what = row->kind == SS_INTEGER ? "a whole number" : "a number";
    if (end == text || *end || !in_range(row, x)) {
        const char *unit = strcmp(row->unit, "1") == 0 ? "" : row->unit;
        snprintf(why, why_size, "%s=%s: expected %s from %g to %g%s%s", row->name, text, what,
                 row->min, row->max, *unit ? " " : "", unit);
        return SS_EARG;
    }
    *value = x;
    return SS_OK;
}

ss_status ss_option_set(const ss_option *table, int at, const char *text,
                        double values[SS_MAX_OPTIONS], char *why, size_t why_size)
{
    const ss_option *row = &table[at];

    if (row->kind != SS_ALIAS) return set_one(row, text, &values[at], why, why_size);

    /* all targets or none */
    double set[SS_MAX_OPTIONS];
    memcpy(set, values, (size_t)ss_options_count(table) * sizeof *set);
    for (const char *s = row->words; *s;) {
        const size_t n = word_length(s, ' ');
        char target[64];
        snprintf(target, sizeof target, "%.*s", (int)n, s);
        const int k = ss_option_find(table, target);
        if (k < 0) {
            snprintf(why, why_size, "%s: names %s, which is not there", row->name, target);
            return SS_EARG;
        }
        SS_TRY(set_one(&table[k], text, &set[k], why, why_size));
        s += n;
        while (*s == ' ') s++;
    }
    memcpy(values, set, (size_t)ss_options_count(table) * sizeof *set);
    return SS_OK;
}

ss_status ss_options_check(const ss_option *table, const double values[SS_MAX_OPTIONS], int *row)
{
    for (int i = 0; table && table[i].name; i++) {
        *row = i;
        if (i == SS_MAX_OPTIONS || !in_range(&table[i], values[i])) return SS_EARG;
    }
    return SS_OK;
}
