/* Every format is written for random small models, read back by the tests' own readers, and
 * compared with the model on all assignments. */
#include "base/random.h"
#include "base/text.h"
#include "formats/format.h"
#include "puzzles/parse.h"
#include "puzzles/puzzle.h"

#include "testlib/testlib.h"

/* ---- contents of a file: sums of literals, parities, soft literals, assumptions ---- --------- */

enum { MOST_TERMS = 64, MOST_LINES = 4000, MOST_VARS = 400 };

struct line {
    int n;
    int x[MOST_TERMS];
    long long w[MOST_TERMS];
    long long least; /* sum w x >= least; for a parity: its right side, 0 or 1 */
    bool parity;
};

struct paper {
    struct line *line;
    int lines;
    long long cost[MOST_VARS][2]; /* cost of variable v if it is false, and if it is true */
    int said_vars, said_lines;    /* numbers in the header; -1: none */
    int more_vars;                /* variables that the reader adds, after those of the file */
    int bound[64], bounds;        /* assumptions of icnf: a literal, or 0 for none */
};

static struct line *fresh(struct paper *p)
{
    assert_true(p->lines < MOST_LINES);
    struct line *l = &p->line[p->lines++];
    *l = (struct line){0};
    return l;
}

static void term(struct line *l, long long w, int x)
{
    assert_true(l->n < MOST_TERMS && x && abs(x) < MOST_VARS);
    for (int i = 0; i < l->n; i++) assert_int_not_equal(abs(l->x[i]), abs(x)); /* no variable twice */
    l->x[l->n] = x;
    l->w[l->n++] = w;
}

static void turn(struct line *l)
{
    for (int i = 0; i < l->n; i++) l->w[i] = -l->w[i];
    l->least = -l->least;
}

/* Reads the literals at s up to a 0. */
static void formats_literals(struct line *l, char *s)
{
    for (long x; (x = strtol(s, &s, 10)) != 0;) term(l, 1, (int)x);
    assert_string_equal(s + strspn(s, " "), "");
}

/* ---- readers -------------------------------------------------------------------------------------------------------- */

/* Reads cnf, xcnf, knf, icnf, wcnf and wcnf-old; the first characters of the file and its lines
 * distinguish them. */
static void read_dimacs(struct paper *p, char *text)
{
    long long top = 0;
    bool weighted = false, sized = false;
    p->said_vars = p->said_lines = -1;
    for (char *save, *s = strtok_r(text, "\n", &save); s; s = strtok_r(NULL, "\n", &save)) {
        if (*s == 'c') continue;
        if (*s == 'p') {
            if (sscanf(s, "p wcnf %d %d %lld", &p->said_vars, &p->said_lines, &top) == 3)
                weighted = true;
            else if (strcmp(s, "p inccnf"))
                assert_true(sscanf(s, "p cnf %d %d", &p->said_vars, &p->said_lines) == 2 ||
                            sscanf(s, "p knf %d %d", &p->said_vars, &p->said_lines) == 2);
            sized = true;
        } else if (*s == 'a') {
            assert_int_equal(sscanf(s, "a %d", &p->bound[p->bounds++]), 1);
        } else if (*s == 'h') {
            struct line *l = fresh(p);
            l->least = 1;
            formats_literals(l, s + 1);
        } else if (*s == 'x') {
            struct line *l = fresh(p);
            l->parity = true;
            l->least = 1;
            formats_literals(l, s + 1);
        } else if (*s == 'k') {
            struct line *l = fresh(p);
            l->least = strtoll(s + 1, &s, 10);
            formats_literals(l, s);
            assert_true(1 <= l->least && l->least <= l->n);
        } else if (weighted || !sized) {
            long long w = strtoll(s, &s, 10);
            int x;
            if (weighted && w == top) {
                struct line *l = fresh(p);
                l->least = 1;
                formats_literals(l, s);
            } else {
                assert_int_equal(sscanf(s, "%d 0", &x), 1);
                assert_true(w > 0 && (!weighted || w < top));
                p->cost[abs(x)][x < 0] += w;
                p->said_lines -= weighted;
            }
        } else {
            struct line *l = fresh(p);
            l->least = 1;
            formats_literals(l, s);
        }
    }
}

