/* Prove an optimum: a DRAT proof, checked, that no better value has a solution.
 *
 *     cc certify.c $(pkg-config --cflags --libs loophole) -o certify && ./certify */
#include <loophole.h>

#include <stdio.h>

static int certify_failed(const char *error) { return fprintf(stderr, "%s\n", error), 1; }

/* Twelve things have weights and values: the highest value with a weight of at most 50. */
int main(void)
{
    enum { N = 12 };
    const int64_t weight[N] = {12, 7, 11, 8, 9, 6, 14, 5, 10, 13, 4, 3},
                  value[N] = {24, 13, 23, 15, 16, 11, 28, 9, 19, 25, 6, 4};
    int x[N], n;
    int64_t best, needed;
    size_t bytes;
    char *error = NULL, *proof = NULL;
    loophole_model *m = loophole_model_new();
    for (int i = 0; i < N; i++) x[i] = loophole_model_var(m, NULL, NULL);
    if (!loophole_model_pb(m, x, weight, N, 0, 50, &error) || !loophole_model_maximize(m, x, value, N, 0, &error))
        return certify_failed(error);
    loophole_problem *q = loophole_problem_new(m);
    if (loophole_problem_solve(q, &error) != LOOPHOLE_OPTIMAL) return certify_failed(error ? error : "no optimum");
    loophole_problem_objective(q, &best);

    /* The clauses of the model, and a bound that asks for a higher value. */
    loophole_sink *sink = loophole_sink_buffer(0);
    if (!loophole_problem_encode(q, sink, &error)) return certify_failed(error);
    loophole_counter *counter = loophole_counter_new(sink, NULL, x, value, N, LOOPHOLE_DOWN, 0, best + 2, &error);
    const int *bound = counter ? loophole_counter_at_least(counter, best + 1, &n, &error) : NULL;
    if (!bound) return certify_failed(error);
    for (int i = 0; i < n; i++) loophole_sink_clause(sink, &bound[i], 1, NULL);
    if (loophole_sink_prove(sink, &proof, &bytes, &error) != LOOPHOLE_UNSATISFIABLE)
        return certify_failed(error ? error : "a better one");
    if (!loophole_sink_check_proof(sink, proof, bytes, &needed, &error)) return certify_failed(error);
    printf("%d is the most: %d clauses refute %d, by a proof of %d bytes that was checked\n", (int)best,
           (int)loophole_sink_clauses(sink), (int)best + 1, (int)bytes);
    loophole_free(proof);
    loophole_counter_free(counter);
    loophole_sink_free(sink);
    loophole_problem_free(q);
    loophole_model_free(m);
    return 0;
}
