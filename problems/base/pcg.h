/* pcg.h - seeded random numbers, the same on every machine.
 *
 * O'Neill's PCG32 (XSH-RR): a 64-bit linear congruence whose top bits are shifted, folded
 * and rotated into 32.  Seed and stream are always given by the caller, so a test or a
 * sweep that names them can be repeated bit for bit.
 */
#ifndef SS_PCG_H
#define SS_PCG_H

#include <stdint.h>

typedef struct ss_pcg {
    uint64_t state, inc; /* inc is odd and names the stream */
} ss_pcg;

/* Streams are told apart by their lower 63 bits. */
void ss_pcg_seed(ss_pcg *r, uint64_t seed, uint64_t stream);

uint32_t ss_pcg_next(ss_pcg *r);

/* Uniform in [0,1), a multiple of 2^-53; two draws. */
double ss_pcg_uniform(ss_pcg *r);

/* Mean 0, variance 1; four draws, so that a sequence does not depend on what came before. */
double ss_pcg_normal(ss_pcg *r);

#endif
