/* move.c - a thread goes to another CPU. */
#include "move.h"

#include "clock.h"
#include "entry.h"
#include "sched.h"
#include "takt/thread.h"
#include "thread_create.h"
#include "trace.h"

void move_arrive(struct takt_thread *thread)
{
    thread->state = THREAD_READY;
    (void)sched_add(thread);
}

/* Its time limit is kept by the clock of the CPU that it is on. */
static void take_limit_along(struct takt_thread *thread)
{
    if (timeout_armed(&thread->timeout)) {
        takt_time when = timeout_when(&thread->timeout);

        clock_cancel(&thread->timeout);
        clock_add(thread->cpu, &thread->timeout, when);
    }
}

/* Behind its equals there: it comes anew. */
/* From now on it is on that CPU because it was sent there. */
static void settle_on(struct takt_thread *thread, struct kernel_cpu *cpu)
{
    thread->cpu->guests -= thread->guest;
    thread->cpu = cpu;
    thread->guest = thread->serves_timers;
    cpu->guests += thread->guest;
}

static void move(struct takt_thread *thread, struct kernel_cpu *to)
{
    bool ready = sched_is_ready(thread);

    if (cpu_of(thread) == to) {
        settle_on(thread, to);
        return;
    }
    if (ready) {
        sched_unready(thread);
    }
    settle_on(thread, to);
    to->sliced = to->sliced || thread->slice > 0;
    trace_event(TRACE_THREAD_MOVE, thread->id, to->index, 0);
    take_limit_along(thread);
    if (ready) {
        move_arrive(thread);
    }
}

void move_wait_switch(struct move_place place)
{
    bool waits = !port_in_isr();

    while (waits) {
        kernel_enter();
        waits = place.cpu->current == place.thread && place.cpu->next != place.thread
                && place.cpu->switches == place.switches;
        kernel_leave_same();
        port_relax();
    }
}

unsigned takt_thread_cpu(const struct takt_thread *thread)
{
    return cpu_of(thread)->index;
}

static int may_move(const struct takt_thread *thread, const struct kernel_cpu *to)
{
    if (thread_is_over(thread)) {
        return TAKT_ECLOSED;
    }
    return to->isolated && thread->serves_timers ? TAKT_EBUSY : TAKT_OK;
}

int takt_thread_move(struct takt_thread *thread, unsigned cpu)
{
    if (cpu >= TAKT_CPUS) {
        return TAKT_EINVAL;
    }
    kernel_enter();
    int status = may_move(thread, &kernel.cpus[cpu]);

    if (status == TAKT_OK) {
        REQUIRE_CREATED(thread);
        move(thread, &kernel.cpus[cpu]);
    }
    kernel_leave();
    return status;
}
