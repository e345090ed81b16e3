/* For all unit tests: cmocka, the common headers, and assignments as bits, in which variable v is
 * true if bit v - 1 is 1. */
#ifndef TESTLIB_H
#define TESTLIB_H

#include "cnf/lit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* ONLY=NAME runs one test, as tests/run prints it. */
__attribute__((constructor)) static void run_only(void)
{
    if (getenv("ONLY")) cmocka_set_test_filter(getenv("ONLY"));
}

bool bits_true(lit x, unsigned bits);
/* The sum of w (NULL: of 1) over the literals that are true. */
int64_t bits_sum(const lit *x, const int64_t *w, int n, unsigned bits);

/* Whether the text has these words in this order; `*` is anything between them. assert_says fails
 * the test if not. */
bool says(const char *text, const char *words);
void assert_says(const char *text, const char *words);

#endif
