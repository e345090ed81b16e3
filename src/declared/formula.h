/* Shared by the readers of OPB, WCNF and CNF: rows over variables, some of them soft, and a
 * cost. */
#pragma once

#include "model/model_abstract.h"
#include "base/dictionary.h"
#include "model/picture.h"
#include "puzzles/parse.h"
#include "puzzles/puzzle.h"

enum formula_kind { FORMULA_CLAUSE, FORMULA_SUM, FORMULA_PARITY };

/* A row that is not a hard clause. */
struct formula_row {
    int row;      /* its number, from 0 */
    int first, n; /* its literals, in instance->lits */
    enum formula_kind kind;
    bool weighted;  /* a sum whose weights begin at `at` */
    size_t at;      /* in instance->w */
    int64_t lo, hi; /* of a sum: INT64_MIN, INT64_MAX: no bound. A parity has hi 0 or 1 */
    int64_t price;  /* its cost if it is violated; 0: it is hard */
    size_t label;   /* where its name begins in instance->labels, plus 1; 0: it has none */
};

/* A comment that the reader keeps: the picture, an integer, the name of a variable, a rule. */
struct formula_comment {
    struct text words;
    int line, end; /* its first and its last line in the file */
};

/* An integer that the consecutive variables from `first` represent. */
struct formula_integer {
    int64_t lo, hi;
    enum int_form form;
    lit first;
    char *name;
};

/* Literals are stored row after row, each row ended by 0: a formula of millions of clauses takes a
 * few allocations. */
struct instance {
    char *text;           /* of an OPB file; NULL: it is another one */
    const char *row_name; /* "clause", "constraint": for rules */
    const char *letter;   /* in front of a variable's number: "x" or "" */
    bool zero;            /* a 0 ends the values of a solution */
    int vars;
    struct dictionary names; /* if it has any: variable v is name v - 1 */
    /* Variable vars + 1 + k is product number k: of factors, each list ended by 0 */
    struct dictionary product;
    struct lits factors;
    struct lits lits;
    int *line;    /* of each row in the file */
    int rows, in; /* in: how many of the literals are theirs */
    size_t line_cap;
    struct text labels;          /* names of rows, each ended by a zero byte */
    struct formula_row *special; /* rising by row */
    int specials;
    size_t special_cap;
    int64_t *w;
    size_t wn, w_cap;
    /* The cost: a sum, and the prices of the violated soft rows. */
    bool costs;
    struct model_goal cost;
    int64_t most;    /* the largest cost of solutions; INT64_MAX: any */
    __int128 prices; /* of all soft rows together */
    /* Set by formula_narrow. Soft rows that cost more than `good` are built as hard ones, and the
     * others not at all if `only_hard`. shift > 0: their prices are shifted right and rounded up.
     * */
    int64_t good;
    bool only_hard;
    int shift;
    bool cut; /* the text is no OPB, or the weights of one of its rows were cut */
    /* Contents of comments: see formula_annotate. */
    struct formula_comment *remark;
    int remarks;
    size_t remark_cap;
    struct formula_integer *noted;
    int integers;
    size_t noted_cap;
    char **named;   /* of variable v, or NULL; NULL: none has a name */
    bool *shown;    /* whether solutions are counted on variable v; NULL: on all */
    char *weighted; /* where the file gives weights to literals: "a.cnf:3"; NULL: nowhere */
    struct rule_text {
        int from; /* the first row with this text, from 0, up to the next one's */
        char *text;
    } * rule;
    int rules;
    size_t rule_cap;
    struct picture picture;
};

/* The state of a parser, with the line number for messages. */
struct formula_reader {
    const char *s, *start, *name;
    int line;
    bool grow; /* further variables may occur */
    struct instance *p;
    struct text *note; /* of struct source */
    struct text *err;
    int64_t said_vars, said_rows; /* numbers of the header; -1: it has none */
};
/* Begins to read. False, with a sentence: there is no file, but `what` is read from one. */
bool formula_reader(struct formula_reader *r, const struct source *source, const char *what, const char *puzzle,
                    const char *row_name, struct text *err);
/* Reads "p KIND VARIABLES ROWS", KIND being number *kind of the words `kinds`; "inccnf" has no
 * numbers. False, with a sentence that expects `line`: it is another line. */
bool formula_header(struct formula_reader *r, const char *kinds, const char *line, int *kind);
/* False, with a sentence: the header's line goes on. */
bool formula_header_ends(struct formula_reader *r);
/* After all rows: compares them with the header. Notes what is more than it announces. False, with
 * a sentence: there are fewer rows, so the file may be truncated. */
