/* spikes.h - what interrupts a CPU that computes.
 *
 * A thread of the highest priority, on the CPU in question, looks at the clock again and again. A
 * step of the clock that is longer than the threshold is a spike: somebody else had the CPU. Whose
 * fault it was, the CPU's counts of interrupts tell: those that have advanced across the step.
 * A spike that none of them explains is kept as such.
 *
 * Memory is bounded: the first spikes are kept, all are counted.
 */
#pragma once

#include "histogram.h"
#include "takt/takt.h"

#include <stdbool.h>
#include <stdint.h>

enum { SPIKES_KEPT = 64, SPIKES_ROWS = 64, SPIKES_IRQS_MAX = 128 };

struct spike {
    uint32_t loop;                   /* in which look at the clock it showed */
    takt_time offset;                /* of its end, since the first look */
    uint32_t begun;                  /* low half of the clock */
    uint32_t duration;               /* counts of the clock */
    struct takt_cpu_counts advanced; /* by so much across it */
    unsigned device;                 /* the first in number of those that have come */
    unsigned handler;        /* the interrupt whose handler ran longest, as in traces; and */
    uint32_t handler_counts; /* for how long; 0: not known */
};

struct spikes_options {
    unsigned cpu;
    uint32_t loops;        /* looks at the clock, at most */
    takt_time span;        /* counts, at most; 0: no end */
    uint32_t threshold_us; /* a step longer than this is a spike; 0: than two in which
                              nothing happens */
    uint32_t slice_us;     /* of the thread that looks; 0: none */

    /* Called at each spike, in that thread, before it is kept: fills in `handler` and
     * `handler_counts`, if it knows more. NULL: nothing. */
    void (*seen)(struct spike *spike);
};

struct spikes_result {
    struct spikes_options options;
    uint32_t loops;    /* looks at the clock */
    uint32_t own_cost; /* counts from one look to the next, at least */
    takt_time span;    /* from the first look to the last */
    uint32_t seen;     /* spikes */
    uint32_t unknown;  /* of them: no source has advanced */
    uint32_t kept;     /* of them: in `spikes` */
    struct spike spikes[SPIKES_KEPT];
    struct histogram steps; /* those longer than own_cost, in counts above it */
    struct takt_cpu_counts before[TAKT_CPUS];
    struct takt_cpu_counts after[TAKT_CPUS];
    uint32_t irqs[TAKT_CPUS][SPIKES_IRQS_MAX]; /* how often each device came */
};

/* Measure, and come back when it is over. The options must be possible: a CPU that is there, a loop
 * at least. Of interrupts beyond SPIKES_IRQS_MAX nothing is known. False: a measurement runs. The
 * caller waits; of the same CPU everybody does. Threads only. */
bool spikes_measure(const struct spikes_options *options);

/* Called when the first look begins and when the last has ended: whoever watches the processor from
 * outside knows by it what lies between. */
void spikes_window(void);

/* The last measurement. Threads only, while none runs. */
const struct spikes_result *spikes_result(void);

/* True if some source has advanced. */
bool spikes_explained(const struct takt_cpu_counts *advanced);

/* What has advanced between the two. */
struct takt_cpu_counts spikes_difference(const struct takt_cpu_counts *after,
                                         const struct takt_cpu_counts *before);
