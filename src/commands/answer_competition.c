/* Answers as solvers of the SAT, MaxSAT and pseudo-Boolean competitions print them. */
#include "base/terminal.h"
#include "commands/answer.h"

#include <stdio.h>
#include <string.h>

void competition_improved(struct competition *c, const struct answer *a)
{
    if (!a->solution.n || !a->has_objective || (c->found && c->best == a->objective_value)) return;
    c->found = true;
    c->best = a->objective_value;
    terminal_print("o %lld\n", (long long)c->best);
    fflush(stdout); /* the reader may stop this process at any time */
}

/* Writes "v 1 -2 3 0" as "v 101". */
static void put_bits(const char *solution, struct text *out)
{
    text_put(out, "v ");
    for (const char *s = solution; *s; s += strcspn(s, " \n"), s += strspn(s, " \n"))
        if (*s != 'v' && *s != '0') text_char(out, *s == '-' ? '0' : '1');
    text_char(out, '\n');
}

void competition_print(struct competition *c, const struct request *r, const struct answer *a)
{
    SCOPED(text) out = {0};
    competition_improved(c, a);
    text_put(&out, a->status == STATUS_OPTIMAL                   ? "s OPTIMUM FOUND\n"
                   : a->status == STATUS_UNSATISFIABLE           ? "s UNSATISFIABLE\n"
                   : a->solution.n && a->status != STATUS_FAILED ? "s SATISFIABLE\n"
                                                                 : "s UNKNOWN\n");
    if (a->solution.n && a->status != STATUS_FAILED) {
        if (r->stated.problem.puzzle->bits)
            put_bits(a->solution.s, &out);
        else
            text_put(&out, a->solution.s);
    }
    terminal_print("%s", out.s);
}
