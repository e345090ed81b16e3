/* Gunport by its defects: how far a packing is from one in which every domino side meets a hole.
 *
 *    +---+---+---+       D a domino side that faces open cells, none of them a hole
 *    | o |   |   |       W two dominoes next to each other along a wall
 *    +---+ D |   + W     C a corner of the board without a hole, once for each of its walls
 *
 * Counting the contacts of holes and dominoes from both sides gives, for every maximal packing of a
 * full board with M holes,
 *
 *      T  =  D + W + C  =  2 cells + 4 - 6 M,
 *
 * proved in docs/research/gunport-theory.md. Few defects mean many holes. M has the parity of the
 * number of cells, so T moves in steps of 12. The search requires "at most T defects", beginning
 * with a small T, and never counts holes. This is only an identity: it assumes no bound on M but
 * T >= 0.
 *
 * T / 2 of the defects are above or below a domino or on the upper or the lower wall (upright
 * ones), and T / 2 are level. So each kind has its own bound.
 *
 * If the board has the symmetries of a rectangle, defects are counted by halves, and the packing is
 * turned. Its upper half then has no more upright defects than the lower, and its left half no more
 * level ones than the right. On squares the upper half also has no more upright ones than the left
 * half has level ones. */
#include "base/number.h"
#include "puzzles/gunport/gunport.h"

#include <string.h>

enum side { UP, DOWN, LEFT, RIGHT };
enum bearing { UPRIGHT, LEVEL, BEARINGS };
struct defect_group {
    struct lits x, block; /* block: the row of a defect, for counters by rows */
};

struct defects {
    const struct places *p;
    struct model *m;
    struct defect_group
        group[BEARINGS * HALVES]; /* upright by the upper and lower half, level by the left and right one */
};

/* The group of a defect of side s, in the rectangle with these two corners. */
static struct defect_group *group_of(struct defects *d, enum side s, int r, int c, int r2, int c2)
{
    int group = gunport_group(d->p->b, r, c, r2, c2);
    return s <= DOWN ? &d->group[UPRIGHT * HALVES + group / HALVES] : &d->group[LEVEL * HALVES + group % HALVES];
}

enum { DEFECT_SIDE = GROUP_MORE, DEFECT_END, DEFECT_PAIR, DEFECT_SUM };

static lit defect_new(struct defects *d, struct defect_group *g, int kind, const char *name, int r, int c)
{
    model_facts(d->m)->group = kind;
    lit x = model_derived(d->m, "%s %d,%d", name, r + 1, c + 1);
    lits_push(&g->block, r);
    lits_push(&g->x, x);
    return x;
}

static lit hole(const struct places *p, int r, int c) { return p->hole[at(p->b, r, c)]; }

/* ---- D: the sides of dominoes ---------------------------------------------------------------- */

/* A domino with a side that faces this way, and the n open cells before that side. */
struct faced {
    lit place, hole[2];
    int n;
    struct defect_group *group;
};

/* Sets the domino on (r, c) and (r2, c2) and its side `s`. False: there is no such place, or no
 * open cell before it. */
static bool faced_make(struct defects *d, int r, int c, int r2, int c2, bool along, enum side s, struct faced *f)
{
    const struct places *p = d->p;
    const struct instance *b = p->b;
    int dr = STEP[s][0], dc = STEP[s][1];
    if (!is_open(b, r, c) || !is_open(b, r2, c2)) return false;
    *f = (struct faced){.place = places_domino(p, at(b, r, c), at(b, r2, c2))};
    f->group = group_of(d, s, r, c, (along ? r2 : r) + dr, (along ? c2 : c) + dc);
    if (is_open(b, r + dr, c + dc)) f->hole[f->n++] = hole(p, r + dr, c + dc);
    if (along && is_open(b, r2 + dr, c2 + dc)) f->hole[f->n++] = hole(p, r2 + dr, c2 + dc);
    return f->n > 0;
}

