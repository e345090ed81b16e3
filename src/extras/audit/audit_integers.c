/* Audit of integers, all-different and connectivity: their meaning, and the cases that it tries. */
#include "extras/audit/audit_trial.h"
#include "base/number.h"

/* ---- meaning --------------------------------------------------------------------------------- */

/* Returns the value of an integer whose literals are the bits from `at` on; INT64_MIN: they represent
 * none. */
static int64_t value_at(const struct integer *i, int bits, int at)
{
    for (int64_t v = 0; v <= i->hi - i->lo; v++) {
        int k = 0;
        while (k < i->n && integer_bit(i->form, k, v) == (bits >> (at + k) & 1)) k++;
        if (k == i->n) return i->lo + v;
    }
    return INT64_MIN;
}

void audit_integers_domains(const struct constraint *c, struct cnf *f)
{
    for (int i = 0; c->kind == ALLDIFF && i < c->integers; i++)
        for (int k = 0; encoders[k]; k++)
            if (encoders[k]->kind == INT && encoders[k]->form == c->integer[i].form && c->integer[i].n)
                encoders[k]->encode(&(struct constraint){.kind = INT,
                                                         .n = c->integer[i].n,
                                                         .x = c->integer[i].x,
                                                         .integer = &c->integer[i],
                                                         .integers = 1},
                                    f);
}

/* ---- cases ----------------------------------------------------------------------------------- */

struct int_case {
    lit x[AUDIT_INPUTS];
    struct integer integer[AUDIT_INPUTS];
    struct constraint c;
};

/* Adds an integer. Returns false if it would exceed `most` inputs. */
static bool int_case_add(struct int_case *s, enum int_form form, int64_t lo, int64_t hi, int most)
{
    int n = integer_literals(form, lo, hi);
    if (s->c.n + n > most || s->c.integers == AUDIT_INPUTS) return false;
    for (int k = 0; k < n; k++) s->x[s->c.n + k] = s->c.n + k + 1;
    s->integer[s->c.integers++] = (struct integer){.lo = lo, .hi = hi, .form = form, .x = s->x + s->c.n, .n = n};
    s->c.n += n;
    s->c.x = s->x;
    s->c.integer = s->integer;
    return true;
}

/* Tries the integer together with its view in another form; both are inputs. A literal that the two
 * share is one input. */
static void try_view(struct audit *a, int64_t lo, int64_t hi, enum int_form to, int most)
{
    struct int_case s = {.c.kind = a->encoder->kind};
    SCOPED(trial) r = {0};
    lit out[AUDIT_INPUTS];
    int n = integer_literals(to, lo, hi);
    if (!int_case_add(&s, a->encoder->form, lo, hi, most) || !n || n > AUDIT_INPUTS) return;
    int own = s.c.n;
    const struct constraint alone = s.c;
    struct cnf dry = cnf_counter(own);
    a->encoder->encode(&alone, &dry);
    a->encoder->view(&s.integer[0], to, out, &dry);
    for (int k = 0; k < n; k++) {
        if (lit_var(out[k]) <= own) continue;
        if (s.c.n == most) return;
        s.x[s.c.n++] = out[k];
    }
    trial_init(&r, a, &s.c);
    a->constraints++;
    r.clauses.cnf.vars = own;
    a->encoder->encode(&alone, &r.clauses.cnf);
    a->encoder->view(&s.integer[0], to, out, &r.clauses.cnf);
    for (int bits = 0; bits < 1 << s.c.n; bits++) {
        int64_t v = value_at(&s.integer[0], bits, 0);
        r.holds[bits] = v != INT64_MIN;
        for (int k = 0; k < n && r.holds[bits]; k++) {
            int place = 0;
            while (lit_var(s.x[place]) != lit_var(out[k])) place++;
            bool is = (bits >> place & 1) == (s.x[place] == out[k]);
            r.holds[bits] = is == (to == FORM_DIRECT ? v == lo + k : v > lo + k);
        }
    }
    if (trial_clauses(&r, own) && trial_correct(&r)) trial_strength(&r, &a->strength);
    if (s.c.n > a->range.exhaustive) a->range.exhaustive = s.c.n;
    job_publish(a->job, a);
}

