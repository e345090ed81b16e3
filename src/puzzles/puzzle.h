/* Puzzles: the interface of a puzzle's file. Each puzzle defines its own `struct instance` in its
 * own files, and no others use its members. */
#pragma once

#include "options/options.h"
#include "canvas/canvas.h"
#include "model/model.h"
#include "puzzles/solution.h"

struct instance;
struct source;      /* puzzles/parse.h */
struct moves;       /* puzzles/moves.h */
struct board_maker; /* puzzles/maker.h */

/* Bounds and conditions for building a model (see struct objective for the sum). */
struct bounds {
    int64_t most;         /* only solutions with sum <= most are needed; INT64_MAX: all */
    int64_t least;        /* proved: no solution has sum < least; 0: no bound */
    const char *symmetry; /* a name in formulation->up->symmetries, which solutions must have; NULL: none */
    enum option_answer break_symmetry; /* OPTION_UNSET: as the formulation prefers */
};

/* How the search `up` treats a formulation. */
struct upward {
    const char *const *symmetries; /* those that build can require for primal heuristics; ends with NULL */
    const char *refute;            /* the solver's config that refutes best; NULL: unsat in a race, else the default */
    /* The symmetry among these that searches require, or "all" or "none"; NULL: all. */
    const char *(*chosen)(const struct instance *);
};

/* Theorems beyond a puzzle's rules. `build` cites those that the rows use (struct model_facts).
 * Certificates are made of the first formulation that applies and has none. */
struct theorems {
    const char *names; /* of all that a formulation may use, separated by ", " */
    const char *page;  /* proves them: "docs/NAME.md" */
    /* whether the puzzle's own options switch some of them off; NULL: never */
    bool (*spares)(const struct instance *);
    const char *spared; /* those that it uses then; dedicated searches and the objective's value always use them */
};

struct formulation {
    const char *name, *about;
    bool (*applies)(const struct instance *); /* NULL: always. If not, the first that applies is used, with a note */
    /* Builds the model of the instance, deterministically, and keeps the literals that decode reads
     * (model_keep). It may omit solutions worse than bounds->most: a search from below builds a
     * model for each bound. */
    void (*build)(const struct formulation *, const struct instance *, const struct bounds *, struct model *);
    /* Makes the numbers of the solution of these values. x: the literals that build kept, in its
     * order. Call it through solution_decode. */
    void (*decode)(const struct formulation *, const struct instance *, const lit *x, struct values,
                   struct solution *out);
    const struct upward *up; /* it prefers the search `up`; NULL: down, or by-model for files with an objective */
    /* The facts of the objective that build sets: a, b, c, step, name, and `least` if the instance
     * alone implies it. form: as in struct model_facts. Name NULL: it has none. NULL: none
     * has one. */
    struct objective (*objective)(const struct formulation *, const struct instance *, enum int_form form);
    /* Predicted CPU seconds of its preferred strategy with the encodings of `auto`, for one answer
     * or for all; NULL: few. */
    double (*seconds)(const struct instance *, bool all);
    const struct theorems *theorems; /* beyond the puzzle's rules; NULL: none */
    int variant;                     /* the puzzle's own: distinguishes formulations that share build or decode */
    /* Adds the literals that a solver should try first, among those that build kept; NULL: none. */
    void (*hints)(const struct instance *, const lit *x, struct lits *out);
};

/* The theorems that it uses on this instance; NULL: only the rules. */
const char *puzzle_theorems(const struct formulation *f, const struct instance *in);

/* The input and the results of a dedicated search. */
struct engine_run {
    int64_t objective_value; /* if it decides: find a solution with this objective value or a better one */
    const char *symmetry;    /* a name in formulation->up->symmetries, which solutions must have; NULL: none */
    int64_t effort;          /* most states or nodes, roughly; more is slower and more thorough; 0: no limit */
    int seed;
    bool images;                                          /* one of all images under `image` (see below) suffices */
    bool (*each)(void *state, struct solution *solution); /* called with the numbers of each; false: enough */
    void *state;
    struct job *job; /* borrowed; polled, and given the share that is done; NULL: none */
    void (*log)(void *state, const void *bytes, size_t n); /* called with every step, for a checker; NULL: not logged */
    void *log_state;
    /* Results. */
    double share;  /* completed part of the search, 0..1 */
    bool complete; /* all solutions were reported; if it decides and reported none: there is none */
};

