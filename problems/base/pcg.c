/* pcg.c - PCG32 (XSH-RR) and the two distributions that are needed.
 *
 * State      s <- a s + c  (mod 2^64),  a = 6364136223846793005, c odd: period 2^64.
 * Output     of the state before the advance: x = ((s >> 18) ^ s) >> 27 keeps 32 bits, rotated
 *            right by the top five bits of s, s >> 59.
 * Seeding    s = 0; advance; s += seed; advance.
 * Uniform    27 bits of one draw above 26 of the next, over 2^53.
 * Normal     Box and Muller: sqrt(-2 ln(1 - u1)) cos(2 pi u2); 1 - u1 is never zero.
 */
#include "problems/base/pcg.h"

#include <math.h>

static void advance(ss_pcg *r)
{
    r->state = r->state * UINT64_C(6364136223846793005) + r->inc;
}

void ss_pcg_seed(ss_pcg *r, uint64_t seed, uint64_t stream)
{
    r->state = 0;
    r->inc = (stream << 1) | 1u;
    advance(r);
    r->state += seed;
    advance(r);
}

uint32_t ss_pcg_next(ss_pcg *r)
{
    const uint64_t s = r->state;
    const uint32_t x = (uint32_t)(((s >> 18) ^ s) >> 27);
    const unsigned turn = (unsigned)(s >> 59);

    advance(r);
    return (x >> turn) | (x << ((32u - turn) & 31u));
}

double ss_pcg_uniform(ss_pcg *r)
{
    const uint64_t high = ss_pcg_next(r) >> 5;
    const uint64_t low = ss_pcg_next(r) >> 6;

    return (double)((high << 26) | low) * 0x1p-53;
}

double ss_pcg_normal(ss_pcg *r)
{
    const double two_pi = 6.28318530717958647692;
    const double u1 = ss_pcg_uniform(r);
    const double u2 = ss_pcg_uniform(r);

    return sqrt(-2.0 * log(1.0 - u1)) * cos(two_pi * u2);
}
