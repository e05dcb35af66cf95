/* problem_file.c - a contact problem as a text file.
 *
 *     stickslip-contact 1
 *     # whatever follows a # is a remark
 *     t 0.125
 *     contacts 2
 *     mu 0.5 0.5
 *     load -1 -1
 *     b -0.1 0.2 -0.1 0.2
 *     G
 *     (2n rows of 2n numbers)
 *     end
 *
 * Words and numbers are separated by any white space; the order is fixed.  Numbers have 17
 * digits, so they read back to the same bits.  A file is written under another name first and
 * renamed, so a file under its final name is whole.
 */
#include "solvers/lcp/lcp.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_CONTACTS = 4096, TOKEN = 64 };

/* ---- writing ----------------------------------------------------------------------- */

static void write_numbers(FILE *f, const char *word, int n, const double *x)
{
    fputs(word, f);
    for (int i = 0; i < n; i++) fprintf(f, "%s%.17g", i || *word ? " " : "", x[i]);
    fputc('\n', f);
}

ss_status ss_contact_write(const char *path, const ss_contact_problem *c, double t)
{
    const int m = 2 * c->n;
    const size_t room = strlen(path) + 32;
    char *const draft = malloc(room);

    if (!draft) return SS_ENOMEM;
    snprintf(draft, room, "%s.%ld.part", path, (long)getpid());
    FILE *const f = fopen(draft, "w");
    if (!f) {
        free(draft);
        return SS_ESINK;
    }
    fprintf(f, "stickslip-contact 1\n# v = G L + b, rows N1 T1 N2 T2 ...; load < 0: none given\n");
    fprintf(f, "t %.17g\ncontacts %d\n", t, c->n);
    write_numbers(f, "mu", c->n, c->mu);
    write_numbers(f, "load", c->n, c->load);
    write_numbers(f, "b", m, c->b);
    fputs("G\n", f);
    for (int i = 0; i < m; i++) write_numbers(f, "", m, c->G + i * m);
    fputs("end\n", f);

    const int bad = ferror(f);
    const int lost = fclose(f) != 0 || bad || rename(draft, path) != 0;
    if (lost) remove(draft);
    free(draft);
    return lost ? SS_ESINK : SS_OK;
}

/* ---- reading ----------------------------------------------------------------------- */

typedef struct reader {
    FILE *f;
    const char *path;
    int line;
    char token[TOKEN]; /* "" at the end of the file */
    char *why;
    size_t why_size;
} reader;

/* file:line: what was expected, and what stands there */
static ss_status refuse(const reader *r, const char *expected)
{
    snprintf(r->why, r->why_size, "%s:%d: expected %s, found %s%s%s", r->path, r->line, expected,
             *r->token ? "\"" : "", *r->token ? r->token : "the end of the file",
             *r->token ? "\"" : "");
    return SS_EARG;
}

static void next_token(reader *r)
{
    int ch, n = 0;

    while ((ch = getc(r->f)) != EOF && (isspace(ch) || ch == '#')) {
        while (ch == '#' && ch != EOF) {
            do ch = getc(r->f);
            while (ch != '\n' && ch != EOF);
        }
        r->line += ch == '\n';
    }
    for (; ch != EOF && !isspace(ch); ch = getc(r->f))
        if (n < TOKEN - 1) r->token[n++] = (char)ch; /* longer than any number: refused later */
    r->token[n] = '\0';
    if (ch != EOF) ungetc(ch, r->f);
}

static ss_status read_word(reader *r, const char *word)
{
    char expected[TOKEN];

    next_token(r);
    if (strcmp(r->token, word) == 0) return SS_OK;
    snprintf(expected, sizeof expected, "the word \"%s\"", word);
    return refuse(r, expected);
}

static ss_status read_number(reader *r, double least, const char *expected, double *x)
{
    char *end;

    next_token(r);
    *x = strtod(r->token, &end);
    if (end == r->token || *end || !isfinite(*x) || *x < least) return refuse(r, expected);
    return SS_OK;
}

static ss_status read_numbers(reader *r, const char *word, int n, double least,
                              const char *expected, double *x)
{
    SS_TRY(read_word(r, word));
    for (int i = 0; i < n; i++) SS_TRY(read_number(r, least, expected, x + i));
    return SS_OK;
}

/* All arrays in one block that begins with G. */
static ss_status read_all(reader *r, ss_contact_problem *c)
{
    double t, count;

    SS_TRY(read_word(r, "stickslip-contact"));
    SS_TRY(read_word(r, "1"));
    SS_TRY(read_numbers(r, "t", 1, -HUGE_VAL, "a time", &t));
    SS_TRY(read_numbers(r, "contacts", 1, 1.0, "a number of contacts, 1..4096", &count));
    if (count > MAX_CONTACTS || count != floor(count))
        return refuse(r, "a number of contacts, 1..4096");

    const int n = (int)count, m = 2 * n;
    double *const G = calloc((size_t)m * (size_t)(m + 2), sizeof *G);
    double *const b = G ? G + (size_t)m * (size_t)m : NULL;

    if (!G) {
        snprintf(r->why, r->why_size, "%s: no memory for %d contacts", r->path, n);
        return SS_ENOMEM;
    }
    *c = (ss_contact_problem){.n = n, .G = G, .b = b, .mu = b + m, .load = b + m + n};
    SS_TRY(read_numbers(r, "mu", n, 0.0, "a coefficient of friction >= 0", b + m));
    SS_TRY(read_numbers(r, "load", n, -HUGE_VAL, "a load", b + m + n));
    SS_TRY(read_numbers(r, "b", m, -HUGE_VAL, "a velocity", b));
    SS_TRY(read_numbers(r, "G", m * m, -HUGE_VAL, "an entry of G", G));
    return read_word(r, "end");
}

ss_status ss_contact_read(const char *path, ss_contact_problem *c, char *why, size_t why_size)
{
    reader r = {.f = fopen(path, "r"), .path = path, .line = 1, .why = why, .why_size = why_size};

    *c = (ss_contact_problem){0};
    if (!r.f) {
        snprintf(why, why_size, "%s: expected a file that can be read", path);
        return SS_EARG;
    }
    const ss_status s = read_all(&r, c);

    fclose(r.f);
    if (s != SS_OK) ss_contact_free(c);
    return s;
}

void ss_contact_free(ss_contact_problem *c)
{
    free((void *)(uintptr_t)c->G); /* the block, const only to its readers */
    *c = (ss_contact_problem){0};
}
