/* suite.c - the plan of a benchmark: cases and runs, told apart by what they compute */
#include "bench/suite.h"
#include "bench/number.h"
#include "bench/sha256.h"
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Doubles the room at powers of two, from 16 on. */
static void *grown(void *list, int n, size_t each)
{
    const int least = 16;
    if (n % least != 0 || (n & (n - 1)) != 0) return list;
    return realloc(list, (size_t)(n ? 2 * n : least) * each);
}

ss_bench_case *ss_plan_add_case(ss_plan *p)
{
    ss_bench_case *list = grown(p->c, p->nc, sizeof *list);
    if (!list) return NULL;
    p->c = list;
    list[p->nc] = (ss_bench_case){.t_end = 0.0};
    return &list[p->nc++];
}

/* The first 16 digits of the SHA-256 of everything that decides the numbers of a run. */
static void name_run(const ss_plan *p, ss_bench_run *r)
{
    const ss_bench_case *c = &p->c[r->at];
    char text[2 * SS_SETTINGS_SIZE + 400], sha[SS_SHA_TEXT], n[4][SS_NUMBER_SIZE];

    snprintf(text, sizeof text, "%s|%s|%s|%s|%s|%s|%s|%s|%ld", c->problem, c->settings,
             ss_number(c->t_end, n[0]), r->method, r->options, ss_number(r->h, n[1]),
             ss_number(r->rtol, n[2]), ss_number(r->atol, n[3]), r->max_steps);
    ss_sha_string(text, sha);
    snprintf(r->id, sizeof r->id, "%.16s", sha);
}

int ss_plan_add_run(ss_plan *p, const ss_bench_run *run)
{
    ss_bench_run r = *run;

    name_run(p, &r);
    for (int i = 0; i < p->nr; i++)
        if (strcmp(p->r[i].id, r.id) == 0) return 0;
    ss_bench_run *list = grown(p->r, p->nr, sizeof *list);
    if (!list) return -1;
    p->r = list;
    list[p->nr++] = r;
    return 1;
}

void ss_plan_close(ss_plan *p)
{
    free(p->c);
    free(p->r);
    *p = (ss_plan){0};
}

/* ---- filters ----------------------------------------------------------------------- */

static int matches(const char *const *pattern, int n, const char *a, const char *b)
{
    for (int i = 0; i < n; i++)
        if (fnmatch(pattern[i], a, 0) == 0 || fnmatch(pattern[i], b, 0) == 0) return 1;
    return n == 0;
}

static int tagged(const ss_filter *f, const char *tags)
{
    const char *list[SS_MAX_FILTERS];
    char buf[SS_TAGS_SIZE];
    const int n = ss_words(tags, buf, sizeof buf, list, SS_MAX_FILTERS);

    for (int i = 0; i < n; i++)
        if (matches(f->tag, f->ntags, list[i], list[i])) return 1;
    return f->ntags == 0;
}

int ss_plan_filter(ss_plan *p, const ss_filter *f)
{
    int *moved = calloc((size_t)p->nc + 1, sizeof *moved);
    int nr = 0, nc = 0;

    if (!moved) return 1;
    for (int i = 0; i < p->nr; i++) {
        const ss_bench_case *c = &p->c[p->r[i].at];
        if (matches(f->problem, f->nproblems, c->name, c->problem) &&
            matches(f->method, f->nmethods, p->r[i].name, p->r[i].method) && tagged(f, c->tags))
            p->r[nr++] = p->r[i];
    }
    for (int i = 0; i < nr; i++) moved[p->r[i].at] = 1;
    for (int k = 0; k < p->nc; k++) {
        if (!moved[k]) continue;
        moved[k] = nc;
        p->c[nc++] = p->c[k];
    }
    for (int i = 0; i < nr; i++) p->r[i].at = moved[p->r[i].at];
    p->nr = nr, p->nc = nc;
    free(moved);
    return nr == 0;
}

/* ---- words to problems --------------------------------------------------------------- */

int ss_words(const char *text, char *buf, size_t size, const char **list, int most)
{
    char *save = NULL;
    int n = 0;

    snprintf(buf, size, "%s", text);
    for (char *s = strtok_r(buf, " ", &save); s && n < most; s = strtok_r(NULL, " ", &save))
        list[n++] = s;
    return n;
}

ss_status ss_built_open(ss_built *b, const ss_registry *r, const ss_bench_case *c,
                        const char *method, const char *options, char *why, size_t why_size)
{
    const char *list[SS_MAX_OPTIONS];
    unsigned char used[SS_MAX_OPTIONS] = {0};
    char buf[SS_SETTINGS_SIZE];

    *b = (ss_built){.family = ss_find_family(r, c->problem),
                    .method = method ? ss_find_method(r, method) : NULL};
    if (!b->family || (method && !b->method)) {
        snprintf(why, why_size, "%s is not registered", b->family ? method : c->problem);
        return SS_EARG;
    }
    int n = ss_words(c->settings, buf, sizeof buf, list, SS_MAX_OPTIONS);
    SS_TRY(ss_problem_build(b->family, list, n, used, &b->p, why, why_size));
    if (!method) return SS_OK;
    memset(used, 0, sizeof used);
    n = ss_words(options, buf, sizeof buf, list, SS_MAX_OPTIONS);
    const ss_status s = ss_method_settings(b->method, list, n, used, b->opt, why, why_size);
    if (s != SS_OK) ss_built_close(b);
    return s;
}

void ss_built_close(ss_built *b)
{
    if (b->p.par || b->p.q0) b->family->destroy(&b->p);
    b->p = (ss_problem){0};
}
