#include "gf2/xor_share.h"

/* Bit vector -> number; open addressing; the vector 0 is not in it. */
struct map {
    uint64_t *key;
    int *value;
    size_t size, n;
};

static size_t map_place(const struct map *m, uint64_t key)
{
    uint64_t h = key * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (h ^ h >> 31) & (m->size - 1);
    while (m->key[at] && m->key[at] != key) at = (at + 1) & (m->size - 1);
    return at;
}

static int *map_get(struct map *m, uint64_t key) /* made with value -1 */
{
    if (2 * (m->n + 1) > m->size) {
        struct map bigger = {.size = m->size ? 2 * m->size : 256, .n = m->n};
        bigger.key = mem_new(bigger.size, sizeof *bigger.key);
        bigger.value = mem_new(bigger.size, sizeof *bigger.value);
        for (size_t i = 0; i < m->size; i++)
            if (m->key[i]) {
                size_t at = map_place(&bigger, m->key[i]);
                bigger.key[at] = m->key[i];
                bigger.value[at] = m->value[i];
            }
        mem_free(m->key);
        mem_free(m->value);
        *m = bigger;
    }
    size_t at = map_place(m, key);
    if (!m->key[at]) {
        m->key[at] = key;
        m->value[at] = -1;
        m->n++;
    }
    return &m->value[at];
}

static int map_find(const struct map *m, uint64_t key)
{
    size_t at = key ? map_place(m, key) : 0;
    return key && m->key[at] ? m->value[at] : -1;
}

static void map_release(struct map *m)
{
    mem_free(m->key);
    mem_free(m->value);
}

struct sharing {
    struct xor_program *p;
    uint64_t *vector; /* of each element */
    size_t cap;
    int n, checked;     /* elements; those before `checked` reach no open target together */
    struct map element; /* vector -> its number */
    struct map target;  /* the distinct ones */
    uint64_t *todo;
    int todos, helps;
};

/* A look-out for good sums costs LOOK * n steps; past HELPS of them, there are too many targets for such care. */
enum { LOOK = 256, HELPS = 256 };

static void add(struct sharing *s, uint64_t vector, int a, int b)
{
    if (a >= 0) MEM_PUSH(s->p->line, s->p->lines, s->p->cap, ((struct xor_line){a, b}));
    *map_get(&s->element, vector) = s->n;
    MEM_PUSH(s->vector, s->n, s->cap, vector);
    for (int i = 0; i < s->todos; i++)
        if (s->todo[i] == vector) {
            s->todo[i] = s->todo[--s->todos];
            break;
        }
}

/* Adds every open target that is the sum of two elements, and goes on with what that brings within reach. */
static void close(struct sharing *s)
{
    for (; s->checked < s->n; s->checked++)
        for (int i = 0; i < s->todos;) {
            uint64_t t = s->todo[i];
            int other = map_find(&s->element, t ^ s->vector[s->checked]);
            if (other >= 0)
                add(s, t, s->checked, other);
            else
                i++;
        }
}

/* The sum of two elements that is one step from most open targets; 0: none is. */
static uint64_t best_sum(const struct sharing *s, int *a, int *b)
{
    struct map count = {0}; /* vector -> how many open targets it would bring within reach, minus 1 */
    int best = 0, looks = s->todos < LOOK ? s->todos : LOOK;
    uint64_t chosen = 0;
    for (int i = 0; i < looks; i++)
        for (int k = 0; k < s->n; k++) ++*map_get(&count, s->todo[i] ^ s->vector[k]);
    for (int i = 0; i < s->n; i++)
        for (int k = 0; k < i && (i < LOOK || k < LOOK); k++) {
            int reach = map_find(&count, s->vector[i] ^ s->vector[k]) + 1;
            if (reach <= best) continue;
            best = reach;
            chosen = s->vector[i] ^ s->vector[k];
            *a = i;
            *b = k;
        }
    map_release(&count);
    return chosen;
}

/* Adds the first sum of leading unit vectors of an open target that is no element yet. */
static void one_step(struct sharing *s)
{
    uint64_t target = s->todo[0], sum = 0;
    int last = -1;
    for (int j = 0; j < s->p->dimension; j++) {
        if (!(target >> j & 1)) continue;
        sum |= UINT64_C(1) << j;
        int known = map_find(&s->element, sum);
        if (known < 0) {
            add(s, sum, last, j);
            return;
        }
        last = known;
    }
    assert(0 && "an open target is no element");
}

static void help(struct sharing *s)
{
    int a = -1, b = -1;
    uint64_t sum = s->helps++ < HELPS ? best_sum(s, &a, &b) : 0;
    if (sum)
        add(s, sum, a, b);
    else
        one_step(s);
}

void xor_share(struct xor_program *p, int dimension, const uint64_t *target, int targets, int *element)
{
    *p = (struct xor_program){.dimension = dimension};
    struct sharing s = {.p = p};
    s.todo = mem_new((size_t)targets, sizeof *s.todo);
    for (int t = 0; t < targets; t++)
        if (*map_get(&s.target, target[t]) < 0) {
            *map_get(&s.target, target[t]) = t;
            s.todo[s.todos++] = target[t];
        }
    for (int j = 0; j < dimension; j++) add(&s, UINT64_C(1) << j, -1, -1);
    for (close(&s); s.todos; close(&s)) help(&s);
    for (int t = 0; t < targets; t++) element[t] = map_find(&s.element, target[t]);
    map_release(&s.element);
    map_release(&s.target);
    mem_free(s.vector);
    mem_free(s.todo);
}

void xor_program_release(struct xor_program *p)
{
    mem_free(p->line);
    *p = (struct xor_program){0};
}
