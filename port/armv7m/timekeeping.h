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

/* The low half of the clock, masked or not. */
#if TAKT_TICK_HZ
uint32_t clock_cycles(void);
#else
static inline uint32_t clock_cycles(void)
{
    return board_counter();
}
#endif
