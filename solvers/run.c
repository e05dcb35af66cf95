/* run.c - the driver: time, budgets, verdicts and the energy ledger.
 *
 * A method is asked for one step at a time.  Where its contact problem has no solution the
 * driver alters the step as the source of the midpoint method does: h/2, h/3, ... up to
 * h/max_cuts for this one step, then gives up with the method's reason.
 *
 * Where the problem jumps with time, methods that choose their own steps end one just before and
 * begin anew: no step of theirs sees both sides.  Steps of a given size go across.
 *
 * A run has diverged where its state is no number, or where energy came from nowhere: E - W rose by
 * RUNAWAY times the most T + |V| + |W| that there was while the rise was a tenth of it or less.
 */
#include "solvers/run.h"
#include "solvers/acceleration.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    POLL = 1024,      /* steps between two looks at spec->stop */
    MAX_IDLE = 10000, /* steps of no length in a row before impacts count as accumulating */
    EVENTS_PER_CONTACT = 4,
};

/* Neither a law of impact nor the errors of a step that is worth taking give this many times the
 * energy that was there before: the motion is the scheme's instability. */
#define RUNAWAY 1e6

const char *ss_event_word(ss_event_kind k)
{
    static const char *const word[] = {
#define SS_AS_WORD(name, word) word,
        SS_EVENT_LIST(SS_AS_WORD)
#undef SS_AS_WORD
    };
    return (unsigned)k < (unsigned)SS_NEVENT ? word[k] : "?";
}

ss_run_spec ss_run_spec_default(const ss_problem *p)
{
    return (ss_run_spec){.h = 1e-3, .rtol = 1e-6, .atol = 1e-9, .t_end = p->t_end, .max_cuts = 20};
}

/* ---- does the method honour what the problem has? ---------------------------------- */

static unsigned needs_of(const ss_problem *p)
{
    unsigned need = 0;

    if (p->dims.nt > 1) need |= SS_CAN_SPATIAL;
    if (p->chi) need |= SS_CAN_MOVING;
    if (p->rate) need |= SS_CAN_RATE;
    for (int i = 0; i < p->dims.nc; i++) {
        const ss_law *law = &p->law[i];
        if (law->kind == SS_ISOLATED) need |= SS_CAN_ISOLATED;
        if (p->dims.nt == 0) continue;
        if (law->mu_s > 0.0 || law->mu_d > 0.0 || law->b > 0.0) need |= SS_CAN_FRICTION;
        if (law->mu_s != law->mu_d) need |= SS_CAN_STATIC;
        if (law->b > 0.0) need |= SS_CAN_VISCOUS;
        if (law->e_t > 0.0) need |= SS_CAN_TANGENTIAL;
    }
    return need;
}

const char *ss_method_refuses(const ss_method *m, const ss_problem *p, char *why, size_t why_size)
{
    static const struct {
        unsigned bit;
        const char *word;
    } can[] = {
#define SS_AS_ROW(name, bit, word) {name, word},
        SS_CAN_LIST(SS_AS_ROW)
#undef SS_AS_ROW
    };
    const unsigned missing = needs_of(p) & ~m->can;

    for (size_t i = 0; i < sizeof can / sizeof *can; i++)
        if (missing & can[i].bit) {
            snprintf(why, why_size, "%s has %s, which %s does not honour", p->name, can[i].word,
                     m->name);
            return why;
        }
    const char *more = m->refuses ? m->refuses(p) : NULL;
    if (more) snprintf(why, why_size, "%s", more);
    return more ? why : NULL;
}

/* ---- one run ----------------------------------------------------------------------- */

typedef struct run {
    const ss_method *m;
    const ss_problem *p;
    const ss_run_spec *spec;
    const double *opt;
    ss_sink sink;
    void *state;
    ss_eval e;   /* the method's gate */
    ss_eval see; /* the monitor's own, so that it does not count as the method's work */
    ss_point x;
    ss_events events;
    double *g; /* nc, of the monitor */
    double *W; /* dim*nu, one contact's directions at the start */
    double E_least;
    double E_sane; /* most energy in play while what came from nowhere was little of it */
    int begun;     /* reset() was called, so finish() must be */
    ss_run_result *r;
} run;

static void lay_out(run *k, const double *opt, ss_arena *a, void *scratch)
{
    const ss_dims *d = &k->p->dims;
    const int room = EVENTS_PER_CONTACT * (d->nc + 1);

    k->state = ss_arena_take(a, 1, k->m->state_size);
    k->x.q = SS_TAKE(a, double, d->nq);
    k->x.u = SS_TAKE(a, double, d->nu);
    k->x.l = SS_TAKE(a, double, d->nc *ss_dim(d));
    k->x.mode = SS_TAKE(a, unsigned char, d->nc);
    k->e.c = SS_TAKE(a, double, d->npose);
    k->see.c = SS_TAKE(a, double, d->npose);
    k->g = SS_TAKE(a, double, d->nc);
    k->W = SS_TAKE(a, double, ss_dim(d) * d->nu);
    k->events = (ss_events){.at = SS_TAKE(a, ss_event, room), .room = room};
    k->m->layout(scratch ? scratch : k->state, d, opt, a);
}

