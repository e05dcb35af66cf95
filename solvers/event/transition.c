/* transition.c - what happens at an event: impact, rest, new modes */
#include "solvers/event/hybrid.h"
#include "solvers/resolved.h"
#include <math.h>

/* A velocity below this share of those around (and of 1 m/s) is zero: the integrator's state is
 * no better than that, and impacts so slow move nothing in any run. */
#define STILL 1e-11
/* Share of the accelerations that removed drift may change: a step's error tolerance at its
 * loosest. */
#define LEAN 1e-7
/* An impulse without collision starts from this share of the slip as approach. */
#define NUDGE 1e-9

typedef struct scene { /* one transition under way */
    ss_hybrid *s;
    double t, *y, *u;
    ss_events *events;
    const ss_watch *asked;
    double still;
} scene;

static ss_status energy_of(scene *k, double *T, double *E)
{
    double V;
    SS_TRY(ss_energy(k->s->e, k->u, T, &V));
    *E = *T + V;
    return SS_OK;
}

static ss_event event_of(const scene *k, ss_event_kind kind, int contact, const double *p,
                         const double *before, const double *after, double E0, double E1)
{
    ss_event ev = {.t = k->t, .kind = kind, .contact = contact, .E_before = E0, .E_after = E1};

    for (int r = 0; r < 2; r++) {
        ev.L[r] = p ? p[r] : 0.0;
        ev.v_before[r] = before[r];
        ev.v_after[r] = after[r];
    }
    return ev;
}

static void report(scene *k, ss_event_kind kind, int contact, const double *p, const double *before,
                   const double *after, double E0, double E1)
{
    const ss_event ev = event_of(k, kind, contact, p, before, after, E0, E1);
    ss_event_add(k->events, &ev);
}

/* ---- what an impact amounted to ------------------------------------------------------------ */

enum { MEASURE_MU, MEASURE_E_T, MEASURE_SCALE };
const char *const ss_hybrid_measures[] = {
    [MEASURE_MU] = "mu", [MEASURE_E_T] = "e_t", [MEASURE_SCALE] = "scale", NULL};

/* Tangential restitution vT+/vT-: 0 where it sticks, 1 where slip begins from rest
 * (flickinger2011, (4.11)). */
static double restitution_of(const scene *k, double before, double after)
{
    if (fabs(after) <= k->still) return 0.0;
    return fabs(before) <= k->still ? 1.0 : after / before;
}

static void report_impact(scene *k, ss_event_kind kind, int contact, const double *p,
                          const double *before, const double *after, double E0, double E1,
                          double scale)
{
    ss_event ev = event_of(k, kind, contact, p, before, after, E0, E1);

    ev.measure[MEASURE_MU] = fabs(p[1]) / p[0];
    ev.measure[MEASURE_E_T] = restitution_of(k, before[1], after[1]);
    ev.measure[MEASURE_SCALE] = scale;
    ss_event_add(k->events, &ev);
}

static int is_isolated(const ss_hybrid *s, int i)
{
    return s->e->p->law[i].kind == SS_ISOLATED;
}

/* The state at the event is the integrator's: drift of the closed contacts goes, and what fired
 * is zero exactly. */
static ss_status true_up(scene *k)
{
    ss_hybrid *s = k->s;
    ss_contacts *c = &s->c;
    const int fired = k->asked ? c->slot[k->asked->contact] : -1;

    if (fired >= 0 && k->asked->kind == SS_WATCH_GAP) c->mode[fired] = SS_SLIP_PLUS;
    SS_TRY(ss_hybrid_project(s, k->t, k->y, SS_POSITIONS));
    SS_TRY(ss_hybrid_place(s, k->t, k->y));
    SS_TRY(ss_hybrid_gather(s, k->u, s->join)); /* brings the modes of the motion back */
    if (fired >= 0 && k->asked->kind == SS_WATCH_SLIDE) c->mode[fired] = SS_STICK;
    SS_TRY(ss_hybrid_project(s, k->t, k->y, SS_VELOCITIES));
    SS_TRY(ss_hybrid_place(s, k->t, k->y));
    return ss_hybrid_gather(s, k->u, s->join);
}

