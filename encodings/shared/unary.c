#include "encodings/shared/unary.h"
#include "base/number.h"
#include "base/text.h"

#include <inttypes.h>
#include <string.h>

static const int64_t MOST = 200000000;

struct unary_use unary_range(const struct constraint *c)
{
    struct unary_use use = {.n = c->n, .hard = true};
    if (c->hi < c->n) use.up = (struct unary_side){(int)c->hi, (int)c->hi + 1};
    if (c->lo > 0) use.down = (struct unary_side){(int)c->lo - 1, (int)c->lo};
    return use;
}

struct unary_use unary_count(const struct constraint *c, enum direction d)
{
    struct unary_use use = {.n = c->n};
    struct unary_side side = {(int)c->lo, (int)c->hi};
    if (d & COUNT_UP) use.up = side;
    if (d & COUNT_DOWN) use.down = side;
    return use;
}

bool unary_feasible(const struct constraint *c, struct text *err)
{
    int64_t cells = c->n * (c->hi < c->n || !c->lo ? c->hi : c->lo);
    if (cells <= MOST) return true;
    return text_error(err,
                      "Counting %d literals up to %" PRId64 " in unary would take about %" PRId64
                      " clauses; choose --card kmtotalizer or --card network.",
                      c->n, cells / c->n, cells);
}

void unary_release(struct unary *a)
{
    mem_free(a->cell);
    *a = (struct unary){0};
}

/* ---- which cells there are, of a number over m inputs ---------------------------------------- */

/* The places lo..hi that matter for a side. None: lo > hi. */
static struct unary_side unary_places(const struct unary_use *use, struct unary_side s, int m)
{
    if (s.lo >= s.hi) return (struct unary_side){1, 0};
    return (struct unary_side){max_int(s.lo + 1 - (use->n - m), 1), min_int(s.hi, m)};
}

static bool is_false(const struct unary_use *use, int j) { return use->hard && j >= use->up.hi; }

static bool unary_is_true(const struct unary_use *use, int m, int j)
{
    return use->hard && j <= use->down.lo + 1 - (use->n - m);
}

/* ---- merging --------------------------------------------------------------------------------- */

/* A number over the m inputs x, with room for its cells and their counts. */
static struct unary unary_of(const lit *x, int m, int low, int high)
{
    struct unary a = {.x = x, .m = m, .low = low, .high = high};
    a.cell = mem_new(2 * (size_t)(high - low + 1) + 1, sizeof *a.cell);
    a.before = a.cell + (high - low + 1);
    return a;
}

static void unary_count_cells(struct unary *a)
{
    for (int j = a->low; j <= a->high; j++) a->before[j - a->low + 1] = a->before[j - a->low] + !!unary_cell(a, j);
}

/* How many of the places from..to of `a` have a cell. */
static int64_t unary_cells(const struct unary *a, int from, int to)
{
    from = max_int(from, a->low);
    to = min_int(to, a->high);
    return from > to ? 0 : a->before[to - a->low + 1] - a->before[from - a->low];
}

/* The number of one input. If the use fixes each input, it is asserted here. */
static struct unary input(const struct unary_use *use, const lit *inputs, struct cnf *f)
{
    SCOPED(unary) a = unary_of(inputs, 1, 1, 1);
    const lit x = a.cell[0] = *inputs;
    unary_count_cells(&a);
    if (use->up.lo < use->up.hi && is_false(use, 1)) cnf_1(f, -x);
    if (use->down.lo < use->down.hi && unary_is_true(use, 1, 1)) cnf_1(f, x);
    return TAKEN(a);
}

/* Counts the clauses of parts i = from..to of a and of sum - i of b, and a literal of the whole more if `more`. */
static void unary_count_pairs(const struct unary *a, const struct unary *b, int from, int to, int sum, bool more,
                              struct cnf *f)
{
    const int64_t n = max_int(0, to - from + 1);
    cnf_count(
        f, (struct size){.clauses = n,
                         .literals = unary_cells(a, from, to) + unary_cells(b, sum - to, sum - from) + (more ? n : 0)});
}

/* a >= i and b >= j force the sum >= i + j. If the bound fixes this sum as false, it fixes i = i +
 * j or j = i + j of a part likewise. */
static void merge_up(const struct unary_use *use, const struct unary *a, const struct unary *b, const struct unary *u,
                     struct cnf *f)
{
    const struct unary_side at = unary_places(use, use->up, u->m);
    for (int v = at.lo; v <= at.hi; v++) {
        bool never = is_false(use, v);
        lit y = never ? 0 : unary_cell(u, v);
        const int from = max_int(v - b->m, never), to = min_int(v - never, a->m);
        if (!f->put) unary_count_pairs(a, b, from, to, v, y, f);
        for (int i = from; f->put && i <= to; i++)
            cnf_some(f, i ? -unary_cell(a, i) : 0, i < v ? -unary_cell(b, v - i) : 0, y);
    }
}

