/* trace.h - the one call by which the kernel tells what it does.
 *
 * The kernel calls trace_event at the few points where its state changes and knows nothing else
 * of tracing. Whoever listens (instruments/tracer) provides trace_record and trace_active; an
 * image without a listener links trace/silent.c. With TAKT_TRACE=0 the calls are compiled out.
 */
#pragma once

#include "events.h"

#include <stdbool.h>
#include <stdint.h>

#ifndef TAKT_TRACE
#define TAKT_TRACE 1
#endif

/* True while records are wanted. Written by the kernel, at the listener's word. */
extern volatile bool trace_active;

/* Store one record, stamped with the time of the call. Interrupts are masked. */
void trace_record(enum trace_event_id event, uint32_t thread, uint32_t a, uint32_t b);

static inline void trace_event(enum trace_event_id event, uint32_t thread, uint32_t a, uint32_t b)
{
    if (TAKT_TRACE && trace_active) {
        trace_record(event, thread, a, b);
    }
}

/* Two 16-bit fields in one word, the first one low: as the records' fields are declared. */
static inline uint32_t trace_pair(uint32_t low, uint32_t high)
{
    return (low & 0xFFFFU) | (high << 16);
}
