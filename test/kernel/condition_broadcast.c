/* condition_broadcast.c - a broadcast wakes all who waited at that moment and nobody else, though
 * it goes in steps and those whom it wakes may do anything in between. */
#include "condition_test.h"
#include "thread_state.h"
#include "wait.h"

static struct takt_mutex *mutexes[4];

CONDITION_TEST(condition_broadcast_wakes_all)
{
    struct takt_mutex *mutex = mutex_make(0);
    struct actor *waiters[] = { actor_make('a', 10), actor_make('b', 12), actor_make('c', 14) };

    CHECK_EQUAL(takt_condition_broadcast(condition()), TAKT_OK);
    for (unsigned i = 0; i < 3; i++) {
        (void)order_with_token(waiters[i], call_wait_and_unlock, mutex, TAKT_FOREVER);
    }
    CHECK_EQUAL(takt_condition_broadcast(condition()), TAKT_OK);
    CHECK_TEXT(harness_tokens(), "cba");
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQUAL(result_of(waiters[i]), TAKT_OK);
    }
}

/* With the mutex held by who broadcasts: all lend to it, and get it one after the other. */
CONDITION_TEST(condition_broadcast_with_the_mutex_held)
{
    struct takt_mutex *mutex = mutex_make(0);
    struct actor *holder = actor_make('C', 5);
    struct actor *waiters[] = { actor_make('a', 10), actor_make('b', 12), actor_make('c', 14) };

    for (unsigned i = 0; i < 3; i++) {
        (void)order_with_token(waiters[i], call_wait_and_unlock, mutex, takt_ms(2));
    }
    (void)lock(holder, mutex);
    CHECK_EQUAL(broadcast_by(holder), TAKT_OK);
    CHECK_TEXT(waiters_of(&mutex->wait), "cba");
    CHECK_EQUAL(priority_of(holder), 14);
    pass_ms(5);
    (void)unlock(holder, mutex);
    CHECK_TEXT(harness_tokens(), "cba");
    CHECK_EQUAL(result_of(waiters[0]), TAKT_OK);
}

/* Each waits again at once, as urgent as before: not a second time in the same broadcast. */

static int call_wait_again(struct actor *self, void *mutex, takt_time limit)
{
    int result = call_wait(self, mutex, limit);

    CHECK_EQUAL(result, TAKT_OK);
    harness_token(letter_of(self));
    return call_wait_and_unlock(self, mutex, limit);
}

CONDITION_TEST(condition_broadcast_is_for_those_who_waited_then)
{
    struct takt_mutex *mutex = mutex_make(0);
    struct actor *waiters[] = { actor_make('a', 10), actor_make('b', 12), actor_make('c', 14) };

    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQUAL(order(waiters[i], call_wait_again, mutex, TAKT_FOREVER), BUSY);
    }
    CHECK_EQUAL(takt_condition_broadcast(condition()), TAKT_OK);
    CHECK_TEXT(harness_tokens(), "cba");
    CHECK_TEXT(waiters_of(&condition()->wait), "cba");
    CHECK_EQUAL(takt_condition_broadcast(condition()), TAKT_OK);
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQUAL(result_of(waiters[i]), TAKT_OK);
    }
}

/* The first whom a broadcast wakes goes on for longer than the limits of the others: they have
 * been called, and do not say that they were late. */

static int call_wait_and_burn(struct actor *self, void *mutex, takt_time limit)
{
    int result = call_wait_and_unlock(self, mutex, limit);

    burn_tenths(50);
    return result;
}

CONDITION_TEST(condition_waiter_that_was_called_is_not_late)
{
    struct actor *first = actor_make('a', 20);
    struct actor *others[] = { actor_make('b', 10), actor_make('c', 12) };

    for (unsigned i = 0; i < 3; i++) {
        mutexes[i] = mutex_make(0);
    }
    (void)order(first, call_wait_and_burn, mutexes[0], TAKT_FOREVER);
    for (unsigned i = 0; i < 2; i++) {
        (void)order(others[i], call_wait_and_unlock, mutexes[i + 1], takt_ms(2));
    }
    CHECK_EQUAL(takt_condition_broadcast(condition()), TAKT_OK);
    CHECK_EQUAL(result_of(first), TAKT_OK);
    CHECK_EQUAL(result_of(others[0]), TAKT_OK);
    CHECK_EQUAL(result_of(others[1]), TAKT_OK);
}

/* In the middle of a broadcast: a, the first whom it wakes, lets another begin to wait, less urgent
 * than b, and does something of its own; b has been called by then, and not been woken yet: who
 * comes to wait wakes it first. */

static struct takt_semaphore *gate;

static int call_take_and_wait(struct actor *self, void *mutex, takt_time limit)
{
    CHECK_EQUAL(takt_semaphore_take(gate, TAKT_FOREVER), TAKT_OK);
    return call_wait_and_unlock(self, mutex, limit);
}

static void let_late_begin(void)
{
    (void)takt_semaphore_give(gate);
    takt_thread_set_priority(takt_thread_self(), 7);
}

/* A signal is for who waits now, not for b. */
static int call_wait_and_signal(struct actor *self, void *mutex, takt_time limit)
{
    int result = call_wait_and_unlock(self, mutex, limit);

    let_late_begin();
    CHECK_EQUAL(takt_condition_signal(condition()), TAKT_OK);
    return result;
}

/* Another broadcast is for both, and not for a, which then waits again. */
static int call_wait_and_broadcast(struct actor *self, void *mutex, takt_time limit)
{
    int result = call_wait_and_unlock(self, mutex, limit);

    CHECK_EQUAL(result, TAKT_OK);
    let_late_begin();
    CHECK_EQUAL(takt_condition_broadcast(condition()), TAKT_OK);
    harness_token('.');
    return call_wait_and_unlock(self, mutex, limit);
}

