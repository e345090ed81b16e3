#include "question/request.h"

#include <string.h>

enum { WIDTH = 80, NAME = 12, OPTION = 24 };

/* Words behind what takes `column` columns already, broken at WIDTH; further lines begin as far to the right. */
static void put_words(int column, const char *s)
{
    int at = column;
    for (size_t n; *s; s += n, s += *s == ' ') {
        n = strcspn(s, " ");
        bool next = at > column;
        if (next && at + 1 + (int)n > WIDTH) {
            printf("\n%*s", column, "");
            at = column;
        } else if (next) {
            at += printf(" ");
        }
        at += printf("%.*s", (int)n, s);
    }
    puts("");
}

static void put_row(int width, const char *left, const char *about)
{
    put_words(printf("  %-*s ", width, left), about);
}

static void put_field(const char *name, const char *s) { put_words(printf("%-10s ", name), s); }

static void print_options(const char *title, const struct option *o)
{
    if (!o || !o->name) return;
    printf("\n%s\n", title);
    for (; o->name; o++) {
        struct text left = {0};
        text_add(&left, "--%s%s%s", o->name, o->arg ? " " : "", o->arg ? o->arg : "");
        put_row(OPTION, text_string(&left), o->about);
        text_release(&left);
    }
}

static void help_all(void)
{
    puts("Loophole solves puzzles by SAT, proves what it says, and compares encodings.\n");
    for (int i = 0; commands[i]; i++) printf("  loophole %-8s %s\n", commands[i]->name, commands[i]->about);
    puts("\nTry: loophole solve gunport 7x7");
    puts("More: loophole help COMMAND|PUZZLE|ENCODING|search");
    puts("      loophole list puzzles|encodings|solvers|formats|suites");
    put_words(
        0,
        "Exit status of solve: 10 a solution, 20 none exists (proved), 30 optimum (proved), 0 stopped by a limit; of "
        "every command: 1 bad input or a verdict of no, 2 bad usage, 3 the machine or a solver failed.");
}

static void help_command(const struct command *c)
{
    printf("loophole %s %s\n\n%s\n", c->name, c->usage, c->about);
    print_options("Options", c->options);
    if (c->takes & TAKES_QUESTION) print_options("The instance", question_options);
    if (c->takes & TAKES_CHOICES) print_options("Choices", choice_options);
    if (c->takes & TAKES_PICTURE) print_options("The picture", picture_options);
}

static void help_puzzle(const struct puzzle *p)
{
    printf("%s: %s\n\n", p->name, p->title);
    put_words(0, p->rules);
    printf("\nInstance:  loophole solve %s %s\nExample:   loophole solve %s %s\n", p->name, p->usage, p->name,
           p->example);
    put_field("Solution:", p->notation);
    if (p->figure) put_field("Objective:", p->figure);
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
    put_field("Strength:", strength_name(e->strength));
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

static bool help_topic(const char *word)
{
    const struct command *c = command_find(word);
    const struct puzzle *p = puzzle_find(word);
    if (c) help_command(c);
    if (p) help_puzzle(p);
    if (c || p) return true;
    if (!strcmp(word, "search")) {
        for (int i = 0; strategies[i].name; i++) put_row(NAME, strategies[i].name, strategies[i].about);
        for (int i = 0; puzzles[i]; i++)
            for (const struct own_search *own = puzzles[i]->searches; own && own->name; own++) {
                struct text about = {0};
                text_add(&about, "%s: %s", puzzles[i]->name, own->about);
                put_row(NAME, own->name, text_string(&about));
                text_release(&about);
            }
        return true;
    }
    bool found = false;
    for (int i = 0; encoders[i]; i++)
        if (!strcmp(encoders[i]->name, word) || !strcmp(encoder_short(encoders[i]), word)) {
            if (found) puts("");
            help_encoder(encoders[i]);
            found = true;
        }
    return found;
}

static int run(const struct command *self, int argc, char **argv)
{
    if (argc == 0)
        help_all();
    else if (argc > 1 || !help_topic(argv[0]))
        return complain(EXIT_USAGE, "There is no help on '%s'; name a command, a puzzle, an encoding or 'search'.",
                        argv[argc > 1]);
    return EXIT_DONE;
}

const struct command command_help = {
    .name = "help",
    .usage = "[COMMAND|PUZZLE|ENCODING|search]",
    .about = "how to use each of them",
    .run = run,
};
