/* Peers: other programs that solve the whole question, for comparison. The file that encode writes goes to the program, its
 * answer comes back as decode reads it, and is recounted. Limits of CPU and memory are inherited. */
#include "base/file.h"
#include "base/scratch.h"
#include "search/search_peer.h"
#include "search/witness.h"

#include "base/clock.h"
#include "formats/format.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* The command finds the file in the working directory and leaves its answer in the file `answer`. */
struct peer {
    const char *name, *format, *command, *version;
    bool optimises;
};

static const struct peer peers[] = {
    {"clasp", "opb", "clasp --quiet=1 file.opb >answer", "clasp --version | sed -n 's/clasp version //p'", true},
    {"minisat+", "opb", "minisat+ -v0 file.opb >answer", NULL, true},
    {"cryptominisat5", "xcnf", "cryptominisat5 --verb 0 file.xcnf >answer",
     "cryptominisat5 --version | sed -n 's/.*version //p' | head -n 1", false},
    {"glpsol", "lp", "glpsol --lp file.lp -w answer", "glpsol --version | head -n 1 | sed 's/.* v*//'", true},
    {"cbc", "lp", "cbc file.lp solve solution answer", "cbc -stop | sed -n 's/^Version: *//p'", true},
    {"highs", "lp", "highs --solution_file answer file.lp", "highs --version | grep -oE '[0-9]+[.][0-9.]+' | head -n 1",
     true},
    {"minizinc", "mzn", "minizinc file.mzn >answer", "minizinc --version | sed -n 's/.*version //p'", true},
};
enum { MOST_VERSION = 65536 /* bytes */ };
enum { PEERS = sizeof peers / sizeof *peers, TICK = 10 /* ms between looks at the clock */ };

static const char prefix[] = "peer:";

static const struct peer *peer_find(const char *spec)
{
    for (int i = 0; i < PEERS; i++)
        if (!strcmp(peers[i].name, spec + strlen(prefix))) return &peers[i];
    return NULL;
}

bool search_peer_asked(const char *solver) { return !strncmp(solver, prefix, strlen(prefix)); }

static bool peer_known(const char *spec, const struct peer **p, struct text *err)
{
    struct text known = {0};
    *p = peer_find(spec);
    for (int i = 0; i < PEERS && !*p; i++) text_add(&known, " %s", peers[i].name);
    if (!*p) return options_unknown(err, &known, "There is no peer '%s'; choose", spec + strlen(prefix));
    return child_found((*p)->name) || text_error(err, "The program %s is not installed.", (*p)->name);
}

void search_peer_version(const char *spec, struct text *out)
{
    const struct peer *p = peer_find(spec);
    struct child c;
    struct text command = {0}, said = {0}, err = {0};
    if (!p || !p->version) return;
    text_add(&command, "exec 2>/dev/null; %s", p->version);
    child_output(&c, command.s, -1, MOST_VERSION, &said, &err);
    text_bytes(out, text_string(&said), strcspn(text_string(&said), "\n"));
    text_release(&said);
    text_release(&command);
    text_release(&err);
}

void search_peer_list(struct text *out)
{
    for (int i = 0; i < PEERS; i++) {
        struct text spec = {0};
        text_add(&spec, "%s%s", prefix, peers[i].name);
        if (child_found(peers[i].name)) {
            text_add(out, "%s\t", spec.s);
            search_peer_version(spec.s, out);
            text_char(out, '\n');
        }
        text_release(&spec);
    }
}

/* ---- its run --------------------------------------------------------------------------------------------------------- */

struct visit {
    const struct question *q;
    const struct peer *peer;
    struct model *model;
    const char *dir;
    int vars;
};

static bool write_question(struct visit *v, struct answer *a)
{
    const struct format *f = format_find(v->peer->format);
    struct page page = {.model = v->model, .policy = &v->q->choices.policy, .most = INT64_MAX, .comment = ""};
    struct text path = {0};
    bool failed;
    double before = clock_cpu();
    search_pose(v->q, INT64_MAX, v->model);
    text_add(&path, "%s/file.%s", v->dir, v->peer->format);
    bool ok = format_file(f, &page, path.s, &v->vars, &failed, &a->err);
    a->status = ok ? STATUS_UNKNOWN : failed ? STATUS_FAILED : STATUS_REFUSED;
    a->size.vars = v->vars;
    a->encode_seconds = clock_cpu() - before;
    text_release(&path);
    return ok;
}