bool formula_whole(struct formula_reader *r);
/* Whether most of the numbers up to `most` belong to no variable, of which `vars` occur; so many
 * more are accepted. */
static inline bool formula_sparse(int64_t most, int64_t vars, int64_t more) { return most > 8 * vars + more; }
enum { FORMULA_UNUSED = 1000000 };                            /* so many more if a header announces them */
void formula_note_unused(struct formula_reader *r, int vars); /* that only `vars` of its announced variables occur */
void formula_blanks(struct formula_reader *r);                /* over blanks and line ends */
int64_t formula_digits(const char **s); /* reads digits and moves after them; at most MODEL_VARS + 1 */
/* Skips a comment to the end of the line, and keeps it if it is one of formula_annotate. */
void formula_comment(struct formula_reader *r);
/* Reads the kept comments after all rows: integers, names of variables, texts of rules, a picture.
 * False, with a sentence: one of them is wrong. */
bool formula_annotate(struct formula_reader *r);
void formula_annotations_release(struct instance *p);
/* Adds integers and the picture to the model. */
void formula_annotations_build(const struct instance *p, struct model *m);
/* Reads the values of a solution into value[1..vars]. False, with a sentence. */
bool formula_values(const struct instance *p, const char *solution, signed char *value, struct text *err);
/* Writes a sentence about the present line, after the file's name and its number. Returns false. */
bool formula_wrong(const struct formula_reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes the sentence "expected EXPECTED, not" and the next word, or that this word is a number
 * beyond 63 bits. Returns false. */
bool formula_fail(struct formula_reader *r, const char *expected);
/* Reads an integer of at most 63 bits that a blank or a line's end follows. False: there is
 * none. */
bool formula_number(struct formula_reader *r, int64_t *value);
/* The same for integers below FORMULA_WIDE. */
static const __int128 FORMULA_WIDE = (__int128)1 << 100;
bool formula_number_wide(struct formula_reader *r, __int128 *value);
/* Whether v is at most p->vars, which grows if r->grow. */
bool formula_has(struct formula_reader *r, int64_t v);
/* Reads literals up to 0, over variables that formula_has, and appends them, with the 0, to
 * p->lits. */
bool formula_literals(struct formula_reader *r);

int formula_by_variable(const void *a, const void *b); /* compares literals, for qsort */
/* Replaces the factors by a literal of the same value, which is variable MODEL_VARS + 1 + k for
 * product number k; 0: they contradict each other. There is at least one factor. */
lit formula_product(struct instance *p, lit *x, int n);
/* Makes the last row, whose literals are read, a special one. Returns true. */
bool formula_special(struct formula_reader *r, struct formula_row s);
static inline void formula_row(struct instance *p, int line)
{
    MEM_PUSH(p->line, p->rows, p->line_cap, line);
    p->in = p->lits.n;
}
/* ---- the puzzle's methods (formula.c; formula_verify.c) -------------------------------------- */

void formula_release(struct instance *p);
void formula_label(const struct instance *p, struct text *out);
void formula_build(const struct formulation *, const struct instance *, const struct bounds *, struct model *);
struct objective formula_objective(const struct formulation *, const struct instance *, enum int_form);
/* Variable v of the file is variable v of the model. */
void formula_decode(const struct formulation *, const struct instance *, const lit *x, struct values,
                    struct solution *out);
/* Adds a variable as solutions have it. */
void formula_literal(const struct instance *p, int v, int64_t value, struct text *out);
void formula_print(const struct instance *p, const struct solution *s, struct text *out);
void formula_numbers(const struct instance *p, const char *text, struct solution *out);
bool formula_verify(const struct instance *p, const char *solution, int64_t *objective_value, struct text *err);
bool formula_narrow(struct instance *p, int64_t good);
void formula_violated(const struct instance *p, const struct solution *solution,
                      void (*each)(void *state, const char *name, int64_t cost), void *state);
struct canvas *formula_draw(const struct instance *p, const struct solution *solution);

#define FORMULA_METHODS                                                                                                \
    .verify = formula_verify, .release = formula_release, .label = formula_label, .draw = formula_draw
#define FORMULA_NOTATION                                                                                               \
    .instance = "-f FILE", .print = formula_print, .read = formula_numbers, .value = formula_literal
/* The only formulation. The arguments begin with its name, which is that of a row in the plural;
 * other members follow. */
#define FORMULA_FORMULATIONS(...)                                                                                      \
    static const struct formulation formulations[] = {{.about = "as the file has them",                                \
                                                       .build = formula_build,                                         \
                                                       .decode = formula_decode,                                       \
                                                       .objective = formula_objective,                                 \
                                                       __VA_ARGS__},                                                   \
                                                      {NULL}}
