/* clock_callbacks.c - functions that the clock's interrupt calls at their instants. */
#include "dice.h"
#include "timer_test.h"

enum { CALLBACKS = 8, STEPS_OF_DICE = 400 };

struct called {
    struct takt_clock_callback callback;
    char letter;
    takt_time instant; /* that it is armed for; TAKT_FOREVER: none */
    unsigned calls;
    unsigned early;
    bool in_thread;
    void (*then)(struct called *called);
};

static struct called all[CALLBACKS];

static void note(struct takt_clock_callback *callback, void *argument)
{
    struct called *called = argument;

    (void)callback;
    called->calls++;
    called->early += takt_now() < called->instant;
    called->in_thread = called->in_thread || !takt_in_irq();
    called->instant = TAKT_FOREVER;
    harness_token(called->letter);
    if (called->then != NULL) {
        called->then(called);
    }
}

static struct called *make(unsigned index, void (*then)(struct called *called))
{
    struct called *called = &all[index];

    *called =
        (struct called){ .letter = (char)('a' + index), .instant = TAKT_FOREVER, .then = then };
    takt_clock_callback_init(&called->callback, note, called);
    return called;
}

static void arm(struct called *called, takt_time instant)
{
    called->instant = instant;
    takt_clock_callback_arm(&called->callback, instant);
}

static void check_sound(unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        CHECK_EQUAL(all[i].early, 0);
        CHECK(!all[i].in_thread);
        CHECK(!takt_clock_callback_cancel(&all[i].callback));
    }
}

static void sleep_to(takt_time instant)
{
    CHECK_EQUAL(takt_sleep_until(instant), TAKT_OK);
}

/* In order of their instants, those of one instant in the order in which they were armed. */
KERNEL_TEST(callbacks_come_at_their_instants)
{
    const takt_time base = next_whole_ms();

    for (unsigned i = 0; i < 4; i++) {
        (void)make(i, NULL);
    }
    arm(&all[0], base + takt_ms(5));
    arm(&all[1], base + takt_ms(1));
    arm(&all[2], base + takt_ms(5));
    arm(&all[3], base + takt_ms(3));
    sleep_to(base + takt_ms(2));
    CHECK_TEXT(harness_tokens(), "b");
    sleep_to(base + takt_ms(4));
    CHECK_TEXT(harness_tokens(), "bd");
    sleep_to(base + takt_ms(6));
    CHECK_TEXT(harness_tokens(), "bdac");
    check_sound(4);
}

static void again_in_a_ms(struct called *called)
{
    if (called->calls < 5) {
        arm(called, takt_now() + takt_ms(1));
    }
}

KERNEL_TEST(callback_arms_itself)
{
    arm(make(0, again_in_a_ms), takt_now() + takt_ms(1));
    pass_ms(20);
    CHECK_TEXT(harness_tokens(), "aaaaa");
    check_sound(1);
}

/* Four instants that have passed come in one interrupt of the clock; more do not keep the thread
 * from running, nor are they lost. */
KERNEL_TEST(callbacks_for_the_past_come_at_once)
{
    for (unsigned i = 0; i < CALLBACKS; i++) {
        arm(make(i, NULL), 0);
    }
    pass_ms(1);
    CHECK_TEXT(harness_tokens(), "abcdefgh");
    check_sound(CALLBACKS);
}

KERNEL_TEST(callback_is_moved_and_cancelled)
{
    const takt_time base = next_whole_ms();

    for (unsigned i = 0; i < 3; i++) {
        arm(make(i, NULL), base + takt_ms(2));
    }
    arm(&all[0], base + takt_ms(4));
    CHECK(takt_clock_callback_cancel(&all[1].callback));
    CHECK(!takt_clock_callback_cancel(&all[1].callback));
    sleep_to(base + takt_ms(3));
    CHECK_TEXT(harness_tokens(), "c");
    takt_clock_callback_arm(&all[0].callback, TAKT_FOREVER);
    CHECK(!takt_clock_callback_cancel(&all[0].callback));
    sleep_to(base + takt_ms(6));
    CHECK_TEXT(harness_tokens(), "c");
}

