/* Any DIMACS solver in a child process: `process:kissat -q`. The formula is stored here and sent to
 * its standard input at each call, with assumptions as unit clauses. Its output is read as a reply.
 * `process-xor:` sends XORs as `x` lines, for cryptominisat5 and similar solvers. */
#include "solvers/solver.h"

#include "base/child.h"
#include "solvers/reply.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MOST_VERSION = 65536 /* bytes */,
    TICK = 50 /* ms between polls of the clock */,
    SHOWN = 60 /* characters of a command in a message */
};
static const size_t MOST = (size_t)1 << 30; /* bytes of a reply */

struct process {
    struct solver *owner;
    char *command;
    struct cnf_buffer clauses, xors; /* XORs as in x lines */
    struct reply reply;
    /* Valid while a child runs. */
    struct child child;
    int in, out; /* in -1: closed */
    struct text said;
    bool stopped;
};

/* ---- the formula ----------------------------------------------------------------------------- */

static void process_clause(void *own, const lit *c, int n)
{
    struct process *p = own;
    cnf_clause(&p->clauses.cnf, c, n);
}

static void process_xor(struct cnf *self, const struct constraint *c)
{
    struct process *p = ((struct solver *)self)->own;
    SCOPED(lits) line = {0};
    for (int i = 0; i < c->n; i++) lits_push(&line, i || c->hi ? c->x[i] : -c->x[i]);
    cnf_clause(&p->xors.cnf, line.v, line.n);
}

/* ---- input and output of the child ----------------------------------------------------------- */

static bool stop_now(struct process *p)
{
    p->stopped = p->stopped || solver_stopped(p->owner);
    return p->stopped;
}

/* Waits until the child reads or writes; stores its output. Returns false at the end of its
 * output. */
static bool listen(struct process *p, bool *may_write)
{
    struct pollfd look[2] = {{.fd = p->out, .events = POLLIN}, {.fd = may_write ? p->in : -1, .events = POLLOUT}};
    poll(look, 2, TICK);
    if (may_write) *may_write = look[1].revents != 0;
    if (!look[0].revents) return true;
    ssize_t n = text_read(&p->said, p->out);
    if (p->said.n > MOST) return false;
    return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN));
}

static void close_in(struct process *p)
{
    if (p->in >= 0) close(p->in);
    p->in = -1;
}

/* Write function of the stream for cnf_writer. Never blocks, because the child may be waiting for
 * its output to be read. After the child closes its input, the rest is dropped; its output then
 * contains the reason. */
static ssize_t pour(void *state, const char *bytes, size_t n)
{
    struct process *p = state;
    for (size_t done = 0; done < n && p->in >= 0;) {
        bool may_write = false;
        if (stop_now(p) || !listen(p, &may_write)) {
            close_in(p);
        } else if (may_write) {
            ssize_t part = write(p->in, bytes + done, n - done);
            if (part > 0)
                done += (size_t)part;
            else if (errno != EINTR && errno != EAGAIN)
                close_in(p);
        }
    }
    return (ssize_t)n;
}

static void send_formula(struct process *p, const lit *assumed, int n)
{
    FILE *out = solver_stream(p, pour);
    if (!out) fatal("There is not enough memory for a stream.");
    struct cnf_writer w;
    cnf_writer_init(&w, out, 0);
    int64_t lines = p->clauses.cnf.made.clauses + p->xors.cnf.made.clauses + n;
    cnf_writer_add(&w, "p cnf %d %lld\n", p->owner->cnf.vars, (long long)lines);
    cnf_buffer_pour(&p->clauses, &w.cnf);
    for (int i = 0; i < p->xors.cnf.made.clauses; i++) {
        const lit *x;
        const int length = cnf_buffer_clause(&p->xors, i, &x);
        cnf_writer_text(&w, "x");
        cnf_writer_clause(&w, x, length);
    }
    for (int i = 0; i < n; i++) cnf_writer_clause(&w, &assumed[i], 1);
    cnf_writer_release(&w);
    fclose(out);
    close_in(p);
}

