/* cases_of_timers.c - timers, and the clock's interrupt that finds nothing to do. */
#include "scene.h"

enum { SERVICE_PRIORITY = 20 };

static struct takt_timer_service service;
static TAKT_STACK(service_stack, 768);
static struct takt_timer timers[2 * HELPERS_MAX];
static struct takt_timer spare;
static takt_time instant;

static void nothing(struct takt_timer *timer, void *argument)
{
    (void)timer;
    (void)argument;
}

static void service_start(void)
{
    const struct takt_thread_options options = { .name = "service",
                                                 .priority = SERVICE_PRIORITY,
                                                 .stack = service_stack,
                                                 .stack_bytes = sizeof service_stack };

    (void)takt_timer_service_start(&service, &options);
    takt_timer_init(&spare, "spare", &service, nothing, NULL);
    scene_settle();
}

static void service_end(unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        takt_timer_destroy(&timers[i]);
    }
    takt_timer_destroy(&spare);
    (void)takt_thread_cancel(&service.thread);
}

static void service_end_of_both(unsigned count)
{
    service_end(2 * count);
}

/* All are due at the same instant. */
static void with_timers(unsigned count)
{
    service_start();
    instant = takt_now() + takt_ms(100);
    for (unsigned i = 0; i < count; i++) {
        takt_timer_init(&timers[i], "timer", &service, nothing, NULL);
        (void)takt_timer_start_at(&timers[i], instant, 0);
    }
}

/* As many are due before what start_behind starts as behind. */
static void with_timers_around(unsigned count)
{
    with_timers(2 * count);
    for (unsigned i = 1; i < 2 * count; i += 2) {
        (void)takt_timer_start_at(&timers[i], instant + takt_ms(200), 0);
    }
}

static void start_behind(unsigned count)
{
    (void)count;
    (void)takt_timer_start(&spare, takt_ms(200), 0);
}

static void start_in_front(unsigned count)
{
    (void)count;
    (void)takt_timer_start(&spare, takt_ms(1), 0);
}

static void stop_last(unsigned count)
{
    (void)takt_timer_stop(&timers[count - 1]);
}

static void destroy_and_begin_again(unsigned count)
{
    takt_timer_destroy(&timers[count - 1]);
    takt_timer_init(&timers[count - 1], "timer", &service, nothing, NULL);
}

static void come_due(unsigned count)
{
    (void)count;
    (void)takt_sleep_until(instant + takt_ms(10));
}

/* The service is kept from calling them. */
static void with_due_timers(unsigned count)
{
    with_timers(count);
    takt_thread_suspend(&service.thread);
    come_due(count);
}

static void cancel_service(unsigned count)
{
    (void)count;
    (void)takt_thread_cancel(&service.thread);
}

static void end_without_service(unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        takt_timer_destroy(&timers[i]);
    }
    takt_timer_destroy(&spare);
}

/* The clock is armed for a timer that is stopped again. */
static void with_timers_and_alarm(unsigned count)
{
    with_timers(count);
    (void)takt_timer_start(&spare, takt_ms(20), 0);
    (void)takt_timer_stop(&spare);
}

static void burn_beyond_alarm(unsigned count)
{
    (void)count;
    takt_burn(takt_ms(30));
}

const struct bench_case cases_of_timers[] = {
    { "timer_start before N timers", with_timers, start_in_front, service_end, FLAT },
    { "timer_start behind N timers", with_timers, start_behind, service_end, FLAT },
    { "timer_start between N and N timers", with_timers_around, start_behind, service_end_of_both,
      STEPS },
    { "timer_stop, N timers", with_timers, stop_last, service_end, FLAT },
    { "timer_destroy, N timers", with_timers, destroy_and_begin_again, service_end, FLAT },
    { "N timers due at the same instant", with_timers, come_due, service_end, STEPS },
    { "thread_cancel of a service, N timers due", with_due_timers, cancel_service,
      end_without_service, FLAT },
    { "clock interrupt, nothing due, N timers", with_timers_and_alarm, burn_beyond_alarm,
      service_end, FLAT },
    { NULL, NULL, NULL, NULL, ONCE },
};
