/* Damaged and forged certificates: `check` accepts one only if its claim is true all the same. Also
 * SHA-256 against its published vectors, and parity certificates against their text. */
#include "base/file.h"
#include "base/random.h"
#include "base/strings.h"
#include "certificate/certificate_inside.h"
#include "proof/parity_sum.h"
#include "proof/prover.h"
#include "proof/sha256.h"

#include "testlib/testlib.h"

#include <unistd.h>

/* ---- the test directory and its certificates ---- -------------------------------------------- */

static char place[] = "/tmp/loophole-certificate-XXXXXX";
static struct text said; /* the message of the last check */

static bool accepted(const char *dir)
{
    struct text claim = {0}, report = {0}, err = {0};
    struct job job = {0};
    bool ok = certificate_check(dir, &job, &claim, &report, &err);
    text_clear(&said);
    if (ok)
        text_add(&said, "%s\nProved:\n%s", claim.s, report.s);
    else
        text_add(&said, "%s: not proved. %s\n", dir, text_string(&err));
    text_release(&claim);
    text_release(&report);
    text_release(&err);
    return ok;
}

/* Reads a problem. words: the puzzle, its instance, formulation=NAME, then other options. */
static void read_problem(const char *words, struct stated_problem *p)
{
    struct strings all = {0};
    struct options choices = {0};
    struct text line = {0}, err = {0};
    strings_split(&all, words);
    for (int i = 0; i < all.n; i++) {
        char *value = strchr(all.v[i], '=');
        if (value) {
            *value = '\0';
            assert_true(options_set(&choices, options_find(choices_options, all.v[i]), value + 1, &err));
        } else {
            text_add(&line, "%s%s", i ? " " : "", all.v[i]);
        }
    }
    assert_true(problem_read(p, "words", line.s, &choices, &err));
    strings_release(&all);
    options_release(&choices);
    text_release(&line);
}

static void certify_how(const char *name, const char *words, bool all, char dir[256])
{
    struct stated_problem p;
    struct answer a = {0};
    struct job job = {0};
    struct text claim = {0}, err = {0};
    snprintf(dir, 256, "%s/%s", place, name);
    assert_true(directory_add(dir, "", &err));
    read_problem(words, &p);
    p.problem.job = &job;
    p.problem.choices.engine = "sat";
    search_solve(&p.problem, &a);
    struct certificate_order order = {.stated = &p, .dir = dir, .all = all, .proof = CERTIFY_DRAT};
    if (certificate_make(&order, &a, &claim, &err) != CERTIFICATE_MADE) fail_msg("%s: %s", words, text_string(&err));
    assert_true(accepted(dir));
    answer_release(&a);
    problem_release(&p);
    text_release(&claim);
}

static void certify(const char *name, const char *words, char dir[256]) { certify_how(name, words, false, dir); }

/* Encodes the formula for `objective_value` gunports or a better value. */
static void certificate_encode(const char *dir, int64_t objective_value, struct cnf_buffer *formula)
{
    struct encoders_used used = {0};
    struct stated_problem p;
    struct text err = {0};
    struct model *m = model_new();
    read_problem("gunport 4x4 formulation=monomino break-symmetry=no", &p);
    int64_t most = search_sum(&p.problem, objective_value);
    search_build(&p.problem, most, m);
    struct file_content content = {.model = m, .most = most, .formula = formula, .used = &used};
    *formula = cnf_buffer_of(0);
    assert_true(lower_bounded(m, &p.problem.choices.policy, most, &formula->cnf, &used, &err));
    assert_true(certificate_formula(&p, content, dir, "formula.cnf", &err));
    model_free(m);
    problem_release(&p);
}

static void read_in(const char *dir, const char *name, struct text *t)
{
    struct text path = {0}, err = {0};
    text_add(&path, "%s/%s", dir, name);
    text_clear(t);
    assert_true(file_read_bytes(path.s, &file_cap_proof, false, t, &err));
    text_release(&path);
}

static void put_in(const char *dir, const char *name, const struct text *t)
{
    struct text path = {0};
    text_add(&path, "%s/%s", dir, name);
    FILE *f = fopen(path.s, "wb");
    assert_non_null(f);
    fwrite(text_string(t), 1, t->n, f);
    assert_int_equal(fclose(f), 0);
    text_release(&path);
}

