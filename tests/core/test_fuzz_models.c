/* Random formulas, solved by the program with random encoders, solvers, searches and orders, and
 * compared with the result of trying all assignments. Compares the status, the best objective value
 * and the number of solutions. In a contradiction, the named rules must clash, and none may be
 * superfluous. A failure is shrunk and kept (fuzzing.h). FUZZ_SEED=N sets the first seed, and
 * FUZZ_ROUNDS=N the number of formulas (make fuzz). */

#include <unistd.h>

#include "base/child.h"
#include "base/random.h"

#include "testlib/fuzzing.h"
#include "testlib/requests.h"
#include "testlib/testlib.h"

/* ---- generation ---- ------------------------------------------------------------------------- */

static void fuzz_models_add_choice(struct random *r, struct text *t, const char *name, const char *const *values, int n)
{
    text_add(t, " --%s %s", name, values[random_below(r, n)]);
}
#define CHOOSE(r, t, name, ...)                                                                                        \
    fuzz_models_add_choice(r, t, name, (const char *const[]){__VA_ARGS__},                                             \
                           (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)))

static void fuzz_models_choose_encoders(struct random *r, struct text *t)
{
    for (int k = 0; k <= XOR; k++) { /* puzzles have no constraints of the other kinds */
        int n = 0, pick;
        if (!random_below(r, 3)) continue;
        for (int i = 0; encoders[i]; i++) n += encoders[i]->kind == (enum kind)k;
        pick = random_below(r, n);
        for (int i = 0; encoders[i]; i++) {
            const struct encoder *e = encoders[i];
            if (e->kind != (enum kind)k || pick--) continue;
            text_add(t, " --%s %s", encoder_kind(e->kind), encoder_short(e));
            if (e->size_max && random_below(r, 2)) text_add(t, ":%d", e->size_min + random_below(r, 4));
            break;
        }
    }
}

/* Writes the line of options with which the program is run. */
static void fuzz_models_choose(struct random *r, bool objective, struct text *t)
{
    fuzz_models_choose_encoders(r, t);
    if (!random_below(r, 3)) CHOOSE(r, t, "solver", "picosat", "cadical", "picosat");
    if (!random_below(r, 200) && child_found("picosat")) text_put(t, " --solver process:picosat");
    if (objective && random_below(r, 4))
        CHOOSE(r, t, "search", "down", "down-assume", "up", "bisect", "core", "mixed", "by-model");
    if (!objective && !random_below(r, 10)) CHOOSE(r, t, "engine", "kernel", "sat");
    if (!random_below(r, 3)) CHOOSE(r, t, "parity", "none", "propagate", "kernel");
    if (!random_below(r, 4)) CHOOSE(r, t, "variable-order", "model", "grouped", "reversed", "random");
    if (!random_below(r, 5)) CHOOSE(r, t, "amo-groups", "yes", "no");
    if (!random_below(r, 6)) CHOOSE(r, t, "solver-config", "default", "sat", "unsat", "sat,phase=false");
    if (!random_below(r, 3)) text_add(t, " --seed %d", random_below(r, 1000));
}

/* The plan of a formula. Most formulas have a hidden solution, and few others. */
struct plan {
    struct random r;
    int vars, hidden; /* bit v - 1: the sign of variable v in the hidden solution; -1: none */
};

static bool is_hidden(const struct plan *p, int x) { return (p->hidden >> ((x < 0 ? -x : x) - 1) & 1) == (x > 0); }

/* Chooses `least` to `most` literals over different variables; returns their number. */
static int some_literals(struct plan *p, int least, int most, int *x)
{
    int all[16], n = least + random_below(&p->r, most < p->vars ? most : p->vars);
    if (n > p->vars) n = p->vars;
    for (int i = 0; i < p->vars; i++) all[i] = i + 1;
    for (int i = 0; i < n; i++) {
        int j = i + random_below(&p->r, p->vars - i), v = all[j];
        all[j] = all[i];
        all[i] = v;
        x[i] = random_below(&p->r, 3) ? v : -v;
    }
    return n;
}

