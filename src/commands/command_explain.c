#include "base/number.h"
#include "base/terminal.h"
#include "base/watchdog.h"
#include "commands/answer.h"
#include "commands/search_report.h"
#include "cli/request.h"

#include <stdlib.h>
#include <string.h>

#define DIGITS "0123456789"
enum { FEW = 4, FEW_OWN = 9 }; /* fewer rules of a kind are listed one by one; of a user's model */

/* Prints the puzzle's own reason, if it has one, and its picture. Without that picture, draws the
 * instance if a file is requested. Returns an exit status. */
static int print_reason(const struct request *r)
{
    SCOPED(text) out = {0};
    struct canvas *drawing = NULL;
    if (r->stated.problem.puzzle->reason && r->stated.problem.puzzle->reason(r->stated.instance, &out, &drawing)) {
        terminal_sentences("%s\n", text_string(&out));
        if (drawing) return picture_show(r, drawing, text_string(&out));
    }
    return picture_file(&r->shown) ? picture_solution(r, NULL, NULL) : EXIT_DONE;
}

/* ---- kinds of rules -------------------------------------------------------------------------- */

/* Writes the rule's kind, in which each place is "r,c" and each other number "n", and its places,
 * joined by "/"; a single number next to one place follows it, as in "1,2=9", and a number alone is
 * a place. Returns whether it has a place. */
static bool rule_kind(const char *rule, struct text *kind, struct text *places)
{
    int found = 0, numbers = 0;
    SCOPED(text) number = {0};
    text_clear(kind);
    text_clear(places);
    while (*rule) {
        size_t n = strspn(rule, DIGITS), m = n && rule[n] == ',' ? strspn(rule + n + 1, DIGITS) : 0;
        if (m && found++) text_put(places, "/");
        if (n && !m && numbers++) text_clear(&number);
        if (n) text_bytes(m ? places : &number, rule, m ? n + 1 + m : n);
        text_put(kind, m ? "r,c" : n ? "n" : "");
        if (!n) text_char(kind, *rule);
        rule += m ? n + 1 + m : n ? n : 1;
    }
    if (numbers == 1 && found <= 1) text_add(places, "%s%s", found ? "=" : "", text_string(&number));
    return places->n > 0;
}

/* A run of places: "2,3-5" in a row, "1-4,7" in a column, or "3-5" of numbers. */
struct place_run {
    long long row, row2, col, col2; /* row 0: numbers */
};

static void put_run(struct place_run *p, struct text *out)
{
    if (!p->col) return;
    text_put(out, " ");
    if (p->row) text_add(out, p->row < p->row2 ? "%lld-%lld," : "%lld,", p->row, p->row2);
    text_add(out, p->col < p->col2 ? "%lld-%lld" : "%lld", p->col, p->col2);
    p->col = 0;
}

/* Adds the places, with neighbors that follow each other as one. */
static void put_places(const char *places, struct text *out)
{
    struct place_run run = {0};
    SCOPED(strings) words = {0};
    strings_split(&words, places);
    for (int i = 0; i < words.n; i++) {
        const char *word = words.v[i], *comma = strchr(word, ',');
        long long row = comma ? atoll(word) : 0, col = atoll(comma ? comma + 1 : word);
        bool single = !word[strspn(word, DIGITS ",")] && col > 0 && strlen(word) < 16;
        if (single && run.col && row == run.row && row == run.row2 && col == run.col2 + 1) {
            run.col2++;
        } else if (single && run.col && row && col == run.col && col == run.col2 && row == run.row2 + 1) {
            run.row2++;
        } else {
            put_run(&run, out);
            if (single)
                run = (struct place_run){row, row, col, col};
            else
                text_add(out, " %s", word);
        }
    }
    put_run(&run, out);
}

/* Rules of one kind: the kind, the places of all, the last rule, and a line for each. */
struct rule_kind {
    struct text kind, places, rule, lines;
    int n;
};
struct rule_kinds {
    struct rule_kind *v;
    int n;
    size_t cap;
};

/* Groups the rules from..to-1 by kind, in the order of their first rules. Rules without a place are
 * kinds of their own if apart. */
