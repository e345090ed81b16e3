/* The proof checkers against brute force and a naive reference, on small formulas with proofs that are right,
 * broken, or made up: nothing
 * that has a solution is refuted, what the reference accepts is accepted, and what is left of an accepted proof
 * convinces the reference. */
#include "base/random.h"
#include "base/text.h"
#include "proof/drat.h"

#include "testlib/testlib.h"

enum { VARS = 8, CLAUSES = 200, WIDE = 4, STEPS = 60 };

struct small {
    int n;
    lit x[WIDE];
};
struct pool {
    struct small clause[CLAUSES];
    int n;
};
struct line {
    bool deletes;
    struct small clause;
};
struct proof {
    struct line line[STEPS];
    int n;
};

/* ---- the reference: forwards, clause by clause, everything looked at ------------------------------------------------ */

static bool pool_solvable(const struct pool *p)
{
    for (unsigned s = 0; s < 1u << VARS; s++) {
        bool holds = true;
        for (int i = 0; i < p->n && holds; i++) {
            holds = bits_sum(p->clause[i].x, NULL, p->clause[i].n, s) > 0;
        }
        if (holds) return true;
    }
    return false;
}

/* Does unit propagation from these values find a conflict? value[v] is 1, -1 or 0. */
static bool conflicts(const struct pool *p, signed char *value)
{
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < p->n; i++) {
            lit open = 0;
            int opens = 0;
            bool holds = false;
            for (int k = 0; k < p->clause[i].n; k++) {
                lit x = p->clause[i].x[k];
                int v = value[lit_var(x)] * lit_sign(x);
                holds |= v > 0;
                if (!v && x != open) open = x, opens++;
            }
            if (holds || opens > 1) continue;
            if (!opens) return true;
            value[lit_var(open)] = (signed char)lit_sign(open);
            more = true;
        }
    }
    return false;
}

/* Sets the negation; true: it contradicts itself or what is set. */
static bool negate(const struct small *c, lit but, signed char *value)
{
    bool clash = false;
    for (int k = 0; k < c->n; k++) {
        if (c->x[k] == but) continue;
        clash |= value[lit_var(c->x[k])] == lit_sign(c->x[k]);
        value[lit_var(c->x[k])] = (signed char)-lit_sign(c->x[k]);
    }
    return clash;
}

static bool reference_follows(const struct pool *p, const struct small *c)
{
    signed char value[VARS + 1] = {0};
    if (negate(c, 0, value) || conflicts(p, value)) return true;
    if (!c->n) return false;
    for (int i = 0; i < p->n; i++) {
        bool meets = false;
        for (int k = 0; k < p->clause[i].n; k++) meets |= p->clause[i].x[k] == -c->x[0];
        if (!meets) continue;
        signed char more[VARS + 1];
        memcpy(more, value, sizeof more);
        if (!negate(&p->clause[i], -c->x[0], more) && !conflicts(p, more)) return false;
    }
    return true;
}

static bool drat_same(const struct small *a, const struct small *b)
{
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < a->n; i++) {
            bool in = false;
            for (int k = 0; k < b->n; k++) in |= b->x[k] == a->x[i];
            if (!in) return false;
        }
        const struct small *other = a;
        a = b;
        b = other;
    }
    return true;
}

static int pool_find(const struct pool *p, const struct small *c)
{
    for (int i = 0; i < p->n; i++)
        if (drat_same(&p->clause[i], c)) return i;
    return -1;
}

static void pool_drop(struct pool *p, int i) { p->clause[i] = p->clause[--p->n]; }

/* Does the clause propagate anything permanently? Then its deletion is ignored, in one way or another. */
static bool propagates(const struct pool *p, const struct small *c)
{
    signed char value[VARS + 1] = {0};
    conflicts(p, value);
    lit open = 0;
    bool two = false;
    for (int k = 0; k < c->n; k++) {
        if (value[lit_var(c->x[k])] * lit_sign(c->x[k]) < 0) continue;
        two |= open && open != c->x[k];
        open = c->x[k];
    }
    return !two;
}

static bool contradicts(const struct pool *p)
{
    signed char value[VARS + 1] = {0};
    return conflicts(p, value);
}

