/* A command line about a puzzle, understood: problem, choices, picture. */
#include "base/file.h"
#include "puzzles/moves.h"
#include "cli/request.h"
#include "base/watchdog.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FIELD(name) .offset = offsetof(struct shown, name)

static const struct option instance_options[] = {
    TEXT_OPTION("file", "FILE", file, "read the instance from FILE (- is standard input)", .letter = 'f'),
    {0},
};

static const struct option picture_options[] = {
    TEXT_OPTION("svg", "FILE", svg, "draw the picture into FILE as SVG too"),
    FLAG_OPTION("ascii", ascii, "draw with + - | only"),
    WORD_OPTION("color", "auto always never", color,
                "colors: auto: on a terminal, unless NO_COLOR is set; --no-color is never"),
    FLAG_OPTION("no-color", no_color, "no colors on a terminal"),
    TEXT_OPTION("png", "FILE", png, "draw the picture into FILE as PNG too (by rsvg-convert, which must be installed)"),
    TEXT_OPTION("caption", "TEXT", caption, "a line below the picture"),
    FLAG_OPTION("legend", legend, "explain the signs of the picture below it"),
    FLAG_OPTION("quiet", quiet, "print the solution only, in the puzzle's notation", .letter = 'q'),
    {0},
};

static const struct option json_options[] = {
    FLAG_OPTION("json", json, "print one JSON object (help json)"),
    {0},
};

static const struct option proof_options[] = {
    FLAG_OPTION("prove", prove, "check the proof of every refutation, however long (unasked: if that is fast)"),
    FLAG_OPTION("no-proof", no_proof, "believe the solver"),
    TEXT_OPTION("log", "FILE", log,
                "write each step of a search without a solver, for a checker (--search tables, profiles)"),
    {0},
};

static void read_shown(struct request *r)
{
    options_fill(&r->options, instance_options, &r->shown);
    options_fill(&r->options, picture_options, &r->shown);
    options_fill(&r->options, json_options, &r->shown);
    options_fill(&r->options, proof_options, &r->shown);
}

/* The tables of the command and those that puzzles share; how many. */
static int shared_sections(const struct command *c, struct options_section section[REQUEST_SECTIONS])
{
    int n = 0;
    if (c->options) section[n++] = (struct options_section){"Options", c->options};
    if (c->takes & TAKES_QUESTION) section[n++] = (struct options_section){"The instance", instance_options};
    if (c->takes & TAKES_CHOICES) section[n++] = (struct options_section){"Choices", choices_options};
    if (c->takes & TAKES_LIMITS) section[n++] = (struct options_section){"Limits", choices_limits};
    if (c->takes & TAKES_PROOFS) section[n++] = (struct options_section){"Proofs", proof_options};
    if (c->takes & TAKES_PICTURE) section[n++] = (struct options_section){"The picture", picture_options};
    if (c->takes & TAKES_JSON) section[n++] = (struct options_section){"The answer", json_options};
    section[n] = (struct options_section){0};
    return n;
}

void request_sections(const struct command *c, const struct puzzle *p, struct options_section section[REQUEST_SECTIONS])
{
    int n = shared_sections(c, section);
    for (int i = 0; puzzles[i] && c->takes & TAKES_QUESTION && n < REQUEST_SECTIONS - 1; i++)
        if ((!p || p == puzzles[i]) && puzzles[i]->options)
            section[n++] = (struct options_section){puzzles[i]->name, puzzles[i]->options};
    section[n] = (struct options_section){0};
}

