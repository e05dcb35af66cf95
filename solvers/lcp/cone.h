/* cone.h - is r a nonnegative combination of the columns of A?  A x = r, x >= 0, A square. */
#ifndef SS_CONE_H
#define SS_CONE_H

/* Relative violation that is still rounding. */
#define SS_CONE_ACCEPT 1e-9

typedef enum { SS_CONE_NONE, SS_CONE_FOUND, SS_CONE_UNDECIDED } ss_cone_verdict;

typedef struct ss_cone {
    int n;
    double *A;      /* n*n, row-major */
    double *r;      /* n */
    double *scale;  /* n, what each column was divided by; free for use after a search */
    int *row, *col; /* n each */
    double *x;      /* n, the answer */
} ss_cone;

/* Laid out in n*(n+3) numbers. */
ss_cone ss_cone_in(double *work, int n);

/* Writes A and r of the system; called once or twice by a search. */
typedef void (*ss_cone_writer)(void *ctx, ss_cone *c);

/* SS_CONE_FOUND with c->x >= 0, SS_CONE_NONE if there clearly is none. */
ss_cone_verdict ss_cone_search(ss_cone *c, ss_cone_writer write, void *ctx);

#endif
