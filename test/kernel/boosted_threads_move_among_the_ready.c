/* boosted_threads_move_among_the_ready.c - a change of priority is a change of place: in the ready
 * list of who is ready, and on the processor of who runs. */
#include "kernel_test.h"

static struct takt_mutex *mutex;

/* A24: L is preempted by Y, which computes for 10 ms; H blocks on L's mutex at 3 ms. */

static void low_works_with_mutex(void *unused)
{
    (void)unused;
    (void)takt_mutex_lock(mutex, TAKT_FOREVER);
    burn_tenths(20);
    CHECK_EQUAL(tenths_near(40), 40);
    takt_mutex_unlock(mutex);
    harness_token('L');
}

static void middle_computes(void *unused)
{
    (void)unused;
    until_ms(1);
    burn_tenths(100);
    harness_token('Y');
}

static void high_wants_mutex(void *unused)
{
    (void)unused;
    until_ms(3);
    (void)takt_mutex_lock(mutex, TAKT_FOREVER);
    CHECK_EQUAL(tenths_near(40), 40);
    takt_mutex_unlock(mutex);
    harness_token('H');
}

KERNEL_TEST(boosted_ready_thread_runs_at_once)
{
    mutex = mutex_make(0);
    control_holds();
    (void)thread_start('H', 30, high_wants_mutex, NULL);
    (void)thread_start('Y', 15, middle_computes, NULL);
    (void)thread_start('L', 10, low_works_with_mutex, NULL);
    control_lets_go();
    pass_ms(20);
    CHECK_TEXT(harness_tokens(), "HYL");
}

/* A25 a: unlock: H, then M, run before the next statement of L. */

static void low_unlocks(void *middle)
{
    (void)takt_mutex_lock(mutex, TAKT_FOREVER);
    pass_ms(1);
    CHECK_EQUAL(takt_thread_priority(takt_thread_self()), 30);
    (void)order_with_token(middle, call_yield, NULL, 0);
    harness_token('l');
    takt_mutex_unlock(mutex);
    harness_token('L');
}

KERNEL_TEST(unlock_is_a_point_of_rescheduling)
{
    struct actor *high = actor_make('H', 30);
    struct actor *middle = actor_make('M', 20);

    mutex = mutex_make(0);
    (void)thread_start('L', 10, low_unlocks, middle);
    (void)order_with_token(high, call_lock, mutex, TAKT_FOREVER);
    pass_ms(2);
    CHECK_TEXT(harness_tokens(), "lHML");
    (void)unlock(high, mutex);
}

/* A25 b: the only waiter's time runs out while L computes: M runs when the interrupt returns. */

static void low_computes_with_mutex(void *unused)
{
    (void)unused;
    (void)takt_mutex_lock(mutex, TAKT_FOREVER);
    until_ms(1);
    burn_tenths(40);
    takt_mutex_unlock(mutex);
    harness_token('L');
}

static void high_waits_in_vain(void *unused)
{
    (void)unused;
    until_ms(2);
    CHECK_EQUAL(takt_mutex_lock(mutex, takt_ms(2)), TAKT_ETIMEDOUT);
    harness_token('H');
}

static void middle_wants_the_processor(void *unused)
{
    (void)unused;
    until_ms(3);
    CHECK_EQUAL(tenths_near(40), 40);
    harness_token('M');
}

KERNEL_TEST(end_of_boost_in_an_interrupt_reschedules)
{
    mutex = mutex_make(0);
    control_holds();
    (void)thread_start('H', 30, high_waits_in_vain, NULL);
    (void)thread_start('M', 20, middle_wants_the_processor, NULL);
    (void)thread_start('L', 10, low_computes_with_mutex, NULL);
    control_lets_go();
    pass_ms(8);
    CHECK_TEXT(harness_tokens(), "HML");
}

/* A25 c: the running thread lowers itself below a ready one. */

static void lowers_itself(void *other)
{
    (void)order_with_token(other, call_yield, NULL, 0);
    harness_token('1');
    takt_thread_set_priority(takt_thread_self(), 5);
    harness_token('2');
}

KERNEL_TEST(lowering_oneself_is_a_point_of_rescheduling)
{
    struct actor *middle = actor_make('M', 20);

    (void)thread_start('L', 25, lowers_itself, middle);
    takt_yield();
    CHECK_TEXT(harness_tokens(), "1M2");
}
