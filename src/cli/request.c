/* Parses a command line into options, operands and the problem, and runs the command within its
 * limits. */
#include "cli/request.h"
#include "base/number.h"

#include "base/file.h"
#include "base/watchdog.h"
#include "puzzles/moves.h"

#include <string.h>
#include <unistd.h>

#define FIELD(name) .offset = offsetof(struct shown, name)

static const struct option instance_options[] = {
    TEXT_OPTION("file", "FILE", file, "read the instance from FILE (- is standard input)", .letter = 'f'),
    {0},
};

static const struct option from_options[] = {
    TEXT_OPTION("from", "FILE", from,
                "the file that encode wrote and the solver read; its comments state the instance and the choices"),
    {0},
};

static const struct option load_options[] = {
    TEXT_OPTION("load-game", "FILE", load, "continue a saved game, which names its puzzle"),
    {0},
};

static const struct option picture_options[] = {
    TEXT_OPTION("svg", "FILE", svg, "also draw the picture into FILE as SVG"),
    FLAG_OPTION("ascii", ascii, "draw with + - | only"),
    WORD_OPTION("color", "auto always never", color, "colors on a terminal (auto: unless NO_COLOR is set)"),
    TEXT_OPTION("png", "FILE", png, "also draw the picture into FILE as PNG (you need rsvg-convert)"),
    TEXT_OPTION("caption", "TEXT", caption, "print this line under the picture"),
    FLAG_OPTION("legend", legend, "explain the signs under the picture"),
    FLAG_OPTION("quiet", quiet, "print the solution only, in the puzzle's notation", .letter = 'q'),
    FLAG_OPTION("true", only_true, "of a file's variables, print only those that are true", .flags = OPTION_FILES),
    {0},
};

static const struct option progress_options[] = {
    FLAG_OPTION("quiet", quiet, "print no progress", .letter = 'q'),
    FLAG_OPTION("verbose", verbose, "log the progress on standard error", .letter = 'v'),
    {0},
};

static const struct option json_options[] = {
    FLAG_OPTION("json", json, "print one JSON object (help json)"),
    {0},
};

static const struct option proof_options[] = {
    PROOF_CHECK_OPTION(proof_check),
    TEXT_OPTION("log", "FILE", log,
                "write a proof for VeriPB (OPB files) or the steps of an engine without a solver into FILE"),
    {0},
};

/* The sections that commands share, and the commands that take them. shown: they fill struct
 * shown; explained: `help options` explains them. */
static const struct shared_section {
    struct options_section section;
    unsigned takes;
    bool shown, explained;
} shared_sections[] = {
    {{"The file", from_options}, TAKES_FROM, true, false},
    {{"The game", load_options}, TAKES_GAME, true, false},
    {{"The instance", instance_options}, TAKES_PROBLEM | TAKES_PUZZLES, true, false},
    {{"Solving", choices_options}, TAKES_CHOICES, false, true},
    {{"Limits", choices_limits}, TAKES_LIMITS | TAKES_CHOICES, false, true},
    {{"Progress", progress_options}, TAKES_PROGRESS, true, true},
    {{"Proofs", proof_options}, TAKES_PROOFS, true, true},
    {{"The picture", picture_options}, TAKES_PICTURE, true, true},
    {{"The answer", json_options}, TAKES_JSON, true, true},
};
enum { SHARED_SECTIONS = sizeof shared_sections / sizeof *shared_sections };

/* Fills `section` with the command's own options and the shared options that it takes. Ends the
 * array with an empty section and returns the number before it. */
static int command_sections(const struct command *c, struct options_section section[REQUEST_SECTIONS])
{
    int n = 0;
    if (c->options) section[n++] = (struct options_section){"Options", c->options};
    for (int i = 0; i < SHARED_SECTIONS; i++)
        if (c->takes & shared_sections[i].takes) section[n++] = shared_sections[i].section;
    section[n] = (struct options_section){0};
    return n;
}

bool request_shares(const struct options_section *section)
{
    int i = 0;
    while (i < SHARED_SECTIONS && shared_sections[i].section.options != section->options) i++;
    return i < SHARED_SECTIONS && shared_sections[i].explained;
}

void request_sections(const struct command *c, const struct puzzle *p, struct options_section section[REQUEST_SECTIONS])
{
    int n = command_sections(c, section);
    for (int i = 0; puzzles[i]; i++) {
        const struct option *const own[] = {puzzles[i]->options,
                                            c->takes & TAKES_PUZZLES ? puzzles[i]->generator.options : NULL};
        for (int k = 0; k < 2 && n < REQUEST_SECTIONS - 1; k++)
            if (own[k] && (p ? p == puzzles[i] : c->takes & (TAKES_PROBLEM | TAKES_PUZZLES)))
                section[n++] = (struct options_section){puzzles[i]->name, own[k]};
    }
    section[n] = (struct options_section){0};
}

