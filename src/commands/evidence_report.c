/* Prints the evidence of an answer, in lines or as JSON, and the line on how it was found. */
#include "base/number.h"
#include "base/terminal.h"
#include "commands/answer.h"

#include <string.h>

void evidence_verdict(const struct request *r, const struct answer *a, const char *what, struct text *out)
{
    SCOPED(text) words = {0};
    evidence_words(&a->evidence, r->stated.problem.choices.solver, &words);
    if (evidence_proves(&a->evidence))
        text_add(out, "proved%s%s", *what ? " " : "", what);
    else
        text_add(out, "%s%s%s%s", what, *what ? " (" : "", words.s, *what ? ")" : "");
}

bool evidence_complete(const struct answer *a)
{
    return a->status == STATUS_OPTIMAL || a->status == STATUS_UNSATISFIABLE;
}

/* Returns the item's text, or the solver of a refutation. Returns NULL if there is neither. */
static const char *by(const struct request *r, const struct evidence *e, int kind)
{
    bool refutation = kind == EVIDENCE_CHECKED || kind == EVIDENCE_UNCHECKED;
    return e->item[kind].text || !refutation ? e->item[kind].text : r->stated.problem.choices.solver;
}

/* ---- lines ----------------------------------------------------------------------------------- */

enum { LABEL = 10, LINE = 100 };

/* Returns the number of columns for the words after a label, on a terminal or in a file. */
static int line_columns(void)
{
    int columns = terminal_columns(stdout);
    return (columns > 2 * LABEL && columns < LINE ? columns : LINE) - LABEL;
}

/* Prints a label and its words. Further lines begin under the first word. */
void evidence_print_labelled(const char *label, const char *words)
{
    SCOPED(text) lines = {0}, line = {0};
    terminal_wrap(words, line_columns(), &lines);
    const char *at = text_string(&lines);
    for (bool first = true; text_line(&line, &at); first = false)
        terminal_print("%-*s%s\n", LABEL, first ? label : "", line.s + strspn(line.s, " "));
}

/* Adds an item to a list, separated by semicolons. An item that does not fit into a line begins a
 * new one. */
static void add_item(struct text *list, const char *item, bool fresh_line)
{
    const char *line = strrchr(text_string(list), '\n');
    const size_t used = line ? strlen(line + 1) : list->n;
    fresh_line = fresh_line || used + 2 + strlen(item) > (size_t)line_columns();
    text_put(list, !used ? "" : fresh_line ? "\n" : "; ");
    text_put(list, item);
}

static void size_words(int64_t bytes, struct text *out)
{
    if (bytes < 100)
        text_add(out, "%lld %s", (long long)bytes, plural(bytes, "byte", "bytes"));
    else if (bytes < 100000)
        text_add(out, "%.1f kB", (double)bytes / 1e3);
    else
        text_add(out, "%.1f MB", (double)bytes / 1e6);
}

/* Appends checked and unchecked refutations as one item. */
static void put_refutations(const struct request *r, const struct evidence *e, const char *refuted, struct text *out)
{
    long long checked = e->item[EVIDENCE_CHECKED].count, unchecked = e->item[EVIDENCE_UNCHECKED].count;
    const char *solver = by(r, e, EVIDENCE_UNCHECKED);
    text_add(out, "%s refuted", refuted);
    if (!checked) text_add(out, " by %s", solver);
    text_put(out, " (");
    if (checked > 1) text_add(out, "%lld ", checked);
    if (checked) text_add(out, "DRAT %s, checked, ", plural(checked, "proof", "proofs"));
    if (checked) size_words(e->proof_bytes, out);
    if (checked && e->lazy_clauses)
        text_add(out, ", with %lld lazy %s, checked", (long long)e->lazy_clauses,
                 plural(e->lazy_clauses, "clause", "clauses"));
    if (checked && unchecked)
        text_add(out, "; %lld %s of %s, unchecked", unchecked, plural(unchecked, "call", "calls"), solver);
    else if (unchecked > 1)
        text_add(out, "%lld calls, unchecked", unchecked);
    else if (unchecked)
        text_put(out, "unchecked");
    if (unchecked && e->why) text_add(out, ": %s", e->why);
    text_char(out, ')');
}

static void put_item(const struct request *r, const struct evidence *e, int kind, const char *refuted, struct text *out)
{
    if (kind == EVIDENCE_CUTTING_PLANES) {
        text_add(out, "%s refuted (cutting-planes proof, checked, ", refuted);
        size_words(e->proof_bytes, out);
        text_char(out, ')');
    } else if (kind == EVIDENCE_CHECKED || kind == EVIDENCE_UNCHECKED) {
        put_refutations(r, e, refuted, out);
    } else if (kind == EVIDENCE_EXHAUSTION) {
        text_add(out, "%s (%s)", evidence_kinds[kind].words, e->item[kind].text);
    } else if (kind == EVIDENCE_THEOREM) {
        const char *names = e->item[kind].text; /* separated by commas */
        text_add(out, "%s: %s (loophole help evidence)", strchr(names, ',') ? "theorems" : "theorem", names);
    } else {
        text_put(out, evidence_kinds[kind].words);
    }
}

/* Adds all items to the list. With `split`, the first argument that is no refutation begins a new
 * line. */
static void put_items(const struct request *r, const struct answer *a, const char *refuted, bool split,
                      struct text *list)
{
    SCOPED(text) item = {0};
    if (a->solution.n) add_item(list, "solution verified", false);
    for (int k = 0; k < EVIDENCE_KINDS && refuted; k++) {
        bool argument = k > EVIDENCE_UNCHECKED, both = a->evidence.item[EVIDENCE_CHECKED].count;
        if (!evidence_shown(&a->evidence, k) || (k == EVIDENCE_UNCHECKED && both)) continue;
        put_item(r, &a->evidence, k, refuted, &item);
        add_item(list, item.s, split && argument);
        split = split && !argument;
        text_clear(&item);
    }
}

