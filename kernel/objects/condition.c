/* condition.c - waiting, with a mutex held, for a signal.
 *
 * To wait is to block here and to let the mutex go, in one window; what the mutex's waiters lent
 * goes with it. A thread that was woken locks the mutex again in its own call, where it lends like
 * any other.
 *
 * A broadcast wakes one waiter a window, and others may begin to wait, or signal, in between.
 * Therefore broadcasts are counted, and each waiter keeps, on its stack, the count that it began
 * at: a broadcast calls those of earlier rounds, a signal goes to one of the present. Who has been
 * called does not report a time limit, even if it ran out before its turn came.
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
    condition->round = 0;
    condition->open = true;
    wait_register(&condition->wait, name);
    kernel_leave();
}

/* Waiting. */

static int wait_and_let_go(struct takt_condition *condition, struct takt_mutex *mutex,
                           uint32_t *round, takt_time timeout)
{
    if (!condition->open) {
        return TAKT_ECLOSED;
    }
    *round = condition->round;
    cpu_here()->current->wanted = round;
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
    uint32_t round;

    kernel_enter();
    TAKT_REQUIRE(mutex_held_once(mutex));
    int status = wait_and_let_go(condition, mutex, &round, timeout);

    if (status != WAIT_BLOCKED) {
        kernel_leave_same();
        return status;
    }
    status = kernel_leave_blocked();
    kernel_enter();
    bool called = round != condition->round;

    return lock_again(mutex, called ? TAKT_OK : status);
}

/* Waking. */

static uint32_t round_of(const struct takt_thread *waiter)
{
    return *(const uint32_t *)waiter->wanted;
}

/* The most urgent waiter of the present round. Those before it, if there are any, were called by a
 * broadcast that goes on. */
static struct takt_thread *first_of_now(const struct takt_condition *condition)
{
    const struct list *waiters = &condition->wait.waiters;

    for (struct list *at = waiters->next; at != waiters; at = at->next) {
        struct takt_thread *waiter = LIST_ENTRY(at, struct takt_thread, node);

        if (round_of(waiter) == condition->round) {
            return waiter;
        }
    }
    return NULL;
}

/* The most urgent waiter of a round before that. Those before it, if there are any, began to wait
 * after the broadcast. */
static struct takt_thread *first_before(const struct takt_condition *condition, uint32_t round)
{
    const struct list *waiters = &condition->wait.waiters;

    for (struct list *at = waiters->next; at != waiters; at = at->next) {
        struct takt_thread *waiter = LIST_ENTRY(at, struct takt_thread, node);

        if ((int32_t)(round - round_of(waiter)) > 0) {
            return waiter;
        }
    }
    return NULL;
}

static void wake(const struct takt_condition *condition, struct takt_thread *waiter)
{
    trace_event(TRACE_CONDITION_SIGNAL, cpu_here()->current->id, condition->wait.id,
                waiter != NULL);
    if (waiter != NULL) {
        wait_leave(waiter, TAKT_OK);
    }
}

int takt_condition_signal(struct takt_condition *condition)
{
    kernel_enter();
    int status = condition->open ? TAKT_OK : TAKT_ECLOSED;

    if (condition->open) {
        wake(condition, first_of_now(condition));
    }
    kernel_leave();
    return status;
}

struct broadcast {
    const struct takt_condition *condition;
    uint32_t round; /* the first that it does not call */
};

static bool wake_one(void *object)
{
    const struct broadcast *broadcast = object;
    struct takt_thread *waiter = first_before(broadcast->condition, broadcast->round);

    if (waiter == NULL) {
        return false;
    }
    wake(broadcast->condition, waiter);
    return true;
}

int takt_condition_broadcast(struct takt_condition *condition)
{
    REQUIRE_NO_ISR();
    kernel_enter();
    int status = condition->open ? TAKT_OK : TAKT_ECLOSED;

    if (condition->open) {
        condition->round++;
        struct broadcast broadcast = { condition, condition->round };

        steps_run(wake_one, &broadcast);
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
