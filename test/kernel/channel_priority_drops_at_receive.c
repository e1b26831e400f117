/* channel_priority_drops_at_receive.c - what a server has been given to work on stays until it
 * receives again; what waits in the queue counts as long as it waits. */
#include "kernel_test.h"

/* A29: with the reply nothing changes; a server that works on does so at the message's priority. */
KERNEL_TEST(channel_reply_changes_no_priority)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *high = actor_make('H', 30);
    struct actor *middle = actor_make('M', 20);

    (void)receive(server, channel);
    (void)send(high, channel);
    CHECK_EQUAL(priority_of(server), 30);
    CHECK_EQUAL(reply(server), TAKT_OK);
    CHECK_EQUAL(result_of(high), 2);
    CHECK_EQUAL(priority_of(server), 30);
    control_holds();
    (void)order(middle, call_token, NULL, 0);
    (void)order(server, call_token, NULL, 0);
    control_lets_go();
    CHECK_TEXT(harness_tokens(), "SM");
    CHECK_EQUAL(receive_within(server, channel, takt_ms(1)), BUSY);
    CHECK_EQUAL(priority_of(server), 10);
    pass_ms(2);
    CHECK_EQUAL(priority_of(server), 10);
}

/* A29: the next message is less urgent, and so is the server from then on; not from the reply. */
KERNEL_TEST(channel_receive_takes_the_priority_of_what_it_takes)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *clients[] = { actor_make('1', 30), actor_make('2', 20), actor_make('3', 5) };

    (void)receive(server, channel);
    for (unsigned i = 0; i < COUNT_OF(clients); i++) {
        CHECK_EQUAL(send(clients[i], channel), BUSY);
    }
    CHECK_EQUAL(priority_of(server), 30);
    (void)reply(server);
    CHECK_EQUAL(priority_of(server), 30);
    (void)receive(server, channel);
    CHECK_EQUAL(received_of(server)->priority, 20);
    CHECK_EQUAL(priority_of(server), 20);
    (void)reply(server);
    (void)receive(server, channel);
    CHECK_EQUAL(received_of(server)->priority, 5);
    CHECK_EQUAL(priority_of(server), 10);
    (void)reply(server);
}

/* A receive that finds nothing drops it as well, with a limit, without, and without waiting. */
KERNEL_TEST(channel_receive_of_nothing_drops_what_was_served)
{
    const takt_time limits[] = { TAKT_NO_WAIT, takt_us(10), TAKT_FOREVER };
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *high = actor_make('H', 30);

    (void)receive(server, channel);
    for (unsigned i = 0; i < COUNT_OF(limits); i++) {
        (void)send(high, channel);
        CHECK_EQUAL(priority_of(server), 30);
        (void)reply(server);
        CHECK_EQUAL(priority_of(server), 30);
        (void)receive_within(server, channel, limits[i]);
        CHECK_EQUAL(priority_of(server), 10);
        pass_ms(1);
        CHECK_EQUAL(result_of(server), i == 0 ? TAKT_EAGAIN : i == 1 ? TAKT_ETIMEDOUT : BUSY);
        if (i < 2) {
            (void)receive(server, channel);
        }
    }
    (void)send(high, channel);
    (void)reply(server);
}

/* A client in the queue raises; when its time is over, that goes, and what is in hand stays. */
KERNEL_TEST(channel_timeout_in_the_queue_takes_boost_back)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *low = actor_make('L', 15);
    struct actor *high = actor_make('H', 30);
    struct actor *other = actor_make('O', 25);

    (void)receive(server, channel);
    (void)send(low, channel);
    CHECK_EQUAL(priority_of(server), 15);
    (void)send_within(other, channel, takt_ms(4));
    (void)send_within(high, channel, takt_ms(2));
    CHECK_EQUAL(priority_of(server), 30);
    pass_ms(3);
    CHECK_EQUAL(result_of(high), TAKT_ETIMEDOUT);
    CHECK_EQUAL(priority_of(server), 25);
    pass_ms(2);
    CHECK_EQUAL(result_of(other), TAKT_ETIMEDOUT);
    CHECK_EQUAL(priority_of(server), 15);
    (void)reply(server);
}

/* A client that is REPLY-blocked goes: the message is still in hand. */
KERNEL_TEST(channel_timeout_of_the_message_in_hand_changes_nothing)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *high = actor_make('H', 30);

    (void)receive(server, channel);
    (void)send_within(high, channel, takt_ms(1));
    pass_ms(2);
    CHECK_EQUAL(result_of(high), TAKT_ETIMEDOUT);
    CHECK_EQUAL(priority_of(server), 30);
    CHECK_EQUAL(reply(server), TAKT_ESTALE);
    CHECK_EQUAL(priority_of(server), 30);
    (void)receive_within(server, channel, TAKT_NO_WAIT);
    CHECK_EQUAL(priority_of(server), 10);
}

/* The client's own priority changes: the servers follow up and down; once it is in hand, not below
 * what it had when it was received. */
