/* The referee: decides whether the optimum is still reachable, and finds moves that keep it
 * reachable, with reasons. A solver answers each for the remaining problem of the position. */
#include "play/game.h"
#include "base/number.h"

#include "base/clock.h"
#include "base/dictionary.h"
#include "model/model_abstract.h"

#include <stdlib.h>
#include <string.h>

static const double PATIENCE = 0.5; /* CPU seconds to find a clash */
static const double BUILDING = 5;   /* and to build the formula of a game, once */
enum { RULES_SHOWN = DEDUCTION_FEW, FACTS_SHOWN = 3, STEPS_SHOWN = 8, CANDIDATES = 40 };

enum status game_best(struct game *g, struct text *err)
{
    SCOPED(answer) a = {0};
    if (g->known != STATUS_UNKNOWN) return g->known;
    enum status status = search_solve(g->problem, &a);
    if (status == STATUS_OPTIMAL || status == STATUS_SATISFIABLE || status == STATUS_UNSATISFIABLE) g->known = status;
    if (status == STATUS_OPTIMAL) g->best = a.objective_value;
    g->maximize = a.maximize;
    text_clear(&g->verdict);
    evidence_words(&a.evidence, g->problem->choices.solver, &g->verdict);
    g->proved = evidence_proves(&a.evidence);
    g->refuted = !g->proved && !evidence_foreign(g->problem->choices.solver);
    if (a.err.n && (status == STATUS_FAILED || status == STATUS_REFUSED)) text_error(err, "%s", text_string(&a.err));
    return status;
}

void game_set_best(struct game *g, int64_t best, const char *verdict)
{
    g->known = STATUS_OPTIMAL;
    g->best = best;
    g->given = true;
    text_set(&g->verdict, verdict);
    g->proved = !strcmp(verdict, "proved");
    g->refuted = false;
}

/* Appends the verdict on a conclusion. It combines the evidence e on the remaining problem with the
 * verdict on the optimum, if there is one. */
static void follows(const struct game *g, const struct evidence *e, struct text *out)
{
    if (g->known == STATUS_OPTIMAL && !g->proved)
        text_put(out, text_string(&g->verdict));
    else
        evidence_words(e, g->problem->choices.solver, out);
}

/* Fills q with the remaining problem in the formulation of that name. If NULL, uses the game's
 * formulation, or the first that applies. Returns false if the named one does not apply. q borrows
 * the instance. */
static bool rest_problem(const struct game *g, const struct instance *rest, const char *formulation, struct problem *q)
{
    *q = *g->problem;
    q->instance = rest;
    q->choices.engine = q->choices.search = NULL;
    q->jobs = 0;
    const struct formulation *f = q->formulation;
    if (formulation)
        for (f = g->puzzle->formulations; f->name && strcmp(f->name, formulation); f++) continue;
    if (formulation && (!f->name || !formulation_applies(f, rest))) return false;
    search_formulate(q, formulation_applies(f, rest) ? f : puzzle_first(g->puzzle, rest));
    return true;
}

/* Whether a position is the start with more known values: then one formula serves all positions. */
static bool keeps_formula(const struct game *g)
{
    const struct grid_moves *grid = g->moves->grid;
    return g->moves->judged || (grid && !grid->left && !grid->marks);
}

/* The formula of the start, with the best value once that is known; NULL: it would take too
 * long. */
static struct deduction *formula_of(struct game *g)
{
    const bool bounded = g->known == STATUS_OPTIMAL;
    if (g->built && (g->bounded || !bounded)) return g->deduction;
    struct problem q;
    struct job soon = {.parent = g->problem->job, .cpu_deadline = clock_thread() + BUILDING};
    const int at = g->at;
    int64_t made = 0;
    game_at(g, 0);
    struct instance *start = g->moves->rest(&g->position, &made);
    rest_problem(g, start, g->moves->plain, &q);
    q.job = &soon;
    if (g->deduction) deduction_release(g->deduction);
    if (!g->deduction) g->deduction = mem_new(1, sizeof *g->deduction);
    if (!deduction_open(g->deduction, &q, bounded ? &g->best : NULL)) {
        deduction_release(g->deduction);
        mem_free(g->deduction);
        g->deduction = NULL;
    }
    if (g->deduction) deduction_begin(g->deduction, g->problem->job);
    g->puzzle->release(start);
    game_at(g, at);
    g->built = true;
    g->bounded = bounded;
    return g->deduction;
}

bool game_refutes(struct game *g, const struct instance *left)
{
    SCOPED(lits) known = {0};
    struct deduction *d = formula_of(g);
    if (!d) return false;
    g->moves->judged->assume(left, deduction_model(d), &known);
    return deduction_refutes(d, &known);
}

