/* Cans: piles of numbered cans and a few balls. Each throw hits the exposed top can of one pile,
 * which falls; throw t counts its number t-fold (or by --multipliers). Reach the target exactly.
 * Every throw hits. Numbers and multipliers are 1 or more. Only the topmost cans of a pile, as many
 * as there are throws, can be hit; the others have no variables. */
#include "puzzles/fair/cans.h"

#include <string.h>

#define CANS_LIMIT 1000000  /* cans in all */
#define HITS_LIMIT 10000000 /* cans within reach times throws */

static void cans_release(struct instance *in)
{
    if (!in) return;
    for (int p = 0; p < in->piles; p++) mem_free(in->pile[p].v);
    MEM_FREE(in->pile, in->by, in);
}

/* ---- reading ------------------------------------------------------------------------------- */

/* Splits "8,10,7" into its fields; an empty field becomes an empty word. */
static void fields_split(struct word row, struct words *out)
{
    const char *s = row.s;
    *out = (struct words){0};
    for (;;) {
        size_t n = strcspn(s, ",");
        struct text field = {0};
        text_bytes(&field, s, n);
        MEM_PUSH(out->v, out->n, out->cap, ((struct word){field.s, row.line}));
        if (!s[n]) return;
        s += n + 1;
    }
}

struct cans_choices {
    const char *multipliers;
};

static bool multipliers_parse(const char *value, void *field, struct text *err)
{
    SCOPED(words) w = {0};
    int64_t n;
    bool ok = true;
    fields_split((struct word){(char *)(uintptr_t)value, 0}, &w);
    for (int i = 0; i < w.n; i++) ok = ok && number_parse(w.v[i].s, &n) && n > 0;
    if (field) *(const char **)field = value;
    return ok || text_error(err, "The option --multipliers takes whole numbers from 1, like 1,2,3, not '%s'.", value);
}

#define FIELD(name) .offset = offsetof(struct cans_choices, name)
static const struct option options[] = {
    PARSED_OPTION("multipliers", "1,2,3", multipliers_parse, multipliers,
                  "what throw 1, throw 2, ... counts; as many throws as factors", .initial = "1,2,3",
                  .flags = OPTION_SHAPES),
    {0},
};

static void take_multipliers(const struct options *o, struct instance *in)
{
    struct cans_choices choices = {0};
    SCOPED(words) w = {0};
    options_fill(o, options, &choices);
    fields_split((struct word){(char *)(uintptr_t)choices.multipliers, 0}, &w);
    in->throws = w.n;
    in->by = mem_new((size_t)w.n, sizeof *in->by);
    for (int i = 0; i < w.n; i++) number_parse(w.v[i].s, &in->by[i]);
}

/* Reads one row of cans, `-` for none. False, with a sentence. */
static bool cans_row_parse(const struct source *source, struct word row, struct instance *in, struct text *err)
{
    SCOPED(words) w = {0};
    fields_split(row, &w);
    if (!in->piles) {
        in->piles = w.n;
        in->pile = mem_new((size_t)w.n, sizeof *in->pile);
    }
    if (w.n != in->piles)
        return text_error(err, "The row %s has %d places, the first row %d; write - for no can.", row.s, w.n,
                          in->piles);
    for (int p = 0; p < w.n; p++) {
        struct pile *pile = &in->pile[p];
        bool none = !strcmp(w.v[p].s, "-");
        if (none && pile->n)
            return text_error(err, "The row %s has no can in pile %d, but a row above it has one.", row.s, p + 1);
        if (none) continue;
        size_t cap = (size_t)pile->n;
        pile->v = mem_grow(pile->v, (size_t)pile->n, &cap, sizeof *pile->v);
        if (!words_number(source, w.v[p], "can value", 1, &pile->v[pile->n++], err)) return false;
    }
    in->rows++;
    return true;
}

