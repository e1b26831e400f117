/* cpu.h - what the kernel knows of each CPU, and of all of them.
 *
 * `next` is the decision: the most urgent ready thread, kept right by whoever changes the ready
 * queue. `current` runs; the two differ only inside the kernel, until the door.
 */
#pragma once

#include "port.h"
#include "runqueue.h"
#include "timeout.h"
#include "takt/config.h"

/* Protected by the kernel lock. */
struct kernel_cpu {
    struct runqueue ready;
    struct takt_thread *current;
    struct takt_thread *next;
    uint32_t clock_taken; /* how often the clock's interrupt came */
    uint32_t run_since;   /* when the running thread began, or its time was last counted */
    bool sliced;          /* a thread with a slice was made */
    struct takt_timeout slice_end;
    struct timeout_queue timeouts;
    struct takt_thread boot; /* what runs before the first thread: ready, at the highest priority */
    struct takt_thread idle; /* runs when nobody is ready */
    uint8_t index;
};

struct kernel {
    struct kernel_cpu cpus[TAKT_CPUS];
    struct list threads; /* all that were created and have not ended */
    struct list objects;
    uint32_t thread_serials; /* the last that was given */
    uint32_t thread_changes; /* how often `threads` has changed */
    uint32_t object_ids;
    uint32_t exchanges;
    uint32_t shared_waits; /* that several threads serve: see circle.c */
};

extern struct kernel kernel;

static inline struct kernel_cpu *cpu_here(void)
{
    return TAKT_CPUS == 1 ? &kernel.cpus[0] : &kernel.cpus[port_cpu_id()];
}

static inline struct kernel_cpu *cpu_of(const struct takt_thread *thread)
{
    return TAKT_CPUS == 1 ? &kernel.cpus[0] : thread->cpu;
}
