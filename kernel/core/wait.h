/* wait.h - waiting in priority order, with an owner: what every object that blocks is made of.
 *
 * Only wait_join blocks. A blocked thread knows its wait, and whoever ends the wait (the object,
 * a timeout, the end of an owner) calls wait_leave without asking what was awaited.
 */
#pragma once

#include "clock.h"
#include "likely.h"
#include "list.h"
#include "priority.h"
#include "sched.h"
#include "takt/thread.h"
#include "takt/wait.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of wait_join, beside the codes of takt_status and what else a call returns, bytes for example:
 * the result comes when the wait is over. */
enum { WAIT_BLOCKED = -100 };

/* A result that nobody will see: the waiter is being cancelled. */
enum { WAIT_CANCELLED = INT32_MIN };

/* A wait that is no object of its own, or not yet: wait_register makes it one. */
void wait_init(struct takt_wait *wait, const struct takt_wait_kind *kind);

/* Give it a number, a name and a place in the list of objects. */
void wait_register(struct takt_wait *wait, const char *name);

/* Another wait of an object that has been registered. */
void wait_belongs(struct takt_wait *wait, const struct takt_wait *object);
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

/* From now, the thread's wait lasts until then, which is not TAKT_FOREVER, at most. */
static inline void wait_limit(struct takt_thread *thread, takt_time when)
{
    thread->ties.each.limited = 1;
    clock_add(cpu_of(thread), &thread->timeout, when);
}

/* The parts of a join, for objects that do more in one step than wait: the running thread is
 * blocked, but nowhere yet, and nothing is decided; then it is put where it waits. `timeout` is not
 * TAKT_NO_WAIT. */
static inline void wait_begin(struct takt_thread *thread, takt_time timeout)
{
    runqueue_remove(&cpu_of(thread)->ready, thread);
    thread->state = THREAD_BLOCKED;
    thread->result = TAKT_OK;
    if (timeout != TAKT_FOREVER) {
        takt_time when = clock_after(port_clock_now(), timeout);

        if (LIKELY(when != TAKT_FOREVER)) {
            wait_limit(thread, when);
        }
    }
}

void wait_put(struct takt_wait *wait, struct takt_thread *thread);

static inline void wait_note(struct takt_wait *wait, struct takt_thread *thread)
{
    thread->waiting_on = wait;
    trace_event(TRACE_THREAD_STATE, thread->id, trace_pair(wait->kind->state, TRACE_CAUSE_CALL),
                wait->id);
}

/* The same where order does not matter and nobody owns or serves the wait. */
static inline void wait_put_last(struct takt_wait *wait, struct takt_thread *thread)
{
    list_add_last(&wait->waiters, &thread->node);
    wait_note(wait, thread);
}

/* The same where nobody looks for the waiter: it is in no list. */
static inline void wait_put_apart(struct takt_wait *wait, struct takt_thread *thread)
{
    list_init(&thread->node);
    wait_note(wait, thread);
}

/* Of wait_go_on: where other things have to be seen to. */
bool wait_go_on_tied(struct takt_thread *thread);

/* The parts of an end, for waits that nobody owns or serves: the thread is blocked nowhere any
 * more; then it may run. True if it is the most urgent now. */
static inline void wait_interrupt(const struct takt_thread *thread)
{
    list_unlink(&thread->node);
}

static inline bool wait_go_on(struct takt_thread *thread)
{
    if (thread->ties.all != 0) {
        return wait_go_on_tied(thread);
    }
    return sched_run(thread, TRACE_CAUSE_GRANTED);
}

/* A blocked thread goes on waiting in another place; its time limit stays. */
void wait_move(struct takt_thread *thread, struct takt_wait *to);

/* End a thread's wait, with that result. */
void wait_leave(struct takt_thread *thread, int32_t result);

/* The same, well, where it is known that nobody owns or serves the wait. True if the thread is the
 * most urgent now. */
static inline bool wait_end(struct takt_thread *thread)
{
    wait_interrupt(thread);
    return wait_go_on(thread);
}

/* The thread's priority has changed: put it where it belongs among the waiters. */
void wait_reposition(struct takt_thread *thread);

/* From now on `thread` owns the wait; or nobody, and nobody waits. Who waits is no more urgent than
 * the new owner: nothing is lent. */
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

/* From now on nobody owns the wait, of which somebody did. */
void wait_lose_owner(struct takt_wait *wait);

/* From now on `thread` serves `wait` and no other (NULL: none), with a message of priority
 * `served` in hand. */
void wait_set_server(struct takt_thread *thread, struct takt_wait *wait, uint8_t served);

/* A server of `wait` has turned away, in this window. If those who are left wait for each other,
 * one that waits here is told with TAKT_EDEADLK, and can help again. Walks those who wait so; not
 * while a thread is being moved from one wait to another. */
void wait_lost_server(struct takt_wait *wait);

/* The same for a thread that serves its wait already and is in no list at this moment, neither
 * ready nor waiting: it has a message in hand that is this urgent, or none any more. */
void wait_serve_anew(struct takt_thread *thread, uint8_t served);

/* Whoever waits for a message has none in hand, but may have kept what a client lent that has gone:
 * then it may have to fall. */
static inline void wait_serve_more(struct takt_thread *thread, uint8_t served)
{
    if (UNLIKELY(!list_empty(&thread->clients) || thread->served > served)) {
        wait_serve_anew(thread, served);
        return;
    }
    thread->served = served;
    if (served > thread->priority) {
        priority_set(thread, served, TRACE_REASON_SERVED);
    }
}

/* Nothing waits in the channel that it serves: that lends nothing. */
static inline void wait_serve_nothing(struct takt_thread *thread)
{
    if (UNLIKELY(!list_empty(&thread->clients) || !list_empty(&thread->owned))) {
        wait_serve_anew(thread, 0);
        return;
    }
    thread->served = 0;
    if (thread->priority > thread->base) {
        priority_set(thread, thread->base, TRACE_REASON_BASE);
    }
}

/* `thread` works on `client`'s message until wait_leave, or wait_leave_hand. The client is blocked.
 */
static inline void wait_set_client(struct takt_thread *thread, struct takt_thread *client)
{
    client->server = thread;
    list_add_last(&thread->clients, &client->client_node);
}

/* However the exchange ends, what the client has lent stays with the server until it receives. */
void wait_pass_loan_on(struct takt_thread *client);

static inline void wait_leave_hand(struct takt_thread *client)
{
    if (client->rose) {
        wait_pass_loan_on(client);
    }
    list_unlink(&client->client_node);
    client->server = NULL;
}

/* The object is destroyed: wake the first waiter with TAKT_ECLOSED. False if nobody waits. */
bool wait_close_one(struct takt_wait *wait);

/* Wake all, a lock window each: in between the lock is let go. Whoever ends the caller meanwhile
 * does the rest. */
void wait_close(struct takt_wait *wait);
