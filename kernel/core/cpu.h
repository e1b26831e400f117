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
#include "takt/cpu.h"

/* What the caches move between CPUs in one piece: their parts should not share one. */
enum { CPU_ALIGN = TAKT_CPUS > 1 ? 64 : 8 };

/* A moment of the clock, for differences. Of several CPUs one may go without any interrupt for so
 * long that the low half is not enough. */
#if TAKT_CPUS > 1
typedef takt_time cpu_moment;
#else
typedef uint32_t cpu_moment;
#endif

static inline cpu_moment cpu_now(void)
{
    return (cpu_moment)(TAKT_CPUS > 1 ? port_clock_now() : port_cycles());
}

/* Protected by the kernel lock. */
struct kernel_cpu {
    _Alignas(CPU_ALIGN) struct runqueue ready;
    struct takt_thread *current;
    struct takt_thread *next;
    struct takt_cpu_counts counts;
    cpu_moment run_since; /* when the running thread began, or its time was last counted */
    bool sliced;          /* a thread with a slice was made */
    struct takt_timeout slice_end;
    struct timeout_queue timeouts;
    struct takt_thread boot; /* what runs before the first thread: ready, at the highest priority */
    struct takt_thread idle; /* runs when nobody is ready */
    uint8_t index;

    /* With several CPUs. */
    uint32_t kicks_asked; /* sets of enum takt_kick: to be sent when the lock is let go */
    uint32_t kicks_sent;  /* on their way */
    uint32_t switches;    /* from one thread to another */
    uint32_t guests;      /* threads that would not be here if it were isolated */
    bool isolated;
    unsigned upkeep; /* sets of enum takt_upkeep: in force */
    unsigned chosen; /* while it is not isolated */
    struct takt_timeout tick;
    struct takt_cpu_sample sample;
    takt_time idle_sampled; /* run time of idle at that sample */
};

/* Tickets: kernel/core/lock.h. */
struct kernel_lock {
    uint32_t asked;
    uint32_t turn;
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
    uint32_t asked_cpus;   /* that have kicks_asked */
    _Alignas(CPU_ALIGN) struct kernel_lock lock;
};

extern struct kernel kernel;

static inline struct kernel_cpu *cpu_here(void)
{
    return TAKT_CPUS == 1 ? &kernel.cpus[0] : &kernel.cpus[port_cpu_id()];
}

/* Whose clock a thread's time is on: the CPU that runs it, or would. */
static inline struct kernel_cpu *cpu_running(const struct takt_thread *thread)
{
    return TAKT_CPUS == 1            ? &kernel.cpus[0]
           : thread->runs_on != NULL ? thread->runs_on
                                     : thread->cpu;
}

static inline struct kernel_cpu *cpu_of(const struct takt_thread *thread)
{
    return TAKT_CPUS == 1 ? &kernel.cpus[0] : thread->cpu;
}
