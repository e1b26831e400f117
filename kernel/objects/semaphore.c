/* semaphore.c - a counter to wait for. What is given goes straight to the most urgent waiter. */
#include "takt/semaphore.h"

#include "entry.h"
#include "trace.h"
#include "wait.h"

static void describe(const struct takt_wait *wait)
{
    const struct takt_semaphore *semaphore = LIST_ENTRY(wait, struct takt_semaphore, wait);

    trace_event(TRACE_SEMAPHORE_CREATE, 0, wait->id, semaphore->count);
    wait_trace_name(wait);
}

static const struct takt_wait_kind semaphore_kind = {
    .state = TRACE_STATE_SEMAPHORE,
    .describe = describe,
};

void takt_semaphore_init(struct takt_semaphore *semaphore, const char *name, uint32_t count)
{
    kernel_enter();

    wait_init(&semaphore->wait, &semaphore_kind);
    semaphore->count = count;
    semaphore->open = true;
    wait_register(&semaphore->wait, name);
    kernel_leave();
}

static void trace_count(enum trace_event_id event, const struct takt_semaphore *semaphore,
                        const struct takt_thread *thread)
{
    trace_event(event, thread->id, semaphore->wait.id, semaphore->count);
}

int takt_semaphore_take(struct takt_semaphore *semaphore, takt_time timeout)
{
    kernel_enter();
    int status = TAKT_OK;

    if (!semaphore->open) {
        status = TAKT_ECLOSED;
    } else if (semaphore->count > 0) {
        semaphore->count--;
        trace_count(TRACE_SEMAPHORE_TAKE, semaphore, cpu_here()->current);
    } else {
        status = wait_join(&semaphore->wait, timeout);
    }
    return kernel_leave_with(status);
}

int takt_semaphore_give(struct takt_semaphore *semaphore)
{
    kernel_enter();
    struct takt_thread *waiter = wait_first(&semaphore->wait);
    int status = TAKT_OK;

    if (!semaphore->open) {
        status = TAKT_ECLOSED;
    } else if (waiter != NULL) {
        trace_count(TRACE_SEMAPHORE_GIVE, semaphore, cpu_here()->current);
        wait_leave(waiter, TAKT_OK);
        trace_count(TRACE_SEMAPHORE_TAKE, semaphore, waiter);
    } else if (semaphore->count == UINT32_MAX) {
        status = TAKT_EAGAIN;
    } else {
        semaphore->count++;
        trace_count(TRACE_SEMAPHORE_GIVE, semaphore, cpu_here()->current);
    }
    kernel_leave();
    return status;
}

void takt_semaphore_destroy(struct takt_semaphore *semaphore)
{
    REQUIRE_NO_ISR();
    kernel_enter();

    TAKT_REQUIRE(semaphore->open);
    semaphore->open = false;
    wait_unregister(&semaphore->wait);
    trace_event(TRACE_SEMAPHORE_DESTROY, cpu_here()->current->id, semaphore->wait.id, 0);
    kernel_leave();
    wait_close(&semaphore->wait);
}
