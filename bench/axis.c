/* axis.c - what a sweep varies: grids and seeded random numbers */
#include "bench/axis.h"
#include "bench/number.h"
#include "problems/base/pcg.h"
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A sum of steps may miss the end by round-off; a billionth of a step is no step. */
static const double SLACK = 1e-9;

enum { SAFE_DIGITS = 15 }; /* decimals of a double that survive */

/* Digits after the point of a decimal, its exponent counted: "0.05" has 2, "5e-3" has 3. */
static int decimals_of(const char *text)
{
    const char *point = strchr(text, '.'), *e = strpbrk(text, "eE");
    const size_t end = e ? (size_t)(e - text) : strlen(text);
    int n = point && (size_t)(point - text) < end ? (int)(end - (size_t)(point - text)) - 1 : 0;
    if (e) n -= (int)strtol(e + 1, NULL, 10);
    return n > 0 ? n : 0;
}

/* All of text[0..n) as a finite number. */
static int number(const char *text, size_t n, double *out, int *decimals)
{
    char copy[64], *end;
    if (n == 0 || n >= sizeof copy) return 1;
    memcpy(copy, text, n);
    copy[n] = '\0';
    *out = strtod(copy, &end);
    if (decimals) *decimals = decimals_of(copy);
    return *end != '\0' || !isfinite(*out);
}

static int refuse(const char *text, const char *expected, char *why, size_t why_size)
{
    snprintf(why, why_size, "-s %s: expected %s", text, expected);
    return -1;
}

/* A:B:STEP */
static int read_grid(ss_axis *x, const char *text, const char *value, char *why, size_t why_size)
{
    const char *c1 = strchr(value, ':'), *c2 = strchr(c1 + 1, ':');
    double to, steps;
    int d0 = 0, d1 = 0;

    if (!c2 || number(value, (size_t)(c1 - value), &x->a, &d0) ||
        number(c1 + 1, (size_t)(c2 - c1 - 1), &to, NULL) ||
        number(c2 + 1, strlen(c2 + 1), &x->b, &d1))
        return refuse(text, "NAME=FROM:TO:STEP", why, why_size);
    if (x->b == 0.0 || (steps = (to - x->a) / x->b) < 0.0)
        return refuse(text, "a step that leads from the first number to the second", why, why_size);
    if (steps > 1e9) return refuse(text, "at most 1e9 steps", why, why_size);
    x->kind = SS_AXIS_GRID;
    x->count = 1 + (long)floor(steps + SLACK);
    x->decimals = d0 > d1 ? d0 : d1;
    if (x->decimals > SAFE_DIGITS) x->decimals = -1;
    return 1;
}

/* WORD(A,B) */
static int read_spread(ss_axis *x, const char *text, const char *value, char *why, size_t why_size)
{
    const char *open = strchr(value, '('), *comma = strchr(value, ',');
    const size_t n = strlen(value);

    x->count = 1;
    x->kind = strncmp(value, "uniform(", 8) == 0 ? SS_AXIS_UNIFORM : SS_AXIS_NORMAL;
    if (!comma || value[n - 1] != ')' ||
        number(open + 1, (size_t)(comma - open - 1), &x->a, NULL) ||
        number(comma + 1, n - 1 - (size_t)(comma + 1 - value), &x->b, NULL))
        return refuse(text, "NAME=uniform(FROM,TO) or NAME=normal(MEAN,DEVIATION)", why, why_size);
    if (x->kind == SS_AXIS_UNIFORM ? !(x->b > x->a) : !(x->b >= 0.0))
        return refuse(text, "FROM below TO, or a deviation not below zero", why, why_size);
    return 1;
}

int ss_axes_add(ss_axes *s, const char *text, char *why, size_t why_size)
{
    const char *eq = strchr(text, '='), *value = eq ? eq + 1 : "";
    const int random = strncmp(value, "uniform(", 8) == 0 || strncmp(value, "normal(", 7) == 0;
    ss_axis x = {.decimals = -1};

    if (!random && !strchr(value, ':')) return 0;
    if (eq == text || (size_t)(eq - text) >= sizeof x.name)
        return refuse(text, "a name before '='", why, why_size);
    memcpy(x.name, text, (size_t)(eq - text));
    for (int i = 0; i < s->n; i++)
        if (strcmp(s->axis[i].name, x.name) == 0)
            return refuse(text, "every name once", why, why_size);
    if (s->n == SS_MAX_AXES) return refuse(text, "at most 16 ranges", why, why_size);
    const int got = random ? read_spread(&x, text, value, why, why_size)
                           : read_grid(&x, text, value, why, why_size);
    if (got < 0) return got;
    if (s->points == 0) s->points = s->draws = 1;
    if (x.count > LONG_MAX / 1024 / s->points)
        return refuse(text, "fewer points in all grids together", why, why_size);
    s->points *= x.count;
    s->random += random;
    s->axis[s->n++] = x;
    return 1;
}

long ss_axes_count(const ss_axes *s)
{
    return s->n ? s->points * s->draws : 1;
}

static void put_grid(const ss_axis *x, long i, char value[SS_AXIS_VALUE])
{
    const double v = x->a + (double)i * x->b;
    if (x->decimals >= 0) {
        char text[400]; /* a decimal of 1e308 is as long */
        snprintf(text, sizeof text, "%.*f", x->decimals, v);
        ss_number(strtod(text, NULL), value);
    } else
        ss_number(v, value);
}

void ss_axes_values(const ss_axes *s, long k, char value[SS_MAX_AXES][SS_AXIS_VALUE])
{
    long point = s->n ? k / s->draws : 0;
    ss_pcg r;

    ss_pcg_seed(&r, s->seed, (uint64_t)k);
    for (int i = 0; i < s->n; i++) {
        const ss_axis *x = &s->axis[i];
        if (x->kind == SS_AXIS_UNIFORM)
            ss_number(x->a + (x->b - x->a) * ss_pcg_uniform(&r), value[i]);
        if (x->kind == SS_AXIS_NORMAL) ss_number(x->a + x->b * ss_pcg_normal(&r), value[i]);
    }
    for (int i = s->n - 1; i >= 0; i--) { /* the last grid varies fastest */
        const ss_axis *x = &s->axis[i];
        if (x->kind != SS_AXIS_GRID) continue;
        put_grid(x, point % x->count, value[i]);
        point /= x->count;
    }
}
