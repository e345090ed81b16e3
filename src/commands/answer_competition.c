/* Answers as solvers of the SAT, MaxSAT and pseudo-Boolean competitions print them. */
#include "base/terminal.h"
#include "commands/answer.h"

#include <stdio.h>

void competition_improved(struct answer_stream *s, const struct answer *a)
{
    if (!a->solution.n || !a->has_objective || (s->printed && s->best == a->objective_value)) return;
    s->printed++;
    s->best = a->objective_value;
    terminal_print("o %lld\n", (long long)s->best);
    fflush(stdout); /* the reader may stop this process at any time */
}

/* Writes "v 101" for the literals 1, -2 and 3. */
static void put_bits(const struct solution *solution, struct text *out)
{
    text_put(out, "v ");
    for (int v = 1; v < solution->n; v++) text_char(out, solution->v[v] > 0 ? '1' : '0');
    text_char(out, '\n');
}

void competition_print(struct answer_stream *s, const struct request *r, const struct answer *a)
{
    SCOPED(text) out = {0};
    competition_improved(s, a);
    text_put(&out, a->status == STATUS_OPTIMAL                   ? "s OPTIMUM FOUND\n"
                   : a->status == STATUS_UNSATISFIABLE           ? "s UNSATISFIABLE\n"
                   : a->solution.n && a->status != STATUS_FAILED ? "s SATISFIABLE\n"
                                                                 : "s UNKNOWN\n");
    if (a->solution.n && a->status != STATUS_FAILED) {
        if (r->stated.problem.puzzle->files->bits)
            put_bits(&a->solution, &out);
        else
            text_put(&out, text_string(&a->solution.text));
    }
    terminal_print("%s", out.s);
}
