/* Help pages, and their output in a terminal. Man pages use the same lines (see help.h). */
#include "cli/help.h"

#include "base/terminal.h"

#include <stdlib.h>
#include <string.h>

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

/* ---- pages ----------------------------------------------------------------------------------- */

void help_options_page(const char *title, const struct command *c, const struct option *o, struct text *out)
{
    if (o && o->name) text_add(out, "# %s\n", title);
    for (; o && o->name; o++) {
        if (c && !request_takes(c, o)) continue;
        bool listed = !o->argument && o->words; /* the second column lists the words */
        text_char(out, '\t');
        if (o->letter) text_add(out, "-%c, ", o->letter);
        text_add(out, "--%s%s", o->name, o->type == OPTION_FLAG ? "" : " ");
        if (listed)
            text_put(out, "WORD");
        else
            options_argument(o, out);
        text_char(out, '\t');
        if (listed) strings_either(o->words, out);
        text_add(out, "%s%s\n", listed ? ": " : "", o->help);
    }
}

static void page_all(struct text *out)
{
    SCOPED(text) lists = {0};
    const char *group = "";
    text_put(out,
             "Loophole solves puzzles and 0-1 problems with SAT, proves its answers, and compares CNF encodings.\n\n"
             "Usage: loophole COMMAND [PUZZLE [INSTANCE...]] [options]\n"
             "Try:   loophole solve gunport 7x7\n# Puzzles\n");
    for (int i = 0; puzzles[i]; i++) text_add(out, "\t%s\t%s\n", puzzles[i]->name, help_puzzle_about(puzzles[i]));
    for (int i = 0; commands[i]; i++) {
        if (strcmp(commands[i]->group, group) != 0) text_add(out, "# %s\n", commands[i]->group);
        group = commands[i]->group;
        text_add(out, "\t%s\t%s\n", commands[i]->name, commands[i]->about);
    }
    text_put(out, "\nMore: loophole help WORD, where WORD is a command, a puzzle, an encoding, or one of:");
    for (const struct topic *t = topics; t->name; t++) text_add(out, " %s", t->name);
    completion_operands(command_find("list"), &lists);
    text_add(out, "\nLists: loophole list WORD, where WORD is one of:%s\n", text_string(&lists));
    text_put(out,
             "Exit status: 0 done, 1 bad input or the verdict is no, 2 bad usage, 3 a system error; of solve: 10 a "
             "solution, 20 none exists, 30 an optimum, 0 stopped by a limit (help exit).\n");
}

void help_command_intro(const struct command *c, struct text *out)
{
    text_add(out, "%s\n# Examples\n", c->text);
    for (const struct command_example *e = c->examples; e->line; e++) text_add(out, "\t%s\t%s\n", e->line, e->about);
}

static void page_command(const struct command *c, struct text *out)
{
    struct options_section sections[REQUEST_SECTIONS];
    text_add(out, "loophole %s%s%s\n\n", c->name, *c->usage ? " " : "", c->usage);
    help_command_intro(c, out);
    request_sections(c, NULL, sections);
    bool shares = false;
    for (const struct options_section *k = sections; k->title; k++) {
        shares = shares || request_shares(k);
        if (!request_shares(k) && !puzzle_find(k->title)) help_options_page(k->title, c, k->options, out);
    }
    if (shares) text_put(out, "# Shared options (loophole help options)\n");
    for (const struct options_section *k = sections; k->title; k++) {
        if (!request_shares(k)) continue;
        text_add(out, "\t%s\t", k->title);
        for (const struct option *o = k->options; o->name; o++)
            if (request_takes(c, o)) text_add(out, " --%s", o->name);
        text_char(out, '\n');
    }
    if (c->takes & (TAKES_PROBLEM | TAKES_PUZZLES))
        text_put(out, "\nPuzzles have options of their own: loophole help PUZZLE\n");
}

const char *help_puzzle_about(const struct puzzle *p) { return p->about ? p->about : p->title; }

