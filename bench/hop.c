/* hop.c - take-offs, landings, speed and cost of a run whose problem has a gait */
#include "bench/hop.h"

const char *const ss_hop_name[SS_HOP_METRICS] = {
#define SS_HOP(name, value) name,
#include "bench/hop.def"
#undef SS_HOP
};

void ss_hops_metrics(const ss_hops *h, double out[SS_HOP_METRICS])
{
    const double value[SS_HOP_METRICS] = {
#define SS_HOP(name, value) value,
#include "bench/hop.def"
#undef SS_HOP
    };
    memcpy(out, value, sizeof value);
}

static int stands(const ss_problem *p, const ss_point *x, const ss_step_info *info)
{
    if (info->active) return 1;
    for (int i = 0; i < p->dims.nc; i++)
        if (x->mode[i] != SS_OPEN) return 1;
    /* a method that chooses its steps ends one where a contact opens: it stood up to here, and the
     * step before may be far away */
    const ss_events *e = info->events;
    for (int i = 0; info->h_next > 0.0 && i < e->n && i < e->room; i++)
        if (e->at[i].kind == SS_LIFTED) return 1;
    return 0;
}

/* Means and sum of squares by updates (Welford), so that no list is kept. */
static int count_hop(ss_hops *h, const ss_hop *hop)
{
    const double n = (double)++h->hops, off = hop->angle - h->angle;

    h->angle += off / n;
    h->scatter += off * (hop->angle - h->angle);
    h->landing += (hop->angle_land - h->landing) / n;
    h->flown += hop->t_land - hop->t;
    return h->each ? h->each(h->ctx, hop) : 0;
}

static int land(ss_hops *h, double t, double x)
{
    if (!h->stood || !h->aloft || t - h->left_t <= h->least || h->left_v[1] <= 0.0) return 0;
    const ss_hop hop = {.t = h->left_t,
                        .x = h->left_x,
                        .angle = atan2(h->left_v[1], h->left_v[0]),
                        .t_land = t,
                        .x_land = x,
                        .angle_land = atan2(h->v[1], h->v[0])};
    return count_hop(h, &hop);
}

static int take(void *ctx, const ss_point *x, const ss_step_info *info)
{
    ss_hops *h = ctx;
    ss_gait g;

    if (h->fallen) return 0;
    if (h->p->gait(h->p->par, info->here, x->u, &g)) return 1;
    if (!h->begun) {
        h->begun = 1;
        h->t0 = x->t;
        h->x0 = g.r[0];
        h->weight = g.weight;
    } else
        h->effort += 0.5 * (x->t - h->t) * (fabs(h->drive) + fabs(g.drive));
    h->t = x->t;
    h->x = g.r[0];
    h->drive = g.drive;
    if (g.height <= 0.0) {
        h->fallen = 1;
        return h->stop_at_fall;
    }
    if (stands(h->p, x, info)) {
        if (land(h, x->t, g.r[0])) return 1;
        h->stood = 1;
        h->aloft = 0;
        h->left_t = x->t;
        h->left_x = g.r[0];
        h->left_v[0] = g.v[0], h->left_v[1] = g.v[1];
    } else
        h->aloft = 1;
    h->v[0] = g.v[0], h->v[1] = g.v[1]; /* before the landing, when that comes */
    return 0;
}

ss_sink ss_hops_sink(ss_hops *h)
{
    return h->p->gait ? (ss_sink){.take = take, .ctx = h} : (ss_sink){0};
}
