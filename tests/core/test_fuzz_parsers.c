/* Every parser on seeds that are changed at random. Whether it accepts or rejects them, it must not
 * crash, hang or read beyond the end (under sanitizers: make fuzz). A failure is shrunk, kept as
 * tests/regress/TARGET-HASH.fuzz and replayed in every run. FUZZ_SEED=N sets the first seed,
 * FUZZ_ROUNDS=N the number of inputs, and FUZZ_TARGET=NAME selects one parser. With -DLIBFUZZER,
 * coverage (clang) drives the same targets. */

#include "base/file.h"
#include "base/number.h"
#include "base/random.h"
#include "proof/drat.h"
#include "puzzles/parse.h"
#include "search/problem.h"
#include "formats/format.h"
#include "solvers/reply.h"

#include "testlib/testlib.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BATCH = 250, PATIENCE = 60 /* CPU seconds of a batch */, MOST = 600 /* bytes of an input */ };

/* ---- targets: each takes a text that ends where its memory ends ---- ------------------------- */

/* Parses a puzzle's file, and names the instance if it is valid. */
static void fuzz_parsers_instance_of(const struct puzzle *p, const char *s)
{
    struct options none = {0};
    struct text err = {0}, note = {0};
    struct source source = {.text = s, .name = "file", .line = 1, .options = &none, .note = &note};
    struct instance *in = p->parse(&source, &err);
    assert((in || err.n) && "a refusal has a sentence");
    text_clear(&note);
    if (in) p->label(in, &note);
    if (in) p->release(in);
    text_release(&err);
    text_release(&note);
}

/* Parses operands of a command line; after a bar, one of the puzzle's options and its value. */
static void operands_of(const struct puzzle *p, const char *s)
{
    struct strings words = {0};
    struct options given = {0};
    struct text err = {0}, note = {0};
    strings_split(&words, s);
    if (words.n > 2 && !strcmp(words.v[0], "|") && p->options) {
        for (const struct option *o = p->options; o->name; o++)
            if (!strcmp(o->name, words.v[1]) && !options_set(&given, o, words.v[2], &err)) text_clear(&err);
    }
    int from = words.n > 2 && !strcmp(words.v[0], "|") ? 3 : 0;
    struct source source = {
        .argc = words.n - from, .argv = from ? words.v + from : words.v, .name = "", .options = &given, .note = &note};
    struct instance *in = p->parse(&source, &err);
    assert((in || err.n) && "a refusal has a sentence");
    if (in) p->release(in);
    strings_release(&words);
    options_release(&given);
    text_release(&err);
    text_release(&note);
}

/* Verifies the text as a solution of the puzzle's example. If it is valid, its least image must be,
 * too. */
static void solution_of(const struct puzzle *p, const char *s)
{
    struct strings words = {0};
    struct options none = {0};
    struct text err = {0}, note = {0}, least = {0};
    int64_t objective_value = 0, again = 0;
    strings_split(&words, p->notation.example);
    struct source source = {.argc = words.n, .argv = words.v, .name = "", .options = &none, .note = &note};
    struct instance *in = p->files ? NULL : p->parse(&source, &err);
    SCOPED(solution) read = {0};
    bool good = in && p->verify(in, s, &objective_value, &err);
    if (good) solution_read(p, in, s, &read);
    if (good && puzzle_canonical(p, in, &read, &least)) {
        bool right = p->verify(in, text_string(&least), &again, &err);
        assert(right && objective_value == again && "the image of a solution is one");
    }
    if (in) p->release(in);
    strings_release(&words);
    text_release(&err);
    text_release(&note);
    text_release(&least);
}

static void of_all(void (*take)(const struct puzzle *, const char *), const char *s)
{
    for (int i = 0; puzzles[i]; i++) take(puzzles[i], s);
}
static void instance(const char *s) { of_all(fuzz_parsers_instance_of, s); }
static void operands(const char *s) { of_all(operands_of, s); }
static void solution(const char *s) { of_all(solution_of, s); }

static void reply(const char *s)
{
    struct reply r;
    struct text err = {0};
    bool ok = reply_parse(s, 12, 7, NULL, format_reply, &r, &err);
    assert((ok || err.n) && "a refusal has a sentence");
    for (int v = 1; ok && r.has_model && v <= 7; v++) assert(r.values.v[v] && "what is needed has a value");
    reply_release(&r);
    text_release(&err);
}

