/* traced.h - what the kernel did, as it tells it to a listener: for tests that cannot see it
 * otherwise. This image's listener is traced.c; it has no tracer. */
#pragma once

#include "events.h"

#include <stdint.h>

/* Matches every value. */
enum { TRACED_ANY = -1 };

/* Listen from now on. */
void traced_begin(void);

/* Listen no more. */
void traced_end(void);

/* Events between the two: all of that kind whose first word is `a`. */
unsigned traced_count(enum trace_event_id event, int64_t a);
