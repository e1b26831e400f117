/* traced.h - what the kernel did, seen in a trace of it: for tests that cannot see it otherwise. */
#pragma once

#include "events.h"

#include <stdint.h>

/* Matches every value. */
enum { TRACED_ANY = -1 };

/* Record from now on, into a memory of this file's. */
void traced_begin(void);

/* Record no more. */
void traced_end(void);

/* Events between the two, without what the snapshot tells: all of that kind whose first word is
 * `a`. */
unsigned traced_count(enum trace_event_id event, int64_t a);
