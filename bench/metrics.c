/* metrics.c - a run measured step by step: errors, energy ledger, contact laws, modes
 *
 * Energy ledger.  Contact forces do the work l.v, v relative velocity.  A time-stepper's l is
 * its impulse over the step, impacts included, and the work of an impulse L is L.(v- + v+)/2
 * exactly; so D = sum h l.(v_k + v_k+1)/2 by contact, normal and tangential apart.  Other methods
 * tell impacts as events with their impulse, and their forces are integrated by the trapezoidal
 * rule over their steps.
 */
#include "bench/metrics.h"
#include "bench/bins.h"
#include <math.h>
#include <stdlib.h>

typedef struct meter {
    const ss_problem *p;
    const ss_reference *ref;
    ss_row *row;
    int fixed, judged, diverged, bad, begun;
    ss_eval e;
    double *W, *g, *v, *v_last, *l_last, *x, *d;
    double *two;                          /* the last state and this one */
    unsigned char *struck, *seen, *other; /* per contact */
    double t_last, t_end, W_last;
    double q2, u2, eq_last, eu_last; /* integrals of squares, and the last values */
    double wrong_modes, force_max, cone, pull;
    ss_mode_reader modes;
    ss_stays stays, ref_stays;
    ss_curve curve;
    ss_tracer tracer;
    ss_bins bins;
} meter;

/* ---- setting up --------------------------------------------------------------------------- */

static int meter_open(meter *k, const ss_built *b, const ss_reference *ref, ss_row *row,
                      double t_end, double h)
{
    const ss_dims *d = &b->p.dims;
    const size_t dim = (size_t)ss_dim(d), nc = (size_t)d->nc, nu = (size_t)d->nu;
    const size_t wide = (size_t)d->nq + nu;
    const double nodes = 4096.0;
    const int fixed = b->method->stepping == SS_FIXED;

    *k = (meter){.p = &b->p,
                 .ref = ref,
                 .row = row,
                 .fixed = fixed,
                 .judged = strcmp(ref->kind, "none") != 0,
                 .t_end = t_end,
                 .e = {.p = &b->p}};
    k->W = calloc(dim * nu + nc + 3 * nc * dim + 4 * wide + (size_t)d->npose + 1, sizeof *k->W);
    k->struck = calloc(3 * nc + 1, 1);
    ss_bins_clear(&k->bins);
    if (!k->W || !k->struck) return 1;
    k->g = k->W + dim * nu;
    k->v = k->g + nc;
    k->v_last = k->v + nc * dim;
    k->l_last = k->v_last + nc * dim;
    k->x = k->l_last + nc * dim;
    k->d = k->x + wide;
    k->two = k->d + wide;
    k->e.c = k->two + 2 * wide;
    k->seen = k->struck + nc;
    k->other = k->seen + nc;
    if (k->judged && ss_mode_reader_open(&k->modes, ref, &b->p)) return 1;
    ss_curve_open(&k->curve, &b->p);
    k->curve.plain_u = fixed;
    return ss_tracer_open(&k->tracer, &k->curve, &b->p, fixed ? (long)(t_end / h / nodes) : 1);
}

static void meter_close(meter *k)
{
    free(k->W);
    free(k->struck);
    free(k->stays.at);
    free(k->ref_stays.at);
    if (k->judged) ss_mode_reader_close(&k->modes);
    ss_tracer_close(&k->tracer);
    ss_curve_close(&k->curve);
}

/* ---- one step ----------------------------------------------------------------------------- */

static int all_finite(const double *x, int n)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(x[i])) return 0;
    return 1;
}

static ss_status see_contacts(meter *k, const ss_point *x)
{
    const ss_dims *d = &k->p->dims;
    const int dim = ss_dim(d);
    double chi[SS_MAX_DIM] = {0.0};

    SS_TRY(ss_place(&k->e, x->t, x->q));
    if (d->nc) SS_TRY(ss_gap(&k->e, k->g));
    for (int i = 0; i < d->nc; i++) {
        SS_TRY(ss_jac(&k->e, i, k->W));
        SS_TRY(ss_chi(&k->e, i, chi));
        for (int r = 0; r < dim; r++) {
            double *v = &k->v[i * dim + r];
            *v = chi[r];
            for (int j = 0; j < d->nu; j++) *v += k->W[r * d->nu + j] * x->u[j];
        }
    }
    return SS_OK;
}