/* A file's text, whose first line may name the puzzle. */
static bool take_text(struct request *r, const char *text, struct text *err)
{
    r->statement.puzzle = r->puzzle;
    bool ok = statement_header(&r->statement, &r->options, text, err);
    r->puzzle = r->statement.puzzle;
    return ok;
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

/* A formula's file by its name alone, or behind its puzzle's: as if it were given with -f. */
static void take_file(struct request *r, char **operand, int *operands)
{
    if (*operands != 1 || r->shown.file) return;
    if (r->puzzle ? !r->puzzle->endings : !puzzle_of_file(operand[0])) return;
    struct text err = {0};
    options_set(&r->options, instance_options, operand[0], &err);
    read_shown(r);
    drop_name(operand, operands);
}

/* Where the problem stands: -f, or a saved game, which begins with it. */
static const char *problem_file(const struct request *r)
{
    const char *file = r->shown.file;
    return file || r->statement.words.n ? file : options_get(&r->options, "load");
}

/* Two things on standard output are neither. */
static bool one_output(const struct shown *s, struct text *err)
{
    bool both = s->json && s->svg && !strcmp(s->svg, "-");
    return !both || text_error(err, "The options --json and --svg - both print to standard output; name a file.");
}

/* Options and operands, or the file of --from: the puzzle, if it is named there, and the words of
 * the problem. 0, or an exit status with a sentence. */
static int read_words(struct request *r, const struct command *c, int argc, char **argv, struct text *err)
{
    struct options_section sections[REQUEST_SECTIONS], shared[REQUEST_SECTIONS];
    struct choices limits = {0};
    char **operand = NULL;
    int operands = 0;
    request_sections(c, NULL, sections);
    bool ok = options_parse(&r->options, sections, c->name, argc, argv, &operand, &operands, err);
    shared_sections(c, shared);
    ok = ok && options_check(&r->options, shared, NULL, err);
    if (ok) options_fill(&r->options, choices_limits, &limits);
    if (ok) job_begin(&r->job, limits.seconds, limits.megabytes);
    if (ok) read_shown(r);
    ok = ok && one_output(&r->shown, err);
    const char *from = options_get(&r->options, "from");
    if (ok && from && operands)
        ok = text_error(err, "The file %s carries its puzzle and instance; leave '%s' out.", from, operand[0]);
    if (ok && from && !problem_extract(&r->statement, &r->options, &r->carried, from, err)) {
        mem_free(operand);
        return EXIT_INPUT;
    }
    if (from) r->puzzle = r->statement.puzzle;
    if (ok && operands && (r->puzzle = puzzle_find(operand[0])) != NULL) drop_name(operand, &operands);
    if (ok) take_file(r, operand, &operands);
    if (ok && operands && !r->puzzle && !r->shown.file) ok = puzzle_unknown(operand[0], err);
    if (ok && !operands && !r->puzzle && !from && !problem_file(r))
        ok = text_error(err, "Name a puzzle, as in 'loophole %s %s %s'; 'loophole list puzzles' shows them all.",
                        c->name, puzzles[0]->name, puzzles[0]->example);
    for (int i = 0; i < operands && ok; i++) strings_add(&r->statement.words, operand[i]);
    mem_free(operand);
    return ok ? 0 : EXIT_USAGE;
}

/* Before the options are read: limits of its own, which begin with them. */
static void problem_begin(struct request *r)
{
    r->problem.job = &r->job;
    job_hold(&r->job);
}

/* The choices and the instance, once puzzle, options, words and text are known. */
static bool request_finish(struct request *r, const struct command *c, int *status, struct text *err)
{
    struct options_section sections[REQUEST_SECTIONS];
    request_sections(c, r->puzzle, sections);
    if (!options_check(&r->options, sections, r->puzzle->name, err)) return fail(status, EXIT_USAGE, err);
    r->statement.puzzle = r->puzzle;
    if (!problem_parse(&r->statement, &r->options, &r->instance, &r->problem, &r->note, err))
        return fail(status, r->instance ? EXIT_USAGE : EXIT_INPUT, err);
    r->formulation = r->problem.formulation;
    r->puzzle->label(r->instance, &r->label);
    text_show(&r->label);
    return true;
}

bool request_text(struct request *r, const struct command *c, const char *name, const char *text, int *status)
{
    *r = (struct request){.statement.name = mem_string(name)};
    problem_begin(r);
    struct text err = {0};
    bool ok = take_text(r, text, &err) &&
              (r->puzzle || text_error(&err, "%s does not name its puzzle in its first line.", name));
    return ok ? request_finish(r, c, status, &err) : fail(status, EXIT_INPUT, &err);
}

static bool request_start(struct request *r, const struct command *c, int argc, char **argv, int *status)
{
    *r = (struct request){.argc = argc, .argv = argv};
    struct text err = {0};
    int failed = read_words(r, c, argc, argv, &err);
    problem_begin(r);
    return !failed || fail(status, failed, &err);
}

static bool request_rest(struct request *r, const struct command *c, int *status)
{
    struct text err = {0};
    const char *name = problem_file(r);
    if (name) {
        struct text file = {0};
        r->statement.name = mem_string(!strcmp(name, "-") ? "standard input" : name);
        const struct cap *cap = r->puzzle && !r->puzzle->endings ? &file_cap_instance : &file_cap_formula;
        bool ok = file_read_unpacked(name, cap, &file, &err) && take_text(r, text_string(&file), &err);
        text_release(&file);
        if (!ok) return fail(status, EXIT_INPUT, &err);
        if (!r->puzzle) r->puzzle = puzzle_of_file(name);
        if (!r->puzzle) {
            text_error(&err, "%s does not name its puzzle in its first line; name it: loophole %s PUZZLE -f %s.",
                       r->statement.name, c->name, name);
            return fail(status, EXIT_USAGE, &err);
        }
    }
    const struct moves *moves = c->takes & TAKES_SAMPLE ? r->puzzle->moves : NULL;
    if (moves && moves->samples && !r->statement.words.n && !r->statement.text &&
        !take_text(r, moves->samples[0], &err))
        return fail(status, EXIT_INPUT, &err);
    return request_finish(r, c, status, &err);
}

void request_release(struct request *r)
{
    if (r->instance) r->puzzle->release(r->instance);
    options_release(&r->options);
    text_release(&r->label);
    text_release(&r->note);
    statement_release(&r->statement);
    mem_free(r->carried.format);
}

bool request_parse(struct request *r, const struct command *c, int argc, char **argv, int *status)
{
    return request_start(r, c, argc, argv, status) && request_rest(r, c, status);
}

/* ---- within limits --------------------------------------------------------------------------------------------- */

/* What the last words need until the command sets its own. */
struct duty {
    struct request *r;
    const char *loss;
    bool keeps; /* a limit before it has begun is no failure */
    bool json;
};

static int say_lost(void *state, const char *failure)
{
    const struct duty *d = state;
    int status = complain_lost(&d->r->job, d->loss, failure);
    const struct puzzle *p = d->r->puzzle;
    if (d->json && !failure)
        dprintf(STDOUT_FILENO, "{\n  \"puzzle\": \"%s\",\n  \"status\": \"unknown\"\n}\n", p ? p->name : "");
    return status == EXIT_NO && d->keeps ? EXIT_DONE : status;
}

static int answer(struct request *r, const struct command *c)
{
    struct duty d = {.r = r, .loss = "the question was not read to its end"};
    int status = EXIT_DONE;
    r->job.interruptible = c->takes & TAKES_INTERRUPTS;
    d.keeps = c->takes & TAKES_INTERRUPTS && !(c->takes & TAKES_WHOLE) && !c->loss;
    d.json = r->shown.json;
    if (r->job.deadline > 0 || r->job.memory_kb || r->job.interruptible)
        watchdog_start(&r->job, (struct last_words){say_lost, &d});
    if (request_rest(r, c, &status)) {
        watchdog_lock(r->job.watchdog);
        d.loss = c->loss ? c->loss : "nothing was written";
        d.json = d.json && c->takes & TAKES_JSON;
        watchdog_unlock(r->job.watchdog);
        status = c->answer(r);
    }
    watchdog_end(&r->job);
    return status;
}

int request_run(const struct command *c, int argc, char **argv)
{
    struct request r;
    int status = EXIT_DONE;
    if (request_start(&r, c, argc, argv, &status)) status = answer(&r, c);
    request_release(&r);
    return status;
}

struct stated_problem request_problem(const struct request *r)
{
    return (struct stated_problem){r->statement, r->options, r->instance, r->problem, r->label};
}

bool request_bound(const struct request *r, int64_t *most, struct text *err)
{
    const char *bound = options_get(&r->options, "bound");
    struct objective o;
    int64_t objective_value;
    *most = INT64_MAX;
    if (!bound) return true;
    if (!problem_objective(&r->problem, &o))
        return text_error(err, "The puzzle %s has no objective; leave --bound out.", r->puzzle->name);
    if (!number_parse(bound, &objective_value))
        return text_error(err, "The option --bound takes a number of %s, not '%s'.", o.name, bound);
    *most = objective_sum(&o, objective_value);
    return true;
}
