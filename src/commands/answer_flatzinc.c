/* Answers as MiniZinc reads them from the solvers of FlatZinc. */
#include "base/clock.h"
#include "base/terminal.h"
#include "commands/answer.h"

#include <stdio.h>
#include <string.h>

void flatzinc_stream_solution(struct answer_stream *s, const struct solution *solution)
{
    SCOPED(text) out = {0}, line = {0};
    const char *at = text_string(&solution->text);
    while (text_line(&line, &at))
        if (*text_string(&line) != '%') text_add(&out, "%s\n", text_string(&line));
    text_put(&out, "----------\n");
    s->printed++;
    terminal_print("%s", text_string(&out));
    fflush(stdout); /* the reader may stop this process at any time */
}

void flatzinc_stream_improved(struct answer_stream *s, const struct answer *a)
{
    if (!a->solution.n || (s->printed && (!a->has_objective || s->best == a->objective_value))) return;
    s->best = a->objective_value;
    flatzinc_stream_solution(s, &a->solution);
}

void flatzinc_stream_end(struct answer_stream *s, const struct answer *a, bool complete)
{
    if (!s->listed) flatzinc_stream_improved(s, a);
    if (s->statistics)
        terminal_print("%%%%%%mzn-stat: solveTime=%.3f\n%%%%%%mzn-stat: failures=%lld\n%%%%%%mzn-stat: variables=%lld\n"
                       "%%%%%%mzn-stat: clauses=%lld\n%%%%%%mzn-stat: peakMem=%.1f\n%%%%%%mzn-stat: nSolutions=%lld\n"
                       "%%%%%%mzn-stat-end\n",
                       clock_cpu() + clock_cpu_children(), (long long)(a->conflicts > 0 ? a->conflicts : 0),
                       (long long)a->size.vars, (long long)a->size.clauses, (double)clock_peak_kb() / 1024,
                       (long long)s->printed);
    if (complete)
        terminal_print("%s\n", s->printed ? "==========" : "=====UNSATISFIABLE=====");
    else if (!s->printed)
        terminal_print("=====UNKNOWN=====\n");
}