/* Contacts at zero distance: those closed, those near enough, the one that was watched. */
static ss_status find_joining(scene *k)
{
    ss_hybrid *s = k->s;

    SS_TRY(ss_hybrid_place(s, k->t, k->y));
    SS_TRY(ss_gap(s->e, s->g));
    for (int i = 0; i < s->d.nc; i++) {
        const int fired = k->asked && k->asked->kind == SS_WATCH_GAP && k->asked->contact == i;
        s->join[i] = is_isolated(s, i) || s->mode[i] != SS_OPEN || s->g[i] <= s->closed || fired;
    }
    SS_TRY(ss_hybrid_gather(s, k->u, s->join));
    SS_TRY(true_up(k));
    double most = 1.0;
    for (int r = 0; r < 2 * s->c.n; r++) most = fmax(most, fabs(s->c.v[r]));
    k->still = STILL * most;
    /* what touches and leaves has no part in this */
    for (int j = 0; j < s->c.n; j++) {
        const int i = s->c.index[j];
        if (s->mode[i] == SS_OPEN && !is_isolated(s, i) && s->c.v[2 * j] > k->still) s->join[i] = 0;
    }
    return ss_hybrid_gather(s, k->u, s->join);
}

static int must_collide(const scene *k)
{
    const ss_contacts *c = &k->s->c;

    for (int j = 0; j < c->n; j++)
        if (c->load[j] < 0.0 && c->v[2 * j] < -k->still) return 1;
    return 0;
}

/* Velocities of the gathered contacts, from u. */
static void look_again(scene *k)
{
    ss_contacts *c = &k->s->c;
    const int nu = k->s->d.nu;

    for (int r = 0; r < 2 * c->n; r++) c->v[r] = ss_dot(nu, c->W + r * nu, k->u) + c->chi[r];
}

/* The impact of all joined unilateral contacts; of kind SS_INCONSISTENT: without collision. */
static ss_status collide(scene *k, ss_event_kind kind)
{
    ss_hybrid *s = k->s;
    ss_contacts *c = &s->c;
    const int nu = s->d.nu;
    double T0, E0, T1, E1, w[SS_MODES_MAX] = {0.0}, v[SS_MODES_MAX] = {0.0};
    unsigned char in[SS_MODES_MAX / 2] = {0};

    for (int i = 0; i < s->d.nc; i++) in[i] = s->join[i] && !is_isolated(s, i);
    SS_TRY(ss_hybrid_gather(s, k->u, in));
    SS_TRY(energy_of(k, &T0, &E0));
    for (int r = 0; r < 2 * c->n; r++) {
        w[r] = c->v[r] - c->chi[r];
        v[r] = s->v_before[r] = c->v[r];
    }
    for (int j = 0; j < c->n; j++) {
        s->laws[j] = s->e->p->law[c->index[j]];
        if (!ss_rubs(s->e->p, c->index[j])) s->laws[j].mu_s = s->laws[j].mu_d = 0.0;
        /* the friction that leaves no force is that of the slip as it is */
        else if (kind == SS_INCONSISTENT && v[2 * j + 1] != 0.0)
            s->laws[j].mu_d = s->laws[j].mu_s = ss_slip_mu(&s->laws[j], v[2 * j + 1]);
        if (kind == SS_INCONSISTENT && fabs(v[2 * j]) < NUDGE * fabs(v[2 * j + 1]))
            v[2 * j] = w[2 * j] = -NUDGE * fabs(v[2 * j + 1]);
    }
    const ss_impact x = {.n = c->n, .G = c->G, .v = v, .w = w, .law = s->laws, .T = T0};
    ss_impact_result r = {.p = s->p, .scale = 1.0};
    s->e->n.solves++;
    SS_TRY(s->law->solve(s->law_work, s->settings, &x, &r));
    ss_hybrid_push(s, r.p, k->u);
    if (!s->moving)
        for (int j = 0; j < nu; j++) k->u[j] *= r.scale;
    s->residual = fmax(s->residual, r.residual);
    SS_TRY(energy_of(k, &T1, &E1));
    look_again(k);
    for (int j = 0; j < c->n; j++) {
        if (!(r.p[2 * j] > 0.0)) continue;
        report_impact(k, kind, c->index[j], r.p + 2 * j, s->v_before + 2 * j, c->v + 2 * j, E0, E1,
                      s->moving ? 1.0 : r.scale);
    }
    return SS_OK;
}

