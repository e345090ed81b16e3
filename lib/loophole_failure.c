/* Error sentences, checks of arguments, and the handler of failures that no call can return. */
#include "lib/inside.h"
#include "base/version.h"

#include <stdio.h>
#include <string.h>

const char *loophole_version(void) { return version_number; }

/* It is "0.3.0". */
int loophole_version_number(void)
{
    int part[3] = {0};
    sscanf(version_number, "%d.%d.%d", &part[0], &part[1], &part[2]);
    return 10000 * part[0] + 100 * part[1] + part[2];
}

void loophole_free(void *result) { mem_free(result); }

void loophole_on_failure(loophole_failure_handler *handler, void *state)
{
    _Static_assert((int)LOOPHOLE_MACHINE == FAILURE_MACHINE && (int)LOOPHOLE_BUG == FAILURE_BUG, "they are the same");
    failure_handle((void (*)(void *, enum failure, const char *))handler, state);
}

/* The byte after the sentence's end has its code. */
bool lib_code(char **error, enum loophole_code code)
{
    if (error && *error) (*error)[strlen(*error) + 1] = (char)code;
    return false;
}

enum loophole_code loophole_error_code(const char *error)
{
    return error ? (enum loophole_code)error[strlen(error) + 1] : LOOPHOLE_CODE_NONE;
}

/* Removes control characters: the sentence may quote a file, and the caller may print it on a
 * terminal. */
bool lib_fail(char **error, struct text *err)
{
    if (error) {
        *error = strcpy(mem_new(strlen(text_string(err)) + 2, 1), text_string(err));
        text_clean(*error);
    }
    text_release(err);
    return lib_code(error, LOOPHOLE_CODE_INPUT);
}

bool lib_fail_in(struct job *job, char **error, struct text *err)
{
    lib_fail(error, err);
    return job_over(job) && lib_code(error, LOOPHOLE_CODE_STOPPED);
}

bool lib_refuse(char **error, const char *format, ...)
{
    struct text said = {0};
    TEXT_ADD_ARGUMENTS(&said, format);
    return lib_fail(error, &said) || lib_code(error, LOOPHOLE_CODE_ARGUMENT);
}

bool lib_refuse_large(char **error, const char *format, ...)
{
    struct text said = {0};
    TEXT_ADD_ARGUMENTS(&said, format);
    return lib_fail(error, &said) || lib_code(error, LOOPHOLE_CODE_LIMIT);
}

bool lib_literals(const int *x, int n, int vars, char **error)
{
    if (n < 0) return lib_refuse(error, "A constraint has %d literals; it takes 0 or more.", n);
    for (int i = 0; i < n; i++) {
        if (!lib_is_literal(x[i]))
            return lib_refuse(error,
                              "Invalid literal number %d of %d, %d: expected a variable from 1 on, or its negation.",
                              i + 1, n, x[i]);
        if (vars && lit_var(x[i]) > vars)
            return lib_refuse(error, "Invalid literal number %d of %d, %d: the model has %d variables.", i + 1, n, x[i],
                              vars);
    }
    return true;
}

int64_t lib_clause_length(const int *x, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        if (!x[i]) return i;
    return -1;
}

bool lib_clauses(const int *x, int64_t n, int vars, char **error)
{
    for (int64_t at = 0, length; at < n; at += length + 1) {
        length = lib_clause_length(x + at, n - at);
        if (length < 0 || length > INT32_MAX)
            return lib_refuse(error, "The last clause has no 0 at its end; each clause of an array ends with one.");
        if (!lib_literals(x + at, (int)length, vars, error)) return false;
    }
    return n >= 0 || lib_refuse(error, "Clauses are %lld numbers; they are 0 or more.", (long long)n);
}

bool lib_weights(const int64_t *w, int n, char **error)
{
    uint64_t total = 0;
    for (int i = 0; w && i < n; i++) {
        uint64_t size = w[i] < 0 ? -(uint64_t)w[i] : (uint64_t)w[i];
        if (size >= (uint64_t)1 << 62 || (total += size) >= (uint64_t)1 << 62)
            return lib_refuse_large(error, "The weights add up to more than 62 bits; divide them by a common factor.");
    }
    return true;
}