/* The call of a, which then goes on as far as it gets. */
static struct actor *broadcast_with(order_call call)
{
    struct actor *first = actor_make('a', 20);
    struct actor *called = actor_make('b', 10);
    struct actor *late = actor_make('l', 8);

    gate = semaphore_make(0);
    for (unsigned i = 0; i < 3; i++) {
        mutexes[i] = mutex_make(0);
    }
    CHECK_EQUAL(order_with_token(first, call, mutexes[0], TAKT_FOREVER), BUSY);
    CHECK_EQUAL(order_with_token(called, call_wait_and_unlock, mutexes[1], TAKT_FOREVER), BUSY);
    CHECK_EQUAL(order_with_token(late, call_take_and_wait, mutexes[2], TAKT_FOREVER), BUSY);
    CHECK_EQUAL(takt_condition_broadcast(condition()), TAKT_OK);
    CHECK_EQUAL(result_of(called), TAKT_OK);
    CHECK_EQUAL(result_of(late), TAKT_OK);
    return first;
}

CONDITION_TEST(condition_signal_in_the_middle_of_a_broadcast)
{
    struct actor *first = broadcast_with(call_wait_and_signal);

    CHECK_EQUAL(result_of(first), TAKT_OK);
    CHECK_TEXT(harness_tokens(), "bla");
}

CONDITION_TEST(condition_broadcast_in_the_middle_of_a_broadcast)
{
    struct actor *first = broadcast_with(call_wait_and_broadcast);

    CHECK_EQUAL(result_of(first), BUSY);
    CHECK_TEXT(harness_tokens(), "bl.");
    (void)takt_condition_signal(condition());
    CHECK_EQUAL(result_of(first), TAKT_OK);
}

/* Before anybody else comes to wait: all waiters have been called, so a signal has nobody to wake.
 */

static int call_wait_and_signal_nobody(struct actor *self, void *mutex, takt_time limit)
{
    int result = call_wait_and_unlock(self, mutex, limit);

    CHECK_EQUAL(takt_condition_signal(condition()), TAKT_OK);
    harness_token('.');
    return result;
}

CONDITION_TEST(condition_signal_during_a_broadcast_wakes_nobody)
{
    struct takt_mutex *mutex = mutex_make(0);
    struct actor *first = actor_make('a', 20);
    struct actor *called = actor_make('b', 10);

    (void)order(first, call_wait_and_signal_nobody, mutex, TAKT_FOREVER);
    (void)order_with_token(called, call_wait_and_unlock, mutex, TAKT_FOREVER);
    CHECK_EQUAL(takt_condition_broadcast(condition()), TAKT_OK);
    CHECK_TEXT(harness_tokens(), ".b");
    CHECK_EQUAL(result_of(first), TAKT_OK);
    CHECK_EQUAL(result_of(called), TAKT_OK);
}

/* Who comes to wait finishes the broadcast first; whom it wakes so destroys the mutex, with which
 * it then cannot wait any more. */

static struct takt_mutex *lost;

static int call_wait_and_wait_again(struct actor *self, void *mutex, takt_time limit)
{
    int result = call_wait(self, mutex, limit);

    CHECK_EQUAL(result, TAKT_OK);
    takt_thread_set_priority(takt_thread_self(), 5);
    return call_wait(self, mutex, limit);
}

static int call_wait_and_destroy(struct actor *self, void *mutex, takt_time limit)
{
    int result = call_wait_and_unlock(self, mutex, limit);

    takt_mutex_destroy(lost);
    return result;
}

CONDITION_TEST(condition_mutex_destroyed_while_a_broadcast_is_finished)
{
    struct actor *first = actor_make('a', 20);
    struct actor *called = actor_make('b', 10);

    lost = mutex_make(0);
    CHECK_EQUAL(order(first, call_wait_and_wait_again, lost, TAKT_FOREVER), BUSY);
    CHECK_EQUAL(order(called, call_wait_and_destroy, mutex_make(0), TAKT_FOREVER), BUSY);
    CHECK_EQUAL(takt_condition_broadcast(condition()), TAKT_OK);
    CHECK_EQUAL(result_of(first), TAKT_ECLOSED);
    CHECK_EQUAL(result_of(called), TAKT_OK);
}

/* The caller is cancelled after the first step: all are woken nevertheless. */

static struct actor *caller;

static int call_wait_and_cancel(struct actor *self, void *mutex, takt_time limit)
{
    int result = call_wait_and_unlock(self, mutex, limit);

    CHECK_EQUAL(takt_thread_cancel(thread_of(caller)), TAKT_OK);
    return result;
}

CONDITION_TEST(condition_broadcast_is_finished_for_who_is_cancelled)
{
    struct takt_mutex *mutex = mutex_make(0);
    struct actor *first = actor_make('a', 20);
    struct actor *others[] = { actor_make('b', 10), actor_make('c', 12) };

    caller = actor_make('B', 5);
    CHECK_EQUAL(order_with_token(first, call_wait_and_cancel, mutex, TAKT_FOREVER), BUSY);
    for (unsigned i = 0; i < 2; i++) {
        (void)order_with_token(others[i], call_wait_and_unlock, mutex, TAKT_FOREVER);
    }
    CHECK_EQUAL(broadcast_by(caller), BUSY);
    CHECK_EQUAL(thread_of(caller)->state, THREAD_DEAD);
    CHECK_TEXT(harness_tokens(), "acb");
    actor_gone(caller);
}
