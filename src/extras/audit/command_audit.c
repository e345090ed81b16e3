#include "base/clock.h"
#include "base/number.h"
#include "base/progress.h"
#include "extras/audit/audit.h"
#include "cli/request.h"

#include <inttypes.h>
#include <string.h>

enum { INPUTS = 7 };

struct audit_choices {
    bool table;
    bool sizes;
    int seed; /* of the samples; 0: another one each time */
};

#define FIELD(name) .offset = offsetof(struct audit_choices, name)
static const struct option audit_options[] = {
    FLAG_OPTION("table", table, "print the table of claims, and test nothing"),
    FLAG_OPTION("sizes", sizes, "print the size of each cardinality and XOR encoding, and test nothing"),
    INTEGER_OPTION("seed", "N", 1, INT32_MAX, seed,
                   "repeat the samples of an earlier audit (default: another seed each time, which is printed)",
                   .needs = "!table"),
    {0},
};

/* Whether a word selects the encoder e: its name, the part after the kind, or the kind. Without
 * words, every encoder is selected. */
static bool is_meant(const struct encoder *e, char **word, int words)
{
    for (int i = 0; i < words; i++) {
        bool kind = false;
        for (int k = 0; k < KINDS; k++) kind = kind || !strcmp(word[i], encoder_kind((enum kind)k));
        if (!strcmp(word[i], kind ? encoder_kind(e->kind) : encoder_short(e)) || !strcmp(word[i], e->name)) return true;
    }
    return !words;
}

static bool audit_words_known(char **word, int words, struct text *err)
{
    for (int i = 0; i < words; i++) {
        bool known = false;
        for (int j = 0; encoders[j] && !known; j++) known = is_meant(encoders[j], &word[i], 1);
        if (known) continue;
        SCOPED(text) names = {0};
        for (int j = 0; encoders[j]; j++) text_add(&names, " %s %s", encoders[j]->name, encoder_short(encoders[j]));
        text_error(err, "There is no encoding '%s'; 'loophole list encodings' shows them all.", word[i]);
        strings_guess(err, word[i], text_string(&names));
        return false;
    }
    return true;
}

/* ---- claims ---------------------------------------------------------------------------------- */

static void print_head(void)
{
    puts("| name | size | propagation | parsimonious | both sides | counter | audited up to n | source |");
    puts("|---|---|---|---|---|---|---|---|");
}

static void print_claims(const struct encoder *e)
{
    const struct audit_range r = audit_range(e, INPUTS);
    const char *tree = !e->tree ? "" : e->size_max ? "[,tree]" : "[:tree]";
    printf("| %s%s%s ", e->name, e->size_max ? ":N" : "", tree);
    printf("| %s ", e->cost);
    printf("| %s | %s ", encoder_strength(e->strength), e->parsimonious ? "yes" : "no");
    printf("| %s ", e->kind == CARD || e->kind == PB ? e->both ? "yes" : "no" : "");
    printf("| %s ", !e->count ? "" : e->monotone ? "yes" : "yes, not monotone");
    printf("| %d, ", r.exhaustive);
    assert(r.sampled == r.sizes && "one column for both");
    printf("sampled and size %d | %s |\n", r.sampled, e->cite);
}

/* Prints properties that the audit found but the encoder does not claim. They are no faults,
 * because larger constraints may lack them. */
static void print_modest(const struct audit *a)
{
    const struct encoder *e = a->encoder;
    if (a->faults) return;
    if (a->strength > e->strength)
        printf("%s claims %s, and was %s on all that was tried.\n", e->name, encoder_strength(e->strength),
               encoder_strength(a->strength));
    if (a->parsimonious && !e->parsimonious)
        printf("%s does not claim to be parsimonious, and was so on all that was tried.\n", e->name);
}

struct audit_line {
    struct progress *p;
    int at, all;
    bool begun; /* this encoder's line has begun */
};

