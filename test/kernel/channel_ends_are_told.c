/* channel_ends_are_told.c - clients who give up, servers who die, channels that are destroyed: the
 * other side is told, at once, and an answer never reaches the wrong question. */
#include "cpu.h"
#include "kernel_test.h"

/* D06 with two servers: the late answer to "one" does not become the answer to "two". */
KERNEL_TEST(channel_late_reply_meets_nobody)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *one = actor_make('1', 10);
    struct actor *two = actor_make('2', 10);
    struct actor *client = actor_make('C', 20);

    (void)receive(one, channel);
    (void)send_within(client, channel, takt_ms(1));
    pass_ms(2);
    CHECK_EQUAL(result_of(client), TAKT_ETIMEDOUT);
    (void)receive(two, channel);
    CHECK_EQUAL(send(client, channel), BUSY);
    CHECK_EQUAL(reply_to(one, &received_of(one)->request, "ONE"), TAKT_ESTALE);
    CHECK_EQUAL(result_of(client), BUSY);
    CHECK_EQUAL(reply_to(two, &received_of(two)->request, "TWO"), TAKT_OK);
    CHECK_TEXT(reply_text(client), "TWO");
}

/* D06 with one server: the late answer comes before it receives the second. */
KERNEL_TEST(channel_late_reply_before_the_second_receive)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *client = actor_make('C', 20);

    (void)receive(server, channel);
    (void)send_within(client, channel, takt_ms(1));
    pass_ms(2);
    (void)send(client, channel);
    CHECK_EQUAL(reply(server), TAKT_ESTALE);
    CHECK_EQUAL(result_of(client), BUSY);
    (void)receive(server, channel);
    CHECK_EQUAL(reply(server), TAKT_OK);
    CHECK_EQUAL(result_of(client), 2);
    CHECK_EQUAL(reply(server), TAKT_ESTALE);
}

/* D15: whose time ran out in the queue was never there. */
KERNEL_TEST(channel_message_of_a_timed_out_sender_is_gone)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *first = actor_make('1', 20);
    struct actor *second = actor_make('2', 15);

    (void)send_within(first, channel, takt_ms(1));
    pass_ms(2);
    CHECK_EQUAL(result_of(first), TAKT_ETIMEDOUT);
    CHECK_EQUAL(receive_within(server, channel, TAKT_NO_WAIT), TAKT_EAGAIN);
    (void)send_within(first, channel, takt_ms(1));
    (void)send(second, channel);
    pass_ms(2);
    CHECK_EQUAL(receive(server, channel), 4);
    CHECK_TEXT(request_text(server), "2001");
    (void)reply(server);
}

/* D07: the server dies with messages in hand and others in the queue; with it the channel, until
 * somebody receives there again. Old requests stay dead. */
KERNEL_TEST(channel_server_dies_and_another_comes)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *in_hand = actor_make('1', 20);
    struct actor *queued = actor_make('2', 25);
    struct actor *heir = actor_make('T', 10);

    (void)receive(server, channel);
    (void)send(in_hand, channel);
    (void)send(queued, channel);
    const struct takt_request old = received_of(server)->request;

    leave(server);
    CHECK_EQUAL(result_of(in_hand), TAKT_ECLOSED);
    CHECK_EQUAL(result_of(queued), TAKT_ECLOSED);
    CHECK_EQUAL(send(in_hand, channel), TAKT_ECLOSED);
    CHECK_EQUAL(takt_pulse(channel, 5, 1, 1), TAKT_ECLOSED);
    CHECK_EQUAL(reply_to(heir, &old, "late"), TAKT_ESTALE);
    CHECK_EQUAL(receive(heir, channel), BUSY);
    CHECK_EQUAL(send(in_hand, channel), BUSY);
    CHECK_EQUAL(reply_to(heir, &old, "late"), TAKT_ESTALE);
    CHECK_EQUAL(result_of(in_hand), BUSY);
    CHECK_EQUAL(reply(heir), TAKT_OK);
    CHECK_EQUAL(result_of(in_hand), 2);
}

/* A server asks its own channel, where a fellow could answer, and the fellow ends: then nobody ever
 * would. The server is told, not the client in front of it, whom it can help again. */