const char *request_needs(const struct command *c, const struct option *o)
{
    if (options_find(c->options, o->name) == o) return o->needs;
    const size_t n = strlen(o->name);
    for (const char *at = c->without; at; at = strchr(at, ' ')) {
        at += *at == ' ';
        if (!strncmp(at, o->name, n) && strchr(" :", at[n])) return at[n] == ':' ? at + n + 1 : "";
    }
    return NULL;
}

bool request_takes(const struct command *c, const struct option *o)
{
    const char *needs = request_needs(c, o);
    return !needs || *needs;
}

/* Returns false, with a sentence in err, if a given option has no effect on the command. */
static bool check_effects(const struct command *c, const struct options *given, struct text *err)
{
    for (int i = 0; i < given->n; i++) {
        const struct option *o = given->v[i].option;
        const char *needs = request_needs(c, o);
        if (!needs || (*needs && options_meet(given, needs))) continue;
        text_error(err, "The option --%s has no effect on %s", o->name, c->name);
        if (*needs) text_add(err, " %s --", *needs == '!' ? "with" : "without");
        for (const char *s = needs + (*needs == '!'); *s && *s != ' '; s++) text_char(err, *s == '=' ? ' ' : *s);
        text_put(err, "; leave it out.");
        return false;
    }
    return true;
}

/* ---- options --------------------------------------------------------------------------------- */

/* Adds which commands have an option, "--name" or "-n". Names the first three. Returns whether any
 * has. */
static bool elsewhere(const char *name, struct text *err)
{
    int n = 0;
    struct options_section s[REQUEST_SECTIONS];
    for (int i = 0; commands[i]; i++) {
        request_sections(commands[i], NULL, s);
        const struct option *o = name[1] == '-' ? options_find_section(s, name + 2) : options_find_letter(s, name[1]);
        if (!o || !request_takes(commands[i], o)) continue;
        if (++n <= 3) text_add(err, "%s %s", n > 1 ? "," : " It is an option of", commands[i]->name);
    }
    if (n > 3) text_add(err, " and %d more", n - 3);
    text_put(err, n ? "." : "");
    return n > 0;
}

/* Parses the command line, fills the structs that its options describe, and starts the limits. Does
 * not check the puzzle's own options: the puzzle may still be unknown. Returns false, with a
 * sentence in err, on invalid options. */
static bool read_options(struct request *r, const struct command *c, int argc, char **argv, struct text *err)
{
    struct options_section sections[REQUEST_SECTIONS], shared[REQUEST_SECTIONS];
    struct options *given = &r->stated.options;
    struct limits limits = {0};
    struct shown *s = &r->shown;
    *r = (struct request){.argc = argc, .argv = argv, .job.interruptible = c->takes & TAKES_CTRL_C};
    r->stated.explained = c->takes & TAKES_APART;
    request_sections(c, NULL, sections);
    command_sections(c, shared);
    if (!options_parse(given, sections, c->name, argc, argv, &r->operand, &r->operands, elsewhere, err) ||
        !check_effects(c, given, err) || !options_check(given, shared, NULL, err))
        return false;
    if (c->takes & (TAKES_LIMITS | TAKES_CHOICES)) options_fill(given, choices_limits, &limits);
    job_begin(&r->job, limits.seconds, limits.megabytes);
    job_begin_cpu(&r->job, limits.cpu_seconds);
    job_hold(&r->job);
    r->stated.problem.job = &r->job;
    for (int i = 0; i < SHARED_SECTIONS; i++)
        if (shared_sections[i].shown) options_fill(given, shared_sections[i].section.options, s);
    if (c->own_size) r->own = mem_new(1, c->own_size);
    if (c->own_size) options_fill(given, c->options, r->own);
    if (s->json && s->svg && !strcmp(s->svg, "-"))
        return text_error(err, "The options --json and --svg - both print to standard output; name a file.");
    return !(s->png && !strcmp(s->png, "-")) ||
           text_error(err, "A PNG picture goes into a file; name one, as in --png board.png.");
}

/* ---- the problem ----------------------------------------------------------------------------- */

bool request_link(const char *word)
{
    return !strncmp(word, "https://", 8) || !strncmp(word, "http://", 7) || strstr(word, "/p?") ||
           strstr(word, "/p.html?");
}

