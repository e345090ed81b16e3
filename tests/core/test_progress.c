/* Progress reports of searches: random small instances of every puzzle with random options. Every
 * report has lower <= optimum <= upper, bounds never get weaker, and the answer is the optimum.
 * Enumeration or dynamic programming computes the optimum; for tank, another formulation and
 * solver. A false bound makes the search fail and is never published. */
#include "base/random.h"
#include "testlib/boards.h"
#include "testlib/models.h"

extern const struct puzzle puzzle_opb, puzzle_wcnf, puzzle_cnf, puzzle_gunport, puzzle_fivers, puzzle_archer,
    puzzle_squarest, puzzle_cans, puzzle_tank;

/* An instance, and its true optimum. */
struct trial {
    const struct puzzle *p;
    struct text words, file; /* operands; the text of the file, or empty */
    struct options options;  /* the puzzle's options */
    bool kernel;             /* use --parity kernel instead of a random choice */
    bool costs, maximize, solvable;
    bool large; /* too large for a search to enumerate */
    int64_t best;
};

static void found(struct trial *t, int64_t objective_value)
{
    if (!t->solvable || (t->maximize ? objective_value > t->best : objective_value < t->best))
        t->best = objective_value;
    t->solvable = true;
}

/* ---- formulas: optimum by enumeration ---- --------------------------------------------------- */

enum { VARS = 9, ROWS = 8 };

struct sum {
    int w[VARS], n; /* weight of variable v; 0: it does not occur. n: the number that occur */
    bool negated[VARS];
};

static struct sum sum_random(struct random *r, int vars, int heaviest)
{
    struct sum s = {0};
    for (int v = 0; v < vars; v++) {
        if (random_below(r, 3) == 0 && s.n) continue;
        s.w[v] = 1 + random_below(r, heaviest);
        s.negated[v] = random_below(r, 2);
        s.n++;
    }
    return s;
}

static int trace_sum_under(const struct sum *s, int bits)
{
    int sum = 0;
    for (int v = 0; v < VARS; v++)
        if (s->w[v] && (bits >> v & 1) != s->negated[v]) sum += s->w[v];
    return sum;
}

static void sum_text(const struct sum *s, bool weights, struct text *out)
{
    for (int v = 0; v < VARS; v++) {
        if (!s->w[v]) continue;
        if (weights) text_add(out, "%+d %sx%d ", s->w[v], s->negated[v] ? "~" : "", v + 1);
        if (!weights) text_add(out, "%d ", s->negated[v] ? -v - 1 : v + 1);
    }
}

static void make_opb(struct random *r, struct trial *t)
{
    static const int heaviest[] = {1, 3, 20, 20, 400};
    struct sum cost, row[ROWS];
    int vars = 2 + random_below(r, VARS - 1), rows = random_below(r, ROWS), least[ROWS],
        most = heaviest[random_below(r, 5)];
    t->p = &puzzle_opb;
    t->costs = true;
    t->maximize = random_below(r, 2);
    cost = sum_random(r, vars, most);
    text_put(&t->file, t->maximize ? "max: " : "min: ");
    sum_text(&cost, true, &t->file);
    text_put(&t->file, ";\n");
    for (int i = 0; i < rows; i++) {
        row[i] = sum_random(r, vars, random_below(r, 2) ? 1 : 6);
        least[i] = 1 + random_below(r, trace_sum_under(&row[i], -1) + trace_sum_under(&row[i], 0) / 2 + 1);
        sum_text(&row[i], true, &t->file);
        text_add(&t->file, ">= %d ;\n", least[i]);
    }
    for (int bits = 0; bits < 1 << vars; bits++) {
        bool holds = true;
        for (int i = 0; i < rows; i++) holds = holds && trace_sum_under(&row[i], bits) >= least[i];
        if (holds) found(t, trace_sum_under(&cost, bits));
    }
}

static struct sum clause_random(struct random *r, int vars)
{
    struct sum s = {0};
    while (!s.n || (s.n < vars && random_below(r, 3))) {
        int v = random_below(r, vars);
        s.n += !s.w[v];
        s.w[v] = 1;
        s.negated[v] = random_below(r, 2);
    }
    return s;
}

