#include "base/clock.h"
#include "base/file.h"
#include "base/strings.h"
#include "commands/bundle.h"
#include "commands/derived.h"
#include "commands/json.h"
#include "commands/telling.h"
#include "proof/drat.h"
#include "proof/lrat.h"
#include "proof/parity_sum.h"
#include "proof/prover.h"

#include <string.h>

static const struct option certify_options[] = {
    {"output", "DIR", "the directory to make, new or empty; short: -o"},
    {"prover", "CMD", "a program that is given FORMULA PROOF and writes the proof (default: CaDiCaL, in process)"},
    {"proof", "drat|lrat",
     "the proof's form; LRAT is longer, and says of each clause what it follows from (default: drat)"},
    {"every-bound", NULL, "refute the next figure too where parity leaves it out"},
    {"all", NULL, "certify that the solutions are all: of an objective, all of the best"},
    {"twice", NULL, "a second refutation, of the formula that other encoders make"},
    {"pack", "gz|xz|zst", "pack formulas and proofs"},
    {"estimate", NULL, "with a search that derives the proof (profiles): say how long it is, and make no bundle"},
    {NULL, NULL, NULL},
};

/* A bundle that is being made. */
struct maker {
    struct request *asked;
    const char *dir, *prover, *ending; /* ending: ".xz", or "" */
    enum claim_kind kind;
    const struct own_search *derives; /* who makes the proof; NULL: a prover */
    bool estimates, lrat, every, has_figure, stopped;
    int64_t figure, solutions;
    struct text solution;
    struct lits parity, taken; /* see struct target */
    json_t *manifest, *refutations;
    struct text err;
    struct telling told;
    const char *stage;   /* NULL: the search tells of itself */
    const double *share; /* of the stage; NULL: not known */
};

static bool over(void *maker)
{
    struct maker *k = maker;
    if (k->stage) telling_stage(&k->told.p, k->stage, k->share ? *k->share : 0);
    return stop_asked(k->asked->question.stop);
}

static bool stopped(struct maker *k)
{
    k->stopped = true;
    return text_error(&k->err, "Stopped; the bundle is not complete.");
}

/* ---- the files --------------------------------------------------------------------------------------------------------- */

static bool put(struct maker *k, const char *name, const struct text *t)
{
    return file_write_in(k->dir, name, t, &k->err);
}

/* As `-f` takes it: the puzzle, its words, its own options, and the text. */
static bool put_instance(struct maker *k)
{
    const struct request *r = k->asked;
    struct text t = {0};
    request_asked(r, &t);
    text_char(&t, '\n');
    if (r->text) text_put(&t, r->text);
    bool ok = put(k, "instance.txt", &t);
    text_release(&t);
    return ok;
}

/* ---- one refutation ------------------------------------------------------------------------------------------------------ */

/* A formula and its refutation, while they are made. */
struct part {
    struct maker *k;
    struct request r;
    struct model *m;
    int64_t most, bound;
    struct cnf_buffer formula;
    struct text formula_name, proof_name, proof;
    double prove_seconds, check_seconds;
};

/* How long the derivation will be, told at once. */
static bool derivation(struct maker *k, struct derived *d)
{
    d->own = k->derives;
    d->over = over;
    d->over_state = k;
    k->stage = "sizing the proof";
    k->share = &d->share;
    bool ok = derived_size(d, &k->err);
    progress_clear(&k->told.p);
    if (ok)
        printf("The derivation of %s: %lld states, %lld steps, %.1f MB before it is trimmed.\n", k->derives->name,
               (long long)d->states, (long long)d->steps, (double)d->bytes / 1e6);
    fflush(stdout);
    return ok;
}

static bool derive(struct part *p)
{
    struct maker *k = p->k;
    struct derived d = {.instance = p->r.instance, .most = p->most, .vars = p->formula.cnf.vars};
    double start = clock_cpu();
    bool ok = derivation(k, &d);
    k->stage = "deriving the proof";
    ok = ok && derived_write(&d, &p->proof, &k->err);
    p->prove_seconds = clock_cpu() - start;
    k->share = NULL;
    return ok || (d.stopped && stopped(k));
}

