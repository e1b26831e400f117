/* condition_wait.c - a wait lets the mutex go in the same step, and has it again when it returns;
 * however it ends. */
#include "condition_test.h"
#include "wait.h"

CONDITION_TEST(condition_wait_lets_the_mutex_go_and_locks_it_again)
{
    struct takt_mutex *mutex = mutex_make(0);
    struct actor *waiter = actor_make('W', 10);
    struct actor *other = actor_make('O', 12);

    CHECK_EQUAL(wait_with(waiter, mutex, TAKT_FOREVER), BUSY);
    CHECK(takt_mutex_owner(mutex) == NULL);
    CHECK_EQUAL(lock(other, mutex), TAKT_OK);
    CHECK_EQUAL(signal_by(other), TAKT_OK);
    CHECK_EQUAL(result_of(waiter), BUSY);
    CHECK_TEXT(waiters_of(&mutex->wait), "W");
    (void)unlock(other, mutex);
    CHECK_EQUAL(result_of(waiter), TAKT_OK);
    CHECK(takt_mutex_owner(mutex) == thread_of(waiter));
    (void)unlock(waiter, mutex);
}

/* Whoever waits for the mutex has it the moment the wait begins, and may be the one to signal. */
CONDITION_TEST(condition_wait_hands_the_mutex_over)
{
    struct takt_mutex *mutex = mutex_make(0);
    struct actor *waiter = actor_make('W', 10);
    struct actor *urgent = actor_make('U', 20);

    (void)lock(waiter, mutex);
    CHECK_EQUAL(lock(urgent, mutex), BUSY);
    CHECK_EQUAL(priority_of(waiter), 20);
    CHECK_EQUAL(wait_with(waiter, mutex, TAKT_FOREVER), BUSY);
    CHECK_EQUAL(result_of(urgent), TAKT_OK);
    CHECK_EQUAL(priority_of(waiter), 10);
    CHECK_EQUAL(signal_by(urgent), TAKT_OK);
    CHECK_EQUAL(result_of(waiter), BUSY);
    (void)unlock(urgent, mutex);
    CHECK_EQUAL(result_of(waiter), TAKT_OK);
    (void)unlock(waiter, mutex);
}

/* A22: it holds two mutexes, and gives one back. */
CONDITION_TEST(condition_wait_gives_back_what_the_mutex_lent_and_no_more)
{
    struct takt_mutex *first = mutex_make(0);
    struct takt_mutex *second = mutex_make(0);
    struct actor *low = actor_make('L', 10);
    struct actor *middle = actor_make('M', 20);
    struct actor *high = actor_make('H', 30);
    struct actor *other = actor_make('O', 29);

    takt_thread_set_priority(thread_of(high), 28);
    (void)lock(low, first);
    (void)lock(low, second);
    (void)lock(high, first);
    (void)lock(middle, second);
    CHECK_EQUAL(priority_of(low), 28);
    CHECK_EQUAL(wait_with(low, second, TAKT_FOREVER), BUSY);
    CHECK(takt_mutex_owner(second) == thread_of(middle));
    CHECK_EQUAL(result_of(middle), TAKT_OK);
    CHECK_EQUAL(priority_of(low), 28);
    CHECK_EQUAL(priority_of(middle), 20);
    CHECK_EQUAL(signal_by(other), TAKT_OK);
    CHECK_TEXT(waiters_of(&second->wait), "L");
    CHECK_EQUAL(priority_of(middle), 28);
    takt_thread_set_priority(thread_of(high), 30);
    CHECK_EQUAL(priority_of(middle), 30);
    (void)unlock(middle, second);
    CHECK_EQUAL(priority_of(middle), 20);
    CHECK_EQUAL(result_of(low), TAKT_OK);
    (void)unlock(low, second);
    (void)unlock(low, first);
    CHECK_EQUAL(result_of(high), TAKT_OK);
    (void)unlock(high, first);
}

