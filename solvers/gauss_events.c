/* gauss_events.c - events of the method `gauss` that show on the dense output of a step.
 *
 * Watched are, all admissible while >= 0: gaps of open contacts; sigma vT of contacts that slip
 * with friction; mu_s N -+ T of isolated contacts that stick.  The interpolant is of low order,
 * so its zero only tells where to look: steps of about that length, secants over their length,
 * end where the function itself is zero.
 */
#include "solvers/gauss.h"
#include <float.h>
#include <math.h>

enum { LANDINGS = 6, SHORTEST = 1000 /* step worth halving, in roundings of the time */ };

static int sticks_alone(const ss_gauss *s, int i)
{
    return s->e->p->law[i].kind == SS_ISOLATED && s->mode[i] == SS_STICK;
}

/* What is watched in the present modes: contacts, ~contact for the second margin. */
static int watched(ss_gauss *s)
{
    double q = 0.0, u = 0.0;
    int m = 0;

    for (int i = 0; i < s->d.nq; i++) q = fmax(q, fabs(s->y[i]));
    for (int i = 0; i < s->d.nu; i++) u = fmax(u, fabs(s->y[s->d.nq + i]));
    for (int i = 0; i < s->d.nc; i++) {
        const ss_law *const law = &s->e->p->law[i];
        const int rubs = s->d.nt > 0 && (law->mu_s > 0.0 || law->mu_d > 0.0 || law->b > 0.0);

        if (s->mode[i] == SS_OPEN && law->kind == SS_UNILATERAL) {
            s->zero[m] = 64.0 * DBL_EPSILON * (1.0 + q); /* round-off of a few lengths */
            s->event[m++] = i;
        } else if (ss_gauss_slips(s->mode[i]) && rubs) {
            s->zero[m] = 64.0 * DBL_EPSILON * (1.0 + u);
            s->event[m++] = i;
        } else if (sticks_alone(s, i)) {
            s->zero[m] = s->zero[m + 1] = 1e-13 * law->mu_s * law->load;
            s->event[m++] = i;
            s->event[m++] = ~i;
        }
    }
    return m;
}

static ss_status slip_of(ss_gauss *s, int i, const double *u, double *v)
{
    double chi[SS_MAX_DIM] = {0.0};

    SS_TRY(ss_jac(s->e, i, s->w)); /* normal row, then tangent */
    if (s->moving) SS_TRY(ss_chi(s->e, i, chi));
    *v = ss_dot(s->d.nu, s->w + s->d.nu, u) + chi[1];
    return SS_OK;
}

/* The watched functions at a state. */
static ss_status watch(ss_gauss *s, int m, double t, const double *y, double *phi)
{
    int forces = 0;

    for (int j = 0; j < m; j++) forces = forces || s->event[j] < 0;
    if (forces) {
        const ss_status found = ss_gauss_accelerate(s, t, y, y + s->d.nq, s->ys);
        if (found != SS_OK && s->block == SS_GAUSS_FINE) return found;
    }
    SS_TRY(ss_place(s->e, t, y));
    SS_TRY(ss_gauss_gap(s));
    for (int j = 0; j < m; j++) {
        const int i = s->event[j] < 0 ? ~s->event[j] : s->event[j];
        const ss_law *const law = &s->e->p->law[i];

        if (s->mode[i] == SS_OPEN) {
            phi[j] = s->g[i];
        } else if (s->mode[i] == SS_STICK) {
            const double T = s->l[i * ss_dim(&s->d) + 1];
            phi[j] = law->mu_s * law->load - (s->event[j] < 0 ? T : -T);
        } else {
            SS_TRY(slip_of(s, i, y + s->d.nq, &phi[j]));
            if (s->mode[i] == SS_SLIP_MINUS) phi[j] = -phi[j];
        }
    }
    return SS_OK;
}

typedef struct search { /* along the dense output of one step */
    ss_gauss *s;
    double t, h;
    int m;
} search;

static ss_status along(void *ctx, double at, double *phi)
{
    const search *const k = ctx;

    ss_rk_at(&k->s->rk, at, k->s->y_at);
    return watch(k->s, k->m, k->t + at * k->h, k->s->y_at, phi);
}

/* End the step where watched function j is zero: secants over the length of the step. */
static ss_status land(ss_gauss *s, double t, int m, int j, double slope, ss_gauss_span *out)
{
    double *const phi = s->roots.phi; /* free once the search is over */
    double last = 0.0, dh = 0.0;

    for (int k = 0; k < LANDINGS; k++) {
        SS_TRY(ss_rk_step(&s->rk, &s->system, t, out->h, s->y));
        SS_TRY(watch(s, m, t + out->h, s->rk.y1, phi));
        if (k > 0 && (phi[j] - last) / dh < 0.0) slope = (phi[j] - last) / dh;
        if (fabs(phi[j]) <= s->zero[j] || !(slope < 0.0)) break;
        last = phi[j];
        dh = fmax(-0.1 * out->h, fmin(0.1 * out->h, -last / slope));
        if (fabs(dh) <= 2.0 * DBL_EPSILON * fmax(fabs(t), out->h) || !(out->h + dh > 0.0)) break;
        out->h += dh;
    }
    return SS_OK;
}