/* Makes a file in memory. Writes its name; returns its descriptor. */
static int named_file(const char *s, char name[64])
{
    int fd = memfd_create("fuzz", 0);
    size_t n = strlen(s);
    assert(fd >= 0 && write(fd, s, n) == (ssize_t)n && "a file in memory");
    lseek(fd, 0, SEEK_SET);
    snprintf(name, 64, "/proc/self/fd/%d", fd);
    return fd;
}

/* Parses the problem header of an encoded file. */
static void head(const char *s)
{
    char name[64];
    int fd = named_file(s, name);
    struct stated_problem p = {0};
    struct embedded e = {0};
    struct text err = {0};
    bool ok = problem_extract(&p.statement, &p.options, &e, name, &err);
    assert((ok || err.n) && "a refusal has a sentence");
    problem_release(&p);
    mem_free(e.format);
    text_release(&err);
    close(fd);
}

/* Parses an option's value: an encoding, a solver, an order, a search. */
static void word(const char *s)
{
    struct text err = {0};
    int64_t number;
    for (int k = 0; k < KINDS; k++) {
        struct encoding e = {0};
        encoder_parse((enum kind)k, s, &e, &err);
    }
    solver_known(s, &err);
    search_known(s, &err);
    search_engine_known(s, &err);
    number_parse(s, &number);
    text_clear(&err);
    text_put(&err, s);
    text_show(&err);
    for (const char *c = text_string(&err); *c; c++)
        assert(((unsigned char)*c >= ' ' || *c == '\n') && *c != 127 && "nothing that a terminal obeys");
    struct text again = {0};
    text_put(&again, text_string(&err));
    text_show(&again);
    assert(!strcmp(text_string(&again), text_string(&err)) && "what is clean stays");
    text_release(&again);
    text_release(&err);
}

/* Parses a word of a command line, or of a file's first line. */
static void argument(const char *s)
{
    const struct options_section tables[] = {{"Choices", choices_options}, {0}};
    struct options given = {0};
    struct text err = {0};
    char *word = (char *)s, **operand;
    int operands;
    bool ok = options_parse(&given, tables, "solve", 1, &word, &operand, &operands, NULL, &err) &&
              options_check(&given, tables, "solve", &err);
    assert(ok == !err.n && "a refusal has a sentence");
    mem_free(operand);
    options_release(&given);
    text_release(&err);
}

/* Reads a proof, writes it, in binary, and reads it again: the results must agree. */
static void proof(const char *s)
{
    struct steps steps, again;
    struct text err = {0}, out = {0};
    size_t n = strlen(s);
    steps_open(&steps, s, n, steps_binary(s, n));
    while (steps_next(&steps, &err)) steps_write(&out, steps.deletes, steps.lits.v, steps.lits.n);
    int64_t read = steps.read;
    bool whole = !err.n;
    steps_release(&steps);
    steps_open(&again, text_string(&out), out.n, true);
    while (steps_next(&again, &err)) continue;
    if (whole) assert(again.read == read && "steps are read as they are written");
    steps_release(&again);
    text_release(&err);
    text_release(&out);
}

static const char *const boards[] = {"8x10",
                                     "25\n",
                                     "..#\n...\n#..\n",
                                     "X.X\n.X.\n",
                                     ". 1 .\n2 . .\n. . .\n",
                                     "50 3 6 9 12\n15 30",
                                     "p cnf 3 2\n1 -2 0\n2 3 0\n",
                                     "min: +2 x1 +3 x2 ;\n+1 x1 +1 x2 >= 1 ;\n",
                                     "/* c\n* */ min: x1 ~x2 ;\nR1: +2 x1*x2 >= 1 ;\n@b [3] x1 x3 > 0;\n",
                                     "h 1 2 0\n3 -1 0\n",
                                     "* #variable= 2 #constraint= 1\n+1 x1 >= 1 ;\n",
                                     "p wcnf 2 2 9\n9 1 0\n1 -2 0\n",
                                     "; c\no<>\n^..\nv..\n",
                                     "soft: 9 ;\n[3] +1 x1 >= 1 ;\n",
                                     "k 2 1 2 3 0\n",
                                     "c rule from 1: a\nc +b\nc rule from 2: \303\274\np cnf 2 2\n1 0\n-1 2 0\n",
                                     "c p show 1 3 0\np inccnf\n1 2\nc x\n3 0\na 1 -2 0\na 0\n",
                                     "c t pmc\nc ind 1 2 0\np cnf+ 3 1\n1 2 3 <= 2\nc p weight 1 2 0\n",
                                     "* #variable= 1 #constraint= 1\n* ind 1 0\n+1 x1 +1 x2 >= 1 ; * c\n",
                                     "* name 1 a\n* int order 0 1 1 i\n* rule from 1: r\n+1 x1 >= 1 ;\n",
                                     NULL};
