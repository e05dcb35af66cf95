/* test_sheet.c - tables from files */
#include "bench/sheet.h"
#include "problems/base/pcg.h"
#include "tests/greatest.h"
#include "tests/sheets.h"
#include <math.h>
#include <stdlib.h>

TEST a_csv_file_becomes_columns_of_numbers_and_words(void)
{
    ss_sheets s;
    ASSERT_EQ(0, tables(&s));
    const ss_sheet *const t = ss_sheets_find(&s, "run");
    ASSERT(t && t->rows == 5 && t->ncolumns == 8);
    ASSERT_STR_EQ("lN_0", t->column[2].name);
    ASSERT_EQ(4.5e-1, t->column[1].x[4]);
    ASSERT(isnan(t->column[2].x[3]) && isnan(t->column[3].x[4]));
    ASSERT_EQ(-INFINITY, t->column[4].x[4]);
    const double *const kind = t->column[7].x;
    ASSERT(kind[0] == kind[3] && kind[1] == kind[2] && kind[0] != kind[1] && kind[4] != kind[1]);
    ASSERT_EQ(kind[1], ss_sheets_word(&s, "impact", 6));
    ASSERT_EQ(-1.0, ss_sheets_word(&s, "impac", 5));
    ASSERT(!ss_sheets_find(&s, "ru"));
    ss_sheets_close(&s);
    ASSERT_EQ(0, s.n);
    PASS();
}

TEST lines_of_key_and_value_become_scalars(void)
{
    ss_sheets s;
    ASSERT_EQ(0, tables(&s));
    const ss_sheet *const t = ss_sheets_find(&s, "run");
    ASSERT_EQ(4, t->nscalars); /* verdict, steps, E_end, y */
    ASSERT_STR_EQ("ok", s.word[(int)t->scalar[0].x[0]]);
    ASSERT_EQ(13.0, t->scalar[1].x[0]); /* as it was last */
    ASSERT_EQ(-1.5e-3, t->scalar[2].x[0]);
    ss_sheets_close(&s);
    PASS();
}

TEST a_csv_file_that_is_wrong_is_refused_with_its_line(void)
{
    static const struct {
        const char *text, *why;
    } wrong[] = {{"a,b\n1,2\n3\n", "@:3: 1 cell where the header has 2"},
                 {"a,b\n1,2,3,4\n", "@:2: 4 cells where the header has 2"},
                 {"a,b\n1,2\n\n", "@:3: 1 cell where the header has 2"},
                 {"a,,c\n", "@:1: column 2 has no name"},
                 {"a,b,a\n", "@:1: two columns are called a"},
                 {"", "@: empty, not even a header"},
                 {"a2345678901234567890123456789012345678901234567890123456789012345,b\n",
                  "@:1: the name of column 1 has more than 63 characters"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        ss_sheets s = {0};
        char why[TEXT] = "";
        ASSERT_EQ(1, read_text(&s, ss_sheets_read_csv, "x", wrong[i].text, why, sizeof why));
        ASSERT_STR_EQ(wrong[i].why, why);
        ASSERT_EQ(0, s.n);
        ss_sheets_close(&s);
    }
    ss_sheets s;
    char why[TEXT] = "";
    ASSERT_EQ(0, tables(&s));
    ASSERT_EQ(1, read_text(&s, ss_sheets_read_csv, "run", run_csv, why, sizeof why));
    ASSERT_STR_EQ("@: table run has been read already", why);
    ASSERT_EQ(1, ss_sheets_read_csv(&s, "no", "there/is/no/such.csv", why, sizeof why));
    ASSERT_STR_EQ("there/is/no/such.csv: No such file or directory", why);
    ASSERT_EQ(1, ss_sheets_read_summary(&s, "no", "there/is/no/such.csv", why, sizeof why));
    ss_sheets_close(&s);
    PASS();
}

/* Short and long decimals, with and without exponents, those next to 2^53 among them. */
TEST numbers_have_the_bits_that_strtod_gives_them(void)
{
    enum { ROWS = 20000, WIDE = 64 };
    char *const text = malloc(ROWS * WIDE + 2), path[32], why[TEXT] = "";
    double *const x = malloc(ROWS * sizeof *x);
    size_t n = 0;
    ss_sheets s = {0};
    ss_pcg r;

    ASSERT(text && x);
    ss_pcg_seed(&r, 8, 1);
    n += (size_t)snprintf(text, WIDE, "x\n");
    for (int i = 0; i < ROWS; i++) {
        const int digits = (int)(ss_pcg_next(&r) % 21), size = (int)(ss_pcg_next(&r) % 30) - 15;
        const double v = (ss_pcg_uniform(&r) - 0.5) * pow(10.0, size);
        char *const at = text + n;
        if (i % 4 == 0) /* digits about 2^53, from exact to too many */
            n += (size_t)snprintf(at, WIDE, "%s0.%.*s%llu\n", i % 8 ? "-" : "", digits,
                                  "000000000000000000000", (1ull << 53) - 5 + (unsigned)i / 4 % 11);
        else
            n += (size_t)snprintf(at, WIDE, i % 4 == 1 ? "%.*g\n" : "%.*f\n", digits, v);
        x[i] = strtod(at, NULL);
    }
    ASSERT_EQ(0, file_of(text, n, path));
    ASSERT_EQ(0, ss_sheets_read_csv(&s, "x", path, why, sizeof why));
    remove(path);
    ASSERT_EQ(ROWS, s.at[0].rows);
    for (int i = 0; i < ROWS; i++) {
        ASSERT_EQ(x[i], s.at[0].column[0].x[i]);
        ASSERT_EQ(signbit(x[i]) != 0, signbit(s.at[0].column[0].x[i]) != 0);
    }
    ss_sheets_close(&s);
    free(text);
    free(x);
    PASS();
}

TEST any_file_becomes_a_table_or_is_refused(void)
{
    enum { FILES = 300 };
    int tables_read = 0;
    ss_pcg r;

    ss_pcg_seed(&r, 21, 8);
    for (int i = 0; i < FILES; i++) {
        static const char bytes[] = "01.e-,,,\n\n ab\r";
        char text[TEXT], why[TEXT] = "", path[32];
        const uint32_t n = ss_pcg_next(&r) % 60;
        ss_sheets s = {0};
        for (uint32_t k = 0; k < n; k++)
            text[k] =
                i % 3 ? bytes[ss_pcg_next(&r) % (sizeof bytes - 1)] : (char)(ss_pcg_next(&r) % 256);
        ASSERT_EQ(0, file_of(text, n, path));
        const int bad = ss_sheets_read_csv(&s, "x", path, why, sizeof why);
        ASSERT_EQ(bad, why[0] != '\0');
        ASSERT_EQ(0, ss_sheets_read_summary(&s, "x", path, why, sizeof why));
        tables_read += !bad;
        remove(path);
        ss_sheets_close(&s);
    }
    ASSERT(tables_read > 0 && tables_read < FILES);
    PASS();
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_TEST(a_csv_file_becomes_columns_of_numbers_and_words);
    RUN_TEST(lines_of_key_and_value_become_scalars);
    RUN_TEST(a_csv_file_that_is_wrong_is_refused_with_its_line);
    RUN_TEST(numbers_have_the_bits_that_strtod_gives_them);
    RUN_TEST(any_file_becomes_a_table_or_is_refused);
    GREATEST_MAIN_END();
}
