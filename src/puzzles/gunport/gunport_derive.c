/* What a sweep excludes, as a refutation of the formula `swept`: for each state that the sweep keeps, the clause
 *
 *      not (these pieces in the last row and a bit, and d defects before the next cell)
 *
 * follows, by unit propagation, from those of the states that come next: what may be laid in the next cell is one of four, each
 * makes the defects that it makes, and the state after it has such a clause, or is one of too many defects. So the layers
 * are derived from the last one up, and the clause of the first state, the empty board, is the empty clause. (By layers, the other
 * way round, it says: one of the kept states must hold, until there is none.) A piece whose defects depend on its being laid
 * gets a clause of its own first, all but the last such piece.
 *
 * States that are dropped because of what must still come: what a window's profile forces is a clause, too,
 *
 *      these pieces in the window => at least l of its inputs from here on
 *
 * derived in the same manner, only for those profiles that are asked for; the counters are defined in gunport_suffix.c.
 * No symmetry is used, neither the mirror nor the halves. What a later step does not need is deleted. */
#include "base/table.h"
#include "puzzles/gunport/gunport_suffix.h"

enum { MOST_ENTRIES = 32 << 20, IMPOSSIBLE = 255 };

/* The states before a cell. */
struct layer {
    unsigned __int128 *profile;
    unsigned char *made;
    size_t n, profile_cap, made_cap;
};

struct derive {
    struct derivation *d;
    struct swept s;
    struct sheet sheet;
    struct windows *windows;
    struct writer out;
    struct suffix rest;
    struct layer *layer; /* cells + 1 */
    struct table index;  /* of one of them */
    /* Of each window, cell and profile, what is asked for: 0 nothing, IMPOSSIBLE that it has no way on. */
    unsigned char **asked[PROFILE_COLUMNS];
    struct lits lemmas[PROFILE_COLUMNS]; /* of the window where it stands now */
};

static bool over(const struct derive *v)
{
    return v->d->stopped = v->d->stopped || (v->d->over && v->d->over(v->d->over_state));
}

/* ---- layers, forwards -------------------------------------------------------------------------------------------- */

static bool same_profile(const void *layer, int i, const void *profile)
{
    return ((const struct layer *)layer)->profile[i] == *(const unsigned __int128 *)profile;
}

static uint64_t hash(unsigned __int128 p) { return table_hash(&p, sizeof p); }

static int find(const struct derive *v, const struct layer *l, unsigned __int128 p)
{
    return table_find(&v->index, hash(p), same_profile, l, &p);
}

static void keep(struct derive *v, struct layer *l, unsigned __int128 p, int made)
{
    int at = find(v, l, p);
    if (at >= 0) {
        if (made < l->made[at]) l->made[at] = (unsigned char)made;
        return;
    }
    table_add(&v->index, hash(p));
    size_t n = l->n;
    MEM_PUSH(l->profile, n, l->profile_cap, p);
    MEM_PUSH(l->made, l->n, l->made_cap, (unsigned char)made);
    v->d->states++;
}

/* A state, what may be laid next, and what that leads to. */
struct ways {
    struct around a;
    struct next next;
    unsigned __int128 after[4];
};

static struct ways ways(const struct derive *v, unsigned __int128 p, int cell)
{
    int r = cell / v->s.cols, c = cell % v->s.cols;
    struct ways w = {.a = profile_around(p, r, c, true)};
    struct next all;
    profile_next(&v->sheet, r, c, &w.a, &all);
    for (int i = 0; i < all.n; i++) {
        if (!sheet_agrees(&v->sheet, r, c, all.v[i].piece)) continue;
        w.next.v[w.next.n] = all.v[i];
        w.after[w.next.n++] = profile_after(p, c, v->s.cols, (enum piece)all.v[i].piece, w.a.above);
    }
    return w;
}

static bool forwards(struct derive *v)
{
    int cells = v->s.rows * v->s.cols;
    table_clear(&v->index, 1);
    keep(v, &v->layer[0], 0, 0);
    for (int k = 0; k < cells; k++) {
        struct layer *now = &v->layer[k], *then = now + 1;
        table_clear(&v->index, now->n);
        for (size_t i = 0; i < now->n; i++) {
            if (i % 65536 == 0 && over(v)) return false;
            struct ways w = ways(v, now->profile[i], k);
            for (int t = 0; t < w.next.n; t++) {
                int made = now->made[i] + w.next.v[t].defects;
                int least = windows_least(v->windows, w.after[t], k / v->s.cols, k % v->s.cols + 1);
                if (made + least <= v->s.most) keep(v, then, w.after[t], made);
            }
        }
        if (v->d->states > v->d->limit) return !(v->d->too_many = true);
    }
    return !v->layer[cells].n;
}

