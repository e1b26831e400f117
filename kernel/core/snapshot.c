/* snapshot.c - tells the trace everything that exists, so that a trace may begin anywhere. */
#include "cpu.h"
#include "lock.h"
#include "priority.h"
#include "sched.h"
#include "takt/trace.h"
#include "thread_create.h"
#include "thread_state.h"
#include "trace.h"

static uint32_t snapshot_state(const struct takt_thread *thread)
{
    if (thread->state == THREAD_BLOCKED) {
        return thread->waiting_on->kind->state;
    }
    return sched_is_ready(thread) ? TRACE_STATE_READY : TRACE_STATE_SUSPENDED;
}

static void describe_thread(const struct takt_thread *thread)
{
    uint32_t object = thread->state == THREAD_BLOCKED ? thread->waiting_on->id : 0;

    thread_trace_identity(thread);
    trace_event(TRACE_THREAD_PRIORITY, thread->id, trace_pair(thread->priority, thread->base),
                priority_reason(thread));
    trace_event(TRACE_THREAD_STATE, thread->id,
                trace_pair(snapshot_state(thread), TRACE_CAUSE_SNAPSHOT), object);
}

/* A thread that has been moved runs on until its CPU lets it go, so that its CPU is no help. */
static void describe_running(const struct kernel_cpu *cpu)
{
    const struct takt_thread *runs = cpu->current;

    if (runs == &cpu->boot) {
        return;
    }
    if (TAKT_CPUS > 1) {
        trace_event(TRACE_THREAD_RUNS, runs->id, cpu->index, runs->priority);
    } else {
        trace_event(TRACE_THREAD_SWITCH, runs->id, 0, runs->priority);
    }
}

static void snapshot(bool at_end)
{
    trace_event(TRACE_SNAPSHOT_BEGIN, 0, at_end, TRACE_VERSION);
    for (struct list *at = kernel.threads.next; at != &kernel.threads; at = at->next) {
        describe_thread(LIST_ENTRY(at, struct takt_thread, registry_node));
    }
    for (struct list *at = kernel.objects.next; at != &kernel.objects; at = at->next) {
        const struct takt_wait *wait = LIST_ENTRY(at, struct takt_wait, registry_node);

        wait->kind->describe(wait);
    }
    for (unsigned index = 0; index < TAKT_CPUS; index++) {
        describe_running(&kernel.cpus[index]);
    }
    trace_event(TRACE_SNAPSHOT_END, 0, at_end, 0);
}

/* Everything at one instant: a snapshot during which things change would be worth nothing. */
void takt_trace_begin(void (*told)(void))
{
    unsigned state = lock_take_saving();

    trace_active = true;
    snapshot(false);
    if (told != NULL) {
        told();
    }
    lock_release_restoring(state);
}

void takt_trace_end(bool with_snapshot)
{
    unsigned state = lock_take_saving();

    if (with_snapshot) {
        snapshot(true);
    }
    trace_active = false;
    lock_release_restoring(state);
}

void takt_mark(uint32_t code, uint32_t value)
{
    unsigned state = lock_take_saving();

    trace_event(TRACE_MARK, cpu_here()->current->id, code, value);
    lock_release_restoring(state);
}
