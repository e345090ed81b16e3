/* What tells competitors from each other, instances short enough for tables, and text of rows as Markdown. */
#include "bench/report.h"

#include <ctype.h>
#include <string.h>

/* Competitors are told apart by what is not common to all: "--formulation monomino --card blocks"
 * is called "blocks" among others with the same formulation. */

/* An option of a competitor: words v[at] and, if it has a value, v[at + 1]. */
static int option_length(const struct strings *w, int at)
{
    return at + 1 < w->n && strncmp(w->v[at + 1], "--", 2) ? 2 : 1;
}

static bool has_option(const struct strings *w, const struct strings *of, int at, int length)
{
    for (int i = 0; i < w->n; i += option_length(w, i)) {
        bool same = option_length(w, i) == length;
        for (int k = 0; k < length && same; k++) same = !strcmp(w->v[i + k], of->v[at + k]);
        if (same) return true;
    }
    return false;
}

/* A value that speaks for itself: "blocks" does, "yes" and "4" do not. */
static bool is_telling(const char *value)
{
    return strcmp(value, "yes") && strcmp(value, "no") && strcmp(value, "none") && value[strspn(value, "0123456789.")];
}

static void option_name(const struct strings *w, int at, int length, struct text *out)
{
    const char *name = w->v[at] + strspn(w->v[at], "-"), *value = length > 1 ? w->v[at + 1] : NULL;
    if (out->n) text_char(out, ' ');
    if (!value || !is_telling(value)) text_add(out, "%s%s", name, value ? " " : "");
    if (value) text_bytes(out, value, strcspn(value, " ")); /* process:minisat, without its own options */
}

static bool all_differ(const struct report *r)
{
    for (int i = 0; i < r->competitors; i++)
        for (int k = 0; k < i; k++)
            if (!strcmp(r->c[i].name, r->c[k].name)) return false;
    return true;
}

void report_names(struct report *r)
{
    struct strings *w = mem_new((size_t)r->competitors, sizeof *w);
    struct text shared = {0};
    for (int i = 0; i < r->competitors; i++) strings_split(&w[i], r->c[i].choices);
    for (int i = 0; i < r->competitors; i++) {
        struct text name = {0};
        for (int at = 0, length; at < w[i].n; at += length) {
            int have = 0;
            length = option_length(&w[i], at);
            for (int k = 0; k < r->competitors; k++) have += has_option(&w[k], &w[i], at, length);
            if (have < r->competitors || r->competitors == 1)
                option_name(&w[i], at, length, &name);
            else if (i == 0)
                for (int k = 0; k < length; k++) strings_line(&shared, w[i].v[at + k]);
        }
        if (!name.n) text_put(&name, "defaults");
        r->c[i].name = name.s;
    }
    for (int i = 0; i < r->competitors; i++) strings_release(&w[i]);
    mem_free(w);
    if (!all_differ(r)) {
        for (int i = 0; i < r->competitors; i++) {
            mem_free(r->c[i].name);
            r->c[i].name = mem_string(*r->c[i].choices ? r->c[i].choices : "defaults");
        }
        text_clear(&shared);
    }
    r->shared = mem_string(text_string(&shared));
    text_release(&shared);
}

void report_instance(const char *instance, struct text *out)
{
    enum { SHOWN = 40 };
    size_t n = strlen(instance), cut = SHOWN;
    const char *last = strrchr(instance, ' ');
    if (n <= SHOWN + 10 || !last || last - instance < SHOWN) {
        text_put(out, instance);
        return;
    }
    while (cut > 1 && instance[cut] != ' ') cut--;
    text_add(out, "%.*s …%s", (int)cut, instance, last);
}

/* ---- text of suites and rows in Markdown, where it is neither markup nor HTML ------------------------------------ */

void report_escape(const char *s, struct text *out)
{
    for (const char *at = s; *at; at++) {
        bool inside = at > s && isalnum((unsigned char)at[-1]) && isalnum((unsigned char)at[1]); /* card_totalizer */
        if (*at == '<')
            text_put(out, "&lt;");
        else if (*at == '>')
            text_put(out, "&gt;");
        else if (*at == '&')
            text_put(out, "&amp;");
        else if (strchr("\\`*[]|~", *at) || (*at == '_' && !inside))
            text_add(out, "\\%c", *at);
        else
            text_char(out, *at == '\n' ? ' ' : *at);
    }
}

void report_escape_line(const char *s, struct text *out)
{
    s += strspn(s, " \t");
    size_t digits = strspn(s, "0123456789");
    text_bytes(out, s, digits);
    s += digits;
    bool list = digits ? *s && strchr(".)", *s) : *s && strchr("#+-=!", *s); /* or a heading, a rule, a picture */
    if (list) text_add(out, "\\%c", *s++);
    report_escape(s, out);
}

void report_escape_code(const char *s, struct text *out)
{
    if (strpbrk(s, "`<>&|\n"))
        report_escape(s, out);
    else
        text_add(out, "`%s`", s);
}
