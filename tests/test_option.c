/* test_option.c - reading and checking settings by name */
#include "greatest.h"
#include "problems/base/option.h"
#include <math.h>

enum { MASS, COUNT, WAY, MU_S, MU_D, MU, LOST };

static const ss_option table[] = {
    [MASS] = {"mass", SS_REAL, 2.5, 1e-3, 1e3, "kg", "a mass", NULL},
    [COUNT] = {"count", SS_INTEGER, 3.0, 1.0, 9.0, "1", "a number of things", NULL},
    [WAY] = {"way", SS_CHOICE, 1.0, 0.0, 0.0, "", "a way", "none|project|no"},
    [MU_S] = {"mu_s", SS_REAL, 0.5, 0.0, 2.0, "1", "static", NULL},
    [MU_D] = {"mu_d", SS_REAL, 0.25, 0.0, 1.0, "1", "dynamic", NULL},
    [MU] = {"mu", SS_ALIAS, 0.0, 0.0, 2.0, "1", "sets both", "mu_s mu_d"},
    [LOST] = {"lost", SS_ALIAS, 0.0, 0.0, 2.0, "1", "names what is not there", "mu_x"},
    {0}};

typedef struct reading {
    ss_status status;
    double values[SS_MAX_OPTIONS];
    char why[200];
} reading;

static reading read_as(int row, const char *text)
{
    reading r = {0};
    ss_options_preset(table, r.values);
    r.status = ss_option_set(table, row, text, r.values, r.why, sizeof r.why);
    return r;
}

/* Refused, with all of the words in the reason and every value as it was. */
static int is_refused(int row, const char *text, const char *const *words)
{
    const reading r = read_as(row, text);
    double preset[SS_MAX_OPTIONS] = {0};

    ss_options_preset(table, preset);
    for (; *words; words++)
        if (!strstr(r.why, *words)) return 0;
    return r.status == SS_EARG && memcmp(preset, r.values, sizeof preset) == 0;
}
#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

TEST a_table_is_counted_and_searched_by_whole_names(void)
{
    ASSERT_EQ(7, ss_options_count(table));
    ASSERT_EQ(0, ss_options_count(NULL));
    ASSERT_EQ(MU_D, ss_option_find(table, "mu_d"));
    ASSERT_EQ(MU, ss_option_find(table, "mu"));
    ASSERT_EQ(-1, ss_option_find(table, "m"));
    ASSERT_EQ(-1, ss_option_find(table, "mass "));
    ASSERT_EQ(-1, ss_option_find(table, ""));
    ASSERT_EQ(-1, ss_option_find(NULL, "mass"));
    PASS();
}

TEST presets_are_copied_row_by_row(void)
{
    double v[SS_MAX_OPTIONS];

    ss_options_preset(table, v);
    for (int i = 0; table[i].name; i++) ASSERT_EQ(table[i].preset, v[i]);
    PASS();
}

TEST numbers_read_as_strtod_reads_them(void)
{
    static const struct {
        const char *text;
        double value;
    } good[] = {{"1", 1.0},  {"0.1", 0.1},   {"1e2", 100.0}, {"0x1p-3", 0.125},
                {" 7", 7.0}, {"1e-3", 1e-3}, {"1e3", 1e3},   {"+2.", 2.0}};

    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        const reading r = read_as(MASS, good[i].text);
        ASSERT_EQm(good[i].text, SS_OK, r.status);
        ASSERT_EQm(good[i].text, good[i].value, r.values[MASS]);
        ASSERT_EQ(2.5, table[MASS].preset);
        ASSERT_EQ(table[COUNT].preset, r.values[COUNT]); /* nothing else moves */
    }
    PASS();
}

TEST what_is_no_number_in_range_is_refused_with_name_range_and_unit(void)
{
    static const char *const bad[] = {"",     "abc",       "1x",    "1 2", "nan", "-nan",
                                      "inf",  "-inf",      "1e400", "0",   "-1",  "1e-4",
                                      "1001", "1e3000000", "1,5",   "--1", "0x",  "1e"};

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ASSERTm(bad[i], is_refused(MASS, bad[i], WORDS("mass=", bad[i], "0.001", "1000", "kg")));
    PASS();
}

TEST a_pure_number_has_no_unit_in_its_refusal(void)
{
    ASSERT_STR_EQ("mu_d=3: expected a number from 0 to 1", read_as(MU_D, "3").why);
    ASSERT_STR_EQ("mass=0: expected a number from 0.001 to 1000 kg", read_as(MASS, "0").why);
    PASS();
}

TEST whole_numbers_must_be_whole(void)
{
    ASSERT_EQ(9.0, read_as(COUNT, "9").values[COUNT]);
    ASSERT_EQ(2.0, read_as(COUNT, "2.0").values[COUNT]);
    ASSERT_EQ(5.0, read_as(COUNT, "5e0").values[COUNT]);
    ASSERT(is_refused(COUNT, "2.5", WORDS("count=2.5", "whole", "1", "9")));
    ASSERT(is_refused(COUNT, "0", WORDS("whole")));
    ASSERT(is_refused(COUNT, "10", WORDS("whole")));
    ASSERT(is_refused(COUNT, "nan", WORDS("whole")));
    PASS();
}

