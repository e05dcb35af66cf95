/* animate.c - a run as a page that plays it: drawing, contact forces, energies
 *
 * The page is animate.html with the data put in its place.  Frames are drawn with the
 * problem's own pen strokes; a stroke that has not changed since the frame before is written
 * as 0.  The force of a contact is the greatest since the frame before, so that an impact
 * between two frames is seen.
 */
#include "bench/number.h"
#include "bench/output.h"
#include "bench/record.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>

enum {
    MAX_FRAMES = 2000,
    MIN_FRAMES = 400, /* a short run is watched slowly */
    FEW_FRAMES = 240, /* of a film among others on one page */
    RATE = 60,        /* frames per second when it plays in real time */
    MAX_STROKES = 512,
    MAX_MARKS = 2000, /* events marked on the energy strip */
    STROKE = 8        /* numbers of the longest stroke */
};

typedef struct stroke {
    int n; /* numbers; 0: none yet */
    double x[STROKE];
} stroke;

typedef struct page {
    ss_output out;
    double dt, due; /* between frames; when the next one is */
    long frames;
    double *peak; /* nc*dim, the greatest force since the last frame */
    double *size; /* nc, its magnitude */
    stroke *last; /* MAX_STROKES, of the frame before */
    int nstroke;
    double *mark; /* MAX_MARKS times of events */
    int nmarks;
    int bare; /* the data alone, for a page that has others */
} page;

/* the template as an array of lines, made from animate.html by the build */
static const char *const lines[] = {
#include "bench/animate_page.inc"
};
enum { LINES = sizeof lines / sizeof *lines };

/* Lines up to the place of the data, or those behind it. */
static void put_template(FILE *f, int behind)
{
    int seen = 0;
    for (size_t i = 0; i < LINES; i++) {
        if (strcmp(lines[i], "@DATA@") == 0)
            seen = 1;
        else if (seen == behind)
            fprintf(f, "%s\n", lines[i]);
    }
}

/* ---- the pen ----------------------------------------------------------------------- */

/* Six digits: a hundredth of a pixel on any screen. */
static void put(FILE *f, double x)
{
    if (isfinite(x))
        fprintf(f, "%.6g", x == 0.0 ? 0.0 : x);
    else
        fputs("0", f);
}

static void put_stroke(page *w, const double *x, int n)
{
    FILE *f = w->out.f;

    if (w->nstroke == MAX_STROKES) return;
    stroke *last = &w->last[w->nstroke];
    if (w->nstroke++) fputc(',', f);
    if (last->n == n && memcmp(last->x, x, (size_t)n * sizeof *x) == 0) {
        fputc('0', f);
        return;
    }
    last->n = n;
    memcpy(last->x, x, (size_t)n * sizeof *x);
    for (int k = 0; k < n; k++) {
        fputc(k ? ',' : '[', f);
        put(f, x[k]);
    }
    fputc(']', f);
}

static void pen_line(void *ctx, ss_ink ink, double x0, double y0, double x1, double y1)
{
    put_stroke(ctx, (const double[]){ink, x0, y0, x1, y1}, 5);
}

static void pen_arc(void *ctx, ss_ink ink, double cx, double cy, double rx, double ry, double tilt,
                    double a0, double a1)
{
    put_stroke(ctx, (const double[]){ink, cx, cy, rx, ry, tilt, a0, a1}, STROKE);
}

/* ---- frames ------------------------------------------------------------------------ */

static void gather_forces(page *w, const ss_record *r, const ss_point *x)
{
    const int dim = ss_dim(&r->p->dims);

    for (int i = 0; i < r->p->dims.nc; i++) {
        const double *l = x->l + i * dim;
        double size = 0.0;
        for (int k = 0; k < dim; k++) size += l[k] * l[k];
        if (size < w->size[i]) continue;
        w->size[i] = size;
        memcpy(w->peak + i * dim, l, (size_t)dim * sizeof *l);
    }
}

/* [x, y, Fx, Fy, mode] of each contact whose place is known */
static void put_contacts(page *w, const ss_record *r, const ss_point *x, const ss_config *at)
{
    const ss_problem *p = r->p;
    const int dim = ss_dim(&p->dims);
    int n = 0;

    for (int i = 0; p->frame && i < p->dims.nc; i++) {
        ss_contact_frame c = {.p = {0.0}};
        const double *l = w->peak + i * dim;
        if (p->frame(p->par, at, i, &c)) continue;
        const double F[2] = {l[0] * c.n[0] + (dim > 1 ? l[1] * c.t[0][0] : 0.0) +
                                 (dim > 2 ? l[2] * c.t[1][0] : 0.0),
                             l[0] * c.n[1] + (dim > 1 ? l[1] * c.t[0][1] : 0.0) +
                                 (dim > 2 ? l[2] * c.t[1][1] : 0.0)};
        fputs(n++ ? ",[" : "[", w->out.f);
        const double row[] = {c.p[0], c.p[1], F[0], F[1]};
        for (int k = 0; k < 4; k++) {
            put(w->out.f, row[k]);
            fputc(',', w->out.f);
        }
        fprintf(w->out.f, "%d]", x->mode[i] > SS_SLIP_MINUS ? 0 : x->mode[i]);
    }
}