/* ---- modes ------------------------------------------------------------------------------- */

/* What the watch that fired asks of its contact. */
static unsigned char asked_mode(const ss_watch *w)
{
    static const unsigned char next[] = {[SS_WATCH_GAP] = SS_STICK,
                                         [SS_WATCH_LOAD] = SS_OPEN,
                                         [SS_WATCH_GRIP_PLUS] = SS_SLIP_MINUS,
                                         [SS_WATCH_GRIP_MINUS] = SS_SLIP_PLUS,
                                         [SS_WATCH_SLIDE] = SS_STICK};
    return next[w->kind];
}

/* A force that fired is zero up to the drift that was removed since: the acceleration that it
 * would hold back leans by as much towards the mode asked for. */
static void lean(scene *k)
{
    ss_contacts *c = &k->s->c;
    const int j = k->asked ? c->slot[k->asked->contact] : -1;
    double most = 0.0;

    if (j < 0) return;
    for (int r = 0; r < 2 * c->n; r++) most = fmax(most, fabs(c->b[r]));
    if (k->asked->kind == SS_WATCH_LOAD) c->b[2 * j] += LEAN * most;
    if (k->asked->kind == SS_WATCH_GRIP_PLUS && c->way[j] == 0) c->b[2 * j + 1] -= LEAN * most;
    if (k->asked->kind == SS_WATCH_GRIP_MINUS && c->way[j] == 0) c->b[2 * j + 1] += LEAN * most;
}

/* Modes of the contacts in `in`, which have no normal velocity, at acceleration level. */
static ss_status decide(scene *k, const unsigned char *in)
{
    ss_hybrid *s = k->s;
    ss_contacts *c = &s->c;
    int proved;

    SS_TRY(ss_hybrid_gather(s, k->u, in));
    for (int j = 0; j < c->n; j++) {
        const int i = c->index[j], rubs = ss_rubs(s->e->p, i);
        const double vT = c->v[2 * j + 1];
        const int stands = !rubs || fabs(vT) <= k->still;
        c->way[j] = (signed char)(stands ? 0 : vT > 0.0 ? 1 : -1);
        if (rubs && stands) c->drag[j] = ss_slip_mu(&s->e->p->law[i], 0.0);
        if (!rubs)
            c->mode[j] = SS_SLIP_PLUS;
        else if (!stands)
            c->mode[j] = vT > 0.0 ? SS_SLIP_PLUS : SS_SLIP_MINUS;
        else if (c->mode[j] == SS_OPEN)
            c->mode[j] = SS_STICK;
        if (k->asked && k->asked->contact == i && c->way[j] == 0 && rubs)
            c->mode[j] = asked_mode(k->asked);
        if (k->asked && k->asked->contact == i && k->asked->kind == SS_WATCH_LOAD)
            c->mode[j] = SS_OPEN;
    }
    lean(k);
    const ss_active a = ss_hybrid_active(s);
    s->e->n.solves++;
    if (ss_active_find(&a, c->mode, c->L, c->a, c->work, &proved)) return SS_OK;
    return proved ? SS_EINCONSISTENT : SS_ENOSOL;
}

/* The state after all bounces to come: closed contacts do not approach or leave.  The impulses of
 * the bounces bring friction with them: if it can stop what slip there is, it has stopped, else it
 * is left out, being no larger than they are. */
static ss_status take_limit(scene *k, const unsigned char *found, const unsigned char *limit)
{
    ss_hybrid *s = k->s;
    ss_contacts *c = &s->c;
    const size_t bytes = (size_t)s->d.nu * sizeof *k->u;
    double *before = s->y1, needed = 0.0, given = 0.0;

    memcpy(before, k->u, bytes);
    for (int j = 0; j < c->n; j++) {
        const int i = c->index[j], rubs = ss_rubs(s->e->p, i) && !is_isolated(s, i);
        c->mode[j] = limit[i] && found[i] == SS_OPEN ? SS_SLIP_PLUS : found[i];
        if (c->mode[j] != SS_OPEN && rubs) c->mode[j] = SS_STICK;
    }
    SS_TRY(ss_hybrid_project(s, k->t, k->y, SS_VELOCITIES));
    for (int j = 0; j < c->n; j++) {
        if (is_isolated(s, c->index[j])) continue;
        needed += fabs(s->p[2 * j + 1]);
        given += s->e->p->law[c->index[j]].mu_s * fabs(s->p[2 * j]);
    }
    if (needed <= given) return SS_OK;
    memcpy(k->u, before, bytes);
    for (int j = 0; j < c->n; j++) {
        const int i = c->index[j];
        const int grips = ss_rubs(s->e->p, i) && fabs(c->v[2 * j + 1]) <= k->still;
        c->mode[j] = found[i];
        if (limit[i] && found[i] == SS_OPEN) c->mode[j] = grips ? SS_STICK : SS_SLIP_PLUS;
    }
    return ss_hybrid_project(s, k->t, k->y, SS_VELOCITIES);
}

