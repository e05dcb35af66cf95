/* modes_compare.c - sequences of contact modes and of impacts, compared with the reference's */
#include "bench/metrics.h"
#include <math.h>
#include <stdlib.h>

int ss_mode_seen(const ss_problem *p, int contact, int mode)
{
    const ss_law *law = &p->law[contact];
    const int rough = p->dims.nt > 0 && (law->mu_s > 0.0 || law->mu_d > 0.0 || law->b > 0.0);

    if (mode == SS_OPEN || mode > SS_SLIP_MINUS) return SS_OPEN;
    return rough ? mode : SS_SLIP_PLUS;
}

int ss_stays_add(ss_stays *s, unsigned long long code, double time)
{
    if (s->n && s->at[s->n - 1].code == code) {
        s->at[s->n - 1].time += time;
        return 0;
    }
    if (s->n == s->room) {
        const int room = s->room ? 2 * s->room : 64;
        ss_stay *more = realloc(s->at, (size_t)room * sizeof *more);
        if (!more) return 1;
        s->at = more;
        s->room = room;
    }
    s->at[s->n++] = (ss_stay){code, time};
    return 0;
}

void ss_stays_thin(ss_stays *s, double least)
{
    int n = 0;
    for (int i = 0; i < s->n; i++) {
        if (s->at[i].time < least) continue;
        if (n && s->at[n - 1].code == s->at[i].code)
            s->at[n - 1].time += s->at[i].time;
        else
            s->at[n++] = s->at[i];
    }
    s->n = n;
}

long ss_stays_edit(const ss_stays *a, const ss_stays *b)
{
    const int most = 4000;
    int *d = a->n <= most && b->n <= most ? calloc((size_t)b->n + 1, sizeof *d) : NULL;

    if (!d) return -1;
    for (int j = 0; j <= b->n; j++) d[j] = j;
    for (int i = 1; i <= a->n; i++) {
        int diagonal = d[0];
        d[0] = i;
        for (int j = 1; j <= b->n; j++) {
            const int change = diagonal + (a->at[i - 1].code != b->at[j - 1].code);
            const int other = 1 + (d[j] < d[j - 1] ? d[j] : d[j - 1]);
            diagonal = d[j];
            d[j] = change < other ? change : other;
        }
    }
    const long edits = d[b->n];
    free(d);
    return edits;
}

/* ---- modes of the reference ------------------------------------------------------------- */

static int contact_velocity(ss_mode_reader *k, int i, double *vN, double *vT)
{
    const ss_dims *d = &k->p->dims;
    double v[SS_MAX_DIM] = {0.0};

    if (ss_jac(&k->e, i, k->W) != SS_OK || ss_chi(&k->e, i, k->chi) != SS_OK) return 1;
    for (int r = 0; r < ss_dim(d); r++) {
        v[r] = k->chi[r];
        for (int j = 0; j < d->nu; j++) v[r] += k->W[r * d->nu + j] * k->x[d->nq + j];
    }
    *vN = v[0];
    *vT = d->nt > 1 ? hypot(v[1], v[2]) : d->nt > 0 ? v[1] : 1.0;
    return 0;
}

/* What counts as zero: against the largest values over the reference, and never below what
 * round-off leaves of numbers of order one. */
static int find_tolerances(ss_mode_reader *k)
{
    const double share = 1e-6, floor_ = 1e-9;
    const ss_curve *c = &k->ref->curve;
    const int wide = c->nq + c->nu;
    const long stride = c->n / 256 + 1;
    double g = 0.0, vN = 0.0, vT = 0.0, a, b;

    for (long n = 0; n < c->n; n += stride) {
        memcpy(k->x, c->x + n * wide, (size_t)wide * sizeof *k->x);
        if (ss_place(&k->e, c->t[n], k->x) != SS_OK || ss_gap(&k->e, k->g) != SS_OK) return 1;
        for (int i = 0; i < c->nc; i++) {
            if (contact_velocity(k, i, &a, &b)) return 1;
            g = fmax(g, fabs(k->g[i]));
            vN = fmax(vN, fabs(a));
            vT = fmax(vT, fabs(b));
        }
    }
    k->gap_tol = floor_ + share * g;
    k->vN_tol = floor_ + share * vN;
    k->vT_tol = floor_ + share * vT;
    return 0;
}

int ss_mode_reader_open(ss_mode_reader *k, const ss_reference *ref, const ss_problem *p)
{
    const ss_dims *d = &p->dims;
    const size_t wide = (size_t)d->nq + (size_t)d->nu, dim = (size_t)ss_dim(d);

    *k = (ss_mode_reader){.ref = ref, .p = p, .e = {.p = p}};
    k->x = calloc(wide + dim * (size_t)d->nu + (size_t)d->nc + (size_t)d->npose + dim + 1,
                  sizeof *k->x);
    if (!k->x) return 1;
    k->W = k->x + wide;
    k->g = k->W + dim * (size_t)d->nu;
    k->e.c = k->g + d->nc;
    k->chi = k->e.c + d->npose;
    return ref->exact ? find_tolerances(k) : 0;
}

int ss_mode_reader_at(ss_mode_reader *k, double t, unsigned char *seen)
{
    const ss_curve *c = &k->ref->curve;

    if (!k->ref->exact) {
        const long i = ss_curve_at(c, t, k->x);
        for (int n = 0; n < c->nc; n++)
            seen[n] = (unsigned char)ss_mode_seen(k->p, n, c->mode[i * c->nc + n]);
        return 0;
    }
    if (ss_reference_at(k->ref, t, k->x) || ss_place(&k->e, t, k->x) != SS_OK ||
        ss_gap(&k->e, k->g) != SS_OK)
        return 1;
    for (int i = 0; i < c->nc; i++) {
        double vN, vT;
        int mode = SS_OPEN;
        if (contact_velocity(k, i, &vN, &vT)) return 1;
        if (k->p->law[i].kind == SS_ISOLATED || (k->g[i] <= k->gap_tol && fabs(vN) <= k->vN_tol))
            mode = fabs(vT) <= k->vT_tol ? SS_STICK : vT > 0.0 ? SS_SLIP_PLUS : SS_SLIP_MINUS;
        seen[i] = (unsigned char)ss_mode_seen(k->p, i, mode);
    }
    return 0;
}

void ss_mode_reader_close(ss_mode_reader *k)
{
    free(k->x);
    k->x = NULL;
}

/* ---- impacts ------------------------------------------------------------------------------ */

int ss_instants(const ss_hit *hits, long n, double until, double gap, double *t)
{
    const double share = 0.01;
    double largest = 0.0;
    int count = 0;

    for (long i = 0; i < n; i++)
        if (hits[i].t <= until) largest = fmax(largest, hits[i].size);
    for (long i = 0; i < n; i++) {
        if (hits[i].t > until || hits[i].size < share * largest) continue;
        if (count && hits[i].t - t[count - 1] <= gap) continue;
        t[count++] = hits[i].t;
    }
    return count;
}
