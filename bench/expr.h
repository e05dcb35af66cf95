/* expr.h - expressions over the columns of tables, for recipes of figures
 *
 *     max(run.E_tot - run.W_ext)          a column of a table, or a scalar of it
 *     count(hits.kind == 'impact')        words stand in single quotes
 *     where(s.CoT, s.R == .3 && s.hops >= 10)
 *     x^2 + pi                            a name that was bound before, a constant
 *
 * Every value is a vector of numbers; one of length 1 goes with any other, other lengths must
 * agree.  Operators, loosest first: ?: || && (== != < <= > >=) (+ -) (* / %) unary-minus-and-! ^.
 * Truth is 1 and 0; NaN is a missing number: comparisons with it are false, and reductions pass
 * it over.  [a, b, c] joins vectors.  Functions are in expr.def.
 */
#ifndef SS_EXPR_H
#define SS_EXPR_H

#include "bench/sheet.h"

typedef struct ss_vector {
    long n;
    double *x; /* n, free() */
} ss_vector;

enum { SS_EXPR_BOUND = 8 };

typedef struct ss_scope { /* what an expression can see */
    const ss_sheets *sheets;
    struct {
        const char *name; /* "x" */
        const ss_vector *value;
    } bound[SS_EXPR_BOUND];
    int nbound;
} ss_scope;

/* The value of `text`; nonzero with one line in why[] (what was expected, and at which character;
 * unknown names with the nearest known ones).  On success *out is the caller's to free. */
int ss_expr_eval(const char *text, const ss_scope *scope, ss_vector *out, char *why,
                 size_t why_size);
/* The same, where one number is expected. */
int ss_expr_number(const char *text, const ss_scope *scope, double *out, char *why,
                   size_t why_size);

void ss_vector_free(ss_vector *v);

#endif
