/* Tighten an objective with your own IPASIR solver: here CaDiCaL's library, or any other one with
 * these five functions. Loophole encodes; the solver gets clauses only.
 *
 *     cc tighten.c $(pkg-config --cflags --libs loophole) -lcadical -lstdc++ -lm -o tighten && ./tighten */
#include <loophole.h>

#include <stdio.h>

void *ipasir_init(void);
void ipasir_release(void *solver);
void ipasir_add(void *solver, int lit);
void ipasir_assume(void *solver, int lit);
int ipasir_solve(void *solver);
int ipasir_val(void *solver, int lit);

static void add(void *solver, const int *lits, int n)
{
    for (int i = 0; i < n; i++) ipasir_add(solver, lits[i]);
    ipasir_add(solver, 0);
}

/* Twelve things have weights and values: the highest value with a weight of at most 50. */
int main(void)
{
    enum { N = 12, ALL = 100000 };
    const int64_t weight[N] = {12, 7, 11, 8, 9, 6, 14, 5, 10, 13, 4, 3},
                  value[N] = {24, 13, 23, 15, 16, 11, 28, 9, 19, 25, 6, 4};
    int x[N], n;
    int64_t best = -1;
    char *error = NULL;
    for (int i = 0; i < N; i++) x[i] = i + 1;
    void *solver = ipasir_init();
    loophole_sink *sink = loophole_sink_new(N, add, solver);
    if (!loophole_sink_pb(sink, NULL, x, weight, N, 0, 50, &error)) return fprintf(stderr, "%s\n", error), 1;
    loophole_counter *counter = loophole_counter_new(sink, NULL, x, value, N, LOOPHOLE_DOWN, 0, ALL, &error);
    if (!counter) return fprintf(stderr, "%s\n", error), 1;
    for (;;) {
        const int *bound = loophole_counter_at_least(counter, best + 1, &n, &error);
        if (!bound) return fprintf(stderr, "%s\n", error), 1;
        for (int i = 0; i < n; i++) ipasir_assume(solver, bound[i]);
        if (ipasir_solve(solver) != 10) break;
        int64_t now = 0, heavy = 0;
        for (int i = 0; i < N; i++) {
            now += ipasir_val(solver, x[i]) > 0 ? value[i] : 0;
            heavy += ipasir_val(solver, x[i]) > 0 ? weight[i] : 0;
        }
        if (now <= best || heavy > 50) return fprintf(stderr, "the bound does not hold\n"), 1;
        best = now;
    }
    printf("%d is the most, after %d clauses\n", (int)best, (int)loophole_sink_clauses(sink));
    loophole_counter_free(counter);
    loophole_sink_free(sink);
    ipasir_release(solver);
    return 0;
}
