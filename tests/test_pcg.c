/* test_pcg.c - the generator repeats itself, and its numbers are spread as they should be */
#include "problems/base/pcg.h"
#include "tests/greatest.h"

#include <math.h>

enum { DRAWS = 100000 };

TEST same_seed_and_stream_give_the_same_numbers(void)
{
    ss_pcg a, b;

    ss_pcg_seed(&a, 42, 54);
    ss_pcg_seed(&b, 42, 54);
    for (int i = 0; i < 1000; i++) ASSERT_EQ(ss_pcg_next(&a), ss_pcg_next(&b));
    PASS();
}

TEST another_seed_or_stream_gives_other_numbers(void)
{
    ss_pcg a, b, c;
    int ab = 0, ac = 0;

    ss_pcg_seed(&a, 42, 54);
    ss_pcg_seed(&b, 43, 54);
    ss_pcg_seed(&c, 42, 55);
    for (int i = 0; i < 1000; i++) {
        const uint32_t x = ss_pcg_next(&a);

        ab += x == ss_pcg_next(&b);
        ac += x == ss_pcg_next(&c);
    }
    /* 1000 pairs of 32-bit numbers: two coincidences have a chance of 3e-8 */
    ASSERT(ab < 2);
    ASSERT(ac < 2);
    PASS();
}

TEST uniform_numbers_lie_in_the_half_open_interval_with_the_right_moments(void)
{
    ss_pcg r;
    double sum = 0.0, sum2 = 0.0;

    ss_pcg_seed(&r, 1, 1);
    for (int i = 0; i < DRAWS; i++) {
        const double x = ss_pcg_uniform(&r);

        ASSERT(x >= 0.0 && x < 1.0);
        ASSERT(ldexp(x, 53) == floor(ldexp(x, 53)));
        sum += x;
        sum2 += x * x;
    }
    /* five standard deviations of the estimates: 1/sqrt(12 n), sqrt(4/45 / n) */
    ASSERT_IN_RANGE(1.0 / 2.0, sum / DRAWS, 5.0 / sqrt(12.0 * DRAWS));
    ASSERT_IN_RANGE(1.0 / 3.0, sum2 / DRAWS, 5.0 * sqrt(4.0 / 45.0 / DRAWS));
    PASS();
}

TEST normal_numbers_have_the_right_moments(void)
{
    ss_pcg r;
    double sum = 0.0, sum2 = 0.0, sum4 = 0.0;

    ss_pcg_seed(&r, 2, 1);
    for (int i = 0; i < DRAWS; i++) {
        const double x = ss_pcg_normal(&r);

        ASSERT(isfinite(x));
        sum += x;
        sum2 += x * x;
        sum4 += x * x * x * x;
    }
    /* five standard deviations: var x = 1, var x^2 = 2, var x^4 = 105 - 9 */
    ASSERT_IN_RANGE(0.0, sum / DRAWS, 5.0 / sqrt(DRAWS));
    ASSERT_IN_RANGE(1.0, sum2 / DRAWS, 5.0 * sqrt(2.0 / DRAWS));
    ASSERT_IN_RANGE(3.0, sum4 / DRAWS, 5.0 * sqrt(96.0 / DRAWS));
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(same_seed_and_stream_give_the_same_numbers);
    RUN_TEST(another_seed_or_stream_gives_other_numbers);
    RUN_TEST(uniform_numbers_lie_in_the_half_open_interval_with_the_right_moments);
    RUN_TEST(normal_numbers_have_the_right_moments);
    GREATEST_MAIN_END();
}