CONDITION_TEST(condition_waiters_are_signalled_in_order_of_priority)
{
    struct takt_mutex *mutex = mutex_make(0);
    struct actor *waiters[] = { actor_make('a', 10), actor_make('b', 12), actor_make('c', 10),
                                actor_make('d', 14) };

    for (unsigned i = 0; i < COUNT_OF(waiters); i++) {
        (void)order_with_token(waiters[i], call_wait_and_unlock, mutex, TAKT_FOREVER);
    }
    CHECK_TEXT(waiters_of(&condition()->wait), "dbac");
    takt_thread_set_priority(thread_of(waiters[2]), 13);
    CHECK_TEXT(waiters_of(&condition()->wait), "dcba");
    for (unsigned i = 0; i < COUNT_OF(waiters); i++) {
        CHECK_EQUAL(takt_condition_signal(condition()), TAKT_OK);
    }
    CHECK_TEXT(harness_tokens(), "dcba");
    CHECK_EQUAL(takt_condition_signal(condition()), TAKT_OK);
    CHECK_EQUAL(wait_with(waiters[0], mutex, takt_ms(1)), BUSY);
    pass_ms(2);
    CHECK_EQUAL(result_of(waiters[0]), TAKT_ETIMEDOUT);
    (void)unlock(waiters[0], mutex);
}

static int signal_it(void *unused)
{
    (void)unused;
    return takt_condition_signal(condition());
}

CONDITION_TEST(condition_is_signalled_by_an_interrupt)
{
    struct takt_mutex *mutex = mutex_make(0);
    struct actor *waiter = actor_make('W', 10);

    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQUAL(order(waiter, call_wait_and_unlock, mutex, TAKT_FOREVER), BUSY);
        CHECK_EQUAL(in_interrupt(signal_it, NULL), TAKT_OK);
        CHECK_EQUAL(result_of(waiter), TAKT_OK);
    }
}

/* The limit is for the signal; the mutex is waited for as long as it takes. */
CONDITION_TEST(condition_wait_ends_by_its_limit)
{
    struct takt_mutex *mutex = mutex_make(0);
    struct actor *waiter = actor_make('W', 10);
    struct actor *other = actor_make('O', 12);

    CHECK_EQUAL(wait_with(waiter, mutex, TAKT_NO_WAIT), TAKT_EAGAIN);
    CHECK(takt_mutex_owner(mutex) == thread_of(waiter));
    CHECK_EQUAL(wait_with(waiter, mutex, takt_ms(1)), BUSY);
    pass_ms(2);
    CHECK_EQUAL(result_of(waiter), TAKT_ETIMEDOUT);
    CHECK(takt_mutex_owner(mutex) == thread_of(waiter));

    CHECK_EQUAL(wait_with(waiter, mutex, takt_ms(1)), BUSY);
    (void)lock(other, mutex);
    pass_ms(2);
    CHECK_TEXT(waiters_of(&mutex->wait), "W");
    CHECK_EQUAL(signal_by(other), TAKT_OK);
    (void)unlock(other, mutex);
    CHECK_EQUAL(result_of(waiter), TAKT_ETIMEDOUT);
    (void)unlock(waiter, mutex);
}

/* Signalled in time, it does not report a limit that runs out while it waits for the mutex. */
CONDITION_TEST(condition_waiter_that_was_signalled_is_not_late)
{
    struct takt_mutex *mutex = mutex_make(0);
    struct actor *waiter = actor_make('W', 10);
    struct actor *other = actor_make('O', 12);

    CHECK_EQUAL(wait_with(waiter, mutex, takt_ms(2)), BUSY);
    (void)lock(other, mutex);
    CHECK_EQUAL(signal_by(other), TAKT_OK);
    pass_ms(5);
    CHECK_EQUAL(timeouts_armed(), 0);
    (void)unlock(other, mutex);
    CHECK_EQUAL(result_of(waiter), TAKT_OK);
    (void)unlock(waiter, mutex);
}

/* The mutex's owner died while the waiter waited: it is told so, whatever ended its wait. */
CONDITION_TEST(condition_wait_tells_of_a_dead_owner)
{
    struct takt_mutex *mutex = mutex_make(0);
    struct actor *waiter = actor_make('W', 10);

    for (unsigned i = 0; i < 2; i++) {
        struct actor *other = actor_make('O', 12);

        CHECK_EQUAL(wait_with(waiter, mutex, i == 0 ? TAKT_FOREVER : takt_ms(1)), BUSY);
        (void)lock(other, mutex);
        pass_ms(2);
        (void)takt_condition_signal(condition());
        leave(other);
        CHECK_EQUAL(result_of(waiter), TAKT_EOWNERDEAD);
        CHECK(takt_mutex_owner(mutex) == thread_of(waiter));
    }
    (void)unlock(waiter, mutex);
}

