/* expr.c - expressions are read and evaluated in one pass, by recursive descent
 *
 *     choice  = binary ['?' choice ':' choice]
 *     binary  = unary {operator unary}            by precedence, to the left
 *     unary   = ('-' | '!') unary | power
 *     power   = value ['^' unary]
 *     value   = number | 'word' | name | table.column | function(choice, ...) | (choice)
 *             | [choice, ...]
 *
 * A function that fails has freed what it had, and its *out owns nothing.
 */
#include "bench/expr_part.h"
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 200 }; /* of choices and unaries within each other: some 100 parentheses */

typedef ss_expr_parser parser;

/* ---- vectors ------------------------------------------------------------------------- */

void ss_vector_free(ss_vector *v)
{
    free(v->x);
    *v = (ss_vector){0};
}

int ss_expr_make(ss_vector *v, long n)
{
    const size_t most = SIZE_MAX / 2 / sizeof(double);

    *v = (ss_vector){.n = n};
    if ((size_t)n < most) v->x = malloc((n ? (size_t)n : 1) * sizeof(double));
    return !v->x;
}

/* ---- messages ------------------------------------------------------------------------ */

int ss_expr_fail(const parser *p, const char *at, const char *format, ...)
{
    va_list args;
    const int n = snprintf(p->why, p->why_size, "character %ld: ", (long)(at - p->text) + 1);

    va_start(args, format);
    if (n > 0 && (size_t)n < p->why_size)
        vsnprintf(p->why + n, p->why_size - (size_t)n, format, args);
    va_end(args);
    return 1;
}

int ss_expr_no_memory(const parser *p, const char *at)
{
    return ss_expr_fail(p, at, "no memory");
}

/* `expected` was, and something else stands here. */
int ss_expr_unexpected(const parser *p, const char *expected)
{
    const unsigned char c = (unsigned char)*p->at;

    if (!c) return ss_expr_fail(p, p->at, "expected %s, found the end", expected);
    if (!isprint(c)) return ss_expr_fail(p, p->at, "expected %s, found byte 0x%02x", expected, c);
    return ss_expr_fail(p, p->at, "expected %s, found '%c'", expected, c);
}

/* ---- characters ---------------------------------------------------------------------- */

void ss_expr_skip(parser *p)
{
    while (isspace((unsigned char)*p->at)) p->at++;
}

int ss_expr_take(parser *p, char c)
{
    ss_expr_skip(p);
    if (*p->at != c) return 0;
    p->at++;
    return 1;
}

static int in_name(char c)
{
    return c == '_' || isalnum((unsigned char)c);
}

int ss_expr_take_name(parser *p, char name[SS_SHEET_NAME])
{
    const char *const at = p->at;
    size_t n = 0;

    while (in_name(at[n])) n++;
    if (!n) return ss_expr_unexpected(p, "a name");
    if (n >= SS_SHEET_NAME)
        return ss_expr_fail(p, at, "a name has at most %d characters", SS_SHEET_NAME - 1);
    memcpy(name, at, n);
    name[n] = '\0';
    p->at += n;
    return 0;
}

/* ---- operators ----------------------------------------------------------------------- */

static double either(double a, double b)
{
    return ss_expr_true(a) || ss_expr_true(b);
}
static double both(double a, double b)
{
    return ss_expr_true(a) && ss_expr_true(b);
}
static double equal(double a, double b)
{
    return a == b;
}
static double differ(double a, double b)
{
    return a < b || a > b;
}
static double less(double a, double b)
{
    return a < b;
}
static double less_or_equal(double a, double b)
{
    return a <= b;
}
static double more(double a, double b)
{
    return a > b;
}
static double more_or_equal(double a, double b)
{
    return a >= b;
}
static double plus(double a, double b)
{
    return a + b;
}
static double minus(double a, double b)
{
    return a - b;
}
static double times(double a, double b)
{
    return a * b;
}
static double over(double a, double b)
{
    return a / b;
}

enum { OR = 1, AND, COMPARE, ADD, MULTIPLY };

typedef struct operation {
    const char *token;
    int level; /* of precedence */
    ss_expr_map2 *f;
} operation;

static const operation operations[] = {
    {"||", OR, either},
    {"&&", AND, both},
    {"==", COMPARE, equal},
    {"!=", COMPARE, differ},
    {"<=", COMPARE, less_or_equal},
    {">=", COMPARE, more_or_equal}, /* before their beginnings */
    {"<", COMPARE, less},
    {">", COMPARE, more},
    {"+", ADD, plus},
    {"-", ADD, minus},
    {"*", MULTIPLY, times},
    {"/", MULTIPLY, over},
    {"%", MULTIPLY, fmod},
};

