/* perfetto_bundle.h - what one CPU did, many events to a packet.
 *
 * Switches and wake-ups lie in columns, their times as differences: a few bytes each. Everything
 * of a bundle is in the order of time.
 */
#pragma once

#include "perfetto_wire.h"

#include <stdbool.h>
#include <stdint.h>

struct writer;

enum { BUNDLE_COLUMNS = 13 };

/* In which bundle a thread's name was written last, and as which of its names. */
struct bundle_name {
    uint32_t bundle;
    uint32_t index;
};

struct bundle {
    struct writer *writer;
    struct wire columns[BUNDLE_COLUMNS]; /* by enum sched_field */
    struct wire events;
    struct bundle_name *names; /* by thread, and one more: nobody */
    uint64_t last_switch;
    uint64_t last_waking;
    uint32_t number; /* of this bundle, from 1 */
    uint32_t name_count;
    uint32_t items;
    uint32_t running; /* tid */
    unsigned cpu;
};

/* Where a thread is known by a number of the output's, nobody is this thread. */
uint32_t bundle_nobody(const struct bundle *bundle);

bool bundle_init(struct bundle *bundle, struct writer *writer);
void bundle_free(struct bundle *bundle);

/* From now on it is about that CPU. What it holds must have been written. */
void bundle_begin_cpu(struct bundle *bundle, unsigned cpu);

/* `thread` (an index, or bundle_nobody) has the CPU; what had it goes to the state `previous`. */
void bundle_switch(struct bundle *bundle, uint64_t time, uint32_t thread, uint8_t priority,
                   unsigned previous);

/* The viewer's first switch of a CPU only tells who runs, here: nobody that is shown. */
void bundle_prime(struct bundle *bundle, uint64_t time);

void bundle_waking(struct bundle *bundle, uint64_t time, uint32_t thread, bool by_interrupt);

/* `kicks`: why, if it is a kick. */
void bundle_interrupt_begin(struct bundle *bundle, uint64_t time, uint32_t number, uint32_t kicks);
void bundle_interrupt_end(struct bundle *bundle, uint64_t time, uint32_t number);

/* Why the thread of that tid does not run: `text` numbers one of writer->symbols. */
void bundle_blocked(struct bundle *bundle, uint64_t time, uint32_t tid, uint32_t text);

/* Write what it holds if that is much, or in any case. */
bool bundle_write_if_full(struct bundle *bundle);
bool bundle_write(struct bundle *bundle);