static void add_opb_line(struct plan *p, bool objective, struct text *t)
{
    static const int most[] = {1, 1, 4, 12, 60};
    struct random *r = &p->r;
    int x[16], n = some_literals(p, objective ? 3 : 1, p->vars, x), size = random_below(r, 5);
    int64_t w[16], sum = 0, met = 0;
    bool equal = !random_below(r, 6), one_sign = random_below(r, 2);
    if (objective) text_put(t, "min: ");
    for (int i = 0; i < n; i++) {
        w[i] = 1 + random_below(r, most[size]);
        sum += w[i];
        if (!random_below(r, objective ? 8 : 4) && !one_sign) w[i] = -w[i];
        if (p->hidden >= 0 && is_hidden(p, x[i])) met += w[i];
        text_add(t, "%+lld %sx%d ", (long long)w[i], x[i] < 0 ? "~" : "", x[i] < 0 ? -x[i] : x[i]);
    }
    int64_t right = p->hidden < 0 ? random_below(r, (int)sum + 2) - (random_below(r, 2) ? sum / 2 : 0)
                    : equal       ? met
                                  : met - random_below(r, 1 + (int)sum / 4);
    if (!objective) text_add(t, "%s %lld ", equal ? "=" : ">=", (long long)right);
    text_put(t, ";\n");
}

static void add_cnf_line(struct plan *p, struct text *t)
{
    struct random *r = &p->r;
    int x[16], n = some_literals(p, 1, random_below(r, 2) ? 3 : p->vars, x), how = random_below(r, 5), met = 0;
    for (int i = 0; i < n; i++) met += p->hidden >= 0 && is_hidden(p, x[i]);
    if (p->hidden >= 0 && (how ? !met : !(met & 1))) {
        x[0] = -x[0];
        met += how || is_hidden(p, x[0]) ? 1 : -1;
    }
    if (how == 0) text_put(t, "x ");
    if (how == 1) text_add(t, "k %d ", p->hidden < 0 ? 1 + random_below(r, n) : met - random_below(r, met > 1 ? 2 : 1));
    for (int i = 0; i < n; i++) text_add(t, "%d ", x[i]);
    text_put(t, "0\n");
}

static void make(uint64_t seed, struct text *t)
{
    struct plan p = {.r = {seed}};
    struct random *r = &p.r;
    for (int i = 0; i < 8; i++) random_next(r);
    bool opb = random_below(r, 5) > 1, objective = opb && random_below(r, 4);
    int lines = 1 + random_below(r, random_below(r, 3) ? 6 : 14);
    p.vars = 3 + random_below(r, 8);
    p.hidden = random_below(r, 5) ? random_below(r, 1 << p.vars) : -1;
    text_put(t, objective                            ? "solve"
                : random_below(r, 2)                 ? "count"
                : p.hidden < 0 && random_below(r, 2) ? "explain"
                                                     : "solve");
    if (objective && !random_below(r, 6)) {
        text_clear(t);
        text_put(t, "count");
    }
    text_put(t, opb ? " opb" : " cnf");
    fuzz_models_choose(r, objective, t);
    text_char(t, '\n');
    if (objective) add_opb_line(&p, true, t);
    for (int i = 0; i < lines; i++)
        if (opb)
            add_opb_line(&p, false, t);
        else
            add_cnf_line(&p, t);
}

/* ---- the reference implementation ---- ------------------------------------------------------- */

enum { MOST_VARS = 12, MOST_LINES = 40, MOST_TERMS = 40 };

/* sum w [x] >= lo, or = lo; for a parity, = lo modulo 2. */
struct line {
    int n, x[MOST_TERMS];
    int64_t w[MOST_TERMS], lo;
    bool equal, parity;
};
struct truth {
    bool objective, solved;
    int vars, lines, solutions;
    int64_t best;
    struct line line[MOST_LINES], cost;
};

static bool take_number(char **s, int64_t *v)
{
    char *end;
    *v = strtoll(*s, &end, 10);
    bool is = end != *s && (*end == ' ' || *end == '\0');
    *s = end + strspn(end, " ");
    return is;
}

static bool take_term(struct line *l, int64_t w, int64_t x)
{
    if (l->n == MOST_TERMS || !x || x > MOST_VARS || x < -MOST_VARS) return false;
    l->w[l->n] = w;
    l->x[l->n++] = (int)x;
    return true;
}

