/* nearest.h - known names that an unknown one may have meant */
#ifndef SS_NEAREST_H
#define SS_NEAREST_H

#include <stddef.h>

enum { SS_NEAREST = 3 }; /* as many as a line can hold */

typedef struct ss_nearest {
    const char *asked;
    char name[SS_NEAREST][64];
    size_t distance[SS_NEAREST];
    int n;
} ss_nearest;

/* Consider one known name. */
void ss_nearest_offer(ss_nearest *near, const char *name);
/* "mass, mu_s, mu_d" into buf; those far behind the best are left out. */
const char *ss_nearest_words(const ss_nearest *near, char *buf, size_t size);

#endif
