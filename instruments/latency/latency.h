/* latency.h - how late interrupts and threads are.
 *
 * The clock's interrupt is the source, since the instant at which it should come is known. Every
 * `interval` it is asked for; its handler takes the time, and so does each measuring thread that
 * the handler wakes. What they are later than the instant are the latencies: of interrupts, and
 * of threads of that priority, on this CPU, while all else that is in the image runs.
 *
 * What the handler does for the measurement itself delays the threads, and is in their latencies:
 * what the least is made of, docs/shell.md tells.
 */
#pragma once

#include "histogram.h"
#include "takt/takt.h"

#include <stdbool.h>
#include <stdint.h>

enum { LATENCY_THREADS_MAX = 4, LATENCY_ROWS = 256, LATENCY_INTERVAL_LEAST_US = 10 };

enum latency_end {
    LATENCY_RUNNING,
    LATENCY_STOPPED,  /* by latency_stop */
    LATENCY_LOOPED,   /* all loops are done */
    LATENCY_EXCEEDED, /* a thread's latency was above the threshold */
    LATENCY_OVERRUN,  /* in more than half of the last 1000 cycles somebody had not kept up */
};

struct latency_options {
    uint32_t interval_us;
    uint64_t loops; /* 0: until it is stopped */
    unsigned threads;
    unsigned priority;     /* of the first thread; each next one is less urgent by 1, 1 at least */
    uint32_t threshold_us; /* 0: none */
    uint32_t row_us;       /* width of the histograms' rows */

    /* A thread is later than the threshold, the first one: called at that moment, in that thread,
     * with its latency and the cycle, from 1 on. NULL: nothing. */
    void (*exceeded)(uint32_t latency_ns, uint64_t cycle);

    /* It has ended without latency_stop: called by a thread of priority 1. NULL: nothing. */
    void (*ended)(enum latency_end why);
};

/* One who is measured: `errors` are cycles that he has no latency of. The interrupt's: its instant
 * passed before the one before was handled. A thread's: it had not gone back to wait. */
struct latency_measure {
    struct histogram histogram; /* of counts of the clock */
    uint64_t errors;
};

struct latency_status {
    enum latency_end state; /* LATENCY_STOPPED before the first */
    uint64_t cycles;        /* interrupts that were handled */
    struct latency_options options;
    const struct latency_measure *irq;
    const struct latency_measure *threads[LATENCY_THREADS_MAX];
};

/* Begin, forgetting the measurement before. False: one runs. The options must be possible. Threads
 * only. */
bool latency_start(const struct latency_options *options);

/* End it, if one runs, and wait until all its threads have gone. Threads only, less urgent than
 * those or of equal priority. */
void latency_stop(void);

/* What is known, whole as soon as none runs. Threads only. */
struct latency_status latency_status(void);
