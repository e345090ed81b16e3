/* Replies of other solvers: what they printed, read and distrusted.
 *
 * Read are: SAT competition output (`s` and `v` lines, as of cadical, kissat, picosat,
 * cryptominisat5 and clasp), minisat's result file, pseudo-Boolean output (`v x1 -x2`), MaxSAT
 * output (`v` lines of literals, or of bits since 2022), and the solution files of glpsol (-o and
 * -w), cbc and HiGHS. Of several models the last one counts. */
#ifndef REPLY_H
#define REPLY_H

#include "model/model.h"

enum claim { CLAIM_UNKNOWN, CLAIM_SATISFIABLE, CLAIM_OPTIMUM, CLAIM_UNSATISFIABLE };

struct reply {
    enum claim claim;
    bool has_model;
    struct values values; /* of the variables 1..vars; 0: the reply does not say */
};

/* A line of an answer in the words of one format: what it claims if it is the whole line; or, ignored, a line that
 * begins so claims nothing. */
struct reply_word {
    const char *words;
    enum claim claim;
    bool ignored;
};

/* Reads a whole reply about a file with variables 1..vars, of which 1..needed must have a value in
 * a model. False, with one sentence, if it is truncated, contradicts itself, speaks of unknown
 * variables, or is no reply. Release in any case. own, if not NULL, says what a line
 * means in the words of some format; it returns NULL for other lines. */
bool reply_parse(const char *text, int vars, int needed, const struct reply_word *(*own)(const char *line),
                 struct reply *r, struct text *err);
void reply_release(struct reply *r);

#endif