/* ---- what windows are asked ------------------------------------------------------------------------------------------- */

static unsigned char *asked(const struct derive *v, int w, unsigned __int128 own, int r, int c)
{
    struct window_part part = windows_part(v->windows, w);
    unsigned char **list = &v->asked[w][r * part.cols + c];
    if (!*list) *list = mem_new((size_t)1 << (CORNER_BITS + 2 * part.cols), 1);
    return *list + (size_t)own;
}

static void ask(const struct derive *v, int w, unsigned __int128 own, int r, int c, int least)
{
    unsigned char *to = asked(v, w, own, r, c);
    if (least > *to) *to = (unsigned char)min_int(least, IMPOSSIBLE);
}

/* The windows show that this profile before (r, c), 0 < c, with so many defects has too many: the fewest of them that do. */
static void ask_all(const struct derive *v, unsigned __int128 p, int r, int c, int made)
{
    int n = windows_number(v->windows), missing = v->s.most + 1 - made, least[PROFILE_COLUMNS];
    for (int w = 0; w < n; w++) {
        int row = r, column = c;
        unsigned __int128 own = windows_own(v->windows, w, p, &row, &column);
        least[w] = windows_one(v->windows, w, own, row, column);
    }
    while (missing > 0) {
        int best = 0, row = r, column = c;
        for (int w = 1; w < n; w++)
            if (least[w] > least[best]) best = w;
        assert(least[best] > 0 && "a state that was dropped has too many defects");
        unsigned __int128 own = windows_own(v->windows, best, p, &row, &column);
        ask(v, best, own, row, column, least[best] >= WINDOWS_NEVER ? IMPOSSIBLE : min_int(least[best], missing));
        missing -= least[best];
        least[best] = 0;
    }
}

static void ask_states(const struct derive *v, int k)
{
    const struct layer *now = &v->layer[k];
    int r = k / v->s.cols, c = k % v->s.cols + 1;
    for (size_t i = 0; i < now->n; i++) {
        struct ways w = ways(v, now->profile[i], k);
        for (int t = 0; t < w.next.n; t++) {
            int made = now->made[i] + w.next.v[t].defects;
            if (made + windows_least(v->windows, w.after[t], r, c) > v->s.most) ask_all(v, w.after[t], r, c, made);
        }
    }
}

/* Ways on of a window's own profile before its own cell; where they lead to is before (*row, *column). */
static struct ways own_ways(const struct derive *v, int w, unsigned __int128 own, int r, int c, int *row, int *column)
{
    struct window_part part = windows_part(v->windows, w);
    struct ways o = {.a = profile_around(own, r, c, !part.from)};
    profile_next(&v->sheet, r, part.from + c, &o.a, &o.next);
    for (int i = 0; i < o.next.n; i++) o.after[i] = profile_after(own, c, part.cols, o.next.v[i].piece, o.a.above);
    *row = r + (c + 1 == part.cols);
    *column = (c + 1) % part.cols;
    return o;
}

/* What is asked of a profile before one cell is asked, in turn, of those that follow. */
static void ask_on(const struct derive *v, int w, int r, int c)
{
    struct window_part part = windows_part(v->windows, w);
    size_t n = (size_t)1 << (CORNER_BITS + 2 * part.cols);
    const unsigned char *list = v->asked[w][r * part.cols + c];
    for (size_t p = 0; list && p < n; p++) {
        if (!list[p]) continue;
        int row, column;
        struct ways o = own_ways(v, w, p, r, c, &row, &column);
        for (int t = 0; t < o.next.n; t++) {
            int least = list[p] == IMPOSSIBLE ? IMPOSSIBLE : list[p] - o.next.v[t].defects;
            if (least > 0 && row < v->s.rows) ask(v, w, o.after[t], row, column, least);
        }
    }
}

static bool ask_everything(struct derive *v)
{
    int cap[PROFILE_COLUMNS] = {0}, n = windows_number(v->windows);
    for (int w = 0; w < n; w++)
        v->asked[w] = mem_new((size_t)(v->s.rows * windows_part(v->windows, w).cols), sizeof *v->asked[w]);
    for (int k = 0; k < v->s.rows * v->s.cols; k++) {
        if (over(v)) return false;
        ask_states(v, k);
    }
    for (int w = 0; w < n; w++) {
        struct window_part part = windows_part(v->windows, w);
        for (int i = 0; i < v->s.rows * part.cols; i++) {
            ask_on(v, w, i / part.cols, i % part.cols);
            const unsigned char *list = v->asked[w][i];
            for (size_t p = 0; list && p < (size_t)1 << (CORNER_BITS + 2 * part.cols); p++)
                if (list[p] != IMPOSSIBLE && list[p] > cap[w]) cap[w] = list[p];
        }
    }
    v->rest = suffix_new(&v->s, v->windows, cap, &v->out);
    return true;
}