KERNEL_TEST(channel_server_left_to_itself_is_told)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *fellow = actor_make('F', 12);
    struct actor *client = actor_make('C', 20);

    (void)receive_within(server, channel, TAKT_NO_WAIT);
    (void)receive_within(fellow, channel, TAKT_NO_WAIT);
    CHECK_EQUAL(send(client, channel), BUSY);
    CHECK_EQUAL(send(server, channel), BUSY);
    leave(fellow);
    CHECK_EQUAL(result_of(server), TAKT_EDEADLK);
    CHECK_EQUAL(result_of(client), BUSY);
    CHECK_EQUAL(send(server, channel), TAKT_EDEADLK);
    (void)receive(server, channel);
    CHECK_EQUAL(reply(server), TAKT_OK);
    CHECK_EQUAL(result_of(client), 2);
}

/* D07: 300 rebirths of server and client in the same memory: each late answer is refused. */

static struct takt_thread reborn[2];
static TAKT_STACK(reborn_stacks[2], 1024);
static struct takt_request last_request;

static void receive_and_die(void *channel)
{
    char text[4];
    struct takt_received received;

    (void)takt_receive(channel, text, sizeof text, &received, TAKT_FOREVER);
    last_request = received.request;
}

static void send_and_die(void *channel)
{
    const struct takt_message message = { "hey", 3, NULL, 0 };

    CHECK_EQUAL(takt_send(channel, &message, TAKT_FOREVER), TAKT_ECLOSED);
}

static void bear(unsigned which, unsigned priority, void (*entry)(void *), void *argument)
{
    const struct takt_thread_options options = {
        .name = "reborn",
        .priority = priority,
        .entry = entry,
        .argument = argument,
        .stack = reborn_stacks[which],
        .stack_bytes = sizeof reborn_stacks[which],
    };

    CHECK_EQUAL(takt_thread_create(&reborn[which], &options), TAKT_OK);
}

KERNEL_TEST(channel_server_dies_often)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *other = actor_make('O', 5);
    struct takt_request old = { &reborn[1], 0 };

    for (unsigned i = 0; i < 300; i++) {
        bear(0, 20, receive_and_die, channel);
        bear(1, 10, send_and_die, channel);
        CHECK_EQUAL(takt_thread_join(&reborn[0], TAKT_FOREVER), TAKT_OK);
        CHECK_EQUAL(takt_thread_join(&reborn[1], TAKT_FOREVER), TAKT_OK);
        CHECK(last_request.client == &reborn[1]);
        CHECK(last_request.exchange != old.exchange);
        CHECK_EQUAL(reply_to(other, &old, "no"), TAKT_ESTALE);
        old = last_request;
    }
}

/* D07: the numbers of sends begin again behind the last; none is 0, and no other request of that
 * time is met. Only one that is kept for all of 2^31 sends is taken for its namesake. */
KERNEL_TEST(channel_numbers_of_sends_begin_again)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 20);
    struct actor *client = actor_make('C', 10);
    struct takt_request old = { thread_of(client), 0 };

    kernel.exchanges = UINT32_MAX - 10;
    for (unsigned i = 0; i < 20; i++) {
        (void)receive(server, channel);
        CHECK_EQUAL(send(client, channel), BUSY);
        CHECK(received_of(server)->request.exchange % 2 == 1);
        CHECK_EQUAL(reply_to(server, &old, "no"), TAKT_ESTALE);
        old = received_of(server)->request;
        CHECK_EQUAL(reply(server), TAKT_OK);
        CHECK_EQUAL(result_of(client), 2);
    }
    kernel.exchanges = old.exchange - 2;
    (void)receive(server, channel);
    CHECK_EQUAL(send(client, channel), BUSY);
    CHECK_EQUAL(reply_to(server, &old, "me"), TAKT_OK);
}

/* One of two servers dies: its own client is told, the queue goes on to the other. */
KERNEL_TEST(channel_one_of_two_servers_dies)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *one = actor_make('1', 10);
    struct actor *two = actor_make('2', 12);
    struct actor *first = actor_make('a', 20);
    struct actor *second = actor_make('b', 25);

    (void)receive(one, channel);
    (void)send(first, channel);
    (void)receive_within(two, channel, TAKT_NO_WAIT);
    (void)send(second, channel);
    CHECK_EQUAL(priority_of(two), 25);
    leave(one);
    CHECK_EQUAL(result_of(first), TAKT_ECLOSED);
    CHECK_EQUAL(result_of(second), BUSY);
    (void)receive(two, channel);
    (void)reply(two);
    CHECK_EQUAL(result_of(second), 2);
}

