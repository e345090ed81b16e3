/* The progress of a search, as one line. */
#pragma once

#include "base/file.h"
#include "base/progress.h"
#include "cli/request.h"

struct search_report {
    struct progress p;
    bool counting, explaining; /* progress counts solutions, or conflicting rules; else it has objective values */
    bool stages;               /* progress has the stages of work after a search, too */
    struct answer seen;        /* a copy of the last published answer, with the best solution; the watchdog guards it */
    /* Called with each published answer, while the watchdog is locked; NULL: not called. */
    void (*also)(void *state, const struct answer *so_far);
    void *also_state;
    int64_t bounds[3]; /* the last ones: 1 without a solution, 2 with one; lower, upper */

    /* For search_report_run. The callbacks get the report, the first member of their state. */
    struct request *r;
    void (*search)(void *report, struct answer *a); /* stores results elsewhere after watchdog_end only */
    /* Adjusts the results after a limit or, if there is a sentence, a failure; NULL: nothing to
     * adjust. */
    void (*stopped)(void *report, const char *failure);
    int (*finish)(void *report); /* prints the answer `a`, and returns the exit status */
    struct answer a;
    bool answered; /* `a` was final before a limit or a failure */
};

/* Shows the progress of the request's problem from now on: a line on a terminal unless --quiet.
 * With --verbose it is a log, with a line every two seconds and whenever a bound moves. *t is
 * zeroed or has settings. */
void search_report_start(struct search_report *t, struct request *r);
void search_report_end(struct search_report *t, struct request *r);
/* Runs the search and prints its answer. At a limit, the watchdog prints the last published one,
 * and frees nothing that the search may still use. Returns the exit status. */
int search_report_run(struct search_report *t, struct request *r);

/* With --verbose: prints the choices of --pb auto for the model's sums, with reasons, line by
 * line. */
void search_report_choices(const struct request *r, const struct model *m, int64_t most);

/* Makes p show the job's progress from now on: the stage and its share. */
void search_report_job(struct progress *p, struct job *job);

/* Adds "39 <= gunports <= 41", as far as bounds are known; unit NULL: no bounds. Adds "no solution
 * yet" if there is none. */
void search_report_bounds(const struct answer *a, const char *unit, struct text *out);

/* "stopped by the time limit", or whichever it was; else "stopped". */
void search_report_stopped(const struct request *r, struct text *out);

/* Runs search_count for c or, if that is NULL, search_solve. With --log FILE it writes the steps of
 * the search into the file, for a checker that shares no code with it. If the search logs no steps,
 * or the file cannot be opened, the status is STATUS_REFUSED, with a sentence. If it cannot be
 * written, the answer keeps its status and becomes `unlogged`. */
void search_report_logged(struct request *r, struct solution_count *c, struct answer *a);
