/* timekeeping.h - what the rest of the port sees of its clock, of which there are two:
 * clock_counter.c where TAKT_TICK_HZ is 0, else clock_systick.c. The build takes one of them.
 */
#pragma once

#include "board.h"

#ifndef TAKT_TICK_HZ
#define TAKT_TICK_HZ 0
#endif

/* Masked, before any other call. */
void clock_start(void);

/* Masked; and its low half, masked or not. */
#if TAKT_TICK_HZ
uint64_t clock_now(void);
uint32_t clock_cycles(void);
#else
extern uint64_t clock_last; /* that anybody was told */

static inline uint64_t clock_now(void)
{
    uint32_t passed = board_counter() - (uint32_t)clock_last;

    clock_last += passed;
    return clock_last;
}

static inline uint32_t clock_cycles(void)
{
    return board_counter();
}
#endif
