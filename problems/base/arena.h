/* arena.h - one block of memory, carved once, before the first step.
 *
 * With base == NULL the arena only measures: a take advances and returns NULL.  A method
 * therefore writes its layout once and the driver runs it twice: to size, then to carve.
 */
#ifndef SS_ARENA_H
#define SS_ARENA_H

#include <stddef.h>
#include <stdint.h>

typedef struct ss_arena {
    unsigned char *base; /* NULL: measure only */
    size_t used, size;   /* bytes */
} ss_arena;

/* inline, so that a plugin needs no symbol of the host to lay itself out */
static inline void *ss_arena_take(ss_arena *a, size_t count, size_t each)
{
    const size_t al = 32; /* a vector register's worth */
    const size_t at = (a->used + al - 1) / al * al;

    if (each && count > (SIZE_MAX - al - at) / each) {
        a->used = SIZE_MAX - al;
        return NULL;
    }
    a->used = at + count * each;
    return a->base && a->used <= a->size ? a->base + at : NULL;
}
#define SS_TAKE(a, type, n) ((type *)ss_arena_take((a), (size_t)(n), sizeof(type)))

#endif
