/* Any library that speaks IPASIR (Balyo, Biere, Iser, Sinz 2016): `ipasir:./libx.so`. RTLD_LOCAL,
 * so that several live side by side. */
#include "solvers/solver.h"

#include <dlfcn.h>
#include <unistd.h>
#include <string.h>

struct ipasir {
    struct solver solver;
    void *library, *state;
    const char *(*signature)(void);
    void *(*init)(void);
    void (*release)(void *);
    void (*add)(void *, int);
    void (*assume)(void *, int);
    int (*solve)(void *);
    int (*val)(void *, int);
    int (*failed)(void *, int);
    void (*set_terminate)(void *, void *state, int (*terminate)(void *state));
};

static struct ipasir *of(struct solver *s) { return (struct ipasir *)s; }

/* ISO C has no cast from an object's pointer to a function's; POSIX promises that the bytes fit. */
static bool find(struct ipasir *s, const char *name, void *function, struct text *err)
{
    void *symbol = dlsym(s->library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol || text_error(err, "The library has no function %s; IPASIR needs it.", name);
}

static bool find_all(struct ipasir *s, struct text *err)
{
    return find(s, "ipasir_signature", &s->signature, err) && find(s, "ipasir_init", &s->init, err) &&
           find(s, "ipasir_release", &s->release, err) && find(s, "ipasir_add", &s->add, err) &&
           find(s, "ipasir_assume", &s->assume, err) && find(s, "ipasir_solve", &s->solve, err) &&
           find(s, "ipasir_val", &s->val, err) && find(s, "ipasir_failed", &s->failed, err) &&
           find(s, "ipasir_set_terminate", &s->set_terminate, err);
}

/* The loader does not say in one way that it lacks memory; then it does not find a file that is there, either. */
static bool lacks_memory(const char *path, const char *why)
{
    bool unseen = !strncmp(why, path, strlen(path)) && strstr(why, "cannot open") && !access(path, R_OK);
    return strstr(why, "annot allocate") || strstr(why, "cannot create") || unseen;
}

static struct solver *ipasir_open(const char *path, struct text *err)
{
    struct ipasir *s = mem_new(1, sizeof *s);
    s->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!s->library) {
        const char *why = dlerror();
        if (!why || lacks_memory(path, why))
            fatal("The library %s cannot be loaded (%s).", path, why ? why : "there is not enough memory");
        text_error(err, "The library %s cannot be loaded (%s); give its path, such as ./libx.so.", path, why);
    } else if (find_all(s, err)) {
        s->state = s->init();
        s->set_terminate(s->state, s, solver_stopped);
        return &s->solver;
    } else {
        dlclose(s->library);
    }
    mem_free(s);
    return NULL;
}

static void ipasir_close(struct solver *s)
{
    of(s)->release(of(s)->state);
    dlclose(of(s)->library);
    mem_free(s);
}

static void ipasir_clause(struct solver *s, const lit *c, int n)
{
    for (int i = 0; i < n; i++) of(s)->add(of(s)->state, c[i]);
    of(s)->add(of(s)->state, 0);
}

static void ipasir_assume(struct solver *s, lit l) { of(s)->assume(of(s)->state, l); }

static enum solver_answer ipasir_solve(struct solver *s, struct text *err)
{
    int a = of(s)->solve(of(s)->state);
    if (a == 10 || a == 20 || a == 0) return (enum solver_answer)a;
    text_error(err, "The IPASIR solver %s answered with the unknown status %d.", of(s)->signature(), a);
    return SOLVER_FAILED;
}

static int ipasir_value(struct solver *s, lit l)
{
    int v = of(s)->val(of(s)->state, l);
    return v == l || v == -l ? v : 0;
}

static bool ipasir_failed(struct solver *s, lit l) { return of(s)->failed(of(s)->state, l); }

const struct solver_class solver_ipasir = {
    .name = "ipasir",
    .about = "a shared library with the IPASIR interface",
    .argument = "LIBRARY",
    .open = ipasir_open,
    .close = ipasir_close,
    .clause = ipasir_clause,
    .assume = ipasir_assume,
    .solve = ipasir_solve,
    .value = ipasir_value,
    .failed = ipasir_failed,
};
