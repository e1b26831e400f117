/* clock_words_end.c - B01, B02, B04: the low word of the clock ends, and half of it, while threads
 * sleep over that instant, up to it exactly, or are late for it. The test sleeps until the next
 * such instant. On a board that takes minutes: there it is done only if the image's second argument
 * says so.
 */
#include "kernel_test.h"

#define HALF_A_WORD ((takt_time)1 << 31)

/* The instant is five ticks away when the threads begin. */
enum { TICK_MS = 10, TENTHS_A_TICK = 10 * TICK_MS, TICKS_BEFORE = 5 };

static takt_time ticks(unsigned count)
{
    return count * takt_ms(TICK_MS);
}

static bool may_take_long(void)
{
    char text[8];

    return takt_ms(20000) > 4 * HALF_A_WORD || takt_argument(2, text, sizeof text) > 0;
}

/* The next instant that is a whole number of words and `halves` halves. */
static takt_time next_end(unsigned halves)
{
    const takt_time word = 2 * HALF_A_WORD;
    const takt_time soon = takt_now() + ticks(2 * TICKS_BEFORE);
    takt_time end = soon / word * word + halves * HALF_A_WORD;

    while (end < soon) {
        end += word;
    }
    return end;
}

static void check_wake(unsigned tick, char token)
{
    CHECK_EQUAL(tenths_near(tick * TENTHS_A_TICK), tick * TENTHS_A_TICK);
    harness_token(token);
}

static void sleep_three(void *unused)
{
    (void)unused;
    (void)takt_sleep(ticks(3));
    check_wake(3, '3');
}

static void sleep_ten(void *unused)
{
    (void)unused;
    (void)takt_sleep(ticks(10));
    check_wake(10, 'x');
}

static void take_twenty(void *semaphore)
{
    CHECK_EQUAL(takt_semaphore_take(semaphore, ticks(20)), TAKT_ETIMEDOUT);
    check_wake(20, 't');
}

static void compute_until(takt_time instant)
{
    while (takt_now() < instant) {
    }
}

/* Every fourth tick; the body of the third takes nine more: two periods are late at once. */
static void every_four(void *end)
{
    const takt_time begin = *(const takt_time *)end - ticks(TICKS_BEFORE);
    unsigned late = 0;

    for (unsigned i = 1; i <= 10; i++) {
        late += takt_sleep_until(begin + ticks(4 * i)) == TAKT_ETIMEDOUT;
        if (i == 3) {
            compute_until(begin + ticks(12 + 9));
        }
        CHECK(takt_now() >= begin + ticks(4 * i));
    }
    CHECK_EQUAL(late, 2);
    CHECK_EQUAL((takt_now() - begin) / ticks(4), 10);
}

static void sleep_over(unsigned halves)
{
    struct takt_semaphore *semaphore = semaphore_make(0);
    takt_time end = next_end(halves);

    if (!may_take_long()) {
        return;
    }
    CHECK_EQUAL(takt_sleep_until(end - ticks(TICKS_BEFORE)), TAKT_OK);
    control_holds();
    (void)thread_start('p', 20, every_four, &end);
    (void)thread_start('3', 25, sleep_three, NULL);
    (void)thread_start('x', 25, sleep_ten, NULL);
    (void)thread_start('t', 25, take_twenty, semaphore);
    control_lets_go();
    pass_ms(50 * TICK_MS);
    CHECK_TEXT(harness_tokens(), "3xt");
}

/* B15: after a long sleep part of the time is lost. */
KERNEL_TEST(clock_words_end_under_sleepers)
{
    sleep_over(0);
}

KERNEL_TEST(clock_words_are_half_over_under_sleepers)
{
    sleep_over(1);
}

/* B02: whose time is that very instant, whose low word is 0, or just beside it. */
KERNEL_TEST(clock_words_end_exactly_when_somebody_wakes)
{
    const takt_time end = next_end(0);
    struct actor *sleepers[] = { actor_make('a', 10), actor_make('b', 10), actor_make('c', 10) };

    if (!may_take_long()) {
        return;
    }
    CHECK_EQUAL(takt_sleep_until(end - ticks(1)), TAKT_OK);
    for (unsigned i = 0; i < COUNT_OF(sleepers); i++) {
        (void)order_with_token(sleepers[i], call_sleep_until, NULL, end - 1 + i);
    }
    CHECK_EQUAL(takt_sleep_until(end), TAKT_OK);
    CHECK(takt_now() >= end && takt_now() - end < ticks(1));
    pass_ms(TICK_MS);
    CHECK_TEXT(harness_tokens(), "abc");
    for (unsigned i = 0; i < COUNT_OF(sleepers); i++) {
        CHECK_EQUAL(result_of(sleepers[i]), TAKT_OK);
    }
    CHECK_EQUAL(takt_sleep_until(end), TAKT_ETIMEDOUT);
    CHECK_EQUAL(takt_sleep_until(end - 1), TAKT_ETIMEDOUT);
}
