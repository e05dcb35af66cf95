/* bins.h - energy, penetration and error of a run over time, thinned for pictures */
#ifndef SS_BINS_H
#define SS_BINS_H

enum { SS_BINS = 160 }; /* of equal length */

typedef struct ss_bins {
    double E_lo[SS_BINS], E_hi[SS_BINS]; /* E - W; lo > hi: no step ended there */
    double depth[SS_BINS], error[SS_BINS];
} ss_bins;

void ss_bins_clear(ss_bins *b);
void ss_bins_add(ss_bins *b, double share, double E, double depth, double error); /* share: t/T */
/* {"E":[[lo,hi],...],"depth":[...],"error":[...]}, null where no step ended */
int ss_bins_write(const ss_bins *b, const char *path);

#endif