static void swap_in(const char *to, const char *from, const char *name)
{
    struct text t = {0};
    read_in(from, name, &t);
    put_in(to, name, &t);
    text_release(&t);
}

static json_t *manifest_of(const char *dir)
{
    struct text t = {0};
    read_in(dir, "manifest.json", &t);
    json_t *o = json_loads(text_string(&t), 0, NULL);
    assert_non_null(o);
    text_release(&t);
    return o;
}

/* Computes all hashes of the manifest again, as a forger would, and writes it. Frees o. */
static void seal(const char *dir, json_t *o)
{
    struct text path = {0}, err = {0};
    text_add(&path, "%s/manifest.json", dir);
    json_object_del(o, "files");
    json_object_del(o, "sha256");
    unlink(path.s);
    assert_true(manifest_write(dir, o, &err));
    json_decref(o);
    text_release(&path);
}

static const char *const files[] = {"README",     "formula.cnf", "instance.txt", "manifest.json",
                                    "parity.opb", "parity.pbp",  "proof.drat",   "solution.txt"};
enum { FILES = sizeof files / sizeof *files };

/* The number of rounds; a tenth of them if QUICK is set. */
static int certificate_some(int rounds) { return getenv("QUICK") ? rounds / 10 : rounds; }

static int open_place(void **state)
{
    (void)state;
    return mkdtemp(place) ? 0 : -1;
}

static int clear_place(void **state)
{
    (void)state;
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", place);
    return system(command);
}

/* ---- damage ---------------------------------------------------------------------------------------------------- */

static void test_damage(void **state)
{
    (void)state;
    char dir[256];
    struct random r = {7};
    certify("damage", "gunport 4x4", dir);
    for (int f = 0; f < FILES; f++) {
        struct text good = {0}, bad = {0};
        read_in(dir, files[f], &good);
        for (int round = 0; round < certificate_some(400); round++) {
            text_clear(&bad);
            text_bytes(&bad, good.s, good.n);
            size_t at = (size_t)random_below(&r, (int)good.n);
            if (round % 4 < 2)
                bad.s[at] = (char)(bad.s[at] ^ 1 << random_below(&r, 8));
            else if (round % 4 == 2)
                bad.n = at; /* truncated */
            else
                text_char(&bad, (char)random_below(&r, 256));
            put_in(dir, files[f], &bad);
            assert_false(accepted(dir));
            assert_says(said.s, files[f]);
        }
        put_in(dir, files[f], &good);
        text_release(&good);
        text_release(&bad);
    }
    assert_true(accepted(dir));
    struct text more = {0};
    text_put(&more, "more\n");
    put_in(dir, "more", &more);
    assert_false(accepted(dir));
    text_release(&more);
}

/* ---- forgery --------------------------------------------------------------------------------------------------- */

/* Changes contents and corrects the hashes: an accepted certificate must claim the truth. */
static void test_hashes_corrected(void **state)
{
    (void)state;
    char dir[256];
    struct random r = {8};
    int kept = 0;
    certify("corrected", "gunport 4x5", dir);
    json_t *manifest = manifest_of(dir);
    json_int_t objective_value = json_integer_value(json_object_get(manifest, "objective_value"));
    for (int f = 0; f < FILES; f++) {
        struct text good = {0}, bad = {0};
        if (!strcmp(files[f], "manifest.json")) continue;
        read_in(dir, files[f], &good);
        for (int round = 0; round < certificate_some(150); round++) {
            text_clear(&bad);
            text_bytes(&bad, good.s, good.n);
            for (int i = 1 + random_below(&r, 3); i; i--) {
                size_t at = (size_t)random_below(&r, (int)bad.n);
                bad.s[at] = good.s[(size_t)random_below(&r, (int)good.n)];
            }
            put_in(dir, files[f], &bad);
            seal(dir, json_deep_copy(manifest));
            if (!accepted(dir)) continue;
            kept++;
            json_t *o = manifest_of(dir);
            assert_int_equal(json_integer_value(json_object_get(o, "objective_value")), objective_value);
            json_decref(o);
        }
        put_in(dir, files[f], &good);
        text_release(&good);
        text_release(&bad);
    }
    seal(dir, json_deep_copy(manifest));
    assert_true(accepted(dir));
    assert_true(kept > certificate_some(100)); /* a README, a comment, or a proof step without use */
    json_decref(manifest);
}

