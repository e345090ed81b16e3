/* Answers: verdicts, evidence and pictures, in words and as JSON; and answers of other programs and people. */
#ifndef ANSWER_H
#define ANSWER_H

#include "base/json.h"
#include "cli/request.h"

/* ---- verdicts and evidence ------------------------------------------------------------------- */

/* Adds "proved optimal" or "optimal (refuted by cadical, unchecked)", `what` being "optimal". */
void evidence_verdict(const struct request *r, const struct answer *a, const char *what, struct text *out);
/* Prints "evidence: ..." in lines of at most 100 columns. refuted: the claim that the refutations exclude, see
 * evidence_refuted; NULL: the answer is not complete, and only the solution's verification is printed. */
void evidence_print(const struct request *r, const struct answer *a, const char *refuted);
/* Adds the claim that a complete answer's refutations exclude: "\"8 or more\"", "formula", "other solutions".
 * unit: the puzzle's, or NULL; unique: the answer includes that there is no other solution. */
void evidence_refuted(const struct answer *a, const char *unit, bool unique, struct text *out);
/* Adds how the answer was found: "defects, search up, cadical". */
void evidence_method(const struct request *r, const struct answer *a, struct text *out);
/* Prints "method: ..." and "parity: ..." in the layout of evidence_print. */
void evidence_print_method(const char *words);
void evidence_print_parity(const char *words);
/* Prints a sentence with the verdict in it, between two texts. */
void evidence_say(const struct request *r, const struct answer *a, const char *before, const char *after);
/* A new array of the evidence's items. complete: as refuted != NULL in evidence_print. */
json_t *evidence_json(const struct request *r, const struct answer *a, bool complete);
/* Is the answer an optimum or "no solution exists"? */
bool evidence_complete(const struct answer *a);

/* ---- JSON ------------------------------------------------------------------------------------ */

enum { JSON_SCHEMA = 2 }; /* the version of what is printed: docs/json.md */

/* An object with the puzzle and the instance. The caller adds its own fields and prints it. */
json_t *json_request(const struct request *r);
/* The same, with all fields that solve and count share. */
json_t *json_answer(const struct request *r, const struct answer *a, bool complete);

/* ---- pictures -------------------------------------------------------------------------------- */

/* Shows a picture as the request's options ask, and frees it: on stdout in the terminal's terms, to --svg FILE,
 * --png FILE. about: in a sentence what it shows and its evidence, for readers who do not see
 * it. An exit status. */
int picture_show(const struct request *r, struct canvas *c, const char *about);
/* That of a solution that was judged right, or of the bare instance (NULL). */
int picture_solution(const struct request *r, const char *solution, const char *verdict);
/* The option that asks for a file of it; NULL: none does. */
const char *picture_file(const struct shown *o);
/* What this output can show: as the options ask, else as its kind, the locale and NO_COLOR say. */
struct canvas_style picture_style(const struct shown *o, FILE *out);

/* ---- answers of other programs and people ---------------------------------------------------- */

/* Reads the file of --answer, which may be packed; name NULL: standard input. */
bool answer_read(const char *name, struct text *out, struct text *err);
/* A solution that was judged right: its picture, and the verdict as the options ask; an exit
 * status. claim: what a solver said of it, or NULL: none did; praise: printed after the objective value, if
 * the model has an objective. */
int answer_show(const struct request *r, const char *solution, int64_t objective_value, const char *claim,
                const char *praise);
/* Reads it and verifies it against the rules; an exit status, with a sentence if it is not 0, and with --json
 * an object if it is wrong. */
int answer_judged(const struct request *r, const char *name, struct text *out, int64_t *objective_value);
/* Of one that was not: the object of --json, with the sentence as its error; claim as in answer_show. */
void answer_refused(const struct request *r, const char *claim, const char *sentence);

#endif
