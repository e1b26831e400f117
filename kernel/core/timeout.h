/* timeout.h - things that must happen at a later time, in order, for one CPU. */
#pragma once

#include "list.h"
#include "takt/thread.h"

#include <stdbool.h>
#include <stdint.h>

struct timeout_queue {
    struct takt_timeout end;      /* closes the circle of entries; later than all */
    struct takt_timeout *carried; /* its turn came while it was on its way; NULL: none */
};

void timeout_queue_init(struct timeout_queue *queue);

/* An entry in no queue. `expire` is called with the kernel lock held. */
void timeout_init(struct takt_timeout *timeout, void (*expire)(struct takt_timeout *timeout));

/* Let it expire at its `when`, which is not TAKT_FOREVER. It must not be armed. True if it is now
 * the first. If many expire earlier it may be `early` afterwards: it then stands in a place before
 * its own, which does no harm, and timeout_go_on should be called, in another window, until it is
 * not. */
bool timeout_add(struct timeout_queue *queue, struct takt_timeout *timeout);
void timeout_go_on(struct timeout_queue *queue, struct takt_timeout *timeout);

/* Takes it out; does nothing if it is not armed. */
void timeout_cancel(struct timeout_queue *queue, struct takt_timeout *timeout);

static inline bool timeout_armed(const struct takt_timeout *timeout)
{
    return timeout->node.next != NULL;
}

/* When it is due, while it is armed or expires. */
static inline takt_time timeout_when(const struct takt_timeout *timeout)
{
    return timeout->early ? timeout->goal : timeout->when;
}

/* When the first entry is due; TAKT_FOREVER if there is none. */
static inline takt_time timeout_next(const struct timeout_queue *queue)
{
    return LIST_ENTRY(queue->end.node.next, const struct takt_timeout, node)->when;
}

/* Expire what is due at `now`, in order, but not more than `limit` entries; or carry one that is on
 * its way a step further. True if more is due. */
bool timeout_expire(struct timeout_queue *queue, takt_time now, unsigned limit);
