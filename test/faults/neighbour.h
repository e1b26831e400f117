/* neighbour.h - a thread on a stack with known memory below it, which is looked at when the run
 * ends: did an overflow get there? */
#pragma once

#include <stdint.h>

/* Make the thread `deep`, of this priority, and let it run to its end, or to that of the run. */
void deep_run(unsigned priority, void (*entry)(void *), void *argument);

/* The lowest address that `deep` may use: a guard lies below it, the canary is above. */
uintptr_t deep_low(void);

/* The port's: from here on guards may be read. */
void guard_open(void);

/* Make and wake a thread that is more urgent than `deep` and does nothing. In interrupts too. */
void urgent_make(void);
void urgent_wake(void *unused);
