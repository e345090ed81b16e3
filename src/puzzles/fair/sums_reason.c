/* Reasons why no subset or multiset has the target sum, and bounds of the number of numbers. */
#include "base/number.h"
#include "puzzles/fair/sums.h"

#include <stdlib.h>
#include <string.h>

/* ---- residues ------------------------------------------------------------------------------ */

enum { MODULUS_MOST = 1000 };

/* Adds to reach, an array of MODULUS_MOST, the residues modulo d of its elements plus v, once or
 * (repeats) any number of times. 1 <= d <= MODULUS_MOST, 0 <= v < d. Returns the number of new
 * ones. */
static int residue_add(bool *reach, int d, int v, bool repeats)
{
    bool before[MODULUS_MOST];
    int added = 0;
    assert(1 <= d && d <= MODULUS_MOST && 0 <= v && v < d && "a modulus that fits, and a residue");
    memcpy(before, reach, sizeof before);
    for (int r = 0; r < d; r++)
        for (int next = (r + v) % d, more = before[r]; more && !reach[next]; next = (next + v) % d, more = repeats) {
            reach[next] = true;
            added++;
        }
    return added;
}

/* "0, 1 or 4" */
static void residues_list(const bool *set, int d, const char *last, struct text *out)
{
    int left = 0;
    for (int r = 0; r < d; r++) left += set[r];
    bool first = true;
    for (int r = 0; r < d; r++) {
        if (!set[r]) continue;
        left--;
        text_add(out, "%s%d", first ? "" : left ? ", " : last, r);
        first = false;
    }
}

/* The usable numbers that leave r, in brackets. */
static void residue_numbers(const struct instance *s, int d, int r, struct text *out)
{
    int shown = 0;
    for (int i = 0; i < s->n; i++) {
        if (s->value[i] > s->target || s->value[i] % d != r) continue;
        if (shown++ < 12) text_add(out, "%s%lld", shown == 1 ? "(" : " ", (long long)s->value[i]);
    }
    text_put(out, shown > 12 ? " ...)" : ")");
}

static void residues_say(const struct instance *s, int d, const bool *reach, struct text *out)
{
    OWNED bool *left = mem_new((size_t)d, sizeof *left);
    int kinds = 0, above = 0;
    for (int i = 0; i < s->n; i++) {
        bool usable = s->value[i] <= s->target;
        above += !usable;
        kinds += usable && !left[s->value[i] % d];
        if (usable) left[s->value[i] % d] = true;
    }
    text_add(out, "There is no way modulo %d: ", d);
    if (above) text_add(out, "leaving out what is above the target, ");
    text_put(out, "the numbers leave ");
    if (kinds <= 8) {
        for (int r = 0, k = 0; r < d; r++) {
            if (!left[r]) continue;
            text_add(out, "%s%d ", k == 0 ? "" : k == kinds - 1 ? " and " : ", ", r);
            residue_numbers(s, d, r, out);
            k++;
        }
    } else {
        residues_list(left, d, " and ", out);
    }
    text_put(out, ", so every sum leaves ");
    residues_list(reach, d, " or ", out);
    text_add(out, ", but the target %lld leaves %d.", (long long)s->target, (int)(s->target % d));
}

/* ---- how many ------------------------------------------------------------------------------ */

/* Any number any number of times: the extremes are multiples of the largest and of the smallest. */
static struct sums_count count_repeats(int64_t smallest, int64_t largest, int64_t target)
{
    struct sums_count c = {.least = target / largest + (target % largest > 0), .most = target / smallest};
    c.below = (c.least - 1) * largest;
    c.above = (c.most + 1) * smallest;
    return c;
}

/* Each number once; v is sorted. */
static struct sums_count count_once(const int64_t *v, int n, int64_t target)
{
    struct sums_count c = {0};
    int64_t sum = 0;
    while (sum < target && c.least < n) {
        c.below = sum;
        sum += v[n - 1 - c.least++];
    }
    if (sum < target) {
        c.below = sum;
        c.least++;
    }
    for (sum = 0; c.most < n && v[c.most] <= target - sum; c.most++) sum += v[c.most];
    c.above = c.most < n ? sum + v[c.most] : sum;
    return c;
}

struct sums_count sums_count(const struct instance *s)
{
    OWNED int64_t *v = mem_new((size_t)s->n, sizeof *v);
    int n = 0;
    for (int i = 0; i < s->n; i++)
        if (s->value[i] <= s->target) v[n++] = s->value[i];
    qsort(v, (size_t)n, sizeof *v, number_compare);
    return s->repeats && n ? count_repeats(v[0], v[n - 1], s->target) : count_once(v, n, s->target);
}

/* ---- the reasons, simplest first ------------------------------------------------------------- */

/* Writes the reason that the target lies between the sums of so many numbers and of one more.
 * False: it does not. */
