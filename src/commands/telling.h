/* What a search tells while it runs, as one line. */
#ifndef TELLING_H
#define TELLING_H

#include "base/progress.h"
#include "cli/request.h"

struct telling {
    struct progress p;
    const struct puzzle *puzzle;
    bool counting, explaining; /* solutions, rules that clash; else an objective value */
    struct answer seen;        /* a copy of what the search published last, with the best solution; guarded by: */
    struct watchdog *watchdog; /* the request's; NULL: nobody else reads it */
    /* Called with each published answer, while the watchdog is locked; NULL: nobody. */
    void (*also)(void *state, const struct answer *so_far);
    void *also_state;
    struct text bounds; /* that the log printed last */
};

/* From now on the request's problem tells its progress: a line on a terminal unless --quiet; with
 * --verbose a log, a line every two seconds and whenever a bound moves. */
void telling_start(struct telling *t, struct request *r);
void telling_end(struct telling *t, struct request *r);
/* For last words: takes the answer that was published last, with its status, and clears the line; failure: see
 * base/watchdog.h. Releases nothing that the search may still use. */
void telling_take(struct telling *t, const struct request *r, const char *failure, struct answer *a);

/* With --verbose, what --pb auto chooses for the model's sums and why, line by line. */
void telling_choices(const struct request *r, const struct model *m, int64_t most);

/* From now on p shows what is reported to the job: the stage and its share. */
void telling_job(struct progress *p, struct job *job);

/* "39 <= gunports <= 41", as far as bounds are known; objective value NULL: of nothing. Adds "no solution
 * yet" where there is none. */
void telling_bounds(const struct answer *a, const char *unit, struct text *out);

/* Why an answer is not known: "time limit", "memory limit", "interrupted" or "given up". */
const char *telling_reason(const struct request *r);
/* "stopped by the time limit", or whichever it was; else "stopped". */
void telling_stopped(const struct request *r, struct text *out);

/* Whole lines of sentences on standard output, broken at blanks where that is a terminal. */
void telling_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same of tables and solutions: lines stay as long as they are. */
void telling_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
