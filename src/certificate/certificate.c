#include "base/number.h"
#include "certificate/certificate_inside.h"
#include "model/model_row.h"

const char *const certificate_kinds[CLAIM_KINDS] = {"solution", "best", "none", "all"};

bool certificate_begin(struct claim *c, struct job *job, struct text *err)
{
    c->stated.problem.job = job;
    c->unbounded = model_new();
    search_build(&c->stated.problem, INT64_MAX, c->unbounded);
    c->has_objective = model_objective(c->unbounded);
    return !job_over(job) || text_error(err, "Stopped while the model was built.");
}

void certificate_release(struct claim *c)
{
    problem_release(&c->stated);
    lits_release(&c->taken);
    lits_release(&c->lazy);
    if (c->unbounded) model_free(c->unbounded);
}

/* ---- the manifest ---------------------------------------------------------------------------- */

void certificate_words(const struct claim *c, struct text *out)
{
    const struct problem *q = &c->stated.problem;
    const char *what = c->has_objective ? q->puzzle->unit : NULL;
    text_add(out, "%s %s: ", q->puzzle->name, text_string(&c->stated.label));
    if (c->kind == CLAIM_NONE)
        text_put(out, "there is no solution.");
    else if (c->kind == CLAIM_BEST) {
        text_count(out, c->objective_value, what);
        text_put(out, ", and no solution is better.");
    } else if (c->kind == CLAIM_ALL) {
        const bool projected = q->puzzle->files && model_facts(c->unbounded)->projected;
        text_add(out, "%lld %s%s, and no other%s", (long long)c->solutions,
                 plural(c->solutions, "solution", "solutions"), what ? " that none is better than" : "",
                 certificate_leaves_images(q) ? " but mirror images" : "");
        answer_projection(&(struct answer){.projected = projected, .projection = model_solution_vars(c->unbounded)},
                          out);
        text_char(out, '.');
    } else
        text_put(out, "this is a solution.");
}

void certificate_trusted(const struct claim *c, struct text *out)
{
    const char *join = "the encoders of rows of the kind ";
    for (int kind = 0; kind < ROW_KINDS; kind++) {
        if (!(c->kinds >> kind & 1)) continue;
        text_add(out, "%s%s", join, row_kinds[kind]->name);
        join = ", ";
    }
    if (c->kinds) text_put(out, ", whose clauses formula.opb has");
}

/* Returns the theorems and reductions that the claim depends on, a list of texts; the caller owns
 * it. */
static json_t *claim_evidence(const struct claim *c)
{
    const struct problem *q = &c->stated.problem;
    const char *theorems = puzzle_theorems(q->formulation, q->instance);
    json_t *list = json_array();
    SCOPED(text) trusted = {0};
    const int lazy = certificate_lazy_clauses(&c->lazy, c->lazy.n);
    if (certificate_refutes(c) && theorems) {
        SCOPED(text) cited = {0};
        text_add(&cited, "%s (%s)", theorems, q->formulation->theorems->page);
        json_push(list, json_text(cited.s));
    }
    certificate_trusted(c, &trusted);
    if (trusted.n) json_push(list, json_text(trusted.s));
    if (c->lazily)
        json_push(list, json_sprintf("%d lazy %s, each checked against the rule of its row", lazy,
                                     plural(lazy, "clause", "clauses")));
    if (certificate_of_kernel(q) && !c->rules)
        json_push(list, json_string("the elimination over GF(2) that the kernel form comes from; check does it twice"));
    if (certificate_leaves_images(q)) json_push(list, json_string("mirror images are left out"));
    return list;
}

static json_t *choices(const struct claim *c)
{
    json_t *o = json_object();
    const struct options *given = &c->stated.options;
    for (const struct option_given *g = NULL; (g = options_next(given, OPTION_SHAPES | OPTION_CERTIFIED, g));)
        if (options_find(choices_options, g->option->name)) json_put(o, g->option->name, json_string(g->value));
    return o;
}

json_t *certificate_manifest(const struct claim *c)
{
    SCOPED(text) words = {0};
    json_t *o = json_object(), *refutations = json_array(), *r = json_object();
    certificate_words(c, &words);
    json_put(o, "certificate", json_integer(CERTIFICATE_VERSION));
    json_put(o, "claim", json_text(text_string(&words)));
    json_put(o, "kind", json_string(certificate_kinds[c->kind]));
    if (c->kind != CLAIM_NONE) json_put(o, "solution", json_string("solution.txt"));
    if (c->kind != CLAIM_NONE && c->has_objective) json_put(o, "objective_value", json_integer(c->objective_value));
    if (c->kind == CLAIM_ALL) json_put(o, "solution_count", json_integer(c->solutions));
    if (c->kind == CLAIM_ALL) json_put(o, "values", json_string("values.txt"));
    if (c->parity) json_put(o, "parity", json_string("parity.opb"));
    if (c->parity) json_put(o, "parity_proof", json_string("parity.pbp"));
    json_put(o, "choices", choices(c));
    json_put(r, "formula", json_string(c->sums || c->rules ? "formula.opb" : "formula.cnf"));
    json_put(r, "proof", json_string(c->sums || c->rules ? "proof.pbp" : "proof.drat"));
    if (c->lazily) json_put(r, "lazy", json_string("lazy.txt"));
    json_put(r, "choices", choices(c));
    if (c->most < INT64_MAX) json_put(r, "bound", json_integer(c->bound));
    if (certificate_refutes(c)) json_push(refutations, json_incref(r));
    json_put(o, "refutations", refutations);
    json_put(o, "evidence", claim_evidence(c));
    json_decref(r);
    return o;
}
