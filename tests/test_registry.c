/* test_registry.c - names, settings by name, and plugins good and bad
 *
 * $STICKSLIP_BUILD is the build tree with the plugins of examples/ and tests/.
 */
#include "greatest.h"
#include "solvers/registry.h"
#include "solvers/run.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Where libtool puts a module; "" if it is not there (a build without shared libraries). */
static const char *plugin_path(const char *folder, const char *name, char *path, size_t size)
{
    const char *tree = getenv("STICKSLIP_BUILD");
    snprintf(path, size, "%s/%s/.libs/%s.so", tree ? tree : ".", folder, name);
    if (access(path, R_OK) != 0) path[0] = '\0';
    return path;
}

#define FIND_PLUGIN(folder, name)                                                                  \
    char path[1024];                                                                               \
    if (!*plugin_path(folder, name, path, sizeof path)) SKIPm("the plugins were not built")

/* ---- built-ins --------------------------------------------------------------------- */

TEST every_built_in_is_found_by_its_name(void)
{
    ss_registry r;

    ASSERT_EQ(SS_OK, ss_registry_open(&r));
    ASSERT(r.nmethods > 0 && r.nfamilies > 0);
    for (int i = 0; i < r.nmethods; i++)
        ASSERT_EQ(r.methods[i], ss_find_method(&r, r.methods[i]->name));
    for (int i = 0; i < r.nfamilies; i++)
        ASSERT_EQ(r.families[i], ss_find_family(&r, r.families[i]->name));
    ASSERT_EQ(NULL, ss_find_method(&r, "bouncing-ball"));
    ASSERT_EQ(NULL, ss_find_family(&r, "glocker-studer"));
    ASSERT_EQ(NULL, ss_find_family(&r, ""));
    ss_registry_close(&r);
    PASS();
}

TEST every_built_in_says_what_it_is_and_where_it_comes_from(void)
{
    ss_registry r;

    ASSERT_EQ(SS_OK, ss_registry_open(&r));
    for (int i = 0; i < r.nmethods; i++)
        ASSERT(*r.methods[i]->says && *r.methods[i]->cite && r.methods[i]->order > 0);
    for (int i = 0; i < r.nfamilies; i++) ASSERT(*r.families[i]->says && *r.families[i]->cite);
    ss_registry_close(&r);
    PASS();
}

/* A preset out of its own range, an alias of nothing, or a row without a sentence is a slip
 * that no user should find. */
TEST every_table_of_options_is_sound(void)
{
    ss_registry r;

    ASSERT_EQ(SS_OK, ss_registry_open(&r));
    for (int k = 0; k < r.nmethods + r.nfamilies; k++) {
        const ss_option *t =
            k < r.nmethods ? r.methods[k]->options : r.families[k - r.nmethods]->options;
        double v[SS_MAX_OPTIONS];
        int row = -1;
        ss_options_preset(t, v);
        ASSERT_EQ(SS_OK, ss_options_check(t, v, &row));
        for (const ss_option *o = t; o && o->name; o++) {
            char text[32], why[200];
            ASSERTm(o->name, o->says && *o->says && o->unit);
            ASSERT_EQm(o->name, (int)(o - t), ss_option_find(t, o->name)); /* no name twice */
            if (o->kind != SS_ALIAS) continue;
            snprintf(text, sizeof text, "%.17g", o->max);
            ASSERT_EQm(o->name, SS_OK, ss_option_set(t, (int)(o - t), text, v, why, sizeof why));
        }
    }
    ss_registry_close(&r);
    PASS();
}

/* ---- settings ---------------------------------------------------------------------- */

typedef struct made {
    ss_registry r;
    ss_problem p;
    const ss_family *f;
    ss_status status;
    unsigned char used[4];
    char why[200];
} made;

static void make(made *k, const char *family, const char *const *settings, int n)
{
    *k = (made){0};
    ss_registry_open(&k->r);
    k->f = ss_find_family(&k->r, family);
    k->status = ss_problem_build(k->f, settings, n, k->used, &k->p, k->why, sizeof k->why);
}

static void drop(made *k)
{
    if (k->status == SS_OK) k->f->destroy(&k->p);
    ss_registry_close(&k->r);
}

TEST settings_reach_parameters_and_start_and_leave_the_rest(void)
{
    static const char *const s[] = {"mu=0.125", "q0_theta=0.5", "lcp=lemke", "u0_x=-2"};
    made k;

    make(&k, "bicycle", s, 4);
    ASSERT_EQ(SS_OK, k.status);
    ASSERT_EQ(0.125, k.p.law[0].mu_s);
    ASSERT_EQ(0.125, k.p.law[1].mu_d);
    ASSERT_EQ(0.5, k.p.q0[2]);
    ASSERT_EQ(-2.0, k.p.u0[0]);
    ASSERT(k.used[0] && k.used[1] && !k.used[2] && k.used[3]);
    drop(&k);
    PASS();
}

