/* number_cases.c - numbers that are none there can be.
 *
 * I10: every call that takes a priority or the number of an interrupt is given the first that is
 * too large, one that would be small if only its low byte were looked at, and, as far as they fit
 * into its type, -1 and the least of all.
 */
#include "cases.h"
#include "takt/takt.h"

#include <limits.h>

static struct takt_channel channel;
static struct takt_semaphore semaphore;
static struct takt_timer_service service;
static struct takt_thread thread;
static TAKT_STACK(stack, 1024);

static void entry(void *unused)
{
    (void)unused;
}

static struct takt_thread_options options_with(unsigned priority)
{
    return (struct takt_thread_options){ .name = "helper",
                                         .priority = priority,
                                         .entry = entry,
                                         .stack = stack,
                                         .stack_bytes = sizeof stack };
}

static void create_with(unsigned priority)
{
    const struct takt_thread_options options = options_with(priority);

    (void)takt_thread_create(&thread, &options);
}

static void pulse_with(unsigned priority)
{
    takt_channel_init(&channel, "channel", 0);
    (void)takt_pulse(&channel, priority, 0, 0);
}

static void set_priority(unsigned priority)
{
    (void)takt_thread_set_priority(takt_thread_self(), priority);
}

static void attach(unsigned irq)
{
    takt_irq_attach(irq, entry, NULL);
}

static void count_irq_on(unsigned cpu)
{
    (void)takt_irq_taken_on(0, cpu);
}

static void count_of(unsigned cpu)
{
    struct takt_cpu_counts counts;

    takt_cpu_counts(cpu, &counts);
}

static void sample_of(unsigned cpu)
{
    struct takt_cpu_sample sample;

    takt_cpu_sample(cpu, &sample);
}

static void upkeep_of(unsigned cpu)
{
    (void)takt_cpu_upkeep(cpu);
}

static void route(unsigned irq)
{
    (void)takt_irq_route(irq, 0);
}

/* One function a call and number, named as the case is. */
#define WITH(call, name, number)    \
    static void call##_##name(void) \
    {                               \
        call(number);               \
    }

WITH(create_with, 32, TAKT_PRIORITIES)
WITH(create_with, 256, 256)
WITH(create_with, minus_1, (unsigned)-1)
WITH(create_with, int_min, (unsigned)INT_MIN)
WITH(set_priority, 32, TAKT_PRIORITIES)
WITH(set_priority, 256, 256)
WITH(set_priority, minus_1, (unsigned)-1)
WITH(set_priority, int_min, (unsigned)INT_MIN)
WITH(count_irq_on, beyond, TAKT_CPUS)
WITH(count_of, beyond, TAKT_CPUS)
WITH(sample_of, beyond, TAKT_CPUS)
WITH(upkeep_of, beyond, TAKT_CPUS)
WITH(route, minus_1, (unsigned)-1)
WITH(pulse_with, 32, TAKT_PRIORITIES)
WITH(pulse_with, 256, 256)
WITH(pulse_with, minus_1, (unsigned)-1)
WITH(pulse_with, int_min, (unsigned)INT_MIN)
WITH(attach, beyond, takt_irq_count())
WITH(attach, 256, 256)
WITH(attach, minus_1, (unsigned)-1)
WITH(attach, int_min, (unsigned)INT_MIN)
WITH(takt_irq_detach, beyond, takt_irq_count())
WITH(takt_irq_detach, 256, 256)
WITH(takt_irq_detach, minus_1, (unsigned)-1)
WITH(takt_irq_detach, int_min, (unsigned)INT_MIN)
WITH(takt_irq_raise, beyond, takt_irq_count())
WITH(takt_irq_raise, 256, 256)
WITH(takt_irq_raise, minus_1, (unsigned)-1)
WITH(takt_irq_raise, int_min, (unsigned)INT_MIN)

/* Others that are too large. */

static void semaphore_of_too_many(void)
{
    takt_semaphore_init(&semaphore, "semaphore", (uint32_t)TAKT_SEMAPHORE_MAX + 1);
}

static void service_with_priority_32(void)
{
    const struct takt_thread_options options = options_with(TAKT_PRIORITIES);

    (void)takt_timer_service_start(&service, &options);
}

static void send_with_too_much_room(void)
{
    const struct takt_message message = { .reply_capacity = (size_t)INT32_MAX + 1 };

    takt_channel_init(&channel, "channel", 0);
    (void)takt_send(&channel, &message, TAKT_NO_WAIT);
}

const struct misuse_case misuse_number_cases[] = {
    { "create_with_priority_32", IN_THREAD, create_with_32 },
    { "create_with_priority_256", IN_THREAD, create_with_256 },
    { "create_with_priority_minus_1", IN_THREAD, create_with_minus_1 },
    { "create_with_priority_int_min", IN_THREAD, create_with_int_min },
    { "set_priority_32", IN_THREAD, set_priority_32 },
    { "set_priority_256", IN_THREAD, set_priority_256 },
    { "set_priority_minus_1", IN_THREAD, set_priority_minus_1 },
    { "set_priority_int_min", IN_THREAD, set_priority_int_min },
    { "pulse_with_priority_32", IN_THREAD, pulse_with_32 },
    { "pulse_with_priority_256", IN_THREAD, pulse_with_256 },
    { "pulse_with_priority_minus_1", IN_THREAD, pulse_with_minus_1 },
    { "pulse_with_priority_int_min", IN_THREAD, pulse_with_int_min },
    { "count_irq_on_cpu_beyond", IN_THREAD, count_irq_on_beyond },
    { "count_of_cpu_beyond", IN_THREAD, count_of_beyond },
    { "sample_of_cpu_beyond", IN_THREAD, sample_of_beyond },
    { "upkeep_of_cpu_beyond", IN_THREAD, upkeep_of_beyond },
    { "route_minus_1", IN_THREAD, route_minus_1 },
    { "attach_beyond", IN_THREAD, attach_beyond },
    { "attach_256", IN_THREAD, attach_256 },
    { "attach_minus_1", IN_THREAD, attach_minus_1 },
    { "attach_int_min", IN_THREAD, attach_int_min },
    { "detach_beyond", IN_THREAD, takt_irq_detach_beyond },
    { "detach_256", IN_THREAD, takt_irq_detach_256 },
    { "detach_minus_1", IN_THREAD, takt_irq_detach_minus_1 },
    { "detach_int_min", IN_THREAD, takt_irq_detach_int_min },
    { "raise_beyond", IN_THREAD, takt_irq_raise_beyond },
    { "raise_256", IN_THREAD, takt_irq_raise_256 },
    { "raise_minus_1", IN_THREAD, takt_irq_raise_minus_1 },
    { "raise_int_min", IN_THREAD, takt_irq_raise_int_min },
    { "semaphore_of_too_many", IN_THREAD, semaphore_of_too_many },
    { "service_with_priority_32", IN_THREAD, service_with_priority_32 },
    { "send_with_too_much_room", IN_THREAD, send_with_too_much_room },
    { NULL, IN_THREAD, NULL },
};
