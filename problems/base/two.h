/* two.h - two numbers that lie side by side, at once
 *
 * For loops that do the same to many numbers that were not computed just before: the operations
 * are those of each number alone, never fused, so that the bits are the same.  Without
 * SS_HAS_TWO the loop has only its plain form, which also does what is left of an odd count. */
#ifndef SS_TWO_H
#define SS_TWO_H

#if defined __GNUC__
#include <string.h>

#define SS_HAS_TWO 1
typedef double ss_two __attribute__((vector_size(16)));

static inline ss_two ss_two_get(const double *from)
{
    ss_two x;
    memcpy(&x, from, sizeof x);
    return x;
}

static inline void ss_two_put(double *to, ss_two x)
{
    memcpy(to, &x, sizeof x);
}
#endif

#endif
