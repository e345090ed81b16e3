#include "base/table.h"
#include "base/mem.h"
#include "base/text.h"

static void table_place(struct table *t, uint64_t entry)
{
    size_t at = entry >> 32 & (t->slots - 1);
    while (t->slot[at]) at = (at + 1) & (t->slots - 1);
    t->slot[at] = entry;
}

void table_add(struct table *t, uint64_t hash)
{
    assert(t->n < INT32_MAX && "numbers of 31 bits");
    if (2 * ((size_t)t->n + 1) > t->slots) {
        struct table old = *t;
        t->slots = old.slots ? 2 * old.slots : 64;
        t->slot = mem_new(t->slots, sizeof *t->slot);
        for (size_t i = 0; i < old.slots; i++)
            if (old.slot[i]) table_place(t, old.slot[i]);
        mem_free(old.slot);
    }
    table_place(t, hash >> 32 << 32 | ++t->n);
}

void table_clear(struct table *t, size_t expected)
{
    size_t slots = 64;
    while (slots < 2 * expected) slots *= 2;
    if (slots > t->slots) {
        table_release(t);
        *t = (struct table){.slot = mem_new(slots, sizeof *t->slot), .slots = slots};
    } else {
        memset(t->slot, 0, t->slots * sizeof *t->slot);
        t->n = 0;
    }
}

void table_release(struct table *t)
{
    mem_free(t->slot);
    *t = (struct table){0};
}
