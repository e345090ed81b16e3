#include "puzzles/solution.h"

#include "puzzles/moves.h"

#include <string.h>

void solution_release(struct solution *s)
{
    mem_free(s->v);
    text_release(&s->text);
    *s = (struct solution){0};
}

int64_t *solution_numbers(struct solution *s, int n, int cols)
{
    mem_free(s->v);
    text_clear(&s->text);
    s->n = n;
    s->cols = cols;
    return s->v = mem_new((size_t)n, sizeof *s->v);
}

void solution_copy(struct solution *to, const struct solution *from)
{
    int64_t *v = solution_numbers(to, from->n, from->cols);
    if (from->n) memcpy(v, from->v, (size_t)from->n * sizeof *v);
    text_set(&to->text, text_string(&from->text));
}

void solutions_add(struct solutions *l, const struct solution *s)
{
    struct solution copy = {0};
    solution_copy(&copy, s);
    MEM_PUSH(l->v, l->n, l->cap, copy);
}

void solutions_release(struct solutions *l)
{
    for (int i = 0; i < l->n; i++) solution_release(&l->v[i]);
    mem_free(l->v);
    *l = (struct solutions){0};
}

void solution_decode(const struct puzzle *p, const struct formulation *f, const struct instance *in,
                     const struct model *m, struct values values, struct solution *out)
{
    f->decode(f, in, model_facts(m)->kept, values, out);
    solution_print(p, in, out, &out->text);
}

void solution_print(const struct puzzle *p, const struct instance *in, const struct solution *s, struct text *out)
{
    if (p->notation.print)
        p->notation.print(in, s, out);
    else
        grid_values_write(p->moves->grid->letters, s->n / s->cols, s->cols, s->v, out);
}

void solution_read(const struct puzzle *p, const struct instance *in, const char *text, struct solution *out)
{
    int rows, cols;
    if (p->notation.read) {
        p->notation.read(in, text, out);
    } else {
        OWNED int64_t *v = grid_values(p->moves->grid->letters, text, &rows, &cols);
        memcpy(solution_numbers(out, rows * cols, cols), v, (size_t)(rows * cols) * sizeof *v);
    }
    text_set(&out->text, text);
}

void solution_word(const struct solution *s, bool fresh, const char *word, size_t *from, struct text *out)
{
    enum { COLUMNS = 92 };
    if (!*from || (s->brief ? out->n + strlen(word) >= *from - 1 + COLUMNS : fresh)) {
        text_put(out, *from ? "\nv" : "v");
        *from = out->n;
    }
    text_char(out, ' ');
    text_put(out, word);
}
