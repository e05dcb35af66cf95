/* curves.h - the columns of a run, thinned for a picture
 *
 * A picture has about a thousand columns of pixels.  Rows are gathered in buckets that keep
 * the least and the greatest value of every column, so that a peak of one step survives;
 * when the buckets are full, neighbours are merged.
 */
#ifndef SS_CURVES_H
#define SS_CURVES_H

#include <stdio.h>

typedef struct ss_curves {
    int ncol;
    int n;                /* buckets in use */
    long per_bucket;      /* rows in a full bucket */
    long in_last;         /* rows in the last one */
    double *least, *most; /* room*ncol; column 0, the time, keeps first and last */
} ss_curves;

int ss_curves_open(ss_curves *c, int ncol); /* nonzero: no memory */
void ss_curves_add(ss_curves *c, const double *row);
/* "t value" lines of one column, then a line "e". */
void ss_curves_print(const ss_curves *c, int column, FILE *f);
double ss_curves_least(const ss_curves *c, int column);
double ss_curves_most(const ss_curves *c, int column);
/* The magnitude that the given share of the buckets stays below. */
double ss_curves_quantile(const ss_curves *c, int column, double share);
void ss_curves_close(ss_curves *c);

#endif
