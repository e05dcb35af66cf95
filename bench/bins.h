/* bins.h - energy, penetration and error of a run over time, thinned for pictures */
#ifndef SS_BINS_H
#define SS_BINS_H

enum { SS_BINS = 160 }; /* of equal length */

typedef struct ss_bins {
    double E_lo[SS_BINS], E_hi[SS_BINS]; /* E - W; lo > hi: not known */
    double depth[SS_BINS], error[SS_BINS];
    double W[SS_BINS];              /* of a bin within one long step without work; else NAN */
    unsigned char stepped[SS_BINS]; /* a step ended there */
} ss_bins;

void ss_bins_clear(ss_bins *b);
void ss_bins_add(ss_bins *b, double share, double E, double depth, double error); /* share: t/T */
/* A step went from one share to another; W: the work at both ends, if it is the same. */
void ss_bins_span(ss_bins *b, double from, double to, double W);
/* {"E":[[lo,hi],...],"depth":[...],"error":[...]}, null where nothing is known */
int ss_bins_write(const ss_bins *b, const char *path);

#endif