static const operation *next_operation(parser *p)
{
    ss_expr_skip(p);
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++)
        if (strncmp(p->at, operations[i].token, strlen(operations[i].token)) == 0)
            return &operations[i];
    return NULL;
}

int ss_expr_combine(const parser *p, const char *at, ss_expr_map2 *f, ss_vector *a, ss_vector *b)
{
    const long n = a->n == 1 ? b->n : a->n;

    if (b->n != n && b->n != 1) {
        const long na = a->n, nb = b->n;
        ss_vector_free(a);
        ss_vector_free(b);
        return ss_expr_fail(p, at, "lengths %ld and %ld do not go together", na, nb);
    }
    const long step_a = a->n != 1, step_b = b->n != 1;
    const double a0 = a->n ? a->x[0] : 0.0, b0 = b->n ? b->x[0] : 0.0;
    double *const x = a->n == n ? a->x : b->x;
    for (long i = 0; i < n; i++) x[i] = f(step_a ? a->x[i] : a0, step_b ? b->x[i] : b0);
    if (x == b->x) {
        ss_vector_free(a);
        *a = *b;
    } else {
        ss_vector_free(b);
    }
    return 0;
}

int ss_expr_spread(const parser *p, const char *at, ss_vector *v, int m)
{
    long n = 1;

    for (int i = 0; i < m; i++)
        if (v[i].n != 1) n = v[i].n;
    for (int i = 0; i < m; i++) {
        if (v[i].n == n) continue;
        if (v[i].n != 1)
            return ss_expr_fail(p, at, "lengths %ld and %ld do not go together", v[i].n, n);
        const double x = v[i].x[0];
        ss_vector_free(&v[i]);
        if (ss_expr_make(&v[i], n)) return ss_expr_no_memory(p, at);
        for (long k = 0; k < n; k++) v[i].x[k] = x;
    }
    return 0;
}

/* ---- values -------------------------------------------------------------------------- */

int ss_expr_scalar(const parser *p, const char *at, double x, ss_vector *out)
{
    if (ss_expr_make(out, 1)) return ss_expr_no_memory(p, at);
    out->x[0] = x;
    return 0;
}

int ss_expr_copy(const parser *p, const char *at, const double *x, long n, ss_vector *out)
{
    if (ss_expr_make(out, n)) return ss_expr_no_memory(p, at);
    if (n) memcpy(out->x, x, (size_t)n * sizeof *x);
    return 0;
}

static int number(parser *p, ss_vector *out)
{
    const char *const at = p->at;
    char *end;
    const double x = strtod(at, &end);

    p->at = end;
    if (in_name(*p->at)) return ss_expr_unexpected(p, "an operator behind the number");
    return ss_expr_scalar(p, at, x, out);
}

static int word(parser *p, ss_vector *out)
{
    const char *const at = p->at, *const end = strchr(at + 1, '\'');

    if (!end) return ss_expr_fail(p, at, "the word has no closing quote");
    p->at = end + 1;
    return ss_expr_scalar(
        p, at,
        p->scope->sheets ? ss_sheets_word(p->scope->sheets, at + 1, (size_t)(end - at - 1)) : -1.0,
        out);
}

/* [a, b, c] */
static int joined(parser *p, ss_vector *out)
{
    const char *const at = p->at++;

    if (ss_expr_make(out, 0)) return ss_expr_no_memory(p, at);
    if (ss_expr_take(p, ']')) return 0;
    do {
        ss_vector v;
        if (ss_expr_choice(p, &v)) goto failed;
        double *const x = realloc(out->x, (size_t)(out->n + v.n + 1) * sizeof *x);
        if (x) {
            out->x = x;
            if (v.n) memcpy(x + out->n, v.x, (size_t)v.n * sizeof *x);
            out->n += v.n;
        }
        ss_vector_free(&v);
        if (!x) {
            ss_expr_no_memory(p, at);
            goto failed;
        }
    } while (ss_expr_take(p, ','));
    if (ss_expr_take(p, ']')) return 0;
    ss_expr_unexpected(p, "',' or ']'");
failed:
    ss_vector_free(out);
    return 1;
}

/* ---- grammar ------------------------------------------------------------------------- */

static int named(parser *p, ss_vector *out)
{
    const char *const at = p->at;
    char name[SS_SHEET_NAME];

    if (ss_expr_take_name(p, name)) return 1;
    if (*p->at == '.') return ss_expr_column(p, at, name, out);
    if (ss_expr_take(p, '(')) return ss_expr_call_by_name(p, at, name, out);
    return ss_expr_bound(p, at, name, out);
}

