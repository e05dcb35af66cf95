/* expr_part.h - what the parts of expressions share: kinds of functions, and their list */
#ifndef SS_EXPR_PART_H
#define SS_EXPR_PART_H

#include "bench/expr.h"

enum { SS_EXPR_WORDS = 160 }; /* of a part of a message */

typedef struct ss_expr_parser {
    const char *text, *at;
    const ss_scope *scope;
    int depth;
    char *why;
    size_t why_size;
} ss_expr_parser;

/* one number for one, or for two, element by element */
typedef double ss_expr_map(double x);
typedef double ss_expr_map2(double x, double y);
/* one number for a vector, which has no NaN and may be overwritten */
typedef double ss_expr_reduce(double *x, long n);
typedef ss_expr_reduce ss_expr_group; /* the same for the elements of each key */
/* one number for two vectors of one length, where neither has a NaN */
typedef double ss_expr_pair(double *x, double *y, long n);
/* a vector for vectors; nonzero with one line in why[], and then *out is not touched */
typedef int ss_expr_call(const ss_vector *arg, int nargs, ss_vector *out, char *why, size_t size);
/* one that reads its arguments itself, from behind "(" to behind ")" */
typedef int ss_expr_form(ss_expr_parser *p, const char *at, ss_vector *out);

typedef struct ss_expr_function {
    const char *name;
    int nargs; /* -1: one or more */
    int alike; /* the first so many are brought to one length, -1: all */
    ss_expr_map *map;
    ss_expr_map2 *map2;
    ss_expr_reduce *reduce;
    ss_expr_group *group;
    ss_expr_pair *pair;
    ss_expr_call *call;
    ss_expr_form *form;
} ss_expr_function;

#define SS_EXPR(name, nargs, alike, kind, function) ss_expr_##kind function;
#include "bench/expr.def"
#undef SS_EXPR

/* ---- reading ------------------------------------------------------------------------- */

/* These return 1, with "character N: ..." in why[]. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
int ss_expr_fail(const ss_expr_parser *p, const char *at, const char *format, ...);
int ss_expr_no_memory(const ss_expr_parser *p, const char *at);
int ss_expr_unexpected(const ss_expr_parser *p, const char *expected);

void ss_expr_skip(ss_expr_parser *p);        /* blanks */
int ss_expr_take(ss_expr_parser *p, char c); /* blanks, then c if it is there: 1 */
int ss_expr_take_name(ss_expr_parser *p, char name[SS_SHEET_NAME]);
int ss_expr_choice(ss_expr_parser *p, ss_vector *out); /* a whole expression */
int ss_expr_is_function(const char *name);
/* The value of `name(...)`, read up to behind the first parenthesis. */
int ss_expr_call_by_name(ss_expr_parser *p, const char *at, const char *name, ss_vector *out);

/* Values of `table.column`, of which `table` has been read, and of `name`; `at` is where they
 * began. */
int ss_expr_column(ss_expr_parser *p, const char *at, const char *table, ss_vector *out);
int ss_expr_bound(const ss_expr_parser *p, const char *at, const char *name, ss_vector *out);

/* ---- vectors ------------------------------------------------------------------------- */

int ss_expr_scalar(const ss_expr_parser *p, const char *at, double x, ss_vector *out);
int ss_expr_copy(const ss_expr_parser *p, const char *at, const double *x, long n, ss_vector *out);
/* *a = f(*a, *b), in the memory of the longer one; *b is freed, and *a as well on failure. */
int ss_expr_combine(const ss_expr_parser *p, const char *at, ss_expr_map2 *f, ss_vector *a,
                    ss_vector *b);
/* The first m vectors get one length; those of length 1 are repeated. */
int ss_expr_spread(const ss_expr_parser *p, const char *at, ss_vector *v, int m);
int ss_expr_make(ss_vector *v, long n); /* n numbers, not set; nonzero: no memory */
static inline int ss_expr_true(double x)
{
    return x < 0.0 || x > 0.0; /* neither 0 nor NaN */
}
/* Value of y at T, linear between the t, which do not decrease; where t repeats, the later one;
 * NaN outside. */
double ss_expr_between(const double *t, const double *y, long n, double T);
int ss_expr_refuse_decrease(const double *t, long n, char *why, size_t size);
/* f of the elements of x for every distinct key, in order of the keys; nonzero: no memory. */
int ss_expr_by_key(const ss_vector *key, const ss_vector *x, ss_expr_group *f, ss_vector *out);

#endif
