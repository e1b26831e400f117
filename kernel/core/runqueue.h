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
    uint32_t occupied;  /* bit p is set if and only if lists[p] is not empty */
    struct list nobody; /* what stands below the lowest priority: the idle thread alone */
    struct list lists[TAKT_PRIORITIES];
};

static inline void runqueue_init(struct runqueue *queue, struct takt_thread *idle)
{
    queue->occupied = 0;
    list_init(&queue->nobody);
    list_add_last(&queue->nobody, &idle->node);
    for (unsigned priority = 0; priority < TAKT_PRIORITIES; priority++) {
        list_init(&queue->lists[priority]);
    }
}

/* More urgent than everybody there: then its list is empty. */
static inline bool runqueue_outranked_by(const struct runqueue *queue,
                                         const struct takt_thread *thread)
{
    return bits_of(thread->priority) > queue->occupied;
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
static inline void runqueue_remove(struct runqueue *queue, const struct takt_thread *thread)
{
    if (list_alone(&thread->node)) {
        queue->occupied &= ~bits_of(thread->priority);
    }
    list_unlink(&thread->node);
}

/* The most urgent thread, the first among equals; the idle thread if nobody is ready. */
static inline struct takt_thread *runqueue_first(const struct runqueue *queue)
{
    const struct list *lists = &queue->nobody;

    return LIST_ENTRY(lists[bits_width(queue->occupied)].next, struct takt_thread, node);
}

/* The first thread of a list that has others goes to its end. */
static inline void runqueue_rotate(struct takt_thread *first)
{
    struct list *list = first->node.previous;

    list_unlink(&first->node);
    list_add_last(list, &first->node);
}
