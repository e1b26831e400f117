/* runqueue.h - who is ready: a list for each priority and one word that says which are not empty.
 *
 * The running thread stays in its list, at the head. Nothing here walks.
 */
#pragma once

#include "bits.h"
#include "likely.h"
#include "list.h"
#include "takt/config.h"
#include "takt/thread.h"

#include <stdbool.h>
#include <stdint.h>

struct runqueue {
    struct list levels[TAKT_PRIORITIES + 1]; /* the lowest: the idle thread alone */
    uint32_t occupied; /* bit p is set if and only if level p + 1 is not empty */
};

static inline void runqueue_init(struct runqueue *queue, struct takt_thread *idle)
{
    queue->occupied = 0;
    for (unsigned level = 0; level <= TAKT_PRIORITIES; level++) {
        list_init(&queue->levels[level]);
    }
    list_add_last(&queue->levels[0], &idle->node);
}

/* True if it is more urgent than everybody there was. */
static inline bool runqueue_add_last(struct runqueue *queue, struct takt_thread *thread)
{
    struct list *list = list_at(&queue->levels[thread->priority + 1]);
    uint32_t occupied = queue->occupied;
    uint32_t bit = bits_of(thread->priority);

    queue->occupied = occupied | bit;
    if (LIKELY(bit > occupied)) {
        list_add_only(list, &thread->node);
        return true;
    }
    list_add_last(list, &thread->node);
    return false;
}

static inline void runqueue_add_first(struct runqueue *queue, struct takt_thread *thread)
{
    queue->occupied |= bits_of(thread->priority);
    list_add_first(&queue->levels[thread->priority + 1], &thread->node);
}

/* The thread's priority must still be the one that it was added with. */
static inline void runqueue_remove(struct runqueue *queue, const struct takt_thread *thread)
{
    if (LIKELY(list_alone(&thread->node))) {
        queue->occupied &= ~bits_of(thread->priority);
    }
    list_unlink(&thread->node);
}

/* The most urgent thread, the first among equals; the idle thread if nobody is ready. */
static inline struct takt_thread *runqueue_first(const struct runqueue *queue)
{
    const struct list *level = &queue->levels[bits_width(queue->occupied)];

    return LIST_ENTRY(level->next, struct takt_thread, node);
}

/* The first thread of a list that has others goes to its end. */
static inline void runqueue_rotate(struct takt_thread *first)
{
    struct list *list = first->node.previous;

    list_unlink(&first->node);
    list_add_last(list, &first->node);
}
