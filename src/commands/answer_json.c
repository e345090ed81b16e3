#include "commands/answer.h"

#include "base/clock.h"
#include "base/version.h"

static json_t *number_if(bool has, int64_t n) { return has ? json_number(n) : json_null(); }
static json_t *answer_json_seconds(double s) { return json_real((double)(int64_t)(s * 1e6 + 0.5) / 1e6); }

/* The encoders that were used; NULL: those that were asked for. */
static json_t *encoders_json(const struct policy *asked, const struct encoders_used *used)
{
    json_t *o = json_object();
    for (int k = 0; k < KINDS; k++) {
        SCOPED(text) words = {0};
        if (k > XOR && (used ? !used->used[k] : !asked->by_kind[k].encoder)) continue;
        if (used)
            lower_used_text(used, (enum kind)k, &words);
        else
            encoder_text(&asked->by_kind[k], &words);
        json_put(o, encoder_kind((enum kind)k), json_text(text_string(&words)));
    }
    return o;
}

static json_t *limits_json(const struct job *s)
{
    json_t *o = json_object();
    if (s->limit > 0) json_put(o, "seconds", json_real(s->limit));
    if (s->cpu_limit > 0) json_put(o, "cpu_seconds", json_real(s->cpu_limit));
    if (s->memory_kb) json_put(o, "memory_kb", json_integer(s->memory_kb));
    return o;
}

json_t *json_request(const struct request *r)
{
    return json_pack("{ss si ss so}", "loophole", version_number, "schema", JSON_SCHEMA, "puzzle",
                     r->stated.problem.puzzle->name, "instance", json_text(text_string(&r->stated.label)));
}

json_t *json_answer(const struct request *r, const struct answer *a, bool complete)
{
    const bool asked = a->calls > 0, searched = a->engine && (asked || a->evidence.item[EVIDENCE_EXHAUSTION].count);
    json_t *o = json_request(r);
    json_put(o, "formulation", json_text(r->stated.problem.formulation->name));
    json_put(o, "status", json_text(search_status(a->status)));
    if (a->status == STATUS_UNKNOWN)
        json_put(o, "reason", json_text(job_stop_words[job_stopped(r->stated.problem.job)]));
    json_put(o, "objective_value", number_if(a->has_objective, a->objective_value));
    if (r->stated.problem.bounded) json_put(o, "bound", json_number(r->stated.problem.bound));
    json_put(o, "lower_bound", number_if(a->has_lower, a->lower));
    json_put(o, "upper_bound", number_if(a->has_upper, a->upper));
    if (a->projected) json_put(o, "projected_variables", json_integer(a->projection));
    json_put(o, "solution", json_text(a->solution.n ? text_string(&a->solution.text) : NULL));
    json_put(o, "verified", a->solution.n ? json_boolean(a->verified) : json_null());
    json_put(o, "seed", json_integer(r->stated.problem.choices.seed));
    json_put(o, "limits", limits_json(&r->job));
    json_put(o, "solver", json_text(asked ? r->stated.problem.choices.solver : NULL));
    json_put(o, "solver_version", json_text(asked ? solver_version(r->stated.problem.choices.solver) : NULL));
    json_put(o, "encoders", encoders_json(&r->stated.problem.choices.policy, NULL));
    json_put(o, "encoders_used", asked ? encoders_json(NULL, &a->encoders) : json_null());
    json_put(o, "parity", json_text(a->parity.used ? a->parity.mode : "none"));
    json_put(o, "kernel_dimension", a->parity.classes ? json_integer(a->parity.facts.dimension) : json_null());
    json_put(o, "recheck_seconds", a->parity.classes ? answer_json_seconds(a->parity.recheck_seconds) : json_null());
    json_put(o, "engine", json_text(searched ? a->engine : NULL));
    json_put(o, "search", json_text(searched ? a->search : NULL));
    json_put(o, "variables", number_if(asked, a->size.vars));
    json_put(o, "clauses", number_if(asked, a->size.clauses));
    json_put(o, "literals", number_if(asked, a->size.literals));
    json_put(o, "encode_seconds", answer_json_seconds(a->encode_seconds));
    json_put(o, "solve_seconds", answer_json_seconds(a->solve_seconds));
    json_put(o, "check_seconds", answer_json_seconds(answer_check_seconds(a)));
    json_put(o, "best_seconds", a->solution.n ? answer_json_seconds(a->best_seconds) : json_null());
    json_put(o, "solver_calls", json_integer(a->calls));
    json_put(o, "rounds", json_integer(a->lazy.rounds));
    json_put(o, "lazy_clauses", json_integer(a->lazy.clauses));
    json_put(o, "conflicts", number_if(a->conflicts >= 0, a->conflicts));
    if (a->status == STATUS_FAILED || a->unlogged) json_put(o, "error", json_text(text_string(&a->err)));
    json_put(o, "evidence", evidence_json(r, a, complete));
    json_put(o, "peak_rss_kb", json_integer(clock_peak_kb()));
    return o;
}