static void set(json_t *o, const char *key, json_t *value) { assert_int_equal(json_object_set_new(o, key, value), 0); }

/* Copies the certificate `from` with one false value in its manifest. Checks that it is rejected.
 * */
static void lie(const char *from, const char *key, json_t *value)
{
    char dir[256];
    struct strings names = {0};
    struct text err = {0};
    snprintf(dir, sizeof dir, "%s/lie", place);
    char command[600];
    snprintf(command, sizeof command, "rm -rf '%s' && cp -r '%s' '%s'", dir, from, dir);
    assert_int_equal(system(command), 0);
    json_t *o = manifest_of(dir);
    if (value)
        set(o, key, value);
    else
        json_object_del(o, key);
    seal(dir, o);
    if (accepted(dir)) fail_msg("%s: a lie about '%s' is accepted", from, key);
    strings_release(&names);
    text_release(&err);
}

/* Does so in the manifest's first refutation. */
static void lie_of_part(const char *from, const char *key, json_t *value)
{
    json_t *o = manifest_of(from), *parts = json_deep_copy(json_object_get(o, "refutations"));
    assert_true(json_array_size(parts));
    if (value)
        set(json_array_get(parts, 0), key, value);
    else
        json_object_del(json_array_get(parts, 0), key);
    lie(from, "refutations", parts);
    json_decref(o);
}

static void test_lies(void **state)
{
    (void)state;
    char best[256], none[256], all[256], fivers[256], defects[256];
    certify("best", "gunport 5x5", best);
    certify("none", "tank 3", none);
    certify_how("all", "gunport 3x4", true, all);
    certify("fivers", "fivers 3", fivers);
    certify("defects", "gunport 8x10 formulation=defects", defects);
    static const int wrong[] = {-2, -1, 1, 2, 1000000};
    json_t *o = manifest_of(best);
    int objective_value = (int)json_integer_value(json_object_get(o, "objective_value"));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        lie(best, "objective_value", json_integer(objective_value + wrong[i]));
    lie(best, "objective_value", NULL);
    lie(fivers, "objective_value", NULL);
    lie(fivers, "objective_value", json_integer(0));
    json_t *d = manifest_of(defects);
    objective_value = (int)json_integer_value(json_object_get(d, "objective_value"));
    json_decref(d);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        lie(defects, "objective_value", json_integer(objective_value + wrong[i]));
    lie(defects, "parity", json_string("README"));
    lie(best, "refutations", json_array());
    lie(best, "refutations", NULL);
    lie(best, "parity", NULL); /* without parity, the formula needs another bound */
    lie(best, "kind", json_string("none"));
    lie(best, "kind", json_string("all"));
    lie(best, "claim", json_string("gunport 5x5: 1000 gunports, and no solution is better."));
    lie(best, "solution", json_string("README"));
    lie(best, "solution", json_string("../best/solution.txt"));
    lie(none, "kind", json_string("solution"));
    lie(none, "kind", json_string("best"));
    lie(none, "refutations", NULL);
    lie(none, "parity", json_string("README"));
    lie(all, "values", json_string("README"));
    lie(all, "kind", json_string("best"));
    lie(all, "kind", json_string("none"));
    lie(best, "certificate", json_integer(1));
    lie(best, "certificate", NULL);
    lie(best, "evidence", json_pack("[s]", "nothing that need be believed"));
    lie(best, "evidence", NULL);
    lie(defects, "evidence", json_array());
    lie(best, "solution_count", json_integer(1));
    lie(best, "values", json_string("README"));
    lie(none, "objective_value", json_integer(3));
    lie(all, "solution_count", json_integer(1000));
    lie(all, "solution_count", NULL);
    lie(best, "optimum", json_integer(1000));
    lie_of_part(best, "bound", json_integer(1000));
    lie_of_part(best, "bound", NULL);
    lie_of_part(all, "bound", json_integer(1000));
    lie_of_part(best, "form", json_string("frat"));
    lie_of_part(best, "checked", json_true());
    lie(best, "choices", json_pack("{s:s,s:s}", "formulation", "monomino", "solver", "process:touch x"));
    lie(best, "choices", json_pack("{s:s}", "formulation", "matching"));
    json_decref(o);
}

