/* --log FILE: what a search without a solver did, step by step, for a checker that shares no code with it. */
#ifndef STEPLOG_H
#define STEPLOG_H

#include "base/file.h"
#include "cli/request.h"

struct steplog {
    bool asked;
    struct file file;
};

/* Tells the problem where its steps go, if --log is given. False, with a sentence: the search has none, or no
 * file. */
bool steplog_open(struct steplog *, struct request *r, struct text *err);
/* The file gets its name, unless the search failed. The status, or what became of it. */
enum status steplog_close(struct steplog *, enum status status, struct text *err);

#endif