/* The least of `least` and n numbers; two at a time, because each waits for the one before. */
static double least_of(const double *g, int n, double least)
{
    double other = least;
    int i = 0;

    for (; i + 2 <= n; i += 2) {
        least = g[i] < least ? g[i] : least;
        other = g[i + 1] < other ? g[i + 1] : other;
    }
    if (i < n) least = g[i] < least ? g[i] : least;
    return other < least ? other : least;
}

/* Energy, work, penetration and impacts of the state just reached. */
static ss_status watch(run *k)
{
    ss_run_result *r = k->r;
    double T, V;

    SS_TRY(ss_place(&k->see, k->x.t, k->x.q));
    SS_TRY(ss_energy(&k->see, k->x.u, &T, &V));
    SS_TRY(ss_gap(&k->see, k->g));
    r->E_end = T + V;
    r->W = k->x.W;
    const double own = r->E_end - r->W; /* what only dissipation may change */
    if (!isfinite(own)) return SS_EDIVERGED;
    if (own < k->E_least) k->E_least = own;
    if (own - k->E_least > r->E_gain_max) r->E_gain_max = own - k->E_least;
    const double play = T + fabs(V) + fabs(r->W);
    if (r->E_gain_max <= 0.1 * play)
        k->E_sane = fmax(k->E_sane, play);
    else if (k->E_sane > 0.0 && r->E_gain_max > RUNAWAY * k->E_sane)
        return SS_EDIVERGED;
    r->penetration_max = -least_of(k->g, k->p->dims.nc, -r->penetration_max);
    return SS_OK;
}

static int worth_another_size(ss_status s)
{
    return s == SS_ENOSOL || s == SS_EINCONSISTENT || s == SS_ESTEP || s == SS_ESING;
}

/* One step of at most `ask`, by the step-change rule if it must. */
static ss_status try_step(run *k, double ask, ss_step_info *info)
{
    ss_status s = SS_OK;

    for (int cut = 1; cut <= (k->spec->max_cuts > 1 ? k->spec->max_cuts : 1); cut++) {
        k->events.n = k->events.impacts = k->events.limits = 0;
        *info = (ss_step_info){.events = &k->events};
        s = k->m->step(k->state, &k->e, ask / cut, &k->x, info);
        if (s == SS_OK || !worth_another_size(s)) return s;
        k->e.n.refused++;
    }
    return s;
}

/* Contacts that are closed at the start have not been touched since; see is placed there. */
static ss_status first_modes(run *k)
{
    const ss_dims *d = &k->p->dims;
    const int dim = ss_dim(d);
    double v[SS_MAX_DIM] = {0}, chi[SS_MAX_DIM] = {0};

    for (int i = 0; i < d->nc; i++) {
        SS_TRY(ss_jac(&k->see, i, k->W));
        SS_TRY(ss_chi(&k->see, i, chi));
        for (int r = 0; r < dim; r++) {
            v[r] = chi[r];
            for (int j = 0; j < d->nu; j++) v[r] += k->W[r * d->nu + j] * k->x.u[j];
        }
        const int isolated = k->p->law[i].kind == SS_ISOLATED;
        const double slip = dim > 2 ? hypot(v[1], v[2]) : dim > 1 ? v[1] : 1.0;
        if (!isolated && (k->g[i] > SS_AT_REST || fabs(v[0]) > SS_AT_REST))
            k->x.mode[i] = SS_OPEN;
        else if (fabs(slip) <= SS_AT_REST)
            k->x.mode[i] = SS_STICK;
        else
            k->x.mode[i] = slip > 0.0 ? SS_SLIP_PLUS : SS_SLIP_MINUS;
    }
    return SS_OK;
}

/* (Again) from the point where it is. */
static ss_status begin(run *k)
{
    const ss_setup setup = {
        .opt = k->opt, .h = k->spec->h, .rtol = k->spec->rtol, .atol = k->spec->atol};

    SS_TRY(watch(k));
    SS_TRY(first_modes(k));
    if (k->begun && k->m->finish) k->m->finish(k->state);
    k->begun = 1;
    return k->m->reset(k->state, &k->e, &setup, &k->x);
}

/* Where a step must end so that nothing in it sees what is new at `jump`: a time and a step that
 * are added round by an ulp. */
static double before(double jump)
{
    return jump * (1.0 - 4.0 * DBL_EPSILON);
}

