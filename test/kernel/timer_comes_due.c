/* timer_comes_due.c - when timers are called: at their instants, in order, none lost or twice. */
#include "dice.h"
#include "timer_test.h"

/* Let time run until half a millisecond before the instant `base` plus `ms`. */
static void run_until(takt_time base, unsigned ms)
{
    CHECK_EQUAL(takt_sleep_until(base + takt_ms(ms) - takt_us(500)), TAKT_OK);
}

TIMER_TEST(timer_is_called_once_or_every_period)
{
    struct takt_timer_service *service = service_make(10);
    struct takt_timer *once = timer_make(service, 'a', NULL);
    struct takt_timer *often = timer_make(service, 'b', NULL);
    takt_time base = next_whole_ms();

    CHECK(!takt_timer_running(once));
    CHECK_EQUAL(takt_timer_start_at(once, base + takt_ms(3), 0), TAKT_OK);
    CHECK_EQUAL(takt_timer_start_at(often, base + takt_ms(1), takt_ms(2)), TAKT_OK);
    CHECK(takt_timer_running(once));
    run_until(base, 1);
    CHECK_TEXT(harness_tokens(), "");
    run_until(base, 2);
    CHECK_TEXT(harness_tokens(), "b");
    run_until(base, 4);
    CHECK_TEXT(harness_tokens(), "bab");
    CHECK(!takt_timer_running(once));
    CHECK(!takt_timer_stop(once));
    run_until(base, 10);
    CHECK_TEXT(harness_tokens(), "babbbb");
    CHECK(takt_timer_running(often));
    CHECK(takt_timer_stop(often));
    CHECK(!takt_timer_stop(often));
    CHECK(!takt_timer_running(often));
    run_until(base, 20);
    CHECK_TEXT(harness_tokens(), "babbbb");
    CHECK_EQUAL(takt_timer_missed(often), 0);
}

/* Durations are at least what was asked. */
TIMER_TEST(timer_is_never_early)
{
    struct takt_timer *timer = timer_make(service_make(10), 'a', NULL);

    for (unsigned us = 0; us < 200; us += 7) {
        takt_time before = takt_now();

        harness_tokens_clear();
        CHECK_EQUAL(takt_timer_start(timer, takt_us(us), 0), TAKT_OK);
        (void)takt_sleep(takt_us(us) + takt_us(200));
        CHECK_TEXT(harness_tokens(), "a");
        CHECK(last_call_of(timer) - before >= takt_us(us));
    }
}

/* B20: of timers at 10, 20 and 30 one is started again: it goes to its new place, the others keep
 * theirs. */
TIMER_TEST(timer_started_anew_moves)
{
    static const struct {
        unsigned timer;
        unsigned to_ms;
        const char *order;
    } moves[] = {
        { 1, 5, "bac" },  { 0, 40, "bca" }, { 1, 35, "acb" }, { 2, 25, "abc" }, { 2, 5, "cab" },
        { 0, 15, "abc" }, { 0, 25, "bac" }, { 1, 15, "abc" }, { 2, 30, "abc" },
    };
    struct takt_timer_service *service = service_make(10);
    struct takt_timer *timers[3];

    for (unsigned i = 0; i < COUNT_OF(timers); i++) {
        timers[i] = timer_make(service, (char)('a' + i), NULL);
    }
    for (unsigned move = 0; move < COUNT_OF(moves); move++) {
        unsigned moved = moves[move].timer;
        takt_time base = next_whole_ms();

        harness_tokens_clear();
        for (unsigned i = 0; i < COUNT_OF(timers); i++) {
            CHECK_EQUAL(takt_timer_start_at(timers[i], base + takt_ms(10 * (i + 1ULL)), 0),
                        TAKT_OK);
        }
        CHECK_EQUAL(takt_timer_start_at(timers[moved], base + takt_ms(moves[move].to_ms), 0),
                    TAKT_OK);
        CHECK_EQUAL(timeouts_armed(), 3);
        run_until(base, 50);
        CHECK_TEXT(harness_tokens(), moves[move].order);
        for (unsigned i = 0; i < COUNT_OF(timers); i++) {
            CHECK_EQUAL((last_call_of(timers[i]) - base) / takt_ms(1),
                        i == moved ? moves[move].to_ms : 10 * (i + 1));
        }
    }
}