/* Changes the manifest at random and corrects its hash. An accepted one must still claim the truth.
 * */
static void test_manifests(void **state)
{
    (void)state;
    static const char *const words[] = {"\"best\"", "\"none\"", "\"all\"", "0",          "1",
                                        "null",     "[]",       "{}",      "\"README\"", "\"matching\""};
    char dir[256], hex[SHA256_HEX + 1];
    struct random r = {11};
    struct text good = {0}, bad = {0}, claim = {0};
    certify("manifest", "gunport 4x4", dir);
    text_bytes(&claim, said.s, strcspn(said.s, "\n"));
    read_in(dir, "manifest.json", &good);
    size_t cut = good.n - strlen(",\n  \"sha256\": \"\"\n}\n") - SHA256_HEX;
    for (int round = 0; round < certificate_some(1500); round++) {
        size_t at = (size_t)random_below(&r, (int)cut - 1), end = at;
        text_clear(&bad);
        if (round % 2) { /* a value */
            while (at > 1 && (good.s[at - 1] != ' ' || good.s[at - 2] != ':')) at--;
            for (end = at; end < cut && good.s[end] != ',' && good.s[end] != '\n'; end++) continue;
            text_bytes(&bad, good.s, at);
            text_put(&bad, words[random_below(&r, sizeof words / sizeof *words)]);
        } else {
            text_bytes(&bad, good.s, at);
            text_char(&bad, (char)(good.s[at] ^ 1 << random_below(&r, 8)));
            end = at + 1;
        }
        text_bytes(&bad, good.s + end, cut - end);
        sha256(bad.s, bad.n, hex);
        text_add(&bad, ",\n  \"sha256\": \"%s\"\n}\n", hex);
        put_in(dir, "manifest.json", &bad);
        if (!accepted(dir)) continue;
        assert_memory_equal(said.s, claim.s, claim.n);
    }
    text_release(&good);
    text_release(&bad);
    text_release(&claim);
}

/* Claims an objective value that no solution has. The proof for the next better value is correct,
 * but the solution is worse than claimed. */
static void test_better_claimed(void **state)
{
    (void)state;
    char dir[256];
    struct text proof = {0}, err = {0};
    struct cnf_buffer formula;
    certify("better", "gunport 4x4", dir);
    json_t *o = manifest_of(dir);
    set(o, "objective_value", json_integer(6));
    set(o, "claim", json_string("gunport 4x4: 6 gunports, and no solution is better."));
    certificate_encode(dir, 8, &formula);
    struct prover prover = {.formula = &formula, .config = ""};
    assert_int_equal(prover_run(&prover, &proof, &err), SOLVER_UNSAT);
    put_in(dir, "proof.drat", &proof);
    seal(dir, o);
    assert_false(accepted(dir));
    assert_says(said.s, "objective value is 4, not 6*claimed");
    cnf_buffer_release(&formula);
    text_release(&proof);
    text_release(&err);
}

/* Lists a solution twice, and excludes it twice. */
static void test_listed_twice(void **state)
{
    (void)state;
    char dir[256];
    struct text t = {0}, twice = {0};
    int vars, clauses, length;
    certify_how("listed", "tank 4", true, dir);
    json_t *o = manifest_of(dir);
    set(o, "claim", json_string("tank 4, cap 3: 2 solutions, and no other."));
    for (int i = 0; i < 2; i++) {
        read_in(dir, i ? "values.txt" : "solution.txt", &t);
        text_clear(&twice);
        text_add(&twice, "%s%s", t.s, t.s);
        put_in(dir, i ? "values.txt" : "solution.txt", &twice);
    }
    read_in(dir, "formula.cnf", &t);
    char *header = strstr(t.s, "p cnf "), *last = t.s + t.n - 1;
    assert_int_equal(sscanf(header, "p cnf %d %d\n%n", &vars, &clauses, &length), 2);
    while (last[-1] != '\n') last--;
    text_clear(&twice);
    text_bytes(&twice, t.s, (size_t)(header - t.s));
    text_add(&twice, "p cnf %d %d\n%s%s", vars, clauses + 1, header + length, last);
    put_in(dir, "formula.cnf", &twice);
    seal(dir, o);
    assert_false(accepted(dir));
    assert_says(said.s, "listed twice");
    text_release(&t);
    text_release(&twice);
}