static bool prove(struct part *p)
{
    struct maker *k = p->k;
    if (k->derives && k->kind == CLAIM_BEST && p->most >= 0) return derive(p);
    const char *preset = k->asked->question.preset, *refute = p->r.question.formulation->refute;
    struct prover prover = {.formula = &p->formula,
                            .command = k->prover,
                            .preset = preset   ? preset
                                      : refute ? refute
                                               : "unsat",
                            .seed = k->asked->question.seed,
                            .stop = over,
                            .stop_state = k};
    double start = clock_cpu() + clock_cpu_children();
    k->stage = "proving";
    enum solver_answer answer = prover_run(&prover, &p->proof, &k->err);
    p->prove_seconds = clock_cpu() + clock_cpu_children() - start;
    if (answer == SOLVER_SAT)
        text_error(&k->err,
                   "%s has a solution, where there should be none: encoders or formulations disagree (please report "
                   "this instance).",
                   text_string(&p->formula_name));
    if (answer == SOLVER_UNKNOWN) stopped(k);
    return answer == SOLVER_UNSAT;
}

/* Checks the proof, and keeps of it what was needed. */
static bool check_drat(struct part *p)
{
    struct text left = {0};
    struct drat d = drat_of(&p->formula, &p->proof, over, p->k);
    *(p->k->lrat ? &d.lrat : &d.trimmed) = &left;
    p->k->share = &d.share;
    bool ok = drat_check(&d, &p->k->err);
    if (d.stopped) stopped(p->k);
    text_release(&p->proof);
    p->proof = left;
    return ok;
}

static bool check_lrat(struct part *p)
{
    struct lrat l = {
        .formula = &p->formula, .proof = text_string(&p->proof), .bytes = p->proof.n, .stop = over, .stop_state = p->k};
    p->k->share = &l.share;
    bool ok = lrat_check(&l, &p->k->err);
    if (l.stopped) stopped(p->k);
    return ok;
}

/* The proof of somebody else's prover is LRAT if that was asked for; ours is made so by the check of its DRAT. */
static bool check_proof(struct part *p)
{
    double start = clock_cpu();
    p->k->stage = "checking the proof";
    bool ok = p->k->lrat && p->k->prover ? check_lrat(p) : check_drat(p);
    p->check_seconds = clock_cpu() - start;
    p->k->share = NULL;
    return ok;
}

static void part_release(struct part *p)
{
    request_release(&p->r);
    model_free(p->m);
    cnf_buffer_release(&p->formula);
    text_release(&p->formula_name);
    text_release(&p->proof_name);
    text_release(&p->proof);
}

static struct target target_of(const struct maker *k)
{
    return (struct target){k->kind, k->figure, k->parity.n ? &k->parity : NULL, k->every,
                           k->taken.n ? &k->taken : NULL};
}

static bool refute(struct part *p, const json_t *choices)
{
    struct maker *k = p->k;
    struct target target = target_of(k);
    struct form form = {0};
    p->m = model_new();
    cnf_buffer_init(&p->formula, 0);
    bool ok = bundle_pose(&p->r.question, &target, p->m, &p->most, &p->bound, &k->err) &&
              bundle_form(&p->r, p->m, p->most, &form, &k->err) &&
              lower_bounded(form.m, &p->r.question.policy, form.most, &p->formula.cnf, NULL, &k->err) &&
              bundle_formula(&p->r, form.m, form.most, k->dir, text_string(&p->formula_name), &k->err);
    bundle_form_release(&form);
    if (!ok) return false;
    if (!prove(p) || !check_proof(p) || !put(k, text_string(&p->proof_name), &p->proof)) return false;
    struct text version = {0};
    text_put(&version, "CaDiCaL ");
    solver_version("cadical", &version);
    json_t *o = json_pack("{s:s, s:s, s:O, s:o, s:f, s:f}", "formula", text_string(&p->formula_name), "proof",
                          text_string(&p->proof_name), "choices", choices, "prover",
                          json_text(k->derives  ? k->derives->about
                                    : k->prover ? k->prover
                                                : text_string(&version)),
                          "prove_seconds", p->prove_seconds, "check_seconds", p->check_seconds);
    if (k->lrat) json_put(o, "form", json_string("lrat"));
    if (p->m && model_objective(p->m) && p->most < INT64_MAX) json_put(o, "bound", json_integer(p->bound));
    json_push(k->refutations, o);
    text_release(&version);
    return true;
}