/* ---- clauses ------------------------------------------------------------------------------------------------------------ */

/* A clause that grows. */
struct clause {
    lit x[4 * PROFILE_COLUMNS];
    int n;
};

/* Unless this holds; 0: there is no such place, so that it does not. */
static void unless(struct clause *to, lit x)
{
    if (x) to->x[to->n++] = -x;
}

/* The piece in (r, c) is none of a hole, a LEFT, an UPPER. */
static void unless_second(const struct derive *v, struct clause *to, int r, int c)
{
    unless(to, -swept_hole(&v->s, r, c));
    unless(to, -swept_right(&v->s, r, c));
    unless(to, -swept_down(&v->s, r, c));
}

/* Unless the columns from `from` on have this profile of their own, before their cell (r, c). */
static void unless_profile(const struct derive *v, struct clause *to, unsigned __int128 own, int r, int c,
                           struct window_part part)
{
    const struct swept *s = &v->s;
    enum corner corner = (enum corner)((int)own & 3);
    for (int j = 0; j < part.cols; j++) {
        int row = j < c ? r : r - 1, col = part.from + j;
        enum piece code = (enum piece)profile_code(own, j), before = j ? (enum piece)profile_code(own, j - 1) : WALL;
        if (row < 0) continue;
        bool beside = j && j != c; /* what is before it lies in the same row */
        if (code == HOLE) unless(to, swept_hole(s, row, col));
        if (code == LEFT) unless(to, swept_right(s, row, col));
        if (code == UPPER) unless(to, swept_down(s, row, col));
        if (code != LOWER || (beside && before == LEFT)) continue;
        if (j && j == c && corner == CORNER_LEFT)
            unless(to, swept_right(s, row, col - 1));
        else if (beside || !col || (j && corner_left_matters(before, code)))
            unless(to, swept_down(s, row - 1, col));
        else
            unless_second(v, to, row, col);
    }
    if (!c || !r || !corner_hole_matters((enum piece)profile_code(own, c - 1), (enum piece)profile_code(own, c)))
        return;
    lit hole = swept_hole(s, r - 1, part.from + c - 1);
    unless(to, corner == CORNER_HOLE ? hole : -hole);
}

/* Derives a clause by cases: a clause for each piece that is hard, all but the last, then itself. */
static void put_by_cases(struct derive *v, struct clause *x, const enum piece *hard, int n, int r, int c,
                         struct lits *to)
{
    struct lits cases = {0};
    for (int i = 0; i + 1 < n; i++) {
        x->x[x->n] = -swept_laid(&v->s, hard[i], r, c);
        suffix_put(&v->out, &cases, x->x, x->n + 1);
    }
    suffix_put(&v->out, to, x->x, x->n);
    suffix_drop(&v->out, &cases);
    lits_release(&cases);
}

/* What is asked of window w before its cell (r, c). */
static void put_lemmas(struct derive *v, int w, int r, int c)
{
    struct window_part part = windows_part(v->windows, w);
    const unsigned char *list = v->asked[w][r * part.cols + c];
    struct lits older = v->lemmas[w];
    v->lemmas[w] = (struct lits){0};
    for (size_t p = 0; list && p < (size_t)1 << (CORNER_BITS + 2 * part.cols); p++) {
        if (!list[p]) continue;
        struct clause x = {.n = 0};
        enum piece hard[4];
        int row, column, n = 0;
        struct ways o = own_ways(v, w, p, r, c, &row, &column);
        for (int t = 0; t < o.next.n; t++) {
            enum piece piece = (enum piece)o.next.v[t].piece;
            int then = row < v->s.rows ? *asked(v, w, o.after[t], row, column) : 0;
            if (piece == RIGHT || then < list[p]) hard[n++] = piece;
        }
        if (list[p] != IMPOSSIBLE) x.x[x.n++] = suffix_window(&v->rest, w, list[p]);
        unless_profile(v, &x, p, r, c, part);
        put_by_cases(v, &x, hard, n, r, part.from + c, &v->lemmas[w]);
    }
    /* those of the next cell are needed once more, by the states before this one */
    for (int i = 0; i < older.n; i++) lits_push(&v->out.kept[1], older.v[i]);
    lits_release(&older);
}

