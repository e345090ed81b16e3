#include "base/job.h"

#include "base/clock.h"

#include <stddef.h>
#include <sys/resource.h>

static const double LOOK_SECONDS = 0.02; /* between two looks at the memory in use, or at the CPU seconds */
enum { MARGIN_MB = 256 };

void job_begin(struct job *j, double seconds, int megabytes)
{
    j->limit = seconds;
    j->deadline = seconds > 0 ? clock_wall() + seconds : 0;
    j->memory_kb = (int64_t)megabytes << 10;
}

static double job_cpu(void) { return clock_cpu() + clock_cpu_children(); }

void job_begin_cpu(struct job *j, double seconds)
{
    j->cpu_limit = seconds;
    j->cpu_end = seconds > 0 ? job_cpu() + seconds : 0;
}

double job_cpu_end(const struct job *j)
{
    double end = 0;
    for (; j; j = j->parent)
        if (j->cpu_end > 0 && (!(end > 0) || j->cpu_end < end)) end = j->cpu_end;
    return end;
}

void job_hold(const struct job *j)
{
    struct rlimit most = {0};
    rlim_t megabytes = (rlim_t)j->memory_kb >> 10;
#ifdef __SANITIZE_ADDRESS__ /* such a build maps terabytes, and uses few */
    return;
#endif
    if (!megabytes || getrlimit(RLIMIT_DATA, &most)) return;
    rlim_t bytes = (megabytes + megabytes / 10 + MARGIN_MB) << 20;
    if (most.rlim_max != RLIM_INFINITY && most.rlim_max < bytes) bytes = most.rlim_max;
    most.rlim_cur = bytes;
    setrlimit(RLIMIT_DATA, &most);
}

static bool exceeds_memory(struct job *j)
{
    double now = clock_wall();
    if (j->out_of_memory || !j->memory_kb || now - j->looked < LOOK_SECONDS) return j->out_of_memory;
    j->looked = now;
    if (clock_resident_kb() > j->memory_kb) j->out_of_memory = true;
    return j->out_of_memory;
}

static bool exceeds_cpu(struct job *j)
{
    double now = j->cpu_end > 0 ? clock_wall() : 0;
    if (!(j->cpu_end > 0) || now - j->cpu_looked < LOOK_SECONDS) return false;
    j->cpu_looked = now;
    return job_cpu() >= j->cpu_end;
}

static bool exceeds(struct job *j)
{
    if (exceeds_cpu(j)) return true;
    if (j->deadline > 0 && clock_wall() >= j->deadline) return true;
    if (j->cpu_deadline > 0 && clock_thread() >= j->cpu_deadline) return true;
    return exceeds_memory(j) || (j->interruptible && interrupted());
}

bool job_over(struct job *j)
{
    for (; j; j = j->parent) {
        if (!j->cancelled && exceeds(j)) j->cancelled = true;
        if (j->cancelled) return true;
        if (j->asked && j->asked(j->asked_state)) return true;
    }
    return false;
}

const char *const job_stop_words[] = {"given up", "time limit", "CPU limit", "memory limit", "interrupted"};

enum job_stop job_stopped(struct job *j)
{
    for (; j; j = j->parent) {
        if (j->out_of_memory) return STOP_MEMORY;
        if (j->cpu_end > 0 && job_cpu() >= j->cpu_end) return STOP_CPU;
        if (j->interruptible && interrupted()) return STOP_INTERRUPT;
        if (j->deadline > 0 && clock_wall() >= j->deadline) return STOP_TIME;
    }
    return STOP_NONE;
}

static struct job *reporting_job(struct job *j)
{
    while (j && !j->progress) j = j->parent;
    return j;
}

void job_report(struct job *j, const char *stage, double share)
{
    j = reporting_job(j);
    if (!j) return;
    if (stage) j->stage = stage;
    if (stage || share >= 0) j->share = share > 0 ? share : 0;
    j->progress(j->progress_state, j);
}

void job_publish(struct job *j, const void *so_far)
{
    j = reporting_job(j);
    if (!j) return;
    j->so_far = so_far;
    j->progress(j->progress_state, j);
    j->so_far = NULL;
}