static void audit_int(struct audit *a, int most)
{
    for (int64_t lo = -2; lo <= 1; lo += 3)
        for (int values = 1; values < 1 << most && !job_over(a->job); values++) {
            struct int_case s = {.c.kind = a->encoder->kind};
            if (!int_case_add(&s, a->encoder->form, lo, lo + values - 1, most)) break;
            if (!s.c.n) continue;
            audit_constraint(a, &s.c);
            for (int to = FORM_DIRECT; to <= FORM_ORDER; to++)
                if (to != (int)a->encoder->form) try_view(a, lo, lo + values - 1, (enum int_form)to, most);
        }
}

/* Tries integers of `values` values each, with first values moved by up to `spread`; then random
 * domains. */
static void audit_all_different(struct audit *a, int most)
{
    enum { RANDOM = 150 };
    struct random r = {7};
    for (int k = 0; k < 5 * 4 * 2 + RANDOM && !job_over(a->job); k++) {
        struct int_case s = {.c.kind = a->encoder->kind};
        int n = k < 40 ? 2 + k % 5 : 2 + random_below(&r, 4), values = 1 + k / 5 % 4, spread = k / 20;
        for (int i = 0; i < n; i++) {
            int lo = k < 40 ? i * spread % 3 : random_below(&r, 4), size = k < 40 ? values : 1 + random_below(&r, 4);
            if (!int_case_add(&s, a->encoder->form, lo, lo + size - 1, most)) break;
        }
        while (k == 40 && int_case_add(&s, a->encoder->form, 0, 1, most)) {} /* as many inputs as are tried */
        while (k == 40 && s.c.n < most &&
               int_case_add(&s, a->encoder->form, 0, most - s.c.n - (a->encoder->form == FORM_DIRECT), most)) {}
        if (s.c.integers > 1 && s.c.n) audit_constraint(a, &s.c);
    }
}

/* Returns whether no renumbering of the vertices gives a smaller number. The number has a bit for
 * each edge: pair (i, j), i < j, is bit j (j - 1) / 2 + i. */
static bool is_canonical(unsigned graph, int n)
{
    int p[AUDIT_INPUTS], count[AUDIT_INPUTS] = {0};
    for (int i = 0; i < n; i++) p[i] = i;
    for (int i = 1; i < n;) { /* Heap's permutations */
        if (count[i] == i) {
            count[i++] = 0;
            continue;
        }
        int k = i % 2 ? count[i] : 0, other = p[k];
        p[k] = p[i];
        p[i] = other;
        count[i]++;
        i = 1;
        unsigned image = 0;
        for (int to = 1; to < n; to++)
            for (int from = 0; from < to; from++) {
                int a = min_int(p[from], p[to]), b = p[from] + p[to] - a;
                if (graph >> (to * (to - 1) / 2 + from) & 1) image |= 1u << (b * (b - 1) / 2 + a);
            }
        if (image < graph) return false;
    }
    return true;
}

/* All graphs of up to 5 vertices, and of 6 one of each kind. */
static void audit_connectivity(struct audit *a, int most)
{
    enum { LABELLED = 5 };
    struct random r = {11};
    for (int n = 2; n <= most; n++)
        for (unsigned graph = 0; graph < 1u << n * (n - 1) / 2 && !job_over(a->job); graph++) {
            struct graph_edge edge[AUDIT_INPUTS * AUDIT_INPUTS];
            lit x[AUDIT_INPUTS];
            struct constraint c = {.kind = CONN, .n = n, .x = x, .edge = edge};
            if (n > LABELLED && !is_canonical(graph, n)) continue;
            int turn = n > LABELLED ? random_below(&r, n) : 0;
            for (int i = 0; i < n; i++) x[i] = random_below(&r, 2) ? i + 1 : -i - 1;
            for (int to = 1; to < n; to++)
                for (int from = 0; from < to; from++)
                    if (graph >> (to * (to - 1) / 2 + from) & 1)
                        edge[c.edges++] = (struct graph_edge){(from + turn) % n, (to + turn) % n};
            audit_constraint(a, &c);
        }
}

int audit_integers_most(enum kind kind, int inputs)
{
    enum { VERTICES = 6, LITERALS = 9 };
    return min_int(kind == CONN ? VERTICES : LITERALS, kind == CONN ? inputs : inputs + 2);
}

void audit_integers(struct audit *a, int inputs)
{
    int most = audit_integers_most(a->encoder->kind, inputs);
    if (a->encoder->kind == INT) audit_int(a, most);
    if (a->encoder->kind == ALLDIFF) audit_all_different(a, most);
    if (a->encoder->kind == CONN) audit_connectivity(a, most);
}
