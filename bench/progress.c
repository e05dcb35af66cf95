/* progress.c - how far it is: a bar with the time left on a terminal, lines elsewhere */
#include "bench/bench.h"
#include "bench/clock.h"
#include <string.h>
#include <unistd.h>

enum { BAR = 24 };

void ss_progress_begin(ss_progress *p, int quiet, const char *what, long all)
{
    *p = (ss_progress){.on = !quiet && all > 0,
                       .terminal = isatty(STDERR_FILENO),
                       .what = what,
                       .all = all,
                       .begin = ss_seconds()};
    if (p->on && !p->terminal) fprintf(stderr, "%s: %ld\n", what, all);
}

static void draw(ss_progress *p)
{
    const double now = ss_seconds(), spent = now - p->begin;
    const double left = p->done ? spent / (double)p->done * (double)(p->all - p->done) : 0.0;
    const int full = p->all ? (int)(BAR * p->done / p->all) : BAR;
    char bar[BAR + 1];

    p->last = now;
    for (int i = 0; i < BAR; i++) bar[i] = i < full ? '#' : '.';
    bar[BAR] = '\0';
    fprintf(stderr, "\r\033[K%-10s [%s] %ld/%ld", p->what, bar, p->done, p->all);
    if (p->done) fprintf(stderr, "  %.0f s left", left);
    fprintf(stderr, "  %.60s", p->now);
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