static void see_events(meter *k, const ss_step_info *info)
{
    const ss_events *ev = info->events;
    const int kept = ev->n < ev->room ? ev->n : ev->room, dim = ss_dim(&k->p->dims);

    memset(k->struck, 0, (size_t)k->p->dims.nc);
    for (int i = 0; i < kept; i++) {
        const ss_event *e = &ev->at[i];
        if (e->kind != SS_IMPACT) continue;
        k->struck[e->contact] = 1;
        k->row->E_gain_hit = fmax(k->row->E_gain_hit, e->E_after - e->E_before);
        if (k->fixed) continue; /* its impulse is in l */
        for (int r = 0; r < dim; r++) {
            const double work = 0.5 * e->L[r] * (e->v_before[r] + e->v_after[r]);
            *(r ? &k->row->D_friction : &k->row->D_normal) += work;
        }
    }
}

static void add_work(meter *k, const ss_point *x, double dt)
{
    const int dim = ss_dim(&k->p->dims);

    for (int i = 0; i < k->p->dims.nc * dim; i++) {
        const double l0 = k->fixed ? x->l[i] : k->l_last[i];
        const double work = 0.5 * dt * (l0 * k->v_last[i] + x->l[i] * k->v[i]);
        const int isolated = k->p->law[i / dim].kind == SS_ISOLATED;
        if (i % dim || !isolated) *(i % dim ? &k->row->D_friction : &k->row->D_normal) += work;
    }
}

/* The laws of persistent contact; an impact's force has no meaning of its own. */
static void judge_forces(meter *k, const ss_point *x)
{
    const int dim = ss_dim(&k->p->dims);

    for (int i = 0; i < k->p->dims.nc; i++) {
        const ss_law *law = &k->p->law[i];
        const int isolated = law->kind == SS_ISOLATED;
        const double *l = x->l + i * dim, *v = k->v + i * dim;
        const double N = isolated ? law->load : l[0];
        const double lT = dim > 2 ? hypot(l[1], l[2]) : dim > 1 ? fabs(l[1]) : 0.0;
        const double slip = dim > 2 ? hypot(v[1], v[2]) : dim > 1 ? fabs(v[1]) : 0.0;
        if (k->struck[i]) continue;
        k->force_max = fmax(k->force_max, fmax(fabs(N), lT));
        k->pull = fmax(k->pull, -N);
        k->cone = fmax(k->cone, lT - fmax(law->mu_s, ss_law_mu(law, slip)) * fmax(N, 0.0));
        if (!isolated && N > 0.0) k->row->gap_loaded = fmax(k->row->gap_loaded, k->g[i]);
    }
}

static unsigned long long code_of(const unsigned char *seen, int n)
{
    unsigned long long code = 1469598103934665603ull; /* FNV-1a */
    for (int i = 0; i < n; i++) code = (code ^ seen[i]) * 1099511628211ull;
    return code;
}

static void judge_modes(meter *k, const ss_point *x, double dt)
{
    const int nc = k->p->dims.nc;

    if (nc == 0 || ss_mode_reader_at(&k->modes, x->t - 0.5 * dt, k->other)) return;
    for (int i = 0; i < nc; i++) k->seen[i] = (unsigned char)ss_mode_seen(k->p, i, x->mode[i]);
    if (memcmp(k->seen, k->other, (size_t)nc) != 0) k->wrong_modes += dt;
    k->bad |= ss_stays_add(&k->stays, code_of(k->seen, nc), dt);
    k->bad |= ss_stays_add(&k->ref_stays, code_of(k->other, nc), dt);
}

static int struck_any(const meter *k)
{
    return memchr(k->struck, 1, (size_t)k->p->dims.nc) != NULL;
}

/* Squares of the errors at a time within the step, on the curve through its two states. */
static int errors_at(const meter *k, const ss_curve *step, double t, double *e2)
{
    const int nq = k->p->dims.nq, nu = k->p->dims.nu;

    if (ss_reference_at(k->ref, t, k->x)) return 1;
    ss_curve_at(step, t, k->d);
    for (int i = 0; i < nq + nu; i++) k->d[i] -= k->x[i];
    const double eq = ss_metric_q(&k->ref->m, k->d), eu = ss_metric_u(&k->ref->m, k->d + nq);
    e2[0] = eq * eq, e2[1] = eu * eu;
    return 0;
}