static struct rule_kinds kinds_of(const struct request *r, const struct reasons *why, int from, int to, bool apart)
{
    const struct puzzle *p = r->stated.problem.puzzle;
    struct rule_kinds k = {0};
    SCOPED(text) kind = {0}, places = {0}, named = {0};
    for (int i = from; i < to; i++) {
        const char *rule = text_string(&why->v[i].rule);
        bool placed = rule_kind(rule, &kind, &places);
        text_clear(&named);
        if (!placed && puzzle_declares(p)) p->places(r->stated.instance, rule, &named);
        if (named.n) placed = rule_kind(named.s, &kind, &places);
        int at = placed || !apart ? 0 : k.n;
        while (at < k.n && strcmp(text_string(&k.v[at].kind), text_string(&kind)) != 0) at++;
        if (at == k.n) {
            MEM_PUSH(k.v, k.n, k.cap, ((struct rule_kind){0}));
            text_put(&k.v[at].kind, text_string(&kind));
        }
        k.v[at].n++;
        text_add(&k.v[at].places, " %s", text_string(&places));
        text_add(&k.v[at].lines, "  - %s\n", rule);
        text_set(&k.v[at].rule, rule);
    }
    return k;
}

static void rule_kinds_release(struct rule_kinds *k)
{
    for (int i = 0; i < k->n; i++) {
        text_release(&k->v[i].kind);
        text_release(&k->v[i].places);
        text_release(&k->v[i].rule);
        text_release(&k->v[i].lines);
    }
    mem_free(k->v);
}

/* Prints a rule, or several of one kind with the places of all, from row to row. */
static void print_kind(const struct rule_kind *k, int few)
{
    SCOPED(text) words = {0}, lines = {0}, line = {0};
    if (k->n < few) {
        terminal_print("%s", k->lines.s);
        return;
    }
    text_add(&words, "%s, %d times:", text_string(&k->kind), k->n);
    put_places(text_string(&k->places), &words);
    terminal_wrap(words.s, 92, &lines);
    const char *at = text_string(&lines);
    for (bool first = true; text_line(&line, &at); first = false)
        terminal_print("%s%s\n", first ? "  - " : "    ", line.s + strspn(line.s, " "));
}

/* Prints the rules that hold on every board, with the number of each kind. */
static void print_folded(const struct request *r, const struct reasons *why)
{
    SCOPED(rule_kinds) k = kinds_of(r, why, why->givens, why->n, false);
    SCOPED(text) line = {0};
    int n = why->n - why->givens;
    text_add(&line, "%d %s of every board %s part; this number is not minimized: ", n, plural(n, "rule", "rules"),
             plural(n, "takes", "take"));
    for (int i = 0; i < k.n; i++)
        text_add(&line, "%s%d \"%s\"", i ? ", " : "", k.v[i].n,
                 text_string(k.v[i].n > 1 ? &k.v[i].kind : &k.v[i].rule));
    if (k.n) terminal_sentences("%s.\n", line.s);
}

/* ---- the answer ------------------------------------------------------------------------------ */

/* Whether a limit or a signal left rules that may not be needed. */
static bool is_cut_short(const struct request *r, const struct reasons *why, const struct answer *a)
{
    return a->status == STATUS_UNSATISFIABLE && !why->minimal && job_over(r->stated.problem.job);
}

static void print_reasons(const struct request *r, const struct reasons *why, const struct answer *a)
{
    SCOPED(text) line = {0};
    int n = why->givens ? why->givens : why->n;
    text_add(&line, "%s %s: no solution, ", r->stated.problem.puzzle->name, text_string(&r->stated.label));
    evidence_verdict(r, a, "", &line);
    if (why->givens == 1)
        text_put(&line, ". This alone contradicts the rules that hold on every board:");
    else if (n == 1)
        text_put(&line, ". One rule alone cannot hold:");
    else
        text_add(&line, ". These %d %s%s:", n,
                 why->givens ? "contradict the rules that hold on every board" : "rules already clash",
                 why->minimal              ? ", and none of them can be left out"
                 : is_cut_short(r, why, a) ? " (a limit ended the search for fewer)"
                                           : ", but perhaps some can be left out");
    terminal_sentences("%s\n", line.s);
    SCOPED(rule_kinds) k = kinds_of(r, why, 0, n, true);
    for (int i = 0; i < k.n; i++) print_kind(&k.v[i], puzzle_declares(r->stated.problem.puzzle) ? FEW_OWN : FEW);
    if (why->givens) print_folded(r, why);
}