/* Each of three is stopped in turn: first, middle, last. */
TIMER_TEST(timer_stopped_leaves_the_others)
{
    static const char *const orders[] = { "bc", "ac", "ab" };
    struct takt_timer_service *service = service_make(10);
    struct takt_timer *timers[3];

    for (unsigned i = 0; i < 3; i++) {
        timers[i] = timer_make(service, (char)('a' + i), NULL);
    }
    for (unsigned stopped = 0; stopped < 3; stopped++) {
        takt_time base = next_whole_ms();

        harness_tokens_clear();
        for (unsigned i = 0; i < 3; i++) {
            CHECK_EQUAL(takt_timer_start_at(timers[i], base + takt_ms(i + 1), 0), TAKT_OK);
        }
        CHECK(takt_timer_stop(timers[stopped]));
        run_until(base, 5);
        CHECK_TEXT(harness_tokens(), orders[stopped]);
    }
}

TIMER_TEST(timers_of_one_instant_are_called_in_order_of_start)
{
    struct takt_timer_service *service = service_make(10);
    struct takt_timer *timers[6];
    takt_time base = next_whole_ms();

    for (unsigned i = 0; i < COUNT_OF(timers); i++) {
        timers[i] = timer_make(service, (char)('a' + i), NULL);
    }
    for (unsigned i = 0; i < COUNT_OF(timers); i++) {
        unsigned index = i * 5 % 6;

        CHECK_EQUAL(takt_timer_start_at(timers[index], base, 0), TAKT_OK);
    }
    run_until(base, 1);
    CHECK_TEXT(harness_tokens(), "afedcb");
}

/* An instant that has passed is due at once; of a period, the last one that has. */
TIMER_TEST(timer_started_at_an_instant_that_has_passed)
{
    struct takt_timer *timer = timer_make(service_make(10), 'a', NULL);
    takt_time base;

    pass_ms(3);
    CHECK_EQUAL(takt_timer_start_at(timer, 0, 0), TAKT_OK);
    CHECK_TEXT(harness_tokens(), "a");
    CHECK(!takt_timer_running(timer));

    base = next_whole_ms();
    run_until(base, 1);
    CHECK_EQUAL(takt_timer_start_at(timer, base - takt_ms(2), takt_ms(5)), TAKT_OK);
    CHECK_TEXT(harness_tokens(), "aa");
    run_until(base, 3);
    CHECK_TEXT(harness_tokens(), "aa");
    run_until(base, 4);
    CHECK_TEXT(harness_tokens(), "aaa");

    CHECK_EQUAL(takt_timer_start_at(timer, base % takt_ms(4), takt_ms(4)), TAKT_OK);
    CHECK_TEXT(harness_tokens(), "aaaa");
    run_until(base, 5);
    CHECK_TEXT(harness_tokens(), "aaaaa");
    CHECK_EQUAL(takt_timer_missed(timer), 0);
}

/* As far as time goes, and never. */
TIMER_TEST(timer_of_extreme_times)
{
    struct takt_timer *timer = timer_make(service_make(10), 'a', NULL);

    CHECK_EQUAL(takt_timer_start(timer, TAKT_FOREVER, takt_ms(1)), TAKT_OK);
    CHECK(!takt_timer_running(timer));
    CHECK_EQUAL(takt_timer_start(timer, TAKT_FOREVER - 1, takt_ms(1)), TAKT_OK);
    CHECK(!takt_timer_running(timer));
    CHECK_EQUAL(takt_timer_start_at(timer, TAKT_FOREVER - 1, 1), TAKT_OK);
    CHECK(takt_timer_running(timer));
    pass_ms(1);
    CHECK_TEXT(harness_tokens(), "");
    CHECK_EQUAL(takt_timer_start(timer, 0, TAKT_FOREVER), TAKT_OK);
    CHECK_TEXT(harness_tokens(), "a");
    CHECK(!takt_timer_running(timer));
    CHECK_EQUAL(takt_timer_start(timer, 0, TAKT_FOREVER - takt_now() - takt_ms(1000)), TAKT_OK);
    CHECK(takt_timer_running(timer));
    CHECK_EQUAL(takt_timer_start(timer, (takt_time)1 << 33, 0), TAKT_OK);
    CHECK(takt_timer_stop(timer));
    CHECK_TEXT(harness_tokens(), "aa");
}

/* B15: the service could not run for three and a half periods: one call stands for four instants,
 * and the step is kept. */
