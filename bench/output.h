/* output.h - a file that appears under its name only when it is complete
 *
 * What is written goes to NAME.tmp.PID beside it and is renamed at the end.  "-" is the
 * standard output, and what is not a regular file (a device, a pipe) is written directly.
 */
#ifndef SS_OUTPUT_H
#define SS_OUTPUT_H

#include <stddef.h>
#include <stdio.h>

typedef struct ss_output {
    char *path; /* the final name */
    char *tmp;  /* what is written meanwhile; NULL: path itself */
    FILE *f;    /* open until the end, or until ss_output_release() */
} ss_output;

/* Nonzero with one line in why[] if it cannot be written. */
int ss_output_open(ss_output *o, const char *path, char *why, size_t why_size);
/* Close the stream so that somebody else can write to the name returned. */
const char *ss_output_release(ss_output *o);
/* Complete: close and rename.  On failure nothing is left. */
int ss_output_commit(ss_output *o, char *why, size_t why_size);
/* Give back everything; what was not committed is removed.  Safe on {0} and twice. */
void ss_output_drop(ss_output *o);

/* A folder and those above it; nonzero with errno. */
int ss_folders_make(const char *path);

#endif
