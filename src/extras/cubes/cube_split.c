#include "extras/cubes/cube.h"

#include "cnf/propagator.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

enum { SHORT_LIST = 48 };

/* A part that may be split further. */
struct open_part {
    lit *x; /* its cube, then the literals that lookahead derived */
    int n, known;
    int *list, listed; /* candidate variables; none: all */
    int open;          /* number of open variables; 0: it cannot be split */
};

struct splitter {
    const struct cube_split *how;
    struct propagator p;
    int *candidate, candidates;
    struct open_part *part;
    int parts;
    size_t cap;
    int root; /* the trail's mark */
};

static void part_release(struct open_part *p) { MEM_FREE(p->x, p->list); }

static bool enter(struct splitter *s, const struct open_part *p)
{
    propagator_undo(&s->p, s->root);
    for (int i = 0; i < p->n + p->known; i++)
        if (!propagator_assign(&s->p, p->x[i])) return false;
    return true;
}

static void cube_split_add(struct splitter *s, const struct open_part *from, lit x)
{
    int n = from->n + (x != 0), listed = from->listed;
    struct open_part p = {.x = mem_new((size_t)(n + from->known + 1), sizeof(lit)), .n = n, .known = from->known};
    for (int i = 0; i < from->n; i++) p.x[i] = from->x[i];
    if (x) p.x[from->n] = x;
    for (int i = 0; i < from->known; i++) p.x[n + i] = from->x[from->n + i];
    if (listed) {
        p.list = mem_new((size_t)listed, sizeof *p.list);
        memcpy(p.list, from->list, (size_t)listed * sizeof *p.list);
        p.listed = listed;
    }
    bool open = enter(s, &p);
    if (open) p.open = 1;
    for (int i = 0; i < s->candidates && open; i++) p.open += !propagator_value(&s->p, s->candidate[i]);
    if (open || s->how->whole)
        MEM_PUSH(s->part, s->parts, s->cap, p);
    else
        part_release(&p);
}

/* The number of variables that a literal assigns by propagation; -1: a conflict. */
static int cube_split_reach(struct splitter *s, lit x)
{
    int mark = propagator_mark(&s->p);
    bool ok = propagator_assign(&s->p, x);
    int n = propagator_mark(&s->p) - mark;
    propagator_undo(&s->p, mark);
    return ok ? n : -1;
}

struct ranked_var {
    int var;
    int64_t score;
};

static int by_score(const void *a, const void *b)
{
    const struct ranked_var *x = a, *y = b;
    if (x->score != y->score) return x->score < y->score ? 1 : -1;
    return (x->var > y->var) - (x->var < y->var);
}

static void cube_split_learn(struct open_part *p, lit x)
{
    p->x = mem_resize(p->x, (size_t)(p->n + p->known + 1), sizeof(lit));
    p->x[p->n + p->known++] = x;
}

/* Evaluates these variables under the present assignment, and sorts them. Returns the number of
 * open ones; -1: the part is refuted. */
static int cube_split_look(struct splitter *s, struct open_part *p, const int *var, int n, struct ranked_var *out)
{
    int found = 0;
    for (int i = 0; i < n; i++) {
        if (propagator_value(&s->p, var[i])) continue;
        int yes = cube_split_reach(s, var[i]), no = cube_split_reach(s, -var[i]);
        if (yes < 0 && no < 0) return -1;
        if (yes < 0 || no < 0) {
            cube_split_learn(p, yes < 0 ? -var[i] : var[i]);
            propagator_assign(&s->p, yes < 0 ? -var[i] : var[i]);
        } else {
            out[found++] = (struct ranked_var){var[i], (int64_t)yes * no * 1024 + yes + no};
        }
    }
    int kept = 0; /* omits variables that failed literals have assigned */
    for (int i = 0; i < found; i++)
        if (!propagator_value(&s->p, out[i].var)) out[kept++] = out[i];
    qsort(out, (size_t)kept, sizeof *out, by_score);
    return kept;
}

