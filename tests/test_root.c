/* test_root.c - the first event inside a step, however it hides */
#include "greatest.h"
#include "problems/base/pcg.h"
#include "solvers/math/root.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 8 };

/* phi_j(s) = sum_i c_ji s^i + amp_j cos(freq_j s + shift_j) */
typedef struct family {
    int m, calls;
    double c[MOST][6], amp[MOST], freq[MOST], shift[MOST];
} family;

static double value(const family *f, int j, double s)
{
    double v = 0.0;
    for (int i = 5; i >= 0; i--) v = v * s + f->c[j][i];
    return v + f->amp[j] * cos(f->freq[j] * s + f->shift[j]);
}

static ss_status at(void *ctx, double s, double *phi)
{
    family *f = ctx;
    f->calls++;
    for (int j = 0; j < f->m; j++) phi[j] = value(f, j, s);
    return SS_OK;
}

static ss_root find(family *f, double tol, double zero)
{
    double memory[6 * MOST], zeros[MOST];
    ss_root_work w = {.phi = memory};
    ss_root out;
    const ss_root_functions fs = {.ctx = f, .m = f->m, .at = at};
    for (int j = 0; j < MOST; j++) zeros[j] = zero;
    f->calls = 0;
    if (ss_root_first(&w, &fs, tol, zeros, &out) != SS_OK) exit(2);
    return out;
}

TEST a_simple_crossing_is_found_to_the_tolerance(void)
{
    family f = {.m = 1, .c = {{0.3, 0.0, -1.0}}};
    const ss_root r = find(&f, 1e-13, 0.0);
    ASSERT_EQ(0, r.which);
    ASSERT(r.before <= sqrt(0.3) && sqrt(0.3) <= r.after);
    ASSERT(r.after - r.before <= 1.01e-13);
    ASSERT(f.calls < 40);
    PASS();
}

TEST a_double_crossing_between_equal_signs_is_found(void)
{
    /* negative only on (0.7000, 0.7002) */
    family f = {.m = 1, .c = {{0.7001 * 0.7001 - 1e-8, -2 * 0.7001, 1.0}}};
    const ss_root r = find(&f, 1e-12, 1e-15);
    ASSERT_EQ(0, r.which);
    /* the coefficients are of size one, so the root is known to eps/1e-4 */
    ASSERT(fabs(r.after - 0.7) < 1e-11);
    PASS();
}

TEST a_touch_without_crossing_is_told_apart(void)
{
    family f = {.m = 1, .c = {{0.25 + 1e-14, -1.0, 1.0}}}; /* (s - 1/2)^2 + 1e-14 */
    ss_root r = find(&f, 1e-12, 1e-13);
    ASSERT_EQ(-1, r.which);
    ASSERT(r.touches > 0);
    f.c[0][0] = 0.25 + 1e-3;
    r = find(&f, 1e-12, 1e-13);
    ASSERT_EQ(-1, r.which);
    ASSERT_EQ(0, r.touches);
    PASS();
}

TEST a_start_at_zero_is_not_an_event(void)
{
    family f = {.m = 3,
                .c = {{0.0, 1.0, -2.0},            /* rises, falls through zero at 1/2 */
                      {-1e-17, 0.0, 0.0, 1.0},     /* leaves with velocity and acceleration zero */
                      {0.0, 0.0, 0.0, 0.0, 0.0}}}; /* rests */
    const ss_root r = find(&f, 1e-12, 1e-14);
    ASSERT_EQ(0, r.which);
    ASSERT(fabs(r.after - 0.5) < 2e-12);
    PASS();
}

/* Up by 4e-10 and down by 1e3: over the whole step it seems to fall from the start. */
TEST a_short_rise_from_zero_is_not_overlooked(void)
{
    family f = {.m = 1, .c = {{0.0, 1e-3, -1e3}}};
    const ss_root r = find(&f, 1e-13, 1e-14);
    ASSERT_EQ(0, r.which);
    ASSERT(fabs(r.after - 1e-6) < 2e-11);
    PASS();
}

TEST what_falls_from_zero_is_an_event_at_once(void)
{
    family f = {.m = 1, .c = {{0.0, 0.0, -1.0}}};
    const ss_root r = find(&f, 1e-9, 1e-14);
    ASSERT_EQ(0, r.which);
    ASSERT(r.before < 1e-6);
    PASS();
}

/* Random smooth functions, up to eight at once, against a search with ten thousand samples. */
TEST no_event_is_missed_in_random_families(void)
{
    ss_pcg g;
    int found = 0, none = 0;

    ss_pcg_seed(&g, 11, 4);
    for (int k = 0; k < 3000; k++) {
        family f = {.m = 1 + k % MOST};
        for (int j = 0; j < f.m; j++) {
            for (int i = 0; i < 6; i++) f.c[j][i] = ss_pcg_normal(&g);
            f.amp[j] = 0.3 * ss_pcg_normal(&g);
            f.freq[j] = 6.0 * ss_pcg_normal(&g);
            f.shift[j] = ss_pcg_normal(&g);
            /* start admissible, sometimes hardly */
            f.c[j][0] += 0.2 * fabs(ss_pcg_normal(&g)) - value(&f, j, 0.0);
        }
        double first = 2.0;
        for (int i = 0; i <= 10000 && first > 1.0; i++)
            for (int j = 0; j < f.m; j++)
                if (value(&f, j, 1e-4 * i) < 0.0) first = 1e-4 * i;
        const ss_root r = find(&f, 1e-12, 1e-15);
        if (first > 1.0) {
            none++;
            /* a crossing shorter than a sample may be found, if it is one */
            if (r.which >= 0) ASSERT(value(&f, r.which, r.after) < 0.0);
            continue;
        }
        found++;
        ASSERT(r.which >= 0);
        ASSERT(r.after < first + 1e-12);
        ASSERT(value(&f, r.which, r.after) < 0.0);
        /* nothing is negative before */
        for (int i = 0; 1e-4 * i < r.before; i++)
            for (int j = 0; j < f.m; j++) ASSERT(value(&f, j, 1e-4 * i) >= -1e-15);
    }
    ASSERT(found > 1000 && none > 200);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(a_simple_crossing_is_found_to_the_tolerance);
    RUN_TEST(a_double_crossing_between_equal_signs_is_found);
    RUN_TEST(a_touch_without_crossing_is_told_apart);
    RUN_TEST(a_start_at_zero_is_not_an_event);
    RUN_TEST(a_short_rise_from_zero_is_not_overlooked);
    RUN_TEST(what_falls_from_zero_is_an_event_at_once);
    RUN_TEST(no_event_is_missed_in_random_families);
    GREATEST_MAIN_END();
}
