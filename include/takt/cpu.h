/* cpu.h - the CPUs: what each of them is interrupted by, and keeping one quiet.
 *
 * A thread belongs to one CPU and runs there alone (thread.h). CPU 0 boots, runs takt_main and
 * keeps house; the others begin when takt_main has returned.
 *
 * A CPU that is isolated is left to the threads that were sent there by name. It gets no upkeep,
 * its clock is armed only while one of its threads waits for a time, and no other CPU interrupts it
 * but to wake one of its threads, to stop, end, move or change one, or to set its clock for a time
 * that one of them is to wake at. A server there whose clients are elsewhere is such a thread: each
 * message that wakes it is a kick, and counted. docs/isolation.md has the whole list.
 */
#pragma once

#include "clock.h"
#include "config.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Why one CPU interrupts another. */
enum takt_kick {
    TAKT_KICK_RUN,    /* another thread is to run there */
    TAKT_KICK_CLOCK,  /* something new is the first that its clock must wake for */
    TAKT_KICK_SAMPLE, /* it is to take a sample of itself */
    TAKT_KICK_COUNT
};

/* What interrupted a CPU since start, modulo 2^32; devices: takt_irq_taken_on. */
struct takt_cpu_counts {
    uint32_t clock; /* with TAKT_STATISTICS; ticks and the ends of slices are among them */
    uint32_t ticks;
    uint32_t slices; /* that came to their end */
    uint32_t devices;
    uint32_t kicks[TAKT_KICK_COUNT];
};

/* What a CPU does again and again for no thread's sake, each a bit of a set. */
enum takt_upkeep {
    TAKT_UPKEEP_TICK = 1,     /* its clock interrupts it every TAKT_UPKEEP_TICK_US */
    TAKT_UPKEEP_SAMPLING = 2, /* once a second CPU 0 makes it take a sample: see takt_cpu_sample */
    TAKT_UPKEEP_SLICES = 4,   /* threads with a slice go behind their equals at its end */
    TAKT_UPKEEP_ALL = 7,
};

/* The last sample that a CPU took. */
struct takt_cpu_sample {
    takt_time taken;     /* when; 0: none yet */
    unsigned busy;       /* thousandths of the time since the one before in which it did not idle */
    size_t least_unused; /* of the stacks of all threads found running: bytes never used, at most
                          * 128 */
};

/* The CPU that runs the caller; a thread may be moved right after. Any context. */
unsigned takt_cpu_here(void);

/* A number that is no CPU's stops. Any context. */
void takt_cpu_counts(unsigned cpu, struct takt_cpu_counts *counts);

/* A number that is no CPU's stops. Any context. */
void takt_cpu_sample(unsigned cpu, struct takt_cpu_sample *sample);

/* Choose what that CPU does from now on, while it is not isolated. At start it is TAKT_UPKEEP.
 * TAKT_OK; TAKT_EINVAL, and nothing has changed, if there is no such CPU or bit. Not from an
 * interrupt. */
int takt_cpu_set_upkeep(unsigned cpu, unsigned upkeep);

/* What it does now: nothing if it is isolated. A number that is no CPU's stops. Any context. */
unsigned takt_cpu_upkeep(unsigned cpu);

/* Isolate a CPU. TAKT_OK, also if it was; or nothing has changed: TAKT_EINVAL if there is no such
 * CPU, or it is CPU 0, which keeps house; TAKT_EBUSY if there are threads on it that were not sent
 * there by name, or the thread of a timer service, or if interrupts of devices come there. Those of
 * TAKT_ISOLATED are isolated from the start. Not from an interrupt. */
int takt_cpu_isolate(unsigned cpu);

/* Take it back. TAKT_OK, also if it was not; TAKT_EINVAL if there is no such CPU. Not from an
 * interrupt. */
int takt_cpu_include(unsigned cpu);

/* The set of isolated CPUs: bit n for CPU n. Any context. */
uint32_t takt_cpus_isolated(void);
