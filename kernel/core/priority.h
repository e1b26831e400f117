/* priority.h - inheritance: who runs at whose priority. */
#pragma once

#include "takt/thread.h"
#include "trace.h"

#include <stdbool.h>
#include <stdint.h>

/* It is about to run at that. */
static inline void priority_trace(const struct takt_thread *thread, uint8_t priority,
                                  enum trace_reason reason)
{
    trace_event(TRACE_THREAD_PRIORITY, thread->id, trace_pair(priority, thread->base), reason);
}

/* Of a thread that is in no list, neither ready nor waiting: so it lends to nobody. */
static inline void priority_set(struct takt_thread *thread, uint8_t priority,
                                enum trace_reason reason)
{
    priority_trace(thread, priority, reason);
    thread->priority = priority;
}

/* Something that `thread`'s effective priority rests on has changed: make it right, and that of
 * everybody to whom the thread lends, as far as it goes. */
void priority_settle(struct takt_thread *thread);

/* The same for a thread that is in no list. */
void priority_refresh(struct takt_thread *thread);

/* The same for those who can end a wait: its owner, or its servers. */
void priority_settle_wait(struct takt_wait *wait);

/* The same where all that has changed is that somebody of that priority has come to wait. */
void priority_lend(struct takt_wait *wait, uint8_t priority);

/* The same where all that has changed is that something is lent no more: who has that much of his
 * own, or of the message that he received, does not fall. */
void priority_drop(struct takt_thread *thread);
void priority_drop_wait(struct takt_wait *wait);

/* What the thread's effective priority must be. */
uint8_t priority_due(const struct takt_thread *thread);

/* What it rests on: an enum trace_reason. */
unsigned priority_reason(const struct takt_thread *thread);

/* True if `joiner` would wait in `wait` for ever: if nobody who could end the wait, or could end
 * the wait that holds them up, and so on, is free to run. */
bool priority_deadlock(const struct takt_thread *joiner, const struct takt_wait *wait);

/* Somebody who could have ended that wait will not: the first of its waiters who now waits for
 * ever, for himself by way of others; NULL if there is none. */
struct takt_thread *priority_stuck(const struct takt_wait *wait);
