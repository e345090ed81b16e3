#include "search/problem.h"

#include "puzzles/parse.h"

bool problem_parse(const struct statement *s, const struct options *o, struct instance **in, struct question *q,
                   struct text *note, struct text *err)
{
    struct source source = {.argc = s->words.n,
                            .argv = s->words.v,
                            .text = s->text,
                            .name = s->name ? s->name : "",
                            .line = s->line,
                            .options = o,
                            .note = note};
    choices_fill(o, &q->choices);
    q->puzzle = s->puzzle;
    q->instance = *in = s->puzzle->parse(&source, err);
    if (*in) q->formulation = choices_formulation(&q->choices, s->puzzle, *in, note, err);
    return q->formulation != NULL;
}

bool problem_read(struct problem *p, const char *name, const char *text, const struct options *choices,
                  struct text *err)
{
    struct text note = {0};
    *p = (struct problem){.statement.name = mem_string(name)};
    options_add(&p->options, choices, true);
    bool ok = statement_header(&p->statement, &p->options, text, err) &&
              (p->statement.puzzle || text_error(err, "%s does not name its puzzle in its first line.", name)) &&
              problem_parse(&p->statement, &p->options, &p->instance, &p->question, &note, err);
    if (ok) p->statement.puzzle->label(p->instance, &p->label);
    if (ok) text_show(&p->label);
    text_release(&note);
    return ok;
}

void problem_release(struct problem *p)
{
    if (p->instance) p->statement.puzzle->release(p->instance);
    statement_release(&p->statement);
    options_release(&p->options);
    text_release(&p->label);
}

bool problem_objective(const struct question *q, struct objective *o)
{
    struct model *m = model_new();
    search_pose(q, INT64_MAX, m);
    bool has = model_objective(m) != NULL;
    if (has) *o = *model_objective(m);
    o->x = NULL;
    o->w = NULL;
    o->block = NULL;
    o->name = q->puzzle->figure;
    model_free(m);
    return has;
}
