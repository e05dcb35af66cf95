/* table.h - a CSV or HDF5 table that grows row by row and can be gone on with later
 *
 * Rows are lines of text.  They go to NAME.partial, and who made them to NAME.key; when the table
 * is complete it gets its name and the key goes.  An interrupted table is resumed by whoever has
 * the same key and header: a last line that is not whole is made again.  An HDF5 file is written
 * at the end, from the lines.  "-", and what is not a regular file, is written directly and
 * cannot be resumed.
 */
#ifndef SS_TABLE_H
#define SS_TABLE_H

#include <stdio.h>

typedef struct ss_table {
    char *path, *partial, *key; /* partial NULL: written directly */
    FILE *f;
    int hdf5;
    char *header;
    long rows; /* that are there */
} ss_table;

/* Nonzero with one line in why[].  With `resume`, t->rows is how many rows are there already. */
int ss_table_open(ss_table *t, const char *path, const char *header, const char *key, int resume,
                  char *why, size_t why_size);
int ss_table_row(ss_table *t, const char *line, char *why, size_t why_size);
/* What is there survives the end of the program. */
int ss_table_sync(ss_table *t, char *why, size_t why_size);
/* Complete: under its name from now on.  `key` becomes an attribute of an HDF5 file. */
int ss_table_finish(ss_table *t, const char *key, char *why, size_t why_size);
/* What is there is not worth going on with. */
void ss_table_drop(ss_table *t);
/* Give back everything; what was not finished stays and can be resumed. */
void ss_table_close(ss_table *t);

/* Rows of a finished CSV as an HDF5 file; words become their place in the list of verdicts. */
int ss_table_to_hdf5(FILE *csv, const char *header, const char *path, const char *key, char *why,
                     size_t why_size);

#endif
