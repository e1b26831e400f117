/* Objects, and who lends priority to whom, across CPUs. */
#include "smp_test.h"

enum { ROUNDS = 500 };

static struct takt_semaphore ping;
static struct takt_semaphore pong;

static void answer_rounds(void *unused)
{
    (void)unused;
    for (unsigned i = 0; i < harness_rounds(ROUNDS); i++) {
        CHECK_EQUAL(takt_semaphore_take(&ping, TAKT_FOREVER), TAKT_OK);
        CHECK_EQUAL(takt_semaphore_give(&pong), TAKT_OK);
    }
}

/* E01: whoever has gone to sleep, on a CPU where nothing else happens, is woken. */
TEST(smp_semaphores_wake_across)
{
    takt_semaphore_init(&ping, "ping", 0);
    takt_semaphore_init(&pong, "pong", 0);
    const struct takt_thread *partner = start(0, THERE, 20, answer_rounds, NULL);

    for (unsigned i = 0; i < harness_rounds(ROUNDS); i++) {
        CHECK_EQUAL(takt_semaphore_give(&ping), TAKT_OK);
        if (!CHECK_EQUAL(takt_semaphore_take(&pong, takt_ms(100)), TAKT_OK)) {
            takt_halt(1);
        }
    }
    join(partner);
    takt_semaphore_destroy(&ping);
    takt_semaphore_destroy(&pong);
}

static struct takt_channel channel;

static void serve_rounds(void *unused)
{
    struct takt_received received;
    uint32_t number;

    (void)unused;
    for (unsigned i = 0; i < harness_rounds(ROUNDS); i++) {
        CHECK_EQUAL(takt_receive(&channel, &number, sizeof number, &received, TAKT_FOREVER),
                    sizeof number);
        number = number * 2 + 1;
        CHECK_EQUAL(takt_reply(received.request, &number, sizeof number), TAKT_OK);
    }
}

TEST(smp_messages_go_across)
{
    takt_channel_init(&channel, "across", 0);
    const struct takt_thread *server = start(0, THERE, 12, serve_rounds, NULL);

    for (uint32_t i = 0; i < harness_rounds(ROUNDS); i++) {
        uint32_t reply = 0;
        const struct takt_message message = { &i, sizeof i, &reply, sizeof reply };

        if (!CHECK_EQUAL(takt_send(&channel, &message, takt_ms(100)), sizeof reply)) {
            takt_halt(1);
        }
        CHECK_EQUAL(reply, 2 * i + 1);
    }
    join(server);
    takt_channel_destroy(&channel);
}

static struct takt_mutex mutex;
static uint32_t stage;

static void own_until_told(void *go)
{
    CHECK_EQUAL(takt_mutex_lock(&mutex, TAKT_FOREVER), TAKT_OK);
    store(&stage, 1);
    while (load(go) == 0) {
        pass(takt_us(1));
    }
    takt_mutex_unlock(&mutex);
}

static void lock_and_unlock(void *unused)
{
    (void)unused;
    CHECK_EQUAL(takt_mutex_lock(&mutex, TAKT_FOREVER), TAKT_OK);
    takt_mutex_unlock(&mutex);
}

/* The owner, here, is kept from running by one that is more urgent; a waiter there, more urgent
 * than both, lends it what it needs. */
TEST(smp_mutex_inherits_across)
{
    static uint32_t word;
    uint32_t go = 0;

    stage = 0;
    takt_mutex_init(&mutex, "across", 0);
    const struct takt_thread *owner = start(0, THERE, 5, own_until_told, &go);

    CHECK(wait_for(&stage, 1));
    struct takt_thread *between = start(1, THERE, 10, count_for_ever, &word);

    CHECK(counts(&word));
    const struct takt_thread *waiter = start(2, HERE, 20, lock_and_unlock, NULL);

    CHECK_EQUAL(takt_thread_priority(owner), 20);
    pass(takt_us(20));
    CHECK(!counts(&word));
    store(&go, 1);
    join(waiter);
    CHECK_EQUAL(takt_thread_priority(owner), 5);
    CHECK(counts(&word));
    CHECK_EQUAL(takt_thread_cancel(between), TAKT_OK);
    join(owner);
    takt_mutex_destroy(&mutex);
}