/* Adds the cells of values that a small set of rules contradicts, if propagation alone finds that
 * there is no solution. */
static void clash(struct game *g, struct position_mistakes *l)
{
    struct problem q;
    struct job soon = {.cpu_deadline = clock_thread() + PATIENCE};
    struct reasons r = {0};
    SCOPED(answer) a = {0};
    SCOPED(text) why = {0};
    int64_t made = 0;
    int row, col;
    struct instance *left = g->moves->rest(&g->position, &made);
    if (game_refutes(g, left)) {
        rest_problem(g, left, g->moves->plain, &q);
        q.job = &soon;
        search_explain(&q, false, &r, &a);
    }
    g->puzzle->release(left);
    for (int k = 0; k < r.n; k++)
        text_add(&why, "%s%s%s", k ? "" : "These do not go together: ", text_string(&r.v[k].rule),
                 k + 1 < r.n ? "; " : ".");
    for (int k = 0; k < r.n && r.minimal && r.n <= RULES_SHOWN; k++)
        if (g->moves->judged->place(&g->position, text_string(&r.v[k].rule), &row, &col))
            position_mistakes_add(l, row, col, "%s", text_string(&why));
    search_reasons_release(&r);
}

const struct position_mistakes *game_mistakes(struct game *g)
{
    struct turn *t = &g->turn[g->at];
    if (!t->judged && g->moves->mistakes) g->moves->mistakes(&g->position, &t->mistakes);
    if (!t->judged && !g->moves->mistakes) {
        g->moves->judged->broken(&g->position, &t->mistakes);
        if (!t->mistakes.n) clash(g, &t->mistakes);
    }
    t->judged = true;
    return &t->mistakes;
}

/* Returns the instance of the remaining problem, which the caller releases, and stores in *made the
 * objective value already reached. Returns NULL, with a sentence in err, if the position breaks a
 * rule. */
static struct instance *rest_of(struct game *g, int64_t *made, struct text *err)
{
    const struct position_mistakes *wrong = game_mistakes(g);
    *made = 0;
    if (wrong->n) text_error(err, "%s", wrong->v[0].why);
    return wrong->n ? NULL : g->moves->rest(&g->position, made);
}

/* ---- completability -------------------------------------------------------------------------- */

static void game_referee_say_best(const struct game *g, struct text *sentence)
{
    text_put(sentence, "the best, ");
    text_count(sentence, g->best, g->problem->objective.name);
}

/* Writes the result of a search for the remaining problem. A solution shows that the position can
 * be completed; it does not show that the result is optimal. */
static void say_reached(const struct game *g, bool reached, const struct evidence *e, struct text *sentence)
{
    SCOPED(text) verdict = {0};
    bool best = g->known == STATUS_OPTIMAL;
    if (!reached && best && g->given && !g->at) {
        text_put(sentence, "No: ");
        game_referee_say_best(g, sentence);
        text_put(sentence, " as given, is out of reach from the start; check that number.");
        return;
    }
    follows(g, e, &verdict);
    text_put(sentence, reached ? "Yes: this can still be completed" : best ? "No: " : "No: this cannot be completed");
    if (best && reached) text_put(sentence, " to ");
    if (best) game_referee_say_best(g, sentence);
    if (reached && best && !g->proved) text_add(sentence, " (%s)", text_string(&g->verdict));
    if (reached)
        text_char(sentence, '.');
    else
        text_add(sentence, "%s, %s%s.",
                 best    ? ", is out of reach from here"
                 : g->at ? " any more"
                         : "",
                 verdict.s, g->at ? "; take something back" : "");
}

/* Writes that the board is a solution, and whether it is optimal. */
static enum status say_done(const struct game *g, struct text *sentence)
{
    text_put(sentence, "It is complete: ");
    if (g->known == STATUS_OPTIMAL) {
        game_referee_say_best(g, sentence);
        text_add(sentence, ", %s.", text_string(&g->verdict));
    } else {
        text_put(sentence, "solved.");
    }
    return STATUS_SATISFIABLE;
}

static bool is_done(struct game *g)
{
    SCOPED(solution) solution = {0};
    int64_t objective_value = 0;
    return game_done(g, &solution, &objective_value) && (g->known != STATUS_OPTIMAL || objective_value == g->best);
}

/* Decides whether the remaining problem has a solution, of value g->best minus `made` if the puzzle
 * has an objective. Stores the solution in `rest` and the result in `sentence`. */