static bool not_found(const char *command, struct text *err)
{
    return text_error(err, "The solver '%.*s' was not found; check its name.", SHOWN, command);
}

static enum solver_answer solver_process_refuse(struct process *p, const char *why, struct text *err)
{
    text_error(err, "The solver '%.*s' %s", SHOWN, p->command, why);
    return SOLVER_FAILED;
}

/* Can the command run without a shell? Then it replaces the shell, so that it ends with this
 * process. */
static bool is_plain(const char *command) { return !strpbrk(command, "|&;<>()$`\"'\\=\n*?[#~"); }

/* Does the program of a plain command exist? A shell reports that itself. */
static bool process_there(const char *command, struct text *err)
{
    const char *from = command + strspn(command, " \t");
    SCOPED(text) program = {0};
    text_bytes(&program, from, strcspn(from, " \t"));
    return !is_plain(command) || child_found(program.s) || not_found(command, err);
}

static bool solver_process_start(struct process *p, struct text *err)
{
    int to[2], from[2];
    if (!process_there(p->command, err)) return false;
    child_pipe(to);
    child_pipe(from);
    SCOPED(text) line = {0};
    text_add(&line, "%s%s", is_plain(p->command) ? "exec " : "", p->command);
    p->child.cpu_end = job_cpu_end(p->owner->job);
    bool ok = child_start(&p->child, line.s, to[0], from[1], err);
    close(to[0]);
    close(from[1]);
    p->in = to[1];
    p->out = from[0];
    fcntl(p->in, F_SETFL, O_NONBLOCK);
    text_clear(&p->said);
    p->stopped = false;
    return ok;
}

/* ---- the reply ------------------------------------------------------------------------------- */

static enum solver_answer solver_process_judge(struct process *p, struct text *err)
{
    char why[80];
    SCOPED(text) wrong = {0};
    int status = child_status(&p->child, "It", &wrong), number = status > 128 ? status - 128 : 0;
    enum solver_answer answer = SOLVER_FAILED;
    bool spent = (WIFSIGNALED(p->child.status) && WTERMSIG(p->child.status) == SIGXCPU) || number == SIGXCPU;
    if (spent) {
        if (!job_over(p->owner->job)) raise(SIGXCPU); /* it used up the system's limit */
        answer = SOLVER_UNKNOWN;
    } else if (status < 0) {
        solver_process_refuse(p, "was ended by a signal; it may have crashed or run out of memory.", err);
    } else if (status == 127) {
        not_found(p->command, err);
    } else if (number) {
        snprintf(why, sizeof why, "was ended by the signal %d (%.30s).", number, strsignal(number));
        solver_process_refuse(p, why, err);
    } else if (!reply_parse(text_string(&p->said), p->owner->cnf.vars, 0, NULL, NULL, &p->reply, &wrong)) {
        text_error(err, "The solver '%.*s' ended with status %d and no good answer. %s", SHOWN, p->command, status,
                   text_string(&wrong));
    } else {
        enum claim c = p->reply.claim;
        answer = c == CLAIM_UNSATISFIABLE ? SOLVER_UNSAT : c == CLAIM_UNKNOWN ? SOLVER_UNKNOWN : SOLVER_SAT;
        if ((status == 10 || status == 20) && answer != SOLVER_UNKNOWN && status != (int)answer)
            answer = solver_process_refuse(p, "returned an exit status that contradicts its answer.", err);
    }
    return answer;
}

/* Reads the rest of the pipe after the child ended. Does not wait for its end, because a grandchild
 * may keep it open. */
static void drain(struct process *p, pid_t group)
{
    fcntl(p->out, F_SETFL, O_NONBLOCK);
    while (p->said.n <= MOST && text_read(&p->said, p->out) > 0) continue;
    kill(-group, SIGKILL);
}

