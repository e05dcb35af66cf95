/* greatest.h - the small test harness the tests are written to
 *
 * It speaks the API of the public single-header library `greatest`, so that upstream's header
 * can take its place (configure --with-greatest=DIR), but is written for this project.
 * Three things are stricter here: ASSERT_IN_RANGE fails on a NaN, every test prints
 * one line, and the last line of a program is `N passed, N failed, N skipped`.
 *
 *     TEST two_and_two_are_four(void)
 *     {
 *         ASSERT_EQ(4, 2 + 2);
 *         PASS();
 *     }
 *
 *     SUITE(sums)
 *     {
 *         RUN_TEST(two_and_two_are_four);
 *     }
 *
 *     GREATEST_MAIN_DEFS();
 *
 *     int main(int argc, char **argv)
 *     {
 *         GREATEST_MAIN_BEGIN();
 *         RUN_SUITE(sums);
 *         GREATEST_MAIN_END();
 *     }
 *
 * A program takes -l (list), -v (verbose), -f (stop after the first failure), -e (names match
 * exactly), -s SUITE, -t TEST, -x TEST (run only, run only, leave out; by substring).
 */
#ifdef GREATEST_UPSTREAM /* the path of upstream's header, which has the same include guard */
#include GREATEST_UPSTREAM
#endif

#ifndef GREATEST_H
#define GREATEST_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum greatest_test_res {
    GREATEST_TEST_RES_PASS = 0,
    GREATEST_TEST_RES_FAIL = -1,
    GREATEST_TEST_RES_SKIP = 1
};

enum {
    GREATEST_FLAG_FIRST_FAIL = 1,
    GREATEST_FLAG_LIST_ONLY = 2,
    GREATEST_FLAG_EXACT = 4,
    GREATEST_NAME_SIZE = 256, /* longest test name with its suffix, and the final 0 */
    GREATEST_SHORT_SIZE = 64  /* longest suffix, and the final 0 */
};

typedef void greatest_setup_cb(void *udata);
typedef void greatest_teardown_cb(void *udata);
typedef void greatest_suite_cb(void);

typedef struct greatest_run_info {
    unsigned flags, verbosity;
    unsigned passed, failed, skipped, assertions;
    const char *suite_filter, *test_filter, *test_exclude; /* NULL: no filter */

    /* where and why the running test ended */
    const char *fail_file, *msg;
    unsigned fail_line;

    char suffix[GREATEST_SHORT_SIZE]; /* goes behind the next test's name, then is empty again */
    char name_buf[GREATEST_NAME_SIZE];
    clock_t test_start;

    greatest_setup_cb *setup;
    void *setup_udata;
    greatest_teardown_cb *teardown;
    void *teardown_udata;
} greatest_run_info;

extern greatest_run_info greatest_info;

void greatest_parse_options(int argc, char **argv);
int greatest_test_pre(const char *name); /* 1: the test is to be run */
void greatest_test_post(enum greatest_test_res res);
void greatest_run_suite(greatest_suite_cb *suite, const char *name);
void greatest_set_test_suffix(const char *suffix);
void greatest_print_report(void);
int greatest_all_passed(void);
int greatest_in_range(double exp, double got, double tol);
int greatest_str_eq(const char *exp, const char *got, const size_t *size);
int greatest_mem_eq(const void *exp, const void *got, size_t size);

#define GREATEST_STDOUT  stdout
#define GREATEST_FPRINTF fprintf

#define GREATEST_TEST static enum greatest_test_res
#define GREATEST_SUITE(NAME)                                                                       \
    void NAME(void);                                                                               \
    void NAME(void)
#define GREATEST_SUITE_EXTERN(NAME) void NAME(void)

#define GREATEST_END_TEST(RES, MSG)                                                                \
    do {                                                                                           \
        greatest_info.fail_file = __FILE__;                                                        \
        greatest_info.fail_line = (unsigned)__LINE__;                                              \
        greatest_info.msg = (MSG);                                                                 \
        return (RES);                                                                              \
    } while (0)

