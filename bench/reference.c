/* reference.c - references: which one, how it is computed, and how an exact one is sampled */
#include "bench/reference.h"
#include "bench/number.h"
#include "bench/output.h"
#include "bench/sha256.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    NODES = 4096,        /* of a reference, besides those around events */
    FINE_STEPS = 1 << 18 /* of a fixed step's own limit; half of it is the check */
};
static const double SELF_RTOL = 1e-11; /* of an adaptive method's own limit */
static const double ATOL_SHARE = 1e-3, COARSER = 10.0;

static const struct {
    ss_impact_law law;
    const char *method, *options;
    double rtol;
} laws[] = {
#define SS_REFERENCE(law, method, options, rtol) {law, method, options, rtol},
#include "bench/references.def"
#undef SS_REFERENCE
};
enum { LAWS = sizeof laws / sizeof *laws };

/* ---- which one ---------------------------------------------------------------------------- */

static void name_job(ss_ref_job *j, const ss_bench_case *c, const ss_ref_job *law,
                     const char *program)
{
    char text[2 * SS_SETTINGS_SIZE + 600], n[2][SS_NUMBER_SIZE];

    snprintf(text, sizeof text, "2|%s|%s|%s|%s|%s|%s|%d|%d|%s|%s", c->problem, c->settings,
             ss_number(c->t_end, n[0]), j->method, j->options, ss_number(j->rtol, n[1]), NODES,
             FINE_STEPS, law ? law->key : "", program);
    ss_sha_string(text, j->key);
}

static int add_job(ss_ref_plan *rp, const ss_plan *p, ss_ref_job j, const char *program)
{
    name_job(&j, &p->c[j.at], j.law >= 0 ? &rp->job[j.law] : NULL, program);
    for (int i = 0; i < rp->n; i++)
        if (rp->job && strcmp(rp->job[i].key, j.key) == 0) return i;
    ss_ref_job *more = realloc(rp->job, (size_t)(rp->n + 1) * sizeof *more);
    if (!more) return -1;
    rp->job = more;
    rp->job[rp->n] = j;
    return rp->n++;
}

/* The row of laws[] that fits this method on this problem; -1: none. */
static int law_for(const ss_registry *r, const ss_method *m, const ss_problem *p)
{
    char why[200];
    for (int k = 0; k < LAWS; k++) {
        const ss_method *ref = ss_find_method(r, laws[k].method);
        if (laws[k].law == m->impact && ref && !ss_method_refuses(ref, p, why, sizeof why))
            return k;
    }
    return -1;
}

static int plan_laws(ss_ref_plan *rp, const ss_plan *p, const ss_registry *r, const char *program,
                     int *law_of_run)
{
    for (int i = 0; i < p->nr; i++) {
        ss_built b;
        char why[200] = "";
        law_of_run[i] = -1;
        rp->of_run[i] = 0;
        if (ss_built_open(&b, r, &p->c[p->r[i].at], p->r[i].method, p->r[i].options, why,
                          sizeof why) != SS_OK)
            return 1;
        const int k = law_for(r, b.method, &b.p);
        if (ss_exact_holds(&b.p, b.method->impact))
            rp->of_run[i] = -1;
        else if (k >= 0) {
            ss_ref_job j = {.at = p->r[i].at, .rtol = laws[k].rtol, .law = -1};
            snprintf(j.method, sizeof j.method, "%s", laws[k].method);
            snprintf(j.options, sizeof j.options, "%s", laws[k].options);
            law_of_run[i] = add_job(rp, p, j, program);
        }
        ss_built_close(&b);
    }
    rp->nlaw = rp->n;
    return 0;
}

static int plan_selves(ss_ref_plan *rp, const ss_plan *p, const ss_registry *r, const char *program,
                       const int *law_of_run)
{
    for (int i = 0; i < p->nr; i++) {
        const ss_method *m = ss_find_method(r, p->r[i].method);
        ss_ref_job j = {.at = p->r[i].at,
                        .rtol = m->stepping == SS_FIXED ? 0.0 : SELF_RTOL,
                        .law = law_of_run[i]};
        if (rp->of_run[i] < 0) continue;
        snprintf(j.method, sizeof j.method, "%s", p->r[i].method);
        snprintf(j.options, sizeof j.options, "%s", p->r[i].options);
        /* the law's own method is its own limit */
        const ss_ref_job *law = j.law >= 0 ? &rp->job[j.law] : NULL;
        if (law && strcmp(law->method, j.method) == 0 && strcmp(law->options, j.options) == 0)
            rp->of_run[i] = j.law;
        else
            rp->of_run[i] = add_job(rp, p, j, program);
        if (rp->of_run[i] < 0) return 1;
    }
    return 0;
}

