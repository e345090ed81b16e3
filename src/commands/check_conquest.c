/* A conquest is checked: its formula is made anew, its cubes leave nothing out, and each refutation has a proof. */
#include "base/clock.h"
#include "base/file.h"
#include "commands/conquer.h"
#include "commands/telling.h"
#include "cubes/cube_answer.h"
#include "proof/dimacs.h"
#include "proof/drat.h"

#include <string.h>

struct conquest_checker {
    struct conqueror q;
    struct cnf_buffer formula; /* the question's, without any cube */
    int64_t steps, bytes;
    struct text err;
    struct progress told;
    int checked;    /* of the tasks */
    struct job job; /* of one proof */
};

bool conquest_is(const char *dir)
{
    struct text path = {0};
    text_add(&path, "%s/cubes.txt", dir);
    bool is = file_exists(path.s);
    text_release(&path);
    return is;
}

/* The file's formula is the one that this question has. */
static bool same_formula(struct conquest_checker *k)
{
    const struct request *r = k->q.r;
    struct text path = {0}, text = {0}, why = {0};
    struct cnf_buffer theirs;
    struct model *m = model_new();
    cnf_buffer_init(&theirs, 0);
    text_add(&path, "%s/question.cnf", k->q.c.dir);
    search_pose(&r->question, k->q.most, m);
    bool ok = file_read_whole(path.s, &file_cap_formula, &text, &k->err) &&
              dimacs_read(text_string(&text), path.s, &theirs, &k->err) &&
              lower_bounded(m, &r->question.choices.policy, k->q.most, &k->formula.cnf, NULL, &k->err);
    if (ok && !dimacs_same(&theirs, &k->formula, &why))
        ok = text_error(&k->err, "%s is not the formula that loophole " VERSION " makes of the question. %s", path.s,
                        text_string(&why));
    cnf_buffer_release(&theirs);
    model_free(m);
    text_release(&path);
    text_release(&text);
    text_release(&why);
    return ok;
}

/* The clauses that a task adds are put behind the formula's, and taken away. */
static bool refuted(struct conquest_checker *k, const struct task *t)
{
    struct text name = {0}, proof = {0}, why = {0};
    struct cnf *f = &k->formula.cnf;
    struct size made = f->made;
    int lits = k->formula.lits.n, start = k->formula.start.n;
    cube_clauses(&k->q.c, t, f);
    conquest_proof_name(&k->q.c, t, &name);
    bool ok = file_regular(name.s, &k->err) && file_read_bytes(name.s, &file_cap_proof, &proof, &k->err);
    struct drat d = drat_of(&k->formula, &proof, &k->job);
    if (ok && !drat_check(&d, &why)) ok = text_error(&k->err, "%s: %s", name.s, text_string(&why));
    k->steps += d.added;
    k->bytes += (int64_t)proof.n;
    f->made = made;
    k->formula.lits.n = lits;
    k->formula.start.n = start;
    text_release(&name);
    text_release(&proof);
    text_release(&why);
    return ok;
}

/* A proof's share as one of all proofs. */
static void report_share(void *state, const struct job *proof)
{
    struct conquest_checker *k = state;
    job_report(&k->q.r->job, NULL, (k->checked + proof->share) / k->q.c.n);
}

static bool all_refuted(struct conquest_checker *k)
{
    const struct conquest *c = &k->q.c;
    for (int i = 0; i < c->n; i++) {
        const struct task *t = &c->task[i];
        k->checked = i;
        job_report(&k->q.r->job, "checking the cubes' proofs", (double)i / c->n);
        if (job_over(&k->job)) return text_error(&k->err, "The check was stopped.");
        if (t->state == TASK_OPEN) return text_error(&k->err, "Cube %s is open.", t->id);
        if (t->state == TASK_REFUTED && !t->certified)
            return text_error(&k->err, "Cube %s was answered without a proof; 'loophole conquer %s --certify' adds it.",
                              t->id, c->dir);
        if (t->state == TASK_REFUTED && !refuted(k, t)) return false;
    }
    return true;
}

static void report(const struct conquest_checker *k, const struct tally *t, double start)
{
    const struct request *r = k->q.r;
    struct text asked = {0};
    conqueror_asked(&k->q, &asked);
    telling_print("%s %s: there is no %s.\nProved:\n", r->puzzle->name, text_string(&r->label), asked.s);
    telling_print("  question.cnf: %lld clauses, the same as are made anew of the instance; formulation %s\n",
                  (long long)k->formula.cnf.made.clauses, r->formulation->name);
    const char *rests = puzzle_rests(r->formulation, r->instance);
    if (rests) telling_print("             which rests on %s\n", rests);
    telling_print(
        "  cubes      %d, and the rest where none of them holds; %d of them split further, each into parts of which "
        "one holds\n",
        cube_count(&k->q.c.cubes), t->of[TASK_SPLIT]);
    telling_print("  proofs     %d, of %lld clauses in %lld bytes; %.2f s CPU\n", t->of[TASK_REFUTED],
                  (long long)k->steps, (long long)k->bytes, clock_cpu() - start);
    text_release(&asked);
}

static int check(struct request *r)
{
    struct conquest_checker k = {.job = {.parent = &r->job, .progress = report_share}};
    k.job.progress_state = &k;
    struct tally t;
    double start = clock_cpu();
    int status;
    cnf_buffer_init(&k.formula, 0);
    progress_start(&k.told, false, false);
    telling_job(&k.told, &r->job);
    bool opened = conqueror_open(&k.q, r, options_get(&r->options, "directory"), &status);
    bool solved = opened && conquest_tally(&k.q.c, &t) == STATUS_SATISFIABLE;
    bool proved = opened && !solved && same_formula(&k) && all_refuted(&k);
    progress_end(&k.told);
    if (solved)
        status = complain(EXIT_NO,
                          "%s: cube %s has a solution, so that there is nothing to prove; 'loophole conquer' shows it.",
                          k.q.c.dir, t.solved->id);
    else if (proved)
        report(&k, &t, start);
    else if (opened)
        status = complain(EXIT_NO, "%s: not proved. %s", k.q.c.dir, text_string(&k.err));
    conqueror_release(&k.q);
    cnf_buffer_release(&k.formula);
    text_release(&k.err);
    return status;
}

int conquest_check(int argc, char **argv)
{
    static const struct option options[] = {
        {.name = "from", .argument = "FILE", .help = "the question"},
        {.name = "directory", .argument = "DIR", .help = "the conquest"},
        {0},
    };
    static const struct command asks = {.name = "check",
                                        .options = options,
                                        .takes = TAKES_QUESTION | TAKES_CHOICES | TAKES_INTERRUPTS,
                                        .loss = CHECK_LOSS,
                                        .answer = check};
    return conquer_request(&asks, argc, argv);
}
