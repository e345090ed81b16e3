#include "commands/command_generate.h"
#include "base/number.h"
#include "base/terminal.h"
#include "commands/search_report.h"
#include "play/game.h"
#include "puzzles/maker.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

struct generate_choices {
    int seed;
    bool rate;
    int level;
    const char *day;
};

#define FIELD(name) .offset = offsetof(struct generate_choices, name)
static const struct option generate_options[] = {
    INTEGER_OPTION("seed", "N", 0, INT32_MAX, seed, "the seed; the same one makes the same puzzle (default 0)"),
    INTEGER_OPTION(
        "level", "N", 1, LEVELS, level,
        "aim for a puzzle whose hardest step has this level: 1 (one rule) to 5 (nine or more rules together)"),
    TEXT_OPTION("day", "DATE", day, "the puzzle of that day, such as 2026-11-23, the same as on the page"),
    FLAG_OPTION("difficulty", rate, "rate the puzzle: the level of its hardest step (takes seconds)"),
    {0},
};

static void take(void *state, const struct solution *s) { solutions_add(state, s); }
static void stated_problem_release(struct stated_problem *p) { problem_release(p); }

struct generation {
    struct job *job;
    struct board_maker maker;
    struct progress progress;
    int proposals;
    struct job search; /* of the present search: shows its progress */
};

static void generate_progress(void *state, const struct job *j)
{
    struct generation *k = state;
    const struct answer *a = j->so_far;
    SCOPED(text) line = {0};
    if (!progress_due(&k->progress)) return;
    text_add(&line, "proposal %d: is its solution unique?", k->proposals);
    if (a && a->conflicts > 0)
        text_add(&line, " %lld %s", (long long)a->conflicts, plural(a->conflicts, "conflict", "conflicts"));
    progress_show(&k->progress, text_string(&line));
}

/* Parses a generated board into a problem with the given job. */
static void parse_made(const struct puzzle *p, const char *file, struct job *job, struct stated_problem *made)
{
    const struct options none = {0};
    SCOPED(text) err = {0};
    SCOPED(text) whole = {0};
    text_add(&whole, "%s%s%s", p->files ? p->name : "", p->files ? "\n" : "", file);
    bool ok = problem_read(made, "the board", whole.s, &none, &err);
    assert(ok && "what is made can be parsed");
    made->problem.job = job;
}

static struct job *search_job(struct generation *k)
{
    k->search = (struct job){.parent = k->job, .progress = generate_progress, .progress_state = k};
    return &k->search;
}

/* Follows the easiest steps of a board. Returns its level, most + 1 if it is above; 0: it is not
 * known, with a sentence. */
static int generated_level(const struct problem *q, int most, struct deduction_course *course, struct text *err)
{
    struct game g = {0};
    bool ok = game_open(&g, q, err);
    if (ok && !game_course(&g, min_int(deduction_level_most(most), DEDUCTION_MOST - 1), course))
        ok = text_error(err, "It took too long.");
    game_close(&g);
    return !ok ? 0 : course->effort == DEDUCTION_MOST ? min_int(most + 1, LEVELS) : deduction_level(course->effort);
}

/* From here to generate_stopped: see struct board_maker. */
static int rate(void *state, const char *file, int most)
{
    struct generation *k = state;
    struct deduction_course course;
    SCOPED(stated_problem) made = {0};
    SCOPED(text) err = {0};
    parse_made(k->maker.puzzle, file, k->job, &made);
    const int level = generated_level(&made.problem, most, &course, &err);
    return level ? level : LEVELS + 1;
}

static int solutions(void *state, const char *file, int most, struct solutions *found)
{
    struct generation *k = state;
    if (job_over(k->job)) return -1;
    k->proposals++;
    SCOPED(stated_problem) made = {0};
    parse_made(k->maker.puzzle, file, search_job(k), &made);
    struct solution_count count = {.limit = most, .each = take, .state = found};
    SCOPED(answer) a = {0};
    made.problem.choices.engine = k->maker.engine;
    if (search_count(&made.problem, &count, &a) == STATUS_FAILED) fatal("%s", text_string(&a.err));
    return count.complete || count.solutions >= most ? (int)min64(count.solutions, most) : -1;
}

