/* Puzzles: what a puzzle's file exports.
 *
 * Each puzzle defines its own `struct instance` in its own file; no other file looks inside. */
#ifndef PUZZLE_H
#define PUZZLE_H

#include "options/options.h"
#include "canvas/canvas.h"
#include "model/model.h"

struct instance;
struct source;      /* puzzles/parse.h */
struct moves;       /* puzzles/moves.h */
struct board_maker; /* puzzles/maker.h */

/* What is known of the objective's sum when a formulation builds (see struct objective). */
struct bounds {
    int64_t most;  /* only solutions with sum <= most are asked for; INT64_MAX: all */
    int64_t least; /* no solution has sum < least, which is proved; 0: nothing is known */
    const char
        *symmetry; /* NULL; or a name in formulation->symmetries: only solutions with that symmetry are asked for */
    enum option_answer break_symmetry; /* OPTION_UNSET: as the formulation prefers */
};

struct formulation {
    const char *name, *about;
    bool (*applies)(const struct instance *); /* NULL: always. If not, the next one is used, and said so */
    /* Builds the model of the instance, and keeps the literals that decode reads (model_keep). Deterministic.
     * bounds->most may prune: a search from below builds a model for each bound. Call formulation_build. */
    void (*build)(const struct formulation *, const struct instance *, const struct bounds *, struct model *);
    /* Adds the solution that these values of the model are, in the puzzle's notation; lines end in \n. x: the
     * literals
     * that build kept, in its order. Call formulation_decode. */
    void (*decode)(const struct formulation *, const struct instance *, const lit *x, struct values, struct text *out);
    const char *search; /* the strategy that suits it; NULL: down */
    /* Symmetries that build can require for a search that only wants to find; ends with NULL; or NULL. */
    const char *const *symmetries;
    /* CPU seconds that its own strategy is predicted to take with the encodings of `auto`, for one
     * answer or for all; NULL: few. */
    double (*seconds)(const struct instance *, bool all);
    const char *refute; /* the solver's preset that refutes best; NULL: unsat in a race, else the default one */
    /* The names of the theorems beyond the puzzle's rules that it may use, separated by ", "; NULL: none. The page
     * puzzle->theory proves them. `build` cites those that the rows use (model_cite). Certificates are made of the
     * first formulation that applies and has none. */
    const char *theorems;
    bool (*spares)(const struct instance *); /* do the puzzle's own choices do without some of these? NULL: never */
    int variant;        /* the puzzle's own: distinguishes formulations that share build or decode */
    const char *spared; /* what it uses then; the puzzle's own searches, and the objective's value, use it always */
};

static inline void formulation_build(const struct formulation *f, const struct instance *in,
                                     const struct bounds *bounds, struct model *m)
{
    f->build(f, in, bounds, m);
}
/* m: the model that formulation_build built, or one that says the same of the same variables. */
static inline void formulation_decode(const struct formulation *f, const struct instance *in, const struct model *m,
                                      struct values values, struct text *out)
{
    f->decode(f, in, model_kept(m), values, out);
}

/* The theorems that it uses on this instance; NULL: nothing beyond the rules. */
const char *puzzle_theorems(const struct formulation *f, const struct instance *in);

/* What is asked of a puzzle's own search, and what came of it. */
struct dedicated_run {
    int64_t objective_value; /* of a sweep: a solution with this objective value or a better one is asked for */
    const char
        *symmetry;  /* NULL; or a name in formulation->symmetries: only solutions with that symmetry are asked for */
    int64_t effort; /* about how many states or nodes may be looked at; more: slower and more thorough; 0: any number */
    int seed;
    bool images;                                     /* one of all images under `image` (see below) will do */
    bool (*each)(void *state, const char *solution); /* called with each solution; false: enough */
    void *state;
    struct job *job; /* borrowed; polled, and given the share that is done; NULL: none */
    void (*log)(void *state, const void *bytes, size_t n); /* called with every step, for a checker; NULL: not logged */
    void *log_state;
    /* Results. */
    double share;  /* of the search, or of this sweep, that is done, 0..1 */
    bool complete; /* all solutions were reported; of a sweep, none reported: there is none */
};

/* A puzzle's own search, without a solver: next to the general ones under its own name, and a helper of search
 * `up`. */
struct dedicated_search {
    const char *name, *about; /* for --engine NAME, and its help */
    const char *refusal;      /* what it is for, where it does not apply: "is for boards of side 7" */
    enum option_answer (*wanted)(const struct instance *); /* may it help? NULL: the user does not say */
    bool decides; /* reports one solution as good as asked for, of an objective that maximises; else: reports all */
    double (*seconds)(const struct instance *,
                      bool all); /* predicted, as in struct formulation; < 0: not known; NULL: never */
    bool (*run)(const struct instance *, struct dedicated_run *); /* false: not for this instance */
    bool logs;                                                    /* it heeds `log` */
};

