/* condition.c - waiting, with a mutex held, for a signal.
 *
 * To wait is to block here and to let the mutex go, in one window; what the mutex's waiters lent
 * goes with it. A thread that was woken locks the mutex again in its own call, where it lends like
 * any other.
 *
 * A broadcast wakes one waiter a window. Meanwhile all who wait here have been called: whoever
 * wants to wait finishes it first, and a signal finds nobody. Who has been called does not report a
 * time limit, even if it ran out before its turn came: it knows by the number of broadcasts.
 */
#include "takt/condition.h"

#include "entry.h"
#include "mutex_hold.h"
#include "steps.h"
#include "trace.h"
#include "wait.h"

static void describe(const struct takt_wait *wait)
{
    trace_event(TRACE_CONDITION_CREATE, 0, wait->id, 0);
    wait_trace_name(wait);
}

static const struct takt_wait_kind condition_kind = {
    .state = TRACE_STATE_CONDITION,
    .describe = describe,
};

void takt_condition_init(struct takt_condition *condition, const char *name)
{
    kernel_enter();

    wait_init(&condition->wait, &condition_kind);
    condition->broadcasts = 0;
    condition->calling = false;
    condition->open = true;
    wait_register(&condition->wait, name);
    kernel_leave();
}

static void wake(const struct takt_condition *condition, struct takt_thread *waiter)
{
    trace_event(TRACE_CONDITION_SIGNAL, cpu_here()->current->id, condition->wait.id,
                waiter != NULL);
    if (waiter != NULL) {
        wait_leave(waiter, TAKT_OK);
    }
}

/* Broadcasting. */

/* Somebody else may have called the last one. */
static bool call_one(void *object)
{
    struct takt_condition *condition = object;
    struct takt_thread *waiter = condition->calling ? wait_first(&condition->wait) : NULL;

    condition->calling = waiter != NULL;
    if (waiter != NULL) {
        wake(condition, waiter);
    }
    return condition->calling;
}

/* The next may have begun by then. */
static void finish_broadcasts(struct takt_condition *condition)
{
    while (UNLIKELY(condition->calling)) {
        steps_run(call_one, condition);
    }
}

int takt_condition_broadcast(struct takt_condition *condition)
{
    REQUIRE_NO_ISR();
    kernel_enter();
    int status = condition->open ? TAKT_OK : TAKT_ECLOSED;

    if (condition->open) {
        condition->broadcasts++;
        condition->calling = true;
        finish_broadcasts(condition);
    }
    kernel_leave();
    return status;
}

/* Waiting. */

static int wait_and_let_go(struct takt_condition *condition, struct takt_mutex *mutex,
                           takt_time timeout)
{
    if (!condition->open || !mutex_held_once(mutex)) {
        return TAKT_ECLOSED; /* destroyed while a broadcast was finished */
    }
    int status = wait_join(&condition->wait, timeout);

    if (status == WAIT_BLOCKED) {
        mutex_let_go(mutex);
    }
    return status;
}

/* That the mutex is not locked, or not in order, is more than how the wait has ended. */
static int lock_again(struct takt_mutex *mutex, int status)
{
    int locked = kernel_leave_with(mutex_take(mutex));

    return locked == TAKT_OK ? status : locked;
}

int takt_condition_wait(struct takt_condition *condition, struct takt_mutex *mutex,
                        takt_time timeout)
{
    REQUIRE_THREAD();
    kernel_enter();
    TAKT_REQUIRE(mutex_held_once(mutex));
    finish_broadcasts(condition);
    uint32_t broadcasts = condition->broadcasts;
    int status = wait_and_let_go(condition, mutex, timeout);

    if (status != WAIT_BLOCKED) {
        kernel_leave_same();
        return status;
    }
    status = kernel_leave_blocked();
    kernel_enter();
    bool called = broadcasts != condition->broadcasts;

    return lock_again(mutex, called ? TAKT_OK : status);
}

int takt_condition_signal(struct takt_condition *condition)
{
    kernel_enter();
    int status = condition->open ? TAKT_OK : TAKT_ECLOSED;

    if (condition->open) {
        wake(condition, condition->calling ? NULL : wait_first(&condition->wait));
    }
    kernel_leave();
    return status;
}

void takt_condition_destroy(struct takt_condition *condition)
{
    REQUIRE_NO_ISR();
    kernel_enter();

    TAKT_REQUIRE(condition->open);
    condition->open = false;
    wait_unregister(&condition->wait);
    trace_event(TRACE_CONDITION_DESTROY, cpu_here()->current->id, condition->wait.id, 0);
    wait_close(&condition->wait);
    kernel_leave();
}
