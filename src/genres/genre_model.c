/* Parts of the models of genres. */
#include "genres/genre.h"
#include "model/picture.h"

#include <stdlib.h>
#include <string.h>

void genre_show(struct model *m, const char *line, ...)
{
    SCOPED(text) words = {0}, err = {0};
    TEXT_ADD_ARGUMENTS(&words, line);
    bool ok = model_picture_add(m, text_string(&words), &err);
    assert(ok && "a genre's picture follows the grammar");
}

void genre_grid(const struct clues *c, struct model *m) { genre_show(m, "grid %d %d", c->rows, c->cols); }

void genre_rule(const struct clues *c, struct model *m, int row, int col, const char *rule, ...)
{
    SCOPED(text) words = {0};
    TEXT_ADD_ARGUMENTS(&words, rule);
    model_rule(m, "%s", text_string(&words));
    model_rule_note(m, row + 1, col + 1, NULL);
}

void genre_not_both(const struct clues *c, struct model *m, int a, int b, const char *rule)
{
    const int row = a / c->cols + 1, col = a % c->cols + 1;
    model_rule(m, rule, row, col, b / c->cols + 1, b % c->cols + 1);
    model_rule_note(m, row, col, "");
    model_2(m, -(a + 1), -(b + 1));
}

int genre_line(const struct clues *c, int i, int cell[GENRE_LINE], int *row, int *col)
{
    const bool down = i >= c->rows;
    const int n = down ? c->rows : c->cols;
    for (int k = 0; k < n; k++) cell[k] = down ? k * c->cols + i - c->rows : i * c->cols + k;
    *row = down ? -1 : i;
    *col = down ? i - c->rows : -1;
    return n;
}

void genre_cells(const struct clues *c, struct model *m, const char *name, const char *style, bool free)
{
    for (int i = 0; i < c->rows * c->cols; i++) {
        const int row = i / c->cols, col = i % c->cols;
        const lit x = model_var(m, "%s %d,%d", name, row + 1, col + 1);
        const bool shut = free && *clues_at(c, row, col);
        if (!shut) genre_show(m, "cell %d %d x%d %s", row, col, x, style);
        model_may_give(m, (struct given){x, 0, shut ? 0 : GIVEN_NONE}, NULL);
    }
}

void genre_numbers(const struct clues *c, struct model *m, int lo, int hi, bool given)
{
    for (int i = 0; i < c->rows * c->cols; i++) {
        const int row = i / c->cols, col = i % c->cols, value = given ? clues_number(c, row, col) : -1;
        const int x = model_int(m, lo, hi, FORMS, "row %d, column %d", row + 1, col + 1);
        genre_show(m, "cell %d %d i%d digit", row, col, x + 1);
        model_may_give(m, (struct given){0, x, value < 0 ? GIVEN_NONE : value}, NULL);
    }
}

void genre_show_clues(const struct clues *c, struct model *m, const char *color)
{
    for (int row = -c->top; row < c->height - c->top; row++)
        for (int col = -c->left; col < c->width - c->left; col++)
            if (*clues_at(c, row, col))
                genre_show(m, "given %d %d symbol %s %s", row, col, clues_at(c, row, col), color);
}

void genre_show_regions(const struct clues *c, struct model *m)
{
    for (int region = 0; region < c->regions; region++) {
        SCOPED(text) line = {0};
        text_put(&line, "region");
        for (int i = 0; i < c->rows * c->cols; i++)
            if (c->region[i] == region) text_add(&line, " %d %d", i / c->cols, i % c->cols);
        genre_show(m, "%s", text_string(&line));
    }
}