/* Lists a file in the manifest that no part of the claim uses. */
static void test_superfluous(void **state)
{
    (void)state;
    char dir[256];
    struct text t = {0};
    certify("superfluous", "gunport 4x4", dir);
    json_t *o = manifest_of(dir);
    text_put(&t, "more\n");
    put_in(dir, "more", &t);
    seal(dir, o);
    assert_false(accepted(dir));
    assert_says(said.s, "more*superfluous");
    text_release(&t);
}

/* Replaces files by those of another certificate, the proof in particular. */
static void test_swapped(void **state)
{
    (void)state;
    char good[256], here[256], there[256], all[256], name[32];
    certify("good", "gunport 5x6", good);
    certify("there", "gunport 6x5", there);
    for (int f = 0; f < FILES; f++) {
        if (!strcmp(files[f], "manifest.json") || !strcmp(files[f], "README")) continue;
        snprintf(name, sizeof name, "swap%d", f);
        certify(name, "gunport 5x6", here);
        json_t *o = manifest_of(here);
        swap_in(here, there, files[f]);
        bool damaged = !accepted(here);
        seal(here, o);
        struct text a = {0}, b = {0};
        read_in(good, files[f], &a);
        read_in(there, files[f], &b);
        assert_true(damaged || !strcmp(text_string(&a), text_string(&b)));
        /* the two boards are mirror images, so these files may be valid for both */
        bool may = !strncmp(files[f], "parity.", strlen("parity.")) || !strcmp(files[f], "proof.drat");
        assert_true(may || !accepted(here));
        text_release(&a);
        text_release(&b);
    }
    /* with one solution removed or repeated, the list is incomplete */
    certify_how("less", "gunport 3x4", true, all);
    struct text values = {0}, texts = {0};
    read_in(all, "values.txt", &values);
    read_in(all, "solution.txt", &texts);
    size_t line = strcspn(values.s, "\n") + 1, board = (size_t)(strstr(texts.s, "\n\n") - texts.s) + 2;
    struct text bad = {0};
    text_put(&bad, values.s + line);
    put_in(all, "values.txt", &bad);
    text_clear(&bad);
    text_put(&bad, texts.s + board);
    put_in(all, "solution.txt", &bad);
    seal(all, manifest_of(all));
    assert_false(accepted(all));
    text_clear(&bad);
    text_put(&bad, values.s);
    text_bytes(&bad, values.s, line);
    put_in(all, "values.txt", &bad);
    text_clear(&bad);
    text_put(&bad, texts.s);
    text_bytes(&bad, texts.s, board);
    put_in(all, "solution.txt", &bad);
    seal(all, manifest_of(all));
    assert_false(accepted(all));
    text_release(&bad);
    text_release(&values);
    text_release(&texts);
}

/* Claims that a suboptimal packing is optimal. The formula is the right one for that claim, and
 * satisfiable. So no proof can be valid: neither the proof of the true optimum nor any change of
 * it. */