static int value(parser *p, ss_vector *out)
{
    ss_expr_skip(p);
    const char c = *p->at;
    if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)p->at[1])))
        return number(p, out);
    if (c == '\'') return word(p, out);
    if (c == '[') return joined(p, out);
    if (in_name(c)) return named(p, out);
    if (!ss_expr_take(p, '(')) return ss_expr_unexpected(p, "a value");
    if (ss_expr_choice(p, out)) return 1;
    if (ss_expr_take(p, ')')) return 0;
    ss_vector_free(out);
    ss_expr_unexpected(p, "an operator or ')'");
    return 1;
}

static int deeper(parser *p)
{
    if (p->depth == DEPTH) return ss_expr_fail(p, p->at, "nested too deeply");
    p->depth++;
    return 0;
}

static int unary(parser *p, ss_vector *out);

static int power(parser *p, ss_vector *out)
{
    if (value(p, out)) return 1;
    ss_expr_skip(p);
    const char *const at = p->at;
    if (!ss_expr_take(p, '^')) return 0;
    ss_vector exponent;
    if (unary(p, &exponent)) {
        ss_vector_free(out);
        return 1;
    }
    return ss_expr_combine(p, at, pow, out, &exponent);
}

static int unary(parser *p, ss_vector *out)
{
    if (deeper(p)) return 1;
    const int negative = ss_expr_take(p, '-'), not = !negative && ss_expr_take(p, '!');
    if (negative || not ? unary(p, out) : power(p, out)) return 1;
    for (long i = 0; negative && i < out->n; i++) out->x[i] = -out->x[i];
    for (long i = 0; not &&i < out->n; i++) out->x[i] = !ss_expr_true(out->x[i]);
    p->depth--;
    return 0;
}

/* Operations of this level of precedence and those that bind more tightly. */
static int binary(parser *p, int level, ss_vector *out)
{
    if (unary(p, out)) return 1;
    for (;;) {
        const operation *const op = next_operation(p);
        if (!op || op->level < level) return 0;

        const char *const at = p->at;
        ss_vector right;
        p->at += strlen(op->token);
        if (binary(p, op->level + 1, &right)) {
            ss_vector_free(out);
            return 1;
        }
        if (ss_expr_combine(p, at, op->f, out, &right)) return 1;

        /* 0 < x < 1 would compare the truth of 0 < x with 1 */
        const operation *const next = op->level == COMPARE ? next_operation(p) : NULL;
        if (next && next->level == COMPARE) {
            ss_vector_free(out);
            return ss_expr_fail(p, p->at, "comparisons do not chain: write a < b && b < c");
        }
    }
}

int ss_expr_choice(parser *p, ss_vector *out)
{
    ss_vector v[3] = {{0}}; /* the condition and both values */
    int bad;

    if (deeper(p)) return 1;
    if (binary(p, OR, &v[0])) return 1;
    ss_expr_skip(p);
    const char *const at = p->at;
    if (!ss_expr_take(p, '?')) {
        *out = v[0];
        p->depth--;
        return 0;
    }
    bad = ss_expr_choice(p, &v[1]);
    if (!bad && !ss_expr_take(p, ':')) bad = ss_expr_unexpected(p, "an operator or ':'");
    bad = bad || ss_expr_choice(p, &v[2]) || ss_expr_spread(p, at, v, 3);
    if (!bad && ss_expr_if(v, 3, out, NULL, 0)) bad = ss_expr_no_memory(p, at);
    for (int i = 0; i < 3; i++) ss_vector_free(&v[i]);
    p->depth--;
    return bad;
}

/* ---- what is asked for --------------------------------------------------------------- */

int ss_expr_eval(const char *text, const ss_scope *scope, ss_vector *out, char *why,
                 size_t why_size)
{
    parser p = {.text = text, .at = text, .scope = scope, .why = why, .why_size = why_size};

    *out = (ss_vector){0};
    if (ss_expr_choice(&p, out)) {
        *out = (ss_vector){0};
        return 1;
    }
    ss_expr_skip(&p);
    if (!*p.at) return 0;
    ss_vector_free(out);
    return ss_expr_unexpected(&p, "an operator or the end");
}

int ss_expr_number(const char *text, const ss_scope *scope, double *out, char *why, size_t why_size)
{
    ss_vector v;

    if (ss_expr_eval(text, scope, &v, why, why_size)) return 1;
    const long n = v.n;
    if (n == 1) *out = v.x[0];
    ss_vector_free(&v);
    if (n == 1) return 0;
    snprintf(why, why_size, "expected one number, found a vector of length %ld", n);
    return 1;
}