static int process_solve(void *own, const lit *assumed, int n, struct text *err)
{
    struct process *p = own;
    reply_release(&p->reply);
    bool ok = solver_process_start(p, err);
    if (ok) send_formula(p, assumed, n);
    pid_t group = p->child.pid;
    while (ok && !stop_now(p) && !child_ended(&p->child, false) && listen(p, NULL)) continue;
    if (ok && !p->child.pid) drain(p, group);
    while (ok && !stop_now(p) && p->said.n <= MOST && !child_ended(&p->child, false)) poll(NULL, 0, 1);
    child_stop(&p->child);
    close_in(p);
    if (p->out >= 0) close(p->out);
    p->out = -1;
    if (!ok) return SOLVER_FAILED;
    if (p->said.n > MOST)
        return solver_process_refuse(p, "printed more than a gigabyte; check that it is a SAT solver.", err);
    return p->stopped ? SOLVER_UNKNOWN : solver_process_judge(p, err);
}

static int process_value(void *own, int v)
{
    const struct values *values = &((struct process *)own)->reply.values;
    return v <= values->n ? values->v[v] : 0;
}

/* ---- classes --------------------------------------------------------------------------------- */

static void *process_open(struct solver *owner, const char *command, struct text *err)
{
    struct process *p = mem_new(1, sizeof *p);
    *p = (struct process){.owner = owner, .command = mem_string(command), .in = -1, .out = -1};
    p->clauses = cnf_buffer_of(0);
    p->xors = cnf_buffer_of(0);
    return p;
}

static void *process_xor_open(struct solver *owner, const char *command, struct text *err)
{
    owner->cnf.native = 1u << XOR;
    owner->cnf.put_native = process_xor;
    return process_open(owner, command, err);
}

static void process_close(void *own)
{
    struct process *p = own;
    cnf_buffer_release(&p->clauses);
    cnf_buffer_release(&p->xors);
    text_release(&p->said);
    reply_release(&p->reply);
    MEM_FREE(p->command, p);
}

/* Extracts the last word of the first line, where programs print their version. */
static void version_word(const char *s, struct text *out)
{
    size_t end = strcspn(s, "\n"), from = end;
    while (from && s[from - 1] != ' ') from--;
    text_bytes(out, s + from, end - from);
}

static void process_found(struct text *out)
{
    static const char *const known[][2] = {
        {"kissat -q", "kissat --version"},
        {"cadical -q", "cadical --version"},
        {"cryptominisat5 --verb 0", "cryptominisat5 --version | grep -i 'version'"},
        {"picosat", "picosat --version"},
        {"minisat -verb=0 /dev/stdin /dev/stdout", NULL},
        {"glucose -model", NULL},
        {"clasp", "clasp --version"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        SCOPED(text) where = {0}, said = {0}, command = {0}, err = {0};
        struct child child;
        text_add(&command, "command -v %.*s", (int)strcspn(known[i][0], " "), known[i][0]);
        if (child_output(&child, text_string(&command), -1, MOST_VERSION, &where, &err) && where.n) {
            text_add(out, "process:%s\t", known[i][0]);
            if (known[i][1] && child_output(&child, known[i][1], -1, MOST_VERSION, &said, &err))
                version_word(text_string(&said), out);
            text_char(out, '\n');
        }
    }
}

#define AS_PROCESS                                                                                                     \
    .argument = "COMMAND", .restarts = true, .there = process_there, .close = process_close, .clause = process_clause, \
    .solve = process_solve, .value = process_value

const struct solver_class solver_process = {
    .name = "process",
    .about = "a program that reads DIMACS on its standard input, restarted for each call",
    .found = process_found,
    .open = process_open,
    AS_PROCESS,
};

const struct solver_class solver_process_xor = {
    .name = "process-xor",
    .about = "the same, with XORs as x lines (cryptominisat5)",
    .open = process_xor_open,
    AS_PROCESS,
};