/* Reads "+1 x1 -2 x2 >= 3" as one line, and a sum with "=" as two. */
static void read_sum(struct paper *p, char *s)
{
    struct line *l = fresh(p);
    for (;;) {
        s += strspn(s, " ");
        if (*s == '>' || *s == '=') break;
        char *end;
        long long w = strtoll(s, &end, 10);
        assert_true(end != s);
        end += strspn(end, " ");
        assert_int_equal(*end, 'x');
        long x = strtol(end + 1, &s, 10);
        if (w) term(l, w, (int)x);
    }
    bool equal = *s == '=';
    l->least = strtoll(s + (equal ? 1 : 2), &s, 10);
    s += strspn(s, " ;");
    assert_string_equal(s, "");
    if (!equal) return;
    struct line *m = fresh(p);
    *m = *l;
    turn(m);
    p->said_lines++; /* one line of the file became two here */
}

static void read_cost(struct paper *p, char *s)
{
    while (*(s += strspn(s, " ;"))) {
        long long w = strtoll(s, &s, 10);
        s += strspn(s, " ");
        assert_int_equal(*s, 'x');
        long x = strtol(s + 1, &s, 10);
        assert_true(0 < x && x < MOST_VARS);
        p->cost[x][1] += w;
    }
}

static void read_opb(struct paper *p, char *text)
{
    assert_int_equal(sscanf(text, "* #variable= %d #constraint= %d\n", &p->said_vars, &p->said_lines), 2);
    for (char *save, *s = strtok_r(text, "\n", &save); s; s = strtok_r(NULL, "\n", &save)) {
        if (*s == '*') continue;
        assert_int_equal(s[strlen(s) - 1], ';');
        if (!strncmp(s, "min:", 4))
            read_cost(p, s + 4);
        else
            read_sum(p, s);
    }
}

/* Replaces an integer of 0 to 7 by three bits. Variables more and more + 1 get twice and four times
 * its weight. */
static void three_bits(struct paper *p, int integer, int more)
{
    for (int k = 0; k < p->lines; k++) {
        struct line *l = &p->line[k];
        for (int i = 0, n = l->n; i < n; i++)
            if (l->x[i] == integer) {
                term(l, 2 * l->w[i], more);
                term(l, 4 * l->w[i], more + 1);
            }
    }
}

static void read_lp(struct paper *p, char *text)
{
    char *joined = text; /* continuation lines start with two blanks */
    for (char *s; (s = strstr(joined, "\n  "));) *s = ' ';
    char part = ' ';
    p->said_lines = -1;
    int variables = 0, integer[MOST_VARS], integers = 0;
    for (char *save, *s = strtok_r(text, "\n", &save); s; s = strtok_r(NULL, "\n", &save)) {
        if (*s == '\\') continue;
        if (*s != ' ') {
            part = *s;
        } else if (part == 'M') {
            assert_int_equal(strncmp(s, " obj: ", 6), 0);
            read_cost(p, s + 6);
        } else if (part == 'S') {
            s = strchr(s, ':');
            assert_non_null(s);
            read_sum(p, s + 1);
        } else {
            assert_true(part == 'B' || part == 'G');
            for (; *s; s++) {
                if (*s != 'x') continue;
                variables++;
                if (part == 'G') integer[integers++] = atoi(s + 1);
            }
        }
    }
    assert_int_equal(part, 'E');
    p->said_vars = variables;
    p->said_lines = -1;
    for (int i = 0; i < integers; i++) three_bits(p, integer[i], variables + 1 + 2 * i);
    p->more_vars = 2 * integers;
}

/* ---- MiniZinc ------------------------------------------------------------------------------------------------------- */

static bool takes(char **s, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(*s, word, n)) return false;
    *s += n;
    return true;
}

/* Reads "x[3]" or "not x[3]", with or without parentheses. */
static int mzn_literal(char **s)
{
    bool bracket = takes(s, "(");
    int sign = takes(s, "not ") ? -1 : 1;
    assert_true(takes(s, "x["));
    int x = (int)strtol(*s, s, 10);
    assert_true(takes(s, "]") && (!bracket || takes(s, ")")));
    return sign * x;
}

/* Reads "[x[1],2*x[2]]", or "0" for an empty sum. */
static void mzn_terms(struct line *l, char **s)
{
    bool call = takes(s, "sum(");
    if (!call && takes(s, "0")) return;
    for (assert_true(takes(s, "[")); !takes(s, "]"); takes(s, ",")) {
        char *end;
        long long w = strtoll(*s, &end, 10);
        if (end == *s)
            w = 1;
        else
            *s = end + 1;
        term(l, w, mzn_literal(s));
    }
    assert_true(!call || takes(s, ")"));
}

