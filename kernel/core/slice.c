/* slice.c - round robin for threads that ask for it.
 *
 * One timeout of the CPU is armed while a thread with a slice runs. When it expires the thread goes
 * behind its equals. A thread that is preempted keeps its turn and what is left of its slice; one
 * that blocks, yields or has used its slice up begins the next time with a whole one.
 *
 * Every function is called with the kernel lock held.
 */
#include "slice.h"

#include "clock.h"
#include "sched.h"
#include "thread_state.h"

/* It is still first of its list, where it goes on if it is preempted. */
static bool keeps_turn(const struct kernel_cpu *cpu, const struct takt_thread *thread)
{
    return thread->state == THREAD_READY
           && thread->node.previous == &cpu->ready.levels[thread->priority + 1];
}

static void begin(struct kernel_cpu *cpu, const struct takt_thread *thread)
{
    clock_add(cpu, &cpu->slice_end, port_clock_now() + thread->slice_left);
}

static void expire(struct takt_timeout *timeout)
{
    struct kernel_cpu *cpu = LIST_ENTRY(timeout, struct kernel_cpu, slice_end);
    struct takt_thread *thread = cpu->current;

    if (TAKT_CPUS > 1) {
        cpu->counts.slices++;
    }
    thread->slice_left = thread->slice;
    if (!keeps_turn(cpu, thread) || list_alone(&thread->node)) {
        begin(cpu, thread);
    } else {
        runqueue_rotate(thread);
        sched_choose(cpu);
    }
}

void slice_init(struct kernel_cpu *cpu)
{
    cpu->sliced = false;
    timeout_init(&cpu->slice_end, expire);
}

/* Who is preempted keeps its turn with the rest of its slice. If none is left, since others came
 * due before its end and one of them preempts it, its turn is over all the same. */
static void pause(struct kernel_cpu *cpu, struct takt_thread *thread)
{
    takt_time now = port_clock_now();
    takt_time end = timeout_when(&cpu->slice_end);
    bool keeps = timeout_armed(&cpu->slice_end) && keeps_turn(cpu, thread);

    thread->slice_left = thread->slice;
    if (keeps && end > now) {
        thread->slice_left = (uint32_t)(end - now);
    } else if (keeps) {
        runqueue_rotate(thread);
    }
    timeout_cancel(&cpu->timeouts, &cpu->slice_end);
}

void slice_pass(struct kernel_cpu *cpu, const struct takt_thread *next)
{
    if (cpu->current->slice > 0) {
        pause(cpu, cpu->current);
    }
    if (next->slice > 0) {
        begin(cpu, next);
    }
}

void slice_choose(struct kernel_cpu *cpu, bool wanted)
{
    clock_cancel(&cpu->slice_end);
    cpu->current->slice_left = cpu->current->slice;
    if (wanted && cpu->current->slice > 0) {
        begin(cpu, cpu->current);
    }
}
