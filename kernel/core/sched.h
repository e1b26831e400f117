/* sched.h - who runs next. Only decides; the door acts.
 *
 * Each function changes the ready queue and then makes `next` right again. Where one thread is
 * added a comparison does; only where the most urgent may have gone is the queue asked. These
 * lines are what every hand-over is made of, so they are inline.
 *
 * Every function is called with the kernel lock held.
 */
#pragma once

#include "cpu.h"
#include "kick.h"
#include "move.h"
#include "thread_state.h"
#include "trace.h"

/* From now on it is `thread` that should run there. */
static inline void sched_decide(struct kernel_cpu *cpu, struct takt_thread *thread)
{
    cpu->next = thread;
    kick_ask(cpu, TAKT_KICK_RUN);
}

static inline void sched_choose(struct kernel_cpu *cpu)
{
    sched_decide(cpu, runqueue_first(&cpu->ready));
}

/* The thread, which is READY, joins those of its CPU. True if it is now the most urgent on this
 * CPU. */
static inline bool sched_add(struct takt_thread *thread)
{
    struct kernel_cpu *cpu = cpu_of(thread);

    if (TAKT_CPUS > 1 && UNLIKELY(move_is_held(thread))) {
        thread->state = THREAD_MOVING;
        return false;
    }
    if (runqueue_add_last(&cpu->ready, thread)) {
        sched_decide(cpu, thread);
        return TAKT_CPUS == 1 || cpu == cpu_here();
    }
    return false;
}

/* The thread may run. True if it is now the most urgent on this CPU. `cause` is an enum
 * trace_cause. */
static inline bool sched_run(struct takt_thread *thread, unsigned cause)
{
    thread->state = THREAD_READY;
    trace_event(TRACE_THREAD_STATE, thread->id, trace_pair(TRACE_STATE_READY, cause), 0);
    return sched_add(thread);
}

/* The thread's wait, if any, is over: it may run unless it is suspended. */
void sched_ready(struct takt_thread *thread, unsigned cause);

/* The thread may not run: it is blocked, suspended or dead. It must be ready, or moving, now. */
static inline void sched_unready(const struct takt_thread *thread)
{
    struct kernel_cpu *cpu = cpu_of(thread);

    if (TAKT_CPUS > 1 && thread->state == THREAD_MOVING) {
        return;
    }
    runqueue_remove(&cpu->ready, thread);
    sched_choose(cpu);
}

static inline bool sched_is_ready(const struct takt_thread *thread)
{
    return thread->state == THREAD_READY || (TAKT_CPUS > 1 && thread->state == THREAD_MOVING);
}

/* Give a ready thread another effective priority. */
void sched_reprioritize(struct takt_thread *thread, uint8_t priority);

/* The running thread goes behind its equals, of whom there are some. */
static inline void sched_rotate(struct kernel_cpu *cpu, struct takt_thread *thread)
{
    sched_decide(cpu, LIST_ENTRY(thread->node.next, struct takt_thread, node));
    runqueue_rotate(thread);
}
