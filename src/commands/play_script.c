#include "commands/play_script.h"
#include "base/file.h"
#include "base/number.h"
#include "commands/answer.h"

#include <string.h>

static void play_script_print(json_t *o) { json_write(o, JSON_COMPACT, stdout); }

static void set_text(json_t *o, const char *key, const struct text *t) { json_put(o, key, json_text(text_string(t))); }

/* ---- the position ---------------------------------------------------------------------------- */

static json_t *pair_json(int row, int col) { return json_pack("[i,i]", row + 1, col + 1); }

static json_t *places_json(const struct game *g, const struct lits *cells)
{
    json_t *places = json_array();
    for (int i = 0; i < cells->n; i++) json_push(places, pair_json(cells->v[i] / g->cols, cells->v[i] % g->cols));
    return places;
}

/* The constant words of a cell. */
static json_t *words_json(const struct position_cell *c)
{
    json_t *words = json_array();
    for (int i = 0; c->is[i]; i++) json_push(words, json_string(c->is[i]));
    return words;
}

static json_t *cells_json(const struct game *g, const struct canvas *c)
{
    json_t *cells = json_array();
    for (int row = 0; row < g->rows; row++)
        for (int col = 0; col < g->cols; col++) {
            SCOPED(position_cell) shown = {0};
            g->moves->look(&g->position, row, col, &shown);
            if (!shown.place.n) continue;
            struct canvas_place at = canvas_svg_place(c, row, col);
            SCOPED(text) name = {0};
            text_add(&name, "%s, %s", text_string(&shown.place), text_string(&shown.content));
            json_t *cell = json_pack("{s:i,s:i,s:s}", "row", row + 1, "col", col + 1, "name", name.s);
            if (g->mark[row * g->cols + col]) json_put(cell, "mark", json_true());
            json_put(cell, "where", json_text(text_string(&shown.place)));
            if (shown.col) json_put(cell, "at", json_pack("[i,i]", shown.row, shown.col));
            if (shown.has_value) json_put(cell, "value", json_number(shown.value));
            json_put(cell, "is", words_json(&shown));
            json_put(cell, "place", json_pack("[f,f,f,f]", at.x, at.y, at.width, at.height));
            if (at.round) json_put(cell, "round", json_true());
            json_push(cells, cell);
        }
    return cells;
}

static json_t *touch_json(const struct touch *t)
{
    return json_pack("{s:i,s:i,s:i,s:i,s:I}", "row", t->row + 1, "col", t->col + 1, "row2", t->row2 + 1, "col2",
                     t->col2 + 1, "value", (json_int_t)t->value);
}

static json_t *lines_json(const struct game *g)
{
    json_t *lines = json_array();
    OWNED struct touch *all = NULL;
    int n = g->moves->lines ? g->moves->lines(&g->position, &all) : 0;
    for (int i = 0; i < n; i++) json_push(lines, touch_json(&all[i]));
    return lines;
}

static json_t *mistakes_json(struct game *g)
{
    json_t *all = json_array();
    const struct position_mistakes *l = game_mistakes(g);
    for (int i = 0; i < l->n; i++) {
        const struct mistake *m = &l->v[i];
        json_t *cells = json_array();
        if (m->row >= 0) json_push(cells, pair_json(m->row, m->col));
        if (m->row2 != m->row || m->col2 != m->col) json_push(cells, pair_json(m->row2, m->col2));
        json_push(all,
                  json_pack("{s:i,s:i,s:s,s:o}", "row", m->row + 1, "col", m->col + 1, "why", m->why, "cells", cells));
    }
    return all;
}

static json_t *facts_json(const struct position_count *count)
{
    json_t *facts = json_object();
    for (int i = 0; i < count->n; i++) json_put(facts, count->fact[i].key, json_number(count->fact[i].value));
    return facts;
}

