#include "base/watchdog.h"
#include "base/failure.h"
#include "base/mem.h"

#include "base/clock.h"
#include "base/temporary.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static const double PATIENCE = 0.4, PART = 0.03; /* seconds, and a fraction of the limit */
static const double TICK = 0.02, WRITING = 2;    /* seconds */
enum { RESERVE = 4 << 20 /* bytes */ };

struct watchdog {
    struct job *job;
    struct final_output output;
    pthread_t thread;
    pthread_mutex_t lock;   /* protects the callback and its data */
    pthread_mutex_t mutex;  /* guards the rest */
    pthread_cond_t changed; /* what follows */
    bool ended, failed;
    char sentence[1000];
    void *reserve; /* memory for the final output after memory ran out */
    struct failure_hook before;
};

/* A failing thread passes its sentence on and waits for the end of the process. */
static void watchdog_on_failure(void *state, enum failure what, const char *sentence)
{
    struct watchdog *w = state;
    if (what != FAILURE_MACHINE || pthread_equal(pthread_self(), w->thread)) {
        failure_pass(w->before, what, sentence);
        return;
    }
    pthread_mutex_lock(&w->mutex);
    if (!w->failed) snprintf(w->sentence, sizeof w->sentence, "%s", sentence);
    w->failed = true;
    pthread_cond_signal(&w->changed);
    pthread_mutex_unlock(&w->mutex);
    for (;;) pause();
}

/* Frees the reserve, so that the final output has memory. */
static void make_room(struct watchdog *w)
{
    struct rlimit most;
    mem_free(w->reserve);
    if (getrlimit(RLIMIT_DATA, &most)) return;
    most.rlim_cur = most.rlim_max;
    setrlimit(RLIMIT_DATA, &most);
}

_Noreturn static void end_process(struct watchdog *w)
{
    struct timespec t;
    bool limit = !w->failed || w->job->memory_kb; /* a memory limit, not a system error */
    if (w->failed && limit) w->job->out_of_memory = true;
    w->job->cancelled = true;
    make_room(w);
    clock_moment(WRITING, &t);
    if (pthread_mutex_timedlock(&w->lock, &t))
        fatal("%s", w->failed ? w->sentence : "The work was stopped while it wrote its answer, which is lost.");
    temporary_remove();
    _exit(w->output.print(w->output.state, limit ? NULL : w->sentence));
}

static void *watch(void *state)
{
    struct watchdog *w = state;
    double over = 0;
    pthread_mutex_lock(&w->mutex);
    while (!w->ended && !w->failed && !(over > 0 && clock_wall() - over > PATIENCE + PART * w->job->limit)) {
        struct timespec t;
        clock_moment(TICK, &t);
        pthread_cond_timedwait(&w->changed, &w->mutex, &t);
        if (!(over > 0) && job_over(w->job)) over = clock_wall();
    }
    if (!w->ended) end_process(w); /* with the mutex: watchdog_end waits for ever */
    pthread_mutex_unlock(&w->mutex);
    return NULL;
}

void watchdog_start(struct job *j, struct final_output output)
{
#ifdef __EMSCRIPTEN__ /* there are no threads; the page ends its worker */
    return;
#endif
    struct watchdog *w = mem_new(1, sizeof *w);
    *w = (struct watchdog){.job = j, .output = output, .before = failure_now()};
    w->reserve = mem_resize(NULL, RESERVE, 1); /* not cleared: only its size matters */
    pthread_mutex_init(&w->lock, NULL);
    pthread_mutex_init(&w->mutex, NULL);
    pthread_cond_init(&w->changed, NULL);
    sigset_t all, before; /* other threads handle signals */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = !pthread_create(&w->thread, NULL, watch, w);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!started) fatal("No thread can be started; end other programs.");
    pthread_mutex_lock(&w->mutex);
    failure_handle(watchdog_on_failure, w);
    j->watchdog = w;
    pthread_mutex_unlock(&w->mutex);
}

void watchdog_lock(struct watchdog *w)
{
    if (w) pthread_mutex_lock(&w->lock);
}

void watchdog_unlock(struct watchdog *w)
{
    if (w) pthread_mutex_unlock(&w->lock);
}

void watchdog_output(struct watchdog *w, struct final_output output)
{
    watchdog_lock(w);
    if (w) w->output = output;
    watchdog_unlock(w);
}

void watchdog_end(struct job *j)
{
    struct watchdog *w = j->watchdog;
    if (!w) return;
    pthread_mutex_lock(&w->mutex);
    w->ended = true;
    pthread_cond_signal(&w->changed);
    pthread_mutex_unlock(&w->mutex);
    pthread_join(w->thread, NULL);
    failure_handle(w->before.handler, w->before.state);
    j->watchdog = NULL;
    pthread_cond_destroy(&w->changed);
    pthread_mutex_destroy(&w->mutex);
    pthread_mutex_destroy(&w->lock);
    MEM_FREE(w->reserve, w);
}
