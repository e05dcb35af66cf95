/* gnuplot.h - what those who have pictures drawn by gnuplot share */
#ifndef SS_GNUPLOT_H
#define SS_GNUPLOT_H

#include <stdio.h>

/* In the PATH?  Known before the work, not after it. */
int ss_gnuplot_found(void);
/* s as a string of gnuplot's, quotes included */
void ss_gnuplot_quote(FILE *f, const char *s);
/* The terminal for a picture of that size at path: PNG or SVG, and the output. */
void ss_gnuplot_terminal(FILE *f, int png, int width, int height, const char *path);

#endif
