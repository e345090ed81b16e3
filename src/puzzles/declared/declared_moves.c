/* How a model is played: its picture is the board, and a player puts in what the cells show. */
#include "model/picture.h"
#include "puzzles/declared/declared.h"
#include "puzzles/moves.h"
#include "puzzles/parse.h"

#include <ctype.h>
#include <string.h>

/* The strokes of the picture, in cells of the drawing, and the values at the start and now. */
struct declared_sheet {
    const struct model *m;
    struct stroke *s;
    int n, top, left;
    struct declared_known given, now;
};

static struct declared_sheet sheet_open(const struct instance *in, const char *position)
{
    struct declared_sheet b = {.m = in->m, .n = model_picture(in->m)->n};
    b.s = picture_strokes(model_picture(in->m), &b.top, &b.left);
    for (int i = 0; i < b.n; i++) {
        b.s[i].row += b.top;
        b.s[i].col += b.left;
    }
    b.given = declared_known(in, NULL);
    b.now = declared_known(in, position);
    return b;
}

static void declared_sheet_release(struct declared_sheet *b)
{
    mem_free(b->s);
    declared_known_release(&b->given);
    declared_known_release(&b->now);
}

static bool is_line(const struct stroke *s) { return s->style == STYLE_LINE || s->style == STYLE_LINK; }
static int literal_of(const struct declared_known *k, lit x) { return k->a.v[lit_var(x)] * lit_sign(x); }
static void literal_set(struct declared_sheet *b, lit x, int value)
{
    b->now.a.v[lit_var(x)] = (signed char)(value * lit_sign(x));
}

/* Whether what the stroke of a cell shows is known. */
static bool is_known(const struct declared_known *k, const struct stroke *s)
{
    return s->x ? literal_of(k, s->x) : s->kind == STROKE_CELL && k->number[s->integer] != GIVEN_NONE;
}

