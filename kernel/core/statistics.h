/* statistics.h - how long each thread has run, and how often it was switched to. */
#pragma once

#include "cpu.h"

/* The time up to now was the running thread's. With one CPU called at least every
 * 2^31 counts. Lock held. */
static inline void statistics_settle(struct kernel_cpu *cpu)
{
    if (TAKT_STATISTICS) {
        cpu_moment now = cpu_now();

        cpu->current->run_time += now - cpu->run_since;
        cpu->run_since = now;
    }
}

/* The clock's interrupt has come. Lock held. */
static inline void statistics_clock(struct kernel_cpu *cpu)
{
    if (TAKT_STATISTICS) {
        cpu->counts.clock++;
        statistics_settle(cpu);
    }
}

/* The time from now on is another thread's. Lock held. */
static inline void statistics_switch(struct kernel_cpu *cpu, struct takt_thread *next)
{
    if (TAKT_STATISTICS) {
        statistics_settle(cpu);
        next->switches++;
    }
}