/* Builds x <=> one of these mutually exclusive sides meets no hole. */
static void side_build(struct defects *d, enum side s, int r, int c, const struct faced *f, int n)
{
    static const char *const kinds[] = {"defect above", "defect below", "defect left of", "defect right of"};
    lit x = defect_new(d, f[0].group, DEFECT_SIDE, kinds[s], r, c), some[3] = {-x};
    model_rule(d->m, "the defect at %d,%d is counted", r + 1, c + 1);
    for (int i = 0; i < n; i++) {
        lit all[4] = {x, -f[i].place};
        memcpy(all + 2, f[i].hole, sizeof f[i].hole);
        model_clause(d->m, all, 2 + f[i].n);
        for (int j = 0; j < f[i].n; j++) model_3(d->m, -x, -f[i].place, -f[i].hole[j]);
        some[1 + i] = f[i].place;
    }
    model_clause(d->m, some, 1 + n);
}

/* Builds the sides of cell (r, c). A domino's long side belongs to its first cell: at most one of
 * the two dominoes there can be placed, and one variable suffices for both. */
static void cell_sides(struct defects *d, int r, int c)
{
    for (enum side s = UP; s <= RIGHT; s++) {
        int dr = STEP[s][0], dc = STEP[s][1], n = 0;
        struct faced f[2];
        n += faced_make(d, r, c, r - dr, c - dc, false, s, &f[n]);
        n += faced_make(d, r, c, r + (dc != 0), c + (dr != 0), true, s, &f[n]);
        bool apart = n == 2 && f[0].group != f[1].group;
        if (n) side_build(d, s, r, c, f, apart ? 1 : n);
        if (apart) side_build(d, s, r, c, f + 1, 1);
    }
}

/* ---- W and C: along the walls ---------------------------------------------------------------- */

static void wall_end(struct defects *d, enum side s, int r, int c)
{
    lit x = defect_new(d, group_of(d, s, r, c, r, c), DEFECT_END, "wall's end without hole", r, c);
    model_rule(d->m, "the wall's end at %d,%d is counted", r + 1, c + 1);
    model_2(d->m, x, hole(d->p, r, c));
    model_2(d->m, -x, -hole(d->p, r, c));
}

static void wall_pair(struct defects *d, enum side s, int r, int c, int r2, int c2)
{
    lit a = hole(d->p, r, c), e = hole(d->p, r2, c2), one = places_domino(d->p, at(d->p->b, r, c), at(d->p->b, r2, c2));
    lit x = defect_new(d, group_of(d, s, r, c, r2, c2), DEFECT_PAIR, "two dominoes on the wall", r, c);
    model_rule(d->m, "two dominoes on the wall at %d,%d are counted", r + 1, c + 1);
    model_clause(d->m, (lit[]){x, a, e, one}, 4);
    model_2(d->m, -x, -a);
    model_2(d->m, -x, -e);
    model_2(d->m, -x, -one);
}

static void cell_walls(struct defects *d, int r, int c)
{
    const struct instance *b = d->p->b;
    for (enum side s = UP; s <= RIGHT; s++) {
        int ar = STEP[s][1] != 0, ac = STEP[s][0] != 0; /* one step along the wall */
        if (!walled(b, r, c, s)) continue;
        if (!walled(b, r - ar, c - ac, s)) wall_end(d, s, r, c);
        if (walled(b, r + ar, c + ac, s))
            wall_pair(d, s, r, c, r + ar, c + ac);
        else
            wall_end(d, s, r, c);
    }
}

/* ---- counting -------------------------------------------------------------------------------- */

/* A unary number in one direction: at least j + 1 implies y[j]. */
struct defect_count {
    lit *y;
    int n;
};

/* Counts a group, up to cap. As one block: trees took 5 to 40 % less time than rows. */
static struct defect_count group_count(struct defects *d, const struct defect_group *g, int64_t cap)
{
    struct defect_count u = {.n = (int)min64(g->x.n, cap)};
    OWNED int *block = mem_new((size_t)g->x.n, sizeof *block);
    u.y = mem_new((size_t)u.n, sizeof *u.y);
    model_count(d->m, g->x.v, g->x.n, u.n, COUNT_UP, u.y);
    model_partition(d->m, block);
    return u;
}

