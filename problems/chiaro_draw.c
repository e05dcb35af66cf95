/* chiaro_draw.c - the hopping robot as a picture, and its contacts as frames */
#include "problems/chiaro_hopper.h"
#include "problems/family.h"
#include <math.h>

/* (a, b) of the lower leg's frame in the world. */
static void in_world(const ss_config *x, double a, double b, double r[2])
{
    r[0] = x->q[X] + a * x->c[CL] + b * x->c[SL];
    r[1] = x->q[Y] - a * x->c[SL] + b * x->c[CL];
}

int ss_chiaro_frame(const void *par, const ss_config *x, int contact, ss_contact_frame *f)
{
    const ss_chiaro *h = par;
    const double *at = ss_chiaro_foot(h, x) + contact;

    *f = (ss_contact_frame){.n = {0.0, 1.0}, .t = {{1.0}}};
    in_world(x, at[0], at[h->n], f->p);
    return 0;
}

int ss_chiaro_draw(const void *par, const ss_config *x, const ss_pen *pen)
{
    const ss_chiaro *h = par;
    const double reach = 10.0 * h->half; /* a picture's size only */
    const double turn = x->q[LOWER] - h->beta[(size_t)x->c[STAGE]];
    double top[2], sole[2], knee[2];

    in_world(x, h->l1 - h->half, h->l2, top);
    in_world(x, h->l1 + h->half, h->l2, sole);
    in_world(x, h->p, h->l2, knee);
    const double end[2] = {knee[0] + h->lu * x->c[CU], knee[1] + h->lu * x->c[SU]};

    pen->line(pen->ctx, SS_INK_GROUND, x->q[X] - reach, 0.0, x->q[X] + reach, 0.0);
    pen->line(pen->ctx, SS_INK_BODY, top[0], top[1], sole[0], sole[1]);
    pen->line(pen->ctx, SS_INK_BODY, knee[0], knee[1], end[0], end[1]);
    pen->line(pen->ctx, SS_INK_SPRING, top[0], top[1], end[0], end[1]);
    pen->arc(pen->ctx, SS_INK_BODY, sole[0] + h->R * sin(turn), sole[1] + h->R * cos(turn), h->R,
             h->R, -turn, -0.5 * SS_PI - h->span, -0.5 * SS_PI + h->span);
    return 0;
}
