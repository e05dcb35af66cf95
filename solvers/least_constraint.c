/* least_constraint.c - Gauss' quadratic programme of one state
 *
 * The method `gauss` itself is asked: its closed contacts, its choice of the sense in which
 * contacts at rest begin to slip, its programme and its backend.  Only what it then does with the
 * answer is left out: a contact whose gap opens stays in the programme, with its load of zero.
 *
 * In the metric M = L L' the programme has rows r_i = L^-1 w_i and c_i = L^-1 wN_i, so that
 * Q = R R' and A = C R'.
 */
#include "solvers/least_constraint.h"
#include "solvers/gauss.h"
#include <math.h>
#include <stdlib.h>

typedef struct asked { /* the method and what it needs */
    ss_eval e;
    ss_gauss *s;
    unsigned char *closed; /* nc: modes of all closed contacts before any is opened */
    double *udot;          /* nu */
} asked;

static void lay_out(asked *k, ss_gauss *s, const ss_dims *d, const double *opt, ss_arena *a)
{
    k->e.c = SS_TAKE(a, double, d->npose);
    k->closed = SS_TAKE(a, unsigned char, d->nc);
    k->udot = SS_TAKE(a, double, d->nu);
    ss_gauss_method.layout(s, d, opt, a);
}

static int approaches(const ss_gauss *s)
{
    for (int c = 0; c < s->n; c++)
        if (!s->site[c].isolated && s->site[c].v[0] < -s->rest) return 1;
    return 0;
}

/* Modes of the programme: contacts that slide keep theirs even if they open; those at rest have
 * what the method finds, and are gone if it opens them. */
static ss_status choose(asked *k, double t, int *resting, const char **why)
{
    ss_gauss *const s = k->s;
    int undecided = 0, stick = 0;

    SS_TRY(ss_gauss_find_closed(s, t, s->y, s->y + s->d.nq));
    SS_TRY(ss_gauss_look(s, t, s->y, s->y + s->d.nq));
    if (approaches(s)) {
        *why = "a contact approaches: an impact comes before any force";
        return SS_EUNSUP;
    }
    memcpy(k->closed, s->mode, (size_t)s->d.nc);
    const ss_status found = ss_gauss_choose(s, t, s->y, NULL);

    *resting = 0;
    for (int i = 0; i < s->d.nc; i++) {
        if (k->closed[i] == SS_OPEN) continue;
        undecided += s->undecided[i];
        if (!s->undecided[i]) s->mode[i] = s->base[i];
        if (s->e->p->law[i].kind == SS_ISOLATED) continue;
        stick += s->undecided[i] && s->mode[i] == SS_STICK;
        *resting += s->undecided[i] && s->mode[i] != SS_OPEN;
    }
    if (undecided && found != SS_OK) {
        *why = "contacts at rest have no consistent way to go on";
        return found;
    }
    if (!stick) return SS_OK;
    *why = "a contact sticks: its friction does not follow from its load";
    return SS_EUNSUP;
}

static ss_status take_memory(ss_least_constraint *out, int n)
{
    const size_t m = (size_t)n;

    if (!n) return SS_OK;
    const size_t numbers = m * (2 * m + 5);
    double *const at = calloc(1, numbers * sizeof *at + m * sizeof *out->contact);
    if (!at) return SS_ENOMEM;
    void *const after = at + numbers;
    *out = (ss_least_constraint){.n = n,
                                 .resting = out->resting,
                                 .Q = at,
                                 .A = at + m * m,
                                 .b = at + 2 * m * m,
                                 .N = at + 2 * m * m + m,
                                 .a = at + 2 * m * m + 2 * m,
                                 .mu = at + 2 * m * m + 3 * m,
                                 .sense = at + 2 * m * m + 4 * m,
                                 .contact = after,
                                 .memory = at};
    return SS_OK;
}

/* The numbers of the programme that the method has just tried to solve. */
static ss_status keep(const ss_gauss *s, int solved, ss_least_constraint *out)
{
    const int k = s->d.nu;
    int n = 0;

    for (int c = 0; c < s->n; c++) n += !s->site[c].isolated;
    SS_TRY(take_memory(out, n));
    out->objective = solved ? 0.5 * ss_dot(k, s->f, s->f) : (double)NAN;
    out->residual = solved ? s->residual : (double)NAN;
    n = 0;
    for (int c = 0; c < s->n; c++) {
        const ss_gauss_site *const i = &s->site[c];

        if (i->isolated) continue;
        out->contact[n] = i->contact;
        out->mu[n] = i->mu;
        out->sense[n] = i->mu > 0.0 ? i->sigma : 0.0;
        out->b[n] = s->b[n];
        out->N[n] = solved ? i->L[0] : (double)NAN;
        out->a[n] = solved ? i->rate[0] : (double)NAN;
        n++;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            out->Q[i * n + j] = ss_dot(k, s->R + i * k, s->R + j * k);
            out->A[i * n + j] = ss_dot(k, s->C + i * k, s->R + j * k);
        }
    return SS_OK;
}

static ss_status ask(asked *k, double t, const double *q, const double *u, ss_least_constraint *out,
                     const char **why)
{
    ss_gauss *const s = k->s;

    s->e = &k->e;
    memcpy(s->y, q, (size_t)s->d.nq * sizeof *q);
    memcpy(s->y + s->d.nq, u, (size_t)s->d.nu * sizeof *u);
    SS_TRY(choose(k, t, &out->resting, why));
    s->residual = 0.0;
    const ss_status found = ss_gauss_accelerate(s, t, q, u, k->udot);
    const int solved = found == SS_OK || s->block == SS_GAUSS_LIFTS;

    if (!solved && s->block != SS_GAUSS_NO_FORCE) return found; /* it came to no programme */
    SS_TRY(keep(s, solved, out));
    return solved ? SS_OK : found;
}

ss_status ss_least_constraint_at(const ss_problem *p, double t, const double *q, const double *u,
                                 const double *opt, ss_least_constraint *out, const char **why)
{
    const ss_method *const m = &ss_gauss_method;
    const char *unsaid;
    double preset[SS_MAX_OPTIONS];
    ss_gauss s = {0}, measured = {0};
    asked k = {.e = {.p = p}, .s = &s};
    ss_arena a = {0};

    if (!why) why = &unsaid;
    *why = NULL;
    *out = (ss_least_constraint){.objective = NAN, .residual = NAN};
    if (p->dims.nt > 1) return SS_EUNSUP;
    if (!opt) ss_options_preset(m->options, preset);
    if (!opt) opt = preset;
    lay_out(&k, &measured, &p->dims, opt, &a);
    a = (ss_arena){.base = calloc(1, a.used), .size = a.used};
    if (!a.base) return SS_ENOMEM;
    lay_out(&k, &s, &p->dims, opt, &a);
    ss_status found = m->reset(&s, &k.e, &(ss_setup){.opt = opt}, NULL);
    if (found == SS_OK) {
        found = ask(&k, t, q, u, out, why);
        m->finish(&s);
    }
    free(a.base);
    if (!out->n) out->resting = 0;
    return found;
}

void ss_least_constraint_free(ss_least_constraint *out)
{
    free(out->memory);
    *out = (ss_least_constraint){0};
}
