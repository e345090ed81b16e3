/* Lazy constraints: those of which a solver gets a clause only when its solution violates it. */
#pragma once

#include "encodings/shared/graph.h"

struct lazy {
    struct constraint c; /* CONN, over these arrays */
    lit *x;
    struct graph_edge *edge;
    struct graph graph; /* with c.vertices: `to` are numbers of edges */
    struct integer *integer;
    struct lits size; /* their literals */
    int64_t *w;
};
/* The calls of a solver that led to lazy clauses only, and these clauses. */
struct lazy_work {
    int64_t rounds, clauses;
};

struct lazy *lazy_new(const struct constraint *c); /* copies it */
void lazy_free(struct lazy *k);
/* Sends clauses that follow from the constraint alone, with its guards, and that the values
 * violate, at least one for each part that breaks it. None: they satisfy it. holds: the value of
 * a literal. */
void lazy_clauses(const struct lazy *k, bool (*holds)(void *state, lit x), void *state, struct cnf *f);
/* The same of regions (lazy_regions.c), and of paths and circuits (lazy_tours.c), whose vertices
 * have the right number of true edges. */
void lazy_regions(const struct lazy *k, bool (*holds)(void *state, lit x), void *state, struct cnf *f);
void lazy_tours(const struct lazy *k, bool (*holds)(void *state, lit x), void *state, struct cnf *f);
/* Sends a clause, with the guards. */
static inline void lazy_put(const struct lazy *k, struct lits *clause, struct cnf *f)
{
    lits_add(clause, k->c.guard, k->c.guards);
    cnf_clause(f, clause->v, clause->n);
}
/* The end of the edge that vertex v is not. */
static inline int lazy_other(const struct graph_edge *e, int v) { return e->from == v ? e->to : e->from; }
