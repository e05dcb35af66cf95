/* results.h - one row per run, and the file they go to */
#ifndef SS_RESULTS_H
#define SS_RESULTS_H

#include <stdio.h>

typedef struct ss_row {
#define SS_TEXT(name, size, says)  char name[size];
#define SS_REAL(name, unit, says)  double name; /* NAN: none */
#define SS_COUNT(name, says)       long name;   /* -1: none */
#define SS_TIMED(name, unit, says) double name;
#include "bench/results.def"
#undef SS_TEXT
#undef SS_REAL
#undef SS_COUNT
#undef SS_TIMED
} ss_row;

typedef enum { SS_COLUMN_TEXT, SS_COLUMN_REAL, SS_COLUMN_COUNT, SS_COLUMN_TIMED } ss_column_kind;

typedef struct ss_column {
    const char *name;
    ss_column_kind kind;
    size_t offset, size; /* of the member of ss_row */
    const char *unit, *says;
} ss_column;

extern const ss_column ss_columns[]; /* ends with a NULL name */

void ss_row_clear(ss_row *r); /* every number absent */
double ss_row_real(const ss_row *r, const ss_column *c);
/* What is not allowed in a cell is replaced by spaces or semicolons. */
void ss_cell_text(char *out, size_t size, const char *text);

void ss_rows_header(FILE *f);
void ss_row_print(FILE *f, const ss_row *r); /* with the end of the line */
/* One line without its end; nonzero if it is not a whole row. */
int ss_row_parse(ss_row *r, const char *line);

/* A file written by the two above.  NULL with a line in why[]; free() it. */
ss_row *ss_rows_read(const char *path, int *n, char *why, size_t why_size);

/* Column documentation, one line each. */
void ss_rows_explain(FILE *f);

#endif
