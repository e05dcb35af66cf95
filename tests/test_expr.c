/* test_expr.c - expressions over tables */
#include "bench/expr.h"
#include "problems/base/pcg.h"
#include "tests/greatest.h"
#include "tests/sheets.h"
#include <math.h>
#include <stdlib.h>

enum { MOST = 8 }; /* numbers in an expected value */

/* ---- values -------------------------------------------------------------------------- */

#define PI 3.14159265358979323846

typedef struct expected {
    const char *text;
    int n;
    double x[MOST];
} expected;

static const expected grammar[] = {
    {"1 + 2*3", 1, {7}},
    {"(1 + 2)*3", 1, {9}},
    {"7 - 2 - 1", 1, {4}},
    {"8/4/2", 1, {1}},
    {"7 % 4 * 2", 1, {6}},
    {"-7 % 4", 1, {-3}}, /* fmod */
    {"2^3^2", 1, {512}},
    {"-2^2", 1, {-4}},
    {"2^-1", 1, {0.5}},
    {"--3", 1, {3}},
    {"!0 + !2 * 5", 1, {1}},
    {"!nan", 1, {1}},
    {".3e1 + 1E-1 + 0x10", 1, {19.1}},
    {" \n 1\t", 1, {1}},
    {"1 < 2 && 2 <= 2 && 3 > 2 && 2 >= 2 && 1 == 1 && 1 != 2", 1, {1}},
    {"[2 < 1, 2 <= 1, 1 > 1, 1 >= 2, 1 == 2, 1 != 1]", 6, {0, 0, 0, 0, 0, 0}},
    {"[nan == nan, nan != nan, nan < 1, nan >= 1, nan || 0, nan && 1]", 6, {0, 0, 0, 0, 0, 0}},
    {"1 || 0 && 0", 1, {1}},
    {"0 && 1 == 0", 1, {0}},
    {"1 ? 2 : 0 ? 3 : 4", 1, {2}},
    {"0 ? 2 : 0 ? 3 : 4", 1, {4}},
    {"[1, 0, nan] ? [1, 2, 3] : -1", 3, {1, -1, -1}},
    {"1 ? [1, 2] : 3", 2, {1, 2}},
    {"[1, 2, 3] * 2", 3, {2, 4, 6}},
    {"2 - [1, 2, 3]", 3, {1, 0, -1}},
    {"[1, 2] + [10, 20]", 2, {11, 22}},
    {"[]", 0, {0}},
    {"[] + 1", 0, {0}},
    {"1 + []", 0, {0}},
    {"[[1, 2], [], 3, [4]]", 4, {1, 2, 3, 4}},
    {"pi", 1, {PI}},
    {"[nan, inf, -inf, true, false]", 5, {NAN, INFINITY, -INFINITY, 1, 0}},
    {"v * 2", 3, {2, 4, -6}}, /* bound */
    {"v^2 + v", 3, {2, 6, 6}},
    {"run.t", 5, {0, 1, 1, 3, 4}},
    {"run.steps + 1", 1, {14}},
    {"run.y", 5, {0, 2, -2, 0, 0.45}}, /* a column hides the scalar */
    {"run.verdict == 'ok'", 1, {1}},
    {"run.verdict == 'failed'", 1, {0}},
    {"run.kind == 'impact'", 5, {0, 1, 1, 0, 0}},
    {"where(run.t, run.kind != 'free')", 3, {1, 1, 4}},
    {"count(s.ok == 1 && s.R <= .2)", 1, {3}},
};