static int misused(bool refused) { return EXIT_USAGE; } /* refused: false, with a sentence */

/* Reads the puzzle and the instance's words from the operands, or the problem from the file of
 * --from. Returns 0, or an exit status with a sentence in err. */
static int read_operands(struct request *r, const struct command *c, struct text *err)
{
    struct statement *s = &r->stated.statement;
    struct shown *shown = &r->shown;
    char **word = r->operand, **end = word + r->operands;
    if (shown->from && word < end)
        return misused(
            text_error(err, "The file %s contains its puzzle and instance; leave '%s' out.", shown->from, *word));
    if (shown->from && !problem_extract(s, &r->stated.options, &r->embedded, shown->from, err)) return EXIT_INPUT;
    if (end - word > 1 && request_link(word[1]))
        return misused(text_error(err, "A link stands for the puzzle and its board; leave '%s' out.", *word));
    if (word < end && request_link(*word)) {
        SCOPED(text) file = {0};
        s->puzzle = puzzle_of_link(*word++, &file, err);
        if (!s->puzzle) return EXIT_INPUT;
        s->text = mem_string(text_string(&file));
        s->name = mem_string("the link");
        s->line = 1;
    } else if (word < end && (s->puzzle = puzzle_find(*word)) != NULL) {
        word++;
    }
    /* the name of a formula's file, or of any file without a puzzle, does not need -f */
    if (end - word == 1 && !shown->file &&
        (s->puzzle ? s->puzzle->files != NULL : puzzle_of_file(*word) || file_exists(*word)))
        shown->file = *word++;
    if (word < end && !s->puzzle && !shown->file) return misused(puzzle_unknown(*word, err));
    for (; word < end; word++) strings_add(&s->words, *word);
    if (s->words.n || s->puzzle || shown->from || shown->file || shown->load) return 0;
    return misused(text_error(err, "Name a puzzle, as in 'loophole %s %s %s'; 'loophole list puzzles' shows them all.",
                              c->name, puzzles[0]->name, puzzles[0]->notation.example));
}

/* Reads the problem from a file in the directory that the operand names. Returns 0, or an exit
 * status with a sentence in err. */
static int read_directory(struct request *r, const struct command *c, struct text *err)
{
    SCOPED(text) file = {0};
    if (r->operands != 1)
        return misused(text_error(err, "Name the directory, and nothing else, as in 'loophole %s DIR'.", c->name));
    text_add(&file, "%s/problem.cnf", r->operand[0]);
    bool ok = file_regular(file.s, err) &&
              problem_extract(&r->stated.statement, &r->stated.options, &r->embedded, file.s, err);
    return ok ? 0 : EXIT_INPUT;
}

/* Reads the instance's file, whose first line may name the puzzle. Returns 0, or an exit status
 * with a sentence in err. */
static int read_file(struct request *r, const struct command *c, const char *name, struct text *err)
{
    struct statement *s = &r->stated.statement;
    SCOPED(text) file = {0};
    s->name = mem_string(!strcmp(name, "-") ? "standard input" : name);
    const struct cap *cap = s->puzzle && !s->puzzle->files ? &file_cap_instance : &file_cap_formula;
    bool ok = file_read(name, cap, &file, err) && statement_header(s, &r->stated.options, text_string(&file), err);
    if (!ok) return EXIT_INPUT;
    if (!s->puzzle) s->puzzle = puzzle_of_file(name);
    if (!s->puzzle) s->puzzle = puzzle_of_text(s->text ? s->text : "");
    if (s->puzzle) return 0;
    puzzle_unread(s->name, err);
    text_add(err, " A file of another puzzle names it in its first line, or you do: loophole %s PUZZLE -f %s.", c->name,
             name);
    return EXIT_USAGE;
}

/* Reads the problem from the operands and files. Returns 0, or an exit status with a sentence in
 * err. */
