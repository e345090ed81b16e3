/* Solution files of LP solvers: glpsol -o (a report), glpsol -w (terse lines), cbc's `solution`,
 * HiGHS's solution_file. Columns are named x1, x2, ... as in the written program. */
#include "base/number.h"
#include "solvers/reply_inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Reads a variable's value within the tolerance of these solvers: 0 or 1 for the model's variables.
 * Later variables may have any integer value and are ignored. */
static bool reply_lp_read_value(struct reader *r, int64_t var, const char *word)
{
    const double tolerance = 1e-5;
    bool ours = var <= r->needed;
    char *end;
    double v = strtod(word, &end);
    if (*word && !*end && fabs(v - nearbyint(v)) < tolerance && (!ours || (v > -0.5 && v < 1.5)))
        return reply_value(r, var, v > 0.5);
    return reply_wrong(r, "has the value '%.40s' where %s is expected.", word, ours ? "0 or 1" : "an integer");
}

/* Reads the objective of a solution: an integer, within the tolerance and the ten digits that these
 * solvers print. */
static bool reply_lp_cost(struct reader *r, const char *word)
{
    char *end;
    double v = strtod(word, &end), slack = fabs(v) * 1e-9;
    bool whole = end > word && fabs(v) < 0x1p62 && fabs(v - nearbyint(v)) < 1e-5 + slack;
    if (!whole) return reply_wrong(r, "has the objective '%.40s' where an integer is expected.", word);
    r->reply->has_cost = true;
    r->reply->cost = llround(v);
    r->reply->slack = llround(slack);
    return true;
}

/* Reads a column of the linear program, by name and value. */
static bool read_column(struct reader *r, const char *name, const char *word)
{
    int64_t var;
    if (*name != 'x' || name[1] < '1' || name[1] > '9' || !number_parse(name + 1, &var))
        return reply_wrong(r, "contains '%.40s', which is not a variable of the formula.", name);
    return reply_lp_read_value(r, var, word);
}

static bool truncated(struct reader *r)
{
    return text_error(r->err,
                      "The answer ends after line %d without the last line that its solver writes; it is truncated.",
                      r->number);
}

/* Splits the line into at most `most` words, in place. Returns their number. */
static int reply_lp_cut(char *line, char **word, int most)
{
    int n = 0;
    for (char *save, *w = strtok_r(line, " \t", &save); w && n < most; w = strtok_r(NULL, " \t", &save)) word[n++] = w;
    return n;
}

static bool columns_fit(struct reader *r, int64_t columns)
{
    return columns == r->vars || text_error(r->err,
                                            "The answer is about %lld variables, but the formula has %d; it answers "
                                            "another instance.",
                                            (long long)columns, r->vars);
}

/* ---- glpsol -o ------------------------------------------------------------------------------- */

static bool glpsol_status(struct reader *r, const char *s)
{
    static const struct reply_word table[] = {{"INTEGER OPTIMAL", CLAIM_OPTIMUM},
                                              {"INTEGER NON-OPTIMAL", CLAIM_SATISFIABLE},
                                              {"INTEGER EMPTY", CLAIM_UNSATISFIABLE},
                                              {"INTEGER UNDEFINED", CLAIM_UNKNOWN}};
    enum claim claim;
    if (reply_status(table, sizeof table / sizeof *table, s, &claim)) return reply_state(r, claim);
    return reply_wrong(r, "has the unknown status '%.40s': expected one such as INTEGER OPTIMAL.", s);
}

static bool glpsol_columns(struct reader *r)
{
    reply_model(r);
    if (!reply_next(r)) return truncated(r);
    while (reply_next(r) && *r->line) {
        char *word[4];
        int n = reply_lp_cut(r->line, word, 4), value = n > 2 && !strcmp(word[2], "*") ? 3 : 2;
        if (n <= value) return reply_wrong(r, "is not a column as glpsol writes it.");
        if (!read_column(r, word[1], word[value])) return false;
    }
    return r->line || truncated(r);
}

bool reply_glpsol(struct reader *r)
{
    bool ended = false;
    struct reply *reply = r->reply;
    while (reply_next(r)) {
        const char *s = r->line + strspn(r->line, " ");
        if (!strncmp(s, "Columns:", 8)) {
            if (!columns_fit(r, strtoll(s + 8, NULL, 10))) return false;
        } else if (!strncmp(s, "Status:", 7)) {
            if (!glpsol_status(r, s + 7 + strspn(s + 7, " "))) return false;
        } else if (!strncmp(s, "Objective:", 10) && strchr(s, '=')) {
            if (!reply_lp_cost(r, strchr(s, '=') + 1)) return false;
        } else if (!strncmp(s, "No. Column name", 15)) {
            if (!r->stated) return truncated(r);
            bool solved = reply->claim == CLAIM_OPTIMUM || reply->claim == CLAIM_SATISFIABLE;
            if (solved && !glpsol_columns(r)) return false;
        } else if (!strcmp(s, "End of output")) {
            ended = true;
        }
    }
    return (ended && r->stated) || truncated(r);
}

/* ---- glpsol -w ------------------------------------------------------------------------------- */

