/* gnuplot.c - what those who have pictures drawn by gnuplot share */
#include "bench/gnuplot.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int ss_gnuplot_found(void)
{
    const char *path = getenv("PATH");

    for (const char *s = path ? path : "/usr/bin:/bin"; *s; s += *s == ':') {
        const size_t n = strcspn(s, ":");
        char file[1024];
        snprintf(file, sizeof file, "%.*s/gnuplot", (int)n, n ? s : ".");
        if (access(file, X_OK) == 0) return 1;
        s += n;
    }
    return 0;
}

void ss_gnuplot_quote(FILE *f, const char *s)
{
    fputc('\'', f);
    for (; *s; s++) {
        if (*s == '\'') fputc('\'', f); /* doubled */
        fputc(iscntrl((unsigned char)*s) ? ' ' : *s,
              f); /* what follows a line's end is a command */
    }
    fputc('\'', f);
}

const char *ss_gnuplot_color(int k)
{
    static const char *const color[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                        "#56b4e9", "#e69f00", "#7f7f7f", "#000000"};
    const int n = (int)(sizeof color / sizeof *color);
    return color[(k % n + n) % n];
}

int ss_gnuplot_run(const char *script, const char *picture)
{
    char *first = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&first, &size);
    int status = 1;

    if (!f) return 1;
    fputs("picture = ", f);
    ss_gnuplot_quote(f, picture);
    if (fclose(f) == 0) {
        const pid_t pid = fork();
        if (pid == 0) {
            execlp("gnuplot", "gnuplot", "-e", first, script, (char *)NULL);
            _exit(127);
        }
        if (pid < 0 || waitpid(pid, &status, 0) != pid) status = 1;
    }
    free(first);
    return status;
}

void ss_gnuplot_terminal(FILE *f, int png, int width, int height, const char *path)
{
    fputs("set encoding utf8\n", f);
    if (png)
        fprintf(f,
                "if (strstrt(GPVAL_TERMINALS, 'pngcairo')) set terminal pngcairo noenhanced "
                "size %d,%d; else set terminal png noenhanced size %d,%d\n",
                width, height, width, height);
    else
        fprintf(f, "set terminal svg noenhanced size %d,%d background 'white'\n", width, height);
    if (!path) return;
    fputs("set output ", f);
    ss_gnuplot_quote(f, path);
    fputc('\n', f);
}