static int request_read_problem(struct request *r, const struct command *c, struct text *err)
{
    struct options_section sections[REQUEST_SECTIONS];
    struct stated_problem *p = &r->stated;
    struct statement *s = &p->statement;
    int failed = c->takes & TAKES_DIRECTORY ? read_directory(r, c, err) : read_operands(r, c, err);
    const char *name = r->shown.file || s->words.n ? r->shown.file : r->shown.load;
    if (!failed && name) failed = read_file(r, c, name, err);
    if (failed) return failed;
    const struct moves *moves = c->takes & TAKES_SAMPLE ? s->puzzle->moves : NULL;
    if (moves && moves->samples && !s->words.n && !s->text && !statement_header(s, &p->options, moves->samples[0], err))
        return EXIT_INPUT;
    if (c->restate && !c->restate(r, err)) return EXIT_USAGE;
    request_sections(c, s->puzzle, sections);
    if (!options_check(&p->options, sections, s->puzzle->name, err)) return EXIT_USAGE;
    for (int i = 0; i < p->options.n && !puzzle_declares(s->puzzle); i++) {
        const struct option *o = p->options.v[i].option;
        if (o->flags & OPTION_FILES && !s->puzzle->files)
            text_error(err, "The option --%s acts on the variables of a file .opb, .wcnf or .cnf; %s is a puzzle.",
                       o->name, s->puzzle->name);
        else if (o->flags & OPTION_MODEL)
            text_error(err,
                       "The option --%s acts on models with integers or graphs, files .json; the puzzle %s has none.",
                       o->name, s->puzzle->name);
        if (err->n) return EXIT_USAGE;
    }
    if (problem_parse(p, &r->note, err)) return 0;
    return p->instance || p->misused ? EXIT_USAGE : EXIT_INPUT;
}

void request_release(struct request *r)
{
    problem_release(&r->stated);
    text_release(&r->note);
    MEM_FREE(r->operand, r->own, r->embedded.format);
}

/* ---- limits ---------------------------------------------------------------------------------- */

/* State for the output at a limit, until the command sets its own. */
struct final_state {
    struct request *r;
    const char *loss;
    int (*unread)(const struct request *r); /* of the command, until the problem is read */
    bool json;
};

static int print_lost(void *state, const char *failure)
{
    const struct final_state *l = state;
    int status = report_error_lost(&l->r->job, l->loss, failure);
    const struct puzzle *p = l->r->stated.statement.puzzle;
    if (l->json && !failure)
        dprintf(STDOUT_FILENO, "{\n  \"puzzle\": \"%s\",\n  \"status\": \"unknown\"\n}\n", p ? p->name : "");
    return !failure && l->unread ? l->unread(l->r) : status;
}

/* Reads the problem and runs the command under a watchdog. Returns the exit status. */
static int run_limited(struct request *r, const struct command *c, struct text *err)
{
    bool built = c->takes & (TAKES_PROBLEM | TAKES_DIRECTORY);
    struct final_state last = {.r = r,
                               .loss = built ? "the problem was not read to its end" : c->loss,
                               .unread = c->unread,
                               .json = r->shown.json};
    bool limited = r->job.deadline > 0 || r->job.cpu_end > 0 || r->job.memory_kb || r->job.interruptible;
    if (limited && (c->takes & (TAKES_LIMITS | TAKES_CHOICES)))
        watchdog_start(&r->job, (struct final_output){print_lost, &last});
    int status = built ? request_read_problem(r, c, err) : 0;
    if (status) {
        report_error(status, "%s", text_string(err));
    } else {
        watchdog_lock(r->job.watchdog);
        last.loss = c->loss ? c->loss : "nothing was written";
        last.unread = NULL;
        watchdog_unlock(r->job.watchdog);
        status = c->run(r);
    }
    watchdog_end(&r->job);
    return status;
}

int request_run(const struct command *c, int argc, char **argv)
{
    struct request r;
    SCOPED(text) err = {0};
    if (c->takes & TAKES_CTRL_C) interrupt_catch();
    int status = read_options(&r, c, argc, argv, &err) ? run_limited(&r, c, &err)
                                                       : report_error(EXIT_USAGE, "%s", text_string(&err));
    request_release(&r);
    return status;
}

bool request_read_bound(const struct request *r, const char *bound, const char *word, int64_t *value, struct text *err)
{
    const char *unit = r->stated.problem.objective.name;
    if (!unit)
        return text_error(err, "The puzzle %s has no objective; leave --bound out.", r->stated.statement.puzzle->name);
    return (*word && !strcmp(bound, word)) || number_parse(bound, value) ||
           text_error(err, "The option --bound takes a whole number (%s)%s%s, not '%s'.", unit,
                      *word ? " or the word " : "", word, bound);
}

bool request_within(struct request *r, const char *bound)
{
    struct problem *q = &r->stated.problem;
    SCOPED(text) err = {0};
    q->bounded = bound && request_read_bound(r, bound, "", &q->bound, &err);
    if (bound && !q->bounded) report_error(EXIT_USAGE, "%s", text_string(&err));
    return q->bounded || !bound;
}

void request_bound_words(const struct request *r, struct text *out)
{
    objective_bound_words(&r->stated.problem.objective, r->stated.problem.bound, out);
}