static void cancel_the_next(struct called *called)
{
    CHECK(takt_clock_callback_cancel(&called[1].callback));
}

/* Also one that is due at the same instant, and so in the same interrupt. */
KERNEL_TEST(callback_cancels_another)
{
    const takt_time instant = next_whole_ms();

    arm(make(0, cancel_the_next), instant);
    arm(make(1, NULL), instant);
    arm(make(2, NULL), instant);
    sleep_to(instant + takt_ms(1));
    CHECK_TEXT(harness_tokens(), "ac");
    check_sound(3);
}

static struct takt_semaphore *semaphore;

static void give_in_it(struct called *called)
{
    (void)called;
    CHECK_EQUAL(takt_semaphore_give(semaphore), TAKT_OK);
    harness_token('-');
}

/* A thread that it wakes runs when the interrupt is over, not before. */
KERNEL_TEST(callback_wakes_a_thread)
{
    struct actor *taker = actor_make('T', 20);

    semaphore = semaphore_make(0);
    arm(make(0, give_in_it), takt_now() + takt_ms(1));
    (void)order_with_token(taker, call_take, semaphore, TAKT_FOREVER);
    pass_ms(3);
    CHECK_TEXT(harness_tokens(), "a-T");
    CHECK_EQUAL(result_of(taker), TAKT_OK);
}

/* Many timeouts before and behind it: it is taken to its place by the clock's interrupts. */
KERNEL_TEST(callback_finds_its_place_in_a_crowd)
{
    static struct takt_clock_callback before[40];
    static struct takt_clock_callback behind[40];
    static struct called crowd;
    const takt_time base = next_whole_ms();

    crowd = (struct called){ .letter = '.' };
    for (unsigned i = 0; i < COUNT_OF(before); i++) {
        takt_clock_callback_init(&before[i], note, &crowd);
        takt_clock_callback_arm(&before[i], base + takt_ms(5));
        takt_clock_callback_init(&behind[i], note, &crowd);
        takt_clock_callback_arm(&behind[i], base + takt_ms(15));
    }
    arm(make(0, NULL), base + takt_ms(10));
    sleep_to(base + takt_ms(8));
    CHECK_EQUAL(crowd.calls, COUNT_OF(before));
    CHECK_EQUAL(all[0].calls, 0);
    sleep_to(base + takt_ms(12));
    CHECK_EQUAL(all[0].calls, 1);
    CHECK_EQUAL(crowd.calls, COUNT_OF(before));
    sleep_to(base + takt_ms(20));
    CHECK_EQUAL(crowd.calls, COUNT_OF(before) + COUNT_OF(behind));
    check_sound(1);
}

/* Armed, moved and cancelled at random: each is called as often as it was armed and neither moved
 * nor cancelled before, and never before its instant. */
KERNEL_TEST(callbacks_at_random)
{
    struct dice dice = dice_seeded(20261203);
    unsigned owed = 0;
    unsigned calls = 0;

    for (unsigned i = 0; i < CALLBACKS; i++) {
        (void)make(i, NULL);
    }
    for (unsigned step = 0; step < STEPS_OF_DICE; step++) {
        struct called *called = &all[dice_below(&dice, CALLBACKS)];

        owed -= takt_clock_callback_cancel(&called->callback) ? 1 : 0;
        if (dice_below(&dice, 4) > 0) {
            arm(called, takt_now() + takt_us(dice_below(&dice, 2000)));
            owed++;
        }
        (void)takt_sleep(takt_us(dice_below(&dice, 800)));
        harness_tokens_clear();
    }
    pass_ms(4);
    for (unsigned i = 0; i < CALLBACKS; i++) {
        calls += all[i].calls;
    }
    CHECK(calls > STEPS_OF_DICE / 8);
    CHECK_EQUAL(calls, owed);
    check_sound(CALLBACKS);
}
