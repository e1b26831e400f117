/* condition.h - waiting, with a mutex held, until something that the mutex protects has become
 * true.
 *
 * Wait in a loop that looks at it again:
 *
 *     (void)takt_mutex_lock(&mutex, TAKT_FOREVER);
 *     while (!full) {
 *         (void)takt_condition_wait(&condition, &mutex, TAKT_FOREVER);
 *     }
 *
 * A signal goes to those who wait at that moment, and is not remembered.
 */
#pragma once

#include "clock.h"
#include "wait.h"

#include <stdbool.h>
#include <stdint.h>

struct takt_mutex;

struct takt_condition {
    struct takt_wait wait;
    uint32_t broadcasts; /* so far */
    bool calling;        /* one goes on: all who wait have been called */
    bool open;           /* not destroyed */
};

/* Prepare a condition. `name` is shown in traces. Any context. */
void takt_condition_init(struct takt_condition *condition, const char *name);

/* Unlock the mutex and wait for a signal, in one step; then lock it again, for as long as that
 * takes. The caller holds the mutex, once; otherwise it stops. TAKT_OK, TAKT_ETIMEDOUT, TAKT_EAGAIN
 * (no waiting allowed), TAKT_ECLOSED: with the mutex locked again. TAKT_EOWNERDEAD: the wait is
 * over, whatever ended it, and the mutex locked, but its last owner died. Where locking again
 * fails, what takt_mutex_lock returned, TAKT_ECLOSED or TAKT_EDEADLK; then takt_mutex_owner tells
 * that the mutex is not held. Threads only. */
int takt_condition_wait(struct takt_condition *condition, struct takt_mutex *mutex,
                        takt_time timeout);

/* Wake the most urgent waiter, if there is one. TAKT_OK, TAKT_ECLOSED. Any context. */
int takt_condition_signal(struct takt_condition *condition);

/* Wake all who wait at this moment, most urgent first. TAKT_OK, TAKT_ECLOSED. Not from an
 * interrupt. */
int takt_condition_broadcast(struct takt_condition *condition);

/* End of the condition: waiters lock their mutex again and return TAKT_ECLOSED. A second time
 * stops. Its memory may be used again when all others are back from their calls. Not from an
 * interrupt. */
void takt_condition_destroy(struct takt_condition *condition);
