/* Symmetries that the caller of an abstract model declares: maps of variables and integers that
 * take solutions to solutions. A copy of the model can keep the least of all images of a solution:
 * its values are lexicographically at most those of each image (Crawford, Ginsberg, Luks and Roy
 * 1996). */
#include "base/dictionary.h"
#include "base/number.h"
#include "model/model_abstract.h"

enum { MOST_MAPS = 1000 };

/* The items that the declared maps move: variables, as v, and integers, as -1 - i. */
struct moved {
    int *item, n, vars;
    size_t cap;
    int *place_of; /* of a variable or, after these, of an integer: its place in item, plus 1; 0: it stays */
    int *map;      /* n numbers for each map: item k goes to item map[k] / 2 and, if map[k] is odd, is negated */
    int maps;
    size_t map_cap;
    int size; /* of map */
    struct dictionary seen;
};

static void moved_release(struct moved *s)
{
    MEM_FREE(s->item, s->place_of, s->map);
    dictionary_release(&s->seen);
}

static void move(struct moved *s, int index, int item)
{
    if (s->place_of[index]) return;
    MEM_PUSH(s->item, s->n, s->cap, item);
    s->place_of[index] = s->n;
}

/* Adds a map of all items unless it is there. */
static void add_map(struct moved *s, const int *map)
{
    SCOPED(text) key = {0};
    for (int k = 0; k < s->n; k++)
        for (int shift = 0; shift < 28; shift += 7) text_char(&key, (char)(0x80 | (map[k] >> shift & 0x7f)));
    if (dictionary_add(&s->seen, text_string(&key), key.n) < s->maps) return;
    for (int k = 0; k < s->n; k++) MEM_PUSH(s->map, s->size, s->map_cap, map[k]);
    s->maps++;
}

static void add_declared(struct moved *s, const struct model_map *d)
{
    OWNED int *map = mem_new((size_t)s->n, sizeof *map);
    for (int k = 0; k < s->n; k++) map[k] = 2 * k;
    for (int i = 0; i < d->n; i++)
        map[s->place_of[d->from[i]] - 1] = 2 * (s->place_of[lit_var(d->to[i])] - 1) + (d->to[i] < 0);
    for (int i = 0; i < d->integers; i++)
        map[s->place_of[s->vars + 1 + d->integer[i]] - 1] = 2 * (s->place_of[s->vars + 1 + d->image[i]] - 1);
    add_map(s, map);
}

/* Finds all maps that the declared ones generate. False: there are too many. */
static bool maps_generate(const struct model *m, struct moved *s)
{
    const struct model_facts *f = model_facts(m);
    s->vars = model_vars(m);
    s->place_of = mem_new((size_t)(s->vars + 1 + model_ints(m)), sizeof *s->place_of);
    for (int i = 0; i < f->maps; i++) {
        for (int k = 0; k < f->map[i].n; k++) move(s, f->map[i].from[k], f->map[i].from[k]);
        for (int k = 0; k < f->map[i].integers; k++)
            move(s, s->vars + 1 + f->map[i].integer[k], -1 - f->map[i].integer[k]);
    }
    for (int i = 0; i < f->maps; i++) add_declared(s, &f->map[i]);
    const int generators = s->maps;
    OWNED int *map = mem_new((size_t)s->n, sizeof *map);
    for (int a = 0; a < s->maps && s->maps <= MOST_MAPS; a++)
        for (int g = 0; g < generators; g++) {
            for (int k = 0; k < s->n; k++) {
                const int to = s->map[g * s->n + k];
                map[k] = s->map[a * s->n + to / 2] ^ (to & 1);
            }
            add_map(s, map);
        }
    return s->maps <= MOST_MAPS;
}

bool model_add_map(struct model *m, const struct model_map *d, struct text *err)
{
    struct model_facts *f = model_facts(m);
    struct model_map copy = *d;
    SCOPED(moved) s = {0};
    copy.from = mem_copy(d->from, (size_t)d->n, sizeof *d->from);
    copy.to = mem_copy(d->to, (size_t)d->n, sizeof *d->to);
    copy.integer = mem_copy(d->integer, (size_t)d->integers, sizeof *d->integer);
    copy.image = mem_copy(d->image, (size_t)d->integers, sizeof *d->image);
    MEM_PUSH(f->map, f->maps, f->map_cap, copy);
    if (maps_generate(m, &s)) return true;
    model_map_release(&f->map[--f->maps]);
    return text_error(err, "The symmetries together have more than %d maps; declare fewer of them.", MOST_MAPS);
}

void model_map_release(struct model_map *d) { MEM_FREE(d->from, d->to, d->integer, d->image); }

/* Adds "if e, which may be LIT_TRUE, then a + least <= b" of two integers. */
static void at_most(struct model *m, lit e, int a, int b, int64_t least)
{
    model_add(m, &(struct row){.kind = ROW_LINEAR,
                               .integer = (int[]){b, a},
                               .integers = 2,
                               .w = (int64_t[]){1, -1},
                               .lo = least,
                               .hi = INT64_MAX,
                               .iff = e == LIT_TRUE ? 0 : e,
                               .half = e != LIT_TRUE});
}

/* Adds "the items are lexicographically at most their images". from[k]: the image of item k has the
 * value of item from[k] / 2, negated if from[k] is odd. Variables that a projection leaves out are not
 * compared: solutions that differ only there are one. */
static void lexicographic(const struct moved *s, const int *from, struct model *m)
{
    lit equal = LIT_TRUE; /* so far; nothing was compared */
    for (int k = 0; k < s->n; k++) {
        if (from[k] == 2 * k) continue;
        const int a = s->item[k], b = s->item[from[k] / 2];
        if (a > 0 && model_facts(m)->projected && !model_is_solution(m, a)) continue;
        const lit next = model_derived(m, "symmetric so far");
        if (a < 0) {
            const lit less = model_derived(m, "less than its image");
            at_most(m, equal, -1 - a, -1 - b, 0);
            at_most(m, less, -1 - a, -1 - b, 1);
            model_some(m, (lit[]){-equal, next, less}, 3);
        } else {
            const lit y = from[k] & 1 ? -b : b;
            model_some(m, (lit[]){-equal, -a, y}, 3);
            model_some(m, (lit[]){-equal, next, -a}, 3);
            model_some(m, (lit[]){-equal, next, y}, 3);
        }
        equal = next;
    }
}

void model_break_maps(const struct model *declared, struct model *m)
{
    SCOPED(moved) s = {0};
    if (!model_facts(declared)->maps || !maps_generate(declared, &s)) return;
    OWNED int *from = mem_new((size_t)s.n, sizeof *from);
    model_rule(m, "the least of all symmetric solutions");
    for (int a = 0; a < s.maps; a++) {
        const int *map = s.map + a * s.n;
        for (int k = 0; k < s.n; k++) from[map[k] / 2] = 2 * k + (map[k] & 1);
        lexicographic(&s, from, m);
    }
}
