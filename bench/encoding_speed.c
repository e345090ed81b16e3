/* Measures the encoding speed once: encoding_speed ENCODER N K SINK [FILE].
 *
 * SINK is one of
 * - counter: counts the clauses;
 * - buffer: stores them in memory;
 * - dimacs: writes them to FILE;
 * - cat: copies FILE, which an earlier run with dimacs wrote, with cat;
 * - solver: adds them to a solver;
 * - peer: stores them as buffer does and prints the line of encoding_peers.h, for
 *   bench/encoding-peers.
 *
 * Prints one line: clauses, literals, bytes, CPU seconds, and the memory in kB that the
 * measurement added. bench/encoding-speed runs it and makes the table. */
#include "base/clock.h"
#include "cnf/encoder.h"
#include "solvers/solver.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Returns "at most k of n", the parity of n inputs, or "at most k" over weights from 1 to 9. */
static struct constraint constraint_of(enum kind kind, int n, int64_t k)
{
    lit *x = mem_new((size_t)n, sizeof *x);
    int64_t *w = kind == PB ? mem_new((size_t)n, sizeof *w) : NULL;
    for (int i = 0; i < n; i++) {
        x[i] = i + 1;
        if (w) w[i] = 1 + i % 9;
    }
    return (struct constraint){.kind = kind, .n = n, .x = x, .w = w, .lo = kind == XOR, .hi = kind == XOR ? 1 : k};
}

static int64_t file_bytes(const char *name)
{
    struct stat s;
    return stat(name, &s) ? 0 : (int64_t)s.st_size;
}

static void print_line(struct size made, int64_t bytes, double seconds, long kb)
{
    printf("%" PRId64 " %" PRId64 " %" PRId64 " %.3f %ld\n", made.clauses, made.literals, bytes, seconds, kb);
}

static int copy(const char *name)
{
    struct text command = {0};
    text_add(&command, "cat '%s' >'%s.copy'", name, name);
    double from = clock_cpu_children();
    if (system(text_string(&command))) return 1;
    print_line((struct size){0}, file_bytes(name), clock_cpu_children() - from, 0);
    text_release(&command);
    return 0;
}

static int measure(const struct encoding *e, const struct constraint *c, const char *sink, const char *name)
{
    struct text err = {0};
    struct cnf counter = cnf_counter(c->n), *f = &counter;
    struct cnf_buffer buffer;
    struct cnf_writer writer;
    struct solver *solver = NULL;
    FILE *out = NULL;
    int64_t bytes = 0;
    long kb = clock_peak_kb();
    double from = clock_cpu();
    bool peer = !strcmp(sink, "peer");
    if (!strcmp(sink, "buffer") || peer) {
        buffer = cnf_buffer_of(c->n);
        f = &buffer.cnf;
    } else if (!strcmp(sink, "dimacs")) {
        if (!(out = fopen(name, "w"))) return 1;
        cnf_writer_init(&writer, out, c->n);
        f = &writer.cnf;
    } else if (!strcmp(sink, "solver")) {
        if (!(solver = solver_open("cadical", "", 0, &err))) return 1;
        f = solver_sink(solver);
        f->vars = c->n;
    } else if (strcmp(sink, "counter"))
        return 1;
    struct constraint tuned = *c;
    tuned.tuning = e->tuning;
    if (e->encoder->feasible && !e->encoder->feasible(&tuned, &err)) return 1;
    e->encoder->encode(&tuned, f);
    if (!strcmp(sink, "buffer")) bytes = ((int64_t)buffer.lits.n + buffer.start.n) * (int64_t)sizeof(lit);
    if (out) {
        if (!cnf_writer_release(&writer)) return 1;
        fclose(out);
        bytes = file_bytes(name);
    }
    double seconds = clock_cpu() - from;
    kb = clock_peak_kb() - kb;
    if (peer) {
        printf("%" PRId64 " %" PRId64 " %" PRId64 " %.3f\n", f->made.vars, f->made.clauses, f->made.literals, seconds);
        return 0;
    }
    print_line(f->made, solver ? kb * (int64_t)1024 : bytes, seconds, kb);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 5) return 2;
    struct encoding e;
    struct text err = {0};
    for (int kind = 0; kind < KINDS; kind++) {
        const char *name = encoder_kind((enum kind)kind);
        if (strncmp(argv[1], name, strlen(name)) || !encoder_parse((enum kind)kind, argv[1], &e, &err)) continue;
        struct constraint c = constraint_of((enum kind)kind, atoi(argv[2]), atoll(argv[3]));
        if (!strcmp(argv[4], "cat")) return copy(argv[5]);
        return measure(&e, &c, argv[4], argc > 5 ? argv[5] : NULL);
    }
    fprintf(stderr, "%s\n", text_string(&err));
    return 2;
}
