/* A command line about a puzzle, understood: question, choices, picture. */
#include "command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const struct option question_options[] = {
    {"file", "FILE", "read the instance from FILE (- is standard input); short: -f"},
    {NULL, NULL, NULL},
};

const struct option choice_options[] = {
    {"formulation", "NAME", "how the puzzle is posed as a model (help PUZZLE lists them)"},
    {"amo", "NAME", "encoding of at-most-one constraints (list encodings)"},
    {"card", "NAME", "encoding of cardinality constraints and counters"},
    {"pb", "NAME", "encoding of pseudo-Boolean constraints"},
    {"xor", "NAME", "encoding of parity constraints"},
    {"parity", "HOW", "reason over GF(2) first: none, propagate or kernel"},
    {"solver", "SPEC", "cadical, picosat, process:COMMAND, ipasir:LIBRARY, peer:PROGRAM (list solvers)"},
    {"preset", "NAME", "what the solver is tuned for: default, sat, unsat or sat-false (decisions false first); else as the search and the puzzle like it"},
    {"search", "NAME", "how an objective is optimised: down, up, bisect, ... (help search)"},
    {"order", "NAME", "of variables in the solver and of counter inputs: posed, grouped, reversed, random"},
    {"break-symmetry", "yes|no", "leave out mirror images, where the formulation can"},
    {"seed", "N", "seed of the solver and of local search (default 0)"},
    {"time-limit", "SECONDS", "stop then, with the best answer and its bounds"},
    {NULL, NULL, NULL},
};

const struct option picture_options[] = {
    {"svg", "FILE", "draw the picture into FILE as SVG too"},
    {"pbm", "FILE", "draw the picture into FILE as a bitmap, a pixel a cell"},
    {"ascii", NULL, "draw with + - | only"},
    {"no-color", NULL, "no colours on a terminal"},
    {"quiet", NULL, "print the solution only, in the puzzle's notation; short: -q"},
    {"json", NULL, "print one JSON object"},
    {NULL, NULL, NULL},
};

enum { TABLES = 32 };

/* The tables that a command line may draw from: the command's, the shared ones, and the puzzle's; while the puzzle is not
 * known (a file may name it), those of all puzzles. */
static void tables_for(const struct command *c, const struct puzzle *p, const struct option *tables[TABLES])
{
    int n = 0;
    if (c->options) tables[n++] = c->options;
    if (c->takes & TAKES_QUESTION) tables[n++] = question_options;
    if (c->takes & TAKES_CHOICES) tables[n++] = choice_options;
    if (c->takes & TAKES_PICTURE) tables[n++] = picture_options;
    for (int i = 0; puzzles[i] && n < TABLES - 1; i++)
        if ((!p || p == puzzles[i]) && puzzles[i]->options) tables[n++] = puzzles[i]->options;
    tables[n] = NULL;
}

static bool options_belong(const struct request *r, const struct command *c, struct text *err)
{
    const struct option *tables[TABLES];
    tables_for(c, r->puzzle, tables);
    for (int i = 0; i < r->options.n; i++) {
        bool known = false;
        for (int t = 0; tables[t]; t++)
            for (const struct option *o = tables[t]; o->name; o++) known = known || !strcmp(o->name, r->options.v[i].name);
        if (!known)
            return text_error(err, "The option --%s is not for %s; 'loophole help %s' lists its options.",
                              r->options.v[i].name, r->puzzle->name, r->puzzle->name);
    }
    return true;
}

static bool unknown_puzzle(const char *name, struct text *err)
{
    struct text known = {0};
    for (int i = 0; puzzles[i]; i++) text_add(&known, " %s", puzzles[i]->name);
    text_error(err, "There is no puzzle '%s'; choose one of:%s.", name, text_string(&known));
    text_release(&known);
    return false;
}

/* Keeps words of the question: they are asked again by encode's comments. */
static void keep_word(struct request *r, const char *word)
{
    MEM_PUSH(r->word, r->words, r->word_cap, mem_string(word));
}