/* The second time, an encoder that none of the constraints of a kind got the first time. */
static void other_encoders(const struct request *r, struct model *m, json_t *choices)
{
    static const char *const other[KINDS][2] = {[AMO] = {"pairwise", "ladder"},
                                                [CARD] = {"totalizer", "seqcounter"},
                                                [PB] = {"adder", "seqweight"},
                                                [XOR] = {"direct", "cut"}};
    struct text used[KINDS] = {0};
    lower_describe(m, &r->question.policy, used);
    for (int kind = 0; kind < KINDS; kind++) {
        bool same = strstr(text_string(&used[kind]), other[kind][0]) != NULL;
        if (used[kind].n && strcmp(used[kind].s, "none") != 0)
            json_put(choices, encoder_kind((enum kind)kind), json_string(other[kind][same]));
        text_release(&used[kind]);
    }
}

static bool add_part(struct maker *k, int number, json_t *choices, bool others)
{
    struct part p = {.k = k};
    text_add(&p.formula_name, "formula%s.cnf%s", number > 1 ? "-2" : "", k->ending);
    text_add(&p.proof_name, "proof%s.%s%s", number > 1 ? "-2" : "", k->lrat ? "lrat" : "drat", k->ending);
    bool ok = bundle_request(&p.r, k->dir, choices);
    if (!ok) text_error(&k->err, "The question cannot be asked again from %s.", k->dir);
    ok = ok && refute(&p, choices);
    if (ok && others) other_encoders(&p.r, p.m, choices);
    part_release(&p);
    return ok;
}

/* ---- all of it ------------------------------------------------------------------------------------------------------------ */

/* The search that derives the proof; NULL: a prover makes it. */
static const struct own_search *deriving(const struct request *r)
{
    const char *search = r->question.search;
    const struct own_search *own = search ? search_own_named(r->puzzle, search) : NULL;
    bool asked = own && own->derives && !options_get(&r->options, "all") && !options_get(&r->options, "prover") &&
                 !options_yes(&r->options, "break-symmetry", false) && !bundle_of_kernel(r);
    return asked && (!options_get(&r->options, "formulation") || !strcmp(r->formulation->name, own->derives)) ? own
                                                                                                              : NULL;
}

static const struct formulation *plain(const struct request *r)
{
    const struct own_search *own = deriving(r);
    const struct formulation *f = puzzle_plain(r->puzzle, r->instance);
    for (const struct formulation *g = r->puzzle->formulations; own && g->name; g++)
        if (!strcmp(g->name, own->derives) && (!g->applies || g->applies(r->instance))) return g;
    return options_get(&r->options, "formulation") || !f ? r->formulation : f;
}

/* The command line that makes it again. */
static json_t *command_json(const struct request *r)
{
    struct text line = {0};
    text_put(&line, "loophole certify");
    for (int i = 0; i < r->argc; i++) strings_line_shell(&line, " ", r->argv[i], true);
    json_t *o = json_string(text_string(&line)); /* NULL: a file's name is no UTF-8 */
    text_release(&line);
    return o ? o : json_null();
}

static json_t *choices_of(const struct request *r)
{
    static const char *const names[] = {"amo", "card", "pb", "xor", "order"};
    json_t *o = json_object();
    const char *symmetry = options_get(&r->options, "break-symmetry");
    json_put(o, "formulation", json_string(plain(r)->name));
    if (bundle_of_kernel(r)) json_put(o, "parity", json_string("kernel"));
    json_put(o, "break-symmetry", json_string(symmetry ? symmetry : "no"));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (options_get(&r->options, names[i])) json_put(o, names[i], json_string(options_get(&r->options, names[i])));
    return o;
}

static bool put_numbers(struct maker *k, const char *name, const struct lits *l)
{
    struct text t = {0};
    for (int i = 0; i < l->n; i++) text_add(&t, "%d%c", l->v[i], (i + 1) % 20 && l->v[i] ? ' ' : '\n');
    if (t.n && t.s[t.n - 1] == ' ') t.s[t.n - 1] = '\n';
    bool ok = put(k, name, &t);
    text_release(&t);
    return ok;
}

