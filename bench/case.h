/* case.h - a problem and a method with their settings, from the words of a command line */
#ifndef SS_CASE_H
#define SS_CASE_H

#include "bench/cli.h"

enum { SS_MAX_SETTINGS = 128 };

typedef struct ss_settings {
    const char *text[SS_MAX_SETTINGS]; /* "name=value" */
    int n;
} ss_settings;

/* Nonzero, and said, if it is not NAME=VALUE. */
int ss_settings_add(ss_settings *s, const char *text);

typedef struct ss_case {
    const ss_family *family;
    const ss_method *method; /* NULL if none was asked for */
    ss_problem p;
    double opt[SS_MAX_OPTIONS]; /* of the method */
} ss_case;

/* Looks up the names, applies the settings to whoever knows them and refuses what nobody
 * knows.  An exit code; what is wrong has been said.  method NULL: the problem alone. */
int ss_case_open(ss_case *c, const ss_cli *cli, const char *problem, const char *method,
                 const ss_settings *s);
void ss_case_close(ss_case *c);

#endif
