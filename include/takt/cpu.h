/* cpu.h - the CPUs: what each of them is interrupted by.
 *
 * A thread belongs to one CPU and runs there alone (thread.h). CPU 0 boots and runs takt_main; the
 * others begin when it has returned. A number that is no CPU's stops.
 */
#pragma once

#include "config.h"

#include <stdint.h>

/* Why one CPU interrupts another. */
enum takt_kick {
    TAKT_KICK_RUN,   /* another thread is to run there */
    TAKT_KICK_CLOCK, /* something new is the first that its clock must wake for */
    TAKT_KICK_COUNT
};

/* What interrupted a CPU since start, modulo 2^32; devices: takt_irq_taken_on. */
struct takt_cpu_counts {
    uint32_t clock; /* with TAKT_STATISTICS */
    uint32_t kicks[TAKT_KICK_COUNT];
};

/* The CPU that runs the caller; a thread may be moved right after. Any context. */
unsigned takt_cpu_here(void);

/* Any context. */
void takt_cpu_counts(unsigned cpu, struct takt_cpu_counts *counts);