int ss_ref_plan_open(ss_ref_plan *rp, const ss_plan *p, const ss_registry *r, const char *store,
                     const char *program, char *why, size_t why_size)
{
    int *law_of_run = calloc((size_t)p->nr + 1, sizeof *law_of_run);

    *rp = (ss_ref_plan){.of_run = calloc((size_t)p->nr + 1, sizeof *rp->of_run)};
    snprintf(rp->store, sizeof rp->store, "%s", store);
    ss_folders_make(store);
    int bad = !law_of_run || !rp->of_run || plan_laws(rp, p, r, program, law_of_run) ||
              plan_selves(rp, p, r, program, law_of_run);
    if (bad) snprintf(why, why_size, "references cannot be planned");
    if (!bad && access(store, W_OK | X_OK)) {
        snprintf(why, why_size, "%s: references cannot be stored there", store);
        bad = 1;
    }
    free(law_of_run);
    if (bad) ss_ref_plan_close(rp);
    return bad;
}

void ss_ref_plan_close(ss_ref_plan *rp)
{
    free(rp->job);
    free(rp->of_run);
    *rp = (ss_ref_plan){0};
}

int ss_ref_is_stored(const ss_ref_plan *rp, int job)
{
    return ss_store_has(rp, &rp->job[job]);
}

/* ---- computing one ------------------------------------------------------------------------ */

static int trace(void *ctx, const ss_point *x, const ss_step_info *info)
{
    return ss_tracer_take(ctx, x, info);
}

static ss_run_result traced_run(const ss_built *b, const ss_bench_case *c, double rtol, long steps,
                                ss_curve *curve)
{
    const int fixed = b->method->stepping == SS_FIXED;
    ss_run_spec spec = ss_run_spec_default(&b->p);
    ss_run_result r = {.status = SS_ENOMEM};
    ss_tracer tr;

    spec.t_end = c->t_end;
    spec.opt = b->opt;
    spec.h = c->t_end / (double)steps;
    if (!fixed) {
        spec.rtol = rtol;
        spec.atol = rtol * ATOL_SHARE;
        spec.h = spec.every = c->t_end / NODES;
    }
    ss_curve_open(curve, &b->p);
    curve->plain_u = fixed;
    if (!ss_tracer_open(&tr, curve, &b->p, fixed ? steps / NODES : 1)) {
        r = ss_run(b->method, &b->p, &spec, (ss_sink){.take = trace, .ctx = &tr});
        if (ss_tracer_finish(&tr)) r.status = SS_ENOMEM;
    }
    curve->plain_u = 0; /* fine enough for q to be the integral of u */
    ss_tracer_close(&tr);
    return r;
}

/* Where the two resolutions part, and how far they are apart until then. */
static void judge_itself(ss_reference *ref, const ss_curve *coarse, double until)
{
    const double before = 1.0 - 1e-9;

    ss_graph_distance(coarse, &ref->curve, &ref->m, until, NULL, 0, SS_HORIZON_TOL, &ref->horizon);
    if (ref->horizon < until) ref->horizon *= before;
    ref->error = ss_graph_distance(coarse, &ref->curve, &ref->m, ref->horizon, NULL, 0, 0.0, NULL);
}

static void compare_with_law(ss_reference *ref, const ss_ref_plan *rp, const ss_ref_job *j,
                             const ss_problem *p)
{
    ss_reference law = {.kind = "law"};

    ref->law_gap = NAN;
    if (j->law < 0 || ss_store_read(rp, &rp->job[j->law], &law, p)) return;
    const double until = fmin(ref->horizon, law.horizon);
    if (until > 0.0 && !ss_curve_measure(&ref->curve, &law.m)) {
        const double there =
            ss_graph_distance(&ref->curve, &law.curve, &law.m, until, NULL, 0, 0.0, NULL);
        const double back =
            ss_graph_distance(&law.curve, &ref->curve, &law.m, until, NULL, 0, 0.0, NULL);
        ref->law_gap = fmax(there, back);
    }
    ss_reference_close(&law);
}

