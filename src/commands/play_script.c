#include "commands/play_script.h"
#include "commands/json.h"
#include "proof/manifest.h"

#include <stdio.h>
#include <string.h>

static void say(json_t *o)
{
    if (json_dumpf(o, stdout, JSON_COMPACT)) fatal("The answer cannot be written as JSON to standard output.");
    putchar('\n');
    json_decref(o);
}

static void say_refused(struct text *why)
{
    say(json_pack("{s:o}", "refused", json_text(text_string(why))));
    text_clear(why);
}

static void set_text(json_t *o, const char *key, const struct text *t) { json_put(o, key, json_text(text_string(t))); }

/* ---- the position --------------------------------------------------------------------------------------------- */

static json_t *cells_json(const struct game *g)
{
    json_t *cells = json_array();
    for (int row = 0; row < g->rows; row++)
        for (int col = 0; col < g->cols; col++) {
            struct text name = {0};
            g->moves->name(g->instance, game_position(g), row, col, &name);
            if (name.n) {
                json_t *cell = json_pack("{s:i,s:i,s:s}", "row", row + 1, "col", col + 1, "name", text_string(&name));
                if (g->mark[row * g->cols + col]) json_put(cell, "mark", json_true());
                json_push(cells, cell);
            }
            text_release(&name);
        }
    return cells;
}

static json_t *mistakes_json(const struct game *g)
{
    json_t *all = json_array();
    struct text why = {0};
    int row, col;
    for (int i = 0; g->moves->mistake(g->instance, game_position(g), i, &row, &col, &why); i++) {
        json_push(all, json_pack("{s:i,s:i,s:s}", "row", row + 1, "col", col + 1, "why", text_string(&why)));
        text_clear(&why);
    }
    text_release(&why);
    return all;
}

static void set_picture(json_t *o, const struct game *g)
{
    double x, y, side, width, height;
    char *svg = NULL;
    size_t n = 0;
    struct canvas *c = game_draw(g);
    FILE *out = open_memstream(&svg, &n);
    if (!out) fatal("There is not enough memory for a picture.");
    canvas_svg(c, out);
    fclose(out);
    canvas_svg_place(c, &x, &y, &side, &width, &height);
    canvas_free(c);
    json_put(o, "svg", json_text(svg));
    json_put(o, "place",
             json_pack("{s:f,s:f,s:f,s:f,s:f}", "x", x, "y", y, "side", side, "width", width, "height", height));
    mem_free(svg);
}

/* What was proved of the best on the way to an answer. */
static void set_best(json_t *o, const struct game *g)
{
    json_put(o, "best", g->known == STATUS_OPTIMAL ? json_number(g->best) : json_null());
}

static json_t *state_json(const struct game *g, const char *question)
{
    struct text count = {0}, solution = {0};
    int64_t figure = 0;
    bool done = game_done(g, &solution, &figure);
    json_t *o = json_pack("{s:s,s:s,s:s,s:s}", "puzzle", g->puzzle->name, "question", question, "how", g->moves->how,
                          "rules", g->puzzle->rules);
    game_count(g, &count);
    set_text(o, "count", &count);
    json_put(o, "position", json_text(game_position(g)));
    json_put(o, "rows", json_integer(g->rows));
    json_put(o, "cols", json_integer(g->cols));
    json_put(o, "turn", json_integer(g->at));
    json_put(o, "turns", json_integer(g->turns - 1));
    json_put(o, "done", json_boolean(done));
    json_put(o, "figure", done && g->puzzle->figure ? json_number(figure) : json_null());
    set_best(o, g);
    if (done) set_text(o, "solution", &solution);
    json_put(o, "cells", cells_json(g));
    json_put(o, "mistakes", mistakes_json(g));
    set_picture(o, g);
    text_release(&count);
    text_release(&solution);
    return o;
}

/* ---- the referee -------------------------------------------------------------------------------------------------- */

static void say_best(struct game *g)
{
    struct text err = {0};
    enum status status = game_best(g, &err);
    if (err.n) {
        say_refused(&err);
    } else {
        json_t *o = json_pack("{s:s}", "status", search_status(status));
        set_best(o, g);
        say(o);
    }
    text_release(&err);
}

static void say_ask(struct game *g)
{
    struct text rest = {0}, sentence = {0};
    enum status status = game_ask(g, &rest, &sentence);
    json_t *o = json_pack("{s:s,s:o}", "ask", search_status(status), "sentence", json_text(text_string(&sentence)));
    set_best(o, g);
    say(o);
    text_release(&rest);
    text_release(&sentence);
}