static bool read_opb_line(struct truth *t, char *s)
{
    struct line l = {0};
    bool cost = !strncmp(s, "min: ", 5);
    if (cost) s += 5;
    while (*s == '+' || *s == '-') {
        int64_t w, x;
        if (!take_number(&s, &w) || w > 1000 || w < -1000) return false;
        int sign = *s == '~' ? -1 : 1;
        s += *s == '~';
        if (*s++ != 'x' || *s == '-' || *s == '+' || !take_number(&s, &x) || !take_term(&l, w, sign * x)) return false;
    }
    if (!l.n) return false;
    if (cost) {
        bool first = !t->objective && !t->lines;
        t->objective = true;
        t->cost = l;
        return first && !strcmp(s, ";");
    }
    l.equal = !strncmp(s, "= ", 2);
    if (!l.equal && strncmp(s, ">= ", 3) != 0) return false;
    s += l.equal ? 2 : 3;
    if (!take_number(&s, &l.lo) || strcmp(s, ";") != 0) return false;
    t->line[t->lines++] = l;
    return true;
}

static bool read_cnf_line(struct truth *t, char *s)
{
    struct line l = {.lo = 1, .parity = *s == 'x'};
    int64_t x;
    bool knf = *s == 'k';
    if (knf || l.parity) s += 2;
    if (knf && (!take_number(&s, &l.lo) || l.lo < 1)) return false;
    while (take_number(&s, &x) && x)
        if (!take_term(&l, 1, x)) return false;
    if (x || *s || !l.n || (knf && l.lo > l.n)) return false;
    t->line[t->lines++] = l;
    return true;
}

static int64_t line_sum(const struct line *l, int bits) { return bits_sum(l->x, l->w, l->n, bits); }

static bool holds(const struct line *l, int bits)
{
    int64_t sum = line_sum(l, bits);
    return l->parity ? sum & 1 : l->equal ? sum == l->lo : sum >= l->lo;
}

/* lines: bit i selects line i. */
static bool fuzz_models_some(const struct truth *t, uint64_t lines)
{
    for (int bits = 0; bits < 1 << t->vars; bits++) {
        bool all = true;
        for (int i = 0; i < t->lines && all; i++) all = !(lines >> i & 1) || holds(&t->line[i], bits);
        if (all) return true;
    }
    return false;
}

static void largest(struct truth *t, const struct line *l)
{
    for (int i = 0; i < l->n; i++) {
        int v = l->x[i] < 0 ? -l->x[i] : l->x[i];
        if (v > t->vars) t->vars = v;
    }
}

/* Computes the truth by enumeration. False: a line is invalid, which the shrinker can cause. */
static bool find_truth(const char *trial, struct truth *t)
{
    char line[1000];
    bool opb = strstr(trial, " opb") != NULL;
    *t = (struct truth){0};
    for (const char *s = trial + strcspn(trial, "\n"); *s && s[1];) {
        size_t n = strcspn(++s, "\n");
        if (n >= sizeof line || t->lines == MOST_LINES) return false;
        snprintf(line, n + 1, "%s", s);
        if (!(opb ? read_opb_line(t, line) : read_cnf_line(t, line))) return false;
        s += n;
    }
    if (!t->lines) return false;
    for (int i = 0; i < t->lines; i++) largest(t, &t->line[i]);
    largest(t, &t->cost);
    for (int bits = 0; bits < 1 << t->vars; bits++) {
        bool all = true;
        for (int i = 0; i < t->lines && all; i++) all = holds(&t->line[i], bits);
        if (!all) continue;
        int64_t cost = line_sum(&t->cost, bits);
        t->solved = true;
        if (!t->solutions || cost < t->best) {
            t->best = cost;
            t->solutions = 0;
        }
        t->solutions += cost == t->best;
    }
    return true;
}

/* ---- the program ----------------------------------------------------------------------------------------------- */

