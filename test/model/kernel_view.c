/* kernel_view.c - the insides of the kernel, as far as they are compared. */
#include "kernel_view.h"

#include "cpu.h"
#include "thread_state.h"
#include "wait.h"

enum view_state view_state(const struct takt_thread *thread)
{
    switch (thread->state) {
    case THREAD_READY:
        return VIEW_READY;
    case THREAD_BLOCKED:
        return VIEW_BLOCKED;
    case THREAD_SUSPENDED:
        return VIEW_SUSPENDED;
    case THREAD_ENDING:
        return VIEW_ENDING;
    default:
        return VIEW_DEAD;
    }
}

unsigned view_suspended(const struct takt_thread *thread)
{
    return thread->ties.each.suspended;
}

static int threads_in(const struct list *list, const struct takt_thread **threads, int room)
{
    int count = 0;

    for (const struct list *at = list->next; at != list && count <= room; at = at->next) {
        if (count < room) {
            threads[count] = LIST_ENTRY(at, const struct takt_thread, node);
        }
        count++;
    }
    return count;
}

int view_waiters(const struct takt_wait *wait, const struct takt_thread **list, int room)
{
    return threads_in(&wait->waiters, list, room);
}

int view_ready(int cpu, unsigned priority, const struct takt_thread **list, int room)
{
    return threads_in(&kernel.cpus[cpu].ready.levels[priority + 1], list, room);
}

takt_time view_slice_left(const struct takt_thread *thread)
{
    const struct kernel_cpu *cpu = cpu_running(thread);
    const struct takt_timeout *end = &cpu->slice_end;

    return thread == cpu->current && timeout_armed(end) ? timeout_when(end) - port_clock_now()
                                                        : thread->slice_left;
}

const struct takt_thread *view_owner(const struct takt_wait *wait)
{
    return wait->owner;
}

static int length_of(const struct list *list)
{
    int length = 0;

    for (const struct list *at = list->next; at != list; at = at->next) {
        length++;
    }
    return length;
}

int view_threads(void)
{
    return length_of(&kernel.threads);
}

int view_objects(void)
{
    return length_of(&kernel.objects);
}

bool view_timeouts(void)
{
    return timeout_next(&cpu_here()->timeouts) != TAKT_FOREVER;
}
