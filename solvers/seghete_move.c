/* seghete_move.c - method seghete: from one event to the next, by variational steps that end where
 * a contact closes or a slip comes to an end */
#include "solvers/seghete_state.h"
#include <math.h>

static void gather(ss_seghete_state *s)
{
    s->rattle.n = s->nwatch = 0;
    for (int i = 0; i < s->d.nc; i++)
        if (s->role[i] == SS_ROLE_RESTING)
            s->rattle.at[s->rattle.n++] = i;
        else
            s->watch[s->nwatch++] = i;
}

typedef struct search {
    ss_seghete_state *s;
    ss_eval *e;
    double tau;
    const double *v; /* solution over tau */
} search;

/* Gaps of the watched contacts at the end of a step of the length share * tau. */
static ss_status gaps_after(void *ctx, double share, double *phi)
{
    const search *k = ctx;
    ss_seghete_state *s = k->s;

    if (share <= 0.0) {
        for (int i = 0; i < s->nwatch; i++) phi[i] = s->g[s->watch[i]];
        return SS_OK;
    }
    for (int i = 0; i < s->d.nu; i++) s->guess[i] = s->u[i] + share * (k->v[i] - s->u[i]);
    SS_TRY(ss_rattle_move(&s->rattle, k->e, s->t, s->q, share * k->tau, s->guess));
    SS_TRY(ss_place(k->e, s->t + share * k->tau, s->rattle.q1));
    SS_TRY(ss_gap(k->e, s->rattle.g1));
    for (int i = 0; i < s->nwatch; i++) phi[i] = s->rattle.g1[s->watch[i]];
    return SS_OK;
}

static void guess_velocity(const ss_seghete_state *s, double tau, double *v)
{
    const double ratio = s->v_tau > 0.0 ? tau / s->v_tau : 0.0;

    for (int i = 0; i < s->d.nu; i++)
        v[i] = s->u[i] + (s->v_tau > 0.0 ? ratio * (s->u[i] - s->v[i]) : 0.0);
}

/* A gap that is above zero before *share and below after it has jumped.  There is no zero to stop
 * at, and to stop before the jump is to meet it again: the move goes a hair, 1e-9 of it, beyond,
 * where the contact is closed. */
static ss_status pass_jump(search *k, const ss_root *found, double *share)
{
    ss_seghete_state *s = k->s;
    double *phi = s->root.phi;

    if (!s->rattle.jumps) return SS_OK;
    SS_TRY(gaps_after(k, found->before, phi));
    if (phi[found->which] > s->closed) *share = fmin(1.0, found->after + 1e-9);
    return SS_OK;
}

/* Where the first watched contact closes, as a share of tau; *stuck: one that is closed does
 * not even begin to leave, and should rest. */
static ss_status locate(ss_seghete_state *s, ss_eval *e, double tau, double *v, double *share,
                        int *stuck)
{
    search k = {.s = s, .e = e, .tau = tau, .v = v};
    const ss_root_functions f = {.ctx = &k, .m = s->nwatch, .at = gaps_after};
    ss_root found;

    *stuck = -1;
    *share = 1.0;
    SS_TRY(ss_root_first(&s->root, &f, SS_LOCATED, s->zero, &found));
    if (found.which < 0) return SS_OK;
    *share = found.before;
    if (found.before <= SS_LOCATED && s->role[s->watch[found.which]] == SS_ROLE_LEAVING)
        *stuck = s->watch[found.which];
    return pass_jump(&k, &found, share);
}

ss_status ss_seghete_move(ss_seghete_state *s, ss_eval *e, double *tau)
{
    const double whole = *tau;
    int inside = 0, stuck;

    for (;;) {
        double share;
        gather(s);
        SS_TRY(ss_place(e, s->t, s->q));
        SS_TRY(ss_rattle_begin(&s->rattle, e, s->u));
        guess_velocity(s, whole, s->v);
        SS_TRY(ss_rattle_move(&s->rattle, e, s->t, s->q, whole, s->v));
        if (!s->nwatch) break;
        SS_TRY(ss_place(e, s->t + whole, s->rattle.q1));
        SS_TRY(ss_gap(e, s->rattle.g1));
        inside = 0;
        for (int i = 0; i < s->nwatch; i++) inside |= s->rattle.g1[s->watch[i]] < 0.0;
        if (!inside) break;
        SS_TRY(locate(s, e, whole, s->v, &share, &stuck));
        if (stuck >= 0) {
            s->role[stuck] = SS_ROLE_RESTING;
            s->v_tau = 0.0;
            continue;
        }
        *tau = share * whole;
        for (int i = 0; i < s->d.nu; i++) s->guess[i] = s->u[i] + share * (s->v[i] - s->u[i]);
        memcpy(s->v, s->guess, (size_t)s->d.nu * sizeof *s->v);
        if (!(*tau > 0.0)) return SS_OK;
        SS_TRY(ss_rattle_move(&s->rattle, e, s->t, s->q, *tau, s->v));
        break;
    }
    return SS_OK;
}

static ss_status work_of_forces(ss_seghete_state *s, ss_eval *e, double tau)
{
    double p;

    if (!e->p->power) return SS_OK;
    for (int i = 0; i < s->d.nu; i++) s->guess[i] = s->q[i] + 0.5 * tau * s->v[i];
    SS_TRY(ss_place(e, s->t + 0.5 * tau, s->guess));
    SS_TRY(ss_power(e, s->v, &p));
    s->work += tau * p;
    return SS_OK;
}

