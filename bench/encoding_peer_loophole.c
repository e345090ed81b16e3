/* Loophole's encoders through its C library: PROGRAM KIND ENCODER N K prints variables, clauses, literals and CPU ms of one
 * encoding, repeated for at least 0.3 CPU seconds. KIND is one of
 * - card: at most K of N inputs;
 * - pb: weights from 1 to 100 on N inputs, at most half of their sum;
 * - direct, order, log: N integers of this form from 0 to K, times 3, 5, 2, 7, 4, 9, 6, 8 in turn, at most half of the largest sum.
 * bench/encoding_peer_pindakaas.rs has the same constraints; bench/encoding-peers builds and runs both. */
#include "lib/loophole.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static loophole_sink *integers(const char *form, const char *encoder, int n, int64_t k, char **error)
{
    static const int64_t coefficients[8] = {3, 5, 2, 7, 4, 9, 6, 8};
    loophole_model *m = loophole_model_new();
    int x[8];
    int64_t sum = 0;
    for (int i = 0; i < n; i++) {
        if ((x[i] = loophole_model_int(m, NULL, 0, k, form, error)) < 0) return NULL;
        sum += coefficients[i] * k;
    }
    if (!loophole_model_linear(m, NULL, NULL, 0, x, coefficients, n, INT64_MIN, sum / 2, error)) return NULL;
    loophole_problem *p = loophole_problem_new(m);
    loophole_sink *s = loophole_sink_buffer(0);
    if (encoder && !loophole_problem_set(p, "pb", encoder, error)) return NULL;
    if (!loophole_problem_encode(p, s, error)) return NULL;
    loophole_problem_free(p);
    loophole_model_free(m);
    return s;
}

static loophole_sink *encode(const char *kind, const char *encoder, int n, int64_t k, char **error)
{
    bool pb = !strcmp(kind, "pb");
    if (!pb && strcmp(kind, "card")) return integers(kind, encoder, n, k, error);
    loophole_sink *s = loophole_sink_buffer(n);
    int *x = malloc((size_t)n * sizeof *x);
    int64_t *w = malloc((size_t)n * sizeof *w), sum = 0;
    uint64_t state = (uint64_t)n;
    for (int i = 0; i < n; i++) {
        x[i] = i + 1;
        state = (state * 1103515245 + 12345) % (1u << 31);
        sum += w[i] = 1 + (int64_t)(state >> 16) % 100;
    }
    bool done = pb ? loophole_sink_pb(s, encoder, x, w, n, INT64_MIN, sum / 2, error)
                   : loophole_sink_card(s, encoder, x, n, INT64_MIN, k, error);
    free(x);
    free(w);
    return done ? s : NULL;
}

int main(int argc, char **argv)
{
    if (argc != 5) return 2;
    char *error = NULL;
    clock_t from = clock();
    for (int times = 1;; times++) {
        loophole_sink *s =
            encode(argv[1], strcmp(argv[2], "auto") ? argv[2] : NULL, atoi(argv[3]), atoll(argv[4]), &error);
        if (!s) return fprintf(stderr, "%s\n", error), 1;
        long sizes[] = {loophole_sink_vars(s), (long)loophole_sink_clauses(s), (long)loophole_sink_literals(s)};
        loophole_sink_free(s);
        double seconds = (double)(clock() - from) / CLOCKS_PER_SEC;
        if (seconds < 0.3) continue;
        printf("%ld %ld %ld %.3f\n", sizes[0], sizes[1], sizes[2], seconds / times * 1e3);
        return 0;
    }
}
