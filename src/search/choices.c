#include "search/choices.h"

#include "search/search.h"

#include <string.h>

static bool solver_parse(const char *value, void *field, struct text *err)
{
    if (field) *(const char **)field = value;
    return solver_known(value, err);
}

static bool engine_parse(const char *value, void *field, struct text *err)
{
    if (field) *(const char **)field = value;
    return search_engine_known(value, err);
}

static bool search_parse(const char *value, void *field, struct text *err)
{
    if (field) *(const char **)field = value;
    return search_known(value, err);
}

static bool encoding_parse(enum kind kind, const char *value, struct encoding *field, struct text *err)
{
    struct encoding ignored;
    return encoder_parse(kind, value, field ? field : &ignored, err);
}

static bool amo_parse(const char *value, void *field, struct text *err)
{
    return encoding_parse(AMO, value, field, err);
}
static bool card_parse(const char *value, void *field, struct text *err)
{
    return encoding_parse(CARD, value, field, err);
}
static bool pb_parse(const char *value, void *field, struct text *err) { return encoding_parse(PB, value, field, err); }
static bool xor_parse(const char *value, void *field, struct text *err)
{
    return encoding_parse(XOR, value, field, err);
}

#define FIELD(name) .offset = offsetof(struct choices, name)
#define FORMULA (OPTION_SHAPES | OPTION_SOLVES)
#define LIMIT_SECONDS                                                                                                  \
    .name = "time-limit", .argument = "SECONDS", .type = OPTION_SECONDS, .flags = OPTION_SUITE_LINE, FIELD(seconds)
#define LIMIT_MEMORY                                                                                                   \
    .name = "memory-limit", .argument = "MB", .type = OPTION_INTEGER, .least = 1, .most = 1000000000,                  \
    .flags = OPTION_WORKER | OPTION_SUITE_LINE, FIELD(megabytes),                                                      \
    .help = "stop, in the same way, when so much is used"

const struct option choices_limits[] = {
    {LIMIT_SECONDS, .help = "stop then, and say what is left open (0: no limit)"},
    {LIMIT_MEMORY},
    {0},
};

const struct option choices_options[] = {
    TEXT_OPTION("formulation", "NAME", formulation, "how the puzzle is modeled (help PUZZLE lists the formulations)",
                .flags = FORMULA),
    {.name = "amo",
     .argument = "NAME",
     .type = OPTION_PARSED,
     .parse = amo_parse,
     .flags = FORMULA,
     FIELD(policy.by_kind[AMO]),
     .help = "encoding of at-most-one constraints (list encodings)"},
    {.name = "card",
     .argument = "NAME",
     .type = OPTION_PARSED,
     .parse = card_parse,
     .flags = FORMULA,
     FIELD(policy.by_kind[CARD]),
     .help = "encoding of cardinality constraints and counters"},
    {.name = "pb",
     .argument = "NAME",
     .type = OPTION_PARSED,
     .parse = pb_parse,
     .flags = FORMULA,
     FIELD(policy.by_kind[PB]),
     .help = "encoding of pseudo-Boolean constraints"},
    {.name = "xor",
     .argument = "NAME",
     .type = OPTION_PARSED,
     .parse = xor_parse,
     .flags = FORMULA,
     FIELD(policy.by_kind[XOR]),
     .help = "encoding of parity constraints"},
    WORD_OPTION("parity", "auto none propagate kernel", parity, "reason over GF(2) first", .flags = OPTION_CERTIFIED),
    {.name = "solver",
     .argument = "SPEC",
     .type = OPTION_PARSED,
     .parse = solver_parse,
     .initial = "cadical",
     .flags = OPTION_SOLVES | OPTION_WORKER,
     FIELD(solver),
     .help = "cadical, picosat, cuts, process:COMMAND, ipasir:LIBRARY (list solvers)"},
    TEXT_OPTION(
        "solver-config", NULL, preset,
        "what the solver is tuned for (sat,phase=false: decisions false first); else as the search and the puzzle "
        "prefer",
        .words = "default sat unsat sat,phase=false", .flags = OPTION_SOLVES | OPTION_WORKER),
    {.name = "engine",
     .argument = "NAME",
     .type = OPTION_PARSED,
     .parse = engine_parse,
     FIELD(engine),
     .help = "what solves: sat, kernel, frontier (gunport), tables (tank), or auto (default: what is predicted to be "
             "fast, sat rather than others; help searches)"},
    {.name = "search",
     .argument = "NAME",
     .type = OPTION_PARSED,
     .parse = search_parse,
     FIELD(search),
     .help = "how the engine finds the optimum: down, up, bisect, core, ... or auto (default: what suits the "
             "formulation; help searches)"},
    WORD_OPTION("variable-order", "model grouped reversed random", policy.order,
                "of variables in the solver and of counter inputs", .flags = OPTION_SOLVES | OPTION_CERTIFIED),
    YES_NO_OPTION("amo-groups", groups,
                  "tell pseudo-Boolean encoders which inputs exclude each other (yes; list encodings: groups)",
                  .initial = "yes", .flags = OPTION_SHAPES),
    YES_NO_OPTION("break-symmetry", break_symmetry, "leave out mirror images, where the formulation can",
                  .flags = OPTION_SHAPES),
    INTEGER_OPTION("seed", "N", 0, INT32_MAX, seed, "seed of the solver and of local search (default 0)",
                   .flags = OPTION_WORKER | OPTION_SUITE_LINE),
    FLAG_OPTION("verbose", verbose,
                "log the progress line by line on standard error, and first what --pb auto chooses and why",
                .letter = 'v'),
    {LIMIT_SECONDS, .help = "stop then, with the best answer and its bounds (0: no limit)"},
    {LIMIT_MEMORY},
    {0},
};

void choices_fill(const struct options *o, struct choices *c)
{
    options_fill(o, choices_options, c);
    c->policy.seed = c->seed;
    c->policy.no_groups = c->groups == OPTION_NO;
    c->named = options_given_any(o, OPTION_SOLVES);
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
    if (name && !choices_formulation_known(name, p, err)) return NULL;
    const struct formulation *f = name ? formulation_named(p, name) : p->formulations;
    if (formulation_applies(f, in)) return f;
    const struct formulation *first = puzzle_first(p, in);
    if (name) text_add(note, "The formulation %s does not apply to this instance; %s is used.", f->name, first->name);
    return first;
}