static void put_states(struct derive *v, int k)
{
    const struct layer *now = &v->layer[k], *then = now + 1;
    int r = k / v->s.cols, c = k % v->s.cols;
    table_clear(&v->index, then->n);
    for (size_t i = 0; i < then->n; i++) table_add(&v->index, hash(then->profile[i]));
    for (size_t i = 0; i < now->n; i++) {
        struct ways w = ways(v, now->profile[i], k);
        struct clause x = {.n = 0};
        enum piece hard[4];
        int n = 0;
        for (int t = 0; t < w.next.n; t++) {
            int at = find(v, then, w.after[t]);
            if (at < 0 || then->made[at] > now->made[i]) hard[n++] = (enum piece)w.next.v[t].piece;
        }
        if (now->made[i]) x.x[x.n++] = -swept_y(&v->s, v->s.first[k], now->made[i]);
        unless_profile(v, &x, now->profile[i], r, c, (struct window_part){0, v->s.cols});
        put_by_cases(v, &x, hard, n, r, c, &v->out.kept[1]);
    }
}

/* The formula's own counter of a cell's inputs, which is not needed any more. */
static void drop_counter(struct derive *v, int k)
{
    const struct swept *s = &v->s;
    for (int i = s->first[k] + 1; i <= s->first[k + 1]; i++)
        for (int j = 1; j <= s->most + 1 && j < i; j++)
            v->d->put(v->d->state, true, (lit[]){-swept_y(s, i - 1, j), swept_y(s, i, j)}, 2);
}

/* A piece that is no hole, LEFT or UPPER is a LOWER or a RIGHT, and either makes the defect; it need not be known which. */
static void put_seconds(struct derive *v, int r, int c)
{
    const struct swept *s = &v->s;
    if (!r || !c) return;
    for (enum swept_input i = SWEPT_BELOW; i <= SWEPT_BESIDE; i++) {
        bool below = i == SWEPT_BELOW;
        struct clause x = {.n = 0};
        unless(&x, -swept_input(s, r, c, i));
        unless(&x, -swept_hole(s, r, c));
        unless(&x, -(below ? swept_hole(s, r, c - 1) : swept_hole(s, r - 1, c)));
        unless_second(v, &x, below ? r - 1 : r, below ? c : c - 1);
        suffix_put(&v->out, &v->out.kept[1], x.x, x.n);
    }
}

static bool backwards(struct derive *v)
{
    int cells = v->s.rows * v->s.cols;
    for (int k = cells - 1; k >= 0; k--) {
        int c = k % v->s.cols, w = 0;
        struct window_part part = windows_part(v->windows, 0);
        while (c >= part.from + part.cols) part = windows_part(v->windows, ++w);
        if (over(v)) return false;
        *v->d->share = 1 - (double)k / cells;
        put_seconds(v, k / v->s.cols, c);
        suffix_cell(&v->rest, k);
        put_lemmas(v, w, k / v->s.cols, c - part.from);
        put_states(v, k);
        drop_counter(v, k);
        suffix_age(&v->out, v->out.kept);
    }
    return true;
}

/* ---- all of it -------------------------------------------------------------------------------------------------------------- */

static void derive_release(struct derive *v)
{
    for (int k = 0; k <= v->s.rows * v->s.cols; k++) {
        mem_free(v->layer[k].profile);
        mem_free(v->layer[k].made);
    }
    for (int w = 0; w < windows_number(v->windows); w++) {
        for (int i = 0; v->asked[w] && i < v->s.rows * windows_part(v->windows, w).cols; i++) mem_free(v->asked[w][i]);
        mem_free(v->asked[w]);
        lits_release(&v->lemmas[w]);
    }
    suffix_release(&v->rest);
    windows_free(v->windows);
    lits_release(&v->out.kept[0]);
    lits_release(&v->out.kept[1]);
    table_release(&v->index);
    mem_free(v->layer);
    mem_free(v->sheet.piece);
    swept_release(&v->s);
}

bool gunport_derive(const struct instance *b, struct derivation *d)
{
    struct derive v = {.d = d, .s = swept_new(b, d->most, NULL), .out = {.d = d, .vars = d->vars}};
    size_t cells = (size_t)(v.s.rows * v.s.cols);
    v.sheet = profile_sheet(b, v.s.turned);
    v.windows = windows_new(&v.sheet, MOST_ENTRIES);
    v.layer = mem_new(cells + 1, sizeof *v.layer);
    d->states = 0;
    d->stopped = false;
    d->too_many = v.s.most >= IMPOSSIBLE - 1;
    bool ok = v.s.most >= 0 && !d->too_many && v.s.cols <= PROFILE_COLUMNS && forwards(&v) && ask_everything(&v) &&
              backwards(&v);
    derive_release(&v);
    return ok;
}