static const char *const lines[] = {"8x10",
                                    "25",
                                    "6",
                                    "50 3 6 9 12 15 30 21 25 27 30",
                                    "100 16 17 23 24 39 40",
                                    "50 8,10,7 10,7,9 7,9,8",
                                    "| multipliers 1,2,3 50 8,10,7",
                                    "| cap none 5",
                                    "| objective shots 100 16 17",
                                    NULL};
static const char *const answers[] = {"o<>\n^o.\nv..\n", "X.X\n.X.\nX.X\n", "1 2 3\n2 1 3\n",
                                      "25 6 19\n",       "2x16 4x17\n",     "pile 3 value 7\npile 1 value 8\n",
                                      "x1=1 x2=0\n",     "v 1 -2 3 0\n",    NULL};
static const char *const replies[] = {"s SATISFIABLE\nv 1 -2 3 -4 5 6 7 0\n",
                                      "SAT\n1 -2 3 4 5 6 7 0\n",
                                      "s UNSATISFIABLE\n",
                                      "UNSAT\n",
                                      "o 3\ns OPTIMUM FOUND\nv x1 -x2 x3 x4 x5 x6 x7\n",
                                      "o 2\nv 0110011\ns OPTIMUM FOUND\n",
                                      "c cost rows 3 cols 7\ns mip 3 7 o 2\ni 1 1\nj 1 1\nj 2 0\ne o f\n",
                                      "Optimal - objective value 2.0\n 0 x1 1 0\n 1 x2 0 0\n",
                                      "Model status\nOptimal\n\n# Columns 2\nx1 1\nx2 0\n",
                                      "c hello\ns UNKNOWN\n",
                                      "s SATISFIABLE\nv 1 2 3 0\ns SOLUTIONS 8\n",
                                      NULL};
static const char *const heads[] = {
    "c loophole 0.1.0: gunport 8x8\nc format: cnf\nc command: loophole encode gunport 8x8\nc puzzle: gunport\nc word: "
    "8x8\nc option: formulation=monomino\nc sum-at-most: 4\nc sizes: 64 variables, 60 of them the model's; 9 "
    "constraints\np cnf 64 9\n",
    "* puzzle: tank\n* option: cap=none\n* text: . 1\n*+ 2\n* format: opb\n* sizes: 9 variables, 9 of them\n",
    "c option: solver=process:x\n", NULL};
static const char *const specs[] = {"commander:4", "cut:5,tree", "process:kissat -q",   "ipasir:./libx.so",
                                    "random",      "auto",       "9223372036854775808", "\033[31m\302\233x",
                                    NULL};
static const char *const words[] = {"--seed=7", "--solver", "-j4", "-o", "-fx", "--pari", "8x10", NULL};
static const char *const proofs[] = {"1 -2 3 0\nd 4 5 0\n0\n", "a\2\5\6", "d 1 0\n-1 0\nc x\n0\n", NULL};

static const struct target {
    const char *name;
    void (*run)(const char *s);
    const char *const *seeds;
    int weight; /* percentage of the inputs */
} targets[] = {
    {"instance", instance, boards, 20}, {"operands", operands, lines, 15}, {"solution", solution, answers, 15},
    {"reply", reply, replies, 15},      {"head", head, heads, 5},          {"word", word, specs, 10},
    {"proof", proof, proofs, 15},       {"argument", argument, words, 5},
};
enum { TARGETS = sizeof targets / sizeof *targets };

/* ---- generation of inputs ---- --------------------------------------------------------------- */

static const char *seed_of(const struct target *t, struct random *r)
{
    int n = 0;
    while (t->seeds[n]) n++;
    return t->seeds[random_below(r, n)];
}

