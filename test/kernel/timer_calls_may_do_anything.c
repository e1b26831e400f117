/* timer_calls_may_do_anything.c - what a call does to timers, its own and others, while several
 * are due. */
#include "timer_test.h"

#include <stddef.h>

static struct takt_timer *timers[4];
static struct takt_semaphore *gate;

/* Timers a, b, c and d of one service; a's and b's calls do these. */
static void make(void (*of_a)(struct takt_timer *), void (*of_b)(struct takt_timer *))
{
    struct takt_timer_service *service = service_make(10);

    timers[0] = timer_make(service, 'a', of_a);
    timers[1] = timer_make(service, 'b', of_b);
    timers[2] = timer_make(service, 'c', NULL);
    timers[3] = timer_make(service, 'd', NULL);
}

/* Let a, b and c come due at one instant. The time half a millisecond after that. */
static takt_time let_three_come_due(void)
{
    takt_time base = next_whole_ms();

    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQUAL(takt_timer_start_at(timers[i], base, 0), TAKT_OK);
    }
    (void)takt_sleep_until(base + takt_us(500));
    return base + takt_us(500);
}

static void start_oneself_once(struct takt_timer *timer)
{
    if (calls_of(timer) == 1) {
        CHECK(!takt_timer_running(timer));
        CHECK_EQUAL(takt_timer_start(timer, takt_ms(1), 0), TAKT_OK);
        CHECK(takt_timer_running(timer));
    }
}

static void stop_c(struct takt_timer *unused)
{
    (void)unused;
    CHECK(takt_timer_stop(timers[2]));
}

/* B06: a starts itself again with 1, b stops c, which is due already. */
TIMER_TEST(timer_call_starts_its_own_and_another_stops_a_third)
{
    takt_time then;

    make(start_oneself_once, stop_c);
    then = let_three_come_due();
    CHECK_TEXT(harness_tokens(), "ab");
    (void)takt_sleep_until(then + takt_ms(1));
    CHECK_TEXT(harness_tokens(), "aba");
}

static void start_b_later(struct takt_timer *unused)
{
    (void)unused;
    CHECK_EQUAL(takt_timer_start(timers[1], takt_ms(1), 0), TAKT_OK);
}

/* B06: a starts b, which is due, again: b is called for the new start only. */
TIMER_TEST(timer_call_starts_another_that_is_due)
{
    takt_time then;

    make(start_b_later, NULL);
    then = let_three_come_due();
    CHECK_TEXT(harness_tokens(), "ac");
    (void)takt_sleep_until(then + takt_ms(1));
    CHECK_TEXT(harness_tokens(), "acb");
}

/* B06, I16: b's memory is gone before its call ends. */
TIMER_TEST(timer_call_destroys_its_own)
{
    make(NULL, timer_spoil);
    (void)let_three_come_due();
    CHECK_TEXT(harness_tokens(), "abc");
    (void)takt_timer_start(timers[3], 0, 0);
    CHECK_TEXT(harness_tokens(), "abcd");
}

static void spoil_c(struct takt_timer *unused)
{
    (void)unused;
    timer_spoil(timers[2]);
}

static void spoil_b(struct takt_timer *unused)
{
    (void)unused;
    timer_spoil(timers[1]);
}

TIMER_TEST(timer_call_destroys_another_that_is_due)
{
    make(spoil_b, NULL);
    (void)let_three_come_due();
    CHECK_TEXT(harness_tokens(), "ac");
}

TIMER_TEST(timer_call_destroys_the_last_that_is_due)
{
    make(NULL, spoil_c);
    (void)let_three_come_due();
    CHECK_TEXT(harness_tokens(), "ab");
    (void)takt_timer_start(timers[3], 0, 0);
    CHECK_TEXT(harness_tokens(), "abd");
}

/* B06: started again for at once, four times: each time the others that are due come first, and
 * no less urgent thread is kept out for ever. */
static void start_at_once(struct takt_timer *timer)
{
    if (calls_of(timer) < 5) {
        CHECK_EQUAL(takt_timer_start(timer, 0, 0), TAKT_OK);
    }
}

TIMER_TEST(timer_call_starts_its_own_at_once)
{
    make(start_at_once, NULL);
    (void)let_three_come_due();
    CHECK_TEXT(harness_tokens(), "abcaaaa");
}

