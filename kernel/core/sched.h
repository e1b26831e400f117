/* sched.h - who runs next. Only decides; the door acts. */
#pragma once

#include "takt/thread.h"

#include <stdint.h>

/* The thread's wait, if any, is over: it may run unless it is suspended. `cause` is an enum
 * trace_cause. */
void sched_ready(struct takt_thread *thread, unsigned cause);

/* The thread may not run: it is blocked, suspended or dead. It must be ready now. */
void sched_unready(struct takt_thread *thread);

/* Give a ready thread another effective priority. */
void sched_reprioritize(struct takt_thread *thread, uint8_t priority);

/* The running thread goes behind its equals. */
void sched_yield_current(void);
