/* clock.h - time: one clock, monotonic, in counts of the board (TAKT_CLOCK_HZ a second).
 *
 * Conversions to counts round up, so that no wait is shorter than asked; with a constant argument
 * they cost nothing. Each is exact whenever its result is below 2^64; what would be more comes out
 * modulo 2^64.
 */
#pragma once

#include "config.h"
#include "status.h"

#include <stdint.h>

/* An instant since start, or a duration, in counts. What would end after the last instant never
 * ends. With a tick (TAKT_TICK_HZ) a limit ends at the first tick at or after it. */
typedef uint64_t takt_time;

#define TAKT_FOREVER UINT64_MAX
#define TAKT_NO_WAIT ((takt_time)0)

/* Counts of so many us: up to 2^64 / TAKT_CLOCK_HZ seconds, 584 years at 1 GHz. Any context. */
static inline takt_time takt_us(uint64_t us)
{
    return us / 1000000U * TAKT_CLOCK_HZ + (us % 1000000U * TAKT_CLOCK_HZ + 999999U) / 1000000U;
}

/* Counts of so many ms, as far. Any context. */
static inline takt_time takt_ms(uint64_t ms)
{
    return ms / 1000U * TAKT_CLOCK_HZ + (ms % 1000U * TAKT_CLOCK_HZ + 999U) / 1000U;
}

/* Rounds down. Up to 2^64 ns, that is 584 years. Any context. */
static inline uint64_t takt_to_ns(takt_time counts)
{
    return counts / TAKT_CLOCK_HZ * 1000000000U
           + counts % TAKT_CLOCK_HZ * 1000000000U / TAKT_CLOCK_HZ;
}

/* The time now. Any context. */
takt_time takt_now(void);

/* The low half of it, cheaper: for stamps and differences below 2^32 counts. Any context. */
uint32_t takt_counter(void);

/* Compute for `duration`: time in which others had the CPU does not count. For tests and
 * workloads. Threads only. */
void takt_burn(takt_time duration);

/* Sleep for at least `duration`; 0 returns at once, TAKT_FOREVER and all from 2^63 on never.
 * TAKT_OK. Threads only. */
int takt_sleep(takt_time duration);

/* Sleep until an instant, from 2^63 on for ever; a loop that adds its period to the last instant
 * does not drift. TAKT_OK, or TAKT_ETIMEDOUT at once if the instant has passed. Threads only. */
int takt_sleep_until(takt_time instant);