static const expected calls[] = {
    {"abs([-1, 2])", 2, {1, 2}},
    {"sqrt([4, -1])", 2, {2, NAN}},
    {"exp(1)", 1, {2.71828182845904523536}},
    {"log(exp(3))", 1, {3}},
    {"log10(1000)", 1, {3}},
    {"sin(pi/6)", 1, {0.5}},
    {"cos(pi/3)", 1, {0.5}},
    {"tan(pi/4)", 1, {1}},
    {"asin(1)", 1, {PI / 2}},
    {"acos(0)", 1, {PI / 2}},
    {"atan(1)", 1, {PI / 4}},
    {"sinh(log(2))", 1, {0.75}},
    {"cosh(log(2))", 1, {1.25}},
    {"tanh(log(2))", 1, {0.6}},
    {"floor([1.5, -1.5])", 2, {1, -2}},
    {"ceil([1.5, -1.5])", 2, {2, -1}},
    {"round([1.5, -1.5, 1.4])", 3, {2, -2, 1}},
    {"sgn([-3, 0, 2, nan])", 4, {-1, 0, 1, NAN}},
    {"isnan([1, nan])", 2, {0, 1}},
    {"deg(pi)", 1, {180}},
    {"rad(180)", 1, {PI}},
    {"atan2(1, [1, -1])", 2, {PI / 4, 3 * PI / 4}},
    {"hypot([3, 5], [4, 12])", 2, {5, 13}},
    {"pow(2, [3, -1])", 2, {8, 0.5}},
    {"if([1, 0, 1], 5, [1, 2, 3])", 3, {5, 2, 5}},

    {"min([3, nan, 1, 2])", 1, {1}},
    {"min([3, nan, 1], [2, 2, 2], 1.5)", 3, {1.5, 1.5, 1}},
    {"max([3, nan, 5, 2])", 1, {5}},
    {"max([3, 1], 2)", 2, {3, 2}},
    {"[min([]), max([nan])]", 2, {NAN, NAN}},
    {"sum([1, nan, 2])", 1, {3}},
    {"sum([1e16, 1, -1e16])", 1, {1}}, /* compensated */
    {"sum([inf, 1])", 1, {INFINITY}},
    {"[sum([]), count([]), len([])]", 3, {0, 0, 0}},
    {"mean([1, nan, 2, 6])", 1, {3}},
    {"std([2, 4, nan, 6])", 1, {2}},
    {"[mean([]), std(1), rms([]), median([])]", 4, {NAN, NAN, NAN, NAN}},
    {"rms([3, -3, nan, 3])", 1, {3}},
    {"median([5, 1, nan, 3])", 1, {3}},
    {"median([4, 1, 2, 3])", 1, {2.5}},
    {"count([1, 0, nan, -2])", 1, {2}},
    {"[any([0, nan]), any([0, 2])]", 2, {0, 1}},
    {"[all([1, nan]), all([1, 0])]", 2, {1, 0}},
    {"[any([]), all([])]", 2, {NAN, NAN}},
    {"first([nan, 4, 5])", 1, {4}},
    {"last([4, 5, nan])", 1, {5}},
    {"[first([]), last([])]", 2, {NAN, NAN}},
    {"[rises([1, nan, 1, 2]), rises([2, nan, 1]), rises(1)]", 3, {1, 0, NAN}},
    {"[falls([2, 1, 1]), falls([1, 2]), falls([])]", 3, {1, 0, NAN}},
    {"len([1, nan])", 1, {2}},
    {"argmin([nan, 3, 1, 1])", 1, {2}},
    {"argmax([nan, 3, 1, 3])", 1, {1}},
    {"argmax([nan])", 1, {NAN}},
    {"quantile([4, 1, nan, 3, 2, 5], [0, .25, .3, 1])", 4, {1, 2, 2.2, 5}},
    {"quantile([], .5)", 1, {NAN}},

    {"where([1, 2, 3], [1, 0, nan])", 1, {1}},
    {"where(7, [1, 0, 1])", 2, {7, 7}},
    {"diff([1, 4, nan, 2])", 3, {3, NAN, NAN}},
    {"[diff([]), diff(1)]", 0, {0}},
    {"cumsum([1, nan, 2, 3])", 4, {1, NAN, 3, 6}},
    {"cummax([nan, 1, 3, nan, 2])", 5, {NAN, 1, 3, NAN, 3}},
    {"cummin([3, 1, 2])", 3, {3, 1, 1}},
    {"sort([3, nan, 1, 2])", 4, {1, 2, 3, NAN}},
    {"unique([3, nan, 1, 3, 1])", 2, {1, 3}},
    {"reverse([1, 2, 3])", 3, {3, 2, 1}},
    {"range(0, 1, 5)", 5, {0, .25, .5, .75, 1}},
    {"[range(3, 4, 1), range(3, 4, 0)]", 1, {3}},
    {"index(3)", 3, {0, 1, 2}},
    {"take([5, 6, 7], [0, -1, 3, -4, nan])", 5, {5, 7, NAN, NAN, NAN}},

    {"at(run.t, run.y, [0, .5, 1, 2, 4, 4.1, -.1, nan])", 8, {0, 1, -2, -1, 0.45, NAN, NAN, NAN}},
    {"at([0, 1], 3, .5)", 1, {3}},
    {"at([], [], 1)", 1, {NAN}},
    {"when([1, 2, 3, 4], [0, 1, 1, 0])", 1, {2}},
    {"when([1, 2], [nan, 0])", 1, {NAN}},
    {"until([1, 2, 3, 4], [0, 1, 1, 0])", 1, {3}},
    {"until([1, 2], 0)", 1, {NAN}},
    {"crossings([0, 1, 3, 4, 5, 6], [-1, 1, -1, 0, 0, 2])", 3, {0.5, 2, 4}},
    {"crossings([0, 1, 2, 3, 4], [0, 1, 0, 1, 0])", 0, {0}}, /* touches */
    {"crossings([0, 1, 2], [-1, nan, 1])", 0, {0}},
    {"crossings(run.t, run.y)", 2, {1, 3}}, /* at the jump */
    {"crossings_up([0, 1, 3, 4, 5, 6], [-1, 1, -1, 0, 0, 2])", 2, {0.5, 4}},
    /* y = 1 - (t - 1.1)^2 from three points that are not evenly spaced */
    {"peaks([0, 1, 1.5], 1 - ([0, 1, 1.5] - 1.1)^2)", 1, {1.1}},
    {"peak_values([0, 1, 1.5], 1 - ([0, 1, 1.5] - 1.1)^2)", 1, {1}},
    {"peaks(index(8), [5, 0, 2, 2, 2, 1, 3, 4])", 1, {3}}, /* a plateau; ends are none */
    {"peak_values(index(6), [0, 2, 2, 3, 3, 3])", 0, {0}}, /* none comes down again */
    {"peaks([0, 1, 1, 2], [0, 2, -2, -3])", 1, {1}},       /* a jump is not smoothed */
    {"peak_values([0, 1, 1, 2], [0, 2, -2, -3])", 1, {2}},
    {"peaks([0, 1, 2], [0, inf, 0])", 1, {1}},
    {"integral([0, 1, 1, 3], [0, 2, 5, 1])", 1, {7}},
    {"integral([0, 1, 2], [1, nan, 3])", 1, {4}},
    {"cumintegral([0, 1, 2, 3], [0, 2, nan, 4])", 4, {0, 1, NAN, 7}},
    {"slope([0, 1, 2, 3], [1, 3, nan, 7])", 1, {2}},
    {"slope([1, 1], [1, 2])", 1, {NAN}},
    {"intercept([0, 1, 2, nan], [1, 3, 5, 100])", 1, {1}},
    {"slope([0, 1, 2], [0, 0, 3])", 1, {1.5}}, /* not on a line: mean 1, sum 3/2 */
    {"intercept([0, 1, 2], [0, 0, 3])", 1, {-0.5}},
    {"corr([0, 1, 2], [0, 0, 3])", 1, {0.86602540378443864676}}, /* 3/sqrt(2*6) */
    {"corr([0, 1], [2, 2])", 1, {NAN}},
    {"spearman([1, 2, 3, 4], exp([1, 2, 3, 4]))", 1, {1}},
    {"spearman([1, 2, 3, 4], [1, 1, 2, 3])", 1, {0.94868329805051379960}}, /* ranks 1.5 1.5 3 4 */

    {"group_min(s.R, s.CoT)", 3, {2, NAN, 1}},
    {"group_max(s.R, s.CoT)", 3, {5, NAN, 3}},
    {"group_sum(s.R, s.CoT)", 3, {7, 0, 4}},
    {"group_mean(s.R, s.CoT)", 3, {3.5, NAN, 2}},
    {"group_std(s.R, s.CoT)", 3, {2.12132034355964257320, NAN, 1.41421356237309504880}},
    {"group_median([1, 1, 1, 0], [4, 1, 2, 9])", 2, {9, 2}},
    {"group_count(s.R, s.ok)", 3, {2, 1, 1}},
    {"unique(s.R)", 3, {.1, .2, .3}},

    {"rows(run) + rows( s )", 1, {11}},
    {"across(run.lN_, 1)", 3, {2, 20, 200}},
    {"across( run.lN_, -2)", 3, {NAN, 50, 500}},
    {"across(run.lN_, 5)", 3, {NAN, NAN, NAN}},
    {"across_at(run.lN_, run.t, .5)", 3, {1.5, 15, 150}},
    {"across_at(run.lN_, run.t, 1)", 3, {3, 30, 300}}, /* the later one */
    {"across_at(run.lN_, run.t, 2)", 3, {NAN, 40, 400}},
};
enum {
    GRAMMAR = sizeof grammar / sizeof grammar[0],
    CALLS = sizeof calls / sizeof calls[0],
};