/* a <= i and b <= j force the sum < i + j + 1. */
static void merge_down(const struct unary_use *use, const struct unary *a, const struct unary *b, const struct unary *u,
                       struct cnf *f)
{
    const struct unary_side at = unary_places(use, use->down, u->m);
    for (int v = at.lo; v <= at.hi; v++) {
        bool always = unary_is_true(use, u->m, v);
        lit y = always ? 0 : -unary_cell(u, v);
        const int from = max_int(v - 1 - b->m + always, 0), to = min_int(v - 1, a->m - always);
        if (!f->put) unary_count_pairs(a, b, from + 1, to + 1, v + 1, y, f);
        for (int i = from; f->put && i <= to; i++)
            cnf_some(f, i < a->m ? unary_cell(a, i + 1) : 0, v - 1 - i < b->m ? unary_cell(b, v - i) : 0, y);
    }
}

struct unary unary_merge(const struct unary_use *use, struct unary left, struct unary right, struct cnf *f)
{
    const int m = left.m + right.m;
    const struct unary_side up = unary_places(use, use->up, m), down = unary_places(use, use->down, m);
    const bool either = up.lo > up.hi || down.lo > down.hi;
    const int low = either ? max_int(up.lo, down.lo) : min_int(up.lo, down.lo);
    SCOPED(unary) a = left, b = right, u = unary_of(a.x, m, low, max_int(up.hi, down.hi));
    assert(b.x == a.x + a.m && "the inputs of both are in one array");
    for (int j = u.low; j <= u.high; j++) {
        const bool has_up = j >= up.lo && j <= up.hi && !is_false(use, j);
        const bool has_down = j >= down.lo && j <= down.hi && !unary_is_true(use, m, j);
        if (!has_up && !has_down) continue;
        u.cell[j - u.low] = cnf_var(f);
        const bool one = b.m == 1; /* a chain */
        cnf_means_next(f, unary_cell(&u, j), u.x, u.m, j, one ? unary_cell(&a, j) : 0, one ? unary_cell(&a, j - 1) : 0);
    }
    if (!f->put) unary_count_cells(&u);
    merge_up(use, &a, &b, &u, f);
    merge_down(use, &a, &b, &u, f);
    return TAKEN(u);
}

/* Counts all since `before` again, as of other inputs. Returns another such number. */
static struct unary unary_again(const struct unary *a, struct size before, struct cnf *f)
{
    const struct size s = f->made;
    SCOPED(unary) b = unary_of(a->x + a->m, a->m, a->low, a->high);
    memcpy(b.cell, a->cell, (2 * (size_t)(a->high - a->low + 1) + 1) * sizeof *b.cell);
    cnf_count(f, (struct size){s.vars - before.vars, s.clauses - before.clauses, s.literals - before.literals});
    return TAKEN(b);
}

struct unary unary_tree(const struct unary_use *use, const lit *x, int n, struct cnf *f)
{
    if (n == 1) return input(use, x, f);
    const struct size before = f->made;
    SCOPED(unary) a = unary_tree(use, x, n / 2, f), b = {0};
    if (f->put || n % 2)
        b = unary_tree(use, x + n / 2, n - n / 2, f);
    else
        b = unary_again(&a, before, f);
    return unary_merge(use, TAKEN(a), TAKEN(b), f);
}

struct unary unary_chain(const struct unary_use *use, const lit *x, int n, struct cnf *f)
{
    SCOPED(unary) sum = input(use, x, f);
    for (int i = 1; i < n; i++) {
        SCOPED(unary) next = input(use, x + i, f), both = unary_merge(use, TAKEN(sum), TAKEN(next), f);
        sum = TAKEN(both);
    }
    return TAKEN(sum);
}

void unary_output(const struct unary_use *use, struct unary a, struct outputs *out)
{
    struct unary_side s = use->up.lo < use->up.hi ? use->up : use->down;
    assert(a.m == use->n && !use->hard && "the whole sum, to be bounded later");
    for (int v = s.lo + 1; v <= s.hi; v++) outputs_push(out, unary_cell(&a, v), v);
    unary_release(&a);
}

void unary_chain_count(const struct constraint *c, enum direction d, struct cnf *f, struct outputs *out)
{
    struct unary_use use = unary_count(c, d);
    unary_output(&use, unary_chain(&use, c->x, c->n, f), out);
}

/* The variables of level j: "at least i of the first j+i-1 inputs", and the one before the first. */
static lit unary_level(const lit *inputs, int j, int k, lit before, struct cnf *f)
{
    lit s = cnf_vars(f, k) - 1;
    for (int i = 1; i <= k; i++) cnf_means_next(f, s + i, inputs, j + i - 1, i, before + i, s + i - 1);
    return s;
}

void unary_at_most(const lit *inputs, int n, int k, struct cnf *f)
{
    const lit *x = inputs - 1;
    if (!f->put) {
        const int64_t rows = n - k, steps = rows - 1;
        cnf_count(f, (struct size){.vars = rows * k,
                                   .clauses = rows * (k + 1) + steps * k,
                                   .literals = rows * (3 * (int64_t)k + 1) + steps * 2 * k});
        return;
    }
    lit s = unary_level(inputs, 1, k, 0, f);
    for (int j = 1; j <= n - k; j++) {
        for (int i = 0; i <= k; i++) cnf_some(f, -x[j + i], i > 0 ? -(s + i) : 0, i < k ? s + i + 1 : 0);
        if (j == n - k) break;
        lit next = unary_level(inputs, j + 1, k, s, f);
        for (int i = 1; i <= k; i++) cnf_2(f, -(s + i), next + i);
        s = next;
    }
}
