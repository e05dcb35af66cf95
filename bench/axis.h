/* axis.h - what a sweep varies: grids and seeded random numbers
 *
 *     NAME=A:B:STEP        A, A + STEP, ... up to B
 *     NAME=uniform(A,B)    evenly spread over [A, B)
 *     NAME=normal(M,S)     mean M, standard deviation S
 *
 * Samples are numbered from 0: the first grid varies slowest, and every point of the grids gets
 * `draws` samples.  Sample k draws from the PCG stream k of the seed, one number per random axis
 * in the order given, so that it is the same whatever else is run.
 *
 * Values are text: what is printed is what was used, and `run -s NAME=TEXT` repeats it.  A grid
 * whose ends are decimals has the decimals between them, not the sums of a rounded step.
 */
#ifndef SS_AXIS_H
#define SS_AXIS_H

#include <stddef.h>
#include <stdint.h>

enum { SS_MAX_AXES = 16, SS_AXIS_NAME = 64, SS_AXIS_VALUE = 40 };

typedef enum { SS_AXIS_GRID, SS_AXIS_UNIFORM, SS_AXIS_NORMAL } ss_axis_kind;

typedef struct ss_axis {
    char name[SS_AXIS_NAME];
    ss_axis_kind kind;
    double a, b;  /* A and STEP, A and B, or M and S */
    long count;   /* of a grid; 1 otherwise */
    int decimals; /* of a grid; -1: as they come */
} ss_axis;

typedef struct ss_axes {
    ss_axis axis[SS_MAX_AXES];
    int n;
    long points; /* of all grids together */
    long draws;
    int random; /* how many axes are */
    uint64_t seed;
} ss_axes;

/* 1: `text` is an axis and was added; 0: it is a plain setting; -1: with one line in why[]. */
int ss_axes_add(ss_axes *s, const char *text, char *why, size_t why_size);

long ss_axes_count(const ss_axes *s); /* samples */

/* The values of sample k. */
void ss_axes_values(const ss_axes *s, long k, char value[SS_MAX_AXES][SS_AXIS_VALUE]);

#endif
