/* Boards of gunport, and reference implementations that share no code with the puzzle. */
#include "boards.h"
#include "base/random.h"

char get(const struct board *b, int r, int c)
{
    return r < 0 || c < 0 || r >= b->rows || c >= b->cols ? '#' : b->cell[r * b->cols + c];
}

struct board board_full(int rows, int cols)
{
    struct board b = {.rows = rows, .cols = cols};
    memset(b.cell, '.', (size_t)(rows * cols));
    return b;
}

struct board board_random(struct random *r, int rows, int cols, int percent)
{
    struct board b = board_full(rows, cols);
    for (int i = 0; i < rows * cols; i++)
        if (random_below(r, 100) < percent) b.cell[i] = '#';
    return b;
}

char *board_text(const struct board *b, struct text *t)
{
    text_clear(t);
    for (int r = 0; r < b->rows; r++) {
        text_bytes(t, b->cell + r * b->cols, (size_t)b->cols);
        text_char(t, '\n');
    }
    return t->s;
}

const struct puzzle *gunport(void) { return puzzle_find("gunport"); }

static struct instance *instance_with(const struct board *b, const struct options *options)
{
    struct text t = {0}, err = {0};
    struct source source = {.text = board_text(b, &t), .name = "board.txt", .line = 1, .options = options};
    struct instance *made = gunport()->parse(&source, &err);
    if (!made) fail_msg("refused: %s\n%s", text_string(&err), t.s);
    text_release(&t);
    text_release(&err);
    return made;
}

struct instance *instance_of(const struct board *b) { return instance_with(b, NULL); }

bool packings_each(struct board *b, int i, struct packings *w)
{
    while (i < b->rows * b->cols && b->cell[i] != '.') i++;
    if (i == b->rows * b->cols) {
        w->packings++;
        return w->visit(b, w->state);
    }
    int r = i / b->cols, c = i % b->cols;
    bool go = true;
    if (get(b, r, c + 1) == '.') {
        memcpy(b->cell + i, "<>", 2);
        go = packings_each(b, i + 2, w);
        memcpy(b->cell + i, "..", 2);
    }
    if (go && get(b, r + 1, c) == '.') {
        b->cell[i] = '^';
        b->cell[i + b->cols] = 'v';
        go = packings_each(b, i + 1, w);
        b->cell[i] = b->cell[i + b->cols] = '.';
    }
    if (go && get(b, r - 1, c) != 'o' && get(b, r, c - 1) != 'o' && get(b, r, c + 1) != 'o' &&
        get(b, r + 1, c) != 'o') {
        b->cell[i] = 'o';
        go = packings_each(b, i + 1, w);
        b->cell[i] = '.';
    }
    return go;
}

int holes(const struct board *b)
{
    int n = 0;
    for (int i = 0; i < b->rows * b->cols; i++) n += b->cell[i] == 'o';
    return n;
}

static bool keep_most(const struct board *b, void *state)
{
    int *most = state;
    if (holes(b) > *most) *most = holes(b);
    return true;
}

int most_by_enumeration(struct board b)
{
    int most = -1;
    struct packings w = {keep_most, &most, 0};
    packings_each(&b, 0, &w);
    return most;
}

/* Some pieces of a random packing, which can be completed, or pieces anywhere, which perhaps
 * cannot. */
struct sample {
    struct random r;
    struct board kept;
};

static bool stop_at_random(const struct board *b, void *state)
{
    struct sample *s = state;
    s->kept = *b;
    return random_below(&s->r, 4) != 0;
}

struct board board_with_pieces(struct random *r, struct board b)
{
    struct sample s = {*r, b};
    struct packings w = {stop_at_random, &s, 0};
    packings_each(&b, 0, &w);
    *r = s.r;
    b = s.kept;
    for (int i = 0; i < b.rows * b.cols; i++) {
        if (!strchr("o<^", b.cell[i]) || random_below(r, 3) == 0) continue;
        if (b.cell[i] == '<') b.cell[i + 1] = '.';
        if (b.cell[i] == '^') b.cell[i + b.cols] = '.';
        b.cell[i] = '.';
    }
    return b;
}

void pack_at_random(struct random *r, struct board *b)
{
    int n = b->rows * b->cols, dominoes = random_below(r, 2 * n);
    for (int i = 0; i < dominoes + 2 * n; i++) {
        int at = i < dominoes ? random_below(r, n) : (i - dominoes) / 2,
            right = i < dominoes ? random_below(r, 2) : i & 1;
        int y = at / b->cols, x = at % b->cols;
        if (get(b, y, x) != '.' || get(b, y + !right, x + right) != '.') continue;
        b->cell[at] = right ? '<' : '^';
        b->cell[at + (right ? 1 : b->cols)] = right ? '>' : 'v';
    }
    for (int i = 0; i < n; i++)
        if (b->cell[i] == '.') b->cell[i] = 'o';
}

