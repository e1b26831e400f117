/* any_calls_on_a_thread.c - C04: any three calls in a row on a thread in any state, from threads
 * and from interrupts. The auditor sees to the lists; here the thread must be found once, in good
 * order, afterwards, and must have run exactly if it was neither waiting nor suspended.
 */
#include "kernel_test.h"

struct stage {
    struct takt_semaphore *semaphore;
    struct actor *actor;
    bool closed; /* the semaphore was destroyed */
};

enum { READY, SLEEPING, TAKING, STATES };
enum { SUSPEND, RESUME, GIVE, RAISE, LOWER, CLOSE, TIME_OVER, CALLS };
enum { LIMIT_US = 300, LONGER_US = 600, ROUNDS = CALLS * CALLS * CALLS };

static int resume_it(void *actor)
{
    takt_thread_resume(thread_of(actor));
    return 0;
}

static int suspend_it(void *actor)
{
    takt_thread_suspend(thread_of(actor));
    return 0;
}

static int raise_it(void *actor)
{
    takt_thread_set_priority(thread_of(actor), 20);
    return 0;
}

static int lower_it(void *actor)
{
    takt_thread_set_priority(thread_of(actor), 5);
    return 0;
}

/* A second time would stop. */
static void close_it(struct stage *stage)
{
    if (!stage->closed) {
        takt_semaphore_destroy(stage->semaphore);
        stage->closed = true;
    }
}

static void put_into(struct stage *stage, unsigned state)
{
    if (state == READY) {
        control_holds();
        (void)order_with_token(stage->actor, call_yield, NULL, 0);
    } else if (state == SLEEPING) {
        (void)order_with_token(stage->actor, call_sleep, NULL, takt_us(LIMIT_US));
    } else {
        (void)order_with_token(stage->actor, call_take, stage->semaphore, takt_us(LIMIT_US));
    }
}

static void make_call(struct stage *stage, unsigned call, bool from_interrupt)
{
    static int (*const calls[])(void *) = { suspend_it, resume_it, give_it, raise_it, lower_it };
    void *object = call == GIVE ? (void *)stage->semaphore : (void *)stage->actor;

    if (call == TIME_OVER) {
        (void)takt_sleep(takt_us(LONGER_US));
    } else if (call == CLOSE) {
        close_it(stage);
    } else if (from_interrupt) {
        (void)in_interrupt(calls[call], object);
    } else {
        (void)calls[call](object);
    }
}

/* What must be so after each call. While the test holds the processor nobody runs but in the time
 * that it sleeps. */
struct expected {
    bool held;
    bool waiting;
    unsigned suspended;
    bool done;
};

static void expect(struct expected *expected, unsigned state, unsigned call)
{
    if (call == SUSPEND) {
        expected->suspended++;
    } else if (call == RESUME && expected->suspended > 0) {
        expected->suspended--;
    } else if (call == TIME_OVER || ((call == GIVE || call == CLOSE) && state == TAKING)) {
        expected->waiting = false;
    }
    expected->done |=
        !expected->waiting && expected->suspended == 0 && (!expected->held || call == TIME_OVER);
}

static void finish(struct stage *stage, struct expected *expected)
{
    if (expected->held) {
        control_lets_go();
    }
    (void)takt_sleep(takt_us(LONGER_US));
    expected->held = false;
    expect(expected, READY, TIME_OVER);
    CHECK_TEXT(harness_tokens(), expected->done ? "A" : "");
    for (; expected->suspended > 0; expected->suspended--) {
        takt_thread_resume(thread_of(stage->actor));
    }
    CHECK_TEXT(harness_tokens(), "A");
    CHECK(!actor_busy(stage->actor));
    close_it(stage);
    takt_semaphore_init(stage->semaphore, "stage", 0);
    stage->closed = false;
}

static void three_calls(struct stage *stage, unsigned state, unsigned round)
{
    const unsigned calls[] = { round / CALLS / CALLS, round / CALLS % CALLS, round % CALLS };
    struct expected expected = { state == READY, state != READY, 0, false };

    harness_tokens_clear();
    takt_thread_set_priority(thread_of(stage->actor), 10);
    put_into(stage, state);
    for (unsigned i = 0; i < COUNT_OF(calls); i++) {
        make_call(stage, calls[i], (round + i) % 2 == 1);
        expect(&expected, state, calls[i]);
        CHECK_TEXT(harness_tokens(), expected.done ? "A" : "");
    }
    finish(stage, &expected);
}

KERNEL_TEST(any_three_calls_on_a_thread_in_any_state)
{
    struct stage stage = { semaphore_make(0), actor_make('A', 10), false };

    for (unsigned state = 0; state < STATES; state++) {
        for (unsigned round = 0; round < ROUNDS; round++) {
            three_calls(&stage, state, round);
        }
    }
}
