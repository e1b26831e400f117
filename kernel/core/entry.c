/* entry.c - where the decision is carried out. */
#include "entry.h"

#include "clock.h"
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
        clock_go_on(&thread->timeout);
        lock_release();
        lock_take();
    }
}

int kernel_leave_blocked(void)
{
    struct takt_thread *thread = cpu_here()->current;

    if (thread->timeout.early) {
        settle_timeout(thread);
    }
    kernel_leave_to(cpu_here()->next, cpu_here()->next != thread);
    return thread->result;
}

void *kernel_preempted(void *context)
{
    struct kernel_cpu *cpu = cpu_here();

    lock_take_masked();
    cpu->current->context = context;
    if (cpu->next != cpu->current) {
        kernel_commit(cpu, cpu->next);
    }
    lock_release_masked();
    return cpu->current;
}

void kernel_switched(void)
{
    lock_release_masked();
}

SELDOM void kernel_give_way(void)
{
    while (cpu_here()->next != cpu_here()->current && !port_in_isr()) {
        kernel_switch();
        lock_take();
    }
}
