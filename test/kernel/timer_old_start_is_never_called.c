/* timer_old_start_is_never_called.c - a timer that is due and has not been called yet is stopped,
 * started anew or destroyed: by threads and by interrupts. */
#include "timer_test.h"

static int stop_it(void *timer)
{
    return takt_timer_stop(timer);
}

static int start_it(void *timer)
{
    return takt_timer_start(timer, takt_ms(5), 0);
}

static int spoil_it(void *timer)
{
    timer_spoil(timer);
    return TAKT_OK;
}

/* The timer comes due while its service is held up; the call is made, by this thread or in an
 * interrupt, and the service goes on. */
static struct takt_timer *hold_up(struct takt_timer_service *service, unsigned way,
                                  int (*call)(void *), int result)
{
    struct takt_timer *timer = timer_make(service, 'a', NULL);
    const bool periodic = way / 2 == 1;

    harness_tokens_clear();
    takt_thread_suspend(&service->thread);
    CHECK_EQUAL(takt_timer_start(timer, 0, periodic ? takt_us(700) : 0), TAKT_OK);
    pass_ms(1);
    CHECK(takt_timer_running(timer));
    CHECK_EQUAL(way % 2 == 1 ? in_interrupt(call, timer) : call(timer), result);
    takt_thread_resume(&service->thread);
    return timer;
}

enum { WAYS = 4 };

/* B19 */
TIMER_TEST(timer_due_and_stopped_is_not_called)
{
    struct takt_timer_service *service = service_make(10);

    for (unsigned way = 0; way < WAYS; way++) {
        struct takt_timer *timer = hold_up(service, way, stop_it, true);

        pass_ms(3);
        CHECK_TEXT(harness_tokens(), "");
        CHECK(!takt_timer_running(timer));
    }
}

/* B19: nothing of the old start comes before the new one's time. */
TIMER_TEST(timer_due_and_started_anew_is_called_for_the_new_start)
{
    struct takt_timer_service *service = service_make(10);

    for (unsigned way = 0; way < WAYS; way++) {
        struct takt_timer *timer = hold_up(service, way, start_it, TAKT_OK);

        pass_ms(4);
        CHECK_TEXT(harness_tokens(), "");
        pass_ms(2);
        CHECK_TEXT(harness_tokens(), "a");
        CHECK(!takt_timer_running(timer));
    }
}

/* I16: destroyed while it is due; its memory is poisoned and much time goes by. */
TIMER_TEST(timer_due_and_destroyed_is_gone)
{
    struct takt_timer_service *service = service_make(10);

    for (unsigned way = 0; way < WAYS; way++) {
        struct takt_timer *next = timer_make(service, 'n', NULL);

        (void)hold_up(service, way, spoil_it, TAKT_OK);
        (void)takt_timer_start(next, 0, 0);
        CHECK_TEXT(harness_tokens(), "n");
        pass_ms(50);
        CHECK_TEXT(harness_tokens(), "n");
    }
}

/* I16: the same while its time has not come. */
TIMER_TEST(timer_running_and_destroyed_is_gone)
{
    struct takt_timer_service *service = service_make(10);
    struct takt_timer *timers[3];

    for (unsigned i = 0; i < COUNT_OF(timers); i++) {
        timers[i] = timer_make(service, (char)('a' + i), NULL);
        (void)takt_timer_start(timers[i], takt_ms(i + 2), takt_ms(10));
    }
    timer_spoil(timers[1]);
    CHECK(!takt_timer_stop(timers[1]));
    CHECK(!takt_timer_running(timers[1]));
    CHECK_EQUAL(takt_timer_start(timers[1], 0, 0), TAKT_ECLOSED);
    CHECK_EQUAL(in_interrupt(spoil_it, timers[2]), TAKT_OK);
    CHECK_EQUAL(timeouts_armed(), 1);
    pass_ms(100);
    CHECK_TEXT(harness_tokens(), "aaaaaaaaaa");
}
