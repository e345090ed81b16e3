/* The Archer: shoot at the rings of a target, any ring any number of times, to score the target sum
 * exactly; with --objective shots, in as few shots as possible. Ring numbers are 1 or more; equal
 * rings are different rings. A target of 0 is met without a shot, which is written as an empty
 * line. */
#include "base/number.h"
#include "puzzles/fair/sums.h"

#include <string.h>

#define UNARY_LIMIT 100000

static const struct option options[] = {
    TEXT_OPTION("objective", NULL, minimize, "score the target with the fewest shots", .words = "shots",
                .flags = OPTION_SHAPES),
    SUMS_OPTIONS,
    {0},
};

static struct instance *archer_parse(const struct source *source, struct text *err)
{
    struct instance *in = sums_parse(source, options, "ring number", err);
    if (!in) return NULL;
    in->repeats = true;
    in->fewest = in->choices.minimize != NULL;
    if (in->target <= MODEL_MOST / 2 / in->n) return in; /* the largest total weight of all rings */
    text_error(err, "The target %lld is too large: with %d %s, it can be at most %lld.", (long long)in->target, in->n,
               plural(in->n, "ring", "rings"), (long long)(MODEL_MOST / 2 / in->n));
    sums_release(in);
    return NULL;
}

/* ---- verification --------------------------------------------------------------------------- */

/* Reads one word of a solution, "2x16". */
static bool shots_read(const char *word, int64_t *times, int64_t *value)
{
    const char *x = strchr(word, 'x');
    if (!x || *word < '0' || *word > '9' || x[1] < '0' || x[1] > '9') return false;
    SCOPED(text) first = {0};
    text_bytes(&first, word, (size_t)(x - word));
    return number_parse(text_string(&first), times) && number_parse(x + 1, value) && *times >= 1;
}

/* Adds the shots of one word. False, with a sentence: they exceed the target. */
static bool shots_add(const struct instance *s, const char *word, int64_t *sum, int64_t *shots, struct text *err)
{
    int64_t times, value, score;
    int ring = 0;
    if (!shots_read(word, &times, &value))
        return text_error(err, "Invalid shots '%s' in the solution: expected SHOTSxRING, like 2x16.", word);
    while (ring < s->n && s->value[ring] != value) ring++;
    if (ring == s->n) return text_error(err, "There is no ring of %lld.", (long long)value);
    if (__builtin_mul_overflow(times, value, &score) || score > s->target - *sum)
        return text_error(err, "The shots up to %s add up to more than the target %lld.", word, (long long)s->target);
    *sum += score;
    *shots += times;
    return true;
}

static bool archer_verify(const struct instance *in, const char *solution, int64_t *objective_value, struct text *err)
{
    SCOPED(words) w = {0};
    int64_t sum = 0, shots = 0;
    bool good = true;
    words_split(solution, 1, &w);
    for (int i = 0; good && i < w.n; i++) good = shots_add(in, w.v[i].s, &sum, &shots, err);
    *objective_value = in->fewest ? shots : 0;
    if (good && sum != in->target)
        good =
            text_error(err, "The shots add up to %lld, not to the target %lld.", (long long)sum, (long long)in->target);
    return good;
}

/* ---- formulations ----------------------------------------------------------------------------
 * A ring of value v is hit at most target / v times. Unary: shot j at it is a variable of weight v,
 * and shot j + 1 needs shot j. Binary: bit k of the number of shots is a variable of weight v << k;
 * the equation itself keeps that number within its bound. */

enum { COLUMNS, UNARY, BINARY };

struct shots {
    struct terms score;
    struct lits kept; /* the literals, those of each ring ended by a 0 */
    int64_t *unit;    /* shots */
    size_t unit_cap;
};

static void shots_push(struct shots *s, lit x, int64_t value, int64_t unit)
{
    int n = s->score.x.n;
    MEM_PUSH(s->unit, n, s->unit_cap, unit);
    terms_add(&s->score, x, value * unit);
    lits_push(&s->kept, x);
}

static bool unary_applies(const struct instance *in)
{
    int64_t n = 0;
    for (int i = 0; i < in->n && n <= UNARY_LIMIT; i++) n += in->target / in->value[i];
    return n <= UNARY_LIMIT;
}

