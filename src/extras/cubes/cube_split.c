#include "extras/cubes/cube.h"

#include "base/ranked.h"
#include "cnf/propagator.h"

#include <fnmatch.h>
#include <stdlib.h>

enum { SHORT_LIST = 48 };

/* A part that may be split further. */
struct open_part {
    struct lits x; /* its cube, n literals, then those that lookahead derived */
    int n;
    struct lits list; /* candidate variables; none: all */
    int open;         /* number of open variables; 0: it cannot be split */
};

struct splitter {
    const struct cube_split *how;
    struct propagator p;
    struct lits candidates;
    struct open_part *part;
    int parts;
    size_t cap;
    int root; /* the trail's mark */
};

static void part_release(struct open_part *p)
{
    lits_release(&p->x);
    lits_release(&p->list);
}

static bool enter(struct splitter *s, const struct open_part *p)
{
    propagator_undo(&s->p, s->root);
    for (int i = 0; i < p->x.n; i++)
        if (!propagator_assign(&s->p, p->x.v[i])) return false;
    return true;
}

static void cube_split_add(struct splitter *s, const struct open_part *from, lit x)
{
    struct open_part p = {.n = from->n + (x != 0)};
    lits_reserve(&p.x, from->x.n + 1);
    lits_add(&p.x, from->x.v, from->n);
    if (x) lits_push(&p.x, x);
    lits_add(&p.x, from->x.v + from->n, from->x.n - from->n);
    lits_add(&p.list, from->list.v, from->list.n);
    bool open = enter(s, &p);
    if (open) p.open = 1;
    for (int i = 0; i < s->candidates.n && open; i++) p.open += !propagator_value(&s->p, s->candidates.v[i]);
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

/* Evaluates these variables under the present assignment, and sorts them. Returns the number of
 * open ones; -1: the part is refuted. */
static int cube_split_look(struct splitter *s, struct open_part *p, const struct lits *vars, struct ranked *out)
{
    int found = 0;
    for (int i = 0; i < vars->n; i++) {
        const int v = vars->v[i];
        if (propagator_value(&s->p, v)) continue;
        int yes = cube_split_reach(s, v), no = cube_split_reach(s, -v);
        if (yes < 0 && no < 0) return -1;
        if (yes < 0 || no < 0) {
            lits_push(&p->x, yes < 0 ? -v : v);
            propagator_assign(&s->p, yes < 0 ? -v : v);
        } else {
            out[found++] = (struct ranked){-((int64_t)yes * no * 1024 + yes + no), v};
        }
    }
    int kept = 0; /* omits variables that failed literals have assigned */
    for (int i = 0; i < found; i++)
        if (!propagator_value(&s->p, out[i].x)) out[kept++] = out[i];
    qsort(out, (size_t)kept, sizeof *out, ranked_compare);
    return kept;
}

/* The variable to split a part on; 0: none is open, -1: the part is refuted. */
static int cube_split_choose(struct splitter *s, struct open_part *p)
{
    if (!enter(s, p)) return -1;
    if (s->how->built) {
        for (int i = 0; i < s->candidates.n; i++)
            if (!propagator_value(&s->p, s->candidates.v[i])) return s->candidates.v[i];
        return 0;
    }
    OWNED struct ranked *r = mem_new((size_t)s->candidates.n, sizeof *r);
    int n = p->list.n ? cube_split_look(s, p, &p->list, r) : 0;
    if (!n) n = cube_split_look(s, p, &s->candidates, r);
    p->list.n = 0;
    for (int i = 0; i < SHORT_LIST && n >= SHORT_LIST; i++) lits_push(&p->list, r[i].x);
    return n > 0 ? r[0].x : n;
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
        cube_split_add(s, &(struct open_part){.x = *x, .n = x->n}, 0);
        return;
    }
    const struct row row = model_row(s->how->model, model_facts(s->how->model)->split[from]);
    for (int i = 0; i < row.n; i++) {
        lits_push(x, row.x[i]);
        cases(s, from + 1, x);
        x->n--;
    }
}

static void find_candidates(struct splitter *s)
{
    const struct model *m = s->how->model;
    for (int v = 1; v <= model_vars(m); v++)
        if (!s->how->over || !fnmatch(s->how->over, model_name(m, v), 0)) lits_push(&s->candidates, v);
}

/* Compares two parts by the order of the tree. At the first variable whose sign differs, the sign
 * of the first part of all comes first. Any order works that keeps parts together. */
static int by_tree(const void *a, const void *b)
{
    const struct open_part *x = a, *y = b;
    for (int i = 0; i < x->n && i < y->n; i++)
        if (x->x.v[i] != y->x.v[i]) return x->x.v[i] < y->x.v[i] ? 1 : -1;
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
    if (!s.candidates.n && how->over)
        ok =
            text_error(err, "No variable of the model has a name like '%s'; 'loophole encode --names' shows the names.",
                       how->over);
    lits_add(&x, how->from, how->from_n);
    if (ok && !s.p.refuted && how->cases && model_facts(how->model)->splits)
        cases(&s, 0, &x);
    else if (ok && (!s.p.refuted || how->whole))
        cube_split_add(&s, &(struct open_part){.x = x, .n = x.n}, 0);
    for (int i; ok && s.parts && s.parts < how->cubes && (i = largest(&s)) >= 0;) {
        cube_split_case(&s, i);
        if (job_over(how->job)) ok = text_error(err, "Stopped while the problem was split.");
    }
    if (s.parts) qsort(s.part, (size_t)s.parts, sizeof *s.part, how->whole ? by_tree : by_open);
    for (int i = 0; i < s.parts && ok; i++) cnf_clause(&out->cnf, s.part[i].x.v, s.part[i].n);
    for (int i = 0; i < s.parts; i++) part_release(&s.part[i]);
    lits_release(&s.candidates);
    mem_free(s.part);
    propagator_release(&s.p);
    return ok;
}
