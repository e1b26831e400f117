/* semaphore.h - a counter to wait for. */
#pragma once

#include "clock.h"
#include "wait.h"

#include <stdint.h>

enum { TAKT_SEMAPHORE_MAX = INT32_MAX };

struct takt_semaphore {
    struct takt_wait wait;
    int32_t count; /* below 0: none, and threads may be waiting, or it is destroyed */
};

/* Prepare a semaphore; a `count` above TAKT_SEMAPHORE_MAX stops. `name` is shown in traces. Any
 * context. */
void takt_semaphore_init(struct takt_semaphore *semaphore, const char *name, uint32_t count);

/* Take one, waiting at most `timeout`. TAKT_OK, TAKT_EAGAIN, TAKT_ETIMEDOUT, TAKT_ECLOSED.
 * Threads only; any context with TAKT_NO_WAIT. */
int takt_semaphore_take(struct takt_semaphore *semaphore, takt_time timeout);

/* Give one: to the most urgent waiter if there is one. TAKT_OK; TAKT_EAGAIN when the counter is
 * at TAKT_SEMAPHORE_MAX; TAKT_ECLOSED. Any context. */
int takt_semaphore_give(struct takt_semaphore *semaphore);

/* How many could be taken at this moment. Any context. */
uint32_t takt_semaphore_count(const struct takt_semaphore *semaphore);

/* End of the semaphore: waiters wake with TAKT_ECLOSED. A second time stops. Its memory may be used
 * again when all others are back from their calls. Not from an interrupt. */
void takt_semaphore_destroy(struct takt_semaphore *semaphore);