/* Integrals of the squares over a step: by the trapezoidal rule from its ends, or where that is
 * less along the curve between them.  The first would spread the error of an instant, such as an
 * impact that came 1e-15 s before the reference's, over the whole of a long step; the second
 * alone would blame the method for our interpolation.  The parts are those of Chebyshev, shortest
 * at the ends where such instants are, each with its value in the middle. */
static void add_squares(meter *k, const ss_point *x, const double *u_end, int hit, const double *a,
                        const double *b)
{
    enum { PARTS = 64 };
    const int nq = k->p->dims.nq, wide = nq + k->p->dims.nu;
    const double dt = x->t - k->t_last, long_ = k->t_end / 1024.0;
    const double angle = acos(-1.0) / PARTS;
    double t[2] = {k->t_last, x->t}, along[2] = {0.0, 0.0};
    unsigned char hits[2] = {0, (unsigned char)hit};
    const ss_curve step = {.nq = nq,
                           .nu = wide - nq,
                           .hermite = k->curve.hermite,
                           .n = 2,
                           .t = t,
                           .x = k->two,
                           .hit = hits};
    int known = !k->fixed && dt > long_ && k->curve.hermite;

    memcpy(k->two + wide, x->q, (size_t)nq * sizeof *x->q);
    memcpy(k->two + wide + nq, u_end, (size_t)(wide - nq) * sizeof *u_end);
    for (int i = 0; i < PARTS && known; i++) {
        const double part = 0.5 * dt * (cos(angle * i) - cos(angle * (i + 1)));
        double e2[2] = {0.0, 0.0};
        known = !errors_at(k, &step, t[0] + 0.5 * dt * (1.0 - cos(angle * (i + 0.5))), e2);
        along[0] += part * e2[0];
        along[1] += part * e2[1];
    }
    for (int j = 0; j < 2; j++) {
        const double ends = 0.5 * dt * (a[j] + b[j]);
        *(j ? &k->u2 : &k->q2) += known ? fmin(ends, along[j]) : ends;
    }
}

/* A step that ends with an impact is compared on the side of it that fits better: the reference
 * is on one side or the other, and for how long is what the time of the impact tells. */
static void judge_state(meter *k, const ss_point *x, const ss_step_info *info, double dt)
{
    const int nq = k->p->dims.nq, nu = k->p->dims.nu;
    ss_row *row = k->row;
    double own = 0.0;

    if (ss_reference_at(k->ref, x->t, k->x)) return;
    for (int i = 0; i < nq; i++) own = fmax(own, fabs(k->d[i] = x->q[i] - k->x[i]));
    for (int i = 0; i < nu; i++) k->d[nq + i] = x->u[i] - k->x[nq + i];
    const double eq = ss_metric_q(&k->ref->m, k->d);
    double eu = ss_metric_u(&k->ref->m, k->d + nq);
    const double *before = ss_tracer_before(&k->tracer, x, info);
    if (before) {
        for (int i = 0; i < nu; i++) k->d[nq + i] = before[i] - k->x[nq + i];
        eu = fmin(eu, ss_metric_u(&k->ref->m, k->d + nq));
    }
    row->q_sup = fmax(row->q_sup, own);
    row->q_end = own;
    row->q_rel = fmax(row->q_rel, eq);
    row->u_rel = fmax(row->u_rel, eu);
    row->t_judged = x->t;
    if (k->begun) {
        const double a[2] = {k->eq_last * k->eq_last, k->eu_last * k->eu_last};
        const double b[2] = {eq * eq, eu * eu};
        add_squares(k, x, before ? before : x->u, !before && struck_any(k), a, b);
        judge_modes(k, x, dt);
    }
    k->eq_last = eq, k->eu_last = eu;
    memcpy(k->two, x->q, (size_t)nq * sizeof *x->q);
    memcpy(k->two + nq, x->u, (size_t)nu * sizeof *x->u);
}

