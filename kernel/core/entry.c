/* entry.c - where the decision is carried out. */
#include "entry.h"

#include "trace.h"
#include "upcalls.h"

struct kernel kernel;

void *kernel_switch(void *saved)
{
    struct kernel_cpu *cpu = cpu_here();
    struct takt_thread *next = cpu->next;

    cpu->current->context = saved;
    if (next != cpu->current) {
        trace_event(TRACE_THREAD_SWITCH, next->id, cpu->current->id, next->priority);
        cpu->current = next;
    }
    return next->context;
}

bool kernel_switch_pending(void)
{
    const struct kernel_cpu *cpu = cpu_here();

    return cpu->next != cpu->current;
}