static void mzn_constraint(struct paper *p, char *s)
{
    struct line *l = fresh(p);
    if (takes(&s, "xorall(")) {
        l->parity = true;
        l->least = !takes(&s, "[true]++");
        mzn_terms(l, &s);
        assert_string_equal(s, ");");
    } else if (!strncmp(s, "sum(", 4) || *s == '0') {
        mzn_terms(l, &s);
        bool least = takes(&s, " >= "), most = !least && takes(&s, " <= ");
        assert_true(least || most || takes(&s, " = "));
        l->least = strtoll(s, &s, 10);
        assert_string_equal(s, ";");
        if (!least && !most) {
            struct line *m = fresh(p);
            *m = *l;
        }
        if (!least) turn(l);
    } else if (strstr(s, " <-> ")) {
        int y = mzn_literal(&s);
        assert_true(takes(&s, " <-> "));
        mzn_terms(l, &s);
        assert_true(takes(&s, " >= "));
        long long k = strtoll(s, &s, 10);
        assert_string_equal(s, ";");
        struct line *m = fresh(p); /* sum >= k y, and sum <= k - 1 + (n + 1 - k) y */
        *m = *l;
        m->least = k - 1;
        turn(m);
        if (m->n + 1 > k) term(m, m->n + 1 - k, y);
        term(l, -k, y);
    } else {
        l->least = 1;
        for (bool more = !takes(&s, "false"); more; more = takes(&s, " \\/ ")) term(l, 1, mzn_literal(&s));
        assert_string_equal(s, ";");
    }
}

static void read_mzn(struct paper *p, char *text)
{
    bool solve = false;
    p->said_vars = p->said_lines = -1;
    for (char *save, *s = strtok_r(text, "\n", &save); s; s = strtok_r(NULL, "\n", &save)) {
        if (*s == '%') continue;
        if (takes(&s, "constraint ")) {
            mzn_constraint(p, s);
        } else if (takes(&s, "solve minimize ")) {
            struct line cost = {0};
            mzn_terms(&cost, &s);
            assert_string_equal(s, ";");
            for (int i = 0; i < cost.n; i++) p->cost[abs(cost.x[i])][cost.x[i] > 0] += cost.w[i];
            solve = true;
        } else if (!strcmp(s, "solve satisfy;")) {
            solve = true;
        } else {
            assert_true(sscanf(s, "array [1..%d] of var bool: x;", &p->said_vars) == 1 || !strncmp(s, "output ", 7));
        }
    }
    assert_true(solve && p->said_vars > 0);
}

/* ---- a small solver for the contents ---- ---------------------------------------------------- */

static int value(const signed char *a, int x) { return x > 0 ? a[x] : -a[-x]; }

/* Fixes the literals that a line implies and sets *news if there are any. False: a conflict. */
static bool formats_press(const struct line *l, signed char *a, bool *news)
{
    if (l->parity) {
        int open = 0, sum = 0;
        for (int i = 0; i < l->n; i++) {
            if (!value(a, l->x[i]))
                open = l->x[i], sum += 1000;
            else
                sum += value(a, l->x[i]) > 0;
        }
        if (sum >= 2000) return true;
        if (sum < 1000) return sum % 2 == l->least;
        bool on = (sum - 1000) % 2 != l->least;
        a[abs(open)] = (signed char)((open > 0) == on ? 1 : -1);
        return *news = true;
    }
    long long room = -l->least;
    for (int i = 0; i < l->n; i++) {
        int v = value(a, l->x[i]);
        if (l->w[i] > 0 ? v >= 0 : v > 0) room += l->w[i];
    }
    if (room < 0) return false;
    for (int i = 0; i < l->n; i++) {
        if (value(a, l->x[i]) || llabs(l->w[i]) <= room) continue;
        bool on = l->w[i] > 0;
        a[abs(l->x[i])] = (signed char)((l->x[i] > 0) == on ? 1 : -1);
        *news = true;
    }
    return true;
}

static bool satisfiable(const struct paper *p, const signed char *from, int vars)
{
    signed char a[MOST_VARS];
    memcpy(a, from, sizeof a);
    for (bool news = true; news;) {
        news = false;
        for (int i = 0; i < p->lines; i++)
            if (!formats_press(&p->line[i], a, &news)) return false;
    }
    int v = 1;
    while (v <= vars && a[v]) v++;
    if (v > vars) return true;
    for (int s = 1; s >= -1; s -= 2) {
        a[v] = (signed char)s;
        if (satisfiable(p, a, vars)) return true;
    }
    return false;
}

