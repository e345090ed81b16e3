#include "base/clock.h"
#include "base/file.h"
#include "base/watchdog.h"
#include "commands/answer.h"
#include "commands/command_generate.h"
#include "commands/play_script.h"
#include "play/screen.h"
#include "declared/declared.h"

#include <string.h>
#include <unistd.h>

struct play_choices {
    const char *save;
    bool script;
};

#define FIELD(name) .offset = offsetof(struct play_choices, name)
static const struct option play_options[] = {
    TEXT_OPTION("save-game", "FILE", save, "the file that the key s saves the game in (default: PUZZLE.play)"),
    FLAG_OPTION("script", script,
                "read orders from standard input, one on a line, and answer in JSON: state, touch 1,2, undo, hint, ... "
                "(docs/model/script.md)"),
    {0},
};

static int on_screen(const struct request *r, struct game *g, double seconds, int *turned)
{
    SCOPED(text) err = {0}, name = {0};
    const struct play_choices *c = r->own;
    text_add(&name, "%s%s", c->save ? c->save : r->stated.problem.puzzle->name, c->save ? "" : ".play");
    struct canvas_style style = picture_style(&r->shown, stdout);
    struct screen_how how = {.seconds = seconds, .ascii = style.ascii, .plain = !style.color, .place = name.s};
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return report_error(EXIT_USAGE, "'play' needs a terminal; with --script it takes orders from standard input.");
    if (screen_play(g, &how, turned, &err)) return EXIT_DONE;
    return report_error(EXIT_SYSTEM, "%s", text_string(&err));
}

/* Appends the instance in the notation of -f: its words and options, then the lines of its file. */
static void whole_instance(const struct request *r, struct text *out)
{
    statement_line(&r->stated.statement, &r->stated.options, out);
    SCOPED(text) line = {0};
    for (const char *s = r->stated.statement.text ? r->stated.statement.text : ""; text_line(&line, &s);)
        if (line.n && *line.s != ';') text_add(out, "\n%s", line.s);
}

/* Makes q, a formula, the model that it states, whose picture is played. Returns its instance; NULL:
 * its job was over before. */
static struct instance *become_model(struct problem *q)
{
    SCOPED(model) *m = model_new();
    search_build(q, INT64_MAX, m);
    if (model_stopped(m)) return NULL;
    model_set_job(m, NULL);
    struct instance *in = declared_stated(TAKEN(m));
    q->puzzle = &puzzle_declared;
    q->instance = in;
    search_formulate(q, declared_formulations);
    return in;
}

static bool load_file(const struct request *r, struct game *g, double *seconds, struct text *err)
{
    const char *name = r->shown.load;
    SCOPED(text) saved = {0};
    return !name ||
           (file_read(name, &file_cap_instance, &saved, err) && game_load(g, text_string(&saved), seconds, err));
}

/* Plays the game of one problem. Sets *turned as screen_play does, and returns an exit status. Only
 * the first game loads the file of --load. */
static int play_one(struct request *r, bool first, int *turned)
{
    const struct play_choices *c = r->own;
    struct game g = {0};
    SCOPED(text) err = {0}, name = {0}, asked = {0};
    double seconds = 0;
    int status = EXIT_DONE;
    *turned = 0;
    text_add(&name, "%s %s", r->stated.problem.puzzle->name, text_string(&r->stated.label));
    whole_instance(r, &asked);
    struct problem q = r->stated.problem;
    const bool formula = q.puzzle->files && !q.puzzle->moves;
    struct instance *own = formula ? become_model(&q) : NULL;
    if (formula && !own) return report_error(EXIT_STOPPED, "The game was stopped while its model was built.");
    const bool opened = game_open(&g, &q, &err);
    g.name = name.s;
    g.asked = asked.s;
    if (!opened)
        status = report_error(EXIT_USAGE, "%s", text_string(&err));
    else if (first && !load_file(r, &g, &seconds, &err))
        status = report_error(EXIT_INPUT, "%s", text_string(&err));
    else if (!c->script)
        status = on_screen(r, &g, seconds, turned);
    else
        status = play_script(&g);
    game_close(&g);
    if (own) puzzle_declared.release(own);
    return status;
}

static int play(struct request *r)
{
    watchdog_end(&r->job); /* limits do not end a game */
    int turned, status = play_one(r, true, &turned);
    const char *const *samples = r->stated.problem.puzzle->moves ? r->stated.problem.puzzle->moves->samples : NULL;
    SCOPED(text) asked = {0};
    int n = 0, at = -1; /* number of samples, and the index of this one; -1 if it is none */
    whole_instance(r, &asked);
    for (; samples && samples[n]; n++)
        if (!strncmp(samples[n], asked.s, asked.n) && !strcmp(samples[n] + asked.n, "\n")) at = n;
    while (turned && n && !status) {
        const struct options none = {0};
        SCOPED(text) err = {0};
        at = at < 0 && turned < 0 ? n - 1 : (at + turned + n) % n;
        problem_release(&r->stated);
        bool ok = problem_read(&r->stated, "the sample", samples[at], &none, &err);
        assert(ok && "samples can be parsed");
        r->stated.problem.job = &r->job;
        status = play_one(r, false, &turned);
    }
    return status;
}

/* A size stands for a board that is generated, another one each time. */
static bool play_generated(struct request *r, struct text *err)
{
    struct statement *s = &r->stated.statement;
    const char *size = s->words.n ? s->words.v[0] : NULL;
    int rows, cols;
    char more;
    if (!s->puzzle->generator.sizes || s->text || s->words.n > 1) return true;
    if (size && sscanf(size, "%dx%d%c", &rows, &cols, &more) != 2) return true;
    SCOPED(text) file = {0};
    if (!generate_board(s->puzzle, size, (uint64_t)(clock_wall() * 1e6), &r->job, &file, err)) return false;
    strings_release(&s->words);
    if (!s->name) s->name = mem_string("the board");
    return statement_header(s, &r->stated.options, text_string(&file), err);
}

const struct command command_play = {
    .name = "play",
    .usage = "PUZZLE [INSTANCE...] [options]",
    .group = "Solve and play",
    .about = "play a puzzle in the terminal, with hints",
    .text =
        "Shows the board in the terminal and takes moves from the keyboard or the mouse. A hint is a move after "
        "which the optimum, or a solution, is still possible, with the rules that force it or the solver's evidence. "
        "The key ? lists the keys.",
    .examples =
        {
            {"loophole play gunport 6x6", "play a 6x6 board"},
            {"loophole play tank", "play the first sample (list samples)"},
            {"loophole play fivers 5 --ascii", "draw with + - | only"},
        },
    COMMAND_OPTIONS(play),
    .without = "svg png caption legend quiet verbose",
    .restate = play_generated,
    .takes = TAKES_PROBLEM | TAKES_GAME | TAKES_SAMPLE | TAKES_CHOICES | TAKES_PICTURE | TAKES_CTRL_C,
    .run = play,
};
