/* clock_callback.c - functions that are called inside the clock's interrupt.
 *
 * The clock lets go of the lock for the call: no other handler can come in between, and the list of
 * timeouts is whole, since this one has left it. One that would have to pass many timeouts stays
 * early in the list; the clock's interrupt takes it to its place.
 */
#include "takt/clock_callback.h"

#include "clock.h"
#include "entry.h"

static void call(struct takt_timeout *timeout)
{
    struct takt_clock_callback *callback = LIST_ENTRY(timeout, struct takt_clock_callback, timeout);
    takt_clock_function function = callback->function;
    void *argument = callback->argument;

    kernel_leave_same();
    function(callback, argument);
    kernel_enter();
}

void takt_clock_callback_init(struct takt_clock_callback *callback, takt_clock_function function,
                              void *argument)
{
    TAKT_REQUIRE(function != NULL);
    timeout_init(&callback->timeout, call);
    callback->function = function;
    callback->argument = argument;
}

void takt_clock_callback_arm(struct takt_clock_callback *callback, takt_time instant)
{
    kernel_enter();
    struct kernel_cpu *cpu = cpu_here();

    clock_cancel(&callback->timeout);
    if (instant != TAKT_FOREVER) {
        clock_add(cpu, &callback->timeout, instant);
    }
    kernel_leave_same();
}

bool takt_clock_callback_cancel(struct takt_clock_callback *callback)
{
    kernel_enter();
    bool armed = timeout_armed(&callback->timeout);

    clock_cancel(&callback->timeout);
    kernel_leave_same();
    return armed;
}
