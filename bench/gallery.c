/* gallery.c - index.html: every picture with what the original shows, its facts and its commands */
#include "bench/output.h"
#include "bench/reproduce.h"
#include <string.h>

static const char *const page[] = {
#include "bench/gallery_page.inc"
};
enum { PAGE = sizeof page / sizeof *page };

static void put_html(FILE *f, const char *text)
{
    for (; *text; text++) switch (*text) {
        case '<':
            fputs("&lt;", f);
            break;
        case '>':
            fputs("&gt;", f);
            break;
        case '&':
            fputs("&amp;", f);
            break;
        case '"':
            fputs("&quot;", f);
            break;
        default:
            fputc(*text, f);
        }
}

static int failures(const ss_reproduce *b, int i)
{
    int n = 0;
    for (int k = 0; k < b->recipe[i].nfacts; k++) n += !b->answer[i].fact[k].holds;
    return n;
}

/* The paper, the part of a figure's name before the slash. */
static void put_paper(FILE *f, const char *name)
{
    char paper[SS_RECIPE_NAME];
    snprintf(paper, sizeof paper, "%.*s", (int)strcspn(name, "/"), name);
    put_html(f, paper);
}

/* Is it the first figure of its paper? */
static int begins_paper(const ss_reproduce *b, int i)
{
    const size_t n = strcspn(b->recipe[i].name, "/") + 1;
    return i == 0 || strncmp(b->recipe[i].name, b->recipe[i - 1].name, n) != 0;
}

static void put_contents(FILE *f, const ss_reproduce *b)
{
    int facts = 0, failed = 0;

    for (int i = 0; i < b->n; i++) facts += b->recipe[i].nfacts, failed += failures(b, i);
    fprintf(f,
            "<p>%d figures, %d facts: <span class=\"holds\">%d hold</span>, <span "
            "class=\"fails\">%d fail</span>. Each picture stands under a sentence that says what "
            "the original shows; <a href=\"facts.csv\">facts.csv</a> has all verdicts.</p>\n"
            "<p><label><input type=\"checkbox\" "
            "onchange=\"document.body.classList.toggle('failing',this.checked)\"> only figures "
            "with a fact that fails</label></p>\n",
            b->n, facts, facts - failed, failed);
    for (int i = 0; i < b->n; i++) {
        if (begins_paper(b, i)) {
            fprintf(f, "%s<nav><b>", i ? "</nav>\n" : "");
            put_paper(f, b->recipe[i].name);
            fputs("</b>\n", f);
        }
        fputs("<a href=\"#", f);
        put_html(f, b->recipe[i].name);
        fputs(failures(b, i) ? "\" class=\"bad\">" : "\">", f);
        put_html(f, strchr(b->recipe[i].name, '/') + 1);
        fputs("</a>\n", f);
    }
    fputs("</nav>\n", f);
}

static void put_facts(FILE *f, const ss_recipe *r, const ss_figure_answer *a)
{
    char rule[200];

    if (r->nfacts == 0) return;
    fputs("<div class=\"wide\"><table><tr><th>fact</th><th>came out</th><th>expected</th>"
          "<th>verdict</th></tr>\n",
          f);
    for (int k = 0; k < r->nfacts; k++) {
        const ss_fact_answer *x = &a->fact[k];
        fputs("<tr><td>", f);
        put_html(f, r->fact[k].says);
        if (r->fact[k].ours) fputs(" <span class=\"soft\">(our check)</span>", f);
        if (!x->holds && r->fact[k].fails) {
            fputs("<br><span class=\"soft\">", f);
            put_html(f, r->fact[k].fails);
            fputs("</span>", f);
        }
        fprintf(f, "</td><td class=\"n\">%.6g</td><td class=\"n\">", x->value);
        put_html(f, ss_fact_rule(x, rule, sizeof rule));
        fprintf(f, "</td><td class=\"%s\">%s</td></tr>\n", x->holds ? "holds" : "fails",
                x->holds ? "holds" : "fails");
    }
    fputs("</table></div>\n", f);
}

static void put_picture(FILE *f, const ss_reproduce *b, const ss_recipe *r)
{
    static const char *const before[] = {"<a href=\"", "\"><img loading=\"lazy\" src=\""};

    for (int i = 0; i < 2; i++) {
        fputs(before[i], f);
        put_html(f, r->name);
        fputs(b->png ? "/figure.png" : "/figure.svg", f);
    }
    fputs("\" alt=\"", f);
    put_html(f, r->name);
    fprintf(f, "\" width=\"%d\" height=\"%d\"></a>\n", r->size[0], r->size[1]);
}

static void put_figure(FILE *f, const ss_reproduce *b, int i)
{
    const ss_recipe *r = &b->recipe[i];

    if (begins_paper(b, i)) {
        fputs("<h2>", f);
        put_paper(f, r->name);
        fputs("</h2>\n", f);
    }
    fputs("<article id=\"", f);
    put_html(f, r->name);
    fputs(failures(b, i) ? "\"><h3>" : "\" class=\"fine\"><h3>", f);
    put_html(f, r->name);
    fputs("</h3>\n<p>", f);
    put_html(f, r->says);
    fputs("</p>\n", f);
    put_picture(f, b, r);
    put_facts(f, r, &b->answer[i]);
    fputs("<pre>", f);
    for (int k = 0; k < r->ndata; k++) {
        fputs("stickslip ", f);
        put_html(f, r->data[k].command);
        fputc('\n', f);
    }
    fputs("stickslip reproduce ", f);
    put_html(f, r->name);
    fputs("</pre></article>\n", f);
}

int ss_gallery_write(const ss_reproduce *b)
{
    char path[SS_REPRODUCE_PATH], why[SS_RECIPE_TEXT];
    ss_output o = {0};

    if (snprintf(path, sizeof path, "%s/index.html", b->dir) >= (int)sizeof path ||
        ss_output_open(&o, path, why, sizeof why))
        return ss_complain(SS_EXIT_OUTPUT, "%s: cannot be written", path);
    for (size_t i = 0; i < PAGE; i++) {
        if (strcmp(page[i], "@BODY@") != 0) {
            fprintf(o.f, "%s\n", page[i]);
            continue;
        }
        put_contents(o.f, b);
        for (int k = 0; k < b->n; k++) put_figure(o.f, b, k);
    }
    const int bad = ss_output_commit(&o, why, sizeof why);
    ss_output_drop(&o);
    return bad ? ss_complain(SS_EXIT_OUTPUT, "%s", why) : SS_EXIT_DONE;
}