int ss_ref_compute(const ss_ref_plan *rp, int job, const ss_plan *p, const ss_registry *r)
{
    const ss_ref_job *j = &rp->job[job];
    const ss_bench_case *c = &p->c[j->at];
    ss_reference ref = {.kind = "self", .law_gap = NAN};
    ss_curve coarse = {0};
    ss_built b;
    char why[200] = "", provenance[1600], n[3][SS_NUMBER_SIZE];

    if (ss_built_open(&b, r, c, j->method, j->options, why, sizeof why) != SS_OK) return 1;
    const ss_run_result fine = traced_run(&b, c, j->rtol, FINE_STEPS, &ref.curve);
    const ss_run_result check = traced_run(&b, c, j->rtol * COARSER, FINE_STEPS / 2, &coarse);
    const double until = fmin(fine.t, check.t);

    if (until > 0.0 && !ss_metric_open(&ref.m, &b.p, c->t_end)) {
        ss_metric_scale(&ref.m, &ref.curve);
        if (!ss_curve_measure(&ref.curve, &ref.m) && !ss_curve_measure(&coarse, &ref.m))
            judge_itself(&ref, &coarse, until);
        compare_with_law(&ref, rp, j, &b.p);
    }
    snprintf(provenance, sizeof provenance,
             "# problem %s\n# settings %s\n# t_end %s\n# method %s\n# options %s\n"
             "# resolution %s %s; checked at %s\n# verdict %s %s\n",
             c->problem, c->settings, ss_number(c->t_end, n[0]), j->method, j->options,
             j->rtol > 0.0 ? "rtol" : "steps",
             ss_number(j->rtol > 0.0 ? j->rtol : FINE_STEPS, n[1]),
             ss_number(j->rtol > 0.0 ? j->rtol * COARSER : 0.5 * FINE_STEPS, n[2]),
             ss_status_verdict(fine.status), fine.why);
    const int bad = ss_store_write(rp, j, &ref, provenance);
    ss_curve_close(&coarse);
    ss_reference_close(&ref);
    ss_built_close(&b);
    return bad;
}

/* ---- using one ---------------------------------------------------------------------------- */

void ss_reference_close(ss_reference *ref)
{
    ss_curve_close(&ref->curve);
    ss_metric_close(&ref->m);
}

int ss_reference_at(const ss_reference *ref, double t, double *x)
{
    if (ref->exact) return ref->exact->exact(ref->exact->par, t, x, x + ref->exact->dims.nq);
    ss_curve_at(&ref->curve, t, x);
    return t > ref->horizon * (1.0 + 1e-12);
}

void ss_reference_open(ss_reference *ref, const ss_ref_plan *rp, const ss_plan *p, int at,
                       const ss_built *b)
{
    const int job = rp->of_run[at];
    const double least = 0.02; /* of the time asked for; less says nothing about the run */
    const double t_end = p->c[p->r[at].at].t_end;

    *ref = (ss_reference){.kind = "none", .law_gap = NAN};
    if (job < 0) {
        if (!ss_reference_exact(ref, &b->p, t_end)) snprintf(ref->kind, sizeof ref->kind, "exact");
        return;
    }
    const ss_ref_job *j = &rp->job[job];
    if (ss_store_read(rp, j, ref, &b->p)) return;
    snprintf(ref->kind, sizeof ref->kind, job < rp->nlaw ? "law" : "self");
    snprintf(ref->method, sizeof ref->method, "%s", j->method);
    if (j->law >= 0 && ref->law_gap <= SS_LAW_TOL) {
        ss_reference law = {.kind = "law"};
        if (!ss_store_read(rp, &rp->job[j->law], &law, &b->p)) {
            law.law_gap = ref->law_gap;
            snprintf(law.method, sizeof law.method, "%s", rp->job[j->law].method);
            ss_reference_close(ref);
            *ref = law;
        }
    }
    if (!(ref->horizon > least * t_end)) snprintf(ref->kind, sizeof ref->kind, "none");
}

/* ---- exact solutions as nodes --------------------------------------------------------------- */

typedef struct sampler {
    const ss_problem *p;
    ss_reference *ref;
    double usual; /* bend of the velocity within an interval that half of them stay below */
    double *d;    /* nu */
    unsigned char *open;
} sampler;

