/* A section of a suite while it is read: instances, axes, single competitors; at its end, the runs. */
#ifndef BENCH_SECTION_H
#define BENCH_SECTION_H

#include "bench/bench.h"

struct axis {
    char *name, *where; /* where: "file:line" */
    struct strings values;
};
struct section {
    char *name; /* NULL: what stands before the first section; its runs are in "all" */
    struct strings instances, competitors, seeds;
    struct strings instance_at, competitor_at; /* "file:line" of each */
    struct axis *axis;
    int axes;
    size_t cap;
    char *baseline; /* NULL: none was named */
    bool misnamed;  /* a line names a puzzle that there is not */
    double time_limit;
    int memory_mb;
};

/* One line of a suite but `about` and `section`; where: "file:line", for sentences. */
bool section_line(struct section *c, const struct strings *words, const char *where, struct text *err);
/* Appends the section's runs to the suite, and makes it ready for the next one, with the same limits. */
bool section_end(struct section *c, struct suite *s, const char *where, struct text *err);
/* Does solve take the words of each instance, each axis and each competitor? False, with a sentence
 * that names the line. */
bool section_choices_known(const struct section *c, const struct suite *s, struct text *err);
void section_release(struct section *c);

#endif
