/* number.c - the shortest decimal that reads back to the same bits
 *
 * A double is told apart by 17 significant digits, and every decimal of up to 15 survives
 * the way through a double; so the shortest one has at most 15 (where %g drops the zeros
 * behind), 16 or 17.
 */
#include "bench/number.h"
#include <math.h>
#include <stdlib.h>

enum { DIGITS_SAFE = 15, DIGITS_ALL = 17 };

const char *ss_number(double x, char buf[SS_NUMBER_SIZE])
{
    for (int digits = DIGITS_SAFE; digits <= DIGITS_ALL; digits++) {
        snprintf(buf, SS_NUMBER_SIZE, "%.*g", digits, x);
        if (!isfinite(x) || strtod(buf, NULL) == x) break;
    }
    return buf;
}

void ss_put_number(FILE *f, double x)
{
    char buf[SS_NUMBER_SIZE];
    if (x == 0.0 && !signbit(x)) /* most of a record: contacts that are open */
        fputc('0', f);
    else
        fputs(ss_number(x, buf), f);
}

void ss_json_number(FILE *f, double x)
{
    if (isfinite(x))
        ss_put_number(f, x);
    else
        fputs("null", f);
}

void ss_json_string(FILE *f, const char *s)
{
    fputc('"', f);
    for (; *s; s++) {
        const unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            fprintf(f, "\\%c", c);
        else if (c < ' ' || c == '<') /* '<' would end a script element in a page */
            fprintf(f, "\\u%04x", c);
        else
            fputc(c, f);
    }
    fputc('"', f);
}