static enum status ask_rest(const struct game *g, const struct instance *left, int64_t made, struct solution *rest,
                            struct text *sentence)
{
    struct problem q;
    SCOPED(answer) a = {0};
    rest_problem(g, left, NULL, &q);
    enum status status = g->known == STATUS_OPTIMAL ? search_decide(&q, g->best - made, &a) : search_solve(&q, &a);
    if (status == STATUS_SATISFIABLE || status == STATUS_UNSATISFIABLE)
        say_reached(g, status == STATUS_SATISFIABLE, &a.evidence, sentence);
    else
        text_put(sentence, a.err.n ? text_string(&a.err) : "Stopped before it was known.");
    solution_copy(rest, &a.solution);
    return status;
}

enum status game_ask(struct game *g, struct solution *rest, struct text *sentence)
{
    SCOPED(text) err = {0};
    int64_t made;
    enum status status = g->problem->objective.name ? game_best(g, &err) : STATUS_SATISFIABLE;
    bool without = status != STATUS_OPTIMAL && status != STATUS_SATISFIABLE && status != STATUS_UNSATISFIABLE;
    if (without) text_put(sentence, err.n ? text_string(&err) : "Stopped before the best was known.");
    if (without) return status;
    if (is_done(g)) return say_done(g, sentence);
    if (status == STATUS_UNSATISFIABLE) {
        text_add(sentence, "No: there is no solution, %s.", text_string(&g->verdict));
        return status;
    }
    struct instance *left = rest_of(g, &made, &err);
    if (!left) {
        text_add(sentence, "No: %s", text_string(&err));
        return STATUS_UNSATISFIABLE;
    }
    status = ask_rest(g, left, made, rest, sentence);
    g->puzzle->release(left);
    return status;
}

enum status game_finish(struct game *g, struct text *sentence)
{
    SCOPED(solution) rest = {0};
    enum status status = game_ask(g, &rest, sentence);
    if (status == STATUS_SATISFIABLE && rest.n) {
        game_complete(g, &rest);
        text_clear(sentence);
        if (g->known == STATUS_OPTIMAL)
            text_add(sentence, "Completed to the best, %s.", text_string(&g->verdict));
        else
            text_put(sentence, "Completed.");
    }
    return status;
}

/* ---- hints ----------------------------------------------------------------------------------- */

static void say_place(const struct game *g, int row, int col, struct text *out)
{
    SCOPED(position_cell) cell = {0};
    g->moves->look(&g->position, row, col, &cell);
    text_put(out, text_string(&cell.place));
}

/* Appends the cells and value of a touch: "a domino on row 1, column 2, and row 1, column 3". */
static void say_touch(const struct game *g, const struct touch *t, struct text *out)
{
    SCOPED(text) err = {0};
    struct position then = g->position;
    OWNED int64_t *now = mem_copy(then.now, (size_t)then.n, sizeof *now);
    then.now = now;
    bool done = g->moves->judged && g->moves->touch(&then, t, &err);
    SCOPED(position_cell) cell = {0};
    if (done) g->moves->look(&then, t->row, t->col, &cell);
    if (done) text_add(out, "%s, %s", text_string(&cell.place), text_string(&cell.content));
    if (done) return;
    if (touch_is_pair(t) && g->position.pair) text_add(out, "a %s on ", g->position.pair);
    say_place(g, t->row, t->col, out);
    if (touch_is_pair(t)) {
        text_put(out, ", and ");
        say_place(g, t->row2, t->col2, out);
    }
    const struct grid_moves *grid = g->moves->grid;
    if (t->value <= 0 || (grid && grid->toggles)) return; /* a touch that toggles ignores its value */
    text_put(out, ": ");
    if (grid)
        grid_value(grid, t->value, out);
    else
        text_add(out, "%lld", (long long)t->value);
}

/* The literal of "NAME = VALUE" for an integer over variables of other names; 0: it has none. */
static lit step_value(const struct model *m, const char *step)
{
    for (int i = 0; i < model_ints(m); i++) {
        const char *name = model_int_name(m, i);
        const size_t n = strlen(name);
        int64_t value;
        if (strncmp(step, name, n) != 0 || strncmp(step + n, " = ", 3) != 0 || !number_parse(step + n + 3, &value))
            continue;
        const struct integer it = model_integer(m, i);
        return it.form == FORM_DIRECT && value >= it.lo && value - it.lo < it.n ? it.x[value - it.lo] : 0;
    }
    return 0;
}

/* The literals of the steps; 0: the model has no variable, or several, of the name. Adds the others
 * to `known`. */
