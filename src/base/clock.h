/* Time and memory used by this process. */
#pragma once

double clock_wall(void);         /* seconds since some fixed moment */
double clock_cpu(void);          /* CPU seconds of this process, user and system */
double clock_thread(void);       /* CPU seconds of this thread */
double clock_cpu_children(void); /* CPU seconds of its ended children */
long clock_peak_kb(void);        /* peak resident memory of this process */
long clock_resident_kb(void);    /* resident memory now; without /proc, the peak */

struct timespec;
void clock_moment(double seconds, struct timespec *t); /* the moment so many seconds from now, for timed waits */
