/* main.c - the image `held_up`: threads that hold each other up in every way, for the debugger.
 *
 * Each thread takes its place and stays there; `worker` computes. `watcher` comes when all have,
 * interrupts it, and calls everybody_waits, where the debugger stops.
 */
#include "takt/takt.h"

enum { STACK_BYTES = 1024, PERIOD_S = 100 };

enum place {
    LOW,
    MIDDLE,
    HIGH,
    SERVER,
    ASKER,
    QUEUED,
    LISTENER,
    TAKER,
    HALTED,
    HELD,
    JOINER,
    JOINED,
    WORKER,
    WATCHER,
    PLACES
};

static struct takt_thread threads[PLACES];
static TAKT_STACK(stacks[PLACES], STACK_BYTES);
static struct takt_mutex inner;
static struct takt_mutex outer;
static struct takt_mutex ring;
static struct takt_channel busy;
static struct takt_channel quiet;
static struct takt_semaphore never;

/* Of each thread's stack, for the debugger to compare. */
size_t stack_used[PLACES];

__attribute__((noinline)) void everybody_waits(void);

static void sleep_long(void)
{
    (void)takt_sleep(takt_ms(PERIOD_S * 1000ULL));
}

static void lock(struct takt_mutex *mutex)
{
    (void)takt_mutex_lock(mutex, TAKT_FOREVER);
}

static void ask(struct takt_channel *channel)
{
    const struct takt_message message = { "?", 1, NULL, 0 };

    (void)takt_send(channel, &message, TAKT_FOREVER);
}

static void receive(struct takt_channel *channel)
{
    struct takt_received received;
    char text[1];

    (void)takt_receive(channel, text, sizeof text, &received, TAKT_FOREVER);
}

/* low sleeps with `inner`, middle has `outer` and wants `inner`, high wants `outer`. */

static void low(void *unused)
{
    (void)unused;
    lock(&inner);
    sleep_long();
}

static void middle(void *unused)
{
    (void)unused;
    lock(&outer);
    lock(&inner);
}

static void high(void *unused)
{
    (void)unused;
    lock(&outer);
}

/* server has the request of asker in hand and sleeps; queued has sent too. */

static void server(void *unused)
{
    (void)unused;
    receive(&busy);
    sleep_long();
}

static void asker(void *unused)
{
    (void)unused;
    ask(&busy);
}

static void listener(void *unused)
{
    (void)unused;
    receive(&quiet);
}

static void taker(void *unused)
{
    (void)unused;
    (void)takt_semaphore_take(&never, takt_ms(PERIOD_S * 1000ULL));
}

static void halted(void *unused)
{
    (void)unused;
    takt_thread_suspend(takt_thread_self());
}

static void held(void *unused)
{
    (void)unused;
    (void)takt_semaphore_take(&never, TAKT_FOREVER);
}

/* joiner has `ring` and waits for the end of joined, which wants `ring`. */

static void joined(void *unused)
{
    (void)unused;
    lock(&ring);
}

static void joiner(void *unused)
{
    (void)unused;
    lock(&ring);
    (void)takt_sleep(takt_ms(PLACES));
    (void)takt_thread_join(&threads[JOINED], TAKT_FOREVER);
}

static void compute(void *unused)
{
    (void)unused;
    for (;;) {
        (void)takt_now();
    }
}

void everybody_waits(void)
{
    __asm__ volatile("" ::: "memory");
}

static void watch(void *unused)
{
    (void)unused;
    (void)takt_sleep(takt_ms(2ULL * PLACES));
    takt_thread_suspend(&threads[HELD]);
    for (unsigned place = 0; place < PLACES; place++) {
        stack_used[place] = takt_thread_stack_used(&threads[place]);
    }
    everybody_waits();
    takt_print("went on\n");
    takt_halt(0);
}

/* In this order they are made, a millisecond apart: each is in its place before the next. */
static const struct {
    const char *name;
    unsigned priority;
    void (*entry)(void *);
} roles[PLACES] = {
    [LOW] = { "low", 5, low },
    [MIDDLE] = { "middle", 10, middle },
    [HIGH] = { "high", 20, high },
    [SERVER] = { "server", 8, server },
    [ASKER] = { "asker", 12, asker },
    [QUEUED] = { "queued", 15, asker },
    [LISTENER] = { "listener", 9, listener },
    [TAKER] = { "taker", 7, taker },
    [HALTED] = { "halted", 6, halted },
    [HELD] = { "held", 6, held },
    [JOINER] = { "joiner", 4, joiner },
    [JOINED] = { "joined", 3, joined },
    [WORKER] = { "worker", 2, compute },
    [WATCHER] = { "watcher", 30, watch },
};

static void start(enum place place)
{
    const struct takt_thread_options options = {
        .name = roles[place].name,
        .priority = roles[place].priority,
        .entry = roles[place].entry,
        .stack = stacks[place],
        .stack_bytes = sizeof stacks[place],
    };
    int status = takt_thread_create(&threads[place], &options);

    TAKT_REQUIRE(status == TAKT_OK);
}

static void start_all(void *unused)
{
    (void)unused;
    for (enum place place = LOW; place < PLACES; place++) {
        start(place);
        (void)takt_sleep(takt_ms(1));
    }
}

static struct takt_thread starter;
static TAKT_STACK(starter_stack, STACK_BYTES);

void takt_main(void)
{
    const struct takt_thread_options options = {
        .name = "starter",
        .priority = 31,
        .entry = start_all,
        .stack = starter_stack,
        .stack_bytes = sizeof starter_stack,
    };

    takt_mutex_init(&inner, "inner", 0);
    takt_mutex_init(&outer, "outer", 0);
    takt_mutex_init(&ring, "ring", 0);
    takt_channel_init(&busy, "busy", 0);
    takt_channel_init(&quiet, "quiet", TAKT_CHANNEL_FIXED_PRIORITY);
    takt_semaphore_init(&never, "never", 0);
    (void)takt_thread_create(&starter, &options);
}
