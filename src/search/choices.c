#include "search/choices.h"

#include "search/search.h"

#include <string.h>

/* Parsers of options: of a name that `known` checks, and of an encoding. */
#define NAME_PARSER(parse, known)                                                                                      \
    static bool parse(const char *value, void *field, struct text *err)                                                \
    {                                                                                                                  \
        if (field) *(const char **)field = value;                                                                      \
        return known(value, err);                                                                                      \
    }
#define ENCODING_PARSER(parse, kind)                                                                                   \
    static bool parse(const char *value, void *field, struct text *err)                                                \
    {                                                                                                                  \
        struct encoding ignored;                                                                                       \
        return encoder_parse(kind, value, field ? field : &ignored, err);                                              \
    }
NAME_PARSER(solver_parse, solver_known)
NAME_PARSER(engine_parse, search_engine_known)
NAME_PARSER(search_parse, search_known)
ENCODING_PARSER(amo_parse, AMO)
ENCODING_PARSER(card_parse, CARD)
ENCODING_PARSER(pb_parse, PB)
ENCODING_PARSER(xor_parse, XOR)
ENCODING_PARSER(int_parse, INT)
ENCODING_PARSER(alldiff_parse, ALLDIFF)
ENCODING_PARSER(conn_parse, CONN)

#define FIELD(name) .offset = offsetof(struct limits, name)
const struct option choices_limits[] = {
    SECONDS_OPTION("time-limit", seconds, "stop after this time, and print the result so far (0: no limit)"),
    SECONDS_OPTION("cpu-limit", cpu_seconds,
                   "stop in the same way after so many CPU seconds of the process, its threads and ended child "
                   "processes"),
    INTEGER_OPTION("memory-limit", "MB", 1, 1000000000, megabytes, "stop in the same way if the process uses more",
                   .flags = OPTION_WORKER),
    {0},
};

#undef FIELD
#define FIELD(name) .offset = offsetof(struct choices, name)
#define FORMULA (OPTION_SHAPES | OPTION_SOLVES)
const struct option choices_options[] = {
    TEXT_OPTION("formulation", "NAME", formulation, "the model of the puzzle (help PUZZLE lists the formulations)",
                .flags = FORMULA),
    PARSED_OPTION("amo", "NAME", amo_parse, policy.by_kind[AMO], "encoding of at-most-one constraints (list encodings)",
                  .flags = FORMULA),
    PARSED_OPTION("card", "NAME", card_parse, policy.by_kind[CARD],
                  "encoding of cardinality constraints and of bounds on a sum", .flags = FORMULA),
    PARSED_OPTION("pb", "NAME", pb_parse, policy.by_kind[PB], "encoding of pseudo-Boolean constraints",
                  .flags = FORMULA),
    PARSED_OPTION("xor", "NAME", xor_parse, policy.by_kind[XOR], "encoding of parity constraints", .flags = FORMULA),
    PARSED_OPTION("int", "NAME", int_parse, policy.by_kind[INT],
                  "form of all integers of a model: direct, order or log (auto: by their constraints and sizes)",
                  .flags = FORMULA | OPTION_MODEL),
    PARSED_OPTION("alldiff", "NAME", alldiff_parse, policy.by_kind[ALLDIFF],
                  "encoding of all-different constraints on integers", .flags = FORMULA | OPTION_MODEL),
    PARSED_OPTION("connectivity", "NAME", conn_parse, policy.by_kind[CONN],
                  "encoding of connectivity constraints on graphs", .flags = FORMULA | OPTION_MODEL),
    WORD_OPTION("parity", "auto none propagate kernel", parity, "reason over GF(2) before solving",
                .flags = OPTION_CERTIFIED),
    PARSED_OPTION("solver", "SPEC", solver_parse, solver,
                  "cadical, picosat, process:COMMAND, ipasir:LIBRARY or another one (list solvers)",
                  .initial = "cadical", .flags = OPTION_SOLVES | OPTION_WORKER),
    TEXT_OPTION(
        "solver-config", NULL, config,
        "settings for satisfiable formulas (sat; sat,phase=false tries false first) or unsatisfiable ones (unsat), or "
        "the solver's own (default); by default the search and puzzle choose",
        .words = "default sat unsat sat,phase=false", .flags = OPTION_SOLVES | OPTION_WORKER),
    PARSED_OPTION(
        "engine", "NAME", engine_parse, engine,
        "the part that solves (help searches): sat, another one, or auto, the default, which takes sat unless it "
        "expects sat to take more than 10 seconds, and another engine less time"),
    PARSED_OPTION(
        "search", "NAME", search_parse, search,
        "how the engine finds the optimum (help searches): down, up, bisect, core, ..., or auto, the default: "
        "the one that suits the formulation"),
    WORD_OPTION("variable-order", "model grouped reversed random", policy.order,
                "the order of variables in the solver and of the inputs of sums",
                .flags = OPTION_SOLVES | OPTION_CERTIFIED),
    YES_NO_OPTION("amo-groups", groups,
                  "write fewer clauses for sums by at-most-one groups of inputs (default yes; list encodings: groups)",
                  .initial = "yes", .flags = OPTION_SHAPES),
    YES_NO_OPTION("break-symmetry", break_symmetry, "leave out mirror images, if the formulation can",
                  .flags = OPTION_SHAPES),
    INTEGER_OPTION("seed", "N", 0, INT32_MAX, seed, "seed of the solver and of local search (default 0)",
                   .flags = OPTION_WORKER | OPTION_SUITE_LINE),
    FLAG_OPTION("verbose", verbose,
                "log the progress line by line on standard error; first what --pb auto chooses, and why",
                .letter = 'v'),
    {0},
};

void choices_fill(const struct options *o, struct choices *c)
{
    options_fill(o, choices_options, c);
    c->policy.seed = c->seed;
    c->policy.no_groups = c->groups == OPTION_NO;
    c->named = options_next(o, OPTION_SOLVES, NULL) != NULL;
}

static const struct formulation *formulation_named(const struct puzzle *p, const char *name)
{
    const struct formulation *f = p->formulations;
    while (f->name && strcmp(f->name, name)) f++;
    return f->name ? f : NULL;
}

bool choices_formulation_known(const char *name, const struct puzzle *p, struct text *err)
{
    struct text known = {0};
    if (formulation_named(p, name)) return true;
    for (const struct formulation *f = p->formulations; f->name; f++) text_add(&known, " %s", f->name);
    return options_unknown(err, &known, "The puzzle %s has no formulation '%s'; choose", p->name, name);
}

const struct formulation *choices_formulation(const struct choices *c, const struct puzzle *p,
                                              const struct instance *in, struct text *note, struct text *err)
{
    const char *name = c->formulation;
    if (!search_fits(c->engine, c->search, err) || (name && !choices_formulation_known(name, p, err))) return NULL;
    const struct formulation *f = name ? formulation_named(p, name) : p->formulations;
    if (formulation_applies(f, in)) return f;
    const struct formulation *first = puzzle_first(p, in);
    if (name && note)
        text_add(note, "The formulation %s does not apply to this instance; %s is used.", f->name, first->name);
    return first;
}