/* Functions of the C library and differences of a few numbers of size 1: some roundings. */
static const double few = 1e-13;

static int same(double a, double b)
{
    if (isnan(a) || isnan(b)) return isnan(a) && isnan(b);
    return a == b || fabs(a - b) <= few * fmax(1.0, fabs(a));
}

static const ss_vector bound_v = {3, (double[]){1, 2, -3}};

static ss_scope scope_of(const ss_sheets *s)
{
    return (ss_scope){.sheets = s, .bound = {{"v", &bound_v}}, .nbound = 1};
}

static int wrong_values(const expected *e, int n)
{
    ss_sheets s;
    int wrong = tables(&s);
    const ss_scope scope = scope_of(&s);

    for (int i = 0; i < n; i++) {
        char why[TEXT] = "";
        ss_vector v;
        int bad = ss_expr_eval(e[i].text, &scope, &v, why, sizeof why);
        for (long k = 0; !bad && k < v.n && v.n == e[i].n; k++) bad = !same(e[i].x[k], v.x[k]);
        if (bad || v.n != e[i].n) {
            printf("  %s: %s", e[i].text, why);
            for (long k = 0; k < v.n; k++) printf(" %.17g", v.x[k]);
            printf("\n");
            wrong++;
        }
        ss_vector_free(&v);
    }
    ss_sheets_close(&s);
    return wrong;
}

