/* inspect.c - threads, one after the other, for whoever wants to see.
 *
 * Between two threads anything may happen, so a walk keeps a place in the list only as long as no
 * thread was made and none has ended. If one has, it begins anew and passes those that were made no
 * later than the last that it told of, a few in a window.
 */
#include "takt/inspect.h"

#include "entry.h"
#include "name.h"
#include "sched.h"
#include "stack.h"
#include "statistics.h"
#include "thread_state.h"
#include "trace.h"

enum { PASSED_IN_A_WINDOW = 16 };

static const char *state_of(const struct takt_thread *thread)
{
    static const char *const blocked[TRACE_STATE_COUNT] = {
        [TRACE_STATE_SLEEP] = "sleeping",
        [TRACE_STATE_SEND] = "SEND-blocked",
        [TRACE_STATE_RECEIVE] = "RECEIVE-blocked",
        [TRACE_STATE_REPLY] = "REPLY-blocked",
        [TRACE_STATE_MUTEX] = "MUTEX-blocked",
        [TRACE_STATE_SEMAPHORE] = "SEMAPHORE-blocked",
        [TRACE_STATE_JOIN] = "JOIN-blocked",
        [TRACE_STATE_FLAGS] = "FLAGS-blocked",
        [TRACE_STATE_QUEUE_SEND] = "QUEUE-SEND-blocked",
        [TRACE_STATE_QUEUE_RECEIVE] = "QUEUE-RECEIVE-blocked",
        [TRACE_STATE_POOL] = "POOL-blocked",
        [TRACE_STATE_CONDITION] = "CONDITION-blocked",
        [TRACE_STATE_TIMER] = "TIMER-blocked",
    };

    if (thread == cpu_running(thread)->current) {
        return "running";
    }
    if (thread->state == THREAD_BLOCKED) {
        return blocked[thread->waiting_on->kind->state];
    }
    if (sched_is_ready(thread)) {
        return "READY";
    }
    return thread->state == THREAD_ENDING ? "ending" : "suspended";
}

static void copy_name(char *to, const char *name)
{
    (void)name_piece(name, 0, to, TAKT_NAME_BYTES);
}

static const struct takt_thread *holder_of(const struct takt_thread *thread)
{
    const struct takt_wait *wait = thread->waiting_on;

    if (thread->server != NULL || wait->owner != NULL) {
        return thread->server != NULL ? thread->server : wait->owner;
    }
    return list_empty(&wait->servers)
               ? NULL
               : LIST_ENTRY(wait->servers.next, const struct takt_thread, serve_node);
}

static const char *joined_name(const struct takt_wait *wait)
{
    return LIST_ENTRY(wait, const struct takt_thread, joiners)->name;
}

static void describe_wait(const struct takt_thread *thread, struct takt_thread_info *info)
{
    const struct takt_wait *wait = thread->waiting_on;
    const struct takt_thread *holder = holder_of(thread);

    copy_name(info->waits_for,
              wait->kind->state == TRACE_STATE_JOIN ? joined_name(wait) : wait->name);
    copy_name(info->holder, holder == NULL ? "" : holder->name);
}

static void describe(const struct takt_thread *thread, struct takt_thread_info *info)
{
    *info = (struct takt_thread_info){
        .state = state_of(thread),
        .id = thread->id,
        .cpu = thread->cpu->index,
        .priority = thread->priority,
        .base = thread->base,
        .run_time = thread->run_time,
        .switches = thread->switches,
        .stack_bytes = thread->stack_bytes,
    };
    copy_name(info->name, thread->name);
    copy_name(info->group, thread->group);
    if (thread->state == THREAD_BLOCKED) {
        describe_wait(thread, info);
    }
}

/* From the walk's place on the first that was not told yet, or NULL: none, or not found so far,
 * with the place further on. */
static const struct takt_thread *look_on(struct takt_thread_walk *walk)
{
    const struct list *at =
        walk->changes == kernel.thread_changes && walk->at != NULL ? walk->at : kernel.threads.next;
    const struct takt_thread *found = NULL;

    for (unsigned left = PASSED_IN_A_WINDOW; left > 0 && at != &kernel.threads && found == NULL;
         left--) {
        const struct takt_thread *thread = LIST_ENTRY(at, const struct takt_thread, registry_node);

        found = (int32_t)(thread->serial - walk->told) > 0 ? thread : NULL;
        at = at->next;
    }
    walk->changes = kernel.thread_changes;
    walk->at = at;
    return found;
}

bool takt_thread_next(struct takt_thread_walk *walk, struct takt_thread_info *info)
{
    REQUIRE_NO_ISR();
    const struct takt_thread *thread;
    struct stack_extent extent = { 0, 0 };

    kernel_enter();
    for (unsigned index = 0; index < TAKT_CPUS; index++) {
        statistics_settle(&kernel.cpus[index]);
    }
    while ((thread = look_on(walk)) == NULL && walk->at != &kernel.threads) {
        kernel_leave();
        kernel_enter();
    }
    if (thread != NULL) {
        walk->told = thread->serial;
        describe(thread, info);
        extent = stack_extent(thread);
    }
    kernel_leave();
    info->stack_used = stack_extent_used(extent);
    return thread != NULL;
}