/* ---- models ---------------------------------------------------------------------------------------------------------- */

static lit formats_random_lit(struct random *r, int vars)
{
    return (random_below(r, vars) + 1) * (random_below(r, 2) ? 1 : -1);
}

static void random_row(struct model *m, struct random *r, int vars)
{
    lit x[6];
    int64_t w[6];
    int n = random_below(r, 6), lo, hi;
    for (int i = 0; i < n; i++) {
        x[i] = formats_random_lit(r, vars);
        w[i] = random_below(r, 9) - 3;
    }
    switch (random_below(r, 6)) {
    case 0:
        model_clause(m, x, n);
        break;
    case 1:
        lo = random_below(r, n + 1);
        hi = lo + random_below(r, n + 1 - lo);
        model_card(m, x, n, random_below(r, 3) ? lo : INT64_MIN, random_below(r, 3) ? hi : INT64_MAX);
        break;
    case 2:
        lo = random_below(r, 12) - 4;
        model_pb(m, x, w, n, random_below(r, 3) ? lo : INT64_MIN,
                 random_below(r, 3) ? lo + random_below(r, 8) : INT64_MAX);
        break;
    case 3:
        model_xor(m, x, n, random_below(r, 2));
        break;
    case 4:
        model_card(m, x, n, INT64_MIN, 1);
        break;
    default: {
        lit y[6];
        if (n > vars) n = vars;
        for (int i = 0; i < n; i++) x[i] = random_below(r, 2) ? i + 1 : -(i + 1);
        model_count(m, x, n, n ? random_below(r, n + 1) : 0, COUNT_BOTH, y);
    }
    }
}

static struct model *formats_random_model(struct random *r)
{
    struct model *m = model_new();
    int vars = random_below(r, 6);
    for (int v = 0; v < vars; v++) model_var(m, "v%d", v);
    model_rule(m, "rule");
    int rows = vars ? random_below(r, 5) : 0;
    for (int i = 0; i < rows && model_vars(m) < 10; i++) random_row(m, r, vars);
    if (random_below(r, 3)) {
        lit x[6];
        int64_t w[6];
        int n = vars ? random_below(r, vars + 1) : 0;
        for (int i = 0; i < n; i++) {
            x[i] = random_below(r, 2) ? i + 1 : -(i + 1);
            w[i] = 1 + random_below(r, 5);
        }
        struct objective o = {.n = n,
                              .x = x,
                              .w = random_below(r, 2) ? w : NULL,
                              .a = 7,
                              .b = random_below(r, 2) ? 1 : -1,
                              .c = 1,
                              .step = 1,
                              .name = "figs"};
        model_minimize(m, &o);
    }
    return m;
}

static void check_bounds(const struct paper *p, struct model *m, struct values a, int64_t most, int vars,
                         signed char *full)
{
    const struct objective *o = model_objective(m);
    int met = 0;
    if (!o) {
        assert_int_equal(p->bounds, 1);
        return;
    }
    /* A solution meets the weaker bounds, which are the last lines of assumptions. There is one for
     * each sum from the least to the requested bound. */
    for (int i = 0; i < p->bounds; i++) {
        signed char with[MOST_VARS];
        memcpy(with, full, sizeof with);
        int x = p->bound[i];
        bool ok = !x || value(with, x) >= 0;
        if (x) with[abs(x)] = (signed char)(x > 0 ? 1 : -1);
        ok = ok && satisfiable(p, with, vars);
        if (met) assert_true(ok);
        met += ok;
    }
    assert_int_equal(met > 0, model_sum(m, a) <= most);
    if (model_sum(m, a) <= o->least) assert_int_equal(met, p->bounds);
}

