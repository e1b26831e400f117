/* clock_callback.h - a function that is called inside the clock's interrupt, at an instant: for
 * what a thread would be too late for, and to measure how late interrupts and threads are.
 *
 * Until it returns no handler of the kernel's interrupts begins and no thread runs. What should be
 * called by a thread is a timer (timer.h). With a tick (TAKT_TICK_HZ) it is called at the first
 * tick at or after its instant.
 */
#pragma once

#include "clock.h"
#include "thread.h"

#include <stdbool.h>

struct takt_clock_callback;

/* Called with the kernel's interrupts not masked, in interrupt context. It may arm and cancel any
 * callback, its own too. */
typedef void (*takt_clock_function)(struct takt_clock_callback *callback, void *argument);

struct takt_clock_callback {
    struct takt_timeout timeout;
    takt_clock_function function;
    void *argument;
};

/* Prepare one, not armed. A function of NULL stops. Any context. */
void takt_clock_callback_init(struct takt_clock_callback *callback, takt_clock_function function,
                              void *argument);

/* Let it be called once, at `instant` or as soon after as can be; one that has passed is called as
 * soon as interrupts come. One that is armed is moved. TAKT_FOREVER: never. Any context. */
void takt_clock_callback_arm(struct takt_clock_callback *callback, takt_time instant);

/* It is not called any more; its memory may be used again at once, outside of its function. True
 * if it was armed. Any context. */
bool takt_clock_callback_cancel(struct takt_clock_callback *callback);