static void test_worse_claimed_best(void **state)
{
    (void)state;
    static const char packing[] = "<>o^\n^<>v\nv<>^\no<>v\n"; /* two holes on 4x4, where four fit */
    char dir[256];
    struct random r = {9};
    struct text t = {0}, proof = {0}, bad = {0};
    certify("drat", "gunport 4x4", dir);
    read_in(dir, "formula.cnf", &t);
    text_clear(&t);
    text_put(&t, packing);
    put_in(dir, "solution.txt", &t);
    json_t *o = manifest_of(dir);
    set(o, "objective_value", json_integer(2));
    set(o, "claim", json_string("gunport 4x4: 2 gunports, and no solution is better."));
    set(json_array_get(json_object_get(o, "refutations"), 0), "bound", json_integer(4));
    struct cnf_buffer formula;
    certificate_encode(dir, 4, &formula);
    cnf_buffer_release(&formula);
    read_in(dir, "parity.opb", &t);
    char *next = strrchr(t.s, '=') + 2; /* cells that are no holes: 16 - 4 - 1, "11;" */
    next[1] += 2;
    put_in(dir, "parity.opb", &t);
    read_in(dir, "proof.drat", &proof);
    for (int round = 0; round < certificate_some(600); round++) {
        text_clear(&bad);
        text_bytes(&bad, proof.s, proof.n);
        for (int i = random_below(&r, 4); i; i--)
            bad.s[(size_t)random_below(&r, (int)bad.n)] ^= (char)(1 << random_below(&r, 8));
        if (random_below(&r, 2)) text_bytes(&bad, "a\0", 2); /* adds the empty clause */
        put_in(dir, "proof.drat", &bad);
        seal(dir, json_deep_copy(o));
        assert_false(accepted(dir));
        assert_says(said.s, "not proved*proof.drat: "); /* only the proof is wrong */
    }
    json_decref(o);
    text_release(&t);
    text_release(&proof);
    text_release(&bad);
}

/* ---- hashes and sums ------------------------------------------------------------------------------------------- */

static void test_sha256(void **state)
{
    (void)state;
    static const struct {
        const char *text, *hash;
    } known[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    };
    char hex[SHA256_HEX + 1];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        sha256(known[i].text, strlen(known[i].text), hex);
        assert_string_equal(hex, known[i].hash);
    }
    struct text million = {0};
    for (int i = 0; i < 1000000; i++) text_char(&million, 'a');
    sha256(million.s, million.n, hex);
    assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    text_release(&million);
}

static bool adds_up(const struct model *m, bool refute, const lit *rows, int n)
{
    struct lits list = {0};
    bool odd;
    for (int i = 0; i < n; i++) lits_push(&list, rows[i]);
    bool ok = parity_sum_check(m, refute, &list, &odd);
    lits_release(&list);
    return ok;
}

/* Rows that are empty, cancel, occur twice or do not exist; even weights drop out of a parity. */
static void test_parity_words(void **state)
{
    (void)state;
    struct model *m = model_new();
    lit x[4];
    int64_t w[] = {2, 3, 1, 4};
    for (int v = 0; v < 4; v++) x[v] = model_var(m, "x%d", v);
    model_xor(m, x, 3, 1);      /* 0 */
    model_xor(m, x, 3, 1);      /* 1: the same again */
    model_xor(m, x, 3, 0);      /* 2: its opposite */
    model_pb(m, x, w, 4, 4, 4); /* 3: x1 + x2 = 0 */
    model_card(m, x, 1, 0, 1);  /* 4: nothing */
    model_card(m, x, 1, 1, 1);
    model_minimize(m, &(struct objective){.n = 1, .x = x, .b = 1, .c = 1, .step = 1, .name = "x"});
    assert_false(adds_up(m, true, (lit[]){0, 1}, 2));
    assert_true(adds_up(m, true, (lit[]){0, 2}, 2));
    assert_false(adds_up(m, true, (lit[]){4, 5}, 2));
    assert_false(adds_up(m, true, NULL, 0));
    assert_true(adds_up(m, false, (lit[]){0, 3}, 2));
    assert_false(adds_up(m, false, (lit[]){0}, 1));
    assert_false(adds_up(m, false, (lit[]){3, 0}, 2));
    assert_false(adds_up(m, false, (lit[]){0, 0, 0, 3}, 4));
    assert_false(adds_up(m, false, (lit[]){-1, 0, 3}, 3));
    assert_false(adds_up(m, false, (lit[]){0, 3, 4}, 3));
    model_free(m);
}