/* Runs the program to its end, or to ours. False: it was stopped, or a signal ended it. */
static bool run_program(const struct visit *v, struct answer *a, int *exit_status)
{
    struct child c;
    struct text command = {0};
    double before = clock_cpu_children();
    bool stopped = false;
    text_add(&command, "cd '%s' && exec >/dev/null 2>&1 && exec %s", v->dir, v->peer->command);
    bool ok = child_start(&c, command.s, -1, -1, &a->err);
    text_release(&command);
    if (!ok) {
        a->status = STATUS_FAILED;
        return false;
    }
    while (!stopped && !child_ended(&c, false)) {
        poll(NULL, 0, TICK);
        stopped = job_over(v->q->job);
    }
    child_stop(&c);
    a->solve_seconds = clock_cpu_children() - before;
    a->calls = 1;
    *exit_status = child_code(&c);
    return !stopped && *exit_status < 128;
}

/* ---- its answer ------------------------------------------------------------------------------------------------------- */

static enum status believe(struct visit *v, const struct reply *reply, struct answer *a)
{
    const struct objective *o = model_objective(v->model);
    if (reply->claim == CLAIM_UNSATISFIABLE) return STATUS_UNSATISFIABLE;
    if (!reply->has_model) return STATUS_UNKNOWN;
    if (!witness_reply(v->q, v->model, INT64_MAX, reply, &a->solution, &a->figure, &a->err)) return STATUS_FAILED;
    a->verified = true;
    a->first_seconds = a->encode_seconds + a->solve_seconds;
    if (!o) return STATUS_SATISFIABLE;
    bool best = reply->claim == CLAIM_OPTIMUM;
    answer_found(a, a->figure, objective_maximises(o));
    if (best) answer_excludes(a, a->figure, a->maximise);
    return best ? STATUS_OPTIMAL : STATUS_UNKNOWN;
}

static void hear(struct visit *v, struct answer *a, bool ended, int exit_status)
{
    struct text path = {0}, text = {0}, err = {0};
    struct reply reply = {0};
    text_add(&path, "%s/answer", v->dir);
    if (file_read(path.s, &file_cap_answer, &text, &err) && reply_parse(text_string(&text), v->vars, 0, &reply, &err)) {
        a->status = believe(v, &reply, a);
    } else if (ended && !child_spent()) {
        a->status = STATUS_FAILED;
        text_error(&a->err, "The peer %s ended with status %d and no good answer. %s", v->peer->name, exit_status,
                   text_string(&err));
    } else if (exit_status != 128 + SIGXCPU && exit_status != 128 + SIGKILL && exit_status > 128) {
        text_error(&a->note, "The peer %s was ended by the signal %d; it may have crashed or run out of memory.",
                   v->peer->name, exit_status - 128);
    }
    reply_release(&reply);
    text_release(&path);
    text_release(&text);
    text_release(&err);
}

enum status search_peer(const struct question *q, struct answer *a)
{
    struct visit v = {.q = q};
    struct scratch scratch;
    int exit_status = 0;
    a->conflicts = -1;
    a->search = "peer";
    a->evidence.claimed = true;
    if (!peer_known(q->choices.solver, &v.peer, &a->err)) return a->status = STATUS_REFUSED;
    if (!scratch_open(&scratch, &a->err)) return a->status = STATUS_FAILED;
    v.dir = scratch.dir;
    v.model = model_new();
    bool ok = write_question(&v, a);
    if (ok && model_objective(v.model) && !v.peer->optimises) {
        text_error(&a->err,
                   "%s optimises nothing; use --solver process:COMMAND, where Loophole tightens "
                   "the bound.",
                   v.peer->name);
        a->status = STATUS_REFUSED;
        ok = false;
    }
    if (ok) {
        bool ended = run_program(&v, a, &exit_status);
        if (a->status == STATUS_UNKNOWN) hear(&v, a, ended, exit_status);
    }
    model_free(v.model);
    scratch_close(&scratch);
    return a->status;
}
