#include "cubes/cube_workers.h"

#include "base/child.h"
#include "base/clock.h"

#include <poll.h>
#include <string.h>

enum { TICK = 10, TRIES = 5, FAILED = 3 };
static const double TELL_SECONDS = 0.5;

/* A worker at work. */
struct worker {
    struct child child;
    int task;
};

struct crew {
    struct workers *w;
    struct worker *busy;
    int n;
    int *tries, known; /* by task */
    int next;          /* tasks before it are begun, or not wanted */
};

static bool is_busy(const struct crew *k, int task)
{
    for (int i = 0; i < k->n; i++)
        if (k->busy[i].task == task) return true;
    return false;
}

/* The next task to begin; -1: there is none now. */
static int next_task(struct crew *k)
{
    const struct conquest *c = k->w->c;
    for (; k->next < c->n; k->next++) {
        int i = k->next;
        if (c->task[i].state != TASK_OPEN || is_busy(k, i)) continue;
        if (!k->w->wanted || k->w->wanted(k->w->state, c, i)) return i;
    }
    return -1;
}

static bool begin(struct crew *k, int task, struct text *err)
{
    struct strings argv = {0};
    for (int i = 0; i < k->w->command->n; i++) strings_add(&argv, k->w->command->v[i]);
    strings_add(&argv, k->w->c->task[task].id);
    MEM_PUSH(argv.v, argv.n, argv.cap, NULL);
    struct child_how how = {.in = -1, .out = -1, .err = 2};
    struct worker *b = &k->busy[k->n];
    *b = (struct worker){.task = task};
    bool ok = child_exec(&b->child, argv.v, &how, err);
    k->n += ok;
    strings_release(&argv);
    if (!ok) k->w->status = FAILED;
    return ok;
}

/* A worker has ended: its row is there, or it is sent again. */
static bool ended(struct crew *k, int i, struct text *err)
{
    struct worker b = k->busy[i];
    struct workers *w = k->w;
    k->busy[i] = k->busy[--k->n];
    if (!conquest_update(w->c, b.task, err)) {
        w->status = FAILED;
        return false;
    }
    while (k->known < w->c->n) {
        k->tries = mem_resize(k->tries, (size_t)w->c->n, sizeof *k->tries);
        k->tries[k->known++] = 0;
    }
    if (w->c->task[b.task].state != TASK_OPEN) return true;
    int code = child_code(&b.child);
    if (code > 0 && code < 128) {
        w->status = code;
        return false;
    }
    if (w->stop(w->state)) return true; /* it was interrupted, as we are */
    w->killed++;
    w->wasted += b.child.cpu;
    k->next = 0;
    if (++k->tries[b.task] < TRIES) return true;
    w->status = FAILED;
    return text_error(err,
                      "The workers of cube %s were ended %d times (the last with status %d); is there enough memory?",
                      w->c->task[b.task].id, TRIES, code);
}

static bool is_solved(const struct conquest *c)
{
    struct tally t;
    return conquest_tally(c, &t) == STATUS_SATISFIABLE;
}

bool workers_run(struct workers *w, struct text *err)
{
    struct crew k = {.w = w, .busy = mem_new((size_t)w->jobs, sizeof *k.busy)};
    bool ok = true, done = is_solved(w->c);
    double told = 0;
    while (ok && !done && !w->stop(w->state)) {
        for (int i; ok && k.n < w->jobs && (i = next_task(&k)) >= 0;) ok = begin(&k, i, err);
        if (!k.n) break;
        poll(NULL, 0, TICK);
        bool any = false;
        for (int i = k.n - 1; i >= 0 && ok; i--) {
            if (!child_ended(&k.busy[i].child, false)) continue;
            ok = ended(&k, i, err);
            any = true;
        }
        done = any && is_solved(w->c);
        if (!any && clock_wall() - told < TELL_SECONDS) continue;
        told = clock_wall();
        w->told(w->state);
    }
    for (int i = 0; i < k.n; i++) child_kill(&k.busy[i].child);
    mem_free(k.busy);
    mem_free(k.tries);
    return ok;
}
