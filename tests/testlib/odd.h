/* For tests of the library: every call that takes a literal, with a number that is none, or is far
 * above those in use. The call must refuse it with a sentence, or succeed. It must not crash, nor
 * take memory for the variables between. */
#ifndef ODD_H
#define ODD_H

#include "base/strings.h"

enum { ODD_LITERALS = 10, ODD_CALLS = 5 };

struct odd {
    const char *solver;
    int x;
    struct text *why; /* the fault; empty: none */
};

struct odd_call {
    void (*call)(const struct odd *);
    bool solves; /* the result depends on the solver */
};

extern const int odd_literals[ODD_LITERALS];
extern const struct odd_call odd_calls[ODD_CALLS];

#endif
