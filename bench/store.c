/* store.c - references in files named by what they are of, with where they come from
 *
 *     # lines: provenance, error, horizon, SHA-256 of what follows them
 *     t,hit,modes,q...,u...        one per node; modes: one digit per contact
 *     hit,t,size                   one per impact
 *
 * A file that does not carry the hash of its own content counts as absent.
 */
#include "bench/number.h"
#include "bench/output.h"
#include "bench/reference.h"
#include "bench/sha256.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void put(FILE *f, double x)
{
    fputc(',', f);
    ss_put_number(f, x);
}

static void put_body(FILE *f, const ss_curve *c)
{
    const int wide = c->nq + c->nu;

    for (long i = 0; i < c->n; i++) {
        ss_put_number(f, c->t[i]);
        fprintf(f, ",%d,", c->hit[i]);
        for (int k = 0; k < c->nc; k++) fputc('0' + c->mode[i * c->nc + k], f);
        for (int k = 0; k < wide; k++) put(f, c->x[i * wide + k]);
        fputc('\n', f);
    }
    for (long i = 0; i < c->nhits; i++) {
        fputs("hit", f);
        put(f, c->hits[i].t);
        put(f, c->hits[i].size);
        fputc('\n', f);
    }
}

static void say(FILE *f, const char *key, double x)
{
    char n[SS_NUMBER_SIZE];
    fprintf(f, "# %s %s\n", key, ss_number(x, n));
}

int ss_store_write(const ss_ref_plan *rp, const ss_ref_job *j, const ss_reference *ref,
                   const char *provenance)
{
    char path[800], why[200], sha[SS_SHA_TEXT], *body = NULL;
    size_t size = 0;
    ss_output out;
    FILE *f = open_memstream(&body, &size);

    if (!f) return 1;
    put_body(f, &ref->curve);
    if (fclose(f)) return 1;
    ss_sha_string(body, sha);
    snprintf(path, sizeof path, "%s/%s.csv", rp->store, j->key);
    int bad = ss_output_open(&out, path, why, sizeof why);
    if (!bad) {
        fprintf(out.f, "# stickslip reference\n# key %s\n%s", j->key, provenance);
        say(out.f, "error", ref->error);
        say(out.f, "horizon", ref->horizon);
        say(out.f, "law_gap", ref->law_gap);
        fprintf(out.f, "# sha256 %s\n", sha);
        fputs(body, out.f);
        bad = ss_output_commit(&out, why, sizeof why);
        ss_output_drop(&out);
    }
    free(body);
    return bad;
}

/* ---- reading ------------------------------------------------------------------------------ */

static char *whole_file(const char *path)
{
    FILE *f = fopen(path, "r");
    char *text = NULL;
    long size = -1;

    if (!f) return NULL;
    if (fseek(f, 0, SEEK_END) == 0) size = ftell(f);
    rewind(f);
    if (size >= 0 && (text = malloc((size_t)size + 1))) {
        const size_t n = fread(text, 1, (size_t)size, f);
        text[n] = '\0';
    }
    fclose(f);
    return text;
}

/* The head's numbers; returns the body, or NULL if its hash is not the one told. */
static char *read_head(char *text, ss_reference *ref)
{
    char sha[SS_SHA_TEXT] = "", own[SS_SHA_TEXT];

    while (*text == '#') {
        char *end = strchr(text, '\n');
        if (!end) return NULL;
        *end = '\0';
        sscanf(text, "# sha256 %64s", sha);
        if (strncmp(text, "# error ", 8) == 0) ref->error = strtod(text + 8, NULL);
        if (strncmp(text, "# horizon ", 10) == 0) ref->horizon = strtod(text + 10, NULL);
        if (strncmp(text, "# law_gap ", 10) == 0) ref->law_gap = strtod(text + 10, NULL);
        text = end + 1;
    }
    ss_sha_string(text, own);
    return strcmp(sha, own) == 0 ? text : NULL;
}

int ss_store_has(const ss_ref_plan *rp, const ss_ref_job *j)
{
    ss_reference ref = {.kind = "none"};
    char path[800];

    snprintf(path, sizeof path, "%s/%s.csv", rp->store, j->key);
    char *text = whole_file(path);
    const int has = text && read_head(text, &ref);
    free(text);
    return has;
}

static int number(char **at, double *x)
{
    char *end;
    *x = strtod(*at, &end);
    if (end == *at) return 1;
    *at = *end == ',' || *end == '\n' ? end + 1 : end;
    return 0;
}

static int read_node(ss_curve *c, char **at, double *x, unsigned char *mode)
{
    double t, hit;

    if (number(at, &t) || number(at, &hit)) return 1;
    for (int k = 0; k < c->nc; k++) {
        if (**at < '0' || **at > '9') return 1;
        mode[k] = (unsigned char)(*(*at)++ - '0');
    }
    if (*(*at)++ != ',') return 1;
    for (int k = 0; k < c->nq + c->nu; k++)
        if (number(at, &x[k])) return 1;
    return ss_curve_add(c, t, x, x + c->nq, mode, hit != 0.0);
}

int ss_store_read(const ss_ref_plan *rp, const ss_ref_job *j, ss_reference *ref,
                  const ss_problem *p)
{
    const int wide = p->dims.nq + p->dims.nu;
    char path[800];
    snprintf(path, sizeof path, "%s/%s.csv", rp->store, j->key);
    char *text = whole_file(path), *at = text ? read_head(text, ref) : NULL;
    double *x = calloc((size_t)wide + 1, sizeof *x);
    unsigned char *mode = calloc((size_t)p->dims.nc + 1, 1);
    int bad = !at || !x || !mode || ss_metric_open(&ref->m, p, p->t_end);

    ss_curve_open(&ref->curve, p);
    while (!bad && *at) {
        if (strncmp(at, "hit,", 4) == 0) {
            double t, size;
            at += 4;
            bad = number(&at, &t) || number(&at, &size) || ss_curve_add_hit(&ref->curve, t, size);
        } else
            bad = read_node(&ref->curve, &at, x, mode);
    }
    if (!bad && ref->curve.n) {
        ref->m.T = ref->curve.t[ref->curve.n - 1] > 0.0 ? ref->curve.t[ref->curve.n - 1] : 1.0;
        ss_metric_scale(&ref->m, &ref->curve);
        bad = ss_curve_measure(&ref->curve, &ref->m);
    } else
        bad = 1;
    free(text);
    free(x);
    free(mode);
    if (bad) ss_reference_close(ref);
    return bad;
}
