/* How a model is played: its picture is the board, and a player puts in what the cells show. */
#include "base/number.h"
#include "model/picture.h"
#include "declared/declared.h"
#include "puzzles/moves.h"
#include "puzzles/parse.h"

#include <ctype.h>
#include <string.h>

/* The picture's strokes in cells of the drawing, those of each cell in a row, and what is given. */
struct sheet {
    const struct model *m;
    struct stroke *s;
    int n, rows, cols, top, left;
    int *first, *of; /* the strokes of cell c are of[first[c]] to of[first[c + 1] - 1] */
    struct declared_known given;
    int fill;    /* a stroke that fills a cell, + 1; 0: none */
    bool colors; /* fills differ in color */
    bool lines;  /* some strokes are lines */
};

static enum ink fill_ink(const struct stroke *s) { return s->inked ? s->ink : INK_DARK; }

static const struct sheet *sheet_of(const struct position *p) { return p->board; }

static struct sheet *sheet_new(const struct instance *in)
{
    const struct picture *picture = model_picture(in->m);
    struct sheet *b = mem_new(1, sizeof *b);
    *b = (struct sheet){.m = in->m, .n = picture->n, .top = picture->top, .left = picture->left};
    b->s = mem_new((size_t)b->n, sizeof *b->s);
    b->of = mem_new((size_t)b->n, sizeof *b->of);
    b->rows = b->n ? picture->stroke->row + b->top : 0;
    b->cols = b->n ? picture->stroke->col + b->left : 0;
    b->first = mem_new((size_t)b->rows * (size_t)b->cols + 2, sizeof *b->first);
    for (int i = 0; i < b->n; i++) {
        b->s[i] = picture->stroke[i];
        b->s[i].row += b->top;
        b->s[i].col += b->left;
        if (b->s[i].kind != STROKE_CELL) continue;
        b->first[b->s[i].row * b->cols + b->s[i].col + 2]++;
        b->lines = b->lines || stroke_is_line(&b->s[i]);
        if (b->s[i].style != STYLE_FILL) continue;
        if (!b->fill) b->fill = i + 1;
        b->colors = b->colors || fill_ink(&b->s[i]) != fill_ink(&b->s[b->fill - 1]);
    }
    for (int c = 1; c < b->rows * b->cols; c++) b->first[c + 1] += b->first[c];
    for (int i = 0; i < b->n; i++)
        if (b->s[i].kind == STROKE_CELL) b->of[b->first[b->s[i].row * b->cols + b->s[i].col + 1]++] = i;
    b->given = declared_known(in, NULL);
    return b;
}

static void sheet_free(void *board)
{
    struct sheet *b = board;
    declared_known_release(&b->given);
    MEM_FREE(b->s, b->first, b->of, b);
}

/* The strokes of a cell: sets their number. */
static const int *strokes_at(const struct sheet *b, int row, int col, int *n)
{
    *n = 0;
    if (row < 0 || row >= b->rows || col < 0 || col >= b->cols) return NULL;
    const int *first = &b->first[row * b->cols + col];
    *n = first[1] - first[0];
    return b->of + first[0];
}

/* The numbers of a position: the values of the literals 0, 1, ..., and then the integers. */
static int64_t *number_at(const struct position *p, int integer)
{
    return p->now + model_vars(sheet_of(p)->m) + 1 + integer;
}
static int literal_of(const struct position *p, lit x) { return (int)p->now[lit_var(x)] * lit_sign(x); }
static void literal_set(struct position *p, lit x, int value) { p->now[lit_var(x)] = value * lit_sign(x); }
static int known_literal(const struct declared_known *k, lit x) { return k->a.v[lit_var(x)] * lit_sign(x); }

/* Whether what the stroke of a cell shows is known, or given. */
static bool is_known(const struct position *p, const struct stroke *s)
{
    return s->x ? literal_of(p, s->x) : s->kind == STROKE_CELL && *number_at(p, s->integer) != GIVEN_NONE;
}
static bool is_fixed(const struct position *p, const struct stroke *s)
{
    const struct declared_known *k = &sheet_of(p)->given;
    return s->x ? known_literal(k, s->x) : s->kind == STROKE_CELL && k->number[s->integer] != GIVEN_NONE;
}