static void serve_when_told(void *go)
{
    struct takt_received received;
    uint32_t number;

    CHECK_EQUAL(takt_receive(&channel, &number, sizeof number, &received, TAKT_FOREVER),
                sizeof number);
    store(&stage, 1);
    while (load(go) == 0) {
        pass(takt_us(1));
    }
    CHECK_EQUAL(takt_reply(received.request, &number, sizeof number), TAKT_OK);
    CHECK_EQUAL(takt_receive(&channel, &number, sizeof number, &received, TAKT_FOREVER),
                sizeof number);
    CHECK_EQUAL(takt_reply(received.request, &number, sizeof number), TAKT_OK);
}

static void ask(void *unused)
{
    uint32_t number = 7;
    const struct takt_message message = { &number, sizeof number, &number, sizeof number };

    (void)unused;
    CHECK_EQUAL(takt_send(&channel, &message, TAKT_FOREVER), sizeof number);
}

/* A server there is raised at the moment in which a client here sends. */
TEST(smp_channel_boosts_at_the_send_across)
{
    uint32_t go = 0;

    stage = 0;
    takt_channel_init(&channel, "boost", 0);
    const struct takt_thread *server = start(0, THERE, 5, serve_when_told, &go);
    const struct takt_thread *first = start(1, HERE, 18, ask, NULL);

    CHECK(wait_for(&stage, 1));
    CHECK_EQUAL(takt_thread_priority(server), 18);
    const struct takt_thread *second = start(2, HERE, 22, ask, NULL);

    CHECK_EQUAL(takt_thread_priority(server), 22);
    store(&go, 1);
    join(first);
    join(second);
    join(server);
    takt_channel_destroy(&channel);
}

/* A timer whose service is there, started, stopped and destroyed from here. */

static struct takt_timer_service service;
static uint32_t calls;
static uint32_t called_on;

static void note_call(struct takt_timer *timer, void *unused)
{
    (void)timer;
    (void)unused;
    store(&called_on, takt_cpu_here());
    store(&calls, calls + 1);
}

TEST(smp_timers_are_called_where_their_service_is)
{
    struct takt_timer timer;
    const struct takt_thread_options options = {
        .name = "timers",
        .priority = 25,
        .stack = workers[0].stack,
        .stack_bytes = sizeof workers[0].stack,
        .cpu = TAKT_CPU(THERE),
    };

    calls = 0;
    CHECK_EQUAL(takt_timer_service_start(&service, &options), TAKT_OK);
    takt_timer_init(&timer, "tick", &service, note_call, NULL);
    CHECK_EQUAL(takt_timer_start(&timer, takt_us(50), takt_us(50)), TAKT_OK);
    CHECK(wait_for(&calls, 5));
    CHECK_EQUAL(called_on, THERE);

    /* Its service moves; timers that are armed come once more by the old CPU's clock. */
    CHECK_EQUAL(takt_thread_move(&service.thread, HERE), TAKT_OK);
    uint32_t seen = load(&calls);

    CHECK(wait_for(&calls, seen + 3));
    CHECK_EQUAL(called_on, HERE);
    CHECK(takt_timer_stop(&timer));
    seen = load(&calls);
    (void)takt_sleep(takt_us(200));
    CHECK_EQUAL(load(&calls), seen);
    takt_timer_destroy(&timer);
    CHECK_EQUAL(takt_thread_cancel(&service.thread), TAKT_OK);
}

/* A clock's callback comes on the CPU that has armed it, and can be called off from another. */

static void note_clock(struct takt_clock_callback *callback, void *unused)
{
    (void)callback;
    (void)unused;
    store(&called_on, takt_cpu_here());
    store(&calls, calls + 1);
}

static struct takt_clock_callback callback;

static void arm(void *after)
{
    takt_clock_callback_arm(&callback, takt_now() + *(const takt_time *)after);
}

TEST(smp_clock_callbacks_come_where_they_were_armed)
{
    takt_time after = takt_us(30);

    calls = 0;
    takt_clock_callback_init(&callback, note_clock, NULL);
    join(start(0, THERE, 10, arm, &after));
    CHECK(wait_for(&calls, 1));
    CHECK_EQUAL(called_on, THERE);
    after = takt_ms(2);
    join(start(0, THERE, 10, arm, &after));
    CHECK(takt_clock_callback_cancel(&callback));
    (void)takt_sleep(takt_ms(4));
    CHECK_EQUAL(load(&calls), 1);
}
