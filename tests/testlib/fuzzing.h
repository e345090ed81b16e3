/* For random tests of whole programs. A trial is a text with a line for each thing that can be left
 * out. Each is judged in its own process, so that a crash, a failed assertion and a hang are
 * failures like others. A failing trial is made smaller while it fails, and kept as a case that
 * tests/commands/regress.bats replays. */
#ifndef FUZZING_H
#define FUZZING_H

#include "base/strings.h"

#include <stdint.h>

struct fuzzing {
    const char *name;
    void (*make)(uint64_t seed, struct text *trial);
    bool (*wrong)(const char *trial, struct text *why); /* whether the trial fails, with a sentence */
    void (*keep)(const char *trial, struct text *file); /* as a case of tests/regress */
    int tries;                                          /* of the shrinker so far */
    char kind[16];                                      /* how the reason of the first failure begins */
};

/* The report of a process to the one that watches it. */
struct fuzzing_report {
    uint64_t seed;
    int64_t done, refused;
    bool wrong;
    char why[4000];
};
extern struct fuzzing_report *fuzzing_report; /* shared by the processes; set by fuzzing_begin */

void fuzzing_begin(void);
/* Runs batches of trials from a seed on. Returns the number of failures: 0, or 1, which ends the
 * run. */
int fuzzing_run(struct fuzzing *f, uint64_t seed, int64_t batches);
/* Does the work in a child process. Returns true if it failed; fuzzing_report->why has the
 * reason. */
bool fuzzing_apart(void (*work)(const struct fuzzing *, const void *), const struct fuzzing *f, const void *what);
/* Work for fuzzing_apart: judges a trial's text. */
void fuzzing_one(const struct fuzzing *f, const void *trial);
/* Makes a trial that is wrong smaller while it is wrong in the same way. */
void fuzzing_shrink(struct fuzzing *f, struct text *trial);

#endif