/* Writes the names of the rules, of those that differ only in numbers the first one. */
static void begin_rules(const struct model *m, struct text *out)
{
    enum { MOST = 20 };
    SCOPED(strings) kinds = {0};
    for (struct row r = {0}; kinds.n < MOST && model_next(m, &r);) {
        SCOPED(text) kind = {0};
        const char *rule = model_rule_name(m, r.rule);
        for (const char *s = rule; *s; s++)
            if (*s < '0' || *s > '9') text_char(&kind, *s);
        if (strings_have(&kinds, text_string(&kind)) || !strcmp(rule, MODEL_NO_RULE)) continue;
        text_add(out, "%s%s", kinds.n ? "; " : "Rules, the first of each kind: ", rule);
        strings_add(&kinds, text_string(&kind));
    }
    if (kinds.n) text_char(out, '.');
}

/* Writes what a touch does, for the kinds of strokes that the picture has, and sets the numbers and
 * the pairs that a player may put in. */
static void begin_touches(struct position *p)
{
    const struct sheet *b = sheet_of(p);
    bool signs = false, digits = false;
    for (int i = 0; i < b->n; i++) {
        const struct stroke *s = &b->s[i];
        if (s->kind != STROKE_CELL) continue;
        signs = signs || (s->x && !stroke_is_line(s));
        digits = digits || !s->x;
        if (!s->x) p->top = p->most = max64(p->most, model_integer(b->m, s->integer).hi);
        if (stroke_is_line(s) && !is_fixed(p, s)) p->pair = "line";
    }
    if (p->puzzle->moves->how) return;
    text_put(&p->how, signs || digits ? "A touch puts in the next value" : "");
    text_put(&p->how, signs ? "; after the signs of a cell comes a dot, for none of them. " : digits ? ". " : "");
    text_put(&p->how, digits ? "Digits put in a number. " : "");
    text_put(&p->how, b->lines ? "Shift and an arrow draw a line, then a cross, for none, and remove it. " : "");
    while (p->how.n && p->how.s[p->how.n - 1] == ' ') p->how.s[--p->how.n] = 0;
}

void declared_moves_begin(struct position *p)
{
    struct sheet *b = sheet_new(p->instance);
    const int vars = model_vars(b->m);
    p->board = b;
    p->leave = sheet_free;
    position_numbers(p, vars + 1 + model_ints(b->m));
    for (int v = 1; v <= vars; v++) p->start[v] = b->given.a.v[v];
    for (int i = 0; i < model_ints(b->m); i++) p->start[vars + 1 + i] = b->given.number[i];
    char *const *about = model_facts(b->m)->text;
    begin_touches(p);
    text_put(&p->title, about[MODEL_TITLE] ? about[MODEL_TITLE] : "");
    text_put(&p->rules, about[MODEL_ABOUT] ? about[MODEL_ABOUT] : "");
    if (about[MODEL_HOW]) text_set(&p->how, about[MODEL_HOW]);
    if (p->puzzle->files && !p->rules.n) begin_rules(b->m, &p->rules);
}

