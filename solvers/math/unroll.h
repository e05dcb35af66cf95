/* unroll.h - functions that are compiled anew for every constant they are called with
 *
 * The mechanisms of this field are small: with its sizes known at compile time a kernel has
 * no loop left.  A function marked so takes its sizes as const int arguments, and its caller
 * has one case per size that matters and one for the rest. */
#ifndef SS_UNROLL_H
#define SS_UNROLL_H

#if defined __GNUC__
#define SS_UNROLL static inline __attribute__((always_inline))
#else
#define SS_UNROLL static inline
#endif

#endif
