/* closing.c - the closing table: which method should I use for this problem? */
#include "bench/bench.h"
#include <math.h>
#include <string.h>

/* Targets of accuracy, as graph distances: a percent, and ten thousand times better. */
static const double target[] = {1e-2, 1e-4, 1e-6};
enum { TARGETS = sizeof target / sizeof *target };

static int good(const ss_row *r)
{
    return strcmp(r->verdict, "ok") == 0;
}

/* Rows that one truth judges: of one case and one law, or one method's own limit. */
static int same_truth(const ss_row *a, const ss_row *b)
{
    const int own_a = strcmp(a->reference, "self") == 0, own_b = strcmp(b->reference, "self") == 0;
    return strcmp(a->kase, b->kase) == 0 && strcmp(a->law, b->law) == 0 && own_a == own_b &&
           (!own_a || strcmp(a->label, b->label) == 0);
}

/* Cost: seconds where they were measured, else evaluations of forces. */
static double cost(const ss_row *r)
{
    return isfinite(r->wall) ? r->wall : (double)r->n_force;
}

static const ss_row *cheapest(const ss_row *row, int n, const ss_row *of, double within)
{
    const ss_row *best = NULL;
    for (int i = 0; i < n; i++)
        if (same_truth(&row[i], of) && good(&row[i]) && row[i].graph <= within &&
            (!best || cost(&row[i]) < cost(best)))
            best = &row[i];
    return best;
}

static const ss_row *closest(const ss_row *row, int n, const ss_row *of)
{
    const ss_row *best = NULL;
    for (int i = 0; i < n; i++)
        if (same_truth(&row[i], of) && good(&row[i]) && isfinite(row[i].graph) &&
            (!best || row[i].graph < best->graph))
            best = &row[i];
    return best;
}

static int seen_before(const ss_row *row, int i)
{
    for (int k = 0; k < i; k++)
        if (same_truth(&row[k], &row[i])) return 1;
    return 0;
}

static int any_good(const ss_row *row, int n, const ss_row *of)
{
    for (int i = 0; i < n; i++)
        if (same_truth(&row[i], of) && good(&row[i])) return 1;
    return 0;
}

static void cell(const ss_row *r)
{
    char text[64] = "-", level[24];

    if (r) {
        snprintf(level, sizeof level, "%s %.2g", isfinite(r->h) ? "h" : "rtol",
                 isfinite(r->h) ? r->h : r->rtol);
        if (isfinite(r->wall))
            snprintf(text, sizeof text, "%.20s %s %.2g ms", r->label, level, 1e3 * r->wall);
        else
            snprintf(text, sizeof text, "%.20s %s", r->label, level);
    }
    printf("  %-36s", text);
}

static void count_verdicts(const ss_row *row, int n)
{
    int first = 1;

    for (int i = 0; i < n; i++) {
        int known = 0, count = 0;
        for (int k = 0; k < n; k++) {
            const int same = strcmp(row[k].verdict, row[i].verdict) == 0;
            known |= same && k < i;
            count += same;
        }
        if (known) continue;
        printf("%s%d %s", first ? "\nverdicts: " : ", ", count, row[i].verdict);
        first = 0;
    }
    putchar('\n');
}

void ss_closing_table(const ss_row *row, int n)
{
    printf("\nwhich method for which problem: the cheapest run whose graph distance from the "
           "reference is within\n%-22s %-10s",
           "case", "law");
    for (int k = 0; k < TARGETS; k++) printf("  %-36.0e", target[k]);
    printf("  closest\n");
    for (int i = 0; i < n; i++) {
        if (seen_before(row, i) || !any_good(row, n, &row[i])) continue;
        const ss_row *best = closest(row, n, &row[i]);
        printf("%-22s %-10s", row[i].kase, row[i].law);
        for (int k = 0; k < TARGETS; k++) cell(cheapest(row, n, &row[i], target[k]));
        if (best)
            printf("  %.1e %s, judged by %s%s%s\n", best->graph, best->label, best->reference,
                   *best->ref_method ? " " : "", best->ref_method);
        else
            printf("  no reference\n");
    }
    count_verdicts(row, n);
}