/* Accepts only if every step is right. literal: deletes whatever it is told to. */
static bool reference_accepts(struct pool pool, const struct proof *proof, bool literal)
{
    for (int i = 0; i < proof->n && !contradicts(&pool); i++) {
        const struct small *c = &proof->line[i].clause;
        if (proof->line[i].deletes) {
            int at = pool_find(&pool, c);
            if (at >= 0 && (literal || !propagates(&pool, c))) pool_drop(&pool, at);
            continue;
        }
        if (!reference_follows(&pool, c)) return false;
        pool.clause[pool.n++] = *c;
    }
    return contradicts(&pool);
}

/* ---- random ones ----------------------------------------------------------------------------------------------- */

static struct small random_clause(struct random *r, int vars, int least, int most)
{
    struct small c = {.n = least + random_below(r, most - least + 1)};
    for (int k = 0; k < c.n; k++) c.x[k] = (1 + random_below(r, vars)) * (random_below(r, 2) ? 1 : -1);
    return c;
}

/* Of the first five or six variables; the others are for definitions. */
static struct pool random_formula(struct random *r)
{
    struct pool p = {0};
    int clauses = 8 + random_below(r, 30), vars = 5 + random_below(r, 2);
    while (p.n < clauses) p.clause[p.n++] = random_clause(r, vars, 1 + (random_below(r, 8) > 0), 3);
    return p;
}

/* Adds what follows by the word of the reference, and deletes. */
static struct proof random_proof(struct random *r, struct pool pool)
{
    struct proof proof = {0};
    for (int tries = 0; tries < 150 && proof.n < STEPS && !contradicts(&pool); tries++) {
        struct line line = {.deletes = !random_below(r, 6)};
        if (line.deletes) {
            int at = random_below(r, pool.n);
            line.clause = pool.clause[at];
            if (!propagates(&pool, &line.clause)) pool_drop(&pool, at);
        } else {
            line.clause = random_clause(r, VARS, 1, random_below(r, 3) ? 2 : 4);
            if (!reference_follows(&pool, &line.clause)) continue;
            pool.clause[pool.n++] = line.clause;
        }
        proof.line[proof.n++] = line;
    }
    return proof;
}

/* A step less, another literal, two steps swapped, a clause made up, a deletion made up. */
static void spoil(struct random *r, struct proof *p)
{
    int at = p->n ? random_below(r, p->n) : 0, way = random_below(r, 5);
    struct line *line = &p->line[at];
    if (!p->n || way == 3 || way == 4) {
        if (p->n == STEPS) p->n--;
        memmove(line + 1, line, (size_t)(p->n - at) * sizeof *line);
        *line = (struct line){way == 4, random_clause(r, VARS, 0, 3)};
        p->n++;
    } else if (way == 0) {
        memmove(line, line + 1, (size_t)(--p->n - at) * sizeof *line);
    } else if (way == 1 && line->clause.n) {
        line->clause.x[random_below(r, line->clause.n)] *= -1;
    } else if (way == 2) {
        struct line other = p->line[random_below(r, p->n)];
        p->line[random_below(r, p->n)] = *line;
        *line = other;
    }
}

/* ---- the checker's word ---------------------------------------------------------------------------------------- */

static void pour(const struct pool *pool, struct cnf_buffer *formula)
{
    *formula = cnf_buffer_of(VARS);
    for (int i = 0; i < pool->n; i++) cnf_clause(&formula->cnf, pool->clause[i].x, pool->clause[i].n);
}

static bool checked(const struct pool *pool, const char *proof, size_t n, bool binary, struct text *trimmed,
                    int64_t *rat)
{
    struct cnf_buffer formula;
    struct text err = {0};
    pour(pool, &formula);
    struct drat d = {.formula = &formula, .proof = proof, .bytes = n, .binary = binary, .trimmed = trimmed};
    bool ok = drat_check(&d, &err);
    assert_true(ok == !err.n);
    if (rat) *rat += d.rat;
    cnf_buffer_release(&formula);
    text_release(&err);
    return ok;
}

static void write_proof(const struct proof *p, bool binary, struct text *out)
{
    for (int i = 0; i < p->n; i++) {
        const struct small *c = &p->line[i].clause;
        if (binary) {
            steps_write(out, p->line[i].deletes, c->x, c->n);
            continue;
        }
        if (p->line[i].deletes) text_put(out, "d ");
        for (int k = 0; k < c->n; k++) text_add(out, "%d ", c->x[k]);
        text_put(out, "0\n");
    }
}