TEST operators_and_names_have_their_values(void)
{
    ASSERT_EQ(0, wrong_values(grammar, GRAMMAR));
    PASS();
}

TEST functions_have_their_values(void)
{
    ASSERT_EQ(0, wrong_values(calls, CALLS));
    PASS();
}

TEST every_function_of_the_list_is_called_here(void)
{
    static const char *const name[] = {
#define SS_EXPR(called, nargs, alike, kind, function) called "(",
#include "bench/expr.def"
#undef SS_EXPR
    };
    for (size_t i = 0; i < sizeof name / sizeof name[0]; i++) {
        int called = 0;
        for (int k = 0; k < CALLS; k++) {
            const char *const at = strstr(calls[k].text, name[i]);
            called |= at && (at == calls[k].text || strchr(" [(", at[-1]));
        }
        if (!called) printf("  %s) has no case\n", name[i]);
        ASSERT(called);
    }
    PASS();
}

TEST one_number_is_got_where_one_is_expected(void)
{
    const ss_scope none = {0};
    char why[TEXT] = "";
    double x = 0.0;
    ASSERT_EQ(0, ss_expr_number("max([1, 2]) + 1", &none, &x, why, sizeof why));
    ASSERT_EQ(3.0, x);
    ASSERT_EQ(1, ss_expr_number("[1, 2]", &none, &x, why, sizeof why));
    ASSERT_STR_EQ("expected one number, found a vector of length 2", why);
    ASSERT_EQ(1, ss_expr_number("1 +", &none, &x, why, sizeof why));
    ASSERT_EQ(0, ss_expr_number("'a'", &none, &x, why, sizeof why)); /* without any tables */
    ASSERT_EQ(-1.0, x);
    PASS();
}

/* ---- refusals ------------------------------------------------------------------------ */