static lit *step_literals(const struct deduction *d, const struct position_steps *steps, struct lits *known)
{
    const struct model *m = deduction_model(d);
    lit *x = mem_new((size_t)steps->n, sizeof *x);
    SCOPED(dictionary) names = {0};
    OWNED lit *of = mem_new((size_t)model_vars(m) + 1, sizeof *of); /* by name; -1: several */
    for (int v = 1; v <= model_vars(m); v++) {
        const int before = names.n, i = dictionary_add(&names, model_name(m, v), strlen(model_name(m, v)));
        of[i] = i == before ? v : -1;
    }
    for (int i = 0; i < steps->n; i++) {
        const char *name = steps->v[i].variable;
        int sign = 1, k = dictionary_find(&names, name, strlen(name));
        if (k < 0 && *name == '-') sign = -1;
        if (sign < 0) k = dictionary_find(&names, name + 1, strlen(name + 1));
        x[i] = k >= 0 && of[k] > 0 ? sign * of[k] : k < 0 ? step_value(m, name) : 0;
        if (x[i]) lits_push(known, x[i]);
    }
    return x;
}

static bool better_hint(const struct deduced *a, const struct deduced *b)
{
    if (a->units.n + a->cases != b->units.n + b->cases) return a->units.n + a->cases < b->units.n + b->cases;
    if (a->cases != b->cases) return b->cases;
    if (a->facts.n != b->facts.n) return a->facts.n < b->facts.n;
    return a->together > b->together;
}

/* Swaps the two if the other one is better, or the first. Returns whether it did. */
static bool take_better(struct deduced *best, struct deduced *other, bool first)
{
    if (!first && !better_hint(other, best)) return false;
    const struct deduced before = *best;
    *best = *other;
    *other = before;
    return true;
}

/* Of the moves that are known now, finds the one with the best explanation. Returns its index;
 * -1: none is known. */
static int best_known(struct deduction *d, const lit *move, int n, struct deduced *best)
{
    int at = -1;
    for (int i = 0, tried = 0; i < n && tried < CANDIDATES; i++) {
        if (!move[i] || !deduction_knows(d, move[i])) continue;
        SCOPED(deduced) e = {0};
        deduction_explain(d, move[i], &e);
        tried++;
        if (take_better(best, &e, at < 0)) at = i;
    }
    return at;
}

/* Whether the hint shows the last step alone, and what was deduced before as known. */
static bool shows_last(const struct deduced *e)
{
    return e->units.n > RULES_SHOWN && e->last.n <= RULES_SHOWN && e->via.n;
}

static void name_literal(const struct model *m, lit x, struct reasons *r)
{
    struct rule_reason known = {.id = -1, .fact = true};
    const char *name = model_name(m, lit_var(x)), *is = strstr(name, " is "), *equal = strstr(name, " = ");
    const char *cut = is ? is : equal;
    if (x < 0 && cut)
        text_add(&known.rule, "%.*s is not %s", (int)(cut - name), name, cut + (is ? 4 : 3));
    else
        model_given_words(m, (struct given){lit_var(x), 0, x > 0}, &known.rule);
    int same = 0; /* two variables can have the same words */
    while (same < r->n && (r->v[same].id >= 0 || strcmp(text_string(&r->v[same].rule), text_string(&known.rule)) != 0))
        same++;
    if (same < r->n) {
        text_release(&known.rule);
        return;
    }
    text_put(&known.words, text_string(&known.rule));
    MEM_PUSH(r->v, r->n, r->cap, known);
}

/* Names the rules of a deduction and, if they are few, the facts that it needs. */
static void name_reasons(const struct deduction *d, const struct deduced *e, struct reasons *r)
{
    const struct model *m = deduction_model(d);
    const struct lits *units = shows_last(e) ? &e->last : &e->units;
    for (int i = 0; i < units->n; i++) search_reasons_add(m, d->unit[units->v[i]].rule, r);
    for (int i = 0; i < e->via.n && e->via.n <= STEPS_SHOWN; i++) name_literal(m, e->via.v[i], r);
    r->minimal = true;
    if (shows_last(e)) return;
    for (int i = 0; i < e->facts.n && (e->facts.n <= FACTS_SHOWN || !e->units.n); i++) {
        const int v = lit_var(e->facts.v[i]);
        if (v >= d->first) {
            const int before = r->n;
            search_reasons_add(m, d->unit[v - d->first].rule, r);
            if (r->n > before) r->v[before].fact = true;
        } else {
            name_literal(m, e->facts.v[i], r);
        }
    }
}

/* Adds the literals of the position in the formula of the start. */
static void know_position(const struct game *g, const struct deduction *d, const struct instance *left,
                          struct lits *known)
{
    struct position start = g->position;
    const struct solution now = position_solution(&g->position);
    SCOPED(position_steps) steps = {0};
    if (g->moves->judged) g->moves->judged->assume(left, deduction_model(d), known);
    if (g->moves->judged || !keeps_formula(g)) return;
    start.now = start.start;
    g->moves->steps(&start, &now, &steps);
    mem_free(step_literals(d, &steps, known));
}