static int take(void *ctx, const ss_point *x, const ss_step_info *info)
{
    meter *k = ctx;
    const ss_dims *d = &k->p->dims;
    const int first = !k->begun, n = d->nc * ss_dim(d);
    const double dt = first ? 0.0 : x->t - k->t_last;
    double T = 0.0, V = 0.0, depth = 0.0;

    if (!all_finite(x->q, d->nq) || !all_finite(x->u, d->nu) || !all_finite(x->l, n) ||
        !isfinite(x->t)) {
        k->diverged = 1;
        return 1;
    }
    if (see_contacts(k, x) != SS_OK || ss_energy(&k->e, x->u, &T, &V) != SS_OK) return 1;
    see_events(k, info);
    if (!first) {
        add_work(k, x, dt);
        judge_forces(k, x);
    }
    k->row->E_scale = fmax(k->row->E_scale, T);
    if (k->judged) judge_state(k, x, info, dt);
    k->begun = 1;
    for (int i = 0; i < d->nc; i++) depth = fmax(depth, -k->g[i]);
    ss_bins_add(&k->bins, x->t / k->t_end, T + V - x->W, depth, k->eq_last);
    if (!first && x->W == k->W_last)
        ss_bins_span(&k->bins, k->t_last / k->t_end, x->t / k->t_end, x->W);
    k->W_last = x->W;
    memcpy(k->v_last, k->v, (size_t)n * sizeof *k->v);
    memcpy(k->l_last, x->l, (size_t)n * sizeof *k->v);
    k->t_last = x->t;
    return ss_tracer_take(&k->tracer, x, info) || k->bad;
}

/* ---- after the run ------------------------------------------------------------------------ */

/* The way back from the reference looks at all of it for a time-stepper, whose steps are short,
 * but only at the jumps for others: what lies between their steps is our interpolation. */
static int judge_curve(meter *k)
{
    const ss_reference *ref = k->ref;
    const double until = k->row->t_judged;

    if (ss_tracer_finish(&k->tracer) || ss_curve_measure(&k->curve, &ref->m)) return 1;
    const double there =
        ss_graph_distance(&k->curve, &ref->curve, &ref->m, until, ref->exact, 0, 0.0, NULL);
    const double back =
        ss_graph_distance(&ref->curve, &k->curve, &ref->m, until, NULL, !k->fixed, 0.0, NULL);
    k->row->graph = fmax(there, back);
    return 0;
}

static int judge_impacts(meter *k, double h)
{
    const ss_curve *a = &k->curve, *b = &k->ref->curve;
    const double until = k->row->t_judged, gap = fmax(1.5 * h, 1e-6 * k->t_end);
    double *ta = calloc((size_t)(a->nhits + b->nhits) + 1, sizeof *ta);

    if (!ta) return 1;
    double *tb = ta + a->nhits;
    const int na = ss_instants(a->hits, a->nhits, until, gap, ta);
    const int nb = ss_instants(b->hits, b->nhits, until, gap, tb);
    k->row->impacts_big = na;
    k->row->impacts_ref = nb;
    k->row->impacts_off = na > nb ? na - nb : nb - na;
    for (int i = 0; i < na && i < nb; i++) {
        const double late = fabs(ta[i] - tb[i]);
        if (!(late <= k->row->impact_time)) k->row->impact_time = late;
    }
    free(ta);
    return 0;
}

/* For the picture of the energy: a method that needs few steps is not a straight line between
 * them, but the curve through their states and rates. */
static void fill_energy(meter *k)
{
    if (k->fixed || !k->curve.hermite || ss_tracer_finish(&k->tracer)) return;
    for (int i = 0; i < SS_BINS; i++) {
        const double t = k->t_end * (i + 0.5) / SS_BINS;
        double T = 0.0, V = 0.0;
        if (isnan(k->bins.W[i]) || k->bins.stepped[i]) continue;
        ss_curve_at(&k->curve, t, k->x);
        if (ss_place(&k->e, t, k->x) != SS_OK ||
            ss_energy(&k->e, k->x + k->p->dims.nq, &T, &V) != SS_OK)
            continue;
        k->bins.E_lo[i] = k->bins.E_hi[i] = T + V - k->bins.W[i];
    }
}

