/* encoder.h - measured angles: a table of times and angles, or the raw signal of an encoder.
 *
 * The encoder of gomez2008 has two channels that switch in turn as the shaft moves on, 500 counts
 * a turn each, so 1000 transitions of 0.36 degrees.  Which channel switches does not tell the
 * direction, but the order does: the same channel twice in a row means that the shaft has turned
 * back over the transition it had just passed.  The clock starts at the first transition, half
 * a step from where the shaft was released.
 */
#ifndef SS_ENCODER_H
#define SS_ENCODER_H

#include <stddef.h>

typedef struct ss_angle_record {
    int n;
    double *t, *angle; /* n each: s and rad, one block */
} ss_angle_record;

#define SS_ENCODER_STEP (2.0 * 3.14159265358979323846 / 1000.0)

/* Times and angles in the first two columns, separated by blanks, tabs or commas; one line of
 * headings may precede.  Nonzero with one line in why[] on failure. */
int ss_angle_read(const char *path, ss_angle_record *out, char *why, size_t why_size);
/* Two columns of voltages, one line per sample, `rate` samples a second; the first motion is
 * towards negative angles, as when a level rod is let go. */
int ss_encoder_read(const char *path, double rate, ss_angle_record *out, char *why,
                    size_t why_size);
void ss_angle_free(ss_angle_record *r);

/* The same from memory: levels a, b (n each, zero or not) at intervals dt.  Nonzero: no memory. */
int ss_encoder_decode(const unsigned char *a, const unsigned char *b, long n, double dt,
                      double step, double sign, ss_angle_record *out);
/* Levels that an encoder gives at an angle: quarters of a period of four steps. */
void ss_encoder_levels(double angle, double step, unsigned char *a, unsigned char *b);

#endif
