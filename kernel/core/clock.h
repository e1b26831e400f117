/* clock.h - the clock of each CPU: time now, and the nearest thing to wake for. */
#pragma once

#include "cpu.h"
#include "takt/clock.h"

/* The instant `after` counts from then; what is beyond all time is TAKT_FOREVER. */
static inline takt_time clock_after(takt_time then, takt_time after)
{
    return after < TAKT_FOREVER - then ? then + after : TAKT_FOREVER;
}

/* Let a timeout of this CPU's expire at `when`; it is `now`. Where many expire earlier the timeout
 * may have stopped on its way to its place (`early`): then timeout_go_on, a window each, takes it
 * further. Lock held. */
void clock_add(struct kernel_cpu *cpu, struct takt_timeout *timeout, takt_time now, takt_time when);
