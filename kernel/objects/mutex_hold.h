/* mutex_hold.h - a mutex in the hands of another object's call, in the middle of its step.
 *
 * Both are called with the kernel lock held, by the thread that they are about.
 */
#pragma once

#include "takt/mutex.h"

#include <stdbool.h>

/* True if the running thread holds it, once. */
bool mutex_held_once(const struct takt_mutex *mutex);

/* The running thread, which may have been blocked elsewhere in this step, lets it go. */
void mutex_let_go(struct takt_mutex *mutex);

/* The running thread locks it, however long that takes: what takt_mutex_lock returns, or
 * WAIT_BLOCKED. */
int mutex_take(struct takt_mutex *mutex);
