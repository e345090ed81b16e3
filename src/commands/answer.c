/* Reads, verifies and draws the answers that users supply. */
#include "base/terminal.h"
#include "commands/search_report.h"
#include "base/watchdog.h"
#include "commands/answer.h"

#include <string.h>

int answer_judged(const struct request *r, const char *name, struct solution *out, int64_t *objective_value)
{
    const struct puzzle *p = r->stated.problem.puzzle;
    SCOPED(text) text = {0}, err = {0};
    if (!file_read(name, &file_cap_answer, &text, &err)) return report_error(EXIT_INPUT, "%s", text_string(&err));
    if (p->verify(r->stated.instance, text_string(&text), objective_value, &err)) {
        solution_read(p, r->stated.instance, text_string(&text), out);
        return EXIT_DONE;
    }
    report_error(EXIT_NO, "%s", text_string(&err));
    if (r->shown.json) answer_refused(r, NULL, text_string(&err));
    return EXIT_NO;
}

/* ---- violated soft constraints --------------------------------------------------------------- */

struct violated {
    json_t *list; /* NULL: only the words are wanted */
    struct text words;
    int n;
};

static void answer_violated_add(void *violated, const char *name, int64_t cost)
{
    enum { SHOWN = 20 };
    struct violated *v = violated;
    if (v->list)
        json_push(v->list, json_pack("{so so}", "name", json_text(name), "cost", json_number(cost)));
    else if (++v->n <= SHOWN)
        text_add(&v->words, "%s%s, cost %lld", v->n > 1 ? "; " : "", name, (long long)cost);
    if (v->n == SHOWN + 1) text_put(&v->words, "; and more, which --json prints");
}

/* Collects the violated soft constraints. False: there are none by the puzzle, or no solution. */
static bool answer_violated(const struct problem *q, const struct solution *solution, struct violated *v)
{
    const struct puzzle_files *files = q->puzzle->files;
    if (!files || !files->violated || !solution) return false;
    files->violated(q->instance, solution, answer_violated_add, v);
    return true;
}

void answer_violated_print(const struct request *r, const struct solution *solution)
{
    struct violated v = {0};
    answer_violated(&r->stated.problem, solution, &v);
    if (v.n) evidence_print_labelled("violated:", v.words.s);
    text_release(&v.words);
}

void answer_violated_json(const struct request *r, const struct solution *solution, json_t *o)
{
    struct violated v = {.list = json_array()};
    if (answer_violated(&r->stated.problem, solution, &v))
        json_put(o, "violated", v.list);
    else
        json_decref(v.list);
}

/* ---- the verdict ----------------------------------------------------------------------------- */

/* Prints the verdict as JSON. A NULL claim omits the claim; a NULL value or solution is printed as
 * null. Without an error, the solution is verified. */
static void print_verdict(const struct request *r, const struct solver_claim *claim, const int64_t *objective_value,
                          const struct solution *solution, const char *error)
{
    watchdog_end(r->stated.problem.job);
    json_t *o = json_request(r);
    if (claim) json_put(o, "formulation", json_text(r->stated.problem.formulation->name));
    if (claim) json_put(o, "claim", json_text(claim->word));
    if (claim) json_put(o, "claimed_cost", claim->has_cost ? json_number(claim->claimed) : json_null());
    if (claim) json_put(o, "cost", claim->has_cost ? json_number(claim->cost) : json_null());
    json_put(o, "objective_value", objective_value ? json_number(*objective_value) : json_null());
    if (claim) json_put(o, "solution", json_text(solution ? text_string(&solution->text) : NULL));
    answer_violated_json(r, solution, o);
    json_put(o, "verified", json_boolean(!error || solution));
    if (error) json_put(o, "error", json_text(error));
    json_print(o);
}

void answer_refused(const struct request *r, const char *claim, const char *sentence)
{
    print_verdict(r, claim ? &(struct solver_claim){.word = claim} : NULL, NULL, NULL, sentence);
}

int answer_show(const struct request *r, const struct solution *solution, int64_t objective_value,
                const struct solver_claim *claim)
{
    const char *unit = r->stated.problem.objective.name;
    watchdog_end(r->stated.problem.job);
    int status = picture_solution(r, solution, NULL);
    SCOPED(text) line = {0}, wrong = {0};
    if (claim && claim->wrong) {
        text_error(&wrong, "The solver claims the objective %lld, but its solution has %lld in the file that it read.",
                   (long long)claim->claimed, (long long)claim->cost);
        status = report_error(status ? status : EXIT_NO, "%s", wrong.s);
    }
    if (r->shown.json) {
        print_verdict(r, claim, unit ? &objective_value : NULL, solution, wrong.s);
    } else if (claim && r->shown.quiet) {
        terminal_print("%s", answer_words(r, solution, &line));
    } else {
        text_add(&line, "%s %s: right", r->stated.problem.puzzle->name, text_string(&r->stated.label));
        if (unit) {
            text_put(&line, ", with ");
            text_count(&line, objective_value, unit);
            if (claim && !claim->wrong && !strcmp(claim->word, "optimal"))
                text_put(&line, "; the solver says that this is the optimum");
        }
        terminal_sentences("%s.\n", line.s);
        answer_violated_print(r, solution);
    }
    return status;
}