static void bend(struct text *t, struct random *r)
{
    static const char *const odd[] = {"0",
                                      "-1",
                                      "2147483647",
                                      "2147483648",
                                      "-2147483648",
                                      "9223372036854775807",
                                      "9223372036854775808",
                                      "99999999999999999999",
                                      "1e9",
                                      "x",
                                      " ",
                                      "\n",
                                      "\n\n",
                                      ",",
                                      "\"",
                                      "#",
                                      ";",
                                      "-",
                                      "~",
                                      "v ",
                                      "s ",
                                      "0 0",
                                      "\033",
                                      "\377",
                                      "=",
                                      ">=",
                                      ":",
                                      "|",
                                      "<>",
                                      "."};
    struct text new = {0};
    const char *s = text_string(t);
    size_t at = t->n ? (size_t)random_below(r, (int)t->n) : 0, n = t->n ? (size_t)random_below(r, (int)(t->n - at)) : 0;
    if (n > 12 && random_below(r, 3)) n %= 12;
    text_bytes(&new, s, at);
    switch (random_below(r, 6)) {
    case 0: /* remove */
        break;
    case 1: /* repeat */
        text_bytes(&new, s + at, n);
        text_bytes(&new, s + at, n);
        break;
    case 2:
    case 3:
        text_put(&new, odd[random_below(r, sizeof odd / sizeof *odd)]);
        if (random_below(r, 2)) n = 0;
        break;
    case 4: /* change a byte */
        text_char(&new, (char)(1 + random_below(r, 255)));
        n = t->n > at;
        break;
    default: /* move */
        text_bytes(&new, s + at + n, t->n - at - n);
        text_bytes(&new, s + at, n);
        n = t->n - at;
    }
    text_bytes(&new, s + at + n, t->n - at - n);
    text_release(t);
    *t = new;
    if (t->n > MOST) t->s[t->n = MOST] = 0;
}

static const struct target *input(uint64_t number, const struct target *only, struct text *out)
{
    struct random r = {number * UINT64_C(0x9e3779b97f4a7c15)};
    const struct target *t = only;
    int pick = random_below(&r, 100);
    for (int i = 0; !t; i = (i + 1) % TARGETS)
        if ((pick -= targets[i].weight) < 0) t = &targets[i];
    text_clear(out);
    text_put(out, seed_of(t, &r));
    for (int n = random_below(&r, 7); n > 0; n--) bend(out, &r);
    return t;
}

/* Runs a target on a copy whose last byte is the last of a mapped page. Reading beyond it crashes,
 * with sanitizers or without. */
static void fuzz_parsers_run(const struct target *t, const char *s)
{
    size_t n = strlen(s) + 1, page = (size_t)sysconf(_SC_PAGESIZE), room = (n + page - 1) / page * page;
    char *copy = mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(copy != MAP_FAILED && "memory for a text");
    assert(!mprotect(copy + room, page, PROT_NONE) && "a fence behind it");
    t->run(memcpy(copy + room - n, s, n));
    munmap(copy, room + page);
}

#ifdef LIBFUZZER

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static const struct target *t;
    const char *name = getenv("FUZZ_TARGET");
    for (int i = 0; i < TARGETS && !t; i++)
        if (!name || !strcmp(targets[i].name, name)) t = &targets[i];
    char *s = malloc(n + 1);
    if (n) memcpy(s, data, n);
    s[n] = 0;
    fuzz_parsers_run(t, s);
    free(s);
    return 0;
}

#else

/* ---- child processes that may crash ---- ----------------------------------------------------- */

static void in_child(void)
{
    struct rlimit cpu = {PATIENCE, PATIENCE};
    setrlimit(RLIMIT_CPU, &cpu);
    int null = open("/dev/null", O_WRONLY);
    dup2(null, 2);
}

static bool ends_well(pid_t pid)
{
    int status;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 3); /* 3: out of memory */
}

static bool bears(const struct target *t, const char *s)
{
    pid_t pid = fork();
    if (!pid) {
        in_child();
        fuzz_parsers_run(t, s);
        _exit(0);
    }
    return ends_well(pid);
}

static bool bears_batch(uint64_t first, const struct target *only)
{
    pid_t pid = fork();
    if (!pid) {
        struct text s = {0};
        in_child();
        for (uint64_t i = first; i < first + BATCH; i++) {
            const struct target *t = input(i, only, &s);
            fuzz_parsers_run(t, text_string(&s));
        }
        _exit(0);
    }
    return ends_well(pid);
}

/* Removes pieces of the text, halves first, while the target still fails. */
static void shrink(const struct target *t, struct text *s)
{
    for (size_t part = s->n / 2 + 1; part; part /= 2)
        for (size_t at = 0; at + part <= s->n;) {
            struct text less = {0};
            text_bytes(&less, s->s, at);
            text_bytes(&less, s->s + at + part, s->n - at - part);
            if (bears(t, text_string(&less))) {
                at += part;
                text_release(&less);
            } else {
                text_release(s);
                *s = less;
            }
        }
}

static void fuzz_parsers_keep(const struct target *t, const struct text *s)
{
    struct text name = {0}, err = {0};
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < s->n; i++) hash = (hash ^ (unsigned char)s->s[i]) * UINT64_C(1099511628211);
    text_add(&name, "tests/regress/%s-%08x.fuzz", t->name, (unsigned)hash);
    file_write_bytes(name.s, s, &err);
    printf("fails, kept as %s: %s\n", name.s, text_string(s));
    text_release(&name);
    text_release(&err);
}

