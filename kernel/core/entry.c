/* entry.c - where the decision is carried out. */
#include "entry.h"

#include "stack.h"
#include "trace.h"
#include "upcalls.h"

struct kernel kernel;

/* From here on the decision is the truth. */
static void commit(struct kernel_cpu *cpu)
{
    stack_check(cpu->current);
    trace_event(TRACE_THREAD_SWITCH, cpu->next->id, cpu->current->id, cpu->next->priority);
    cpu->current = cpu->next;
}

void kernel_switch(void)
{
    struct kernel_cpu *cpu = cpu_here();
    struct takt_thread *from = cpu->current;

    if (TAKT_CHECK >= 2) {
        audit();
    }
    commit(cpu);
    port_switch(from, cpu->current);
}

/* A time limit that is still on its way to its place goes on there in windows of its own. The
 * thread is blocked by now: it may be switched away at any of them, and even wake. */
static void settle_timeout(struct takt_thread *thread)
{
    while (thread->timeout.early) {
        timeout_go_on(&cpu_here()->timeouts, &thread->timeout);
        port_irq_unmask();
        port_irq_mask();
    }
}

int kernel_leave_blocked(void)
{
    struct takt_thread *thread = cpu_here()->current;

    if (thread->timeout.early) {
        settle_timeout(thread);
    }
    kernel_leave();
    return thread->result;
}

void *kernel_preempted(void *context)
{
    struct kernel_cpu *cpu = cpu_here();

    cpu->current->context = context;
    if (cpu->next != cpu->current) {
        commit(cpu);
    }
    return cpu->current;
}

bool kernel_switch_pending(void)
{
    const struct kernel_cpu *cpu = cpu_here();

    return cpu->next != cpu->current;
}
