/* channel_boost_at_send.c - a server is raised at the moment when a more urgent client sends,
 * whatever it is doing, and with it whoever holds it up. */
#include "kernel_test.h"

/* A27: lo's request takes 4 ms and hi's half of one; at 2 ms a hog begins to compute for 10. */

static struct takt_channel *channel;

static void serve(void *unused)
{
    unsigned work;
    struct takt_received received;

    (void)unused;
    while (takt_receive(channel, &work, sizeof work, &received, TAKT_FOREVER) > 0) {
        burn_tenths(work);
        (void)takt_reply(received.request, NULL, 0);
    }
}

static void ask_for(unsigned work)
{
    const struct takt_message message = { &work, sizeof work, NULL, 0 };

    CHECK_EQUAL(takt_send(channel, &message, TAKT_FOREVER), 0);
}

static void low_asks(void *done_at)
{
    ask_for(40);
    CHECK_EQUAL(tenths_near(*(const unsigned *)done_at), *(const unsigned *)done_at);
    harness_token('l');
}

static void hog_computes(void *done_at)
{
    until_ms(2);
    burn_tenths(100);
    CHECK_EQUAL(tenths_near(*(const unsigned *)done_at), *(const unsigned *)done_at);
    harness_token('h');
}

static void high_asks(void *done_at)
{
    until_ms(4);
    ask_for(5);
    CHECK_EQUAL(tenths_near(*(const unsigned *)done_at), *(const unsigned *)done_at);
    harness_token('H');
}

static void inversion(unsigned flags, unsigned low_done, unsigned hog_done, unsigned high_done)
{
    channel = channel_make(flags);
    control_holds();
    struct actor *server = thread_start('S', 10, serve, NULL);

    (void)thread_start('H', 30, high_asks, &high_done);
    (void)thread_start('h', 20, hog_computes, &hog_done);
    (void)thread_start('l', 10, low_asks, &low_done);
    control_lets_go();
    pass_ms(30);
    CHECK_EQUAL(priority_of(server), 10);
    takt_channel_destroy(channel);
}

/* At 2 the hog stops the server, which has 2 ms of lo's work left. At 4 hi sends and the server
 * goes on, at 30: lo's work is done at 6, hi's at 6.5. The hog, 8 ms left, follows until 14.5, and
 * lo, whose reply came at 6, last. */
KERNEL_TEST(channel_server_is_raised_at_send)
{
    inversion(0, 145, 145, 65);
    CHECK_TEXT(harness_tokens(), "Hhl");
}

/* The server goes on when the hog is done, at 12: lo's work is done at 14, hi's at 14.5; lo, as
 * urgent as the server, is ready before the server waits again. */
KERNEL_TEST(channel_fixed_server_is_not_raised_at_send)
{
    inversion(TAKT_CHANNEL_FIXED_PRIORITY, 145, 120, 145);
    CHECK_TEXT(harness_tokens(), "hHl");
}

/* The rule over all pairs of priorities and over what the server may be doing: sleeping, waiting
 * for a semaphore, for a mutex, or suspended. From the send to the end of the wait the server is
 * at the higher of the two; then at its own. */

enum doing { ASLEEP, AT_SEMAPHORE, AT_MUTEX, SUSPENDED, DOINGS };

struct stage {
    struct takt_channel *channel;
    struct takt_semaphore *semaphore;
    struct takt_mutex *mutex;
    struct actor *holder; /* of the mutex */
    struct actor *server;
    struct actor *client;
};

static void set_stage(struct stage *stage)
{
    stage->channel = channel_make(0);
    stage->semaphore = semaphore_make(0);
    stage->mutex = mutex_make(0);
    stage->holder = actor_make('h', 1);
    stage->server = actor_make('S', 10);
    stage->client = actor_make('C', 10);
    CHECK_EQUAL(receive_within(stage->server, stage->channel, TAKT_NO_WAIT), TAKT_EAGAIN);
    (void)lock(stage->holder, stage->mutex);
}

static void do_something(struct stage *stage, enum doing doing)
{
    switch (doing) {
    case ASLEEP:
        (void)sleep_for(stage->server, takt_us(500));
        break;
    case AT_SEMAPHORE:
        (void)take(stage->server, stage->semaphore, TAKT_FOREVER);
        break;
    case AT_MUTEX:
        (void)lock(stage->server, stage->mutex);
        break;
    case SUSPENDED:
    case DOINGS:
    default:
        takt_thread_suspend(thread_of(stage->server));
        break;
    }
}

static void stop_doing(struct stage *stage, enum doing doing)
{
    switch (doing) {
    case ASLEEP:
        break;
    case AT_SEMAPHORE:
        (void)takt_semaphore_give(stage->semaphore);
        break;
    case AT_MUTEX:
        (void)unlock(stage->holder, stage->mutex);
        (void)unlock(stage->server, stage->mutex);
        (void)lock(stage->holder, stage->mutex);
        break;
    case SUSPENDED:
    case DOINGS:
    default:
        takt_thread_resume(thread_of(stage->server));
        break;
    }
}