static void check(const struct format *f, struct model *m, int64_t most, struct random *r)
{
    struct policy policy = {0};
    struct text err = {0};
    struct file_content content = {
        .model = m, .policy = &policy, .most = most, .comment = "hello\nworld\n", .names = random_below(r, 2)};
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    int vars;
    bool failed;
    if (!format_write(f, &content, out, &vars, &failed, &err)) fail_msg("%s: %s", f->name, text_string(&err));
    fclose(out);
    assert_true(vars < MOST_VARS);
    struct paper p = {.line = mem_new(MOST_LINES, sizeof *p.line)};
    char *copy = mem_string(text);
    if (!strcmp(f->name, "opb"))
        read_opb(&p, copy);
    else if (!strcmp(f->name, "lp"))
        read_lp(&p, copy);
    else if (!strcmp(f->name, "mzn"))
        read_mzn(&p, copy);
    else
        read_dimacs(&p, copy);
    if (p.said_vars >= 0) assert_int_equal(p.said_vars, vars);
    if (p.said_lines >= 0) assert_int_equal(p.said_lines, p.lines);

    const struct objective *o = model_objective(m);
    bool icnf = !strcmp(f->name, "icnf");
    int n = model_vars(m);
    for (int s = -1; s <= 1 && !n; s += 2) /* the one variable that readers want is true */
        if (satisfiable(&p, (signed char[MOST_VARS]){0, (signed char)s}, vars) != (s > 0))
            fail_msg("%s: the variable of an empty model may be %d:\n%s", f->name, s, text);
    long long shift = 0;
    bool shifted = false;
    for (unsigned bits = 0; bits < 1u << n; bits++) {
        signed char full[MOST_VARS] = {0};
        for (int v = 1; v <= n; v++) full[v] = (signed char)(bits >> (v - 1) & 1 ? 1 : -1);
        struct values a = {full, n};
        struct text why = {0};
        bool holds = model_holds(m, a, &why), bounded = !o || model_sum(m, a) <= most;
        text_release(&why);
        bool found = satisfiable(&p, full, vars + p.more_vars);
        if (found != (holds && bounded)) fail_msg("%s disagrees:\n%s", f->name, text);
        if (!holds) continue;
        if (icnf) check_bounds(&p, m, a, most, vars, full);
        if (!f->objective || icnf) continue;
        long long cost = 0;
        for (int v = 1; v <= n; v++) cost += p.cost[v][full[v] > 0];
        if (!shifted) shift = cost - (o ? model_sum(m, a) : 0);
        shifted = true;
        assert_int_equal(cost, (o ? model_sum(m, a) : 0) + shift);
        if (!strncmp(f->name, "wcnf", 4)) assert_int_equal(shift, 0);
    }
    mem_free(p.line);
    mem_free(copy);
    free(text);
    text_release(&err);
}

static void test_formats(void **state)
{
    (void)state;
    int rounds = getenv("QUICK") ? 150 : 600;
    for (int seed = 0; seed < rounds; seed++) {
        struct random r = {(uint64_t)seed};
        struct model *m = formats_random_model(&r);
        const struct objective *o = model_objective(m);
        int64_t most = o && random_below(&r, 2) ? random_below(&r, 12) : INT64_MAX;
        for (int i = 0; formats[i]; i++)
            if (!formats[i]->declared) check(formats[i], m, most, &r); /* test_declared.c reads those */
        model_free(m);
    }
}

/* A model of up to eight rules with names of all kinds; linear: with sums, otherwise clauses only. */
static struct model *formats_ruled_model(struct random *r, bool linear)
{
    struct model *m = model_new();
    for (int v = 0; v < 5; v++) model_var(m, "x%d", v + 1);
    for (int rule = 1 + random_below(r, 8); rule > 0; rule--) {
        struct text name = {0};
        text_add(&name, "rule %d:", rule);
        for (int n = random_below(r, 4) ? random_below(r, 6) : random_below(r, 140); n > 0; n--)
            text_put(&name, (const char *[]){" ", "+", "ü", "c ", "→", "0"}[random_below(r, 6)]);
        model_rule(m, "%s.", text_string(&name));
        text_release(&name);
        for (int rows = 1 + random_below(r, 3); rows > 0; rows--) {
            lit x[5];
            int64_t w[5];
            int n = 1 + random_below(r, 4);
            for (int i = 0; i < n; i++) x[i] = (1 + random_below(r, 5)) * (random_below(r, 2) ? 1 : -1);
            for (int i = 0; i < n; i++) w[i] = random_below(r, 9) - 4;
            if (linear && random_below(r, 2))
                model_pb(m, x, w, n, random_below(r, 5) - 4, random_below(r, 6));
            else
                model_clause(m, x, n);
        }
    }
    return m;
}

static int formats_rule_named(const struct model *m, const char *name)
{
    int rule = model_rules(m) - 1;
    while (rule >= 0 && strcmp(model_rule_name(m, rule), name) != 0) rule--;
    return rule;
}

