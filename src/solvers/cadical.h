/* CaDiCaL behind a boundary that lets no exception out: what is C++ stays in cadical.cc.
 *
 * Out of memory is remembered: from then on every call does nothing, and cadical_solve says
 * CADICAL_BROKEN. What the solver was doing then is left half done, so that a broken one is never
 * taken apart: its memory stays lost. */
#ifndef CADICAL_H
#define CADICAL_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cadical;
enum { CADICAL_BROKEN = -1 };

const char *cadical_signature(void);
/* NULL: there is no memory. stop is asked often while solving. */
struct cadical *cadical_new(int (*stop)(void *state), void *state);
void cadical_free(struct cadical *c); /* NULL is fine */

/* Before the first clause. False: there is no such option. */
bool cadical_set(struct cadical *c, const char *option, int value);
/* The same: from now on every learned and every deleted clause is told, as bytes of a binary DRAT proof. */
bool cadical_trace(struct cadical *c, void (*take)(void *state, const char *bytes, size_t n), void *state);

void cadical_clause(struct cadical *c, const int *x, int n);
void cadical_assume(struct cadical *c, int x);
void cadical_limit(struct cadical *c, int conflicts); /* of the next call */
long long cadical_learned(const struct cadical *c);   /* clauses so far: about the conflicts; may be asked by stop */
void cadical_phase(struct cadical *c, int x);
int cadical_solve(struct cadical *c); /* 10, 20, 0 or CADICAL_BROKEN; all of the proof so far was told */
int cadical_value(struct cadical *c, int x);
bool cadical_failed(struct cadical *c, int x);

#ifdef __cplusplus
}
#endif

#endif