/* The step again, half as long, with its dense output. */
static ss_status halve(ss_gauss *s, double t, ss_gauss_span *out)
{
    out->h *= 0.5;
    out->block = SS_GAUSS_FINE; /* what barred the way is beyond */
    SS_TRY(ss_rk_step(&s->rk, &s->system, t, out->h, s->y));
    SS_TRY(ss_rk_dense(&s->rk, &s->system, t, out->h, s->y));
    memcpy(s->l_end, s->l, (size_t)(s->d.nc * ss_dim(&s->d)) * sizeof *s->l);
    return SS_OK;
}

/* The first zero on the dense output.  One that the step's end does not confirm is a double
 * crossing, or the interpolant's own error where a slip begins to grow exponentially: halves of
 * the step tell which, and resolve the former. */
static ss_status first_zero(search *k, ss_gauss_span *out, ss_root *root)
{
    ss_gauss *const s = k->s;
    const ss_root_functions f = {.ctx = k, .m = k->m, .at = along};

    for (;;) {
        const double round = 8.0 * DBL_EPSILON * fmax(fabs(k->t), out->h);

        k->h = out->h;
        SS_TRY(ss_root_first(&s->roots, &f, fmax(1e-10, round / out->h), s->zero, root));
        if (root->which < 0 || 0.5 * out->h < SHORTEST * round) return SS_OK;
        SS_TRY(watch(s, k->m, k->t + out->h, s->rk.y1, s->roots.phi));
        if (s->roots.phi[root->which] <= s->zero[root->which]) return SS_OK;
        SS_TRY(halve(s, k->t, out));
    }
}

/* Does a watched function pass zero within the step?  Then the step ends there. */
ss_status ss_gauss_find_event(ss_gauss *s, double t, ss_gauss_span *out)
{
    search k = {.s = s, .t = t, .m = watched(s)};
    ss_root root;

    if (k.m == 0) return SS_OK;
    SS_TRY(first_zero(&k, out, &root));
    if (root.which < 0) return SS_OK;

    /* the slope there: an event soon after the last one may be short beside the step */
    const double back = fmin(1e-3, 0.05 * root.after), to = root.after;
    double *const phi = s->roots.phi, slope = 0.0;
    SS_TRY(along(&k, to, phi));
    slope = phi[root.which];
    SS_TRY(along(&k, to - back, phi));
    slope = back > 0.0 ? (slope - phi[root.which]) / (back * out->h) : 0.0;
    const int at = s->event[root.which];

    out->which = at < 0 ? ~at : at;
    out->h *= root.after;
    return land(s, t, k.m, root.which, slope, out);
}

/* ---- telling of them ----------------------------------------------------------------- */

ss_status ss_gauss_energy(ss_gauss *s, double t, double *E)
{
    double T, V;

    SS_TRY(ss_place(s->e, t, s->y));
    SS_TRY(ss_energy(s->e, s->y + s->d.nq, &T, &V));
    *E = T + V;
    return SS_OK;
}

ss_status ss_gauss_report(ss_gauss *s, double t, int jumped, double E0, ss_step_info *info)
{
    const int dim = ss_dim(&s->d);
    double E1;

    SS_TRY(ss_gauss_energy(s, t, &E1));
    SS_TRY(ss_gauss_look(s, t, s->y, s->y + s->d.nq));
    for (int i = 0; i < s->d.nc; i++) {
        const int was = s->old[i], is = s->mode[i];
        const int hit = jumped && s->LI[2 * i] > 0.0;
        ss_event ev = {.t = t, .contact = i, .E_before = E0, .E_after = E1};

        if (!hit && was == is) continue;
        ev.kind = hit               ? -s->vI[2 * i] > s->rest ? SS_IMPACT : SS_TOUCH
                  : was == SS_OPEN  ? SS_TOUCH
                  : is == SS_OPEN   ? SS_LIFTED
                  : is == SS_STICK  ? SS_STUCK
                  : was == SS_STICK ? SS_SLIPPED
                                    : SS_REVERSED;
        for (int c = 0; c < s->n; c++)
            for (int r = 0; r < dim && s->site[c].contact == i; r++)
                ev.v_before[r] = ev.v_after[r] = s->site[c].v[r];
        for (int r = 0; r < dim && hit; r++) {
            ev.L[r] = s->LI[2 * i + r];
            ev.v_before[r] = s->vI[2 * i + r];
            ev.v_after[r] = s->wI[2 * i + r];
        }
        ss_event_add(info->events, &ev);
    }
    return SS_OK;
}
