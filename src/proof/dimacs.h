/* DIMACS CNF, read: strictly, as a certificate's formula has to be. */
#ifndef DIMACS_H
#define DIMACS_H

#include "cnf/cnf.h"

/* Comments, then "p cnf VARS CLAUSES", then just so many clauses. buffer: initialised and empty.
 * False, with a sentence that names `name`. */
bool dimacs_read(const char *text, const char *name, struct cnf_buffer *buffer, struct text *err);
/* Are both, the file's and ours, the same, clause for clause, and their numbers of variables?
 * False, with a sentence. */
bool dimacs_same(const struct cnf_buffer *a, const struct cnf_buffer *b, struct text *err);

#endif
