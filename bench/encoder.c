/* encoder.c - measured angles: a table of times and angles, or the raw signal of an encoder */
#include "bench/encoder.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ss_angle_free(ss_angle_record *r)
{
    free(r->t);
    *r = (ss_angle_record){0};
}

void ss_encoder_levels(double angle, double step, unsigned char *a, unsigned char *b)
{
    /* transitions at half steps, so that the release is in the middle between two of them */
    const double at = floor(angle / step + 0.5);
    const int quarter = (int)(at - 4.0 * floor(at / 4.0));

    *a = quarter == 1 || quarter == 2;
    *b = quarter == 2 || quarter == 3;
}

int ss_encoder_decode(const unsigned char *a, const unsigned char *b, long n, double dt,
                      double step, double sign, ss_angle_record *out)
{
    double *const t = malloc(2 * (size_t)(n > 0 ? n : 1) * sizeof *t), *const angle = t ? t + n : t;
    double way = sign * step, at = 0.0, start = 0.0;
    int last = -1, k = 0; /* channel of the last transition */

    if (!t) return 1;
    for (long i = 1; i < n; i++) {
        const int turned[2] = {!a[i] != !a[i - 1], !b[i] != !b[i - 1]};

        for (int c = 0; c < 2; c++) {
            if (!turned[c]) continue;
            if (last < 0) {
                at = 0.5 * way;
                start = (double)i * dt;
            } else if (c == last) {
                way = -way; /* back over the same transition: the angle is the same */
            } else {
                at += way;
            }
            last = c;
            t[k] = (double)i * dt - start;
            angle[k++] = at;
        }
    }
    memmove(t + k, angle, (size_t)k * sizeof *t);
    *out = (ss_angle_record){.n = k, .t = t, .angle = t + k};
    return 0;
}

/* ---- files --------------------------------------------------------------------------- */

typedef struct columns {
    double *x; /* n pairs */
    size_t n, room;
} columns;

static int keep(columns *c, double a, double b)
{
    if (c->n == c->room) {
        const size_t room = c->room ? 2 * c->room : 4096;
        double *const x = realloc(c->x, 2 * room * sizeof *x);

        if (!x) return 1;
        c->x = x;
        c->room = room;
    }
    c->x[2 * c->n] = a;
    c->x[2 * c->n++ + 1] = b;
    return 0;
}

/* Two numbers at the beginning of a line. */
static int two_numbers(const char *line, double *a, double *b)
{
    char *end;

    *a = strtod(line, &end);
    if (end == line) return 0;
    line = end + strspn(end, " \t,;");
    if (line == end) return 0;
    *b = strtod(line, &end);
    return end != line && isfinite(*a) && isfinite(*b);
}

static int read_columns(const char *path, columns *c, char *why, size_t why_size)
{
    FILE *const f = fopen(path, "r");
    char line[4096];
    long number = 0;
    int bad = 0;

    if (!f) {
        snprintf(why, why_size, "%s cannot be read", path);
        return 1;
    }
    while (!bad && fgets(line, sizeof line, f)) {
        double a, b;

        number++;
        if (line[strspn(line, " \t\r\n")] == '\0') continue;
        if (two_numbers(line, &a, &b))
            bad = keep(c, a, b) && (snprintf(why, why_size, "no memory for %s", path), 1);
        else if (number > 1)
            bad = (snprintf(why, why_size, "%s:%ld: two numbers were expected", path, number), 1);
    }
    if (!bad && ferror(f)) bad = (snprintf(why, why_size, "%s cannot be read", path), 1);
    fclose(f);
    if (!bad && c->n < 2) bad = (snprintf(why, why_size, "%s holds no record", path), 1);
    return bad;
}

int ss_angle_read(const char *path, ss_angle_record *out, char *why, size_t why_size)
{
    columns c = {0};
    int bad = read_columns(path, &c, why, why_size);

    if (!bad) {
        double *const t = malloc(2 * c.n * sizeof *t);

        for (size_t i = 0; t && i < c.n; i++) t[i] = c.x[2 * i], t[c.n + i] = c.x[2 * i + 1];
        *out = (ss_angle_record){.n = (int)c.n, .t = t, .angle = t ? t + c.n : NULL};
        if (!t) bad = (snprintf(why, why_size, "no memory for %s", path), 1);
    }
    free(c.x);
    return bad;
}

int ss_encoder_read(const char *path, double rate, ss_angle_record *out, char *why, size_t why_size)
{
    columns c = {0};
    int bad = read_columns(path, &c, why, why_size);

    if (!bad) {
        unsigned char *const level = malloc(2 * c.n);

        for (size_t i = 0; level && i < c.n; i++) {
            level[i] = c.x[2 * i] >= 1.0; /* volts, as the source tells high from low */
            level[c.n + i] = c.x[2 * i + 1] >= 1.0;
        }
        if (!level || ss_encoder_decode(level, level + c.n, (long)c.n, 1.0 / rate, SS_ENCODER_STEP,
                                        -1.0, out))
            bad = (snprintf(why, why_size, "no memory for %s", path), 1);
        else if (out->n < 2)
            bad = (snprintf(why, why_size, "%s shows no motion", path), 1);
        free(level);
    }
    free(c.x);
    return bad;
}
