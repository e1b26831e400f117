/* primitives.h - what is measured, and the threads that take part. */
#pragma once

#include "takt/takt.h"

enum { TIMES = 200, PARTNERS_MAX = 101, BENCH_PRIORITY = 16, ABOVE = 20, BELOW = 12 };

/* The compiler makes two instructions of it, with a call in it as without. */
#define REPEAT(times) for (uint32_t left = (times); left > 0; left--)

struct primitive {
    const char *name; /* NULL: the end */
    /* Do it `times` times and return the counts that took: of the whole loop, or (`interval`) the
     * sum of intervals between two readings of the counter. */
    uint32_t (*measure)(uint32_t times, unsigned count);
    unsigned count; /* how many others are about */
    bool interval;
};

extern const struct primitive primitives[];

/* Where an interval begins in one thread and ends in another. */
extern volatile uint32_t stamp;

/* A thread beside the measuring one, and waiting for its end. */
void partner_start(unsigned index, unsigned priority, void (*entry)(void *argument));
void partner_end(unsigned index);