static void mark_cell(const struct game *g, int row, int col, struct lits *out)
{
    const int cell = row * g->cols + col;
    if (row >= 0 && row < g->rows && col >= 0 && col < g->cols && !lits_have(out, cell)) lits_push(out, cell);
}

/* Marks the cell that shows a literal: of the puzzles without judged moves, the one that its
 * name begins with. */
static void mark_literal(const struct game *g, const struct deduction *d, lit x, struct lits *out)
{
    int row, col;
    const char *name = model_name(deduction_model(d), lit_var(x));
    name += strcspn(name, "0123456789");
    if (g->moves->judged) {
        if (g->moves->judged->shown(&g->position, deduction_model(d), x, &row, &col)) mark_cell(g, row, col, out);
    } else if (sscanf(name, "%d,%d", &row, &col) == 2) {
        mark_cell(g, row - 1, col - 1, out);
    }
}

/* Marks the cells of the rules, that of a rule's clue if it has one, and of the known values. */
static void mark_cells(const struct game *g, const struct deduction *d, const struct deduced *e, struct lits *out)
{
    int top = 0, left = 0;
    if (g->moves->judged) g->moves->judged->shown(&g->position, deduction_model(d), 0, &top, &left);
    const struct lits *units = shows_last(e) ? &e->last : &e->units;
    for (int i = 0; i < units->n && units->n <= RULES_SHOWN; i++) {
        const struct deduction_unit *u = &d->unit[units->v[i]];
        const struct rule_note note = model_rule_noted(deduction_model(d), u->rule);
        if (note.row || note.col) mark_cell(g, note.row - 1 + top, note.col - 1 + left, out);
        SCOPED(lits) cells = {0};
        for (int k = 0; k < u->scope.n && !note.row && !note.col && u->role != UNIT_BOUND && !u->graph; k++)
            mark_literal(g, d, u->scope.v[k], &cells);
        for (int k = 0; k < cells.n && 2 * cells.n <= g->rows * g->cols; k++) /* more are no place to look at */
            if (!lits_have(out, cells.v[k])) lits_push(out, cells.v[k]);
    }
    for (int i = 0; i < e->facts.n && e->units.n <= RULES_SHOWN; i++)
        if (lit_var(e->facts.v[i]) < d->first) mark_literal(g, d, e->facts.v[i], out);
}

/* How the rule of a unit is worded; NULL: it is not. */
static const struct wording *wording_of(const struct game *g, const struct deduction *d, int unit)
{
    const char *name = model_rule_name(deduction_model(d), d->unit[unit].rule);
    for (const struct wording *w = g->moves->wording; w && w->kind; w++)
        if (strstr(name, w->kind)) return w;
    return NULL;
}

static void say_count(int count, const char *noun, struct text *out)
{
    static const char *const numbers[] = {"no", "one", "two", "three", "four", "five", "six"};
    const char *ending = count == 1 ? "" : noun[strlen(noun) - 1] == 'x' ? "es" : "s";
    if (count <= RULES_SHOWN)
        text_add(out, "%s %s%s", numbers[count], noun, ending);
    else
        text_add(out, "%d %s%s", count, noun, ending);
}

/* Begins a sentence at this byte. */
static void capitalize(struct text *t, size_t at)
{
    if (t->s[at] >= 'a' && t->s[at] <= 'z') t->s[at] += 'A' - 'a';
}

/* Writes "two clues and one dot", or "three rules". */
static void say_kinds(const struct game *g, const struct deduction *d, const struct lits *units, struct text *out)
{
    SCOPED(dictionary) nouns = {0};
    OWNED int *count = mem_new((size_t)units->n, sizeof *count);
    bool worded = true;
    for (int i = 0; i < units->n; i++) worded = worded && wording_of(g, d, units->v[i]);
    for (int i = 0; i < units->n; i++) {
        const char *noun = worded ? wording_of(g, d, units->v[i])->noun : "rule";
        count[dictionary_add(&nouns, noun, strlen(noun))]++;
    }
    for (int k = 0; k < nouns.n; k++) {
        text_put(out, !k ? "" : k + 1 < nouns.n ? ", " : " and ");
        say_count(count[k], dictionary_word(&nouns, k), out);
    }
}