TEST the_last_of_two_settings_wins(void)
{
    static const char *const s[] = {"mu=0.125", "mu_s=0.25"};
    made k;

    make(&k, "bicycle", s, 2);
    ASSERT_EQ(0.25, k.p.law[0].mu_s);
    ASSERT_EQ(0.125, k.p.law[0].mu_d);
    drop(&k);
    PASS();
}

TEST a_bad_setting_builds_nothing_and_says_why(void)
{
    static const struct {
        const char *setting, *word;
    } bad[] = {{"mu", "NAME=VALUE"},       {"=1", "NAME=VALUE"},
               {"", "NAME=VALUE"},         {"mu=", "mu"},
               {"mu=-1", "from 0"},        {"mu=nan", "number"},
               {"q0_theta=nan", "finite"}, {"q0_theta=", "finite"},
               {"q0_theta=1x", "finite"},  {"u0_theta=-inf", "finite"}};

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        made k;
        make(&k, "bicycle", &bad[i].setting, 1);
        ASSERT_EQm(bad[i].setting, SS_EARG, k.status);
        ASSERTm(k.why, strstr(k.why, bad[i].word));
        drop(&k);
    }
    PASS();
}

TEST a_name_longer_than_any_is_refused(void)
{
    char text[200];
    const char *const s[] = {text};
    made k;

    memset(text, 'a', sizeof text);
    memcpy(text + sizeof text - 3, "=1", 3);
    make(&k, "bicycle", s, 1);
    ASSERT_EQ(SS_EARG, k.status);
    drop(&k);
    PASS();
}

/* ---- plugins ----------------------------------------------------------------------- */

TEST a_plugin_method_runs_like_any_other(void)
{
    FIND_PLUGIN("examples", "method_symplectic");
    const char *const s[] = {"tol=1e-9"};
    unsigned char used[1] = {0};
    double opt[SS_MAX_OPTIONS], q[1], u[1];
    made k;
    char why[200] = "";

    make(&k, "bouncing-ball", NULL, 0);
    ASSERT_EQm(why, SS_OK, ss_registry_load(&k.r, path, why, sizeof why));
    const ss_method *m = ss_find_method(&k.r, "symplectic");
    ASSERT(m);
    ASSERT_EQ(SS_OK, ss_method_settings(m, s, 1, used, opt, why, sizeof why));
    ASSERT(used[0]);
    ss_run_spec spec = ss_run_spec_default(&k.p);
    spec.opt = opt, spec.q_end = q, spec.u_end = u, spec.t_end = 0.4;
    const ss_run_result r = ss_run(m, &k.p, &spec, (ss_sink){0});
    ASSERT_EQ(SS_OK, r.status);
    /* free fall from 1 m; the scheme is ahead by g t h/2 */
    ASSERT_IN_RANGE(1.0 - 0.5 * 9.81 * 0.16, q[0], 1.01 * 9.81 * 0.4 * 0.5e-3);
    drop(&k);
    PASS();
}

/* The shaken ball of examples/: dropped on a table at rest it is the bouncing ball. */
TEST a_plugin_problem_runs_like_any_other(void)
{
    FIND_PLUGIN("examples", "problem_table");
    static const char *const s[] = {"amplitude=0", "q0_y=1", "e=0.5"};
    unsigned char used[3] = {0};
    double q[1], qb[1], u[1];
    ss_problem p;
    made k;
    char why[200] = "";

    make(&k, "bouncing-ball", NULL, 0);
    ASSERT_EQm(why, SS_OK, ss_registry_load(&k.r, path, why, sizeof why));
    const ss_family *f = ss_find_family(&k.r, "shaken-ball");
    ASSERT(f);
    ASSERT_EQ(SS_OK, ss_problem_build(f, s, 3, used, &p, why, sizeof why));
    ASSERT(used[0] && used[1] && used[2]);
    const ss_method *m = ss_find_method(&k.r, "glocker-studer");
    ss_run_spec spec = ss_run_spec_default(&p);
    spec.t_end = 1.0, spec.q_end = q, spec.u_end = u;
    ASSERT_EQ(SS_OK, ss_run(m, &p, &spec, (ss_sink){0}).status);
    spec.q_end = qb;
    ASSERT_EQ(SS_OK, ss_run(m, &k.p, &spec, (ss_sink){0}).status);
    ASSERT_EQ(qb[0], q[0]); /* the same arithmetic: amplitude 0 adds zeros */
    f->destroy(&p);
    drop(&k);
    PASS();
}

/* Refused with its path and the word in one line, and the registry as it was. */
static enum greatest_test_res is_refused(const char *path, const char *word)
{
    ss_registry r, before;
    char why[400] = "";

    ASSERT_EQ(SS_OK, ss_registry_open(&r));
    before = r;
    ASSERT_EQ(SS_EMODULE, ss_registry_load(&r, path, why, sizeof why));
    ASSERTm(why, strstr(why, path) && strstr(why, word) && !strchr(why, '\n'));
    ASSERT_MEM_EQ(&before, &r, sizeof r);
    ASSERT_EQ(NULL, ss_find_method(&r, "refused-first"));
    ss_registry_close(&r);
    PASS();
}

