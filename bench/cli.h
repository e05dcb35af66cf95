/* cli.h - what every command shares: its surroundings, its exit codes, its arguments */
#ifndef SS_CLI_H
#define SS_CLI_H

#include "solvers/registry.h"
#include <stdio.h>

/* the contract's exit codes */
enum { SS_EXIT_DONE = 0, SS_EXIT_EARLY = 1, SS_EXIT_USAGE = 2, SS_EXIT_OUTPUT = 3 };

typedef struct ss_cli {
    const ss_registry *registry;
    const char *version;
    int quiet;
    const char *const *plugins; /* their files, registry->nplugins */
} ss_cli;

/* argv[0] is the command's own name; returns an exit code. */
typedef int ss_command_fn(const ss_cli *cli, int argc, char **argv);

typedef struct ss_command {
    const char *name;
    ss_command_fn *run;
    const char *usage, *says;
} ss_command;

#define SS_COMMAND(name, function, usage, says) ss_command_fn function;
#include "bench/commands.def"
#undef SS_COMMAND
extern const ss_command ss_commands[]; /* ends with a NULL name */

#if defined(__GNUC__)
#define SS_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define SS_PRINTF(fmt, args)
#endif

/* One line on stderr: "stickslip: ...".  Returns `code`, so that a command can end with it. */
int ss_complain(int code, const char *format, ...) SS_PRINTF(2, 3);

/* If argv[*i] is `name VALUE` or `name=VALUE` (short options: `-sVALUE` too), *value is set
 * and *i moved to the last word taken.  1: taken, 0: something else, -1: the value is missing,
 * and that has been said. */
int ss_arg(int argc, char **argv, int *i, const char *name, const char **value);

/* `text` as a finite number > 0; nonzero if it is not, and that has been said. */
int ss_arg_positive(const char *name, const char *text, double *out);
int ss_arg_count(const char *name, const char *text, long *out); /* a whole number >= 1 */

/* Says which word was not understood, with the command's usage. */
int ss_usage_error(const char *command, const char *word);

#endif
