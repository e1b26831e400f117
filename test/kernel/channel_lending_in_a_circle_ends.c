/* channel_lending_in_a_circle_ends.c - a circle of lending that is no deadlock keeps no boost. */
#include "kernel_test.h"

/* `one` waits in its own channel, `two` for the mutex of `one`; `three` is free, so nothing is
 * refused. H raises `one`, `one` raises `two` by the queue, and `two` raises `one` by the mutex.
 * When H has gone nothing but the two themselves hold them up. */
KERNEL_TEST(lending_in_a_circle_ends_with_its_reason)
{
    struct takt_channel *channel = channel_make(0);
    struct takt_mutex *mutex = mutex_make(0);
    struct actor *one = actor_make('1', 5);
    struct actor *two = actor_make('2', 6);
    struct actor *three = actor_make('3', 7);
    struct actor *high = actor_make('H', 30);

    (void)receive_within(one, channel, TAKT_NO_WAIT);
    (void)receive_within(two, channel, TAKT_NO_WAIT);
    (void)receive_within(three, channel, TAKT_NO_WAIT);
    (void)lock(one, mutex);
    CHECK_EQUAL(send(one, channel), BUSY);
    CHECK_EQUAL(lock(two, mutex), BUSY);
    CHECK_EQUAL(lock_within(high, mutex, takt_ms(1)), BUSY);
    CHECK_EQUAL(priority_of(three), 30);
    pass_ms(2);
    CHECK_EQUAL(result_of(high), TAKT_ETIMEDOUT);
    CHECK_EQUAL(priority_of(one), 6);
    CHECK_EQUAL(priority_of(two), 6);
    CHECK_EQUAL(priority_of(three), 7);
    (void)receive(three, channel);
    (void)reply(three);
    (void)unlock(one, mutex);
    (void)unlock(two, mutex);
}

/* The same, but then `three` turns to another channel: nobody else can help the two any more, and
 * `one`, whose send was accepted, is told. Before that the circle may keep no boost either. */
KERNEL_TEST(lending_in_a_circle_is_a_deadlock_when_the_fellow_server_leaves)
{
    struct takt_channel *channel = channel_make(0);
    struct takt_channel *elsewhere = channel_make(0);
    struct takt_mutex *mutex = mutex_make(0);
    struct actor *one = actor_make('1', 5);
    struct actor *two = actor_make('2', 7);
    struct actor *three = actor_make('3', 8);

    (void)lock(one, mutex);
    (void)receive_within(two, channel, TAKT_NO_WAIT);
    CHECK_EQUAL(lock(two, mutex), BUSY);
    (void)receive_within(three, channel, TAKT_NO_WAIT);
    CHECK_EQUAL(send(one, channel), BUSY);
    CHECK_EQUAL(priority_of(one), 7);
    takt_thread_set_priority(thread_of(two), 6);
    CHECK_EQUAL(priority_of(one), 6);
    CHECK_EQUAL(priority_of(two), 6);
    (void)receive_within(three, elsewhere, TAKT_NO_WAIT);
    CHECK_EQUAL(result_of(one), TAKT_EDEADLK);
    CHECK_EQUAL(priority_of(one), 6);
    (void)unlock(one, mutex);
    CHECK_EQUAL(result_of(two), TAKT_OK);
    (void)unlock(two, mutex);
}