static const struct {
    const char *text, *why;
} refused[] = {
    {"", "character 1: expected a value, found the end"},
    {"1 +", "character 4: expected a value, found the end"},
    {"1 2", "character 3: expected an operator or the end, found '2'"},
    {"2x", "character 2: expected an operator behind the number, found 'x'"},
    {"1 = 1", "character 3: expected an operator or the end, found '='"},
    {"a & b", "character 1: nothing is called 'a'; nearest: v, pi, nan"},
    {"1 & 2", "character 3: expected an operator or the end, found '&'"},
    {"(1", "character 3: expected an operator or ')', found the end"},
    {"[1, 2", "character 6: expected ',' or ']', found the end"},
    {"[1,]", "character 4: expected a value, found ']'"},
    {"max(1", "character 6: expected ',' or ')', found the end"},
    {"1 ? 2", "character 6: expected an operator or ':', found the end"},
    {"\x01", "character 1: expected a value, found byte 0x01"},
    {"run.kind == 'impact", "character 13: the word has no closing quote"},
    {"0 < v < 1", "character 7: comparisons do not chain: write a < b && b < c"},
    {"1 + [1, 2] * [1, 2, 3]", "character 12: lengths 2 and 3 do not go together"},
    {"[1, 2]^[]", "character 7: lengths 2 and 0 do not go together"},
    {"[1, 2] ? 1 : [1, 2, 3]", "character 8: lengths 2 and 3 do not go together"},
    {"hypot([1, 2], [1, 2, 3])", "character 1: lengths 2 and 3 do not go together"},
    {"where([1, 2], [1, 2, 3])", "character 1: lengths 2 and 3 do not go together"},
    {"slope(run.t, s.R)", "character 1: lengths 5 and 6 do not go together"},
    {"vv", "character 1: nothing is called 'vv'; nearest: v, pi, nan"},
    {"run", "character 1: run is a table: one of its columns is run.NAME"},
    {"max + 1", "character 1: max is a function: expected '(' behind it"},
    {"1 + rum.t", "character 5: no table is called 'rum'; nearest: run, s"},
    {"run.lN_7", "character 5: table run has no 'lN_7'; nearest: lN_0, lN_1, lN_2"},
    {"run.", "character 5: expected a name, found the end"},
    {"maxx(1)", "character 1: no function is called 'maxx'; nearest: max, abs, exp"},
    {"sin(1, 2)", "character 1: sin() takes 1 argument, not 2"},
    {"1 + at(1, 2)", "character 5: at() takes 3 arguments, not 2"},
    {"min()", "character 1: min() takes at least 1 argument, not 0"},
    {"max(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)", "character 1: more than 16 arguments"},
    {"quantile(v, 2)", "character 1: quantile(): p must be in [0, 1], not 2"},
    {"take(v, .5)", "character 1: take(): a place is a whole number, not 0.5"},
    {"index(-1)", "character 1: index(): the number of elements must be a whole one of "
                  "0 .. 10000000, not -1"},
    {"index(v)", "character 1: index(): the number of elements is a vector of length 3"},
    {"range(v, 1, 2)",
     "character 1: range(): the ends must be numbers, not vectors of lengths 3 and 1"},
    {"at([0, 2, 1], 1, 1)", "character 1: at(): time 2 decreases"},
    {"at([0, nan], 1, 1)", "character 1: at(): time 1 is not a number"},
    {"rows(rum)", "character 6: no table is called 'rum'; nearest: run, s"},
    {"rows(run.t)", "character 9: expected ')' behind the table, found '.'"},
    {"across(run, 1)", "character 11: expected '.' and a column behind the table, found ','"},
    {"across(run.lM_, 1)", "character 12: table run has no 'lM_0'; nearest: lN_0, lN_1, lN_2"},
    {"across(run.hole_, 1)", "character 12: table run has hole_2 but not hole_1"},
    {"across(run.lN_, v)", "character 17: expected one number, found a vector of length 3"},
    {"across(run.lN_, .5)", "character 1: a row is a whole number, not 0.5"},
    {"across(run.lN_)", "character 15: expected ',', found ')'"},
    {"across(run.lN_, 1, 2)", "character 18: expected ')', found ','"},
    {"across_at(run.lN_, s.R, 1)", "character 1: 6 times where table run has 5 rows"},
    {"across_at(run.lN_, run.y, 1)", "character 1: across_at(): time 2 decreases"},
    {"across_at(run.lN_, run.t, v)",
     "character 27: expected one number, found a vector of length 3"},
    {"a23456789012345678901234567890123456789012345678901234567890123456",
     "character 1: a name has at most 63 characters"},
};

TEST what_cannot_be_understood_is_refused_with_its_place(void)
{
    ss_sheets s;
    ASSERT_EQ(0, tables(&s));
    const ss_scope scope = scope_of(&s);
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        char why[TEXT] = "";
        ss_vector v;
        const int bad = ss_expr_eval(refused[i].text, &scope, &v, why, sizeof why);
        if (!bad || strcmp(why, refused[i].why) != 0)
            printf("  %s\n    %s\n    %s\n", refused[i].text, refused[i].why, why);
        ASSERT(bad && !v.x);
        ASSERT_STR_EQ(refused[i].why, why);
        char little[8] = "";
        ASSERT_EQ(1, ss_expr_eval(refused[i].text, &scope, &v, little, sizeof little));
        ASSERT_EQ(strlen(little), 7u);
        ASSERT_EQ(1, ss_expr_eval(refused[i].text, &scope, &v, NULL, 0));
    }
    ss_sheets_close(&s);
    PASS();
}