/* Whether the values satisfy this rule; it has no rows: true. */
static bool formats_rule_holds(const struct model *m, struct values a, int rule)
{
    struct text why = {0};
    bool *which = mem_new((size_t)model_rules(m) + 1, sizeof *which);
    if (rule >= 0) which[rule] = true;
    bool holds = model_rules_hold(m, a, which, &why);
    mem_free(which);
    text_release(&why);
    return holds;
}

/* Files keep the texts of rules: what is read back has the same rules, each with its constraints. */
static void test_rule_texts(void **state)
{
    (void)state;
    static const char *const kinds[][2] = {{"cnf", "cnf"},   {"xcnf", "cnf"},      {"knf", "cnf"},
                                           {"wcnf", "wcnf"}, {"wcnf-old", "wcnf"}, {"opb", "opb"}};
    int compared = 0;
    for (int seed = 0; seed < 1200; seed++) {
        struct random r = {(uint64_t)seed};
        const char *const *kind = kinds[seed % 6];
        struct model *m = formats_ruled_model(&r, seed % 6 == 5), *back = model_new();
        struct policy policy = {0};
        struct text err = {0};
        struct file_content content = {.model = m, .policy = &policy, .most = INT64_MAX, .comment = "", .names = true};
        char *text;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        int vars;
        bool failed;
        assert_true(format_write(format_find(kind[0]), &content, out, &vars, &failed, &err));
        fclose(out);
        const struct puzzle *p = puzzle_find(kind[1]);
        struct options none = {0};
        struct source source = {.text = text, .name = "text", .line = 1, .options = &none};
        struct instance *in = p->parse(&source, &err);
        if (!in) fail_msg("%s in\n%s", text_string(&err), text);
        const struct formulation *f = puzzle_first(p, in);
        f->build(f, in, &(struct bounds){.most = INT64_MAX}, back);
        for (unsigned bits = 0; bits < 1u << 5; bits++) {
            signed char value[6] = {0};
            for (int v = 1; v <= 5; v++) value[v] = (signed char)(bits >> (v - 1) & 1 ? 1 : -1);
            struct values a = {value, 5};
            for (int rule = 0; rule < model_rules(m); rule++, compared++) {
                const char *name = model_rule_name(m, rule);
                if (formats_rule_holds(m, a, rule) != formats_rule_holds(back, a, formats_rule_named(back, name)))
                    fail_msg("%s: the rule '%s' has other constraints in\n%s", kind[0], name, text);
            }
        }
        p->release(in);
        model_free(m);
        model_free(back);
        text_release(&err);
        free(text);
    }
    assert_true(compared > 100000);
}

static void test_names(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        {"a.cnf", "cnf"},           {"a.dimacs", "cnf"},  {"a.xcnf", "xcnf"}, {"a.b.opb.gz", "opb"},
        {"x/a.lp.xz", "lp"},        {"a.wcnf", "wcnf"},   {"a.icnf", "icnf"}, {"a.knf", "knf"},
        {"a.wcnf-old", "wcnf-old"}, {"a.cnf.zst", "cnf"}, {"cnf", NULL},      {".cnf", NULL},
        {"a.cnff", NULL},           {"a.gz", NULL},       {"", NULL},         {"a.cnf.gz.gz", NULL},
        {"a.mzn", "mzn"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct text err = {0};
        const struct format *f = format_choose(NULL, table[i][0], "of", &err);
        if (!table[i][1])
            assert_true(!f && says(text_string(&err), "format*cnf "));
        else
            assert_string_equal(f ? f->name : "none", table[i][1]);
        text_release(&err);
    }
    assert_null(format_find("CNF"));
    assert_string_equal(format_find("lp")->name, "lp");
}

/* A failing stream is reported with a message. */
static void test_full_disk(void **state)
{
    (void)state;
    struct random r = {1};
    struct policy policy = {0};
    for (int i = 0; formats[i]; i++) {
        struct model *m = formats_random_model(&r);
        struct file_content content = {.model = m, .policy = &policy, .most = INT64_MAX, .comment = ""};
        struct text err = {0};
        FILE *out = fopen("/dev/full", "w");
        int vars;
        bool failed;
        assert_non_null(out);
        assert_false(format_write(formats[i], &content, out, &vars, &failed, &err));
        assert_true(failed);
        assert_says(text_string(&err), "space");
        fclose(out);
        text_release(&err);
        model_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_rule_texts),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_full_disk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
