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
#include "thread_state.h"
#include "trace.h"

static inline void sched_choose(struct kernel_cpu *cpu)
{
    cpu->next = runqueue_first(&cpu->ready);
}

/* The thread may run. True if it is now the most urgent. `cause` is an enum trace_cause. */
static inline bool sched_run(struct takt_thread *thread, unsigned cause)
{
    struct kernel_cpu *cpu = cpu_of(thread);

    thread->state = THREAD_READY;
    trace_event(TRACE_THREAD_STATE, thread->id, trace_pair(TRACE_STATE_READY, cause), 0);
    if (runqueue_add_last(&cpu->ready, thread)) {
        cpu->next = thread;
        return true;
    }
    return false;
}

/* The thread's wait, if any, is over: it may run unless it is suspended. */
void sched_ready(struct takt_thread *thread, unsigned cause);

/* The thread may not run: it is blocked, suspended or dead. It must be ready now. */
static inline void sched_unready(const struct takt_thread *thread)
{
    struct kernel_cpu *cpu = cpu_of(thread);

    runqueue_remove(&cpu->ready, thread);
    sched_choose(cpu);
}

/* Give a ready thread another effective priority. */
void sched_reprioritize(struct takt_thread *thread, uint8_t priority);

/* The running thread goes behind its equals, of whom there are some. */
static inline void sched_rotate(struct kernel_cpu *cpu, struct takt_thread *thread)
{
    cpu->next = LIST_ENTRY(thread->node.next, struct takt_thread, node);
    runqueue_rotate(thread);
}