/* Writes the trial: the opposite, what follows, and what fails then. False: it is too long. */
static bool say_trial(const struct game *g, const struct deduction *d, const struct deduced *e, struct hint *h)
{
    const struct lits *trial = &e->trial;
    const char *failed = e->failed < 0 ? NULL : model_rule_name(deduction_model(d), d->unit[e->failed].rule);
    if (trial->n > STEPS_SHOWN) return false;
    struct reasons r = {0};
    for (int i = 0; i < trial->n; i++) {
        name_literal(deduction_model(d), trial->v[i], &r);
        mark_literal(g, d, trial->v[i], &h->trial);
    }
    for (int i = 0; i < r.n; i++)
        text_add(&h->because, "%s%s", !i ? "Suppose the opposite: " : i == 1 ? ". Then " : ", ", r.v[i].rule.s);
    search_reasons_release(&r);
    text_add(&h->because, failed ? ", which contradicts: %s." : ", which cannot be.", failed);
    return true;
}

/* The words after the name of the only rule, which say why it forces the move; NULL: there are
 * none, or a trial shows it better. */
static const char *tail_alone(const struct game *g, const struct deduction *d, const struct deduced *e, int unit)
{
    const struct wording *w = wording_of(g, d, unit);
    if (!w || (d->unit[unit].simple && e->units.n == 1 && e->trial.n > 1)) return NULL;
    return e->x > 0 ? w->yes : w->no;
}

/* The obvious rule that forces the move by most of what is known; NULL: there is none. */
static const char *obvious_rule(const struct deduction *d, const struct deduced *e)
{
    int most = 0, best = -1;
    for (int i = 0; i < d->units; i++) {
        const struct deduction_unit *u = &d->unit[i];
        int known = 0;
        if (u->role != UNIT_FREE || !lits_have(&u->scope, lit_var(e->x))) continue;
        for (int k = 0; k < e->facts.n; k++) known += lits_have(&u->scope, lit_var(e->facts.v[k]));
        if (known <= most) continue;
        most = known;
        best = u->rule;
    }
    return best < 0 ? NULL : model_rule_name(deduction_model(d), best);
}

/* Writes what the rules are together: one rule, a trial, a sum, cases, or what the best value
 * leaves. */
static void say_because(const struct game *g, const struct deduction *d, const struct deduced *e, struct hint *h)
{
    struct text *out = &h->because;
    const struct lits *units = shows_last(e) ? &e->last : &e->units;
    const int n = units->n;
    bool bound = false;
    for (int i = 0; i < n; i++) bound = bound || d->unit[units->v[i]].role == UNIT_BOUND;
    if (bound && n > RULES_SHOWN) {
        const struct objective *o = &g->problem->objective;
        const int64_t step = max64(1, objective_step(o));
        text_put(out,
                 g->maximize ? "Every other move there leaves at most " : "Every other move there takes at least ");
        text_count(out, g->maximize ? g->best - step : g->best + step, o->name);
        text_char(out, '.');
        return;
    }
    const char *alone = n == 1 ? tail_alone(g, d, e, *units->v) : NULL;
    const bool vague = alone && e->failed < 0; /* the trial would end without a rule's name */
    if (!vague && (e->units.n == 1 || e->trial.n <= n || n > RULES_SHOWN) && !shows_last(e) && e->trial.n > 1 &&
        say_trial(g, d, e, h))
        return;
    if (shows_last(e)) text_put(out, "after smaller steps that exclude other values: ");
    if (alone) text_add(out, "%s%s.", model_rule_name(deduction_model(d), d->unit[*units->v].rule), alone);
    h->names = alone != NULL;
    if (!h->names && e->sum) {
        text_put(out, "added up, ");
        say_kinds(g, d, units, out);
        text_put(out, " decide this alone: all else is in an even number of them, or known");
    } else if (!h->names && n > RULES_SHOWN) {
        text_add(out, "the opposite contradicts %d rules together", n);
    } else if (!h->names) {
        const char *obvious = n ? NULL : obvious_rule(d, e);
        text_put(out, n ? "one move is left there, because of " : obvious ? obvious : "what is known there decides it");
        if (n) say_kinds(g, d, units, out);
        if (n > 1) text_put(out, " together");
        if (e->cases) text_put(out, ", case by case");
    }
    if (!h->names)
        text_put(out, n > 1 && !e->smallest && !e->sum && !shows_last(e) ? "; no shorter reason was found." : ".");
    capitalize(out, 0);
}

/* Shares of the seconds for one hint: the easiest step, else any step, then a shorter reason. */
static const double EASIEST = .5, LAST = .3, SHORTER = .2;

/* Looks for a move with a shorter reason than the best one so far. Returns its index, or that of
 * the best one. */
static int shorten(const struct game *g, struct deduction *d, const lit *move, const struct lits *open, int at,
                   struct deduced *best)
{
    SCOPED(deduced) less = {0};
    d->calls = DEDUCTION_CALLS;
    d->until = clock_thread() + g->patience * SHORTER;
    if (!deduction_shorten(d, open, best->units.n + best->cases, &less)) return at;
    deduction_explain(d, less.x, &less);
    if (!take_better(best, &less, false)) return at;
    for (at = 0; move[at] != best->x; at++) continue;
    return at;
}

