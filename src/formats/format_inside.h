/* What the formats share: a sink that counts first and then writes lines (format*.c only). */
#ifndef FORMAT_INSIDE_H
#define FORMAT_INSIDE_H

#include "formats/format.h"

struct sheet;

/* How a format speaks. */
struct dialect {
    const char *comment; /* what starts a comment: "c " */
    unsigned native;     /* see struct cnf */
    int counts;          /* counters are written as they are (see put_count), in so many lines an output; 0: encoded */
    /* Any of these NULL: as in DIMACS, or nothing. In the counting pass only `lines` is called, and it hands out the
       auxiliary variables of that constraint; `native_line` hands them out again. */
    int (*lines)(struct sheet *, const struct constraint *);
    void (*native_line)(struct cnf *, const struct constraint *);
    void (*clause)(struct cnf *, const lit *, int n);
    void (*count)(struct cnf *, const lit *x, int n, const lit *y, int max);
    void (*first)(struct sheet *);  /* the very first line, before the comments */
    void (*header)(struct sheet *); /* after the comments */
    /* Behind the rows, in both passes: what is left to say. */
    bool (*tail)(struct sheet *, struct text *err);
};

struct sheet {
    struct cnf_writer w; /* first: the sink. Its methods are the dialect's while writing */
    const struct dialect *dialect;
    const struct page *page;
    bool objective; /* the file says it, or a bound on it */
    bool counting;
    int64_t lines; /* constraints, as the first pass counted them */
    int vars;      /* all variables, as the first pass counted them */
    int64_t top;   /* wcnf-old: the weight of what must hold */
    int64_t row;   /* lp: rows named so far */
    bool large;    /* lp: some weights are not exact in a double */
    struct encoders_used used;
};

static inline const struct objective *sheet_objective(const struct sheet *s) { return model_objective(s->page->model); }

/* How many lines say a sum's bounds: 1 if they are an equation, else one for each that is not met by itself. */
int format_sides(const struct constraint *c);

#endif