static json_t *touch_json(const struct touch *t)
{
    return json_pack("{s:i,s:i,s:i,s:i,s:I}", "row", t->row + 1, "col", t->col + 1, "row2", t->row2 + 1, "col2",
                     t->col2 + 1, "value", (json_int_t)t->value);
}

static void say_hint(struct game *g, bool follow)
{
    struct hint h;
    struct text err = {0};
    game_hint(g, &h);
    json_t *o = json_pack("{s:s,s:o,s:b}", "hint", h.status == STATUS_OPTIMAL ? "done" : search_status(h.status),
                          "sentence", json_text(text_string(&h.sentence)), "forced", h.forced);
    set_best(o, g);
    if (h.status == STATUS_SATISFIABLE) {
        json_t *why = json_array();
        for (int i = 0; i < h.why.n; i++) json_push(why, json_text(text_string(&h.why.rule[i])));
        json_put(o, "touch", touch_json(&h.touch));
        json_put(o, "why", why);
        if (follow && !game_touch(g, &h.touch, &err)) set_text(o, "refused", &err);
    }
    say(o);
    text_release(&err);
    game_hint_release(&h);
}

static void complete(struct game *g)
{
    struct text rest = {0}, sentence = {0};
    enum status status = game_ask(g, &rest, &sentence);
    if (status == STATUS_SATISFIABLE && rest.n) game_complete(g, text_string(&rest));
    say(json_pack("{s:s,s:o}", "complete", search_status(status), "sentence", json_text(text_string(&sentence))));
    text_release(&rest);
    text_release(&sentence);
}

static void load(struct game *g, const char *question, const char *words, struct text *err)
{
    double seconds = 0;
    json_t *text = manifest_json(words, strlen(words), JSON_DECODE_ANY, NULL);
    if (!json_is_string(text))
        text_error(err, "After 'load' comes a saved game as a JSON string.");
    else
        game_load(g, question, json_string_value(text), &seconds, err);
    json_decref(text);
}

/* ---- orders ---------------------------------------------------------------------------------------------------------- */

/* "1,2" at *s, which is moved behind it and the blanks that follow. */
static bool cell_read(const char **s, int *row, int *col)
{
    int r, c, n = 0;
    if (sscanf(*s, "%d,%d%n", &r, &c, &n) != 2 || !n || r < 1 || c < 1) return false;
    *row = r - 1;
    *col = c - 1;
    *s += n;
    *s += strspn(*s, " ");
    return true;
}

static bool touch(struct game *g, const char *s, struct text *err)
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
    if (!ok || *s || t.value < TOUCH_CLEAR)
        return text_error(err, "Write 'touch ROW,COLUMN', and behind it another cell or a number.");
    return game_touch(g, &t, err);
}

static void order(struct game *g, const char *question, const char *line)
{
    struct text err = {0};
    long long best;
    int row, col;
    const char *rest = line + strcspn(line, " ");
    size_t n = (size_t)(rest - line);
    rest += strspn(rest, " ");
#define ORDER(word) (n == sizeof word - 1 && !strncmp(line, word, n))
    if (ORDER("touch"))
        touch(g, rest, &err);
    else if (ORDER("undo"))
        game_undo(g);
    else if (ORDER("redo"))
        game_redo(g);
    else if (ORDER("reset"))
        game_reset(g);
    else if (ORDER("mark") && cell_read(&rest, &row, &col))
        game_mark(g, row, col);
    else if (ORDER("best") && sscanf(rest, "%lld", &best) == 1 && g->puzzle->figure) {
        g->known = STATUS_OPTIMAL;
        g->best = best;
    } else if (ORDER("best"))
        say_best(g);
    else if (ORDER("state"))
        say(state_json(g, question));
    else if (ORDER("ask"))
        say_ask(g);
    else if (ORDER("hint") || ORDER("follow"))
        say_hint(g, ORDER("follow"));
    else if (ORDER("complete"))
        complete(g);
    else if (ORDER("load"))
        load(g, question, rest, &err);
    else if (ORDER("save")) {
        struct text saved = {0};
        game_save(g, question, 0, &saved);
        say(json_pack("{s:o}", "save", json_text(text_string(&saved))));
        text_release(&saved);
    } else if (*line)
        text_error(&err, "There is no order '%.40s'; 'touch 1,2', undo, hint and state are some.", line);
#undef ORDER
    if (err.n) say_refused(&err);
    text_release(&err);
}

int play_script(struct game *g, const char *question, const char *orders)
{
    struct text line = {0};
    while (text_line(&line, &orders)) {
        order(g, question, text_string(&line));
        fflush(stdout);
    }
    text_release(&line);
    return EXIT_DONE;
}