#define GREATEST_PASSm(MSG) GREATEST_END_TEST(GREATEST_TEST_RES_PASS, MSG)
#define GREATEST_FAILm(MSG) GREATEST_END_TEST(GREATEST_TEST_RES_FAIL, MSG)
#define GREATEST_SKIPm(MSG) GREATEST_END_TEST(GREATEST_TEST_RES_SKIP, MSG)
#define GREATEST_PASS()     GREATEST_PASSm(NULL)
#define GREATEST_FAIL()     GREATEST_FAILm(NULL)
#define GREATEST_SKIP()     GREATEST_SKIPm(NULL)

#define GREATEST_ASSERTm(MSG, COND)                                                                \
    do {                                                                                           \
        greatest_info.assertions++;                                                                \
        if (!(COND)) GREATEST_FAILm(MSG);                                                          \
    } while (0)
#define GREATEST_ASSERT_FALSEm(MSG, COND)   GREATEST_ASSERTm(MSG, !(COND))
#define GREATEST_ASSERT_EQm(MSG, EXP, GOT)  GREATEST_ASSERTm(MSG, (EXP) == (GOT))
#define GREATEST_ASSERT_NEQm(MSG, EXP, GOT) GREATEST_ASSERTm(MSG, (EXP) != (GOT))
#define GREATEST_ASSERT_GTm(MSG, EXP, GOT)  GREATEST_ASSERTm(MSG, (EXP) > (GOT))
#define GREATEST_ASSERT_GTEm(MSG, EXP, GOT) GREATEST_ASSERTm(MSG, (EXP) >= (GOT))
#define GREATEST_ASSERT_LTm(MSG, EXP, GOT)  GREATEST_ASSERTm(MSG, (EXP) < (GOT))
#define GREATEST_ASSERT_LTEm(MSG, EXP, GOT) GREATEST_ASSERTm(MSG, (EXP) <= (GOT))
#define GREATEST_ASSERT_STR_EQm(MSG, EXP, GOT)                                                     \
    GREATEST_ASSERTm(MSG, greatest_str_eq(EXP, GOT, NULL))
#define GREATEST_ASSERT_STRN_EQm(MSG, EXP, GOT, SIZE)                                              \
    GREATEST_ASSERTm(MSG, greatest_str_eq(EXP, GOT, &(const size_t){SIZE}))
#define GREATEST_ASSERT_MEM_EQm(MSG, EXP, GOT, SIZE)                                               \
    GREATEST_ASSERTm(MSG, greatest_mem_eq(EXP, GOT, SIZE))
#define GREATEST_ASSERT_IN_RANGEm(MSG, EXP, GOT, TOL)                                              \
    GREATEST_ASSERTm(MSG, greatest_in_range((double)(EXP), (double)(GOT), (double)(TOL)))

/* The operands are evaluated twice when, and only when, they differ: once to compare, once to
 * be shown. */
#define GREATEST_ASSERT_EQ_FMTm(MSG, EXP, GOT, FMT)                                                \
    do {                                                                                           \
        greatest_info.assertions++;                                                                \
        if ((EXP) != (GOT)) {                                                                      \
            (void)printf("  expected " FMT ", got " FMT "\n", EXP, GOT);                           \
            GREATEST_FAILm(MSG);                                                                   \
        }                                                                                          \
    } while (0)
#define GREATEST_ASSERT_ENUM_EQm(MSG, EXP, GOT, NAME_OF)                                           \
    do {                                                                                           \
        greatest_info.assertions++;                                                                \
        if ((EXP) != (GOT)) {                                                                      \
            (void)printf("  expected %s, got %s\n", NAME_OF(EXP), NAME_OF(GOT));                   \
            GREATEST_FAILm(MSG);                                                                   \
        }                                                                                          \
    } while (0)

/* A helper that returns a test result: end the test unless it passed. */
#define GREATEST_CHECK_CALL(CALL)                                                                  \
    do {                                                                                           \
        const enum greatest_test_res greatest_call_res = (CALL);                                   \
        if (greatest_call_res != GREATEST_TEST_RES_PASS) return greatest_call_res;                 \
    } while (0)

