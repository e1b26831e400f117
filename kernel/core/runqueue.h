/* runqueue.h - who is ready: a list for each priority and one word that says which are not empty.
 *
 * The running thread stays in its list, at the head. Nothing here walks.
 */
#pragma once

#include "bits.h"
#include "list.h"
#include "takt/config.h"
#include "takt/thread.h"

#include <stdbool.h>
#include <stdint.h>

struct runqueue {
    uint32_t occupied; /* bit p is set if and only if lists[p] is not empty */
    struct list lists[TAKT_PRIORITIES];
};

static inline void runqueue_init(struct runqueue *queue)
{
    queue->occupied = 0;
    for (unsigned priority = 0; priority < TAKT_PRIORITIES; priority++) {
        list_init(&queue->lists[priority]);
    }
}

static inline void runqueue_add_last(struct runqueue *queue, struct takt_thread *thread)
{
    queue->occupied |= bits_of(thread->priority);
    list_add_last(&queue->lists[thread->priority], &thread->node);
}

static inline void runqueue_add_first(struct runqueue *queue, struct takt_thread *thread)
{
    queue->occupied |= bits_of(thread->priority);
    list_add_first(&queue->lists[thread->priority], &thread->node);
}

/* The thread's priority must still be the one that it was added with. */
static inline void runqueue_remove(struct runqueue *queue, struct takt_thread *thread)
{
    list_remove(&thread->node);
    if (list_empty(&queue->lists[thread->priority])) {
        queue->occupied &= ~bits_of(thread->priority);
    }
}

/* The most urgent thread, the first among equals; NULL if nobody is ready. */
static inline struct takt_thread *runqueue_first(const struct runqueue *queue)
{
    if (queue->occupied == 0) {
        return NULL;
    }
    return LIST_ENTRY(queue->lists[bits_highest(queue->occupied)].next, struct takt_thread, node);
}

/* The head of the list goes to its tail. */
static inline void runqueue_rotate(struct runqueue *queue, unsigned priority)
{
    struct list *first = queue->lists[priority].next;

    list_remove(first);
    list_add_last(&queue->lists[priority], first);
}
