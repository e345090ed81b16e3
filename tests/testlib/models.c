/* Reference implementation: enumerates a model's solutions by search over its rows. */
#include "models.h"
#include "base/failure.h"

/* Whether row r can still hold if only the variables up to `last` have values. */
static bool models_row_open(const struct row *r, struct values a)
{
    int64_t least = 0, most = 0;
    int open = 0;
    for (int i = 0; i < r->n; i++) {
        int64_t w = r->w ? r->w[i] : 1;
        bool known = a.v[lit_var(r->x[i])] != 0, holds = known && value_true(a, r->x[i]);
        open += !known;
        if (holds || (!known && w > 0)) most += w;
        if (holds || (!known && w < 0)) least += w;
    }
    if (r->kind == ROW_XOR) return open || (most & 1) == r->lo;
    if (r->kind != ROW_COUNT) return most >= r->lo && least <= r->hi;
    for (int j = 0; j < r->lo; j++) {
        lit y = r->x[r->n + j];
        if (!a.v[lit_var(y)]) continue;
        if (value_true(a, y) ? most < j + 1 : least > j) return false;
    }
    return true;
}

struct models {
    const struct model *m;
    struct values a;
    int **rows, *n_rows; /* by variable */
    void (*found)(struct values, void *state);
    void *state;
};

static void models_from(struct models *s, int var)
{
    if (var > s->a.n) {
        s->found(s->a, s->state);
        return;
    }
    for (int sign = -1; sign <= 1; sign += 2) {
        bool open = true;
        s->a.v[var] = (signed char)sign;
        for (int i = 0; open && i < s->n_rows[var]; i++) {
            struct row r = model_row(s->m, s->rows[var][i]);
            open = models_row_open(&r, s->a);
        }
        if (open) models_from(s, var + 1);
    }
    s->a.v[var] = 0;
}

void models_each(const struct model *m, void (*found)(struct values, void *), void *state)
{
    int n = model_vars(m);
    struct models s = {.m = m, .found = found, .state = state};
    s.a = (struct values){mem_new((size_t)n + 1, 1), n};
    s.rows = mem_new((size_t)n + 1, sizeof *s.rows);
    s.n_rows = mem_new((size_t)n + 1, sizeof *s.n_rows);
    bool possible = true;
    for (int i = 0; i < model_rows(m); i++) {
        struct row r = model_row(m, i);
        int all = r.n + (r.kind == ROW_COUNT ? (int)r.lo : 0);
        possible = possible && models_row_open(&r, s.a);
        for (int k = 0; k < all; k++) {
            int v = lit_var(r.x[k]);
            s.rows[v] = mem_resize(s.rows[v], (size_t)s.n_rows[v] + 1, sizeof(int));
            s.rows[v][s.n_rows[v]++] = i;
        }
    }
    if (possible) models_from(&s, 1);
    for (int v = 0; v <= n; v++) mem_free(s.rows[v]);
    mem_free(s.rows);
    mem_free(s.n_rows);
    mem_free(s.a.v);
}

struct instance *models_parse(const struct puzzle *p, const char *operands, const char *text, const char *options,
                              struct text *err)
{
    struct options o = {0};
    struct words w, given;
    words_split(operands, 0, &w);
    words_split(options, 0, &given);
    for (int i = 0; i < given.n; i++) {
        char *value = strchr(given.v[i].s, '=');
        *value++ = 0;
        const struct option *option = options_find(p->options, given.v[i].s);
        assert(option && "a test names an option of the puzzle");
        if (!options_set(&o, option, value, err)) break;
    }
    char **argv = mem_new((size_t)w.n + 1, sizeof *argv);
    for (int i = 0; i < w.n; i++) argv[i] = w.v[i].s;
    struct instance *in = o.n < given.n ? NULL : p->parse(&(struct source){w.n, argv, text, "board.txt", 1, &o}, err);
    mem_free(argv);
    words_release(&w);
    words_release(&given);
    options_release(&o);
    return in;
}

struct solution_count models_count(const struct puzzle *p, const struct instance *in, const struct formulation *f,
                                   bool all_costs, struct answer *a)
{
    struct problem q = {.puzzle = p, .instance = in, .formulation = f};
    struct solution_count c = {.all_costs = all_costs, .symmetric = true};
    q.choices.solver = "cadical";
    search_formulate(&q, q.formulation);
    *a = (struct answer){0};
    search_count(&q, &c, a);
    return c;
}

struct instance *models_legal(const struct puzzle *p, const char *operands, const char *text, const char *options)
{
    struct text err = {0};
    struct instance *in = models_parse(p, operands, text, options, &err);
    if (!in) fail_msg("%s %s%s: %s", p->name, operands, text ? text : "", text_string(&err));
    text_release(&err);
    return in;
}
