/* channel_exchange.c - the states of an exchange, who is served first, by whom and by how many. */
#include "kernel_test.h"

static const struct takt_wait *wait_of(struct actor *actor)
{
    return thread_of(actor)->waiting_on;
}

/* D02: SEND-blocked, REPLY-blocked, and on only after the reply. */
KERNEL_TEST(channel_client_waits_for_the_reply)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *client = actor_make('C', 20);

    CHECK_EQUAL(send(client, channel), BUSY);
    CHECK(wait_of(client) == &channel->senders);
    CHECK_EQUAL(receive(server, channel), 4);
    CHECK_TEXT(request_text(server), "C001");
    CHECK(wait_of(client) == &channel->replying);
    CHECK_EQUAL(sleep_for(server, takt_ms(1)), BUSY);
    CHECK_EQUAL(result_of(client), BUSY);
    pass_ms(2);
    CHECK_EQUAL(result_of(client), BUSY);
    CHECK_EQUAL(reply(server), TAKT_OK);
    CHECK_EQUAL(result_of(client), 2);
    CHECK_TEXT(reply_text(client), "ok");
}

/* D02: the other order: the server waits first, and the client is REPLY-blocked at once. */
KERNEL_TEST(channel_server_waits_for_the_client)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *client = actor_make('C', 20);

    CHECK_EQUAL(receive(server, channel), BUSY);
    CHECK(wait_of(server) == &channel->receivers);
    CHECK_EQUAL(send(client, channel), BUSY);
    CHECK_EQUAL(result_of(server), 4);
    CHECK(wait_of(client) == &channel->replying);
    CHECK_EQUAL(reply(server), TAKT_OK);
    CHECK_EQUAL(result_of(client), 2);
}

/* What needs waiting and must not wait. */
KERNEL_TEST(channel_without_waiting)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *client = actor_make('C', 20);

    CHECK_EQUAL(receive_within(server, channel, TAKT_NO_WAIT), TAKT_EAGAIN);
    CHECK_EQUAL(send_within(client, channel, TAKT_NO_WAIT), TAKT_EAGAIN);
    CHECK_EQUAL(receive(server, channel), BUSY);
    CHECK_EQUAL(send_within(client, channel, TAKT_NO_WAIT), TAKT_EAGAIN);
    CHECK_EQUAL(result_of(server), BUSY);
    (void)send(client, channel);
    (void)reply(server);
}

/* A server may have several messages in hand and answer them in any order. */
KERNEL_TEST(channel_replies_in_any_order)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 20);
    struct actor *clients[3];
    struct takt_request requests[3];
    static const unsigned answered[] = { 1, 2, 0 };

    for (unsigned i = 0; i < 3; i++) {
        clients[i] = actor_make((char)('1' + i), 10);
        (void)send(clients[i], channel);
        (void)receive(server, channel);
        requests[i] = received_of(server)->request;
        CHECK_EQUAL(request_text(server)[0], '1' + (int)i);
    }
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQUAL(reply_to(server, &requests[answered[i]], "x"), TAKT_OK);
        for (unsigned j = 0; j < 3; j++) {
            bool was_answered = answered[0] == j || (i > 0 && answered[1] == j) || i == 2;

            CHECK_EQUAL(result_of(clients[j]), was_answered ? 1 : BUSY);
        }
    }
}

/* Any thread may answer, read and write: the request says whom. */
KERNEL_TEST(channel_another_thread_replies)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *worker = actor_make('W', 15);
    struct actor *client = actor_make('C', 20);

    (void)receive(server, channel);
    (void)send(client, channel);
    CHECK_EQUAL(priority_of(worker), 15);
    CHECK_EQUAL(reply_to(worker, &received_of(server)->request, "done"), TAKT_OK);
    CHECK_TEXT(reply_text(client), "done");
    CHECK_EQUAL(reply(server), TAKT_ESTALE);
}

/* Several servers: all of them are raised by the queue; who takes the message keeps it, and the
 * others fall to what they have themselves. */
