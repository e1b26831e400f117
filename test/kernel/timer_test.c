/* timer_test.c - services and timers of a test, from pools. Their memory holds rubbish before. */
#include "timer_test.h"

#include "thread_state.h"

#include <string.h>

enum { STACK_BYTES = 1024 };

struct alarm {
    struct takt_timer timer;
    void (*then)(struct takt_timer *timer);
    unsigned calls;
    takt_time last_call;
    char letter;
};

static struct takt_timer_service services[SERVICES];
static TAKT_STACK(stacks[SERVICES], STACK_BYTES);
static struct alarm alarms[TIMERS];
static unsigned service_count;
static unsigned timer_count;

static const struct alarm *alarm_of(const struct takt_timer *timer)
{
    return LIST_ENTRY(timer, const struct alarm, timer);
}

static void call(struct takt_timer *timer, void *argument)
{
    struct alarm *alarm = argument;

    CHECK(takt_thread_self() == &timer->service->thread);
    alarm->last_call = takt_now();
    __atomic_add_fetch(&alarm->calls, 1, __ATOMIC_SEQ_CST);
    harness_token(alarm->letter);
    if (alarm->then != NULL) {
        alarm->then(timer);
    }
}

void timer_test_begin(void)
{
    service_count = 0;
    timer_count = 0;
}

static void end_service(struct takt_timer *timer, void *unused)
{
    (void)timer;
    (void)unused;
    takt_thread_exit();
}

static void service_end(struct takt_timer_service *service)
{
    struct takt_timer last;

    takt_timer_init(&last, "last", service, end_service, NULL);
    if (service->thread.state != THREAD_DEAD) {
        CHECK_EQUAL(takt_timer_start(&last, 0, 0), TAKT_OK);
    }
    CHECK_EQUAL(takt_thread_join(&service->thread, takt_ms(1000)), TAKT_OK);
    CHECK_EQUAL(takt_timer_start(&last, 0, 0), TAKT_ECLOSED);
    takt_timer_destroy(&last);
}

void timer_test_end(void)
{
    for (unsigned i = 0; i < timer_count; i++) {
        if (alarms[i].timer.open) {
            takt_timer_destroy(&alarms[i].timer);
        }
    }
    for (unsigned i = 0; i < service_count; i++) {
        service_end(&services[i]);
    }
}

/* With too small a stack: nothing is written. */
static void refuse(struct takt_timer_service *service, struct takt_thread_options options)
{
    const unsigned char *bytes = (const unsigned char *)service;
    unsigned char before[sizeof *service];

    memcpy(before, bytes, sizeof before);
    options.stack_bytes = 8;
    CHECK_EQUAL(takt_timer_service_start(service, &options), TAKT_EINVAL);
    CHECK(memcmp(before, bytes, sizeof before) == 0);
}

struct takt_timer_service *service_make(unsigned priority)
{
    struct takt_timer_service *service = &services[service_count];
    const struct takt_thread_options options = {
        .name = "timers",
        .priority = priority,
        .stack = stacks[service_count],
        .stack_bytes = sizeof stacks[service_count],
    };

    service_count++;
    memset(service, 0xA5, sizeof *service);
    refuse(service, options);
    CHECK_EQUAL(takt_timer_service_start(service, &options), TAKT_OK);
    takt_yield();
    return service;
}

struct takt_timer *timer_make(struct takt_timer_service *service, char letter,
                              void (*then)(struct takt_timer *timer))
{
    struct alarm *alarm = &alarms[timer_count];

    timer_count++;
    memset(alarm, 0xA5, sizeof *alarm);
    alarm->letter = letter;
    alarm->then = then;
    alarm->calls = 0;
    takt_timer_init(&alarm->timer, "timer", service, call, alarm);
    return &alarm->timer;
}

unsigned calls_of(const struct takt_timer *timer)
{
    return __atomic_load_n(&alarm_of(timer)->calls, __ATOMIC_SEQ_CST);
}

takt_time last_call_of(const struct takt_timer *timer)
{
    return alarm_of(timer)->last_call;
}

void timer_spoil(struct takt_timer *timer)
{
    takt_timer_destroy(timer);
    memset(timer, 0xA5, sizeof *timer);
    timer->open = false;
}

takt_time next_whole_ms(void)
{
    return (takt_now() / takt_ms(1) + 2) * takt_ms(1);
}
