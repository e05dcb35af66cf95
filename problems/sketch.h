/* sketch.h - shapes that several problems draw: a box, a disc, a spring. */
#ifndef SS_SKETCH_H
#define SS_SKETCH_H

#include "problems/problem.h"
#include <math.h>

/* A box with half sides w and h, turned by the angle whose cosine and sine are c and s. */
static inline void ss_sketch_box(const ss_pen *pen, double x, double y, double c, double s,
                                 double w, double h)
{
    static const double corner[5][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};

    for (int i = 0; i < 4; i++) {
        const double ax = corner[i][0] * w, ay = corner[i][1] * h;
        const double bx = corner[i + 1][0] * w, by = corner[i + 1][1] * h;
        pen->line(pen->ctx, SS_INK_BODY, x + c * ax - s * ay, y + s * ax + c * ay,
                  x + c * bx - s * by, y + s * bx + c * by);
    }
}

/* A disc with a radius drawn at its angle, so that one sees it turn. */
static inline void ss_sketch_disc(const ss_pen *pen, double x, double y, double r, double angle)
{
    const double turn = 6.28318530717958647692;
    pen->arc(pen->ctx, SS_INK_BODY, x, y, r, r, 0.0, 0.0, turn);
    pen->line(pen->ctx, SS_INK_MARK, x, y, x + r * cos(angle), y + r * sin(angle));
}

/* A level zigzag spring from x0 to x1. */
static inline void ss_sketch_spring(const ss_pen *pen, double x0, double x1, double y, double h)
{
    enum { TEETH = 8 };
    double px = x0, py = y;

    for (int i = 1; i <= TEETH + 1; i++) {
        const double at = i <= TEETH ? (i - 0.5) / TEETH : 1.0;
        const double nx = x0 + at * (x1 - x0), ny = i > TEETH ? y : y + (i % 2 ? h : -h);
        pen->line(pen->ctx, SS_INK_SPRING, px, py, nx, ny);
        px = nx;
        py = ny;
    }
}

#endif
