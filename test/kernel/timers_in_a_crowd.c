/* timers_in_a_crowd.c - so many timers before and behind that one which is started is not in its
 * place at once: it goes there in steps, between which anything may happen. */
#include "cancel_test.h"

#include <string.h>

enum { CROWD = 20, FIRST_BETWEEN = 40, BETWEEN = 60, TIMERS_IN_CROWD = 100 };

_Static_assert(FIRST_BETWEEN == 2 * CROWD && TIMERS_IN_CROWD == FIRST_BETWEEN + BETWEEN, "a crowd");

static struct takt_timer_service service;
static TAKT_STACK(service_stack, 1024);
static struct takt_timer timers[TIMERS_IN_CROWD];
static struct takt_timer *const between = &timers[FIRST_BETWEEN];
static takt_time instant; /* of those between */
static unsigned called;
static unsigned out_of_order;

/* cppcheck-suppress constParameter ; it is a takt_timer_callback */
static void note(struct takt_timer *timer, void *unused)
{
    (void)unused;
    if (timer >= between) {
        out_of_order += timer != &between[called];
        called++;
    }
}

static void crowd_begin(takt_time distance)
{
    const struct takt_thread_options options = { .name = "service",
                                                 .priority = 12,
                                                 .stack = service_stack,
                                                 .stack_bytes = sizeof service_stack };
    instant = takt_now() + distance;
    called = 0;
    out_of_order = 0;
    CHECK_EQUAL(takt_timer_service_start(&service, &options), TAKT_OK);
    for (unsigned i = 0; i < TIMERS_IN_CROWD; i++) {
        takt_timer_init(&timers[i], "", &service, note, NULL);
    }
    for (unsigned i = 0; i < CROWD; i++) {
        (void)takt_timer_start_at(&timers[i], instant - takt_ms(1), 0);
        (void)takt_timer_start_at(&timers[CROWD + i], instant + takt_ms(1), 0);
    }
}

static void crowd_end(void)
{
    for (unsigned i = 0; i < TIMERS_IN_CROWD; i++) {
        takt_timer_destroy(&timers[i]);
    }
    CHECK_EQUAL(takt_thread_cancel(&service.thread), TAKT_OK);
}

static int start_next(void *timer)
{
    return takt_timer_start_at(timer, instant, 0);
}

/* By a thread, and in interrupts. */
KERNEL_TEST(timers_of_one_instant_are_called_in_order_in_a_crowd)
{
    for (unsigned in_handler = 0; in_handler < 2; in_handler++) {
        crowd_begin(takt_ms(20));
        for (unsigned i = 0; i < BETWEEN; i++) {
            CHECK_EQUAL(in_handler ? in_interrupt(start_next, &between[i])
                                   : start_next(&between[i]),
                        TAKT_OK);
        }
        CHECK(takt_now() < instant - takt_ms(2));
        CHECK_EQUAL(takt_sleep_until(instant + takt_ms(10)), TAKT_OK);
        CHECK_EQUAL(called, BETWEEN);
        CHECK_EQUAL(out_of_order, 0);
        crowd_end();
    }
}

/* While the last of them is started by a thread somebody more urgent ends that thread, or stops the
 * timer, or destroys it and uses its memory: a count later each time, from the beginning of the
 * call to its end. */

static struct takt_timer *const last = &between[BETWEEN - 1];
static bool started;  /* the call is over */
static bool too_late; /* it was when somebody came to disturb it */

static void start_last(void *unused)
{
    (void)unused;
    (void)takt_timer_start_at(last, instant, 0);
    __atomic_store_n(&started, true, __ATOMIC_SEQ_CST);
}

static void come_later(takt_time delay)
{
    (void)takt_sleep(delay);
    too_late = __atomic_load_n(&started, __ATOMIC_SEQ_CST);
}

static int then_cancel(struct actor *self, void *unused, takt_time delay)
{
    (void)self;
    (void)unused;
    come_later(delay);
    (void)takt_thread_cancel(victim());
    return TAKT_OK;
}

static int then_stop(struct actor *self, void *unused, takt_time delay)
{
    (void)self;
    (void)unused;
    come_later(delay);
    (void)takt_timer_stop(last);
    return TAKT_OK;
}

static int then_spoil(struct actor *self, void *unused, takt_time delay)
{
    (void)self;
    (void)unused;
    come_later(delay);
    takt_timer_destroy(last);
    memset(last, 0xA5, sizeof *last);
    takt_timer_init(last, "", &service, note, NULL);
    return TAKT_OK;
}

static void disturb(struct actor *disturber, order_call then, takt_time delay)
{
    started = false;
    control_holds();
    (void)order(disturber, then, NULL, delay);
    victim_start(10, start_last, NULL);
    control_lets_go();
    pass_ms(1);
    CHECK_EQUAL(result_of(disturber), TAKT_OK);
    CHECK_EQUAL(takt_thread_join(victim(), TAKT_NO_WAIT), TAKT_OK);
    CHECK(!last->timeout.early && last->timeout.carrier == NULL);
    (void)takt_timer_stop(last);
}

KERNEL_TEST(timer_on_its_way_may_be_disturbed)
{
    static const order_call calls[] = { then_cancel, then_stop, then_spoil };
    struct actor *disturber = actor_make('D', 20);

    crowd_begin(takt_ms(1000000));
    for (unsigned i = 0; i + 1 < BETWEEN; i++) {
        CHECK_EQUAL(start_next(&between[i]), TAKT_OK);
    }
    for (unsigned i = 0; i < COUNT_OF(calls); i++) {
        takt_time delay = 0;

        do {
            delay++;
            disturb(disturber, calls[i], delay);
        } while (!too_late);
        CHECK(delay > 4);
    }
    CHECK_EQUAL(timeouts_armed(), TIMERS_IN_CROWD - 1);
    crowd_end();
}