/* A file may name the puzzle and its options in its first line that is no comment. Cuts that line off. */
static bool file_header(struct request *r, const struct command *c, struct text *file, struct text *err)
{
    char *s = file->s ? file->s : (char *)"";
    int line = 1;
    while (*s == ';' || *s == '\n' || *s == '\r' || *s == ' ') {
        s += strcspn(s, "\n");
        if (*s) s++;
        line++;
    }
    size_t n = strcspn(s, "\n");
    struct text first = {0};
    text_bytes(&first, s, n);
    struct words words;
    words_split(text_string(&first), line, &words);
    text_release(&first);
    const struct puzzle *p = words.n ? puzzle_find(words.v[0].s) : NULL;
    bool ok = true;
    if (p && r->puzzle && p != r->puzzle)
        ok = text_error(err, "%s:%d: this file is about %s, not %s; leave the puzzle's name out.", r->text_name, line,
                        p->name, r->puzzle->name);
    if (p && ok) {
        r->puzzle = p;
        struct options given = {0};
        const struct option *tables[TABLES];
        tables_for(c, p, tables);
        char **argv = mem_new((size_t)words.n, sizeof *argv), **operand = NULL;
        int operands = 0;
        for (int i = 1; i < words.n; i++) argv[i - 1] = words.v[i].s;
        ok = arguments_parse(tables, words.n - 1, argv, &given, &operand, &operands, err);
        for (int i = 0; i < operands && ok; i++) keep_word(r, operand[i]);
        for (int i = 0; i < given.n && ok; i++) /* the command line is stronger than the file */
            if (!options_get(&r->options, given.v[i].name)) options_set(&r->options, given.v[i].name, given.v[i].value);
        mem_free(argv);
        mem_free(operand);
        options_release(&given);
        s += n + (s[n] == '\n');
        line++;
    }
    words_release(&words);
    r->text = mem_string(p ? s : file->s ? file->s : "");
    r->text_line = p ? line : 1;
    /* Nothing but the header and comments: there is no grid. */
    const char *rest = r->text;
    while (*rest && (*rest == ';' || strchr(" \t\r\n", *rest))) rest += *rest == ';' ? strcspn(rest, "\n") : 1;
    if (p && !*rest) {
        mem_free(r->text);
        r->text = NULL;
    }
    return ok;
}

static bool parse_whole_option(const struct options *o, const char *name, int least, int most, int *value,
                               struct text *err)
{
    const char *word = options_get(o, name);
    int64_t v;
    if (!word) return true;
    if (!number_parse(word, &v) || v < least || v > most)
        return text_error(err, "The option --%s takes a whole number from %d to %d, not '%s'.", name, least, most, word);
    *value = (int)v;
    return true;
}

static bool parse_time_limit(const struct options *o, double *seconds, struct text *err)
{
    const char *word = options_get(o, "time-limit");
    if (!word) return true;
    char *end;
    double v = strtod(word, &end);
    if (!*word || *end || !(v >= 0 && v <= 1e9))
        return text_error(err, "The option --time-limit takes seconds from 0 to 1000000000, not '%s'.", word);
    *seconds = v;
    return true;
}

static bool is_strategy(const char *name, struct text *err)
{
    struct text known = {0};
    for (int i = 0; strategies[i].name; i++) {
        if (!strcmp(strategies[i].name, name)) {
            text_release(&known);
            return true;
        }
        text_add(&known, " %s", strategies[i].name);
    }
    text_error(err, "There is no search '%s'; choose one of:%s.", name, text_string(&known));
    text_release(&known);
    return false;
}

static bool one_of(const struct options *o, const char *name, const char *a, const char *b, const char *c,
                   struct text *err)
{
    const char *word = options_get(o, name);
    if (!word || !strcmp(word, a) || !strcmp(word, b) || (c && !strcmp(word, c))) return true;
    return text_error(err, "The option --%s takes %s%s%s%s%s, not '%s'.", name, a, c ? ", " : " or ", b, c ? " or " : "",
                      c ? c : "", word);
}

/* The choices that can be judged before there is an instance. */
static bool read_choices(struct request *r, struct text *err)
{
    struct quest *q = &r->quest;
    const struct options *o = &r->options;
    int seed = 0;
    for (int k = 0; k < KINDS; k++) {
        const char *word = options_get(o, kind_name((enum kind)k));
        if (word && !encoding_parse((enum kind)k, word, &q->policy.by_kind[k], err)) return false;
    }
    q->solver = options_get(o, "solver") ? options_get(o, "solver") : "cadical";
    if (!peer_asked(q->solver) && !solver_known(q->solver, err)) return false;
    q->search = options_get(o, "search");
    q->parity = options_get(o, "parity");
    if (q->search && !is_strategy(q->search, err)) return false;
    q->preset = options_get(o, "preset");
    const char *preset = q->preset ? q->preset : "default";
    if (strcmp(preset, "default") && strcmp(preset, "sat") && strcmp(preset, "unsat") && strcmp(preset, "sat-false"))
        return text_error(err, "The option --preset takes default, sat, unsat or sat-false, not '%s'.", preset);
    if (!one_of(o, "parity", "none", "propagate", "kernel", err)) return false;
    if (!one_of(o, "break-symmetry", "yes", "no", NULL, err)) return false;
    if (!parse_whole_option(o, "seed", 0, INT32_MAX, &seed, err)) return false;
    if (!parse_whole_option(o, "jobs", 1, 16, &q->jobs, err)) return false;
    if (!parse_whole_option(o, "threads", 1, 1024, &q->threads, err)) return false;
    if (!parse_time_limit(o, &q->time_limit, err)) return false;
    const char *order = options_get(o, "order");
    if (order && !order_parse(order, &q->policy.order, err)) return false;
    q->seed = q->policy.seed = seed;
    return true;
}