static bool find_givens(void *state, const struct instance *in, struct random *random, int64_t *value, struct text *err)
{
    struct generation *k = state;
    const struct options none = {0};
    struct problem q = {.puzzle = k->maker.puzzle, .instance = in, .job = search_job(k)};
    SCOPED(answer) a = {0};
    choices_fill(&none, &q.choices);
    search_formulate(&q, q.puzzle->formulations);
    enum status found = search_givens(&q, random, value, &a);
    if (found == STATUS_FAILED) fatal("%s", text_string(&a.err));
    if (found != STATUS_SATISFIABLE) text_error(err, "%s", a.err.n ? a.err.s : "Stopped before a puzzle was found.");
    return found == STATUS_SATISFIABLE;
}

static bool sample(void *state, const char *file, struct random *random, struct solution *out)
{
    SCOPED(stated_problem) made = {0};
    SCOPED(answer) a = {0};
    parse_made(((struct generation *)state)->maker.puzzle, file, search_job(state), &made);
    enum status found = search_sample(&made.problem, random, &a);
    if (found == STATUS_FAILED) fatal("%s", text_string(&a.err));
    if (found == STATUS_SATISFIABLE) solution_copy(out, &a.solution);
    return found == STATUS_SATISFIABLE;
}

static bool thin(void *state, const char *file, struct random *random, struct clue_thinning *t)
{
    SCOPED(stated_problem) made = {0};
    SCOPED(answer) a = {0};
    parse_made(((struct generation *)state)->maker.puzzle, file, search_job(state), &made);
    enum status found = search_thin(&made.problem, random, t, &a);
    if (found == STATUS_FAILED || found == STATUS_REFUSED) fatal("%s", text_string(&a.err));
    return found == STATUS_SATISFIABLE;
}

static bool generate_stopped(void *state) { return job_over(((struct generation *)state)->job); }

/* Prints the level of a board, and of how many steps the easiest way to its solution has. */
static void print_difficulty(const struct problem *q)
{
    struct deduction_course course;
    SCOPED(text) err = {0};
    const int level = generated_level(q, LEVELS, &course, &err);
    if (!level) {
        report_error(EXIT_DONE, "The puzzle is not rated. %s", text_string(&err));
        return;
    }
    terminal_print("; Level: %s%d of %d.", course.smallest ? "" : "at most ", level, LEVELS);
    if (course.effort == DEDUCTION_MOST)
        terminal_print(" After %d %s, no step has a reason of few rules", course.steps,
                       plural(course.steps, "step", "steps"));
    else
        terminal_print(" %d %s; the hardest counts %d", course.steps, plural(course.steps, "step", "steps"),
                       course.effort);
    terminal_print("%s.\n", course.bound ? ", and some need that the best is known" : "");
}

/* Parses "6x8" as rows and columns, or "5" as both. Returns false, with a sentence in err, for
 * other words. */
static bool size_read(const char *word, struct board_maker *m, struct text *err)
{
    char more;
    bool one = sscanf(word, "%4d%c", &m->rows, &more) == 1;
    if (one) m->cols = m->rows;
    one = one || sscanf(word, "%4dx%4d%c", &m->rows, &m->cols, &more) == 2;
    return (one && m->rows > 0 && m->cols > 0) ||
           text_error(err, "A size is written 6x8, or 5: both sides, or how many numbers, not '%s'.", word);
}

/* The puzzle of a weekday, which the page asks for by --day. */
struct day_order {
    const char *puzzle, *size;
    int level;
    char words[16]; /* of the size */
};

