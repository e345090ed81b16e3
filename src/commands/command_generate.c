#include "base/terminal.h"
#include "commands/search_report.h"
#include "play/game.h"
#include "puzzles/maker.h"
#include "cli/request.h"

#include "base/clock.h"
#include "base/progress.h"

#include <stdio.h>

struct generate_choices {
    int seed;
    bool rate;
};

#define FIELD(name) .offset = offsetof(struct generate_choices, name)
static const struct option generate_options[] = {
    INTEGER_OPTION("seed", "N", 0, INT32_MAX, seed, "the seed; the same one makes the same puzzle (default 0)"),
    FLAG_OPTION("difficulty", rate,
                "rate the puzzle: how many moves are forced, and by how many rules (takes seconds)"),
    {0},
};

struct two_solutions {
    struct text *one, *other;
};

static void take(void *state, const char *solution)
{
    struct two_solutions *p = state;
    struct text *t = p->one->n ? p->other : p->one;
    if (!t->n) text_put(t, solution);
}

struct generation {
    struct job *job;
    struct board_maker maker;
    struct progress progress;
    int proposals;
};

static void generate_progress(void *state, const struct job *j)
{
    struct generation *k = state;
    const struct answer *a = j->so_far;
    struct text line = {0};
    if (!progress_due(&k->progress)) return;
    text_add(&line, "proposal %d: is its solution unique?", k->proposals);
    if (a && a->conflicts > 0)
        text_add(&line, " %lld %s", (long long)a->conflicts, plural(a->conflicts, "conflict", "conflicts"));
    progress_say(&k->progress, text_string(&line));
    text_release(&line);
}

/* Parses a generated board into a problem with the given job. The caller calls problem_release. */
static void parse_made(const char *file, struct job *job, struct stated_problem *made)
{
    const struct options none = {0};
    struct text err = {0};
    bool ok = problem_read(made, "the board", file, &none, &err);
    assert(ok && "what is made can be parsed");
    made->problem.job = job;
    text_release(&err);
}

/* Counts the solutions of a board up to two, only optimal ones if there is an objective. Returns -1
 * if a limit ended the count. Stores the solutions in `one` and `other`. */
static int solutions(void *state, const char *file, struct text *one, struct text *other)
{
    struct generation *k = state;
    if (job_over(k->job)) return -1;
    k->proposals++;
    int answer = -1;
    struct stated_problem asked;
    struct job job = {.parent = k->job, .progress = generate_progress, .progress_state = k};
    parse_made(file, &job, &asked);
    struct two_solutions pair = {one, other};
    struct solution_count solution_count = {.limit = 2, .each = take, .state = &pair};
    struct answer a = {0};
    asked.problem.choices.engine = k->maker.engine;
    enum status found = search_count(&asked.problem, &solution_count, &a);
    if (found == STATUS_FAILED) fatal("%s", text_string(&a.err));
    if (solution_count.complete || solution_count.solutions >= 2) answer = (int)min64(solution_count.solutions, 2);
    if (solution_count.complete && !solution_count.solutions) answer = 0;
    answer_release(&a);
    problem_release(&asked);
    return answer;
}

/* Prints the difficulty of a board: how many moves towards the solution the rules force, the
 * largest number of rules that one needs, and the level. */
static void print_difficulty(const char *file, struct job *job)
{
    enum { PATIENCE = 5, SHORT = 3, LONG = 6 /* seconds; most rules of an easy and a medium puzzle */ };
    struct stated_problem asked;
    struct text err = {0};
    struct game g = {0};
    struct hint h = {0};
    int moves = 0, forced = 0, rules = 0;
    double start = clock_wall();
    parse_made(file, job, &asked);
    bool ok = game_open(&g, &asked.problem, &err);
    assert(ok && "what was made can be played");
    for (game_hint(&g, &h); h.status == STATUS_SATISFIABLE && clock_wall() - start < PATIENCE; game_hint(&g, &h)) {
        moves++;
        forced += h.forced;
        if (h.forced) rules = (int)max64(rules, h.why.n);
        game_touch(&g, &h.touch, &err);
        game_hint_release(&h);
    }
    terminal_print("; Difficulty: %s%d moves %d are forced", h.status == STATUS_OPTIMAL ? "of " : "of the first ",
                   moves, forced);
    if (forced) terminal_print(", by at most %d %s each", rules, plural(rules, "rule", "rules"));
    terminal_print("%s Level: %s.\n", forced < moves ? "; the others have to be found by trying." : ".",
                   rules <= SHORT  ? "easy"
                   : rules <= LONG ? "medium"
                                   : "hard");
    game_hint_release(&h);
    game_close(&g);
    text_release(&err);
    problem_release(&asked);
}

