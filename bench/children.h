/* children.h - tasks in child processes, several at a time
 *
 * A task that crashes, hangs or fills its memory loses its own answer and nothing else.  The
 * answer of a task is at most `answer` bytes that the child writes; what it depends on is the
 * task alone, so the order and the number of children change nothing.
 */
#ifndef SS_CHILD_H
#define SS_CHILD_H

#include <stddef.h>

typedef enum {
    SS_CHILD_DONE,    /* a whole answer came */
    SS_CHILD_FAILED,  /* the child ended with a status and without an answer */
    SS_CHILD_CRASHED, /* a signal ended it */
    SS_CHILD_TIMEOUT
} ss_children_how;

typedef struct ss_children_end {
    ss_children_how how;
    int code;           /* exit status or signal */
    double seconds;     /* from fork to end */
    const void *answer; /* NULL unless SS_CHILD_DONE */
} ss_children_end;

typedef struct ss_children {
    int jobs;      /* children at a time, >= 1 */
    size_t answer; /* bytes of every answer */
    long ntasks;
    void *ctx;
    /* in the child: fill answer[] (zeroed); nonzero: there is none */
    int (*work)(void *ctx, long task, void *answer);
    /* in the parent, in the order in which tasks end; nonzero: start no more */
    int (*done)(void *ctx, long task, const ss_children_end *end);
    double (*timeout)(void *ctx, long task); /* s */
    int (*skip)(void *ctx, long task);       /* optional; nonzero: there is nothing to do */
    long (*deal)(void *ctx); /* optional: the next task, >= ntasks when there is none left */
    void (*starts)(void *ctx, long task); /* optional, in the parent */
    int (*idle)(void *ctx); /* optional, about ten times per second; nonzero: stop now */
} ss_children;

/* 0: every task was done or skipped; 1: stopped by done(); -1: no child could be made. */
int ss_children_run(const ss_children *p);

#endif