/* Finds the move with the easiest reason, first whatever the objective value is, then with the
 * best one. Returns its index; -1: none was found. */
static int deduce_step(struct game *g, struct deduction *d, const struct instance *left,
                       const struct position_steps *steps, struct hint *h)
{
    SCOPED(lits) known = {0}, solution = {0};
    SCOPED(deduced) best = {0};
    OWNED lit *move = step_literals(d, steps, &solution);
    int at = -1;
    know_position(g, d, left, &known);
    for (int i = 0; i < solution.n; i++) deduction_aim(d, solution.v[i]);
    const int passes = 1 + (g->known == STATUS_OPTIMAL);
    if (!deduction_at(d, &known, &solution)) return -1;
    for (int pass = 0; pass < passes && at < 0; pass++) {
        const double now = clock_thread();
        d->bounded = pass;
        d->hurried = d->hurried_sets = false;
        d->until = now + g->patience * EASIEST / passes;
        d->exact_until = now + g->patience * EASIEST / 2 / passes;
        while ((at = best_known(d, move, steps->n, &best)) < 0) {
            d->calls = DEDUCTION_CALLS;
            if (!deduction_next(d)) break;
            deduction_take(d);
        }
        d->calls = -1;
        d->hurried = false;
        d->until = clock_thread() + g->patience * LAST; /* the last resort */
        for (int i = 0; i < steps->n && at < 0 && pass == passes - 1; i++) {
            if (!move[i] || !deduction_force(d, move[i])) continue;
            deduction_take(d);
            at = best_known(d, move, steps->n, &best);
            d->hurried_sets = true;
        }
    }
    if (at < 0) return at;
    at = shorten(g, d, move, &solution, at, &best);
    if (best.cases && !deduction_checked(d, &best)) evidence_add(&h->evidence, EVIDENCE_UNCHECKED, NULL);
    name_reasons(d, &best, &h->why);
    mark_cells(g, d, &best, &h->marks);
    say_because(g, d, &best, h);
    return at;
}

/* Chooses a step towards the solution: the one with the easiest reason that the puzzle finds. If
 * it finds none, or only rules count, the one with the easiest deduction; else the first step. */
static void choose_step(struct game *g, const struct instance *left, int64_t made, const struct solution *solution,
                        struct hint *h)
{
    struct text reason = {0};
    SCOPED(text) words = {0};
    SCOPED(position_steps) steps = {.crosses = true};
    const int64_t good = g->known == STATUS_OPTIMAL ? g->best - made : INT64_MAX;
    int step = -1, at = 0, easiest = 0;
    g->moves->steps(&g->position, solution, &steps);
    for (int i = 0; i < steps.n && i < CANDIDATES && g->moves->step_reason && !g->rules_only; i++) {
        text_clear(&words);
        int grade = g->moves->step_reason(&g->position, left, &steps.v[i].touch, good, &words);
        if (!grade || (easiest && easiest <= grade)) continue;
        easiest = grade;
        at = i;
        text_set(&reason, text_string(&words));
    }
    if (easiest) {
        struct rule_reason own = {.words = reason, .id = -1};
        text_put(&own.rule, text_string(&reason));
        MEM_PUSH(h->why.v, h->why.n, h->why.cap, own);
    } else if (keeps_formula(g)) {
        struct deduction *d = formula_of(g);
        if (d) step = deduce_step(g, d, left, &steps, h);
    } else {
        struct problem q;
        SCOPED(deduction) d = {0};
        if (rest_problem(g, left, g->moves->plain, &q) &&
            deduction_open(&d, &q, g->known == STATUS_OPTIMAL ? &good : NULL))
            step = deduce_step(g, &d, left, &steps, h);
    }
    h->forced = step >= 0 || (easiest && easiest < STEP_FREE);
    h->touch = steps.v[step >= 0 ? step : at].touch;
}

static void game_referee_say_hint(const struct game *g, struct hint *h, struct text *sentence)
{
    SCOPED(text) verdict = {0};
    say_touch(g, &h->touch, &h->move);
    text_add(sentence, "%s%s", h->forced ? "Forced: " : "Try ", text_string(&h->move));
    follows(g, &h->evidence, &verdict);
    const bool best_claimed = g->known == STATUS_OPTIMAL && !g->proved;
    h->proved = !best_claimed && evidence_proves(&h->evidence);
    if (!h->forced)
        text_add(sentence, "; %s stays in reach%s", g->known == STATUS_OPTIMAL ? "the best" : "a solution",
                 h->proved ? ", proved" : "");
    if (h->forced && !h->proved && (best_claimed ? g->refuted : !evidence_foreign(g->problem->choices.solver)))
        text_add(sentence, ". The solver found %s impossible; no proof was checked",
                 h->touch.value > 0 ? "every other value" : "the opposite");
    else if (!h->proved)
        text_add(sentence, " (%s)", verdict.s);
    text_char(sentence, '.');
}