/* Writes the formula in the program's input format. */
static void write_formula(const char *trial, const struct truth *t, const char *before, struct text *out)
{
    if (strstr(trial, " cnf")) text_add(out, "%sp cnf %d %d\n", before, t->vars, t->lines);
    for (const char *s = trial + strcspn(trial, "\n"); *s && s[1];) {
        size_t n = strcspn(++s, "\n");
        text_add(out, "%s%.*s\n", before, (int)n, s);
        s += n;
    }
}

static bool judge_status(const struct truth *t, enum status s, const struct answer *a, struct text *why)
{
    enum status right = !t->solved ? STATUS_UNSATISFIABLE : t->objective ? STATUS_OPTIMAL : STATUS_SATISFIABLE;
    if (s != right)
        text_add(why, "The answer is %s, not %s. %s", search_status(s), search_status(right), text_string(&a->err));
    else if (t->solved && !a->verified)
        text_put(why, "The solution was not recounted.");
    else if (t->solved && t->objective && a->objective_value != t->best)
        text_add(why, "The best is %lld, not %lld.", (long long)t->best, (long long)a->objective_value);
    else if (t->solved && t->objective && (a->lower != t->best || a->upper != t->best))
        text_add(why, "The bounds are %lld and %lld, not %lld.", (long long)a->lower, (long long)a->upper,
                 (long long)t->best);
    return why->n;
}

static bool judge_reasons(const struct truth *t, enum status s, const struct reasons *r, struct text *why)
{
    uint64_t rules = 0;
    if (t->solved && s != STATUS_SATISFIABLE) text_put(why, "There is a solution.");
    if (!t->solved && s != STATUS_UNSATISFIABLE) text_put(why, "There is no solution.");
    if (t->solved || why->n) return why->n;
    for (int i = 0; i < r->n; i++) {
        const char *rule = text_string(&r->v[i].rule), *number = strchr(rule, ' '); /* "clause 2 (line 3)" */
        int at = number ? atoi(number + 1) : 0;
        if (at < 1 || at > t->lines) text_add(why, "The rule '%s' is none. ", rule);
        rules |= 1ull << ((at - 1) & 63);
    }
    if (fuzz_models_some(t, rules)) text_put(why, "The rules told do not clash.");
    for (int i = 0; i < t->lines && r->minimal; i++)
        if (rules >> i & 1 && !fuzz_models_some(t, rules & ~(1ull << i)))
            text_add(why, "The rules told clash without rule %d.", i + 1);
    return why->n;
}

static bool fuzz_models_ask(struct request *r, const char *verb, const struct truth *t, struct text *why)
{
    struct answer a = {0};
    struct solution_count c = {0};
    struct reasons reasons = {0};
    enum status s;
    if (!strcmp(verb, "count"))
        s = search_count(&r->stated.problem, &c, &a);
    else if (!strcmp(verb, "explain"))
        s = search_explain(&r->stated.problem, false, &reasons, &a);
    else
        s = search_solve(&r->stated.problem, &a);
    if (s == STATUS_REFUSED)
        fuzzing_report->refused++;
    else if (!strcmp(verb, "explain"))
        judge_reasons(t, s, &reasons, why);
    else if (strcmp(verb, "count") != 0)
        judge_status(t, s, &a, why);
    else if (!c.complete || c.solutions != t->solutions)
        text_add(why, "There are %d solutions, not %lld%s. %s", t->solutions, (long long)c.solutions,
                 c.complete ? "" : " or more", text_string(&a.err));
    search_reasons_release(&reasons);
    answer_release(&a);
    return why->n;
}

static bool wrong(const char *trial, struct text *why)
{
    static const struct command asks = {.name = "solve", .takes = TAKES_PROBLEM | TAKES_CHOICES | TAKES_CTRL_C};
    static struct truth t;
    struct text formula = {0}, first = {0}, place = {0};
    struct strings words = {0};
    struct request r = {0};
    int status;
    if (!find_truth(trial, &t)) return false;
    text_bytes(&first, trial, strcspn(trial, "\n"));
    strings_split(&words, text_string(&first));
    const char *dir = getenv("TMPDIR");
    text_add(&place, "%s/fuzz-models-%d.%s", dir ? dir : "/tmp", (int)getpid(), words.n > 1 ? words.v[1] : "cnf");
    write_formula(trial, &t, "", &formula);
    FILE *out = fopen(text_string(&place), "w");
    if (!out || fputs(text_string(&formula), out) < 0 || fclose(out)) text_put(why, "The formula cannot be written.");
    strings_add(&words, "--file");
    strings_add(&words, text_string(&place));
    if (!why->n && words.n > 3) {
        if (request_parse(&r, &asks, words.n - 1, words.v + 1, &status))
            fuzz_models_ask(&r, words.v[0], &t, why);
        else if (status == EXIT_INPUT)
            text_put(why, "The formula is refused.");
        else
            fuzzing_report->refused++;
        request_release(&r);
    }
    unlink(text_string(&place));
    strings_release(&words);
    text_release(&first);
    text_release(&place);
    text_release(&formula);
    return why->n;
}