TEST nesting_without_end_is_refused(void)
{
    static const char *const opening[] = {"(", "-", "!", "[", "sin(", "1^", "1?", "1?1:", "1+("};
    enum { LENGTH = 100000 };
    char *const text = malloc(LENGTH + 1);
    const ss_scope none = {0};
    ASSERT(text);
    for (size_t i = 0; i < sizeof opening / sizeof opening[0]; i++) {
        const size_t n = strlen(opening[i]);
        char why[TEXT] = "";
        ss_vector v;
        for (size_t k = 0; k < LENGTH; k++) text[k] = opening[i][k % n];
        text[LENGTH] = '\0';
        ASSERT_EQ(1, ss_expr_eval(text, &none, &v, why, sizeof why));
        ASSERT(strstr(why, "nested too deeply"));
    }
    /* what people write is not refused */
    size_t k = 0;
    while (k < 90) text[k++] = '(';
    text[k++] = '1';
    while (k < 181) text[k++] = ')';
    text[k] = '\0';
    double x = 0.0;
    ASSERT_EQ(0, ss_expr_number(text, &none, &x, NULL, 0));
    ASSERT_EQ(1.0, x);
    free(text);
    PASS();
}

/* ---- any text ------------------------------------------------------------------------ */

static const char *some_text(ss_pcg *r)
{
    const uint32_t k = ss_pcg_next(r) % (GRAMMAR + CALLS);
    return k < GRAMMAR ? grammar[k].text : calls[k - GRAMMAR].text;
}

/* Bytes replaced, removed and inserted, and pieces of other expressions in their place. */
static void mutate(ss_pcg *r, char *text)
{
    static const char bytes[] = "0123456789.eE+-*/%^!<>=&|?:,()[]' \tvruntsyRlN_xi\xff";
    for (uint32_t m = 1 + ss_pcg_next(r) % 2; m; m--) {
        const size_t n = strlen(text), at = ss_pcg_next(r) % (n + 1);
        const char c = bytes[ss_pcg_next(r) % (sizeof bytes - 1)];
        const uint32_t how = ss_pcg_next(r) % 4;
        if (how == 0 && at < n) {
            text[at] = c;
        } else if (how == 1 && at < n) {
            memmove(text + at, text + at + 1, n - at);
        } else if (how == 2 && n + 2 < TEXT) {
            memmove(text + at + 1, text + at, n - at + 1);
            text[at] = c;
        } else if (how == 3) {
            const char *const other = some_text(r);
            snprintf(text + at, TEXT - at, "%s", other + ss_pcg_next(r) % (strlen(other) + 1));
        }
    }
}

/* Whether it crashes, reads amiss or leaks is for the sanitizers to say; here it either has a
 * value or a reason. */
TEST any_text_has_a_value_or_a_reason(void)
{
    enum { TEXTS = 30000 };
    int values = 0, reasons = 0;
    ss_sheets s;
    ss_pcg r;

    ASSERT_EQ(0, tables(&s));
    const ss_scope scope = scope_of(&s);
    ss_pcg_seed(&r, 20, 8);
    for (int i = 0; i < TEXTS; i++) {
        char text[TEXT], why[TEXT] = "";
        ss_vector v;
        if (i % 4 == 0) {
            const uint32_t n = ss_pcg_next(&r) % 40;
            for (uint32_t k = 0; k < n; k++) text[k] = (char)(1 + ss_pcg_next(&r) % 255);
            text[n] = '\0';
        } else {
            snprintf(text, sizeof text, "%s", some_text(&r));
            mutate(&r, text);
        }
        if (ss_expr_eval(text, &scope, &v, why, sizeof why)) {
            ASSERT(!v.x && v.n == 0 && strncmp(why, "character ", 10) == 0);
            ASSERT(!strchr(why, '\n'));
            reasons++;
        } else {
            ASSERT(v.x && why[0] == '\0');
            values++;
        }
        ss_vector_free(&v);
    }
    ss_sheets_close(&s);
    ASSERT(values > TEXTS / 20 && reasons > TEXTS / 20); /* both ways were gone */
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(operators_and_names_have_their_values);
    RUN_TEST(functions_have_their_values);
    RUN_TEST(every_function_of_the_list_is_called_here);
    RUN_TEST(one_number_is_got_where_one_is_expected);
    RUN_TEST(what_cannot_be_understood_is_refused_with_its_place);
    RUN_TEST(nesting_without_end_is_refused);
    RUN_TEST(any_text_has_a_value_or_a_reason);
    GREATEST_MAIN_END();
}