KERNEL_TEST(channel_queue_raises_every_server)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *servers[] = { actor_make('1', 5), actor_make('2', 8), actor_make('3', 11) };
    struct actor *first = actor_make('a', 15);
    struct actor *high = actor_make('H', 30);

    for (unsigned i = 0; i < 3; i++) {
        (void)receive_within(servers[i], channel, TAKT_NO_WAIT);
    }
    (void)send(first, channel);
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQUAL(priority_of(servers[i]), 15);
    }
    (void)receive(servers[1], channel);
    CHECK_EQUAL(priority_of(servers[0]), 5);
    CHECK_EQUAL(priority_of(servers[1]), 15);
    CHECK_EQUAL(priority_of(servers[2]), 11);
    (void)send(high, channel);
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQUAL(priority_of(servers[i]), 30);
    }
    (void)receive(servers[0], channel);
    CHECK_EQUAL(priority_of(servers[0]), 30);
    CHECK_EQUAL(priority_of(servers[1]), 15);
    CHECK_EQUAL(priority_of(servers[2]), 11);
    (void)reply(servers[0]);
    (void)reply(servers[1]);
}

/* Of several waiting servers the most urgent gets the message; nobody is raised but who works. */
KERNEL_TEST(channel_most_urgent_server_receives)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *servers[] = { actor_make('1', 5), actor_make('2', 11), actor_make('3', 8) };
    static const unsigned chosen[] = { 1, 2, 0 };
    static const unsigned bases[] = { 5, 11, 8 };

    for (unsigned i = 0; i < 3; i++) {
        (void)receive(servers[i], channel);
    }
    CHECK_TEXT(waiters_of(&channel->receivers), "231");
    for (unsigned i = 0; i < 3; i++) {
        struct actor *client = actor_make((char)('a' + i), 20 + i);

        (void)send(client, channel);
        CHECK_EQUAL(priority_of(servers[chosen[i]]), 20 + i);
        for (unsigned later = i + 1; later < 3; later++) {
            CHECK_EQUAL(priority_of(servers[chosen[later]]), bases[chosen[later]]);
            CHECK_EQUAL(result_of(servers[chosen[later]]), BUSY);
        }
    }
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQUAL(reply(servers[i]), TAKT_OK);
    }
}

/* A server that goes to another channel takes nothing along, and is not raised by the old one. */
KERNEL_TEST(channel_server_changes_channels)
{
    struct takt_channel *one = channel_make(0);
    struct takt_channel *two = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *first = actor_make('1', 20);
    struct actor *second = actor_make('2', 30);

    (void)receive(server, one);
    (void)send(first, one);
    CHECK_EQUAL(priority_of(server), 20);
    (void)receive_within(server, two, TAKT_NO_WAIT);
    CHECK_EQUAL(priority_of(server), 10);
    (void)reply(server);
    (void)send(first, one);
    CHECK_EQUAL(priority_of(server), 10);
    (void)send(second, two);
    CHECK_EQUAL(priority_of(server), 30);
    (void)receive(server, one);
    CHECK_EQUAL(request_text(server)[0], '1');
    CHECK_EQUAL(priority_of(server), 20);
    (void)reply(server);
    (void)receive(server, two);
    CHECK_EQUAL(priority_of(server), 30);
    (void)reply(server);
}

/* A server that is suspended while it waits takes the message, and works on it when resumed. */
KERNEL_TEST(channel_suspended_server_takes_the_message)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *client = actor_make('C', 20);

    (void)receive(server, channel);
    takt_thread_suspend(thread_of(server));
    CHECK_EQUAL(send(client, channel), BUSY);
    CHECK(wait_of(client) == &channel->replying);
    CHECK_EQUAL(priority_of(server), 20);
    CHECK_EQUAL(result_of(server), BUSY);
    takt_thread_resume(thread_of(server));
    CHECK_EQUAL(result_of(server), 4);
    (void)reply(server);
}
