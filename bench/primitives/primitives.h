/* primitives.h - what is measured, and the threads that take part. */
#pragma once

#include "intervals.h"
#include "takt/takt.h"

enum { TIMES = 200, PARTNERS_MAX = 101, BENCH_PRIORITY = 16, ABOVE = 20, BELOW = 12 };

/* The compiler makes two instructions of it, with a call in it as without. */
#define REPEAT(times) for (uint32_t left = (times); left > 0; left--)

struct primitive {
    const char *name; /* NULL: the end */
    void (*measure)(unsigned argument);
    unsigned argument; /* what the row is about: a priority, how many sleep */
    uint32_t times;    /* it does the thing so often, within intervals */
    uint32_t loops;    /* rounds of REPEAT that are in them too */
    const char *aim;   /* at most so many instructions in the bare kernel, or "-" */
    const char *peer;  /* the best of the kernels that Takt is compared with, or "-" */
};

extern const struct primitive cases_of_calls[];
extern const struct primitive cases_of_interrupts[];
extern const struct primitive cases_of_containers[];
extern const struct primitive cases_of_time[];
extern const struct primitive cases_of_ticks[];

/* A thread beside the measuring one, and waiting for its end. */
void partner_start(unsigned index, unsigned priority, void (*entry)(void *argument));
void partner_end(unsigned index);

/* Threads that have nothing to do with it: so many that are ready, all less urgent than those that
 * take part, and as many that wait for something else. */
enum { BYSTANDERS_MAX = 100 };
void bystanders_start(unsigned count);
void bystanders_end(void);
