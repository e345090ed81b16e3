/* Replies of other solvers: reads and checks their output.
 *
 * It reads SAT competition output (`s` and `v` lines of cadical, kissat, picosat, cryptominisat5
 * and clasp), minisat's result file, and pseudo-Boolean output (`v x1 -x2`). It also reads MaxSAT
 * output (`v` lines of literals, or of bits since 2022), and the solution files of glpsol (-o and
 * -w), cbc and HiGHS. The last of several models counts. */
#pragma once

#include "base/dictionary.h"
#include "model/model.h"

enum claim { CLAIM_UNKNOWN, CLAIM_SATISFIABLE, CLAIM_OPTIMUM, CLAIM_UNSATISFIABLE };

struct reply {
    enum claim claim;
    bool has_model;
    /* The objective of the last `o` line, or of an LP solver's file, give or take `slack`, because
     * these solvers print floating-point numbers. */
    bool has_cost;
    int64_t cost, slack;
    int read;             /* lines */
    struct values values; /* of the variables 1..vars; 0: the reply gives none */
};

/* A line of an answer in one format, and its claim if it is the whole line. ignored: a line with
 * this beginning has no claim. */
struct reply_word {
    const char *words;
    enum claim claim;
    bool ignored;
};

/* Reads a whole reply about a file with variables 1..vars, of which 1..needed must have a value in
 * a model. The name of variable v is word v - 1 of names, or v and xv if names is NULL. own, if not
 * NULL, returns the meaning of a line in some format, or NULL. False, with one sentence: the reply
 * is truncated, contradicts itself, contains unknown variables, or is no reply. Release the result
 * in either case. */
bool reply_parse(const char *text, int vars, int needed, const struct dictionary *names,
                 const struct reply_word *(*own)(const char *line), struct reply *r, struct text *err);
void reply_release(struct reply *r);
