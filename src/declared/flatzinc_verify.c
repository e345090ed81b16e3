/* Judges constraints of FlatZinc on values. It shares no code with the rows that they become. */
#include "declared/flatzinc.h"

#include <stdlib.h>
#include <string.h>

struct flatzinc_judge {
    const struct flatzinc *f;
    const struct flatzinc_values *v;
    const struct flatzinc_value *a; /* the arguments */
};

static int64_t flatzinc_judged(const struct flatzinc_judge *j, struct flatzinc_value x)
{
    return x.what == FLATZINC_NUMBER ? x.v : j->v->number[x.v];
}

/* Argument i, or item k of it. */
static int64_t flatzinc_argument(const struct flatzinc_judge *j, int i) { return flatzinc_judged(j, j->a[i]); }
static int64_t flatzinc_of_list(const struct flatzinc_judge *j, int i, int64_t k)
{
    return flatzinc_judged(j, j->f->item[j->a[i].v + k]);
}

static const struct flatzinc_set *flatzinc_possible(const struct flatzinc_judge *j, struct flatzinc_value x)
{
    return x.what == FLATZINC_SET ? &j->f->set[x.v] : &j->f->variable[x.v].domain;
}

static bool flatzinc_member_of(const struct flatzinc_judge *j, int64_t v, struct flatzinc_value x)
{
    const int64_t place = flatzinc_place(flatzinc_possible(j, x), v);
    return place >= 0 && (x.what == FLATZINC_SET || j->v->member[x.v][place]);
}

/* The next member of a set from v on; FLATZINC_FAR: there is none. */
static int64_t flatzinc_next(const struct flatzinc_judge *j, int64_t v, struct flatzinc_value x)
{
    const struct flatzinc_set *s = flatzinc_possible(j, x);
    for (int64_t i = 0; i < flatzinc_size(s); i++)
        if (flatzinc_at(s, i) >= v && flatzinc_member_of(j, flatzinc_at(s, i), x)) return flatzinc_at(s, i);
    return FLATZINC_FAR;
}

/* -1, 0 or 1: a set is before, equal to, or after another one, as sorted lists. */
static int flatzinc_order(const struct flatzinc_judge *j, struct flatzinc_value x, struct flatzinc_value y)
{
    int64_t p = -FLATZINC_FAR, q = p;
    for (;;) {
        p = flatzinc_next(j, p, x);
        q = flatzinc_next(j, q, y);
        if (p == FLATZINC_FAR || q == FLATZINC_FAR) return (p != FLATZINC_FAR) - (q != FLATZINC_FAR);
        if (p != q) return p < q ? -1 : 1;
        p++;
        q++;
    }
}

/* Whether z is what `kind` makes of x and y. */
static bool flatzinc_combined(const struct flatzinc_judge *j, enum flatzinc_kind kind)
{
    for (int i = 0; i < 3; i++) {
        const struct flatzinc_set *s = flatzinc_possible(j, j->a[i]);
        for (int64_t k = 0; k < flatzinc_size(s); k++) {
            const int64_t v = flatzinc_at(s, k);
            const bool x = flatzinc_member_of(j, v, j->a[0]), y = flatzinc_member_of(j, v, j->a[1]);
            const bool z = kind == FLATZINC_set_union       ? x || y
                           : kind == FLATZINC_set_intersect ? x && y
                           : kind == FLATZINC_set_diff      ? x && !y
                                                            : x != y;
            if (z != flatzinc_member_of(j, v, j->a[2])) return false;
        }
    }
    return true;
}

static bool flatzinc_subset(const struct flatzinc_judge *j, struct flatzinc_value x, struct flatzinc_value y)
{
    for (int64_t v = -FLATZINC_FAR; (v = flatzinc_next(j, v, x)) < FLATZINC_FAR; v++)
        if (!flatzinc_member_of(j, v, y)) return false;
    return true;
}

