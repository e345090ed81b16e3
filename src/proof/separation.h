/* Checks lazy clauses of connectivity, without the code that finds them. */
#pragma once

#include "cnf/constraint.h"

/* Whether the clause follows from the constraint alone, with its guards: if all its literals are
 * false, two vertices that must be true, one of which may be the root, are separated by false
 * ones. For regions: edges that are no borders join too many vertices, two roots, or the ends of
 * a border; or the borders leave too few vertices, or no root. For paths and circuits: a vertex
 * that must be on the tour does not reach another one, or edges of a path form a cycle. */
bool separation_follows(const struct constraint *c, const lit *clause, int n);
