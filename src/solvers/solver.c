#include "solvers/solver.h"
#include "options/options.h"

#include <string.h>

#define SOLVER(name) extern const struct solver_class solver_##name;
#include "solvers/list.h"
#undef SOLVER

const struct solver_class *const solver_classes[] = {
#define SOLVER(name) &solver_##name,
#include "solvers/list.h"
#undef SOLVER
    NULL,
};

/* Where the state machine is. ASKED_*: the last solve's answer still stands. */
enum { FRESH, ASKED_SAT, ASKED_UNSAT, ASKED_NOTHING };
enum { UNREAD = 2 }; /* a value that the solver was not asked for yet */

/* "cadical" or "process:ARGUMENT" -> the class and its argument. */
static const struct solver_class *find(const char *spec, const char **argument, struct text *err)
{
    size_t n = strcspn(spec, ":");
    *argument = spec[n] ? spec + n + 1 : NULL;
    struct text known = {0};
    const struct solver_class *found = NULL;
    for (int i = 0; solver_classes[i] && !found; i++) {
        const struct solver_class *c = solver_classes[i];
        if (strlen(c->name) == n && !memcmp(c->name, spec, n)) found = c;
        text_add(&known, " %s%s%s", c->name, c->argument ? ":" : "", c->argument ? c->argument : "");
    }
    if (!found) {
        options_unknown(err, &known, "There is no solver '%s'; choose", spec);
        return NULL;
    }
    text_release(&known);
    if (found->argument && (!*argument || !**argument)) {
        text_error(err, "The solver %s needs an argument: write %s:%s.", found->name, found->name, found->argument);
        return NULL;
    }
    if (!found->argument && *argument) {
        text_error(err, "The solver %s takes no argument; leave out ':%s'.", found->name, *argument);
        return NULL;
    }
    return found;
}

static lit placed(const struct solver *s, lit l)
{
    int v = lit_var(l);
    return s->place && v <= s->places ? lit_sign(l) * s->place[v] : l;
}

/* ---- records ----------------------------------------------------------------------------------------------------- */

bool solver_record(struct solver *s, size_t most)
{
    assert(!s->cnf.made.clauses && "a record begins before the first clause");
    if (!s->class->record) return false;
    s->record = mem_new(1, sizeof *s->record);
    s->record->most = most;
    cnf_buffer_init(&s->record->formula, 0);
    return s->class->record(s);
}

static void record_lose(struct solver_record *r)
{
    cnf_buffer_release(&r->formula);
    text_release(&r->proof);
    r->lost = true;
}

void solver_record_proof(struct solver *s, const char *bytes, size_t n)
{
    struct solver_record *r = s->record;
    if (r->lost) return;
    if (r->proof.n + n > r->most) return record_lose(r);
    text_bytes(&r->proof, bytes, n);
}

static void record_clause(struct solver *s, const lit *c, int n)
{
    struct solver_record *r = s->record;
    if (!r || r->lost) return;
    r->grew = r->grew || s->calls;
    for (int i = 0; i < n; i++)
        if (lit_var(c[i]) > r->formula.cnf.vars) r->formula.cnf.vars = lit_var(c[i]);
    cnf_clause(&r->formula.cnf, c, n);
    if ((size_t)r->formula.lits.n * sizeof(lit) > r->most) record_lose(r);
}

/* l 0: no more of them, the call begins. */
static void record_assumption(struct solver_record *r, lit l)
{
    if (r->asked) r->assumed.n = 0;
    r->asked = !l;
    if (!l) return;
    /* An input of the objective that is in no clause may have the largest number of all. */
    if (lit_var(l) > r->formula.cnf.vars) r->formula.cnf.vars = lit_var(l);
    lits_push(&r->assumed, l);
}

/* ---- the public side --------------------------------------------------------------------------------------------- */

static void solver_put(struct cnf *self, const lit *c, int n)
{
    struct solver *s = (struct solver *)self;
    s->state = FRESH;
    cnf_poll_sometimes(self);
    if (s->place) {
        s->scratch.n = 0;
        for (int i = 0; i < n; i++) lits_push(&s->scratch, placed(s, c[i]));
        c = s->scratch.v;
    }
    record_clause(s, c, n);
    s->class->clause(s, c, n);
}

bool solver_known(const char *spec, struct text *err)
{
    const char *argument;
    return find(spec, &argument, err) != NULL;
}

bool solver_there(const char *spec, struct text *err)
{
    const char *argument;
    struct text unknown = {0};
    const struct solver_class *c = find(spec, &argument, &unknown);
    text_release(&unknown);
    return !c || !c->there || c->there(argument, err);
}

struct solver *solver_open(const char *spec, const char *preset, int seed, struct text *err)
{
    const char *argument;
    const struct solver_class *c = find(spec, &argument, err);
    struct solver *s = c ? c->open(argument, err) : NULL;
    if (!s) return NULL;
    s->cnf.put = solver_put;
    s->class = c;
    s->spec = mem_string(spec);
    if (c->preset && *preset) c->preset(s, preset);
    if (c->option && seed) c->option(s, "seed", seed);
    return s;
}