static int judge(meter *k, double h)
{
    ss_row *row = k->row;
    const double until = row->t_judged, brief = fmax(2e-3 * k->t_end, 4.0 * h);

    if (!(until > 0.0)) return 0;
    row->q_l2 = sqrt(k->q2 / until);
    row->u_l2 = sqrt(k->u2 / until);
    if (k->p->dims.nc) {
        row->mode_share = k->wrong_modes / until;
        ss_stays_thin(&k->stays, brief);
        ss_stays_thin(&k->ref_stays, brief);
        row->mode_edit = ss_stays_edit(&k->stays, &k->ref_stays);
    }
    return judge_curve(k) || judge_impacts(k, h);
}

static void fill(ss_row *row, const ss_run_result *r)
{
    const ss_counts *n = &r->counts;

    row->t = r->t;
    row->steps = r->steps;
    row->impacts = r->impacts;
    row->E_start = r->E_start;
    row->E_end = r->E_end;
    row->W_ext = r->W;
    row->E_moved = r->E_moved;
    row->E_residue = r->E_end - r->E_start - r->W - row->D_normal - row->D_friction;
    row->E_gain_max = r->E_gain_max;
    row->penetration = r->penetration_max;
    row->residual = r->residual_max;
    row->n_pose = n->pose, row->n_mass = n->mass, row->n_force = n->force;
    row->n_gap = n->gap, row->n_jac = n->jac, row->n_solves = n->solves;
    row->n_pivots = n->pivots, row->n_refused = n->refused;
}

static void judged_by(ss_row *row, const ss_reference *ref)
{
    snprintf(row->reference, sizeof row->reference, "%s", ref->kind);
    snprintf(row->ref_method, sizeof row->ref_method, "%s", ref->method);
    row->law_gap = ref->law_gap;
    if (strcmp(ref->kind, "none") == 0) return;
    row->ref_error = ref->error;
    row->q_sup = row->q_rel = row->u_rel = row->t_judged = 0.0;
}

int ss_measure(ss_row *row, const ss_plan *p, const ss_ref_plan *rp, int at, const ss_registry *r,
               const char *curves)
{
    const ss_bench_run *run = &p->r[at];
    ss_reference ref = {.kind = "none"};
    ss_built b;
    meter k;
    char why[200] = "";

    ss_row_describe(row, p, at, r);
    const ss_status built =
        ss_built_open(&b, r, &p->c[run->at], run->method, run->options, why, sizeof why);
    if (built != SS_OK) {
        snprintf(row->verdict, sizeof row->verdict, "%s", ss_status_verdict(built));
        ss_cell_text(row->why, sizeof row->why, why);
        return 0;
    }
    ss_model_print(&b.p, row->model);
    if (!ss_method_refuses(b.method, &b.p, why, sizeof why)) ss_reference_open(&ref, rp, p, at, &b);
    judged_by(row, &ref);
    row->D_normal = row->D_friction = row->E_gain_hit = row->E_scale = row->gap_loaded = 0.0;
    int bad = meter_open(&k, &b, &ref, row, p->c[run->at].t_end, run->h);
    if (!bad) {
        const ss_run_spec spec = ss_bench_spec(&b, &p->c[run->at], run);
        ss_run_result res = ss_run(b.method, &b.p, &spec, (ss_sink){.take = take, .ctx = &k});
        if (k.diverged) res.status = SS_EDIVERGED;
        snprintf(row->verdict, sizeof row->verdict, "%s", ss_status_verdict(res.status));
        if (res.status != SS_OK)
            ss_cell_text(row->why, sizeof row->why,
                         *res.why ? res.why : ss_status_text(res.status));
        if (res.status == SS_EUNSUP) {
            ss_row plain;
            ss_row_describe(&plain, p, at, r);
            memcpy(plain.verdict, row->verdict, sizeof plain.verdict);
            memcpy(plain.why, row->why, sizeof plain.why);
            memcpy(plain.model, row->model, sizeof plain.model);
            *row = plain;
        } else {
            fill(row, &res);
            row->cone = k.force_max > 0.0 ? k.cone / k.force_max : 0.0;
            row->pull = k.force_max > 0.0 ? k.pull / k.force_max : 0.0;
            fill_energy(&k);
            bad = (k.judged && judge(&k, isfinite(row->h) ? row->h : 0.0)) ||
                  (curves && ss_bins_write(&k.bins, curves));
        }
    }
    meter_close(&k);
    ss_reference_close(&ref);
    ss_built_close(&b);
    return bad;
}
