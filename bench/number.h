/* number.h - numbers as text that reads back to the same bits */
#ifndef SS_NUMBER_H
#define SS_NUMBER_H

#include <stdio.h>

enum { SS_NUMBER_SIZE = 32 }; /* sign, 17 digits, point, exponent, and the end */

/* The shortest decimal that strtod() reads back as x; nan and inf as such.  Returns buf. */
const char *ss_number(double x, char buf[SS_NUMBER_SIZE]);
void ss_put_number(FILE *f, double x);

/* JSON has no nan and no inf: null. */
void ss_json_number(FILE *f, double x);
void ss_json_string(FILE *f, const char *s);

#endif