/* Rows that say by their sum that there is no solution, or none of the next figure. */
static bool add_parity(struct maker *k, const json_t *choices)
{
    struct request r;
    bool ok = bundle_request(&r, k->dir, choices);
    if (ok) {
        struct model *m = model_new();
        search_pose(&r.question, INT64_MAX, m);
        parity_sum_find(m, k->kind == CLAIM_NONE, &k->parity);
        model_free(m);
    }
    request_release(&r);
    if (!k->parity.n) return ok;
    json_put(k->manifest, "parity", json_string("parity.txt"));
    return put_numbers(k, "parity.txt", &k->parity);
}

/* All solutions, by the certificate's own formulation: their texts and values. */
static bool enumerate(struct maker *k, const json_t *choices)
{
    struct request r;
    bool ok = bundle_request(&r, k->dir, choices);
    struct model *m = model_new();
    struct solver *s = ok ? solver_open("cadical", "", 0, &k->err) : NULL;
    struct target target = target_of(k);
    int64_t most, figure;
    ok = s && bundle_pose(&r.question, &target, m, &most, &figure, &k->err) &&
         lower_bounded(m, &r.question.policy, most, solver_sink(s), NULL, &k->err);
    k->stage = "looking for all solutions";
    if (s) solver_stop_when(s, over, k);
    struct values values = {mem_new((size_t)model_vars(m) + 1, 1), model_vars(m)};
    struct lits block = {0};
    while (ok) {
        enum solver_answer answer = solver_solve(s, &k->err);
        if (answer == SOLVER_UNSAT) break;
        ok = answer == SOLVER_SAT || (answer == SOLVER_UNKNOWN && stopped(k));
        block.n = 0;
        for (int v = 1; v <= values.n && ok; v++) {
            values.v[v] = solver_value(s, v) > 0 ? 1 : -1;
            lits_push(&k->taken, values.v[v] * v);
            if (model_is_solution(m, v)) lits_push(&block, -values.v[v] * v);
        }
        if (!ok) break;
        lits_push(&k->taken, 0);
        r.formulation->decode(r.instance, &r.options, values, &k->solution);
        text_char(&k->solution, '\n');
        k->solutions++;
        cnf_clause(solver_sink(s), block.v, block.n);
    }
    lits_release(&block);
    mem_free(values.v);
    model_free(m);
    solver_close(s);
    request_release(&r);
    return ok;
}

static bool add_all(struct maker *k, const json_t *choices)
{
    if (!enumerate(k, choices)) return false;
    if (!k->solutions) k->kind = CLAIM_NONE;
    if (!k->solutions) return true;
    json_put(k->manifest, "values", json_string("values.txt"));
    struct text t = {0};
    for (int i = 0; i < k->taken.n; i++) text_add(&t, "%d%c", k->taken.v[i], k->taken.v[i] ? ' ' : '\n');
    bool ok = put(k, "values.txt", &t);
    text_release(&t);
    return ok;
}

static void readme(const struct maker *k, const char *claim, struct text *t)
{
    text_add(t,
             "%s\n\nThis directory proves it. Made by Loophole " VERSION
             "; `loophole check DIR` checks all of it again.\n\n"
             "With other tools:\n\n"
             "  instance.txt   the question\n",
             claim);
    if (k->solution.n)
        text_put(t, "  solution.txt   recount it from the rules of the puzzle, by hand or by a few lines of your own;\n"
                    "                 or: loophole verify -f instance.txt --answer solution.txt\n");
    if (k->parity.n)
        text_put(
            t,
            "  parity.txt     numbers of rules (from 0, as `loophole encode -F opb` lists the rows of the model): each "
            "says\n"
            "                 that just so many of some literals are true; added up modulo 2 they leave the parity of\n"
            "                 the figure, or a contradiction\n");
    if (json_array_size(k->refutations))
        text_add(t,
                 "  formula.cnf    DIMACS: the rules, and that there is a better solution (or another one, or any); "
                 "its comments\n"
                 "                 say how it was made, and `loophole encode` makes it again\n"
                 "  proof.%s     that it has no solution: %s formula.cnf proof.%s\n"
                 "                 (packed ones are to be unpacked first)\n",
                 k->lrat ? "lrat" : "drat", k->lrat ? "lrat-check (or cake_lpr)" : "drat-trim",
                 k->lrat ? "lrat" : "drat");
    text_put(t, "  manifest.json  the claim, sizes and hashes of the files (sha256sum)\n");
}