#define GREATEST_ASSERT(COND)            GREATEST_ASSERTm(#COND, COND)
#define GREATEST_ASSERT_FALSE(COND)      GREATEST_ASSERT_FALSEm("not: " #COND, COND)
#define GREATEST_ASSERT_EQ(EXP, GOT)     GREATEST_ASSERT_EQm(#EXP " == " #GOT, EXP, GOT)
#define GREATEST_ASSERT_NEQ(EXP, GOT)    GREATEST_ASSERT_NEQm(#EXP " != " #GOT, EXP, GOT)
#define GREATEST_ASSERT_GT(EXP, GOT)     GREATEST_ASSERT_GTm(#EXP " > " #GOT, EXP, GOT)
#define GREATEST_ASSERT_GTE(EXP, GOT)    GREATEST_ASSERT_GTEm(#EXP " >= " #GOT, EXP, GOT)
#define GREATEST_ASSERT_LT(EXP, GOT)     GREATEST_ASSERT_LTm(#EXP " < " #GOT, EXP, GOT)
#define GREATEST_ASSERT_LTE(EXP, GOT)    GREATEST_ASSERT_LTEm(#EXP " <= " #GOT, EXP, GOT)
#define GREATEST_ASSERT_STR_EQ(EXP, GOT) GREATEST_ASSERT_STR_EQm(#GOT " is " #EXP, EXP, GOT)
#define GREATEST_ASSERT_STRN_EQ(EXP, GOT, SIZE)                                                    \
    GREATEST_ASSERT_STRN_EQm(#GOT " starts as " #EXP, EXP, GOT, SIZE)
#define GREATEST_ASSERT_MEM_EQ(EXP, GOT, SIZE)                                                     \
    GREATEST_ASSERT_MEM_EQm(#GOT " holds the bytes of " #EXP, EXP, GOT, SIZE)
#define GREATEST_ASSERT_IN_RANGE(EXP, GOT, TOL)                                                    \
    GREATEST_ASSERT_IN_RANGEm(#GOT " is " #EXP " +/- " #TOL, EXP, GOT, TOL)
#define GREATEST_ASSERT_EQ_FMT(EXP, GOT, FMT)                                                      \
    GREATEST_ASSERT_EQ_FMTm(#EXP " == " #GOT, EXP, GOT, FMT)
#define GREATEST_ASSERT_ENUM_EQ(EXP, GOT, NAME_OF)                                                 \
    GREATEST_ASSERT_ENUM_EQm(#EXP " == " #GOT, EXP, GOT, NAME_OF)

#define GREATEST_RUN_TEST(TEST_NAME)                                                               \
    do {                                                                                           \
        if (greatest_test_pre(#TEST_NAME) == 1) greatest_test_post(TEST_NAME());                   \
    } while (0)
#define GREATEST_RUN_TEST1(TEST_NAME, ENV)                                                         \
    do {                                                                                           \
        if (greatest_test_pre(#TEST_NAME) == 1) greatest_test_post(TEST_NAME(ENV));                \
    } while (0)
#define GREATEST_RUN_TESTp(TEST_NAME, ...)                                                         \
    do {                                                                                           \
        if (greatest_test_pre(#TEST_NAME) == 1) greatest_test_post(TEST_NAME(__VA_ARGS__));        \
    } while (0)
#define GREATEST_RUN_SUITE(SUITE_NAME) greatest_run_suite(SUITE_NAME, #SUITE_NAME)

#define GREATEST_SET_SETUP_CB(CB, UDATA)                                                           \
    (greatest_info.setup = (CB), greatest_info.setup_udata = (UDATA))
#define GREATEST_SET_TEARDOWN_CB(CB, UDATA)                                                        \
    (greatest_info.teardown = (CB), greatest_info.teardown_udata = (UDATA))

#define GREATEST_IS_VERBOSE()    (greatest_info.verbosity > 0)
#define GREATEST_FIRST_FAIL()    (greatest_info.flags & GREATEST_FLAG_FIRST_FAIL)
#define GREATEST_FAILURE_ABORT() (GREATEST_FIRST_FAIL() && greatest_info.failed > 0)
#define GREATEST_PRINT_REPORT()  greatest_print_report()
#define GREATEST_INIT()          ((void)0)
#define GREATEST_MAIN_BEGIN()    greatest_parse_options(argc, argv)
#define GREATEST_MAIN_END()                                                                        \
    do {                                                                                           \
        greatest_print_report();                                                                   \
        return greatest_all_passed() ? EXIT_SUCCESS : EXIT_FAILURE;                                \
    } while (0)

/* Stands once in a program, outside of any function: the harness itself. */
#define GREATEST_MAIN_DEFS()                                                                       \
    greatest_run_info greatest_info;                                                               \
                                                                                                   \
    static int greatest_name_match(const char *name, const char *filter, int if_none)              \
    {                                                                                              \
        if (filter == NULL) return if_none;                                                        \
        if (greatest_info.flags & GREATEST_FLAG_EXACT) return strcmp(name, filter) == 0;           \
        return strstr(name, filter) != NULL;                                                       \
    }                                                                                              \
                                                                                                   \
    static void greatest_usage(const char *program)                                                \
    {                                                                                              \
        (void)printf("usage: %s [-hlvfe] [-s SUITE] [-t TEST] [-x TEST]\n"                         \
                     "  -h  this help\n"                                                           \
                     "  -l  list the tests, run none\n"                                            \
                     "  -v  verbose: where each test ended and its time\n"                         \
                     "  -f  stop after the first failure\n"                                        \
                     "  -e  names given to -s, -t, -x are whole names, not parts\n"                \
                     "  -s  run only the suites named so\n"                                        \
                     "  -t  run only the tests named so\n"                                         \
                     "  -x  leave out the tests named so\n",                                       \
                     program);                                                                     \
    }                                                                                              \
                                                                                                   \
    void greatest_parse_options(int argc, char **argv)                                             \
    {                                                                                              \
        greatest_run_info *const g = &greatest_info;                                               \
        /* a crash must not swallow the lines of the tests before it */                            \
        (void)setvbuf(stdout, NULL, _IOLBF, BUFSIZ);                                               \
        for (int i = 1; i < argc; i++) {                                                           \
            const char *const a = argv[i];                                                         \
            const int plain = a[0] == '-' && a[1] != '\0' && a[2] == '\0';                         \
            const char key = plain ? a[1] : '?';                                                   \
            if (strchr("stx", key) != NULL && i + 1 < argc) {                                      \
                const char *const name = argv[++i];                                                \
                if (key == 's') g->suite_filter = name;                                            \
                if (key == 't') g->test_filter = name;                                             \
                if (key == 'x') g->test_exclude = name;                                            \
            } else if (key == 'l') {                                                               \
                g->flags |= (unsigned)GREATEST_FLAG_LIST_ONLY;                                     \
            } else if (key == 'f') {                                                               \
                g->flags |= (unsigned)GREATEST_FLAG_FIRST_FAIL;                                    \
            } else if (key == 'e') {                                                               \
                g->flags |= (unsigned)GREATEST_FLAG_EXACT;                                         \
            } else if (key == 'v') {                                                               \
                g->verbosity++;                                                                    \
            } else {                                                                               \
                greatest_usage(argv[0]);                                                           \
                exit(key == 'h' ? EXIT_SUCCESS : EXIT_FAILURE);                                    \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    void greatest_set_test_suffix(const char *suffix)                                              \
    {                                                                                              \
        (void)snprintf(greatest_info.suffix, sizeof greatest_info.suffix, "%s", suffix);           \
    }                                                                                              \
                                                                                                   \
    int greatest_test_pre(const char *name)                                                        \
    {                                                                                              \
        greatest_run_info *const g = &greatest_info;                                               \
        (void)snprintf(g->name_buf, sizeof g->name_buf, "%s%s%s", name,                            \
                       g->suffix[0] != '\0' ? "_" : "", g->suffix);                                \
        g->suffix[0] = '\0';                                                                       \
        if (!greatest_name_match(g->name_buf, g->test_filter, 1)) return 0;                        \
        if (greatest_name_match(g->name_buf, g->test_exclude, 0)) return 0;                        \
        if (GREATEST_FAILURE_ABORT()) return 0;                                                    \
        if (g->flags & GREATEST_FLAG_LIST_ONLY) {                                                  \
            (void)printf("%s\n", g->name_buf);                                                     \
            return 0;                                                                              \
        }                                                                                          \
        g->msg = NULL;                                                                             \
        g->test_start = clock();                                                                   \
        if (g->setup != NULL) g->setup(g->setup_udata);                                            \
        return 1;                                                                                  \
    }                                                                                              \
                                                                                                   \
    void greatest_test_post(enum greatest_test_res res)                                            \
    {                                                                                              \
        greatest_run_info *const g = &greatest_info;                                               \
        const double secs = (double)(clock() - g->test_start) / (double)CLOCKS_PER_SEC;            \
        const char *const msg = g->msg != NULL ? g->msg : "";                                      \
        const char *const sep = msg[0] != '\0' ? ": " : "";                                        \
        if (g->teardown != NULL) g->teardown(g->teardown_udata);                                   \
        if (res == GREATEST_TEST_RES_PASS) {                                                       \
            g->passed++;                                                                           \
            (void)printf("ok   %s%s%s", g->name_buf, sep, msg);                                    \
        } else if (res == GREATEST_TEST_RES_SKIP) {                                                \
            g->skipped++;                                                                          \
            (void)printf("skip %s%s%s", g->name_buf, sep, msg);                                    \
        } else {                                                                                   \
            g->failed++;                                                                           \
            (void)printf("FAIL %s%s%s (%s:%u)", g->name_buf, sep, msg, g->fail_file,               \
                         g->fail_line);                                                            \
        }                                                                                          \
        if (g->verbosity > 0) (void)printf(" [%s:%u, %.3f s]", g->fail_file, g->fail_line, secs);  \
        (void)printf("\n");                                                                        \
    }                                                                                              \
                                                                                                   \
    void greatest_run_suite(greatest_suite_cb *suite, const char *name)                            \
    {                                                                                              \
        greatest_run_info *const g = &greatest_info;                                               \
        if (!greatest_name_match(name, g->suite_filter, 1) || GREATEST_FAILURE_ABORT()) return;    \
        (void)printf("* %s\n", name);                                                              \
        suite();                                                                                   \
        /* a suite's own setup and teardown end with it */                                         \
        g->setup = NULL;                                                                           \
        g->teardown = NULL;                                                                        \
    }                                                                                              \
                                                                                                   \
    void greatest_print_report(void)                                                               \
    {                                                                                              \
        const greatest_run_info *const g = &greatest_info;                                         \
        if (g->flags & GREATEST_FLAG_LIST_ONLY) return;                                            \
        if (g->verbosity > 0) (void)printf("%u assertions\n", g->assertions);                      \
        (void)printf("%u passed, %u failed, %u skipped\n", g->passed, g->failed, g->skipped);      \
    }                                                                                              \
                                                                                                   \
    int greatest_all_passed(void)                                                                  \
    {                                                                                              \
        return greatest_info.failed == 0;                                                          \
    }                                                                                              \
                                                                                                   \
    int greatest_in_range(double exp, double got, double tol)                                      \
    {                                                                                              \
        const double diff = exp > got ? exp - got : got - exp;                                     \
        if (exp == got || diff <= tol) return 1; /* a NaN is in no range */                        \
        (void)printf("  expected %.17g +/- %g, got %.17g\n", exp, tol, got);                       \
        return 0;                                                                                  \
    }                                                                                              \
                                                                                                   \
    int greatest_str_eq(const char *exp, const char *got, const size_t *size)                      \
    {                                                                                              \
        if (exp == got) return 1;                                                                  \
        if (exp != NULL && got != NULL &&                                                          \
            (size != NULL ? strncmp(exp, got, *size) : strcmp(exp, got)) == 0)                     \
            return 1;                                                                              \
        (void)printf("  expected \"%s\"\n       got \"%s\"\n", exp != NULL ? exp : "(null)",       \
                     got != NULL ? got : "(null)");                                                \
        return 0;                                                                                  \
    }                                                                                              \
                                                                                                   \
    int greatest_mem_eq(const void *exp, const void *got, size_t size)                             \
    {                                                                                              \
        const unsigned char *const e = exp, *const a = got;                                        \
        for (size_t i = 0; i < size; i++) {                                                        \
            if (e[i] == a[i]) continue;                                                            \
            (void)printf("  byte %zu: expected %02x, got %02x\n", i, e[i], a[i]);                  \
            return 0;                                                                              \
        }                                                                                          \
        return 1;                                                                                  \
    }                                                                                              \
                                                                                                   \
    /* so that the macro can end in a semicolon */                                                 \
    extern greatest_run_info greatest_info

#ifndef GREATEST_USE_ABBREVS
#define GREATEST_USE_ABBREVS 1
#endif
#if GREATEST_USE_ABBREVS
#define TEST             GREATEST_TEST
#define SUITE            GREATEST_SUITE
#define SUITE_EXTERN     GREATEST_SUITE_EXTERN
#define RUN_TEST         GREATEST_RUN_TEST
#define RUN_TEST1        GREATEST_RUN_TEST1
#define RUN_TESTp        GREATEST_RUN_TESTp
#define RUN_SUITE        GREATEST_RUN_SUITE
#define PASS             GREATEST_PASS
#define PASSm            GREATEST_PASSm
#define FAIL             GREATEST_FAIL
#define FAILm            GREATEST_FAILm
#define SKIP             GREATEST_SKIP
#define SKIPm            GREATEST_SKIPm
#define ASSERT           GREATEST_ASSERT
#define ASSERTm          GREATEST_ASSERTm
#define ASSERT_FALSE     GREATEST_ASSERT_FALSE
#define ASSERT_FALSEm    GREATEST_ASSERT_FALSEm
#define ASSERT_EQ        GREATEST_ASSERT_EQ
#define ASSERT_EQm       GREATEST_ASSERT_EQm
#define ASSERT_NEQ       GREATEST_ASSERT_NEQ
#define ASSERT_NEQm      GREATEST_ASSERT_NEQm
#define ASSERT_GT        GREATEST_ASSERT_GT
#define ASSERT_GTm       GREATEST_ASSERT_GTm
#define ASSERT_GTE       GREATEST_ASSERT_GTE
#define ASSERT_GTEm      GREATEST_ASSERT_GTEm
#define ASSERT_LT        GREATEST_ASSERT_LT
#define ASSERT_LTm       GREATEST_ASSERT_LTm
#define ASSERT_LTE       GREATEST_ASSERT_LTE
#define ASSERT_LTEm      GREATEST_ASSERT_LTEm
#define ASSERT_EQ_FMT    GREATEST_ASSERT_EQ_FMT
#define ASSERT_EQ_FMTm   GREATEST_ASSERT_EQ_FMTm
#define ASSERT_ENUM_EQ   GREATEST_ASSERT_ENUM_EQ
#define ASSERT_ENUM_EQm  GREATEST_ASSERT_ENUM_EQm
#define ASSERT_IN_RANGE  GREATEST_ASSERT_IN_RANGE
#define ASSERT_IN_RANGEm GREATEST_ASSERT_IN_RANGEm
#define ASSERT_STR_EQ    GREATEST_ASSERT_STR_EQ
#define ASSERT_STR_EQm   GREATEST_ASSERT_STR_EQm
#define ASSERT_STRN_EQ   GREATEST_ASSERT_STRN_EQ
#define ASSERT_STRN_EQm  GREATEST_ASSERT_STRN_EQm
#define ASSERT_MEM_EQ    GREATEST_ASSERT_MEM_EQ
#define ASSERT_MEM_EQm   GREATEST_ASSERT_MEM_EQm
#define CHECK_CALL       GREATEST_CHECK_CALL
#define SET_SETUP        GREATEST_SET_SETUP_CB
#define SET_TEARDOWN     GREATEST_SET_TEARDOWN_CB
#endif

#endif
