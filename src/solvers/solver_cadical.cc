/* CaDiCaL (Biere, Fazekas, Fleury, Heisinger 2020). No exception leaves this file.
 *
 * After a failed allocation the state of CaDiCaL is unknown: every later call does nothing, `solve`
 * returns SOLVER_NO_MEMORY, and `close` does not free the solver. */
#include "solvers/solver_class.h"

#include <cadical.hpp>
#include <cstdio>
#include <cstring>
#include <new>

namespace {

struct Cadical : public CaDiCaL::Terminator, public CaDiCaL::Learner {
    CaDiCaL::Solver solver;
    void *owner;
    bool broken;
    int64_t learned; /* learned clauses: about the number of conflicts */
    FILE *proof;     /* NULL: no proof */

    explicit Cadical(void *s) : owner(s), broken(false), learned(0), proof(NULL)
    {
        solver.set("quiet", 1);
        solver.connect_terminator(this);
        solver.connect_learner(this);
    }
    ~Cadical()
    {
        solver.disconnect_terminator();
        solver.disconnect_learner();
        if (proof) solver.close_proof_trace();
        if (proof) fclose(proof);
    }
    bool terminate() { return solver_stopped(owner); }
    bool learning(int)
    {
        learned++;
        return false;
    }
    void learn(int) {}
};

/* Runs `what` if no call has failed. Returns `otherwise` if one has, or if this one fails. */
template <typename T, typename F> T guarded(void *own, T otherwise, F what)
{
    Cadical *c = static_cast<Cadical *>(own);
    if (c->broken) return otherwise;
    try {
        return what(c);
    } catch (const std::bad_alloc &) {
        c->broken = true;
        return otherwise;
    }
}

/* The library reports the competition it was submitted to; prefer the version of the package. */
const char *version(void)
{
    const char *name = CaDiCaL::Solver::signature(), *dash = strchr(name, '-');
    return *CADICAL_PACKAGE ? CADICAL_PACKAGE : dash ? dash + 1 : name;
}

void *open(struct solver *s, const char *, struct text *)
{
    try {
        return new Cadical(s);
    } catch (const std::bad_alloc &) {
        return NULL;
    }
}

void shut(void *own)
{
    Cadical *c = static_cast<Cadical *>(own);
    if (c->broken)
        c->owner = NULL; /* exit still flushes the stream of the proof */
    else
        delete c;
}

void clause(void *own, const int *x, int n)
{
    guarded(own, 0, [=](Cadical *c) {
        for (int i = 0; i < n; i++) c->solver.add(x[i]);
        c->solver.add(0);
        return 0;
    });
}

int solve(void *own, const int *assumed, int n, struct text *)
{
    return guarded(own, static_cast<int>(SOLVER_NO_MEMORY), [=](Cadical *c) {
        for (int i = 0; i < n; i++) c->solver.assume(assumed[i]);
        int answer = c->solver.solve();
        if (c->proof) fflush(c->proof);
        return answer;
    });
}

bool set(void *own, const char *option, int value)
{
    return guarded(own, false, [=](Cadical *c) { return c->solver.set(option, value); });
}

/* CaDiCaL's own configurations, and three others: sat,phase=false (all of sat, with all decisions false),
 * falling (does not start with all variables true), hints (does not start with constants). */
void configure(void *own, const char *name)
{
    static const struct {
        const char *config, *option;
        int value;
    } table[] = {
        {"sat", "elimreleff", 10},
        {"sat", "stabilizeonly", 1},
        {"sat", "subsumereleff", 60},
        {"unsat", "stabilize", 0},
        {"unsat", "walk", 0},
        {"hints", "lucky", 0},
        {"falling", "lucky", 0},
        {"falling", "phase", 0},
        {"sat,phase=false", "phase", 0},
        {"sat,phase=false", "forcephase", 1},
    };
    for (const auto &line : table)
        if (!strncmp(line.config, name, strlen(line.config))) set(own, line.option, line.value);
}

bool record(void *own)
{
    static_cast<Cadical *>(own)->proof = solver_stream(own, [](void *state, const char *bytes, size_t n) {
        Cadical *c = static_cast<Cadical *>(state);
        if (c->owner) solver_record_proof(c->owner, bytes, n);
        return static_cast<ssize_t>(n);
    });
    return guarded(own, false, [](Cadical *c) { return c->proof && c->solver.trace_proof(c->proof, "proof"); });
}

} // namespace

extern "C" {
extern const struct solver_class solver_cadical;
const struct solver_class solver_cadical = {
    .name = "cadical",
    .about = "CaDiCaL, in process",
    .version = version,
    .open = open,
    .close = shut,
    .clause = clause,
    .solve = solve,
    .value = [](void *own, int v) { return guarded(own, 0, [=](Cadical *c) { return c->solver.val(v); }); },
    .failed = [](void *own, int l) { return guarded(own, false, [=](Cadical *c) { return c->solver.failed(l); }); },
    .option = set,
    .configure = configure,
    .record = record,
    .conflicts = [](void *own) { return static_cast<Cadical *>(own)->learned; },
    .limit =
        [](void *own, int64_t conflicts) {
            int most = conflicts < INT32_MAX ? static_cast<int>(conflicts) : INT32_MAX;
            guarded(own, false, [=](Cadical *c) { return c->solver.limit("conflicts", most); });
        },
    .decisions = [](void *own,
                    int most) { guarded(own, false, [=](Cadical *c) { return c->solver.limit("decisions", most); }); },
    .phase = [](void *own, int l) { guarded(own, 0, [=](Cadical *c) { return c->solver.phase(l), 0; }); },
};
}