/* The heights formulation weighs each can once per throw with a difference of multipliers. */
static bool size_check(const struct instance *in, struct text *err)
{
    __int128 cans = 0, reach = 0, numbers = 0, factors = 0;
    for (int p = 0; p < in->piles; p++) {
        if (!in->pile[p].n) return text_error(err, "Pile %d has no can; leave it out.", p + 1);
        cans += in->pile[p].n;
        reach += min64(in->pile[p].n, in->throws);
        for (int i = 0; i < in->pile[p].n; i++) numbers += in->pile[p].v[i];
    }
    for (int t = 0; t < in->throws; t++) factors += in->by[t];
    if (cans > CANS_LIMIT || reach * in->throws > HITS_LIMIT)
        return text_error(
            err, "The stall is too large: at most %d cans, and %d cans within reach times throws, are possible.",
            CANS_LIMIT, HITS_LIMIT);
    if (numbers > MODEL_MOST || factors > MODEL_MOST || 2 * numbers * factors > MODEL_MOST)
        return text_error(err, "The numbers and multipliers are too large: twice the sum of all cans "
                               "times the sum of all multipliers must stay below 2^62.");
    return true;
}

static bool stall_parse(const struct source *source, const struct words *w, struct instance *in, struct text *err)
{
    static const char *const book[] = {"8,10,7", "10,7,9", "7,9,8"};
    in->target = 50;
    if (source->text && !w->n)
        return text_error(err, "%s is empty; write the target and the rows, or omit the file for the book's stall.",
                          source->name);
    if (w->n && !words_number(source, w->v[0], "target", 0, &in->target, err)) return false;
    if (in->target > MODEL_MOST)
        return text_error(err, "The target %s is too large: sums are exact up to 2^62 - 1.", w->v[0].s);
    for (int i = 1; i < w->n; i++) {
        /* two numbers without a comma: probably a row, which would be read as rows of one pile */
        if (i > 1 && w->v[i].line && w->v[i].line == w->v[i - 1].line && !strpbrk(w->v[i].s, ",-"))
            return text_error(err, "%s:%d: a row of cans is one word, its numbers joined by commas, like 8,10,7.",
                              source->name, w->v[i].line);
        if (!cans_row_parse(source, w->v[i], in, err)) return false;
    }
    for (int i = 0; i < 3 && w->n <= 1; i++)
        if (!cans_row_parse(source, (struct word){(char *)book[i], 0}, in, err)) return false;
    take_multipliers(source->options, in);
    return size_check(in, err);
}

static struct instance *cans_parse(const struct source *source, struct text *err)
{
    SCOPED(words) w = {0};
    if (!words_source(source, &w, err)) return NULL;
    struct instance *in = mem_new(1, sizeof *in);
    if (stall_parse(source, &w, in, err)) return in;
    cans_release(in);
    return NULL;
}

static void cans_label(const struct instance *in, struct text *out)
{
    text_add(out, "%lld", (long long)in->target);
    if ((int64_t)in->rows * in->piles > 30)
        text_add(out, " at %d piles", in->piles);
    else
        for (int r = 0; r < in->rows; r++)
            for (int p = 0; p < in->piles; p++) {
                int i = pile_can(in, p, r);
                text_put(out, p ? "," : " ");
                if (i >= 0)
                    text_add(out, "%lld", (long long)in->pile[p].v[i]);
                else
                    text_char(out, '-');
            }
    text_put(out, ", multipliers ");
    if (in->throws > 20)
        text_add(out, "for %d throws", in->throws);
    else
        for (int t = 0; t < in->throws; t++) text_add(out, t ? ",%lld" : "%lld", (long long)in->by[t]);
}

/* ---- verification --------------------------------------------------------------------------- */

/* Reads the throw at word w of a solution: "pile 3 value 7". */
static bool throw_read(const struct words *w, int at, int64_t *pile, int64_t *value)
{
    return at + 3 < w->n && !strcmp(w->v[at].s, "pile") && number_parse(w->v[at + 1].s, pile) &&
           !strcmp(w->v[at + 2].s, "value") && number_parse(w->v[at + 3].s, value);
}

