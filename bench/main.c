/* main.c - the command: global options, plugins, and the way to a command of commands.def */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include "bench/cli.h"
#include "bench/nearest.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unreleased"
#endif

const ss_command ss_commands[] = {
#define SS_COMMAND(name, function, usage, says) {name, function, usage, says},
#include "bench/commands.def"
#undef SS_COMMAND
    {0}};

static void print_help(void)
{
    puts("stickslip - methods for non-smooth mechanics with contact and friction, side by side\n");
    for (const ss_command *c = ss_commands; c->name; c++)
        printf("stickslip %s\n        %s\n", c->usage, c->says);
    puts("\nanywhere on the line:\n"
         "    --plugin FILE.so   add the problems and methods of a plugin (may be repeated)\n"
         "    --quiet            no summary beside an output\n"
         "    --version, --help\n"
         "exit status: 0 done; 1 a simulation ended early, a published fact failed or a benchmark\n"
         "             got worse; 2 bad usage or input; 3 output could not be written");
}

static const ss_command *find(const char *name)
{
    for (const ss_command *c = ss_commands; c->name; c++)
        if (strcmp(c->name, name) == 0) return c;
    return NULL;
}

static int unknown_command(const char *name)
{
    ss_nearest near = {.asked = name};
    char words[256];
    for (const ss_command *c = ss_commands; c->name; c++) ss_nearest_offer(&near, c->name);
    return ss_complain(SS_EXIT_USAGE, "unknown command '%s'; nearest: %s; see stickslip --help",
                       name, ss_nearest_words(&near, words, sizeof words));
}

typedef struct globals {
    int quiet, help, version;
    const char *plugin[SS_MAX_PLUGINS];
} globals;

/* Takes the global options out of argv wherever they stand; the number of words left, or
 * -1 after a complaint. */
static int take_globals(int argc, char **argv, globals *g, ss_registry *registry)
{
    int left = 0;

    for (int i = 0; i < argc; i++) {
        const char *value;
        char why[600] = "";
        const int is_plugin = ss_arg(argc, argv, &i, "--plugin", &value);
        if (is_plugin < 0) return -1;
        if (is_plugin) {
            if (ss_registry_load(registry, value, why, sizeof why) != SS_OK)
                return ss_complain(-1, "--plugin %s", why);
            g->plugin[registry->nplugins - 1] = value;
        } else if (strcmp(argv[i], "--quiet") == 0)
            g->quiet = 1;
        else if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            g->help = 1;
        else if (strcmp(argv[i], "--version") == 0)
            g->version = 1;
        else
            argv[left++] = argv[i];
    }
    argv[left] = NULL;
    return left;
}

static int dispatch(const globals *g, const ss_registry *registry, int argc, char **argv)
{
    const ss_cli cli = {
        .registry = registry, .version = PACKAGE_VERSION, .quiet = g->quiet, .plugins = g->plugin};

    if (g->version) {
        puts("stickslip " PACKAGE_VERSION);
        return SS_EXIT_DONE;
    }
    if (argc == 0) {
        if (!g->help) return ss_complain(SS_EXIT_USAGE, "a command was expected; see --help");
        print_help();
        return SS_EXIT_DONE;
    }
    const ss_command *c = find(argv[0]);
    if (!c) return unknown_command(argv[0]);
    if (g->help) {
        printf("stickslip %s\n        %s\n", c->usage, c->says);
        return SS_EXIT_DONE;
    }
    return c->run(&cli, argc, argv);
}

int main(int argc, char **argv)
{
    ss_registry registry;
    globals g = {0};

    /* a reader that went away is a failed write, reported as such, not a sudden end */
    signal(SIGPIPE, SIG_IGN);
    if (ss_registry_open(&registry) != SS_OK)
        return ss_complain(SS_EXIT_USAGE, "the built-in lists clash");

    const int left = take_globals(argc > 0 ? argc - 1 : 0, argv + 1, &g, &registry);
    int code = left < 0 ? SS_EXIT_USAGE : dispatch(&g, &registry, left, argv + 1);
    ss_registry_close(&registry);
    if ((fflush(stdout) != 0 || ferror(stdout)) && code == SS_EXIT_DONE)
        code = ss_complain(SS_EXIT_OUTPUT, "standard output could not be written");
    return code;
}
