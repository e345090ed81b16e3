/* A stencil: clauses printed as DIMACS lines many times, every variable being some steps further each time.
 *
 *      x3 -17 99 0
 *      x4 -18 100 0         ten printings are kept as text. In the next ten the last digits are the same, and the tens
 *          ...              are some steps further, all of them added at once; only where one passes 9 a number is
 *      x12 -26 108 0        carried by hand, and if it grows longer, all are printed anew
 */
#ifndef DIMACS_RUN_H
#define DIMACS_RUN_H

#include "cnf/cnf.h"

struct dimacs_run;

struct dimacs_run *dimacs_run_new(void);
void dimacs_run_free(struct dimacs_run *s); /* NULL is fine */
/* Begins a run of these clauses, which must live until it is printed. False: they are too many or step too far. */
bool dimacs_run_begin(struct dimacs_run *s, const struct cnf_run *run, const struct cnf_buffer *clauses);
/* The bytes that printing may touch, which are more than it fills. */
size_t dimacs_run_room(const struct dimacs_run *s);
/* Prints the next ten, or as many as are left, and goes on; where they end. */
enum { DIMACS_RUN_TIMES = 10 };
char *dimacs_run_print(struct dimacs_run *s, char *to);
/* Prints the i-th of the next ten alone; and goes on by ten. */
char *dimacs_run_line(const struct dimacs_run *s, int i, char *to);
void dimacs_run_next(struct dimacs_run *s);

#endif
