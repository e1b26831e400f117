/* semaphore_answers.c - what a semaphore says and counts, in threads and in interrupts. */
#include "kernel_test.h"

static int take_it(void *semaphore)
{
    return takt_semaphore_take(semaphore, TAKT_NO_WAIT);
}

/* D23: over: how many there are, with which limit. */
KERNEL_TEST(semaphore_take_answers)
{
    const takt_time limits[] = { TAKT_NO_WAIT, takt_ms(1), TAKT_FOREVER };
    struct takt_semaphore *semaphore = semaphore_make(0);
    struct actor *actor = actor_make('A', 10);

    for (unsigned i = 0; i < COUNT_OF(limits); i++) {
        (void)takt_semaphore_give(semaphore);
        CHECK_EQUAL(take(actor, semaphore, limits[i]), TAKT_OK);
        CHECK_EQUAL(take(actor, semaphore, limits[i]), i == 0 ? TAKT_EAGAIN : BUSY);
        pass_ms(2);
        CHECK_EQUAL(result_of(actor), i == 0 ? TAKT_EAGAIN : i == 1 ? TAKT_ETIMEDOUT : BUSY);
    }
    (void)takt_semaphore_give(semaphore);
    CHECK_EQUAL(result_of(actor), TAKT_OK);
    CHECK_EQUAL(in_interrupt(take_it, semaphore), TAKT_EAGAIN);
    CHECK_EQUAL(in_interrupt(give_it, semaphore), TAKT_OK);
    CHECK_EQUAL(in_interrupt(take_it, semaphore), TAKT_OK);
}

/* Full: refused, and what it counted stays; a waiter is served all the same. */
KERNEL_TEST(semaphore_counter_is_never_overrun)
{
    struct takt_semaphore *semaphore = semaphore_make(TAKT_SEMAPHORE_MAX);

    CHECK_EQUAL(takt_semaphore_give(semaphore), TAKT_EAGAIN);
    CHECK_EQUAL(in_interrupt(give_it, semaphore), TAKT_EAGAIN);
    CHECK_EQUAL(takt_semaphore_count(semaphore), TAKT_SEMAPHORE_MAX);
    CHECK_EQUAL(takt_semaphore_take(semaphore, TAKT_NO_WAIT), TAKT_OK);
    CHECK_EQUAL(takt_semaphore_give(semaphore), TAKT_OK);
    CHECK_EQUAL(takt_semaphore_give(semaphore), TAKT_EAGAIN);
}

/* A timed-out waiter does not take what is given later. */
KERNEL_TEST(semaphore_timed_out_waiter_takes_nothing)
{
    struct takt_semaphore *semaphore = semaphore_make(0);
    struct actor *first = actor_make('1', 20);
    struct actor *second = actor_make('2', 10);

    (void)take(first, semaphore, takt_ms(1));
    (void)take(second, semaphore, TAKT_FOREVER);
    pass_ms(2);
    CHECK_EQUAL(result_of(first), TAKT_ETIMEDOUT);
    (void)takt_semaphore_give(semaphore);
    CHECK_EQUAL(result_of(second), TAKT_OK);
    CHECK_EQUAL(takt_semaphore_count(semaphore), 0);
}

/* A semaphore lends nothing: nobody owns it. */
KERNEL_TEST(semaphore_lends_no_priority)
{
    struct takt_semaphore *semaphore = semaphore_make(1);
    struct actor *low = actor_make('L', 5);
    struct actor *high = actor_make('H', 30);

    (void)take(low, semaphore, TAKT_FOREVER);
    CHECK_EQUAL(take(high, semaphore, TAKT_FOREVER), BUSY);
    CHECK_EQUAL(priority_of(low), 5);
    (void)give(low, semaphore);
    CHECK_EQUAL(result_of(high), TAKT_OK);
}

/* C02: a taker and an interrupt that gives, meeting in all ways that a burst can: as many takes
 * as gives. */
enum { GIVES = 10000 };

static void take_often(void *argument)
{
    struct takt_semaphore *semaphore = argument;

    for (uint32_t i = 0; i < GIVES; i++) {
        CHECK_EQUAL(takt_semaphore_take(semaphore, TAKT_FOREVER), TAKT_OK);
        if (i % 7 == 3) {
            (void)takt_sleep(takt_us(1));
        }
    }
}

KERNEL_TEST(semaphore_loses_nothing_between_interrupt_and_thread)
{
    struct takt_semaphore *semaphore = semaphore_make(0);
    struct actor *taker = thread_start('T', 10, take_often, semaphore);

    for (unsigned i = 0; i < GIVES; i++) {
        CHECK_EQUAL(in_interrupt(give_it, semaphore), TAKT_OK);
    }
    pass_ms(10);
    CHECK_EQUAL(result_of(taker), TAKT_OK);
    CHECK_EQUAL(takt_semaphore_count(semaphore), 0);
}