static void read_proof(const struct text *t, struct proof *p)
{
    struct steps s;
    struct text err = {0};
    p->n = 0;
    steps_open(&s, text_string(t), t->n, true);
    while (steps_next(&s, &err)) {
        struct line *line = &p->line[p->n++];
        *line = (struct line){s.deletes, {.n = s.lits.n}};
        memcpy(line->clause.x, s.lits.v, (size_t)s.lits.n * sizeof(lit));
    }
    assert_int_equal(err.n, 0);
    steps_release(&s);
}

struct tally {
    int accepted, refused;
    int64_t rat;
};

static void drat_judge(struct random *r, const struct pool *pool, const struct proof *proof, struct tally *tally)
{
    struct text text = {0}, bytes = {0}, trimmed = {0};
    write_proof(proof, false, &text);
    write_proof(proof, true, &bytes);
    bool ok = checked(pool, text_string(&bytes), bytes.n, true, &trimmed, &tally->rat);
    assert_int_equal(checked(pool, text_string(&text), text.n, false, NULL, NULL), ok);
    if (reference_accepts(*pool, proof, false)) assert_true(ok);
    if (ok) {
        struct proof left;
        assert_false(pool_solvable(pool));
        read_proof(&trimmed, &left);
        assert_true(left.n <= proof->n);
        assert_true(reference_accepts(*pool, &left, true));
    }
    ok ? tally->accepted++ : tally->refused++;
    text_release(&text);
    text_release(&bytes);
    text_release(&trimmed);
}

static void test_against_the_twin(void **state)
{
    (void)state;
    struct random r = {14};
    struct tally right = {0}, spoilt = {0}, made_up = {0};
    int rounds = getenv("QUICK") ? 2400 : 12000;
    for (int round = 0; round < rounds; round++) {
        struct pool pool = random_formula(&r);
        struct proof proof = random_proof(&r, pool);
        drat_judge(&r, &pool, &proof, &right);
        for (int i = 0; i < 3; i++) {
            spoil(&r, &proof);
            drat_judge(&r, &pool, &proof, &spoilt);
        }
        proof.n = random_below(&r, 12);
        for (int i = 0; i < proof.n; i++)
            proof.line[i] = (struct line){!random_below(&r, 5), random_clause(&r, VARS, 0, 3)};
        drat_judge(&r, &pool, &proof, &made_up);
    }
    /* All of it was met. */
    assert_true(right.accepted > rounds / 4 && right.refused > rounds / 12);
    assert_true(spoilt.accepted > rounds / 4 && spoilt.refused > rounds / 12 * 5);
    assert_true(made_up.accepted > rounds / 24 && made_up.refused > rounds / 4);
    assert_true(right.rat > rounds / 240);
}

/* ---- steps to check in any case -------------------------------------------------------------------------------- */

/* Some steps of random proofs, each from a growing part of the formula: all are accepted exactly if each follows from its
 * part and the steps before it, up to a contradiction. The clauses from `always` on are there at once. */
