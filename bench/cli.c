/* cli.c - arguments and complaints, the same for every command */
#include "bench/cli.h"
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

int ss_complain(int code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fflush(stdout); /* where both go to one place, the complaint stands behind what led to it */
    fputs("stickslip: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return code;
}

int ss_arg(int argc, char **argv, int *i, const char *name, const char **value)
{
    const char *word = argv[*i];
    const size_t n = strlen(name);

    if (strncmp(word, name, n) != 0) return 0;
    if (word[n] == '\0') {
        if (*i + 1 >= argc) return ss_complain(-1, "%s: a value was expected after it", name);
        *value = argv[++*i];
        return 1;
    }
    if (word[n] == '=') {
        *value = word + n + 1;
        return 1;
    }
    if (name[1] == '-') return 0; /* --every is not --ever */
    *value = word + n;
    return 1;
}

int ss_arg_positive(const char *name, const char *text, double *out)
{
    char *end;
    const double x = strtod(text, &end);
    if (end == text || *end || !isfinite(x) || x <= 0.0)
        return ss_complain(1, "%s %s: expected a finite number above zero", name, text);
    *out = x;
    return 0;
}

int ss_arg_count(const char *name, const char *text, long *out)
{
    const double most = 1e15; /* exact in a double and in a long */
    char *end;
    const double x = strtod(text, &end);
    if (end == text || *end || !(x >= 1.0 && x <= most) || x != floor(x))
        return ss_complain(1, "%s %s: expected a whole number from 1", name, text);
    *out = (long)x;
    return 0;
}

int ss_usage_error(const char *command, const char *word)
{
    const char *what = word[0] == '-' && word[1] ? "unknown option" : "unexpected argument";
    return ss_complain(SS_EXIT_USAGE, "%s: %s '%s'; see stickslip %s --help", command, what, word,
                       command);
}
