/* progress.c - how far it is: a bar with the time left on a terminal, lines elsewhere */
#define _DEFAULT_SOURCE /* ioctl() */
#include "bench/bench.h"
#include "bench/clock.h"
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { BAR = 24 }; /* at most, and a sixth of the line */

void ss_progress_begin(ss_progress *p, int quiet, const char *what, long all)
{
    *p = (ss_progress){.on = !quiet && all > 0,
                       .terminal = isatty(STDERR_FILENO),
                       .what = what,
                       .all = all,
                       .begin = ss_seconds()};
    if (p->on && !p->terminal) fprintf(stderr, "%s: %ld\n", what, all);
}

/* Columns of the terminal: a line that is longer could not be drawn over. */
static int width(void)
{
    const int usual = 80;
#ifdef TIOCGWINSZ
    struct winsize w;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col > 0) return w.ws_col;
#endif
    return usual;
}

static void draw(ss_progress *p)
{
    const double now = ss_seconds(), spent = now - p->begin;
    const double left = p->done ? spent / (double)p->done * (double)(p->all - p->done) : 0.0;
    const int all = width(), wide = all / 6 < BAR ? all / 6 : BAR;
    const int full = p->all ? (int)(wide * p->done / p->all) : wide;
    char bar[BAR + 1], time[40] = "", line[300];

    p->last = now;
    for (int i = 0; i < wide; i++) bar[i] = i < full ? '#' : '.';
    bar[wide] = '\0';
    if (p->done) snprintf(time, sizeof time, "  %.0f s left", left);
    snprintf(line, sizeof line, "%-10s [%s] %ld/%ld%s  %s", p->what, bar, p->done, p->all, time,
             p->now);
    fprintf(stderr, "\r\033[K%.*s", all > 1 ? all - 1 : 0, line);
    fflush(stderr);
}

void ss_progress_now(ss_progress *p, const char *now)
{
    snprintf(p->now, sizeof p->now, "%s", now);
}

void ss_progress_step(ss_progress *p, const char *said)
{
    p->done++;
    if (!p->on) return;
    if (p->terminal)
        draw(p);
    else if (said)
        fprintf(stderr, "[%ld/%ld] %s\n", p->done, p->all, said);
}

void ss_progress_tick(ss_progress *p)
{
    const double often = 0.5; /* s */
    if (p->on && p->terminal && ss_seconds() - p->last > often) draw(p);
}

void ss_progress_end(ss_progress *p)
{
    if (p->on && p->terminal) fprintf(stderr, "\r\033[K");
}
