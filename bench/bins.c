/* bins.c - energy, penetration and error of a run over time, thinned for pictures */
#include "bench/bins.h"
#include "bench/output.h"
#include <math.h>

void ss_bins_clear(ss_bins *b)
{
    for (int i = 0; i < SS_BINS; i++) {
        b->E_lo[i] = INFINITY, b->E_hi[i] = -INFINITY;
        b->depth[i] = b->error[i] = 0.0;
        b->W[i] = NAN;
        b->stepped[i] = 0;
    }
}

static int bin_of(double share)
{
    const double at = floor(share * SS_BINS);
    return at < 0.0 ? 0 : at >= SS_BINS ? SS_BINS - 1 : (int)at;
}

void ss_bins_span(ss_bins *b, double from, double to, double W)
{
    for (int i = bin_of(from) + 1; i < bin_of(to); i++) b->W[i] = W;
}

void ss_bins_add(ss_bins *b, double share, double E, double depth, double error)
{
    const int i = bin_of(share);

    b->stepped[i] = 1;
    b->E_lo[i] = fmin(b->E_lo[i], E);
    b->E_hi[i] = fmax(b->E_hi[i], E);
    b->depth[i] = fmax(b->depth[i], depth);
    b->error[i] = fmax(b->error[i], error);
}

static void put(FILE *f, double x)
{
    if (isfinite(x))
        fprintf(f, "%.5g", x);
    else
        fputs("null", f);
}

int ss_bins_write(const ss_bins *b, const char *path)
{
    char why[200];
    ss_output out;

    if (ss_output_open(&out, path, why, sizeof why)) return 1;
    fputs("{\"E\":[", out.f);
    for (int i = 0; i < SS_BINS; i++) {
        fputs(i ? ",[" : "[", out.f);
        put(out.f, b->E_lo[i]);
        fputc(',', out.f);
        put(out.f, b->E_hi[i]);
        fputc(']', out.f);
    }
    for (int what = 0; what < 2; what++) {
        const double *x = what ? b->error : b->depth;
        fprintf(out.f, "],\n\"%s\":[", what ? "error" : "depth");
        for (int i = 0; i < SS_BINS; i++) {
            if (i) fputc(',', out.f);
            put(out.f, b->stepped[i] ? x[i] : NAN);
        }
    }
    fputs("]}\n", out.f);
    const int bad = ss_output_commit(&out, why, sizeof why);
    ss_output_drop(&out);
    return bad;
}