static void print_made(struct request *r, const struct board_maker *m, const struct day_order *order, uint64_t seed,
                       const struct text *file)
{
    const struct generate_choices *c = r->own;
    const struct puzzle *p = m->puzzle;
    const struct options *given = &r->stated.options;
    SCOPED(stated_problem) made = {0};
    if (!p->files) terminal_print("; loophole generate");
    if (c->day) terminal_print(" %s %s --level %d --seed %" PRIu64, p->name, order->size, order->level, seed);
    for (int i = 0; i < r->operands && !p->files; i++) terminal_print(" %s", r->operand[i]);
    for (int i = 0; i < given->n && !p->files && !c->day; i++)
        if (*given->v[i].value) terminal_print(" --%s %s", given->v[i].option->name, given->v[i].value);
    if (!p->files) terminal_print("\n");
    if (c->rate) parse_made(p, text_string(file), &r->job, &made);
    if (c->rate) print_difficulty(&made.problem);
    terminal_print("%s", text_string(file));
    SCOPED(text) easier = {0};
    text_add(&easier, "No board of the level %d was found; this one has the level %d.\n", m->level, m->rated);
    if (m->level && m->rated < m->level && !r->shown.quiet) terminal_words(stderr, text_string(&easier));
    if (m->gives_nothing && !r->shown.quiet)
        terminal_words(stderr, "The model has only one solution without any given, so the puzzle has none.\n");
}

/* Parses a date of the Gregorian calendar. Sets the seed, yyyymmdd, and the order of its weekday.
 * Returns false, with a sentence, for other words. */
static bool day_read(const char *date, uint64_t *seed, struct day_order *order, struct text *err)
{
    int y, m, d;
    char more;
    bool form = strlen(date) == 10 && strspn(date, "0123456789-") == 10 &&
                sscanf(date, "%4d-%2d-%2d%c", &y, &m, &d, &more) == 3 && y > 0;
    struct tm day = {.tm_year = form ? y - 1900 : 0, .tm_mon = form ? m - 1 : 0, .tm_mday = form ? d : 0};
    timegm(&day); /* makes 31 February another date, and finds the weekday */
    if (!form || day.tm_mon != m - 1 || day.tm_mday != d)
        return text_error(err, "The option --day takes a date such as 2026-11-23, not '%s'.", date);
    *seed = (uint64_t)(10000 * y + 100 * m + d);
    for (int i = 0, weekday; puzzles[i]; i++) {
        const char *words = puzzles[i]->generator.day;
        if (!words || sscanf(words, "%d", &weekday) != 1 || weekday != day.tm_wday) continue;
        sscanf(words, "%*d %15s %d", order->words, &order->level);
        order->size = order->words;
        order->puzzle = puzzles[i]->name;
    }
    return true;
}

/* Makes boards until one has the level; else takes the hardest below it. False, with a sentence. */
static bool make_level(struct generation *k, struct text *file, struct text *err)
{
    enum { TRIES = 30 };
    struct board_maker *m = &k->maker;
    SCOPED(text) easier = {0};
    int best = 0;
    for (int i = 0; i < TRIES; i++) {
        m->rated = 0;
        text_clear(file);
        text_clear(err);
        const bool made = m->puzzle->generator.make(m, file, err);
        if (job_over(k->job)) return maker_gave_up(-1, NULL, err);
        if (!made && !best && i + 1 == TRIES) return false;
        if (!m->level) return made;
        if (made && !m->rated) m->rated = rate(k, text_string(file), m->level);
        if (made && m->rated == m->level) return true;
        if (!made || m->rated > m->level || m->rated <= best) continue;
        best = m->rated;
        text_set(&easier, text_string(file));
    }
    text_clear(err);
    if (!best)
        return text_error(err, "No board of this level was found in %d tries; choose another size or --seed.", TRIES);
    text_clear(file);
    text_add(file, "%s", text_string(&easier));
    m->rated = best;
    return true;
}