TEST a_plugin_that_breaks_a_promise_is_refused(const char *name, const char *word)
{
    FIND_PLUGIN("tests", name);
    return is_refused(path, word);
}

TEST the_same_plugin_twice_is_refused_the_second_time(void)
{
    FIND_PLUGIN("examples", "method_symplectic");
    ss_registry r;
    char why[400] = "";

    ASSERT_EQ(SS_OK, ss_registry_open(&r));
    ASSERT_EQ(SS_OK, ss_registry_load(&r, path, why, sizeof why));
    const int n = r.nmethods;
    ASSERT_EQ(SS_EMODULE, ss_registry_load(&r, path, why, sizeof why));
    ASSERT(strstr(why, "symplectic"));
    ASSERT_EQ(n, r.nmethods);
    ASSERT(ss_find_method(&r, "symplectic"));
    ss_registry_close(&r);
    PASS();
}

/* A copy of a good plugin, cut after `keep` bytes. */
static int copy_cut(const char *from, const char *to, long keep)
{
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    int ch, good = in && out;

    for (long i = 0; good && i < keep && (ch = getc(in)) != EOF; i++) good = putc(ch, out) != EOF;
    if (in) fclose(in);
    return out && fclose(out) == 0 && good;
}

static long size_of(const char *path)
{
    FILE *f = fopen(path, "rb");
    const long n = f && fseek(f, 0, SEEK_END) == 0 ? ftell(f) : 0;
    if (f) fclose(f);
    return n;
}

TEST a_truncated_plugin_is_refused(void)
{
    FIND_PLUGIN("examples", "method_symplectic");
    static const long keep[] = {0, 1, 63, 64, 200, 1000, 4096, 8192, 12000};
    char cut[] = "/tmp/ss-plugin-XXXXXX";
    const int fd = mkstemp(cut);

    ASSERT(fd >= 0);
    close(fd);
    const long most = size_of(path);
    for (size_t i = 0; i <= sizeof keep / sizeof *keep; i++) {
        /* the last: all but a byte */
        const long n = i < sizeof keep / sizeof *keep ? keep[i] : most - 1;
        if (n >= most) continue;
        const int copied = copy_cut(path, cut, n);
        const enum greatest_test_res res =
            copied ? is_refused(cut, "cannot be loaded") : GREATEST_TEST_RES_FAIL;
        if (res != GREATEST_TEST_RES_PASS) {
            remove(cut);
            return res;
        }
    }
    remove(cut);
    PASS();
}

TEST what_is_no_plugin_at_all_is_refused(void)
{
    CHECK_CALL(is_refused("/nowhere/missing.so", "cannot be loaded"));
    CHECK_CALL(is_refused("/", "cannot be loaded"));
    CHECK_CALL(is_refused("/dev/null", "cannot be loaded"));
    PASS();
}

/* A bare name is a file here, not something in the folders of the system. */
TEST a_bare_name_is_not_searched_for(void)
{
    return is_refused("libm.so.6", "cannot be loaded");
}

SUITE(registry)
{
    RUN_TEST(every_built_in_is_found_by_its_name);
    RUN_TEST(every_built_in_says_what_it_is_and_where_it_comes_from);
    RUN_TEST(every_table_of_options_is_sound);
    RUN_TEST(settings_reach_parameters_and_start_and_leave_the_rest);
    RUN_TEST(the_last_of_two_settings_wins);
    RUN_TEST(a_bad_setting_builds_nothing_and_says_why);
    RUN_TEST(a_name_longer_than_any_is_refused);
}

SUITE(plugins)
{
    static const struct {
        const char *name, *word;
    } bad[] = {{"plugin_no_entry", "exports no ss_plugin_entry"},
               {"plugin_other_abi", "ABI 3, here 2"},
               {"plugin_other_method_size", "another version"},
               {"plugin_other_problem_size", "another version"},
               {"plugin_taken_method", "'glocker-studer'"},
               {"plugin_taken_problem", "'bicycle'"},
               {"plugin_twice", "'refused-method'"},
               {"plugin_no_step", "'refused-method' is incomplete"},
               {"plugin_no_build", "'refused-problem' is incomplete"},
               {"plugin_no_name", "(no name)"}};

    RUN_TEST(a_plugin_method_runs_like_any_other);
    RUN_TEST(a_plugin_problem_runs_like_any_other);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        greatest_set_test_suffix(bad[i].name + strlen("plugin_"));
        RUN_TESTp(a_plugin_that_breaks_a_promise_is_refused, bad[i].name, bad[i].word);
    }
    RUN_TEST(the_same_plugin_twice_is_refused_the_second_time);
    RUN_TEST(a_truncated_plugin_is_refused);
    RUN_TEST(what_is_no_plugin_at_all_is_refused);
    RUN_TEST(a_bare_name_is_not_searched_for);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv)
{
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(registry);
    RUN_SUITE(plugins);
    GREATEST_MAIN_END();
}