void help_puzzle_page(const struct puzzle *p, struct text *out)
{
    bool values = !strncmp(p->notation.solution, "v ", 2);
    text_add(out, "%s\n\nInstance: loophole solve %s %s\nExample: loophole solve %s %s\nSolution: %s%s\n", p->rules,
             p->name, p->notation.instance, p->name, p->notation.example, p->notation.solution,
             values ? " (for programs: the variables, - if false)" : "");
    if (p->unit) text_add(out, "Objective: %s\n", p->unit);
    if (p->source) text_add(out, "Source: %s\n", p->source);
    text_put(out, "\nFormulations (the first that applies is the default):\n");
    for (const struct formulation *f = p->formulations; f->name; f++) text_add(out, "\t%s\t%s\n", f->name, f->about);
}

static void page_encoder(const struct encoder *e, struct text *out)
{
    text_add(out, "%s: %s\n\nSize: %s\nStrength: %s\nSource: %s\nProperties: %s", e->name, e->about, e->cost,
             encoder_strength(e->strength), e->cite, e->parsimonious ? "parsimonious" : "not parsimonious");
    if (e->kind == CARD || e->kind == PB)
        text_add(out, "; %s; %s", e->both ? "both sides at once" : "at-least by negation",
                 e->count ? "incremental" : "not incremental");
    if (e->size_max)
        text_add(out, "\nTuning: %s:N%s, N from %d to %d", encoder_short(e), e->tree ? "[,tree]" : "", e->size_min,
                 e->size_max);
    else if (e->tree)
        text_add(out, "\nTuning: %s:tree", encoder_short(e));
    if (e->size_default) text_add(out, ", default %d", e->size_default);
    text_char(out, '\n');
}

/* ---- printing -------------------------------------------------------------------------------- */

/* Returns the width of help in columns, between NARROW and WIDEST, for readable lines. Without
 * COLUMNS, it asks standard output, then standard error, because output to a pager is a pipe. */
static int width(void)
{
    enum { WIDTH = 80, NARROW = 40, WIDEST = 100 };
    const char *set = getenv("COLUMNS");
    int columns = set ? atoi(set) : 0;
    if (columns <= 0) columns = terminal_columns(stdout);
    if (columns <= 0) columns = terminal_columns(stderr);
    return columns <= 0 ? WIDTH : columns < NARROW ? NARROW : columns > WIDEST ? WIDEST : columns;
}

/* Prints words wrapped to the width. Every line after the first begins at the column. */
static void print_wrapped(const char *words, int column)
{
    SCOPED(text) lines = {0}, line = {0};
    terminal_wrap(words, width() - column, &lines);
    const char *s = text_string(&lines);
    for (bool first = true; text_line(&line, &s); first = false)
        printf("%*s%s\n", first ? 0 : column, "", line.s + (first ? 0 : strspn(line.s, " ")));
    if (!lines.n) puts("");
}

/* Returns the width of the first column of the rows at s, in bytes. Ignores words wider than
 * WIDEST. */
static int first_column(const char *s)
{
    enum { WIDEST = 24 };
    int widest = 0;
    for (; *s == '\t'; s += strcspn(s, "\n"), s += *s == '\n') {
        int n = (int)strcspn(s + 1, "\t\n");
        if (n <= WIDEST && n > widest) widest = n;
    }
    return widest;
}

static void print_row(const char *row, int column)
{
    enum { INDENT = 2, GAP = 2, LEAST = 12 };
    int n = (int)strcspn(row, "\t");
    bool wide = n > column;
    if (INDENT + column + GAP > width() / 2) { /* the second column would be too narrow */
        wide = true;
        column = LEAST - INDENT - GAP;
    }
    printf("%*s%.*s%*s", INDENT, "", n, row, wide ? 0 : column - n + GAP, "");
    column += INDENT + GAP;
    if (wide) printf("\n%*s", column, "");
    print_wrapped(row + n + strspn(row + n, "\t "), column);
}

static void print_page(struct text *page)
{
    SCOPED(text) line = {0};
    int column = 0;
    const char *s = text_string(page);
    for (const char *at = s; text_line(&line, &s); at = s) {
        if (*line.s != '\t') column = 0;
        if (*line.s == '\t' && !column) column = first_column(at);
        if (*line.s == '#')
            printf("\n%s\n", line.s + 2);
        else if (*line.s == '\t')
            print_row(line.s + 1, column);
        else
            print_wrapped(line.s, 0);
    }
    text_release(page);
}

/* ---- the command ----------------------------------------------------------------------------- */

static const struct topic *topic_named(const char *name)
{
    const struct topic *t = topics;
    while (t->name && strcmp(t->name, name)) t++;
    return t->name ? t : NULL;
}

