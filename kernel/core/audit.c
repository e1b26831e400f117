/* audit.c - walks every structure of the kernel and checks every invariant.
 *
 * Called with the kernel lock held, at each exit, where TAKT_CHECK is 2. Sees all of the core;
 * nothing sees it but the door.
 */
#include "audit.h"

#include "cpu.h"
#include "priority.h"
#include "takt/check.h"
#include "thread_state.h"
#include "wait.h"

/* A thread in the ready queue is READY and listed at its effective priority. */
static void audit_ready_list(const struct runqueue *queue, unsigned priority)
{
    const struct list *list = &queue->levels[priority + 1];

    TAKT_ASSERT(list_empty(list) == ((queue->occupied & bits_of(priority)) == 0));
    for (const struct list *at = list->next; at != list; at = at->next) {
        const struct takt_thread *thread = LIST_ENTRY(at, const struct takt_thread, node);

        TAKT_ASSERT(at->next->previous == at);
        TAKT_ASSERT(thread->state == THREAD_READY && thread->priority == priority);
        TAKT_ASSERT(thread->ties.each.suspended == 0);
    }
}

/* The decision is the most urgent ready thread. */
static void audit_decision(const struct kernel_cpu *cpu)
{
    TAKT_ASSERT(cpu->next == runqueue_first(&cpu->ready));
    TAKT_ASSERT(cpu->ready.levels[0].next == &cpu->idle.node && list_alone(&cpu->idle.node));
}

/* Linked both ways and in order, and nothing stands later than it is due. */
static void audit_timeouts(const struct timeout_queue *queue)
{
    const struct list *list = &queue->end.node;
    takt_time before = 0;

    for (const struct list *at = list->next; at != list; at = at->next) {
        const struct takt_timeout *timeout = LIST_ENTRY(at, const struct takt_timeout, node);

        TAKT_ASSERT(at->next->previous == at);
        TAKT_ASSERT(timeout->when >= before && timeout->when <= timeout_when(timeout));
        before = timeout->when;
    }
    TAKT_ASSERT(queue->carried == NULL || queue->carried->early);
}

/* Sorted, and everybody in it waits for it. */
static void audit_wait(const struct takt_wait *wait)
{
    unsigned before = UINT8_MAX;

    for (const struct list *at = wait->waiters.next; at != &wait->waiters; at = at->next) {
        const struct takt_thread *thread = LIST_ENTRY(at, const struct takt_thread, node);

        TAKT_ASSERT(thread->state == THREAD_BLOCKED && thread->waiting_on == wait);
        TAKT_ASSERT(wait->kind->unordered || thread->priority <= before);
        before = thread->priority;
    }
}

static void audit_loans(const struct takt_thread *thread)
{
    for (const struct list *at = thread->owned.next; at != &thread->owned; at = at->next) {
        TAKT_ASSERT(LIST_ENTRY(at, const struct takt_wait, owned_node)->owner == thread);
    }
    for (const struct list *at = thread->clients.next; at != &thread->clients; at = at->next) {
        TAKT_ASSERT(LIST_ENTRY(at, const struct takt_thread, client_node)->server == thread);
    }
    TAKT_ASSERT(list_empty(&thread->serve_node) == (thread->serves == NULL));
}

static void audit_thread(const struct takt_thread *thread)
{
    TAKT_ASSERT(thread->state != THREAD_DEAD && !thread->in_walk && !thread->in_circle);
    TAKT_ASSERT(thread->priority == priority_due(thread));
    TAKT_ASSERT(thread->state == THREAD_BLOCKED || !timeout_armed(&thread->timeout));
    TAKT_ASSERT(timeout_armed(&thread->timeout) == (thread->ties.each.limited != 0));
    TAKT_ASSERT((thread->state == THREAD_SUSPENDED) <= (thread->ties.each.suspended > 0));
    TAKT_ASSERT(thread->server == NULL || thread->state == THREAD_BLOCKED);
    audit_loans(thread);
    audit_wait(&thread->joiners);
    if (thread->state == THREAD_BLOCKED) {
        audit_wait(thread->waiting_on);
    }
}

static bool is_on_stack_of(const struct takt_thread *thread, const void *record)
{
    uintptr_t at = (uintptr_t)record;

    return at >= (uintptr_t)thread->stack && at < (uintptr_t)thread->stack + thread->stack_bytes;
}

/* What the running thread has on its stack, it has above the frame of its call: whatever lies below
 * is in a frame that was left. An interrupt may be on another stack; then nothing can be said. */
static bool is_left_behind(const void *record, const void *frame)
{
    const struct takt_thread *thread = cpu_here()->current;

    return is_on_stack_of(thread, frame) && is_on_stack_of(thread, record)
           && (uintptr_t)record < (uintptr_t)frame;
}

/* Asked of each before it is looked at: its memory may be overwritten by now. */
static void audit_places(const void *frame)
{
    for (const struct list *at = kernel.threads.next; at != &kernel.threads; at = at->next) {
        TAKT_REQUIRE(!is_left_behind(at, frame));
    }
    for (const struct list *at = kernel.objects.next; at != &kernel.objects; at = at->next) {
        TAKT_REQUIRE(!is_left_behind(at, frame));
    }
}

void audit_end(const struct takt_thread *thread)
{
    for (const struct list *at = kernel.threads.next; at != &kernel.threads; at = at->next) {
        TAKT_REQUIRE(!is_on_stack_of(thread, at));
    }
    for (const struct list *at = kernel.objects.next; at != &kernel.objects; at = at->next) {
        TAKT_REQUIRE(!is_on_stack_of(thread, at));
    }
}

void audit(const void *frame)
{
    audit_places(frame);
    for (unsigned index = 0; index < TAKT_CPUS; index++) {
        const struct kernel_cpu *cpu = &kernel.cpus[index];

        for (unsigned priority = 0; priority < TAKT_PRIORITIES; priority++) {
            audit_ready_list(&cpu->ready, priority);
        }
        audit_decision(cpu);
        audit_timeouts(&cpu->timeouts);
    }
    for (const struct list *at = kernel.threads.next; at != &kernel.threads; at = at->next) {
        audit_thread(LIST_ENTRY(at, const struct takt_thread, registry_node));
    }
    for (const struct list *at = kernel.objects.next; at != &kernel.objects; at = at->next) {
        audit_wait(LIST_ENTRY(at, const struct takt_wait, registry_node));
    }
}
