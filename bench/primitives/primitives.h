/* primitives.h - what is measured, and the threads that take part. */
#pragma once

#include "takt/takt.h"

enum { TIMES = 200, PARTNERS_MAX = 101, BENCH_PRIORITY = 16, ABOVE = 20, BELOW = 12 };

/* The compiler makes two instructions of it, with a call in it as without. */
#define REPEAT(times) for (uint32_t left = (times); left > 0; left--)

/* What `measure` measures, and so what is taken off. */
enum primitive_kind {
    LOOP,     /* a loop of REPEAT */
    INTERVAL, /* the sum of intervals from `stamp` to another reading of the counter */
    NET,      /* the thing itself */
};

struct primitive {
    const char *name; /* NULL: the end */
    /* Do it `times` times and return the counts that took. */
    uint32_t (*measure)(uint32_t times, unsigned count);
    unsigned count; /* how many others are about */
    enum primitive_kind kind;
    const char *aim;  /* at most so many instructions in the bare kernel, or "-" */
    const char *peer; /* the best of the kernels that Takt is compared with */
};

extern const struct primitive cases_of_calls[];
extern const struct primitive cases_of_containers[];
extern const struct primitive cases_of_time[];
extern const struct primitive cases_of_ticks[];

/* Where an interval begins in one thread and ends in another. */
extern volatile uint32_t stamp;

/* A thread beside the measuring one, and waiting for its end. */
void partner_start(unsigned index, unsigned priority, void (*entry)(void *argument));
void partner_end(unsigned index);