static void ring_unary(const struct instance *s, int i, struct model *m, struct shots *out)
{
    lit before = 0;
    model_rule(m, "shots at ring %d are counted one after the other", i + 1);
    for (int64_t j = 1; j <= s->target / s->value[i]; j++) {
        lit x = model_var(m, "ring %d, %lld, %lld times or more", i + 1, (long long)s->value[i], (long long)j);
        if (before) model_2(m, -x, before);
        shots_push(out, before = x, s->value[i], 1);
    }
}

static void ring_binary(const struct instance *s, int i, struct model *m, struct shots *out)
{
    int64_t most = s->target / s->value[i];
    for (int k = 0; most >> k; k++) {
        lit x = model_var(m, "ring %d, %lld, bit %d of its shots", i + 1, (long long)s->value[i], k);
        shots_push(out, x, s->value[i], INT64_C(1) << k);
    }
}

static struct objective fewest_shots(const struct formulation *f, const struct instance *in, enum int_form form)
{
    if (!in->fewest) return (struct objective){0};
    return (struct objective){.b = 1, .c = 1, .step = 1, .least = sums_count(in).least, .name = "shots"};
}

/* Builds the model. With fewest shots, the bounds are on their number. */
static void build(const struct formulation *f, const struct instance *in, const struct bounds *bounds, struct model *m)
{
    struct shots shots = {0};
    const struct terms *score = &shots.score;
    for (int i = 0; i < in->n; i++) {
        (f->variant == UNARY ? ring_unary : ring_binary)(in, i, m, &shots);
        lits_push(&shots.kept, 0);
    }
    model_keep(m, shots.kept.v, (size_t)shots.kept.n);
    model_rule(m, "the shots make %lld", (long long)in->target);
    if (f->variant == COLUMNS)
        sums_build(m, in, score->x.v, score->w, shots.unit, score->x.n, bounds);
    else
        model_pb(m, score->x.v, score->w, score->x.n, in->target, in->target);
    struct objective o = fewest_shots(f, in, FORMS);
    o.n = score->x.n;
    o.x = score->x.v;
    o.w = f->variant == UNARY ? NULL : shots.unit;
    if (in->fewest) model_minimize(m, &o);
    MEM_FREE(score->x.v, score->w, shots.kept.v, shots.unit);
}

static void decode(const struct formulation *f, const struct instance *in, const lit *x, struct values a,
                   struct solution *out)
{
    int64_t *times = solution_numbers(out, in->n, 0);
    for (int i = 0; i < in->n; i++, x++)
        for (int k = 0; *x; x++, k++)
            if (value_true(a, *x)) times[i] += f->variant == UNARY ? 1 : INT64_C(1) << k;
}

static const struct formulation formulations[] = {
    {"columns", "shots as binary numbers; the sum in binary, each column counted in unary; residues", NULL, build,
     decode, &sums_up, fewest_shots, .variant = COLUMNS, .theorems = &sums_theorems},
    {"unary", "a variable per ring and possible shot at it, one equation", unary_applies, build, decode,
     .objective = fewest_shots, .variant = UNARY},
    {"binary", "the shots at a ring as a binary number, one equation", NULL, build, decode, .objective = fewest_shots,
     .variant = BINARY},
    {0},
};

const struct puzzle puzzle_archer = {
    .name = "archer",
    .title = "The Archer",
    .about = "hit the rings, as often as you like, for the exact score",
    .rules = "Shoot at the rings, at each as often as you like, to score the target exactly.",
    .source = "Sam Loyd, Cyclopedia of Puzzles, 1914",
    .notation = {.instance = "TARGET RING... | -f FILE",
                 .example = "100 16 17 23 24 39 40",
                 .solution = "shots x ring, on one line: 2x16 4x17",
                 .print = sums_print,
                 .read = sums_read},
    .unit = "shots",
    .options = options,
    .formulations = formulations,
    .parse = archer_parse,
    .release = sums_release,
    .label = sums_label,
    .verify = archer_verify,
    .draw = sums_draw,
    .symmetry = {.canonical = sums_canonical},
    .reason = sums_reason,
    .moves = &sums_archer_moves,
    .generator = {.make = sums_make},
};