static void send_to_busy_server(struct stage *stage, enum doing doing, unsigned own, unsigned lent)
{
    unsigned higher = own > lent ? own : lent;

    takt_thread_set_priority(thread_of(stage->server), own);
    takt_thread_set_priority(thread_of(stage->client), lent);
    do_something(stage, doing);
    CHECK_EQUAL(send_within(stage->client, stage->channel, takt_us(200)), BUSY);
    CHECK_EQUAL(priority_of(stage->server), higher);
    CHECK_EQUAL(priority_of(stage->holder), doing == AT_MUTEX ? higher : 1);
    (void)takt_sleep(takt_us(800));
    CHECK_EQUAL(result_of(stage->client), TAKT_ETIMEDOUT);
    CHECK_EQUAL(priority_of(stage->server), own);
    CHECK_EQUAL(priority_of(stage->holder), doing == AT_MUTEX ? own : 1);
    stop_doing(stage, doing);
}

KERNEL_TEST(channel_raises_a_server_that_does_anything)
{
    static const unsigned priorities[] = { 1, 2, 9, 10, 16, 30, 31 };
    struct stage stage;

    set_stage(&stage);
    for (unsigned i = 0; i < COUNT_OF(priorities) * COUNT_OF(priorities); i++) {
        unsigned own = priorities[i / COUNT_OF(priorities)];
        unsigned lent = priorities[i % COUNT_OF(priorities)];

        for (unsigned doing = 0; doing < DOINGS; doing++) {
            send_to_busy_server(&stage, (enum doing)doing, own, lent);
        }
    }
    (void)unlock(stage.holder, stage.mutex);
}

/* A31: the server S is itself a client of S2, S2 waits for a mutex that L holds. */
struct relay {
    struct takt_channel *first;
    struct takt_channel *second;
    struct takt_mutex *mutex;
    struct actor *low;
    struct actor *server2;
    struct actor *server;
    struct actor *high;
};

static void set_relay(struct relay *relay)
{
    relay->first = channel_make(0);
    relay->second = channel_make(0);
    relay->mutex = mutex_make(0);
    relay->low = actor_make('L', 5);
    relay->server2 = actor_make('2', 8);
    relay->server = actor_make('S', 10);
    relay->high = actor_make('H', 30);
    (void)lock(relay->low, relay->mutex);
    CHECK_EQUAL(receive_within(relay->server, relay->first, TAKT_NO_WAIT), TAKT_EAGAIN);
}

static void check_relay(struct relay *relay, unsigned server, unsigned server2, unsigned low)
{
    CHECK_EQUAL(priority_of(relay->server), server);
    CHECK_EQUAL(priority_of(relay->server2), server2);
    CHECK_EQUAL(priority_of(relay->low), low);
}

static void unwind_relay(struct relay *relay)
{
    (void)unlock(relay->low, relay->mutex);
    CHECK_EQUAL(result_of(relay->server2), TAKT_OK);
    (void)unlock(relay->server2, relay->mutex);
}

/* A31, S still in S2's queue: everything that H lent goes with H. */
KERNEL_TEST(channel_boost_goes_on_through_a_queued_server)
{
    struct relay relay;

    set_relay(&relay);
    (void)receive_within(relay.server2, relay.second, TAKT_NO_WAIT);
    (void)lock(relay.server2, relay.mutex);
    CHECK_EQUAL(send(relay.server, relay.second), BUSY);
    check_relay(&relay, 10, 10, 10);
    CHECK_EQUAL(send_within(relay.high, relay.first, takt_ms(1)), BUSY);
    check_relay(&relay, 30, 30, 30);
    pass_ms(2);
    CHECK_EQUAL(result_of(relay.high), TAKT_ETIMEDOUT);
    check_relay(&relay, 10, 10, 10);
    unwind_relay(&relay);
    (void)receive(relay.server2, relay.second);
    (void)reply(relay.server2);
}

/* A31, S2 already works on S's message: what H lent goes with H all the same, and what S2 serves at
 * is what S had when its message was received. */
KERNEL_TEST(channel_boost_goes_on_through_a_reply_blocked_server)
{
    struct relay relay;

    set_relay(&relay);
    (void)receive(relay.server2, relay.second);
    CHECK_EQUAL(send(relay.server, relay.second), BUSY);
    CHECK_EQUAL(result_of(relay.server2), 4);
    (void)lock(relay.server2, relay.mutex);
    check_relay(&relay, 10, 10, 10);
    CHECK_EQUAL(send_within(relay.high, relay.first, takt_ms(1)), BUSY);
    check_relay(&relay, 30, 30, 30);
    pass_ms(2);
    CHECK_EQUAL(result_of(relay.high), TAKT_ETIMEDOUT);
    check_relay(&relay, 10, 10, 10);
    unwind_relay(&relay);
    (void)reply(relay.server2);
    (void)receive_within(relay.server2, relay.second, TAKT_NO_WAIT);
    check_relay(&relay, 10, 8, 5);
}
