/* Moves of cans: a touch throws a ball at the top can of a pile. */
#include "puzzles/fair/cans.h"

/* A position is the throws so far, one a line. The stall after these throws: */
struct stall {
    int throws;
    int *gone; /* cans that fell from each pile */
    int64_t score;
};

static void stall_release(struct stall *s) { mem_free(s->gone); }

static struct stall stall_of(const struct instance *in, const char *position)
{
    struct stall s = {.gone = mem_new((size_t)in->piles, sizeof *s.gone)};
    SCOPED(words) w = {0};
    words_split(position, 1, &w);
    for (; 4 * s.throws + 3 < w.n && s.throws < in->throws; s.throws++) {
        int64_t pile = 0;
        number_parse(w.v[4 * s.throws + 1].s, &pile);
        assert(1 <= pile && pile <= in->piles && "a position is made of throws");
        const struct pile *p = &in->pile[pile - 1];
        s.score += in->by[s.throws] * p->v[s.gone[pile - 1]++];
    }
    return s;
}

static void start(const struct instance *in, struct text *position) { text_put(position, ""); }

/* The can of pile p that is touched; < 0: none. */
static int can_in(const struct instance *in, int row, int p)
{
    return p < 0 || p >= in->piles || row >= in->rows ? -1 : pile_can(in, p, row);
}

static bool touch(const struct puzzle *self, const struct instance *in, const char *position, const struct touch *t,
                  struct text *out, struct text *err)
{
    int p = t->col / cans_cells(in), i = can_in(in, t->row, p);
    SCOPED(stall) s = stall_of(in, position);
    bool good = true;
    if (i < 0 || touch_is_pair(t))
        good = text_error(err, "There is no can; touch the top can of a pile.");
    else if (s.throws == in->throws)
        good = text_error(err, "All %d throws are made; undo one to try another.", in->throws);
    else if (i != s.gone[p])
        good = text_error(err, i < s.gone[p] ? "That can has fallen." : "A throw hits the top can of a pile only.");
    if (good) text_add(out, "%spile %d value %lld\n", position, p + 1, (long long)in->pile[p].v[i]);
    return good;
}

static bool mistake(const struct instance *in, const char *position, int i, int *row, int *col, struct text *why)
{
    SCOPED(stall) s = stall_of(in, position);
    bool over = s.score > in->target, short_of = s.throws == in->throws && s.score < in->target;
    if (i || (!over && !short_of)) return false;
    *row = in->rows - 1;
    *col = 0;
    text_add(why, "The throws score %lld, %s than the target %lld.", (long long)s.score, over ? "more" : "less",
             (long long)in->target);
    return true;
}

static struct instance *rest(const struct puzzle *self, const struct instance *in, const char *position, int64_t *made)
{
    SCOPED(stall) s = stall_of(in, position);
    struct instance *left = mem_new(1, sizeof *left);
    *left = *in;
    left->target = in->target - s.score;
    left->throws = in->throws - s.throws;
    left->by = mem_new((size_t)left->throws, sizeof *left->by);
    for (int t = 0; t < left->throws; t++) left->by[t] = in->by[s.throws + t];
    left->pile = mem_new((size_t)in->piles, sizeof *left->pile);
    for (int p = 0; p < in->piles; p++) {
        struct pile *pile = &left->pile[p];
        pile->n = in->pile[p].n - s.gone[p];
        pile->v = mem_new((size_t)pile->n, sizeof *pile->v);
        for (int i = 0; i < pile->n; i++) pile->v[i] = in->pile[p].v[s.gone[p] + i];
    }
    return left;
}

/* Only the next throw has a known variable; those of later throws depend on it. */
static bool step(const struct puzzle *self, const struct instance *in, const char *position, const char *solution,
                 int i, struct touch *t, struct text *variable)
{
    SCOPED(words) w = {0};
    words_split(solution, 1, &w);
    bool more = 4 * i + 1 < w.n;
    SCOPED(stall) s = stall_of(in, position);
    for (int k = 0; k <= i && more; k++) {
        int64_t pile = 0;
        number_parse(w.v[4 * k + 1].s, &pile);
        int p = (int)pile - 1, row = in->rows - in->pile[p].n + s.gone[p]++, col = p * cans_cells(in);
        *t = (struct touch){.row = row, .col = col, .row2 = row, .col2 = col};
        if (!i) text_add(variable, "throw 1 hits can 1 of pile %d", p + 1);
    }
    return more;
}

static void count(const struct puzzle *self, const struct instance *in, const char *position, struct text *out)
{
    SCOPED(stall) s = stall_of(in, position);
    text_add(out, "%lld of %lld in %d of %d throws", (long long)s.score, (long long)in->target, s.throws, in->throws);
    if (s.throws < in->throws) text_add(out, ", the next counts times %lld", (long long)in->by[s.throws]);
}

static void name(const struct puzzle *self, const struct instance *in, const char *position, int row, int col,
                 struct text *out)
{
    int cells = cans_cells(in), p = col / cells, i = can_in(in, row, p);
    if (i < 0 || col % cells) return;
    SCOPED(stall) s = stall_of(in, position);
    text_add(out, "pile %d, can %d, number %lld, %s", p + 1, i + 1, (long long)in->pile[p].v[i],
             i < s.gone[p]    ? "fallen"
             : i == s.gone[p] ? "on top"
                              : "below");
}

static struct canvas *draw(const struct puzzle *self, const struct instance *in, const char *position)
{
    return cans_draw_position(in, position);
}

static const char *const samples[] = {"cans 50 8,10,7 10,7,9 7,9,8\n", "cans 85 24,12,12 26,9,10 3,25,5\n", NULL};

const struct moves cans_moves = {
    .samples = samples,
    .how = "Touch the top can of a pile to throw at it; undo takes the last throw back.",
    .plain = "slots",
    MOVES,
};

/* ---- generating ------------------------------------------------------------------------------ */

/* Generates cans: a stall, and a target with exactly one solution. */

/* Makes a stall whose target is the score of random throws. */
bool cans_make(struct board_maker *m, struct text *file, struct text *err)
{
    enum { MOST = 12 };
    int rows = m->rows ? m->rows : 3, piles = m->cols ? m->cols : 3, answer = 2;
    struct instance *standard = maker_instance(m, NULL, err);
    if (!standard) return false;
    int throws = standard->throws;
    bool fits = rows <= MOST && piles <= MOST && rows * piles >= throws;
    OWNED int *v = mem_new((size_t)(rows * piles), sizeof *v), *gone = mem_new((size_t)piles, sizeof *gone);
    SCOPED(text) words = {0};
    for (int i = 0; i < MAKER_TRIES && answer == 2 && fits; i++) {
        int64_t target = 0;
        for (int k = 0; k < rows * piles; k++) v[k] = 3 + random_below(&m->random, 6 * rows + 2 * piles);
        for (int p = 0; p < piles; p++) gone[p] = 0;
        for (int t = 0; t < throws;) {
            int p = random_below(&m->random, piles);
            if (gone[p] < rows) target += standard->by[t++] * v[gone[p]++ * piles + p];
        }
        text_clear(&words);
        text_add(&words, "%lld", (long long)target);
        for (int k = 0; k < rows * piles; k++) text_add(&words, "%c%d", k % piles ? ',' : ' ', v[k]);
        maker_header(m, text_string(&words), file);
        answer = maker_ask(m, file);
    }
    m->puzzle->release(standard);
    if (!fits)
        return text_error(err, "A generated stall must have at least %d cans, and at most %dx%d.", throws, MOST, MOST);
    return answer == 1 || maker_gave_up(answer, "try a smaller stall", err);
}
