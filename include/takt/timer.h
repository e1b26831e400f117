/* timer.h - functions that are called at a time, once or again and again.
 *
 * They are called by a thread, a timer service, whose priority its user chooses; there may be
 * several. Timers of one service are called one after the other, in the order in which they came
 * due. A periodic timer comes due at its first instant plus whole periods, however late its service
 * gets to it; instants that pass before it is called are one call. What was due of a timer that is
 * then stopped, or started anew, is never called any more.
 */
#pragma once

#include "clock.h"
#include "list.h"
#include "thread.h"
#include "wait.h"

#include <stdbool.h>
#include <stdint.h>

struct takt_timer;

/* Called in the service's thread. It may start, stop and destroy any timer, its own too, and may
 * block, which keeps the others waiting. */
typedef void (*takt_timer_callback)(struct takt_timer *timer, void *argument);

struct takt_timer_service {
    struct takt_thread thread;
    struct takt_wait idle; /* where the thread waits for a timer */
    struct list due;       /* timers to call, first due first */
};

struct takt_timer {
    struct takt_wait object;     /* its name and number; nobody waits here */
    struct takt_timeout timeout; /* armed: comes due then */
    struct list due_node;        /* in service->due: due, and not called yet */
    struct takt_timer_service *service;
    takt_time period; /* 0: once */
    uint32_t missed;
    bool open; /* not destroyed */
    takt_timer_callback callback;
    void *argument;
};

/* Start a service: a thread made with these options, of which `entry` and `argument` are set
 * here. Returns what takt_thread_create does, and stops for the same; also without a service or
 * options. With TAKT_EINVAL nothing is written. The service ends as any thread does: by
 * takt_thread_cancel, or in a callback by takt_thread_exit. Its memory, once it has been joined,
 * may be used again when all its timers have been destroyed. Not from an interrupt. */
int takt_timer_service_start(struct takt_timer_service *service,
                             const struct takt_thread_options *options);

/* Prepare a timer; it is stopped. Its service may be started later. Without a service, or a
 * callback, it stops the run. `name` is shown in traces. Any context. */
void takt_timer_init(struct takt_timer *timer, const char *name, struct takt_timer_service *service,
                     takt_timer_callback callback, void *argument);

/* Let it come due at `after` from now, then every `period` (0: no more); with TAKT_FOREVER it never
 * does. One that runs is started anew. TAKT_OK; TAKT_ECLOSED: the timer was destroyed, or its
 * service has ended. Before its service was started it stops the run. Any context. */
int takt_timer_start(struct takt_timer *timer, takt_time after, takt_time period);

/* The same, first at an instant. One that has passed is due at once; with a period, the last one
 * that has. Any context. */
int takt_timer_start_at(struct takt_timer *timer, takt_time instant, takt_time period);

/* Stop it: it is not called after this, except that a call that has begun goes on. True if it was
 * running. Any context. */
bool takt_timer_stop(struct takt_timer *timer);

/* True while it will be called again. Any context. */
bool takt_timer_running(const struct takt_timer *timer);

/* Instants since the start that passed without a call of their own, because the service was too
 * late; known when the call that stands for them begins; 2^32 - 1 is also more. Any context. */
uint32_t takt_timer_missed(const struct takt_timer *timer);

/* End of the timer: stopped, and its memory may be used again at once, and its name's. A call that
 * has begun goes on and must not use the timer any more. A second time stops. Any context. */
void takt_timer_destroy(struct takt_timer *timer);
