/* gnuplot.c - what those who have pictures drawn by gnuplot share */
#include "bench/gnuplot.h"
#include <stdlib.h>
#include <string.h>
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
        fputc(*s, f);
    }
    fputc('\'', f);
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
    fputs("set output ", f);
    ss_gnuplot_quote(f, path);
    fputc('\n', f);
}