/* What a puzzle's file exports. Texts and tables are static. What a function returns or writes, the caller owns: an
 * instance goes to `release`, a canvas to canvas_free, a text to text_release. Arguments are borrowed for the call;
 * an instance keeps copies, and nothing of the source but the texts of its options, which outlive it. Functions that
 * return false or NULL have put one full sentence into err. A `text *out` is added to, not cleared, if nothing else
 * is said. */
struct puzzle {
    /* ---- required ---- */
    const char *name, *title, *rules, *source; /* source: who published it, and where */
    const char *usage;                         /* operands, for help: "ROWSxCOLS | -f FILE" */
    const char *notation;                      /* how a solution is written, one line */
    const char *example;                       /* a good instance for a first try: "7x7" */
    const struct formulation *formulations;    /* ends with a NULL name; the first that applies is the default */
    /* A new instance. NULL: the source is not legal. Refuses trailing operands. What it accepts never crashes
     * later. */
    struct instance *(*parse)(const struct source *, struct text *err);
    void (*release)(struct instance *);
    /* Adds the instance in a few words, for summaries and JSON: "7x7", "6, cap 5". */
    void (*label)(const struct instance *, struct text *out);
    /* An independent verification against the rules: is this text (which may be anything) a solution, and what is
     * its objective value (0 where there is none)? It shares no code with build and decode. */
    bool (*verify)(const struct instance *, const char *solution, int64_t *objective_value, struct text *err);
    /* A new canvas of a solution that verify accepted, or, with NULL, of the instance. */
    struct canvas *(*draw)(const struct instance *, const char *solution);

    /* ---- optional: NULL, or false, if the puzzle has none ---- */
    const char *unit;             /* what an objective counts ("gunports"); NULL: no objective */
    const struct option *options; /* its own choices, which parse fills in (options_fill); ends with a NULL name */
    const char *theory;           /* the page that proves the theorems of its formulations: "docs/NAME.md" */
    const char *endings;          /* of files that hold its instances: ".opb .wbo" */
    /* The symmetry among formulation->symmetries that searches are to require, or "all" or "none"; NULL: all. */
    const char *(*preferred_symmetry)(const struct instance *);
    bool texts_repeat; /* two solutions may be written alike (equal numbers on two dummies): both count */
    /* No solution has a better objective value than this, by plain arithmetic. For bounds that are shown: no search
     * uses it. */
    int64_t (*bound)(const struct instance *);
    /* Writes (clearing out) the i-th image of a solution under the symmetries of this instance, i >= 0 and the 0th
     * itself; images may repeat. False: there are no more. */
    bool (*image)(const struct instance *, const char *solution, int i, struct text *out);
    /* A promise: every formulation, asked to break symmetry, still has a solution of each orbit. Counting then breaks
     * symmetry and reports all images of what it finds. */
    bool breaks;
    /* Without `image`: adds the least text of all solutions that are the same. */
    void (*canonical)(const struct instance *, const char *solution, struct text *out);
    /* Adds a reason beyond rules why there is no solution, as sentences ("modulo 3, ..."); false: it finds none.
     * drawing, if not NULL, may be given a new canvas that shows it. */
    bool (*reason)(const struct instance *, struct text *out, struct canvas **drawing);
    const struct dedicated_search *searches; /* ends with a NULL name. Their solutions are verified like all others */
    const struct moves *moves;               /* how it is played */
    /* Writes a new instance with one (best) solution, as a file that parse takes, its header being the first line.
     * False: the size does not suit, or none was found. See maker.h. */
    bool (*make)(struct board_maker *, struct text *file, struct text *err);
    const struct option *make_options; /* what its generator takes besides `options`; ends with a NULL name */
};

/* May this search help? by_default: what holds if the user did not say. */
static inline bool dedicated_search_wanted(const struct dedicated_search *own, const struct instance *in,
                                           bool by_default)
{
    return option_is_yes(own->wanted ? own->wanted(in) : OPTION_UNSET, by_default);
}

extern const struct puzzle *const puzzles[]; /* ends with NULL */
const struct puzzle *puzzle_find(const char *name);
/* Returns false, with a sentence: no puzzle has this name, these exist, and one of them was probably meant. */
bool puzzle_unknown(const char *name, struct text *err);
static inline bool formulation_applies(const struct formulation *f, const struct instance *in)
{
    return !f->applies || f->applies(in);
}
/* The first formulation that applies: there is one. */
const struct formulation *puzzle_first(const struct puzzle *p, const struct instance *in);
/* The first that uses no theorem, too; NULL: there is none. */
const struct formulation *puzzle_plain(const struct puzzle *p, const struct instance *in);
/* The least text of a solution and its images, or what `canonical` says; false: the puzzle has neither. */
bool puzzle_canonical(const struct puzzle *p, const struct instance *in, const char *solution, struct text *out);
/* The puzzle whose files have such a name, packed or not; NULL: none. */
const struct puzzle *puzzle_of_file(const char *name);

#endif