/* The values of a position, which the caller releases. */
static struct declared_known known_of(const struct position *p)
{
    const struct solution now = position_solution(p);
    return declared_known(p->instance, &now);
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* The effect of a touch, an int64_t, on a cell:
 *
 *     cell with signs     k = 1, 2, ..     the k-th sign becomes true
 *                         ABSENT + k       the k-th sign becomes false
 *     cell with a digit   v >= 1           the digit becomes v
 *                         digit_other(v)   the digit becomes v <= 0
 *     any other cell      OTHER + i + n c  the i-th of the n strokes gets the content c
 *
 * Any other cell has signs and a digit, or several digits. */
enum { ABSENT = 1000 };
static const int64_t OTHER = (int64_t)1 << 40;
static int64_t digit_other(struct integer it, int64_t v) { return max64(it.hi, 0) + 1 - v; }

/* Adds the strokes that the touch is of, in the picture's order: those of its cell or, of two
 * cells, the lines that separate or link them. */
static void strokes_touched(const struct sheet *b, const struct touch *t, struct lits *out)
{
    int dr = t->row2 - t->row, dc = t->col2 - t->col, n, n2;
    unsigned side = dr < 0 ? NORTH : dr > 0 ? SOUTH : dc > 0 ? EAST : WEST;
    unsigned back = side < SOUTH ? side << 2 : side >> 2;
    const int *of = strokes_at(b, t->row, t->col, &n), *of2 = strokes_at(b, t->row2, t->col2, &n2);
    if (!dr && !dc) n2 = 0;
    while (n || n2) {
        bool second = !n || (n2 && *of2 < *of);
        int i = second ? *of2 : *of;
        const struct stroke *s = &b->s[i];
        if (stroke_is_line(s) ? (dr || dc) && s->sides & (second ? back : side) : !dr && !dc) lits_push(out, i);
        of += !second;
        n -= !second;
        of2 += second;
        n2 -= second;
    }
}

/* Moves the second cell, which is the first, to one of these sides of it. */
static void touch_side(struct touch *t, unsigned sides)
{
    if (sides & (NORTH | SOUTH))
        t->row2 += sides & NORTH ? -1 : 1;
    else
        t->col2 += sides & WEST ? -1 : 1;
}

static bool touch_digit(struct position *p, int integer, int64_t value, struct text *err)
{
    struct integer it = model_integer(sheet_of(p)->m, integer);
    int64_t *now = number_at(p, integer), v = value > max64(it.hi, 0) ? digit_other(it, value) : value;
    if (value == TOUCH_NEXT) v = *now == GIVEN_NONE ? it.lo : *now < it.hi ? *now + 1 : GIVEN_NONE;
    if (value < 0) v = value == TOUCH_ZERO && it.lo <= 0 && it.hi >= 0 ? 0 : GIVEN_NONE;
    if ((v < it.lo || v > it.hi) && v != GIVEN_NONE)
        return text_error(err, "The values here are from %lld to %lld.", (long long)it.lo, (long long)it.hi);
    *now = v;
    return true;
}

static bool is_given(struct text *err) { return text_error(err, "This is given and cannot be changed."); }

/* A touch without a value makes one free sign after the other the only one, then all false, then
 * unknown. */
static bool touch_signs(struct position *p, const struct lits *x, int64_t value, struct text *err)
{
    const struct declared_known *given = &sheet_of(p)->given;
    SCOPED(lits) open = {0};
    int k = (int)(value % ABSENT) - 1, now = -1;
    for (int i = 0; i < x->n; i++)
        if (!known_literal(given, x->v[i]) && !lits_have(&open, x->v[i])) lits_push(&open, x->v[i]);
    if (value > 0) {
        if (k < 0 || k >= x->n) return text_error(err, "This cell has no sign number %lld.", (long long)value);
        if (known_literal(given, x->v[k])) return is_given(err);
        literal_set(p, x->v[k], value > ABSENT ? -1 : 1);
        return true;
    }
    for (int i = 0; i < open.n; i++)
        if (literal_of(p, open.v[i]) > 0) now = i;
    if (now < 0 && open.n && literal_of(p, *open.v) < 0) now = open.n;
    for (int i = 0; i < open.n; i++) literal_set(p, open.v[i], value == TOUCH_NEXT && now + 1 == open.n ? -1 : 0);
    if (value == TOUCH_NEXT && now + 1 < open.n) literal_set(p, open.v[now + 1], 1);
    for (int i = 0; i < open.n && now + 1 == open.n; i++) /* x and -x are not both false */
        if (literal_of(p, open.v[i]) > 0) return touch_signs(p, x, TOUCH_CLEAR, err);
    return true;
}

/* A touch of the stroke that it names, which is among the touched ones. */
static bool touch_other(struct position *p, const struct lits *touched, int64_t value, struct text *err)
{
    const struct sheet *b = sheet_of(p);
    const int i = (int)((value - OTHER) % b->n);
    const struct stroke *s = &b->s[i];
    int64_t content = (value - OTHER) / b->n;
    if (!lits_have(touched, i)) return text_error(err, "Nothing of that number is in the cell.");
    if (is_fixed(p, s)) return is_given(err);
    if (s->x) literal_set(p, s->x, content ? 1 : -1);
    if (s->x) return true;
    struct integer it = model_integer(b->m, s->integer);
    int64_t v = it.lo + min64(content, it.hi - it.lo);
    return touch_digit(p, s->integer, v > 0 ? v : digit_other(it, v), err);
}

/* Puts in the next number; after the last one, the next sign. */
static bool touch_next_value(struct position *p, int integer, const struct lits *x, struct text *err)
{
    bool ok = integer < 0 || touch_digit(p, integer, TOUCH_NEXT, err);
    bool turned = integer < 0 || *number_at(p, integer) == GIVEN_NONE;
    return ok && (!turned || !x->n || touch_signs(p, x, TOUCH_NEXT, err));
}

bool declared_moves_touch(struct position *p, const struct touch *t, struct text *err)
{
    const struct sheet *b = sheet_of(p);
    SCOPED(lits) x = {0}, touched = {0};
    int integer = -1, open = 0, i_open = -1;
    strokes_touched(b, t, &touched);
    for (int i = 0; i < touched.n; i++) {
        const struct stroke *s = &b->s[touched.v[i]];
        bool given = is_fixed(p, s);
        open += !given;
        if (s->x) lits_push(&x, s->x);
        if (!s->x) integer = s->integer;
        if (!s->x && !given && i_open < 0) i_open = s->integer;
    }
    if (!touched.n)
        return text_error(err, "This cell takes no value%s.",
                          b->lines ? "; a line may be drawn on a side of the cell" : "");
    if (!open) return is_given(err);
    if (t->value >= OTHER && (touched.n > 1 || !x.n)) return touch_other(p, &touched, t->value, err);
    if (t->value == TOUCH_NEXT) return touch_next_value(p, i_open, &x, err);
    if (t->value == TOUCH_CLEAR && x.n)
        return touch_signs(p, &x, t->value, err) && (i_open < 0 || touch_digit(p, i_open, t->value, err));
    if (integer >= 0) return i_open < 0 ? is_given(err) : touch_digit(p, i_open, t->value, err);
    return touch_signs(p, &x, t->value, err);
}

/* Makes the instance with these values, which it then owns. */
static struct instance *played(const struct position *p, struct declared_known known)
{
    struct instance *left = mem_new(1, sizeof *left);
    *left = (struct instance){.m = p->instance->m, .played = true, .known = known};
    return left;
}

struct instance *declared_moves_rest(const struct position *p, int64_t *made) { return played(p, known_of(p)); }

/* Unknown literals of the picture are false. */
static struct instance *declared_moves_closed(const struct position *p)
{
    const struct sheet *b = sheet_of(p);
    for (int i = 0; i < b->n; i++)
        if (b->s[i].kind == STROKE_CELL && !b->s[i].x && !is_known(p, &b->s[i])) return NULL;
    struct declared_known k = known_of(p);
    for (int i = 0; i < b->n; i++) {
        lit x = b->s[i].kind == STROKE_CELL ? b->s[i].x : 0;
        if (x && !known_literal(&k, x)) k.a.v[lit_var(x)] = (signed char)-lit_sign(x);
    }
    return played(p, k);
}

static void declared_moves_assume(const struct instance *left, const struct model *m, struct lits *out)
{
    for (int v = 1; v <= left->known.a.n; v++)
        if (left->known.a.v[v]) lits_push(out, left->known.a.v[v] * v);
    for (int i = 0; i < model_ints(m); i++) {
        const struct integer it = model_integer(m, i);
        const int64_t value = left->known.number[i];
        for (int k = 0; k < it.n && value != GIVEN_NONE; k++)
            lits_push(out, integer_bit(it.form, k, value - it.lo) ? it.x[k] : -it.x[k]);
    }
}

/* The touch that puts the content of stroke i in: absent, a number, or the sign. */
static struct touch touch_of(const struct sheet *b, int i, bool absent, const int64_t *number)
{
    const struct stroke *s = &b->s[i];
    struct touch t = {s->row, s->col, s->row, s->col, absent ? ABSENT + 1 : 1};
    SCOPED(lits) touched = {0};
    int signs = 0, digits = 0;
    if (stroke_is_line(s)) touch_side(&t, s->sides);
    strokes_touched(b, &t, &touched);
    for (int k = 0; k < touched.n; k++) {
        t.value += touched.v[k] < i;
        signs += !!b->s[touched.v[k]].x;
        digits += !b->s[touched.v[k]].x;
    }
    if (number) t.value = *number > 0 ? *number : digit_other(model_integer(b->m, s->integer), *number);
    if (digits > 1 || (digits && signs) || signs >= ABSENT)
        t.value = OTHER + i + b->n * (number ? *number - model_integer(b->m, s->integer).lo : (int64_t)!absent);
    return t;
}

/* First the integers and the true literals, then the signs that are absent. */
void declared_moves_steps(const struct position *p, const struct solution *solution, struct position_steps *l)
{
    const struct sheet *b = sheet_of(p);
    SCOPED(declared_known) want = declared_known(p->instance, solution), now = known_of(p);
    for (int k = 0; k < 2 * b->n; k++) {
        const int i = k % b->n;
        const struct stroke *s = &b->s[i];
        const bool absent = k >= b->n;
        if (s->kind != STROKE_CELL) continue;
        if (s->x ? known_literal(&now, s->x) : now.number[s->integer] != GIVEN_NONE) continue;
        if (s->x ? (known_literal(&want, s->x) < 0) != absent || (absent && stroke_is_line(s) && !l->crosses) : absent)
            continue;
        const int64_t *number = s->x ? NULL : &want.number[s->integer];
        struct touch t = touch_of(b, i, absent, number);
        if (number) { /* other cells may show the same */
            now.number[s->integer] = *number;
            position_steps_add(l, t, "%s = %lld", model_int_name(b->m, s->integer), (long long)*number);
        } else {
            now.a.v[lit_var(s->x)] = (signed char)lit_sign(s->x);
            position_steps_add(l, t, "%s%s", (s->x < 0) != absent ? "-" : "", model_name(b->m, lit_var(s->x)));
        }
    }
}

int declared_moves_lines(const struct position *p, struct touch **all)
{
    const struct sheet *b = sheet_of(p);
    int n = 0;
    *all = mem_new(4 * (size_t)b->n, sizeof **all);
    for (int i = 0; i < b->n; i++) {
        const struct stroke *s = &b->s[i];
        if (s->kind != STROKE_CELL || !stroke_is_line(s) || is_fixed(p, s)) continue;
        int now = literal_of(p, s->x);
        for (unsigned side = NORTH; side <= WEST; side <<= 1) {
            if (!(s->sides & side)) continue;
            (*all)[n] = (struct touch){s->row, s->col, s->row, s->col, now < 0 ? TOUCH_CLEAR : now ? ABSENT + 1 : 1};
            touch_side(&(*all)[n++], side);
        }
    }
    return n;
}

/* ---- what is shown --------------------------------------------------------------------------- */

void declared_moves_count(const struct position *p, struct position_count *out)
{
    const struct sheet *b = sheet_of(p);
    int n = 0, absent = 0;
    OWNED bool *seen = mem_new((size_t)model_vars(b->m) + 1, sizeof *seen);
    for (int i = 0; i < b->n; i++) {
        lit x = b->s[i].kind == STROKE_CELL ? b->s[i].x : 0;
        if (!x || seen[lit_var(x)] || known_literal(&b->given, x)) continue;
        n += literal_of(p, x) > 0;
        absent += literal_of(p, x) < 0;
        seen[lit_var(x)] = true;
    }
    for (int i = 0; i < model_ints(b->m); i++) n += *number_at(p, i) != b->given.number[i];
    const struct moves *moves = p->puzzle->moves;
    text_add(&out->words, "%d %s", n, moves->filled ? moves->filled : "put in");
    if (absent) text_add(&out->words, ", %d %s", absent, moves->filled ? moves->unfilled : "marked as absent");
    position_count_add(out, "put_in", n);
    position_count_add(out, "absent", absent);
}

void declared_moves_look(const struct position *p, int row, int col, struct position_cell *out)
{
    static const char *const sides[] = {"line north", "line east", "line south", "line west"};
    const struct sheet *b = sheet_of(p);
    struct text *words = &out->content;
    int n, given[2] = {0}, all[2] = {0}; /* index 1: lines */
    const int *of = strokes_at(b, row, col, &n);
    for (int i = 0; i < n; i++) {
        const struct stroke *s = &b->s[of[i]];
        all[stroke_is_line(s)]++;
        given[stroke_is_line(s)] += is_fixed(p, s);
        if (!is_known(p, s)) continue;
        bool no = s->x && literal_of(p, s->x) < 0;
        if (s->style == STYLE_FILL && p->puzzle->moves->filled) {
            text_add(words, "%s%s", words->n ? ", " : "", no ? p->puzzle->moves->unfilled : p->puzzle->moves->filled);
            continue;
        }
        text_add(words, "%s%s", words->n ? ", " : "", !no ? "" : s->style == STYLE_FILL ? "not " : "no ");
        if (stroke_is_line(s)) {
            for (int k = 0; k < 4; k++) text_put(words, s->sides >> k & 1 ? sides[k] : "");
        } else if (s->style == STYLE_FILL) {
            text_add(words, b->colors && fill_ink(s) != INK_DARK ? "filled %s" : "filled", picture_ink(s->ink));
        } else if (s->x) {
            text_put(words, s->label);
        } else {
            out->has_value = true;
            out->value = *number_at(p, s->integer);
            text_add(words, "%lld", (long long)out->value);
        }
    }
    if (!n) return;
    position_cell_place(out, row - b->top, col - b->left);
    if (!words->n) position_cell_add(out, "free");
    if (!words->n) text_put(words, "free");
    if (given[!*all] != all[!*all]) return;
    text_put(words, ", given");
    position_cell_add(out, "given");
}

static bool cell_of_reason(const struct position *p, const char *rule, int *row, int *col)
{
    const struct sheet *b = sheet_of(p);
    SCOPED(text) words = {0};
    for (int i = 0; i < b->n; i++) {
        const struct stroke *s = &b->s[i];
        if (s->kind != STROKE_CELL || !is_known(p, s) || is_fixed(p, s)) continue;
        struct given g = {lit_var(s->x), s->integer, s->x ? p->now[lit_var(s->x)] > 0 : *number_at(p, s->integer)};
        text_clear(&words);
        model_given_words(b->m, g, &words);
        if (strcmp(text_string(&words), rule)) continue;
        *row = s->row;
        *col = s->col;
        return true;
    }
    return false;
}

static bool declared_shows(const struct position *p, const struct model *m, lit x, int *row, int *col)
{
    const struct sheet *b = sheet_of(p);
    *row = b->top;
    *col = b->left;
    int integer = -1;
    for (int i = 0; i < model_ints(m); i++) {
        const struct integer it = model_integer(m, i);
        if (it.n && lit_var(x) >= it.x[0] && lit_var(x) < it.x[0] + it.n) integer = i;
    }
    for (int i = 0; i < b->n && x; i++) {
        const struct stroke *s = &b->s[i];
        const bool is = s->x ? lit_var(s->x) == lit_var(x) : integer >= 0 && s->integer == integer;
        if (s->kind != STROKE_CELL || !is) continue;
        *row = s->row;
        *col = s->col;
        return true;
    }
    return !x;
}

/* The least and the most that the sum of a row can be with the known values (NULL: none are known),
 * and its bounds. False: it is no sum. */
struct row_range {
    int64_t least, most, lo, hi;
};
static bool row_sums(const struct row *r, const struct declared_known *k, struct row_range *out)
{
    const bool clause = r->kind == ROW_CLAUSE;
    *out = (struct row_range){.lo = clause ? 1 : r->lo, .hi = clause ? INT64_MAX : r->hi};
    if (!clause && r->kind != ROW_CARD && r->kind != ROW_PB) return false;
    for (int i = 0; i < r->n; i++) {
        const int value = k ? known_literal(k, r->x[i]) : 0;
        const int64_t w = r->w ? r->w[i] : 1;
        out->least += value > 0 ? w : value ? 0 : min64(w, 0);
        out->most += value > 0 ? w : value ? 0 : max64(w, 0);
    }
    return true;
}

/* Whether two integers that must differ are known to be equal. */
static bool row_repeats(const struct row *r, const struct declared_known *k)
{
    for (int i = 0; i < r->integers; i++)
        for (int j = 0; j < i; j++) {
            const int64_t a = k->number[r->integer[i]], b = k->number[r->integer[j]];
            if (a == GIVEN_NONE || b == GIVEN_NONE || a + (r->w ? r->w[i] : 0) != b + (r->w ? r->w[j] : 0)) continue;
            if (!r->hi || a + (r->w ? r->w[i] : 0) != r->lo) return true;
        }
    return false;
}

/* Whether the row fails with the known values, whatever the others are. */
static bool row_fails(const struct row *r, const struct declared_known *k)
{
    struct row_range range;
    bool all = r->kind != ROW_INT && r->kind != ROW_COUNT && (!r->iff || known_literal(k, r->iff));
    if (r->half && known_literal(k, r->iff) <= 0) return false;
    if (row_sums(r, k, &range)) return range.most < range.lo || range.least > range.hi;
    if (r->kind == ROW_ALLDIFF) return row_repeats(r, k);
    for (int i = 0; i < r->n; i++) all = all && known_literal(k, r->x[i]);
    for (int i = 0; i < r->integers; i++) all = all && k->number[r->integer[i]] != GIVEN_NONE;
    return all && !model_row_holds(r, k->a, k->number);
}

/* Whether the row speaks of what the stroke of a cell or a line shows. */
static bool row_shows(const struct row *r, const struct stroke *s)
{
    for (int i = 0; i < r->n && s->x; i++)
        if (lit_var(r->x[i]) == lit_var(s->x)) return true;
    for (int i = 0; i < r->integers && !s->x; i++)
        if (r->integer[i] == s->integer) return true;
    return false;
}

static void declared_moves_broken(const struct position *p, struct position_mistakes *l)
{
    const struct sheet *b = sheet_of(p);
    SCOPED(declared_known) k = known_of(p);
    for (struct row r = {0}; model_next(b->m, &r);) {
        if (!row_fails(&r, &k)) continue;
        for (int i = 0; i < b->n; i++) {
            const struct stroke *s = &b->s[i];
            if ((s->kind == STROKE_CELL || stroke_is_line(s)) && is_known(p, s) && !is_fixed(p, s) && row_shows(&r, s))
                position_mistakes_add(l, s->row, s->col, "Broken: %s.", model_rule_name(b->m, r.rule));
        }
    }
}

/* Adds the literals that the row forces, alone and whatever the others are, to the known values. */
static void row_forces(const struct row *r, struct values known)
{
    struct row_range range;
    if (!row_sums(r, NULL, &range)) return;
    for (int i = 0; i < r->n; i++) {
        int64_t w = r->w ? r->w[i] : 1, size = w < 0 ? -w : w;
        int up = w < 0 ? -lit_sign(r->x[i]) : lit_sign(r->x[i]); /* the value that adds to the sum */
        if (size && range.most - size < range.lo) known.v[lit_var(r->x[i])] = (signed char)up;
        if (size && range.least + size > range.hi) known.v[lit_var(r->x[i])] = (signed char)-up;
    }
}

/* Returns the only value of an integer that the known literals leave, or GIVEN_NONE. */
static int64_t value_left(struct integer it, struct values known)
{
    int from = 0, to = it.n; /* thresholds before `from` are true, those from `to` on false */
    bool all = true;
    for (int k = 0; k < it.n; k++) {
        int now = known.v[it.x[k]];
        if (now > 0) from = k + 1;
        if (now < 0 && k < to) to = k;
        all = all && now;
    }
    if (it.form == FORM_DIRECT) return from ? it.lo + from - 1 : GIVEN_NONE;
    if (it.form == FORM_ORDER) return from == to ? it.lo + from : GIVEN_NONE;
    return all ? model_int_read(it.form, it.lo, it.hi, it.n ? it.x[0] : 1, known) : GIVEN_NONE;
}

/* Whether a row is about one literal, or one integer. of: variable -> its integer, plus 1, or 0. */
static bool row_gives(const struct row *r, const int *of)
{
    for (int i = 0; i < r->n; i++)
        if (of[lit_var(r->x[i])] != of[lit_var(*r->x)]) return false;
    return r->n == 1 || (r->n && of[lit_var(*r->x)]);
}

struct instance *declared_stated(struct model *m)
{
    struct instance *in = declared_instance(m);
    const struct picture *picture = model_picture(m);
    SCOPED(values) known = values_new(model_vars(m));
    OWNED int *of = mem_new((size_t)model_vars(m) + 1, sizeof *of);
    for (int i = 0; i < model_ints(m); i++) {
        const struct integer it = model_integer(m, i);
        for (int k = 0; k < it.n; k++) of[it.x[k]] = i + 1;
    }
    for (struct row r = {0}; model_next(m, &r);)
        if (row_gives(&r, of)) row_forces(&r, known);
    for (int k = 0; k < picture->n; k++) {
        const struct stroke *s = &picture->stroke[k];
        if (s->kind != STROKE_CELL) continue;
        struct given g = {.x = lit_var(s->x), .integer = s->integer, .value = GIVEN_NONE};
        if (s->x && known.v[g.x]) g.value = known.v[g.x] > 0;
        if (!s->x) g.value = value_left(model_integer(m, s->integer), known);
        if (g.value != GIVEN_NONE) model_may_give(m, g, NULL);
    }
    return in;
}

/* The stroke of a cell of the board whose name begins the text, and the name's length; NULL:
 * none. */
static const struct stroke *stroke_named(const struct model *m, const char *text, size_t *length)
{
    const struct picture *picture = model_picture(m);
    const struct stroke *found = NULL;
    for (int i = *length = 0; i < picture->n; i++) {
        const struct stroke *s = &picture->stroke[i];
        if (s->kind != STROKE_CELL || stroke_is_line(s) || s->row < 0 || s->col < 0) continue;
        const char *name = s->x ? model_name(m, lit_var(s->x)) : model_int_name(m, s->integer);
        size_t n = strlen(name);
        if (n <= *length || strncmp(text, name, n) != 0 || isalnum((unsigned char)text[n])) continue;
        found = s;
        *length = n;
    }
    return found;
}

void declared_places(const struct instance *in, const char *rule, struct text *out)
{
    for (size_t at = 0, n; rule[at]; at += n) {
        bool begins = !at || !isalnum((unsigned char)rule[at - 1]);
        const struct stroke *s = begins ? stroke_named(in->m, rule + at, &n) : NULL;
        if (!s) text_char(out, rule[at]);
        if (!s) n = 1;
        if (s) text_add(out, "%d,%d%s%s", s->row + 1, s->col + 1, *s->label ? " " : "", s->label);
    }
}

const struct judged_moves declared_judged = {
    .closed = declared_moves_closed,
    .assume = declared_moves_assume,
    .place = cell_of_reason,
    .shown = declared_shows,
    .broken = declared_moves_broken,
};

const struct moves declared_moves = {DECLARED_MOVES};
