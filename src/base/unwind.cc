#include "base/unwind.h"

namespace {
struct Left {};
} // namespace

bool unwind_run(void (*work)(void *state), void *state)
{
    try {
        work(state);
    } catch (const Left &) {
        return false;
    }
    return true;
}

void unwind_leave(void) { throw Left(); }
