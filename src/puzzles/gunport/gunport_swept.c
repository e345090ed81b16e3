#include "puzzles/gunport/gunport_swept.h"

/* The sides of dominoes that end at a cell, by input: where the domino begins, seen from there, and the cells that its side
 * faces. The dominoes of one input exclude each other. */
struct side {
    enum swept_input input;
    bool upright;
    signed char r, c;
    signed char face[2][2];
    int n;
};
static const struct side SIDES[] = {
    {SWEPT_BELOW, true, -2, 0, {{0, 0}}, 1},
    {SWEPT_BELOW, false, -1, -1, {{0, -1}, {0, 0}}, 2},
    {SWEPT_BESIDE, false, 0, -2, {{0, 0}}, 1},
    {SWEPT_BESIDE, true, -1, -1, {{-1, 0}, {0, 0}}, 2},
    {SWEPT_OWN, false, 0, 0, {{0, -1}}, 1},
    {SWEPT_OWN, true, 0, 0, {{-1, 0}}, 1},
    {SWEPT_OWN, false, 0, -1, {{-1, -1}, {-1, 0}}, 2},
    {SWEPT_OWN, true, -1, 0, {{-1, -1}, {0, -1}}, 2},
};
enum { SIDE_KINDS = sizeof SIDES / sizeof *SIDES };

bool swept_applies(const struct instance *b) { return b->rows > 1 && b->cols > 1 && b->open == b->rows * b->cols; }

/* ---- variables -------------------------------------------------------------------------------------------- */

/* The literal of a cell, 0: it is none of the board's, or no domino begins there. */
static lit of(const struct swept *s, const lit *v, int r, int c)
{
    return 0 <= r && r < s->rows && 0 <= c && c < s->cols ? v[r * s->cols + c] : 0;
}

static const lit *turned(const struct swept *s, const lit *v)
{
    lit *out = mem_new((size_t)(s->rows * s->cols), sizeof *out);
    for (int i = 0; i < s->rows * s->cols; i++) out[i] = v[s->turned ? i % s->cols * s->rows + i / s->cols : i];
    return out;
}

/* The next input, of cell (r, c). */
static lit input(struct swept *s, struct model *m, int r, int c, const char *name)
{
    lit x = s->x + ++s->inputs;
    if (!m) return x;
    int across = s->turned ? c : r, along = s->turned ? r : c;
    lit posed = model_derived(m, "%s at %d,%d", name, across + 1, along + 1);
    assert(posed == x && "the inputs are posed in their order");
    model_rule(m, "the %s at %d,%d is counted", name, across + 1, along + 1);
    return x;
}

/* ---- what is counted ----------------------------------------------------------------------------------------- */

static bool side_applies(const struct swept *s, const struct side *k, int r, int c, lit out[4], int *n)
{
    *n = 0;
    out[(*n)++] = -of(s, k->upright ? s->down : s->right, r + k->r, c + k->c);
    if (!out[0]) return false;
    for (int i = 0; i < k->n; i++) out[(*n)++] = of(s, s->hole, r + k->face[i][0], c + k->face[i][1]);
    for (int i = 1; i < *n; i++)
        if (!out[i]) return false;
    return true;
}

/* x <=> one of these sides meets no hole. */
static void sides(struct swept *s, struct model *m, int r, int c, enum swept_input which)
{
    static const char *const names[] = {"defect below the piece above", "defect beside the piece to the left",
                                        "defect above or to the left"};
    lit x = 0, some[1 + SIDE_KINDS], side[4];
    int n = 0, k;
    for (int i = 0; i < SIDE_KINDS; i++) {
        if (SIDES[i].input != which || !side_applies(s, &SIDES[i], r, c, side, &k)) continue;
        if (!n) some[n++] = -(x = input(s, m, r, c, names[which]));
        some[n++] = -side[0];
        if (!m) continue;
        for (int j = 1; j < k; j++) model_3(m, -x, side[0], -side[j]);
        side[k++] = x;
        model_clause(m, side, k);
    }
    if (n && m) model_clause(m, some, n);
}

/* Two dominoes on a wall: on (r, c) and the cell before it, which no domino has both. */
static void pair(struct swept *s, struct model *m, int r, int c, lit before, lit both)
{
    lit x = input(s, m, r, c, "defect of two dominoes on the wall");
    if (m) defects_pair(x, swept_hole(s, r, c), before, both, m);
}

