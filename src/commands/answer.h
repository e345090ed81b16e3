/* Answers: verdicts, evidence and pictures, in words and as JSON; and answers of other programs and
 * people. */
#pragma once

#include "base/json.h"
#include "cli/request.h"

/* ---- verdicts and evidence ------------------------------------------------------------------ */

/* Adds "proved optimal" or "optimal (refuted by cadical, unchecked)", `what` being "optimal". */
void evidence_verdict(const struct request *r, const struct answer *a, const char *what, struct text *out);
/* Prints "evidence: ..." in lines of at most 100 columns. refuted: the claim that the refutations
 * exclude, see evidence_refuted; NULL: the answer is not complete, and only the solution's
 * verification is printed. */
void evidence_print(const struct request *r, const struct answer *a, const char *refuted);
/* Adds the claim that a complete answer's refutations exclude: "\"8 or more\"", "formula", "other
 * solutions". unit: the puzzle's, or NULL; unique: the answer includes that there is no other
 * solution. */
void evidence_refuted(const struct answer *a, const char *unit, bool unique, struct text *out);
/* Prints "method: ...": how the answer was found, and what it cost. With sizes: those of the
 * formula. */
void evidence_print_method(const struct request *r, const struct answer *a, bool sizes);
/* Notes on stderr, unless --quiet, which encodings were chosen although no constraint used them. */
void evidence_idle(const struct request *r, const struct encoders_used *used);
/* Prints a label, such as "method:", and words in the layout of evidence_print. */
void evidence_print_labelled(const char *label, const char *words);
/* A new array of the evidence's items. complete: as refuted != NULL in evidence_print. */
json_t *evidence_json(const struct request *r, const struct answer *a, bool complete);
/* Whether the answer is an optimum or "no solution exists". */
bool evidence_complete(const struct answer *a);

/* ---- JSON ----------------------------------------------------------------------------------- */

enum { JSON_SCHEMA = 2 }; /* the version of what is printed: docs/model/json.md */

/* Makes an object with the puzzle and the instance. The caller adds its own fields and prints
 * it. */
json_t *json_request(const struct request *r);
/* Makes such an object with all fields that solve and count share. */
json_t *json_answer(const struct request *r, const struct answer *a, bool complete);

/* ---- violated soft constraints ------------------------------------------------------------- */

/* Prints "violated: ..." with the soft constraints that the solution violates, if any. */
void answer_violated_print(const struct request *r, const struct solution *solution);
/* Adds them to an object, if the puzzle has soft constraints and there is a solution. */
void answer_violated_json(const struct request *r, const struct solution *solution, json_t *o);

/* ---- answers as in competitions (answer_competition.c) -------------------------------------- */

struct answer_stream {
    int64_t printed; /* solutions, or `o` lines */
    int64_t best;    /* the objective value of the last one */
    bool statistics; /* print them at the end */
    bool listed;     /* all solutions that are wanted are printed as they come */
};

/* Prints and flushes an `o` line if the solution has another objective value than the last one. */
void competition_improved(struct answer_stream *s, const struct answer *a);
/* Prints the `s` line and, if there is a solution, the `v` lines. */
void competition_print(struct answer_stream *s, const struct request *r, const struct answer *a);

/* ---- answers as MiniZinc reads them (answer_flatzinc.c) ------------------------------------- */

/* Prints a solution without its comments, and the line after it. */
void flatzinc_stream_solution(struct answer_stream *s, const struct solution *solution);
/* Prints the solution of an answer unless it was printed, or is no better. */
void flatzinc_stream_improved(struct answer_stream *s, const struct answer *a);
/* Prints the best solution unless it was printed, and the last line. complete: there are no others,
 * or no better ones. */
void flatzinc_stream_end(struct answer_stream *s, const struct answer *a, bool complete);

/* ---- pictures ------------------------------------------------------------------------------- */

/* Shows a picture as the options require, and frees it: on stdout, as the terminal can display it,
 * and in --svg FILE and --png FILE. `about` is a sentence that describes the picture and its
 * evidence, for readers who do not see it. Returns an exit status. */
int picture_show(const struct request *r, struct canvas *c, const char *about);
/* Shows the picture of a verified solution, or of the instance (NULL). verdict NULL: says only that
 * it is one. */
int picture_solution(const struct request *r, const struct solution *solution, const char *verdict);
/* The solution as the options require: with --true, "v 1 -2 3 0" becomes "v 1 3 0" in *out. NULL
 * stays NULL. */
const char *answer_words(const struct request *r, const struct solution *solution, struct text *out);
/* The option for a picture file; NULL: none was given. */
const char *picture_file(const struct shown *o);
/* The style for this output: from the options, or else from its kind, the locale and NO_COLOR. */
struct canvas_style picture_style(const struct shown *o, FILE *out);

/* ---- solutions, cell by cell (answer_cells.c) ----------------------------------------------- */

/* Whether each number of a solution is a cell of the board, or a variable of the file. */
bool cells_compare(const struct puzzle *p);
/* Makes the cells of `common` INT64_MIN, with the text ?, that are different in this solution. n 0:
 * copies it. */
void cells_join(const struct puzzle *p, const struct instance *in, struct solution *common, const struct solution *s);
/* Adds the cells in which `other` differs from a solution, at most 40: "1,2 3,4", or its values
 * there: "x1 -x3". Returns their number. */
int cells_differ(const struct request *r, const struct solution *solution, const struct solution *other,
                 struct text *out);
/* The number of cells that are the same. */
int cells_count(const struct solution *common);

/* ---- answers of other programs and people --------------------------------------------------- */

/* A solver's claim about its solution. */
struct solver_claim {
    const char *word;      /* "optimal", ... */
    bool has_cost, wrong;  /* wrong: the claimed objective is not that of the solution */
    int64_t claimed, cost; /* the objective as it claims it, and as it is, in the terms of the solver's file */
};

/* Prints a verified solution: its picture, and the verdict as the options require. claim: a
 * solver's, or NULL. Returns an exit status: EXIT_NO, with a sentence, if the claim is wrong. */
int answer_show(const struct request *r, const struct solution *solution, int64_t objective_value,
                const struct solver_claim *claim);
/* Reads the file of --answer, which may be packed, and verifies it against the rules. Returns an
 * exit status, with a sentence if it is not 0. With --json it prints an object if the answer is
 * wrong. */
int answer_judged(const struct request *r, const char *name, struct solution *out, int64_t *objective_value);
/* For a wrong answer: prints the object of --json, with the sentence as its error; claim as in
 * struct solver_claim. */
void answer_refused(const struct request *r, const char *claim, const char *sentence);
