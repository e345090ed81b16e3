#include "solvers/cadical.h"

#include <cadical.hpp>
#include <cstdio>
#include <new>

/* Of learned clauses only their number is asked for. */
struct cadical : public CaDiCaL::Terminator, public CaDiCaL::Learner {
    CaDiCaL::Solver solver;
    bool broken;
    long long learned;
    int (*stop)(void *);
    void *stop_state;
    FILE *proof;                                /* NULL: it is not traced */
    void (*take)(void *, const char *, size_t); /* NULL: nobody listens any more */
    void *take_state;

    cadical(int (*s)(void *), void *state) : broken(false), learned(0), stop(s), stop_state(state), proof(NULL)
    {
        solver.set("quiet", 1);
        solver.connect_terminator(this);
        solver.connect_learner(this);
    }
    ~cadical()
    {
        solver.disconnect_terminator();
        solver.disconnect_learner();
        if (proof) solver.close_proof_trace();
        if (proof) fclose(proof);
    }
    bool terminate() { return stop(stop_state); }
    bool learning(int)
    {
        learned++;
        return false;
    }
    void learn(int) {}
};

static ssize_t proof_write(void *state, const char *bytes, size_t n)
{
    struct cadical *c = static_cast<struct cadical *>(state);
    if (c->take) c->take(c->take_state, bytes, n);
    return static_cast<ssize_t>(n);
}

/* Does something with an unbroken solver; `otherwise` if it is or gets broken. */
template <typename T, typename F> static T guarded(struct cadical *c, T otherwise, F what)
{
    if (c->broken) return otherwise;
    try {
        return what();
    } catch (const std::bad_alloc &) {
        c->broken = true;
        return otherwise;
    }
}

const char *cadical_signature(void) { return CaDiCaL::Solver::signature(); }

struct cadical *cadical_new(int (*stop)(void *state), void *state)
{
    try {
        return new struct cadical(stop, state);
    } catch (const std::bad_alloc &) {
        return NULL;
    }
}

void cadical_free(struct cadical *c)
{
    if (c && c->broken) c->take = NULL; /* exit still flushes its stream */
    if (c && !c->broken) delete c;
}

bool cadical_set(struct cadical *c, const char *option, int value)
{
    return guarded(c, false, [=] { return c->solver.set(option, value); });
}

bool cadical_trace(struct cadical *c, void (*take)(void *state, const char *bytes, size_t n), void *state)
{
    cookie_io_functions_t io = {};
    io.write = proof_write;
    c->take = take;
    c->take_state = state;
    c->proof = fopencookie(c, "w", io);
    return c->proof && guarded(c, false, [=] { return c->solver.trace_proof(c->proof, "proof"); });
}

void cadical_clause(struct cadical *c, const int *x, int n)
{
    guarded(c, 0, [=] {
        for (int i = 0; i < n; i++) c->solver.add(x[i]);
        c->solver.add(0);
        return 0;
    });
}

void cadical_assume(struct cadical *c, int x)
{
    guarded(c, 0, [=] { return c->solver.assume(x), 0; });
}

void cadical_limit(struct cadical *c, int conflicts)
{
    guarded(c, false, [=] { return c->solver.limit("conflicts", conflicts); });
}

long long cadical_learned(const struct cadical *c) { return c->learned; }

void cadical_phase(struct cadical *c, int x)
{
    guarded(c, 0, [=] { return c->solver.phase(x), 0; });
}

int cadical_solve(struct cadical *c)
{
    return guarded(c, static_cast<int>(CADICAL_BROKEN), [=] {
        int answer = c->solver.solve();
        if (c->proof) fflush(c->proof);
        return answer;
    });
}

int cadical_value(struct cadical *c, int x)
{
    return guarded(c, 0, [=] { return c->solver.val(x); });
}

bool cadical_failed(struct cadical *c, int x)
{
    return guarded(c, false, [=] { return c->solver.failed(x); });
}
