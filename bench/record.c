/* record.c - from the points of a run to rows of numbers */
#include "bench/record.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SCALARS = 4 }; /* E_kin, E_pot, E_tot, W_ext */

static void name_columns(ss_record *r)
{
    static const char *const scalar[SCALARS] = {"E_kin", "E_pot", "E_tot", "W_ext"};
    static const char *const planar[] = {"g", "lN", "lT", "vN", "vT"};
    static const char *const spatial[] = {"g", "lN", "lT", "lS", "vN", "vT", "vS"};
    const char *const *contact = r->per_contact == 5 ? planar : spatial;
    const ss_problem *p = r->p;
    char(*at)[SS_COLUMN_SIZE] = r->name;

    snprintf(*at++, SS_COLUMN_SIZE, "t");
    for (int i = 0; i < p->dims.nq; i++) snprintf(*at++, SS_COLUMN_SIZE, "q_%s", p->q_name[i]);
    for (int i = 0; i < p->dims.nu; i++) snprintf(*at++, SS_COLUMN_SIZE, "u_%s", p->u_name[i]);
    for (int i = 0; i < SCALARS; i++) snprintf(*at++, SS_COLUMN_SIZE, "%s", scalar[i]);
    for (int i = 0; i < p->dims.nc; i++)
        for (int k = 0; k < r->per_contact; k++)
            snprintf(*at++, SS_COLUMN_SIZE, "%s_%d", contact[k], i);
}

static void lay_out(ss_record *r, ss_arena *a)
{
    const ss_dims *d = &r->p->dims;

    r->name = ss_arena_take(a, (size_t)r->ncol, SS_COLUMN_SIZE);
    r->row = SS_TAKE(a, double, r->ncol);
    r->eval.c = SS_TAKE(a, double, d->npose);
    r->W = SS_TAKE(a, double, ss_dim(d) * d->nu);
    r->chi = SS_TAKE(a, double, ss_dim(d));
    r->g = SS_TAKE(a, double, d->nc);
    r->last.q = SS_TAKE(a, double, d->nq);
    r->last.u = SS_TAKE(a, double, d->nu);
    r->last.l = SS_TAKE(a, double, d->nc *ss_dim(d));
    r->last.mode = SS_TAKE(a, unsigned char, d->nc);
}

ss_status ss_record_open(ss_record *r)
{
    const ss_dims *d = &r->p->dims;
    ss_arena a = {0};

    r->per_contact = d->nt < 2 ? 5 : 7;
    r->at_u = 1 + d->nq;
    r->at_energy = r->at_u + d->nu;
    r->at_contact = r->at_energy + SCALARS;
    r->ncol = r->at_contact + d->nc * r->per_contact;
    r->eval.p = r->p;
    lay_out(r, &a);
    a = (ss_arena){.base = r->memory = calloc(1, a.used), .size = a.used};
    if (!r->memory) return SS_ENOMEM;
    lay_out(r, &a);
    name_columns(r);
    return SS_OK;
}

int ss_record_add(ss_record *r, const ss_writer_kind *kind, const char *path)
{
    if (r->nwriters == SS_MAX_WRITERS) {
        snprintf(r->why, sizeof r->why, "%s: more than %d outputs", path, (int)SS_MAX_WRITERS);
        return 1;
    }
    void *w = kind->open(path, r);
    if (!w) return 1;
    r->kind[r->nwriters] = kind;
    r->writer[r->nwriters++] = w;
    return 0;
}

static int starts_with(const char *s, const char *begin)
{
    return strncmp(s, begin, strlen(begin)) == 0;
}

int ss_family_is_si(const ss_family *f)
{
    int si = 0;

    for (const ss_option *o = f->options; o && o->name; o++) {
        const char *unit = o->unit ? o->unit : "";
        if (starts_with(unit, "in") || starts_with(unit, "lb")) return 0;
        si |= starts_with(unit, "m") || starts_with(unit, "kg") || starts_with(unit, "N");
    }
    return si;
}

/* ---- one row ----------------------------------------------------------------------- */

/* v = W u + chi and the force, normal first; what the problem has no tangent for stays 0 */
static ss_status contact_columns(ss_record *r, const ss_point *x, int i)
{
    const ss_dims *d = &r->p->dims;
    const int dim = ss_dim(d);
    double *l = r->row + ss_col_force(r, i), *v = r->row + ss_col_velocity(r, i);

    SS_TRY(ss_jac(&r->eval, i, r->W));
    SS_TRY(ss_chi(&r->eval, i, r->chi));
    for (int k = 0; k < dim; k++) {
        l[k] = x->l[i * dim + k];
        v[k] = r->chi[k];
        for (int j = 0; j < d->nu; j++) v[k] += r->W[k * d->nu + j] * x->u[j];
    }
    return SS_OK;
}