static void set_picture(json_t *o, const struct game *g)
{
    int width, height;
    OWNED char *svg = NULL;
    size_t n = 0;
    SCOPED(canvas) *c = game_draw(g);
    FILE *out = open_memstream(&svg, &n);
    if (!out) fatal("There is not enough memory for a picture.");
    canvas_svg(c, out);
    fclose(out);
    canvas_svg_size(c, &width, &height);
    json_put(o, "cells", cells_json(g, c));
    json_put(o, "lines", lines_json(g));
    json_put(o, "svg", json_text(svg));
    json_put(o, "width", json_real(width));
    json_put(o, "height", json_real(height));
}

/* Adds `best`, the optimum or null, and `verdict`, its evidence: "proved", "as given", or the
 * solver that claims it. */
static void set_best(json_t *o, const struct game *g)
{
    bool known = g->known == STATUS_OPTIMAL || g->known == STATUS_UNSATISFIABLE;
    json_put(o, "best", g->known == STATUS_OPTIMAL ? json_number(g->best) : json_null());
    json_put(o, "verdict", known ? json_text(text_string(&g->verdict)) : json_null());
    if (known) json_put(o, "best_proved", json_boolean(g->proved));
}

static json_t *state_json(struct game *g)
{
    SCOPED(position_count) count = {0};
    SCOPED(solution) solution = {0};
    SCOPED(text) position = {0};
    int64_t objective_value = 0;
    bool done = game_done(g, &solution, &objective_value);
    game_count(g, &count);
    position_print(&g->position, &position);
    json_t *o = json_pack("{s:s,s:s,s:s,s:s,s:o,s:o,s:i,s:i,s:i,s:i,s:b}", "puzzle", g->puzzle->name, "problem",
                          g->name, "how", g->position.how.s, "rules", g->position.rules.s, "count",
                          json_text(text_string(&count.words)), "position", json_text(text_string(&position)), "rows",
                          g->rows, "cols", g->cols, "turn", g->at, "turns", g->turns - 1, "done", done);
    json_put(o, "objective_value", done && g->problem->objective.name ? json_number(objective_value) : json_null());
    set_best(o, g);
    if (done) set_text(o, "solution", &solution.text);
    set_text(o, "title", &g->position.title);
    json_put(o, "facts", facts_json(&count));
    json_put(o, "top", json_integer(g->position.top));
    json_put(o, "mistakes", mistakes_json(g));
    set_picture(o, g);
    return o;
}

/* ---- orders: each receives the text after its word and writes a refusal to err --------------- */

/* Asks whether the position can be completed, or completes it, and says the answer. */
static void judge(struct game *g, const char *order, bool complete)
{
    SCOPED(solution) rest = {0};
    SCOPED(text) lost = {0}, sentence = {0};
    const int before = g->at;
    enum status status = complete ? game_finish(g, &sentence) : game_ask(g, &rest, &sentence);
    json_t *o = json_pack("{s:s,s:o}", order, search_status(status), "sentence", json_text(text_string(&sentence)));
    json_t *touches = complete ? json_array() : NULL;
    for (int i = before + 1; complete && i <= g->at; i++) json_push(touches, touch_json(&g->turn[i].touch));
    if (complete) json_put(o, "touches", touches);
    if (!complete && status == STATUS_UNSATISFIABLE) json_put(o, "lost", json_integer(game_lost(g, &lost)));
    set_best(o, g);
    play_script_print(o);
}

static void order_ask(struct game *g, const char *rest, struct text *err) { judge(g, "ask", false); }
static void order_complete(struct game *g, const char *rest, struct text *err) { judge(g, "complete", true); }

static json_t *reasons_json(const struct reasons *r)
{
    json_t *why = json_array();
    for (int i = 0; i < r->n; i++) {
        const struct rule_reason *reason = &r->v[i];
        json_t *id = reason->id >= 0 ? json_integer(reason->id) : json_null();
        json_t *one = json_pack("{so so sb sb}", "id", id, "words", json_text(text_string(&reason->words)), "obvious",
                                !reason->words.n, "rule", !reason->fact);
        if (reason->row) json_put(one, "cell", pair_json(reason->row - 1, reason->col - 1));
        json_push(why, one);
    }
    return why;
}