/* A periodic timer is stopped, given another period, destroyed by its own call. */
static void stop_at_third(struct takt_timer *timer)
{
    if (calls_of(timer) == 3) {
        CHECK(takt_timer_stop(timer));
    }
}

static void slow_down_at_third(struct takt_timer *timer)
{
    if (calls_of(timer) == 3) {
        CHECK_EQUAL(takt_timer_start(timer, takt_ms(4), takt_ms(4)), TAKT_OK);
    }
}

static void destroy_at_third(struct takt_timer *timer)
{
    if (calls_of(timer) == 3) {
        timer_spoil(timer);
    }
}

static const char *tokens_of_ten_ms(void (*then)(struct takt_timer *))
{
    struct takt_timer *timer = timer_make(timers[0]->service, 'p', then);
    takt_time base = next_whole_ms();

    harness_tokens_clear();
    CHECK_EQUAL(takt_timer_start_at(timer, base, takt_ms(1)), TAKT_OK);
    (void)takt_sleep_until(base + takt_ms(10) + takt_us(500));
    if (timer->open) {
        (void)takt_timer_stop(timer);
    }
    return harness_tokens();
}

TIMER_TEST(timer_call_changes_its_own_period)
{
    make(NULL, NULL);
    CHECK_TEXT(tokens_of_ten_ms(NULL), "ppppppppppp");
    CHECK_TEXT(tokens_of_ten_ms(stop_at_third), "ppp");
    CHECK_TEXT(tokens_of_ten_ms(slow_down_at_third), "ppppp");
    CHECK_TEXT(tokens_of_ten_ms(destroy_at_third), "ppp");
}

/* B17: a's call stops b and starts it with 5. */
static void stop_and_start_b(struct takt_timer *unused)
{
    (void)unused;
    CHECK(takt_timer_stop(timers[1]));
    CHECK_EQUAL(takt_timer_start(timers[1], takt_ms(5), 0), TAKT_OK);
}

TIMER_TEST(timer_call_stops_the_next_and_starts_it_again)
{
    takt_time then;

    make(stop_and_start_b, NULL);
    then = let_three_come_due();
    CHECK_TEXT(harness_tokens(), "ac");
    (void)takt_sleep_until(then + takt_ms(4));
    CHECK_TEXT(harness_tokens(), "ac");
    (void)takt_sleep_until(then + takt_ms(5));
    CHECK_TEXT(harness_tokens(), "acb");
}

/* B17: a's call waits three milliseconds for what does not come; d, started meanwhile with one,
 * does not end that wait, and is called late, once. */
static void wait_for_gate(struct takt_timer *unused)
{
    takt_time before = takt_now();

    (void)unused;
    CHECK_EQUAL(takt_semaphore_take(gate, takt_ms(3)), TAKT_ETIMEDOUT);
    CHECK(takt_now() - before >= takt_ms(3));
    harness_token('.');
}

TIMER_TEST(timer_started_while_a_call_waits_does_not_wake_it)
{
    takt_time base = next_whole_ms();

    gate = semaphore_make(0);
    make(wait_for_gate, NULL);
    CHECK_EQUAL(takt_timer_start_at(timers[0], base, 0), TAKT_OK);
    (void)takt_sleep_until(base + takt_us(500));
    CHECK_EQUAL(takt_timer_start(timers[3], takt_ms(1), 0), TAKT_OK);
    (void)takt_sleep_until(base + takt_us(2900));
    CHECK_TEXT(harness_tokens(), "a");
    CHECK(takt_timer_running(timers[3]));
    (void)takt_sleep_until(base + takt_us(3500));
    CHECK_TEXT(harness_tokens(), "a.d");
    CHECK_EQUAL(calls_of(timers[3]), 1);
}

/* A call may end the service: what is due is not called any more, and can still be stopped. */
static void end_service(struct takt_timer *unused)
{
    (void)unused;
    takt_thread_exit();
}

TIMER_TEST(timer_call_ends_the_service)
{
    make(end_service, NULL);
    (void)let_three_come_due();
    CHECK_TEXT(harness_tokens(), "a");
    CHECK_EQUAL(takt_timer_start(timers[3], 0, 0), TAKT_ECLOSED);
    CHECK_EQUAL(takt_timer_start_at(timers[3], 0, 0), TAKT_ECLOSED);
    CHECK(takt_timer_stop(timers[1]));
    CHECK(!takt_timer_stop(timers[1]));
    takt_timer_destroy(timers[2]);
}
