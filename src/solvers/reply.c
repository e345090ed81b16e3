#include "base/number.h"
#include "solvers/reply_inside.h"

#include <stdlib.h>
#include <string.h>

bool reply_wrong(const struct reader *r, const char *format, ...)
{
    SCOPED(text) what = {0};
    TEXT_ADD_ARGUMENTS(&what, format);
    return text_error(r->err, "Line %d of the answer %s", r->number, text_string(&what));
}

bool reply_next(struct reader *r)
{
    if (!*r->at) {
        mem_free(r->line);
        r->line = NULL;
        return false;
    }
    size_t n = strcspn(r->at, "\n");
    r->line = mem_resize(r->line, n + 1, 1);
    memcpy(r->line, r->at, n);
    r->ended = r->at[n] == '\n';
    r->at += n + r->ended;
    while (n && strchr(" \t\r", r->line[n - 1])) n--;
    r->line[n] = '\0';
    r->number++;
    return true;
}

bool reply_state(struct reader *r, enum claim c)
{
    if (r->stated && (c == CLAIM_UNSATISFIABLE) != (r->reply->claim == CLAIM_UNSATISFIABLE))
        return reply_wrong(r, "contradicts the status before it.");
    r->stated = true;
    r->reply->claim = c;
    return true;
}

bool reply_status(const struct reply_word *table, size_t n, const char *word, enum claim *claim)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(table[i].words, word)) {
            *claim = table[i].claim;
            return true;
        }
    return false;
}

void reply_model(struct reader *r)
{
    r->model++;
    r->values = 0;
    r->reply->has_model = true;
}

bool reply_value(struct reader *r, int64_t var, bool value)
{
    if (var < 1 || var > r->vars)
        return reply_wrong(r,
                           "contains variable %lld, but the formula has the variables 1 to %d; it "
                           "answers another instance.",
                           (long long)var, r->vars);
    int mark = value ? r->model : -r->model;
    if (r->mark[var] == -mark) return reply_wrong(r, "gives variable %lld a second, opposite value.", (long long)var);
    if (r->mark[var] != mark) r->values++;
    r->mark[var] = mark;
    return true;
}

/* ---- v lines --------------------------------------------------------------------------------- */

struct lines {
    bool open;  /* the model may continue on the next line */
    bool zero;  /* a 0 ended it */
    bool named; /* written as x1 -x2 */
    bool bits;  /* written as 0110 */
};

/* Parses "12", "-12", "x12", "-x12" or "~x12"; with names, "tent" or "-tent", and 0. */
static bool parse_token(const struct dictionary *names, const char *s, size_t n, int64_t *var, bool *value, bool *named)
{
    char digits[16];
    *value = *s != '-' && *s != '~';
    s += !*value;
    n -= !*value;
    *named = n && (*s < '0' || *s > '9');
    if (names && (n != 1 || *s != '0')) {
        *var = 1 + dictionary_find(names, s, n);
        return *var > 0;
    }
    if (*named) {
        if (*s != 'x') return false;
        s++;
        n--;
    }
    if (!n || n >= sizeof digits || *s < '0' || *s > '9') return false;
    memcpy(digits, s, n);
    digits[n] = '\0';
    return number_parse(digits, var);
}

static bool read_token(struct reader *r, struct lines *l, const char *s, size_t n)
{
    int64_t var;
    bool value, named;
    if (!parse_token(r->names, s, n, &var, &value, &named))
        return reply_wrong(r, "has the word '%.*s' where a literal is expected.", n < 40 ? (int)n : 40, s);
    if (l->zero) return reply_wrong(r, "continues after the 0 that ends a model.");
    if (!var && !named) {
        l->zero = true;
        return true;
    }
    if (r->values && named != l->named) return reply_wrong(r, "mixes literals such as 1 and x1.");
    l->named = named;
    return reply_value(r, var, value);
}

static bool reply_read_values(struct reader *r, struct lines *l, const char *s)
{
    s += strspn(s, " \t");
    if (!l->open || l->zero || l->bits) {
        reply_model(r);
        const size_t bits = strspn(s, "01"); /* one for each variable: MaxSAT since 2022 */
        *l = (struct lines){.open = true, .bits = !s[bits] && bits && bits == (size_t)r->vars};
        if (!l->bits && bits > 1 && !s[bits] && (*s == '0' || bits > 9 || atoi(s) > r->vars))
            return reply_wrong(r, "has %zu bits, but the formula has %d variables; it answers another instance.", bits,
                               r->vars);
    }
    if (l->bits) {
        for (int v = 1; v <= r->vars; v++)
            if (!reply_value(r, v, s[v - 1] == '1')) return false;
        return true;
    }
    for (size_t n; *s; s += n, s += strspn(s, " \t")) {
        n = strcspn(s, " \t");
        if (!read_token(r, l, s, n)) return false;
    }
    return true;
}

static bool read_status(struct reader *r, const char *s)
{
    static const struct reply_word table[] = {
        {"SATISFIABLE", CLAIM_SATISFIABLE}, {"UNSATISFIABLE", CLAIM_UNSATISFIABLE},
        {"OPTIMUM FOUND", CLAIM_OPTIMUM},   {"UNKNOWN", CLAIM_UNKNOWN},
        {"INDETERMINATE", CLAIM_UNKNOWN},   {"SAT", CLAIM_SATISFIABLE},
        {"UNSAT", CLAIM_UNSATISFIABLE},     {"INDET", CLAIM_UNKNOWN},
        {"UNSUPPORTED", CLAIM_UNKNOWN},
    };
    enum claim claim;
    s += strspn(s, " \t");
    if (!strncmp(s, "SOLUTIONS ", 10)) /* picosat --all: their number, after all of them */
        return reply_state(r, strcmp(s + 10, "0") ? CLAIM_SATISFIABLE : CLAIM_UNSATISFIABLE);
    if (reply_status(table, sizeof table / sizeof *table, s, &claim)) return reply_state(r, claim);
    return reply_wrong(r, "has the unknown status '%.40s': expected one such as SATISFIABLE.", s);
}