/* Returns a + b, up to cap. */
static struct defect_count gunport_defects_add(struct model *m, struct defect_count a, struct defect_count b,
                                               int64_t cap)
{
    struct defect_count u = {.n = (int)min64(a.n + b.n, cap)};
    u.y = mem_new((size_t)u.n, sizeof *u.y);
    for (int j = 0; j < u.n; j++) {
        model_facts(m)->group = DEFECT_SUM + j;
        u.y[j] = model_derived(m, "%d defects or more", j + 1);
    }
    for (int i = 0; i <= a.n; i++)
        for (int j = i ? 0 : 1; j <= b.n && i + j <= u.n; j++) {
            lit x[3] = {u.y[i + j - 1]};
            int n = 1;
            if (i) x[n++] = -a.y[i - 1];
            if (j) x[n++] = -b.y[j - 1];
            model_clause(m, x, n);
        }
    return u;
}

/* Requires counter a to be at most counter b. A y[j] of b that is true without need counts as a
 * defect, so this excludes no packing with few enough defects. */
static void gunport_defects_at_most(struct model *m, struct defect_count a, struct defect_count b)
{
    for (int j = 0; j < a.n; j++) {
        if (j < b.n)
            model_2(m, -a.y[j], b.y[j]);
        else
            model_1(m, -a.y[j]);
    }
}

static bool breaks_symmetry(const struct instance *b, const struct bounds *bounds)
{
    return option_is_yes(bounds->break_symmetry, true) && b->rows > 1 && b->cols > 1 && gunport_symmetry(b, UP_DOWN) &&
           gunport_symmetry(b, LEFT_RIGHT);
}

/* Requires at most `most` defects of one kind, counted by halves. If the symmetries allow, the
 * first half has no more than the last. Returns the count of all, and sets that of the first
 * half. */
static struct defect_count bound_bearing(struct defects *d, enum bearing bearing, int most, bool breaks,
                                         struct defect_count *all)
{
    struct defect_count part[HALVES];
    for (int i = 0; i < HALVES; i++)
        part[i] =
            group_count(d, &d->group[(int)bearing * HALVES + i], (breaks && i == FIRST_HALF ? most / 2 : most) + 1);
    model_rule(d->m, "the board is turned so that its first half has no more defects than the last");
    if (breaks) gunport_defects_at_most(d->m, part[FIRST_HALF], part[LAST_HALF]);
    if (breaks && part[FIRST_HALF].n > most / 2) model_1(d->m, -part[FIRST_HALF].y[most / 2]);
    model_rule(d->m, "there are at most %d defects %s", most,
               bearing == UPRIGHT ? "above and below" : "to the left and right");
    struct defect_count halves = gunport_defects_add(d->m, part[FIRST_HALF], part[LAST_HALF], most + 1);
    *all = gunport_defects_add(d->m, halves, part[ACROSS], most + 1);
    if (all->n > most) model_1(d->m, -all->y[most]);
    MEM_FREE(part[LAST_HALF].y, part[ACROSS].y, halves.y);
    return part[FIRST_HALF];
}

/* Flips swap the halves of one kind and keep those of the other; transposing swaps the kinds. */
static void bound_defects(struct defects *d, int most, bool breaks)
{
    struct defect_count all[BEARINGS], upper, left;
    upper = bound_bearing(d, UPRIGHT, most / 2, breaks, &all[UPRIGHT]);
    left = bound_bearing(d, LEVEL, most / 2, breaks, &all[LEVEL]);
    model_rule(d->m, "the board is turned so that its upper half has no more defects than the left");
    if (breaks && gunport_symmetry(d->p->b, TRANSPOSE)) gunport_defects_at_most(d->m, upper, left);
    MEM_FREE(all[UPRIGHT].y, all[LEVEL].y, upper.y, left.y);
}

/* Six times the gunports plus the defects; 4 is for the walls. */
static int64_t total(const struct instance *b) { return 2 * (int64_t)b->open + 4; }

