/* nearest.c - names by edit distance (insert, delete, replace: 1 each) */
#include "bench/nearest.h"
#include <stdio.h>
#include <string.h>

enum { LONGEST = 63 }; /* longer names are compared by their beginning */

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* One row of the table at a time: d[j] is the distance of a[0..i) and b[0..j). */
static size_t edit_distance(const char *a, const char *b)
{
    const size_t n = smaller(strlen(a), LONGEST), m = smaller(strlen(b), LONGEST);
    size_t d[LONGEST + 1];

    for (size_t j = 0; j <= m; j++) d[j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t corner = d[0];
        d[0] = i;
        for (size_t j = 1; j <= m; j++) {
            const size_t replaced = corner + (a[i - 1] != b[j - 1]);
            corner = d[j];
            d[j] = smaller(replaced, 1 + smaller(d[j], d[j - 1]));
        }
    }
    return d[m];
}

void ss_nearest_offer(ss_nearest *near, const char *name)
{
    for (int k = 0; k < near->n; k++)
        if (strcmp(near->name[k], name) == 0) return;

    const size_t d = edit_distance(near->asked, name);
    int k = near->n < SS_NEAREST ? near->n : SS_NEAREST;
    while (k > 0 && near->distance[k - 1] > d) k--;
    if (k == SS_NEAREST) return;
    if (near->n < SS_NEAREST) near->n++;
    for (int j = near->n - 1; j > k; j--) {
        near->distance[j] = near->distance[j - 1];
        memcpy(near->name[j], near->name[j - 1], sizeof near->name[j]);
    }
    near->distance[k] = d;
    snprintf(near->name[k], sizeof near->name[k], "%s", name);
}

const char *ss_nearest_words(const ss_nearest *near, char *buf, size_t size)
{
    const size_t slack = 2; /* two more edits than the best: still worth naming */
    size_t used = 0;

    if (size) buf[0] = '\0';
    for (int k = 0; k < near->n && near->distance[k] <= near->distance[0] + slack; k++) {
        const int w = snprintf(buf + used, size - used, "%s%s", k ? ", " : "", near->name[k]);
        if (w < 0 || (size_t)w >= size - used) break;
        used += (size_t)w;
    }
    return buf;
}