static void walls(struct swept *s, struct model *m, int r, int c)
{
    bool row = r == 0 || r == s->rows - 1, col = c == 0 || c == s->cols - 1;
    if (row && c) pair(s, m, r, c, swept_hole(s, r, c - 1), swept_right(s, r, c - 1));
    if (col && r) pair(s, m, r, c, swept_hole(s, r - 1, c), swept_down(s, r - 1, c));
    for (int i = 0; i < 2 && row && col; i++) {
        lit x = input(s, m, r, c, "defect of a wall's end without hole");
        if (m) model_2(m, x, swept_hole(s, r, c));
        if (m) model_2(m, -x, -swept_hole(s, r, c));
    }
}

/* ---- the counter ------------------------------------------------------------------------------------------------ */

static void count(const struct swept *s, struct model *m)
{
    int full = s->most + 1;
    for (int i = 1; i <= s->inputs; i++)
        for (int j = 1; j <= full && j <= i; j++) {
            lit y = model_derived(m, "%d or more of the first %d", j, i), all[3] = {y, -(s->x + i)};
            int n = 2;
            assert(y == swept_y(s, i, j) && "the counter is posed in its order");
            model_rule(m, "the first %d are counted", i);
            if (j < i) model_2(m, -swept_y(s, i - 1, j), y);
            if (j > 1) all[n++] = -swept_y(s, i - 1, j - 1);
            model_clause(m, all, n);
            if (j > 1) model_2(m, -y, swept_y(s, i, j - 1));
        }
    model_rule(m, "there are at most %d defects", s->most);
    model_1(m, -swept_y(s, s->inputs, full));
}

static void minimise(const struct instance *b, const struct swept *s, struct model *m)
{
    struct lits x = {0};
    for (int i = 1; i <= s->inputs; i++) lits_push(&x, s->x + i);
    defects_minimise(b, 2 * (int64_t)b->open + 4, &x, NULL, s->most >= 0, m);
    lits_release(&x);
}

/* ---- all of it ---------------------------------------------------------------------------------------------------- */

struct swept swept_new(const struct instance *b, int64_t most, struct model *m)
{
    struct places p = gunport_places_new(b, true);
    struct swept s = {.turned = b->rows < b->cols, .most = -1, .x = p.n};
    s.rows = s.turned ? b->cols : b->rows;
    s.cols = s.turned ? b->rows : b->cols;
    s.hole = turned(&s, p.hole);
    s.right = turned(&s, s.turned ? p.down : p.right);
    s.down = turned(&s, s.turned ? p.right : p.down);
    s.first = mem_new((size_t)(s.rows * s.cols) + 1, sizeof *s.first);
    if (m) gunport_places_packing(&p, m);
    if (m) model_group(m, GROUP_MORE);
    for (int i = 0; i < s.rows * s.cols; i++) {
        for (enum swept_input k = SWEPT_BELOW; k < SWEPT_INPUTS; k++) sides(&s, m, i / s.cols, i % s.cols, k);
        walls(&s, m, i / s.cols, i % s.cols);
        s.first[i + 1] = s.inputs;
    }
    s.y = s.x + s.inputs;
    if (0 <= most && most < s.inputs) s.most = (int)most;
    if (m) model_group(m, GROUP_MORE + 1);
    if (m && s.most >= 0) count(&s, m);
    if (m) minimise(b, &s, m);
    gunport_places_release(&p);
    return s;
}

lit swept_laid(const struct swept *s, enum piece t, int r, int c)
{
    switch (t) {
    case HOLE:
        return of(s, s->hole, r, c);
    case LEFT:
        return of(s, s->right, r, c);
    case UPPER:
        return of(s, s->down, r, c);
    case LOWER:
        return of(s, s->down, r - 1, c);
    default:
        return of(s, s->right, r, c - 1);
    }
}

void swept_release(struct swept *s)
{
    mem_free(s->hole);
    mem_free(s->right);
    mem_free(s->down);
    mem_free(s->first);
}

void swept_pose(const struct instance *b, const struct options *o, const struct bounds *bounds, struct model *m)
{
    struct swept s = swept_new(b, bounds->most, m);
    swept_release(&s);
}