static ss_status fill(ss_record *r, const ss_point *x)
{
    const ss_dims *d = &r->p->dims;
    double *row = r->row, *E = row + r->at_energy;

    row[0] = x->t;
    memcpy(row + 1, x->q, (size_t)d->nq * sizeof *row);
    memcpy(row + r->at_u, x->u, (size_t)d->nu * sizeof *row);
    SS_TRY(ss_place(&r->eval, x->t, x->q));
    SS_TRY(ss_energy(&r->eval, x->u, &E[0], &E[1]));
    E[2] = E[0] + E[1];
    E[3] = x->W;
    if (d->nc) SS_TRY(ss_gap(&r->eval, r->g));
    for (int i = 0; i < d->nc; i++) row[ss_col_gap(r, i)] = r->g[i];
    for (int i = 0; i < d->nc; i++) SS_TRY(contact_columns(r, x, i));
    return SS_OK;
}

const double *ss_record_row(ss_record *r, const ss_point *x)
{
    if (r->fresh) return r->row;
    for (int k = 0; k < r->ncol; k++) r->row[k] = 0.0;
    if (fill(r, x) != SS_OK) /* the model is not defined here: say so where it would stand */
        for (int k = r->at_energy; k < r->ncol; k++) r->row[k] = NAN;
    r->fresh = 1;
    return r->row;
}

/* ---- the sink ---------------------------------------------------------------------- */

/* Multiples of `every` are counted, not summed up; a step that misses one by round-off has
 * reached it. */
static int is_due(ss_record *r, double t)
{
    const double slack = 1e-9;
    if (r->every <= 0.0) return 1;
    if (t < (r->due - slack) * r->every) return 0;
    r->due = floor(t / r->every + slack) + 1.0;
    return 1;
}

static void keep(ss_record *r, const ss_point *x)
{
    const ss_dims *d = &r->p->dims;
    const size_t each = sizeof(double);

    r->last.t = x->t;
    r->last.W = x->W;
    memcpy(r->last.q, x->q, (size_t)d->nq * each);
    memcpy(r->last.u, x->u, (size_t)d->nu * each);
    memcpy(r->last.l, x->l, (size_t)(d->nc * ss_dim(d)) * each);
    memcpy(r->last.mode, x->mode, (size_t)d->nc);
}

static int put_row(ss_record *r, const ss_point *x)
{
    ss_record_row(r, x);
    r->rows++;
    for (int k = 0; k < r->nwriters; k++)
        if (r->kind[k]->row && r->kind[k]->row(r->writer[k], r)) return 1;
    return 0;
}

static int put_events(ss_record *r, const ss_events *list)
{
    const int kept = list->n < list->room ? list->n : list->room;

    r->events_lost += list->n - kept;
    for (int i = 0; i < kept; i++) {
        if (list->at[i].kind == SS_ZENO)
            continue; /* the touch beside it tells, and the summary counts them */
        for (int k = 0; k < r->nwriters; k++)
            if (r->kind[k]->event && r->kind[k]->event(r->writer[k], r, &list->at[i])) return 1;
    }
    return 0;
}

static int take(void *ctx, const ss_point *x, const ss_step_info *info)
{
    ss_record *r = ctx;

    r->fresh = 0;
    r->pending = !is_due(r, x->t);
    if (r->pending)
        keep(r, x);
    else if (put_row(r, x))
        return 1;
    for (int k = 0; k < r->nwriters; k++)
        if (r->kind[k]->point && r->kind[k]->point(r->writer[k], r, x)) return 1;
    return info && info->events && info->events->n ? put_events(r, info->events) : 0;
}

ss_sink ss_record_sink(ss_record *r)
{
    return r->nwriters ? (ss_sink){.take = take, .ctx = r} : (ss_sink){0};
}

int ss_record_finish(ss_record *r, const ss_run_result *res)
{
    if (r->pending) {
        r->fresh = 0;
        if (put_row(r, &r->last)) return 1;
        r->pending = 0;
    }
    for (int k = 0; k < r->nwriters; k++)
        if (r->kind[k]->finish(r->writer[k], r, res)) return 1;
    return 0;
}

void ss_record_close(ss_record *r)
{
    while (r->nwriters) {
        r->nwriters--;
        r->kind[r->nwriters]->drop(r->writer[r->nwriters]);
    }
    free(r->memory);
    r->memory = NULL;
}
