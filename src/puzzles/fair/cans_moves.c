/* Moves of cans: a touch throws a ball at the top can of a pile. */
#include "puzzles/fair/cans.h"

/* A position has the pile of each throw, from 1; 0: it is not made. The stall after the throws: */
struct stall {
    int throws;
    int *gone; /* cans that fell from each pile */
    int64_t score;
};

static void stall_release(struct stall *s) { mem_free(s->gone); }

static struct stall stall_of(const struct position *p)
{
    const struct instance *in = p->instance;
    struct stall s = {.gone = mem_new((size_t)in->piles, sizeof *s.gone)};
    for (; s.throws < p->n && p->now[s.throws]; s.throws++) {
        int64_t pile = p->now[s.throws] - 1;
        s.score += in->by[s.throws] * in->pile[pile].v[s.gone[pile]++];
    }
    return s;
}

static void cans_moves_begin(struct position *p)
{
    const struct instance *in = p->instance;
    position_numbers(p, in->throws);
    text_put(&p->rules, "A throw hits the top can of a pile. The multipliers of the throws are");
    for (int t = 0; t < in->throws; t++) text_add(&p->rules, "%s %lld", t ? "," : "", (long long)in->by[t]);
    text_add(&p->rules, ". Score %lld exactly.", (long long)in->target);
}

/* The can of pile p that is touched; < 0: none. */
static int can_in(const struct instance *in, int row, int p)
{
    return p < 0 || p >= in->piles || row >= in->rows ? -1 : pile_can(in, p, row);
}

static bool cans_moves_touch(struct position *p, const struct touch *t, struct text *err)
{
    const struct instance *in = p->instance;
    int pile = t->col / cans_cells(in), i = can_in(in, t->row, pile);
    SCOPED(stall) s = stall_of(p);
    if (i < 0 || touch_is_pair(t)) return text_error(err, "There is no can; touch the top can of a pile.");
    if (s.throws == in->throws) return text_error(err, "All %d throws are made; undo one to try another.", in->throws);
    if (i != s.gone[pile])
        return text_error(err, i < s.gone[pile] ? "That can has fallen." : "A throw hits the top can of a pile only.");
    p->now[s.throws] = pile + 1;
    return true;
}

static void cans_moves_mistakes(const struct position *p, struct position_mistakes *l)
{
    const struct instance *in = p->instance;
    SCOPED(stall) s = stall_of(p);
    bool over = s.score > in->target, short_of = s.throws == in->throws && s.score < in->target;
    if (over || short_of)
        position_mistakes_add(l, -1, -1, "The throws score %lld, %s than the target %lld.", (long long)s.score,
                              over ? "more" : "less", (long long)in->target);
}

static struct instance *cans_moves_rest(const struct position *p, int64_t *made)
{
    const struct instance *in = p->instance;
    SCOPED(stall) s = stall_of(p);
    struct instance *left = mem_new(1, sizeof *left);
    *left = *in;
    left->target = in->target - s.score;
    left->throws = in->throws - s.throws;
    left->by = mem_copy(in->by + s.throws, (size_t)left->throws, sizeof *left->by);
    left->pile = mem_new((size_t)in->piles, sizeof *left->pile);
    for (int k = 0; k < in->piles; k++) {
        struct pile *pile = &left->pile[k];
        pile->n = in->pile[k].n - s.gone[k];
        pile->v = mem_copy(in->pile[k].v + s.gone[k], (size_t)pile->n, sizeof *pile->v);
    }
    return left;
}

/* Only the next throw has a known variable; those of later throws depend on it. */
static void cans_moves_steps(const struct position *p, const struct solution *solution, struct position_steps *l)
{
    const struct instance *in = p->instance;
    SCOPED(stall) s = stall_of(p);
    for (int k = 0; k < solution->n; k++) {
        int at = (int)solution->v[k] - 1, row = in->rows - in->pile[at].n + s.gone[at]++, col = at * cans_cells(in);
        struct touch t = {row, col, row, col, TOUCH_NEXT};
        if (!k)
            position_steps_add(l, t, "throw 1 hits can 1 of pile %d", at + 1);
        else
            position_steps_add(l, t, "%s", "");
    }
}

