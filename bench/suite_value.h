/* suite_value.h - values of a suite's file, each told with file and line where it is wrong */
#ifndef SS_SUITE_VALUE_H
#define SS_SUITE_VALUE_H

#include "bench/cli.h"
#include "bench/suite.h"
#include <libconfig.h>

enum { SS_MAX_LEVELS = 32 };

typedef struct ss_suite_reader {
    ss_plan *plan;
    const ss_registry *registry;
    const char *path;
    char suite[SS_NAME_SIZE];
    char *why;
    size_t why_size;
} ss_suite_reader;

/* All return nonzero with "file:line: what was expected" in k->why; what is absent is left. */
int ss_suite_wrong(const ss_suite_reader *k, const config_setting_t *at, const char *format, ...)
    SS_PRINTF(3, 4);
/* Every member of the group is one of `known`, which ends with NULL. */
int ss_suite_members(const ss_suite_reader *k, const config_setting_t *group,
                     const char *const *known);
int ss_suite_text(const ss_suite_reader *k, const config_setting_t *group, const char *name,
                  char *out, size_t size);
int ss_suite_positive(const ss_suite_reader *k, const config_setting_t *group, const char *name,
                      double *out);
int ss_suite_count(const ss_suite_reader *k, const config_setting_t *group, const char *name,
                   double most, long *out);
/* An array of at most SS_MAX_LEVELS numbers above zero. */
int ss_suite_numbers(const ss_suite_reader *k, const config_setting_t *group, const char *name,
                     double *out, int *n, int whole);
int ss_suite_tags(const ss_suite_reader *k, const config_setting_t *group, char *out, size_t size);
/* set = { a = 1.5; b = "word"; }  ->  "a=1.5 b=word" */
int ss_suite_settings(const ss_suite_reader *k, const config_setting_t *group, char *out,
                      size_t size);

#endif
