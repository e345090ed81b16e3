/* Writes a cutting-planes proof of the clauses that encoders make of a model, from an OPB file that
 * states the model's rows. A sink: pass `cnf` to lower_bounded.
 *
 * An encoder says what each of its variables means: it is true if and only if a sum over inputs or
 * earlier variables reaches a number (cnf_means). Two `red` lines define it so. A clause then
 * follows in one of two ways, which are tried in this order:
 *
 *   by propagation  `rup`, with the definitions of its literals and the encoded row as hints
 *   by addition     `pol`: the definitions of its literals, in the direction that the negated
 *                   clause needs, and perhaps the encoded row. The inputs cancel
 *
 * An encoder that encodes a sum over its own variables states it first (cnf_holds). That sum is
 * derived in the second way. If numbers in unary are added (cnf_counts), the cells of the result
 * replace what they count in the encoded row, and the order of cells gives hints. A line that
 * follows in neither way is written without hints, and counted in `guesses`; the checker refuses
 * the proof unless the line follows by propagation of all constraints. */
#pragma once

#include "model/row_sums.h"
#include "cnf/cnf.h"

struct text;

/* A number in unary: its cells y, of which those that occur twice have variables z of their own,
 * and what it counts. */
struct derivation_number {
    struct lits y, z;
    struct terms sum;
    int64_t times; /* in the encoded sum */
    int side[2];   /* rows: the cells are at least, and at most, the sum; 0: not derived yet */
};

/* A constraint of the proof: sum w x >= degree. */
struct derived {
    int64_t id;
    __int128 degree;
    int start, n; /* of its terms */
};

struct derivation {
    struct cnf cnf;             /* first: the sink */
    struct cnf_buffer *clauses; /* borrowed: receives the clauses */
    struct text *proof;         /* borrowed */
    const struct model *m;
    int64_t next;    /* the number of the next constraint */
    int64_t guesses; /* lines of unknown effect */
    int64_t *clause; /* the constraint of each clause, and then of each lemma; so many: */
    int64_t numbered;
    size_t clause_cap;
    /* The terms of all constraints that are known here, and these constraints. */
    struct terms terms;
    struct derived *row; /* from 1 */
    int rows;
    size_t row_cap;
    struct derivation_var {
        bool stated;               /* the OPB file has it */
        int when_true, when_false; /* rows that follow from the variable, or from its negation; 0: none */
        bool any;                  /* it is the disjunction of the other terms of when_true */
        int order;                 /* a row: the next lower cell of a number is true if this one is; 0: none */
        int unit;                  /* a row that fixes it; 0: none */
        int64_t weight;            /* in the sum that is computed */
        bool used;
        signed char value, clause; /* while a clause is derived: by propagation; its literal's sign */
    } * var;
    size_t vars, var_cap;
    struct lits used;     /* variables of the sum */
    const char *plus;     /* of the sum that is written: " +", or nothing before the first row or literal */
    __int128 least;       /* the sum: sum weight x >= least over the variables themselves */
    struct lits literals; /* of the clause */
    struct lits fixed;    /* by propagation */
    int *of_row;          /* the first row of each row of the model, and the end of the last one */
    bool *clausal;        /* of each row of the model: the file has clauses of it */
    int *of_integer;      /* the row of the model that says what an integer's literals are */
    struct lits context;  /* rows of the integers of the encoded row, twice */
    int *new_of_row;      /* before each row of the model: the last new variable of the file's sums */
    int new, of_new;      /* the same while that row is encoded */
    struct lits same_as;  /* of each variable of encoders: one that the file has; 0: none */
    int bound;            /* the row that requires a better objective; 0: none */
    struct lits names;    /* of a kernel form's variables, from 1; empty: the model is encoded as it is */
    int shift, fresh;     /* variables of the OPB file's sums that the model does not have, and so many of no clause */
    int others;           /* variables of the clauses in the OPB file that neither has */
    int64_t other;        /* the number of the next one of these clauses */
    bool ordered;         /* cells of that row have an order */
    int from;             /* the row of the model that is encoded; -1: none */
    int *premise;         /* rows that its clauses may use: `stated` of the file, and then those of its encoder */
    int premises, stated;
    struct derivation_number *part; /* of the next variables that are defined once more */
    int parts;
    size_t part_cap;
    int between[2]; /* rows about the odd and even places of sequences: at least as many odd ones are true; and not
                     * more than one more of each sequence; 0: none */
    size_t premise_cap;
};

/* Writes the OPB file of a model: the objective is its sum, the rows are those that sums state, and
 * then these clauses of the other ones, as lower_model makes them with SPLIT_ONLY. */
void derivation_formula(const struct model *m, const struct cnf_buffer *others, struct text *out);
/* Begins a proof about that file. Lower the model with SPLIT_FIRST: the first clauses are then
 * those of the file, as are all that a row without sums gets later. */
void derivation_begin(struct derivation *d, const struct model *m, const struct cnf_buffer *others,
                      struct cnf_buffer *clauses, struct text *proof);
void derivation_release(struct derivation *d);
/* The literal of a clause in the proof, whose variable v is called xV. Those of the file come
 * first: the model's, those of its sums, and those of its other rows. Then those of the encoders
 * take turns with variables that no clause has. */
lit derivation_name(const struct derivation *d, lit x);
/* Adds a solution, with a value for each variable of the model and of the clauses in the file. Of a
 * model with an objective, only better ones count from then on. */
void derivation_solution(struct derivation *d, struct values a);
/* Adds up these rows of the model, whose sum over GF(2) is the parity of the objective's sum, and
 * thereby makes the bound of the last solution one tighter; or the contradiction 0 = 1. */
void derivation_parity(struct derivation *d, const struct lits *rows);
/* Whether all rows of the model can be in a kernel form's. */
bool derivation_kernel_applies(const struct model *m);
/* After the bound, and before the clauses: these are those of the kernel form of d->m. Derives its
 * rows, by sums over GF(2) of the model's. False: that fails. */
struct kernel;
struct reduction;
bool derivation_kernel(struct derivation *d, const struct kernel *k, const struct reduction *r);
/* After the clauses: drat->follows, for a check of the solver's proof. */
void derivation_lemma(void *self, const lit *x, int n, const int64_t *from, int hints, const int64_t *drops,
                      int dropped);
/* Ends the proof after a contradiction, which is the last line. optimum: the objective's sum of the
 * best solution, or NULL: there is none. */
void derivation_end(struct derivation *d, const int64_t *optimum);