static bool terse_status(struct reader *r, char **word, int n)
{
    static const struct reply_word table[] = {
        {"o", CLAIM_OPTIMUM}, {"f", CLAIM_SATISFIABLE}, {"n", CLAIM_UNSATISFIABLE}, {"u", CLAIM_UNKNOWN}};
    int64_t columns;
    if (n < 5 || strcmp(word[1], "mip") || !number_parse(word[3], &columns))
        return reply_wrong(r, "is not the status of an integer solution as glpsol writes it.");
    if (!columns_fit(r, columns)) return false;
    enum claim claim;
    if (!reply_status(table, sizeof table / sizeof *table, (char[]){*word[4], '\0'}, &claim))
        return reply_wrong(r, "has the unknown status '%.40s'.", word[4]);
    bool solved = claim == CLAIM_OPTIMUM || claim == CLAIM_SATISFIABLE;
    if (solved) reply_model(r);
    return reply_state(r, claim) && (!solved || n < 6 || reply_lp_cost(r, word[5]));
}

bool reply_glpsol_terse(struct reader *r)
{
    bool ended = false;
    do {
        char *word[6];
        int n = reply_lp_cut(r->line, word, 6);
        if (!n || !strcmp(word[0], "c") || !strcmp(word[0], "i")) continue;
        if (!strcmp(word[0], "e")) {
            ended = true;
        } else if (!strcmp(word[0], "s")) {
            if (!terse_status(r, word, n)) return false;
        } else if (!strcmp(word[0], "j") && n == 3 && r->stated) {
            int64_t var;
            if (!r->reply->has_model) continue;
            if (!number_parse(word[1], &var)) return reply_wrong(r, "names no column.");
            if (!reply_lp_read_value(r, var, word[2])) return false;
        } else {
            return reply_wrong(r, "is not a line as glpsol writes it: '%.40s'.", word[0]);
        }
    } while (reply_next(r));
    return (ended && r->stated) || truncated(r);
}

/* ---- cbc ------------------------------------------------------------------------------------- */

static bool cbc_status(struct reader *r)
{
    const char *s = r->line;
    if (!strstr(s, "objective value")) return truncated(r);
    if (!strncmp(s, "Optimal", 7)) return reply_state(r, CLAIM_OPTIMUM);
    if (!strncmp(s, "Stopped", 7)) return reply_state(r, CLAIM_SATISFIABLE);
    if (!strncmp(s, "Infeasible", 10) || !strncmp(s, "Integer infeasible", 18))
        return reply_state(r, CLAIM_UNSATISFIABLE);
    return reply_wrong(r, "has a status that does not show whether there is a solution: '%.40s'.", s);
}

/* Reads a solution of cbc, which may omit columns of value 0. */
bool reply_cbc(struct reader *r)
{
    if (!r->ended) return truncated(r);
    if (!cbc_status(r)) return false;
    bool solved = r->reply->claim != CLAIM_UNSATISFIABLE;
    if (solved && !reply_lp_cost(r, strstr(r->line, "objective value") + 15)) return false;
    if (solved) reply_model(r);
    while (reply_next(r)) {
        char *word[5];
        const int n = reply_lp_cut(r->line, word, 5), name = n && !strcmp(*word, "**") ? 2 : 1;
        if (!n || !solved) continue;
        if (n < name + 2) return reply_wrong(r, "is not a column as cbc writes it.");
        if (!read_column(r, word[name], word[name + 1])) return false;
        if (!r->ended) return truncated(r);
    }
    for (int v = 1; solved && v <= r->vars; v++)
        if (r->mark[v] != r->model && r->mark[v] != -r->model && !reply_value(r, v, false)) return false;
    return true;
}

/* ----  ---------------------------------------------------------------------------------------- */

static bool highs_status(struct reader *r)
{
    if (!reply_next(r)) return truncated(r);
    const char *s = r->line;
    if (!strcmp(s, "Optimal")) return reply_state(r, CLAIM_OPTIMUM);
    if (!strcmp(s, "Infeasible")) return reply_state(r, CLAIM_UNSATISFIABLE);
    if (!strncmp(s, "Unbounded", 9) || !strncmp(s, "Primal infeasible", 17))
        return reply_wrong(r, "has a status that does not show whether there is a solution: '%.40s'.", s);
    return reply_state(r, CLAIM_SATISFIABLE); /* a limit; without a solution there are no columns */
}

static bool highs_columns(struct reader *r, int64_t columns)
{
    if (!columns_fit(r, columns)) return false;
    reply_model(r);
    for (; columns > 0; columns--) {
        char *word[3];
        if (!reply_next(r) || !r->ended) return truncated(r);
        if (reply_lp_cut(r->line, word, 3) != 2) return reply_wrong(r, "is not a column as HiGHS writes it.");
        if (!read_column(r, word[0], word[1])) return false;
    }
    return true;
}

bool reply_highs(struct reader *r)
{
    bool primal = false, ended = false;
    if (!highs_status(r)) return false;
    while (reply_next(r)) {
        if (!strcmp(r->line, "# Primal solution values")) {
            if (!reply_next(r)) break;
            primal = !strcmp(r->line, "Feasible");
            ended = !primal;
        } else if (primal && !strncmp(r->line, "Objective ", 10)) {
            if (!reply_lp_cost(r, r->line + 10)) return false;
        } else if (primal && !strncmp(r->line, "# Columns ", 10)) {
            if (!highs_columns(r, strtoll(r->line + 10, NULL, 10))) return false;
            primal = false;
        } else if (!strncmp(r->line, "# Rows ", 7)) {
            ended = true;
        }
    }
    if (!r->reply->has_model && r->reply->claim == CLAIM_SATISFIABLE) r->reply->claim = CLAIM_UNKNOWN;
    return ended || truncated(r);
}