static ss_status advance(run *k)
{
    const ss_run_spec *spec = k->spec;
    const int fixed = k->m->stepping == SS_FIXED;
    const double t1 = spec->t_end;
    double h = spec->h, from = 0.0; /* equal steps are counted from here: t = from + n h */
    long n = 0, idle = 0;

    while (k->x.t < t1) {
        if (spec->max_steps && k->r->steps == spec->max_steps) return SS_EBUDGET;
        if (spec->stop && k->r->steps % POLL == 0 && spec->stop(spec->stop_ctx)) return SS_ETIMEOUT;

        double goal = t1;
        const double jump = fixed || !k->p->jump ? INFINITY : k->p->jump(k->p->par, k->x.t);
        if (jump <= t1 && k->x.t >= before(jump)) {
            k->x.t = from = jump, n = 0, h = spec->h;
            SS_TRY(begin(k));
            continue;
        }
        if (jump <= t1) goal = before(jump);
        if (!fixed && spec->every > 0.0) {
            const double next = (floor(k->x.t / spec->every * (1.0 + 1e-12)) + 1.0) * spec->every;
            if (next < goal) goal = next;
        }
        /* a remainder below a millionth of a step is round-off, not a step */
        const double left = goal - k->x.t;
        const int last = left < h * (1.0 + 1e-6);
        const double ask = last ? left : h;
        ss_step_info info;

        const ss_status s = try_step(k, ask, &info);
        if (s != SS_OK) return s;

        k->r->steps++;
        if (info.h_done == ask) {
            k->x.t = last ? goal : from + (double)++n * h;
        } else {
            k->x.t += info.h_done;
            from = k->x.t, n = 0;
        }
        idle = info.h_done > 0.0 ? 0 : idle + 1;
        if (idle > MAX_IDLE) return SS_EZENO;
        if (!fixed && info.h_next > 0.0) h = info.h_next, from = k->x.t, n = 0;

        if (info.residual > k->r->residual_max) k->r->residual_max = info.residual;
        k->r->E_moved += info.E_moved;
        k->r->impacts += k->events.impacts;
        k->r->limits += k->events.limits;
        SS_TRY(watch(k));
        info.here = &k->see.x;
        if (k->sink.take && k->sink.take(k->sink.ctx, &k->x, &info)) return SS_ESINK;
    }
    return SS_OK;
}

static ss_status start(run *k)
{
    const ss_problem *p = k->p;
    const ss_step_info info = {.events = &k->events, .here = &k->see.x};

    memcpy(k->x.q, p->q0, (size_t)p->dims.nq * sizeof *k->x.q);
    memcpy(k->x.u, p->u0, (size_t)p->dims.nu * sizeof *k->x.u);
    k->e.p = k->see.p = p;
    k->E_least = INFINITY;
    const ss_status s = begin(k);
    k->r->E_start = k->r->E_end;
    if (s != SS_OK) return s;
    if (k->sink.take && k->sink.take(k->sink.ctx, &k->x, &info)) return SS_ESINK;
    return SS_OK;
}

static int spec_is_sound(const ss_run_spec *s)
{
    return s->h > 0.0 && isfinite(s->h) && s->t_end >= 0.0 && isfinite(s->t_end) &&
           s->rtol >= 0.0 && s->atol >= 0.0 && s->max_steps >= 0;
}

/* Measure with a throw-away state, then carve for good. */
static ss_status reserve(run *k, const double *opt, ss_arena *a)
{
    void *scratch = calloc(1, k->m->state_size ? k->m->state_size : 1);
    if (!scratch) return SS_ENOMEM;
    lay_out(k, opt, a, scratch);
    free(scratch);
    *a = (ss_arena){.base = calloc(1, a->used), .size = a->used};
    if (!a->base) return SS_ENOMEM;
    lay_out(k, opt, a, NULL);
    return SS_OK;
}

static void finish(run *k)
{
    const ss_problem *p = k->p;
    const ss_run_spec *spec = k->spec;

    k->r->t = k->x.t;
    k->r->counts = k->e.n;
    if (spec->q_end) memcpy(spec->q_end, k->x.q, (size_t)p->dims.nq * sizeof *k->x.q);
    if (spec->u_end) memcpy(spec->u_end, k->x.u, (size_t)p->dims.nu * sizeof *k->x.u);
    if (k->begun && k->m->failed && spec->failed && worth_another_size(k->r->status)) {
        const ss_contact_problem *c = k->m->failed(k->state);
        if (c) spec->failed(spec->failed_ctx, c, k->x.t);
    }
    if (k->m->finish && k->begun) k->m->finish(k->state);
}

ss_run_result ss_run(const ss_method *m, const ss_problem *p, const ss_run_spec *spec, ss_sink sink)
{
    ss_run_result r = {0};
    double opt[SS_MAX_OPTIONS];
    run k = {.m = m, .p = p, .spec = spec, .opt = opt, .sink = sink, .r = &r};
    ss_arena a = {0};
    int row = 0;

    if (spec->opt)
        memcpy(opt, spec->opt, (size_t)ss_options_count(m->options) * sizeof *opt);
    else
        ss_options_preset(m->options, opt);
    if (ss_options_check(m->options, opt, &row) != SS_OK || !spec_is_sound(spec)) {
        r.status = SS_EARG;
        return r;
    }
    if (ss_method_refuses(m, p, r.why, sizeof r.why)) {
        r.status = SS_EUNSUP;
        return r;
    }
    r.status = reserve(&k, opt, &a);
    if (r.status == SS_OK) {
        r.status = start(&k);
        if (r.status == SS_OK) r.status = advance(&k);
        if (r.status == SS_EUNSUP)
            snprintf(r.why, sizeof r.why, "the backend that %s was given leaves out what %s has",
                     m->name, p->name);
        finish(&k);
    }
    free(a.base);
    return r;
}
