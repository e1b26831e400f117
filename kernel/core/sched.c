/* sched.c - who runs next: what is not done at every hand-over. */
#include "sched.h"

void sched_ready(struct takt_thread *thread, unsigned cause)
{
    if (thread->ties.each.suspended == 0) {
        (void)sched_run(thread, cause);
        return;
    }
    thread->state = THREAD_SUSPENDED;
    trace_event(TRACE_THREAD_STATE, thread->id, trace_pair(TRACE_STATE_SUSPENDED, cause), 0);
}

/* A thread that is raised goes behind the threads already there; one that is lowered goes before
 * them, since it did not give up its turn. */
void sched_reprioritize(struct takt_thread *thread, uint8_t priority)
{
    struct kernel_cpu *cpu = cpu_of(thread);
    bool raised = priority > thread->priority;

    runqueue_remove(&cpu->ready, thread);
    thread->priority = priority;
    if (raised) {
        (void)runqueue_add_last(&cpu->ready, thread);
    } else {
        runqueue_add_first(&cpu->ready, thread);
    }
    sched_choose(cpu);
}