/* Does contact j of those gathered, which leaves with v and is pulled back with a, rise too little
 * to be followed? */
static int is_low(const scene *k, int j, double v, double a)
{
    const ss_hybrid *s = k->s;
    const ss_law *law = &s->e->p->law[s->c.index[j]];
    const double *W = s->c.W + 2 * j * s->d.nu;

    if (v * v <= 2.0 * a * s->rest) return 1;
    if (v * v > 2.0 * a * ss_gap_resolved(&s->d, W, k->y, s->rtol, s->atol)) return 0;
    return ss_bounces_on(fmax(law->e_n, law->e_star), v, sqrt(2.0 * a * s->rest));
}

/* Of the joined contacts those that stay; the others have left.  Bounces too low to matter stay
 * too: limit[] tells which. */
static ss_status find_staying(scene *k, unsigned char *stay, unsigned char *limit)
{
    ss_hybrid *s = k->s;
    ss_contacts *c = &s->c;
    unsigned char found[SS_MODES_MAX / 2] = {0};
    int again = 1;

    SS_TRY(ss_hybrid_gather(s, k->u, s->join));
    for (int i = 0; i < s->d.nc; i++) {
        const int j = c->slot[i];
        limit[i] = 0;
        stay[i] = j >= 0 && (is_isolated(s, i) || fabs(c->v[2 * j]) <= k->still);
    }
    while (again) {
        again = 0;
        SS_TRY(decide(k, stay));
        for (int i = 0; i < s->d.nc; i++) found[i] = stay[i] ? c->mode[c->slot[i]] : SS_OPEN;
        /* acceleration with these forces, to judge the bounces of those that leave */
        memcpy(s->f, s->free, (size_t)s->d.nu * sizeof *s->f);
        ss_hybrid_push(s, c->L, s->f);
        SS_TRY(ss_hybrid_gather(s, k->u, s->join));
        for (int i = 0; i < s->d.nc; i++) {
            const int j = c->slot[i], nu = s->d.nu;
            if (j < 0 || stay[i]) continue;
            const double *W = c->W + 2 * j * nu;
            /* b = W free + zeta, so this is the acceleration under the forces */
            const double aN = c->b[2 * j] + ss_dot(nu, W, s->f) - ss_dot(nu, W, s->free);
            const double vN = c->v[2 * j];
            if (aN < 0.0 && is_low(k, j, vN, -aN)) stay[i] = limit[i] = 1, again = 1;
        }
        if (again) { /* their velocity goes, then the modes are decided anew */
            SS_TRY(take_limit(k, found, limit));
            SS_TRY(ss_hybrid_place(s, k->t, k->y));
        }
    }
    return decide(k, stay);
}

/* The modes found become those of the motion; what changed is told. */
static ss_status adopt(scene *k, const unsigned char *limit)
{
    static const double still[2] = {0.0, 0.0};
    ss_hybrid *s = k->s;
    ss_contacts *c = &s->c;
    double T, E;

    SS_TRY(energy_of(k, &T, &E));
    for (int i = 0; i < s->d.nc; i++) {
        const int j = c->slot[i];
        const unsigned char was = s->was[i], is = j >= 0 ? c->mode[j] : SS_OPEN;
        const double *v = j >= 0 ? c->v + 2 * j : still;
        s->mode[i] = is;
        if (limit[i]) report(k, SS_ZENO, i, NULL, v, v, E, E);
        if (was == is) continue;
        if (is == SS_OPEN)
            report(k, SS_LIFTED, i, NULL, v, v, E, E);
        else if (was == SS_OPEN && !is_isolated(s, i))
            report(k, SS_TOUCH, i, NULL, v, v, E, E);
        else if (ss_rubs(s->e->p, i) && (was != SS_OPEN || s->settled))
            report(k,
                   is == SS_STICK    ? SS_STUCK
                   : was == SS_STICK ? SS_SLIPPED
                                     : SS_REVERSED,
                   i, NULL, v, v, E, E);
    }
    return ss_hybrid_project(s, k->t, k->y, SS_VELOCITIES);
}