static void test_points(void **state)
{
    (void)state;
    struct random r = {51};
    int rounds = getenv("QUICK") ? 4000 : 20000, accepted = 0, open = 0, hidden = 0;
    for (int round = 0; round < rounds; round++) {
        const struct pool pool = random_formula(&r);
        const int always = pool.n - random_below(&r, 3), points = 1 + random_below(&r, 4);
        struct drat_point point[4];
        struct pool part = {0};
        struct text proof = {0}, err = {0};
        bool right = true, solvable = true, whole = true;
        for (int i = always; i < pool.n; i++) part.clause[part.n++] = pool.clause[i];
        for (int k = 0, given = 0; k < points; k++) {
            const int before = given;
            given = k ? given + random_below(&r, always - given + 1) : random_below(&r, always + 1);
            for (int i = before; i < given; i++) part.clause[part.n++] = pool.clause[i];
            struct small c = random_clause(&r, VARS - 2, 0, 3);
            for (int tries = 0; tries < 20; tries++) {
                signed char value[VARS + 1] = {0};
                if (negate(&c, 0, value) || conflicts(&part, value)) break;
                c = random_clause(&r, VARS - 2, 1, 3);
            }
            signed char value[VARS + 1] = {0};
            const bool follows = negate(&c, 0, value) || conflicts(&part, value);
            if (solvable && !follows) {
                right = false;
                struct pool more = pool;
                signed char other[VARS + 1] = {0};
                whole = negate(&c, 0, other) || conflicts(&more, other);
            }
            solvable = solvable && !contradicts(&part);
            point[k] = (struct drat_point){proof.n, given};
            steps_write(&proof, false, c.x, c.n);
            part.clause[part.n++] = c;
        }
        struct cnf_buffer formula;
        pour(&pool, &formula);
        struct drat d = {.formula = &formula,
                         .proof = text_string(&proof),
                         .bytes = proof.n,
                         .binary = true,
                         .keep = random_below(&r, 2),
                         .point = point,
                         .points = points,
                         .always = always};
        assert_int_equal(drat_check(&d, &err), right);
        accepted += right;
        open += right && solvable;
        hidden += !right && whole;
        cnf_buffer_release(&formula);
        text_release(&proof);
        text_release(&err);
    }
    /* Also without a contradiction; and steps that only clauses of later parts make right. */
    assert_true(accepted > rounds / 4 && open > rounds / 10 && hidden > rounds / 200);
}

/* ---- bytes ----------------------------------------------------------------------------------------------------- */

static const struct pool square = {.clause = {{2, {1, 2}}, {2, {-1, 2}}, {2, {1, -2}}, {2, {-1, -2}}}, .n = 4};

static void drat_refused(const char *proof, size_t n, bool binary, const char *why)
{
    struct cnf_buffer formula;
    struct text err = {0};
    formula = cnf_buffer_of(2);
    for (int i = 0; i < square.n; i++) cnf_clause(&formula.cnf, square.clause[i].x, square.clause[i].n);
    struct drat d = {.formula = &formula, .proof = proof, .bytes = n, .binary = binary};
    assert_false(drat_check(&d, &err));
    assert_says(text_string(&err), why);
    cnf_buffer_release(&formula);
    text_release(&err);
}

static void test_bytes(void **state)
{
    (void)state;
    assert_true(checked(&square, "2 0\n0\n", 6, false, NULL, NULL));
    assert_true(checked(&square, "c a comment\n\n 2 0\r\n", 19, false, NULL, NULL));
    assert_true(checked(&square, "a\4\0", 3, true, NULL, NULL));
    drat_refused("", 0, false, "without a contradiction");
    drat_refused("0\n", 2, false, "'0'*RUP*RAT");
    drat_refused("2", 1, false, "Step 1");
    drat_refused("1 2 0 2 x 0\n", 12, false, "Step 2");
    drat_refused("2147483648 0\n", 13, false, "too large");
    drat_refused("1000 0 0\n", 9, false, "variable 1000");
    drat_refused("a\4", 2, true, "truncated");
    drat_refused("b\4\0", 3, true, "neither an addition nor a deletion");
    drat_refused("a\1\0", 3, true, "literal");
    drat_refused("a\377\377\377\377\377\377\0", 8, true, "too large");
    assert_true(steps_binary("a\4\0", 3));
    assert_false(steps_binary("d 1 2 0\n2 0\n", 12));
}

/* Every cut, every bit: no crash, and never a solvable formula refuted. */
static void test_bits(void **state)
{
    (void)state;
    struct random r = {41};
    struct pool pool = random_formula(&r);
    while (!pool_solvable(&pool) || contradicts(&pool)) pool = random_formula(&r);
    struct proof proof = random_proof(&r, pool);
    for (int binary = 0; binary < 2; binary++) {
        struct text bytes = {0};
        write_proof(&proof, binary, &bytes);
        for (size_t i = 0; i < bytes.n; i++) {
            assert_false(checked(&pool, bytes.s, i, binary, NULL, NULL));
            for (int bit = 0; bit < 8; bit++) {
                bytes.s[i] = (char)(bytes.s[i] ^ 1 << bit);
                assert_false(checked(&pool, bytes.s, bytes.n, binary, NULL, NULL));
                bytes.s[i] = (char)(bytes.s[i] ^ 1 << bit);
            }
        }
        text_release(&bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_the_twin),
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