static void audit_print_progress(void *state, const struct job *j)
{
    struct audit_line *t = state;
    const struct audit *a = j->so_far;
    SCOPED(text) line = {0};
    if (t->begun && (t->p->log || !progress_due(t->p))) return;
    t->begun = true;
    text_add(&line, "%d/%d, %s", t->at, t->all, a->encoder->name);
    if (a->constraints) text_add(&line, ", %" PRId64 " constraints", a->constraints);
    if (a->counters) text_add(&line, ", %" PRId64 " counters", a->counters);
    if (a->faults) text_add(&line, ", %" PRId64 " faults", a->faults);
    progress_show(t->p, text_string(&line));
}

static int prove(struct progress *p, char **word, int words, int seed, struct job *job)
{
    int64_t faults = 0, constraints = 0, counters = 0, samples = 0, sizes = 0;
    int n = 0, wrong = 0;
    struct audit_line t = {.p = p};
    struct job shown = {.parent = job, .progress = audit_print_progress, .progress_state = &t};
    bool stopped = false;
    OWNED struct audit *audit = NULL;
    size_t cap = 0;
    print_head();
    for (int i = 0; encoders[i]; i++) t.all += is_meant(encoders[i], word, words);
    for (int i = 0; encoders[i]; i++) {
        if (!is_meant(encoders[i], word, words)) continue;
        struct audit a;
        audit_init(&a, encoders[i]);
        a.job = &shown;
        a.seed = (uint64_t)seed;
        t.at = n + 1;
        t.begun = false;
        job_publish(&shown, &a);
        audit_encoder(&a, INPUTS);
        progress_end(p);
        if ((stopped = job_over(job))) break; /* an incomplete audit establishes no claim */
        print_claims(encoders[i]);
        fflush(stdout);
        faults += a.faults;
        constraints += a.constraints;
        counters += a.counters;
        samples += a.samples;
        sizes += a.sizes;
        wrong += a.faults > 0;
        MEM_PUSH(audit, n, cap, a);
    }
    puts("");
    for (int i = 0; i < n; i++) {
        print_modest(&audit[i]);
        if (audit[i].faults)
            printf("%s: %" PRId64 " %s, such as\n%s", audit[i].encoder->name, audit[i].faults,
                   plural(audit[i].faults, "fault", "faults"), text_string(&audit[i].report));
        audit_release(&audit[i]);
    }
    printf("%d %s, tried on %" PRId64 " %s, %" PRId64 " %s, %" PRId64 " %s (--seed %d) and %" PRId64 " %s: ", n,
           plural(n, "encoding", "encodings"), constraints, plural(constraints, "constraint", "constraints"), counters,
           plural(counters, "counter", "counters"), samples, plural(samples, "sample", "samples"), seed, sizes,
           plural(sizes, "size", "sizes"));
    if (wrong)
        printf("%" PRId64 " %s in %d %s.\n", faults, plural(faults, "fault", "faults"), wrong,
               plural(wrong, "encoding", "encodings"));
    else
        puts(n ? "every claim holds." : "nothing was tried.");
    if (stopped) return report_error(EXIT_STOPPED, "Stopped; the encodings that are not in the table were not tried.");
    return wrong ? EXIT_NO : EXIT_DONE;
}

/* ---- sizes ----------------------------------------------------------------------------------- */

static void print_size(const struct encoder *e, const struct constraint *c, bool literals)
{
    SCOPED(text) why = {0};
    if (e->feasible && !e->feasible(c, &why)) {
        printf(" too large |");
    } else {
        struct size s = encoder_size(e, c, 0, NULL);
        printf(" %" PRId64 " / %" PRId64 " |", literals ? s.literals : s.clauses, s.vars);
    }
}

/* Prints the sizes for "at most k[j] of n[j]", whose inputs form rows of about sqrt(n), or for an
 * odd number of n[j]. */
static void print_size_row(const struct encoder *e, struct tuning t, const int *n, const int *k, int columns)
{
    SCOPED(text) name = {0};
    encoder_text(&(struct encoding){e, t}, &name);
    printf("| %s |", name.s);
    for (int j = 0; j < columns; j++) {
        OWNED lit *x = mem_new((size_t)n[j], sizeof *x);
        OWNED int *block = mem_new((size_t)n[j], sizeof *block);
        const int row = 1 << log2_ceil((uint64_t)n[j]) / 2;
        for (int i = 0; i < n[j]; i++) {
            x[i] = i + 1;
            block[i] = i / row;
        }
        struct constraint c = {.kind = e->kind, .n = n[j], .x = x, .hi = k[j], .tuning = t};
        if (e->kind == XOR)
            c.lo = k[j];
        else
            c.block = block;
        print_size(e, &c, e->kind == XOR);
    }
    puts("");
}