/* Tangential velocity of resting contact k at the end of the last landing. */
static double end_slip(const ss_seghete_state *s, int k)
{
    const ss_rattle *r = &s->rattle;
    const double *T = r->W1 + (2 * k + 1) * s->d.nu;
    return ss_dot(s->d.nu, T, r->u1) + r->chi[2 * k + 1];
}

/* A contact that slipped at the start of the last move and does not so any more: -1 if none. */
static int halted(const ss_seghete_state *s)
{
    for (int k = 0; k < s->rattle.n; k++) {
        const double was = s->slip[k];
        const int slips = end_slip(s, k) * copysign(1.0, was) > s->rest;
        if (fabs(was) > s->rest && s->rattle.mode[k] != SS_OPEN && !slips) return k;
    }
    return -1;
}

/* The end of a move over tau with every contact forced to go on as it was at its start. */
static ss_status go_on_slipping(ss_seghete_state *s, ss_eval *e, double tau)
{
    ss_rattle *r = &s->rattle;

    memcpy(r->slip, s->slip, (size_t)r->n * sizeof *r->slip);
    for (int i = 0; i < s->d.nu; i++) s->guess[i] = s->u[i];
    r->forcing = 1;
    ss_status status = ss_rattle_move(r, e, s->t, s->q, tau, s->guess);
    if (status == SS_OK) status = ss_rattle_land(r, e, s->t, tau, s->guess);
    r->forcing = 0;
    return status;
}

/* Shorten *tau to where the slip of contact k is zero: Newton's method on a nearly linear
 * function, its slope from the start.  The end is a hair later, so that the contact sticks. */
static ss_status locate_halt(ss_seghete_state *s, ss_eval *e, int k, double *tau)
{
    enum { CORRECTIONS = 4 };       /* errors go as h^2, h^4, ... */
    const double hair = 1.0 + 1e-9; /* of the slip lost over tau, what is stopped by sticking */
    ss_rattle *r = &s->rattle;
    double at = *tau;

    for (int j = 0; j < r->n; j++) {
        const double was = s->slip[j];
        const int loaded = r->L1[2 * j] + r->L2[2 * j] > 0.0;
        /* of redundant contacts only those that bear have a mode to go on in */
        r->forced[j] = !loaded ? SS_OPEN
                       : fabs(was) > s->rest || r->mu[j] == 0.0
                           ? was < 0.0 ? SS_SLIP_MINUS : SS_SLIP_PLUS
                           : SS_STICK;
    }
    for (int c = 0; c < CORRECTIONS; c++) {
        if (go_on_slipping(s, e, at) != SS_OK) return SS_OK; /* stay: the step stops the slip */
        const double lost = s->slip[k] - end_slip(s, k);
        const double next = at * s->slip[k] / lost;
        if (!(next > SS_LOCATED * s->h && next < *tau)) return SS_OK; /* no such place: stay */
        at = next;
    }
    *tau = at * hair;
    return SS_OK;
}

/* Does a contact that counts as resting leave, to be back within the step?  To go on in contact it
 * would have to be stopped by a blow, in which slips end over any time, however short. */
static int leaves(const ss_seghete_state *s)
{
    for (int k = 0; k < s->rattle.n; k++)
        if (s->rattle.away[k] > s->rest) return 1;
    return 0;
}

/* If a slip ended within the last move and landing, do both again up to there. */
static ss_status halt(ss_seghete_state *s, ss_eval *e, double *tau)
{
    ss_rattle *r = &s->rattle;
    const int k = halted(s);

    if (k < 0 || leaves(s)) return SS_OK;
    SS_TRY(locate_halt(s, e, k, tau));
    memcpy(r->slip, s->slip, (size_t)r->n * sizeof *r->slip);
    for (int i = 0; i < s->d.nu; i++) s->v[i] = s->u[i];
    SS_TRY(ss_rattle_move(r, e, s->t, s->q, *tau, s->v));
    return ss_rattle_land(r, e, s->t, *tau, s->v);
}

ss_status ss_seghete_land(ss_seghete_state *s, ss_eval *e, double *ptau)
{
    ss_rattle *r = &s->rattle;
    const size_t bytes = (size_t)s->d.nu * sizeof(double);

    memcpy(s->slip, r->slip, (size_t)r->n * sizeof *r->slip);
    SS_TRY(ss_rattle_land(r, e, s->t, *ptau, s->v));
    SS_TRY(halt(s, e, ptau));
    const double tau = *ptau;
    SS_TRY(work_of_forces(s, e, tau));
    s->work += r->support;
    if (r->residual > s->residual) s->residual = r->residual;
    for (int k = 0; k < r->n; k++)
        for (int j = 0; j < 2; j++) s->sum[2 * r->at[k] + j] += r->L1[2 * k + j] + r->L2[2 * k + j];
    memset(s->mode, SS_OPEN, (size_t)s->d.nc);
    for (int k = 0; k < r->n; k++) s->mode[r->at[k]] = r->mode[k];
    for (int i = 0; i < s->d.nc; i++)
        if (s->mode[i] != s->was[i]) {
            s->was[i] = s->mode[i];
            if (s->since[i] < 0.0) s->since[i] = s->t + tau;
        }
    memcpy(s->q, r->q1, bytes);
    memcpy(s->u, r->u1, bytes);
    s->v_tau = tau;
    return SS_OK;
}
