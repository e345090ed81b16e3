#include "search/evidence.h"

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
