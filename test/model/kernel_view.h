/* kernel_view.h - the insides of the kernel, as far as they are compared: the one file here that
 * knows its structures. */
#pragma once

#include "takt/thread.h"

#include <stdbool.h>

enum view_state { VIEW_DEAD, VIEW_READY, VIEW_BLOCKED, VIEW_SUSPENDED, VIEW_ENDING };

enum view_state view_state(const struct takt_thread *thread);

/* Suspends without resume. */
unsigned view_suspended(const struct takt_thread *thread);

/* Those who wait there, or are ready at that priority, in order; how many, or `room` + 1. */
int view_waiters(const struct takt_wait *wait, const struct takt_thread **list, int room);
int view_ready(int cpu, unsigned priority, const struct takt_thread **list, int room);

/* Of the thread's slice. */
takt_time view_slice_left(const struct takt_thread *thread);

const struct takt_thread *view_owner(const struct takt_wait *wait);

/* Threads and objects that exist now; whether some timeout is armed. */
int view_threads(void);
int view_objects(void);
bool view_timeouts(void);
