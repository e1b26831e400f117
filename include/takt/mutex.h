/* mutex.h - mutual exclusion with priority inheritance.
 *
 * The owner runs at least at the priority of its most urgent waiter, through any chain of mutexes
 * and channels. Mutexes may be released in any order.
 */
#pragma once

#include "clock.h"
#include "wait.h"

#include <stdint.h>

enum takt_mutex_flags { TAKT_MUTEX_RECURSIVE = 1 };

struct takt_mutex {
    struct takt_wait wait; /* owner: the holder */
    uint32_t again;        /* locks by the holder beyond the first */
    uint8_t flags;
    bool special;    /* not just free, or locked once with nobody waiting: look closer */
    bool open;       /* not destroyed */
    bool owner_died; /* the next who locks it is told */
};

/* Prepare a mutex. `name` is shown in traces, `flags` are of takt_mutex_flags; others stop. Any
 * context. */
void takt_mutex_init(struct takt_mutex *mutex, const char *name, unsigned flags);

/* Lock, waiting at most `timeout`. TAKT_OK; TAKT_EOWNERDEAD: locked, but what it protects may be
 * half done; TAKT_EAGAIN; TAKT_ETIMEDOUT; TAKT_ECLOSED; TAKT_EDEADLK, also for the holder itself
 * unless the mutex is recursive: then it is to be unlocked as often, and more than 2^32 times stop.
 * Threads only. */
int takt_mutex_lock(struct takt_mutex *mutex, takt_time timeout);

/* Unlock; the most urgent waiter owns it at once, and runs if it is more urgent than what the
 * caller is without it. By anybody but the holder it stops. Threads only. */
void takt_mutex_unlock(struct takt_mutex *mutex);

/* Who holds it at this moment; NULL: nobody. Any context. */
static inline const struct takt_thread *takt_mutex_owner(const struct takt_mutex *mutex)
{
    return mutex->wait.owner;
}

/* End of the mutex: waiters wake with TAKT_ECLOSED, the holder loses what it inherited and must not
 * unlock it. A second time stops. Its memory may be used again when all others are back from their
 * calls. Threads only. */
void takt_mutex_destroy(struct takt_mutex *mutex);
