/* trace.h - what an application can add to a trace, and what a tracer needs of the kernel. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Leave a mark in the trace. Any context. */
void takt_mark(uint32_t code, uint32_t value);

/* For tracers: let events be recorded from now on, beginning with everything that exists: threads,
 * states, objects. At one instant, with interrupts masked: O(threads + objects). `told` is called
 * at the end of that, still masked; NULL: nothing. Any context. */
void takt_trace_begin(void (*told)(void));

/* For tracers: no event after this call. `snapshot`: before that, everything that exists once
 * more, for traces whose beginning has been overwritten. Any context. */
void takt_trace_end(bool snapshot);
