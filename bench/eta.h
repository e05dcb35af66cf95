/* eta.h - how far a long command is, on a terminal */
#ifndef SS_ETA_H
#define SS_ETA_H

typedef struct ss_eta {
    const char *what; /* "samples" */
    long all, before; /* jobs in all; those done by an earlier, resumed, call */
    int shown;        /* is there a terminal to show it on */
    double begun, last;
} ss_eta;

void ss_eta_begin(ss_eta *p, const char *what, long all, long before, int quiet);
void ss_eta_show(ss_eta *p, long done); /* now and then; `before` counts as done */
void ss_eta_end(ss_eta *p);             /* leaves an empty line */

#endif
