/* scalar.h - numbers that a problem has at its start, by name: what `map` draws */
#ifndef SS_SCALAR_H
#define SS_SCALAR_H

#include "problems/problem.h"

typedef struct ss_scalar {
    const char *name, *says;
    double (*of)(const ss_problem *p); /* NaN where it is not defined */
    int whole;                         /* it counts something */
} ss_scalar;

extern const ss_scalar ss_scalars[]; /* ends with a NULL name */

const ss_scalar *ss_scalar_find(const char *name); /* or NULL */

#endif