void evidence_print(const struct request *r, const struct answer *a, const char *refuted)
{
    SCOPED(text) list = {0};
    put_items(r, a, refuted, false, &list);
    if (list.n && strchr(list.s, '\n') &&
        (a->evidence.item[EVIDENCE_CHECKED].count || a->evidence.item[EVIDENCE_UNCHECKED].count)) {
        text_clear(&list);
        put_items(r, a, refuted, true, &list);
    }
    if (list.n) evidence_print_labelled("evidence:", list.s);
}

void evidence_refuted(const struct answer *a, const char *unit, bool unique, struct text *out)
{
    int64_t step = max64(a->evidence.step, 1);
    bool counted = unit && unit[strlen(unit) - 1] == 's';
    if (a->status == STATUS_OPTIMAL && a->has_objective && a->maximize)
        text_add(out, "\"%lld or more\"", (long long)(a->objective_value + step));
    else if (a->status == STATUS_OPTIMAL && a->has_objective)
        text_add(out, "\"%lld or %s\"", (long long)(a->objective_value - step), counted ? "fewer" : "less");
    else if (a->status == STATUS_UNSATISFIABLE)
        text_put(out, "formula");
    if (unique) text_add(out, "%sother solutions", out->n ? " and " : "");
}

/* Adds how the answer was found: "defects, search up, cadical". */
static void put_method(const struct request *r, const struct answer *a, struct text *out)
{
    text_put(out, r->stated.problem.formulation->name);
    if (a->search)
        text_add(out, ", search %s", a->search);
    else if (a->engine && *a->engine && strcmp(a->engine, "sat") != 0)
        text_add(out, ", engine %s", a->engine);
    text_add(out, ", %s", a->calls ? r->stated.problem.choices.solver : "no solver call");
    for (int k = 0; k < KINDS && a->calls; k++) {
        if (!a->encoders.used[k] && !(a->encoders.natives >> k & 1)) continue;
        text_add(out, ", %s ", encoder_kind((enum kind)k));
        lower_used_text(&a->encoders, (enum kind)k, out);
    }
    if (a->lazy.rounds)
        text_add(out, ", %lld lazy %s in %lld %s", (long long)a->lazy.clauses,
                 plural(a->lazy.clauses, "clause", "clauses"), (long long)a->lazy.rounds,
                 plural(a->lazy.rounds, "round", "rounds"));
}

void evidence_idle(const struct request *r, const struct encoders_used *used)
{
    SCOPED(text) idle = {0};
    for (int k = 0; k < KINDS; k++) {
        const struct encoder *e = r->stated.problem.choices.policy.by_kind[k].encoder;
        if (e && !used->used[k] && !(used->uncounted >> k & 1))
            text_add(&idle, "%s--%s %s", idle.n ? ", " : "", encoder_kind((enum kind)k), encoder_short(e));
    }
    if (idle.n && !r->shown.quiet) report_error(EXIT_DONE, "No constraint of the formula used %s.", idle.s);
}

void evidence_print_method(const struct request *r, const struct answer *a, bool sizes)
{
    const double checking = answer_check_seconds(a), all = a->encode_seconds + a->solve_seconds + checking;
    SCOPED(text) out = {0};
    put_method(r, a, &out);
    text_put(&out, ": ");
    if (a->calls && sizes)
        text_add(&out, "%lld %s, %lld %s, ", (long long)a->size.vars, plural(a->size.vars, "variable", "variables"),
                 (long long)a->size.clauses, plural(a->size.clauses, "clause", "clauses"));
    if (a->calls) text_add(&out, "%lld %s, ", (long long)a->calls, plural(a->calls, "solver call", "solver calls"));
    text_add(&out, "%.2f s CPU", all);
    if (all >= 0.1)
        text_add(&out, " (encoding %.2f s, solving %.2f s, checking %.2f s)", a->encode_seconds, a->solve_seconds,
                 checking);
    text_char(&out, '.');
    evidence_print_labelled("method:", out.s);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

json_t *evidence_json(const struct request *r, const struct answer *a, bool complete)
{
    const struct evidence *e = &a->evidence;
    json_t *list = json_array();
    if (a->solution.n) json_push(list, json_pack("{ss}", "kind", "verification"));
    for (int k = 0; k < EVIDENCE_KINDS && complete; k++) {
        if (!evidence_shown(e, k)) continue;
        json_t *o = json_object();
        bool claim = k == EVIDENCE_UNCHECKED && evidence_foreign(r->stated.problem.choices.solver);
        json_put(o, "kind", json_text(claim ? "claim" : evidence_kinds[k].json));
        if (by(r, e, k)) json_put(o, "by", json_text(by(r, e, k)));
        if (k == EVIDENCE_UNCHECKED && e->why) json_put(o, "why", json_text(e->why));
        json_push(list, o);
        if (k != EVIDENCE_CHECKED && k != EVIDENCE_CUTTING_PLANES) continue;
        json_put(o, "proofs", json_integer(e->item[k].count));
        json_put(o, "bytes", json_integer(e->proof_bytes));
        if (k == EVIDENCE_CHECKED && e->lazy_clauses) json_put(o, "lazy_clauses", json_integer(e->lazy_clauses));
        json_put(o, "seconds", json_real((double)(int64_t)(e->check_seconds * 1e6) / 1e6));
    }
    return list;
}
