#include "base/clock.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

double clock_wall(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Node reports its CPU time. A worker in a browser has its own processor, so its elapsed time
 * counts. */
#ifdef __EMSCRIPTEN__
#include <emscripten/emscripten.h>
// clang-format off
EM_JS(double, clock_js, (void), {
    if (typeof process != 'object' || !process.cpuUsage) return performance.now() / 1e3;
    var used = process.cpuUsage();
    return (used.user + used.system) / 1e6;
})
// clang-format on
double clock_thread(void) { return clock_js(); }
double clock_cpu(void) { return clock_js(); }
double clock_cpu_children(void) { return 0; }
long clock_peak_kb(void) { return (long)__builtin_wasm_memory_size(0) * 64; }
#else
double clock_thread(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double clock_seconds(int who)
{
    struct rusage r;
    getrusage(who, &r);
    return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) + 1e-6 * (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec);
}

double clock_cpu(void) { return clock_seconds(RUSAGE_SELF); }
double clock_cpu_children(void) { return clock_seconds(RUSAGE_CHILDREN); }

long clock_peak_kb(void)
{
    struct rusage r;
    getrusage(RUSAGE_SELF, &r);
#ifdef __APPLE__
    return r.ru_maxrss / 1024;
#else
    return r.ru_maxrss;
#endif
}
#endif

long clock_resident_kb(void)
{
    char said[100] = "";
    long all, pages = 0;
    int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (fd < 0) return clock_peak_kb(); /* no /proc */
    ssize_t n = read(fd, said, sizeof said - 1);
    close(fd);
    if (n < 0 || sscanf(said, "%ld %ld", &all, &pages) != 2) return clock_peak_kb();
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

void clock_moment(double seconds, struct timespec *t)
{
    clock_gettime(CLOCK_REALTIME, t);
    long more = t->tv_nsec + (long)((seconds - (double)(long)seconds) * 1e9);
    t->tv_sec += (long)seconds + more / 1000000000;
    t->tv_nsec = more % 1000000000;
}
