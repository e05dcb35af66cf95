/* test_arena.c - memory that is measured, then carved */
#include "greatest.h"
#include "problems/base/arena.h"

enum { ALIGNMENT = 32 }; /* promised for vector registers */

static void lay_out(ss_arena *a, char **c, double **d, int **none)
{
    *c = SS_TAKE(a, char, 3);
    *none = SS_TAKE(a, int, 0);
    *d = SS_TAKE(a, double, 5);
}

TEST measuring_and_carving_agree(void)
{
    static _Alignas(ALIGNMENT) unsigned char memory[256];
    ss_arena a = {0};
    char *c;
    double *d;
    int *none;

    lay_out(&a, &c, &d, &none);
    ASSERT(!c && !d && !none);
    const size_t need = a.used;
    ASSERT(need <= sizeof memory);
    a = (ss_arena){.base = memory, .size = need};
    lay_out(&a, &c, &d, &none);
    ASSERT_EQ(need, a.used);
    ASSERT(c && d);
    PASS();
}

TEST pieces_are_aligned_and_apart(void)
{
    static _Alignas(ALIGNMENT) unsigned char memory[256];
    ss_arena a = {.base = memory, .size = sizeof memory};
    char *c;
    double *d;
    int *none;

    lay_out(&a, &c, &d, &none);
    ASSERT_EQ(0u, (size_t)((unsigned char *)d - memory) % ALIGNMENT);
    ASSERT(c + 3 <= (char *)d);
    ASSERT(memory + a.used >= (unsigned char *)(d + 5));
    PASS();
}

TEST a_piece_that_does_not_fit_is_refused(void)
{
    static _Alignas(ALIGNMENT) unsigned char memory[64];
    ss_arena a = {.base = memory, .size = sizeof memory};

    ASSERT(SS_TAKE(&a, double, 8));
    ASSERT_FALSE(SS_TAKE(&a, char, 1));
    ASSERT(a.used > a.size); /* so a caller that looks only at the end sees it, too */
    PASS();
}

TEST a_size_beyond_all_memory_neither_wraps_nor_fits(void)
{
    static _Alignas(ALIGNMENT) unsigned char memory[64];
    const size_t huge[][2] = {
        {SIZE_MAX, 8}, {SIZE_MAX / 8, 8}, {SIZE_MAX / 2, 2}, {SIZE_MAX - 16, 1}, {2, SIZE_MAX}};

    for (size_t i = 0; i < sizeof huge / sizeof *huge; i++) {
        ss_arena a = {.base = memory, .size = sizeof memory};
        ASSERT(SS_TAKE(&a, char, 1));
        ASSERT_FALSE(ss_arena_take(&a, huge[i][0], huge[i][1]));
        ASSERT(a.used > SIZE_MAX / 2);
        ASSERT_FALSE(SS_TAKE(&a, char, 1)); /* and what comes after does not fit, either */
    }
    PASS();
}

SUITE(arena)
{
    RUN_TEST(measuring_and_carving_agree);
    RUN_TEST(pieces_are_aligned_and_apart);
    RUN_TEST(a_piece_that_does_not_fit_is_refused);
    RUN_TEST(a_size_beyond_all_memory_neither_wraps_nor_fits);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(arena);
    GREATEST_MAIN_END();
}
