/* rates.c - accelerations under given modes, and the removal of drift */
#include "solvers/event/hybrid.h"
#include <math.h>

static void layout_contacts(ss_contacts *c, const ss_dims *d, ss_arena *a)
{
    const int n = d->nc, m = 2 * n;

    c->index = SS_TAKE(a, int, n);
    c->slot = SS_TAKE(a, int, n);
    c->W = SS_TAKE(a, double, m * d->nu);
    c->Y = SS_TAKE(a, double, m * d->nu);
    c->G = SS_TAKE(a, double, m *m);
    c->v = SS_TAKE(a, double, m);
    c->chi = SS_TAKE(a, double, m);
    c->b = SS_TAKE(a, double, m);
    c->hold = SS_TAKE(a, double, n);
    c->drag = SS_TAKE(a, double, n);
    c->load = SS_TAKE(a, double, n);
    c->L = SS_TAKE(a, double, m);
    c->a = SS_TAKE(a, double, m);
    c->work = SS_TAKE(a, double, ss_active_work(n));
    c->way = SS_TAKE(a, signed char, n);
    c->mode = SS_TAKE(a, unsigned char, n);
}

void ss_hybrid_layout(ss_hybrid *s, const ss_dims *d, const ss_impact_law_type *law, ss_arena *a)
{
    const int n = d->nc;

    s->d = *d;
    s->law = law;
    s->ny = d->nq + d->nu + 1;
    ss_inertia_layout(&s->inertia, d->nu, a);
    ss_rk_layout(&s->rk, &ss_dormand_prince, s->ny, a);
    ss_root_layout(&s->roots, 3 * n, a);
    s->y = SS_TAKE(a, double, s->ny);
    s->y1 = SS_TAKE(a, double, s->ny);
    s->f = SS_TAKE(a, double, d->nu);
    s->free = SS_TAKE(a, double, d->nu);
    s->g = SS_TAKE(a, double, n);
    s->l = SS_TAKE(a, double, 2 * n);
    s->vT = SS_TAKE(a, double, n);
    s->qd = SS_TAKE(a, double, d->nq);
    layout_contacts(&s->c, d, a);
    s->mode = SS_TAKE(a, unsigned char, n);
    s->was = SS_TAKE(a, unsigned char, n);
    s->join = SS_TAKE(a, unsigned char, n);
    s->watch = SS_TAKE(a, ss_watch, 3 * n);
    s->zero = SS_TAKE(a, double, 3 * n);
    s->p = SS_TAKE(a, double, 2 * n);
    s->v_before = SS_TAKE(a, double, 2 * n);
    s->laws = SS_TAKE(a, ss_law, n);
    s->law_work = ss_arena_take(a, 1, law->work_size);
    /* while the arena only measures there is nowhere to write to but here */
    _Alignas(max_align_t) unsigned char nowhere[1024];
    if (law->work_size <= sizeof nowhere) law->layout(s->law_work ? s->law_work : nowhere, n, a);
}

void ss_hybrid_reset(ss_hybrid *s, ss_eval *e, const ss_setup *setup, const double *opt)
{
    s->rest = opt[SS_HYBRID_REST];
    s->closed = opt[SS_HYBRID_CLOSED];
    s->locate = opt[SS_HYBRID_LOCATE];
    s->stop_at_paradox = opt[SS_HYBRID_PARADOX] == 1.0;
    s->rtol = setup->rtol;
    s->atol = setup->atol;
    s->moving = e->p->chi != NULL;
    s->h_want = setup->h;
    s->muted = -1;
    s->settled = 0;
    s->force = 0.0;
    ss_inertia_reset(&s->inertia, e->p);
    ss_rk_restart(&s->rk);
}

ss_status ss_hybrid_begin(void *hybrid, ss_eval *e, const ss_setup *setup, const ss_point *x)
{
    ss_hybrid *const s = hybrid;

    (void)x;
    s->settings = NULL;
    ss_hybrid_reset(s, e, setup, setup->opt);
    return SS_OK;
}

