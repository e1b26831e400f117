/* intervals.h - what is counted: all that runs between a beginning and an end, whichever threads
 * those are in.
 *
 * The image counts by the clock. Who watches it from outside (bench/cycles) counts what runs from
 * one of these functions to the next by their addresses; so none of them is ever inlined.
 */
#pragma once

#include <stdint.h>

/* The clock's counts of all intervals since they were taken last, and how many there were. */
struct intervals {
    uint32_t counts;
    uint32_t number;
};

void interval_begin(void);
void interval_end(void);

/* Those until now; it begins anew. */
struct intervals intervals_take(void);
