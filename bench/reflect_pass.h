/* reflect_pass.h - how long an impact of ten touching balls takes to resolve by reflections */
#ifndef SS_REFLECT_PASS_H
#define SS_REFLECT_PASS_H

/* ns per impact: one ball against nine, nine reflections; NaN if the last did not leave alone.
 * now: seconds of a monotonic clock. */
double ss_reflect_pass(double (*now)(void), int passes);

#endif