const char *ss_hybrid_refuses(const ss_problem *p)
{
    if (p->dims.nt > 1) return "event-driven methods know one tangent per contact";
    if (2 * p->dims.nc > SS_MODES_MAX) return "event-driven methods know at most 32 contacts";
    for (int i = 0; i < p->dims.nc; i++)
        if (p->law[i].b > 0.0 && p->law[i].kind == SS_UNILATERAL)
            return "the laws of impact know no viscous friction";
    return NULL;
}

ss_status ss_hybrid_place(ss_hybrid *s, double t, const double *y)
{
    SS_TRY(ss_place(s->e, t, y));
    SS_TRY(ss_inertia_update(&s->inertia, s->e));
    SS_TRY(ss_force(s->e, y + s->d.nq, s->f));
    ss_inertia_solve(&s->inertia, s->f, s->free);
    for (int i = 0; i < s->d.nu; i++)
        if (!isfinite(s->free[i])) return SS_EDIVERGED;
    return SS_OK;
}

ss_status ss_hybrid_gather(ss_hybrid *s, const double *u, const unsigned char *in)
{
    ss_contacts *c = &s->c;
    const int nu = s->d.nu, dim = ss_dim(&s->d);

    c->n = 0;
    for (int i = 0; i < s->d.nc; i++) {
        const ss_law *law = &s->e->p->law[i];
        const int k = c->n;
        double *W = c->W + 2 * k * nu, *Y = c->Y + 2 * k * nu;
        double zeta[SS_MAX_DIM] = {0.0}, *chi = c->chi + 2 * k;
        c->slot[i] = -1;
        if (!in[i]) continue;
        SS_TRY(ss_jac(s->e, i, W));
        chi[0] = chi[1] = 0.0;
        if (s->moving) SS_TRY(ss_chi(s->e, i, chi));
        SS_TRY(ss_zeta(s->e, u, i, zeta));
        if (dim == 1) memset(W + nu, 0, (size_t)nu * sizeof *W);
        for (int r = 0; r < 2; r++) {
            ss_inertia_solve(&s->inertia, W + r * nu, Y + r * nu);
            c->v[2 * k + r] = ss_dot(nu, W + r * nu, u) + chi[r];
            c->b[2 * k + r] = ss_dot(nu, W + r * nu, s->free) + zeta[r];
        }
        const int rubs = ss_rubs(s->e->p, i);
        c->hold[k] = rubs ? law->mu_s : 0.0;
        /* beyond the end of a slip friction goes on as it was there, so that the rates are smooth
         * across the event */
        const double vT = c->v[2 * k + 1];
        const int over =
            (s->mode[i] == SS_SLIP_PLUS && vT < 0.0) || (s->mode[i] == SS_SLIP_MINUS && vT > 0.0);
        c->drag[k] = rubs ? ss_slip_mu(law, over ? 0.0 : vT) : 0.0;
        c->load[k] = law->kind == SS_ISOLATED ? law->load : -1.0;
        c->way[k] = 0;
        c->mode[k] = s->mode[i];
        c->index[k] = i;
        c->slot[i] = c->n++;
    }
    const int m = 2 * c->n;
    for (int i = 0; i < m; i++)
        for (int j = 0; j <= i; j++)
            c->G[i * m + j] = c->G[j * m + i] = ss_dot(nu, c->W + i * nu, c->Y + j * nu);
    return SS_OK;
}

ss_active ss_hybrid_active(const ss_hybrid *s)
{
    const ss_contacts *c = &s->c;
    return (ss_active){.n = c->n,
                       .G = c->G,
                       .b = c->b,
                       .hold = c->hold,
                       .drag = c->drag,
                       .load = c->load,
                       .way = c->way};
}

void ss_hybrid_push(const ss_hybrid *s, const double *p, double *u)
{
    const int nu = s->d.nu;

    for (int r = 0; r < 2 * s->c.n; r++)
        if (p[r] != 0.0)
            for (int j = 0; j < nu; j++) u[j] += s->c.Y[r * nu + j] * p[r];
}