static bool collect_rests(const struct maker *k)
{
    struct request r;
    bool ok = bundle_request(&r, k->dir, json_object_get(k->manifest, "choices"));
    if (ok) json_put(k->manifest, "rests_on", bundle_rests(&r, json_array_size(k->refutations)));
    request_release(&r);
    return ok;
}

static bool make(struct maker *k, json_t *choices)
{
    const struct options *o = &k->asked->options;
    const struct formulation *f = plain(k->asked);
    struct text claim = {0}, t = {0};
    bool all = options_get(o, "all"), both = options_get(o, "twice");
    bool ok = directory_new(k->dir, &k->err);
    if (ok) k->asked->unfinished = k->dir;
    ok = ok && put_instance(k);
    if (all) k->kind = CLAIM_ALL;
    if (all) text_clear(&k->solution);
    ok = ok && (!all || add_all(k, choices));
    /* Where the formulation has theorems, the plain one says the parity, and check finds it. */
    k->every = options_get(o, "every-bound");
    if (k->every) json_put(k->manifest, "every_bound", json_true());
    if (k->kind == CLAIM_NONE || (k->kind == CLAIM_BEST && !k->every && !puzzle_rests(f, o)))
        ok = ok && add_parity(k, choices);
    bool by_parity = k->kind == CLAIM_NONE && k->parity.n, refuted = k->kind != CLAIM_SOLUTION && !by_parity;
    json_t *first = json_deep_copy(choices);
    ok = ok && (!refuted || add_part(k, 1, choices, both));
    /* add_part has changed the choices for the second part; the first keeps its own */
    if (ok && refuted && both) {
        json_put(json_array_get(k->refutations, 0), "choices", json_deep_copy(first));
        ok = add_part(k, 2, choices, false);
    }
    json_decref(first);
    if (ok && k->solution.n) ok = put(k, "solution.txt", &k->solution);
    bundle_claim(k->asked, k->kind, k->figure, k->solutions, &claim);
    readme(k, text_string(&claim), &t);
    ok = ok && put(k, "README", &t);
    json_put(k->manifest, "claim", json_string(text_string(&claim)));
    json_put(k->manifest, "kind", json_string(bundle_kinds[k->kind]));
    if (k->solution.n) json_put(k->manifest, "solution", json_string("solution.txt"));
    if (k->has_figure && k->solution.n) json_put(k->manifest, "figure", json_integer(k->figure));
    if (k->kind == CLAIM_ALL) json_put(k->manifest, "solutions", json_integer(k->solutions));
    json_put(k->manifest, "refutations", json_incref(k->refutations));
    ok = ok && collect_rests(k) && manifest_write(k->dir, k->manifest, &k->err);
    if (ok) k->asked->unfinished = NULL;
    text_release(&claim);
    text_release(&t);
    return ok;
}

/* Of the proof that would be made, its length alone. */
static bool estimate(struct maker *k)
{
    struct question q = k->asked->question;
    struct target target = {.kind = k->kind, .figure = k->figure};
    struct model *m = model_new();
    struct cnf_buffer formula;
    int64_t bound;
    cnf_buffer_init(&formula, 0);
    struct derived d = {.instance = k->asked->instance};
    q.formulation = plain(k->asked);
    bool ok = bundle_pose(&q, &target, m, &d.most, &bound, &k->err) &&
              lower_bounded(m, &q.policy, d.most, &formula.cnf, NULL, &k->err);
    d.vars = formula.cnf.vars;
    ok = ok && derivation(k, &d);
    cnf_buffer_release(&formula);
    model_free(m);
    return ok;
}

