/* Leaves work from inside, however deep: the scoped variables of all functions between are
 * released. C is compiled with -fexceptions for that. */
#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Calls work(state). False: it called unwind_leave. */
bool unwind_run(void (*work)(void *state), void *state);
/* Continues after the last unwind_run of this thread. Only inside one. */
void unwind_leave(void) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif
