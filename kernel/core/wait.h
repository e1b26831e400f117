/* wait.h - waiting in priority order, with an owner: what every object that blocks is made of.
 *
 * Only wait_join blocks. A blocked thread knows its wait, and whoever ends the wait (the object,
 * a timeout, the end of an owner) calls wait_leave without asking what was awaited.
 */
#pragma once

#include "list.h"
#include "sched.h"
#include "takt/thread.h"
#include "takt/wait.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of wait_join, beside the codes of takt_status: the result comes when the wait is over. */
enum { WAIT_BLOCKED = 1 };

/* A result that nobody will see: the waiter is being cancelled. */
enum { WAIT_CANCELLED = INT32_MIN };

/* A wait that is no object of its own, or not yet: wait_register makes it one. */
void wait_init(struct takt_wait *wait, const struct takt_wait_kind *kind);

/* Give it a number, a name and a place in the list of objects. */
void wait_register(struct takt_wait *wait, const char *name);
void wait_unregister(struct takt_wait *wait);

/* Tell the trace the object's name: the second half of a kind's describe. */
void wait_trace_name(const struct takt_wait *wait);

static inline struct takt_thread *wait_first(const struct takt_wait *wait)
{
    return list_empty(&wait->waiters) ? NULL
                                      : LIST_ENTRY(wait->waiters.next, struct takt_thread, node);
}

/* The one behind the first. */
static inline struct takt_thread *wait_second(const struct takt_wait *wait)
{
    struct list *second = wait->waiters.next->next;

    return second == &wait->waiters || second == wait->waiters.next->previous
               ? NULL
               : LIST_ENTRY(second, struct takt_thread, node);
}

/* True if somebody can be named who may end it: who then runs at its first waiter's priority. */
static inline bool wait_has_holder(const struct takt_wait *wait)
{
    return wait->owner != NULL || !list_empty(&wait->servers);
}

/* True if several threads serve it. */
static inline bool wait_is_shared(const struct takt_wait *wait)
{
    return wait->servers.next != wait->servers.previous;
}

/* The running thread blocks here until somebody calls wait_leave for it, or until `timeout`.
 * WAIT_BLOCKED; or nothing has happened: TAKT_EAGAIN for TAKT_NO_WAIT, TAKT_EDEADLK. */
int wait_join(struct takt_wait *wait, takt_time timeout);

/* The same with an instant instead of a duration; one that has passed ends the wait at once, in
 * the clock's interrupt. WAIT_BLOCKED or TAKT_EDEADLK. */
int wait_join_until(struct takt_wait *wait, takt_time when);

/* A blocked thread goes on waiting in another place; its time limit stays. */
void wait_move(struct takt_thread *thread, struct takt_wait *to);

/* End a thread's wait, with that result. */
void wait_leave(struct takt_thread *thread, int32_t result);

/* The same, well, where it is known that nobody owns or serves the wait. True if the thread is for
 * certain the one to run now: the short way out of the kernel may then be taken. */
bool wait_end(struct takt_thread *thread);

/* And where it is also known that nothing else has to be seen to: its ties are 0. */
static inline bool wait_end_untied(struct takt_thread *thread)
{
    list_unlink(&thread->node);
    return sched_run(thread, TRACE_CAUSE_GRANTED);
}

/* The thread's priority has changed: put it where it belongs among the waiters. */
void wait_reposition(struct takt_thread *thread);

/* From now on `thread` owns the wait, or nobody; nobody waits, so it lends nothing. */
static inline void wait_own(struct takt_wait *wait, struct takt_thread *thread)
{
    wait->owner = thread;
    __asm__ volatile("" ::: "memory"); /* in this order four registers do */
    list_add_first(list_at(&thread->owned), &wait->owned_node);
}

static inline void wait_disown(struct takt_wait *wait)
{
    list_unlink(&wait->owned_node);
    wait->owner = NULL;
}

/* From now on `thread` (NULL: nobody) owns the wait. */
void wait_set_owner(struct takt_wait *wait, struct takt_thread *thread);

/* From now on `thread` serves `wait` and no other (NULL: none), with a message of priority
 * `served` in hand. */
void wait_set_server(struct takt_thread *thread, struct takt_wait *wait, uint8_t served);

/* `thread` works on `client`'s message until wait_leave. The client is blocked. */
void wait_set_client(struct takt_thread *thread, struct takt_thread *client);

/* Wake all, one lock window each. No lock: called by a thread. */
void wait_close(struct takt_wait *wait);