ss_status ss_hybrid_rate(void *hybrid, double t, const double *y, double *dy)
{
    ss_hybrid *s = hybrid;
    ss_contacts *c = &s->c;
    const int nq = s->d.nq, nu = s->d.nu;
    const double *u = y + nq;
    double *du = dy + nq, power = 0.0;

    SS_TRY(ss_hybrid_place(s, t, y));
    SS_TRY(ss_hybrid_gather(s, u, s->mode)); /* SS_OPEN is zero */
    memcpy(du, s->free, (size_t)nu * sizeof *du);
    memset(s->l, 0, (size_t)(2 * s->d.nc) * sizeof *s->l);
    if (c->n) {
        const ss_active a = ss_hybrid_active(s);
        if (!ss_active_go_on(&a, c->mode, c->L, c->a, c->work)) return SS_ESING;
        ss_hybrid_push(s, c->L, du);
        for (int k = 0; k < c->n; k++) {
            s->l[2 * c->index[k]] = c->L[2 * k];
            s->l[2 * c->index[k] + 1] = c->L[2 * k + 1];
            s->vT[c->index[k]] = c->v[2 * k + 1];
        }
    }
    SS_TRY(ss_rate(s->e, y, u, dy));
    SS_TRY(ss_power(s->e, u, &power));
    if (s->moving) power -= ss_dot(2 * c->n, c->L, c->chi);
    dy[nq + nu] = power;
    for (int i = 0; i < s->ny; i++)
        if (!isfinite(dy[i])) return SS_EDIVERGED;
    return SS_OK;
}

/* Impulses without friction that bring v, made of numbers of the size grain, to zero in the rows
 * of the modes. */
static int straighten(ss_hybrid *s, const double *v, double grain, int tangents, double *p)
{
    ss_contacts *c = &s->c;
    static const double none[SS_MODES_MAX / 2] = {0.0};
    ss_active a = ss_hybrid_active(s);
    unsigned char mode[SS_MODES_MAX / 2];
    double load[SS_MODES_MAX / 2], after[SS_MODES_MAX];

    for (int k = 0; k < c->n; k++) {
        mode[k] = c->mode[k] == SS_STICK && !tangents ? SS_SLIP_PLUS : c->mode[k];
        load[k] = c->load[k] >= 0.0 ? 0.0 : -1.0;
    }
    a.b = v;
    a.drag = none;
    a.load = load;
    a.grain = grain;
    return ss_active_go_on(&a, mode, p, after, c->work);
}

/* The contacts must have been gathered at y, or so near that W is the same to first order. */
ss_status ss_hybrid_project(ss_hybrid *s, double t, double *y, int what)
{
    ss_contacts *c = &s->c;
    const int nq = s->d.nq, nu = s->d.nu, dim = ss_dim(&s->d);
    double v[SS_MODES_MAX] = {0.0}, *u = y + nq, largest = 0.0, grain = 0.0;

    if (!c->n) return SS_OK;
    if (what & SS_POSITIONS) {
        SS_TRY(ss_place(s->e, t, y));
        SS_TRY(ss_gap(s->e, s->g));
        for (int k = 0; k < c->n; k++) {
            const int counts = c->load[k] < 0.0 && c->mode[k] != SS_OPEN;
            v[2 * k] = counts ? s->g[c->index[k]] : 0.0;
            v[2 * k + 1] = 0.0;
            largest = fmax(largest, fabs(v[2 * k]));
        }
        for (int j = 0; j < nq; j++) grain = fmax(grain, fabs(y[j]));
        if (largest > 0.0 && straighten(s, v, grain, 0, s->p)) {
            memset(s->f, 0, (size_t)nu * sizeof *s->f);
            ss_hybrid_push(s, s->p, s->f);
            SS_TRY(ss_rate(s->e, y, s->f, s->qd));
            for (int j = 0; j < nq; j++) y[j] += s->qd[j];
        }
    }
    if (!(what & SS_VELOCITIES)) return SS_OK;
    grain = 0.0;
    for (int k = 0; k < 2 * c->n; k++) {
        v[k] = ss_dot(nu, c->W + k * nu, u) + c->chi[k];
        for (int j = 0; j < nu; j++) grain = fmax(grain, fabs(c->W[k * nu + j] * u[j]));
    }
    if (dim == 1)
        for (int k = 0; k < c->n; k++) v[2 * k + 1] = 0.0;
    if (!straighten(s, v, grain, 1, s->p)) return SS_ESING;
    ss_hybrid_push(s, s->p, u);
    return SS_OK;
}
