/* test_trig.c - sine and cosine against the library's in long double */
#include "problems/base/pcg.h"
#include "problems/base/trig.h"
#include "tests/greatest.h"
#include <float.h>

/* Largest errors over random angles below `range`, in units of the last place of the result. */
static void errors(double range, double *sine, double *cosine)
{
    ss_pcg r;
    ss_pcg_seed(&r, 11, 1);
    *sine = *cosine = 0.0;
    for (int i = 0; i < 200000; i++) {
        const double x = range * (2.0 * ss_pcg_uniform(&r) - 1.0);
        double s, c;
        ss_sincos(x, &s, &c);
        const long double S = sinl((long double)x), C = cosl((long double)x);
        const double us = nextafter(fabs((double)S), 2.0) - fabs((double)S);
        const double uc = nextafter(fabs((double)C), 2.0) - fabs((double)C);
        *sine = fmax(*sine, (double)fabsl(((long double)s - S) / us));
        *cosine = fmax(*cosine, (double)fabsl(((long double)c - C) / uc));
    }
}

TEST sine_and_cosine_err_by_little_more_than_a_unit_in_the_last_place(void)
{
    static const double range[] = {0.8, 3.2, 100.0, 0.999e6};
    if (LDBL_MANT_DIG <= DBL_MANT_DIG) SKIPm("long double is no better than double");
    for (size_t i = 0; i < sizeof range / sizeof *range; i++) {
        double s, c;
        errors(range[i], &s, &c);
        /* half for the last sum; the term added there is up to a ninth of it, and carries up to six
         * roundings */
        if (s >= 1.25 || c >= 1.25) {
            printf("  |x| < %g: %g and %g units\n", range[i], s, c);
            FAILm("sine or cosine is less accurate than said");
        }
    }
    PASS();
}

TEST sine_is_odd_and_cosine_even(void)
{
    ss_pcg r;
    ss_pcg_seed(&r, 12, 1);
    for (int i = 0; i < 10000; i++) {
        const double x = 50.0 * ss_pcg_uniform(&r);
        double s, c, s2, c2;
        ss_sincos(x, &s, &c);
        ss_sincos(-x, &s2, &c2);
        ASSERT_EQ(s, -s2);
        ASSERT_EQ(c, c2);
    }
    PASS();
}

TEST two_angles_at_once_have_the_bits_of_each_alone(void)
{
    ss_pcg r;
    ss_pcg_seed(&r, 13, 1);
    for (int i = 0; i < 100000; i++) {
        const double size = i % 3 == 0 ? 1.0 : i % 3 == 1 ? 50.0 : 2e6; /* some are out of range */
        const double x = size * (2.0 * ss_pcg_uniform(&r) - 1.0);
        const double y = i % 1000 == 0 ? NAN : 7.0 * (2.0 * ss_pcg_uniform(&r) - 1.0);
        double s[2], c[2], s1[2], c1[2];
        ss_sincos_pair(x, y, s, c);
        ss_sincos(x, &s1[0], &c1[0]);
        ss_sincos(y, &s1[1], &c1[1]);
        ASSERT_MEM_EQ(s1, s, sizeof s[0]);
        ASSERT_MEM_EQ(c1, c, sizeof c[0]);
        if (isnan(y)) continue;
        ASSERT_MEM_EQ(s1, s, sizeof s);
        ASSERT_MEM_EQ(c1, c, sizeof c);
    }
    double s[2], c[2];
    ss_sincos_pair(0.0, -0.0, s, c);
    ASSERT_EQ(0.0, s[0]);
    ASSERT_EQ(1.0, c[1]);
    PASS();
}

TEST special_angles_are_as_they_should_be(void)
{
    double s, c;
    ss_sincos(0.0, &s, &c);
    ASSERT_EQ(0.0, s);
    ASSERT_EQ(1.0, c);
    ss_sincos(1e9, &s, &c); /* beyond the range: the library's own */
    ASSERT_EQ(sin(1e9), s);
    ASSERT_EQ(cos(1e9), c);
    ss_sincos(NAN, &s, &c);
    ASSERT(isnan(s) && isnan(c));
    ss_sincos(INFINITY, &s, &c);
    ASSERT(isnan(s) && isnan(c));
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(sine_and_cosine_err_by_little_more_than_a_unit_in_the_last_place);
    RUN_TEST(sine_is_odd_and_cosine_even);
    RUN_TEST(two_angles_at_once_have_the_bits_of_each_alone);
    RUN_TEST(special_angles_are_as_they_should_be);
    GREATEST_MAIN_END();
}
