/* progress.h - how far a long command is, on a terminal */
#ifndef SS_PROGRESS_H
#define SS_PROGRESS_H

typedef struct ss_progress {
    const char *what; /* "samples" */
    long all, before; /* jobs in all; those done by an earlier, resumed, call */
    int shown;        /* is there a terminal to show it on */
    double begun, last;
} ss_progress;

void ss_progress_begin(ss_progress *p, const char *what, long all, long before, int quiet);
void ss_progress_show(ss_progress *p, long done); /* now and then; `before` counts as done */
void ss_progress_end(ss_progress *p);             /* leaves an empty line */

#endif
