/* For tests of the library: every call that takes a literal, with one that is none or far beyond those in use. It must be
 * refused with a sentence, or done; never a crash, and no memory for the variables between. */
#ifndef ODD_H
#define ODD_H

#include "base/strings.h"

enum { ODD_LITERALS = 10, ODD_CALLS = 5 };

struct odd {
    const char *solver;
    int x;
    struct text *why; /* what went wrong; empty: nothing */
};

struct odd_call {
    void (*call)(const struct odd *);
    bool solves; /* it matters which solver */
};

extern const int odd_literals[ODD_LITERALS];
extern const struct odd_call odd_calls[ODD_CALLS];

#endif
