/* Bugs of the program and failures of the system.
 *
 * Our bug: assert(condition && "words"), kept in release builds. A system error (memory, threads,
 * pipes): fatal(), which ends the program with exit status 3. The user's input is neither: return
 * false and one full sentence in a `struct text *err`. */
#pragma once

_Noreturn void fatal(const char *sentence, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void failure_bug(const char *file, int line, const char *condition);
#undef assert
#define assert(condition) ((condition) ? (void)0 : failure_bug(__FILE__, __LINE__, #condition))

/* Sets the function that reports a bug or a system error, in the thread where it happened. NULL:
 * the sentence goes to standard error. The function may end the process or leave by longjmp (the
 * work is then lost). If it returns, abort() follows. Call this before you start threads. */
enum failure { FAILURE_MACHINE, FAILURE_BUG };
void failure_handle(void (*handler)(void *state, enum failure what, const char *sentence), void *state);
/* The handler that is set now, so that a caller can replace it, call it by failure_pass, and set it
 * again. */
struct failure_hook {
    void (*handler)(void *state, enum failure what, const char *sentence);
    void *state;
};
struct failure_hook failure_now(void);
void failure_pass(struct failure_hook to, enum failure what, const char *sentence);