static void print_hint(struct game *g, bool follow)
{
    struct hint h;
    SCOPED(text) err = {0};
    game_hint(g, &h);
    json_t *o = json_pack("{s:s,s:o,s:b}", "hint", h.status == STATUS_OPTIMAL ? "done" : search_status(h.status),
                          "sentence", json_text(text_string(&h.sentence)), "forced", h.forced);
    set_best(o, g);
    if (h.status == STATUS_SATISFIABLE) {
        json_t *why = json_array();
        for (int i = 0; i < h.why.n; i++) json_push(why, json_text(text_string(&h.why.v[i].rule)));
        json_put(o, "touch", touch_json(&h.touch));
        json_put(o, "why", why);
        json_put(o, "reasons", reasons_json(&h.why));
        json_put(o, "marks", places_json(g, &h.marks));
        json_put(o, "trial", places_json(g, &h.trial));
        set_text(o, "because", &h.because);
        set_text(o, "move", &h.move);
        json_put(o, "reach", json_string(g->known == STATUS_OPTIMAL ? "best" : "solution"));
        json_put(o, "proved", json_boolean(h.proved));
        if (follow && !game_touch(g, &h.touch, &err)) set_text(o, "refused", &err);
    }
    play_script_print(o);
    game_hint_release(&h);
}

static void order_hint(struct game *g, const char *rest, struct text *err) { print_hint(g, false); }
static void order_follow(struct game *g, const char *rest, struct text *err) { print_hint(g, true); }

/* Parses a cell such as "1,2", counted from 1, at *s; 0 is next to the board. Moves *s after it and
 * the blanks that follow; stores the cell counted from 0. Returns false if there is no cell. */
static bool cell_read(const char **s, int *row, int *col)
{
    long r, c; /* sscanf stores the largest long for larger numbers */
    int n = 0;
    if (sscanf(*s, "%ld,%ld%n", &r, &c, &n) != 2 || !n || r < 0 || c < 0 || r > INT32_MAX || c > INT32_MAX)
        return false;
    *row = (int)r - 1;
    *col = (int)c - 1;
    *s += n;
    *s += strspn(*s, " ");
    return true;
}

static void order_touch(struct game *g, const char *s, struct text *err)
{
    struct touch t = {0};
    long long value;
    int n = 0;
    bool ok = cell_read(&s, &t.row, &t.col);
    t.row2 = t.row;
    t.col2 = t.col;
    if (ok && *s && cell_read(&s, &t.row2, &t.col2)) n = 0;
    if (ok && *s && sscanf(s, "%lld%n", &value, &n) == 1) {
        t.value = value;
        s += n;
    }
    if (!ok || *s || t.value < TOUCH_ZERO)
        text_error(err, "Write 'touch ROW,COLUMN', perhaps followed by another cell or a number.");
    else
        game_touch(g, &t, err);
}

static void order_mark(struct game *g, const char *rest, struct text *err)
{
    int row, col;
    if (!cell_read(&rest, &row, &col) || *rest)
        text_error(err, "Write 'mark ROW,COLUMN'.");
    else if (!game_mark(g, row, col))
        text_error(err, "There is no cell %d,%d on the board.", row + 1, col + 1);
}

static void order_best(struct game *g, const char *rest, struct text *err)
{
    int64_t best;
    SCOPED(text) number = {0};
    size_t n = strcspn(rest, " ");
    const char *verdict = rest + n + strspn(rest + n, " ");
    text_bytes(&number, rest, n);
    bool known = n && number_parse(text_string(&number), &best) && g->problem->objective.name;
    if (known) game_set_best(g, best, *verdict ? verdict : "as given");
    if (n && !known)
        text_error(err,
                   "Write 'best' or, for a puzzle with an objective, 'best NUMBER', perhaps followed by a verdict.");
    enum status status = n ? STATUS_UNKNOWN : game_best(g, err);
    if (n || err->n) return;
    json_t *said = json_pack("{s:s,s:b}", "status", search_status(status), "maximize", g->maximize);
    set_best(said, g);
    play_script_print(said);
}

static void order_state(struct game *g, const char *rest, struct text *err) { play_script_print(state_json(g)); }

static void order_load(struct game *g, const char *rest, struct text *err)
{
    double seconds = 0;
    json_t *text = json_parse(rest, strlen(rest), JSON_DECODE_ANY, NULL);
    if (!json_is_string(text))
        text_error(err, "After 'load' comes a saved game as a JSON string.");
    else
        game_load(g, json_string_value(text), &seconds, err);
    json_decref(text);
}

static void order_save(struct game *g, const char *rest, struct text *err)
{
    SCOPED(text) saved = {0};
    game_save(g, 0, &saved);
    play_script_print(json_pack("{s:o}", "save", json_text(text_string(&saved))));
}

static bool restart(struct game *g)
{
    game_at(g, 0);
    game_forget(g);
    return true;
}

#ifdef __EMSCRIPTEN__
/* The page keeps its game open: `keep` ends the run of the program and leaves everything as it is,
 * and then the page calls play_script_kept with further orders. */
#include <emscripten.h>
static struct game *kept;
static void order_keep(struct game *g, const char *rest, struct text *err)
{
    kept = g;
    emscripten_exit_with_live_runtime();
}
#endif

static const struct known_order {
    const char *word;
    bool more; /* accepts text after its word */
    void (*run)(struct game *g, const char *rest, struct text *err);
    bool (*turn)(struct game *g); /* if `run` is NULL; false: there is nothing to do */
} orders_known[] = {
    {"touch", true, order_touch, NULL},    {"undo", false, NULL, game_undo},          {"redo", false, NULL, game_redo},
    {"reset", false, NULL, game_reset},    {"mark", true, order_mark, NULL},          {"best", true, order_best, NULL},
    {"state", false, order_state, NULL},   {"ask", false, order_ask, NULL},           {"hint", false, order_hint, NULL},
    {"follow", false, order_follow, NULL}, {"complete", false, order_complete, NULL}, {"save", false, order_save, NULL},
    {"load", true, order_load, NULL},      {"restart", false, NULL, restart},
#ifdef __EMSCRIPTEN__
    {"keep", false, order_keep, NULL},
#endif
};

static const struct known_order *order_named(const char *word, size_t n)
{
    for (size_t i = 0; i < sizeof orders_known / sizeof *orders_known; i++)
        if (strlen(orders_known[i].word) == n && !strncmp(orders_known[i].word, word, n)) return &orders_known[i];
    return NULL;
}

static void no_order(const char *line, struct text *err)
{
    text_error(err, "There is no order '%.40s'; choose one of:", line);
    for (size_t i = 0; i < sizeof orders_known / sizeof *orders_known; i++) text_add(err, " %s", orders_known[i].word);
    text_char(err, '.');
}

static void order(struct game *g, struct text *line)
{
    SCOPED(text) err = {0};
    if (!line->n) return;
    const char *rest = line->s + strcspn(line->s, " ");
    const struct known_order *o = order_named(line->s, (size_t)(rest - line->s));
    rest += strspn(rest, " ");
    if (!o)
        no_order(line->s, &err);
    else if (*rest && !o->more)
        text_error(&err, "Unexpected words after '%s': '%.40s'.", o->word, rest);
    else if (o->run)
        o->run(g, rest, &err);
    else if (!o->turn(g))
        text_error(&err, "There is nothing to %s.", o->word);
    if (err.n) play_script_print(json_pack("{s:o}", "refused", json_text(text_string(&err))));
}

#ifdef __EMSCRIPTEN__
EMSCRIPTEN_KEEPALIVE void play_script_kept(const char *orders)
{
    SCOPED(text) line = {0};
    while (text_line(&line, &orders)) order(kept, &line);
    fflush(stdout);
}
#endif

int play_script(struct game *g)
{
    g->patience = 1; /* a page is patient */
    SCOPED(text) line = {0}, err = {0};
    while (file_line(&file_cap_instance, &line, &err)) {
        order(g, &line);
        fflush(stdout);
    }
    return err.n ? report_error(EXIT_INPUT, "%s", text_string(&err)) : EXIT_DONE;
}