/* Checks throw t of the solution; gone: the number of cans that fell from each pile before. False,
 * with a sentence. */
static bool throw_check(const struct instance *in, int t, const struct words *w, int *gone, int64_t *score,
                        struct text *err)
{
    int64_t pile, value;
    if (!throw_read(w, 4 * t, &pile, &value))
        return text_error(err, "Throw %d is invalid: expected a line like 'pile 3 value 7'.", t + 1);
    if (t >= in->throws)
        return text_error(err, "The solution has more than %d %s.", in->throws, plural(in->throws, "throw", "throws"));
    if (pile < 1 || pile > in->piles)
        return text_error(err, "Throw %d is at pile %lld; the piles are 1 to %d.", t + 1, (long long)pile, in->piles);
    const struct pile *p = &in->pile[pile - 1];
    if (gone[pile - 1] >= p->n)
        return text_error(err, "Throw %d is at pile %lld, which has no can left.", t + 1, (long long)pile);
    if (p->v[gone[pile - 1]] != value)
        return text_error(err, "Throw %d names the value %lld, but the top can of pile %lld is %lld.", t + 1,
                          (long long)value, (long long)pile, (long long)p->v[gone[pile - 1]]);
    gone[pile - 1]++;
    *score += value * in->by[t];
    return true;
}

static bool cans_verify(const struct instance *in, const char *solution, int64_t *objective_value, struct text *err)
{
    SCOPED(words) w = {0};
    OWNED int *gone = mem_new((size_t)in->piles, sizeof *gone);
    int64_t score = 0;
    bool good = true;
    *objective_value = 0;
    words_split(solution, 1, &w);
    for (int t = 0; good && 4 * t < w.n; t++) good = throw_check(in, t, &w, gone, &score, err);
    if (good && w.n != 4 * in->throws)
        good = text_error(err, "The solution has %d %s, expected %d.", w.n / 4, plural(w.n / 4, "throw", "throws"),
                          in->throws);
    if (good && score != in->target)
        good = text_error(err, "The throws score %lld, not the target %lld.", (long long)score, (long long)in->target);
    return good;
}

/* ---- picture ------------------------------------------------------------------------------- */

static void cans_print(const struct instance *in, const struct solution *s, struct text *out)
{
    OWNED int *gone = mem_new((size_t)in->piles, sizeof *gone);
    for (int t = 0; t < s->n && s->v[t]; t++) {
        int64_t pile = s->v[t] - 1;
        text_add(out, "pile %lld value %lld\n", (long long)pile + 1, (long long)in->pile[pile].v[gone[pile]++]);
    }
}

static void cans_read(const struct instance *in, const char *text, struct solution *out)
{
    SCOPED(words) w = {0};
    int64_t *pile = solution_numbers(out, in->throws, 0), value;
    words_split(text, 1, &w);
    for (int t = 0; t < out->n; t++) {
        bool good = throw_read(&w, 4 * t, &pile[t], &value);
        assert(good && "only verified solutions are read");
    }
}

/* Draws the throws of a solution, or of a position, with captions if wanted. Counts in gone[p] the
 * cans that fell from pile p. Sets fell[p][i] to the throw, from 1, that hit can i of pile p. */
static void throws_draw(const struct instance *in, const struct solution *s, bool captions, int *gone, int **fell,
                        struct canvas *c)
{
    for (int t = 0; t < s->n && s->v[t]; t++) {
        int64_t pile = s->v[t] - 1, value = in->pile[pile].v[gone[pile]];
        fell[pile][gone[pile]++] = t + 1;
        if (!captions) continue;
        canvas_caption(c, "throw %d: pile %lld, %lld × %lld = %lld", t + 1, (long long)pile + 1, (long long)in->by[t],
                       (long long)value, (long long)(in->by[t] * value));
    }
    if (captions) canvas_caption(c, "total %lld", (long long)in->target);
}

