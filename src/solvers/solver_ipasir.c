/* Any library with the IPASIR interface (Balyo, Biere, Iser, Sinz 2016): `ipasir:./libx.so`.
 * RTLD_LOCAL keeps the symbols of several libraries apart. */
#include "solvers/solver.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

struct ipasir {
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

/* ISO C has no cast from an object pointer to a function pointer; POSIX guarantees the same
 * representation, so the bytes are copied. */
static bool find_all(struct ipasir *s, struct text *err)
{
    const struct {
        const char *name;
        void *function;
    } all[] = {{"ipasir_signature", &s->signature},
               {"ipasir_init", &s->init},
               {"ipasir_release", &s->release},
               {"ipasir_add", &s->add},
               {"ipasir_assume", &s->assume},
               {"ipasir_solve", &s->solve},
               {"ipasir_val", &s->val},
               {"ipasir_failed", &s->failed},
               {"ipasir_set_terminate", &s->set_terminate}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        void *symbol = dlsym(s->library, all[i].name);
        if (!symbol) return text_error(err, "The library has no function %s; IPASIR needs it.", all[i].name);
        memcpy(all[i].function, &symbol, sizeof symbol);
    }
    return true;
}

/* Did dlopen fail for lack of memory? The messages vary; one is that it cannot open a file that is
 * readable. */
static bool lacks_memory(const char *path, const char *why)
{
    bool unseen = !strncmp(why, path, strlen(path)) && strstr(why, "cannot open") && !access(path, R_OK);
    return strstr(why, "annot allocate") || strstr(why, "cannot create") || unseen;
}

static void *ipasir_open(struct solver *owner, const char *path, struct text *err)
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
        s->set_terminate(s->state, owner, solver_stopped);
        return s;
    } else {
        dlclose(s->library);
    }
    mem_free(s);
    return NULL;
}

static void ipasir_close(void *own)
{
    struct ipasir *s = own;
    s->release(s->state);
    dlclose(s->library);
    mem_free(s);
}

static void ipasir_clause(void *own, const lit *c, int n)
{
    const struct ipasir *s = own;
    for (int i = 0; i < n; i++) s->add(s->state, c[i]);
    s->add(s->state, 0);
}

static int ipasir_solve(void *own, const lit *assumed, int n, struct text *err)
{
    const struct ipasir *s = own;
    for (int i = 0; i < n; i++) s->assume(s->state, assumed[i]);
    return s->solve(s->state);
}

static int ipasir_value(void *own, int v)
{
    const struct ipasir *s = own;
    int value = s->val(s->state, v);
    return value == v || value == -v ? value : 0;
}

static bool ipasir_failed(void *own, lit l)
{
    const struct ipasir *s = own;
    return s->failed(s->state, l);
}

const struct solver_class solver_ipasir = {
    .name = "ipasir",
    .about = "a shared library with the IPASIR interface",
    .argument = "LIBRARY",
    .open = ipasir_open,
    .close = ipasir_close,
    .clause = ipasir_clause,
    .solve = ipasir_solve,
    .value = ipasir_value,
    .failed = ipasir_failed,
};