static void make_wcnf(struct random *r, struct trial *t)
{
    enum { CLAUSES = 20 };
    struct sum c[CLAUSES];
    int vars = 2 + random_below(r, VARS - 1), clauses = 2 + random_below(r, CLAUSES - 1), price[CLAUSES],
        most = random_below(r, 2) ? 1 : 30;
    t->p = &puzzle_wcnf;
    t->costs = true;
    for (int i = 0; i < clauses; i++) {
        c[i] = clause_random(r, vars);
        price[i] = random_below(r, 3) && i ? 1 + random_below(r, most) : 0; /* 0: hard */
        if (!i) price[i] = 1;
        if (price[i])
            text_add(&t->file, "%d ", price[i]);
        else
            text_put(&t->file, "h ");
        sum_text(&c[i], false, &t->file);
        text_put(&t->file, "0\n");
    }
    for (int bits = 0; bits < 1 << vars; bits++) {
        int cost = 0;
        bool holds = true;
        for (int i = 0; i < clauses; i++) {
            if (trace_sum_under(&c[i], bits)) continue;
            cost += price[i];
            holds = holds && price[i];
        }
        if (holds) found(t, cost);
    }
}

static void make_cnf(struct random *r, struct trial *t)
{
    enum { CLAUSES = 24 };
    struct sum c[CLAUSES];
    bool odd[CLAUSES];
    int vars = 2 + random_below(r, VARS - 1), clauses = 1 + random_below(r, CLAUSES);
    t->p = &puzzle_cnf;
    text_add(&t->file, "p cnf %d %d\n", vars, clauses);
    for (int i = 0; i < clauses; i++) {
        c[i] = clause_random(r, vars);
        odd[i] = random_below(r, 4) == 0;
        if (odd[i]) text_put(&t->file, "x ");
        sum_text(&c[i], false, &t->file);
        text_put(&t->file, "0\n");
    }
    for (int bits = 0; bits < 1 << vars; bits++) {
        bool holds = true;
        for (int i = 0; i < clauses && holds; i++)
            holds = odd[i] ? trace_sum_under(&c[i], bits) & 1 : trace_sum_under(&c[i], bits);
        if (holds) found(t, 0);
    }
}

/* ---- boards ---------------------------------------------------------------------------------------------------- */

static void make_gunport(struct random *r, struct trial *t)
{
    bool fixed = random_below(r, 3) == 0;
    int rows = 1 + random_below(r, fixed ? 4 : 6), cols = 1 + random_below(r, fixed ? 5 : 6);
    struct board b = board_random(r, rows, cols, random_below(r, 2) ? random_below(r, 30) : 0);
    t->p = &puzzle_gunport;
    t->costs = t->maximize = true;
    if (fixed) b = board_with_pieces(r, b);
    board_text(&b, &t->file);
    int most = fixed ? most_by_enumeration(b) : most_by_frontier(&b);
    if (most >= 0) found(t, most);
}

