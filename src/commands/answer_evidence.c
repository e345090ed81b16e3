#include "base/terminal.h"
#include "commands/search_report.h"
#include "commands/answer.h"

void evidence_verdict(const struct request *r, const struct answer *a, const char *what, struct text *out)
{
    struct text words = {0};
    evidence_words(&a->evidence, r->stated.problem.choices.solver, &words);
    if (evidence_proves(&a->evidence))
        text_add(out, "proved%s%s", *what ? " " : "", what);
    else
        text_add(out, "%s%s%s%s", what, *what ? " (" : "", words.s, *what ? ")" : "");
    text_release(&words);
}

static void size_words(int64_t bytes, struct text *out)
{
    if (bytes < 100)
        text_add(out, "%lld byte%s", (long long)bytes, plural(bytes));
    else if (bytes < 100000)
        text_add(out, "%.1f kB", (double)bytes / 1e3);
    else
        text_add(out, "%.1f MB", (double)bytes / 1e6);
}

bool evidence_complete(const struct answer *a)
{
    return a->status == STATUS_OPTIMAL || a->status == STATUS_UNSATISFIABLE;
}

/* Each kind in JSON, and in words: before and after the item's text. */
static const struct {
    const char *kind, *before, *after;
} parts[EVIDENCE_KINDS] = {
    [EVIDENCE_CHECKED] = {"checked refutation", "checked proof", NULL},
    [EVIDENCE_UNCHECKED] = {"unchecked refutation", "refutation", NULL},
    [EVIDENCE_ELIMINATION] = {"elimination", "elimination over GF(2), done twice", ""},
    [EVIDENCE_ARITHMETIC] = {"arithmetic", "an arithmetic bound", ""},
    [EVIDENCE_EXHAUSTION] = {"exhaustion", "exhaustion (", ")"},
    [EVIDENCE_STEPS] = {"theorem", "", ""},
    [EVIDENCE_ADDED_UP] = {"parity argument", "", ", added up"},
    [EVIDENCE_SYMMETRY] = {"theorem", "", ""},
    [EVIDENCE_THEOREM] = {"theorem", "", ""},
};

/* Is there an item of this kind to print? A checked parity is printed once. */
static bool shown(const struct evidence *e, int kind)
{
    return e->item[kind].count && !(kind == EVIDENCE_STEPS && e->item[EVIDENCE_ADDED_UP].count);
}

/* The item's text; of a refutation, the solver. NULL: none. */
static const char *by(const struct request *r, const struct evidence *e, int kind)
{
    bool refutation = kind == EVIDENCE_CHECKED || kind == EVIDENCE_UNCHECKED;
    return e->item[kind].text || !refutation ? e->item[kind].text : r->stated.problem.choices.solver;
}

static void part_words(const struct request *r, const struct evidence *e, int kind, struct text *out)
{
    long long count = e->item[kind].count;
    const char *text = by(r, e, kind);
    if (out->n) text_put(out, "; ");
    if (parts[kind].after) {
        text_add(out, "%s%s%s", parts[kind].before, text ? text : "", parts[kind].after);
        return;
    }
    text_add(out, "%lld %s%s ", count, parts[kind].before, plural(count));
    if (kind == EVIDENCE_UNCHECKED) {
        text_add(out, "by %s, unchecked", text);
    } else {
        text_char(out, '(');
        size_words(e->proof_bytes, out);
        text_add(out, ", %.2f s)", e->check_seconds);
    }
}

void evidence_print(const struct request *r, const struct answer *a, bool complete)
{
    struct text line = {0};
    if (a->solution.n) text_put(&line, "a recount");
    for (int k = 0; k < EVIDENCE_KINDS && complete; k++)
        if (shown(&a->evidence, k)) part_words(r, &a->evidence, k, &line);
    if (line.n) terminal_say("rests on: %s.\n", line.s);
    text_release(&line);
}

void evidence_say(const struct request *r, const struct answer *a, const char *before, const char *after)
{
    struct text verdict = {0};
    evidence_verdict(r, a, "", &verdict);
    terminal_say("%s%s%s", before, text_string(&verdict), after);
    text_release(&verdict);
}

json_t *evidence_json(const struct request *r, const struct answer *a, bool complete)
{
    const struct evidence *e = &a->evidence;
    json_t *list = json_array();
    if (a->solution.n) {
        json_t *recount = json_object();
        json_put(recount, "kind", json_text("verification"));
        json_push(list, recount);
    }
    for (int k = 0; k < EVIDENCE_KINDS && complete; k++) {
        if (!shown(e, k)) continue;
        json_t *o = json_object();
        bool claim = k == EVIDENCE_UNCHECKED && evidence_foreign(r->stated.problem.choices.solver);
        json_put(o, "kind", json_text(claim ? "claim" : parts[k].kind));
        if (by(r, e, k)) json_put(o, "by", json_text(by(r, e, k)));
        json_push(list, o);
        if (k != EVIDENCE_CHECKED) continue;
        json_put(o, "proofs", json_integer(e->item[k].count));
        json_put(o, "bytes", json_integer(e->proof_bytes));
        json_put(o, "seconds", json_real((double)(int64_t)(e->check_seconds * 1e6) / 1e6));
    }
    return list;
}