struct objective defects_objective(const struct formulation *f, const struct instance *b, enum int_form form)
{
    struct objective o = gunport_dominoes(f, b, form);
    if (b->choices.redundant == OPTION_YES) {
        o.least = max64(0, (b->open - total(b) / 6 + 1) / 2);
    } else {
        o.a = total(b);
        o.b = -1;
        o.c = 6;
        o.step = 12;
        o.least = (total(b) - 6 * (int64_t)b->open) % 12;
        if (o.least < 0) o.least += 12;
    }
    return o;
}

/* Minimizes the number of all defects, by rows. */
static void minimize_all(struct defects *d, struct objective o)
{
    const struct instance *b = d->p->b;
    struct defect_group *group = d->group;
    SCOPED(lits) x = {0}, block = {0};
    int next[BEARINGS * HALVES] = {0};
    for (int r = 0; r < b->rows; r++)
        for (int g = 0; g < BEARINGS * HALVES; g++)
            for (; next[g] < group[g].x.n && group[g].block.v[next[g]] == r; next[g]++) {
                lits_push(&block, r);
                lits_push(&x, group[g].x.v[next[g]]);
            }
    model_minimize_sum(d->m, o, &x, &block);
}

/* ---- for solvers that add rows up ------------------------------------------------------------ */

/* Adds the identity as a row over the model's own variables, and minimizes the dominoes. Then the
 * linear relaxation implies that few defects mean many holes. */
static void redundant_build(struct defects *d, struct objective o)
{
    const struct places *p = d->p;
    const struct instance *b = p->b;
    int64_t top = total(b);
    SCOPED(terms) sum = {0};
    SCOPED(lits) dominoes = {0};
    for (int i = 0; i < b->rows * b->cols; i++) {
        if (p->right[i]) lits_push(&dominoes, p->right[i]);
        if (p->down[i]) lits_push(&dominoes, p->down[i]);
        if (p->hole[i]) terms_add(&sum, p->hole[i], 6);
    }
    for (int g = 0; g < BEARINGS * HALVES; g++)
        for (int i = 0; i < d->group[g].x.n; i++) terms_add(&sum, d->group[g].x.v[i], 1);
    model_rule(d->m, "six times the gunports and the defects make %lld", (long long)top);
    model_pb(d->m, sum.x.v, sum.w, sum.x.n, top, top);
    model_minimize_sum(d->m, o, &dominoes, NULL);
}

/* ---- all of it ------------------------------------------------------------------------------- */

void defects_build(const struct formulation *f, const struct instance *b, const struct bounds *bounds, struct model *m)
{
    SCOPED(places) p = gunport_places_new(b, true, m);
    struct defects d = {.p = &p, .m = m};
    gunport_places_packing(&p, m);
    if (bounds->symmetry) gunport_places_symmetry(&p, bounds->symmetry, m);
    for (int r = 0; r < b->rows; r++)
        for (int c = 0; c < b->cols; c++) {
            cell_sides(&d, r, c);
            cell_walls(&d, r, c);
        }
    int all = 0;
    for (int g = 0; g < BEARINGS * HALVES; g++) all += d.group[g].x.n;
    bool redundant = b->choices.redundant == OPTION_YES;
    bool bounded = !redundant && 0 <= bounds->most && bounds->most < all;
    bool breaks = !bounds->symmetry && breaks_symmetry(b, bounds);
    if (bounded) bound_defects(&d, (int)bounds->most, breaks);
    if (bounded || redundant) model_facts(m)->cited = GUNPORT_IDENTITY;
    if (bounded && !bounds->symmetry && gunport_canonical_applies(b, bounds)) {
        canonical_build(&p, breaks, m);
        model_facts(m)->cited = GUNPORT_IDENTITY_CANONICAL;
    }
    struct objective o = defects_objective(f, b, FORMS);
    o.bounded = bounded;
    (redundant ? redundant_build : minimize_all)(&d, o);
    for (int g = 0; g < BEARINGS * HALVES; g++) MEM_FREE(d.group[g].x.v, d.group[g].block.v);
}