static void cans_moves_count(const struct position *p, struct position_count *out)
{
    const struct instance *in = p->instance;
    SCOPED(stall) s = stall_of(p);
    text_add(&out->words, "%lld of %lld in %d of %d throws", (long long)s.score, (long long)in->target, s.throws,
             in->throws);
    if (s.throws < in->throws) text_add(&out->words, ", the next counts times %lld", (long long)in->by[s.throws]);
    position_count_add(out, "sum", s.score);
    position_count_add(out, "target", in->target);
    position_count_add(out, "throws_made", s.throws);
    position_count_add(out, "throws", in->throws);
}

static void cans_moves_look(const struct position *p, int row, int col, struct position_cell *out)
{
    const struct instance *in = p->instance;
    int cells = cans_cells(in), pile = col / cells, i = can_in(in, row, pile);
    if (i < 0 || col % cells) return;
    SCOPED(stall) s = stall_of(p);
    const char *is = i < s.gone[pile] ? "fallen" : i == s.gone[pile] ? "top" : "below";
    text_add(&out->place, "pile %d, can %d", pile + 1, i + 1);
    out->col = pile + 1;
    out->has_value = true;
    out->value = in->pile[pile].v[i];
    text_add(&out->content, "number %lld, %s", (long long)out->value, i == s.gone[pile] ? "on top" : is);
    position_cell_add(out, is);
}

static struct canvas *cans_moves_draw(const struct position *p)
{
    const struct solution throws = position_solution(p);
    return cans_draw_stall(p->instance, &throws, false);
}

static const char *const samples[] = {"cans 50 8,10,7 10,7,9 7,9,8\n", "cans 85 24,12,12 26,9,10 3,25,5\n", NULL};

const struct moves cans_moves = {
    .samples = samples,
    .how = "Touch the top can of a pile to throw at it; undo takes the last throw back.",
    .plain = "slots",
    .begin = cans_moves_begin,
    .touch = cans_moves_touch,
    .rest = cans_moves_rest,
    .steps = cans_moves_steps,
    .count = cans_moves_count,
    .look = cans_moves_look,
    .mistakes = cans_moves_mistakes,
    .draw = cans_moves_draw,
};

/* ---- generating: a stall, and a target with exactly one solution ----------------------------- */

/* Makes a stall whose target is the score of random throws. Without chosen multipliers it has one
 * throw for each row or more, so that every can could be hit, but at most 4, or 5 with few piles:
 * more have several solutions. A level chooses 2 to 4. */
bool cans_make(struct board_maker *m, struct text *file, struct text *err)
{
    enum { MOST = 12 };
    int rows = m->rows ? m->rows : 3, piles = m->cols ? m->cols : 3, answer = 2;
    const bool chosen = options_value(m->options, options_find(m->puzzle->options, "multipliers"));
    struct instance *standard = maker_instance(m, NULL, err);
    if (!standard) return false;
    const int most = rows > 4 && piles < 7 ? 5 : 4;
    const int varied = m->level ? m->level + 1 : max_int(rows, 2 + random_below(&m->random, 3));
    const int throws = chosen ? standard->throws : max_int(2, min_int(min_int(varied, most), rows * piles));
    bool fits = rows <= MOST && piles <= MOST && rows * piles >= throws;
    OWNED int *v = mem_new((size_t)(rows * piles), sizeof *v), *gone = mem_new((size_t)piles, sizeof *gone);
    SCOPED(text) words = {0};
    for (int i = 0; i < MAKER_TRIES && answer == 2 && fits; i++) {
        int64_t target = 0;
        for (int k = 0; k < rows * piles; k++) v[k] = 3 + random_below(&m->random, 6 * rows + 2 * piles);
        for (int p = 0; p < piles; p++) gone[p] = 0;
        for (int t = 0; t < throws;) {
            int p = random_below(&m->random, piles);
            if (gone[p] == rows) continue;
            target += (chosen ? standard->by[t] : t + 1) * v[gone[p]++ * piles + p];
            t++;
        }
        text_clear(&words);
        text_add(&words, "%lld", (long long)target);
        for (int k = 0; k < rows * piles; k++) text_add(&words, "%c%d", k % piles ? ',' : ' ', v[k]);
        for (int t = 0; t < throws && throws != standard->throws; t++)
            text_add(&words, "%s%d", t ? "," : " --multipliers ", t + 1);
        maker_header(m, text_string(&words), file);
        answer = maker_ask(m, file);
    }
    m->puzzle->release(standard);
    if (!fits)
        return text_error(err, "A generated stall must have at least %d cans, and at most %dx%d.", throws, MOST, MOST);
    return answer == 1 || maker_gave_up(answer, "try a smaller stall", err);
}