/* A server that received elsewhere since is no server here any more; its client still is told. */
KERNEL_TEST(channel_server_dies_with_a_client_of_another_channel)
{
    struct takt_channel *one = channel_make(0);
    struct takt_channel *two = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *first = actor_make('1', 20);
    struct actor *second = actor_make('2', 20);

    (void)receive(server, one);
    (void)send(first, one);
    (void)receive_within(server, two, TAKT_NO_WAIT);
    (void)send_within(second, one, takt_ms(1));
    leave(server);
    CHECK_EQUAL(result_of(first), TAKT_ECLOSED);
    CHECK_EQUAL(result_of(second), BUSY);
    pass_ms(2);
    CHECK_EQUAL(result_of(second), TAKT_ETIMEDOUT);
    CHECK_EQUAL(send(second, two), TAKT_ECLOSED);
}

/* D04, D11: destroyed with somebody in every place. All wake within the call, at their own
 * priorities; memory that is spoilt afterwards hurts nobody. */
KERNEL_TEST(channel_destroyed_under_clients)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *clients[] = { actor_make('1', 20), actor_make('2', 25), actor_make('3', 30) };

    (void)receive(server, channel);
    for (unsigned i = 0; i < COUNT_OF(clients); i++) {
        (void)send(clients[i], channel);
    }
    const struct takt_request old = received_of(server)->request;

    CHECK_EQUAL(priority_of(server), 30);
    takt_channel_destroy(channel);
    for (unsigned i = 0; i < COUNT_OF(clients); i++) {
        CHECK_EQUAL(result_of(clients[i]), TAKT_ECLOSED);
    }
    CHECK_EQUAL(priority_of(server), 10);
    CHECK_EQUAL(send(clients[0], channel), TAKT_ECLOSED);
    CHECK_EQUAL(receive(server, channel), TAKT_ECLOSED);
    CHECK_EQUAL(takt_pulse(channel, 1, 1, 1), TAKT_ECLOSED);
    spoil_channel(channel);
    CHECK_EQUAL(reply_to(server, &old, "late"), TAKT_ESTALE);
    pass_ms(5);
}

KERNEL_TEST(channel_destroyed_under_servers)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *servers[] = { actor_make('1', 10), actor_make('2', 12) };
    struct actor *client = actor_make('C', 20);

    for (unsigned i = 0; i < COUNT_OF(servers); i++) {
        CHECK_EQUAL(receive_within(servers[i], channel, takt_ms(100)), BUSY);
    }
    takt_channel_destroy(channel);
    for (unsigned i = 0; i < COUNT_OF(servers); i++) {
        CHECK_EQUAL(result_of(servers[i]), TAKT_ECLOSED);
    }
    CHECK_EQUAL(timeouts_armed(), 0);
    CHECK_EQUAL(send(client, channel), TAKT_ECLOSED);
    spoil_channel(channel);
    leave(servers[0]);
}

/* The server destroys its own channel, with a message in hand, and goes on. */
static int call_destroy(struct actor *self, void *channel, takt_time unused)
{
    (void)self;
    (void)unused;
    takt_channel_destroy(channel);
    return TAKT_OK;
}

KERNEL_TEST(channel_destroyed_by_its_server)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *client = actor_make('C', 20);

    (void)receive(server, channel);
    (void)send(client, channel);
    CHECK_EQUAL(order(server, call_destroy, channel, 0), TAKT_OK);
    CHECK_EQUAL(result_of(client), TAKT_ECLOSED);
    CHECK_EQUAL(priority_of(server), 10);
}

/* A time limit covers both waits: 3 ms in the queue and 2 in the server's hand are 5. */
KERNEL_TEST(channel_limit_covers_both_waits)
{
    struct takt_channel *channel = channel_make(0);
    struct actor *server = actor_make('S', 10);
    struct actor *client = actor_make('C', 20);

    (void)send_within(client, channel, takt_ms(5));
    pass_ms(3);
    (void)receive(server, channel);
    pass_ms(1);
    CHECK_EQUAL(result_of(client), BUSY);
    pass_ms(2);
    CHECK_EQUAL(result_of(client), TAKT_ETIMEDOUT);
    CHECK_EQUAL(reply(server), TAKT_ESTALE);
}
