/* timer.h - functions that are called at a time, once or again and again.
 *
 * They are called by a thread, a timer service, whose priority its user chooses; there may be
 * several. A periodic timer is due at its first instant plus whole periods, however late its
 * service gets to it. Of a timer that is stopped, or started anew, what was due before is never
 * called any more.
 */
#pragma once

#include "clock.h"
#include "list.h"
#include "thread.h"
#include "wait.h"

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
    struct takt_timeout timeout;
    struct takt_timer_service *service;
    struct list due_node; /* in service->due */
    takt_time period;     /* 0: once */
    uint32_t missed;      /* times that came while the one before had not been called yet */
    takt_timer_callback callback;
    void *argument;
    const char *name;
    bool open; /* not destroyed */
};

/* Start a service: a thread made with these options, of which `entry` and `argument` are set
 * here. What takt_thread_create returns. Threads, or takt_main. It never ends. */
int takt_timer_service_start(struct takt_timer_service *service,
                             const struct takt_thread_options *options);

/* Prepare a timer; it is stopped. Any context. */
void takt_timer_init(struct takt_timer *timer, const char *name, struct takt_timer_service *service,
                     takt_timer_callback callback, void *argument);

/* Let it be called at `after` from now, then every `period` (0: no more). One that runs is started
 * anew. TAKT_OK; TAKT_ECLOSED. Any context. */
int takt_timer_start(struct takt_timer *timer, takt_time after, takt_time period);

/* The same, first at an instant; one that has passed is due at once. */
int takt_timer_start_at(struct takt_timer *timer, takt_time instant, takt_time period);

/* Stop it: it is not called after this, except that a call that has begun goes on. True if it was
 * running or due. Any context. */
bool takt_timer_stop(struct takt_timer *timer);

/* True while it will be called again. Any context. */
bool takt_timer_running(const struct takt_timer *timer);

/* Times since the start that fell together with a later one, because the service was too late.
 * Any context. */
uint32_t takt_timer_missed(const struct takt_timer *timer);

/* End of the timer: stopped, and its memory may be used again at once. Any context. */
void takt_timer_destroy(struct takt_timer *timer);
