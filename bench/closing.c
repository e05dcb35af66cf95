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

static int is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* Rows that one truth judges: the exact solution, which stands only where the method's law of
 * impact allows it; or the reference of one law; or one method's own limit. */
static int same_truth(const ss_row *a, const ss_row *b)
{
    if (!is(a->kase, b->kase) || !is(a->reference, b->reference)) return 0;
    if (is(a->reference, "exact")) return 1;
    return is(a->law, b->law) && (!is(a->reference, "self") || is(a->label, b->label));
}

/* Cost: processor time where it was measured, else evaluations of forces. */
static double cost(const ss_row *r)
{
    return isfinite(r->cpu) ? r->cpu : (double)r->n_force;
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
        if (good(&row[k]) && same_truth(&row[k], &row[i])) return 1;
    return 0;
}

static void judge_of(const ss_row *r, char *out, size_t size)
{
    if (is(r->reference, "law"))
        snprintf(out, size, "%s%s", is(r->law, "none") ? "no impacts" : r->law,
                 is(r->law, "none") ? "" : " law");
    else if (is(r->reference, "self"))
        snprintf(out, size, "own limit");
    else
        snprintf(out, size, "%s", is(r->reference, "exact") ? "exact" : "nothing");
}

/* Three digits: what would round up to a thousand takes the next unit. */
static void say_time(double s, char *out, size_t size)
{
    if (s < 0.9995e-3)
        snprintf(out, size, "%.3g us", 1e6 * s);
    else if (s < 0.9995)
        snprintf(out, size, "%.3g ms", 1e3 * s);
    else
        snprintf(out, size, "%.3g s", s);
}

/* One line: who, at which resolution, how long, how close. */
static void say_run(const ss_row *r)
{
    char level[32], time[32] = "";

    snprintf(level, sizeof level, "%s %.2g", isfinite(r->h) ? "h" : "rtol",
             isfinite(r->h) ? r->h : r->rtol);
    if (isfinite(r->cpu)) say_time(r->cpu, time, sizeof time);
    printf("  %-16.24s %-11s %9s  %8.1e\n", r->label, level, time, r->graph);
}

/* A line for every target that needs another run than the one before it. */
static void say_truth(const ss_row *row, int n, const ss_row *of)
{
    char judge[64];
    int said = 0;

    judge_of(of, judge, sizeof judge);
    for (int k = 0; k < TARGETS; k++) {
        const ss_row *best = cheapest(row, n, of, target[k]);
        int last = k;
        while (last + 1 < TARGETS && cheapest(row, n, of, target[last + 1]) == best) last++;
        if (!best) break;
        printf("%-23s %-15s %6.0e", said ? "" : of->kase, said ? "" : judge, target[last]);
        say_run(best);
        said = 1;
        k = last;
    }
    if (said) return;
    const ss_row *best = closest(row, n, of);
    printf("%-23s %-15s %6s", of->kase, judge, "-");
    if (best)
        say_run(best);
    else
        printf("  %-16s not judged\n", of->label);
}

/* ---- methods over all cases ----------------------------------------------------------------- */

/* Has the method a run of this truth within the target, and is one of its the cheapest? */
static int reaches(const ss_row *row, int n, const ss_row *of, const char *label, double within)
{
    for (int i = 0; i < n; i++)
        if (is(row[i].label, label) && same_truth(&row[i], of) && good(&row[i]) &&
            row[i].graph <= within)
            return 1;
    return 0;
}

static int has_rivals(const ss_row *row, int n, const ss_row *of)
{
    for (int i = 0; i < n; i++)
        if (same_truth(&row[i], of) && good(&row[i]) && !is(row[i].label, of->label)) return 1;
    return 0;
}

static int first_of_label(const ss_row *row, int i)
{
    for (int k = 0; k < i; k++)
        if (is(row[k].label, row[i].label)) return 0;
    return 1;
}

static int first_of_case(const ss_row *row, int n, int i)
{
    for (int k = 0; k < n && k < i; k++)
        if (is(row[k].kase, row[i].kase) && is(row[k].label, row[i].label)) return 0;
    return 1;
}

static void say_method(const ss_row *row, int n, const char *label)
{
    int cases = 0, ended = 0, won[TARGETS] = {0}, got[TARGETS] = {0};

    for (int i = 0; i < n; i++) {
        if (!is(row[i].label, label) || !first_of_case(row, n, i)) continue;
        const ss_row *own = NULL;
        for (int k = i; k < n && !own; k++)
            if (is(row[k].label, label) && is(row[k].kase, row[i].kase) && good(&row[k]))
                own = &row[k];
        cases++;
        if (!own) continue;
        ended++;
        for (int k = 0; k < TARGETS; k++) {
            const ss_row *best = cheapest(row, n, own, target[k]);
            got[k] += reaches(row, n, own, label, target[k]);
            won[k] += best && is(best->label, label) && has_rivals(row, n, own);
        }
    }
    printf("%-24.24s %3d of %-3d", label, ended, cases);
    for (int k = 0; k < TARGETS; k++) printf("  %5d  %4d", got[k], won[k]);
    putchar('\n');
}

static void say_methods(const ss_row *row, int n)
{
    printf(
        "\nhow many cases a method runs, reaches a target on, and is the cheapest to reach it on\n"
        "among the methods that the same truth judges\n%-24s %-10s",
        "method", "runs");
    for (int k = 0; k < TARGETS; k++) printf("  %5.0e  best", target[k]);
    putchar('\n');
    for (int i = 0; i < n; i++)
        if (first_of_label(row, i)) say_method(row, n, row[i].label);
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
    printf(
        "\nwhich method for which problem: the cheapest run whose graph distance from the truth\n"
        "that judges it is within a target; methods are ranked only where one truth judges them\n"
        "%-23s %-15s %6s  %-16s %-11s %9s  %8s\n",
        "case", "judged by", "within", "method", "resolution", "time", "distance");
    for (int i = 0; i < n; i++)
        if (good(&row[i]) && !seen_before(row, i)) say_truth(row, n, &row[i]);
    say_methods(row, n);
    count_verdicts(row, n);
}
