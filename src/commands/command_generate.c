#include "commands/telling.h"
#include "play/game.h"
#include "puzzles/maker.h"
#include "cli/request.h"

#include "base/clock.h"
#include "base/progress.h"

#include <stdio.h>

struct generate_choices {
    int seed;
    int presses;
    bool quiet;
    bool verbose;
    bool rate;
};

static const struct option generate_options[] = {
    {.name = "seed",
     .argument = "N",
     .type = OPTION_INTEGER,
     .most = INT32_MAX,
     .offset = offsetof(struct generate_choices, seed),
     .help = "the same seed makes the same puzzle (default 0)"},
    {.name = "presses",
     .argument = "K",
     .type = OPTION_INTEGER,
     .least = 1,
     .most = INT32_MAX,
     .offset = offsetof(struct generate_choices, presses),
     .help = "a position that takes K presses and no fewer (fivers)"},
    {.name = "quiet",
     .letter = 'q',
     .type = OPTION_FLAG,
     .offset = offsetof(struct generate_choices, quiet),
     .help = "no line of progress"},
    {.name = "verbose",
     .letter = 'v',
     .type = OPTION_FLAG,
     .offset = offsetof(struct generate_choices, verbose),
     .help = "log the progress on standard error"},
    {.name = "rate",
     .type = OPTION_FLAG,
     .offset = offsetof(struct generate_choices, rate),
     .help = "say how hard it is: how many moves are forced, and by how many rules (some seconds)"},
    {0},
};

/* What a proposal is asked as. */
static const struct command asks = {.name = "count", .takes = TAKES_QUESTION | TAKES_CHOICES};

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

static void tell(void *state, const struct answer *a)
{
    struct generation *k = state;
    struct text line = {0};
    if (!progress_due(&k->progress)) return;
    text_add(&line, "proposal %d: has it one solution?", k->proposals);
    if (a->conflicts > 0) text_add(&line, " %lld conflicts", (long long)a->conflicts);
    progress_say(&k->progress, text_string(&line));
    text_release(&line);
}

/* Counts the (best) solutions up to two. */
static int solutions(void *state, const char *file, struct text *one, struct text *other)
{
    struct generation *k = state;
    if (job_over(k->job)) return -1;
    k->proposals++;
    struct request r;
    int status = EXIT_DONE, answer = -1;
    bool ok = request_text(&r, &asks, "the proposal", file, &status);
    assert(ok && "what is proposed can be parsed");
    struct two_solutions pair = {one, other};
    struct census census = {.limit = 2, .each = take, .state = &pair};
    struct answer a = {0};
    r.problem.choices.search = k->maker.search;
    r.problem.progress = tell;
    r.problem.progress_state = k;
    r.problem.job = k->job;
    enum status found = search_count(&r.problem, &census, &a);
    if (found == STATUS_FAILED) fatal("%s", text_string(&a.err));
    if (census.complete || census.solutions >= 2) answer = (int)min64(census.solutions, 2);
    if (census.complete && !census.solutions) answer = 0;
    answer_release(&a);
    request_release(&r);
    return answer;
}

/* How hard: which moves on the way to the solution are forced by the rules, and by how many of them at most. */
static void print_difficulty(const char *file, struct job *job)
{
    enum { PATIENCE = 5 };
    struct request r;
    struct text err = {0};
    struct game g = {0};
    struct hint h = {0};
    int status = EXIT_DONE, moves = 0, forced = 0, rules = 0;
    double start = clock_wall();
    bool ok = request_text(&r, &asks, "the proposal", file, &status);
    r.problem.job = job;
    ok = ok && game_open(&g, &r.problem, &err);
    assert(ok && "what was made can be played");
    for (game_hint(&g, &h); h.status == STATUS_SATISFIABLE && clock_wall() - start < PATIENCE; game_hint(&g, &h)) {
        moves++;
        forced += h.forced;
        if (h.forced) rules = (int)max64(rules, h.why.n);
        game_touch(&g, &h.touch, &err);
        game_hint_release(&h);
    }
    telling_print("; Difficulty: %s%d moves %d are forced", h.status == STATUS_OPTIMAL ? "of " : "of the first ", moves,
                  forced);
    if (forced) telling_print(", by at most %d rule%s each", rules, plural(rules));
    telling_print("%s\n", forced < moves ? "; the others have to be found by trying." : ".");
    game_hint_release(&h);
    game_close(&g);
    text_release(&err);
    request_release(&r);
}

/* "6x8", "5": both sides. */
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

static void print_made(const struct puzzle *p, char **word, int words, const struct options *o, bool rate,
                       const struct text *file, struct job *job)
{
    telling_print("; loophole generate %s%s%s", p->name, words > 1 ? " " : "", words > 1 ? word[1] : "");
    for (int i = 0; i < o->n; i++)
        if (*o->v[i].value) telling_print(" --%s %s", o->v[i].option->name, o->v[i].value);
    telling_print("\n");
    if (rate) print_difficulty(text_string(file), job);
    telling_print("%s", text_string(file));
}

static bool make(const struct options *o, char **word, int words, struct job *job, struct text *err, int *status)
{
    struct generation k = {.maker.solutions = solutions, .job = job};
    struct board_maker *m = &k.maker;
    struct text file = {0};
    struct generate_choices choices;
    options_fill(o, generate_options, &choices);
    *status = EXIT_USAGE;
    const struct puzzle *p = words ? puzzle_find(word[0]) : NULL;
    if (!p || !p->make) {
        struct text known = {0};
        for (int i = 0; puzzles[i]; i++)
            if (puzzles[i]->make) text_add(&known, " %s", puzzles[i]->name);
        text_add(err, "Name a puzzle of which boards are made, as in 'loophole generate tank 5'; these are:%s.",
                 text_string(&known));
        if (words) strings_guess(err, word[0], text_string(&known));
        text_release(&known);
        return false;
    }
    if (words > 2) return text_error(err, "'generate' takes a puzzle and a size; '%s' is one too many.", word[2]);
    if (words > 1 && !size_read(word[1], m, err)) return false;
    m->presses = choices.presses;
    m->random.state = (uint64_t)choices.seed;
    *status = EXIT_NO;
    m->state = &k;
    progress_start(&k.progress, choices.quiet, choices.verbose);
    bool ok = p->make(m, &file, err);
    progress_end(&k.progress);
    if (ok && m->presses) ok = text_error(err, "The option --presses says nothing about %s; leave it out.", p->name);
    if (ok) print_made(p, word, words, o, choices.rate, &file, job);
    text_release(&file);
    text_release(&m->one);
    text_release(&m->other);
    return ok;
}

static int generate(const struct options *o, char **operand, int operands, struct job *job)
{
    struct text err = {0};
    int status = EXIT_DONE;
    bool ok = make(o, operand, operands, job, &err, &status);
    if (!ok) complain(status, "%s", text_string(&err));
    text_release(&err);
    return ok ? EXIT_DONE : status;
}

const struct command command_generate = {
    .name = "generate",
    .usage = "PUZZLE [SIZE] [--seed N]",
    .about = "a new puzzle with one solution, as a file for -f",
    .options = generate_options,
    .takes = TAKES_INTERRUPTS | TAKES_LIMITS,
    .loss = "no board was made",
    .given = generate,
};
