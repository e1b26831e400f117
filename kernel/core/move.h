/* move.h - a thread goes to another CPU.
 *
 * A thread that runs cannot be taken off its CPU from elsewhere: until that CPU has passed its
 * switch point, what the thread has in registers is nowhere else. So it may belong to one CPU while
 * another still runs it. Made ready in that time it is MOVING, in no queue, and joins those of its
 * own CPU when the other one lets go of it, with the lock in hand until all of it is saved.
 *
 * Every function is called with the kernel lock held.
 */
#pragma once

#include "cpu.h"
#include "likely.h"
#include "thread_state.h"

/* Another CPU than its own still runs it. */
static inline bool move_is_held(const struct takt_thread *thread)
{
    return thread->runs_on != NULL && thread->runs_on != thread->cpu;
}

/* It joins those of its CPU: it has been let go of. */
void move_arrive(struct takt_thread *thread);

/* Where a thread runs, and since which switch: to wait until it does not any more. */
struct move_place {
    const struct takt_thread *thread;
    const struct kernel_cpu *cpu; /* NULL: nowhere else */
    uint32_t switches;
};

void move_wait_switch(struct move_place place);

static inline struct move_place move_place_of(const struct takt_thread *thread)
{
    struct move_place place = { thread, NULL, 0 };

    if (TAKT_CPUS > 1 && thread->runs_on != NULL && thread->runs_on != cpu_here()) {
        place.cpu = thread->runs_on;
        place.switches = place.cpu->switches;
    }
    return place;
}

/* Wait until that CPU has let go of the thread, if it was told to, without the lock: nothing of the
 * thread's is looked at, which may have gone by then. Not in an interrupt, which does not wait. */
static inline void move_wait_off(struct move_place place)
{
    if (TAKT_CPUS > 1 && place.cpu != NULL) {
        move_wait_switch(place);
    }
}

/* The processor passes from the running thread to `next`. */
static inline void move_at_switch(struct kernel_cpu *cpu, struct takt_thread *next)
{
    struct takt_thread *from = cpu->current;

    from->runs_on = NULL;
    next->runs_on = cpu;
    cpu->switches++;
    if (UNLIKELY(from->state == THREAD_MOVING)) {
        move_arrive(from);
    }
}