/* Parses "6x8" as rows and columns, or "5" as both. Returns false, with a sentence in err, for
 * other words. */
static bool size_read(const char *word, struct board_maker *m, struct text *err)
{
    char more;
    if (sscanf(word, "%4dx%4d%c", &m->rows, &m->cols, &more) == 2 && m->rows > 0 && m->cols > 0) return true;
    if (sscanf(word, "%4d%c", &m->rows, &more) == 1 && m->rows > 0) {
        m->cols = m->rows;
        return true;
    }
    return text_error(err, "A size is written 6x8, or 5 for both sides or the number of things, not '%s'.", word);
}

static void print_made(struct request *r, const struct text *file)
{
    const struct generate_choices *c = r->own;
    const struct options *given = &r->stated.options;
    terminal_print("; loophole generate %s%s%s", r->operand[0], r->operands > 1 ? " " : "",
                   r->operands > 1 ? r->operand[1] : "");
    for (int i = 0; i < given->n; i++)
        if (*given->v[i].value) terminal_print(" --%s %s", given->v[i].option->name, given->v[i].value);
    terminal_print("\n");
    if (c->rate) print_difficulty(text_string(file), &r->job);
    terminal_print("%s", text_string(file));
}

/* Returns the puzzle of that name if it has a generator; otherwise NULL, with a sentence in err. */
static const struct puzzle *find_puzzle(const char *name, struct text *err)
{
    const struct puzzle *p = name ? puzzle_find(name) : NULL;
    struct text known = {0};
    if (p && p->make) return p;
    for (int i = 0; puzzles[i]; i++)
        if (puzzles[i]->make) text_add(&known, " %s", puzzles[i]->name);
    text_add(err, "Name a puzzle of which boards are made, as in 'loophole generate tank 5'; these are:%s.",
             text_string(&known));
    if (name) strings_guess(err, name, text_string(&known));
    text_release(&known);
    return NULL;
}

extern const struct command command_generate;

static int generate(struct request *r)
{
    const struct generate_choices *c = r->own;
    struct generation k = {.job = &r->job};
    struct board_maker *m = &k.maker;
    struct text file = {0}, err = {0};
    int status = EXIT_USAGE;
    *m = (struct board_maker){
        .solutions = solutions, .state = &k, .options = &r->stated.options, .random.state = (uint64_t)c->seed};
    const struct puzzle *p = find_puzzle(r->operands ? r->operand[0] : NULL, &err);
    struct options_section sections[REQUEST_SECTIONS];
    request_sections(&command_generate, p, sections);
    bool ok = p && options_check(&r->stated.options, sections, p->name, &err);
    m->puzzle = p;
    if (ok && r->operands > 2)
        ok = text_error(&err, "Unexpected operand '%s': generate takes a puzzle and a size.", r->operand[2]);
    if (ok && r->operands > 1) ok = size_read(r->operand[1], m, &err);
    if (ok) {
        status = EXIT_NO;
        progress_start(&k.progress, r->shown.quiet, r->shown.verbose);
        ok = p->make(m, &file, &err);
        progress_end(&k.progress);
    }
    if (ok)
        print_made(r, &file);
    else
        report_error(status, "%s", text_string(&err));
    text_release(&file);
    text_release(&err);
    text_release(&m->one);
    text_release(&m->other);
    return ok ? EXIT_DONE : status;
}

const struct command command_generate = {
    .name = "generate",
    .usage = "PUZZLE [SIZE] [--seed N] [the puzzle's own options]",
    .group = "Solve and play",
    .about = "make a new puzzle with one solution",
    .text = "Makes a random puzzle that has exactly one solution, or one optimum, and prints it as a file that -f "
            "reads. The same seed makes the same puzzle. SIZE is an instance as solve takes it, such as 5x5; without "
            "it a default size is used.",
    .examples =
        {
            {"loophole generate gunport 5x5 --seed 3 >board.txt", "a file for: loophole solve -f board.txt"},
            {"loophole generate tank 4 --difficulty", "rate how hard it is"},
            {"loophole generate squarest", "a booth of the default size"},
        },
    .options = generate_options,
    .own_size = sizeof(struct generate_choices),
    .generates = true,
    .interruptible = true,
    .limits = true,
    .progress = true,
    .loss = "no board was made",
    .run = generate,
};