/* Slip that no impulse of the law ends, for contacts are jammed against each other: it stops at
 * once, by the least change of velocity. */
static ss_status seize(scene *k)
{
    ss_hybrid *s = k->s;
    ss_contacts *c = &s->c;
    double T, E0, E1;

    SS_TRY(ss_hybrid_gather(s, k->u, s->join));
    SS_TRY(energy_of(k, &T, &E0));
    for (int j = 0; j < c->n; j++) {
        const int i = c->index[j];
        s->v_before[2 * j] = c->v[2 * j];
        s->v_before[2 * j + 1] = c->v[2 * j + 1];
        if (is_isolated(s, i)) continue;
        c->mode[j] = ss_rubs(s->e->p, i) ? SS_STICK : SS_SLIP_PLUS;
        if (fabs(c->v[2 * j]) > k->still) c->mode[j] = SS_OPEN;
    }
    SS_TRY(ss_hybrid_project(s, k->t, k->y, SS_VELOCITIES));
    SS_TRY(energy_of(k, &T, &E1));
    look_again(k);
    for (int j = 0; j < c->n; j++)
        if (c->mode[j] == SS_STICK && !is_isolated(s, c->index[j]))
            report(k, SS_INCONSISTENT, c->index[j], s->p + 2 * j, s->v_before + 2 * j, c->v + 2 * j,
                   E0, E1);
    return SS_OK;
}

/* Modes after an impulse without collision, by the law, else by force.  jammed: the old modes
 * will not do. */
static ss_status unjam(scene *k, int jammed, unsigned char *stay, unsigned char *limit)
{
    ss_hybrid *s = k->s;
    const ss_contacts *c = &s->c;
    int same = jammed;

    SS_TRY(collide(k, SS_INCONSISTENT));
    const ss_status found = find_staying(k, stay, limit);
    for (int i = 0; i < s->d.nc && same && found == SS_OK; i++)
        same = s->was[i] == (c->slot[i] >= 0 ? c->mode[c->slot[i]] : SS_OPEN);
    if (found != SS_EINCONSISTENT && !same) return found;
    SS_TRY(seize(k));
    return find_staying(k, stay, limit);
}

ss_status ss_hybrid_transition(ss_hybrid *s, double t, double *y, const ss_watch *asked,
                               ss_events *events)
{
    scene k = {.s = s, .t = t, .y = y, .u = y + s->d.nq, .events = events, .asked = asked};
    unsigned char stay[SS_MODES_MAX / 2] = {0}, limit[SS_MODES_MAX / 2] = {0};

    memcpy(s->was, s->mode, (size_t)s->d.nc);
    SS_TRY(find_joining(&k));
    if (must_collide(&k)) {
        SS_TRY(collide(&k, SS_IMPACT));
        k.asked = NULL;
    }
    ss_status found = find_staying(&k, stay, limit);
    if (found == SS_EINCONSISTENT && !s->stop_at_paradox) found = unjam(&k, 0, stay, limit);
    if (found != SS_OK) return found;
    return adopt(&k, limit);
}

ss_status ss_hybrid_paradox(ss_hybrid *s, double t, double *y, ss_events *events)
{
    scene k = {.s = s, .t = t, .y = y, .u = y + s->d.nq, .events = events};
    unsigned char stay[SS_MODES_MAX / 2] = {0}, limit[SS_MODES_MAX / 2] = {0};

    if (s->stop_at_paradox) return SS_EINCONSISTENT;
    memcpy(s->was, s->mode, (size_t)s->d.nc);
    SS_TRY(find_joining(&k));
    SS_TRY(unjam(&k, 1, stay, limit));
    return adopt(&k, limit);
}
