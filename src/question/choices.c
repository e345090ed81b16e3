/* Choices: formulation, encoders, solver, search and limits, out of a command line's options. */
#include "search/search_peer.h"
#include "question/request.h"

#include <stdlib.h>
#include <string.h>

#define LIMITS(then)                                                                                                   \
    {"time-limit", "SECONDS", then}, { "memory-limit", "MB", "stop, in the same way, when so much is used" }

const struct option choice_limits[] = {LIMITS("stop then, and say what is left open (0: no limit)"),
                                       {NULL, NULL, NULL}};

const struct option choice_options[] = {
    {"formulation", "NAME", "how the puzzle is posed as a model (help PUZZLE lists them)", true},
    {"amo", "NAME", "encoding of at-most-one constraints (list encodings)", true},
    {"card", "NAME", "encoding of cardinality constraints and counters", true},
    {"pb", "NAME", "encoding of pseudo-Boolean constraints", true},
    {"xor", "NAME", "encoding of parity constraints", true},
    {"parity", "none|propagate|kernel", "reason over GF(2) first"},
    {"solver", "SPEC", "cadical, picosat, cuts, process:COMMAND, ipasir:LIBRARY, peer:PROGRAM (list solvers)"},
    {"preset", "default|sat|unsat|sat-false",
     "what the solver is tuned for (sat-false: decisions false first); else as the search and the puzzle like it"},
    {"search", "NAME",
     "auto (default: what is predicted to be quick, SAT rather than others), sat (the SAT loop), or how: down, up, "
     "bisect, ... (help search)"},
    {"order", "posed|grouped|reversed|random", "of variables in the solver and of counter inputs"},
    {"groups", "yes|no", "tell pseudo-Boolean encoders which inputs exclude each other (yes; list encodings: groups)",
     true},
    {"break-symmetry", "yes|no", "leave out mirror images, where the formulation can", true},
    {"seed", "N", "seed of the solver and of local search (default 0)"},
    {"verbose", NULL,
     "log the progress line by line on standard error, and first what --pb auto chooses and why; short: -v"},
    LIMITS("stop then, with the best answer and its bounds (0: no limit)"),
    {NULL, NULL, NULL},
};

static bool parse_time_limit(const struct options *o, double *seconds, struct text *err)
{
    const char *word = options_get(o, "time-limit");
    if (!word) return true;
    char *end;
    double v = strtod(word, &end);
    if (!*word || *end || !(v >= 0 && v <= 1e9))
        return text_error(err, "The option --time-limit takes seconds from 0 to 1000000000, not '%s'.", word);
    *seconds = v;
    return true;
}

static bool one_of(const struct options *o, const char *name, const char *words, struct text *err)
{
    struct text said = {0};
    bool found = options_one_of(o, name, words, &said);
    if (!found) text_error(err, "The option %s", text_string(&said));
    text_release(&said);
    return found;
}

bool choices_limits(const struct options *o, struct job *stop, struct text *err)
{
    double seconds = 0;
    int64_t megabytes = 0;
    if (!parse_time_limit(o, &seconds, err)) return false;
    if (!options_whole(o, "memory-limit", 1, 1000000000, &megabytes, err)) return false;
    job_begin(stop, seconds, (int)megabytes);
    return true;
}

bool choices_read(struct request *r, struct text *err)
{
    struct question *q = &r->question;
    const struct options *o = &r->options;
    int64_t seed = 0, jobs = q->jobs;
    for (int k = 0; k < KINDS; k++) {
        const char *word = options_get(o, encoder_kind((enum kind)k));
        if (word && !encoder_parse((enum kind)k, word, &q->policy.by_kind[k], err)) return false;
    }
    q->solver = options_get(o, "solver") ? options_get(o, "solver") : "cadical";
    if (!search_peer_asked(q->solver) && !solver_known(q->solver, err)) return false;
    q->search = options_get(o, "search");
    q->parity = options_get(o, "parity");
    if (q->search && !search_known(q->search, err)) return false;
    q->preset = options_get(o, "preset");
    if (!one_of(o, "preset", "default sat unsat sat-false", err)) return false;
    if (!one_of(o, "parity", "none propagate kernel", err)) return false;
    if (!one_of(o, "break-symmetry", "yes no", err) || !one_of(o, "cubes", "yes no", err)) return false;
    if (!options_whole(o, "seed", 0, INT32_MAX, &seed, err) || !options_whole(o, "jobs", 1, 16, &jobs, err))
        return false;
    if (!one_of(o, "groups", "yes no", err)) return false;
    const char *groups = options_get(o, "groups");
    q->policy.no_groups = groups && !strcmp(groups, "no");
    const char *order = options_get(o, "order");
    if (order && !order_parse(order, &q->policy.order, err)) return false;
    q->seed = q->policy.seed = (int)seed;
    q->jobs = (int)jobs;
    return true;
}

bool choices_formulation(struct request *r, struct text *err)
{
    const struct formulation *f = r->puzzle->formulations;
    const char *name = options_get(&r->options, "formulation");
    struct text known = {0};
    for (; name && f->name && strcmp(f->name, name); f++) text_add(&known, " %s", f->name);
    if (!f->name)
        return options_unknown(err, &known, "The puzzle %s has no formulation '%s'; choose", r->puzzle->name, name);
    text_release(&known);
    const struct formulation *asked = f;
    if (!formulation_applies(f, r->instance)) f = puzzle_first(r->puzzle, r->instance);
    if (name && f != asked)
        text_add(&r->note, "The formulation %s does not apply to this instance; %s is used.", asked->name, f->name);
    r->formulation = f;
    return true;
}
