/* Gunport's plain formulations: places with holes, places alone, numbered dominoes. */
#include "puzzles/gunport/gunport.h"

enum { INDEXED_LIMIT = 400 };

static void fixed_build(const struct places *p, struct model *m)
{
    const struct instance *b = p->b;
    for (int i = 0; i < b->rows * b->cols && b->fixed; i++) {
        int r = i / b->cols, c = i % b->cols;
        char cell = b->cell[i];
        if (cell != 'o' && cell != '<' && cell != '^') continue;
        model_rule(m, "the %s fixed on %d,%d stays", cell == 'o' ? "gunport" : "domino", r + 1, c + 1);
        model_rule_given(m);
        lit x[4];
        if (cell == '<') model_1(m, p->right[i]);
        if (cell == '^') model_1(m, p->down[i]);
        if (cell == 'o')
            for (int n = gunport_places_covering(p, r, c, x); n-- > 0;) model_1(m, -x[n]);
    }
}

/* Calls visit for every pair of adjacent open cells. */
static void neighbors(const struct places *p, struct model *m,
                      void (*visit)(const struct places *, int r, int c, int r2, int c2, struct model *))
{
    const struct instance *b = p->b;
    for (int i = 0; i < b->rows * b->cols; i++) {
        int r = i / b->cols, c = i % b->cols;
        for (int down = 0; down < 2; down++) {
            int r2 = r + down, c2 = c + 1 - down;
            if (!is_open(b, r, c) || !is_open(b, r2, c2)) continue;
            model_rule(m, "%d,%d and %d,%d are not both gunports", r + 1, c + 1, r2 + 1, c2 + 1);
            model_rule_note(m, r + 1, c + 1, "");
            visit(p, r, c, r2, c2, m);
        }
    }
}

/* ---- formulation monomino -------------------------------------------------------------------- */

static void not_both_holes(const struct places *p, int r, int c, int r2, int c2, struct model *m)
{
    model_2(m, -p->hole[at(p->b, r, c)], -p->hole[at(p->b, r2, c2)]);
}

/* The k-th cell along the shorter lines of the board, and its line, which is a part of a counter.
 * Parts along the longer side took twice the time on boards of 10x18 and 8x22. */
static int along(const struct instance *b, int k, int *line)
{
    if (b->rows >= b->cols) {
        *line = k / b->cols;
        return k;
    }
    *line = k / b->rows;
    return k % b->rows * b->cols + k / b->rows;
}

struct objective gunport_covered(const struct formulation *f, const struct instance *b, enum int_form form)
{
    return (struct objective){
        .a = b->open, .b = -1, .c = 1, .step = 2, .arithmetic = gunport_bound(b), .name = "gunports"};
}

/* Minimizes the covered cells, a part per line: their number is even, because dominoes cover two
 * cells each. */
static void minimize_covered(const struct formulation *f, const struct places *p, struct model *m)
{
    const struct instance *b = p->b;
    SCOPED(lits) x = {0}, block = {0};
    for (int k = 0; k < b->rows * b->cols; k++) {
        int line, i = along(b, k, &line);
        if (!p->hole[i]) continue;
        lits_push(&block, line);
        lits_push(&x, -p->hole[i]);
    }
    model_minimize_sum(m, f->objective(f, b, FORMS), &x, &block);
}

static void covered_once(const struct places *p, struct model *m)
{
    const struct instance *b = p->b;
    for (int i = 0; i < b->rows * b->cols; i++) {
        if (!p->hole[i]) continue;
        lit x[5] = {p->hole[i]};
        int n = gunport_places_covering(p, i / b->cols, i % b->cols, x + 1);
        model_rule(m, "cell %d,%d is a gunport or covered by exactly one domino", i / b->cols + 1, i % b->cols + 1);
        model_card(m, x, n + 1, 1, 1);
    }
}

void gunport_places_packing(const struct places *p, struct model *m)
{
    covered_once(p, m);
    neighbors(p, m, not_both_holes);
    fixed_build(p, m);
}

void gunport_monomino_build(const struct formulation *f, const struct instance *b, const struct bounds *bounds,
                            struct model *m)
{
    SCOPED(places) p = gunport_places_new(b, true, m);
    gunport_places_packing(&p, m);
    minimize_covered(f, &p, m);
}

/* ---- formulation matching: a smallest maximal matching --------------------------------------- */

static void one_covered(const struct places *p, int r, int c, int r2, int c2, struct model *m)
{
    lit x[8], shared = (r == r2 ? p->right : p->down)[at(p->b, r, c)];
    int n = gunport_places_covering(p, r, c, x), second = n;
    n += gunport_places_covering(p, r2, c2, x + n);
    for (int i = second; i < n; i++)
        if (x[i] == shared) x[i] = x[--n]; /* it covers both cells, and occurred twice */
    model_clause(m, x, n);
}

struct objective gunport_dominoes(const struct formulation *f, const struct instance *b, enum int_form form)
{
    return (struct objective){
        .a = b->open, .b = -2, .c = 1, .step = 1, .arithmetic = gunport_bound(b), .name = "gunports"};
}

