/* timeout.h - things that must happen at a later time, in order, for one CPU. */
#pragma once

#include "list.h"
#include "takt/thread.h"

#include <stdbool.h>
#include <stdint.h>

struct timeout_queue {
    struct list entries;
    takt_time origin; /* the instant that the first entry's delta counts from */
};

void timeout_queue_init(struct timeout_queue *queue);

/* An entry in no queue. `expire` is called with the kernel lock held. */
void timeout_init(struct takt_timeout *timeout, void (*expire)(struct takt_timeout *timeout));

/* Let it expire at `when`. It must not be armed. Walks the entries that expire earlier. Returns
 * true if it is now the first. */
bool timeout_add(struct timeout_queue *queue, struct takt_timeout *timeout, takt_time now,
                 takt_time when);

/* Takes it out; does nothing if it is not armed. */
void timeout_cancel(struct timeout_queue *queue, struct takt_timeout *timeout);

static inline bool timeout_armed(const struct takt_timeout *timeout)
{
    return !list_empty(&timeout->node);
}

/* When the first entry is due; TAKT_FOREVER if there is none. */
takt_time timeout_next(const struct timeout_queue *queue);

/* Expire what is due at `now`, in order, but not more than `limit` entries. True if more is due. */
bool timeout_expire(struct timeout_queue *queue, takt_time now, unsigned limit);
