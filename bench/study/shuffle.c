/* Renames the variables of a formula and shuffles its clauses and the literals of each; or takes the renaming back.

     shuffle SEED FORMULA >SHUFFLED            signs stay, comments go
     shuffle SEED FORMULA ANSWER >RESTORED     a solver's answer to the shuffled formula, in the formula's variables

   The same seed gives the same order on every machine. The renaming depends on the seed and the number of variables only. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

/* splitmix64 (Steele, Lea, Flood 2014). */
static uint64_t draw(void)
{
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static size_t below(size_t n) { return (size_t)(draw() % n); }

static void fail(const char *what)
{
    fprintf(stderr, "shuffle: %s\n", what);
    exit(1);
}

static void *array(size_t n, size_t size)
{
    void *p = calloc(n + 1, size);
    if (!p) fail("out of memory");
    return p;
}

/* An open file whose first line after the comments is read: the numbers of the header. */
static FILE *formula(const char *path, int *variables, size_t *clauses)
{
    static char line[1 << 16];
    FILE *file = fopen(path, "r");
    if (!file) fail("cannot open the formula");
    for (int whole = 1; fgets(line, sizeof line, file); whole = strchr(line, '\n') != NULL)
        if (whole && line[0] == 'p')
            return sscanf(line, "p cnf %d %zu", variables, clauses) == 2 ? file : (fail("bad header"), NULL);
    fail("the formula has no header");
    return NULL;
}

/* The next integer; 0 at the end of the file, too. */
static int number(FILE *file, int *at_end)
{
    int c = getc_unlocked(file), sign = 1, n = 0;
    while (c == ' ' || c == '\n' || c == '\r' || c == '\t') c = getc_unlocked(file);
    if (c == '-') sign = -1, c = getc_unlocked(file);
    *at_end = c == EOF;
    for (; c >= '0' && c <= '9'; c = getc_unlocked(file)) n = 10 * n + c - '0';
    if (c != EOF && c != ' ' && c != '\n' && c != '\r' && c != '\t') fail("expected a literal");
    return sign * n;
}

static void restore(const char *path, const int *old, int variables)
{
    static char line[1 << 16];
    FILE *file = fopen(path, "r");
    if (!file) fail("cannot open the answer");
    while (fgets(line, sizeof line, file)) {
        if (line[0] != 'v') {
            fputs(line, stdout);
            continue;
        }
        putchar('v');
        for (char *word = strtok(line + 1, " \n"); word; word = strtok(NULL, " \n")) {
            int lit = atoi(word);
            if (abs(lit) > variables) fail("the answer has an unknown variable");
            printf(" %d", lit > 0 ? old[lit] : -old[-lit]);
        }
        putchar('\n');
    }
}

int main(int count, char **words)
{
    int variables = 0, at_end = 0;
    size_t clauses = 0;
    if (count < 3) fail("usage: shuffle SEED FORMULA [ANSWER]");
    state = strtoull(words[1], NULL, 10);
    FILE *file = formula(words[2], &variables, &clauses);
    int *new = array((size_t)variables + 1, sizeof *new), *old = array((size_t)variables + 1, sizeof *old);
    for (int v = 1; v <= variables; v++) {
        int other = 1 + (int)below((size_t)v);
        new[v] = new[other];
        new[other] = v;
    }
    for (int v = 1; v <= variables; v++) old[new[v]] = v;
    if (count > 3) {
        restore(words[3], old, variables);
        return 0;
    }

    size_t room = 1 << 20, length = 0;
    int *literals = array(room, sizeof *literals);
    size_t *start = array(clauses + 1, sizeof *start), *order = array(clauses, sizeof *order);
    for (size_t i = 0; i < clauses; i++) {
        start[i] = length;
        for (int lit; (lit = number(file, &at_end));) {
            if (abs(lit) > variables) fail("a variable is not in the header");
            if (length == room && !(literals = realloc(literals, (room *= 2) * sizeof *literals)))
                fail("out of memory");
            literals[length++] = lit > 0 ? new[lit] : -new[-lit];
        }
        if (at_end) fail("the formula is truncated");
        for (size_t j = length - start[i]; j > 1; j--) {
            size_t other = start[i] + below(j), last = start[i] + j - 1;
            int lit = literals[last];
            literals[last] = literals[other];
            literals[other] = lit;
        }
        size_t other = below(i + 1);
        order[i] = order[other];
        order[other] = i;
    }
    start[clauses] = length;
    printf("p cnf %d %zu\n", variables, clauses);
    for (size_t i = 0; i < clauses; i++) {
        for (size_t j = start[order[i]]; j < start[order[i] + 1]; j++) printf("%d ", literals[j]);
        puts("0");
    }
    return fflush(stdout) ? 1 : 0;
}
