/* semaphore.c - a counter to wait for. What is given goes straight to the most urgent waiter. */
#include "takt/semaphore.h"

#include "entry.h"
#include "trace.h"
#include "wait.h"

/* Of the counter: threads may be waiting; destroyed. */
enum { CONTENDED = -1, CLOSED = -2 };

uint32_t takt_semaphore_count(const struct takt_semaphore *semaphore)
{
    return semaphore->count > 0 ? (uint32_t)semaphore->count : 0;
}

static void describe(const struct takt_wait *wait)
{
    trace_event(TRACE_SEMAPHORE_CREATE, 0, wait->id,
                takt_semaphore_count(LIST_ENTRY(wait, struct takt_semaphore, wait)));
    wait_trace_name(wait);
}

static const struct takt_wait_kind semaphore_kind = {
    .state = TRACE_STATE_SEMAPHORE,
    .describe = describe,
};

void takt_semaphore_init(struct takt_semaphore *semaphore, const char *name, uint32_t count)
{
    TAKT_REQUIRE(count <= TAKT_SEMAPHORE_MAX);
    kernel_enter();

    wait_init(&semaphore->wait, &semaphore_kind);
    semaphore->count = (int32_t)count;
    wait_register(&semaphore->wait, name);
    kernel_leave();
}

static void trace_count(enum trace_event_id event, const struct takt_semaphore *semaphore,
                        const struct takt_thread *thread)
{
    trace_event(event, thread->id, semaphore->wait.id, takt_semaphore_count(semaphore));
}

SELDOM static int take_slowly(struct takt_semaphore *semaphore, int32_t count, takt_time timeout)
{
    int status = count == CLOSED ? TAKT_ECLOSED : wait_join(&semaphore->wait, timeout);

    if (status == WAIT_BLOCKED) {
        semaphore->count = CONTENDED;
    }
    return kernel_leave_with(status);
}

int takt_semaphore_take(struct takt_semaphore *semaphore, takt_time timeout)
{
    kernel_enter();
    int32_t count = semaphore->count;

    if (count <= 0) {
        return take_slowly(semaphore, count, timeout);
    }
    semaphore->count = count - 1;
    trace_count(TRACE_SEMAPHORE_TAKE, semaphore, cpu_here()->current);
    kernel_leave_same();
    return TAKT_OK;
}

/* Nobody waits; or it is destroyed, or full. */
SELDOM static int give_to_counter(struct takt_semaphore *semaphore)
{
    int status = TAKT_OK;

    if (semaphore->count == CLOSED) {
        status = TAKT_ECLOSED;
    } else if (semaphore->count == TAKT_SEMAPHORE_MAX) {
        status = TAKT_EAGAIN;
    } else {
        semaphore->count = 1;
        trace_count(TRACE_SEMAPHORE_GIVE, semaphore, cpu_here()->current);
    }
    kernel_leave_same();
    return status;
}

SELDOM static int give_to_tied(struct takt_semaphore *semaphore, struct takt_thread *waiter)
{
    trace_count(TRACE_SEMAPHORE_GIVE, semaphore, cpu_here()->current);
    bool changed = wait_end(waiter);

    trace_count(TRACE_SEMAPHORE_TAKE, semaphore, waiter);
    kernel_leave_to(waiter, changed);
    return TAKT_OK;
}

/* Who still waits while the semaphore is being destroyed may as well get what is given. */
SELDOM static int give_slowly(struct takt_semaphore *semaphore)
{
    if (list_empty(&semaphore->wait.waiters)) {
        return give_to_counter(semaphore);
    }
    struct takt_thread *waiter = wait_first(&semaphore->wait);

    if (waiter->ties.all != 0) {
        return give_to_tied(semaphore, waiter);
    }
    trace_count(TRACE_SEMAPHORE_GIVE, semaphore, cpu_here()->current);
    wait_interrupt(waiter);
    bool changed = sched_run(waiter, TRACE_CAUSE_GRANTED);

    trace_count(TRACE_SEMAPHORE_TAKE, semaphore, waiter);
    kernel_leave_to(waiter, changed);
    return TAKT_OK;
}

int takt_semaphore_give(struct takt_semaphore *semaphore)
{
    kernel_enter();
    int32_t count = (int32_t)((uint32_t)semaphore->count + 1);

    /* cppcheck-suppress knownConditionTrueFalse ; it takes the sum for one of wide numbers */
    if (count <= 0) {
        return give_slowly(semaphore);
    }
    semaphore->count = count;
    trace_count(TRACE_SEMAPHORE_GIVE, semaphore, cpu_here()->current);
    kernel_leave_same();
    return TAKT_OK;
}

void takt_semaphore_destroy(struct takt_semaphore *semaphore)
{
    REQUIRE_NO_ISR();
    kernel_enter();

    TAKT_REQUIRE(semaphore->count != CLOSED);
    semaphore->count = CLOSED;
    wait_unregister(&semaphore->wait);
    trace_event(TRACE_SEMAPHORE_DESTROY, cpu_here()->current->id, semaphore->wait.id, 0);
    wait_close(&semaphore->wait);
    kernel_leave();
}
