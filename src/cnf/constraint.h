/* The normal form of a constraint, which encoders get.
 *
 * lower makes it (normal.h), so that encoders need no edge cases:
 *   AMO       at most one of x[0..n-1];           n >= 2, lo = 0, hi = 1
 *   CARD      lo <= x[0] + ... + x[n-1] <= hi;    n >= 2, 0 <= lo <= hi <= n, not both trivial
 *   PB        lo <= sum w[i] x[i] <= hi;          n >= 1, w[i] > 0, 0 <= lo <= hi <= total, not
 *             both trivial, no weight above the bound it can violate alone; total fits in 63 bits
 *   XOR       x[0] + ... + x[n-1] = hi mod 2;     n >= 1, lo = hi in {0, 1}
 *   INT       x are the literals of one integer, integer[0], and represent a value; n >= 1
 *   ALLDIFF   no two of the integers are equal; integers >= 2, x are their literals in order
 *   CONN      the true x, if any, are one component of the graph whose vertices are the x; n >= 2.
 *             With a root, it is one of them; with a depth, that many steps reach all from it
 * No variable occurs twice. A side is trivial if it excludes nothing (lo = 0; hi = n or total). For
 * an encoder that is not `both`, lower splits the constraint: the encoder only gets lo = 0, and an
 * at-least becomes an at-most of the negated literals. */
#pragma once

#include "cnf/lit.h"

struct job;

enum kind { AMO, CARD, PB, XOR, INT, ALLDIFF, CONN, KINDS };

/* The implications between a count and its output literal: the count implies the literal (UP), the
 * literal implies the count (DOWN), or both. */
enum direction { COUNT_UP = 1, COUNT_DOWN = 2, COUNT_BOTH = 3 };

/* The meaning of the literals of an integer of lo..hi. */
enum int_form {
    FORM_DIRECT, /* x[k]: the value is lo + k;            n = hi - lo + 1, one of them is true */
    FORM_ORDER,  /* x[k]: the value is at least lo+1+k;   n = hi - lo, each implies the one before */
    FORM_LOG,    /* x[k]: bit k of the value minus lo;    n = ceil(log2(hi - lo + 1)) */
    FORMS
};
struct integer {
    int64_t lo, hi; /* lo <= hi; lo = hi: FORM_DIRECT, or a view of n = 0 literals */
    enum int_form form;
    const lit *x;
    int n;
    bool derived; /* in a model: its literals are no solution variables */
};
/* The number of literals of an integer of lo..hi < lo + 2^62; -1: too many, because a form with a
 * literal for each value has at most 2^20. */
static inline int integer_literals(enum int_form form, int64_t lo, int64_t hi)
{
    int64_t more = hi - lo;
    if (form == FORM_LOG) return more ? 64 - __builtin_clzll((uint64_t)more) : 0; /* the bits of more */
    return more >= 1 << 20 ? -1 : (int)more + (form == FORM_DIRECT);
}

/* The weight of the k-th literal in the value minus lo; in FORM_DIRECT one literal is true. */
static inline int64_t integer_weight(enum int_form form, int k)
{
    return form == FORM_LOG ? (int64_t)1 << k : form == FORM_ORDER ? 1 : k;
}
/* Whether the k-th literal is true if the value minus lo is v. */
static inline bool integer_bit(enum int_form form, int k, int64_t v)
{
    return form == FORM_DIRECT ? v == k : form == FORM_ORDER ? v > k : v >> k & 1;
}

struct graph_edge {
    int from, to; /* places in x */
};

/* The parameters after an encoding's name: `commander:4`, `cut:5,tree`. size 0: the encoder's
 * default. */
struct tuning {
    int size;
    bool tree;
    int64_t most; /* feasible(): auto takes another encoder for more clauses; 0: the encoder's own limit */
};

struct constraint {
    enum kind kind;
    int n;
    const lit *x;
    const int64_t *w; /* PB only, else NULL */
    int64_t lo, hi;
    /* Optional: block[i] is the part of a natural partition (a board's row) with x[i], rising from
     * 0; else NULL. */
    const int *block;
    /* Optional, PB only: other clauses allow at most one true literal among the x[i] with the same
     * number, 0 <= group[i] < n. Encoders may use that. NULL: nothing is known. */
    const int *group;
    /* With group, without block: the literals of a group have different weights instead, and other
     * clauses require that each implies the lighter ones. Only the heaviest true one counts. */
    bool chain;
    const struct integer *integer; /* INT, ALLDIFF: in the form that the encoder takes; else NULL */
    int integers;
    const struct graph_edge *edge; /* CONN only */
    int edges;
    int root, depth; /* CONN: 1 + the place of the vertex that is true if any is, 0: none; most steps from it, 0: any */
    /* CONN that a sink takes as it is: not 0 for another constraint over a graph of so many
     * vertices, whose edges are x.
     * Regions: as ROW_REGIONS has them. x may have the roots, too. integer[i] is the size of the
     * region of vertex w[i]; hi: roots are first vertices.
     * A path: as ROW_PATH, and root is 1 + its first vertex, 0: any. A circuit: as ROW_CIRCUIT. */
    int vertices;
    enum tour { TOUR_NONE, TOUR_PATH, TOUR_CIRCUIT } tour;
    /* Of a constraint that a sink takes as it is: each clause of it gets these literals. */
    lit guard[2];
    int guards;
    struct tuning tuning; /* parameters of its encoder */
    struct job *job;      /* set while an encoder runs: encoder_poll (encoder.h); or NULL */
};
