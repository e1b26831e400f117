/* channel_fixed_priority.c - a channel with fixed priority lends nothing; all else is as ever. */
#include "kernel_test.h"

/* A33: no boost by messages, but by mutexes; and delivery in order of priority. */
KERNEL_TEST(channel_fixed_lends_nothing_but_mutexes_do)
{
    struct takt_channel *fixed = channel_make(TAKT_CHANNEL_FIXED_PRIORITY);
    struct takt_mutex *mutex = mutex_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *waiter = actor_make('W', 25);
    struct actor *clients[] = { actor_make('1', 12), actor_make('2', 30), actor_make('3', 20) };
    static const unsigned order_received[] = { 30, 20, 12 };

    (void)lock(server, mutex);
    (void)receive_within(server, fixed, TAKT_NO_WAIT);
    for (unsigned i = 0; i < COUNT_OF(clients); i++) {
        CHECK_EQUAL(send(clients[i], fixed), BUSY);
        CHECK_EQUAL(priority_of(server), 10);
    }
    (void)lock(waiter, mutex);
    CHECK_EQUAL(priority_of(server), 25);
    (void)unlock(server, mutex);
    CHECK_EQUAL(priority_of(server), 10);
    for (unsigned i = 0; i < COUNT_OF(clients); i++) {
        (void)receive(server, fixed);
        CHECK_EQUAL(received_of(server)->priority, order_received[i]);
        CHECK_EQUAL(priority_of(server), 10);
        (void)reply(server);
    }
    (void)unlock(waiter, mutex);
}

/* A33: one server, two channels: what counts is where the last message came from. */
KERNEL_TEST(channel_fixed_and_lending_with_one_server)
{
    struct takt_channel *fixed = channel_make(TAKT_CHANNEL_FIXED_PRIORITY);
    struct takt_channel *lending = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *one = actor_make('1', 20);
    struct actor *two = actor_make('2', 30);

    (void)receive(server, fixed);
    (void)send(one, fixed);
    CHECK_EQUAL(priority_of(server), 10);
    (void)send(two, lending);
    CHECK_EQUAL(priority_of(server), 10);
    (void)reply(server);
    (void)receive(server, lending);
    CHECK_EQUAL(priority_of(server), 30);
    (void)send(one, fixed);
    (void)reply(server);
    CHECK_EQUAL(priority_of(server), 30);
    (void)receive(server, fixed);
    CHECK_EQUAL(priority_of(server), 10);
    (void)reply(server);
}

/* The client of a fixed channel rises while its message is in hand: nothing, whatever other
 * channel the server has received from since. And the other way round. */
KERNEL_TEST(channel_fixed_client_in_hand_does_not_raise)
{
    struct takt_channel *fixed = channel_make(TAKT_CHANNEL_FIXED_PRIORITY);
    struct takt_channel *lending = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *one = actor_make('1', 20);
    struct actor *two = actor_make('2', 12);

    (void)receive(server, fixed);
    (void)send(one, fixed);
    const struct takt_request first = received_of(server)->request;

    takt_thread_set_priority(thread_of(one), 21);
    CHECK_EQUAL(priority_of(server), 10);
    (void)receive(server, lending);
    (void)send(two, lending);
    CHECK_EQUAL(priority_of(server), 12);
    takt_thread_set_priority(thread_of(one), 30);
    CHECK_EQUAL(priority_of(server), 12);
    takt_thread_set_priority(thread_of(two), 25);
    CHECK_EQUAL(priority_of(server), 25);
    (void)reply(server);
    (void)reply_to(server, &first, "late");
    CHECK_TEXT(reply_text(one), "late");
}

/* A pulse on a fixed channel: no boost, in the queue or in hand. */
KERNEL_TEST(channel_fixed_pulse_does_not_raise)
{
    struct takt_channel *fixed = channel_make(TAKT_CHANNEL_FIXED_PRIORITY);
    struct takt_pulse_slot slots[1];
    struct actor *server = actor_make('S', 10);

    takt_channel_add_pulses(fixed, slots, COUNT_OF(slots));
    (void)receive_within(server, fixed, TAKT_NO_WAIT);
    CHECK_EQUAL(takt_pulse(fixed, 30, 1, 2), TAKT_OK);
    CHECK_EQUAL(priority_of(server), 10);
    (void)receive(server, fixed);
    CHECK_EQUAL(received_of(server)->priority, 30);
    CHECK_EQUAL(priority_of(server), 10);
}
