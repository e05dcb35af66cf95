/* gnuplot.h - what those who have pictures drawn by gnuplot share */
#ifndef SS_GNUPLOT_H
#define SS_GNUPLOT_H

#include <stdio.h>

/* In the PATH?  Known before the work, not after it. */
int ss_gnuplot_found(void);
/* s as a string of gnuplot's, quotes included */
void ss_gnuplot_quote(FILE *f, const char *s);
/* Colors that differ for most eyes, by number from 0 on; after the last comes the first. */
const char *ss_gnuplot_color(int k);
/* Runs a script that writes to the file named by its variable `picture`; nonzero if that failed. */
int ss_gnuplot_run(const char *script, const char *picture);
/* The terminal for a picture of that size: PNG or SVG, and its output unless path is NULL. */
void ss_gnuplot_terminal(FILE *f, int png, int width, int height, const char *path);

#endif