static bool flatzinc_linear_judged(const struct flatzinc_judge *j, enum flatzinc_kind kind)
{
    __int128 sum = 0;
    for (int k = 0; k < j->a[0].n; k++) sum += (__int128)flatzinc_of_list(j, 0, k) * flatzinc_of_list(j, 1, k);
    const int64_t bound = flatzinc_argument(j, 2);
    if (kind == FLATZINC_int_lin_ne) return sum != bound;
    return kind == FLATZINC_int_lin_eq || kind == FLATZINC_bool_lin_eq ? sum == bound : sum <= bound;
}

/* z = f(x, y), from the definitions. */
static bool flatzinc_computed(enum flatzinc_kind kind, int64_t x, int64_t y, int64_t z)
{
    __int128 power = 1;
    switch (kind) {
    case FLATZINC_int_plus:
        return x + y == z;
    case FLATZINC_int_minus:
        return x - y == z;
    case FLATZINC_int_times:
        return (__int128)x * y == z;
    case FLATZINC_int_div:
        return y && x / y == z;
    case FLATZINC_int_mod:
        return y && x % y == z;
    case FLATZINC_int_min:
        return z == (x < y ? x : y);
    case FLATZINC_int_max:
        return z == (x > y ? x : y);
    default:
        break;
    }
    if (y < 0 && !x) return false;
    for (int64_t k = llabs(y) > 64 ? 64 + llabs(y) % 2 : llabs(y); k > 0; k--) {
        power *= x;
        if (power > FLATZINC_FAR || power < -FLATZINC_FAR) return y < 0 && !z;
    }
    return z == (y < 0 ? 1 / power : power);
}

static bool flatzinc_accepted(const struct flatzinc_judge *j)
{
    int64_t state = j->a[4].v;
    for (int k = 0; k < j->a[0].n; k++) {
        const int64_t v = flatzinc_of_list(j, 0, k);
        if (v < 1 || v > j->a[2].v || state < 1 || state > j->a[1].v) return false;
        state = flatzinc_of_list(j, 3, (state - 1) * j->a[2].v + v - 1);
    }
    return state > 0 && flatzinc_member_of(j, state, j->a[5]);
}

/* Whether the successors are one circuit, of those that are not their own if `sub`. */
static bool flatzinc_circular(const struct flatzinc_judge *j, bool sub)
{
    const int n = j->a[0].n;
    int start = 0, steps = 0, moves = 0;
    for (int i = n - 1; i >= 0; i--) {
        const int64_t to = flatzinc_of_list(j, 0, i) - j->a[1].v;
        if (to < 0 || to >= n || (to == i && !sub)) return false;
        if (to != i || !sub) {
            start = i;
            moves++;
        }
    }
    int64_t at = start;
    do {
        at = flatzinc_of_list(j, 0, at) - j->a[1].v;
        steps++;
    } while (at != start && steps <= n);
    return !moves || (at == start && steps == moves);
}

static bool flatzinc_one_part(const struct flatzinc_judge *j)
{
    const int nodes = j->a[2].n, edges = j->a[0].n;
    OWNED int *part = mem_new((size_t)nodes + 1, sizeof *part);
    for (int i = 0; i < nodes; i++) part[i] = i;
    bool again = true;
    while (again) {
        again = false;
        for (int e = 0; e < edges; e++) {
            const int64_t p = flatzinc_of_list(j, 0, e) - j->a[4].v, q = flatzinc_of_list(j, 1, e) - j->a[4].v;
            if (!flatzinc_of_list(j, 3, e)) continue;
            if (!flatzinc_of_list(j, 2, p) || !flatzinc_of_list(j, 2, q)) return false;
            if (part[p] == part[q]) continue;
            part[part[p] < part[q] ? q : p] = part[part[p] < part[q] ? p : q];
            again = true;
        }
    }
    int first = -1;
    for (int i = 0; i < nodes; i++) {
        if (!flatzinc_of_list(j, 2, i)) continue;
        if (first < 0) first = part[i];
        if (part[i] != first) return false;
    }
    return true;
}

static bool flatzinc_distinct(const struct flatzinc_judge *j, bool except)
{
    for (int i = 0; i < j->a[0].n; i++)
        for (int k = 0; k < i; k++)
            if (flatzinc_of_list(j, 0, i) == flatzinc_of_list(j, 0, k) &&
                !(except && flatzinc_member_of(j, flatzinc_of_list(j, 0, i), j->a[1])))
                return false;
    return true;
}