/* Returns the puzzle of that name if it has a generator; otherwise NULL, with a sentence in err. */
static const struct puzzle *find_puzzle(const char *name, struct text *err)
{
    const struct puzzle *p = name ? puzzle_find(name) : NULL;
    SCOPED(text) known = {0};
    if (p && p->generator.make) return p;
    if (p) {
        text_error(err, "A file in %s marks no values to give; encode it as JSON, and add marks to its list 'givens'.",
                   p->name);
        return NULL;
    }
    for (int i = 0; puzzles[i]; i++)
        if (puzzles[i]->generator.make) text_add(&known, " %s", puzzles[i]->name);
    text_add(err, "Name a puzzle that has a generator, as in 'loophole generate tank 5'; these have one:%s.",
             text_string(&known));
    if (name) strings_guess(err, name, text_string(&known));
    return NULL;
}

/* A maker of these callbacks. */
static struct board_maker maker_of(struct generation *k, const struct puzzle *p, const struct options *options,
                                   uint64_t seed)
{
    return (struct board_maker){.puzzle = p,
                                .solutions = solutions,
                                .givens = find_givens,
                                .sample = sample,
                                .thin = thin,
                                .stopped = generate_stopped,
                                .rate = rate,
                                .state = k,
                                .options = options,
                                .random.state = seed};
}

bool generate_board(const struct puzzle *p, const char *size, uint64_t seed, struct job *job, struct text *file,
                    struct text *err)
{
    const struct options none = {0};
    struct generation k = {.job = job};
    k.maker = maker_of(&k, p, &none, seed);
    progress_start(&k.progress, true, false);
    bool ok = (!size || size_read(size, &k.maker, err)) && make_level(&k, file, err);
    solutions_release(&k.maker.found);
    return ok;
}

/* The text of the board that the command rates instead of making one, its puzzle in the first line: a link, or a file
 * that is no model. False, with a sentence or without one: there is none. */
static bool sent_board(const struct request *r, const char *name, const char *text, struct text *file, struct text *err)
{
    const struct generate_choices *c = r->own;
    const struct puzzle *p = NULL;
    SCOPED(text) body = {0};
    if (r->operands == 1 && request_link(r->operand[0])) {
        if (!(p = puzzle_of_link(r->operand[0], &body, err))) return false;
        text = text_string(&body);
    } else if (!name || r->operands > 1 || puzzle_of_file(name) || puzzle_of_text(text)) {
        return false;
    } else if (r->operands && (!(p = puzzle_find(r->operand[0])) || p->files)) {
        return false;
    }
    if (!c->rate || c->day || c->level || c->seed)
        return text_error(err, "A board is rated with --difficulty and without other options of generate.");
    text_add(file, "%s%s%s", p ? p->name : "", p ? "\n" : "", text);
    return true;
}

extern const struct command command_generate;

static int rate_sent(struct request *r, const char *name, const char *file)
{
    const struct options none = {0};
    SCOPED(stated_problem) sent = {0};
    SCOPED(text) err = {0}, why = {0};
    SCOPED(answer) a = {0};
    struct solution_count count = {.limit = 2};
    struct options_section sections[REQUEST_SECTIONS];
    int n = 0;
    bool good = problem_read(&sent, name, file, &none, &err);
    sent.problem.job = &r->job;
    request_sections(&command_generate, NULL, sections);
    while (sections[n].options && !puzzle_find(sections[n].title)) n++; /* the board has its own options */
    sections[n] = (struct options_section){0};
    if (good && !options_check(&r->stated.options, sections, "", &why))
        good = text_error(&err, "A board is rated as it is; leave the options of puzzles out.");
    if (good && !sent.problem.puzzle->unit && search_count(&sent.problem, &count, &a) == STATUS_FAILED)
        fatal("%s", text_string(&a.err));
    if (good && (count.solutions > 1 || (count.complete && !count.solutions)))
        good = text_error(&err, "The board has %s solution, so it has no level.",
                          count.solutions ? "more than one" : "no");
    if (!good) return report_error(EXIT_INPUT, "%s", text_string(&err));
    print_difficulty(&sent.problem);
    return job_over(&r->job) ? EXIT_STOPPED : EXIT_DONE;
}

