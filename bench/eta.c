/* eta.c - how far a long command is, on a terminal */
#include "bench/eta.h"
#include "bench/clock.h"
#include <stdio.h>
#include <unistd.h>

static const double INTERVAL = 0.2; /* s between two lines: quick enough to look alive */

void ss_eta_begin(ss_eta *p, const char *what, long all, long before, int quiet)
{
    *p = (ss_eta){.what = what,
                  .all = all,
                  .before = before,
                  .shown = !quiet && isatty(STDERR_FILENO),
                  .begun = ss_seconds()};
}

static void put_time(double s)
{
    if (s < 100.0)
        fprintf(stderr, "%.0f s", s);
    else if (s < 6000.0)
        fprintf(stderr, "%.0f min", s / 60.0);
    else
        fprintf(stderr, "%.1f h", s / 3600.0);
}

void ss_eta_show(ss_eta *p, long done)
{
    if (!p->shown) return;
    const double now = ss_seconds(), spent = now - p->begun;
    if (now - p->last < INTERVAL) return;
    p->last = now;
    fprintf(stderr, "\r%ld of %ld %s, %.0f %%, ", done, p->all, p->what,
            100.0 * (double)done / (double)(p->all ? p->all : 1));
    if (done > p->before) {
        put_time(spent / (double)(done - p->before) * (double)(p->all - done));
        fputs(" left", stderr);
    }
    fputs("    ", stderr);
    fflush(stderr);
}

void ss_eta_end(ss_eta *p)
{
    if (p->shown && p->last > 0.0) fprintf(stderr, "\r%79s\r", "");
}
