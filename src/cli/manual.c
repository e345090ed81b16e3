/* Man pages out of the tables that parse. */
#include "cli/help.h"

#include <string.h>

static const char DATE[] = "2026-11-22";

/* Text that roff leaves alone. */
static void put(struct text *out, const char *s)
{
    if (*s == '.' || *s == '\'') text_put(out, "\\&");
    for (; *s; s++) {
        if (*s == '\\')
            text_put(out, "\\e");
        else if (*s == '-')
            text_put(out, "\\-");
        else if (*s == '^')
            text_put(out, "\\(ha");
        else if (*s == '`')
            text_put(out, "\\(ga");
        else if (*s == '~')
            text_put(out, "\\(ti");
        else
            text_char(out, *s);
        if (*s == '\n' && (s[1] == '.' || s[1] == '\'')) text_put(out, "\\&");
    }
}

/* A paragraph, broken between words, as roff likes its lines; and one that stays as it is. */
static void line(struct text *out, const char *s)
{
    enum { LONG = 72 };
    while (*s) {
        size_t n = strlen(s);
        for (size_t i = 1; n > LONG && i < n; i++)
            if (s[i] == ' ' && (i > LONG || i + 1 + strcspn(s + i + 1, " ") > LONG)) n = i;
        struct text part = {0};
        text_bytes(&part, s, n);
        put(out, text_string(&part));
        text_char(out, '\n');
        text_release(&part);
        s += n + (s[n] == ' ');
    }
}

static void line_kept(struct text *out, const char *s)
{
    put(out, s);
    text_char(out, '\n');
}

static void head(struct text *out, const char *page, const char *about)
{
    text_put(out, ".TH ");
    for (const char *s = page; *s; s++) text_char(out, *s >= 'a' && *s <= 'z' ? (char)(*s - 32) : *s);
    text_add(out, " 1 %s \"loophole %s\"\n.SH NAME\n", DATE, VERSION);
    put(out, page);
    text_put(out, " \\- ");
    line(out, about);
}

static void options(struct text *out, const struct option *o)
{
    for (; o->name; o++) {
        struct text argument = {0};
        options_argument(o, &argument);
        text_put(out, ".TP\n.B ");
        if (o->letter) text_add(out, "\\-%c, ", o->letter);
        text_put(out, "\\-\\-");
        put(out, o->name);
        if (argument.n) {
            text_put(out, " \\fI");
            put(out, text_string(&argument));
            text_put(out, "\\fR");
        }
        text_release(&argument);
        text_char(out, '\n');
        line(out, o->help);
    }
}

static void title(struct text *out, const char *s)
{
    text_put(out, ".SH ");
    for (; *s; s++) text_char(out, *s >= 'a' && *s <= 'z' ? (char)(*s - 32) : *s);
    text_char(out, '\n');
}

/* Paragraphs; indented lines stay as they are. */
static void paragraphs(struct text *out, const char *s)
{
    bool kept = false, first = true;
    for (struct text t = {0}; *s; s += strcspn(s, "\n"), s += *s == '\n', text_release(&t)) {
        size_t n = strcspn(s, "\n");
        bool keep = *s == ' ';
        if (!n) continue;
        if (kept && !keep) text_put(out, ".EE\n.RE\n");
        if (!kept && keep) text_put(out, ".RS 4\n.EX\n");
        if (!keep && !first) text_put(out, ".PP\n");
        text_bytes(&t, s + (keep ? 4 * (n > 4) : 0), n - (keep ? 4 * (n > 4) : 0));
        (keep ? line_kept : line)(out, text_string(&t));
        kept = keep;
        first = false;
    }
    if (kept) text_put(out, ".EE\n.RE\n");
}

static void exit_statuses(struct text *out)
{
    struct text t = {0};
    title(out, "Exit status");
    for (const struct topic *k = topics; k->name; k++)
        if (!strcmp(k->name, "exit")) k->write(&t);
    paragraphs(out, text_string(&t));
    text_release(&t);
}

static void command_page(const struct command *c, const char *page, struct text *out)
{
    struct options_section sections[REQUEST_SECTIONS];
    head(out, page, c->about);
    text_add(out, ".SH SYNOPSIS\n.B loophole %s\n", c->name);
    line(out, c->usage);
    title(out, "Description");
    text_add(out, ".B loophole %s\n", c->name);
    line(out, "does this:");
    text_put(out, ".PP\n");
    line(out, c->about);
    request_sections(c, NULL, sections);
    for (struct options_section *s = sections; s->title; s++) {
        struct text of = {0};
        text_add(&of, "%s%s", puzzle_find(s->title) ? "Options of " : "", s->title);
        title(out, text_string(&of));
        text_release(&of);
        options(out, s->options);
    }
    exit_statuses(out);
    text_put(out, ".SH SEE ALSO\n.BR loophole (1)\n");
}

static void puzzle_section(const struct puzzle *p, struct text *out)
{
    struct text t = {0};
    text_add(&t, "%s: %s", p->name, p->title);
    text_put(out, ".SS ");
    line(out, text_string(&t));
    line(out, p->rules);
    text_put(out, ".PP\nInstance:\n.B ");
    line(out, p->usage);
    text_put(out, ".br\nSolution:\n");
    line(out, p->notation);
    text_put(out, ".br\nFormulations:");
    for (const struct formulation *f = p->formulations; f->name; f++) text_add(out, " %s", f->name);
    text_char(out, '\n');
    text_release(&t);
}

static void main_page(struct text *out)
{
    head(out, "loophole", "solve puzzles by SAT, with proofs; compare CNF encodings");
    text_put(out, ".SH SYNOPSIS\n.B loophole\n.I COMMAND\n.RI [ ARGUMENT ...]\n");
    title(out, "Description");
    line(
        out,
        "Loophole solves puzzles by SAT, proves what it says, and is a workbench for CNF encodings. Each command has a "
        "page of its own.");
    title(out, "Commands");
    for (int i = 0; commands[i]; i++) {
        text_add(out, ".TP\n.BR loophole\\-%s (1)\n", commands[i]->name);
        line(out, commands[i]->about);
    }
    title(out, "Puzzles");
    for (int i = 0; puzzles[i]; i++) puzzle_section(puzzles[i], out);
    for (const struct topic *k = topics; k->name; k++) {
        if (k > topics && k->write == k[-1].write) continue; /* another word for the same */
        struct text t = {0};
        title(out, k->about);
        k->write(&t);
        paragraphs(out, text_string(&t));
        text_release(&t);
    }
    title(out, "Examples");
    text_put(
        out,
        ".EX\nloophole solve gunport 7x7\nloophole count tank 5\nloophole encode gunport 8x8 \\-o board.cnf\n.EE\n");
    text_put(out, ".SH SEE ALSO\n.BR cadical (1),\n.BR picosat (1),\n.BR loophole (3)\n");
}

bool manual_write(const char *page, struct text *out)
{
    static const char prefix[] = "loophole-";
    if (!strcmp(page, "list")) {
        text_put(out, "loophole\n");
        for (int i = 0; commands[i]; i++) text_add(out, "%s%s\n", prefix, commands[i]->name);
        return true;
    }
    const struct command *c = strncmp(page, prefix, sizeof prefix - 1) ? NULL : command_find(page + sizeof prefix - 1);
    if (c)
        command_page(c, page, out);
    else if (!strcmp(page, "loophole"))
        main_page(out);
    else
        return false;
    return true;
}
