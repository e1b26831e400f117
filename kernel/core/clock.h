/* clock.h - the clock of each CPU: time now, and the nearest thing to wake for. */
#pragma once

#include "cpu.h"
#include "takt/clock.h"

/* The instant `after` counts from then; what is beyond all time is TAKT_FOREVER. */
static inline takt_time clock_after(takt_time then, takt_time after)
{
    takt_time sum;

    return __builtin_add_overflow(then, after, &sum) ? TAKT_FOREVER : sum;
}

/* Let a timeout of this CPU's expire at `when`. Where many expire earlier the timeout may have
 * stopped on its way to its place (`early`): then timeout_go_on, a window each, takes it further.
 * Lock held. */
static inline void clock_add(struct kernel_cpu *cpu, struct takt_timeout *timeout, takt_time when)
{
    timeout->when = when;
    if (timeout_add(&cpu->timeouts, timeout)) {
        port_clock_arm(when);
    }
}