/* The condition's end: with the mutex. The mutex's end: without it. */
CONDITION_TEST(condition_or_its_mutex_is_destroyed)
{
    struct takt_mutex *mutex = mutex_make(0);
    struct takt_mutex *passing = mutex_make(0);
    struct actor *waiters[] = { actor_make('a', 10), actor_make('b', 12) };

    CHECK_EQUAL(wait_with(waiters[0], passing, TAKT_FOREVER), BUSY);
    takt_mutex_destroy(passing);
    CHECK_EQUAL(result_of(waiters[0]), BUSY);
    (void)takt_condition_signal(condition());
    CHECK_EQUAL(result_of(waiters[0]), TAKT_ECLOSED);
    CHECK(takt_mutex_owner(passing) == NULL);

    for (unsigned i = 0; i < 2; i++) {
        (void)order_with_token(waiters[i], call_wait_and_unlock, mutex, TAKT_FOREVER);
    }
    takt_condition_destroy(condition());
    CHECK_TEXT(harness_tokens(), "ba");
    CHECK_EQUAL(result_of(waiters[0]), TAKT_ECLOSED);
    CHECK_EQUAL(wait_with(waiters[0], mutex, TAKT_FOREVER), TAKT_ECLOSED);
    CHECK(takt_mutex_owner(mutex) == thread_of(waiters[0]));
    (void)unlock(waiters[0], mutex);
}

/* Locking again would close a circle: the waiter holds a mutex that the other one waits for. */
CONDITION_TEST(condition_wait_refuses_a_deadlock)
{
    struct takt_mutex *kept = mutex_make(0);
    struct takt_mutex *mutex = mutex_make(0);
    struct actor *waiter = actor_make('W', 10);
    struct actor *other = actor_make('O', 12);

    (void)lock(waiter, kept);
    CHECK_EQUAL(wait_with(waiter, mutex, TAKT_FOREVER), BUSY);
    (void)lock(other, mutex);
    CHECK_EQUAL(lock(other, kept), BUSY);
    (void)takt_condition_signal(condition());
    CHECK_EQUAL(result_of(waiter), TAKT_EDEADLK);
    CHECK(takt_mutex_owner(mutex) == thread_of(other));
    (void)unlock(waiter, kept);
    CHECK_EQUAL(result_of(other), TAKT_OK);
    (void)unlock(other, kept);
    (void)unlock(other, mutex);
}

/* C23: cancelled before the signal, and after it while waiting for the mutex. */
CONDITION_TEST(condition_waiter_is_cancelled)
{
    struct takt_mutex *mutex = mutex_make(0);
    struct actor *waiters[] = { actor_make('a', 10), actor_make('b', 9), actor_make('c', 8) };

    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQUAL(order(waiters[i], call_wait_and_unlock, mutex, TAKT_FOREVER), BUSY);
    }
    CHECK_EQUAL(takt_mutex_lock(mutex, TAKT_FOREVER), TAKT_OK);
    CHECK_EQUAL(takt_thread_cancel(thread_of(waiters[0])), TAKT_OK);
    CHECK_TEXT(waiters_of(&condition()->wait), "bc");
    CHECK_EQUAL(takt_condition_signal(condition()), TAKT_OK);
    CHECK_TEXT(waiters_of(&mutex->wait), "b");
    CHECK_EQUAL(takt_thread_priority(takt_thread_self()), 9);
    CHECK_EQUAL(takt_thread_cancel(thread_of(waiters[1])), TAKT_OK);
    CHECK_EQUAL(takt_thread_priority(takt_thread_self()), 0);
    CHECK_EQUAL(takt_condition_signal(condition()), TAKT_OK);
    takt_mutex_unlock(mutex);
    CHECK_EQUAL(result_of(waiters[2]), TAKT_OK);
    actor_gone(waiters[0]);
    actor_gone(waiters[1]);
}
