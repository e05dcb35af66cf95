/* sheet.h - tables of numbers by name, read from the CSV files and summaries that commands leave
 *
 * A table has columns of one length and scalars.  A cell that is not a number is a word: it is
 * kept as its place in the list of words of all sheets, so that words can be compared.
 */
#ifndef SS_SHEET_H
#define SS_SHEET_H

#include <stddef.h>

enum { SS_SHEET_NAME = 64 };

typedef struct ss_sheet_column {
    char name[SS_SHEET_NAME];
    double *x; /* rows of the table; 1 for a scalar */
} ss_sheet_column;

typedef struct ss_sheet {
    char name[SS_SHEET_NAME];
    long rows;
    ss_sheet_column *column, *scalar;
    int ncolumns, nscalars;
} ss_sheet;

typedef struct ss_sheets {
    ss_sheet *at;
    int n;
    char **word; /* nwords */
    int nwords;
} ss_sheets;

/* A table called `name` from a CSV file with one header line; nonzero with one line in why[]. */
int ss_sheets_read_csv(ss_sheets *s, const char *name, const char *path, char *why,
                       size_t why_size);
/* Lines `key value` of a text become scalars of the table `name`, which is made if it is not
 * there; other lines are passed over. */
int ss_sheets_read_summary(ss_sheets *s, const char *name, const char *path, char *why,
                           size_t why_size);
const ss_sheet *ss_sheets_find(const ss_sheets *s, const char *name); /* or NULL */
/* The number that stands for a word: its place in the list, or -1 if no cell has it. */
double ss_sheets_word(const ss_sheets *s, const char *word, size_t length);
void ss_sheets_close(ss_sheets *s);

#endif
