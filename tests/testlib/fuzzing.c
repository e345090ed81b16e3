/* Random tests that run whole programs: child processes, the shrinker, and the kept failing case.
 * */
#include "fuzzing.h"
#include "base/text.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FUZZING_PATIENCE = 60, FUZZING_BATCH = 200, FUZZING_JUDGED = 3000 };

struct fuzzing_report *fuzzing_report;

static void fuzzing_judge(const struct fuzzing *f, const char *trial)
{
    struct text why = {0};
    alarm(FUZZING_PATIENCE);
    fuzzing_report->wrong = f->wrong(trial, &why);
    snprintf(fuzzing_report->why, sizeof fuzzing_report->why, "%s", text_string(&why));
    text_release(&why);
}

bool fuzzing_apart(void (*work)(const struct fuzzing *, const void *), const struct fuzzing *f, const void *what)
{
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (!child) {
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDERR_FILENO);
        dup2(nowhere, STDOUT_FILENO);
        work(f, what);
        _exit(0);
    }
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && !WEXITSTATUS(status)) return fuzzing_report->wrong;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        snprintf(fuzzing_report->why, sizeof fuzzing_report->why, "It takes longer than %d s.", FUZZING_PATIENCE);
    else if (WIFSIGNALED(status))
        snprintf(fuzzing_report->why, sizeof fuzzing_report->why, "It ends by signal %d.", WTERMSIG(status));
    else
        snprintf(fuzzing_report->why, sizeof fuzzing_report->why, "It ends with status %d.", WEXITSTATUS(status));
    return true;
}

void fuzzing_one(const struct fuzzing *f, const void *trial) { fuzzing_judge(f, trial); }

static void fuzzing_batch(const struct fuzzing *f, const void *first)
{
    struct text trial = {0};
    uint64_t seed = *(const uint64_t *)first;
    for (int i = 0; i < FUZZING_BATCH && !fuzzing_report->wrong; i++) {
        fuzzing_report->seed = seed + (uint64_t)i;
        text_clear(&trial);
        f->make(fuzzing_report->seed, &trial);
        fuzzing_judge(f, text_string(&trial));
        fuzzing_report->done++;
    }
    text_release(&trial);
}

/* ---- shrinking ---- -------------------------------------------------------------------------- */

/* Runs `tried`. If it still fails, it replaces the trial; returns whether it did. */
static bool fuzzing_try(struct fuzzing *f, struct text *trial, struct text *tried)
{
    bool wrong = f->tries++ < FUZZING_JUDGED && strcmp(text_string(tried), text_string(trial)) != 0;
    fuzzing_report->wrong = false;
    wrong = wrong && fuzzing_apart(fuzzing_one, f, text_string(tried)) &&
            !strncmp(fuzzing_report->why, f->kind, strlen(f->kind));
    if (wrong) {
        text_clear(trial);
        text_put(trial, text_string(tried));
    }
    text_clear(tried);
    return wrong;
}

/* Tries the trial with the n bytes from `from` replaced by `instead`. */
static bool fuzzing_replace(struct fuzzing *f, struct text *trial, size_t from, size_t n, const char *instead)
{
    struct text tried = {0};
    text_bytes(&tried, trial->s, from);
    text_put(&tried, instead);
    text_put(&tried, trial->s + from + n);
    bool done = fuzzing_try(f, trial, &tried);
    text_release(&tried);
    return done;
}

/* Tries to remove runs of 8, 4, 2, 1 lines. The first line has the options, and stays. */
static bool fuzzing_lines(struct fuzzing *f, struct text *trial)
{
    bool any = false;
    for (int run = 8; run; run /= 2)
        for (size_t from = strcspn(text_string(trial), "\n") + 1; from < trial->n;) {
            size_t end = from;
            for (int i = 0; i < run && end < trial->n; i++) end += strcspn(trial->s + end, "\n") + 1;
            if (end > trial->n) end = trial->n;
            if (fuzzing_replace(f, trial, from, end - from, ""))
                any = true;
            else
                from += strcspn(trial->s + from, "\n") + 1;
        }
    return any;
}

