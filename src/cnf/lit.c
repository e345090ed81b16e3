#include "cnf/lit.h"

void lit_overflow(void)
{
    fatal("The formula needs more than 2147483647 variables; try a smaller instance or another encoding.");
}
