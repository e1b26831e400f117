/* global_timer.h - what the rest of the port sees of its clock: the MPCore's global timer, which
 * counts 64 bits for all CPUs. Its registers hold 32: a high half that has changed meanwhile tells
 * that the low half is of nobody knows when.
 */
#pragma once

#include "mpcore.h"

static inline uint32_t clock_cycles(void)
{
    return GLOBAL_TIMER->low;
}

static inline uint64_t clock_now(void)
{
    uint32_t high = GLOBAL_TIMER->high;

    for (;;) {
        uint32_t low = GLOBAL_TIMER->low;
        uint32_t again = GLOBAL_TIMER->high;

        if (again == high) {
            return (uint64_t)high << 32 | low;
        }
        high = again;
    }
}

/* On each CPU, masked, before any other call. */
void clock_start(void);