static const struct target *target_named(const char *name, size_t n)
{
    for (int i = 0; i < TARGETS; i++)
        if (strlen(targets[i].name) == n && !strncmp(targets[i].name, name, n)) return &targets[i];
    return NULL;
}

static int64_t number_of(const char *name, int64_t otherwise)
{
    const char *word = getenv(name);
    int64_t n;
    return word && number_parse(word, &n) ? n : otherwise;
}

static void test_random(void **state)
{
    const char *name = getenv("FUZZ_TARGET");
    const struct target *only = name ? target_named(name, strlen(name)) : NULL;
    uint64_t seed = (uint64_t)number_of("FUZZ_SEED", 1) << 32;
    int64_t batches = number_of("FUZZ_ROUNDS", getenv("QUICK") ? 1 : 2) * 100, failed = 0;
    for (int64_t b = 0; b < batches && failed < 5; b++) {
        uint64_t first = seed + (uint64_t)b * BATCH;
        if (bears_batch(first, only)) continue;
        int64_t before = failed;
        for (uint64_t i = first; i < first + BATCH; i++) {
            struct text s = {0};
            const struct target *t = input(i, only, &s);
            if (!bears(t, text_string(&s))) {
                failed++;
                shrink(t, &s);
                fuzz_parsers_keep(t, &s);
            }
            text_release(&s);
        }
        if (failed == before && ++failed)
            printf("the %d from %" PRIu64 " on fail together, none alone\n", BATCH, first);
    }
    printf("%" PRId64 " executions of parsers, %" PRId64 " failed\n", batches * BATCH, failed);
    assert_int_equal(failed, 0);
}

/* Whether the parser bears all texts that begin as the seed does, in one process. */
static bool bears_prefixes(const struct target *t, const char *seed)
{
    int status;
    pid_t pid = fork();
    if (!pid) {
        in_child();
        for (size_t n = 0; n <= strlen(seed); n++) {
            struct text s = {0};
            text_bytes(&s, seed, n);
            fuzz_parsers_run(t, text_string(&s));
            text_release(&s);
        }
        _exit(0);
    }
    waitpid(pid, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Truncates each seed after each of its bytes. */
static void test_prefixes(void **state)
{
    int failed = 0;
    for (const struct target *t = targets; t < targets + TARGETS; t++)
        for (int i = 0; t->seeds && t->seeds[i]; i++) {
            if (bears_prefixes(t, t->seeds[i])) continue;
            for (size_t n = 0; n <= strlen(t->seeds[i]); n++) {
                struct text s = {0};
                text_bytes(&s, t->seeds[i], n);
                if (!bears(t, text_string(&s)) && ++failed) printf("%s fails: %s\n", t->name, text_string(&s));
                text_release(&s);
            }
        }
    assert_int_equal(failed, 0);
}

/* Replays all inputs that ever failed. */
static void test_replay(void **state)
{
    DIR *d = opendir("tests/regress");
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) {
        const char *end = strrchr(e->d_name, '.'), *dash = strchr(e->d_name, '-');
        if (!end || strcmp(end, ".fuzz") || !dash) continue;
        struct text path = {0}, s = {0}, err = {0};
        const struct target *t = target_named(e->d_name, (size_t)(dash - e->d_name));
        text_add(&path, "tests/regress/%s", e->d_name);
        assert_non_null(t);
        assert_true(file_read(path.s, &file_cap_instance, &s, &err));
        bool good = bears(t, text_string(&s));
        if (!good) printf("%s fails\n", path.s);
        assert_true(good);
        text_release(&path);
        text_release(&s);
        text_release(&err);
    }
    closedir(d);
}

/* A faulty parser to test this program: it reads beyond the end of some texts. It must be found,
 * and its input made small. */
static void trap(const char *s)
{
    if (strstr(s, "99999")) abort();
}

static void test_shrinks(void **state)
{
    const struct target planted = {"planted", trap, specs, 1};
    struct text s = {0};
    int tries = 0;
    do input((uint64_t)++tries, &planted, &s);
    while (bears(&planted, text_string(&s)) && tries < 10000);
    shrink(&planted, &s);
    assert_string_equal(text_string(&s), "99999");
    text_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_replay),
        cmocka_unit_test(test_shrinks),
        cmocka_unit_test(test_prefixes),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