/* A header with too many variables must not make the check allocate memory for them. */
static void test_header(void **state)
{
    (void)state;
    char dir[256];
    struct text t = {0}, bad = {0};
    certify("header", "gunport 4x4", dir);
    json_t *o = manifest_of(dir);
    read_in(dir, "formula.cnf", &t);
    char *header = strstr(t.s, "p cnf ") + strlen("p cnf ");
    text_bytes(&bad, t.s, (size_t)(header - t.s));
    text_add(&bad, "2000000000%s", strchr(header, ' '));
    put_in(dir, "formula.cnf", &bad);
    seal(dir, o);
    assert_false(accepted(dir));
    assert_says(said.s, "not*'p cnf ");
    text_release(&t);
    text_release(&bad);
}

/* A parity argument that omits one row, or that excludes another objective value, is rejected, with correct hashes. */
static void test_row_missing(void **state)
{
    (void)state;
    for (int other = 0; other < 2; other++) {
        char dir[256];
        struct text t = {0};
        const char *name = other ? "parity.opb" : "parity.pbp";
        certify(other ? "value" : "rows", "gunport 4x4", dir);
        json_t *o = manifest_of(dir);
        read_in(dir, name, &t);
        char *at = other ? t.s + t.n - 3 : strstr(t.s, "pol ") + strlen("pol 2"); /* "= -5;" */
        if (other)
            at[0] ^= 1;
        else
            memset(at, ' ', strlen(" 4 +")), assert_true(at[-1] >= '0' && at[-1] <= '9');
        put_in(dir, name, &t);
        seal(dir, o);
        assert_false(accepted(dir));
        assert_says(said.s, "parity.pbp: *");
        text_release(&t);
    }
}

/* Random parity rows: the rows of a reason add up to 0 = 1, and the system has no solution by
 * enumeration. */
static void test_parity_sums(void **state)
{
    (void)state;
    struct random r = {10};
    int found = 0, refuted = 0;
    for (int round = 0; round < 2000; round++) {
        struct model *m = model_new();
        enum { N = 6 };
        lit x[N], some[N];
        for (int v = 0; v < N; v++) x[v] = model_var(m, "x%d", v);
        for (int i = 2 + random_below(&r, 6); i; i--) {
            int n = 0;
            for (int v = 0; v < N; v++)
                if (random_below(&r, 2)) some[n++] = random_below(&r, 3) ? x[v] : -x[v];
            int64_t k = n ? random_below(&r, n + 1) : 0;
            if (random_below(&r, 2))
                model_card(m, some, n, k, k + (random_below(&r, 4) == 0));
            else
                model_xor(m, some, n, random_below(&r, 2));
        }
        model_minimize(m, &(struct objective){.n = 3, .x = x, .b = 1, .c = 1, .step = 1, .name = "x"});
        for (int refute = 0; refute < 2; refute++) {
            struct lits rows = {0};
            bool odd;
            if (parity_sum_find(m, refute, &rows)) {
                found += !refute;
                refuted += refute;
                assert_true(parity_sum_check(m, refute, &rows, &odd));
                signed char v[N + 1];
                struct values values = {v, N};
                for (int set = 0; set < 1 << N; set++) {
                    for (int i = 0; i < N; i++) v[i + 1] = set >> i & 1 ? 1 : -1;
                    struct text why = {0};
                    bool holds = model_holds(m, values, &why);
                    text_release(&why);
                    if (!holds) continue;
                    assert_false(refute);
                    assert_int_equal(model_sum(m, values) & 1, odd);
                }
                lits_push(&rows, 1000); /* a row that does not exist */
                assert_false(parity_sum_check(m, refute, &rows, &odd));
            }
            lits_release(&rows);
        }
        model_free(m);
    }
    assert_true(found > 100 && refuted > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sha256),           cmocka_unit_test(test_parity_sums),
        cmocka_unit_test(test_parity_words),     cmocka_unit_test(test_row_missing),
        cmocka_unit_test(test_header),           cmocka_unit_test(test_damage),
        cmocka_unit_test(test_hashes_corrected), cmocka_unit_test(test_lies),
        cmocka_unit_test(test_better_claimed),   cmocka_unit_test(test_listed_twice),
        cmocka_unit_test(test_manifests),        cmocka_unit_test(test_superfluous),
        cmocka_unit_test(test_swapped),          cmocka_unit_test(test_worse_claimed_best),
    };
    return cmocka_run_group_tests(tests, open_place, clear_place);
}
