/* A job: work with limits of time and memory, which can be cancelled and reports its progress.
 *
 * Models, sinks, solvers, checkers, searches and children borrow a `struct job *`. They poll
 * job_over often and end soon after it is true. A job is over, too, when its parent is. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct watchdog;
struct job {
    struct job *parent;  /* NULL: none */
    double deadline;     /* of clock_wall(); 0: none */
    double limit;        /* seconds that job_begin was given; 0: none */
    double cpu_deadline; /* of clock_thread(), if one thread polls; 0: none */
    double cpu_limit;    /* seconds that job_begin_cpu was given; 0: none */
    double cpu_end;      /* of clock_cpu() + clock_cpu_children(); 0: none */
    int64_t memory_kb;   /* most resident memory of the process; 0: any */
    bool interruptible;  /* Ctrl-C and related signals end it, see interrupt_catch */
    /* The terminate callback of a library's caller; NULL: none. Its result may become false
     * again. */
    bool (*asked)(void *state);
    void *asked_state;
    _Atomic bool cancelled;     /* set by any thread; also set once a limit was exceeded */
    _Atomic bool out_of_memory; /* the memory limit was exceeded */
    _Atomic double looked;      /* when the memory in use was last measured */
    _Atomic double cpu_looked;  /* when the CPU seconds were */
    /* Called by job_report and job_publish, in their thread; NULL: the parent's is. */
    void (*progress)(void *state, const struct job *j);
    void *progress_state;
    const char *stage;         /* what is being done, "encoding"; NULL: not known */
    double share;              /* of the stage that is done, 0..1; 0: not known */
    const void *so_far;        /* during a callback of job_publish: the result so far; else NULL */
    struct watchdog *watchdog; /* ends the process if the job does not end by itself, see watchdog.h; NULL: none */
};

/* Sets limits in seconds from now and in megabytes; 0: no limit. The rest of *j stays as it is. */
void job_begin(struct job *j, double seconds, int megabytes);
/* Limits the CPU seconds from now of all threads of the process and of its ended children; 0: no
 * limit. */
void job_begin_cpu(struct job *j, double seconds);
/* When the CPU seconds of the job and its parents end, for struct child; 0: no limit. */
double job_cpu_end(const struct job *j);
/* Limits the memory of the process to a tenth and 256 MB more than the job's limit, so that the
 * system refuses more. Does nothing without such a limit. */
void job_hold(const struct job *j);
/* Whether the work must end. False for NULL. Any thread may poll; a poll takes some dozens of
 * nanoseconds. */
bool job_over(struct job *j);
/* Why it is over: the memory limit, the CPU limit, a signal or the time limit, the first that
 * holds; else STOP_NONE. And each in words: "given up", "time limit", ... */
enum job_stop { STOP_NONE, STOP_TIME, STOP_CPU, STOP_MEMORY, STOP_INTERRUPT };
enum job_stop job_stopped(struct job *j);
extern const char *const job_stop_words[];
/* Reports a stage (NULL: the same as before) and how much of it is done (negative: as much as
 * before) to the nearest job that has a progress callback. To be called as often as job_over. */
void job_report(struct job *j, const char *stage, double share);
/* Reports a better result, or a new bound, to the same callback. so_far has the type that the
 * publisher documents (a search's struct answer), and is valid during the call. */
void job_publish(struct job *j, const void *so_far);

/* Catches SIGINT, SIGTERM, SIGHUP (unless it is ignored, as by nohup) and SIGXCPU (a limit on CPU
 * seconds): interruptible jobs are over then. A
 * second signal, at least a tenth of a second later, ends the program at once. */
void interrupt_catch(void);
/* Whether one of these signals was caught. */
bool interrupted(void);
