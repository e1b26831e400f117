/* measure.h - the longest time for which interrupts were masked, in counts of the clock.
 *
 * For bench/masked. Where TAKT_MEASURE is 0, which it is unless an image sets it, nothing of this
 * is compiled.
 */
#pragma once

#include "timekeeping.h"

#ifndef TAKT_MEASURE
#define TAKT_MEASURE 0
#endif

struct measure {
    uint32_t begin;
    uint32_t longest;
    uintptr_t where; /* the instruction at which it ended */
};

extern struct measure measure;

/* The mask has just been closed. */
static inline void measure_begin(void)
{
    if (TAKT_MEASURE) {
        measure.begin = clock_cycles();
    }
}

/* The mask is about to be opened, at `where`; 0: here. */
static inline void measure_end(uintptr_t where)
{
    uint32_t took = TAKT_MEASURE ? clock_cycles() - measure.begin : 0;

    if (TAKT_MEASURE && took > measure.longest) {
        if (where == 0) {
            __asm__ volatile("mov %0, pc" : "=r"(where));
        }
        measure.longest = took;
        measure.where = where;
    }
}

/* The same for the switch, which is written in assembler. */
void measure_switch_begin(void);
void measure_switch_end(uintptr_t where);
