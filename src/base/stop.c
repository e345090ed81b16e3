#include "base/stop.h"

#include "base/clock.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static const double PATIENCE = 0.4, PART = 0.03; /* seconds, and of the limit, between asking and leaving behind */
static const double TICK = 0.02, WRITING = 2;    /* seconds */
enum { RESERVE = 4 << 20 /* bytes */ };

/* ---- work in a thread of its own ------------------------------------------------------------------------------- */

struct stop_lock {
    pthread_mutex_t mutex;
};

struct stop_lock *stop_lock_new(void)
{
    struct stop_lock *l = mem_new(1, sizeof *l);
    pthread_mutex_init(&l->mutex, NULL);
    return l;
}

void stop_lock_take(struct stop_lock *l) { pthread_mutex_lock(&l->mutex); }
void stop_lock_give(struct stop_lock *l) { pthread_mutex_unlock(&l->mutex); }

void stop_lock_free(struct stop_lock *l)
{
    pthread_mutex_destroy(&l->mutex);
    mem_free(l);
}

/* Outlives stop_run if the work does. */
struct run {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    pthread_t waiting; /* the thread that called stop_run */
    bool done, failed;
    char sentence[1000];
    void (*work)(void *);
    void *state, *reserve; /* memory to speak with when there is no more */
    struct failure_hook before;
};

static void finish(struct run *r, const char *failure)
{
    pthread_mutex_lock(&r->mutex);
    if (failure) snprintf(r->sentence, sizeof r->sentence, "%s", failure);
    r->failed = failure;
    r->done = !failure;
    pthread_cond_signal(&r->changed);
    pthread_mutex_unlock(&r->mutex);
}

static void *work(void *state)
{
    struct run *r = state;
    r->work(r->state);
    finish(r, NULL);
    return NULL;
}

/* Hears of a failure in the thread where it happened: one of the work waits for the end of the process. */
static void hear(void *state, enum failure what, const char *sentence)
{
    struct run *r = state;
    if (what == FAILURE_MACHINE && !pthread_equal(pthread_self(), r->waiting)) {
        finish(r, sentence);
        for (;;) pause();
    }
    failure_pass(r->before, what, sentence);
}

static void tick(struct run *r)
{
    struct timespec t;
    clock_moment(TICK, &t);
    pthread_cond_timedwait(&r->changed, &r->mutex, &t);
}

/* Takes the lock for good, and makes room for saying what came out. */
static void leave(struct run *r, struct stop_lock *lock)
{
    struct timespec t;
    struct rlimit most;
    clock_moment(WRITING, &t);
    mem_free(r->reserve);
    if (!getrlimit(RLIMIT_DATA, &most)) {
        most.rlim_cur = most.rlim_max;
        setrlimit(RLIMIT_DATA, &most);
    }
    if (pthread_mutex_timedlock(&lock->mutex, &t))
        fatal("%s", r->failed ? r->sentence : "The work was stopped while it wrote its answer, which is lost.");
}

enum stop_end stop_run(struct job *s, struct stop_lock *lock, void (*what)(void *state), void *state, struct text *err)
{
#ifdef __EMSCRIPTEN__ /* there are no threads */
    what(state);
    return STOP_DONE;
#endif
    struct run *r = mem_new(1, sizeof *r);
    pthread_t thread;
    double asked = 0;
    *r = (struct run){.work = what,
                      .state = state,
                      .waiting = pthread_self(),
                      .before = failure_now(),
                      .reserve = mem_resize(NULL, RESERVE, 1)}; /* not cleared: only its room counts */
    pthread_mutex_init(&r->mutex, NULL);
    pthread_cond_init(&r->changed, NULL);
    failure_handle(hear, r);
    if (pthread_create(&thread, NULL, work, r)) fatal("No thread can be started; end other programs.");
    pthread_mutex_lock(&r->mutex);
    while (!r->done && !r->failed && !(asked > 0 && clock_wall() - asked > PATIENCE + PART * s->limit)) {
        tick(r);
        if (s->memory_kb && !s->full && clock_resident_kb() > s->memory_kb) s->full = true;
        if (!asked && job_over(s)) asked = clock_wall();
    }
    bool done = r->done, failed = r->failed;
    pthread_mutex_unlock(&r->mutex);
    if (!done) {
        s->left = true;
        leave(r, lock);
        if (failed) text_error(err, "%s", r->sentence);
        if (failed && s->memory_kb) s->full = true; /* a limit, not the machine */
        return failed && !s->full ? STOP_FAILED : STOP_LEFT;
    }
    pthread_join(thread, NULL);
    failure_handle(r->before.handler, r->before.state);
    pthread_cond_destroy(&r->changed);
    pthread_mutex_destroy(&r->mutex);
    mem_free(r->reserve);
    mem_free(r);
    return STOP_DONE;
}

void stop_exit(int status) { _exit(status); }
