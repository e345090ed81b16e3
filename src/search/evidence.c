#include "search/evidence.h"

#include <string.h>

void evidence_add(struct evidence *to, const struct evidence *more)
{
    to->checked += more->checked;
    to->believed += more->believed;
    if (more->by) to->by = more->by;
    to->proof_bytes += more->proof_bytes;
    to->check_seconds += more->check_seconds;
    to->claimed |= more->claimed;
    to->parity |= more->parity;
    to->arithmetic |= more->arithmetic;
    to->exhaustion |= more->exhaustion;
    to->steps |= more->steps;
    to->added_up |= more->added_up;
    to->symmetry |= more->symmetry;
    if (more->theorems) to->theorems = more->theorems;
}

bool evidence_foreign(const char *solver) { return !strncmp(solver, "process", 7) || !strncmp(solver, "ipasir:", 7); }

void evidence_words(const struct evidence *e, const char *solver, struct text *out)
{
    if (evidence_proves(e))
        text_put(out, "proved");
    else if (evidence_foreign(solver))
        text_add(out, "claimed by %s, unchecked", solver);
    else
        text_add(out, "refuted by %s, unchecked", e->by ? e->by : solver);
}
