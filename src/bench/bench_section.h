/* A section of a suite while it is read: instances, axes, single competitors; at its end, the runs. */
#ifndef BENCH_SECTION_H
#define BENCH_SECTION_H

#include "bench/bench.h"

struct axis {
    char *name;
    struct strings values;
};
struct section {
    const struct suite *suite; /* whose external solvers a line may name */
    char *name;                /* NULL: what stands before the first section; its runs are in "all" */
    struct strings instances, competitors, seeds;
    struct axis *axis;
    int axes;
    size_t cap;
    char *baseline; /* NULL: none was named */
    bool misnamed;  /* a line has a value that no puzzle takes */
    double time_limit;
    int memory_mb;
};

/* One line of a suite but `about` and `section`; where: "file:line", for sentences. */
bool section_line(struct section *c, const struct strings *words, const char *where, struct text *err);
/* Appends the section's runs to the suite, and makes it ready for the next one, with the same limits. */
bool section_end(struct section *c, struct suite *s, const char *where, struct text *err);
void section_release(struct section *c);

#endif