/* Draws a can. throw 0: it stands, in this ink. */
static void can_draw(struct canvas *c, int row, int col, int cells, int64_t value, int throw, enum ink standing)
{
    char label[24], badge[12];
    enum ink ink = throw ? INK_MARK : standing;
    struct drawn_shape box = {SHAPE_CAN, row, col, row, col + cells - 1, ink, label, throw ? badge : NULL, false};
    snprintf(label, sizeof label, "%lld", (long long)value);
    snprintf(badge, sizeof badge, "%d", throw);
    canvas_number(c, row, col, cells, ink, value, throw ? "*" : "");
    canvas_shape(c, box);
    if (cells > 1) canvas_spot(c, row, col, &box, false);
}

int cans_cells(const struct instance *in)
{
    int cells = 1;
    for (int p = 0; p < in->piles; p++)
        for (int i = 0; i < in->pile[p].n; i++) cells = (int)max64(cells, canvas_number_cells(in->pile[p].v[i], "*"));
    return cells;
}

struct canvas *cans_draw_stall(const struct instance *in, const struct solution *throws, bool captions)
{
    int cells = cans_cells(in), standing = 0, hit = 0;
    OWNED int *gone = mem_new((size_t)in->piles, sizeof *gone), **fell = mem_new((size_t)in->piles, sizeof *fell);
    for (int p = 0; p < in->piles; p++) fell[p] = mem_new((size_t)in->pile[p].n, sizeof *fell[p]);
    struct canvas *c = canvas_new(in->rows, in->piles * cells);
    if (throws) throws_draw(in, throws, captions, gone, fell, c);
    if (!throws && captions) canvas_caption(c, "target %lld", (long long)in->target);
    for (int r = 0; r < in->rows; r++)
        for (int p = 0; p < in->piles; p++) {
            int i = pile_can(in, p, r);
            if (i < 0) continue;
            enum ink ink = captions || i == gone[p] ? INK_PIECE : INK_PIECE_2;
            can_draw(c, r, p * cells, cells, in->pile[p].v[i], fell[p][i], ink);
            hit += fell[p][i] > 0;
            standing += !fell[p][i];
        }
    if (standing) canvas_key(c, INK_PIECE, NULL, "a can that stands");
    if (hit) canvas_key(c, INK_MARK, NULL, "a can that was hit (*); it has the number of the throw");
    for (int p = 0; p < in->piles; p++) mem_free(fell[p]);
    return c;
}

static struct canvas *cans_draw(const struct instance *in, const struct solution *solution)
{
    return cans_draw_stall(in, solution, true);
}

/* ---- the puzzle ---------------------------------------------------------------------------- */

static bool cans_reason(const struct instance *in, struct text *out, struct canvas **drawing)
{
    int cans = cans_within_reach(in);
    if (cans >= in->throws) return false;
    text_add(out, "There %s %d %s, but only %d %s.", plural(in->throws, "is", "are"), in->throws,
             plural(in->throws, "throw", "throws"), cans, plural(cans, "can", "cans"));
    return true;
}

const struct puzzle puzzle_cans = {
    .name = "cans",
    .title = "Cans",
    .about = "throw at piles of cans; later throws count more",
    .rules = "A throw hits the top can of a pile. The first throw counts once, the second twice, the third three times "
             "(or as --multipliers says). Score the target exactly.",
    .source = "a booth of traveling fairs",
    .notation = {.instance = "[TARGET [ROW...]] | -f FILE",
                 .example = "50 8,10,7 10,7,9 7,9,8",
                 .solution = "a line per throw: pile 3 value 7",
                 .print = cans_print,
                 .read = cans_read},
    .options = options,
    .formulations = cans_formulations,
    .parse = cans_parse,
    .release = cans_release,
    .label = cans_label,
    .verify = cans_verify,
    .draw = cans_draw,
    .reason = cans_reason,
    .moves = &cans_moves,
    .generator = {.make = cans_make},
};
