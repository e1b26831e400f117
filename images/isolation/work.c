/* work.c - what CPU 0 does meanwhile. */
#include "work.h"

#include "takt/takt.h"

enum { STACK_BYTES = 1024, THREADS = 5, TIMERS = 2 };

static struct takt_channel filter_channel;
static struct takt_channel store_channel;
static uint32_t done; /* of CPU 0 alone */

static void count(void)
{
    __atomic_fetch_add(&done, 1, __ATOMIC_RELAXED);
}

uint32_t work_done(void)
{
    return __atomic_load_n(&done, __ATOMIC_RELAXED);
}

static uint32_t ask(struct takt_channel *channel, uint32_t value)
{
    uint32_t answer = 0;
    const struct takt_message message = { &value, sizeof value, &answer, sizeof answer };

    (void)takt_send(channel, &message, TAKT_FOREVER);
    count();
    return answer;
}

/* Ask again and again, each time at the begin of a period. */
static void ask_every(struct takt_channel *channel, takt_time period)
{
    takt_time next = takt_now();

    for (uint32_t value = 0;; value++) {
        next += period;
        (void)takt_sleep_until(next);
        (void)ask(channel, value);
    }
}

static void sense(void *unused)
{
    (void)unused;
    ask_every(&filter_channel, takt_ms(2));
}

static void operate(void *unused)
{
    (void)unused;
    ask_every(&store_channel, takt_ms(5));
}

static void monitor(void *unused)
{
    (void)unused;
    ask_every(&filter_channel, takt_ms(10));
}

static uint32_t receive(struct takt_channel *channel, struct takt_request *request)
{
    struct takt_received received;
    uint32_t value = 0;

    (void)takt_receive(channel, &value, sizeof value, &received, TAKT_FOREVER);
    *request = received.request;
    return value;
}

static void filter(void *unused)
{
    struct takt_request request;

    (void)unused;
    for (;;) {
        uint32_t value = receive(&filter_channel, &request);
        uint32_t answer = ask(&store_channel, value / 2);

        (void)takt_reply(request, &answer, sizeof answer);
    }
}

static void store(void *unused)
{
    struct takt_request request;
    uint32_t sum = 0;

    (void)unused;
    for (;;) {
        sum += receive(&store_channel, &request);
        (void)takt_reply(request, &sum, sizeof sum);
    }
}

static void beat(struct takt_timer *timer, void *unused)
{
    (void)timer;
    (void)unused;
    count();
}

static void start_timers(void)
{
    static struct takt_timer_service service;
    static struct takt_timer timers[TIMERS];
    static TAKT_STACK(stack, STACK_BYTES);
    static const unsigned periods_ms[TIMERS] = { 3, 7 };
    const struct takt_thread_options options = {
        .name = "timers",
        .priority = 14,
        .stack = stack,
        .stack_bytes = sizeof stack,
    };

    (void)takt_timer_service_start(&service, &options);
    for (unsigned i = 0; i < TIMERS; i++) {
        takt_timer_init(&timers[i], i == 0 ? "short" : "long", &service, beat, NULL);
        (void)takt_timer_start(&timers[i], takt_ms(periods_ms[i]), takt_ms(periods_ms[i]));
    }
}

void work_start(void)
{
    static struct takt_thread threads[THREADS];
    static TAKT_STACK(stacks[THREADS], STACK_BYTES);
    static const struct takt_thread_options options[THREADS] = {
        { .name = "sensor", .priority = 12, .entry = sense },
        { .name = "operator", .priority = 6, .entry = operate },
        { .name = "monitor", .priority = 4, .entry = monitor },
        { .name = "filter", .priority = 10, .entry = filter },
        { .name = "store", .priority = 8, .entry = store },
    };

    takt_channel_init(&filter_channel, "filter", 0);
    takt_channel_init(&store_channel, "store", 0);
    for (unsigned i = 0; i < THREADS; i++) {
        struct takt_thread_options one = options[i];

        one.stack = stacks[i];
        one.stack_bytes = sizeof stacks[i];
        one.cpu = TAKT_CPU(0);
        (void)takt_thread_create(&threads[i], &one);
    }
    start_timers();
}