static int put_frame(page *w, ss_record *r, const ss_point *x)
{
    FILE *f = w->out.f;
    const ss_pen pen = {.ctx = w, .line = pen_line, .arc = pen_arc};
    const double *row = ss_record_row(r, x); /* places r->eval at x, too */
    const double E[] = {row[r->at_energy], row[r->at_energy + 1], row[r->at_energy + 3]};

    errno = 0;
    fprintf(f, "%s[%.9g,[", w->frames++ ? ",\n" : "\n", x->t);
    w->nstroke = 0;
    r->p->draw(r->p->par, &r->eval.x, &pen);
    fputs("],[", f);
    put_contacts(w, r, x, &r->eval.x);
    fputs("],[", f);
    for (int k = 0; k < 3; k++) {
        if (k) fputc(',', f);
        put(f, E[k]);
    }
    fputs("]]", f);
    for (int i = 0; i < r->p->dims.nc; i++) w->size[i] = 0.0;
    if (!ferror(f)) return 0;
    snprintf(r->why, sizeof r->why, "%s: %s", w->out.path, strerror(errno ? errno : EIO));
    return 1;
}

/* ---- the writer -------------------------------------------------------------------- */

static void animate_drop(void *p)
{
    page *w = p;
    ss_output_drop(&w->out);
    free(w->peak);
    free(w->last);
    free(w->mark);
    free(w);
}

static void put_settings(FILE *f, const ss_record *r)
{
    char all[1024] = "";
    for (int i = 0; i < r->nsettings; i++) {
        const size_t n = strlen(all);
        snprintf(all + n, sizeof all - n, "%s%s", i ? ", " : "", r->settings[i]);
    }
    ss_json_string(f, all);
}

static void put_head(FILE *f, const ss_record *r, int bare)
{
    const int si = ss_family_is_si(r->family);

    if (!bare) put_template(f, 0);
    fputs("{\"problem\":", f);
    ss_json_string(f, r->p->name);
    fputs(",\"method\":", f);
    ss_json_string(f, r->method->name);
    fputs(",\"says\":", f);
    ss_json_string(f, r->family->says);
    fputs(",\"settings\":", f);
    put_settings(f, r);
    fputs(",\"version\":", f);
    ss_json_string(f, r->version);
    fprintf(f, ",\"length_unit\":\"%s\",\"energy_unit\":\"%s\",\n\"frames\":[", si ? " m" : "",
            si ? " J" : "");
}

static void *open_page(const char *path, ss_record *r, int bare)
{
    const ss_dims *d = &r->p->dims;
    page *w = calloc(1, sizeof *w);
    const size_t nl = (size_t)(d->nc * ss_dim(d) + d->nc) + 1;

    if (!w) return NULL;
    w->peak = calloc(nl, sizeof *w->peak);
    w->size = w->peak ? w->peak + d->nc * ss_dim(d) : NULL;
    w->last = calloc(MAX_STROKES, sizeof *w->last);
    w->mark = calloc(MAX_MARKS, sizeof *w->mark);
    w->bare = bare;
    w->dt = fmax(r->t_end / MAX_FRAMES, fmin(1.0 / RATE, r->t_end / MIN_FRAMES));
    if (bare) w->dt = r->t_end / FEW_FRAMES;
    if (!r->p->draw)
        snprintf(r->why, sizeof r->why, "%s: %s has no drawing to animate", path, r->p->name);
    else if (!w->peak || !w->last || !w->mark)
        snprintf(r->why, sizeof r->why, "%s: no memory", path);
    else if (!ss_output_open(&w->out, path, r->why, sizeof r->why)) {
        put_head(w->out.f, r, bare);
        return w;
    }
    animate_drop(w);
    return NULL;
}

static void *animate_open(const char *path, ss_record *r)
{
    return open_page(path, r, 0);
}

static void *frames_open(const char *path, ss_record *r)
{
    return open_page(path, r, 1);
}

static int animate_point(void *p, ss_record *r, const ss_point *x)
{
    page *w = p;

    gather_forces(w, r, x);
    /* the last state gets a frame whatever the thinning says; a step is short of t_end by
     * round-off at most */
    const double slack = 1e-9;
    if (x->t < w->due - slack * w->dt && x->t < r->t_end * (1.0 - slack)) return 0;
    w->due = (floor(x->t / w->dt + slack) + 1.0) * w->dt;
    return put_frame(w, r, x);
}

static int animate_event(void *p, ss_record *r, const ss_event *ev)
{
    page *w = p;
    (void)r;
    if (ev->kind == SS_IMPACT && w->nmarks < MAX_MARKS) w->mark[w->nmarks++] = ev->t;
    return 0;
}

static int animate_finish(void *p, ss_record *r, const ss_run_result *res)
{
    page *w = p;
    FILE *f = w->out.f;

    fputs("],\n\"events\":[", f);
    for (int i = 0; i < w->nmarks; i++) fprintf(f, "%s[%.9g]", i ? "," : "", w->mark[i]);
    fprintf(f, "],\"verdict\":\"%s\"}\n", ss_status_verdict(res->status));
    if (!w->bare) put_template(f, 1);
    return ss_output_commit(&w->out, r->why, sizeof r->why);
}

const ss_writer_kind ss_animate_writer = {.open = animate_open,
                                          .point = animate_point,
                                          .event = animate_event,
                                          .finish = animate_finish,
                                          .drop = animate_drop};

const ss_writer_kind ss_frames_writer = {.open = frames_open,
                                         .point = animate_point,
                                         .event = animate_event,
                                         .finish = animate_finish,
                                         .drop = animate_drop};
