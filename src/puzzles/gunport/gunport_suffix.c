#include "puzzles/gunport/gunport_suffix.h"

#include <string.h>

/* ---- clauses -------------------------------------------------------------------------------------------------- */

void suffix_put(struct writer *w, struct lits *keep, const lit *x, int n)
{
    lit some[4 * PROFILE_COLUMNS] = {0};
    int k = 0;
    assert(n <= (int)(sizeof some / sizeof *some) && "a clause speaks of a row or two");
    for (int i = 0; i < n; i++) {
        if (x[i] == ALWAYS) return;
        if (x[i] != NEVER_TRUE) some[k++] = x[i];
    }
    w->d->put(w->d->state, false, some, k);
    for (int i = 0; keep && i < k; i++) lits_push(keep, some[i]);
    if (keep) lits_push(keep, 0);
}

void suffix_drop(struct writer *w, struct lits *kept)
{
    for (int i = 0, from = 0; i < kept->n; i++) {
        if (kept->v[i]) continue;
        w->d->put(w->d->state, true, kept->v + from, i - from);
        from = i + 1;
    }
    kept->n = 0;
}

void suffix_age(struct writer *w, struct lits kept[2])
{
    struct lits older = kept[0];
    suffix_drop(w, &older);
    kept[0] = kept[1];
    kept[1] = older;
}

/* ---- counters ---------------------------------------------------------------------------------------------------- */

static lit at_least(const struct counter *c, int l) { return l <= 0 ? ALWAYS : l > c->n ? NEVER_TRUE : c->v[l - 1]; }

lit suffix_window(const struct suffix *f, int w, int l) { return at_least(&f->z[w], l); }

static struct counter counter_new(int cap)
{
    return (struct counter){.cap = cap, .v = mem_new((size_t)cap + 1, sizeof(lit))};
}

static void counter_release(struct counter *c)
{
    mem_free(c->v);
    lits_release(&c->kept[0]);
    lits_release(&c->kept[1]);
}

struct suffix suffix_new(const struct swept *s, const struct windows *ws, const int *cap, struct writer *out)
{
    struct suffix f = {.s = s, .out = out, .windows = windows_number(ws)};
    int sum = 0;
    for (int w = 0; w < f.windows; w++) {
        f.part[w] = windows_part(ws, w);
        f.z[w] = counter_new(cap[w]);
        sum = min_int(sum + cap[w], s->most + 1);
        if (w) f.a[w] = counter_new(sum);
    }
    return f;
}

void suffix_release(struct suffix *f)
{
    for (int w = 0; w < f->windows; w++) {
        counter_release(&f->z[w]);
        counter_release(&f->a[w]);
    }
}

/* One more input. */
static void counter_add(struct suffix *f, struct counter *c, lit x)
{
    struct writer *out = f->out;
    struct counter old = *c;
    struct lits *keep = &c->kept[1];
    c->n = min_int(old.n + 1, c->cap);
    c->v = mem_new((size_t)c->cap + 1, sizeof(lit));
    for (int l = 1; l <= c->n; l++) {
        lit more = c->v[l - 1] = ++out->vars, same = at_least(&old, l), less = at_least(&old, l - 1);
        suffix_put(out, keep, (lit[]){more, -same}, 2);
        suffix_put(out, keep, (lit[]){more, -x, -less}, 3);
        suffix_put(out, keep, (lit[]){-more, same, x}, 3);
        suffix_put(out, keep, (lit[]){-more, same, less}, 3);
        if (l > 1) suffix_put(out, keep, (lit[]){c->v[l - 2], -more}, 2);
    }
    mem_free(old.v);
}

/* a and b make no more than their sum. */
static void merge(struct suffix *f, const struct counter *a, const struct counter *b, struct counter *sum)
{
    for (int i = 0; i <= a->n; i++)
        for (int j = !i; j <= b->n && i + j <= sum->cap; j++)
            suffix_put(f->out, &sum->kept[1], (lit[]){-at_least(a, i), -at_least(b, j), at_least(sum, i + j)}, 3);
}

static const struct counter *all(const struct suffix *f) { return f->windows > 1 ? &f->a[f->windows - 1] : &f->z[0]; }

/* What the formula says of the first inputs excludes so many of the rest. */
static void bound(struct suffix *f, int inputs)
{
    const struct swept *s = f->s;
    for (int d = 0; d <= s->most + 1 && d <= inputs; d++) {
        lit y = d ? swept_y(s, inputs, d) : ALWAYS, rest = at_least(all(f), s->most + 1 - d);
        if (rest != NEVER_TRUE) suffix_put(f->out, &f->out->kept[1], (lit[]){-y, -rest}, 2);
    }
}

void suffix_cell(struct suffix *f, int cell)
{
    const struct swept *s = f->s;
    int column = cell % s->cols, w = 0;
    while (column >= f->part[w].from + f->part[w].cols) w++;
    suffix_age(f->out, f->z[w].kept);
    for (int j = w ? w : 1; j < f->windows; j++) suffix_age(f->out, f->a[j].kept);
    for (int i = s->first[cell + 1]; i > s->first[cell]; i--) {
        counter_add(f, &f->z[w], s->x + i);
        for (int j = w ? w : 1; j < f->windows; j++) {
            counter_add(f, &f->a[j], s->x + i);
            merge(f, j > 1 ? &f->a[j - 1] : &f->z[0], &f->z[j], &f->a[j]);
        }
        bound(f, i - 1);
    }
}
