/* entry.c - where the decision is carried out. */
#include "entry.h"

#include "upcalls.h"

struct kernel kernel;

void kernel_switch(void)
{
    struct kernel_cpu *cpu = cpu_here();

    (void)kernel_switch_to(cpu, cpu->next);
}

void kernel_leave_changed(void)
{
    kernel_leave_to(cpu_here()->next, true);
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
    const struct kernel_cpu *cpu = cpu_here();
    struct takt_thread *thread = cpu->current;

    if (thread->timeout.early) {
        settle_timeout(thread);
    }
    kernel_leave_to(cpu->next, cpu->next != thread);
    return thread->result;
}

void *kernel_preempted(void *context)
{
    struct kernel_cpu *cpu = cpu_here();

    cpu->current->context = context;
    if (cpu->next != cpu->current) {
        kernel_commit(cpu, cpu->next);
    }
    return cpu->current;
}