/* A dedicated search of a puzzle, without a solver: an engine of its own name, and a heuristic of
 * the search `up`. Nothing else knows of it than the puzzle's member `engines`. */
struct engine {
    const char *name, *about; /* for --engine NAME, and its help */
    const char *refusal;      /* its range, for a sentence: "is for boards of side 7" */
    /* whether it may help `up`; NULL: there is no option for that */
    enum option_answer (*wanted)(const struct instance *);
    bool decides; /* reports one solution as good as required, of an objective that maximizes; else reports all */
    /* predicted CPU seconds, as in struct formulation; < 0: not known; NULL: never used */
    double (*seconds)(const struct instance *, bool all);
    bool (*run)(const struct instance *, struct engine_run *); /* false: not for this instance */
    bool logs;                                                 /* it calls `log` */
};

/* Files that hold the instances of a puzzle, formulas or models; other puzzles have lines of their
 * own notation in files. The optional members are NULL, or false. */
struct puzzle_files {
    const char *endings;    /* ".opb .wbo" */
    const char *beginnings; /* after comments: "p cnf |{"; a blank stands for several */
    const char *refused;    /* endings of files that parse refuses with a sentence on what to do; NULL: none */
    bool bits;              /* solvers of such files print a solution as a bit for each variable */
    /* The text of the instance in OPB, each constraint of which is a row of every model, in the
     * same order, over the variables of their names; NULL: it has other rows. Valid as long as the
     * instance. */
    const char *(*sums)(const struct instance *);
    /* Calls each(state, name, cost) for each soft constraint that a verified solution violates, in
     * the order of the instance. NULL: it has none. */
    void (*violated)(const struct instance *, const struct solution *,
                     void (*each)(void *state, const char *name, int64_t cost), void *state);
    /* Makes the costs of soft constraints fit into the objective of a model. good: the cost of some
     * solution, which makes those hard that cost more. INT64_MAX: none is known. Negative: nothing
     * satisfies the hard ones, so that the others are left out. False: the costs do not fit, and
     * the models have rounded ones. Called at most once with each of these three; NULL: they always
     * fit. */
    bool (*narrow)(struct instance *, int64_t good);
    bool assigns; /* solutions are lines "name = value;", as MiniZinc reads them, and comments after % */
};

/* How instances and solutions are written. */
struct notation {
    const char *instance; /* operands, for help: "ROWSxCOLS | -f FILE" */
    const char *example;  /* a good instance for a first try: "7x7" */
    const char *solution; /* its notation, one line */
    /* Add the numbers of a solution, or of a position, whose lines end in \n; and make the numbers
     * of a text that verify accepted. NULL: they are the values of a grid, as in moves->grid. */
    void (*print)(const struct instance *, const struct solution *, struct text *out);
    void (*read)(const struct instance *, const char *text, struct solution *out);
    /* Adds number i, with this value, as it is in the text of a solution. NULL: it is a cell. */
    void (*value)(const struct instance *, int i, int64_t value, struct text *out);
};

/* Solutions that differ only by a symmetry. */
struct symmetry {
    /* Makes the numbers of the i-th image of a solution under the symmetries of this instance, i >=
     * 0; the 0th is the solution itself, and images may repeat. False: there are no more. NULL: no
     * images are known. */
    bool (*image)(const struct instance *, const struct solution *, int i, struct solution *out);
    /* Every formulation, if it breaks symmetry, still has a solution of each orbit. Counting then
     * breaks symmetry and reports all images of each solution. */
    bool breaks;
    /* Without `image`: makes the numbers of one of all equivalent solutions. Two of them may then
     * have the same text (equal numbers on two dummies): both count. */
    void (*canonical)(const struct instance *, const struct solution *, struct solution *out);
};

/* The generator of new instances (maker.h). */
struct generator {
    /* Writes an instance with one (best) solution, as a file with a header that parse reads. False,
     * with a sentence: the size is invalid, or none was found. NULL: there is no generator. */
    bool (*make)(struct board_maker *, struct text *file, struct text *err);
    const char *sizes; /* of boards, the usual one first, if a size stands for a generated board where one is played */
    const char *day; /* "0 7x7 3": of the weekday, from Sunday, that it makes the puzzle of, with this size and level */
    const struct option *options; /* of its own; ends with a NULL name. NULL: none */
};

/* A puzzle. Texts and tables are static.
 *
 * The caller owns all results: free an instance with `release`, a canvas with canvas_free, a text
 * with text_release. Arguments are borrowed for the call. An instance keeps copies, and nothing of
 * the source but the texts of its options, which outlive it. Functions that return false or NULL
 * have written one full sentence to err. They add to a `text *out` and do not clear it, unless the
 * comment says otherwise. */
