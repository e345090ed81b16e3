/* Shared by the files of the DRAT checker: its clauses, watches and assignment. */
#pragma once

#include "proof/drat.h"

/* A clause's place in the arena: HEAD numbers, then its literals as indices, the two watched ones
 * first. 0: none. */
typedef uint32_t ref;
enum { LENGTH, FLAGS, NEXT, PIVOT, HEAD };
enum { ACTIVE = 1, NEEDED = 2 };
enum { REST, CORE }; /* watches of needed clauses, and of the others */

struct drat_watch {
    ref clause;
    uint32_t blocker; /* another literal of the clause: if it is true, the clause is */
};

struct drat_watches {
    struct drat_watch *v;
    size_t n, cap;
};

struct drat_step {
    ref clause;
    enum drat_kind { DRAT_STATES, DRAT_ADDS, DRAT_DELETES, DRAT_GIVES } kind; /* gives: states, but after steps */
};

struct drat_checker {
    struct drat *d;
    double began; /* CPU seconds of the thread */
    uint32_t *arena;
    size_t used, room;
    ref *table; /* of clauses by their literals, for deletions */
    size_t buckets;
    struct drat_step *step;
    size_t steps, step_cap;
    int vars;
    /* By literal, 2v or 2v + 1. */
    signed char *value; /* 1 true, -1 false, 0 open */
    struct drat_watches *watches[2];
    uint64_t *stamp, now;
    /* By variable. */
    ref *reason, *first;    /* first: no clause before it has the variable */
    int *place;             /* on the trail */
    bool *seen, *explained; /* explained: its reasons are marked as needed */
    uint32_t *trail, *stack;
    size_t trailed, head[2], stacked;
    /* With d->follows: the reasons of each conflict, the last conflict first; in the order of
     * propagation. */
    struct drat_conflict {
        ref clause; /* it is false; 0: the first conflict */
        size_t from, to;
    } * conflict;
    uint64_t *cause; /* the place on the trail times 2^32, and the clause */
    size_t conflicts, conflict_cap, causes, cause_cap;
};

static inline uint32_t index_of(lit x) { return 2 * (uint32_t)lit_var(x) + (x < 0); }
static inline lit lit_of(uint32_t x) { return x & 1 ? -(lit)(x >> 1) : (lit)(x >> 1); }
static inline uint32_t *lits_of(const struct drat_checker *c, ref r) { return c->arena + r + HEAD; }
static inline uint32_t length_of(const struct drat_checker *c, ref r) { return c->arena[r + LENGTH]; }

/* ---- clauses and propagation (drat_clauses.c) ---- */

void drat_init(struct drat_checker *c); /* c->vars is set */
void drat_release(struct drat_checker *c);
/* Stores the clause, each literal once; it is not active yet. 0: the arena is full. */
ref drat_store(struct drat_checker *c, const lit *x, int n);
/* Adds the clause to the table by literals, in which deletions find it. */
void drat_enter(struct drat_checker *c, ref r);
/* Removes the clause of exactly these literals from the table and returns it; 0: there is none. */
ref drat_take_off(struct drat_checker *c, const lit *x, int n);
/* Begin and end to watch the clause. */
void drat_activate(struct drat_checker *c, ref r);
void drat_retire(struct drat_checker *c, ref r);
void drat_assign(struct drat_checker *c, uint32_t l, ref reason);
void drat_undo(struct drat_checker *c, size_t to);
/* Propagates units, first by clauses that are known to be needed. Returns a violated clause; 0:
 * there is none. */
ref drat_propagate(struct drat_checker *c);
