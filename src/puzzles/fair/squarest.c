/* Loyd's Squarest Game: knock down dummies whose numbers add up to the target exactly. Equal
 * numbers are different dummies: they make different solutions with the same text. Numbers are 1 or
 * more. A target of 0 is met without a hit, which is written as an empty line. */
#include "base/number.h"
#include "puzzles/fair/sums.h"

#include <stdlib.h>

static const struct option options[] = {
    SUMS_OPTIONS,
    {0},
};

static struct instance *squarest_parse(const struct source *source, struct text *err)
{
    return sums_parse(source, options, "dummy number", err);
}

/* ---- verification --------------------------------------------------------------------------- */

/* Whether each chosen number has its own dummy: compares both sorted lists. False, with a
 * sentence. */
static bool chosen_exist(const struct instance *s, const int64_t *sorted, int n, struct text *err)
{
    OWNED int64_t *have = mem_copy(s->value, (size_t)s->n, sizeof *have);
    qsort(have, (size_t)s->n, sizeof *have, number_compare);
    for (int i = 0, at = 0; i < n; i++, at++) {
        while (at < s->n && have[at] < sorted[i]) at++;
        if (at < s->n && have[at] == sorted[i]) continue;
        if (i && sorted[i - 1] == sorted[i])
            return text_error(err, "The solution hits more dummies of %lld than there are.", (long long)sorted[i]);
        return text_error(err, "There is no dummy with the number %lld.", (long long)sorted[i]);
    }
    return true;
}

static bool squarest_verify(const struct instance *in, const char *solution, int64_t *objective_value, struct text *err)
{
    SCOPED(words) w = {0};
    words_split(solution, 1, &w);
    OWNED int64_t *v = mem_new((size_t)w.n, sizeof *v);
    int64_t sum = 0;
    *objective_value = 0;
    for (int i = 0; i < w.n; i++)
        if (!number_parse(w.v[i].s, &v[i]))
            return text_error(err, "Invalid number '%s' in the solution: expected numbers of dummies.", w.v[i].s);
    qsort(v, (size_t)w.n, sizeof *v, number_compare);
    bool good = chosen_exist(in, v, w.n, err);
    for (int i = 0; good && i < w.n; i++) sum += v[i]; /* a part of the list, whose total fits */
    if (good && sum != in->target)
        good = text_error(err, "The numbers hit add up to %lld, not to the target %lld.", (long long)sum,
                          (long long)in->target);
    return good;
}

/* ---- formulations --------------------------------------------------------------------------- */

enum { COLUMNS, EQUATION };

static void build(const struct formulation *f, const struct instance *in, const struct bounds *bounds, struct model *m)
{
    OWNED lit *x = mem_new((size_t)in->n, sizeof *x);
    for (int i = 0; i < in->n; i++) x[i] = model_var(m, "dummy %d bears %lld", i + 1, (long long)in->value[i]);
    model_keep(m, x, (size_t)in->n);
    model_rule(m, "the numbers make %lld", (long long)in->target);
    if (f->variant == COLUMNS)
        sums_build(m, in, x, in->value, NULL, in->n, bounds);
    else
        model_pb(m, x, in->value, in->n, in->target, in->target);
}

static void decode(const struct formulation *f, const struct instance *in, const lit *x, struct values a,
                   struct solution *out)
{
    int64_t *times = solution_numbers(out, in->n, 0);
    for (int i = 0; i < in->n; i++) times[i] = value_true(a, x[i]);
}

static const struct formulation formulations[] = {
    {"columns", "the sum in binary, each column counted in unary; residues and the number of dummies", NULL, build,
     decode, &sums_up, .variant = COLUMNS, .theorems = &sums_theorems},
    {"equation", "one pseudo-Boolean equation over the dummies", NULL, build, decode, .variant = EQUATION},
    {0},
};

const struct puzzle puzzle_squarest = {
    .name = "squarest",
    .title = "Squarest Game",
    .about = "knock down dummies whose numbers add up to the target",
    .rules = "Knock down dummies, each at most once, so that their numbers add up to the target exactly.",
    .source = "Sam Loyd, Cyclopedia of Puzzles, 1914",
    .notation = {.instance = "TARGET NUMBER... | -f FILE",
                 .example = "50 3 6 9 12 15 19 30 21 25 27",
                 .solution = "the chosen numbers on one line: 6 19 25",
                 .print = sums_print,
                 .read = sums_read},
    .options = options,
    .formulations = formulations,
    .parse = squarest_parse,
    .release = sums_release,
    .label = sums_label,
    .verify = squarest_verify,
    .draw = sums_draw,
    .symmetry = {.canonical = sums_canonical},
    .reason = sums_reason,
    .moves = &sums_squarest_moves,
    .generator = {.make = sums_make},
};
