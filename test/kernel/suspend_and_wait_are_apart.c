/* suspend_and_wait_are_apart.c - a suspended thread's wait goes on and may end; it runs when it is
 * neither waiting nor suspended. */
#include "kernel_test.h"

/* C03: suspended at 3 while asleep until 10. Resumed at 5: wakes at 10. Resumed at 15: at 15. */
static void suspend_asleep(unsigned resumed_at, unsigned wakes_at)
{
    struct actor *sleeper = actor_make('T', 10);

    (void)order_with_token(sleeper, call_sleep, NULL, takt_ms(10));
    pass_ms(3);
    takt_thread_suspend(thread_of(sleeper));
    pass_ms(resumed_at - 3);
    CHECK_EQUAL(result_of(sleeper), BUSY);
    takt_thread_resume(thread_of(sleeper));
    if (wakes_at > resumed_at) {
        CHECK_EQUAL(result_of(sleeper), BUSY);
        pass_ms(wakes_at - resumed_at + 1);
    }
    CHECK_TEXT(harness_tokens(), "T");
    CHECK_EQUAL(result_of(sleeper), TAKT_OK);
}

KERNEL_TEST(suspended_sleeper_resumed_before_its_time)
{
    suspend_asleep(5, 10);
}

KERNEL_TEST(suspended_sleeper_resumed_after_its_time)
{
    suspend_asleep(15, 15);
}

/* C03 with every wait: it ends while the thread is suspended, well or by its limit; the result is
 * there when it is resumed, and what was given is the thread's already. */
KERNEL_TEST(suspended_waiter_keeps_what_it_was_given)
{
    struct takt_semaphore *semaphore = semaphore_make(0);
    struct takt_mutex *mutex = mutex_make(0);
    struct actor *holder = actor_make('H', 10);
    struct actor *waiter = actor_make('W', 15);

    (void)lock(holder, mutex);
    (void)lock(waiter, mutex);
    takt_thread_suspend(thread_of(waiter));
    CHECK_EQUAL(priority_of(holder), 15);
    (void)unlock(holder, mutex);
    CHECK(mutex->wait.owner == thread_of(waiter));
    CHECK_EQUAL(result_of(waiter), BUSY);
    takt_thread_set_priority(thread_of(holder), 20);
    CHECK_EQUAL(lock(holder, mutex), BUSY);
    CHECK_EQUAL(priority_of(waiter), 20);
    takt_thread_resume(thread_of(waiter));
    CHECK_EQUAL(result_of(waiter), TAKT_OK);
    (void)unlock(waiter, mutex);
    (void)unlock(holder, mutex);

    CHECK_EQUAL(take(waiter, semaphore, takt_ms(2)), BUSY);
    takt_thread_suspend(thread_of(waiter));
    (void)takt_semaphore_give(semaphore);
    pass_ms(4);
    CHECK_EQUAL(result_of(waiter), BUSY);
    CHECK_EQUAL(takt_semaphore_count(semaphore), 0);
    takt_thread_resume(thread_of(waiter));
    CHECK_EQUAL(result_of(waiter), TAKT_OK);

    CHECK_EQUAL(take(waiter, semaphore, takt_ms(2)), BUSY);
    takt_thread_suspend(thread_of(waiter));
    pass_ms(4);
    (void)takt_semaphore_give(semaphore);
    CHECK_EQUAL(takt_semaphore_count(semaphore), 1);
    takt_thread_resume(thread_of(waiter));
    CHECK_EQUAL(result_of(waiter), TAKT_ETIMEDOUT);
}

/* Suspending oneself takes effect at once; as many resumes as suspends. */
static int call_suspend_twice(struct actor *self, void *unused, takt_time unused_too)
{
    (void)unused;
    (void)unused_too;
    harness_token('1');
    takt_thread_suspend(thread_of(self));
    harness_token('2');
    takt_thread_suspend(thread_of(self));
    harness_token('3');
    return TAKT_OK;
}

KERNEL_TEST(suspend_of_oneself_is_at_once)
{
    struct actor *actor = actor_make('A', 10);

    CHECK_EQUAL(order(actor, call_suspend_twice, NULL, 0), BUSY);
    CHECK_TEXT(harness_tokens(), "1");
    takt_thread_suspend(thread_of(actor));
    takt_thread_resume(thread_of(actor));
    CHECK_TEXT(harness_tokens(), "1");
    takt_thread_resume(thread_of(actor));
    CHECK_TEXT(harness_tokens(), "12");
    takt_thread_resume(thread_of(actor));
    CHECK_TEXT(harness_tokens(), "123");
}

/* C02: a resume that comes before the suspend does nothing, and is not remembered. */
KERNEL_TEST(resume_before_suspend_is_lost)
{
    struct actor *actor = actor_make('A', 10);

    takt_thread_resume(thread_of(actor));
    takt_thread_resume(thread_of(actor));
    CHECK_EQUAL(order(actor, call_suspend_twice, NULL, 0), BUSY);
    CHECK_TEXT(harness_tokens(), "1");
    takt_thread_resume(thread_of(actor));
    takt_thread_resume(thread_of(actor));
    CHECK_TEXT(harness_tokens(), "123");
}