static bool between_say(const struct instance *s, struct text *out)
{
    struct sums_count c = sums_count(s);
    if (c.least <= c.most) return false;
    text_add(out, "%s%lld %s at most %lld, %lld %s at least %lld; the target %lld lies between.",
             s->repeats ? "With repeats, " : "", (long long)c.most, plural(c.most, "number makes", "numbers make"),
             (long long)c.below, (long long)c.most + 1, plural(c.most + 1, "makes", "make"), (long long)c.above,
             (long long)s->target);
    return true;
}

/* Writes the reason that sums of the numbers up to the target leave other residues than it, modulo
 * the least such d <= modulus. False: there is none. */
static bool residues_reason(const struct instance *s, int modulus, struct text *out)
{
    int64_t most = 0;
    for (int i = 0; i < s->n; i++)
        if (s->value[i] <= s->target) most = max64(most, s->value[i]);
    for (int d = 2; d <= min64(modulus, most); d++) {
        bool reach[MODULUS_MOST] = {true}; /* residues of sums */
        for (int i = 0, many = 1; i < s->n && many < d; i++)
            if (s->value[i] <= s->target) many += residue_add(reach, d, (int)(s->value[i] % d), s->repeats);
        if (reach[s->target % d]) continue;
        residues_say(s, d, reach, out);
        return true;
    }
    return false;
}

/* Writes why no sum is the target. Returns 1 for a reason by bounds, 2 for one by residues modulo
 * some d <= modulus, 0 if it finds neither. */
static int refutation_say(const struct instance *s, int modulus, struct text *out)
{
    if (s->target == 0) return 0;
    if (!s->repeats && s->total < s->target) {
        text_add(out, "All the numbers together make only %lld; the target is %lld.", (long long)s->total,
                 (long long)s->target);
        return 1;
    }
    int64_t least = s->value[0];
    for (int i = 1; i < s->n; i++) least = min64(least, s->value[i]);
    if (least > s->target) {
        text_add(out, "Even the least number, %lld, is above the target %lld.", (long long)least, (long long)s->target);
        return 1;
    }
    return between_say(s, out) ? 1 : residues_reason(s, modulus, out) ? 2 : 0;
}

bool sums_reason(const struct instance *s, struct text *out, struct canvas **drawing)
{
    return refutation_say(s, MODULUS_MOST, out) > 0;
}

/* ---- hints ----------------------------------------------------------------------------------- */

enum { NO_SUM = INT32_MAX / 2 };

int *sums_table(const struct instance *s, int64_t top, bool ways)
{
    int *table = mem_new((size_t)top + 1, sizeof *table);
    for (int64_t t = 1; t <= top && !ways; t++) table[t] = NO_SUM;
    table[0] = ways;
    for (int i = 0; i < s->n; i++)
        for (int64_t t = s->value[i]; t <= top; t++) {
            int *sum = table + (s->repeats ? t : top + s->value[i] - t), with = *(sum - s->value[i]);
            *sum = ways ? min_int(2, *sum + with) : min_int(*sum, with + 1);
        }
    return table;
}

/* The numbers up to the target but v, as a new instance; *list: the first of them in words. */
static struct instance sums_others(const struct instance *left, int64_t v, struct text *list)
{
    enum { LISTED = 12 };
    struct instance others = *left;
    others.value = mem_new((size_t)left->n, sizeof *others.value);
    others.total = others.n = 0;
    for (int i = 0; i < left->n; i++) {
        if (left->value[i] == v || left->value[i] > left->target) continue;
        if (others.n < LISTED) text_add(list, others.n ? ", %lld" : "%lld", (long long)left->value[i]);
        others.total += others.value[others.n++] = left->value[i];
    }
    if (others.n > LISTED) text_put(list, " and more");
    return others;
}

int sums_step_reason(const struct position *p, const struct instance *left, const struct touch *t, int64_t good,
                     struct text *out)
{
    enum { WORK = 1000000, EASY_MODULUS = 12, HARD = 3 };
    const long long target = left->target, v = p->instance->value[sums_place(p->instance, t->row, t->col)];
    const long long most = left->fewest ? good : INT64_MAX;
    if (target > WORK / left->n) return 0;
    SCOPED(text) list = {0}, why = {0};
    const struct instance others = sums_others(left, v, &list);
    OWNED const int64_t *value = others.value;
    OWNED const int *fewest = sums_table(&others, 2 * target, false);
    const bool can = fewest[target] < NO_SUM;
    text_add(out, "%lld is left", target);
    if (most < INT64_MAX) text_add(out, " for %lld %s", most, plural(most, "shot", "shots"));
    if (!others.n) {
        text_add(out, ", and only %lld is small enough", v);
        return 1;
    }
    if (can && fewest[target] <= most) {
        text_add(out, ". It can be made with %lld, which leaves %lld, and also without %lld", v, target - v, v);
        return STEP_FREE;
    }
    int grade = can ? 0 : refutation_say(&others, EASY_MODULUS, &why);
    long long below = target, above = target;
    while (!can && fewest[below] == NO_SUM) below--;
    while (!can && !grade && fewest[above] == NO_SUM) above++;
    if (can)
        text_add(&why, "That takes at least %d shots.", fewest[target]);
    else if (!grade)
        text_add(&why, "The nearest sums are %lld and %lld.", below, above);
    text_add(out, ". Without %lld, this target has to come from %s. %s So %lld is needed", v, text_string(&list),
             text_string(&why), v);
    return grade ? grade : HARD;
}

