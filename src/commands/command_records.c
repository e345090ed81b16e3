#include "commands/telling.h"
#include "commands/answer.h"
#include "commands/enter.h"

#include <stdio.h>
#include <string.h>

static const struct option records_options[] = {
    {"answer", "FILE", "add: the solution, in the puzzle's notation (default: standard input)"},
    {"by", "NAME", "add: who found it"},
    {NULL, NULL, NULL},
};

/* ---- all of them ------------------------------------------------------------------------------------------------- */

/* A book is a file that anybody may have written: no byte of it steers the terminal. */
static void print_record(const struct record *r)
{
    struct text line = {0};
    const char *question = text_string(&r->question);
    int n = (int)strcspn(question, "\n");
    text_add(&line, "%.*s%s", n, question, question[n] ? " (a board)" : "");
    if (r->has_best) text_add(&line, ": %lld", (long long)r->best);
    if (r->has_bound && r->has_best && r->bound == r->best)
        text_put(&line, ", the best");
    else if (r->has_bound)
        text_add(&line, ", bound %lld", (long long)r->bound);
    if (!r->has_best && r->solution.n) text_put(&line, ": solved");
    if (r->none) text_put(&line, ": none exists");
    if (!r->none && !r->has_best && !r->solution.n) text_put(&line, ": open");
    if (r->rests.n) text_add(&line, "; rests on %s", text_string(&r->rests));
    text_show(&line);
    telling_say("%s%s\n", text_string(&line), r->own ? "; yours, recounted when it is shown" : "");
    text_release(&line);
}

static int list(void)
{
    struct book b;
    struct text err = {0};
    int status = EXIT_DONE;
    if (!book_open(&b, &err)) status = complain(EXIT_INPUT, "%s", text_string(&err));
    for (int i = 0; i < b.n && !status; i++) print_record(&b.v[i]);
    book_release(&b);
    text_release(&err);
    return status;
}

/* ---- one of them, recounted ---------------------------------------------------------------------------------------- */

static void say(const struct request *r, const struct record *record, struct text *out)
{
    text_add(out, "%s %s: ", r->puzzle->name, text_string(&r->label));
    if (record->has_best) text_count(out, record->best, r->puzzle->figure);
    text_put(out, record->has_best     ? ", recounted"
                  : record->solution.n ? "solved, recounted"
                  : record->none       ? "no solution exists, it says"
                                       : "no solution is known");
    if (record->has_bound)
        text_add(out, "; bound %lld, which rests on %s", (long long)record->bound,
                 record->rests.n ? text_string(&record->rests) : "nothing that was told");
    else if (record->rests.n)
        text_add(out, "; rests on %s", text_string(&record->rests));
    if (record->by.n) text_add(out, "; by %s", text_string(&record->by));
    text_char(out, '.');
    text_show(out);
}

static int show(struct request *r)
{
    struct book b;
    struct text err = {0}, question = {0}, words = {0};
    int status = EXIT_DONE;
    book_question(r, &question);
    const struct record *found = NULL;
    if (!book_open(&b, &err))
        status = complain(EXIT_INPUT, "%s", text_string(&err));
    else if (!(found = book_find(&b, text_string(&question), enter_maximises(r))))
        status = complain(EXIT_NO, "The book has no record of %s %s; 'solve --save' makes one.", r->puzzle->name,
                          text_string(&r->label));
    else if (found->solution.n && !book_recounted(r, found, &err))
        status = complain(EXIT_NO, "%s", text_string(&err));
    if (!status) {
        say(r, found, &words);
        if (options_get(&r->options, "quiet"))
            fputs(text_string(&found->solution), stdout);
        else if (found->solution.n)
            status = picture_solution(r, text_string(&found->solution), text_string(&words));
        if (!options_get(&r->options, "quiet")) telling_say("%s\n", text_string(&words));
    }
    book_release(&b);
    text_release(&err);
    text_release(&question);
    text_release(&words);
    return status;
}

/* A name is a line of a book, and shown. */
static bool is_name(const char *by)
{
    enum { LONGEST = 100 };
    struct text shown = {0};
    text_put(&shown, by);
    text_show(&shown);
    bool same = strlen(by) <= LONGEST && !strchr(by, '\n') && !strcmp(text_string(&shown), by);
    text_release(&shown);
    return same;
}

static int add(struct request *r)
{
    struct objective o;
    struct answer a = {.has_figure = request_objective(r, &o)};
    const char *by = options_get(&r->options, "by");
    if (by && !is_name(by))
        return complain(EXIT_USAGE,
                        "The option --by takes a name of one line, of at most 100 bytes that can be shown.");
    int status = answer_judged(r, &a.solution, &a.figure);
    if (!status) status = enter_answer(r, &a, by ? by : "", "");
    answer_release(&a);
    return status;
}

/* ---- which --------------------------------------------------------------------------------------------------------------- */

static int run(const struct command *self, int argc, char **argv)
{
    struct command asks = *self;
    if (!argc) return list();
    bool shows = !strcmp(argv[0], "show"), adds = !strcmp(argv[0], "add");
    asks.answer = shows ? show : adds ? add : NULL;
    asks.name = shows ? "records show" : "records add";
    if (!asks.answer)
        return complain(EXIT_USAGE,
                        "Write 'records', 'records show PUZZLE INSTANCE' or 'records add PUZZLE INSTANCE'.");
    return request_run(&asks, argc - 1, argv + 1);
}

const struct command command_records = {
    .name = "records",
    .usage = "[show|add PUZZLE [INSTANCE...]]",
    .about = "best known solutions and bounds",
    .options = records_options,
    .takes = TAKES_QUESTION | TAKES_PICTURE | TAKES_LIMITS,
    .run = run,
};