void genre_connected(const struct clues *c, struct model *m, int sign, const char *rule)
{
    const int n = c->rows * c->cols;
    OWNED lit *x = mem_new((size_t)n, sizeof *x);
    OWNED struct graph_edge *edge = mem_new(2 * (size_t)n, sizeof *edge);
    struct row r = {.kind = ROW_CONNECTED, .n = n, .x = x, .edge = edge};
    for (int i = 0; i < n; i++) {
        x[i] = sign * (i + 1);
        if ((i + 1) % c->cols) edge[r.edges++] = (struct graph_edge){i, i + 1};
        if (i + c->cols < n) edge[r.edges++] = (struct graph_edge){i, i + c->cols};
    }
    model_rule(m, "%s", rule);
    model_add(m, &r);
}

void genre_differ(struct model *m, const int *integer, int n, const char *rule, ...)
{
    SCOPED(text) words = {0};
    TEXT_ADD_ARGUMENTS(&words, rule);
    model_rule(m, "%s", text_string(&words));
    model_add(m, &(struct row){.kind = ROW_ALLDIFF, .integer = integer, .integers = n});
}

void genre_automaton(struct model *m, const int *integer, int n, int states, int accepting,
                     const int64_t (*transition)[3], int transitions)
{
    OWNED int64_t *w = mem_new(3 + 3 * (size_t)transitions, sizeof *w);
    w[1] = 1;
    w[2] = accepting;
    memcpy(w + 3, transition, (size_t)transitions * sizeof *transition);
    model_add(
        m,
        &(struct row){
            .kind = ROW_REGULAR, .integer = integer, .integers = n, .w = w, .lo = states, .hi = 3 + 3 * transitions});
}

void genre_latin(const struct clues *c, struct model *m)
{
    const int n = c->cols;
    OWNED int *line = mem_new((size_t)n * (size_t)n, sizeof *line);
    for (int i = 0; i < 2 * n; i++) {
        for (int k = 0; k < n; k++) line[k] = i < n ? i * n + k : k * n + i - n;
        genre_differ(m, line, n, "the numbers of %s %d differ", i < n ? "row" : "column", i % n + 1);
    }
}

/* The lines at a point are none or two. */
static void loop_at(struct model *m, const lit *line, int n)
{
    model_card(m, line, n, 0, 2);
    for (int i = 0; i < n; i++) {
        lit clause[4];
        for (int k = 0; k < n; k++) clause[k] = k == i ? -line[k] : line[k];
        model_clause(m, clause, n);
    }
}

lit *genre_loop(struct model *m, int rows, int cols, const char *point)
{
    const int n = rows * cols, first = model_vars(m);
    lit *line = mem_new(2 * (size_t)n, sizeof *line);
    OWNED lit *all = mem_new(2 * (size_t)n, sizeof *all);
    OWNED struct graph_edge *edge = mem_new(6 * (size_t)n, sizeof *edge);
    struct row r = {.kind = ROW_CONNECTED, .x = all, .edge = edge};
    for (int p = 0; p < n; p++)
        for (int down = 0; down < 2; down++) {
            const int q = down ? p + cols : p + 1;
            if (down ? q >= n : q % cols == 0) continue;
            all[r.n++] = line[2 * p + down] =
                model_var(m, "line from %d,%d to %d,%d", p / cols + 1, p % cols + 1, q / cols + 1, q % cols + 1);
        }
    for (int p = 0; p < n; p++) {
        lit at[4];
        int k = 0;
        if (line[2 * p]) at[k++] = line[2 * p];
        if (line[2 * p + 1]) at[k++] = line[2 * p + 1];
        if (p % cols) at[k++] = line[2 * (p - 1)];
        if (p >= cols) at[k++] = line[2 * (p - cols) + 1];
        for (int i = 0; i < k; i++)
            for (int j = 0; j < i; j++) edge[r.edges++] = (struct graph_edge){at[j] - first - 1, at[i] - first - 1};
        model_rule(m, "no line ends or branches at the %s in row %d, column %d", point, p / cols + 1, p % cols + 1);
        loop_at(m, at, k);
    }
    model_rule(m, "the lines are one loop");
    model_add(m, &r);
    model_clause(m, all, r.n);
    return line;
}