TEST a_choice_takes_its_words_and_nothing_near_them(void)
{
    ASSERT_EQ(0.0, read_as(WAY, "none").values[WAY]);
    ASSERT_EQ(1.0, read_as(WAY, "project").values[WAY]);
    ASSERT_EQ(2.0, read_as(WAY, "no").values[WAY]);
    static const char *const bad[] = {"",  "non", "nonex", "none|project", "|",
                                      "1", "0",   "NONE",  "none ",        "projec"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ASSERTm(bad[i], is_refused(WAY, bad[i], WORDS("way=", "one of none|project|no")));
    PASS();
}

TEST a_word_is_told_from_its_value(void)
{
    char word[16];

    ASSERT_STR_EQ("none", ss_option_word(&table[WAY], 0.0, word, sizeof word));
    ASSERT_STR_EQ("no", ss_option_word(&table[WAY], 2.0, word, sizeof word));
    ASSERT_STR_EQ("", ss_option_word(&table[WAY], 3.0, word, sizeof word));
    ASSERT_STR_EQ("", ss_option_word(&table[WAY], -1.0, word, sizeof word));
    ASSERT_STR_EQ("", ss_option_word(&table[WAY], NAN, word, sizeof word));
    ASSERT_STR_EQ("", ss_option_word(&table[MASS], 1.0, word, sizeof word));
    ASSERT_STR_EQ("pro", ss_option_word(&table[WAY], 1.0, word, 4)); /* cut, never overrun */
    ASSERT_STR_EQ("", ss_option_word(&table[WAY], 1.0, word, 0));
    PASS();
}

TEST an_alias_sets_its_targets_within_their_own_ranges(void)
{
    const reading r = read_as(MU, "0.75");

    ASSERT_EQ(SS_OK, r.status);
    ASSERT_EQ(0.75, r.values[MU_S]);
    ASSERT_EQ(0.75, r.values[MU_D]);
    /* 1.5 is in the range of mu_s and of the alias, not of mu_d */
    const reading s = read_as(MU, "1.5");
    ASSERT_EQ(SS_EARG, s.status);
    ASSERT(strstr(s.why, "mu_d=1.5"));
    ASSERT_EQ(SS_EARG, read_as(MU, "nan").status);
    ASSERT_EQ(SS_EARG, read_as(LOST, "1").status);
    PASS();
}

TEST a_refused_alias_leaves_every_target_alone(void)
{
    ASSERT(is_refused(MU, "1.5", WORDS("mu_d")));
    PASS();
}

TEST checking_finds_the_row_that_is_wrong(void)
{
    static const struct {
        int row;
        double value;
    } bad[] = {{MASS, NAN}, {MASS, 0.0}, {MASS, INFINITY}, {COUNT, 2.5}, {COUNT, 10.0},
               {WAY, 3.0},  {WAY, -1.0}, {WAY, 0.5},       {WAY, NAN},   {MU_D, 1.0 + 1e-15}};
    double v[SS_MAX_OPTIONS];
    int row = -1;

    ss_options_preset(table, v);
    ASSERT_EQ(SS_OK, ss_options_check(table, v, &row));
    ASSERT_EQ(SS_OK, ss_options_check(NULL, v, &row));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ss_options_preset(table, v);
        v[bad[i].row] = bad[i].value;
        row = -1;
        ASSERT_EQ(SS_EARG, ss_options_check(table, v, &row));
        ASSERT_EQ_FMT(bad[i].row, row, "%d");
    }
    PASS();
}

TEST a_table_longer_than_the_values_is_refused(void)
{
    ss_option longer[SS_MAX_OPTIONS + 2] = {{0}};
    double v[SS_MAX_OPTIONS] = {0};
    int row = -1;

    for (int i = 0; i <= SS_MAX_OPTIONS; i++)
        longer[i] = (ss_option){.name = "x", .kind = SS_REAL, .max = 1.0, .unit = "1"};
    ASSERT_EQ(SS_MAX_OPTIONS + 1, ss_options_count(longer));
    ASSERT_EQ(SS_EARG, ss_options_check(longer, v, &row));
    ASSERT_EQ(SS_MAX_OPTIONS, row);
    longer[SS_MAX_OPTIONS].name = NULL;
    ASSERT_EQ(SS_OK, ss_options_check(longer, v, &row));
    PASS();
}

TEST a_refusal_is_cut_to_the_room_there_is(void)
{
    double v[SS_MAX_OPTIONS];
    char why[8] = "xxxxxxx";

    ss_options_preset(table, v);
    ASSERT_EQ(SS_EARG, ss_option_set(table, MASS, "nan", v, why, sizeof why));
    ASSERT_STR_EQ("mass=na", why);
    PASS();
}

SUITE(option)
{
    RUN_TEST(a_table_is_counted_and_searched_by_whole_names);
    RUN_TEST(presets_are_copied_row_by_row);
    RUN_TEST(numbers_read_as_strtod_reads_them);
    RUN_TEST(what_is_no_number_in_range_is_refused_with_name_range_and_unit);
    RUN_TEST(a_pure_number_has_no_unit_in_its_refusal);
    RUN_TEST(whole_numbers_must_be_whole);
    RUN_TEST(a_choice_takes_its_words_and_nothing_near_them);
    RUN_TEST(a_word_is_told_from_its_value);
    RUN_TEST(an_alias_sets_its_targets_within_their_own_ranges);
    RUN_TEST(a_refused_alias_leaves_every_target_alone);
    RUN_TEST(checking_finds_the_row_that_is_wrong);
    RUN_TEST(a_table_longer_than_the_values_is_refused);
    RUN_TEST(a_refusal_is_cut_to_the_room_there_is);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(option);
    GREATEST_MAIN_END();
}