/* Turns a stone and its neighbors. '.' turns in a target that has X everywhere; '#' is blocked. */
static void trace_press(struct board *b, int r, int c)
{
    static const int step[5][2] = {{0, 0}, {0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    for (int i = 0; i < 5; i++) {
        int y = r + step[i][0], x = c + step[i][1];
        if (get(b, y, x) == '#') continue;
        char *stone = &b->cell[y * b->cols + x];
        *stone = *stone == 'X' ? '.' : 'X';
    }
}

static bool all_turned(const struct board *b) { return !memchr(b->cell, '.', (size_t)(b->rows * b->cols)); }

/* The fewest presses, by enumeration of the cells before `free`; each later press corrects the
 * stone above it. -1: there is no solution. */
static int fewest_presses(const struct board *start, int free)
{
    int least = -1;
    for (int bits = 0; bits < 1 << free; bits++) {
        struct board b = *start;
        int presses = 0;
        for (int i = 0; i < b.rows * b.cols; i++) {
            bool now = i < free ? bits >> i & 1 : b.cell[i - b.cols] == '.';
            if (!now || b.cell[i] == '#') continue;
            trace_press(&b, i / b.cols, i % b.cols);
            presses++;
        }
        if (all_turned(&b) && (least < 0 || presses < least)) least = presses;
    }
    return least;
}

static void press_some(struct random *r, struct board *b, int presses)
{
    while (presses-- > 0) {
        int i = random_below(r, b->rows * b->cols);
        if (b->cell[i] != '#') trace_press(b, i / b->cols, i % b->cols);
    }
}

static struct board stones(int rows, int cols)
{
    struct board b = board_full(rows, cols);
    memset(b.cell, 'X', (size_t)(rows * cols));
    return b;
}

static void make_fivers(struct random *r, struct trial *t)
{
    bool holes = random_below(r, 4) == 0;
    int rows = 1 + random_below(r, holes ? 3 : 7), cols = 1 + random_below(r, holes ? 3 : 7);
    struct board b = stones(rows, cols);
    t->p = &puzzle_fivers;
    t->costs = true;
    for (int i = 1; i < rows * cols && holes; i++)
        if (random_below(r, 5) == 0) b.cell[i] = '#';
    press_some(r, &b, random_below(r, 8));
    for (int i = 0; i < rows * cols; i++)
        if (b.cell[i] != '#' && random_below(r, 40) == 0) b.cell[i] = 'X';
    board_text(&b, &t->file);
    int least = fewest_presses(&b, holes ? rows * cols : cols);
    if (least >= 0) found(t, least);
}

/* Makes strips of two and of five stones, so that the kernel has more than 63 dimensions. */
static void make_strips(struct random *r, struct trial *t)
{
    enum { MOST = 44 };
    int rows = 11 + 2 * random_below(r, 3), sum = 0;
    struct board all = stones(rows, MOST + 1);
    t->p = &puzzle_fivers;
    t->costs = t->large = true;
    t->kernel = true;
    for (int y = 0; y < rows; y++) {
        char *row = all.cell + y * all.cols;
        memset(row, '#', (size_t)all.cols);
        for (int x = 0; y % 2 == 0 && x < MOST - 5;) {
            struct board strip = stones(1, random_below(r, 4) ? 2 : 5);
            if (random_below(r, 3) == 0) press_some(r, &strip, 1);
            memcpy(row + x, strip.cell, (size_t)strip.cols);
            sum += fewest_presses(&strip, strip.cols);
            x += strip.cols + 1;
        }
    }
    board_text(&all, &t->file);
    found(t, sum);
}

static enum status trace_solve(const struct trial *t, struct instance *in, struct problem *q, struct answer *a);

static void make_tank(struct random *r, struct trial *t)
{
    int side = 2 + random_below(r, 3);
    t->p = &puzzle_tank;
    for (int i = 0; i < side * side; i++) {
        if (random_below(r, 8))
            text_put(&t->file, ".");
        else
            text_add(&t->file, "%d", 1 + random_below(r, side - 1));
        text_char(&t->file, i % side == side - 1 ? '\n' : ' ');
    }
    struct text err = {0};
    struct instance *in = models_parse(t->p, "", text_string(&t->file), "", &err);
    if (!in) fail_msg("%s: %s", t->file.s, text_string(&err));
    struct problem q = {.choices.solver = "picosat", .choices.search = "down", .formulation = t->p->formulations};
    while (strcmp(q.formulation->name, "linear") != 0) q.formulation++;
    struct answer a = {0};
    t->solvable = trace_solve(t, in, &q, &a) == STATUS_SATISFIABLE;
    answer_release(&a);
    t->p->release(in);
}

/* ---- lists of numbers ------------------------------------------------------------------------------------------ */

static void make_archer(struct random *r, struct trial *t)
{
    enum { MOST = 90 };
    int rings = 1 + random_below(r, 5), target = 1 + random_below(r, MOST), fewest[MOST + 1] = {0}, ring[5];
    t->p = &puzzle_archer;
    t->costs = true;
    struct text err = {0};
    assert_true(options_set(&t->options, options_find(t->p->options, "objective"), "shots", &err));
    text_add(&t->words, "%d", target);
    for (int i = 0; i < rings; i++) text_add(&t->words, " %d", ring[i] = 1 + 7 * i + random_below(r, 7));
    for (int sum = 1; sum <= target; sum++) {
        fewest[sum] = MOST + 1;
        for (int i = 0; i < rings; i++)
            if (ring[i] <= sum && fewest[sum - ring[i]] < fewest[sum]) fewest[sum] = 1 + fewest[sum - ring[i]];
    }
    if (fewest[target] <= MOST) found(t, fewest[target]);
}

static void make_squarest(struct random *r, struct trial *t)
{
    int n = 1 + random_below(r, 9), target = 1 + random_below(r, 80), v[9];
    t->p = &puzzle_squarest;
    text_add(&t->words, "%d", target);
    for (int i = 0; i < n; i++) text_add(&t->words, " %d", v[i] = 1 + random_below(r, 30));
    for (int set = 1; set < 1 << n; set++) {
        int sum = 0;
        for (int i = 0; i < n; i++) sum += set >> i & 1 ? v[i] : 0;
        if (sum == target) found(t, 0);
    }
}

/* Makes three piles of two cans and three throws with the multipliers 1, 2, 3. */
static void make_cans(struct random *r, struct trial *t)
{
    int can[3][2], target = 6 + random_below(r, 50);
    t->p = &puzzle_cans;
    for (int p = 0; p < 3; p++)
        for (int i = 0; i < 2; i++) can[p][i] = 1 + random_below(r, 9);
    text_add(&t->words, "%d %d,%d,%d %d,%d,%d", target, can[0][0], can[1][0], can[2][0], can[0][1], can[1][1],
             can[2][1]);
    for (int play = 0; play < 27; play++) {
        int left[3] = {0}, score = 0, rest = play;
        bool legal = true;
        for (int throw = 1; throw <= 3 && legal; throw ++, rest /= 3) {
            legal = left[rest % 3] < 2;
            if (legal) score += throw *can[rest % 3][left[rest % 3]++];
        }
        if (legal && score == target) found(t, 0);
    }
}

/* ---- searches ---- --------------------------------------------------------------------------- */

/* The state of checking the reports of one search. */
struct judge {
    const struct trial *t;
    int reports, both; /* both: reports with two bounds */
    struct answer last;
    struct text wrong;
};

static void trace_judge(void *state, const struct answer *a)
{
    struct judge *j = state;
    const struct answer *last = &j->last;
    const struct trial *t = j->t;
    j->reports++;
    j->both += a->has_lower && a->has_upper;
    bool right = t->costs || (!a->has_lower && !a->has_upper);
    if (t->solvable) right = right && (!a->has_lower || a->lower <= t->best) && (!a->has_upper || a->upper >= t->best);
    if (!t->solvable) right = right && !(t->maximize ? a->has_lower : a->has_upper) && !a->solution.n;
    if (a->has_lower && a->has_upper) right = right && a->lower <= a->upper;
    if (last->has_lower) right = right && a->has_lower && a->lower >= last->lower;
    if (last->has_upper) right = right && a->has_upper && a->upper <= last->upper;
    if (!right && !j->wrong.n)
        text_error(&j->wrong, "Report %d is %s%lld..%s%lld, after %s%lld..%s%lld.", j->reports,
                   a->has_lower ? "" : "no ", (long long)a->lower, a->has_upper ? "" : "no ", (long long)a->upper,
                   last->has_lower ? "" : "no ", (long long)last->lower, last->has_upper ? "" : "no ",
                   (long long)last->upper);
    j->last = *a;
}

static enum status trace_solve(const struct trial *t, struct instance *in, struct problem *q, struct answer *a)
{
    q->puzzle = t->p;
    q->instance = in;
    search_formulate(q, q->formulation);
    return search_solve(q, a);
}

/* Chooses random encoders, like the options --card, --pb, ... */
static void trace_choose_encoders(struct random *r, struct policy *p)
{
    for (int i = 0; encoders[i]; i++)
        if (random_below(r, 25) == 0) p->by_kind[encoders[i]->kind].encoder = encoders[i];
}

static void choose_search(struct random *r, const struct trial *t, struct choices *c)
{
    const struct puzzle *p = t->p;
    int n = 0;
    while (search_strategies[n].name) n++;
    int at = random_below(r, n + 2);
    bool own = at == n && p->engines;
    c->engine = own ? p->engines->name : at >= n && random_below(r, 2) ? "auto" : "sat";
    c->search = "auto";
    if (at >= n) return;
    const struct strategy *s = &search_strategies[at];
    bool suits = p == &puzzle_fivers && !t->large; /* the kernel needs parity rows */
    c->engine = suits ? s->engine : "sat";
    if (suits || !strcmp(s->engine, "sat")) c->search = s->name;
}

static struct problem trace_choose(struct random *r, struct trial *t, struct instance *in)
{
    static const char *const solver[] = {"cadical", "picosat", "cuts"};
    struct problem q = {.formulation = t->p->formulations,
                        .choices.solver = solver[random_below(r, 3)],
                        .choices.seed = random_below(r, 100)};
    int n = 0;
    while (q.formulation[n].name) n++;
    q.formulation += random_below(r, n);
    if (!formulation_applies(q.formulation, in)) q.formulation = puzzle_first(t->p, in);
    choose_search(r, t, &q.choices);
    q.jobs = random_below(r, 10) ? 1 : 2;
    if (t->kernel) q.choices.parity = PARITY_KERNEL;
    if (!t->kernel && random_below(r, 2) == 0) q.choices.parity = PARITY_NONE + random_below(r, 3);
    if (random_below(r, 4) == 0) q.choices.break_symmetry = random_below(r, 2) ? OPTION_YES : OPTION_NO;
    if (random_below(r, 3) == 0) trace_choose_encoders(r, &q.choices.policy);
    if (random_below(r, 4) == 0) q.prove = PROVE_NOTHING;
    return q;
}

static void describe(const struct trial *t, const struct problem *q, struct text *out)
{
    text_add(out, "%s %s --formulation %s --engine %s --search %s --solver %s --seed %d --jobs %d --parity %d",
             t->p->name, text_string(&t->words), q->formulation->name, q->choices.engine, q->choices.search,
             q->choices.solver, q->choices.seed, q->jobs, q->choices.parity);
    for (int k = 0; k < KINDS; k++)
        if (q->choices.policy.by_kind[k].encoder) text_add(out, " %s", q->choices.policy.by_kind[k].encoder->name);
    text_add(out, "\n%s", text_string(&t->file));
}

struct tally {
    int solved, refused, reports, both;
};

static void judge_report(void *state, const struct job *j) { trace_judge(state, j->so_far); }

static void trace_ask(struct random *r, struct trial *t, struct tally *tally)
{
    struct text err = {0};
    struct words w;
    words_split(text_string(&t->words), 0, &w);
    char *argv[16] = {0};
    for (int i = 0; i < w.n; i++) argv[i] = w.v[i].s;
    struct source source = {w.n, argv, t->file.n ? t->file.s : NULL, "file", 1, &t->options};
    struct instance *in = t->p->parse(&source, &err);
    if (!in) fail_msg("%s %s\n%s: %s", t->p->name, text_string(&t->words), text_string(&t->file), text_string(&err));
    struct judge j = {.t = t};
    struct answer a = {0};
    struct problem q = trace_choose(r, t, in);
    struct job job = {.progress = judge_report, .progress_state = &j};
    q.job = &job;
    enum status status = trace_solve(t, in, &q, &a), right = t->costs ? STATUS_OPTIMAL : STATUS_SATISFIABLE;
    if (status == STATUS_REFUSED) {
        tally->refused++;
    } else {
        trace_judge(&j, &a); /* the last line is the answer */
        if (status != (t->solvable ? right : STATUS_UNSATISFIABLE))
            text_error(&j.wrong, "It ends with status %d. %s", status, text_string(&a.err));
        if (status == STATUS_OPTIMAL && (a.objective_value != t->best || a.lower != a.upper))
            text_error(&j.wrong, "The answer is %lld.", (long long)a.objective_value);
        tally->solved++;
        tally->reports += j.reports;
        tally->both += j.both;
    }
    if (j.wrong.n) {
        describe(t, &q, &err);
        fail_msg("%s\nThe optimum is %s%lld. %s", err.s, t->solvable ? "" : "none ", (long long)t->best, j.wrong.s);
    }
    answer_release(&a);
    t->p->release(in);
    words_release(&w);
}

static void test_reports(void **state)
{
    (void)state;
    void (*const make[])(struct random *, struct trial *) = {
        make_opb,  make_wcnf,    make_gunport, make_fivers,   make_archer, make_strips, make_opb,
        make_wcnf, make_gunport, make_fivers,  make_squarest, make_cnf,    make_tank,   make_cans};
    enum { MAKERS = sizeof make / sizeof *make };
    const char *asked = getenv("TRACE_ROUNDS");
    int rounds = asked ? atoi(asked) : getenv("QUICK") ? 25 : 150;
    struct tally tally = {0};
    struct random r = {7};
    for (int i = 0; i < rounds * MAKERS; i++) {
        struct trial t = {0};
        make[i % MAKERS](&r, &t);
        trace_ask(&r, &t, &tally);
        text_release(&t.words);
        text_release(&t.file);
        options_release(&t.options);
    }
    printf("# %d searches, %d refused, %d reports, %d of them with two bounds\n", tally.solved, tally.refused,
           tally.reports, tally.both);
    assert_true(tally.refused * 5 < tally.solved);
    assert_true(tally.both > tally.solved);
}

/* ---- a false bound --------------------------------------------------------------------------------------------- */

/* A formulation that claims a false bound. It sums some of the numbers 1 to 4, at least two of
 * them: the least sum is 3, and the omitted ones sum to at most 7. It claims a least sum of 5. */
struct instance {
    bool maximize; /* maximize the sum of the omitted numbers */
};
enum { NUMBERS = 4, TOTAL = 10, CLAIMED = 5 };

static struct objective numbers_objective(const struct formulation *f, const struct instance *in, enum int_form form)
{
    struct objective o = {.b = 1, .c = 1, .step = 1, .least = CLAIMED, .name = "sum"};
    if (in->maximize) o.a = TOTAL;
    if (in->maximize) o.b = -1;
    return o;
}

static void numbers_build(const struct formulation *f, const struct instance *in, const struct bounds *b,
                          struct model *m)
{
    (void)b;
    lit x[NUMBERS];
    for (int i = 0; i < NUMBERS; i++) x[i] = model_var(m, "number %d", i + 1);
    model_rule(m, "two at least");
    model_card(m, x, NUMBERS, 2, NUMBERS);
    struct objective o = f->objective(f, in, FORMS);
    o.n = NUMBERS;
    o.x = x;
    o.w = (int64_t[]){1, 2, 3, 4};
    model_minimize(m, &o);
}

static void numbers_decode(const struct formulation *f, const struct instance *in, const lit *x, struct values a,
                           struct solution *out)
{
    (void)in;
    int64_t *value = solution_numbers(out, NUMBERS, 0);
    for (int v = 1; v <= NUMBERS; v++) value[v - 1] = value_true(a, v);
}

static void numbers_print(const struct instance *in, const struct solution *s, struct text *out)
{
    (void)in;
    for (int i = 0; i < s->n; i++) text_char(out, s->v[i] ? '1' : '0');
}

static bool numbers_verify(const struct instance *in, const char *solution, int64_t *objective_value, struct text *err)
{
    (void)err;
    *objective_value = 0;
    for (int i = 0; i < NUMBERS; i++)
        if ((solution[i] == '0') == in->maximize) *objective_value += i + 1;
    return true;
}

static void never_cross(void *state, const struct job *j)
{
    const struct answer *a = j->so_far;
    (void)state;
    if (a->has_lower && a->has_upper) assert_true(a->lower <= a->upper);
}

/* A search fails when it finds a solution better than the claimed bound. In no report do the bounds
 * cross. */
static void test_false_bound(void **state)
{
    (void)state;
    static const struct formulation numbers = {
        .name = "numbers", .build = numbers_build, .decode = numbers_decode, .objective = numbers_objective};
    static const struct puzzle puzzle = {
        .name = "numbers", .unit = "sum", .verify = numbers_verify, .notation.print = numbers_print};
    int caught = 0, asked = 0;
    for (int i = 0; search_strategies[i].name; i++)
        for (int way = 0; way < 8 && !strcmp(search_strategies[i].engine, "sat"); way++) {
            struct instance in = {.maximize = way & 1};
            struct job job = {.progress = never_cross};
            struct problem q = {.puzzle = &puzzle, .instance = &in, .formulation = &numbers, .job = &job};
            q.choices.solver = way & 2 ? "picosat" : "cadical";
            q.jobs = way & 4 ? 2 : 1;
            q.choices.search = search_strategies[i].name;
            struct answer a = {0};
            search_formulate(&q, q.formulation);
            enum status status = search_solve(&q, &a);
            job_publish(&job, &a);
            if (status == STATUS_OPTIMAL) assert_int_equal(a.objective_value, in.maximize ? TOTAL - CLAIMED : CLAIMED);
            if (status != STATUS_OPTIMAL) {
                assert_int_equal(status, STATUS_FAILED);
                assert_says(text_string(&a.err), "excludes the solution");
                caught++;
            }
            asked++;
            answer_release(&a);
        }
    printf("# %d of %d caught\n", caught, asked);
    assert_true(caught * 2 > asked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_reports), cmocka_unit_test(test_false_bound)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