static int generate(struct request *r)
{
    const struct generate_choices *c = r->own;
    struct generation k = {.job = &r->job};
    struct board_maker *m = &k.maker;
    SCOPED(text) file = {0}, err = {0}, model = {0};
    bool bare = r->operands == 1 && puzzle_of_file(r->operand[0]);
    const char *name = bare ? r->operand[0] : r->shown.file;
    const struct puzzle *p = name ? puzzle_of_file(name) : NULL;
    struct day_order order = {r->operands ? r->operand[0] : NULL, r->operands > 1 ? r->operand[1] : NULL, c->level};
    int status = EXIT_USAGE;
    *m = maker_of(&k, NULL, &r->stated.options, (uint64_t)c->seed);
    m->name = name && !strcmp(name, "-") ? "standard input" : name;
    if (c->day && r->operands)
        text_error(&err, "Unexpected operand '%s': --day chooses the puzzle and its size.", r->operand[0]);
    if (c->day && c->seed) text_error(&err, "The option --seed has no effect: --day chooses the seed.");
    if ((bare || !order.puzzle) && p) order.puzzle = p->name;
    if (name && !err.n && file_read(name, &file_cap_formula, &model, &err)) m->text = text_string(&model);
    if (name && err.n) status = EXIT_INPUT;
    if (!err.n && sent_board(r, name, text_string(&model), &file, &err))
        return rate_sent(r, name ? m->name : "the link", text_string(&file));
    p = NULL;
    if (!err.n && (!c->day || day_read(c->day, &m->random.state, &order, &err))) p = find_puzzle(order.puzzle, &err);
    struct options_section sections[REQUEST_SECTIONS];
    request_sections(&command_generate, p, sections);
    bool ok = p && options_check(&r->stated.options, sections, p->name, &err);
    const uint64_t seed = m->random.state;
    m->puzzle = p;
    m->level = order.level;
    if (ok && name && !p->files)
        ok = text_error(&err, "The option --file names a model, as in 'generate -f model.json'; %s takes a size.",
                        p->name);
    if (ok && r->operands > 2 - (p->files != NULL))
        ok = text_error(&err, "Unexpected operand '%s': generate takes a puzzle and a size, or the file of a model.",
                        r->operand[r->operands - 1]);
    if (ok && order.size) ok = size_read(order.size, m, &err);
    if (ok) {
        status = EXIT_NO;
        progress_start(&k.progress, r->shown.quiet, r->shown.verbose);
        ok = make_level(&k, &file, &err);
        progress_end(&k.progress);
    }
    if (ok)
        print_made(r, m, &order, seed, &file);
    else
        status = report_error(job_over(&r->job) ? EXIT_STOPPED : status, "%s", text_string(&err));
    solutions_release(&m->found);
    return ok ? EXIT_DONE : status;
}

const struct command command_generate = {
    .name = "generate",
    .usage = "PUZZLE [SIZE] [--seed N] [options] | -f FILE | --day DATE",
    .group = "Solve and play",
    .about = "make a new puzzle with one solution",
    .text = "Makes a random puzzle that has exactly one solution, or one optimum, and prints it as a file that -f "
            "reads. The same seed makes the same puzzle. SIZE is an instance as solve takes it, such as 5x5; without "
            "it a default size is used. FILE is a model of yours, .json, that marks the values which may be given "
            "(docs/model/models.md). Enough of them are given for one solution, and none that could be left out. "
            "The option --difficulty also rates a board that you have: another FILE, or a link.",
    .examples =
        {
            {"loophole generate gunport 5x5 --seed 3 >board.txt", "a file for: loophole solve -f board.txt"},
            {"loophole generate tank 4 --difficulty", "rate how hard it is"},
            {"loophole generate --day 2026-11-23", "the puzzle of a day"},
        },
    COMMAND_OPTIONS(generate),
    .loss = "no board was made",
    .takes = TAKES_PUZZLES | TAKES_LIMITS | TAKES_PROGRESS | TAKES_CTRL_C,
    .run = generate,
};
