#include "base/strings.h"
#include "cli/help.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct help_choices {
    const char *manual, *completion;
    bool complete;
};

#define FIELD(name) .offset = offsetof(struct help_choices, name)
static const struct option help_options[] = {
    TEXT_OPTION("manual", "PAGE", manual, "print this man page (list: their names)"),
    TEXT_OPTION("completion", NULL, completion, "print the script that completes words in this shell",
                .words = "bash zsh fish"),
    FLAG_OPTION("complete", complete, "print what the last word of -- WORD... may become, for such scripts"),
    {0},
};

enum { WIDTH = 80, NARROW = 40, NAME = 12, OPTION = 24 };

/* The columns of the terminal, also behind a pager, which shares standard error with us; but lines
 * that are easily read. */
static int width(void)
{
    enum { WIDEST = 100 };
    struct winsize w;
    const char *set = getenv("COLUMNS");
    int columns = set ? atoi(set) : 0;
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO && columns <= 0; fd++)
        if (isatty(fd) && !ioctl(fd, TIOCGWINSZ, &w)) columns = w.ws_col;
    if (columns <= 0) return WIDTH;
    return columns < NARROW ? NARROW : columns > WIDEST ? WIDEST : columns;
}

/* Words behind what takes `column` columns already, broken at WIDTH; further lines begin as far to the right. */
static void put_words(int column, const char *s)
{
    int at = column, most = width();
    if (column > most / 2) { /* no room beside what is there */
        printf("\n%*s", OPTION / 2, "");
        at = column = OPTION / 2;
    }
    for (size_t n; *s; s += n, s += *s == ' ') {
        n = strcspn(s, " ");
        bool next = at > column;
        if (next && at + 1 + (int)n > most) {
            printf("\n%*s", column, "");
            at = column;
        } else if (next) {
            at += printf(" ");
        }
        at += printf("%.*s", (int)n, s);
    }
    puts("");
}

/* Two columns; a first one that is too wide has a line of its own. */
static void put_row(int width, const char *left, const char *about)
{
    if (strlen(left) > (size_t)width) {
        printf("  %s\n", left);
        left = "";
    }
    put_words(printf("  %-*s ", width, left), about);
}

static void put_field(const char *name, const char *s) { put_words(printf("%-10s ", name), s); }

static void print_options(const char *title, const struct option *o)
{
    if (!o || !o->name) return;
    printf("\n%s\n", title);
    for (; o->name; o++) {
        struct text left = {0};
        if (o->letter) text_add(&left, "-%c, ", o->letter);
        text_add(&left, "--%s%s", o->name, o->type == OPTION_FLAG ? "" : " ");
        options_argument(o, &left);
        put_row(OPTION, text_string(&left), o->help);
        text_release(&left);
    }
}

static void help_all(void)
{
    puts("Loophole solves puzzles by SAT, proves what it says, and compares encodings.\n");
    for (int i = 0; commands[i]; i++) printf("  loophole %-8s %s\n", commands[i]->name, commands[i]->about);
    puts("\nTry: loophole solve gunport 7x7");
    puts("More: loophole help COMMAND|PUZZLE|ENCODING|TOPIC, where TOPIC is formats, solvers,");
    puts("      formulations, searches, files, json, exit or evidence");
    puts("      loophole list puzzles|encodings|solvers|formats|suites");
    put_words(0, "Exit status of solve: 10 a solution, 20 none exists, 30 optimum (help evidence: what these rest on), "
                 "0 stopped by a limit; of "
                 "every command: 1 bad input or a verdict of no, 2 bad usage, 3 the machine or a solver failed.");
}

static void help_command(const struct command *c)
{
    printf("loophole %s %s\n\n%s\n", c->name, c->usage, c->about);
    struct options_section sections[REQUEST_SECTIONS];
    request_sections(c, NULL, sections);
    for (const struct options_section *k = sections; k->title && !puzzle_find(k->title); k++)
        print_options(k->title, k->options);
}

static void help_puzzle(const struct puzzle *p)
{
    printf("%s: %s\n\n", p->name, p->title);
    put_words(0, p->rules);
    printf("\nInstance:  loophole solve %s %s\nExample:   loophole solve %s %s\n", p->name, p->usage, p->name,
           p->example);
    put_field("Solution:", p->notation);
    if (p->unit) put_field("Objective:", p->unit);
    if (p->source) put_field("Source:", p->source);
    puts("\nFormulations (the first that applies is the default)");
    for (const struct formulation *f = p->formulations; f->name; f++) put_row(NAME, f->name, f->about);
    print_options("Options of this puzzle", p->options);
}

static void help_encoder(const struct encoder *e)
{
    put_words(printf("%s: ", e->name), e->about);
    puts("");
    put_field("Size:", e->cost);
    put_field("Strength:", encoder_strength(e->strength));
    put_field("Source:", e->cite);
    printf("Kept:      %s", e->parsimonious ? "parsimonious" : "not parsimonious");
    if (e->kind == CARD || e->kind == PB)
        printf("; %s; %s", e->both ? "both sides at once" : "at-least by negation",
               e->count ? "counts objectives" : "no counter");
    puts("");
    if (e->size_max)
        printf("Tuning:    %s:N%s, N from %d to %d", encoder_short(e), e->tree ? "[,tree]" : "", e->size_min,
               e->size_max);
    else if (e->tree)
        printf("Tuning:    %s:tree", encoder_short(e));
    if (e->size_default) printf(", default %d", e->size_default);
    if (e->size_max || e->tree) puts("");
}

