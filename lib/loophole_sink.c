/* Sinks, and the variables that they have in use. */
#include "lib/inside.h"

static void sink_clause(struct cnf *self, const lit *c, int n)
{
    struct loophole_sink *s = (struct loophole_sink *)self;
    s->clause(s->state, c, n);
}

static void sink_parity(struct cnf *self, const struct constraint *c)
{
    struct loophole_sink *s = (struct loophole_sink *)self;
    s->parity(s->state, c->x, c->n, (int)c->hi);
}

loophole_sink *loophole_sink_new(int vars, void (*clause)(void *state, const int *lits, int n), void *state)
{
    loophole_sink *s = mem_new(1, sizeof *s);
    s->clause = clause;
    s->state = state;
    s->buffer.cnf = (struct cnf){.put = clause ? sink_clause : NULL, .vars = vars > 0 ? vars : 0};
    s->f = &s->buffer.cnf;
    return s;
}

loophole_sink *loophole_sink_buffer(int vars)
{
    loophole_sink *s = mem_new(1, sizeof *s);
    s->buffer = cnf_buffer_of(vars > 0 ? vars : 0);
    s->f = &s->buffer.cnf;
    return s;
}

int64_t loophole_sink_kept(const loophole_sink *s, const int **lits, const int **start)
{
    if (lits) *lits = s->buffer.lits.v;
    if (start) *start = s->buffer.start.v;
    return s->buffer.start.n ? s->buffer.start.n - 1 : 0;
}

void loophole_sink_clear(loophole_sink *s)
{
    s->buffer.lits.n = 0;
    if (s->buffer.start.n) s->buffer.start.n = 1;
}

void loophole_sink_free(loophole_sink *s)
{
    if (!s) return;
    cnf_buffer_release(&s->buffer);
    text_release(&s->encoder);
    mem_free(s);
}

void loophole_sink_xors(loophole_sink *s, void (*parity)(void *state, const int *lits, int n, int parity))
{
    s->parity = parity;
    s->f->put_native = parity ? sink_parity : NULL;
    s->f->native = parity ? 1u << XOR : 0;
}

void loophole_sink_guard(loophole_sink *s, int x) { s->guard = x; }
int loophole_sink_var(loophole_sink *s) { return cnf_var(s->f); }

/* Whether a solver would allocate memory for many variables that no clause has. */
static bool too_far(const loophole_sink *s, int var) { return s->solver && var > 0 && var - s->used > LIB_GAP; }

void loophole_sink_take(loophole_sink *s, int var)
{
    if (var > s->f->vars && !too_far(s, var)) s->f->vars = var;
}

bool lib_take(loophole_sink *s, const int *x, int n, char **error)
{
    if (!lib_literals(x, n, 0, error)) return false;
    int most = s->f->vars;
    for (int i = 0; i < n; i++)
        if (lit_var(x[i]) > most) most = lit_var(x[i]);
    if (too_far(s, most))
        return lib_refuse(error,
                          "The variable %d is too large: the highest in use is %d, and the solver needs memory for "
                          "each one between; number variables from 1 on.",
                          most, s->used);
    s->f->vars = most;
    return true;
}

bool lib_room(const loophole_sink *s, int64_t vars, char **error)
{
    if (vars <= INT32_MAX - s->f->vars) return true;
    return lib_refuse(error, "The encoding needs %lld more variables, but %d of 2147483647 are in use.",
                      (long long)vars, s->f->vars);
}

void lib_took(loophole_sink *s) { s->used = s->f->vars; }

const char *loophole_sink_encoder(const loophole_sink *s) { return s->encoder.n ? s->encoder.s : NULL; }
int loophole_sink_vars(const loophole_sink *s) { return s->f->vars; }
int64_t loophole_sink_clauses(const loophole_sink *s) { return s->f->made.clauses; }
int64_t loophole_sink_literals(const loophole_sink *s) { return s->f->made.literals; }