static bool is_status_alone(const char *s)
{
    return !strncmp(s, "SAT", 3) || !strncmp(s, "UNSAT", 5) || !strncmp(s, "INDET", 5);
}

static bool read_cost(struct reader *r, const char *s)
{
    s += strspn(s, " \t");
    r->reply->has_cost = true;
    return number_parse(s, &r->reply->cost) || reply_wrong(r, "has the word '%.40s' where a cost is expected.", s);
}

static bool is_literals(const char *s) { return (*s == '-' && s[1] >= '1' && s[1] <= '9') || (*s >= '0' && *s <= '9'); }

/* Reads a line that starts with a letter of the format, or a line of minisat. */
static bool reply_read_line(struct reader *r, struct lines *l)
{
    const char *s = r->line + strspn(r->line, " \t"); /* an empty model of minisat is " 0" */
    bool letter = *s && (s[1] == ' ' || s[1] == '\t' || !s[1]);
    if (letter && *s == 'v') return reply_read_values(r, l, s + 1);
    if (is_literals(s) && r->stated) return reply_read_values(r, l, s);
    l->open = false;
    if (!*s || (letter && *s == 'c')) return true;
    const struct reply_word *word = r->own ? r->own(s) : NULL;
    if (word) return word->ignored || reply_state(r, word->claim);
    if (letter && *s == 's') return read_status(r, s + 1);
    if (letter && *s == 'o') return read_cost(r, s + 1);
    if (is_status_alone(s)) return read_status(r, s);
    if (!strncmp(s, "WARNING", 7)) return true; /* minisat; also in a child process */
    return reply_wrong(r, "is not a line of a solver's answer: '%.40s'.", s);
}

/* ---- whole replies --------------------------------------------------------------------------- */

static bool read_lines(struct reader *r)
{
    struct lines l = {0};
    bool ended = true;
    do {
        if (!reply_read_line(r, &l)) return false;
        ended = r->ended;
    } while (reply_next(r));
    r->number++;
    if (!r->stated)
        return text_error(r->err,
                          "The answer has no status such as 's SATISFIABLE'; it is truncated, or not of a solver.");
    /* Solvers of OPB and WCNF files write no 0, and may omit variables that occur nowhere. */
    if (r->reply->has_model && !l.zero && !l.bits &&
        (!ended || (r->values && r->values < r->vars && !l.named && !r->reply->has_cost)))
        return text_error(r->err, "The answer's last model ends without a 0; it is truncated.");
    return true;
}

static bool read_any(struct reader *r)
{
    bool some = reply_next(r);
    while (some && !*r->line) some = reply_next(r);
    if (!some) return text_error(r->err, "The answer is empty: expected the output of a solver.");
    if (!strncmp(r->line, "Problem:", 8)) return reply_glpsol(r);
    if (!strncmp(r->line, "c Problem:", 10) || !strncmp(r->line, "s mip ", 6)) return reply_glpsol_terse(r);
    if (!strcmp(r->line, "Model status")) return reply_highs(r);
    static const char *const cbc[] = {"Optimal", "Infeasible", "Integer infeasible", "Stopped", "Unbounded", "Status"};
    for (size_t i = 0; i < sizeof cbc / sizeof *cbc; i++)
        if (!strncmp(r->line, cbc[i], strlen(cbc[i]))) return reply_cbc(r);
    return read_lines(r);
}

static bool reply_judge_values(struct reader *r)
{
    const struct reply *reply = r->reply;
    if (reply->claim == CLAIM_UNSATISFIABLE && reply->has_model)
        return text_error(r->err, "The answer says that there is no solution, but gives one.");
    bool solved = reply->claim == CLAIM_SATISFIABLE || reply->claim == CLAIM_OPTIMUM;
    if (solved && !reply->has_model)
        return text_error(r->err,
                          "The answer says that there is a solution, but gives none; ask the solver to print it.");
    for (int v = 1; reply->has_model && v <= r->needed; v++)
        if (r->mark[v] != r->model && r->mark[v] != -r->model)
            return text_error(r->err, "The answer gives no value to variable %d; a model must be complete.", v);
    return true;
}

bool reply_parse(const char *text, int vars, int needed, const struct dictionary *names,
                 const struct reply_word *(*own)(const char *line), struct reply *reply, struct text *err)
{
    *reply = (struct reply){.values = {mem_new((size_t)vars + 1, 1), vars}};
    struct reader r = {
        .at = text, .names = names, .own = own, .reply = reply, .err = err, .vars = vars, .needed = needed};
    r.mark = mem_new((size_t)vars + 1, sizeof *r.mark);
    bool ok = read_any(&r) && reply_judge_values(&r);
    for (int v = 1; ok && reply->has_model && v <= vars; v++)
        reply->values.v[v] = (signed char)(r.mark[v] == r.model ? 1 : r.mark[v] == -r.model ? -1 : 0);
    reply->read = r.number;
    MEM_FREE(r.mark, r.line);
    return ok;
}

void reply_release(struct reply *r)
{
    mem_free(r->values.v);
    *r = (struct reply){0};
}