static void start(const struct instance *in, struct text *out)
{
    SCOPED(declared_sheet) b = sheet_open(in, NULL);
    declared_known_write(b.m, &b.now, out);
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* A touch of the k-th sign of a cell, from 1, makes it true, and one of ABSENT + k false. A digit's
 * values from 1 on are touches of themselves; those below follow the largest one. In a cell with
 * both, or with several digits, touches from OTHER on name the stroke and what it then is. */
enum { ABSENT = 1000 };
static const int64_t OTHER = (int64_t)1 << 40;
static int64_t digit_other(struct integer it, int64_t v) { return max64(it.hi, 0) + 1 - v; }

/* Whether the touch is of the stroke's cell or, if it is a line, of two cells that this line
 * separates or links. */
static bool is_touched(const struct stroke *s, const struct touch *t)
{
    int dr = t->row2 - t->row, dc = t->col2 - t->col, down = s->row - t->row, right = s->col - t->col;
    unsigned side = dr < 0 ? NORTH : dr > 0 ? SOUTH : dc > 0 ? EAST : WEST;
    if (s->kind != STROKE_CELL || is_line(s) != (dr || dc)) return false;
    if (!down && !right) return !is_line(s) || s->sides & side;
    return is_line(s) && down == dr && right == dc && s->sides & (side < SOUTH ? side << 2 : side >> 2);
}

/* Moves the second cell, which is the first, to one of these sides of it. */
static void touch_side(struct touch *t, unsigned sides)
{
    if (sides & (NORTH | SOUTH))
        t->row2 += sides & NORTH ? -1 : 1;
    else
        t->col2 += sides & WEST ? -1 : 1;
}

static bool touch_digit(struct declared_sheet *b, int integer, int64_t value, struct text *err)
{
    struct integer it = model_integer(b->m, integer);
    int64_t *now = &b->now.number[integer], v = value > max64(it.hi, 0) ? digit_other(it, value) : value;
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
static bool touch_signs(struct declared_sheet *b, const struct lits *x, int64_t value, struct text *err)
{
    SCOPED(lits) open = {0};
    int k = (int)(value % ABSENT) - 1, now = -1;
    for (int i = 0; i < x->n; i++)
        if (!literal_of(&b->given, x->v[i]) && !lits_have(&open, x->v[i])) lits_push(&open, x->v[i]);
    if (value > 0 && k >= 0 && k < x->n) {
        if (literal_of(&b->given, x->v[k])) return is_given(err);
        literal_set(b, x->v[k], value > ABSENT ? -1 : 1);
    }
    if (value > 0) return true;
    for (int i = 0; i < open.n; i++)
        if (literal_of(&b->now, open.v[i]) > 0) now = i;
    if (now < 0 && open.n && literal_of(&b->now, *open.v) < 0) now = open.n;
    for (int i = 0; i < open.n; i++) literal_set(b, open.v[i], value == TOUCH_NEXT && now + 1 == open.n ? -1 : 0);
    if (value == TOUCH_NEXT && now + 1 < open.n) literal_set(b, open.v[now + 1], 1);
    for (int i = 0; i < open.n && now + 1 == open.n; i++) /* x and -x are not both false */
        if (literal_of(&b->now, open.v[i]) > 0) return touch_signs(b, x, TOUCH_CLEAR, err);
    return true;
}

/* A touch of the stroke that it names. */
static bool touch_other(struct declared_sheet *b, const struct touch *t, struct text *err)
{
    const struct stroke *s = &b->s[(t->value - OTHER) % b->n];
    int64_t content = (t->value - OTHER) / b->n;
    if (!is_touched(s, t)) return text_error(err, "Nothing of that number is in the cell.");
    if (is_known(&b->given, s)) return is_given(err);
    if (s->x) literal_set(b, s->x, content ? 1 : -1);
    if (s->x) return true;
    struct integer it = model_integer(b->m, s->integer);
    int64_t v = it.lo + min64(content, it.hi - it.lo);
    return touch_digit(b, s->integer, v > 0 ? v : digit_other(it, v), err);
}

/* Puts in the next number; after the last one, the next sign. */
static bool touch_next_value(struct declared_sheet *b, int integer, const struct lits *x, struct text *err)
{
    bool ok = integer < 0 || touch_digit(b, integer, TOUCH_NEXT, err);
    bool turned = integer < 0 || b->now.number[integer] == GIVEN_NONE;
    return ok && (!turned || !x->n || touch_signs(b, x, TOUCH_NEXT, err));
}

static bool has_lines(const struct declared_sheet *b)
{
    int i = 0;
    while (i < b->n && (b->s[i].kind != STROKE_CELL || !is_line(&b->s[i]))) i++;
    return i < b->n;
}

static bool touch(const struct puzzle *p, const struct instance *in, const char *position, const struct touch *t,
                  struct text *out, struct text *err)
{
    SCOPED(declared_sheet) b = sheet_open(in, position);
    SCOPED(lits) x = {0};
    int integer = -1, all = 0, open = 0, i_open = -1;
    bool ok;
    for (int i = 0; i < b.n; i++) {
        if (!is_touched(&b.s[i], t)) continue;
        bool given = is_known(&b.given, &b.s[i]);
        all++;
        open += !given;
        if (b.s[i].x) lits_push(&x, b.s[i].x);
        if (!b.s[i].x) integer = b.s[i].integer;
        if (!b.s[i].x && !given && i_open < 0) i_open = b.s[i].integer;
    }
    if (!all)
        ok = text_error(err, "This cell takes no value%s.",
                        has_lines(&b) ? "; a line may be drawn on a side of the cell" : "");
    else if (!open)
        ok = is_given(err);
    else if (t->value >= OTHER && (all > 1 || !x.n))
        ok = touch_other(&b, t, err);
    else if (t->value == TOUCH_NEXT)
        ok = touch_next_value(&b, i_open, &x, err);
    else if (t->value == TOUCH_CLEAR && x.n)
        ok = touch_signs(&b, &x, t->value, err) && (i_open < 0 || touch_digit(&b, i_open, t->value, err));
    else if (integer >= 0)
        ok = i_open < 0 ? is_given(err) : touch_digit(&b, i_open, t->value, err);
    else
        ok = touch_signs(&b, &x, t->value, err);
    if (ok) declared_known_write(b.m, &b.now, out);
    return ok;
}

/* Makes the instance with the values of a position. closed: unknown literals of the picture are
 * false, and NULL means that an integer of it is unknown. */
static struct instance *played(const struct instance *in, const char *position, bool closed)
{
    SCOPED(declared_sheet) b = sheet_open(in, position);
    SCOPED(text) values = {0};
    bool ok = true;
    for (int i = 0; i < b.n && closed; i++) {
        const struct stroke *s = &b.s[i];
        if (s->kind != STROKE_CELL || is_known(&b.now, s)) continue;
        if (s->x) literal_set(&b, s->x, -1);
        ok = ok && s->x;
    }
    declared_known_write(b.m, &b.now, &values);
    struct instance *left = ok ? mem_new(1, sizeof *left) : NULL;
    if (ok) *left = (struct instance){.m = in->m, .position = mem_string(values.s)};
    return left;
}

static struct instance *rest(const struct puzzle *p, const struct instance *in, const char *position, int64_t *made)
{
    return played(in, position, false);
}

static struct instance *closed(const struct instance *in, const char *position) { return played(in, position, true); }

/* First the integers and the true literals, then the signs that are absent. */
static bool step(const struct puzzle *p, const struct instance *in, const char *position, const char *solution, int n,
                 struct touch *t, struct text *variable)
{
    SCOPED(declared_sheet) b = sheet_open(in, position);
    SCOPED(declared_known) want = declared_known(in, solution);
    bool found = false;
    for (int i = 0; i < 2 * b.n && !found; i++) {
        const struct stroke *s = &b.s[i % b.n];
        bool absent = i >= b.n;
        if (s->kind != STROKE_CELL || is_known(&b.now, s)) continue;
        if (s->x ? (literal_of(&want, s->x) < 0) != absent || (absent && is_line(s)) : absent) continue;
        int64_t *number = s->x ? NULL : &want.number[s->integer];
        if (number) b.now.number[s->integer] = *number; /* other cells may show the same */
        if (s->x) literal_set(&b, s->x, 1);
        if (n--) continue;
        found = true;
        *t = (struct touch){s->row, s->col, s->row, s->col, absent ? ABSENT + 1 : 1};
        if (is_line(s)) touch_side(t, s->sides);
        int signs = 0, digits = 0;
        for (int k = 0; k < b.n; k++) {
            if (!is_touched(&b.s[k], t)) continue;
            t->value += k < i % b.n;
            signs += !!b.s[k].x;
            digits += !b.s[k].x;
        }
        if (number) t->value = *number > 0 ? *number : digit_other(model_integer(b.m, s->integer), *number);
        if (digits > 1 || (digits && signs) || signs >= ABSENT)
            t->value =
                OTHER + i % b.n + b.n * (number ? *number - model_integer(b.m, s->integer).lo : (int64_t)!absent);
        if (number) text_add(variable, "%s = %lld", model_int_name(b.m, s->integer), (long long)*number);
        if (s->x) text_add(variable, "%s%s", (s->x < 0) != absent ? "-" : "", model_name(b.m, lit_var(s->x)));
    }
    return found;
}

static int lines(const struct instance *in, const char *position, struct touch **all)
{
    SCOPED(declared_sheet) b = sheet_open(in, position);
    int n = 0;
    *all = mem_new(4 * (size_t)b.n, sizeof **all);
    for (int i = 0; i < b.n; i++) {
        const struct stroke *s = &b.s[i];
        if (s->kind != STROKE_CELL || !is_line(s) || is_known(&b.given, s)) continue;
        int now = literal_of(&b.now, s->x);
        for (unsigned side = NORTH; side <= WEST; side <<= 1) {
            if (!(s->sides & side)) continue;
            (*all)[n] = (struct touch){s->row, s->col, s->row, s->col, now < 0 ? TOUCH_CLEAR : now ? ABSENT + 1 : 1};
            touch_side(&(*all)[n++], side);
        }
    }
    return n;
}

static int64_t top(const struct instance *in, int64_t *most)
{
    SCOPED(declared_sheet) b = sheet_open(in, NULL);
    *most = 0;
    for (int i = 0; i < b.n; i++)
        if (b.s[i].kind == STROKE_CELL && !b.s[i].x) *most = max64(*most, model_integer(b.m, b.s[i].integer).hi);
    return *most;
}

/* ---- what is shown --------------------------------------------------------------------------- */

static void count(const struct puzzle *p, const struct instance *in, const char *position, struct text *out)
{
    SCOPED(declared_sheet) b = sheet_open(in, position);
    int n = 0, absent = 0;
    bool *seen = mem_new((size_t)b.now.a.n + 1, sizeof *seen);
    for (int i = 0; i < b.n; i++) {
        lit x = b.s[i].kind == STROKE_CELL ? b.s[i].x : 0;
        if (!x || seen[lit_var(x)] || literal_of(&b.given, x)) continue;
        n += literal_of(&b.now, x) > 0;
        absent += literal_of(&b.now, x) < 0;
        seen[lit_var(x)] = true;
    }
    mem_free(seen);
    for (int i = 0; i < model_ints(b.m); i++) n += b.now.number[i] != b.given.number[i];
    text_add(out, "%d put in", n);
    if (absent) text_add(out, ", %d marked as absent", absent);
}

static void name(const struct puzzle *p, const struct instance *in, const char *position, int row, int col,
                 struct text *out)
{
    static const char *const sides[] = {"line north", "line east", "line south", "line west"};
    SCOPED(declared_sheet) b = sheet_open(in, position);
    SCOPED(text) words = {0};
    int any = 0, given[2] = {0}, all[2] = {0}; /* index 1: lines */
    for (int i = 0; i < b.n; i++) {
        const struct stroke *s = &b.s[i];
        if (s->kind != STROKE_CELL || s->row != row || s->col != col) continue;
        any++;
        all[is_line(s)]++;
        given[is_line(s)] += is_known(&b.given, s);
        if (!is_known(&b.now, s)) continue;
        bool no = s->x && literal_of(&b.now, s->x) < 0;
        text_add(&words, ", %s", !no ? "" : s->style == STYLE_FILL ? "not " : "no ");
        if (is_line(s))
            for (int k = 0; k < 4; k++) text_put(&words, s->sides >> k & 1 ? sides[k] : "");
        else if (s->style == STYLE_FILL)
            text_add(&words, s->inked && s->ink != INK_DARK ? "filled %s" : "filled", picture_ink(s->ink));
        else if (s->x)
            text_put(&words, s->label);
        else
            text_add(&words, "%lld", (long long)b.now.number[s->integer]);
    }
    if (any)
        text_add(out, "row %d, column %d%s%s", row - b.top + 1, col - b.left + 1, words.n ? words.s : ", free",
                 given[!*all] == all[!*all] ? ", given" : "");
}

/* Writes what a touch does, for the kinds of strokes that the picture has. */
static void how(const struct instance *in, struct text *out)
{
    SCOPED(declared_sheet) b = sheet_open(in, NULL);
    bool signs = false, digits = false;
    for (int i = 0; i < b.n; i++) {
        if (b.s[i].kind != STROKE_CELL || is_line(&b.s[i])) continue;
        signs = signs || b.s[i].x;
        digits = digits || !b.s[i].x;
    }
    text_put(out, signs || digits ? "A touch puts in the next value" : "");
    text_put(out, signs ? "; after the signs of a cell comes a dot, for none of them. " : digits ? ". " : "");
    text_put(out, digits ? "Digits put in a number. " : "");
    text_put(out, has_lines(&b) ? "Shift and an arrow draw a line, then a cross, for none, and remove it. " : "");
    while (out->n && out->s[out->n - 1] == ' ') out->s[--out->n] = 0;
}

/* Writes the names of the rules, of those that differ only in numbers the first one. */
static void rules(const struct instance *in, struct text *out)
{
    enum { MOST = 20 };
    SCOPED(strings) kinds = {0};
    for (int i = 0; i < model_rows(in->m) && kinds.n < MOST; i++) {
        SCOPED(text) kind = {0};
        const char *rule = model_rule_name(in->m, model_row(in->m, i).rule);
        for (const char *s = rule; *s; s++)
            if (*s < '0' || *s > '9') text_char(&kind, *s);
        if (strings_have(&kinds, text_string(&kind)) || !strcmp(rule, MODEL_NO_RULE)) continue;
        text_add(out, "%s%s", kinds.n ? "; " : "Rules, the first of each kind: ", rule);
        strings_add(&kinds, text_string(&kind));
    }
    if (kinds.n) text_char(out, '.');
}

static bool cell_of_reason(const struct instance *in, const char *position, const char *rule, int *row, int *col)
{
    SCOPED(declared_sheet) b = sheet_open(in, position);
    SCOPED(text) words = {0};
    bool found = false;
    for (int i = 0; i < b.n && !found; i++) {
        const struct stroke *s = &b.s[i];
        if (s->kind != STROKE_CELL || !is_known(&b.now, s) || is_known(&b.given, s)) continue;
        struct given g = {lit_var(s->x), s->integer, s->x ? b.now.a.v[lit_var(s->x)] > 0 : b.now.number[s->integer]};
        text_clear(&words);
        model_given_words(b.m, g, &words);
        found = !strcmp(words.s, rule);
        *row = s->row;
        *col = s->col;
    }
    return found;
}

/* Adds the literals that the row forces, alone and whatever the others are, to the known values. */
static void row_forces(const struct row *r, struct values known)
{
    const bool clause = r->kind == ROW_CLAUSE, sum = clause || r->kind == ROW_CARD || r->kind == ROW_PB;
    const int64_t lo = clause ? 1 : r->lo, hi = clause ? INT64_MAX : r->hi;
    int64_t least = 0, most = 0;
    for (int i = 0; i < r->n; i++) {
        least += r->w ? min64(r->w[i], 0) : 0;
        most += r->w ? max64(r->w[i], 0) : 1;
    }
    for (int i = 0; i < r->n && sum; i++) {
        int64_t w = r->w ? r->w[i] : 1, size = w < 0 ? -w : w;
        int up = w < 0 ? -lit_sign(r->x[i]) : lit_sign(r->x[i]); /* the value that adds to the sum */
        if (size && most - size < lo) known.v[lit_var(r->x[i])] = (signed char)up;
        if (size && least + size > hi) known.v[lit_var(r->x[i])] = (signed char)-up;
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

struct instance *declared_stated(struct model *m)
{
    struct instance *in = declared_instance(m);
    SCOPED(declared_sheet) b = sheet_open(in, NULL);
    SCOPED(values) known = values_new(model_vars(m));
    for (int i = 0; i < model_rows(m); i++) {
        struct row r = model_row(m, i);
        row_forces(&r, known);
    }
    for (int k = 0; k < b.n; k++) {
        const struct stroke *s = &b.s[k];
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
static const struct stroke *stroke_named(const struct declared_sheet *b, const char *text, size_t *length)
{
    const struct stroke *found = NULL;
    for (int i = *length = 0; i < b->n; i++) {
        const struct stroke *s = &b->s[i];
        if (s->kind != STROKE_CELL || is_line(s) || s->row < b->top || s->col < b->left) continue;
        const char *name = s->x ? model_name(b->m, lit_var(s->x)) : model_int_name(b->m, s->integer);
        size_t n = strlen(name);
        if (n <= *length || strncmp(text, name, n) != 0 || isalnum((unsigned char)text[n])) continue;
        found = s;
        *length = n;
    }
    return found;
}

void declared_places(const struct instance *in, const char *rule, struct text *out)
{
    SCOPED(declared_sheet) b = sheet_open(in, NULL);
    for (size_t at = 0, n; rule[at]; at += n) {
        bool begins = !at || !isalnum((unsigned char)rule[at - 1]);
        const struct stroke *s = begins ? stroke_named(&b, rule + at, &n) : NULL;
        if (!s) text_char(out, rule[at]);
        if (!s) n = 1;
        if (s) text_add(out, "%d,%d%s%s", s->row - b.top + 1, s->col - b.left + 1, *s->label ? " " : "", s->label);
    }
}

const struct moves declared_moves = {
    .how_of = how,
    .pair = "line",
    .plain = "model",
    .start = start,
    .touch = touch,
    .rest = rest,
    .closed = closed,
    .step = step,
    .lines = lines,
    .count = count,
    .top = top,
    .name = name,
    .rules = rules,
    .place = cell_of_reason,
};