/* ---- dynamic programming over the frontier ---- ---------------------------------------------- */

/* The frontier describes the last `cols` cells for the cells under them, as digits of base 3, one a
 * column: 0 filled, 1 a hole, 2 the upper half of a domino. best[p]: most holes so far, -1: unreachable. */
int most_by_frontier(const struct board *b)
{
    int states = 1, digit[16];
    for (int c = 0; c < b->cols; c++) {
        digit[c] = states;
        states *= 3;
    }
    int *best = mem_new((size_t)states, sizeof *best), *next = mem_new((size_t)states, sizeof *next);
    for (int s = 0; s < states; s++) best[s] = s ? -1 : 0;
    for (int i = 0; i < b->rows * b->cols; i++) {
        int r = i / b->cols, c = i % b->cols, d = digit[c];
        for (int s = 0; s < states; s++) next[s] = -1;
        for (int s = 0; s < states; s++) {
            if (best[s] < 0) continue;
            int above = s / d % 3, left = c ? s / digit[c - 1] % 3 : 0, rest = s - above * d;
#define REACH(to, holes)                                                                                               \
    do {                                                                                                               \
        int t_ = (to);                                                                                                 \
        if (best[s] + (holes) > next[t_]) next[t_] = best[s] + (holes);                                                \
    } while (0)
            bool open = get(b, r, c) != '#';
            if (above == 2) {
                if (open) REACH(rest, 0);
                continue;
            }
            if (!open) {
                REACH(rest, 0);
                continue;
            }
            if (above != 1 && left != 1) REACH(rest + d, 1);
            REACH(rest + 2 * d, 0);
            /* the right half of a domino: its left half was stored as an upper half (2) and becomes filled */
            if (c && left == 2) REACH(rest - 2 * digit[c - 1], 0);
#undef REACH
        }
        memcpy(best, next, (size_t)states * sizeof *best);
    }
    int most = -1;
    for (int s = 0; s < states; s++) {
        bool whole = true;
        for (int c = 0; c < b->cols; c++) whole &= s / digit[c] % 3 != 2;
        if (whole && best[s] > most) most = best[s];
    }
    mem_free(best);
    mem_free(next);
    return most;
}

/* ---- the solver ---- ------------------------------------------------------------------------- */

int64_t solved(const struct board *b, struct choice choice)
{
    struct text err = {0}, card = {0};
    struct options options = {0};
    const struct option *own = gunport()->options;
    if (choice.frontier) options_set(&options, options_find(own, "frontier"), choice.frontier, &err);
    struct instance *instance = instance_with(b, &options);
    struct answer a = {0};
    struct problem q = {.puzzle = gunport(),
                        .instance = instance,
                        .choices.solver = choice.solver ? choice.solver : "cadical",
                        .choices.engine = choice.engine,
                        .choices.search = choice.search};
    const struct formulation *f = gunport()->formulations;
    while (f->name && choice.formulation && strcmp(f->name, choice.formulation)) f++;
    assert_non_null(f->name);
    q.formulation = f;
    if (choice.card && !encoder_parse(CARD, choice.card, &q.choices.policy.by_kind[CARD], &err)) fail_msg("%s", err.s);
    if (choice.symmetry) q.choices.break_symmetry = strcmp(choice.symmetry, "yes") ? OPTION_NO : OPTION_YES;
    search_formulate(&q, q.formulation);
    enum status s = search_solve(&q, &a);
    if (s != STATUS_OPTIMAL && s != STATUS_UNSATISFIABLE)
        fail_msg("%s on %dx%d ends with %d: %s", f->name, b->rows, b->cols, s, text_string(&a.err));
    int64_t objective_value = s == STATUS_OPTIMAL ? a.objective_value : -1, recount = 0;
    for (const char *c = text_string(&a.solution.text); *c; c++) recount += *c == 'o';
    if (objective_value >= 0) assert_int_equal(recount, objective_value);
    answer_release(&a);
    gunport()->release(instance);
    options_release(&options);
    text_release(&err);
    text_release(&card);
    return objective_value;
}

void agree(const struct board *b, int most, struct choice choice)
{
    int64_t objective_value = solved(b, choice);
    struct text t = {0};
    if (objective_value != most)
        fail_msg("%s %s %s %s %s finds %lld instead of %d on\n%s", choice.formulation ? choice.formulation : "auto",
                 choice.solver ? choice.solver : "auto", choice.card ? choice.card : "auto",
                 choice.search ? choice.search : "", choice.symmetry ? choice.symmetry : "", (long long)objective_value,
                 most, board_text(b, &t));
    text_release(&t);
}

void other_half(const struct board *b, int r, int c, int *r2, int *c2)
{
    char x = get(b, r, c);
    *r2 = r + (x == '^') - (x == 'v');
    *c2 = c + (x == '<') - (x == '>');
}