struct puzzle {
    /* ---- required ---- */
    const char *name, *title, *rules, *source; /* source: the publication */
    struct notation notation;
    const struct formulation *formulations; /* ends with a NULL name; the first that applies is the default */
    /* Parses a new instance. NULL: the source is invalid. Refuses surplus operands. An accepted
     * instance never crashes later calls. */
    struct instance *(*parse)(const struct source *, struct text *err);
    void (*release)(struct instance *);
    /* Adds the instance in a few words, for summaries and JSON: "7x7", "6, cap 5". */
    void (*label)(const struct instance *, struct text *out);
    /* Verifies against the rules whether this text (any bytes) is a solution, and computes its
     * objective value (0 if there is none). It shares no code with build and decode. */
    bool (*verify)(const struct instance *, const char *solution, int64_t *objective_value, struct text *err);
    /* Draws a solution that verify accepted or, for NULL, the instance, on a new canvas. */
    struct canvas *(*draw)(const struct instance *, const struct solution *);

    /* ---- optional: NULL, or false, if the puzzle has none ---- */
    const char *about;            /* what to do, in one line of help: at most 66 letters; NULL: the title is shown */
    const char *unit;             /* the objective's unit ("gunports"); NULL: no objective */
    const struct option *options; /* its own choices, which parse fills in (options_fill); ends with a NULL name */
    const struct puzzle_files *files; /* that hold its instances, and no other files */
    /* If its models have integers and graphs, so that OPTION_MODEL options act: adds a rule with
     * "row,column" in place of each name of what the picture shows in one cell. */
    void (*places)(const struct instance *, const char *rule, struct text *out);
    /* Writes the board of a link to a page, ".../p?KIND/BODY", as the text of a file. False: it
     * is of another puzzle or, with a sentence, has no board. */
    bool (*link)(const char *kind, const char *body, struct text *file, struct text *err);
    struct symmetry symmetry;
    /* Writes a reason, beyond the rules, why there is no solution ("modulo 3, ..."). False: it
     * finds none. drawing, if not NULL, may get a new canvas that shows it. */
    bool (*reason)(const struct instance *, struct text *out, struct canvas **drawing);
    const struct engine *engines; /* ends with a NULL name. Their solutions are verified like all others */
    const struct moves *moves;    /* how it is played */
    struct generator generator;
};

/* Whether this search may help. by_default: the answer if the user did not choose. */
static inline bool engine_wanted(const struct engine *own, const struct instance *in, bool by_default)
{
    return option_is_yes(own->wanted ? own->wanted(in) : OPTION_UNSET, by_default);
}

extern const struct puzzle *const puzzles[]; /* ends with NULL */
const struct puzzle *puzzle_find(const char *name);
/* Writes the sentence that no puzzle has this name, with the existing names and the nearest one.
 * Returns false. */
bool puzzle_unknown(const char *name, struct text *err);
/* Whether its instances are declared models. */
static inline bool puzzle_declares(const struct puzzle *p) { return p->places != NULL; }
static inline bool formulation_applies(const struct formulation *f, const struct instance *in)
{
    return !f->applies || f->applies(in);
}
/* The first formulation that applies; every instance has one. */
const struct formulation *puzzle_first(const struct puzzle *p, const struct instance *in);
/* The first formulation that applies and uses no theorem; NULL: there is none. */
const struct formulation *puzzle_plain(const struct puzzle *p, const struct instance *in);
/* Writes the least text of a solution and its images, or that of `canonical`. False: the puzzle has
 * neither. */
bool puzzle_canonical(const struct puzzle *p, const struct instance *in, const struct solution *s, struct text *out);
/* The puzzle of a link, whose board is written as the text of a file. NULL, with a sentence: it
 * is of no puzzle here. */
const struct puzzle *puzzle_of_link(const char *link, struct text *file, struct text *err);
/* The puzzle whose files have such a name, packed or not; NULL: none. */
const struct puzzle *puzzle_of_file(const char *name);
/* The puzzle whose files begin like this text; NULL: none. */
const struct puzzle *puzzle_of_text(const char *text);
/* Writes the sentence that a file, known neither by its name nor by its beginning, is in no format
 * that is read, with the endings of those that are. Returns false. */
bool puzzle_unread(const char *file, struct text *err);
