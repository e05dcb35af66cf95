/* expr_call.c - functions of expressions by name: their arguments, and what each kind does */
#include "bench/expr_part.h"
#include "bench/nearest.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ARGUMENTS = 16 };

static const ss_expr_function functions[] = {
#define SS_EXPR(name, nargs, alike, kind, function) {name, nargs, alike, .kind = (function)},
#include "bench/expr.def"
#undef SS_EXPR
};
enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

/* Places where one of m vectors has NaN are left out of all. */
static void leave_out_nan(ss_vector *v, int m)
{
    long n = 0;

    for (long i = 0; i < v[0].n; i++) {
        int missing = 0;
        for (int k = 0; k < m; k++) missing |= isnan(v[k].x[i]) != 0;
        if (missing) continue;
        for (int k = 0; k < m; k++) v[k].x[n] = v[k].x[i];
        n++;
    }
    for (int k = 0; k < m; k++) v[k].n = n;
}

/* The arguments are the caller's; those given to *out are no longer there. */
static int apply(const ss_expr_parser *p, const char *at, const ss_expr_function *f, ss_vector *arg,
                 int nargs, ss_vector *out)
{
    char why[SS_EXPR_WORDS] = "no memory";

    if (f->map) {
        for (long i = 0; i < arg[0].n; i++) arg[0].x[i] = f->map(arg[0].x[i]);
        *out = arg[0];
        arg[0] = (ss_vector){0};
        return 0;
    }
    if (f->map2) {
        const int bad = ss_expr_combine(p, at, f->map2, &arg[0], &arg[1]);
        *out = arg[0];
        arg[0] = arg[1] = (ss_vector){0};
        return bad;
    }
    if (ss_expr_spread(p, at, arg, f->alike < 0 ? nargs : f->alike)) return 1;
    if (f->reduce) {
        leave_out_nan(arg, 1);
        return ss_expr_scalar(p, at, f->reduce(arg[0].x, arg[0].n), out);
    }
    if (f->pair) {
        leave_out_nan(arg, 2);
        return ss_expr_scalar(p, at, f->pair(arg[0].x, arg[1].x, arg[0].n), out);
    }
    if (f->group ? ss_expr_by_key(&arg[0], &arg[1], f->group, out)
                 : f->call(arg, nargs, out, why, sizeof why))
        return ss_expr_fail(p, at, "%s(): %s", f->name, why);
    return 0;
}

/* What stands in parentheses, the first of which has been read. */
static int arguments(ss_expr_parser *p, const char *at, const ss_expr_function *f, ss_vector *arg,
                     int *n)
{
    if (!ss_expr_take(p, ')')) {
        do {
            if (*n == ARGUMENTS) return ss_expr_fail(p, at, "more than %d arguments", ARGUMENTS);
            if (ss_expr_choice(p, &arg[*n])) return 1;
            ++*n;
        } while (ss_expr_take(p, ','));
        if (!ss_expr_take(p, ')')) return ss_expr_unexpected(p, "',' or ')'");
    }
    if (f->nargs < 0 ? *n > 0 : *n == f->nargs) return 0;
    return ss_expr_fail(p, at, "%s() takes %s%d argument%s, not %d", f->name,
                        f->nargs < 0 ? "at least " : "", abs(f->nargs),
                        abs(f->nargs) == 1 ? "" : "s", *n);
}

int ss_expr_call_by_name(ss_expr_parser *p, const char *at, const char *name, ss_vector *out)
{
    for (int i = 0; i < FUNCTIONS; i++) {
        const ss_expr_function *const f = &functions[i];
        if (strcmp(f->name, name) != 0) continue;
        if (f->form) return f->form(p, at, out);

        ss_vector arg[ARGUMENTS] = {{0}};
        int n = 0;
        const int bad = arguments(p, at, f, arg, &n) || apply(p, at, f, arg, n, out);
        for (int k = 0; k < n; k++) ss_vector_free(&arg[k]);
        return bad;
    }

    ss_nearest near = {.asked = name};
    char words[SS_EXPR_WORDS];
    for (int i = 0; i < FUNCTIONS; i++) ss_nearest_offer(&near, functions[i].name);
    return ss_expr_fail(p, at, "no function is called '%s'; nearest: %s", name,
                        ss_nearest_words(&near, words, sizeof words));
}

int ss_expr_is_function(const char *name)
{
    for (int i = 0; i < FUNCTIONS; i++)
        if (strcmp(functions[i].name, name) == 0) return 1;
    return 0;
}