/* Prints a table of the encodings of a kind, of parities in all their tunings. */
static void print_size_table(enum kind kind, const int *n, const int *k, int columns)
{
    const bool odd = kind == XOR;
    if (odd)
        printf("\nAn odd number of n: literals / variables\n\n| encoding |");
    else
        printf("\nAt most k of %d: clauses / variables\n\n| encoding |", *n);
    for (int j = 0; j < columns; j++) printf(odd ? " n = %d |" : " k = %d |", odd ? n[j] : k[j]);
    printf("\n|---|");
    for (int j = 0; j < columns; j++) printf("---|");
    puts("");
    for (int i = 0; encoders[i]; i++) {
        const struct encoder *e = encoders[i];
        const int least = odd ? e->size_min : 0, most = odd ? min_int(e->size_max, 8) : 0;
        for (int size = least; size <= most && e->kind == kind; size++)
            for (int tree = 0; tree <= (odd && e->tree); tree++)
                print_size_row(e, (struct tuning){.size = size, .tree = tree}, n, k, columns);
    }
}

static int print_sizes(void)
{
    puts("# Sizes of encodings\n\nMade by `loophole audit --sizes`.");
    for (int n = 16; n <= 1024; n *= 4)
        print_size_table(CARD, (const int[]){n, n, n, n, n}, (const int[]){2, 4, 8, n / 4, n / 2}, n > 16 ? 5 : 3);
    print_size_table(XOR, (const int[]){4, 8, 16, 64, 256, 1024}, (const int[]){1, 1, 1, 1, 1, 1}, 6);
    return EXIT_DONE;
}

static int audit(struct request *r)
{
    const struct audit_choices *c = r->own;
    char **word = r->operand;
    const int words = r->operands;
    SCOPED(text) err = {0};
    if (!audit_words_known(word, words, &err)) return report_error(EXIT_USAGE, "%s", text_string(&err));
    if (c->sizes && words)
        return report_error(EXIT_USAGE, "The option --sizes takes no encoding; leave '%s' out.", word[0]);
    if (c->sizes) return print_sizes();
    if (!c->table) {
        struct progress p;
        struct timespec now;
        progress_start(&p, r->shown.quiet, r->shown.verbose);
        clock_moment(0, &now);
        return prove(&p, word, words, c->seed ? c->seed : 1 + (int)(now.tv_nsec / 1000 % 1000000), &r->job);
    }
    print_head();
    for (int i = 0; encoders[i]; i++)
        if (is_meant(encoders[i], word, words)) print_claims(encoders[i]);
    return EXIT_DONE;
}

static void operands(struct text *words)
{
    for (int i = 0; encoders[i]; i++) text_add(words, " %s", encoders[i]->name);
}

const struct command command_audit = {
    .name = "audit",
    .usage = "[ENCODING|KIND...] [--seed N | --table | --sizes]",
    .group = "Compare encodings",
    .about = "test what encodings claim",
    .text = "Tests the claims of encodings: solutions, propagation strength, incremental bounds and size. It tries "
            "small constraints under all assignments, and samples the assignments of long ones. It prints the table of "
            "claims and every fault. Without a name it tests all encodings, which takes minutes.",
    .examples =
        {
            {"loophole audit amo_ladder", "test one encoding"},
            {"loophole audit --table", "print the claims, test nothing"},
            {"loophole audit xor --table", "the claims of the XOR encodings"},
        },
    .operands = operands,
    COMMAND_OPTIONS(audit),
    .loss = "the encodings that are not in the table were not tried",
    .takes = TAKES_LIMITS | TAKES_PROGRESS | TAKES_CTRL_C,
    .run = audit,
};
