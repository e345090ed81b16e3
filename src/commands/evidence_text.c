#include "commands/telling.h"
#include "commands/evidence_text.h"

#include "base/terminal.h"

bool evidence_options(struct request *r)
{
    bool all = r->shown.prove, nothing = r->shown.no_proof;
    if (all && nothing)
        complain(EXIT_USAGE, "The options --prove and --no-proof contradict each other; leave one out.");
    if (all) r->problem.prove = PROVE_ALL;
    if (nothing) r->problem.prove = PROVE_NOTHING;
    return !all || !nothing;
}

void evidence_verdict(const struct request *r, const struct answer *a, const char *what, struct text *out)
{
    struct text words = {0};
    evidence_words(&a->evidence, r->problem.choices.solver, &words);
    if (evidence_proves(&a->evidence))
        text_add(out, "proved%s%s", *what ? " " : "", what);
    else
        text_add(out, "%s%s%s%s", what, *what ? " (" : "", words.s, *what ? ")" : "");
    text_release(&words);
}

/* Whose refutations are believed. */
static const char *believed(const struct request *r, const struct evidence *e)
{
    return e->by ? e->by : r->problem.choices.solver;
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

static void part(struct text *out, const char *what) { text_add(out, "%s%s", out->n ? "; " : "", what); }

bool evidence_complete(const struct answer *a)
{
    return a->status == STATUS_OPTIMAL || a->status == STATUS_UNSATISFIABLE;
}

static void evidence_line(const struct request *r, const struct answer *a, bool complete, struct text *out)
{
    const struct evidence *e = &a->evidence;
    struct text parts = {0};
    if (a->solution.n) part(&parts, "a recount");
    if (complete) {
        if (e->checked) {
            text_add(&parts, "%s%lld checked proof%s (", parts.n ? "; " : "", (long long)e->checked,
                     plural(e->checked));
            size_words(e->proof_bytes, &parts);
            text_add(&parts, ", %.2f s)", e->check_seconds);
        }
        if (e->believed)
            text_add(&parts, "%s%lld refutation%s by %s, unchecked", parts.n ? "; " : "", (long long)e->believed,
                     plural(e->believed), believed(r, e));
        if (e->claimed) text_add(&parts, "%sthe word of %s", parts.n ? "; " : "", r->problem.choices.solver);
        if (e->parity) part(&parts, "elimination over GF(2), done twice");
        if (e->arithmetic) part(&parts, "an arithmetic bound");
        if (e->exhaustion) text_add(&parts, "%sexhaustion (%s)", parts.n ? "; " : "", a->search);
        if (e->steps) part(&parts, e->added_up ? "the parity of all figures, added up" : "the parity of all figures");
        if (e->symmetry) part(&parts, "symmetry");
        if (e->theorems) part(&parts, e->theorems);
    }
    if (parts.n) text_add(out, "rests on: %s.\n", parts.s);
    text_release(&parts);
}

void evidence_print(const struct request *r, const struct answer *a, bool complete)
{
    struct text line = {0};
    evidence_line(r, a, complete, &line);
    terminal_words(stdout, text_string(&line));
    text_release(&line);
}

void evidence_say(const struct request *r, const struct answer *a, const char *before, const char *after)
{
    struct text verdict = {0};
    evidence_verdict(r, a, "", &verdict);
    telling_say("%s%s%s", before, text_string(&verdict), after);
    text_release(&verdict);
}

static void add(json_t *list, const char *kind, const char *by)
{
    json_t *o = json_object();
    json_put(o, "kind", json_text(kind));
    if (by) json_put(o, "by", json_text(by));
    json_push(list, o);
}

json_t *evidence_json(const struct request *r, const struct answer *a, bool complete)
{
    const struct evidence *e = &a->evidence;
    json_t *list = json_array();
    if (a->solution.n) add(list, "recount", NULL);
    if (!complete) return list;
    if (e->checked) {
        add(list, "checked refutation", r->problem.choices.solver);
        json_t *o = json_array_get(list, json_array_size(list) - 1);
        json_put(o, "proofs", json_integer(e->checked));
        json_put(o, "bytes", json_integer(e->proof_bytes));
        json_put(o, "seconds", json_real((double)(int64_t)(e->check_seconds * 1e6) / 1e6));
    }
    if (e->believed)
        add(list, evidence_foreign(r->problem.choices.solver) ? "claim" : "unchecked refutation", believed(r, e));
    if (e->claimed) add(list, "claim", r->problem.choices.solver);
    if (e->parity) add(list, "elimination", NULL);
    if (e->arithmetic) add(list, "arithmetic", NULL);
    if (e->exhaustion) add(list, "exhaustion", a->search);
    if (e->steps) add(list, e->added_up ? "parity" : "theorem", "the parity of all figures");
    if (e->symmetry) add(list, "theorem", "symmetry");
    if (e->theorems) add(list, "theorem", e->theorems);
    return list;
}