static bool flatzinc_listed(const struct flatzinc_judge *j)
{
    const int n = j->a[0].n;
    for (int t = 0; n && t + n <= j->a[1].n; t += n) {
        int k = 0;
        while (k < n && flatzinc_of_list(j, 0, k) == flatzinc_of_list(j, 1, t + k)) k++;
        if (k == n) return true;
    }
    return false;
}

/* How many items of list i have the value. */
static int64_t flatzinc_number_of(const struct flatzinc_judge *j, int i, int64_t value)
{
    int64_t n = 0;
    for (int k = 0; k < j->a[i].n; k++) n += flatzinc_of_list(j, i, k) == value;
    return n;
}

static bool flatzinc_mutual(const struct flatzinc_judge *j)
{
    for (int side = 0; side < 4; side += 2)
        for (int k = 0; k < j->a[side].n; k++) {
            const int64_t at = flatzinc_of_list(j, side, k) - j->a[3 - side].v;
            if (at < 0 || at >= j->a[2 - side].n) return false;
            if (flatzinc_of_list(j, 2 - side, at) != k + j->a[1 + side].v) return false;
        }
    return true;
}

static bool flatzinc_chosen(const struct flatzinc_judge *j, bool sets)
{
    const int64_t at = flatzinc_argument(j, 0) - 1;
    if (at < 0 || at >= j->a[1].n) return false;
    if (!sets) return flatzinc_of_list(j, 1, at) == flatzinc_argument(j, 2);
    return !flatzinc_order(j, j->f->item[j->a[1].v + at], j->a[2]);
}

