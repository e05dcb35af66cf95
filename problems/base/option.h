/* option.h - a named setting with a preset, a range, a unit and a sentence.
 *
 * Problems (their parameters) and methods (their options) publish a constant table that
 * ends with a NULL name; values travel as one double per row of the table.  A choice is
 * stored as the index of the word chosen, a whole number as itself.  An alias has no
 * value of its own: giving it sets every option that it names.
 */
#ifndef SS_OPTION_H
#define SS_OPTION_H

#include "problems/base/status.h"
#include <stddef.h>

enum { SS_MAX_OPTIONS = 64 };

typedef enum { SS_REAL, SS_INTEGER, SS_CHOICE, SS_ALIAS } ss_option_kind;

typedef struct ss_option {
    const char *name;
    ss_option_kind kind;
    double preset, min, max; /* a choice: preset is an index, the range is implied */
    const char *unit;        /* "m", "rad", "1" for a pure number, "" for a choice */
    const char *says;        /* one sentence */
    const char *words;       /* choice: "none|project"; alias: "mu_s mu_d" */
} ss_option;

int ss_options_count(const ss_option *table); /* rows; 0 for NULL */

/* Row of `name`, or -1. */
int ss_option_find(const ss_option *table, const char *name);

/* out[i] = preset of row i. */
void ss_options_preset(const ss_option *table, double out[SS_MAX_OPTIONS]);

/* Read `text` as the value of row `at` (an alias: of all its targets) into values[].  On
 * SS_EARG, why[] says in one line what was expected. */
ss_status ss_option_set(const ss_option *table, int at, const char *text,
                        double values[SS_MAX_OPTIONS], char *why, size_t why_size);

/* The word that a choice's value stands for, into buf; "" if out of range. */
const char *ss_option_word(const ss_option *row, double value, char *buf, size_t size);

/* Refuses what is NaN, out of range, or not whole where it must be; *row says which. */
ss_status ss_options_check(const ss_option *table, const double values[SS_MAX_OPTIONS], int *row);

#endif
