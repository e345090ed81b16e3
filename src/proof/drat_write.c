/* What is left of a checked proof: trimmed DRAT, or LRAT with the hints. */
#include "proof/drat_inside.h"

/* Is the step in what is left of the proof? Where there is RAT, clauses that nobody needs are in its way, so they go too. */
static bool stays(const struct checker *c, struct step s, ref formula_end)
{
    return c->arena[s.clause + FLAGS] & NEEDED || (s.deletes && s.clause < formula_end && c->d->rat);
}

/* The clause with its first literal first. */
static void in_order(const struct checker *c, ref r, struct lits *x)
{
    x->n = 0;
    if (length_of(c, r)) lits_push(x, lit_of(c->arena[r + PIVOT]));
    for (uint32_t k = 0; k < length_of(c, r); k++)
        if (lits_of(c, r)[k] != c->arena[r + PIVOT]) lits_push(x, lit_of(lits_of(c, r)[k]));
}

/* The needed clauses, with the original literals' first one first; and when they go. */
void drat_trim(struct checker *c, ref formula_end)
{
    struct lits x = {0};
    for (ref r = 1; r < formula_end; r += HEAD + length_of(c, r)) c->d->core += (c->arena[r + FLAGS] & NEEDED) != 0;
    for (size_t i = 0; i < c->steps && c->d->trimmed; i++) {
        if (!stays(c, c->step[i], formula_end)) continue;
        in_order(c, c->step[i].clause, &x);
        steps_write(c->d->trimmed, true, c->step[i].deletes, x.v, x.n);
    }
    lits_release(&x);
}

/* The hints of a check, by the clauses' numbers, which stand in NEXT; 0: the clause is not in what is left. */
static void write_hints(const struct checker *c, size_t check)
{
    size_t end = check + 1 < c->checks ? c->check[check + 1] : c->hints;
    bool skips = false;
    for (size_t i = c->check[check]; i < end; i++) {
        bool starts = !c->hint[i];
        i += starts;
        uint32_t id = c->arena[c->hint[i] + NEXT];
        if (starts) skips = !id;
        if (!skips) text_add(c->d->lrat, starts ? "-%u " : "%u ", id);
    }
    text_put(c->d->lrat, "0\n");
}

/* The same as trim, each clause with what it follows from, and the empty one, which was checked first. */
void drat_write_lrat(struct checker *c, ref formula_end)
{
    struct lits x = {0};
    uint32_t id = 0;
    size_t check = c->checks;
    for (ref r = 1; r < (ref)c->used; r += HEAD + length_of(c, r)) c->arena[r + NEXT] = r < formula_end ? ++id : 0;
    id = (uint32_t)c->d->formula->cnf.made.clauses;
    for (size_t i = 0; i < c->steps; i++) {
        struct step s = c->step[i];
        if (!stays(c, s, formula_end)) continue;
        if (s.deletes) {
            text_add(c->d->lrat, "%u d %u 0\n", id, c->arena[s.clause + NEXT]);
            continue;
        }
        c->arena[s.clause + NEXT] = ++id;
        in_order(c, s.clause, &x);
        text_add(c->d->lrat, "%u ", id);
        steps_write(c->d->lrat, false, false, x.v, x.n);
        c->d->lrat->s[c->d->lrat->n - 1] = ' ';
        write_hints(c, --check);
    }
    text_add(c->d->lrat, "%u 0 ", id + 1);
    write_hints(c, 0);
    lits_release(&x);
}