/* |u - (u0 + u1)/2| in the kinetic metric: how far the middle is off the straight line. */
static double bend(const sampler *s, const double *x0, const double *x, const double *x1)
{
    const int nq = s->p->dims.nq, nu = s->p->dims.nu;
    for (int k = nq; k < nq + nu; k++) s->d[k - nq] = x[k] - 0.5 * (x0[k] + x1[k]);
    return ss_metric_u(&s->ref->m, s->d);
}

static int put_node(const sampler *s, double t, const double *x)
{
    return ss_curve_add(&s->ref->curve, t, x, x + s->p->dims.nq, s->open, 0);
}

/* Nodes between two known states where the velocity is not smooth: halved until straight, or
 * until nothing is left but a jump. */
static int refine(const sampler *s, double t0, const double *x0, double t1, const double *x1,
                  double tol)
{
    const int nq = s->p->dims.nq, nu = s->p->dims.nu, wide = nq + nu;
    const double least = 1e-7, narrow = 1e-14, t = 0.5 * (t0 + t1);
    double *x = malloc((size_t)wide * sizeof *x);
    int bad = !x;

    if (!bad && t1 - t0 > narrow * s->ref->m.T && t > t0 && t < t1 &&
        !s->p->exact(s->p->par, t, x, x + nq)) {
        /* a smooth bend falls to a quarter with each halving, a kink to a half, a jump not */
        if (bend(s, x0, x, x1) > fmax(tol, least))
            bad = refine(s, t0, x0, t, x, 0.25 * tol) || put_node(s, t, x) ||
                  refine(s, t, x, t1, x1, 0.25 * tol);
    } else if (!bad) {
        for (int k = 0; k < nu; k++) s->d[k] = x1[nq + k] - x0[nq + k];
        const double jump = ss_metric_u(&s->ref->m, s->d);
        if (jump > least) bad = ss_curve_add_hit(&s->ref->curve, t1, jump);
    }
    free(x);
    return bad;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int usual_bend(sampler *s, const double *x, int n)
{
    const int wide = s->p->dims.nq + s->p->dims.nu;
    const double per_half = 0.25; /* bends of double intervals are measured */
    double *b = malloc((size_t)n * sizeof *b);

    if (!b) return 1;
    for (int i = 0; i + 2 < n; i++)
        b[i] = bend(s, x + i * wide, x + (i + 1) * wide, x + (i + 2) * wide);
    if (n > 2) qsort(b, (size_t)(n - 2), sizeof *b, ascending);
    s->usual = n > 2 ? per_half * b[(n - 2) / 2] : 0.0;
    free(b);
    return 0;
}

/* Scales come from the plain samples; jumps need them. */
static void scale_by(ss_metric *m, const double *x, int n)
{
    ss_curve c = {.nq = m->nq, .nu = m->nu, .n = n, .x = (double *)x};
    ss_metric_scale(m, &c);
}

int ss_reference_exact(ss_reference *ref, const ss_problem *p, double t_end)
{
    const int nq = p->dims.nq, wide = nq + p->dims.nu;
    const double dt = t_end / NODES;
    double *x = malloc((size_t)(NODES + 1) * (size_t)wide * sizeof *x);
    sampler s = {.p = p,
                 .ref = ref,
                 .d = malloc((size_t)p->dims.nu * sizeof *s.d),
                 .open = calloc((size_t)p->dims.nc + 1, 1)};
    const double rare = 20.0; /* times the usual bend: not smooth */
    int n = 0, bad = !x || !s.d || !s.open || ss_metric_open(&ref->m, p, t_end);

    while (!bad && n <= NODES && !p->exact(p->par, n * dt, x + n * wide, x + n * wide + nq)) n++;
    bad = bad || n < 2;
    if (!bad) {
        scale_by(&ref->m, x, n);
        ss_curve_open(&ref->curve, p);
        bad = usual_bend(&s, x, n);
    }
    for (int i = 0; i < n && !bad; i++) {
        const double *at = x + i * wide;
        bad = put_node(&s, i * dt, at) ||
              (i + 1 < n && refine(&s, i * dt, at, (i + 1) * dt, at + wide, rare * s.usual));
    }
    ref->exact = p;
    ref->horizon = n > NODES ? t_end : (n - 1) * dt;
    if (!bad) ss_metric_scale(&ref->m, &ref->curve); /* the largest is at a jump, often */
    bad = bad || ss_curve_measure(&ref->curve, &ref->m);
    free(x);
    free(s.open);
    free(s.d);
    return bad;
}