static void print_reasons_json(const struct request *r, const struct reasons *why, const struct answer *a)
{
    json_t *o = json_answer(r, a, evidence_complete(a)), *rules = json_array();
    for (int i = 0; i < why->n; i++) json_push(rules, json_text(text_string(&why->v[i].rule)));
    json_put(o, "rules", rules);
    json_put(o, "givens", json_integer(why->givens));
    json_put(o, "minimal", json_boolean(why->minimal));
    json_print(o);
}

/* State for the final output, printed by the command or, at a limit, by the watchdog. */
struct explaining {
    struct search_report report;
    struct reasons why;
};

/* Prints the rules that contradict each other, or a solution. Returns the exit status. */
static int explain_finish(void *explaining)
{
    const struct explaining *e = explaining;
    struct request *r = e->report.r;
    const struct answer *a = &e->report.a;
    const bool part = a->status == STATUS_UNKNOWN || is_cut_short(r, &e->why, a);
    int status = part ? EXIT_STOPPED : EXIT_DONE, drawn = EXIT_DONE;
    if (a->status == STATUS_FAILED || a->status == STATUS_REFUSED)
        return report_error((int)a->status, "%s", text_string(&a->err));
    if (r->shown.json) {
        print_reasons_json(r, &e->why, a);
        if (picture_file(&r->shown)) drawn = picture_solution(r, a->solution.n ? &a->solution : NULL, NULL);
    } else if (a->status == STATUS_SATISFIABLE) {
        terminal_sentences("%s %s: the rules do not clash. A solution%s:\n", r->stated.problem.puzzle->name,
                           text_string(&r->stated.label),
                           r->stated.problem.objective.name ? " (perhaps not the best)" : "");
        drawn = picture_solution(r, &a->solution, NULL);
    } else if (a->status == STATUS_UNKNOWN) {
        terminal_sentences("Stopped by a limit before it was known whether there is a solution.\n");
    } else {
        print_reasons(r, &e->why, a);
        drawn = print_reason(r);
    }
    return drawn ? drawn : status;
}

static void explain_search(void *explaining, struct answer *a)
{
    struct explaining *e = explaining;
    struct reasons why = {0};
    const struct problem *q = &e->report.r->stated.problem;
    a->status =
        search_explain(q, !puzzle_declares(q->puzzle), &why, a); /* all rules of a model have the user's names */
    watchdog_end(&e->report.r->job);
    e->why = why;
}

struct explain_choices {
    const char *bound;
};

#define FIELD(name) .offset = offsetof(struct explain_choices, name)
static const struct option explain_options[] = {
    TEXT_OPTION("bound", "K", bound, "explain why no solution has the objective value K or a better one"),
    {0},
};

static int explain_run(struct request *r)
{
    const struct explain_choices *c = r->own;
    if (!request_within(r, c->bound)) return EXIT_USAGE;
    struct problem *q = &r->stated.problem;
    /* A theorem can exclude the bound by itself, which explains nothing. */
    if (q->bounded) search_formulate_plainly(q);
    struct explaining e = {.report = {.explaining = true, .search = explain_search, .finish = explain_finish}};
    int status = search_report_run(&e.report, r);
    search_reasons_release(&e.why);
    return status;
}

const struct command command_explain = {
    .name = "explain",
    .usage = "PUZZLE [INSTANCE...] [options]",
    .group = "Solve and play",
    .about = "name the rules that leave no solution",
    .text = "Finds a minimal set of rules that contradict each other in a problem without a solution. Each rule is "
            "in the puzzle's words, and none can be left out. If given cells or a bound cause the contradiction, "
            "only these are minimized, and one line counts the other rules. Rules that differ only in "
            "their places, or in one number, share a line. There, 2,3-5 is row 2, columns 3 to 5, and 1-4,7 is "
            "rows 1 to 4 of column 7. For a model in JSON it minimizes all rules, and lists up to eight of a kind by "
            "name; --json lists all. A reason of another kind, such as a residue, follows if there is one.",
    .examples =
        {
            {"loophole explain squarest 50 3 6 9 12 15 30 21 25 27 30", "why 50 cannot be reached"},
            {"loophole explain tank 3", "why there is no 3x3 tank board"},
            {"loophole explain archer 5 2 4 --json", "the rules as JSON"},
        },
    COMMAND_OPTIONS(explain),
    .without = "engine search break-symmetry",
    .takes = TAKES_PROBLEM | TAKES_CHOICES | TAKES_PICTURE | TAKES_JSON | TAKES_CTRL_C | TAKES_APART,
    .run = explain_run,
};
