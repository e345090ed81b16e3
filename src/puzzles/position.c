#include "puzzles/position.h"

#include "puzzles/moves.h"

void position_open(struct position *p, const struct puzzle *puzzle, const struct instance *in)
{
    *p = (struct position){.puzzle = puzzle, .instance = in};
    puzzle->moves->begin(p);
    text_put(&p->title, p->title.n ? "" : puzzle->title);
    text_put(&p->rules, p->rules.n ? "" : puzzle->rules);
    text_put(&p->how, puzzle->moves->how ? puzzle->moves->how : "");
    p->now = mem_copy(p->start, (size_t)p->n, sizeof *p->now);
}

void position_numbers(struct position *p, int n)
{
    p->n = n;
    p->start = mem_new((size_t)n, sizeof *p->start);
}

void position_release(struct position *p)
{
    if (p->leave) p->leave(p->board);
    MEM_FREE(p->start, p->now);
    text_release(&p->title);
    text_release(&p->rules);
    text_release(&p->how);
    *p = (struct position){0};
}

struct solution position_solution(const struct position *p)
{
    return (struct solution){.v = p->now, .n = p->n, .cols = p->cols};
}

void position_print(const struct position *p, struct text *out)
{
    const struct solution s = position_solution(p);
    solution_print(p->puzzle, p->instance, &s, out);
}

void position_cell_place(struct position_cell *c, int row, int col)
{
    c->row = row + 1;
    c->col = col + 1;
    text_add(&c->place, "row %d, column %d", c->row, c->col);
}

void position_cell_add(struct position_cell *c, const char *is)
{
    int n = 0;
    while (c->is[n]) n++;
    assert(n < POSITION_CELL_IS - 1 && "a cell has few facts");
    c->is[n] = is;
}

void position_cell_release(struct position_cell *c)
{
    text_release(&c->place);
    text_release(&c->content);
}

void position_count_add(struct position_count *c, const char *key, int64_t value)
{
    assert(c->n < POSITION_FACTS && "a count has few facts");
    c->fact[c->n++] = (struct position_fact){key, value};
}

void position_count_release(struct position_count *c) { text_release(&c->words); }

void position_steps_add(struct position_steps *l, struct touch t, const char *format, ...)
{
    struct text words = {0};
    TEXT_ADD_ARGUMENTS(&words, format);
    MEM_PUSH(l->v, l->n, l->cap, ((struct step){t, words.s}));
}

void position_steps_release(struct position_steps *l)
{
    for (int i = 0; i < l->n; i++) mem_free(l->v[i].variable);
    mem_free(l->v);
    *l = (struct position_steps){0};
}

void position_mistakes_add(struct position_mistakes *l, int row, int col, const char *format, ...)
{
    struct text words = {0};
    TEXT_ADD_ARGUMENTS(&words, format);
    MEM_PUSH(l->v, l->n, l->cap, ((struct mistake){row, col, row, col, words.s}));
}

void position_mistakes_pair(struct position_mistakes *l, int row2, int col2)
{
    l->v[l->n - 1].row2 = row2;
    l->v[l->n - 1].col2 = col2;
}

void position_mistakes_release(struct position_mistakes *l)
{
    for (int i = 0; i < l->n; i++) mem_free(l->v[i].why);
    mem_free(l->v);
    *l = (struct position_mistakes){0};
}
