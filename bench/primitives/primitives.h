/* primitives.h - what is measured, and the threads that take part. */
#pragma once

#include "takt/takt.h"

enum { TIMES = 200, PARTNERS_MAX = 101, BENCH_PRIORITY = 16, ABOVE = 20, BELOW = 12 };

/* A loop that the compiler leaves as it is. */
#define REPEAT(times) for (uint32_t left = (times); left > 0; left = one_less(left))

static inline uint32_t one_less(uint32_t left)
{
    __asm__ volatile("" : "+r"(left)::"memory");
    return left - 1;
}

struct primitive {
    const char *name; /* NULL: the end */
    /* Do it `times` times and return the counts that took: of the whole loop, or (`interval`) the
     * sum of intervals between two readings of the counter. */
    uint32_t (*measure)(uint32_t times, unsigned count);
    unsigned count; /* how many others are about */
    bool interval;
};

extern const struct primitive primitives[];

/* A thread beside the measuring one, and waiting for its end. */
void partner_start(unsigned index, unsigned priority, void (*entry)(void *argument));
void partner_end(unsigned index);