/* Indented lines stay as they are. */
static void help_paragraphs(const struct topic *t)
{
    struct text out = {0};
    t->write(&out);
    printf("%s\n\n", t->about);
    struct text line = {0};
    for (const char *s = text_string(&out); text_line(&line, &s);) {
        size_t in = strspn(line.s, " ");
        const char *gap = in ? strstr(line.s + in, "  ") : NULL; /* a name, and what it is */
        size_t column = gap ? (size_t)(gap - line.s) + strspn(gap, " ") : in;
        printf("%.*s", (int)column, line.s);
        put_words((int)column, line.s + column);
    }
    text_release(&line);
    text_release(&out);
}

static bool has_word(const char *words, const char *word)
{
    struct strings all = {0};
    strings_split(&all, words);
    bool found = strings_have(&all, word);
    strings_release(&all);
    return found;
}

static const struct topic *topic_named(const char *name)
{
    const struct topic *t = topics;
    while (t->name && strcmp(t->name, name)) t++;
    return t->name ? t : NULL;
}

/* The topic that explains what such an option may be: "amo", "sat", "cadical". */
static const struct topic *topic_of_value(const char *word)
{
    static const char *const values[][2] = {{"engine", "searches"},
                                            {"search", "searches"},
                                            {"solver", "solvers"},
                                            {"formulation", "formulations"},
                                            {"format", "formats"}};
    const struct topic *found = NULL;
    struct text known = {0};
    for (int k = 0; k < KINDS && !found; k++)
        if (!strcmp(encoder_kind((enum kind)k), word)) found = topic_named("encodings");
    for (size_t i = 0; i < sizeof values / sizeof *values && !found; i++) {
        const struct option o = {.name = values[i][0], .argument = "NAME"};
        completion_values(&o, NULL, &known);
        if (has_word(text_string(&known), word)) found = topic_named(values[i][1]);
    }
    text_release(&known);
    return found;
}

static bool help_topic(const char *word)
{
    const struct command *c = command_find(word);
    const struct puzzle *p = puzzle_find(word);
    const struct topic *t = topic_named(word);
    if (c) help_command(c);
    if (p) help_puzzle(p);
    if (!c && !p && t) help_paragraphs(t);
    if (c || p || t) return true;
    bool found = false;
    for (int i = 0; encoders[i]; i++)
        if (!strcmp(encoders[i]->name, word) || !strcmp(encoder_short(encoders[i]), word)) {
            if (found) puts("");
            help_encoder(encoders[i]);
            found = true;
        }
    t = topic_of_value(word);
    if (!found && t) help_paragraphs(t);
    return found || t;
}

static int no_help(const char *word)
{
    struct text sentence = {0}, known = {0};
    completion_operands(command_find("help"), &known);
    text_add(&sentence, "There is no help on '%s'; name a command, a puzzle, an encoding or a topic:", word);
    for (const struct topic *t = topics; t->name; t++) text_add(&sentence, " %s", t->name);
    text_char(&sentence, '.');
    strings_guess(&sentence, word, text_string(&known));
    report_error(EXIT_USAGE, "%s", text_string(&sentence));
    text_release(&sentence);
    text_release(&known);
    return EXIT_USAGE;
}

/* Words of its own behind a command's name are in its help: "list puzzles". */
static bool in_usage(const char *name, const char *word)
{
    const struct command *c = command_find(name);
    struct text words = {0};
    if (c && strcmp(name, "help")) completion_operands(c, &words);
    bool found = has_word(text_string(&words), word);
    text_release(&words);
    return found;
}

static int run(struct request *r)
{
    const struct help_choices *c = r->own;
    struct text out = {0};
    if (c->manual && !manual_write(c->manual, &out))
        return report_error(EXIT_USAGE, "There is no man page '%s'; 'loophole help --manual list' lists them.",
                            c->manual);
    if (c->completion) completion_script(c->completion, &out);
    if (c->complete) completion_words(r->operand, r->operands, &out);
    fputs(text_string(&out), stdout);
    text_release(&out);
    const bool done = c->manual || c->completion || c->complete;
    if (!r->operands && !done) help_all();
    for (int i = 0; i < r->operands && !done; i++) {
        if (i && in_usage(r->operand[0], r->operand[i]) && !puzzle_find(r->operand[i])) continue;
        if (i) puts("");
        if (!help_topic(r->operand[i])) return no_help(r->operand[i]);
    }
    return EXIT_DONE;
}

static void operands(struct text *words)
{
    for (int i = 0; commands[i]; i++) text_add(words, " %s", commands[i]->name);
    for (int i = 0; puzzles[i]; i++) text_add(words, " %s", puzzles[i]->name);
    for (int i = 0; encoders[i]; i++) text_add(words, " %s", encoders[i]->name);
    for (const struct topic *t = topics; t->name; t++) text_add(words, " %s", t->name);
}

const struct command command_help = {
    .name = "help",
    .usage = "[COMMAND|PUZZLE|ENCODING|TOPIC]",
    .about = "how to use each of them",
    .operands = operands,
    .options = help_options,
    .own_size = sizeof(struct help_choices),
    .run = run,
};