/* The variable to split a part on; 0: none is open, -1: the part is refuted. */
static int cube_split_choose(struct splitter *s, struct open_part *p)
{
    if (!enter(s, p)) return -1;
    if (s->how->built) {
        for (int i = 0; i < s->candidates; i++)
            if (!propagator_value(&s->p, s->candidate[i])) return s->candidate[i];
        return 0;
    }
    OWNED struct ranked_var *r = mem_new((size_t)s->candidates, sizeof *r);
    int n = p->listed ? cube_split_look(s, p, p->list, p->listed, r) : 0;
    if (!n) n = cube_split_look(s, p, s->candidate, s->candidates, r);
    int var = n > 0 ? r[0].var : n;
    mem_free(p->list);
    p->listed = n < SHORT_LIST ? 0 : SHORT_LIST;
    p->list = mem_new((size_t)p->listed, sizeof *p->list);
    for (int i = 0; i < p->listed; i++) p->list[i] = r[i].var;
    return var;
}

/* The part with the most open variables; -1: no part can be split. */
static int largest(const struct splitter *s)
{
    int best = -1;
    for (int i = 0; i < s->parts; i++)
        if (s->part[i].open && (best < 0 || s->part[i].open > s->part[best].open)) best = i;
    return best;
}

static void cube_split_case(struct splitter *s, int i)
{
    struct open_part p = s->part[i];
    int var = cube_split_choose(s, &p);
    if (var > 0 || (var < 0 && !s->how->whole)) {
        s->part[i] = s->part[--s->parts];
        if (var > 0) {
            cube_split_add(s, &p, var);
            cube_split_add(s, &p, -var);
        }
        part_release(&p);
    } else {
        p.open = 0;
        s->part[i] = p;
    }
}

/* Adds the model's own cases, in all combinations of its split constraints. */
static void cases(struct splitter *s, int from, struct lits *x)
{
    if (from == model_facts(s->how->model)->splits) {
        struct open_part p = {.x = x->v, .n = x->n};
        cube_split_add(s, &p, 0);
        return;
    }
    for (int i = 0; i < model_row(s->how->model, model_facts(s->how->model)->split[from]).n; i++) {
        lits_push(x, model_row(s->how->model, model_facts(s->how->model)->split[from]).x[i]);
        cases(s, from + 1, x);
        x->n--;
    }
}

static void find_candidates(struct splitter *s)
{
    const struct model *m = s->how->model;
    int n = model_vars(m);
    s->candidate = mem_new((size_t)n, sizeof *s->candidate);
    for (int v = 1; v <= n; v++)
        if (!s->how->over || !fnmatch(s->how->over, model_name(m, v), 0)) s->candidate[s->candidates++] = v;
}

/* Compares two parts by the order of the tree. At the first variable whose sign differs, the sign
 * of the first part of all comes first. Any order works that keeps parts together. */
static int by_tree(const void *a, const void *b)
{
    const struct open_part *x = a, *y = b;
    for (int i = 0; i < x->n && i < y->n; i++)
        if (x->x[i] != y->x[i]) return x->x[i] < y->x[i] ? 1 : -1;
    return 0;
}

static int by_open(const void *a, const void *b)
{
    const struct open_part *x = a, *y = b;
    int tree = by_tree(a, b);
    if (x->open != y->open) return x->open < y->open ? 1 : -1;
    return tree ? tree : (x->n > y->n) - (x->n < y->n);
}

bool cube_split(const struct cube_split *how, struct cnf_buffer *out, struct text *err)
{
    struct splitter s = {.how = how};
    SCOPED(lits) x = {0};
    bool ok = true;
    propagator_init(&s.p, how->formula);
    s.root = propagator_mark(&s.p);
    find_candidates(&s);
    if (!s.candidates && how->over)
        ok =
            text_error(err, "No variable of the model has a name like '%s'; 'loophole encode --names' shows the names.",
                       how->over);
    lits_add(&x, how->from, how->from_n);
    struct open_part first = {.x = x.v, .n = x.n};
    if (ok && !s.p.refuted && how->cases && model_facts(how->model)->splits)
        cases(&s, 0, &x);
    else if (ok && (!s.p.refuted || how->whole))
        cube_split_add(&s, &first, 0);
    for (int i; ok && s.parts && s.parts < how->cubes && (i = largest(&s)) >= 0;) {
        cube_split_case(&s, i);
        if (job_over(how->job)) ok = text_error(err, "Stopped while the problem was split.");
    }
    if (s.parts) qsort(s.part, (size_t)s.parts, sizeof *s.part, how->whole ? by_tree : by_open);
    for (int i = 0; i < s.parts && ok; i++) cnf_clause(&out->cnf, s.part[i].x, s.part[i].n);
    for (int i = 0; i < s.parts; i++) part_release(&s.part[i]);
    MEM_FREE(s.part, s.candidate);
    propagator_release(&s.p);
    return ok;
}