/* ---- residues modulo the d that excludes most, layer by layer, as rows ----------------------- */

/* They exclude no solution; they add what unit propagation on the columns does not find.
 *
 * Modulo d: state i,r is true if the first i literals whose weight d does not divide leave r.
 *
 *     0 --w1--> 0 r1 --w2--> 0 r1 r2 r1+r2 --> ... --> only the target's residue
 *
 * Per state: x leads to r + w and -x to r, from both ends, and one of the two is true. From the
 * last layer backwards, unit propagation then refutes all that the residues exclude. At most d
 * states a layer. */

#define STATES_LIMIT 30000

struct residues {
    int d, n;       /* d 0: none found */
    int64_t states; /* in all layers */
    double share;   /* fraction of the residues that sums have */
    bool refutes;
};

/* Computes the residues of sums of the first i numbers, layer by layer. False: too many states. */
static bool residues_count(const int64_t *w, int n, int64_t target, int d, struct residues *out)
{
    bool reach[MODULUS_MOST] = {true};
    int many = 1;
    *out = (struct residues){.d = d, .states = 1};
    for (int i = 0; i < n; i++) {
        int v = (int)(w[i] % d);
        if (!v) continue;
        if (many < d) many += residue_add(reach, d, v, false);
        out->n++;
        out->states += many;
        if (many == d || out->states > STATES_LIMIT) return false;
    }
    out->share = (double)many / d;
    out->refutes = !reach[target % d];
    return true;
}

/* The modulus that excludes most: the least one that refutes, else the one with the least share. */
static struct residues residues_choose(const int64_t *w, int n, int64_t target)
{
    struct residues best = {0}, here;
    int64_t most = 0;
    for (int i = 0; i < n; i++) most = max64(most, w[i]);
    for (int d = 2; d <= min64(MODULUS_MOST, most); d++) {
        if (!residues_count(w, n, target, d, &here)) continue;
        if (here.refutes) return here;
        if (here.n && (!best.d || here.share < best.share)) best = here;
    }
    return best;
}

/* One layer: from the states `at` (0: none) by literal x of residue v to the states `to`. */
static void layer_build(struct model *m, lit x, int v, int d, const lit *at, const lit *to)
{
    for (int r = 0; r < d; r++) {
        int with = (r + v) % d, before = (r + d - v) % d;
        if (at[r]) {
            model_3(m, -at[r], -x, to[with]);
            model_3(m, -at[r], x, to[r]);
            model_3(m, -at[r], to[with], to[r]);
        }
        if (!to[r]) continue;
        lit c[3] = {-to[r], -x, at[before]};
        model_clause(m, c, at[before] ? 3 : 2);
        c[1] = x;
        c[2] = at[r];
        model_clause(m, c, at[r] ? 3 : 2);
    }
}

static void layers_build(struct model *m, const lit *x, const int64_t *w, int n, int64_t target, int d)
{
    OWNED lit *at = mem_new((size_t)d, sizeof *at), *to = mem_new((size_t)d, sizeof *to);
    int left = (int)(target % d);
    model_facts(m)->group = 2;
    model_rule(m, "the sum modulo %d", d); /* of an equation that may be transformed */
    model_1(m, at[0] = model_derived(m, "after 0 terms, the reduced sum is 0 modulo %d", d));
    for (int i = 0; i < n; i++) {
        int v = (int)(w[i] % d);
        if (!v) continue;
        memset(to, 0, (size_t)d * sizeof *to);
        for (int r = 0; r < d; r++)
            if (at[r] || at[(r + d - v) % d])
                to[r] = model_derived(m, "after %d terms, the reduced sum is %d modulo %d", i + 1, r, d);
        layer_build(m, x[i], v, d, at, to);
        lit *swap = at;
        at = to;
        to = swap;
    }
    for (int r = 0; r < d; r++)
        if (r != left && at[r]) model_1(m, -at[r]);
    if (!at[left]) model_clause(m, NULL, 0);
}

void sums_residues(struct model *m, const lit *x, const int64_t *w, int n, int64_t target)
{
    struct residues r = residues_choose(w, n, target);
    if (r.d) layers_build(m, x, w, n, target, r.d);
}
