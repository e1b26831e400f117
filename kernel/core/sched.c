/* sched.c - who runs next.
 *
 * Each function changes the ready queue and then makes `next` right again. Where one thread is
 * added, a comparison does; only where the most urgent may have gone is the queue asked.
 *
 * Every function is called with the kernel lock held.
 */
#include "sched.h"

#include "cpu.h"
#include "thread_state.h"
#include "trace.h"

static void choose(struct kernel_cpu *cpu)
{
    struct takt_thread *first = runqueue_first(&cpu->ready);

    if (cpu->current != &cpu->boot) {
        cpu->next = first == NULL ? &cpu->idle : first;
    }
}

void sched_ready(struct takt_thread *thread, unsigned cause)
{
    struct kernel_cpu *cpu = thread->cpu;

    if (thread->suspended > 0) {
        thread->state = THREAD_SUSPENDED;
        trace_event(TRACE_THREAD_STATE, thread->id, trace_pair(TRACE_STATE_SUSPENDED, cause), 0);
        return;
    }
    thread->state = THREAD_READY;
    trace_event(TRACE_THREAD_STATE, thread->id, trace_pair(TRACE_STATE_READY, cause), 0);
    runqueue_add_last(&cpu->ready, thread);
    if (cpu->next == &cpu->idle || thread->priority > cpu->next->priority) {
        cpu->next = thread;
    }
}

void sched_unready(struct takt_thread *thread)
{
    runqueue_remove(&thread->cpu->ready, thread);
    choose(thread->cpu);
}

/* A thread that is raised goes behind the threads already there; one that is lowered goes before
 * them, since it did not give up its turn. */
void sched_reprioritize(struct takt_thread *thread, uint8_t priority)
{
    struct runqueue *ready = &thread->cpu->ready;
    bool raised = priority > thread->priority;

    runqueue_remove(ready, thread);
    thread->priority = priority;
    if (raised) {
        runqueue_add_last(ready, thread);
    } else {
        runqueue_add_first(ready, thread);
    }
    choose(thread->cpu);
}

void sched_yield_current(void)
{
    struct kernel_cpu *cpu = cpu_here();

    runqueue_rotate(&cpu->ready, cpu->current->priority);
    choose(cpu);
}
