/* The generator of boards, for other commands. */
#pragma once

#include "base/random.h"
#include "search/problem.h"

/* Makes a board of a puzzle that has a generator; size: "7x7", NULL: the usual one. False, with
 * a sentence. */
bool generate_board(const struct puzzle *p, const char *size, uint64_t seed, struct job *job, struct text *file,
                    struct text *err);