/* The constraint without its condition. */
static bool flatzinc_satisfied(const struct flatzinc_judge *j, const struct flatzinc_constraint *c)
{
    const struct flatzinc_value *a = j->a;
    const char *types = flatzinc_arguments[c->kind];
    const bool list = a[0].what == FLATZINC_LIST, second = c->n > 1 && (types[1] == 'i' || types[1] == 'b');
    const int64_t x = types[0] == 'i' || types[0] == 'b' ? flatzinc_argument(j, 0) : 0,
                  y = second ? flatzinc_argument(j, 1) : 0;
    int64_t most, sign;
    switch (c->kind) {
    case FLATZINC_int_lin_eq:
    case FLATZINC_int_lin_le:
    case FLATZINC_int_lin_ne:
    case FLATZINC_bool_lin_eq:
    case FLATZINC_bool_lin_le:
        return flatzinc_linear_judged(j, c->kind);
    case FLATZINC_int_eq:
    case FLATZINC_bool_eq:
    case FLATZINC_bool2int:
        return x == y;
    case FLATZINC_int_ne:
    case FLATZINC_bool_ne:
    case FLATZINC_bool_not:
        return x != y;
    case FLATZINC_int_le:
    case FLATZINC_bool_le:
        return x <= y;
    case FLATZINC_int_lt:
    case FLATZINC_bool_lt:
        return x < y;
    case FLATZINC_int_ge:
    case FLATZINC_bool_ge:
        return x >= y;
    case FLATZINC_int_gt:
    case FLATZINC_bool_gt:
        return x > y;
    case FLATZINC_int_negate:
        return x == -y;
    case FLATZINC_int_abs:
        return y == llabs(x);
    case FLATZINC_int_plus:
    case FLATZINC_int_minus:
    case FLATZINC_int_times:
    case FLATZINC_int_div:
    case FLATZINC_int_mod:
    case FLATZINC_int_pow:
    case FLATZINC_int_min:
    case FLATZINC_int_max:
        return flatzinc_computed(c->kind, x, y, flatzinc_argument(j, 2));
    case FLATZINC_array_int_maximum:
    case FLATZINC_array_int_minimum:
        sign = c->kind == FLATZINC_array_int_maximum ? 1 : -1;
        most = INT64_MIN;
        for (int k = 0; k < a[1].n; k++)
            if (sign * flatzinc_of_list(j, 1, k) > most) most = sign * flatzinc_of_list(j, 1, k);
        return a[1].n && x == sign * most;
    case FLATZINC_bool_and:
        return (x && y) == flatzinc_argument(j, 2);
    case FLATZINC_bool_or:
        return (x || y) == flatzinc_argument(j, 2);
    case FLATZINC_bool_xor:
        return (x != y) == flatzinc_argument(j, 2);
    case FLATZINC_array_bool_and:
        return (flatzinc_number_of(j, 0, 1) == a[0].n) == y;
    case FLATZINC_array_bool_or:
        return (flatzinc_number_of(j, 0, 1) > 0) == y;
    case FLATZINC_array_bool_xor:
        return flatzinc_number_of(j, 0, 1) % 2 && list;
    case FLATZINC_bool_clause:
        return flatzinc_number_of(j, 0, 1) || flatzinc_number_of(j, 1, 0);
    case FLATZINC_array_int_element:
    case FLATZINC_array_var_int_element:
    case FLATZINC_array_bool_element:
    case FLATZINC_array_var_bool_element:
        return flatzinc_chosen(j, false);
    case FLATZINC_array_set_element:
    case FLATZINC_array_var_set_element:
        return flatzinc_chosen(j, true);
    case FLATZINC_set_in:
        return flatzinc_member_of(j, x, a[1]);
    case FLATZINC_set_card:
        most = 0;
        for (int64_t v = -FLATZINC_FAR; (v = flatzinc_next(j, v, a[0])) < FLATZINC_FAR; v++) most++;
        return most == y;
    case FLATZINC_set_eq:
        return !flatzinc_order(j, a[0], a[1]);
    case FLATZINC_set_ne:
        return flatzinc_order(j, a[0], a[1]);
    case FLATZINC_set_subset:
        return flatzinc_subset(j, a[0], a[1]);
    case FLATZINC_set_superset:
        return flatzinc_subset(j, a[1], a[0]);
    case FLATZINC_set_le:
        return flatzinc_order(j, a[0], a[1]) <= 0;
    case FLATZINC_set_lt:
        return flatzinc_order(j, a[0], a[1]) < 0;
    case FLATZINC_set_ge:
        return flatzinc_order(j, a[0], a[1]) >= 0;
    case FLATZINC_set_gt:
        return flatzinc_order(j, a[0], a[1]) > 0;
    case FLATZINC_set_union:
    case FLATZINC_set_intersect:
    case FLATZINC_set_diff:
    case FLATZINC_set_symdiff:
        return flatzinc_combined(j, c->kind);
    case FLATZINC_fzn_all_different_int:
    case FLATZINC_loophole_all_different_except:
        return flatzinc_distinct(j, c->kind == FLATZINC_loophole_all_different_except);
    case FLATZINC_loophole_table_int:
    case FLATZINC_loophole_table_bool:
        return flatzinc_listed(j);
    case FLATZINC_loophole_regular:
        return flatzinc_accepted(j);
    case FLATZINC_loophole_circuit:
    case FLATZINC_loophole_subcircuit:
        return flatzinc_circular(j, c->kind == FLATZINC_loophole_subcircuit);
    case FLATZINC_loophole_inverse:
        return flatzinc_mutual(j);
    case FLATZINC_loophole_count:
        for (int k = 0; k < a[1].n; k++)
            if (flatzinc_number_of(j, 0, flatzinc_of_list(j, 1, k)) != flatzinc_of_list(j, 2, k)) return false;
        return true;
    case FLATZINC_loophole_connected:
        return flatzinc_one_part(j);
    case FLATZINC_KINDS:
        break;
    }
    return false;
}

bool flatzinc_holds(const struct flatzinc *f, const struct flatzinc_constraint *c, const struct flatzinc_values *v)
{
    const struct flatzinc_judge j = {f, v, f->item + c->from};
    const bool holds = flatzinc_satisfied(&j, c);
    if (!c->reified && !c->implied) return holds;
    const int64_t r = flatzinc_argument(&j, c->n - 1);
    return c->reified ? holds == (r != 0) : holds || !r;
}
