/* Man pages, made from the same pages as help. */
#include "cli/help.h"
#include "base/version.h"

#include <ctype.h>
#include <string.h>

static const char DATE[] = "2026-11-29";

/* Appends a line of text, escaped so that roff prints it unchanged. */
static void manual_put_line(struct text *out, const char *s)
{
    static const char *const escapes[] = {"\\\\e", "-\\-", "^\\(ha", "`\\(ga", "~\\(ti"};
    if (*s == '.' || *s == '\'') text_put(out, "\\&");
    for (; *s; s++) {
        const char *escaped = NULL;
        for (size_t i = 0; i < sizeof escapes / sizeof *escapes && !escaped; i++)
            if (*s == *escapes[i]) escaped = escapes[i] + 1;
        if (escaped)
            text_put(out, escaped);
        else
            text_char(out, *s);
    }
    text_char(out, '\n');
}

static void put_upper(struct text *out, const char *s)
{
    for (; *s; s++) text_char(out, (char)toupper((unsigned char)*s));
}

static void title(struct text *out, const char *s)
{
    text_put(out, ".SH ");
    put_upper(out, s);
    text_char(out, '\n');
}

static void manual_head(struct text *out, const char *page, const char *about)
{
    SCOPED(text) name = {0};
    text_put(out, ".TH ");
    put_upper(out, page);
    text_add(out, " 1 %s \"loophole %s\"\n.SH NAME\n", DATE, version_number);
    text_add(&name, "%s - %s", page, about);
    manual_put_line(out, name.s);
}

/* Appends the lines of a page (see help.h) after a heading, and releases the page. */
static void put_page(struct text *out, struct text *page)
{
    SCOPED(text) line = {0};
    bool headed = true; /* no paragraph macro may follow a heading directly */
    for (const char *s = text_string(page); text_line(&line, &s);) {
        if (!line.n) continue;
        char *about = *line.s == '\t' ? line.s + 1 + strcspn(line.s + 1, "\t") : NULL;
        if (*line.s == '#') {
            title(out, line.s + 2);
        } else if (about) {
            text_put(out, ".TP\n.B ");
            bool more = *about;
            *about = '\0';
            manual_put_line(out, line.s + 1);
            if (more) manual_put_line(out, about + 1 + strspn(about + 1, " "));
        } else {
            if (!headed) text_put(out, ".PP\n");
            manual_put_line(out, line.s);
        }
        headed = *line.s == '#';
    }
    text_release(page);
}

static void put_topic(struct text *out, const struct topic *t)
{
    struct text page = {0};
    title(out, t->about);
    topic_write(t, &page);
    put_page(out, &page);
}

static void command_page(const struct command *c, const char *name, struct text *out)
{
    struct options_section sections[REQUEST_SECTIONS];
    struct text page = {0};
    manual_head(out, name, c->about);
    text_add(out, ".SH SYNOPSIS\n.B loophole %s\n", c->name);
    manual_put_line(out, c->usage);
    text_put(&page, "# Description\n");
    help_command_intro(c, &page);
    request_sections(c, NULL, sections);
    for (struct options_section *s = sections; s->title; s++) {
        SCOPED(text) of = {0};
        text_add(&of, "%s%s", puzzle_find(s->title) ? "Options of " : "", s->title);
        help_options_page(of.s, c, s->options, &page);
    }
    put_page(out, &page);
    for (const struct topic *t = topics; t->name; t++)
        if (!strcmp(t->name, "exit")) put_topic(out, t);
    text_put(out, ".SH SEE ALSO\n.BR loophole (1)\n");
}

static void main_page(struct text *out)
{
    struct text page = {0};
    manual_head(out, "loophole", "solve puzzles with SAT, with proofs; compare CNF encodings");
    text_put(out, ".SH SYNOPSIS\n.B loophole\n.I COMMAND\n.RI [ ARGUMENT ...]\n");
    text_put(&page,
             "# Description\nLoophole solves puzzles and 0-1 problems with SAT, proves its answers, and compares CNF "
             "encodings. Each command has a page of its own, such as loophole-solve(1).\n# Commands\n");
    for (int i = 0; commands[i]; i++) text_add(&page, "\tloophole %s\t%s\n", commands[i]->name, commands[i]->about);
    for (int i = 0; puzzles[i]; i++) {
        text_add(&page, "# %s\n%s: %s\n", puzzles[i]->name, puzzles[i]->name, puzzles[i]->title);
        help_puzzle_page(puzzles[i], &page);
    }
    put_page(out, &page);
    for (const struct topic *t = topics; t->name; t++) put_topic(out, t);
    text_put(out, ".SH EXAMPLES\n.EX\nloophole solve gunport 7x7\nloophole count tank 5\nloophole encode gunport 8x8 "
                  "\\-o board.cnf\n.EE\n.SH SEE ALSO\n.BR cadical (1),\n.BR picosat (1),\n.BR loophole (3)\n");
}

bool manual_write(const char *name, struct text *out)
{
    static const char prefix[] = "loophole-";
    const size_t n = sizeof prefix - 1;
    const struct command *c = strncmp(name, prefix, n) ? NULL : command_find(name + n);
    if (c) {
        command_page(c, name, out);
    } else if (!strcmp(name, "loophole")) {
        main_page(out);
    } else if (!strcmp(name, "list")) {
        text_put(out, "loophole\n");
        for (int i = 0; commands[i]; i++) text_add(out, "%s%s\n", prefix, commands[i]->name);
    }
    return out->n;
}