void game_hint(struct game *g, struct hint *h)
{
    SCOPED(solution) solution = {0};
    SCOPED(text) err = {0};
    int64_t made;
    *h = (struct hint){0};
    h->status = game_ask(g, &solution, &h->sentence);
    if (h->status == STATUS_SATISFIABLE && !solution.n && is_done(g)) {
        h->status = STATUS_OPTIMAL;
    } else if (h->status == STATUS_SATISFIABLE) {
        struct instance *left = rest_of(g, &made, &err);
        assert(left && "what can be completed has a rest");
        choose_step(g, left, made, &solution, h);
        g->puzzle->release(left);
        text_clear(&h->sentence);
        game_referee_say_hint(g, h, &h->sentence);
    } else if (h->status == STATUS_UNSATISFIABLE && g->at && g->moves->judged) {
        SCOPED(text) lost = {0};
        if (game_lost(g, &lost)) text_add(&h->sentence, " %s", lost.s);
    }
}

void game_hint_words(const struct game *g, const struct hint *h, enum hint_stage stage, struct text *out)
{
    if (stage == HINT_PLACE) {
        text_put(out, "Look at ");
        say_place(g, h->touch.row, h->touch.col, out);
        text_char(out, '.');
    } else if (stage == HINT_MOVE) {
        text_put(out, text_string(&h->sentence));
    } else if (!h->why.n) {
        text_put(out, "No single move is forced. One that keeps the goal in reach begins there.");
    } else {
        const char *because = h->forced ? "One move is left there." : "No move is forced there.";
        if (h->because.n) because = h->because.s;
        text_put(out, because);
        int listed = 0;
        for (int i = 0; i < h->why.n && h->why.n <= RULES_SHOWN + STEPS_SHOWN; i++) {
            const char *rule = text_string(&h->why.v[i].rule);
            if ((h->names && !h->why.v[i].fact) || strstr(because, rule)) continue; /* it is named there */
            text_put(out, listed ? "; " : " ");
            const size_t at = out->n;
            text_put(out, rule);
            if (!listed++) capitalize(out, at);
        }
        if (listed) text_char(out, '.');
    }
}

/* Judges the position after so many moves, and stays there. */
static enum status game_ask_at(struct game *g, int at)
{
    SCOPED(solution) rest = {0};
    SCOPED(text) words = {0};
    game_at(g, at);
    return game_ask(g, &rest, &words);
}

int game_lost(struct game *g, struct text *sentence)
{
    int at = g->at, bad = at;
    enum status status = game_ask_at(g, 0);
    bool open = status == STATUS_SATISFIABLE;
    while (open && (status = game_ask_at(g, bad - 1)) == STATUS_UNSATISFIABLE) bad--;
    const struct touch *t = &g->turn[bad].touch;
    bool found = open && status == STATUS_SATISFIABLE;
    if (found) text_add(sentence, "Move %d lost it%s", bad, t->row >= 0 ? ": " : "");
    if (found && t->row >= 0) say_touch(g, t, sentence); /* the move begins at this position */
    game_at(g, at);
    if (!found) return 0;
    text_add(sentence, ". Take %d %s back to try another.", at - bad + 1, plural(at - bad + 1, "move", "moves"));
    return bad;
}

void game_hint_release(struct hint *h)
{
    search_reasons_release(&h->why);
    lits_release(&h->marks);
    lits_release(&h->trial);
    text_release(&h->because);
    text_release(&h->move);
    text_release(&h->sentence);
}

bool game_course(struct game *g, int most, struct deduction_course *out)
{
    SCOPED(text) words = {0};
    SCOPED(solution) rest = {0};
    SCOPED(position_steps) steps = {.crosses = true};
    SCOPED(lits) solution = {0};
    game_at(g, 0);
    if (game_ask(g, &rest, &words) != STATUS_SATISFIABLE || (g->problem->objective.name && g->known != STATUS_OPTIMAL))
        return false;
    struct deduction *d = formula_of(g);
    if (!d) return false;
    if (rest.n) g->moves->steps(&g->position, &rest, &steps);
    mem_free(step_literals(d, &steps, &solution));
    deduction_follow(d, &solution, most, out);
    return true;
}
