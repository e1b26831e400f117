/* clock.h - the clock of each CPU: time now, and the nearest thing to wake for. */
#pragma once

#include "cpu.h"
#include "takt/clock.h"

/* The instant `after` counts from now; what is beyond all time is TAKT_FOREVER. Lock held. */
takt_time clock_deadline(takt_time after);

/* Let a timeout of this CPU's expire at `when`. Lock held. */
void clock_add(struct kernel_cpu *cpu, struct takt_timeout *timeout, takt_time when);