KERNEL_TEST(channel_servers_follow_the_clients_priority)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *client = actor_make('C', 15);
    struct actor *queued = actor_make('Q', 12);

    (void)receive(server, channel);
    (void)send(client, channel);
    (void)send(queued, channel);
    CHECK_EQUAL(priority_of(server), 15);
    takt_thread_set_priority(thread_of(queued), 28);
    CHECK_EQUAL(priority_of(server), 28);
    takt_thread_set_priority(thread_of(queued), 13);
    CHECK_EQUAL(priority_of(server), 15);
    takt_thread_set_priority(thread_of(client), 22);
    CHECK_EQUAL(priority_of(server), 22);
    takt_thread_set_priority(thread_of(client), 3);
    CHECK_EQUAL(priority_of(server), 15);
    takt_thread_set_priority(thread_of(client), 22);
    (void)reply(server);
    CHECK_EQUAL(priority_of(server), 22);
    (void)receive(server, channel);
    CHECK_EQUAL(priority_of(server), 13);
    (void)reply(server);
}

/* The same by what the client inherits: M holds a mutex and waits for the server. */
KERNEL_TEST(channel_servers_follow_what_the_client_inherits)
{
    for (unsigned in_hand = 0; in_hand < 2; in_hand++) {
        struct takt_channel *channel = channel_make(0);
        struct takt_mutex *mutex = mutex_make(0);
        struct actor *server = actor_make('S', 10);
        struct actor *middle = actor_make('M', 15);
        struct actor *high = actor_make('H', 30);

        (void)receive_within(server, channel, in_hand ? TAKT_FOREVER : TAKT_NO_WAIT);
        (void)lock(middle, mutex);
        (void)send(middle, channel);
        CHECK_EQUAL(priority_of(server), 15);
        (void)lock_within(high, mutex, takt_ms(1));
        CHECK_EQUAL(priority_of(middle), 30);
        CHECK_EQUAL(priority_of(server), 30);
        pass_ms(2);
        CHECK_EQUAL(priority_of(middle), 15);
        CHECK_EQUAL(priority_of(server), 15);
        if (!in_hand) {
            (void)receive(server, channel);
        }
        (void)reply(server);
        (void)unlock(middle, mutex);
    }
}

/* Two messages in hand: the server is at the priority of the later one. That the client of the
 * earlier one falls is no reason to rise; that it rises is. */
KERNEL_TEST(channel_server_with_two_messages_in_hand)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 5);
    struct actor *first = actor_make('1', 20);
    struct actor *second = actor_make('2', 10);

    (void)receive(server, channel);
    (void)send(first, channel);
    const struct takt_request earlier = received_of(server)->request;

    (void)receive(server, channel);
    (void)send(second, channel);
    CHECK_EQUAL(priority_of(server), 10);
    takt_thread_set_priority(thread_of(first), 15);
    CHECK_EQUAL(priority_of(server), 10);
    takt_thread_set_priority(thread_of(first), 16);
    CHECK_EQUAL(priority_of(server), 16);
    (void)reply(server);
    (void)reply_to(server, &earlier, "ok");
}

/* Not below the server's own: over all pairs. */
KERNEL_TEST(channel_server_is_never_below_its_own_priority)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *client = actor_make('C', 10);

    for (unsigned own = 0; own < TAKT_PRIORITIES; own++) {
        takt_thread_set_priority(thread_of(server), own);
        for (unsigned lent = 0; lent < TAKT_PRIORITIES; lent++) {
            unsigned higher = own > lent ? own : lent;

            takt_thread_set_priority(thread_of(client), lent);
            (void)receive(server, channel);
            CHECK_EQUAL(priority_of(server), own);
            (void)send(client, channel);
            CHECK_EQUAL(priority_of(server), higher);
            (void)reply(server);
            CHECK_EQUAL(priority_of(server), higher);
        }
    }
}

/* What a client lent that has gone stays with a server that waits until it receives. */
KERNEL_TEST(channel_loan_of_one_who_gave_up_ends_at_the_next_receive)
{
    struct takt_channel *channel = channel_make(0);
    struct takt_mutex *mutex = mutex_make(0);
    struct actor *server = actor_make('S', 1);
    struct actor *client = actor_make('C', 5);
    struct actor *high = actor_make('H', 7);

    (void)receive(server, channel);
    (void)lock(client, mutex);
    (void)send_within(client, channel, takt_ms(1));
    (void)receive(server, channel);
    (void)lock(high, mutex);
    CHECK_EQUAL(priority_of(server), 7);
    pass_ms(2);
    CHECK_EQUAL(result_of(client), TAKT_ETIMEDOUT);
    (void)unlock(client, mutex);
    CHECK_EQUAL(priority_of(server), 7);
    (void)send(client, channel);
    CHECK_EQUAL(priority_of(server), 5);
    (void)reply(server);
    (void)unlock(high, mutex);
}