void gunport_matching_build(const struct formulation *f, const struct instance *b, const struct bounds *bounds,
                            struct model *m)
{
    SCOPED(places) p = gunport_places_new(b, false, m);
    SCOPED(lits) all = {0}, block = {0};
    lit x[4];
    for (int i = 0; i < b->rows * b->cols; i++) {
        int r = i / b->cols, c = i % b->cols, n = is_open(b, r, c) ? gunport_places_covering(&p, r, c, x) : 0;
        model_rule(m, "cell %d,%d is covered at most once", r + 1, c + 1);
        if (n > 1) model_card(m, x, n, 0, 1);
        for (int k = 0; k < 2; k++) {
            lit place = k ? p.down[i] : p.right[i];
            if (!place) continue;
            lits_push(&block, r);
            lits_push(&all, place);
        }
    }
    neighbors(&p, m, one_covered);
    fixed_build(&p, m);
    model_minimize_sum(m, f->objective(f, b, FORMS), &all, &block);
}

/* ---- formulation indexed: numbered dominoes ----------------------------------------------------
 *
 * There are floor(open / 2) numbered dominoes, and a variable per cell for each. This is a typical
 * first model: the numbers have no meaning, so every packing occurs with all their
 * permutations, and the solver has to refute them all. The places are the solution variables, so
 * that counting does not count the permutations. */

bool gunport_indexed_applies(const struct instance *b) { return b->rows * b->cols <= INDEXED_LIMIT; }

/* Links the places to the numbered dominoes: x[k * cells + cell] is domino k on that cell. */
static void indexed_links(const struct places *p, const lit *x, int dominoes, int i, int j, lit place, struct model *m)
{
    int cells = p->b->rows * p->b->cols;
    model_rule(m, "the place on %d,%d and the next cell holds a numbered domino", i / p->b->cols + 1,
               i % p->b->cols + 1);
    for (int k = 0; k < dominoes; k++) {
        lit a = x[k * cells + i], c = x[k * cells + j];
        model_3(m, -a, -c, place);
        model_3(m, -place, -a, c);
        model_3(m, -place, a, -c);
    }
}

static void indexed_domino(const struct places *p, const lit *x, int k, struct model *m)
{
    const struct instance *b = p->b;
    int cells = b->rows * b->cols, n = 0;
    OWNED lit *own = mem_new((size_t)b->open, sizeof *own);
    for (int i = 0; i < cells; i++) {
        int r = i / b->cols, c = i % b->cols, near = 0;
        if (!x[k * cells + i]) continue;
        lit near_cell[5];
        own[n++] = x[k * cells + i];
        if (is_open(b, r, c + 1)) near_cell[near++] = x[k * cells + i + 1];
        if (is_open(b, r, c - 1)) near_cell[near++] = x[k * cells + i - 1];
        if (is_open(b, r + 1, c)) near_cell[near++] = x[k * cells + i + b->cols];
        if (is_open(b, r - 1, c)) near_cell[near++] = x[k * cells + i - b->cols];
        near_cell[near++] = -x[k * cells + i];
        model_rule(m, "domino %d on %d,%d lies on a neighbor too", k + 1, r + 1, c + 1);
        model_clause(m, near_cell, near);
    }
    model_rule(m, "domino %d covers two cells at most", k + 1);
    if (n > 2) model_card(m, own, n, 0, 2);
}

void gunport_indexed_build(const struct formulation *f, const struct instance *b, const struct bounds *bounds,
                           struct model *m)
{
    SCOPED(places) p = gunport_places_new(b, true, m);
    int cells = b->rows * b->cols, dominoes = b->open / 2;
    OWNED lit *x = mem_new((size_t)dominoes * (size_t)cells, sizeof *x),
              *cover = mem_new((size_t)dominoes + 1, sizeof *cover);
    model_facts(m)->group = GROUP_MORE;
    for (int k = 0; k < dominoes; k++)
        for (int i = 0; i < cells; i++)
            if (p.hole[i])
                x[k * cells + i] = model_derived(m, "domino %d on %d,%d", k + 1, i / b->cols + 1, i % b->cols + 1);
    for (int k = 0; k < dominoes; k++) indexed_domino(&p, x, k, m);
    for (int i = 0; i < cells; i++) {
        if (!p.hole[i]) continue;
        for (int k = 0; k < dominoes; k++) cover[k] = x[k * cells + i];
        cover[dominoes] = p.hole[i];
        model_rule(m, "cell %d,%d is a gunport or covered by exactly one domino", i / b->cols + 1, i % b->cols + 1);
        model_card(m, cover, dominoes + 1, 1, 1);
        if (p.right[i]) indexed_links(&p, x, dominoes, i, i + 1, p.right[i], m);
        if (p.down[i]) indexed_links(&p, x, dominoes, i, i + b->cols, p.down[i], m);
    }
    neighbors(&p, m, not_both_holes);
    fixed_build(&p, m);
    minimize_covered(f, &p, m);
}
