#include "gf2/xor_share.h"
#include "cnf/lit.h"

#include "base/table.h"

/* Bit vectors by number, and numbers by vector. */
struct vectors {
    uint64_t *v;
    int n;
    size_t cap;
    struct table index;
};

static bool same_vector(const void *all, int i, const void *key)
{
    return ((const struct vectors *)all)->v[i] == *(const uint64_t *)key;
}

static int vectors_find(const struct vectors *s, uint64_t v)
{
    return table_find(&s->index, table_hash(&v, sizeof v), same_vector, s, &v);
}

static void vectors_add(struct vectors *s, uint64_t v)
{
    table_add(&s->index, table_hash(&v, sizeof v));
    MEM_PUSH(s->v, s->n, s->cap, v);
}

static void vectors_release(struct vectors *s)
{
    mem_free(s->v);
    table_release(&s->index);
}

struct sharing {
    struct xor_program *p;
    struct vectors element;
    int checked; /* no two elements before this one add up to an open target */
    uint64_t *todo;
    int todos, helps;
};

/* Searching for the best sum costs LOOK * n steps; with more than HELPS targets it is too
 * expensive. */
enum { LOOK = 256, HELPS = 256 };

static void share_add(struct sharing *s, uint64_t vector, int a, int b)
{
    if (a >= 0) MEM_PUSH(s->p->line, s->p->lines, s->p->cap, ((struct xor_line){a, b}));
    vectors_add(&s->element, vector);
    for (int i = 0; i < s->todos; i++)
        if (s->todo[i] == vector) {
            s->todo[i] = s->todo[--s->todos];
            break;
        }
}

/* Adds every open target that is the sum of two elements, repeatedly. */
static void close(struct sharing *s)
{
    for (; s->checked < s->element.n; s->checked++)
        for (int i = 0; i < s->todos;) {
            uint64_t t = s->todo[i];
            int other = vectors_find(&s->element, t ^ s->element.v[s->checked]);
            if (other >= 0)
                share_add(s, t, s->checked, other);
            else
                i++;
        }
}

/* The sum of two elements that makes most open targets sums of two elements; 0: none does. */
static uint64_t best_sum(const struct sharing *s, int *a, int *b)
{
    const struct vectors *e = &s->element;
    SCOPED(vectors) sum = {0};
    SCOPED(lits) count = {0}; /* the number of open targets that each sum would make possible */
    int best = 0, looks = s->todos < LOOK ? s->todos : LOOK;
    uint64_t chosen = 0;
    for (int i = 0; i < looks; i++)
        for (int k = 0; k < e->n; k++) {
            int at = vectors_find(&sum, s->todo[i] ^ e->v[k]);
            if (at >= 0) {
                count.v[at]++;
                continue;
            }
            vectors_add(&sum, s->todo[i] ^ e->v[k]);
            lits_push(&count, 1);
        }
    for (int i = 0; i < e->n; i++)
        for (int k = 0; k < i && (i < LOOK || k < LOOK); k++) {
            int at = vectors_find(&sum, e->v[i] ^ e->v[k]);
            if (at < 0 || count.v[at] <= best) continue;
            best = count.v[at];
            chosen = e->v[i] ^ e->v[k];
            *a = i;
            *b = k;
        }
    return chosen;
}

/* Adds the first partial sum of an open target's unit vectors that is no element yet. */
static void one_step(struct sharing *s)
{
    uint64_t target = s->todo[0], sum = 0;
    int last = -1;
    for (int j = 0; j < s->p->dimension; j++) {
        if (!(target >> j & 1)) continue;
        sum |= UINT64_C(1) << j;
        int known = vectors_find(&s->element, sum);
        if (known < 0) {
            share_add(s, sum, last, j);
            return;
        }
        last = known;
    }
    assert(0 && "an open target is no element");
}

static void share_help(struct sharing *s)
{
    int a = -1, b = -1;
    uint64_t sum = s->helps++ < HELPS ? best_sum(s, &a, &b) : 0;
    if (sum)
        share_add(s, sum, a, b);
    else
        one_step(s);
}

bool xor_share(struct xor_program *p, int dimension, const uint64_t *target, int targets, int *element, struct job *job)
{
    *p = (struct xor_program){.dimension = dimension};
    SCOPED(vectors) distinct = {0};
    for (int t = 0; t < targets; t++)
        if (vectors_find(&distinct, target[t]) < 0) vectors_add(&distinct, target[t]);
    struct sharing s = {.p = p, .todo = distinct.v, .todos = distinct.n};
    for (int j = 0; j < dimension; j++) share_add(&s, UINT64_C(1) << j, -1, -1);
    for (close(&s); s.todos && !job_over(job); close(&s)) share_help(&s);
    for (int t = 0; t < targets; t++) element[t] = vectors_find(&s.element, target[t]);
    vectors_release(&s.element);
    return !s.todos;
}

void xor_program_release(struct xor_program *p)
{
    mem_free(p->line);
    *p = (struct xor_program){0};
}