/* What there is to certify: the solver's answer, which nobody needs to believe. False: *status is the exit status. */
static bool find(struct maker *k, int *status)
{
    struct answer a = {0};
    struct request *r = k->asked;
    if (!r->question.search) r->question.search = "sat";
    telling_start(&k->told, r);
    enum status s = search_solve(&r->question, &a);
    telling_end(&k->told, r);
    k->has_figure = a.has_figure;
    k->figure = a.has_figure ? a.figure : 0;
    text_put(&k->solution, text_string(&a.solution));
    k->kind = s == STATUS_OPTIMAL ? CLAIM_BEST : s == STATUS_UNSATISFIABLE ? CLAIM_NONE : CLAIM_SOLUTION;
    bool ok = s == STATUS_OPTIMAL || s == STATUS_UNSATISFIABLE || s == STATUS_SATISFIABLE;
    if (s == STATUS_FAILED || s == STATUS_REFUSED)
        *status = complain(s == STATUS_FAILED ? EXIT_MACHINE : EXIT_USAGE, "%s", text_string(&a.err));
    else if (!ok)
        *status = complain(EXIT_NO, "The search was stopped before there was anything to certify.");
    answer_release(&a);
    return ok;
}

static int certify(struct request *r)
{
    struct maker k = {
        .asked = r, .dir = options_get(&r->options, "output"), .prover = options_get(&r->options, "prover")};
    struct text ending = {0};
    const char *pack = options_get(&r->options, "pack");
    int status = EXIT_DONE;
    k.derives = deriving(r);
    k.estimates = options_get(&r->options, "estimate");
    if (k.estimates && !k.derives)
        return complain(EXIT_USAGE,
                        "The option --estimate is for a search that derives the proof, as --search profiles does "
                        "for gunport; solvers do not say before how long a proof will be.");
    if (!k.dir && !k.estimates) return complain(EXIT_USAGE, "Name the directory to make: -o DIR.");
    if (pack && strcmp(pack, "gz") != 0 && strcmp(pack, "xz") != 0 && strcmp(pack, "zst") != 0)
        return complain(EXIT_USAGE, "The option --pack takes gz, xz or zst, not '%s'.", pack);
    if (pack) text_add(&ending, ".%s", pack);
    const char *form = options_get(&r->options, "proof");
    if (form && strcmp(form, "drat") != 0 && strcmp(form, "lrat") != 0)
        return complain(EXIT_USAGE, "The option --proof takes drat or lrat, not '%s'.", form);
    k.lrat = form && !strcmp(form, "lrat");
    k.ending = text_string(&ending);
    if (!find(&k, &status)) {
        text_release(&k.solution);
        text_release(&ending);
        return status;
    }
    json_t *choices = choices_of(r);
    k.manifest = json_object();
    k.refutations = json_array();
    json_put(k.manifest, "bundle", json_integer(1));
    json_put(k.manifest, "made_by", json_string("loophole " VERSION));
    json_put(k.manifest, "command", command_json(r));
    json_put(k.manifest, "choices", json_deep_copy(choices));
    progress_start(&k.told.p, options_get(&r->options, "quiet"), options_get(&r->options, "verbose"));
    bool made = k.estimates ? estimate(&k) : make(&k, choices);
    progress_end(&k.told.p);
    if (made && !k.estimates)
        printf("%s\nThe bundle %s proves it; check it with 'loophole check %s'.\n",
               json_string_value(json_object_get(k.manifest, "claim")), k.dir, k.dir);
    if (!made) status = complain(k.stopped ? EXIT_NO : EXIT_MACHINE, "%s", text_string(&k.err));
    json_decref(choices);
    json_decref(k.refutations);
    json_decref(k.manifest);
    lits_release(&k.parity);
    lits_release(&k.taken);
    text_release(&k.solution);
    text_release(&k.err);
    text_release(&ending);
    return status;
}

const struct command command_certify = {
    .name = "certify",
    .usage = "PUZZLE [INSTANCE...] -o DIR [options]",
    .about = "a bundle that proves the answer: instance, solution, formula, proof",
    .options = certify_options,
    .takes = TAKES_QUESTION | TAKES_CHOICES | TAKES_INTERRUPTS,
    .loss = "the bundle is not complete",
    .answer = certify,
};