bool solver_class_version(const struct solver_class *c, struct text *out)
{
    if (!c->version) text_put(out, "any");
    return !c->version || c->version(out);
}

bool solver_version(const char *spec, struct text *out)
{
    const char *argument;
    struct text err = {0};
    const struct solver_class *c = find(spec, &argument, &err);
    text_release(&err);
    return c && solver_class_version(c, out);
}

void solver_close(struct solver *s)
{
    if (!s) return;
    mem_free(s->place);
    mem_free(s->spec);
    mem_free(s->value);
    lits_release(&s->scratch);
    lits_release(&s->assumed);
    if (s->record) {
        record_lose(s->record);
        lits_release(&s->record->assumed);
    }
    struct solver_record *record = s->record;
    s->class->close(s); /* which may tell the end of its proof */
    mem_free(record);
}

void solver_assume(struct solver *s, lit l)
{
    s->state = FRESH;
    if (s->record) record_assumption(s->record, placed(s, l));
    lits_push(&s->assumed, l);
    s->class->assume(s, placed(s, l));
}

int solver_stopped(void *solver)
{
    const struct solver *s = solver;
    job_report(s->job, NULL, -1);
    return job_over(s->job);
}

void solver_set_job(struct solver *s, struct job *job) { s->job = job; }

void solver_renumber(struct solver *s, int *place, int n)
{
    assert(!s->cnf.made.clauses && !s->cnf.native && "variables get their numbers before the first clause");
    s->place = place;
    s->places = n;
}

/* Of variable v: 1, -1, or 0 if either will do. A solver may answer differently when it is asked
 * again, so it is not. */
static signed char *value_of(struct solver *s, int v)
{
    if (v > s->values) {
        int room = (int)max64(v, min64(s->cnf.vars, 2 * (int64_t)s->values));
        s->value = mem_resize(s->value, (size_t)room + 1, 1);
        memset(s->value + s->values + 1, UNREAD, (size_t)(room - s->values));
        s->values = room;
    }
    if (s->value[v] == UNREAD) {
        int value = s->class->value(s, placed(s, v));
        s->value[v] = (signed char)(value == placed(s, v) ? 1 : value ? -1 : 0);
    }
    return &s->value[v];
}

/* Do the values satisfy all assumptions? A variable that may have either value gets the assumed one. */
static bool assumptions_hold(struct solver *s, struct text *err)
{
    for (int i = 0; i < s->assumed.n; i++) {
        lit l = s->assumed.v[i];
        signed char *value = value_of(s, lit_var(l));
        if (!*value) *value = (signed char)lit_sign(l);
        if (*value != lit_sign(l))
            return text_error(err, "The solver %.60s gave values that break an assumption; use another solver.",
                              s->spec);
    }
    return true;
}

enum solver_answer solver_solve(struct solver *s, struct text *err)
{
    if (s->record) record_assumption(s->record, 0);
    s->calls++;
    enum solver_answer a = s->cnf.truncated ? SOLVER_UNKNOWN : s->class->solve(s, err);
    if (s->value) memset(s->value, UNREAD, (size_t)s->values + 1);
    if (a == SOLVER_SAT && !assumptions_hold(s, err)) a = SOLVER_FAILED;
    s->assumed.n = 0;
    s->state = a == SOLVER_SAT ? ASKED_SAT : a == SOLVER_UNSAT ? ASKED_UNSAT : ASKED_NOTHING;
    return a;
}

int solver_value(struct solver *s, lit l)
{
    assert(s->state == ASKED_SAT && "a value is asked right after SAT");
    if (lit_var(l) > s->cnf.vars && lit_var(l) > s->values) return 0; /* it is in no clause, and was not assumed */
    int value = *value_of(s, lit_var(l));
    return value == lit_sign(l) ? l : value ? -l : 0;
}

bool solver_failed(struct solver *s, lit l)
{
    assert(s->state == ASKED_UNSAT && "a failed assumption is asked right after UNSAT");
    return s->class->failed(s, placed(s, l));
}

bool solver_limits(const struct solver *s) { return s->class->limit != NULL; }

void solver_limit(struct solver *s, int64_t conflicts)
{
    assert(s->class->limit && conflicts >= 0 && "the solver can be limited");
    s->class->limit(s, conflicts);
}

int64_t solver_conflicts(struct solver *s) { return s->class->conflicts ? s->class->conflicts(s) : -1; }

void solver_phase(struct solver *s, lit l)
{
    if (s->class->phase) s->class->phase(s, placed(s, l));
}

bool solver_shrink(struct solver *s, struct lits *failed)
{
    assert(s->state == ASKED_UNSAT && "a core is shrunk right after UNSAT");
    assert(!s->place && "cores are shrunk in the posed order");
    return s->class->shrink && s->class->shrink(s, failed);
}

void solver_bound(struct solver *s, const lit *x, const int64_t *w, int n, int64_t most)
{
    assert(s->class->bound && !s->place && "the solver bounds sums, in the posed order");
    s->state = FRESH;
    s->class->bound(s, x, w, n, most);
}