/* Returns the topic that explains a value of an option, such as "sat"; NULL: there is none. */
static const struct topic *topic_of_value(const char *word)
{
    static const char *const values[][2] = {{"engine", "searches"},
                                            {"search", "searches"},
                                            {"solver", "solvers"},
                                            {"formulation", "formulations"},
                                            {"format", "formats"}};
    const struct topic *found = NULL;
    SCOPED(text) known = {0};
    for (size_t i = 0; i < sizeof values / sizeof *values && !found; i++) {
        const struct option o = {.name = values[i][0], .argument = "NAME"};
        completion_values(&o, NULL, &known);
        if (strings_index(text_string(&known), word) >= 0) found = topic_named(values[i][1]);
    }
    return found;
}

/* Appends the help page of a word. Appends nothing if there is no such page. */
static void page_word(const char *word, struct text *out)
{
    const struct command *c = command_find(word);
    const struct puzzle *p = puzzle_find(word);
    const struct topic *t = topic_named(word);
    if (c) page_command(c, out);
    if (p) {
        text_add(out, "%s: %s\n\n", p->name, p->title);
        help_puzzle_page(p, out);
        help_options_page("Options of this puzzle", NULL, p->options, out);
        help_options_page("Options of its generator", NULL, p->generator.options, out);
    }
    bool kind = false;
    for (int k = 0; k < KINDS; k++) kind = kind || !strcmp(encoder_kind((enum kind)k), word);
    for (int i = 0; encoders[i] && !c && !p && !t && !kind; i++)
        if (!strcmp(encoders[i]->name, word) || !strcmp(encoder_short(encoders[i]), word)) {
            if (out->n) text_char(out, '\n');
            page_encoder(encoders[i], out);
        }
    if (!t && !out->n) t = kind ? topic_named("encodings") : topic_of_value(word);
    if (t && !out->n) {
        text_add(out, "%s\n\n", t->about);
        topic_write(t, out);
    }
}

static int no_help(const char *word)
{
    SCOPED(text) sentence = {0}, known = {0};
    completion_operands(command_find("help"), &known);
    text_add(&sentence, "There is no help on '%s'; name a command, a puzzle, an encoding or a topic:", word);
    for (const struct topic *t = topics; t->name; t++) text_add(&sentence, " %s", t->name);
    text_char(&sentence, '.');
    strings_guess(&sentence, word, text_string(&known));
    return report_error(EXIT_USAGE, "%s", text_string(&sentence));
}

/* Whether the word is an operand of the command `name`, as in "list puzzles". The command's help
 * explains such words. */
static bool in_usage(const char *name, const char *word)
{
    const struct command *c = command_find(name);
    SCOPED(text) words = {0};
    if (c && strcmp(name, "help")) completion_operands(c, &words);
    return strings_index(text_string(&words), word) >= 0;
}

static int run(struct request *r)
{
    const struct help_choices *c = r->own;
    SCOPED(text) out = {0};
    const bool made = c->manual || c->completion || c->complete;
    if (c->manual && !manual_write(c->manual, &out))
        return report_error(EXIT_USAGE, "There is no man page '%s'; 'loophole help --manual list' lists them.",
                            c->manual);
    if (c->completion) completion_script(c->completion, &out);
    if (c->complete) completion_words(r->operand, r->operands, &out);
    if (made) fputs(text_string(&out), stdout);
    if (!r->operands && !made) page_all(&out);
    for (int i = 0; i < r->operands && !made; i++) {
        if (i && in_usage(r->operand[0], r->operand[i]) && !puzzle_find(r->operand[i])) continue;
        if (i) puts("");
        page_word(r->operand[i], &out);
        if (!out.n) return no_help(r->operand[i]);
        print_page(&out);
    }
    if (!made) print_page(&out);
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
    .group = "Help",
    .about = "explain a command, a puzzle, an encoding or a topic",
    .text = "Explains each word that follows. It also prints man pages and the scripts that complete words in your "
            "shell.",
    .examples =
        {
            {"loophole help gunport", "the rules and options of a puzzle"},
            {"loophole help totalizer", "an encoding: its size, its strength, its source"},
            {"loophole help --completion bash >loophole.bash", "a completion script"},
        },
    .operands = operands,
    COMMAND_OPTIONS(help),
    .run = run,
};