/* Tries to remove runs of 2 words and single words, also in the first line. */
static bool fuzzing_words(struct fuzzing *f, struct text *trial)
{
    bool any = false;
    for (int run = 2; run; run--)
        for (size_t from = 0; from < trial->n;) {
            size_t end = from;
            for (int i = 0; i < run && end < trial->n && trial->s[end] != '\n'; i++) {
                end += strcspn(trial->s + end, " \n");
                end += trial->s[end] == ' ';
            }
            if (end > from && fuzzing_replace(f, trial, from, end - from, "")) {
                any = true;
                continue;
            }
            from += strcspn(trial->s + from, " \n");
            from += trial->s[from] != '\0';
        }
    return any;
}

/* Tries smaller numbers: no number, half of it, one less. */
static bool fuzzing_numbers(struct fuzzing *f, struct text *trial)
{
    bool any = false;
    for (size_t from = 0; from < trial->n; from++) {
        size_t n = strspn(trial->s + from, "0123456789");
        if (!n || n > 18 || (from && isalnum((unsigned char)trial->s[from - 1]) && trial->s[from - 1] != 'x')) continue;
        long long v = atoll(trial->s + from);
        const long long less[] = {0, 1, v / 2, v - 1};
        for (int i = 0; i < 4; i++) {
            char digits[24];
            snprintf(digits, sizeof digits, "%lld", less[i]);
            if (less[i] < 0 || less[i] >= v || !fuzzing_replace(f, trial, from, n, digits)) continue;
            any = true;
            break;
        }
        from += strspn(trial->s + from, "0123456789");
    }
    return any;
}

void fuzzing_shrink(struct fuzzing *f, struct text *trial)
{
    bool any = true;
    snprintf(f->kind, sizeof f->kind, "%.*s", (int)strcspn(fuzzing_report->why, "0123456789"), fuzzing_report->why);
    while (any && f->tries < FUZZING_JUDGED) {
        any = fuzzing_lines(f, trial);
        any = fuzzing_words(f, trial) || any;
        any = fuzzing_numbers(f, trial) || any;
    }
    fuzzing_report->wrong = false;
    fuzzing_apart(fuzzing_one, f, text_string(trial)); /* prints the reason again */
}

/* ---- the whole test ---- --------------------------------------------------------------------- */

static void fuzzing_write(const struct fuzzing *f, const char *trial)
{
    const char *asked = getenv("FUZZ_KEEP"), *dir = asked                           ? asked
                                                    : access("tests/regress", W_OK) ? "."
                                                                                    : "tests/regress";
    struct text name = {0}, file = {0};
    text_add(&name, "%s/%s-%llu.case", dir, f->name, (unsigned long long)fuzzing_report->seed);
    text_add(&file, "# found by %s, seed %llu: %s\n", f->name, (unsigned long long)fuzzing_report->seed,
             fuzzing_report->why);
    f->keep(trial, &file);
    FILE *out = fopen(text_string(&name), "w");
    if (out) {
        fputs(text_string(&file), out);
        fclose(out);
    }
    printf("%s\n%s (%d tries)\n%s", fuzzing_report->why, text_string(&name), f->tries, text_string(&file));
    text_release(&name);
    text_release(&file);
}

void fuzzing_begin(void)
{
    fuzzing_report = mmap(NULL, sizeof *fuzzing_report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

int fuzzing_run(struct fuzzing *f, uint64_t seed, int64_t rounds)
{
    fuzzing_begin();
    for (int64_t i = 0; i < rounds; i++) {
        uint64_t first = seed + (uint64_t)i * FUZZING_BATCH;
        fuzzing_report->wrong = false;
        if (!fuzzing_apart(fuzzing_batch, f, &first)) continue;
        struct text trial = {0};
        f->make(fuzzing_report->seed, &trial);
        fuzzing_shrink(f, &trial);
        fuzzing_write(f, text_string(&trial));
        text_release(&trial);
        return 1;
    }
    printf("%s: %lld trials from seed %llu, %lld of them refused: nothing found\n", f->name,
           (long long)fuzzing_report->done, (unsigned long long)seed, (long long)fuzzing_report->refused);
    return 0;
}
