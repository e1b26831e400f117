/* timer_test.h - what the timers' tests share: services and timers from pools, which are gone when
 * the test ends. */
#pragma once

#include "kernel_test.h"

enum { SERVICES = 2, TIMERS = 8 };

/* KERNEL_TEST with the pools. */
#define TIMER_TEST(name)             \
    static void timers_##name(void); \
    KERNEL_TEST(name)                \
    {                                \
        timer_test_begin();          \
        timers_##name();             \
        timer_test_end();            \
    }                                \
    static void timers_##name(void)

void timer_test_begin(void);
void timer_test_end(void);

struct takt_timer_service *service_make(unsigned priority);

/* A timer whose call leaves the letter as its token and then does `then` (NULL: nothing more). */
struct takt_timer *timer_make(struct takt_timer_service *service, char letter,
                              void (*then)(struct takt_timer *timer));

/* Calls so far; and the time of the last one. */
unsigned calls_of(const struct takt_timer *timer);
takt_time last_call_of(const struct takt_timer *timer);

/* Destroy it; its memory is somebody else's now: overwritten, but for the mark. */
void timer_spoil(struct takt_timer *timer);

/* The next instant that is a whole millisecond and at least one away: what follows is exact,
 * whatever instructions cost on this board. */
takt_time next_whole_ms(void);