static bool choose_formulation(struct request *r, struct text *err)
{
    const struct formulation *first = r->puzzle->formulations, *f = first;
    const char *name = options_get(&r->options, "formulation");
    struct text known = {0};
    if (name) {
        for (; f->name && strcmp(f->name, name); f++) text_add(&known, " %s", f->name);
        if (!f->name) {
            text_error(err, "The puzzle %s has no formulation '%s'; choose one of:%s.", r->puzzle->name, name,
                       text_string(&known));
            text_release(&known);
            return false;
        }
    }
    text_release(&known);
    const struct formulation *asked = f;
    if (f->applies && !f->applies(r->instance))
        for (f = first; f->name && f->applies && !f->applies(r->instance); f++) continue;
    assert(f->name && "some formulation applies to every instance");
    if (name && f != asked)
        text_add(&r->note, "The formulation %s does not apply to this instance; %s is used.", asked->name, f->name);
    r->formulation = f;
    return true;
}

static bool fail(int *status, int value, struct text *err)
{
    *status = complain(value, "%s", text_string(err));
    text_release(err);
    return false;
}

static void drop_name(char **operand, int *operands)
{
    for (int i = 1; i < *operands; i++) operand[i - 1] = operand[i];
    --*operands;
}

bool request_parse(struct request *r, const struct command *c, int argc, char **argv, int *status)
{
    *r = (struct request){0};
    struct text err = {0};
    const struct option *tables[TABLES];
    char **operand = NULL;
    int operands = 0;
    tables_for(c, NULL, tables);
    bool ok = arguments_parse(tables, argc, argv, &r->options, &operand, &operands, &err);
    const char *from = options_get(&r->options, "from");
    if (ok && from && operands)
        ok = text_error(&err, "The file %s carries its puzzle and instance; leave '%s' out.", from, operand[0]);
    if (ok && from && !carry_read(r, from, &err)) {
        mem_free(operand);
        return fail(status, EXIT_INPUT, &err);
    }
    if (ok && operands && !puzzle_find(operand[0]) && !options_get(&r->options, "file"))
        ok = unknown_puzzle(operand[0], &err);
    if (ok && !operands && !from && !options_get(&r->options, "file"))
        ok = text_error(&err, "Name a puzzle, as in 'loophole %s %s %s'; 'loophole list puzzles' shows them all.", c->name,
                        puzzles[0]->name, puzzles[0]->example);
    if (ok && operands && (r->puzzle = puzzle_find(operand[0])) != NULL) drop_name(operand, &operands);
    for (int i = 0; i < operands && ok; i++) keep_word(r, operand[i]);
    mem_free(operand);
    if (!ok) return fail(status, EXIT_USAGE, &err);

    const char *name = options_get(&r->options, "file");
    if (name) {
        struct text file = {0};
        r->text_name = mem_string(!strcmp(name, "-") ? "standard input" : name);
        ok = read_file(name, &file, &err) && file_header(r, c, &file, &err);
        text_release(&file);
        if (!ok) return fail(status, EXIT_INPUT, &err);
        if (!r->puzzle) {
            text_error(&err, "%s does not name its puzzle in its first line; name it on the command line.", r->text_name);
            return fail(status, EXIT_USAGE, &err);
        }
    }
    if (!options_belong(r, c, &err) || !read_choices(r, &err)) return fail(status, EXIT_USAGE, &err);
    struct ask ask = {.argc = r->words, .argv = r->word, .text = r->text, .name = r->text_name ? r->text_name : "",
                      .line = r->text_line, .options = &r->options};
    r->instance = r->puzzle->parse(&ask, &err);
    if (!r->instance) return fail(status, EXIT_INPUT, &err);
    if (!choose_formulation(r, &err)) return fail(status, EXIT_USAGE, &err);
    r->quest.puzzle = r->puzzle;
    r->quest.instance = r->instance;
    r->quest.options = &r->options;
    r->quest.formulation = r->formulation;
    r->quest.interrupted = interrupted;
    return true;
}

void request_release(struct request *r)
{
    if (r->instance) r->puzzle->release(r->instance);
    options_release(&r->options);
    text_release(&r->note);
    for (int i = 0; i < r->words; i++) mem_free(r->word[i]);
    mem_free(r->word);
    mem_free(r->text);
    mem_free(r->text_name);
    mem_free(r->carried.format);
}

int request_run(const struct command *c, int argc, char **argv, int (*answer)(const struct request *))
{
    struct request r;
    int status = EXIT_DONE;
    if (request_parse(&r, c, argc, argv, &status)) status = answer(&r);
    request_release(&r);
    return status;
}

void request_pose(const struct request *r, int64_t most, struct model *m)
{
    struct bounds bounds = {.most = most};
    r->formulation->pose(r->instance, &r->options, &bounds, m);
}

struct model *request_outline(const struct request *r)
{
    struct model *m = model_new();
    model_shorten(m, false);
    request_pose(r, INT64_MAX, m);
    return m;
}