TIMER_TEST(timer_of_a_late_service_misses_instants_and_keeps_its_step)
{
    struct takt_timer_service *service = service_make(10);
    struct takt_timer *timer = timer_make(service, 'a', NULL);
    takt_time base = next_whole_ms();

    CHECK_EQUAL(takt_timer_start_at(timer, base, takt_ms(2)), TAKT_OK);
    run_until(base, 1);
    CHECK_TEXT(harness_tokens(), "a");
    takt_thread_suspend(&service->thread);
    run_until(base, 9);
    CHECK_TEXT(harness_tokens(), "a");
    takt_thread_resume(&service->thread);
    CHECK_TEXT(harness_tokens(), "aa");
    CHECK_EQUAL(takt_timer_missed(timer), 3);
    run_until(base, 10);
    CHECK_TEXT(harness_tokens(), "aa");
    run_until(base, 11);
    CHECK_TEXT(harness_tokens(), "aaa");
    CHECK_EQUAL(takt_timer_start_at(timer, base + takt_ms(20), takt_ms(2)), TAKT_OK);
    CHECK_EQUAL(takt_timer_missed(timer), 0);
}

/* B12: however late each call is, instants are counted from the first: after all of them none is
 * missing and none has moved. On a board the wait would be long. */
TIMER_TEST(timer_with_random_delays_does_not_drift)
{
    enum { PERIODS = TAKT_CLOCK_HZ < 1000000000 ? 2000 : 100000 };
    const takt_time period = takt_us(500);
    struct dice dice = dice_seeded(12);
    struct takt_timer_service *service = service_make(10);
    struct takt_timer *timer = timer_make(service, 'a', NULL);
    takt_time base = next_whole_ms();

    CHECK_EQUAL(takt_timer_start_at(timer, base, period), TAKT_OK);
    while (takt_now() < base + (PERIODS - 4) * period) {
        takt_thread_suspend(&service->thread);
        (void)takt_sleep(takt_us(dice_below(&dice, 900)));
        takt_thread_resume(&service->thread);
        (void)takt_sleep(takt_us(dice_below(&dice, 300)));
    }
    CHECK_EQUAL(takt_sleep_until(base + (PERIODS - 1) * period + period / 2), TAKT_OK);
    CHECK_EQUAL(calls_of(timer) + takt_timer_missed(timer), PERIODS);
    CHECK(takt_timer_missed(timer) > 0);
    CHECK((last_call_of(timer) - base) / period == PERIODS - 1);
}

/* A period that no service could keep leaves time to everybody more urgent than the service. */
static void burn_one_ms(struct takt_timer *unused)
{
    (void)unused;
    burn_tenths(10);
}

static void sleep_and_stop(void *timer)
{
    CHECK_EQUAL(takt_timer_start(timer, takt_us(100), 1), TAKT_OK);
    for (unsigned i = 0; i < 5; i++) {
        CHECK_EQUAL(takt_sleep(takt_ms(3)), TAKT_OK);
    }
    CHECK(takt_timer_stop(timer));
}

TIMER_TEST(timer_of_too_short_a_period_harms_nobody_more_urgent)
{
    struct takt_timer *timer = timer_make(service_make(10), '.', burn_one_ms);
    struct actor *urgent = thread_start('U', 20, sleep_and_stop, timer);

    pass_ms(20);
    CHECK(!actor_busy(urgent));
    CHECK(calls_of(timer) >= 14 && calls_of(timer) <= 16);
    CHECK(takt_timer_missed(timer) > 1000);
}

/* Services of two priorities: the more urgent one's timer interrupts the other's call. */
static void compute_and_tell(struct takt_timer *unused)
{
    (void)unused;
    burn_tenths(25);
    harness_token('.');
}

TIMER_TEST(timers_of_a_more_urgent_service_come_between)
{
    struct takt_timer *slow = timer_make(service_make(10), 's', compute_and_tell);
    struct takt_timer *fast = timer_make(service_make(20), 'f', NULL);
    takt_time base = next_whole_ms();

    CHECK_EQUAL(takt_timer_start_at(slow, base, 0), TAKT_OK);
    CHECK_EQUAL(takt_timer_start_at(fast, base + takt_ms(1), takt_ms(1)), TAKT_OK);
    run_until(base, 5);
    CHECK_TEXT(harness_tokens(), "sff.ff");
}