static void keep(const char *trial, struct text *file)
{
    struct truth t;
    const char *puzzle = strstr(trial, " opb") ? "opb" : "cnf";
    struct text before = {0};
    find_truth(trial, &t);
    text_add(&before, "= a.%s ", puzzle);
    write_formula(trial, &t, text_string(&before), file);
    text_add(file, "$ loophole %.*s -f a.%s --json\n", (int)strcspn(trial, "\n"), trial, puzzle);
    bool counts = !strncmp(trial, "count", 5), explains = !strncmp(trial, "explain", 7);
    text_add(file, "exit %d\n", counts || explains ? 0 : !t.solved ? 20 : t.objective ? 30 : 10);
    if (counts)
        text_add(file, ">*   \"solutions\": %d,\n", t.solutions);
    else
        text_add(file, ">*   \"status\": \"%s\",\n",
                 !t.solved                  ? "unsatisfiable"
                 : t.objective && !explains ? "optimal"
                                            : "satisfiable");
    if (t.objective && t.solved && !counts && !explains)
        text_add(file, ">*   \"objective\": %lld,\n", (long long)t.best);
    text_release(&before);
}

static void test_models(void **state)
{
    (void)state;
    const char *seed = getenv("FUZZ_SEED"), *rounds = getenv("FUZZ_ROUNDS");
    struct fuzzing f = {.name = "fuzz-models", .make = make, .wrong = wrong, .keep = keep};
    int64_t batches = rounds ? 10 * atoll(rounds) : getenv("QUICK") ? 5 : 25;
    int found = fuzzing_run(&f, seed ? strtoull(seed, NULL, 10) : 1, batches);
    assert_int_equal(found, 0);
    assert_true(fuzzing_report->refused < fuzzing_report->done / 3);
}

/* Two artificial failures, a wrong answer and a crash: the shrunk trial must show the failure and
 * nothing else. */
static bool mistaken(const char *trial, struct text *why)
{
    const char *line = strstr(trial, "x3 "), *end = line ? strchr(line, '\n') : NULL;
    if (!line || !strstr(line, "= ") || (end && strstr(line, "= ") > end)) return false;
    if (strstr(trial, "--pb adder")) abort();
    text_put(why, "x3 is wrong.");
    return true;
}

static void test_shrinking(void **state)
{
    (void)state;
    static const struct {
        const char *before, *why;
    } cases[] = {
        {"solve opb --card bdd --seed 7\nmin: +5 x1 -2 x5 ;\n+7 x2 +6 x3 -1 x1 >= 4 ;\n+1 x4 = 1 ;\n", "x3 is wrong."},
        {"solve opb --pb adder --card bdd\n+1 x3 +2 x2 >= 1 ;\n+1 x5 >= 0 ;\n", "It ends by signal 6."}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fuzzing f = {.name = "shrinking", .wrong = mistaken};
        struct text trial = {0};
        text_put(&trial, cases[i].before);
        fuzzing_begin();
        assert_true(fuzzing_apart(fuzzing_one, &f, text_string(&trial)));
        fuzzing_shrink(&f, &trial);
        assert_string_equal(fuzzing_report->why, cases[i].why);
        assert_true(trial.n < 30);
        assert_says(trial.s, "x3 ");
        assert_null(strstr(trial.s, "x2"));
        assert_null(strstr(trial.s, "bdd"));
        text_release(&trial);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_models), cmocka_unit_test(test_shrinking)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
